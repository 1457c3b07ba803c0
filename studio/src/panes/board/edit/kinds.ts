// What the rules of a game say of places and of the ways between them: their stats and traits.

import { useEffect, useState } from "preact/hooks";
import type { GridRecord } from "../../../data/grids";
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

export interface Kind {
  numbers: NumberStat[];
  traits: string[];
}

const NONE: Kind = { numbers: [], traits: [] };

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
        if (isCurrent) setKinds(wanted.split(";").map((names) => names.split(" ").map((name) => all.get(name)).find((kind) => kind !== undefined) ?? NONE));
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
  const names = ruleset === undefined ? [] : [ruleset.name, ...ruleset.base];
  const files = names.flatMap((name) => studio.library.get(name)?.files ?? []).filter((file) => file.kind === "rules");
  const kinds = new Map<string, Kind>();
  for (const { uri } of files) {
    const answer = await studio.front.request<{ grids: GridRecord[] }>("sandtable/grids", { textDocument: { uri } }).catch(() => null);
    for (const grid of answer?.grids ?? []) {
      if (grid.sort !== "kind") continue;
      const known = kinds.get(grid.name) ?? NONE;
      const here = kindOf(grid);
      kinds.set(grid.name, { numbers: [...known.numbers, ...here.numbers], traits: [...known.traits, ...here.traits] });
    }
  }
  return kinds;
}

function kindOf(grid: GridRecord): Kind {
  const numbers: Kind["numbers"] = [];
  const traits: string[] = [];
  for (const { cells } of grid.rows) {
    const [stat = "", values = "", , title = ""] = cells;
    const range = /^(-?\d+)\s*\.\.\s*(-?\d+)(?:\s+by\s+1\/([248])\b)?/.exec(values);
    // A line that is no stat is one cell.
    const listed = cells.length === 1 ? /^\s*traits\s+([^#[\]]*)/.exec(stat)?.[1] : undefined;
    if (listed !== undefined) traits.push(...listed.split(",").map((trait) => trait.trim().split(/\s+/)[0] ?? "").filter((trait) => trait !== ""));
    else if (range !== null && !stat.includes(" ")) numbers.push({ key: stat, title: title || stat, from: Number(range[1]), to: Number(range[2]), parts: Number(range[3] ?? 1) });
  }
  return { numbers, traits };
}

/** Returns a number for a stat as it is written into a text; `null` of what was typed if the stat does not have it. */
export function numberFor(stat: NumberStat, typed: string): string | null {
  const number = typed.trim() === "" ? Number.NaN : Number(typed);
  return Number.isInteger(number * stat.parts) && number >= stat.from && number <= stat.to ? String(number) : null;
}
