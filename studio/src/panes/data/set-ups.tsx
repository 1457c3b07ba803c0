// New maps and scenarios as forms.

import { ChangeSet } from "@codemirror/state";
import { useState } from "preact/hooks";
import { writeDrawing, writeScenario, writeTable } from "../../data/declare";
import { freeName, nameFrom } from "../../data/names";
import type { Draft } from "../../data/toml";
import { unitsOf } from "../../data/units";
import { drawingOf, mapValue } from "../../play/map-values";
import { useStudio, type Studio } from "../../studio";
import { offsetOf } from "../../texts/edits";
import { say } from "../../ui/actions";
import { declaredIn, Frame, NumberField, SelectField, TextField } from "./forms";
import { unitsPath, unitTexts } from "./sheet";

interface FormProperties {
  ruleset: string;
  close(): void;
}

/** Returns the board that a ruleset or its base declares. */
function boardOf(studio: Studio): string {
  return studio.grids.declared.value.find((one) => one.board !== undefined)?.board ?? "";
}

function folderOf(studio: Studio, ruleset: string): string {
  return unitsPath(studio, ruleset).replace(/[^/]*$/, "");
}

/** Returns a path in a folder that no text has. */
function freePath(studio: Studio, folder: string, name: string): string {
  const taken = new Set(studio.texts.list.value.filter((file) => file.path.startsWith(folder)).map((file) => file.name.replace(/\.toml$/, "")));
  return `${folder}${freeName(name, taken)}.toml`;
}

interface KnownMap {
  name: string;
  width: number;
  height: number;
  sort: "inches" | "drawn";
}

/** Returns the maps of a ruleset with their sizes. */
function mapsOf(studio: Studio, ruleset: string): KnownMap[] {
  const folder = `${folderOf(studio, ruleset)}maps/`;
  return studio.texts.list.value
    .filter((file) => file.path.startsWith(folder) && !file.gone)
    .flatMap((file): KnownMap[] => {
      const toml = studio.toml.of(file);
      if (toml === null) return [];
      const name = file.name.replace(/\.toml$/, "");
      const size = mapValue(toml, "size");
      if (Array.isArray(size)) return [{ name, width: Number(size[0]), height: Number(size[1]), sort: "inches" }];
      const lines = drawingOf(toml)?.lines.filter((line) => line.trim() !== "") ?? [];
      return [{ name, width: (lines[0]?.trim().length ?? 1) / 2 + 0.5, height: lines.length, sort: "drawn" }];
    });
}

export function MapForm({ ruleset, close }: FormProperties) {
  const studio = useStudio();
  const [title, setTitle] = useState("");
  const [board, setBoard] = useState(boardOf(studio) || "inches");
  const isTable = board === "inches";
  const [width, setWidth] = useState(isTable ? 48 : 12);
  const [height, setHeight] = useState(isTable ? 36 : 8);
  const carry = async (): Promise<void> => {
    const path = freePath(studio, `${folderOf(studio, ruleset)}maps/`, nameFrom(title, "map"));
    const write = (draft: Draft): void => (isTable ? writeTable(draft, title, width, height) : writeDrawing(draft, title, board === "squares" ? "squares" : "hexes", width, height));
    const act = await studio.toml.change(
      `add the map ${title}`,
      async (open) => write(await open(path)),
      () => {
        if (boardOf(studio) === "") addBoard(studio, ruleset, board);
      },
    );
    if (act === null) return;
    say(studio, `The map ${title} is added. Draw on it on the board, once a scenario uses it.`, act);
    close();
  };
  return (
    <Frame title="A new map" ready={title.trim() !== "" && width > 0 && height > 0} carry={() => void carry()} close={close}>
      <TextField label="Title" value={title} set={setTitle} first />
      {boardOf(studio) === "" && (
        <SelectField
          label="Board"
          value={board}
          options={[
            ["inches", "an open table, in inches"],
            ["hexes", "hexes"],
            ["squares", "squares"],
          ]}
          set={setBoard}
        />
      )}
      <NumberField label={isTable ? "Width in inches" : "Across"} value={width} set={setWidth} />
      <NumberField label={isTable ? "Depth in inches" : "Down"} value={height} set={setHeight} />
    </Frame>
  );
}

