// The tools of the set-up and the map, each with what it needs to know.

import { useState } from "preact/hooks";
import type { Value } from "../../../data/toml";
import { unitsOf, valueFor } from "../../../data/units";
import { freeMark, keyOf, mapValue, setMapValue, waysIn, wayTitle, type Way } from "../../../play/map-values";
import { legendOf } from "../../../play/set-up";
import type { GameDocument } from "../../../protocol/documents";
import { useStudio } from "../../../studio";
import type { Editing } from "./editor";
import { areaOf } from "./hand";
import { NO_KIND, useKinds, type Kind } from "./kinds";
import { propertiesOf, PropertyFields, usePropertyChoice, type PlaceProperty } from "./properties";
import { canUndoHere, mapText, rulesetOf, sceneryOf, sortOf, textsOf, titleOf } from "./set-up-texts";
import { CHOOSING, type Drawing, type Tool } from "./tools";

interface ToolsProperties {
  scenario: string;
  state: GameDocument;
  editing: Editing;
  chosen: string | null;
  choose(unit: string | null): void;
  tool: Tool;
  setTool(tool: Tool): void;
}

export function EditTools(given: ToolsProperties) {
  const { scenario, tool, setTool, editing } = given;
  const studio = useStudio();
  studio.texts.revision.value;
  const files = textsOf(studio, scenario);
  const sort = sortOf(studio, scenario);
  const [places = NO_KIND, ways = NO_KIND] = useKinds(scenario, [
    ["hex", "square", "area"],
    ["hexside", "squareside", "link"],
  ]);
  const isDrawn = sort === "hexes" || sort === "squares";
  return (
    <div class="edit-tools">
      <p class="row" role="group" aria-label="A click on the board">
        <button type="button" class="chip" aria-pressed={tool.does === "choose"} onClick={() => setTool(CHOOSING)}>
          Choose and move
        </button>
        <button type="button" class="chip" aria-pressed={tool.does === "remove"} onClick={() => setTool({ does: "remove" })}>
          Remove
        </button>
        <span class="grow" />
        <button type="button" onClick={() => studio.undo()} disabled={!canUndoHere(studio, scenario)}>
          Undo the last change
        </button>
      </p>
      {tool.does === "choose" && <Chosen {...given} />}
      <p class="told-tool" role="status">
        {wordsOf(tool, editing)}
        {tool.does === "draw" && editing.draft.length > 1 && tool.form !== "rectangle" && (
          <button type="button" class="small" onClick={() => editing.hand.finish()}>
            Finish
          </button>
        )}
      </p>
      <Tray {...given} />
      {isDrawn && <Terrain {...given} kind={places} />}
      {sort === "areas" && <AreaTool {...given} />}
      {(isDrawn || sort === "areas") && <PlaceTool {...given} kind={places} />}
      {(isDrawn || sort === "areas") && <WayTool {...given} kind={ways} />}
      {sort === "inches" && <TableSize {...given} />}
      {isDrawn && <MapSize {...given} />}
      <p class="quiet">
        Every change is written into {files.map(({ file }) => file.path.split("/").slice(-2).join("/")).join(" and ")}; Ctrl-Z takes it back. Keys: the arrows go over the board, Enter is a
        click, Alt with an arrow moves what is chosen, Delete removes it, Escape gives up.
      </p>
    </div>
  );
}

function wordsOf(tool: Tool, editing: Editing): string {
  switch (tool.does) {
    case "choose":
      return "";
    case "remove":
      return "Click what is to go: a piece, scenery, an area, or what is between two places.";
    case "paint":
      return `Click or drag over the places that are to be ${tool.name}.`;
    case "set":
      return `Click or drag over the places that are to have ${tool.key === "traits" ? tool.value : tool.key === "name" ? `the name ${tool.value}` : `${tool.key} ${tool.value}`}; again takes it away.`;
    case "add":
      return `Click where a further ${tool.title} is to stand, as often as you like.`;
    case "area":
      return `Click where ${tool.title} is to be.`;
    case "lead":
      if (tool.isAlong) return `Click or drag along the sides that are to be ${tool.way.title}; again takes it away.`;
      return editing.from === null ? "Click the place where it begins, or drag from place to place." : `From ${editing.from}: click the next place; the same one again ends it.`;
    case "draw":
      if (tool.form === "rectangle") return editing.draft.length === 0 ? `Click on a corner of ${tool.title}, or drag.` : "Now click on the corner across.";
      return editing.draft.length === 0 ? `Click where ${tool.title} begins.` : "Click the next corner; the last one again ends it.";
  }
}

