// The units of unit files as rows: read from their sections, and written as a person would.

import { withValue } from "../play/set-up";

export interface UnitRow {
  kind: string;
  unit: string;
  /** The values as they are shown, by key. */
  values: ReadonlyMap<string, string>;
  /** Keys whose values are of several lines, and are changed in the text. */
  long: ReadonlySet<string>;
}

const HEAD = /^\s*\[([\w-]+)\.([\w-]+)\]/;
const VALUE = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/;

/** Returns the units of a text. */
export function unitsOf(text: string): UnitRow[] {
  const rows: { kind: string; unit: string; values: Map<string, string>; long: Set<string> }[] = [];
  let open: (typeof rows)[number] | null = null;
  for (const line of text.split("\n")) {
    const head = HEAD.exec(line);
    if (head !== null) {
      open = { kind: head[1] ?? "", unit: head[2] ?? "", values: new Map(), long: new Set() };
      rows.push(open);
      continue;
    }
    if (/^\s*\[/.test(line)) open = null;
    const value = VALUE.exec(line);
    if (open === null || value === null) continue;
    const [, key = "", raw = ""] = value;
    const shown = shownValue(raw);
    if (shown === null) open.long.add(key);
    else open.values.set(key, shown);
  }
  return rows;
}

/** Returns a value as it is shown; `null` if it goes on in further lines, or is a record. */
function shownValue(raw: string): string | null {
  const text = /^"([^"]*)"/.exec(raw);
  if (text !== null) return text[1] ?? "";
  const list = /^\[([^\]{]*)\]/.exec(raw);
  if (list !== null) return (list[1] ?? "").split(",").map((item) => item.trim().replaceAll('"', "")).filter((item) => item !== "").join(", ");
  if (/^[[{]/.test(raw) || raw.startsWith('"')) return null;
  const plain = raw.replace(/\s*#.*$/, "");
  return plain === "true" ? "yes" : plain === "false" ? "no" : plain;
}

/** Returns a value as a unit file has it: a list for traits, numbers and yes or no bare, all else in quotes. */
export function written(key: string, value: string): string {
  const plain = value.trim();
  if (key === "traits") return `[${plain.split(",").map((item) => item.trim()).filter((item) => item !== "").map((item) => `"${item}"`).join(", ")}]`;
  if (/^-?\d+$/.test(plain)) return plain;
  if (plain === "yes" || plain === "no") return plain === "yes" ? "true" : "false";
  return `"${plain.replaceAll('"', "'")}"`;
}

/** Gives a unit a value, or takes it away if it is empty. */
export function withCell(text: string, kind: string, unit: string, key: string, value: string): string {
  const heading = `[${kind}.${unit}]`;
  if (value.trim() !== "") return withValue(text, heading, key, written(key, value));
  const lines = text.split("\n");
  const start = lines.findIndex((line) => HEAD.exec(line)?.[0]?.trim() === heading);
  if (start < 0) return text;
  for (let at = start + 1; at < lines.length && !/^\s*\[/.test(lines[at] ?? ""); at += 1) {
    if (VALUE.exec(lines[at] ?? "")?.[1] === key) {
      lines.splice(at, 1);
      break;
    }
  }
  return lines.join("\n");
}

/** Adds a unit at the end, after the others of its kind. */
export function withUnit(text: string, kind: string, unit: string, values: readonly [key: string, value: string][]): string {
  const section = [`[${kind}.${unit}]`, ...values.filter(([, value]) => value.trim() !== "").map(([key, value]) => `${key} = ${written(key, value)}`)];
  const lines = text === "" ? [] : text.trimEnd().split("\n");
  let after = -1;
  for (const [at, line] of lines.entries()) if (HEAD.exec(line)?.[1] === kind) after = at;
  if (after < 0) return `${[...lines, ...(lines.length > 0 ? [""] : []), ...section].join("\n")}\n`;
  let end = after + 1;
  while (end < lines.length && !/^\s*\[/.test(lines[end] ?? "")) end += 1;
  // Comments above the next section belong to it.
  while (end > after + 1 && /^\s*(?:#.*)?$/.test(lines[end - 1] ?? "")) end -= 1;
  lines.splice(end, 0, "", ...section);
  return `${lines.join("\n")}\n`;
}

/** Removes a unit with what is written below its heading. */
export function withoutUnit(text: string, kind: string, unit: string): string {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => HEAD.exec(line)?.[0]?.trim() === `[${kind}.${unit}]`);
  if (start < 0) return text;
  let end = start + 1;
  while (end < lines.length && !/^\s*\[/.test(lines[end] ?? "")) end += 1;
  while (end > start + 1 && /^\s*#/.test(lines[end - 1] ?? "")) end -= 1;
  lines.splice(start, end - start);
  return lines.join("\n").replace(/\n{3,}/g, "\n\n").replace(/^\n+/, "");
}

/** Returns the cells of what was copied from a spreadsheet; `null` if it is one cell. */
export function pasted(text: string): string[][] | null {
  if (!/[\t\n]/.test(text.trimEnd())) return null;
  return text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split("\t").map((cell) => cell.trim()));
}
