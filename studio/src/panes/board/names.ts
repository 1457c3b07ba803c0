// The names of pieces, beside them: as many as there is room for.

import type { Piece, Scene } from "../../protocol/documents";

export interface PieceName {
  unit: string;
  text: string;
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A longer name is cut. */
const LONGEST = 20;
/** A letter is as wide, in parts of the height of the text; wide ones make up for narrow ones. */
const LETTER = 0.54;
/** So many pieces at most have a name: a picture with more of them is one of many counters. */
const MOST = 150;

/**
 * Returns the names that do not cover a piece, another name or a title of the board: below their pieces, or at a side, or above. The first
 * pieces come first.
 */
export function namesBeside(scene: Scene, pieces: readonly Piece[], size: number, height: number): PieceName[] {
  const taken: Box[] = pieces.map((piece) => ({ left: piece.x - size, right: piece.x + size, top: piece.y - size, bottom: piece.y + size }));
  for (const { text, x, y } of titlesOf(scene, size)) {
    const half = (text.length * LETTER * 11) / 2;
    taken.push({ left: x - half, right: x + half, top: y - 10, bottom: y + 3 });
  }
  const found: PieceName[] = [];
  for (const piece of pieces.slice(0, MOST)) {
    const text = piece.title.length > LONGEST ? `${piece.title.slice(0, LONGEST - 1)}…` : piece.title;
    const width = text.length * LETTER * height;
    const gap = size + 2;
    const ways: PieceName[] = [
      { unit: piece.unit, text, x: piece.x, y: piece.y + gap + height * 0.8, anchor: "middle" },
      { unit: piece.unit, text, x: piece.x + gap, y: piece.y + height * 0.35, anchor: "start" },
      { unit: piece.unit, text, x: piece.x - gap, y: piece.y + height * 0.35, anchor: "end" },
      { unit: piece.unit, text, x: piece.x, y: piece.y - gap - height * 0.2, anchor: "middle" },
    ];
    for (const way of ways) {
      const left = way.x - { start: 0, middle: width / 2, end: width }[way.anchor];
      const box = { left, right: left + width, top: way.y - height * 0.8, bottom: way.y + height * 0.2 };
      const isFree = box.left >= 0 && box.right <= scene.width && box.top >= 0 && box.bottom <= scene.height && !taken.some((other) => overlap(box, other));
      if (!isFree) continue;
      taken.push(box);
      found.push(way);
      break;
    }
  }
  return found;
}

/** The titles of areas, where they are drawn. */
export function titlesOf(scene: Scene, size: number): { name: string; text: string; x: number; y: number }[] {
  if (!scene.places.some((place) => place.title !== place.name)) return [];
  return scene.places.map((place) => ({ name: place.name, text: place.title, x: place.x, y: place.y + size * 1.9 }));
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
