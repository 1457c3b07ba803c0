// A resolution as a worked example, in the words of a rule file.

import type { Field, OutcomeValue, RollDocument } from "../protocol/documents";
import { inExample } from "./further-units";
import type { QuestionRecord } from "./question";

/** Returns the declaration of an example that expects what was resolved. */
export function exampleOf(title: string, record: QuestionRecord, roll: RollDocument, fields: readonly Field[]): string {
  const given = record.given.map(([key, value]) => `${key} = ${value}`);
  const lines = [
    `example "${title.replaceAll('"', "'")}"`,
    ...(record.units === undefined ? [] : [`  units   ${inExample(record.units)}`]),
    ...(given.length > 0 ? [`  given   ${given.join(", ")}`] : []),
    ...record.options.map(([name, value]) => `  option  ${name} = ${value}`),
    `  run     ${record.ask}`,
    ...(roll.dice.length > 0 ? [`  dice    ${roll.dice.map((die) => die.face).join(", ")}`] : []),
    ...(roll.choices.length > 0 ? [`  choices ${roll.choices.join(", ")}`] : []),
  ];
  const expected = expectations(record.ask, roll, fields);
  if (expected.length > 0) lines.push(`  expect  ${expected.join(", ")}`);
  return `${lines.join("\n")}\n`;
}

function expectations(ask: string, roll: RollDocument, fields: readonly Field[]): string[] {
  const values = roll.values ?? {};
  if (values["refused"] === true) return ["refused"];
  return Object.entries(values).flatMap(([key, value]) => expectation(ask, key, value, roll, fields));
}

function expectation(ask: string, key: string, value: OutcomeValue, roll: RollDocument, fields: readonly Field[]): string[] {
  if (key === "value") return typeof value === "number" ? [`${ask} = ${value}`] : typeof value === "string" ? [`${ask} is ${value}`] : [];
  const dot = key.lastIndexOf(".");
  if (dot < 0) return [];
  const track = key.slice(dot + 1);
  if (track === "destroyed") return value === true ? [`${key.slice(0, dot)} is destroyed`] : [];
  // Only what has changed is expected: the rest would say nothing. Steps call a track by its title.
  const titles = [track, ...fields.filter((field) => field.role === "track" && field.key.endsWith(`.${track}`)).map((field) => field.title.replace(/^.*?: /, ""))];
  const isChanged = roll.steps.some(({ text }) => text.endsWith(`→ ${String(value)}`) && titles.some((title) => text.includes(`: ${title} `)));
  return isChanged && typeof value === "number" ? [`${key} = ${value}`] : [];
}

/** Adds a declaration at the end of a text. */
export function appended(text: string, declaration: string): string {
  const before = text.trimEnd();
  return before === "" ? declaration : `${before}\n\n${declaration}`;
}
