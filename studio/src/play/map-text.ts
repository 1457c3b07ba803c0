// Changes of maps as a person would write them: outlines, areas, links, the sides of hexes, what is special at a place.

import { afterBlank, entryOf, itemPlaces, parsed, sectionOf, sectionsOf, valueIn, withEntry, without, withoutEntry, withSectionBehind, written, type Section, type Value } from "./toml";
import type { Corner } from "./shapes";

export type MapSort = "hexes" | "squares" | "areas" | "inches";

/** What is said of the ways between places: of the sides of hexes or squares, or of links between areas. */
export interface Way {
  /** The name, or the traits, as it is shown. */
  title: string;
  /** Its keys but for `between`, as they are written. */
  says: [key: string, source: string][];
}

/** Headings of a map within a scenario begin with `map.`. */
function prefixOf(text: string): string {
  return sectionsOf(text).some((section) => /^\[\[?map[.\]]/.test(section.heading)) ? "map." : "";
}

function head(text: string): Section | null {
  return sectionOf(text, prefixOf(text) === "" ? "" : "[map]");
}

/** Returns the sort of the map that a text has; `null` if it has none. */
export function mapSort(text: string): MapSort | null {
  const top = head(text);
  if (top !== null) {
    if (entryOf(top, "hexes") !== null) return "hexes";
    if (entryOf(top, "squares") !== null) return "squares";
    if (entryOf(top, "size") !== null) return "inches";
  }
  return areasIn(text).length > 0 ? "areas" : null;
}

/** Returns a value at the head of a map, such as its `grid`. */
export function mapValue(text: string, key: string): Value | null {
  const top = head(text);
  return top === null ? null : valueIn(text, top, key);
}

export function withMapValue(text: string, key: string, value: Value): string {
  const top = head(text);
  return top === null ? text : withEntry(text, top, key, written(value));
}

/** Returns the corners of a section's `shape`; `null` without one. */
export function shapeOf(text: string, heading: string): Corner[] | null {
  const section = sectionOf(text, heading);
  const value = section === null ? null : valueIn(text, section, "shape");
  return Array.isArray(value) && value.every(isCorner) ? value : null;
}

function isCorner(value: Value): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((length) => typeof length === "number");
}

/** Returns a pair of numbers of a section; `null` without one. */
export function pairOf(text: string, heading: string, key: string): Corner | null {
  const section = sectionOf(text, heading);
  const value = section === null ? null : valueIn(text, section, key);
  return value !== null && isCorner(value) ? value : null;
}

export interface Area {
  id: string;
  title: string;
  position: Corner | null;
}

export function areasIn(text: string): Area[] {
  return sectionsOf(text).flatMap((section) => {
    const id = /^\[(?:map\.)?area\.([\w-]+)\]$/.exec(section.heading)?.[1];
    if (id === undefined) return [];
    const name = valueIn(text, section, "name");
    const position = valueIn(text, section, "position");
    return [{ id, title: typeof name === "string" ? name : id, position: position !== null && isCorner(position) ? position : null }];
  });
}

function areaHeading(text: string, id: string): string {
  return `[${prefixOf(text)}area.${id}]`;
}

export function withPosition(text: string, id: string, position: Corner): string {
  const section = sectionOf(text, areaHeading(text, id));
  return section === null ? text : withEntry(text, section, "position", written([...position]));
}

