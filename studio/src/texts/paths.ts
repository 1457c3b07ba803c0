// Paths that a designer can give to a text.

import type { TextFile } from "./text-file";

/** The endings of texts that the studio keeps, the same as its server's. */
export const ENDINGS = [".rules", ".policy", ".toml", ".md"] as const;

/** Whether a file of this path is a text of a game. */
export function isTextPath(path: string): boolean {
  return ENDINGS.some((ending) => path.endsWith(ending));
}

/** Names that Windows gives to devices, whatever ending follows. */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)\d)(?:\.|$)/i;

/** Returns what is wrong with a path, in words; nothing if it can be taken. `known` is the text that has it already. */
export function problemOf(path: string, known: TextFile | undefined): string {
  if (known !== undefined) return "There is a text with this path.";
  if (!isTextPath(path) || !/^[\w-]+(?:\/[\w-]+)*\.[a-z]+$/.test(path)) return "Write a path such as rules/my-game/combat.rules or units/my-game/units.toml.";
  if (path.split("/").some((name) => DEVICE.test(name))) return "The path has a name that Windows keeps for a device, such as con or nul.";
  return "";
}
