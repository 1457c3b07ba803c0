// The documents of the service, as `docs/json.md` describes them. A name here is the name of a schema there.

/** A place as the Language Server Protocol writes it. */
export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export interface Place {
  uri: string;
  range: Range;
}

/** A key and its value, as on the command line. */
export type Pair = [key: string, value: string];

export interface Label {
  file: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  text: string;
}

export interface Finding {
  code: string;
  slug: string;
  severity: "error" | "warning" | "note";
  confidence: "certain" | "likely" | "possible";
  message: string;
  help: string | null;
  /** The help in the words of this page, where they are others. */
  help_in_page?: string;
  citations: string[];
  labels: Label[];
}

/** `sandtable/findings/1` */
export interface FindingsDocument {
  findings: Finding[];
}

export interface Assumption {
  fact: string;
  title: string;
  value: string;
  beside: string | null;
  lacks_map: boolean;
}

export interface ModifierLine {
  amount: number;
  label: string;
  sections: string[];
}

export interface ModifierList {
  title: string;
  total: number;
  lines: ModifierLine[];
}

export type OutcomeValue = string | number | boolean | null;

export interface Outcome {
  outcome: string;
  values: Record<string, OutcomeValue>;
  chance: string;
  percent: number;
  between: [number, number] | null;
  at_least: number | null;
  at_most: number | null;
}

export interface Condition {
  condition: string;
  chance: string;
  percent: number;
}

/** A decision that was made by the worth of its options. */
export interface ByWorth {
  decision: string;
  /** `null` if it is not always the same. */
  answer: string | null;
}

/** `sandtable/odds/1` */
export interface OddsDocument {
  schema: "sandtable/odds/1";
  ruleset: string;
  question: string;
  outcomes: Outcome[];
  /** The distribution of each value, if several are asked for. */
  each?: { value: string; outcomes: Outcome[]; mean: number | null; spread: number | null }[];
  modifiers: ModifierList[];
  assumed: Assumption[];
  by_worth: ByWorth[];
  mean: number | null;
  spread: number | null;
  given: Condition | null;
  runs: number | null;
  states: number;
  open: number | null;
}

/** A cell of a table of odds; the keys with several values are further fields. */
export interface TableCell {
  chance?: string;
  percent?: number;
  mean?: number;
  spread?: number;
  refused?: boolean;
  never_given?: boolean;
  left_out?: boolean;
  not_begun?: boolean;
  second?: TableCell;
  difference?: number | null;
  [key: string]: unknown;
}

/** `sandtable/table/1` */
export interface TableDocument {
  schema: "sandtable/table/1";
  ruleset: string;
  name: string;
  only: string | null;
  compared_with: string | null;
  remarks: string[];
  left_out: { what: string; why: string }[];
  assumed: Assumption[];
  by_worth: ByWorth[];
  cells: TableCell[];
}

export interface Situation {
  question: string;
  mean: number | null;
  spread: number | null;
  assumed: Assumption[];
  by_worth: ByWorth[];
}

export interface Chance {
  chance: string;
  percent: number;
}

/** `sandtable/compare/1` */
export interface CompareDocument {
  schema: "sandtable/compare/1";
  ruleset: string;
  first: Situation;
  second: Situation;
  outcomes: { outcome: string; first: Chance | null; second: Chance | null; difference: number }[];
}

export type AnyOdds = OddsDocument | TableDocument | CompareDocument;

export interface Step {
  depth: number;
  text: string;
  sections: string[];
  detail: boolean;
  place: Place | null;
  /** Of a game: the units that it is about, by their names. */
  units?: string[];
  /** Of a game: where the first of them goes. */
  to?: string;
}

export interface Die {
  die: string;
  face: string;
  /** Its faces in order, where the service says so. */
  faces?: string[];
}

export interface Decision {
  title: string;
  answer: string;
  /** The legal answers; left out where there are very many. */
  options?: string[];
}

/** `sandtable/roll/1` */
export interface RollDocument {
  schema: "sandtable/roll/1";
  ruleset: string;
  question: string;
  seed: number | null;
  steps: Step[];
  dice: Die[];
  choices: string[];
  /** The same choices with what could be chosen. */
  decisions: Decision[];
  outcome: string | null;
  values: Record<string, OutcomeValue> | null;
  assumed: Assumption[];
  /** Why it did not come to its end. */
  trouble: FindingsDocument | null;
}

export interface CoverageRule {
  id: string;
  title: string;
  section: string;
  fate: "encoded" | "judged" | "advice" | "missing";
  exercised: boolean;
  places: string[];
  unclear: string | null;
  contradiction: string | null;
  reading: string;
  reason: string;
}

/** `sandtable/coverage/1` */
export interface CoverageDocument {
  ruleset: string;
  total: number;
  encoded: number;
  exercised: number;
  judged: number;
  advice: number;
  missing: string[];
  unexercised: string[];
  contradictions: string[];
  house: string[];
  rules: CoverageRule[];
}