/** Says in the rules on what the game is played. */
function addBoard(studio: Studio, ruleset: string, board: string): void {
  const head = studio.grids.declared.peek().find((one) => one.ruleset === ruleset && one.sort === "ruleset")?.head;
  const file = head === undefined ? undefined : studio.texts.byUri(head.uri);
  if (head === undefined || file === undefined || file.builtIn) return;
  const { to } = file.doc.lineAt(offsetOf(file.doc, head.range.start));
  studio.texts.change(file, ChangeSet.of({ from: to, insert: `\n  board ${board}` }, file.doc.length), "elsewhere");
}

export function ScenarioForm({ ruleset, close }: FormProperties) {
  const studio = useStudio();
  const declared = declaredIn(studio, ruleset);
  const plays = declared.filter((one) => one.sort === "sequence").map((one): [string, string] => [one.name, one.title]);
  const maps = mapsOf(studio, ruleset);
  const units = unitTexts(studio, ruleset).flatMap((file) => unitsOf(studio.toml.of(file)));
  const [title, setTitle] = useState("");
  const [play, setPlay] = useState(plays[0]?.[0] ?? "");
  const [map, setMap] = useState(maps[0]?.name ?? "");
  const [first, setFirst] = useState("Blue");
  const [second, setSecond] = useState("Red");
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const sides = [first, second];
  const pieces = sides.flatMap((_, side) =>
    units.flatMap((unit) => Array.from({ length: counts[`${side} ${unit.unit}`] ?? 0 }, () => ({ unit: unit.unit, title: unit.values.get("name") ?? unit.unit, side }))),
  );
  const carry = async (): Promise<void> => {
    const path = freePath(studio, `${folderOf(studio, ruleset)}scenarios/`, nameFrom(title, "scenario"));
    const form = { title, ruleset, play, map: maps.find((one) => one.name === map) ?? null, sides, pieces };
    const act = await studio.toml.change(`add the scenario ${title}`, async (open) => writeScenario(await open(path), form));
    if (act === null) return;
    say(studio, `The scenario ${title} is added.`, act);
    close();
    await studio.library.load();
    studio.play(`${ruleset}/${path.replace(/^.*\//, "").replace(/\.toml$/, "")}`);
  };
  return (
    <Frame title="A new scenario" action="Add and play" ready={title.trim() !== "" && play !== "" && pieces.length > 0} carry={() => void carry()} close={close}>
      {plays.length === 0 && <p class="failed">There is no sequence of play yet: add one first.</p>}
      {units.length === 0 && <p class="failed">There are no units yet: add some first.</p>}
      <TextField label="Title" value={title} set={setTitle} first />
      <SelectField label="It plays" value={play} options={plays} set={setPlay} />
      <SelectField label="On the map" value={map} options={[["", "none"], ...maps.map((one): [string, string] => [one.name, one.name])]} set={setMap} />
      <table class="grid" aria-label="Units of each side">
        <thead>
          <tr>
            <th scope="col">unit</th>
            {sides.map((side, at) => (
              <th key={at} scope="col">
                <input type="text" class="cell" aria-label={`Side ${at + 1}`} value={side} onInput={(event) => (at === 0 ? setFirst : setSecond)(event.currentTarget.value)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {units.map((unit) => (
            <tr key={unit.unit}>
              <th scope="row">{unit.values.get("name") ?? unit.unit}</th>
              {sides.map((side, at) => (
                <td key={at}>
                  <input
                    type="number"
                    class="cell"
                    min={0}
                    max={20}
                    aria-label={`${unit.values.get("name") ?? unit.unit}, ${side}`}
                    value={counts[`${at} ${unit.unit}`] ?? 0}
                    onInput={(event) => setCounts({ ...counts, [`${at} ${unit.unit}`]: Math.max(0, Math.min(20, Number(event.currentTarget.value))) })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Frame>
  );
}