/** What can be done with what is chosen. */
function Chosen({ scenario, state, chosen, choose, editing, setTool }: ToolsProperties) {
  const studio = useStudio();
  const { deeds } = editing;
  const area = areaOf(chosen);
  if (chosen === null || state.board === null) return <p>Choose a piece, scenery or an area, then its new place; or drag it.</p>;
  const title = area !== null ? (state.board.places.find((place) => place.name === area)?.title ?? area) : titleOf(state.board, sceneryOf(studio, scenario), chosen);
  const hasFacing = state.board.pieces.find((piece) => piece.unit === chosen)?.facing !== undefined && area === null && sortOf(studio, scenario) !== "areas";
  const remove = (): void => {
    if (area === null) void deeds.remove(chosen, title);
    else void deeds.removeArea(area);
    choose(null);
  };
  return (
    <p class="row">
      <b>{title}</b>
      {hasFacing && (
        <>
          <button type="button" class="small" onClick={() => deeds.turn(chosen, -30)}>
            Turn left
          </button>
          <button type="button" class="small" onClick={() => deeds.turn(chosen, 30)}>
            Turn right
          </button>
        </>
      )}
      {area === null && (
        <button
          type="button"
          class="small"
          onClick={() => {
            const copied = deeds.copyOf(chosen, title);
            if (copied !== null) setTool(copied);
          }}
        >
          Copy
        </button>
      )}
      <button type="button" class="small" onClick={remove}>
        Remove {area === null ? "it" : "this area"}
      </button>
      <Name key={chosen} title={title} name={(given) => (area === null ? deeds.name(chosen, given) : deeds.nameArea(area, given))} />
    </p>
  );
}

function Name({ title, name }: { title: string; name(title: string): void }) {
  const [now, setNow] = useState(title);
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        name(now);
      }}
    >
      <label>
        <span class="hidden">Its name</span>
        <input type="text" value={now} onInput={(event) => setNow(event.currentTarget.value)} />
      </label>
      <button type="submit" class="small" disabled={now.trim() === "" || now === title}>
        Rename
      </button>
    </form>
  );
}

/** The units of the game, to be put on the board. */
function Tray({ scenario, state, tool, setTool }: ToolsProperties) {
  const studio = useStudio();
  const { library, texts } = studio;
  const ruleset = rulesetOf(studio, scenario);
  const units = [ruleset?.name ?? "", ...(ruleset?.base ?? [])]
    .flatMap((name) => library.get(name)?.files ?? [])
    .filter((file) => file.kind === "units")
    .flatMap(({ uri }) => texts.byUri(uri) ?? [])
    .flatMap((file) => unitsOf(studio.toml.of(file)));
  const [unit, setUnit] = useState("");
  const [side, setSide] = useState("");
  const [width, setWidth] = useState(2);
  if (units.length === 0) return null;
  const chosen = units.find((one) => one.unit === (unit || units[0]?.unit));
  const title = chosen?.values.get("name") ?? chosen?.unit ?? "";
  const put = (): void => {
    if (chosen !== undefined) setTool({ does: "add", adds: chosen.unit, title, says: [["is", chosen.unit], ...(side === "" ? [] : [["side", side] as const])] });
  };
  const draw = (form: Drawing["form"]): void => {
    if (chosen !== undefined) setTool({ does: "draw", draws: chosen.unit, title, form, width });
  };
  const isDrawing = (form: Drawing["form"]): boolean => tool.does === "draw" && tool.form === form;
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
      <button type="button" class="chip" aria-pressed={tool.does === "add"} onClick={put}>
        Put on the board
      </button>
      {sortOf(studio, scenario) === "inches" && (
        <>
          <button type="button" class="chip" aria-pressed={isDrawing("rectangle")} onClick={() => draw("rectangle")}>
            Draw as scenery
          </button>
          <button type="button" class="chip" aria-pressed={isDrawing("outline")} onClick={() => draw("outline")}>
            Draw corner by corner
          </button>
          <button type="button" class="chip" aria-pressed={isDrawing("way")} onClick={() => draw("way")}>
            Draw as a road
          </button>
          <label>
            <input type="number" min={0.1} step={0.1} value={width} style={{ inlineSize: "5em" }} onInput={(event) => Number(event.currentTarget.value) > 0 && setWidth(Number(event.currentTarget.value))} />{" "}
            inches wide
          </label>
        </>
      )}
    </p>
  );
}

