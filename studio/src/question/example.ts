// A resolution as a worked example, in the words of a rule file. What it expects is written by the service, which knows it.

import type { RollDocument } from "../protocol/documents";
import { inExample } from "./further-units";
import type { QuestionRecord } from "./question";

/** Returns the declaration of an example of what was resolved, without what it expects. */
export function exampleOf(title: string, record: QuestionRecord, roll: RollDocument): string {
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
  return `${lines.join("\n")}\n`;
}

/** Adds a declaration at the end of a text. */
export function appended(text: string, declaration: string): string {
  const before = text.trimEnd();
  return before === "" ? declaration : `${before}\n\n${declaration}`;
}
