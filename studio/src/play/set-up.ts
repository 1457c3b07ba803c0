// Changes of set-ups and maps as a person would write them: one value of a section, one symbol of a drawing.

import type { TextFile } from "../texts/text-file";
import { drawingOf, withDrawing } from "./map-text";
import { entryOf, parsed, sectionOf, sectionsOf, withEntry, without } from "./toml";

/** Returns where the section of a piece is; `null` if the text has none. */
export function pieceSection(text: string, unit: string): string | null {
  const headings = [`[unit.${unit}]`, `[map.unit.${unit}]`];
  return sectionsOf(text).find((section) => headings.includes(section.heading))?.heading ?? null;
}

/** Gives a key of a section a value; the rest of its line, a comment, stays. */
export function withValue(text: string, heading: string, key: string, value: string): string {
  const section = sectionOf(text, heading);
  return section === null ? text : withEntry(text, section, key, value);
}

/** Returns a value of a section as it is written. */
export function valueOf(text: string, heading: string, key: string): string | null {
  const section = sectionOf(text, heading);
  const entry = section === null ? null : entryOf(section, key);
  return entry === null ? null : text.slice(entry.from, entry.to);
}

/** Returns the ids of all pieces that a text has sections for. */
export function piecesIn(text: string): string[] {
  return sectionsOf(text).flatMap((section) => /^\[(?:map\.)?unit\.([\w-]+)\]$/.exec(section.heading)?.[1] ?? []);
}

/** Adds a section at the end of a text. */
export function withSection(text: string, heading: string, lines: readonly string[]): string {
  return `${text.trimEnd()}\n\n${[heading, ...lines].join("\n")}\n`;
}

/** Takes a section out, with what is written in it. */
export function withoutSection(text: string, heading: string): string {
  const section = sectionOf(text, heading);
  return section === null ? text : without(text, section);
}

/** Returns the lines of a section, without its heading. */
export function sectionLines(text: string, heading: string): string[] {
  const section = sectionOf(text, heading);
  return section === null ? [] : text.slice(section.start, section.end).split("\n").slice(1);
}

/** Returns what a section says, key by key, each as it is written. */
export function entriesOf(text: string, heading: string): [key: string, source: string][] {
  return (sectionOf(text, heading)?.entries ?? []).map((entry) => [entry.key, text.slice(entry.from, entry.to)]);
}

/** A symbol of a map's drawing. */
export interface Symbol {
  mark: string;
  name: string;
}

/** Returns the symbols of the legend. */
export function legendOf(text: string): Symbol[] {
  const section = sectionOf(text, "[legend]") ?? sectionOf(text, "[map.legend]");
  return (section?.entries ?? []).map((entry) => {
    const says = parsed(text.slice(entry.from, entry.to));
    const name = typeof says === "object" && says !== null && !Array.isArray(says) ? says["name"] : undefined;
    return { mark: entry.key, name: typeof name === "string" ? name : entry.key };
  });
}

/** Draws a symbol at a place, `C4`; `null` if the text has no drawing, or not this place. */
export function withSymbol(text: string, place: string, mark: string): string | null {
  const drawing = drawingOf(text);
  const named = /^([A-Z]+)(\d+)$/.exec(place);
  if (drawing === null || named === null) return null;
  const { lines } = drawing;
  const top = lines.findIndex((line) => line.trim() !== "");
  const at = top + lineOf(named[1] ?? "");
  const line = lines[at];
  if (top < 0 || line === undefined) return null;
  const column = drawing.of === "squares" ? squareColumn(lines, Number(named[2])) : hexColumn(line, Number(named[2]));
  if (column === null || (line[column] ?? " ") === " ") return null;
  return withDrawing(text, drawing, lines.with(at, line.slice(0, column) + mark + line.slice(column + 1)));
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

/** Returns the text that has the section of a piece, with its heading; of several the one that places it, else the first. */
export function holderOf(files: readonly TextFile[], unit: string): { file: TextFile; heading: string } | null {
  let first: { file: TextFile; heading: string } | null = null;
  for (const file of files) {
    const heading = pieceSection(file.text, unit);
    if (heading === null) continue;
    if (valueOf(file.text, heading, "at") !== null) return { file, heading };
    first ??= { file, heading };
  }
  return first;
}
