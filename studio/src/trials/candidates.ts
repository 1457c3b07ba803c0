// What of a scenario can be varied, and how a value is written into the texts.

import { saidBy, type Path, type Toml } from "../data/toml";
import type { Open } from "../data/toml-texts";
import { setCell, unitsOf } from "../data/units";
import { pieceSection } from "../play/set-up";
import type { Declaration } from "../protocol/documents";
import type { Studio } from "../studio";
import type { TextFile } from "../texts/text-file";

/** A value that can be varied. */
export interface Candidate {
  /** As it is asked for: `garrison.men`, `option.mist`. */
  name: string;
  title: string;
  /** Values to begin with; empty for an optional rule, which has its two. */
  values: string;
  /** The value that it has. */
  now: string | null;
}

/** How far from its value a number is varied. */
const AROUND = 2;

/** Keys of a piece that say where and what it is. */
const NOT_VARIED = new Set(["at", "facing", "count", "name", "is", "side", "shape", "symbol"]);

/** Returns the values around one that its range has. */
function around(now: string, range: readonly [number, number] | undefined): string {
  const number = Number(now);
  const [low, high] = range ?? [Math.min(number, 0), Infinity];
  return `${Math.max(low, number - AROUND)}..${Math.min(high, number + AROUND)}`;
}

/** Returns the ranges of stats and tracks, by name; the widest, if several kinds have one. */
function rangesOf(declarations: readonly Declaration[]): ReadonlyMap<string, readonly [number, number]> {
  const found = new Map<string, [number, number]>();
  for (const { name, from, to } of declarations.flatMap(({ kind }) => (kind === undefined ? [] : [...kind.stats, ...kind.tracks]))) {
    if (from === null || to === null) continue;
    const [least, most] = found.get(name) ?? [Infinity, -Infinity];
    found.set(name, [Math.min(least, from), Math.max(most, to)]);
  }
  return found;
}

function scenarioFile(studio: Studio, scenario: string): TextFile | undefined {
  const entry = studio.library.rulesets.value.flatMap((one) => one.scenarios).find((one) => one.name === scenario);
  return entry === undefined ? undefined : studio.texts.byUri(entry.uri);
}

/** The texts of units of a ruleset and of those below it that are in the page. */
function unitFiles(studio: Studio, ruleset: string): TextFile[] {
  const names = [ruleset, ...(studio.library.get(ruleset)?.base ?? [])];
  const entries = names.flatMap((name) => studio.library.get(name)?.files.filter((file) => file.kind === "units") ?? []);
  return entries.flatMap(({ uri }) => studio.texts.byUri(uri) ?? []);
}

/** Returns what can be varied: numbers of the pieces, numbers of their units, optional rules. */
export function candidatesOf(studio: Studio, scenario: string, ruleset: string, declarations: readonly Declaration[]): Candidate[] {
  const found = new Map<string, Candidate>();
  const add = (candidate: Candidate): void => void (found.has(candidate.name) || found.set(candidate.name, candidate));
  const file = scenarioFile(studio, scenario);
  const toml = file === undefined ? null : studio.toml.of(file);
  const named = new Set<string>();
  const ranges = rangesOf(declarations);
  for (const { name: unit, section } of [...(toml?.below(["unit"]) ?? []), ...(toml?.below(["side"]) ?? [])]) {
    for (const [key, value] of saidBy(section)) {
      const now = String(value);
      if (Number.isInteger(value) && !NOT_VARIED.has(key)) add({ name: `${unit}.${key}`, title: `${key} of ${unit}`, values: around(now, ranges.get(key)), now });
      if (key === "is" && typeof value === "string") named.add(value);
    }
    named.add(unit);
  }
  const units = unitFiles(studio, ruleset).flatMap((one) => unitsOf(studio.toml.of(one)));
  for (const { unit, values } of units.toSorted((one, other) => Number(named.has(other.unit)) - Number(named.has(one.unit)))) {
    for (const [key, now] of values) {
      if (/^-?\d+$/.test(now) && !NOT_VARIED.has(key)) add({ name: `${unit}.${key}`, title: `${key} of ${values.get("name") ?? unit}`, values: around(now, ranges.get(key)), now });
    }
  }
  const form = studio.question.form.peek();
  if (form?.ruleset === ruleset) for (const option of form.options) add({ name: `option.${option.name}`, title: option.title, values: option.values.join(","), now: optionIn(toml, option.name) ?? option.default });
  return [...found.values()];
}

/** Returns the value that a scenario gives an optional rule. */
function optionIn(toml: Toml | null, name: string): string | null {
  const value = toml?.get(["options", name]) ?? null;
  return value === null ? null : value === true ? "on" : value === false ? "off" : String(value);
}

/** Writes a value where it belongs; returns whether there is such a place. */
export async function writeChange(studio: Studio, open: Open, scenario: string, ruleset: string, { name, value }: { name: string; value: string }): Promise<boolean> {
  const file = scenarioFile(studio, scenario);
  if (file === undefined || file.builtIn) return false;
  const [first = "", key = ""] = name.split(".").slice(-2);
  const draft = await open(file.path);
  if (first === "option") {
    draft.set(["options", key], value === "on" || value === "off" ? value === "on" : value);
    return true;
  }
  const side: Path = ["side", first];
  const section = pieceSection(draft, first) ?? (draft.section(side) === null ? null : side);
  if (section !== null && /^-?\d+$/.test(value)) {
    draft.set([...section, key], Number(value));
    return true;
  }
  for (const one of unitFiles(studio, ruleset)) {
    if (one.builtIn) continue;
    const units = await open(one.path);
    const row = unitsOf(units).find(({ unit }) => unit === first);
    if (row === undefined) continue;
    setCell(units, row.kind, first, key, value);
    return true;
  }
  return false;
}
