// The differences of a second situation, in words.

import type { FormDocument, Pair } from "../protocol/documents";
import type { QuestionRecord } from "./question";

/** Returns the differences: `Captain instead of Reiver`, `range 5 instead of 9`, `in cover: yes`, `Fog: on`. */
export function differences(record: QuestionRecord, form: FormDocument): string[] {
  return record.compare.map((pair) => difference(pair, record, form));
}

function difference([key, value]: Pair, record: QuestionRecord, form: FormDocument): string {
  if (key === "option") {
    const [name, to] = value.split("=");
    return `${form.options.find((option) => option.name === name)?.title ?? name ?? ""}: ${to ?? "on"}`;
  }
  if (key === "variant") return `with the variant ${value}`;
  const field = form.fields.find((one) => one.key === key);
  const before = record.given.find(([known]) => known === key)?.[1] ?? field?.default ?? null;
  const titleOf = (given: string): string => field?.values.find((one) => one.value === given)?.title ?? given;
  if (field?.kind === "yes-no") return `${field.title.toLowerCase()}: ${titleOf(value)}`;
  // A unit or a word says by itself what it is; a number does not.
  const isNamed = field?.kind === "unit" || field?.kind === "word";
  const what = field === undefined ? `${key.split(".").toReversed().join(" of ")} ` : isNamed ? "" : `${field.title.toLowerCase()} `;
  return `${what}${titleOf(value)}${before === null ? "" : ` instead of ${titleOf(before)}`}`;
}
