// A property of places and its value, as two fields: a number, a word, a trait or a name.

import { useState } from "preact/hooks";
import { numberFor, type Kind, type NumberStat } from "./kinds";

/** A property that places can have, with the values that it takes; if it has neither a range nor words, any text. */
export interface PlaceProperty {
  key: string;
  title: string;
  number?: NumberStat;
  words?: readonly string[];
}

/** Returns the properties that the rules give places. */
export function propertiesOf(kind: Kind): PlaceProperty[] {
  return [
    ...kind.numbers.map((number) => ({ key: number.key, title: number.title, number })),
    ...kind.words.map(({ key, title, words }) => ({ key, title, words })),
    ...(kind.traits.length > 0 ? [{ key: "traits", title: "trait", words: kind.traits }] : []),
  ];
}

export interface PropertyChoice {
  property: PlaceProperty | null;
  /** The text of the field for the value; it stays there, also while it is no value. */
  shown: string;
  /** The value; `null` if the property does not have what was typed. */
  value: string | null;
  choose(key: string): void;
  type(text: string): void;
}

/** Returns the choice among properties: at first none of them, or the first if there must be one. */
export function usePropertyChoice(all: readonly PlaceProperty[], isRequired: boolean): PropertyChoice {
  const [key, setKey] = useState("");
  const [typed, setTyped] = useState<string | null>(null);
  const property = all.find((one) => one.key === key) ?? (isRequired ? (all[0] ?? null) : null);
  const shown = typed ?? (property === null ? "" : firstOf(property));
  return {
    property,
    shown,
    value: property === null ? null : valueOf(property, shown),
    choose: (next) => {
      setKey(next);
      setTyped(null);
    },
    type: setTyped,
  };
}

/** Returns the value that is shown before one is typed. */
function firstOf({ number, words }: PlaceProperty): string {
  return words?.[0] ?? String(number?.to ?? "");
}

/** Returns what was typed as a value; `null` if it is none. */
function valueOf({ number, words }: PlaceProperty, typed: string): string | null {
  if (words !== undefined) return words.includes(typed) ? typed : null;
  return number !== undefined ? numberFor(number, typed) : typed.trim() === "" ? null : typed.trim();
}

interface FieldsProperties {
  all: readonly PlaceProperty[];
  choice: PropertyChoice;
  /** The names of the two fields. */
  labels: readonly [property: string, value: string];
  /** The option of no property, if there need not be one. */
  none?: string;
  titleOf(property: PlaceProperty): string;
}

export function PropertyFields({ all, choice, labels, none, titleOf }: FieldsProperties) {
  const { property } = choice;
  return (
    <>
      <label>
        <span class="hidden">{labels[0]}</span>
        <select value={property?.key ?? ""} onChange={(event) => choice.choose(event.currentTarget.value)}>
          {none !== undefined && <option value="">{none}</option>}
          {all.map((one) => (
            <option key={one.key} value={one.key}>
              {titleOf(one)}
            </option>
          ))}
        </select>
      </label>
      {property !== null && <ValueField label={labels[1]} property={property} choice={choice} />}
    </>
  );
}

function ValueField({ label, property, choice }: { label: string; property: PlaceProperty; choice: PropertyChoice }) {
  const { number, words } = property;
  const { shown, type } = choice;
  return (
    <label>
      <span class="hidden">{label}</span>
      {words !== undefined ? (
        <select value={shown} onChange={(event) => type(event.currentTarget.value)}>
          {words.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      ) : number === undefined ? (
        <input type="text" value={shown} placeholder="Hill 12" onInput={(event) => type(event.currentTarget.value)} />
      ) : (
        <input type="number" min={number.from} max={number.to} step={1 / number.parts} value={shown} onInput={(event) => type(event.currentTarget.value)} />
      )}
    </label>
  );
}
