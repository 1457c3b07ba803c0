// Where a piece is written: in the scenario or its map, and as a unit of the unit files.

import type { Place } from "../protocol/documents";
import type { Studio } from "../studio";
import type { Toml } from "../data/toml";
import { pieceSection } from "./set-up";

export interface PiecePlaces {
  setUp: Place | null;
  unit: Place | null;
}

export async function placesOf(studio: Studio, scenario: string, piece: string): Promise<PiecePlaces> {
  const ruleset = studio.library.rulesets.value.find((one) => one.scenarios.some((entry) => entry.name === scenario));
  const entry = ruleset?.scenarios.find((one) => one.name === scenario);
  if (ruleset === undefined || entry === undefined) return { setUp: null, unit: null };
  const files = [ruleset.name, ...ruleset.base].flatMap((name) => studio.library.get(name)?.files ?? []);
  const uris = (kind: string): string[] => files.filter((file) => file.kind === kind).map((file) => file.uri);
  let setUp: Place | null = null;
  let unit = piece;
  for (const uri of [entry.uri, ...uris("map")]) {
    const toml = await read(studio, uri);
    const section = toml === null ? null : pieceSection(toml, piece);
    if (toml === null || section === null) continue;
    setUp = toml.section(section)?.place ?? null;
    unit = toml.text([...section, "is"]) ?? piece;
    break;
  }
  for (const uri of uris("units")) {
    const toml = await read(studio, uri);
    const place = toml?.sections.find(({ path }) => path.length === 2 && path[1] === unit)?.place;
    if (place != null) return { setUp, unit: place };
  }
  return { setUp, unit: null };
}

async function read(studio: Studio, uri: string): Promise<Toml | null> {
  const file = await studio.load(uri);
  return file === null ? null : studio.toml.read(file);
}
