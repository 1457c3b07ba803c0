// Writes a pattern into a game: its rules without a head of their own, with the names of the game where they can be told.

import { mainText } from "../data/grids";
import type { Studio } from "../studio";
import { say } from "../ui/actions";
import type { Block } from "./pages";
import { openedBy } from "./snippets";

/** Kinds that every game has in its own way. */
const COMMON = new Set(["side", "game", "place", "area"]);

function declaredIn(text: string): { sort: string; name: string }[] {
  return [...text.matchAll(/^(kind|table|modifiers|fact|roll|action|sequence|formula|die|scale|trigger|window|reaction|option)\s+([\w-]+)/gm)].map((match) => ({ sort: match[1] ?? "", name: match[2] ?? "" }));
}

/** Cuts a text into its declarations, each with the comments above it. */
function declarations(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.replace(/^\n+|\s+$/g, ""))
    .filter((part) => part !== "");
}

export function insertPattern(studio: Studio, ruleset: string, title: string, block: Block): void {
  const opened = openedBy(block);
  const file = mainText(studio.texts, studio.library, ruleset);
  if (opened === null || file === undefined) {
    say(studio, "This pattern cannot be written into a game: open it, and copy what you need.");
    return;
  }
  const rules = opened.texts.filter(({ path }) => path.endsWith(".rules")).map(({ text }) => text).join("\n");
  const files = studio.library.get(ruleset)?.files.filter((one) => one.kind === "rules") ?? [];
  const known = declaredIn(files.map((one) => studio.texts.byUri(one.uri)?.text ?? "").join("\n"));
  const names = new Map<string, string>();
  const kinds = known.filter((one) => one.sort === "kind" && !COMMON.has(one.name));
  const own = kinds.length === 1 ? kinds[0]?.name : undefined;
  const isKnown = (sort: string, name: string): boolean => known.some((one) => one.sort === sort && one.name === name);
  const kept: string[] = [];
  for (const part of declarations(rules)) {
    const head = declaredIn(part)[0];
    // Its head, its examples and what the game has already are not taken.
    if (/^(?:#.*\n)*(?:ruleset|example)\b/.test(part) || head === undefined) continue;
    if (head.sort === "kind" && (isKnown("kind", head.name) || COMMON.has(head.name))) continue;
    const isTaken = known.some((one) => one.name === head.name);
    if (isTaken) names.set(head.name, `${head.name}-b`);
    kept.push(part);
  }
  const patternKinds = declaredIn(rules).filter((one) => one.sort === "kind" && !COMMON.has(one.name));
  const only = patternKinds.length === 1 ? patternKinds[0]?.name : undefined;
  let text = kept.join("\n\n");
  // A game with one kind of unit uses it in the place of the pattern's.
  if (own !== undefined && only !== undefined && own !== only) {
    text = declarations(text)
      .filter((part) => declaredIn(part)[0]?.name !== only || declaredIn(part)[0]?.sort !== "kind")
      .join("\n\n");
    names.set(only, own);
  }
  for (const [from, to] of names) text = text.replaceAll(new RegExp(`(?<![\\w-])${from}(?![\\w-])`, "g"), to);
  const line = file.doc.lines + 1;
  const act = studio.acts.perform(`write ${title} into the game`, () => studio.texts.put(file.path, `${file.text.trimEnd()}\n\n# --- ${title}\n\n${text}\n`));
  const start = { line, character: 0 };
  void studio.desk.go({ uri: file.uri, range: { start, end: start } });
  studio.screen.pane.value = "text";
  say(studio, `${title} is at the end of ${file.name}. The findings say what it still needs, such as a stat of your units.`, act);
}
