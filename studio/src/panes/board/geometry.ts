// Measures of a scene: where a point in inches lies, and how large a shape is.

import type { Piece, Scene } from "../../protocol/documents";

export interface Point {
  x: number;
  y: number;
}

export interface Offered extends Point {
  name: string;
}

/** Returns the answers that are points of a table, `(4, 12)`, where they lie on the scene. */
export function offeredPoints(scene: Scene, answers: Iterable<string>): Offered[] {
  const toScene = inches(scene);
  if (toScene === null) return [];
  const points: Offered[] = [];
  for (const name of answers) {
    const match = /^\((-?[\d.]+), (-?[\d.]+)\)$/.exec(name);
    if (match !== null) points.push({ name, ...toScene(Number(match[1]), Number(match[2])) });
  }
  return points;
}

/** Returns the point of a table in inches that a place of the scene is, on the grid of the map; `null` without a table. */
export function toInches(scene: Scene, at: Point, grid = 0.5): string | null {
  const toScene = inches(scene);
  if (toScene === null) return null;
  const origin = toScene(0, 0);
  const scale = toScene(1, 0).x - origin.x;
  const snapped = (pixels: number): number => Math.max(0, Math.round((Math.round(pixels / scale / grid) * grid) * 100) / 100);
  return `[${snapped(at.x - origin.x)}, ${snapped(origin.y - at.y)}]`;
}

/** The numbers along the edges of a table say how inches become pixels. */
function inches(scene: Scene): ((x: number, y: number) => Point) | null {
  const below = Math.max(...scene.labels.map((label) => label.y));
  const besides = Math.min(...scene.labels.map((label) => label.x));
  const along = scene.labels.filter((label) => label.y === below).map((label) => ({ inches: Number(label.text), at: label.x }));
  const up = scene.labels.filter((label) => label.x === besides).map((label) => ({ inches: Number(label.text), at: label.y }));
  const [left, right] = [along[0], along[1]];
  const [low, high] = [up[0], up[1]];
  const scale = left !== undefined && right !== undefined ? (right.at - left.at) / (right.inches - left.inches) : low !== undefined && high !== undefined ? (low.at - high.at) / (high.inches - low.inches) : 0;
  if (left === undefined || low === undefined || !(scale > 0)) return null;
  return (x, y) => ({ x: left.at + (x - left.inches) * scale, y: low.at - (y - low.inches) * scale });
}

/** Returns the extent of a path of straight lines; 0 without one. */
export function extent(path: string | null): number {
  if (path === null || path.includes("a")) return 0;
  const numbers = path.match(/-?[\d.]+/g)?.map(Number) ?? [];
  const xs = numbers.filter((_, at) => at % 2 === 0);
  const ys = numbers.filter((_, at) => at % 2 === 1);
  return xs.length === 0 ? 0 : Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}

/** A piece that has gone from one place to another. */
export interface Move {
  unit: string;
  from: Point;
  to: Point;
}

/** Pieces that have gone less far, in pixels of the scene, have stayed. */
const STAYED = 2;

/** Returns what has moved between two scenes of a board; nothing, if they are of different boards. */
export function movesBetween(before: Scene | null, after: Scene): Move[] {
  if (before === null || before.width !== after.width || before.height !== after.height) return [];
  const known = new Map(before.pieces.map((piece) => [piece.unit, piece]));
  return after.pieces.flatMap((piece) => {
    const from = known.get(piece.unit);
    const hasMoved = from !== undefined && from.place !== piece.place && Math.hypot(from.x - piece.x, from.y - piece.y) > STAYED;
    return hasMoved ? [{ unit: piece.unit, from: { x: from.x, y: from.y }, to: { x: piece.x, y: piece.y } }] : [];
  });
}

/** Returns the scene with pieces that lie on each other fanned out, so that each of them is seen. */
export function fanned(scene: Scene, size: number): Scene {
  const piles = new Map<string, number>();
  const pieces = scene.pieces.map((piece) => {
    if (piece.path !== null && extent(piece.path) > 4 * size) return piece;
    const key = `${Math.round(piece.x)} ${Math.round(piece.y)}`;
    const below = piles.get(key) ?? 0;
    piles.set(key, below + 1);
    return below === 0 || piece.path !== null ? piece : { ...piece, x: piece.x + below * size * 0.7, y: piece.y - below * size * 0.5 };
  });
  return { ...scene, pieces };
}

/** The largest pieces first, so that the smaller ones are on top; those that cover much of the board are shown through. */
export function stacked(scene: Scene): { piece: Piece; isZone: boolean }[] {
  const large = Math.max(scene.width, scene.height) / 8;
  const sized = scene.pieces.map((piece) => ({ piece, size: extent(piece.path) }));
  return sized.toSorted((one, other) => other.size - one.size).map(({ piece, size }) => ({ piece, isZone: size > large }));
}
