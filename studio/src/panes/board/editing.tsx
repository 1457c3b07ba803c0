// Changes the set-up and the map on the board; what changes is the text, which stays as a person would write it.

import type { GameDocument } from "../../protocol/documents";
import { useState } from "preact/hooks";
import { freeName, nameFrom } from "../../data/names";
import { unitsOf } from "../../data/units";
import { holderOf, legendOf, piecesIn, sectionLines, valueOf, withoutSection, withSection, withSymbol, withValue, type Symbol } from "../../play/set-up";
import { useStudio, type Studio } from "../../studio";
import type { TextFile } from "../../texts/text-file";
import { say } from "../../ui/actions";

/** What a click on the board does: moves the chosen piece, or draws a symbol. */
export type Tool = "move" | Symbol | Adding | Scenery;

/** A click puts a piece down: one of the unit files, or a further one like another. */
export interface Adding {
  adds: string;
  title: string;
  /** The lines of its section, but for its place. */
  lines: readonly string[];
}

/** Two clicks draw a piece of scenery on a table, from corner to corner. */
export interface Scenery {
  draws: string;
  title: string;
  from: [number, number] | null;
}

export function isSymbol(tool: Tool): tool is Symbol {
  return typeof tool === "object" && "mark" in tool;
}

export function isAdding(tool: Tool): tool is Adding {
  return typeof tool === "object" && "adds" in tool;
}

export function isScenery(tool: Tool): tool is Scenery {
  return typeof tool === "object" && "draws" in tool;
}

/** Returns the points that a map's pieces stand on, in inches. */
export function gridOf(studio: Studio, scenario: string): number {
  for (const file of textsOf(studio, scenario)) {
    const grid = /^\s*grid\s*=\s*([\d.]+)/m.exec(file.text)?.[1];
    if (grid !== undefined && Number(grid) > 0) return Number(grid);
  }
  return 1;
}

function idFor(studio: Studio, scenario: string, title: string): string {
  const taken = new Set(textsOf(studio, scenario).flatMap((file) => piecesIn(file.text)));
  return freeName(nameFrom(title, "piece"), taken);
}

/** Puts a further piece on a place. */
export function addPiece(studio: Studio, scenario: string, tool: Adding, place: string): void {
  const file = textsOf(studio, scenario)[0];
  if (file === undefined) return;
  const id = idFor(studio, scenario, tool.adds);
  studio.acts.perform(`add ${tool.title} at ${place}`, () => {
    studio.texts.put(file.path, withSection(file.text, `[unit.${id}]`, [...tool.lines, `at = ${place}`]));
  });
}

/** Draws scenery between two corners of a table. */
export function addScenery(studio: Studio, scenario: string, tool: Scenery, from: readonly [number, number], to: readonly [number, number]): void {
  const [left, right] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
  const [low, high] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
  if (left === right || low === high) {
    say(studio, "A piece of scenery has a width and a depth: click on two corners across from each other.");
    return;
  }
  const files = textsOf(studio, scenario);
  // Scenery belongs to the map, where there is one.
  const file = files[1] ?? files[0];
  if (file === undefined) return;
  const id = idFor(studio, scenario, tool.draws);
  const shape = `shape = [[${left}, ${low}], [${right}, ${low}], [${right}, ${high}], [${left}, ${high}]]`;
  studio.acts.perform(`draw ${tool.title}`, () => studio.texts.put(file.path, withSection(file.text, `[unit.${id}]`, [`is = "${tool.draws}"`, shape])));
}

/** Takes a piece off the board. */
function removePiece(studio: Studio, scenario: string, unit: string, title: string): void {
  const holder = holderOf(textsOf(studio, scenario), unit);
  if (holder === null) {
    say(studio, `\`${unit}\` has no section of its own in the scenario or the map: it is one of several, or of the unit files.`);
    return;
  }
  const act = studio.acts.perform(`remove ${title}`, () => studio.texts.put(holder.file.path, withoutSection(holder.file.text, holder.heading)));
  say(studio, `${title} is removed.`, act);
}

