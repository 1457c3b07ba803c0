// Changes of set-ups and maps as a person would write them: one value of a section, one symbol of a drawing.

import type { TextFile } from "../texts/text-file";

interface Section {
  /** The line after its heading. */
  first: number;
  /** The line after its last one that is not empty. */
  last: number;
}

/** Returns where the section of a piece is; `null` if the text has none. */
export function pieceSection(text: string, unit: string): string | null {
  for (const heading of [`[unit.${unit}]`, `[map.unit.${unit}]`]) if (sectionOf(text.split("\n"), heading) !== null) return heading;
  return null;
}

function sectionOf(lines: readonly string[], heading: string): Section | null {
  const at = lines.findIndex((line) => line.replace(/\s*#.*$/, "").trim() === heading);
  if (at < 0) return null;
  let end = at + 1;
  while (end < lines.length && !/^\s*\[/.test(lines[end] ?? "")) end += 1;
  while (end > at + 1 && /^\s*(?:#.*)?$/.test(lines[end - 1] ?? "")) end -= 1;
  return { first: at + 1, last: end };
}

/** Gives a key of a section a value; the rest of its line, a comment, stays. */
export function withValue(text: string, heading: string, key: string, value: string): string {
  const lines = text.split("\n");
  const section = sectionOf(lines, heading);
  if (section === null) return text;
  const pattern = new RegExp(`^(\\s*${key}\\s*=\\s*)("[^"]*"|\\[[^\\]]*\\]|[^#\\s]+)(.*)$`);
  for (let at = section.first; at < section.last; at += 1) {
    const match = pattern.exec(lines[at] ?? "");
    if (match !== null) {
      lines[at] = `${match[1] ?? ""}${value}${match[3] ?? ""}`;
      return lines.join("\n");
    }
  }
  lines.splice(section.last, 0, `${key} = ${value}`);
  return lines.join("\n");
}

/** Returns a value of a section as it is written. */
export function valueOf(text: string, heading: string, key: string): string | null {
  const lines = text.split("\n");
  const section = sectionOf(lines, heading);
  if (section === null) return null;
  const pattern = new RegExp(`^\\s*${key}\\s*=\\s*("[^"]*"|\\[[^\\]]*\\]|[^#\\s]+)`);
  for (const line of lines.slice(section.first, section.last)) {
    const match = pattern.exec(line);
    if (match !== null) return match[1] ?? null;
  }
  return null;
}

/** Returns the ids of all pieces that a text has sections for. */
export function piecesIn(text: string): string[] {
  return [...text.matchAll(/^\s*\[(?:map\.)?unit\.([\w-]+)\]/gm)].map((match) => match[1] ?? "");
}

/** Adds a section at the end of a text. */
export function withSection(text: string, heading: string, lines: readonly string[]): string {
  return `${text.trimEnd()}\n\n${[heading, ...lines].join("\n")}\n`;
}

/** Takes a section out, with what is written in it. */
export function withoutSection(text: string, heading: string): string {
  const lines = text.split("\n");
  const section = sectionOf(lines, heading);
  if (section === null) return text;
  lines.splice(section.first - 1, section.last - section.first + 1);
  return `${lines.join("\n").replace(/\n{3,}/g, "\n\n").trimEnd()}\n`;
}

/** Returns the lines of a section, without its heading. */
export function sectionLines(text: string, heading: string): string[] {
  const lines = text.split("\n");
  const section = sectionOf(lines, heading);
  return section === null ? [] : lines.slice(section.first, section.last);
}

/** A symbol of a map's drawing. */
export interface Symbol {
  mark: string;
  name: string;
}

/** Returns the symbols of the legend. */
export function legendOf(text: string): Symbol[] {
  const lines = text.split("\n");
  const section = sectionOf(lines, "[legend]") ?? sectionOf(lines, "[map.legend]");
  if (section === null) return [];
  return lines.slice(section.first, section.last).flatMap((line) => {
    const match = /^\s*(?:"(.)"|(\w))\s*=\s*\{(.*)$/.exec(line);
    const mark = match?.[1] ?? match?.[2];
    if (match === null || mark === undefined) return [];
    return [{ mark, name: /\bname\s*=\s*"([^"]*)"/.exec(match[3] ?? "")?.[1] ?? mark }];
  });
}

/** Draws a symbol at a place, `C4`; `null` if the text has no drawing, or not this place. */
export function withSymbol(text: string, place: string, mark: string): string | null {
  const drawing = /^(\s*(hexes|squares)\s*=\s*"""\n)([\s\S]*?)"""/m.exec(text);
  const named = /^([A-Z]+)(\d+)$/.exec(place);
  if (drawing === null || named === null) return null;
  const [, head = "", layout = "", content = ""] = drawing;
  const lines = content.split("\n");
  const top = lines.findIndex((line) => line.trim() !== "");
  const at = top + lineOf(named[1] ?? "");
  const line = lines[at];
  if (top < 0 || line === undefined) return null;
  const column = layout === "squares" ? squareColumn(lines, Number(named[2])) : hexColumn(line, Number(named[2]));
  if (column === null || (line[column] ?? " ") === " ") return null;
  lines[at] = line.slice(0, column) + mark + line.slice(column + 1);
  const start = drawing.index + head.length;
  return text.slice(0, start) + lines.join("\n") + text.slice(start + content.length);
}

/** A hex is numbered from the left of its line. */
function hexColumn(line: string, number: number): number | null {
  const marks = [...line.matchAll(/\S/g)];
  return marks[number - 1]?.index ?? null;
}

/** Holes do not change the numbers of squares: columns are counted from the leftmost one. */
function squareColumn(lines: readonly string[], number: number): number {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  return Math.min(...indents) + 2 * (number - 1);
}

/** `A` is 0, `Z` 25, `AA` 26. */
function lineOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Returns the text that has the section of a piece, with its heading. */
export function holderOf(files: readonly TextFile[], unit: string): { file: TextFile; heading: string } | null {
  for (const file of files) {
    const heading = pieceSection(file.text, unit);
    if (heading !== null) return { file, heading };
  }
  return null;
}
