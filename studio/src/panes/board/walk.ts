// Walks from place to place with the arrow keys.

export type Direction = "left" | "right" | "up" | "down";

interface Point {
  x: number;
  y: number;
}

const VECTORS: Record<Direction, Point> = { left: { x: -1, y: 0 }, right: { x: 1, y: 0 }, up: { x: 0, y: -1 }, down: { x: 0, y: 1 } };

/** Returns the nearest spot in a direction: what is off to a side counts as farther. */
export function neighbour<Spot extends Point>(spots: readonly Spot[], from: Spot | undefined, direction: Direction): Spot | undefined {
  if (from === undefined) return spots[0];
  const vector = VECTORS[direction];
  let best: Spot | undefined;
  let least = Infinity;
  for (const spot of spots) {
    const x = spot.x - from.x;
    const y = spot.y - from.y;
    const along = x * vector.x + y * vector.y;
    const across = Math.abs(x * vector.y) + Math.abs(y * vector.x);
    if (along <= 0.5 || across > along * 1.8) continue;
    const length = along + across;
    if (length < least) [best, least] = [spot, length];
  }
  return best;
}
