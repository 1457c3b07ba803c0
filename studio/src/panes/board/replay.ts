// What has happened on the board since a question: who went where, who acted on whom, as the steps of the game say.

import { tableFrame, type Point } from "./geometry";
import type { GameDocument, Piece, Scene, Step } from "../../protocol/documents";

/** A piece that has gone along places. */
export interface Trail {
  unit: string;
  points: Point[];
}

/** What one piece has done to a piece of another side, such as a shot or a search: from where it stood then to where the other stood. */
export interface Shot {
  from: Point;
  to: Point;
  text: string;
}

/** The board at one moment between two questions. */
export interface Frame {
  pieces: readonly Piece[];
  /** What happens in it, in words. */
  text: string;
  shot: Shot | null;
}

export interface Replay {
  trails: readonly Trail[];
  shots: readonly Shot[];
  frames: readonly Frame[];
}

export const NOTHING: Replay = { trails: [], shots: [], frames: [] };

/** A turn of many moves is shown from its end. */
const MOST_FRAMES = 400;

/** Returns what has happened between two questions of a game; nothing if its board or its rules are others now. */
export function happened(before: GameDocument | null, after: GameDocument): Replay {
  const [start, end] = [before?.board ?? null, after.board];
  if (before === null || start === null || end === null || start.width !== end.width || start.height !== end.height) return NOTHING;
  const n = after.steps_in_all - before.steps_in_all;
  if (n <= 0) return NOTHING;
  const whereIs = places(end);
  const now = new Map(start.pieces.map((piece) => [piece.unit, piece]));
  const trails = new Map<string, Trail>();
  const shots: Shot[] = [];
  const frames: Frame[] = [];
  const show = (text: string, shot: Shot | null): void => void frames.push({ pieces: [...now.values()], text, shot });
  for (const step of after.steps.slice(-n)) {
    const piece = now.get(step.units?.[0] ?? "");
    const to = step.to === undefined ? undefined : whereIs(step.to);
    if (piece !== undefined && to !== undefined) {
      const from = { x: piece.x, y: piece.y };
      if (from.x === to.x && from.y === to.y) continue;
      now.set(piece.unit, carried(piece, step.to ?? "", to));
      const trail = trails.get(piece.unit);
      if (trail === undefined) trails.set(piece.unit, { unit: piece.unit, points: [from, to] });
      else trail.points.push(to);
      show(step.text, null);
      continue;
    }
    for (const shot of shotsOf(step, now)) {
      // The rolls of an action are about the same two as the action.
      const last = shots.at(-1);
      if (last !== undefined && frames.at(-1)?.shot === last && same(last.from, shot.from) && same(last.to, shot.to)) continue;
      shots.push(shot);
      show(step.text, shot);
    }
  }
  // As it ends, with what has been lost and has turned.
  if (frames.length > 0) frames.push({ pieces: end.pieces, text: "", shot: null });
  return { trails: [...trails.values()], shots, frames: frames.slice(-MOST_FRAMES) };
}

function same(one: Point, other: Point): boolean {
  return one.x === other.x && one.y === other.y;
}

/** Returns what a step does to pieces of other sides: the first of its units acts. */
function shotsOf(step: Step, now: ReadonlyMap<string, Piece>): Shot[] {
  if (step.detail || step.units === undefined) return [];
  const [actor, ...others] = step.units.flatMap((unit) => now.get(unit) ?? []);
  if (actor === undefined) return [];
  return others
    .filter((other) => other.unit !== actor.unit && other.side !== actor.side && !same(other, actor))
    .map((other) => ({ from: { x: actor.x, y: actor.y }, to: { x: other.x, y: other.y }, text: step.text }));
}

/** Returns a piece at another place; its outline goes along. */
function carried(piece: Piece, place: string, to: Point): Piece {
  return { ...piece, place, ...to, path: piece.path === null ? null : shifted(piece.path, to.x - piece.x, to.y - piece.y) };
}

/** Moves a path, of which only the points after M and L are absolute. */
export function shifted(path: string, dx: number, dy: number): string {
  const round = (length: number): number => Math.round(length * 100) / 100;
  return path.replace(/([ML])(-?[\d.]+) (-?[\d.]+)/g, (_, command: string, x: string, y: string) => `${command}${round(Number(x) + dx)} ${round(Number(y) + dy)}`);
}

/** Returns where the places of a board are. */
function places(scene: Scene): (place: string) => Point | undefined {
  const known = new Map(scene.places.flatMap((place) => [[place.title, place] as const, [place.name, place] as const]));
  const table = tableFrame(scene);
  return (name) => {
    const place = known.get(name);
    if (place !== undefined) return { x: place.x, y: place.y };
    const inches = /^\((-?[\d.]+), (-?[\d.]+)\)$/.exec(name);
    return inches === null || table === null ? undefined : table.toScene(Number(inches[1]), Number(inches[2]));
  };
}
