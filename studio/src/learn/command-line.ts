// Commands of the documentation as questions of the page: `sandtable odds lanterns harm`.

import type { Pair } from "../protocol/documents";
import type { QuestionRecord } from "../question/question";

export type Asked =
  | { does: "odds"; record: QuestionRecord }
  | { does: "roll"; record: QuestionRecord; dice: string[] | null }
  | { does: "play"; scenario: string };

/** Reads a command; `null` if it is none that the page can carry out. */
export function readCommand(line: string): Asked | null {
  const words = split(line.trim());
  const [program, command, name] = words;
  if (program !== "sandtable" || name === undefined) return null;
  if (command === "play") return name.includes("/") ? { does: "play", scenario: name } : null;
  if (command !== "odds" && command !== "roll") return null;
  const record: QuestionRecord = { ruleset: name, ask: "", given: [], options: [], variants: [], compare: [], only: "" };
  let dice: string[] | null = null;
  for (let at = 3; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const value = words[at + 1] ?? "";
    const pair = pairOf(word);
    if (word.startsWith("--")) {
      at += 1;
      if (word === "--option") record.options.push(pairOf(value) ?? [value, "on"]);
      else if (word === "--with") record.variants.push(value);
      else if (word === "--units") record.units = [...(record.units ?? []), value];
      else if (word === "--only") record.only = value;
      else if (word === "--compare") record.compare.push(pairOf(value) ?? [value, ""]);
      else if (word === "--dice") dice = value.split(",");
      else return null;
    } else if (pair !== null) {
      record.given.push(pair);
    } else if (record.ask === "") {
      record.ask = word;
    } else {
      return null;
    }
  }
  if (record.ask === "") return null;
  return command === "odds" ? { does: "odds", record } : { does: "roll", record, dice };
}

function pairOf(word: string): Pair | null {
  const at = word.indexOf("=");
  return at > 0 ? [word.slice(0, at), word.slice(at + 1)] : null;
}

/** Splits a command line at its spaces, but for those in quotes. */
function split(line: string): string[] {
  const words = line.match(/(?:[^\s"]+|"[^"]*")+/g) ?? [];
  return words.map((word) => word.replaceAll('"', ""));
}
