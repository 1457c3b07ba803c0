// Measures of a scene: where a point in inches lies, and how large a shape is.

import type { Piece, Scene, ScenePlace } from "../../protocol/documents";

export interface Point {
  x: number;
  y: number;
}

export interface Offered extends Point {
  name: string;
}

/** Returns the answers that are points of a table, `(4, 12)`, where they lie on the scene. */
export function offeredPoints(scene: Scene, answers: Iterable<string>): Offered[] {
  const table = tableFrame(scene);
  if (table === null) return [];
  const points: Offered[] = [];
  for (const name of answers) {
    const match = /^\((-?[\d.]+), (-?[\d.]+)\)$/.exec(name);
    if (match !== null) points.push({ name, ...table.toScene(Number(match[1]), Number(match[2])) });
  }
  return points;
}

/** How inches, or the positions of areas, lie on a scene. */
export interface Frame {
  toScene(x: number, y: number): Point;
  fromScene(at: Point): [x: number, y: number];
  /** Pixels of the scene for one of its lengths. */
  scale: number;
}

function frame(origin: Point, scale: number): Frame {
  return {
    scale,
    toScene: (x, y) => ({ x: origin.x + x * scale, y: origin.y - y * scale }),
    fromScene: (at) => [(at.x - origin.x) / scale, (origin.y - at.y) / scale],
  };
}

/**
 * An inch of a table is as large as this, unless the table is very wide; then it has numbers along its edges. It is a copy of `INCH` in
 * `src/present/picture/plan.rs`, which counts hundredths of a pixel: the scene does not tell it, so whoever changes one changes both.
 */
const INCH = 12;

/** Returns how inches lie on a table: the bare ground is its whole extent, and the numbers along its edges are inches. */
export function tableFrame(scene: Scene): Frame | null {
  const ground = scene.terrain.find((terrain) => terrain.title === "")?.path.match(/-?[\d.]+/g)?.map(Number);
  if (scene.places.length > 0 || ground === undefined || ground.length < 8) return null;
  const origin = { x: Math.min(...ground.filter((_, at) => at % 2 === 0)), y: Math.max(...ground.filter((_, at) => at % 2 === 1)) };
  const along = scene.labels.find((label) => label.y > origin.y);
  const up = scene.labels.find((label) => label.x < origin.x);
  const scale = along !== undefined ? (along.x - origin.x) / Number(along.text) : up !== undefined ? (origin.y - up.y) / Number(up.text) : INCH;
  return scale > 0 ? frame(origin, scale) : null;
}

/** Returns how the positions of areas lie on a scene; `null` if fewer than two of them are written. */
export function areaFrame(scene: Scene, positions: ReadonlyMap<string, readonly [number, number]>): Frame | null {
  const known = scene.places.flatMap((place) => {
    const position = positions.get(place.name);
    return position === undefined ? [] : [{ place, position }];
  });
  const first = known[0];
  if (first === undefined) return null;
  // The farther apart they are, the less it matters that the scene is rounded.
  const far = (one: (typeof known)[number]): number => Math.hypot(one.position[0] - first.position[0], one.position[1] - first.position[1]);
  const other = known.toSorted((one, two) => far(two) - far(one))[0];
  if (other === undefined || far(other) === 0) return null;
  const scale = Math.hypot(other.place.x - first.place.x, other.place.y - first.place.y) / far(other);
  return scale > 0 ? frame({ x: first.place.x - first.position[0] * scale, y: first.place.y + first.position[1] * scale }, scale) : null;
}

/** Moves a length to the nearest of a grid. */
export function snapped(length: number, grid: number): number {
  return Math.round(Math.round(length / grid) * grid * 100) / 100;
}

/** Returns the pairs of places that are beside each other: none are nearer to each other than the nearest two. */
export function neighbours(scene: Scene): [ScenePlace, ScenePlace][] {
  if (scene.places.length < 2) return [];
  const size = nearestDistance(scene.places) * 1.1;
  const key = (x: number, y: number): string => `${Math.floor(x / size)} ${Math.floor(y / size)}`;
  const cells = new Map<string, ScenePlace[]>();
  for (const place of scene.places) {
    const cell = cells.get(key(place.x, place.y));
    if (cell === undefined) cells.set(key(place.x, place.y), [place]);
    else cell.push(place);
  }
  const around = [-size, 0, size];
  return scene.places.flatMap((place) =>
    around.flatMap((dx) =>
      around.flatMap((dy) =>
        (cells.get(key(place.x + dx, place.y + dy)) ?? [])
          .filter((other) => (other.y > place.y || (other.y === place.y && other.x > place.x)) && Math.hypot(other.x - place.x, other.y - place.y) <= size)
          .map((other): [ScenePlace, ScenePlace] => [place, other]),
      ),
    ),
  );
}

function nearestDistance(places: readonly ScenePlace[]): number {
  // On hexes and squares nearly every place has a neighbour; so many are enough to find it.
  const sample = places.slice(0, 40);
  const apart = sample.flatMap((one) => places.filter((other) => other !== one).map((other) => Math.hypot(other.x - one.x, other.y - one.y)));
  return apart.reduce((least, distance) => Math.min(least, distance), Infinity);
}

/** Returns the extent of a path of straight lines; 0 without one. */
export function extent(path: string | null): number {
  if (path === null || path.includes("a")) return 0;
  const numbers = path.match(/-?[\d.]+/g)?.map(Number) ?? [];
  const xs = numbers.filter((_, at) => at % 2 === 0);
  const ys = numbers.filter((_, at) => at % 2 === 1);
  return xs.length === 0 ? 0 : Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}

/** A pile is as wide and high, from the lowest to the topmost of its pieces, in radii of a piece. */
const PILE = [2.1, 1.5] as const;

/** Returns the scene with pieces that lie on each other fanned out around their place, so that each of them is seen. */
export function fanned(scene: Scene, size: number): Scene {
  const keyOf = (piece: Piece): string => `${Math.round(piece.x)} ${Math.round(piece.y)}`;
  // What stands on a table stands where it stands.
  const isFree = (piece: Piece): boolean => piece.path === null;
  const piles = new Map<string, number>();
  for (const piece of scene.pieces) if (isFree(piece)) piles.set(keyOf(piece), (piles.get(keyOf(piece)) ?? 0) + 1);
  const laid = new Map<string, number>();
  const pieces = scene.pieces.map((piece) => {
    const height = piles.get(keyOf(piece)) ?? 0;
    if (!isFree(piece) || height < 2) return piece;
    const below = laid.get(keyOf(piece)) ?? 0;
    laid.set(keyOf(piece), below + 1);
    const step = Math.min(1 / 3, 1 / (height - 1));
    const along = (below - (height - 1) / 2) * step;
    return { ...piece, x: piece.x + along * PILE[0] * size, y: piece.y - along * PILE[1] * size };
  });
  return { ...scene, pieces };
}

/** The largest pieces first, so that the smaller ones are on top; those that cover much of the board are shown through. */
export function stacked(scene: Scene): { piece: Piece; isZone: boolean }[] {
  const large = Math.max(scene.width, scene.height) / 8;
  const sized = scene.pieces.map((piece) => ({ piece, size: extent(piece.path) }));
  return sized.toSorted((one, other) => other.size - one.size).map(({ piece, size }) => ({ piece, isZone: size > large }));
}
