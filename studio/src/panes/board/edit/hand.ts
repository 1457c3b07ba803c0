// What the pointer and the keys do to a board whose set-up is changed: what they take hold of, and what a click means for each tool.

import type { Scene } from "../../../protocol/documents";
import type { Value } from "../../../data/toml";
import type { MapSort } from "../../../play/map-values";
import type { SetUpText } from "../../../play/set-up";
import { contains, moved, rectangle, strip, type Corner } from "../../../play/shapes";
import { snapped, type Frame, type Point } from "../geometry";
import { neighbour } from "../walk";
import type { Deeds } from "./deeds";
import { across, apart, between, isBeside, linkAt, nearest, sideAt } from "./near";
import { standsAt, titleOf, type Scenery } from "./set-up-texts";
import type { Drawing, Tool } from "./tools";

/** Something that the pointer holds. */
export interface Grip {
  move(at: Point): void;
  drop(at: Point): void;
}

/** What is drawn over the board while something is held. */
export interface Sketch {
  /** Of an outline, in inches. */
  corners: readonly Corner[];
  /** Places that are passed, and lines between points of the scene. */
  places: readonly Point[];
  lines: readonly (readonly [Point, Point])[];
  /** Where something would be put. */
  spot: Point | null;
}

export const NOTHING: Sketch = { corners: [], places: [], lines: [], spot: null };

/** Areas are chosen like pieces. */
const AREA = "area:";

export function areaOf(chosen: string | null): string | null {
  return chosen?.startsWith(AREA) === true ? chosen.slice(AREA.length) : null;
}

export function chosenArea(id: string): string {
  return AREA + id;
}

/** The positions of areas are multiples of this. */
const AREA_GRID = 0.5;
/** From the centre of an area to its edge, in pixels of the scene. */
const AREA_RADIUS = 26;
/** A corner is meant from so many pixels around it. */
const NEAR = 9;

export interface Given {
  deeds: Deeds;
  files: readonly SetUpText[];
  scene: Scene;
  sort: MapSort | null;
  frame: Frame | null;
  scenery: readonly Scenery[];
  grid: number;
  /** From the centre of a piece to its edge, in pixels of the scene. */
  size: number;
  tool: Tool;
  chosen: string | null;
  draft: readonly Corner[];
  /** The place that a way begins at. */
  from: string | null;
  choose(unit: string | null): void;
  setDraft(corners: readonly Corner[]): void;
  setFrom(place: string | null): void;
  sketch(what: Sketch): void;
}

export class Hand {
  readonly #given: Given;

  constructor(given: Given) {
    this.#given = given;
  }

  /** Takes hold of what is at a point; `null` if that is the board itself. */
  grab(at: Point): Grip | null {
    const { tool, sort } = this.#given;
    if (tool.does === "choose") return this.#grabCorner(at) ?? this.#grabThing(at);
    if (tool.does === "paint" || tool.does === "set") return sort === "inches" ? null : this.#brush(at);
    if (tool.does === "lead") return this.#lead(at);
    return tool.does === "draw" && tool.form === "rectangle" ? this.#drag(at, tool) : null;
  }

