// Outlines on a table, corner by corner, in inches.

export type Corner = readonly [x: number, y: number];

/** Lengths have at most two decimals. */
export function hundredths(length: number): number {
  return Math.round(length * 100) / 100;
}

export function moved(corners: readonly Corner[], dx: number, dy: number): Corner[] {
  return corners.map(([x, y]) => [hundredths(x + dx), hundredths(y + dy)]);
}

export function rectangle([ax, ay]: Corner, [bx, by]: Corner): Corner[] {
  const [left, right] = [Math.min(ax, bx), Math.max(ax, bx)];
  const [low, high] = [Math.min(ay, by), Math.max(ay, by)];
  return [
    [left, low],
    [right, low],
    [right, high],
    [left, high],
  ];
}

/** Returns the point in the middle of the extent of an outline, where a piece with it stands. */
export function middle(corners: readonly Corner[]): Corner {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return [hundredths((Math.min(...xs) + Math.max(...xs)) / 2), hundredths((Math.min(...ys) + Math.max(...ys)) / 2)];
}

/** Returns the outline of a way of some width along points: its left side, and its right side back. */
export function strip(points: readonly Corner[], width: number): Corner[] {
  const way = points.filter((point, at) => at === 0 || !isSame(point, points[at - 1]));
  if (way.length < 2) return [];
  const side = (sign: number): Corner[] => way.map((point, at) => offset(way[at - 1], point, way[at + 1], (sign * width) / 2));
  return [...side(1), ...side(-1).toReversed()];
}

function isSame([ax, ay]: Corner, other: Corner | undefined): boolean {
  return other !== undefined && ax === other[0] && ay === other[1];
}

/** Moves a point of a way to its side: at a bend onto the line that halves it. */
function offset(before: Corner | undefined, at: Corner, after: Corner | undefined, far: number): Corner {
  const into = before === undefined ? null : unit(before, at);
  const out = after === undefined ? null : unit(at, after);
  const [ux, uy] = into ?? out ?? [1, 0];
  const [vx, vy] = out ?? into ?? [1, 0];
  // The sum of both normals, as long as the bend needs; at a sharp one no longer than twice the width.
  const [nx, ny] = [-(uy + vy), ux + vx];
  const length = Math.hypot(nx, ny);
  const stretch = length < 0.5 ? 0.5 : length;
  const scale = (2 * far) / (stretch * stretch);
  return length === 0 ? [hundredths(at[0] - uy * far), hundredths(at[1] + ux * far)] : [hundredths(at[0] + nx * scale), hundredths(at[1] + ny * scale)];
}

function unit([ax, ay]: Corner, [bx, by]: Corner): Corner {
  const length = Math.hypot(bx - ax, by - ay);
  return [(bx - ax) / length, (by - ay) / length];
}

/** Whether corners make an outline: at least three, not on one line, and no two edges cross or touch but neighbours. */
export function isOutline(corners: readonly Corner[]): boolean {
  const n = corners.length;
  if (n < 3 || Math.abs(area(corners)) < 0.005) return false;
  const edges = corners.map((corner, at): [Corner, Corner] => [corner, corners[(at + 1) % n] ?? corner]);
  return edges.every(([a, b], at) => {
    if (isSame(a, b)) return false;
    return edges.every(([c, d], other) => {
      if (other <= at) return true;
      if (other === at + 1) return !goesBack(a, b, d);
      if (at === 0 && other === n - 1) return !goesBack(c, a, b);
      return !meet(a, b, c, d);
    });
  });
}

/** Whether the way from one point over another to a third turns back on itself. */
function goesBack(a: Corner, b: Corner, c: Corner): boolean {
  return turn(a, b, c) === 0 && (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0;
}

/** Twice the area of a triangle; positive to the left. Lengths are whole hundredths, so it is exact. */
function turn(a: Corner, b: Corner, c: Corner): number {
  const [ax, ay, bx, by, cx, cy] = [...a, ...b, ...c].map((length) => Math.round(length * 100)) as [number, number, number, number, number, number];
  return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
}

function meet(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const [one, two, three, four] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (one !== two && three !== four) return true;
  return (one === 0 && isBetween(a, b, c)) || (two === 0 && isBetween(a, b, d)) || (three === 0 && isBetween(c, d, a)) || (four === 0 && isBetween(c, d, b));
}

function isBetween(a: Corner, b: Corner, point: Corner): boolean {
  return [0, 1].every((part) => Math.min(a[part] ?? 0, b[part] ?? 0) <= (point[part] ?? 0) && (point[part] ?? 0) <= Math.max(a[part] ?? 0, b[part] ?? 0));
}

/** Returns the area of an outline; negative if its corners go clockwise. */
export function area(corners: readonly Corner[]): number {
  return corners.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % corners.length] ?? [0, 0];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

/** Whether a point is inside of an outline. */
export function contains(corners: readonly Corner[], [x, y]: Corner): boolean {
  let isInside = false;
  for (const [at, [ax, ay]] of corners.entries()) {
    const [bx, by] = corners[(at + 1) % corners.length] ?? [0, 0];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
  }
  return isInside;
}
