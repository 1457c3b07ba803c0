// The documents about paper: rules in words, and previews of sheets.

/** `sandtable/words/1` */
export interface WordsDocument {
  ruleset: string;
  title: string;
  sections: { number: string; title: string; chapter: string; rules: RuleInWords[] }[];
}

export interface RuleInWords {
  anchor: string;
  name: string;
  sort: string;
  title: string;
  citations: string[];
  optional: string[];
  changed_by: string[];
  lines: WordsLine[];
}

export interface WordsLine {
  block: "paragraph" | "note" | "step" | "bullet" | "table";
  depth: number;
  mark: string;
  text: string;
  heads: string[];
  rows: string[][];
}

/** `sandtable/preview/1` */
export interface PreviewDocument {
  name: string;
  kinds: { name: string; about: string }[];
  sheets: { name: string; title: string; pages: number }[];
  shown: string | null;
  html: string | null;
}
