// The sides of a scenario.

import type { FieldValue } from "../protocol/documents";
import type { Studio } from "../studio";

/** Returns the sides that a scenario has sections for, with the names that it gives them. */
async function sectionsOf(studio: Studio, scenario: string): Promise<{ value: string; title: string | null }[]> {
  const entry = studio.library.rulesets.value.flatMap((ruleset) => ruleset.scenarios).find((one) => one.name === scenario);
  const file = entry === undefined ? null : await studio.load(entry.uri).catch(() => null);
  const toml = file === null ? null : await studio.toml.read(file).catch(() => null);
  return (toml?.below(["side"]) ?? []).map(({ name, section }) => ({ value: name, title: toml?.text([...section.path, "name"]) ?? null }));
}

/** Returns the names of the sides that a scenario has sections for. */
export async function sidesIn(studio: Studio, scenario: string): Promise<string[]> {
  return (await sectionsOf(studio, scenario)).map(({ value }) => value);
}

/** Returns the sides with their titles, those of the ruleset where the scenario names none. */
export async function titledSides(studio: Studio, scenario: string): Promise<FieldValue[]> {
  const ruleset = studio.library.rulesets.value.find((one) => one.scenarios.some((entry) => entry.name === scenario));
  const named = await sectionsOf(studio, scenario);
  const form = ruleset === undefined ? null : await studio.front.request<{ sides: FieldValue[] }>("sandtable/form", { ruleset: ruleset.name }).catch(() => null);
  const known = form?.sides ?? [];
  if (named.length === 0) return known;
  return named.map(({ value, title }) => ({ value, title: title ?? known.find((side) => side.value === value)?.title ?? value }));
}
