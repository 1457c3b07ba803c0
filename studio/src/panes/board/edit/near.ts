// What lies nearest to a point of a scene: places, the sides between them, links.

import type { Scene } from "../../../protocol/documents";
import { neighbours, type Point } from "../geometry";

export function apart(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

export function between(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

export function nearest<Spot extends Point>(spots: readonly Spot[], at: Point): Spot | undefined {
  let best: Spot | undefined;
  for (const spot of spots) if (best === undefined || apart(spot, at) < apart(best, at)) best = spot;
  return best;
}

const pairs = new WeakMap<Scene, ReturnType<typeof neighbours>>();

function pairsOf(scene: Scene): ReturnType<typeof neighbours> {
  const known = pairs.get(scene) ?? neighbours(scene);
  pairs.set(scene, known);
  return known;
}

export function isBeside(scene: Scene, one: string, other: string): boolean {
  return pairsOf(scene).some(([a, b]) => (a.name === one && b.name === other) || (a.name === other && b.name === one));
}

/** Returns the two places on both sides of the side that is nearest to a point. */
export function sideAt(scene: Scene, at: Point): [string, string] | null {
  const spots = pairsOf(scene).map(([one, other]) => ({ ...between(one, other), pair: [one.name, other.name] satisfies [string, string] }));
  return nearest(spots, at)?.pair ?? null;
}

/** Returns the side between two places, as a line across the one that joins them. */
export function across(one: Point, other: Point): [Point, Point] {
  const middle = between(one, other);
  const [dx, dy] = [(other.x - one.x) * 0.29, (other.y - one.y) * 0.29];
  return [
    { x: middle.x - dy, y: middle.y + dx },
    { x: middle.x + dy, y: middle.y - dx },
  ];
}

/** A link is meant from so many pixels around it. */
const BESIDE = 12;

/** Returns the two areas whose link passes a point. */
export function linkAt(scene: Scene, at: Point): [string, string] | null {
  let best: [string, string] | null = null;
  let least = BESIDE;
  for (const [from, to] of scene.lines.flatMap((line) => strokes(line.path))) {
    const far = toLine(from, to, at);
    const [one, other] = [nearest(scene.places, from), nearest(scene.places, to)];
    if (far < least && one !== undefined && other !== undefined) [best, least] = [[one.name, other.name], far];
  }
  return best;
}

/** Returns the straight strokes of a path, `M1 2L3 4`. */
function strokes(path: string): [Point, Point][] {
  return [...path.matchAll(/M(-?[\d.]+) (-?[\d.]+)L(-?[\d.]+) (-?[\d.]+)/g)].map(([, a, b, c, d]) => [
    { x: Number(a), y: Number(b) },
    { x: Number(c), y: Number(d) },
  ]);
}

/** Returns how far a point is from a straight line between two others. */
function toLine(from: Point, to: Point, at: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const share = Math.min(1, Math.max(0, ((at.x - from.x) * dx + (at.y - from.y) * dy) / (dx * dx + dy * dy || 1)));
  return apart({ x: from.x + share * dx, y: from.y + share * dy }, at);
}
