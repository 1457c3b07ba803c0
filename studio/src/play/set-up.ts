// Set-ups: their pieces, and the symbols of a drawing.

import type { Draft, Path, Toml } from "../data/toml";
import type { TextFile } from "../texts/text-file";
import { drawingOf, prefixOf, setDrawing } from "./map-values";

/** A text of a set-up as it is read. */
export interface SetUpText {
  file: TextFile;
  toml: Toml;
}

const UNITS: readonly Path[] = [["unit"], ["map", "unit"]];

/** Returns the section of a piece; `null` if the text has none. */
export function pieceSection(toml: Toml, unit: string): Path | null {
  return UNITS.map((path) => [...path, unit]).find((path) => toml.section(path) !== null) ?? null;
}

/** Returns the ids of all pieces that a text has sections for. */
export function piecesIn(toml: Toml): string[] {
  return UNITS.flatMap((path) => toml.below(path).map(({ name }) => name));
}

/** A symbol of a map's drawing. */
export interface Symbol {
  mark: string;
  name: string;
}

/** Returns the symbols of the legend. */
export function legendOf(toml: Toml): Symbol[] {
  const section = toml.section([...prefixOf(toml), "legend"]);
  return (section?.entries ?? []).map(({ keys, value }) => {
    const mark = keys.join(".");
    const name = typeof value === "object" && value !== null && !Array.isArray(value) ? value["name"] : undefined;
    return { mark, name: typeof name === "string" ? name : mark };
  });
}

/** Draws a symbol at a place, `C4`; returns whether the text has a drawing with this place. */
export function draw(draft: Draft, place: string, mark: string): boolean {
  const drawing = drawingOf(draft);
  const found = drawing === null ? null : markAt(drawing.of, drawing.lines, place);
  if (drawing === null || found === null) return false;
  const { line, column } = found;
  const now = drawing.lines[line] ?? "";
  if (now[column] !== mark) setDrawing(draft, drawing, drawing.lines.with(line, now.slice(0, column) + mark + now.slice(column + 1)));
  return true;
}

/** Whether a text has a drawing with a place. */
export function isDrawn(toml: Toml, place: string): boolean {
  const drawing = drawingOf(toml);
  return drawing !== null && markAt(drawing.of, drawing.lines, place) !== null;
}

function markAt(of: "hexes" | "squares", lines: readonly string[], place: string): { line: number; column: number } | null {
  const named = /^([A-Z]+)(\d+)$/.exec(place);
  const top = lines.findIndex((line) => line.trim() !== "");
  if (named === null || top < 0) return null;
  const at = top + lineOf(named[1] ?? "");
  const line = lines[at];
  if (line === undefined) return null;
  const column = of === "squares" ? squareColumn(lines, Number(named[2])) : hexColumn(line, Number(named[2]));
  return column === null || (line[column] ?? " ") === " " ? null : { line: at, column };
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

/** Returns the text that has the section of a piece; of several the one that places it, else the first. */
export function holderOf(texts: readonly SetUpText[], unit: string): (SetUpText & { path: Path }) | null {
  let first: (SetUpText & { path: Path }) | null = null;
  for (const text of texts) {
    const path = pieceSection(text.toml, unit);
    if (path === null) continue;
    if (text.toml.get([...path, "at"]) !== null) return { ...text, path };
    first ??= { ...text, path };
  }
  return first;
}
