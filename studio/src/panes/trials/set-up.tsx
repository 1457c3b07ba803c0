// Which games are played: the scenario, and who plays its sides.

import { useEffect, useState } from "preact/hooks";
import type { FieldValue, Pair } from "../../protocol/documents";
import { titledSides } from "../../play/sides";
import { useStudio } from "../../studio";

const PLAYERS: readonly (readonly [player: string, title: string])[] = [
  ["policy", "the rules, by worth"],
  ["random", "chance"],
  ["greedy:8", "greed, 8 games for each option"],
  ["search:200", "a search, 200 games for each turn"],
];

/** What is played, as far as it is chosen. */
export interface Chosen {
  scenario: string | null;
  ruleset: string;
  sides: FieldValue[];
  pairs: Pair[];
}

/** Returns the scenario that is chosen, with its sides and their players. */
export function useChosen(): Chosen {
  const studio = useStudio();
  const { trials, game, question, library } = studio;
  const rulesets = library.rulesets.value;
  const ruleset = question.ruleset.value;
  const known = rulesets.flatMap((one) => one.scenarios.map((entry) => entry.name));
  const first = rulesets.find((one) => one.name === ruleset)?.scenarios[0]?.name ?? null;
  const wanted = trials.scenario.value ?? game.scenario.value ?? first;
  const scenario = wanted !== null && known.includes(wanted) ? wanted : first;
  const [sides, setSides] = useState<FieldValue[]>([]);
  const revision = library.rulesets.value;
  useEffect(() => {
    if (scenario === null) return;
    let isCurrent = true;
    void titledSides(studio, scenario).then((found) => isCurrent && setSides(found));
    return () => void (isCurrent = false);
  }, [studio, scenario, revision]);
  const players = trials.players.value;
  const pairs = sides.map(({ value }): Pair => [value, players.get(value) ?? "policy"]);
  return { scenario, ruleset: rulesets.find((one) => one.scenarios.some((entry) => entry.name === scenario))?.name ?? "", sides, pairs };
}

export function ChosenFields({ chosen }: { chosen: Chosen }) {
  const { trials, library, question } = useStudio();
  const isShown = (name: string): boolean => name === question.ruleset.value;
  const rulesets = library.rulesets.value.filter((one) => one.scenarios.length > 0).toSorted((one, other) => Number(isShown(other.name)) - Number(isShown(one.name)));
  const players = trials.players.value;
  return (
    <>
      <label>
        Scenario
        <select data-focus value={chosen.scenario ?? ""} onChange={(event) => (trials.scenario.value = event.currentTarget.value)}>
          {rulesets.map((one) => (
            <optgroup key={one.name} label={one.title}>
              {one.scenarios.map((entry) => (
                <option key={entry.name} value={entry.name}>
                  {entry.title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      {chosen.sides.map(({ value, title }) => (
        <label key={value}>
          {title}, played by
          <select value={players.get(value) ?? "policy"} onChange={(event) => (trials.players.value = new Map(players).set(value, event.currentTarget.value))}>
            {PLAYERS.map(([player, name]) => (
              <option key={player} value={player}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ))}
    </>
  );
}