/** Returns a tool that puts down further pieces like one. */
function copyOf(studio: Studio, scenario: string, unit: string, title: string): Adding | null {
  const holder = holderOf(textsOf(studio, scenario), unit);
  if (holder === null) return null;
  const lines = sectionLines(holder.file.text, holder.heading).filter((line) => !/^\s*(?:at|name|count)\s*=/.test(line) && line.trim() !== "");
  return { adds: unit.replace(/-\d+$/, ""), title, lines };
}

/** Returns the texts of a set-up that can be changed: the scenario and its map. */
export function textsOf(studio: Studio, scenario: string): TextFile[] {
  const { library, texts } = studio;
  const ruleset = library.rulesets.value.find((one) => one.scenarios.some((entry) => entry.name === scenario));
  const entry = ruleset?.scenarios.find((one) => one.name === scenario);
  const file = entry === undefined ? undefined : texts.byUri(entry.uri);
  if (ruleset === undefined || file === undefined || file.builtIn) return [];
  const name = /^map\s*=\s*"([^"]+)"/m.exec(file.text)?.[1];
  const maps = [ruleset.name, ...ruleset.base].flatMap((one) => library.get(one)?.files ?? []).filter((one) => one.kind === "map");
  const map = maps.find((one) => one.path.endsWith(`/${name ?? ""}.toml`));
  const mapFile = map === undefined ? undefined : texts.byUri(map.uri);
  return mapFile === undefined || mapFile.builtIn ? [file] : [file, mapFile];
}

/** Puts a piece on a place, `"C4"` or `[12, 8]`. */
export function movePiece(studio: Studio, scenario: string, unit: string, place: string): void {
  const holder = holderOf(textsOf(studio, scenario), unit);
  if (holder === null) {
    say(studio, `\`${unit}\` has no section of its own in the scenario or the map: write it as \`[unit.${unit}]\` to move it.`);
    return;
  }
  const { file, heading } = holder;
  studio.acts.perform(`move ${unit} to ${place}`, () => studio.texts.put(file.path, withValue(file.text, heading, "at", place)));
}

/** Turns a piece by some degrees. */
function turnPiece(studio: Studio, scenario: string, unit: string, degrees: number): void {
  const holder = holderOf(textsOf(studio, scenario), unit);
  if (holder === null) return;
  const { file, heading } = holder;
  const now = Number(valueOf(file.text, heading, "facing") ?? "0");
  const facing = (((now + degrees) % 360) + 360) % 360;
  studio.acts.perform(`turn ${unit}`, () => studio.texts.put(file.path, withValue(file.text, heading, "facing", String(facing))));
}

export function paint(studio: Studio, scenario: string, place: string, symbol: Symbol): void {
  for (const file of textsOf(studio, scenario)) {
    const text = withSymbol(file.text, place, symbol.mark);
    if (text !== null) {
      studio.acts.perform(`draw ${symbol.name} at ${place}`, () => studio.texts.put(file.path, text));
      return;
    }
  }
  say(studio, "The map has no drawing with this place.");
}

interface ToolsProperties {
  scenario: string;
  state: GameDocument;
  chosen: string | null;
  tool: Tool;
  choose(tool: Tool): void;
}