/** Adds an area behind the last one. */
export function withArea(text: string, id: string, title: string, position: Corner | null): string {
  const lines = [areaHeading(text, id), `name = ${written(title)}`, ...(position === null ? [] : [`position = ${written([...position])}`])];
  const last = sectionsOf(text).findLast((section) => /^\[(?:map\.)?area\./.test(section.heading)) ?? head(text);
  return last === null ? `${text.trimEnd()}\n\n${lines.join("\n")}\n` : withSectionBehind(text, last, lines);
}

/** Takes an area out, with everything that leads to it. */
export function withoutArea(text: string, id: string): string {
  let rest = text;
  for (const other of areasIn(text)) if (other.id !== id) rest = withoutJoin(rest, id, other.id);
  const section = sectionOf(rest, areaHeading(rest, id));
  return section === null ? rest : without(rest, section);
}

/** Returns what a place has of its own, `[hex.B3]`, as it is written; `null` without the key. */
export function placeValue(text: string, cell: "hex" | "square" | "area", place: string, key: string): string | null {
  const section = sectionOf(text, `[${prefixOf(text)}${cell}.${place}]`);
  const entry = section === null ? null : entryOf(section, key);
  return entry === null ? null : text.slice(entry.from, entry.to);
}

/** Gives a place a value of its own, or takes it away. A hex or square without any has no section. */
export function withPlaceValue(text: string, cell: "hex" | "square" | "area", place: string, key: string, source: string | null): string {
  const heading = `[${prefixOf(text)}${cell}.${place}]`;
  const section = sectionOf(text, heading);
  if (section === null) {
    if (source === null) return text;
    const sections = sectionsOf(text);
    const isCell = (one: Section): boolean => one.heading.startsWith(`[${prefixOf(text)}${cell}.`);
    const behind = sections.findLast(isCell) ?? sections.findLast((one) => /legend\]$/.test(one.heading)) ?? sections.at(-1);
    return behind === undefined ? text : withSectionBehind(text, behind, [heading, `${key} = ${source}`]);
  }
  if (source !== null) return withEntry(text, section, key, source);
  const rest = withoutEntry(text, section, key);
  const now = sectionOf(rest, heading);
  return cell !== "area" && now !== null && now.entries.length === 0 ? without(rest, now) : rest;
}

/** Returns the stats that a symbol of the legend gives, as they are written. */
export function legendValue(text: string, mark: string, key: string): Value | null {
  const section = sectionOf(text, `[${prefixOf(text)}legend]`);
  const says = section === null ? null : valueIn(text, section, mark);
  return says !== null && typeof says === "object" && !Array.isArray(says) ? (says[key] ?? null) : null;
}

/** Adds a symbol to the legend. */
export function withLegend(text: string, mark: string, says: { [key: string]: Value }): string {
  const heading = `[${prefixOf(text)}legend]`;
  const section = sectionOf(text, heading);
  const key = /^\w$/.test(mark) ? mark : JSON.stringify(mark);
  if (section !== null) return withEntry(text, section, key, written(says));
  const top = head(text);
  return top === null ? text : withSectionBehind(text, top, [heading, `${key} = ${written(says)}`]);
}

/** Returns a symbol that a drawing does not use yet: a letter of the title, if one is free. */
export function freeMark(taken: ReadonlySet<string>, title: string): string {
  const letters = [...title.toLowerCase(), ..."abcdefghijklmnopqrstuvwxyz0123456789%&+*"].filter((letter) => /[a-z0-9%&+*]/.test(letter));
  return letters.find((letter) => !taken.has(letter)) ?? "?";
}

/** The headings of ways. */
const WAYS = /^\[\[(?:map\.)?(side|link)\]\]$/;

function waySections(text: string): Section[] {
  return sectionsOf(text).filter((section) => WAYS.test(section.heading));
}

function wayOf(text: string, section: Section): Way {
  const says = section.entries.filter((entry) => entry.key !== "between").map((entry): [string, string] => [entry.key, text.slice(entry.from, entry.to)]);
  return { title: wayTitle(says), says };
}

/** A way is called by its name, else by its traits. */
export function wayTitle(says: readonly (readonly [key: string, source: string])[]): string {
  const get = (key: string): Value | null => parsed(says.find(([one]) => one === key)?.[1] ?? "");
  const [name, traits] = [get("name"), get("traits")];
  if (typeof name === "string") return name;
  if (Array.isArray(traits) && traits.length > 0) return traits.join(", ");
  return says.map(([key, source]) => `${key} ${source}`).join(", ");
}

/** Returns the different ways of a map. */
export function waysIn(text: string): Way[] {
  const ways = new Map<string, Way>();
  for (const section of waySections(text)) {
    const way = wayOf(text, section);
    if (!ways.has(keyOf(way))) ways.set(keyOf(way), way);
  }
  return [...ways.values()];
}

/** Two ways are of one sort if they say the same, in any order. */
export function keyOf(way: Way): string {
  return way.says
    .map(([key, source]) => `${key}=${JSON.stringify(parsed(source))}`)
    .toSorted()
    .join(";");
}

interface Item {
  from: number;
  to: number;
  names: string[];
}

