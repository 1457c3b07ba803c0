// What the rules of a game say of places and of the ways between them: their stats and traits.

import { useEffect, useState } from "preact/hooks";
import { declarationsOf } from "../../../data/grids";
import type { DeclaredValue } from "../../../protocol/documents";
import { useStudio, type Studio } from "../../../studio";
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

/** Returns the first of these kinds that the rules of a scenario have, of each list. */
export function useKinds(scenario: string, lists: readonly (readonly string[])[]): readonly Kind[] {
  const studio = useStudio();
  const wanted = lists.map((names) => names.join(" ")).join(";");
  const [kinds, setKinds] = useState<readonly Kind[]>([]);
  const edits = studio.texts.edits.value;
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      void kindsOf(studio, scenario).then((all) => {
        if (isCurrent) setKinds(wanted.split(";").map((names) => names.split(" ").map((name) => all.get(name)).find((kind) => kind !== undefined) ?? NO_KIND));
      });
    }, 100);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [studio, scenario, wanted, edits]);
  return kinds;
}

async function kindsOf(studio: Studio, scenario: string): Promise<ReadonlyMap<string, Kind>> {
  const ruleset = rulesetOf(studio, scenario);
  const kinds = new Map<string, Kind>();
  if (ruleset === undefined) return kinds;
  const answer = await declarationsOf(studio.front, ruleset.name).catch(() => null);
  for (const { name, kind } of answer?.declarations ?? []) {
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
