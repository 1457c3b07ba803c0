// The texts of a set-up: the scenario and its map.

import type { RulesetEntry, Scene } from "../../../protocol/documents";
import { mapSort, mapValue, shapeOf, type MapSort } from "../../../play/map-text";
import { holderOf, piecesIn, pieceSection, valueOf } from "../../../play/set-up";
import { middle, moved, type Corner } from "../../../play/shapes";
import { parsed, sectionsOf, valueIn } from "../../../play/toml";
import type { Studio } from "../../../studio";
import type { Act } from "../../../texts/acts";
import type { TextFile } from "../../../texts/text-file";

export function rulesetOf(studio: Studio, scenario: string): RulesetEntry | undefined {
  return studio.library.rulesets.value.find((one) => one.scenarios.some((entry) => entry.name === scenario));
}

/** Returns the texts of a scenario and of the set-ups that it takes, each from the one before it. */
function scenarioTexts(studio: Studio, ruleset: RulesetEntry, scenario: string): TextFile[] {
  const found: TextFile[] = [];
  let name: string | undefined = scenario;
  while (name !== undefined) {
    const wanted: string = name;
    const entry = ruleset.scenarios.find((one) => one.name === wanted);
    const file: TextFile | undefined = entry === undefined ? undefined : studio.texts.byUri(entry.uri);
    if (file === undefined || found.includes(file)) break;
    found.push(file);
    const setup: string | undefined = /^setup\s*=\s*"([^"]+)"/m.exec(file.text)?.[1];
    name = setup === undefined ? undefined : wanted.replace(/[^/]*$/, setup);
  }
  return found;
}

/** Returns the texts of a set-up that can be changed: the scenario, those whose set-up it takes, and its map. */
export function textsOf(studio: Studio, scenario: string): TextFile[] {
  const { library, texts } = studio;
  const ruleset = rulesetOf(studio, scenario);
  if (ruleset === undefined) return [];
  const files = scenarioTexts(studio, ruleset, scenario).filter((file) => !file.builtIn);
  if (files.length === 0) return [];
  const name = files.map((file) => /^map\s*=\s*"([^"]+)"/m.exec(file.text)?.[1]).find((map) => map !== undefined);
  const maps = [ruleset.name, ...ruleset.base].flatMap((one) => library.get(one)?.files ?? []).filter((one) => one.kind === "map");
  const map = maps.find((one) => one.path.endsWith(`/${name ?? ""}.toml`));
  const mapFile = map === undefined ? undefined : texts.byUri(map.uri);
  return mapFile === undefined || mapFile.builtIn ? files : [...files, mapFile];
}

/** Returns the text that has the map itself. */
export function mapText(studio: Studio, scenario: string): TextFile | undefined {
  return textsOf(studio, scenario).toReversed().find((file) => mapSort(file.text) !== null);
}

export function sortOf(studio: Studio, scenario: string): MapSort | null {
  const file = mapText(studio, scenario);
  return file === undefined ? null : mapSort(file.text);
}

/** Returns the distance of the points that a map's pieces stand on, in inches. */
export function gridOf(studio: Studio, scenario: string): number {
  const file = mapText(studio, scenario);
  const grid = file === undefined ? null : mapValue(file.text, "grid");
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
  return textsOf(studio, scenario).flatMap((file) => {
    const sections = sectionsOf(file.text);
    return piecesIn(file.text).flatMap((unit) => {
      const heading = pieceSection(file.text, unit);
      const shape = heading === null ? null : shapeOf(file.text, heading);
      const section = sections.find((one) => one.heading === heading);
      if (heading === null || shape === null || section === undefined) return [];
      const name = valueIn(file.text, section, "name");
      const at = valueIn(file.text, section, "at");
      const corners = Array.isArray(at) && typeof at[0] === "number" && typeof at[1] === "number" ? moved(shape, at[0], at[1]) : shape;
      return [{ unit, title: typeof name === "string" ? name : unit, corners }];
    });
  });
}

/** Returns where a piece stands in inches; of an outline without a place its middle. */
export function standsAt(files: readonly TextFile[], unit: string): Corner | null {
  const holder = holderOf(files, unit);
  if (holder === null) return null;
  const at = parsed(valueOf(holder.file.text, holder.heading, "at") ?? "");
  if (Array.isArray(at) && typeof at[0] === "number" && typeof at[1] === "number") return [at[0], at[1]];
  const shape = shapeOf(holder.file.text, holder.heading);
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
  const paths = new Set(textsOf(studio, scenario).map((file) => file.path));
  return act?.edits.every((edit) => edit.before !== null && paths.has(edit.path)) ?? false;
}

/** Returns what a piece or scenery is called. */
export function titleOf(scene: Scene, scenery: readonly Scenery[], unit: string): string {
  return scene.pieces.find((piece) => piece.unit === unit)?.title ?? scenery.find((one) => one.unit === unit)?.title ?? unit;
}