export function EditTools({ scenario, state, chosen, tool, choose }: ToolsProperties) {
  const studio = useStudio();
  studio.texts.revision.value;
  const files = textsOf(studio, scenario);
  const symbols = files.flatMap((file) => legendOf(file.text));
  const title = state.sheets.find((sheet) => sheet.unit === chosen)?.title ?? state.board?.pieces.find((piece) => piece.unit === chosen)?.title;
  return (
    <div class="edit-tools">
      <p class="row" role="group" aria-label="A click on the board">
        <button type="button" class="chip" aria-pressed={tool === "move"} onClick={() => choose("move")}>
          Move a piece
        </button>
        {symbols.map((symbol) => (
          <button
            key={symbol.mark}
            type="button"
            class="chip"
            aria-pressed={isSymbol(tool) && tool.mark === symbol.mark}
            onClick={() => choose(symbol)}
          >
            Draw <code>{symbol.mark}</code> {symbol.name}
          </button>
        ))}
      </p>
      {tool === "move" && (
        <p class="row">
          {title === undefined ? "Choose a piece, then its new place." : `${title}: choose its new place.`}
          {title !== undefined && chosen !== null && (
            <>
              <button type="button" class="small" onClick={() => turnPiece(studio, scenario, chosen, -30)}>
                Turn left
              </button>
              <button type="button" class="small" onClick={() => turnPiece(studio, scenario, chosen, 30)}>
                Turn right
              </button>
              <button
                type="button"
                class="small"
                onClick={() => {
                  const copied = copyOf(studio, scenario, chosen, title);
                  if (copied !== null) choose(copied);
                }}
              >
                Copy
              </button>
              <button type="button" class="small" onClick={() => removePiece(studio, scenario, chosen, title)}>
                Remove
              </button>
            </>
          )}
        </p>
      )}
      {isAdding(tool) && <p>Click where a further {tool.title} is to stand, as often as you like.</p>}
      {isScenery(tool) && <p>{tool.from === null ? `Click on a corner of ${tool.title}.` : `Now click on the corner across.`}</p>}
      <Tray scenario={scenario} state={state} tool={tool} choose={choose} />
      <p class="quiet">Every change is written into {files.map((file) => file.path.split("/").slice(-2).join("/")).join(" and ")}; undo takes it back.</p>
    </div>
  );
}

/** The units of the game, to be put on the board. */
function Tray({ scenario, state, tool, choose }: { scenario: string; state: GameDocument; tool: Tool; choose(tool: Tool): void }) {
  const studio = useStudio();
  const { library, texts } = studio;
  const ruleset = library.rulesets.value.find((one) => one.scenarios.some((entry) => entry.name === scenario));
  const units = [ruleset?.name ?? "", ...(ruleset?.base ?? [])]
    .flatMap((name) => library.get(name)?.files ?? [])
    .filter((file) => file.kind === "units")
    .flatMap((file) => unitsOf(texts.byUri(file.uri)?.text ?? ""));
  const [unit, setUnit] = useState("");
  const [side, setSide] = useState("");
  if (units.length === 0) return null;
  const chosen = units.find((one) => one.unit === (unit || units[0]?.unit));
  const title = chosen?.values.get("name") ?? chosen?.unit ?? "";
  const isTable = state.board !== null && state.board.places.length === 0;
  const put = (): void => {
    if (chosen !== undefined) choose({ adds: chosen.unit, title, lines: [`is = "${chosen.unit}"`, ...(side === "" ? [] : [`side = "${side}"`])] });
  };
  return (
    <p class="row tray">
      <label>
        <span class="hidden">Unit of the tray</span>
        <select value={chosen?.unit ?? ""} onChange={(event) => setUnit(event.currentTarget.value)}>
          {units.map((one) => (
            <option key={`${one.kind} ${one.unit}`} value={one.unit}>
              {one.values.get("name") ?? one.unit}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="hidden">Its side</span>
        <select value={side} onChange={(event) => setSide(event.currentTarget.value)}>
          <option value="">of its own side</option>
          {state.sides.map((one) => (
            <option key={one.name} value={one.name}>
              {one.title}
            </option>
          ))}
        </select>
      </label>
      <button type="button" class="chip" aria-pressed={isAdding(tool)} onClick={put}>
        Put on the board
      </button>
      {isTable && (
        <button type="button" class="chip" aria-pressed={isScenery(tool)} onClick={() => chosen !== undefined && choose({ draws: chosen.unit, title, from: null })}>
          Draw as scenery
        </button>
      )}
    </p>
  );
}
