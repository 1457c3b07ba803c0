// The documents about many games, and about manuscripts.

import type { Finding } from "./documents";

/** `sandtable/report-in-words/1` */
export interface ReportDocument {
  scenario: string;
  title: string;
  games: number;
  heading: string[];
  sections: ReportSection[];
  map: { title: string; legend: string; svg: string } | null;
  notable: { what: string; seed: number; words: string }[];
}

export interface ReportSection {
  title: string;
  sentences: string[];
  table: ReportTable | null;
}

export interface ReportTable {
  head: string[];
  rows: string[][];
  marks: Mark[];
  scale: [number, number];
}

/** A value with its interval. */
export interface Mark {
  value: number;
  interval: [number, number];
}

/** `sandtable/tune/1`, what is shown of it. */
export interface TuneDocument {
  scenario: string;
  title: string;
  aim: { value: string; wanted: number; is_percent: boolean };
  games: number;
  is_cut: boolean;
  is_reached: boolean;
  assumed: string[];
  sentences: string[];
  values: TunedValue[];
  best: number | null;
}

export interface TunedValue {
  changes: { name: string; value: string }[];
  found: { mean: number; interval: [number, number] } | null;
  nearest: number;
  games: number;
  failed: number;
  error: string | null;
  is_dropped: boolean;
}

/** `sandtable/manuscript/1` */
export interface ManuscriptDocument {
  text: string;
  findings: Finding[];
  tables: ManuscriptTable[];
  remarks?: string[];
}

export interface ManuscriptTable {
  table: number;
  place: string | null;
  line: number;
  end: number;
  why_not: string | null;
}

/** `sandtable/declaration/1` */
export interface DeclarationDocument {
  name: string;
  text: string;
  units: { name: string; text: string } | null;
  undecided: string[];
}