/** Returns the lists of a way's `between`, each with its place; a single list is one. */
function itemsOf(text: string, section: Section): { items: Item[]; isFlat: boolean } {
  const entry = entryOf(section, "between");
  const value = entry === null ? null : parsed(text.slice(entry.from, entry.to));
  if (entry === null || !Array.isArray(value)) return { items: [], isFlat: false };
  if (value.every((name) => typeof name === "string")) return { items: [{ from: entry.from, to: entry.to, names: value }], isFlat: true };
  const items = itemPlaces(text, entry.from).flatMap((place, at): Item[] => {
    const names = value[at];
    return Array.isArray(names) ? [{ ...place, names: names.filter((name) => typeof name === "string") }] : [];
  });
  return { items, isFlat: false };
}

/** Longer lists go on in a further line. */
const WIDTH = 100;

/** Leads a way between two places, besides those that it has. A road through several areas is one list. */
export function withJoin(text: string, what: "side" | "link", way: Way, one: string, other: string): string {
  const heading = `[[${prefixOf(text)}${what}]]`;
  const sections = waySections(text);
  const section = sections.find((known) => known.heading === heading && keyOf(wayOf(text, known)) === keyOf(way));
  if (section === undefined) {
    const behind = sections.at(-1) ?? sectionsOf(text).findLast((known) => /^\[(?:map\.)?(?:legend|hex|square|area)\b/.test(known.heading)) ?? sectionsOf(text).at(-1);
    const lines = [heading, `between = [${written([one, other])}]`, ...way.says.map(([key, source]) => `${key} = ${source}`)];
    return behind === undefined ? text : withSectionBehind(text, behind, lines);
  }
  const { items, isFlat } = itemsOf(text, section);
  const last = items.at(-1);
  if (last === undefined) return withEntry(text, section, "between", `[${written([one, other])}]`);
  if (what === "link" && last.names.at(-1) === one && !last.names.includes(other)) {
    // Right behind the last name: before a comma or a comment at the end of the list.
    const end = itemPlaces(text, last.from).at(-1)?.to ?? last.to - 1;
    return `${text.slice(0, end)}, ${written(other)}${text.slice(end)}`;
  }
  const item = written([one, other]);
  if (isFlat) return `${text.slice(0, last.from)}[${text.slice(last.from, last.to)}, ${item}]${text.slice(last.to)}`;
  const start = text.lastIndexOf("\n", last.to - 1) + 1;
  const before = items.at(-2);
  // Items that have a line each go on doing so.
  const isOwnLine = before !== undefined && before.to < start && last.from >= start && text.slice(start, last.from).trim() === "" && !text.slice(text.lastIndexOf("\n", before.from) + 1, before.from).includes("[");
  const indent = /^[ \t]*/.exec(text.slice(start))?.[0] || "  ";
  const breaks = isOwnLine || last.to - start + item.length > WIDTH;
  return `${text.slice(0, last.to)},${breaks ? `\n${indent}` : " "}${item}${text.slice(last.to)}`;
}

/** Returns the ways between two places; an empty one if only lists of `links` join them. */
export function joinsOf(text: string, one: string, other: string): Way[] {
  const sections = waySections(text).filter((section) => itemsOf(text, section).items.some((item) => stepsOf(item.names).some((step) => isStep(step, one, other))));
  if (sections.length > 0) return sections.map((section) => wayOf(text, section));
  const isListed = [one, other].some((id, at) => {
    const section = sectionOf(text, areaHeading(text, id));
    const links = section === null ? null : valueIn(text, section, "links");
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
export function withoutJoin(text: string, one: string, other: string, only: Way | null = null): string {
  let rest = text;
  // From the last to the first, so that places before stay where they are.
  for (const section of waySections(text).toReversed()) {
    if (only !== null && keyOf(wayOf(text, section)) !== keyOf(only)) continue;
    const { items, isFlat } = itemsOf(rest, section);
    const cuts = items.map((item) => partsWithout(item.names, one, other));
    // The heading goes with the last of its items, while the section still ends where it was found.
    if (items.length > 0 && cuts.every((parts) => parts?.length === 0)) {
      rest = without(rest, section);
      continue;
    }
    for (const [at, item] of [...items.entries()].toReversed()) {
      const parts = cuts[at] ?? null;
      if (parts === null) continue;
      if (parts.length === 0) {
        rest = withoutItem(rest, item, items[at - 1]);
      } else {
        const source = parts.map((names) => written(names)).join(", ");
        rest = `${rest.slice(0, item.from)}${isFlat && parts.length > 1 ? `[${source}]` : source}${rest.slice(item.to)}`;
      }
    }
  }
  if (only !== null) return rest;
  for (const [id, gone] of [
    [one, other],
    [other, one],
  ] as const) {
    const section = sectionOf(rest, areaHeading(rest, id));
    const links = section === null ? null : valueIn(rest, section, "links");
    if (section === null || !Array.isArray(links) || !links.includes(gone)) continue;
    rest = withEntry(rest, section, "links", written(links.filter((name) => name !== gone)));
  }
  return rest;
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
  return found ? parts.filter((part) => part.length > 1) : null;
}

/** Takes an item out of a list, with the comma on one side of it. */
function withoutItem(text: string, item: Item, before: Item | undefined): string {
  const comma = afterBlank(text, item.to);
  if (text[comma] === ",") {
    const end = comma + 1 + (/^[ \t]*/.exec(text.slice(comma + 1))?.[0].length ?? 0);
    // An item with a line of its own takes that along.
    const line = text.lastIndexOf("\n", item.from - 1) + 1;
    const isAlone = text.slice(line, item.from).trim() === "" && text[end] === "\n";
    return isAlone ? text.slice(0, line) + text.slice(end + 1) : text.slice(0, item.from) + text.slice(end);
  }
  // A comma may stay at the end of a list: it does if a comment follows it.
  const last = before === undefined ? -1 : afterBlank(text, before.to);
  const isBare = text[last] === "," && text.slice(last + 1, item.from).trim() === "";
  return text.slice(0, isBare ? last : item.from) + text.slice(item.to);
}

/** The drawing of a map, line by line, and where it stands in the text. */
export interface MapDrawing {
  of: "hexes" | "squares";
  from: number;
  to: number;
  lines: string[];
}

/** Returns the drawing of hexes or squares; `null` if the text has none. */
export function drawingOf(text: string): MapDrawing | null {
  const drawing = /^(\s*(hexes|squares)\s*=\s*"""\n)([\s\S]*?)"""/m.exec(text);
  if (drawing === null) return null;
  const [, head = "", of, content = ""] = drawing;
  const from = drawing.index + head.length;
  return { of: of === "squares" ? "squares" : "hexes", from, to: from + content.length, lines: content.split("\n") };
}

export function withDrawing(text: string, { from, to }: MapDrawing, lines: readonly string[]): string {
  return text.slice(0, from) + lines.join("\n") + text.slice(to);
}

/** Adds a row below the drawing: the names of places stay. It is as the one before the last, which on hexes has the same shift. */
export function withRow(text: string): string | null {
  const drawing = drawingOf(text);
  const rows = drawing?.lines.flatMap((line, at) => (line.trim() === "" ? [] : [at])) ?? [];
  const last = drawing?.lines[rows.at(-1) ?? -1];
  if (drawing === null || last === undefined) return null;
  const above = drawing.lines[rows.at(-2) ?? -1] ?? (mapSort(text) === "hexes" ? ` ${last}` : last);
  const lines = drawing.lines.toSpliced((rows.at(-1) ?? 0) + 1, 0, above);
  return withDrawing(text, drawing, lines);
}

/** Adds a column on the right of a drawing, as the last one is; `null` of hexes with flat tops, whose columns are in every second line. */
export function withColumn(text: string): string | null {
  const drawing = drawingOf(text);
  if (drawing === null || mapValue(text, "layout") === "flat") return null;
  const rows = drawing.lines.map((line) => line.trimEnd());
  // Squares are below each other: what a row is short of are holes, before the new column. Hexes are counted along their row.
  const width = drawing.of === "squares" ? Math.max(...rows.map((row) => row.length)) : 0;
  const lines = rows.map((row, at) => (row === "" ? (drawing.lines[at] ?? "") : `${row.padEnd(width)} ${row.at(-1) ?? "."}`));
  return withDrawing(text, drawing, lines);
}
