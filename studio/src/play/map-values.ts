// Changes of maps: outlines, areas, links, the sides of hexes, what is special at a place.

import { saidBy, type Draft, type Path, type Section, type Toml, type Value } from "../data/toml";
import type { Corner } from "./shapes";

export type MapSort = "hexes" | "squares" | "areas" | "inches";

/** What is said of the ways between places: of the sides of hexes or squares, or of links between areas. */
export interface Way {
  /** The name, or the traits, as it is shown. */
  title: string;
  /** Its keys but for `between`. */
  says: [key: string, value: Value][];
}

/** Headings of a map within a scenario begin with `map`. */
export function prefixOf(toml: Toml): Path {
  return toml.sections.some((section) => section.path[0] === "map") ? ["map"] : [];
}

/** Returns the sort of the map that a text has; `null` if it has none. */
export function mapSort(toml: Toml): MapSort | null {
  if (mapValue(toml, "hexes") !== null) return "hexes";
  if (mapValue(toml, "squares") !== null) return "squares";
  if (mapValue(toml, "size") !== null) return "inches";
  return areasIn(toml).length > 0 ? "areas" : null;
}

/** Returns a value at the head of a map, such as its `grid`. */
export function mapValue(toml: Toml, key: string): Value | null {
  return toml.get([...prefixOf(toml), key]);
}

export function setMapValue(draft: Draft, key: string, value: Value): void {
  draft.set([...prefixOf(draft), key], value);
}

/** Returns the corners of a section's `shape`; `null` without one. */
export function shapeOf(toml: Toml, section: Path): Corner[] | null {
  const value = toml.get([...section, "shape"]);
  return Array.isArray(value) && value.every(isCorner) ? value : null;
}

function isCorner(value: Value): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((length) => typeof length === "number");
}

/** Returns a pair of numbers of a section; `null` without one. */
export function pairOf(toml: Toml, section: Path, key: string): Corner | null {
  const value = toml.get([...section, key]);
  return value !== null && isCorner(value) ? value : null;
}

export interface Area {
  id: string;
  title: string;
  position: Corner | null;
}

function areaPath(toml: Toml, id: string): Path {
  return [...prefixOf(toml), "area", id];
}

export function areasIn(toml: Toml): Area[] {
  return toml.below([...prefixOf(toml), "area"]).map(({ name, section }) => ({
    id: name,
    title: toml.text([...section.path, "name"]) ?? name,
    position: pairOf(toml, section.path, "position"),
  }));
}

export function setPosition(draft: Draft, id: string, position: Corner): void {
  if (draft.section(areaPath(draft, id)) !== null) draft.set([...areaPath(draft, id), "position"], [...position]);
}

export function addArea(draft: Draft, id: string, title: string, position: Corner | null): void {
  const path = areaPath(draft, id);
  draft.set([...path, "name"], title);
  if (position !== null) draft.set([...path, "position"], [...position]);
}

/** Removes an area, with everything that leads to it. */
export function removeArea(draft: Draft, id: string): void {
  for (const other of areasIn(draft)) if (other.id !== id) part(draft, id, other.id);
  draft.remove(areaPath(draft, id));
}

export type Cell = "hex" | "square" | "area";

/** Returns what a place has of its own, `[hex.B3]`; `null` without the key. */
export function placeValue(toml: Toml, cell: Cell, place: string, key: string): Value | null {
  return toml.get([...prefixOf(toml), cell, place, key]);
}

/** Gives a place a value of its own, or takes it away. A hex or square without any has no section. */
export function setPlaceValue(draft: Draft, cell: Cell, place: string, key: string, value: Value | null): void {
  const path = [...prefixOf(draft), cell, place];
  if (value !== null) {
    draft.set([...path, key], value);
    return;
  }
  const others = draft.section(path)?.entries.filter((entry) => entry.keys.join(".") !== key) ?? [];
  draft.remove(cell !== "area" && others.length === 0 ? path : [...path, key]);
}

