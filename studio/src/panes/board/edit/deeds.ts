// Changes of a set-up and its map: each writes the text as a person would, and is one step of undo.

import { freeName, nameFrom } from "../../../data/names";
import {
  areasIn,
  joinsOf,
  keyOf,
  mapSort,
  placeValue,
  shapeOf,
  withArea,
  withColumn,
  withJoin,
  withLegend,
  withoutArea,
  withoutJoin,
  withPlaceValue,
  withPosition,
  withRow,
  type Way,
} from "../../../play/map-text";
import { entriesOf, holderOf, legendOf, piecesIn, valueOf, withoutSection, withSection, withSymbol, withValue } from "../../../play/set-up";
import { isOutline, middle, moved, type Corner } from "../../../play/shapes";
import { parsed, written } from "../../../play/toml";
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
    const taken = new Set(this.#files.flatMap((file) => [...piecesIn(file.text), ...areasIn(file.text).map((area) => area.id)]));
    return freeName(nameFrom(title, "piece"), taken);
  }

  /** Changes the map as one step; `null` leaves it as it is. */
  #changeMap(title: string, change: (text: string) => string | null): Act | null {
    const file = mapText(this.#studio, this.#scenario);
    const text = file === undefined ? null : change(file.text);
    if (file === undefined || text === null || text === file.text) return null;
    return this.#studio.acts.perform(title, () => this.#studio.texts.put(file.path, text));
  }

  #changePiece(title: string, unit: string, change: (text: string, heading: string) => string): Act | null {
    const holder = holderOf(this.#files, unit);
    if (holder === null) {
      this.#say(`\`${unit}\` has no section of its own in the scenario or the map: write it as \`[unit.${unit}]\` to change it here.`);
      return null;
    }
    return this.#studio.acts.perform(title, () => this.#studio.texts.put(holder.file.path, change(holder.file.text, holder.heading)));
  }

  /** Puts a piece on a place, as it is written: `"C4"`. */
  move(unit: string, place: string): void {
    this.#changePiece(`move ${unit} to ${place}`, unit, (text, heading) => withValue(text, heading, "at", place));
  }

  /** Moves something on a table to a point; an outline without a place has all its corners moved. */
  moveTo(unit: string, [x, y]: Corner): void {
    const from = standsAt(this.#files, unit);
    this.#changePiece(`move ${unit} to (${x}, ${y})`, unit, (text, heading) => {
      const shape = valueOf(text, heading, "at") === null ? shapeOf(text, heading) : null;
      if (shape === null || from === null) return withValue(text, heading, "at", written([x, y]));
      return withValue(text, heading, "shape", written(moved(shape, x - from[0], y - from[1]).map((corner) => [...corner])));
    });
  }

  /** Gives something on a table another outline, where its corners are on the table. Returns whether that is one. */
  reshape(unit: string, corners: readonly Corner[]): boolean {
    if (!this.#checked(corners)) return false;
    this.#changePiece(`change the outline of ${unit}`, unit, (text, heading) => {
      const at = parsed(valueOf(text, heading, "at") ?? "");
      const isRelative = Array.isArray(at) && typeof at[0] === "number" && typeof at[1] === "number";
      const shape = isRelative ? moved(corners, -Number(at[0]), -Number(at[1])) : corners;
      return withValue(text, heading, "shape", written(shape.map((corner) => [...corner])));
    });
    return true;
  }

  #checked(corners: readonly Corner[]): boolean {
    if (isOutline(corners)) return true;
    this.#say("These corners make no outline: it has a width and a depth, and its edges do not cross.");
    return false;
  }

  turn(unit: string, degrees: number): void {
    this.#changePiece(`turn ${unit}`, unit, (text, heading) => {
      const now = Number(valueOf(text, heading, "facing") ?? "0");
      return withValue(text, heading, "facing", String((((now + degrees) % 360) + 360) % 360));
    });
  }

  name(unit: string, title: string): void {
    if (title.trim() !== "") this.#changePiece(`name ${unit}`, unit, (text, heading) => withValue(text, heading, "name", written(title.trim())));
  }

  add(tool: Adding, place: string): void {
    const file = this.#files[0];
    if (file === undefined) return;
    const id = this.#freeId(tool.adds);
    this.#studio.acts.perform(`add ${tool.title} at ${place}`, () => {
      this.#studio.texts.put(file.path, withSection(file.text, `[unit.${id}]`, [...tool.lines, `at = ${place}`]));
    });
  }

  /** Returns a tool that puts down further pieces like one. */
  copyOf(unit: string, title: string): Adding | null {
    const holder = holderOf(this.#files, unit);
    if (holder === null) return null;
    const { file, heading } = holder;
    const entries = entriesOf(file.text, heading).filter(([key]) => !["at", "name", "count"].includes(key));
    const shape = valueOf(file.text, heading, "at") === null ? shapeOf(file.text, heading) : null;
    // An outline on the table is one around its place in a copy.
    const around = shape === null ? null : moved(shape, -middle(shape)[0], -middle(shape)[1]);
    const lines = entries.map(([key, source]) => `${key} = ${key === "shape" && around !== null ? written(around.map((corner) => [...corner])) : source}`);
    return { does: "add", adds: unit.replace(/-[a-z\d]$/, ""), title, lines };
  }

  /** Draws scenery; it belongs to the map, where there is one. Returns whether its corners make an outline. */
  draw(tool: Drawing, corners: readonly Corner[]): boolean {
    if (!this.#checked(corners)) return false;
    const file = mapText(this.#studio, this.#scenario) ?? this.#files[0];
    if (file === undefined) return false;
    const isOfScenario = file === this.#files[0];
    const heading = `[${isOfScenario && mapSort(file.text) !== null ? "map." : ""}unit.${this.#freeId(tool.draws)}]`;
    const lines = [`is = "${tool.draws}"`, `shape = ${written(corners.map((corner) => [...corner]))}`];
    this.#studio.acts.perform(`draw ${tool.title}`, () => this.#studio.texts.put(file.path, withSection(file.text, heading, lines)));
    return true;
  }

  /** Takes a piece or scenery off the board. */
  remove(unit: string, title: string): void {
    const act = this.#changePiece(`remove ${title}`, unit, withoutSection);
    if (act !== null) this.#say(`${title} is removed.`, act);
  }

  paint(tool: Painting, places: readonly string[]): void {
    const act = this.#changeMap(`draw ${tool.name} at ${places.join(", ")}`, (text) => {
      let drawn = text;
      for (const place of places) drawn = withSymbol(drawn, place, tool.mark) ?? drawn;
      const isKnown = legendOf(text).some((symbol) => symbol.mark === tool.mark);
      return drawn === text || isKnown || tool.isNew === null ? drawn : withLegend(drawn, tool.mark, tool.isNew);
    });
    if (act === null && places.length > 0 && !this.#isDrawn(places)) this.#say("The map has no drawing with this place.");
  }

  #isDrawn(places: readonly string[]): boolean {
    const text = mapText(this.#studio, this.#scenario)?.text ?? "";
    return places.some((place) => withSymbol(text, place, "x") !== null);
  }

  /** Gives places a value or a trait; takes it away again if they all have it. */
  set(tool: Setting, places: readonly string[]): void {
    this.#changeMap(`${tool.key} ${tool.value} at ${places.join(", ")}`, (text) => {
      const sort = mapSort(text);
      const cell = sort === "areas" ? "area" : sort === "squares" ? "square" : "hex";
      const has = (place: string): boolean => {
        const value = parsed(placeValue(text, cell, place, tool.key) ?? "");
        return Array.isArray(value) ? value.includes(tool.value) : String(value) === tool.value;
      };
      const clears = places.every(has);
      return places.reduce((changed, place) => withPlaceValue(changed, cell, place, tool.key, sourceOf(changed, cell, place, tool, clears)), text);
    });
  }

  /** Leads a way over steps from place to place; takes it away if it is there on all of them. */
  lead(way: Way, steps: readonly (readonly [string, string])[]): void {
    this.#changeMap(`${way.title || "link"} ${steps.map((step) => step.join(" to ")).join(", ")}`, (text) => {
      const what = mapSort(text) === "areas" ? "link" : "side";
      const isThere = ([one, other]: readonly [string, string]): boolean => joinsOf(text, one, other).some((known) => keyOf(known) === keyOf(way));
      const clears = steps.every(isThere);
      let changed = text;
      for (const [one, other] of steps) {
        if (!clears && isThere([one, other])) continue;
        // Two areas have one link at most; a side can be a river and a road.
        if (clears || what === "link") changed = withoutJoin(changed, one, other, what === "link" ? null : way);
        if (!clears) changed = withJoin(changed, what, way, one, other);
      }
      return changed;
    });
  }

  /** Takes away what is between two places. */
  part(one: string, other: string): void {
    this.#changeMap(`remove what is between ${one} and ${other}`, (text) => withoutJoin(text, one, other));
  }

  /** Writes down where the areas are on the board: those that have a position can be moved. */
  placeAreas(scene: Scene): void {
    const act = this.#changeMap("write down where the areas are", (text) => {
      const [left, bottom] = [Math.min(...scene.places.map((place) => place.x)), Math.max(...scene.places.map((place) => place.y))];
      const length = (pixels: number): number => Math.round((2 * pixels) / UNIT) / 2;
      return scene.places.reduce((changed, place) => withPosition(changed, place.name, [length(place.x - left), length(bottom - place.y)]), text);
    });
    if (act !== null) this.#say("The map did not say where its areas are: that is written down now. Do it once more.", act);
  }

  moveArea(id: string, position: Corner): void {
    this.#changeMap(`move ${id}`, (text) => withPosition(text, id, position));
  }

  nameArea(id: string, title: string): void {
    if (title.trim() !== "") this.#changeMap(`name ${id}`, (text) => withPlaceValue(text, "area", id, "name", written(title.trim())));
  }

  addArea(title: string, position: Corner | null): string {
    const id = this.#freeId(title);
    this.#changeMap(`add ${title}`, (text) => withArea(text, id, title, position));
    return id;
  }

  removeArea(id: string): void {
    const standing = this.#files.flatMap((file) => piecesIn(file.text).filter((unit) => this.#standsOn(unit) === id));
    if (standing.length > 0) {
      this.#say(`${counted(new Set(standing).size, "piece")} of the set-up ${standing.length === 1 ? "is" : "are"} at \`${id}\`: move them first.`);
      return;
    }
    const act = this.#changeMap(`remove ${id}`, (text) => withoutArea(text, id));
    if (act !== null) this.#say(`\`${id}\` is removed, with what led to it.`, act);
  }

  #standsOn(unit: string): string | null {
    const holder = holderOf(this.#files, unit);
    const at = holder === null ? null : parsed(valueOf(holder.file.text, holder.heading, "at") ?? "");
    return typeof at === "string" ? at : null;
  }

  grow(what: "row" | "column"): void {
    this.#changeMap(`add a ${what}`, what === "row" ? withRow : withColumn);
  }

  /** Changes a value at the head of the map. */
  change(title: string, change: (text: string) => string): void {
    this.#changeMap(title, change);
  }
}

/** Returns what a place is to have under a key, as it is written; `null` takes the key away. */
function sourceOf(text: string, cell: "hex" | "square" | "area", place: string, tool: Setting, clears: boolean): string | null {
  if (tool.key !== "traits") return clears ? null : tool.value;
  const now = parsed(placeValue(text, cell, place, "traits") ?? "");
  const traits = Array.isArray(now) ? now.filter((trait): trait is string => typeof trait === "string" && trait !== tool.value) : [];
  const next = clears ? traits : [...traits, tool.value];
  return next.length === 0 ? null : written(next);
}
