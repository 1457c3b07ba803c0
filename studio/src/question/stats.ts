// The stats of units, to be compared with other values of them.

import { useEffect, useState } from "preact/hooks";
import { unitsOf, type UnitRow } from "../data/units";
import { useStudio } from "../studio";

/** Returns the units of a ruleset with their values, those of books as soon as they are read. */
export function useUnits(ruleset: string | null, isWanted: boolean): ReadonlyMap<string, UnitRow> {
  const studio = useStudio();
  const { library, texts } = studio;
  const [units, setUnits] = useState<ReadonlyMap<string, UnitRow>>(new Map());
  const edits = texts.edits.value;
  useEffect(() => {
    if (ruleset === null || !isWanted) return;
    let isCurrent = true;
    const names = [ruleset, ...(library.get(ruleset)?.base ?? [])];
    const files = names.flatMap((name) => library.get(name)?.files.filter((file) => file.kind === "units") ?? []);
    const read = async (uri: string): Promise<UnitRow[]> => {
      const file = await studio.load(uri);
      return file === null ? [] : unitsOf(await studio.toml.read(file));
    };
    void Promise.all(files.map(({ uri }) => read(uri).catch(() => []))).then((rows) => {
      if (isCurrent) setUnits(new Map(rows.flat().map((row): [string, UnitRow] => [row.unit, row])));
    });
    return () => void (isCurrent = false);
  }, [studio, library, ruleset, isWanted, edits]);
  return units;
}

/** Returns the numbers of a unit by name. */
export function numbersOf(row: UnitRow | undefined): [key: string, value: string][] {
  return [...(row?.values ?? [])].filter(([, value]) => /^-?\d+$/.test(value));
}
