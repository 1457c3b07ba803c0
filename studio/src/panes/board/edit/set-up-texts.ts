// The texts of a set-up: the scenario and its map.

import { mapSort, mapValue, pairOf, shapeOf, type MapSort } from "../../../play/map-values";
import { holderOf, piecesIn, pieceSection, type SetUpText } from "../../../play/set-up";
import { middle, moved, type Corner } from "../../../play/shapes";
import type { RulesetEntry, Scene } from "../../../protocol/documents";
import type { Studio } from "../../../studio";
import type { Act } from "../../../texts/acts";

export function rulesetOf(studio: Studio, scenario: string): RulesetEntry | undefined {
  return studio.library.rulesets.value.find((one) => one.scenarios.some((entry) => entry.name === scenario));
}

/** Returns a text as it was read last; none of what has not been read yet. */
function readText(studio: Studio, uri: string | undefined): SetUpText[] {
  const file = uri === undefined ? undefined : studio.texts.byUri(uri);
  const toml = file === undefined || file.builtIn ? null : studio.toml.of(file);
  return file === undefined || toml === null ? [] : [{ file, toml }];
}

/** Returns the texts of a scenario and of the set-ups that it takes, each from the one before it. */
function scenarioTexts(studio: Studio, ruleset: RulesetEntry, scenario: string): SetUpText[] {
  const found: SetUpText[] = [];
  let name: string | null = scenario;
  while (name !== null) {
    const wanted: string = name;
    const [text] = readText(studio, ruleset.scenarios.find((one) => one.name === wanted)?.uri);
    if (text === undefined || found.some(({ file }) => file === text.file)) break;
    found.push(text);
    const setup: string | null = text.toml.text(["setup"]);
    name = setup === null ? null : wanted.replace(/[^/]*$/, setup);
  }
  return found;
}

/** Returns the texts of a set-up that can be changed: the scenario, those whose set-up it takes, and its map. */
export function textsOf(studio: Studio, scenario: string): SetUpText[] {
  const { library } = studio;
  const ruleset = rulesetOf(studio, scenario);
  if (ruleset === undefined) return [];
  const texts = scenarioTexts(studio, ruleset, scenario);
  if (texts.length === 0) return [];
  const name = texts.map(({ toml }) => toml.text(["map"])).find((map) => map !== null);
  const maps = [ruleset.name, ...ruleset.base].flatMap((one) => library.get(one)?.files ?? []).filter((one) => one.kind === "map");
  const map = maps.find((one) => one.path.endsWith(`/${name ?? ""}.toml`));
  return [...texts, ...readText(studio, map?.uri)];
}

/** Returns the text that has the map itself. */
export function mapText(studio: Studio, scenario: string): SetUpText | undefined {
  return textsOf(studio, scenario).toReversed().find(({ toml }) => mapSort(toml) !== null);
}

export function sortOf(studio: Studio, scenario: string): MapSort | null {
  const text = mapText(studio, scenario);
  return text === undefined ? null : mapSort(text.toml);
}

/** Returns the distance of the points that a map's pieces stand on, in inches. */
export function gridOf(studio: Studio, scenario: string): number {
  const text = mapText(studio, scenario);
  const grid = text === undefined ? null : mapValue(text.toml, "grid");
  return typeof grid === "number" && grid > 0 ? grid : 1;
}

/** Something with an outline on a table, as its section says. */
export interface Scenery {
  unit: string;
  title: string;
  /** Where its corners are on the table. */
  corners: Corner[];
}

/** Returns what has outlines of its own on a table. */
export function sceneryOf(studio: Studio, scenario: string): Scenery[] {
  return textsOf(studio, scenario).flatMap(({ toml }) =>
    piecesIn(toml).flatMap((unit) => {
      const section = pieceSection(toml, unit);
      const shape = section === null ? null : shapeOf(toml, section);
      if (section === null || shape === null) return [];
      const at = pairOf(toml, section, "at");
      return [{ unit, title: toml.text([...section, "name"]) ?? unit, corners: at === null ? shape : moved(shape, at[0], at[1]) }];
    }),
  );
}

/** Returns where a piece stands in inches; of an outline without a place its middle. */
export function standsAt(texts: readonly SetUpText[], unit: string): Corner | null {
  const holder = holderOf(texts, unit);
  if (holder === null) return null;
  const at = pairOf(holder.toml, holder.path, "at");
  if (at !== null) return at;
  const shape = shapeOf(holder.toml, holder.path);
  return shape === null ? null : middle(shape);
}

/** Whether the last change of any text was one of the set-up or its map, and not that they were made. */
export function canUndoHere(studio: Studio, scenario: string): boolean {
  return isHere(studio, scenario, studio.acts.done.value.at(-1));
}

/** Whether the change that was undone last is one of the set-up or its map. */
export function canRedoHere(studio: Studio, scenario: string): boolean {
  return isHere(studio, scenario, studio.acts.undone.value.at(-1));
}

function isHere(studio: Studio, scenario: string, act: Act | undefined): boolean {
  const paths = new Set(textsOf(studio, scenario).map(({ file }) => file.path));
  return act?.edits.every((edit) => edit.before !== null && paths.has(edit.path)) ?? false;
}

/** Returns what a piece or scenery is called. */
export function titleOf(scene: Scene, scenery: readonly Scenery[], unit: string): string {
  return scene.pieces.find((piece) => piece.unit === unit)?.title ?? scenery.find((one) => one.unit === unit)?.title ?? unit;
}
