// What a click on the board does while the set-up is changed.

import type { Value } from "../../../data/toml";
import type { Way } from "../../../play/map-values";

export type Tool = Choosing | Painting | Adding | Drawing | AddingArea | Leading | Setting | Removing;

/** Chooses a piece, a piece of scenery or an area; it is dragged, or put on the next place that is clicked. */
export interface Choosing {
  does: "choose";
}

/** Draws a symbol of the legend, or one that joins it with its first place. */
export interface Painting {
  does: "paint";
  mark: string;
  name: string;
  isNew: readonly (readonly [key: string, value: Value])[] | null;
}

/** Puts a piece down: one of the unit files, or a further one like another. */
export interface Adding {
  does: "add";
  adds: string;
  title: string;
  /** What its section says, but for its place. */
  says: readonly (readonly [key: string, value: Value])[];
}

/** Draws scenery on a table: from corner to corner, corner by corner, or a way of some width. */
export interface Drawing {
  does: "draw";
  draws: string;
  title: string;
  form: "rectangle" | "outline" | "way";
  width: number;
}

export interface AddingArea {
  does: "area";
  title: string;
}

/** Draws what is between places: along their sides, or from one place to the next. A second time takes it away. */
export interface Leading {
  does: "lead";
  way: Way;
  isAlong: boolean;
}

/** Gives single places a value, a name or a trait; a second time takes it away. */
export interface Setting {
  does: "set";
  key: string;
  /** A number, a word, a name, or a trait. */
  value: string;
}

export interface Removing {
  does: "remove";
}

export const CHOOSING: Choosing = { does: "choose" };
