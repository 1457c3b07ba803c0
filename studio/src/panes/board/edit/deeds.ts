// Changes of a set-up and its map: each writes the text as a person would, and is one step of undo.

import { freeName, nameFrom } from "../../../data/names";
import type { Draft, Path, Value } from "../../../data/toml";
import { shownValue, valueFor } from "../../../data/units";
import {
  addArea,
  addColumn,
  addRow,
  addToLegend,
  areasIn,
  join,
  joinsOf,
  keyOf,
  mapSort,
  part,
  placeValue,
  removeArea,
  setPlaceValue,
  setPosition,
  shapeOf,
  type Cell,
  type Way,
} from "../../../play/map-values";
import { draw, holderOf, isDrawn, legendOf, pieceSection, piecesIn } from "../../../play/set-up";
import { isOutline, middle, moved, type Corner } from "../../../play/shapes";
import type { Scene } from "../../../protocol/documents";
import type { Studio } from "../../../studio";
import type { Act } from "../../../texts/acts";
import { say } from "../../../ui/actions";
import { counted } from "../../../words";
import { mapText, standsAt, textsOf } from "./set-up-texts";
import type { Adding, Drawing, Painting, Setting } from "./tools";

/** The nearest areas are twice so many pixels apart. */
const UNIT = 45;

export class Deeds {
  readonly #studio: Studio;
  readonly #scenario: string;

  constructor(studio: Studio, scenario: string) {
    this.#studio = studio;
    this.#scenario = scenario;
  }

  get #files() {
    return textsOf(this.#studio, this.#scenario);
  }

  #say(text: string, act: Act | null = null): void {
    say(this.#studio, text, act);
  }

  #freeId(title: string): string {
    const taken = new Set(this.#files.flatMap(({ toml }) => [...piecesIn(toml), ...areasIn(toml).map((area) => area.id)]));
    return freeName(nameFrom(title, "piece"), taken);
  }

  /** Changes the map as one step. */
  async #changeMap(title: string, change: (draft: Draft) => void): Promise<Act | null> {
    const path = mapText(this.#studio, this.#scenario)?.file.path;
    return path === undefined ? null : this.#studio.toml.change(title, async (open) => change(await open(path)));
  }

