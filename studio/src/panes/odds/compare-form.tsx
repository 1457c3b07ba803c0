// A second situation beside the first: what is different in it.

import { useStudio } from "../../studio";
import type { FormDocument, Pair } from "../../protocol/documents";
import { isMany } from "../../question/question";
import { numbersOf, useUnits } from "../../question/stats";
import { sentence } from "./form";

interface Choice {
  key: string;
  title: string;
  values: { value: string; title: string }[];
  /** The value that it has, of a number that is written. */
  now?: string;
}

export function CompareForm() {
  const { question, library } = useStudio();
  const form = question.form.value;
  const compared = question.compare.value;
  const units = useUnits(form?.ruleset ?? null, compared.length > 0);
  if (form === null) return null;
  const known = new Set(form.fields.map((field) => field.key));
  // A unit with another stat is compared with itself: nobody needs to make a second one.
  const stats = form.fields
    .filter((field) => field.kind === "unit" && !isMany(question.given.value.get(field.key) ?? ""))
    .flatMap((field) => {
      const row = units.get(question.given.value.get(field.key) ?? "");
      return numbersOf(row).map(([key, now]): Choice => ({ key: `${field.key}.${key}`, title: `${sentence(key)} of ${field.title} (${row?.values.get("name") ?? row?.unit ?? ""})`, values: [], now }));
    })
    .filter((choice) => !known.has(choice.key));
  const choices: Choice[] = [
    ...form.fields.map((field) => ({
      key: field.key,
      title: sentence(field.title),
      values: field.several
        ? []
        : field.kind === "number" && field.from !== null && field.to !== null && field.to - field.from <= 60
          ? Array.from({ length: field.to - field.from + 1 }, (_, at) => String((field.from ?? 0) + at)).map((value) => ({ value, title: value }))
          : field.values,
    })),
    ...stats,
    ...form.options.flatMap((option) => option.values.map((value) => ({ key: `option ${option.name}=${value}`, title: `${option.title}: ${value}`, values: [] }))),
    ...form.variants.map((name) => ({ key: `variant ${name}`, title: `Variant ${library.get(name)?.title ?? name}`, values: [] })),
  ];
  const change = (at: number, pair: Pair | null): void => {
    question.compare.value = compared.flatMap((known, number) => (number !== at ? [known] : pair === null ? [] : [pair]));
  };
  return (
    <div class="compare-form">
      {compared.map(([key, value], at) => {
        const name = key === "option" || key === "variant" ? `${key} ${value}` : key;
        const choice = choices.find((one) => one.key === name);
        return (
          <div class="row" key={at}>
            <span class="second-mark" aria-hidden="true" />
            <span>{compared.length > 1 && at > 0 ? "and" : "Compare with"}</span>
            <select aria-label="What is different" value={name} onChange={(event) => change(at, pairOf(choices, event.currentTarget.value))}>
              {choices.map((one) => (
                <option key={one.key} value={one.key}>
                  {one.title}
                </option>
              ))}
            </select>
            {key !== "option" && key !== "variant" && choice !== undefined && choice.values.length > 0 && (
              <select aria-label="Its other value" value={value} onChange={(event) => change(at, [key, event.currentTarget.value])}>
                {choice.values.map((one) => (
                  <option key={one.value} value={one.value}>
                    {one.title}
                  </option>
                ))}
              </select>
            )}
            {choice?.now !== undefined && <small>{choice.now}, and</small>}
            {key !== "option" && key !== "variant" && choice !== undefined && choice.values.length === 0 && (
              <input type="text" aria-label="Its other value" value={value} onChange={(event) => change(at, [key, event.currentTarget.value.trim()])} />
            )}
            <button type="button" class="icon" aria-label="Remove" onClick={() => change(at, null)}>
              ×
            </button>
          </div>
        );
      })}
      {choices.length > 0 && (
        <button type="button" class="link" onClick={() => (question.compare.value = [...compared, next(choices, compared, firstSituation(form, question.given.value))])}>
          {compared.length === 0 ? "Compare with a second situation" : "Another difference"}
        </button>
      )}
    </div>
  );
}

/** Returns the pair of a choice as it is asked for. */
function pairOf(choices: readonly Choice[], key: string): Pair {
  for (const word of ["option", "variant"]) if (key.startsWith(`${word} `)) return [word, key.slice(word.length + 1)];
  const choice = choices.find((one) => one.key === key);
  // A stat begins one higher than it is: the same would be no difference.
  return [key, choice?.now === undefined ? (choice?.values[0]?.value ?? "") : String(Number(choice.now) + 1)];
}

/** Returns the values of the first situation: those that are given, else the defaults. */
function firstSituation({ fields }: FormDocument, given: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const defaults = fields.flatMap(({ key, default: value }): Pair[] => (value === null ? [] : [[key, value]]));
  return new Map([...defaults, ...given]);
}

/** Returns a difference to begin with: another value of the last fact that has several. */
function next(choices: readonly Choice[], compared: readonly Pair[], first: ReadonlyMap<string, string>): Pair {
  const taken = new Set(compared.map(([key]) => key));
  const free = choices.filter((one) => !taken.has(one.key) && !one.key.includes("."));
  const choice = free.findLast((one) => one.values.length > 1) ?? free[0] ?? choices[0];
  if (choice === undefined) return ["", ""];
  if (choice.values.length === 0) return pairOf(choices, choice.key);
  const now = first.get(choice.key);
  const other = choice.values.find((one, at) => one.value !== now && (now !== undefined || at > 0));
  return [choice.key, other?.value ?? ""];
}
