// The units of unit files as rows, and changes of them.

import type { Draft, Toml, Value } from "./toml";

export interface UnitRow {
  kind: string;
  unit: string;
  /** The values as they are shown, by key. */
  values: ReadonlyMap<string, string>;
  /** Keys whose values are lists of lists or records, and are changed in the text. */
  long: ReadonlySet<string>;
}

/** Returns the units of a text; none of one that has not been read. */
export function unitsOf(toml: Toml | null): UnitRow[] {
  return (toml?.sections ?? []).flatMap(({ path, entries }): UnitRow[] => {
    const [kind, unit] = path;
    if (path.length !== 2 || typeof kind !== "string" || typeof unit !== "string") return [];
    const values = new Map<string, string>();
    const long = new Set<string>();
    for (const { keys, value } of entries) {
      const shown = shownValue(value);
      if (shown === null) long.add(keys.join("."));
      else values.set(keys.join("."), shown);
    }
    return [{ kind, unit, values, long }];
  });
}

/** Returns a value as it is shown; `null` of a record or a list of lists. */
export function shownValue(value: Value): string | null {
  if (Array.isArray(value)) return value.every((item) => typeof item !== "object") ? value.map(String).join(", ") : null;
  if (typeof value === "object") return null;
  return value === true ? "yes" : value === false ? "no" : String(value);
}

/** Returns what was typed as a value: a list of traits, a number, yes or no, else a text. */
export function valueFor(key: string, typed: string): Value {
  const plain = typed.trim();
  if (key === "traits") return plain.split(",").map((item) => item.trim()).filter((item) => item !== "");
  if (/^-?\d+(?:\.\d+)?$/.test(plain)) return Number(plain);
  if (plain === "yes" || plain === "no") return plain === "yes";
  return plain;
}

/** Gives a unit a value, or takes it away if it is empty. */
export function setCell(draft: Draft, kind: string, unit: string, key: string, typed: string): void {
  if (typed.trim() === "") draft.remove([kind, unit, key]);
  else draft.set([kind, unit, key], valueFor(key, typed));
}

/** Adds a unit after the others of its kind. */
export function addUnit(draft: Draft, kind: string, unit: string, values: readonly (readonly [key: string, typed: string])[]): void {
  for (const [key, typed] of values) if (typed.trim() !== "") draft.set([kind, unit, key], valueFor(key, typed));
}

/** Returns the cells of what was copied from a spreadsheet; `null` if it is one cell. */
export function pasted(text: string): string[][] | null {
  if (!/[\t\n]/.test(text.trimEnd())) return null;
  return text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split("\t").map((cell) => cell.trim()));
}