  /** Clicks at a point. */
  click(at: Point): void {
    const { tool, deeds } = this.#given;
    const place = this.#place(at);
    if (tool.does === "choose") {
      this.#choose(at);
    } else if (tool.does === "add") {
      const target = this.#placeValue(at);
      if (target !== null) deeds.add(tool, target);
    } else if (tool.does === "draw") {
      this.#corner(this.#inches(at), tool);
    } else if (tool.does === "area") {
      this.#addArea(at, tool.title);
    } else if (tool.does === "paint") {
      if (place !== null) deeds.paint(tool, [place]);
    } else if (tool.does === "set") {
      if (place !== null) deeds.set(tool, [place]);
    } else if (tool.does === "remove") {
      this.#remove(at);
    } else if (tool.isAlong) {
      const side = sideAt(this.#given.scene, at);
      if (side !== null) deeds.lead(tool.way, [side]);
    } else {
      this.#leadTo(place);
    }
  }

  /** Chooses a place by the keys. */
  enter(name: string): void {
    const { scene, tool } = this.#given;
    const place = scene.places.find((one) => one.name === name);
    if (place === undefined) return;
    if (tool.does === "lead") this.#leadTo(name);
    else this.click(place);
  }

  /** Puts what is chosen a step of the grid further. */
  nudge(dx: number, dy: number): void {
    const { chosen, deeds, files, grid, frame, scene, sort } = this.#given;
    const area = areaOf(chosen);
    if (area !== null) {
      const place = scene.places.find((one) => one.name === area);
      if (place === undefined || frame === null) return;
      const [x, y] = frame.fromScene(place);
      deeds.moveArea(area, [snapped(x + dx * AREA_GRID, AREA_GRID), snapped(y + dy * AREA_GRID, AREA_GRID)]);
      return;
    }
    const piece = scene.pieces.find((one) => one.unit === chosen);
    if (piece !== undefined && sort !== "inches") {
      // From place to place, and from area to area.
      const [direction, steps] = dx !== 0 ? ([dx < 0 ? "left" : "right", Math.abs(dx)] as const) : ([dy < 0 ? "down" : "up", Math.abs(dy)] as const);
      const start = scene.places.find((one) => one.name === piece.place || one.title === piece.place);
      let place = start;
      for (let step = 0; step < steps; step += 1) place = neighbour(scene.places, place, direction) ?? place;
      if (start !== undefined && place !== undefined && place !== start) deeds.move(piece.unit, place.name);
      return;
    }
    const at = chosen === null || sort !== "inches" ? null : standsAt(files, chosen);
    if (chosen !== null && at !== null) deeds.moveTo(chosen, [snapped(at[0] + dx * grid, 0.01), snapped(at[1] + dy * grid, 0.01)]);
  }

  /** Ends an outline or a way that is drawn corner by corner. */
  finish(): void {
    const { tool, draft, deeds, setDraft } = this.#given;
    if (tool.does !== "draw" || draft.length === 0) return;
    const corners = tool.form === "way" ? strip(draft, tool.width) : draft;
    if (deeds.draw(tool, corners)) setDraft([]);
  }

  /** Lets go of what is held, as it was. */
  release(): void {
    this.#given.sketch(NOTHING);
  }

  /** Whether fingers draw here, and do not scroll. */
  isHeld(): boolean {
    return ["paint", "set", "lead", "draw"].includes(this.#given.tool.does);
  }

  #inches(at: Point): Corner | null {
    const { frame, grid, sort } = this.#given;
    if (frame === null || sort !== "inches") return null;
    const [x, y] = frame.fromScene(at);
    return [Math.max(0, snapped(x, grid)), Math.max(0, snapped(y, grid))];
  }

  #position(at: Point): Corner | null {
    const { frame } = this.#given;
    if (frame === null) return null;
    const [x, y] = frame.fromScene(at);
    return [snapped(x, AREA_GRID), snapped(y, AREA_GRID)];
  }