/** `sandtable/test/1` */
export interface TestDocument {
  rulesets: {
    ruleset: string;
    passed: number;
    failed: number;
    examples: { title: string; file: string | null; line: number | null; sections: string[]; passed: boolean; findings: Finding[] }[];
  }[];
}

export type AskSort = "roll" | "action" | "sequence" | "formula" | "table" | "modifiers";

export interface Ask {
  name: string;
  title: string;
  sort: AskSort;
  sections: string[];
  place: Place | null;
}

export interface FieldValue {
  value: string;
  title: string;
}

export interface Field {
  key: string;
  title: string;
  kind: "unit" | "word" | "number" | "yes-no" | "text";
  values: FieldValue[];
  from: number | null;
  to: number | null;
  measure: string | null;
  default: string | null;
  /** It may be left out although it has no default. */
  optional: boolean;
  /** Its value is a set of units. */
  several: boolean;
  /** A parameter of the rule, a fact that it reads, or the state of a unit that is given. */
  role: "parameter" | "fact" | "track";
  sections: string[];
}

export interface OptionField {
  name: string;
  title: string;
  values: string[];
  default: string;
  sections: string[];
}

/** `sandtable/form/1` */
export interface FormDocument {
  ruleset: string;
  title: string;
  asks: Ask[];
  fields: Field[];
  /** The situation of the simplest example of the rule. */
  example: { title: string; given: { key: string; value: string }[]; units: string[] } | null;
  /** What can be put on the table besides the units that are named. */
  units: FieldValue[];
  /** The sides that it can be of. */
  sides: FieldValue[];
  options: OptionField[];
  variants: string[];
}

export interface WorkspaceFile {
  path: string;
  uri: string;
  kind: "rules" | "units" | "map" | "scenario" | "index";
}

export interface ScenarioEntry {
  /** By which it is played: `ruleset/name`. */
  name: string;
  title: string;
  path: string;
  uri: string;
}

export interface RulesetEntry {
  name: string;
  title: string;
  own: boolean;
  base: string[];
  files: WorkspaceFile[];
  scenarios: ScenarioEntry[];
}

/** The answer to `sandtable/workspace`. */
export interface WorkspaceDocument {
  rulesets: RulesetEntry[];
}

/** The shapes of a board in pixels from its upper left corner; a path is written as SVG writes it. */
export interface Scene {
  width: number;
  height: number;
  /** From the centre of a piece to its edge, where it has no base. */
  radius: number;
  /** All places of one type of terrain, as a single path. */
  terrain: { title: string; colour: string; path: string }[];
  /** Those with a title are features, the others the grid. */
  lines: { title: string; colour: string; width: number; path: string }[];
  places: ScenePlace[];
  pieces: Piece[];
  labels: { text: string; x: number; y: number }[];
  notes: string[];
}

export interface ScenePlace {
  name: string;
  title: string;
  terrain: string;
  x: number;
  y: number;
}

export interface Piece {
  unit: string;
  title: string;
  label: string;
  /** The colour of its side. */
  side: string | null;
  ink: string;
  place: string;
  x: number;
  y: number;
  /** Degrees, clockwise from the top. */
  facing: number | null;
  path: string | null;
  symbol: PieceSymbol | null;
}

/** Paths 100 wide and 76 high around their middle. */
export interface PieceSymbol {
  frame: string;
  lines: string;
  solid: string;
  size: string | null;
}

export interface Sheet {
  unit: string;
  title: string;
  lines: string[];
}

export interface GameQuestion {
  title: string;
  by: string | null;
  answers: string[];
  values: string | null;
}

export type GameNext =
  | { question: GameQuestion }
  | { over: string[] }
  | { stopped: { message: string; data?: FindingsDocument | null } };

/** `sandtable/game/1` */
export interface GameDocument {
  scenario: string;
  title: string;
  seed: number;
  journal: string;
  people: number[];
  sides: { name: string; title: string; player: string }[];
  steps: Step[];
  /** The number of steps before the first of `steps`. */
  steps_before: number;
  steps_left_out: number;
  steps_in_all: number;
  next: GameNext;
  rejected: string[] | null;
  board: Scene | null;
  sheets: Sheet[];
  remark: string | null;
}

/** A stat or a track. */
export interface DeclaredValue {
  name: string;
  title: string;
  is_number: boolean;
  /** Its values, of a list of words. */
  words: string[];
  from: number | null;
  to: number | null;
  parts: number;
}

/** A declaration as written. */
export interface Declaration {
  ruleset: string;
  sort: string;
  name: string;
  title: string;
  place: Place;
  head: Place;
  parameters: { name: string; kinds: string[]; several: boolean }[];
  outcomes: string[];
  board?: string;
  kind?: { stats: DeclaredValue[]; tracks: DeclaredValue[]; traits: string[] };
}

/** A list whose members change places. */
export interface DeclaredList {
  sort: "phases" | "options";
  of: string;
  uri: string;
  list: number;
  members: { name: string; title: string; head: Place }[];
}

/** `sandtable/declarations/1` */
export interface DeclarationsDocument {
  declarations: Declaration[];
  lists: DeclaredList[];
}