/** Adds a symbol to the legend. */
export function addToLegend(draft: Draft, mark: string, says: readonly (readonly [key: string, value: Value])[]): void {
  draft.setTable([...prefixOf(draft), "legend", mark], says);
}

/** Returns a symbol that a drawing does not use yet: a letter of the title, if one is free. */
export function freeMark(taken: ReadonlySet<string>, title: string): string {
  const letters = [...title.toLowerCase(), ..."abcdefghijklmnopqrstuvwxyz0123456789%&+*"].filter((letter) => /[a-z0-9%&+*]/.test(letter));
  return letters.find((letter) => !taken.has(letter)) ?? "?";
}

function waySections(toml: Toml): Section[] {
  const prefix = prefixOf(toml);
  return [...toml.listed([...prefix, "side"]), ...toml.listed([...prefix, "link"])];
}

function wayOf(section: Section): Way {
  const says = saidBy(section).filter(([key]) => key !== "between");
  return { title: wayTitle(says), says };
}

/** A way is called by its name, else by its traits. */
export function wayTitle(says: readonly (readonly [key: string, value: Value])[]): string {
  const get = (key: string): Value | undefined => says.find(([one]) => one === key)?.[1];
  const [name, traits] = [get("name"), get("traits")];
  if (typeof name === "string") return name;
  if (Array.isArray(traits) && traits.length > 0) return traits.join(", ");
  return says.map(([key, value]) => `${key} ${String(value)}`).join(", ");
}

/** Returns the different ways of a map. */
export function waysIn(toml: Toml): Way[] {
  const ways = new Map<string, Way>();
  for (const section of waySections(toml)) {
    const way = wayOf(section);
    if (!ways.has(keyOf(way))) ways.set(keyOf(way), way);
  }
  return [...ways.values()];
}

/** Two ways are of one sort if they say the same, in any order. */
export function keyOf(way: Way): string {
  return way.says
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .toSorted()
    .join(";");
}

/** Returns the lists of a way's `between`; a single list is one. */
function betweenOf(toml: Toml, section: Section): { lists: string[][]; isFlat: boolean } {
  const value = toml.get([...section.path, "between"]);
  const names = (list: Value[]): string[] => list.filter((name) => typeof name === "string");
  if (!Array.isArray(value)) return { lists: [], isFlat: false };
  if (value.every((name) => typeof name === "string")) return { lists: [value], isFlat: true };
  return { lists: value.flatMap((list) => (Array.isArray(list) ? [names(list)] : [])), isFlat: false };
}

function setBetween(draft: Draft, section: Section, lists: readonly string[][], wasFlat: boolean): void {
  const [only] = lists;
  const value = wasFlat && lists.length === 1 && only !== undefined ? only : lists.map((list) => [...list]);
  draft.set([...section.path, "between"], value);
}

/** Leads a way between two places, besides those that it has. A road through several areas is one list. */
export function join(draft: Draft, what: "side" | "link", way: Way, one: string, other: string): void {
  const list = [...prefixOf(draft), what];
  const known = draft.listed(list);
  const section = known.find((each) => keyOf(wayOf(each)) === keyOf(way));
  if (section === undefined) {
    const path = [...list, known.length];
    draft.set([...path, "between"], [[one, other]]);
    for (const [key, value] of way.says) draft.set([...path, key], value);
    return;
  }
  const { lists, isFlat } = betweenOf(draft, section);
  const last = lists.at(-1);
  const goesOn = what === "link" && last !== undefined && last.at(-1) === one && !last.includes(other);
  setBetween(draft, section, goesOn ? lists.with(-1, [...last, other]) : [...lists, [one, other]], isFlat);
}

/** Returns the ways between two places; an empty one if only lists of `links` join them. */
export function joinsOf(toml: Toml, one: string, other: string): Way[] {
  const sections = waySections(toml).filter((section) => betweenOf(toml, section).lists.some((names) => stepsOf(names).some((step) => isStep(step, one, other))));
  if (sections.length > 0) return sections.map(wayOf);
  const isListed = [one, other].some((id, at) => {
    const links = toml.get([...areaPath(toml, id), "links"]);
    return Array.isArray(links) && links.includes([other, one][at] ?? "");
  });
  return isListed ? [{ title: "", says: [] }] : [];
}

