// The faces of dice, for setting them by hand.

import type { Die } from "../protocol/documents";
import type { Texts } from "../texts/texts";

/** Dice with more faces are set by writing a number. */
const MOST = 20;

/** Returns the faces of a die in order; `null` if they are too many or not known. */
export function facesOf(die: Die, texts: Texts): string[] | null {
  if (die.faces !== undefined) return [...new Set(die.faces)];
  const sides = /^d(\d+)$/.exec(die.die)?.[1];
  if (sides !== undefined) {
    const count = Number(sides);
    return count <= MOST ? Array.from({ length: count }, (_, at) => String(at + 1)) : null;
  }
  return declared(die.die, texts);
}

/** Reads the faces of a named die where a text of the page declares it. */
function declared(name: string, texts: Texts): string[] | null {
  for (const file of texts.list.value) {
    if (file.language !== "sandtable") continue;
    const lines = file.text.split("\n");
    const start = lines.findIndex((line) => line.startsWith(`die ${name} `) || line === `die ${name}`);
    if (start < 0) continue;
    const faces = lines.slice(start + 1).find((line) => /^\s+faces\b/.test(line));
    if (faces !== undefined) {
      const words = faces.replace(/^\s+faces/, "").replace(/#.*$/, "").split(",");
      return [...new Set(words.map((word) => word.trim().replace(/\s+x\d+$/, "")).filter(Boolean))];
    }
  }
  return null;
}
