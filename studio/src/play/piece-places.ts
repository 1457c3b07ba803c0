// Where a piece is written: in the scenario or its map, and as a unit of the unit files.

import type { Place } from "../protocol/documents";
import type { Studio } from "../studio";
import { pieceSection, valueOf } from "./set-up";

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
    const text = (await studio.load(uri))?.text ?? "";
    const heading = pieceSection(text, piece);
    if (heading === null) continue;
    setUp = placeOf(uri, text, (line) => line.startsWith(heading));
    unit = valueOf(text, heading, "is")?.replaceAll('"', "") ?? piece;
    break;
  }
  for (const uri of uris("units")) {
    const text = (await studio.load(uri))?.text ?? "";
    const place = placeOf(uri, text, (line) => /^\[[\w-]+\.([\w-]+)\]/.exec(line)?.[1] === unit);
    if (place !== null) return { setUp, unit: place };
  }
  return { setUp, unit: null };
}

function placeOf(uri: string, text: string, isMeant: (line: string) => boolean): Place | null {
  const line = text.split("\n").findIndex(isMeant);
  const start = { line, character: 0 };
  return line < 0 ? null : { uri, range: { start, end: start } };
}
