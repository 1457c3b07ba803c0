// Further units on the table, which no parameter names: `oak=rider of second`.

export interface FurtherUnit {
  /** Its name in the question. */
  name: string;
  unit: string;
  /** Empty where the rules decide. */
  side: string;
}

export function written({ name, unit, side }: FurtherUnit): string {
  return `${name === "" || name === unit ? "" : `${name}=`}${unit}${side === "" ? "" : ` of ${side}`}`;
}

/** Reads what `written` writes; `null` if it is something else. */
export function readUnit(text: string): FurtherUnit | null {
  const found = /^\s*(?:([\w-]+)\s*=\s*)?([\w-]+)(?:\s+of\s+([\w-]+))?\s*$/.exec(text);
  if (found === null) return null;
  const [, name, unit = "", side = ""] = found;
  return { name: name ?? unit, unit, side };
}

/** Returns the line of an example. */
export function inExample(units: readonly string[]): string {
  const read = units.flatMap((text) => readUnit(text) ?? []);
  return read.map(({ name, unit, side }) => `${name} = ${unit}${side === "" ? "" : ` of ${side}`}`).join(", ");
}

/** Returns a name that is not taken. */
export function freeName(taken: readonly string[]): string {
  const name = (number: number): string => (number < 26 ? `unit-${String.fromCharCode(97 + number)}` : `unit-z${number}`);
  let number = 0;
  while (taken.includes(name(number))) number += 1;
  return name(number);
}
