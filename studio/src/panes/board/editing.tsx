// Changes the set-up and the map on the board; what changes is the text, which stays as a person would write it.

import type { GameDocument } from "../../protocol/documents";
import { holderOf, legendOf, valueOf, withSymbol, withValue, type Symbol } from "../../play/set-up";
import { useStudio, type Studio } from "../../studio";
import type { TextFile } from "../../texts/text-file";
import { say } from "../../ui/actions";

/** What a click on the board does: moves the chosen piece, or draws a symbol. */
export type Tool = "move" | Symbol;

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
            aria-pressed={typeof tool === "object" && tool.mark === symbol.mark}
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
            </>
          )}
        </p>
      )}
      <p class="quiet">Every change is written into {files.map((file) => file.name).join(" and ")}; undo takes it back.</p>
    </div>
  );
}