function stepsOf(names: readonly string[]): [string, string][] {
  return names.slice(1).map((name, at): [string, string] => [names[at] ?? "", name]);
}

function isStep([from, to]: readonly [string, string], one: string, other: string): boolean {
  return (from === one && to === other) || (from === other && to === one);
}

/** Takes the ways between two places out, or only those of one sort: a road that went on is two roads. */
export function part(draft: Draft, one: string, other: string, only: Way | null = null): void {
  // From the last to the first, so that the numbers of those before stay.
  for (const section of waySections(draft).toReversed()) {
    if (only !== null && keyOf(wayOf(section)) !== keyOf(only)) continue;
    const { lists, isFlat } = betweenOf(draft, section);
    const left = lists.map((names) => partsWithout(names, one, other) ?? [names]);
    if (lists.length > 0 && left.every((parts) => parts.length === 0)) draft.remove(section.path);
    else if (left.some((parts, at) => parts.length !== 1 || parts[0] !== lists[at])) setBetween(draft, section, left.flat(), isFlat);
  }
  if (only !== null) return;
  for (const [id, gone] of [
    [one, other],
    [other, one],
  ] as const) {
    const links = draft.get([...areaPath(draft, id), "links"]);
    if (Array.isArray(links) && links.includes(gone)) draft.set([...areaPath(draft, id), "links"], links.filter((name) => name !== gone));
  }
}

/** Returns the parts of a road without one of its steps; `null` if it does not have it. */
function partsWithout(names: readonly string[], one: string, other: string): string[][] | null {
  const parts: string[][] = [names.slice(0, 1)];
  let found = false;
  for (const [from, to] of stepsOf(names)) {
    if (isStep([from, to], one, other)) {
      found = true;
      parts.push([to]);
    } else {
      parts.at(-1)?.push(to);
    }
  }
  return found ? parts.filter((each) => each.length > 1) : null;
}

/** The drawing of a map, line by line. */
export interface MapDrawing {
  of: "hexes" | "squares";
  lines: string[];
}

/** Returns the drawing of hexes or squares; `null` if the text has none. */
export function drawingOf(toml: Toml): MapDrawing | null {
  for (const of of ["hexes", "squares"] as const) {
    const drawing = mapValue(toml, of);
    if (typeof drawing === "string") return { of, lines: drawing.split("\n") };
  }
  return null;
}

export function setDrawing(draft: Draft, { of }: MapDrawing, lines: readonly string[]): void {
  setMapValue(draft, of, lines.join("\n"));
}

/** Adds a row below the drawing: the names of places stay. It is as the one before the last, which on hexes has the same shift. */
export function addRow(draft: Draft): void {
  const drawing = drawingOf(draft);
  const rows = drawing?.lines.flatMap((line, at) => (line.trim() === "" ? [] : [at])) ?? [];
  const last = drawing?.lines[rows.at(-1) ?? -1];
  if (drawing === null || last === undefined) return;
  const above = drawing.lines[rows.at(-2) ?? -1] ?? (drawing.of === "hexes" ? ` ${last}` : last);
  setDrawing(draft, drawing, drawing.lines.toSpliced((rows.at(-1) ?? 0) + 1, 0, above));
}

/** Adds a column on the right of a drawing, as the last one is; none to hexes with flat tops, whose columns are in every second line. */
export function addColumn(draft: Draft): void {
  const drawing = drawingOf(draft);
  if (drawing === null || mapValue(draft, "layout") === "flat") return;
  const rows = drawing.lines.map((line) => line.trimEnd());
  // Squares are below each other: what a row is short of are holes, before the new column. Hexes are counted along their row.
  const width = drawing.of === "squares" ? Math.max(...rows.map((row) => row.length)) : 0;
  const lines = rows.map((row, at) => (row === "" ? (drawing.lines[at] ?? "") : `${row.padEnd(width)} ${row.at(-1) ?? "."}`));
  setDrawing(draft, drawing, lines);
}
