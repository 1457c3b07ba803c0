// What is asked, and the documents that answer, as https://…/docs/json.md describes them. Fields may be added within a version.

export type Value = string | number | boolean | null;

/** A question about a roll, action, table or formula; values as on the command line. */
export interface Question {
  /**
   * Keys and values: `{ firer: "panther", range: 7 }`. A range of values, `"0..12"` or `"3,5"`, or an array asks for a table. For a
   * parameter that takes several units, an array names them.
   */
  given?: Record<string, string | number | boolean | readonly (string | number)[]>;
  /** Further pieces: `["scout=rider of second"]`. */
  units?: readonly string[];
  /** Optional rules. */
  options?: Record<string, string | boolean>;
  variants?: readonly string[];
  only?: string;
  track?: string;
  condition?: string;
}

export interface OddsQuestion extends Question {
  /** Number of rolls to sample, in place of exact odds. */
  sample?: number;
  seed?: number;
  /** Decides where the rules give no worth. */
  policy?: "first" | "random";
}

export interface TraceQuestion extends Question {
  /** The faces of the dice, in order. */
  dice?: readonly string[];
  /** The choices, in order. */
  choices?: readonly string[];
  /** Rolls and chooses whatever is not given; without it what is given must do. */
  seed?: number;
  /** Whether to say why lines do not apply. */
  why?: boolean;
  /** Number of steps to show, 1,000 without it. */
  steps?: number;
}

export interface Outcome {
  outcome: string;
  values: Record<string, Value>;
  /** An exact fraction, such as `2/3`. */
  chance: string;
  percent: number;
}

export interface Odds {
  schema: "sandtable/odds/1";
  question: string;
  outcomes: Outcome[];
  mean: number | null;
  assumed: { text?: string; [key: string]: unknown }[];
  [key: string]: unknown;
}

export interface Cell {
  chance?: string;
  percent?: number;
  mean?: number;
  [key: string]: unknown;
}

export interface Table {
  schema: "sandtable/table/1";
  name: string;
  only: string | null;
  cells: Cell[];
  [key: string]: unknown;
}

export interface Step {
  depth: number;
  text: string;
  sections: string[];
  [key: string]: unknown;
}

export interface Trace {
  schema: "sandtable/roll/1";
  question: string;
  steps: Step[];
  dice: { die: string; face: string }[];
  outcome: string | null;
  values: Record<string, Value> | null;
  [key: string]: unknown;
}

export interface Finding {
  code: string;
  severity: string;
  message: string;
  help: string | null;
  [key: string]: unknown;
}

/** `sandtable/check/1` */
export interface Check {
  schema: "sandtable/check/1";
  [key: string]: unknown;
}
