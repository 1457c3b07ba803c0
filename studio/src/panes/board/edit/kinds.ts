// What the rules of a game say of places and of the ways between them: their stats and traits.

import type { Declaration, DeclaredValue } from "../../../protocol/documents";
import { useStudio } from "../../../studio";
import { useDeclarations } from "../../declarations";
import { rulesetOf } from "./set-up-texts";

/** A stat with numbers: whole ones, or those that are so many parts of one. */
export interface NumberStat {
  key: string;
  title: string;
  from: number;
  to: number;
  parts: number;
}

/** A stat with one of several words. */
export interface WordStat {
  key: string;
  title: string;
  words: readonly string[];
}

export interface Kind {
  numbers: NumberStat[];
  words: WordStat[];
  traits: string[];
}

export const NO_KIND: Kind = { numbers: [], words: [], traits: [] };

/** Returns of each list the first kind that the rules of a scenario have. */
export function useKinds(scenario: string, lists: readonly (readonly string[])[]): readonly Kind[] {
  const kinds = kindsOf(useDeclarations(rulesetOf(useStudio(), scenario)?.name));
  return lists.map((names) => names.map((name) => kinds.get(name)).find((kind) => kind !== undefined) ?? NO_KIND);
}

function kindsOf(declarations: readonly Declaration[]): ReadonlyMap<string, Kind> {
  const kinds = new Map<string, Kind>();
  for (const { name, kind } of declarations) {
    if (kind === undefined) continue;
    const known = kinds.get(name) ?? NO_KIND;
    const words = kind.stats.filter((stat) => stat.words.length > 1).map(({ name: key, title, words: all }): WordStat => ({ key, title, words: all }));
    kinds.set(name, {
      numbers: [...known.numbers, ...kind.stats.flatMap(numberOf)],
      words: [...known.words, ...words],
      traits: [...known.traits, ...kind.traits],
    });
  }
  return kinds;
}

/** A stat without an end has no field that it would fit into. */
function numberOf({ name, title, from, to, parts }: DeclaredValue): NumberStat[] {
  return from === null || to === null ? [] : [{ key: name, title, from, to, parts }];
}

/** Returns a number for a stat as it is written into a text; `null` of what was typed if the stat does not have it. */
export function numberFor(stat: NumberStat, typed: string): string | null {
  const number = typed.trim() === "" ? Number.NaN : Number(typed);
  return Number.isInteger(number * stat.parts) && number >= stat.from && number <= stat.to ? String(number) : null;
}
