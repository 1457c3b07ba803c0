// Unit files, maps and scenarios as sections and values. The service reads and writes them; a draft gathers what is to be written.

import type { Place } from "../protocol/documents";

export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

/** The names of a heading, with the numbers of lists of sections, and a key: `["unit", "garrison", "men"]`. */
export type Path = readonly (string | number)[];

export interface Entry {
  keys: readonly string[];
  value: Value;
  place: Place | null;
}

export interface Section {
  path: Path;
  /** From its heading to its last line. */
  place: Place | null;
  entries: readonly Entry[];
}

export type TomlEdit =
  | { what: "set"; path: Path; value: Value }
  | { what: "set"; path: Path; table: readonly (readonly [key: string, value: Value])[] }
  | { what: "remove"; path: Path }
  | { what: "move"; path: Path; to: Path };

export function isSame(one: Path, other: Path): boolean {
  return one.length === other.length && begins(one, other);
}

function begins(path: Path, first: Path): boolean {
  return first.every((step, at) => path[at] === step);
}

/** A text as it is read. */
export class Toml {
  protected all: readonly Section[];

  constructor(sections: readonly Section[]) {
    this.all = sections;
  }

  /** The sections in order; the first is what stands above all headings. */
  get sections(): readonly Section[] {
    return this.all;
  }

  section(path: Path): Section | null {
    return this.all.find((section) => isSame(section.path, path)) ?? null;
  }

  /** Returns the value of a key; `null` if the text has none. */
  get(path: Path): Value | null {
    const key = path.at(-1);
    const entry = this.section(path.slice(0, -1))?.entries.find((one) => one.keys.join(".") === key);
    return entry?.value ?? null;
  }

  /** Returns a text; `null` of what is none. */
  text(path: Path): string | null {
    const value = this.get(path);
    return typeof value === "string" ? value : null;
  }

  /** Returns the sections one step below a path, each with its name. */
  below(path: Path): { name: string; section: Section }[] {
    return this.all.flatMap((section) => {
      const name = section.path[path.length];
      return section.path.length === path.length + 1 && begins(section.path, path) && typeof name === "string" ? [{ name, section }] : [];
    });
  }

  /** Returns the sections of a list, `[[side]]`, in order. */
  listed(path: Path): Section[] {
    return this.all.filter((section) => section.path.length === path.length + 1 && begins(section.path, path) && typeof section.path[path.length] === "number");
  }
}

/** What a section says, key by key. */
export function saidBy(section: Section): [key: string, value: Value][] {
  return section.entries.map((entry) => [entry.keys.join("."), entry.value]);
}

/** A text that is to be changed: it reads as it will be, and keeps the edits that make it so. */
export class Draft extends Toml {
  readonly edits: TomlEdit[] = [];

  set(path: Path, value: Value): void {
    this.edits.push({ what: "set", path, value });
    this.#put(path, value);
  }

  /** Sets a record whose keys are written in this order. */
  setTable(path: Path, table: readonly (readonly [key: string, value: Value])[]): void {
    this.edits.push({ what: "set", path, table });
    this.#put(path, Object.fromEntries(table));
  }

  /** Removes a key, or a section with those below it, if it is there. */
  remove(path: Path): void {
    const isThere = this.all.some((section) => begins(section.path, path)) || this.get(path) !== null;
    if (!isThere) return;
    this.edits.push({ what: "remove", path });
    const [parent, last] = [path.slice(0, -1), path.at(-1)];
    this.all = this.all
      .filter((section) => !begins(section.path, path))
      .map((section) => {
        if (isSame(section.path, parent)) return { ...section, entries: section.entries.filter((entry) => entry.keys.join(".") !== last) };
        // Those behind it in a list of sections go up by one.
        const number = section.path[parent.length];
        if (typeof last !== "number" || typeof number !== "number" || number < last || !begins(section.path, parent)) return section;
        return { ...section, path: section.path.with(parent.length, number - 1) };
      });
  }

  /** Moves a section to the place of another with the same names but the last. */
  move(path: Path, to: Path): void {
    if (!isSame(path, to)) this.edits.push({ what: "move", path, to });
  }

  #put(path: Path, value: Value): void {
    const [parent, key] = [path.slice(0, -1), String(path.at(-1))];
    if (this.section(parent) === null) this.all = [...this.all, { path: parent, place: null, entries: [] }];
    const entry: Entry = { keys: [key], value, place: null };
    this.all = this.all.map((section) => {
      if (!isSame(section.path, parent)) return section;
      const at = section.entries.findIndex((one) => one.keys.join(".") === key);
      return { ...section, entries: at < 0 ? [...section.entries, entry] : section.entries.with(at, entry) };
    });
  }
}