  async #changePiece(title: string, unit: string, change: (draft: Draft, section: Path) => void): Promise<Act | null> {
    const path = holderOf(this.#files, unit)?.file.path;
    if (path === undefined) {
      this.#say(`\`${unit}\` has no section of its own in the scenario or the map: write it as \`[unit.${unit}]\` to change it here.`);
      return null;
    }
    return this.#studio.toml.change(title, async (open) => {
      const draft = await open(path);
      const section = pieceSection(draft, unit);
      if (section !== null) change(draft, section);
    });
  }

  /** Puts a piece on a place: `"C4"`. */
  move(unit: string, place: Value): void {
    void this.#changePiece(`move ${unit} to ${shown(place)}`, unit, (draft, section) => draft.set([...section, "at"], place));
  }

  /** Moves something on a table to a point; an outline without a place has all its corners moved. */
  moveTo(unit: string, [x, y]: Corner): void {
    const from = standsAt(this.#files, unit);
    void this.#changePiece(`move ${unit} to (${x}, ${y})`, unit, (draft, section) => {
      const shape = draft.get([...section, "at"]) === null ? shapeOf(draft, section) : null;
      if (shape === null || from === null) draft.set([...section, "at"], [x, y]);
      else draft.set([...section, "shape"], outline(moved(shape, x - from[0], y - from[1])));
    });
  }

  /** Gives something on a table another outline, where its corners are on the table. Returns whether that is one. */
  reshape(unit: string, corners: readonly Corner[]): boolean {
    if (!this.#checked(corners)) return false;
    void this.#changePiece(`change the outline of ${unit}`, unit, (draft, section) => {
      const at = draft.get([...section, "at"]);
      const isRelative = Array.isArray(at) && typeof at[0] === "number" && typeof at[1] === "number";
      draft.set([...section, "shape"], outline(isRelative ? moved(corners, -Number(at[0]), -Number(at[1])) : corners));
    });
    return true;
  }

  #checked(corners: readonly Corner[]): boolean {
    if (isOutline(corners)) return true;
    this.#say("These corners make no outline: it has a width and a depth, and its edges do not cross.");
    return false;
  }

  turn(unit: string, degrees: number): void {
    void this.#changePiece(`turn ${unit}`, unit, (draft, section) => {
      const now = Number(draft.get([...section, "facing"]) ?? 0);
      draft.set([...section, "facing"], (((now + degrees) % 360) + 360) % 360);
    });
  }

  name(unit: string, title: string): void {
    if (title.trim() !== "") void this.#changePiece(`name ${unit}`, unit, (draft, section) => draft.set([...section, "name"], title.trim()));
  }

  add(tool: Adding, place: Value): void {
    const path = this.#files[0]?.file.path;
    if (path === undefined) return;
    void this.#studio.toml.change(`add ${tool.title} at ${shown(place)}`, async (open) => {
      const draft = await open(path);
      const section = ["unit", this.#freeIn(draft, tool.adds)];
      for (const [key, value] of tool.says) draft.set([...section, key], value);
      draft.set([...section, "at"], place);
    });
  }

  /** Returns a name that nothing has, in a draft or in the other texts. */
  #freeIn(draft: Draft, title: string): string {
    const taken = this.#files.flatMap(({ toml }) => [...piecesIn(toml), ...areasIn(toml).map((area) => area.id)]);
    return freeName(nameFrom(title, "piece"), new Set([...taken, ...piecesIn(draft)]));
  }

  /** Returns a tool that puts down further pieces like one. */
  copyOf(unit: string, title: string): Adding | null {
    const holder = holderOf(this.#files, unit);
    const section = holder?.toml.section(holder.path);
    if (holder === null || section == null) return null;
    const entries = section.entries.map(({ keys, value }): [string, Value] => [keys.join("."), value]).filter(([key]) => !["at", "name", "count"].includes(key));
    const shape = holder.toml.get([...holder.path, "at"]) === null ? shapeOf(holder.toml, holder.path) : null;
    // An outline on the table is one around its place in a copy.
    const around = shape === null ? null : moved(shape, -middle(shape)[0], -middle(shape)[1]);
    const says = entries.map(([key, value]): [string, Value] => [key, key === "shape" && around !== null ? outline(around) : value]);
    return { does: "add", adds: unit.replace(/-[a-z\d]$/, ""), title, says };
  }

  /** Draws scenery; it belongs to the map, where there is one. Returns whether its corners make an outline. */
  draw(tool: Drawing, corners: readonly Corner[]): boolean {
    if (!this.#checked(corners)) return false;
    const text = mapText(this.#studio, this.#scenario) ?? this.#files[0];
    if (text === undefined) return false;
    const isOfScenario = text.file === this.#files[0]?.file;
    void this.#studio.toml.change(`draw ${tool.title}`, async (open) => {
      const draft = await open(text.file.path);
      const section = [...(isOfScenario && mapSort(draft) !== null ? ["map"] : []), "unit", this.#freeIn(draft, tool.draws)];
      draft.set([...section, "is"], tool.draws);
      draft.set([...section, "shape"], outline(corners));
    });
    return true;
  }

  /** Takes a piece or scenery off the board. */
  async remove(unit: string, title: string): Promise<void> {
    const act = await this.#changePiece(`remove ${title}`, unit, (draft, section) => draft.remove(section));
    if (act !== null) this.#say(`${title} is removed.`, act);
  }

  paint(tool: Painting, places: readonly string[]): void {
    const toml = mapText(this.#studio, this.#scenario)?.toml;
    if (toml !== undefined && places.length > 0 && !places.some((place) => isDrawn(toml, place))) {
      this.#say("The map has no drawing with this place.");
      return;
    }
    void this.#changeMap(`draw ${tool.name} at ${places.join(", ")}`, (draft) => {
      const drawn = places.filter((place) => draw(draft, place, tool.mark));
      const isKnown = legendOf(draft).some((symbol) => symbol.mark === tool.mark);
      if (drawn.length > 0 && !isKnown && tool.isNew !== null) addToLegend(draft, tool.mark, tool.isNew);
    });
  }

  /** Gives places a value or a trait; takes it away again if they all have it. */
  set(tool: Setting, places: readonly string[]): void {
    void this.#changeMap(`${tool.key} ${tool.value} at ${places.join(", ")}`, (draft) => {
      const sort = mapSort(draft);
      const cell = sort === "areas" ? "area" : sort === "squares" ? "square" : "hex";
      const has = (place: string): boolean => {
        const value = placeValue(draft, cell, place, tool.key);
        if (Array.isArray(value)) return value.includes(tool.value);
        return value !== null && shownValue(value) === tool.value;
      };
      const clears = places.every(has);
      for (const place of places) setPlaceValue(draft, cell, place, tool.key, settingOf(draft, cell, place, tool, clears));
    });
  }

  /** Leads a way over steps from place to place; takes it away if it is there on all of them. */
  lead(way: Way, steps: readonly (readonly [string, string])[]): void {
    void this.#changeMap(`${way.title || "link"} ${steps.map((step) => step.join(" to ")).join(", ")}`, (draft) => {
      const what = mapSort(draft) === "areas" ? "link" : "side";
      const isThere = ([one, other]: readonly [string, string]): boolean => joinsOf(draft, one, other).some((known) => keyOf(known) === keyOf(way));
      const clears = steps.every(isThere);
      for (const [one, other] of steps) {
        if (!clears && isThere([one, other])) continue;
        // Two areas have one link at most; a side can be a river and a road.
        if (clears || what === "link") part(draft, one, other, what === "link" ? null : way);
        if (!clears) join(draft, what, way, one, other);
      }
    });
  }

  /** Takes away what is between two places. */
  part(one: string, other: string): void {
    void this.#changeMap(`remove what is between ${one} and ${other}`, (draft) => part(draft, one, other));
  }

  /** Writes down where the areas are on the board: those that have a position can be moved. */
  async placeAreas(scene: Scene): Promise<void> {
    const act = await this.#changeMap("write down where the areas are", (draft) => {
      const [left, bottom] = [Math.min(...scene.places.map((place) => place.x)), Math.max(...scene.places.map((place) => place.y))];
      const length = (pixels: number): number => Math.round((2 * pixels) / UNIT) / 2;
      for (const place of scene.places) setPosition(draft, place.name, [length(place.x - left), length(bottom - place.y)]);
    });
    if (act !== null) this.#say("The map did not say where its areas are: that is written down now. Do it once more.", act);
  }

  moveArea(id: string, position: Corner): void {
    void this.#changeMap(`move ${id}`, (draft) => setPosition(draft, id, position));
  }

  nameArea(id: string, title: string): void {
    if (title.trim() !== "") void this.#changeMap(`name ${id}`, (draft) => setPlaceValue(draft, "area", id, "name", title.trim()));
  }

  addArea(title: string, position: Corner | null): string {
    const id = this.#freeId(title);
    void this.#changeMap(`add ${title}`, (draft) => addArea(draft, id, title, position));
    return id;
  }

  async removeArea(id: string): Promise<void> {
    const standing = this.#files.flatMap(({ toml }) => piecesIn(toml).filter((unit) => this.#standsOn(unit) === id));
    if (standing.length > 0) {
      this.#say(`${counted(new Set(standing).size, "piece")} of the set-up ${standing.length === 1 ? "is" : "are"} at \`${id}\`: move them first.`);
      return;
    }
    const act = await this.#changeMap(`remove ${id}`, (draft) => removeArea(draft, id));
    if (act !== null) this.#say(`\`${id}\` is removed, with what led to it.`, act);
  }

  #standsOn(unit: string): string | null {
    const holder = holderOf(this.#files, unit);
    return holder === null ? null : holder.toml.text([...holder.path, "at"]);
  }

  grow(what: "row" | "column"): void {
    void this.#changeMap(`add a ${what}`, what === "row" ? addRow : addColumn);
  }

  /** Changes a value at the head of the map. */
  change(title: string, change: (draft: Draft) => void): void {
    void this.#changeMap(title, change);
  }
}

function outline(corners: readonly Corner[]): Value {
  return corners.map((corner) => [...corner]);
}

/** Returns a place as it is called: `C4`, `(12, 3)`. */
function shown(place: Value): string {
  return Array.isArray(place) ? `(${place.join(", ")})` : String(place);
}

/** Returns what a place is to have under a key; `null` takes the key away. */
function settingOf(draft: Draft, cell: Cell, place: string, tool: Setting, clears: boolean): Value | null {
  if (tool.key !== "traits") return clears ? null : tool.key === "name" ? tool.value : valueFor(tool.key, tool.value);
  const now = placeValue(draft, cell, place, "traits");
  const traits = Array.isArray(now) ? now.filter((trait) => typeof trait === "string" && trait !== tool.value) : [];
  const next = clears ? traits : [...traits, tool.value];
  return next.length === 0 ? null : next;
}
