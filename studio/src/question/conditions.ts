// Conditions that the chances of a table can be about, written as in an `expect`.

import type { OddsDocument } from "../protocol/documents";

/** Values of every answer that say nothing about its outcome. */
const GENERAL = new Set(["refused", "ended", "winner"]);

/** Returns the conditions that tell the outcomes of an answer apart, the likeliest to be wanted first. */
export function conditionsOf(odds: OddsDocument, ask: string): string[] {
  const seen = new Map<string, Set<string | number | boolean>>();
  for (const { values } of odds.outcomes) {
    for (const [key, value] of Object.entries(values)) {
      if (value === null || GENERAL.has(key)) continue;
      const known = seen.get(key) ?? new Set();
      known.add(value);
      seen.set(key, known);
    }
  }
  const conditions: string[] = [];
  for (const [key, values] of seen) {
    const name = key === "value" ? ask : key;
    const words = [...values].filter((value) => typeof value === "string");
    const numbers = [...values].filter((value) => typeof value === "number").toSorted((one, other) => one - other);
    // A value that every outcome has tells nothing apart.
    if (values.size > 1 || key === "value") {
      conditions.push(...words.map((word) => `${name} is ${word}`));
      conditions.push(...numbers.slice(key === "value" ? 0 : 1).map((number) => `${name} >= ${number}`));
    }
    if (key.endsWith(".destroyed") && values.has(true)) conditions.push(`${key.slice(0, -".destroyed".length)} is destroyed`);
  }
  if (odds.outcomes.some(({ values }) => values["refused"] === true)) conditions.push("refused");
  return conditions;
}