  #place(at: Point): string | null {
    const { scene, sort } = this.#given;
    const place = nearest(scene.places, at);
    return place === undefined || (sort === "areas" && apart(place, at) > AREA_RADIUS) ? null : place.name;
  }

  /** Returns a place as a text has it: `"C4"`, `[12, 3]`. */
  #placeValue(at: Point): Value {
    const point = this.#inches(at);
    return point === null ? this.#place(at) : [...point];
  }

  /** Returns the piece, the scenery or the area at a point. */
  #thingAt(at: Point): string | null {
    const { scene, size, scenery, frame, sort } = this.#given;
    const piece = nearest(scene.pieces, at);
    if (piece !== undefined && apart(piece, at) <= size * 1.2) return piece.unit;
    if (sort === "inches" && frame !== null) {
      const point = frame.fromScene(at);
      const under = scenery.filter((one) => contains(one.corners, point));
      // The smallest lies on the others.
      return under.toSorted((one, other) => extent(one.corners) - extent(other.corners))[0]?.unit ?? null;
    }
    const area = sort === "areas" ? this.#place(at) : null;
    return area === null ? null : chosenArea(area);
  }

  #choose(at: Point): void {
    const { chosen, choose, sort } = this.#given;
    const thing = this.#thingAt(at);
    const isPiece = chosen !== null && areaOf(chosen) === null;
    // A piece that is chosen goes to the place that is clicked; only on a table things lie beside each other.
    const goes = isPiece && thing !== chosen && (thing === null || (sort === "areas" && areaOf(thing) !== null) || sort === "hexes" || sort === "squares");
    if (goes) this.#put(chosen, at);
    else choose(thing === chosen ? null : thing);
  }

  #put(unit: string, at: Point): void {
    const { deeds, choose } = this.#given;
    const point = this.#inches(at);
    const place = this.#placeValue(at);
    if (point !== null) deeds.moveTo(unit, point);
    else if (place !== null) deeds.move(unit, place);
    else return;
    choose(null);
  }

  #addArea(at: Point, title: string): void {
    const { deeds, scene, choose } = this.#given;
    const position = this.#position(at);
    if (position !== null || scene.places.length === 0) choose(chosenArea(deeds.addArea(title, position)));
    else void deeds.placeAreas(scene);
  }

  #grabCorner(at: Point): Grip | null {
    const { scenery, chosen, frame, deeds, sketch } = this.#given;
    const one = scenery.find((piece) => piece.unit === chosen);
    if (one === undefined || frame === null) return null;
    const point = (corner: Corner): Point => frame.toScene(...corner);
    let corners = one.corners;
    let index = corners.findIndex((corner) => apart(point(corner), at) <= NEAR);
    if (index < 0) {
      // In the middle of an edge a new corner begins.
      const edge = corners.findIndex((corner, number) => apart(between(point(corner), point(corners[(number + 1) % corners.length] ?? corner)), at) <= NEAR);
      if (edge < 0) return null;
      corners = corners.toSpliced(edge + 1, 0, corners[edge] ?? [0, 0]);
      index = edge + 1;
    }
    const changed = (to: Point): Corner[] => corners.map((corner, number) => (number === index ? (this.#inches(to) ?? corner) : corner));
    return {
      move: (to) => sketch({ ...NOTHING, corners: changed(to) }),
      drop: (to) => {
        sketch(NOTHING);
        deeds.reshape(one.unit, changed(to));
      },
    };
  }

  #grabThing(at: Point): Grip | null {
    const thing = this.#thingAt(at);
    if (thing === null) return null;
    const area = areaOf(thing);
    if (area !== null) return this.#grabArea(area, at);
    return this.#given.sort === "inches" ? this.#grabOnTable(thing, at) : this.#grabPiece(thing);
  }

  #grabPiece(unit: string): Grip {
    const { sketch, scene } = this.#given;
    return {
      move: (to) => sketch({ ...NOTHING, spot: scene.places.find((one) => one.name === this.#place(to)) ?? null }),
      drop: (to) => {
        sketch(NOTHING);
        this.#put(unit, to);
      },
    };
  }

  /** An area stays under the pointer as it was taken hold of. */
  #grabArea(id: string, at: Point): Grip | null {
    const { sketch, frame, scene, deeds, choose } = this.#given;
    const place = scene.places.find((one) => one.name === id);
    if (place === undefined) return null;
    const target = (to: Point): Point => ({ x: place.x + to.x - at.x, y: place.y + to.y - at.y });
    return {
      move: (to) => {
        const position = this.#position(target(to));
        sketch({ ...NOTHING, spot: position === null || frame === null ? target(to) : frame.toScene(...position) });
      },
      drop: (to) => {
        sketch(NOTHING);
        const position = this.#position(target(to));
        if (position === null) void deeds.placeAreas(scene);
        else deeds.moveArea(id, position);
        choose(chosenArea(id));
      },
    };
  }

  /** What is held is moved by whole steps of the grid, an outline with all its corners. */
  #grabOnTable(unit: string, at: Point): Grip | null {
    const { files, frame, grid, scenery, deeds, sketch, choose } = this.#given;
    const start = standsAt(files, unit);
    if (frame === null || start === null) return null;
    const outline = scenery.find((one) => one.unit === unit);
    const target = (to: Point): Corner => {
      const [dx, dy] = [(to.x - at.x) / frame.scale, (at.y - to.y) / frame.scale];
      if (outline !== undefined) return [snapped(start[0] + snapped(dx, grid), 0.01), snapped(start[1] + snapped(dy, grid), 0.01)];
      return [Math.max(0, snapped(start[0] + dx, grid)), Math.max(0, snapped(start[1] + dy, grid))];
    };
    return {
      move: (to) => {
        const [x, y] = target(to);
        sketch({ ...NOTHING, spot: frame.toScene(x, y), corners: outline === undefined ? [] : moved(outline.corners, x - start[0], y - start[1]) });
      },
      drop: (to) => {
        sketch(NOTHING);
        deeds.moveTo(unit, target(to));
        choose(unit);
      },
    };
  }

  /** Passes over places, which are all changed in one step. */
  #brush(at: Point): Grip {
    const { tool, deeds, scene, sketch } = this.#given;
    const passed = new Set<string>();
    const pass = (to: Point): void => {
      const place = this.#place(to);
      if (place !== null) passed.add(place);
      sketch({ ...NOTHING, places: scene.places.filter((one) => passed.has(one.name)) });
    };
    let isBegun = false;
    return {
      move: (to) => {
        if (!isBegun) pass(at);
        isBegun = true;
        pass(to);
      },
      drop: () => {
        sketch(NOTHING);
        if (tool.does === "paint") deeds.paint(tool, [...passed]);
        else if (tool.does === "set") deeds.set(tool, [...passed]);
      },
    };
  }

  /** Passes along sides, or from place to place. */
  #lead(at: Point): Grip | null {
    const { tool, deeds, scene, sketch, sort } = this.#given;
    if (tool.does !== "lead") return null;
    const { isAlong, way } = tool;
    let last = this.#place(at);
    if (!isAlong && last === null) return null;
    const steps: [string, string][] = [];
    const point = (name: string): Point => scene.places.find((one) => one.name === name) ?? at;
    const add = (one: string, other: string): void => {
      if (!steps.some((step) => step.includes(one) && step.includes(other))) steps.push([one, other]);
    };
    const pass = (to: Point): void => {
      const side = isAlong ? sideAt(scene, to) : null;
      if (side !== null) add(...side);
      const here = isAlong ? null : this.#place(to);
      if (here === null || last === null || here === last || (sort !== "areas" && !isBeside(scene, last, here))) return;
      add(last, here);
      last = here;
    };
    return {
      move: (to) => {
        if (steps.length === 0) pass(at);
        pass(to);
        const lines = steps.map(([one, other]): [Point, Point] => (isAlong ? across(point(one), point(other)) : [point(one), point(other)]));
        sketch({ ...NOTHING, lines: isAlong || last === null ? lines : [...lines, [point(last), to]] });
      },
      drop: () => {
        sketch(NOTHING);
        if (steps.length > 0) deeds.lead(way, steps);
      },
    };
  }

  #leadTo(place: string | null): void {
    const { tool, deeds, from, setFrom, sort, scene } = this.#given;
    if (place === null || tool.does !== "lead") return;
    if (from !== null && from !== place && (sort === "areas" || isBeside(scene, from, place))) deeds.lead(tool.way, [[from, place]]);
    // A road goes on from where it has come to; the same place again ends it.
    setFrom(from === place ? null : place);
  }

  /** Draws a rectangle by dragging. */
  #drag(at: Point, tool: Drawing): Grip | null {
    const { deeds, sketch, setDraft } = this.#given;
    const from = this.#inches(at);
    if (from === null) return null;
    const drawn = (to: Point): Corner[] => rectangle(from, this.#inches(to) ?? from);
    return {
      move: (to) => sketch({ ...NOTHING, corners: drawn(to) }),
      drop: (to) => {
        sketch(NOTHING);
        deeds.draw(tool, drawn(to));
        setDraft([]);
      },
    };
  }

  #corner(point: Corner | null, tool: Drawing): void {
    const { draft, deeds, setDraft } = this.#given;
    const [first, last] = [draft[0], draft.at(-1)];
    if (point === null) return;
    const is = (corner: Corner | undefined): boolean => corner !== undefined && corner[0] === point[0] && corner[1] === point[1];
    if (tool.form === "rectangle") {
      if (last === undefined) setDraft([point]);
      else if (deeds.draw(tool, rectangle(last, point))) setDraft([]);
    } else if (is(last) || (tool.form === "outline" && draft.length > 2 && is(first))) {
      // The last corner once more, or the first, is the end.
      this.finish();
    } else {
      setDraft([...draft, point]);
    }
  }

  #remove(at: Point): void {
    const { deeds, scene, scenery, sort } = this.#given;
    const thing = this.#thingAt(at);
    const area = areaOf(thing);
    const joined = sort === "areas" ? linkAt(scene, at) : sort === "inches" ? null : sideAt(scene, at);
    if (area !== null) void deeds.removeArea(area);
    else if (thing !== null) void deeds.remove(thing, titleOf(scene, scenery, thing));
    else if (joined !== null) deeds.part(...joined);
  }
}

function extent(corners: readonly Corner[]): number {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
}