/** The symbols of the map's drawing, and a new one. */
function Terrain({ scenario, tool, setTool, kind }: ToolsProperties & { kind: Kind }) {
  const studio = useStudio();
  const map = mapText(studio, scenario)?.toml;
  const symbols = map === undefined ? [] : legendOf(map);
  const [title, setTitle] = useState("");
  const all = propertiesOf(kind);
  const choice = usePropertyChoice(all, false);
  const { property, value } = choice;
  const isWrong = property !== null && value === null;
  const begin = (event: Event): void => {
    event.preventDefault();
    const name = title.trim();
    if (name === "" || isWrong) return;
    const taken = new Set([...symbols.map((symbol) => symbol.mark)]);
    const says: [string, Value][] = [["name", name], ...(property === null || value === null ? [] : [[property.key, valueFor(property.key, value)] as [string, Value]])];
    setTool({ does: "paint", mark: freeMark(taken, name), name, isNew: says });
    setTitle("");
  };
  return (
    <>
      <p class="row" role="group" aria-label="Terrain">
        {symbols.map((symbol) => (
          <button key={symbol.mark} type="button" class="chip" aria-pressed={tool.does === "paint" && tool.mark === symbol.mark} onClick={() => setTool({ does: "paint", ...symbol, isNew: null })}>
            Draw <code>{symbol.mark}</code> {symbol.name}
          </button>
        ))}
      </p>
      <form class="row" onSubmit={begin}>
        <label>
          New terrain: <input type="text" value={title} placeholder="its name" onInput={(event) => setTitle(event.currentTarget.value)} />
        </label>
        {all.length > 0 && (
          <PropertyFields
            all={all}
            choice={choice}
            labels={["What it has everywhere", "Its value everywhere"]}
            none="with nothing of its own"
            titleOf={(one) => `with ${one.title}`}
          />
        )}
        <button type="submit" class="small" disabled={title.trim() === "" || isWrong}>
          Draw it
        </button>
      </form>
    </>
  );
}

function AreaTool({ tool, setTool }: ToolsProperties) {
  const [title, setTitle] = useState("");
  const begin = (event: Event): void => {
    event.preventDefault();
    if (title.trim() !== "") setTool({ does: "area", title: title.trim() });
  };
  return (
    <form class="row" onSubmit={begin}>
      <label>
        New area: <input type="text" value={title} placeholder="its name" onInput={(event) => setTitle(event.currentTarget.value)} />
      </label>
      <button type="submit" class="chip" aria-pressed={tool.does === "area"} disabled={title.trim() === ""}>
        Put it on the map
      </button>
    </form>
  );
}

/** A value, a name or a trait of single places: a height, an objective, a town. */
function PlaceTool({ scenario, tool, setTool, kind }: ToolsProperties & { kind: Kind }) {
  const studio = useStudio();
  // An area is named where it is chosen.
  const names: PlaceProperty[] = sortOf(studio, scenario) === "areas" ? [] : [{ key: "name", title: "name, as of an objective" }];
  const all = [...propertiesOf(kind), ...names];
  const choice = usePropertyChoice(all, true);
  const { property, value } = choice;
  if (property === null) return null;
  const give = (): void => {
    if (value !== null) setTool({ does: "set", key: property.key, value });
  };
  return (
    <p class="row">
      <PropertyFields all={all} choice={choice} labels={["What single places have", "Its value there"]} titleOf={({ title }) => title} />
      <button type="button" class="chip" aria-pressed={tool.does === "set"} disabled={value === null} onClick={give}>
        Give it to places
      </button>
    </p>
  );
}

/** What is between places: the ways of the map, and those that the rules know. */
function WayTool({ scenario, tool, setTool, kind }: ToolsProperties & { kind: Kind }) {
  const studio = useStudio();
  const [chosen, setChosen] = useState("");
  const map = mapText(studio, scenario)?.toml;
  const isAreas = sortOf(studio, scenario) === "areas";
  const drawn = map === undefined ? [] : waysIn(map);
  const known = new Set(drawn.map((way) => way.title));
  const further = kind.traits.map((trait): Way => ({ title: trait, says: [["traits", [trait]]] })).filter((way) => !known.has(way.title) && !drawn.some((one) => keyOf(one) === keyOf(way)));
  const ways: Way[] = [...drawn, ...further, ...(isAreas && !drawn.some((way) => way.says.length === 0) ? [{ title: "", says: [] }] : [])];
  if (ways.length === 0) return null;
  const way = ways.find((one) => keyOf(one) === chosen) ?? ways[0];
  const lead = (isAlong: boolean): void => {
    if (way !== undefined) setTool({ does: "lead", way, isAlong });
  };
  return (
    <p class="row">
      <label>
        <span class="hidden">What is between places</span>
        <select value={way === undefined ? "" : keyOf(way)} onChange={(event) => setChosen(event.currentTarget.value)}>
          {ways.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {wayTitle(one.says) || "plain link"}
            </option>
          ))}
        </select>
      </label>
      {!isAreas && (
        <button type="button" class="chip" aria-pressed={tool.does === "lead" && tool.isAlong} onClick={() => lead(true)}>
          Draw along sides
        </button>
      )}
      <button type="button" class="chip" aria-pressed={tool.does === "lead" && !tool.isAlong} onClick={() => lead(false)}>
        Draw from place to place
      </button>
    </p>
  );
}

function TableSize({ scenario, editing }: ToolsProperties) {
  const studio = useStudio();
  const map = mapText(studio, scenario)?.toml;
  const size = map === undefined ? null : mapValue(map, "size");
  const grid = map === undefined ? null : mapValue(map, "grid");
  if (!Array.isArray(size)) return null;
  const change = (key: string, value: Value): void => editing.deeds.change(`change the ${key} of the table`, (draft) => setMapValue(draft, key, value));
  const side = (at: 0 | 1, given: number): void => {
    if (given > 0) change("size", at === 0 ? [given, size[1] ?? given] : [size[0] ?? given, given]);
  };
  return (
    <p class="row">
      Table:
      {([0, 1] as const).map((at) => (
        <label key={at}>
          <span class="hidden">{at === 0 ? "Width" : "Depth"}</span>
          <input type="number" min={1} max={400} value={String(size[at] ?? "")} style={{ inlineSize: "5em" }} onChange={(event) => side(at, Number(event.currentTarget.value))} />
        </label>
      ))}
      <span>inches; a point every</span>
      <label>
        <span class="hidden">Grid</span>
        <input type="number" min={0.25} step={0.25} value={String(grid ?? 1)} style={{ inlineSize: "5em" }} onChange={(event) => Number(event.currentTarget.value) >= 0.25 && change("grid", Number(event.currentTarget.value))} />
      </label>
    </p>
  );
}

function MapSize({ scenario, editing }: ToolsProperties) {
  const studio = useStudio();
  const map = mapText(studio, scenario)?.toml;
  const isFlat = map !== undefined && mapValue(map, "layout") === "flat";
  return (
    <p class="row">
      <button type="button" class="small" onClick={() => editing.deeds.grow("row")}>
        A row below
      </button>
      {!isFlat && (
        <button type="button" class="small" onClick={() => editing.deeds.grow("column")}>
          A column on the right
        </button>
      )}
    </p>
  );
}
