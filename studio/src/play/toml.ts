// Where sections and values stand in a TOML text, so that one of them is changed and everything else stays as it was written.

export type Value = string | number | boolean | Value[] | { [key: string]: Value };

export interface Entry {
  key: string;
  /** Where its line begins. */
  start: number;
  /** Its value. */
  from: number;
  to: number;
}

export interface Section {
  /** As it is written, `[unit.wood]` or `[[side]]`; empty of what stands above all headings. */
  heading: string;
  /** Where its heading begins. */
  start: number;
  /** Behind its last line, with a comment at the end of that. */
  end: number;
  entries: Entry[];
}

/** Returns the sections of a text in order; the first is that above all headings. A text that is half written gives what can be read. */
export function sectionsOf(text: string): Section[] {
  let open: Section = { heading: "", start: 0, end: 0, entries: [] };
  const sections = [open];
  let at = 0;
  while (at < text.length) {
    at = afterBlank(text, at);
    if (at >= text.length) break;
    const start = lineStart(text, at);
    const heading = /^\[\[?[^\]\n]*\]\]?/.exec(text.slice(at, at + 400));
    if (heading !== null) {
      at = lineEnd(text, at + heading[0].length);
      open = { heading: heading[0], start, end: at, entries: [] };
      sections.push(open);
      continue;
    }
    const key = /^("[^"\n]*"|[^=\s"#]+)\s*=[ \t]*/.exec(text.slice(at, at + 400));
    if (key === null) {
      at = lineEnd(text, at);
    } else {
      const from = at + key[0].length;
      const to = valueEnd(text, from);
      open.entries.push({ key: bare(key[1] ?? ""), start, from, to });
      at = lineEnd(text, to);
    }
    open.end = at;
  }
  return sections;
}

function bare(key: string): string {
  return key.startsWith('"') ? key.slice(1, -1) : key;
}

/** Skips blanks, line ends and comments. */
export function afterBlank(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (at < text.length && /\s/.test(text[at] ?? "")) at += 1;
    if (text[at] !== "#") return at;
    at = lineEnd(text, at);
  }
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** Returns the end of a line, before its line feed. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** Returns where a text in quotes ends, behind them. */
function stringEnd(text: string, from: number): number {
  const quote = text[from] ?? "";
  const long = quote.repeat(3);
  if (text.startsWith(long, from)) {
    for (let at = from + 3; at < text.length; at += 1) {
      if (quote === '"' && text[at] === "\\") at += 1;
      else if (text.startsWith(long, at)) {
        // Up to two further quotes belong to the text.
        while (text[at + 3] === quote) at += 1;
        return at + 3;
      }
    }
    return text.length;
  }
  for (let at = from + 1; at < text.length && text[at] !== "\n"; at += 1) {
    if (quote === '"' && text[at] === "\\") at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return lineEnd(text, from);
}

/** Returns the places of the items of a list that begins here; it can be read, as `parsed` does. */
export function itemPlaces(text: string, from: number): { from: number; to: number }[] {
  const places: { from: number; to: number }[] = [];
  for (let at = afterBlank(text, from + 1); at < text.length && text[at] !== "]"; at = afterBlank(text, at)) {
    if (text[at] === ",") {
      at += 1;
    } else {
      const to = valueEnd(text, at);
      places.push({ from: at, to });
      at = Math.max(to, at + 1);
    }
  }
  return places;
}

/** Returns where a value ends: lists and records may go on in further lines. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const char = text[at] ?? "";
    if (char === '"' || char === "'") {
      at = stringEnd(text, at);
      if (depth === 0) return at;
      continue;
    }
    if (char === "#" && depth > 0) {
      at = lineEnd(text, at);
      continue;
    }
    if (depth === 0 && /[\s#,\]}]/.test(char)) return at;
    if (char === "[" || char === "{") depth += 1;
    if (char === "]" || char === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
    at += 1;
  }
  return at;
}

const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", e: "\u001b" };

function unquoted(source: string): string {
  const quotes = source.startsWith('"""') || source.startsWith("'''") ? 3 : 1;
  const inner = source.slice(quotes, -quotes).replace(quotes === 3 ? /^\r?\n/ : /^$/, "");
  if (source.startsWith("'")) return inner;
  return inner.replaceAll(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(\r?\n\s*)|(.))/g, (_, short?: string, long?: string, fold?: string, one?: string) => {
    if (fold !== undefined) return "";
    if (one !== undefined) return ESCAPES[one] ?? one;
    const code = Number.parseInt(short ?? long ?? "", 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
  });
}

/** Reads a value; `null` of one that is not understood, such as a date. */
export function parsed(source: string): Value | null {
  const reader = new Reader(source);
  const value = reader.value();
  return value !== undefined && reader.isDone() ? value : null;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isDone(): boolean {
    this.#at = afterBlank(this.#text, this.#at);
    return this.#at >= this.#text.length;
  }

  value(): Value | undefined {
    this.#at = afterBlank(this.#text, this.#at);
    const char = this.#text[this.#at] ?? "";
    if (char === "[") return this.#list();
    if (char === "{") return this.#record();
    const start = this.#at;
    if (char === '"' || char === "'") {
      this.#at = stringEnd(this.#text, start);
      return unquoted(this.#text.slice(start, this.#at));
    }
    const word = /^[^\s,\]}#]+/.exec(this.#text.slice(start))?.[0] ?? "";
    this.#at += word.length;
    if (word === "true" || word === "false") return word === "true";
    const number = word.replaceAll("_", "");
    return /^[+-]?(?:\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|0x[0-9a-fA-F]+)$/.test(number) ? Number(number) : undefined;
  }

  #takes(char: string): boolean {
    this.#at = afterBlank(this.#text, this.#at);
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  #list(): Value[] | undefined {
    this.#at += 1;
    const items: Value[] = [];
    while (!this.#takes("]")) {
      const item = this.value();
      if (item === undefined) return undefined;
      items.push(item);
      if (!this.#takes(",")) return this.#takes("]") ? items : undefined;
    }
    return items;
  }

  #record(): Value | undefined {
    this.#at += 1;
    const record: Record<string, Value> = {};
    while (!this.#takes("}")) {
      this.#at = afterBlank(this.#text, this.#at);
      const key = /^("[^"\n]*"|[\w.-]+)\s*=/.exec(this.#text.slice(this.#at));
      if (key === null) return undefined;
      this.#at += key[0].length;
      const item = this.value();
      if (item === undefined) return undefined;
      record[bare(key[1] ?? "")] = item;
      if (!this.#takes(",")) return this.#takes("}") ? record : undefined;
    }
    return record;
  }
}

/** Writes a value as a person would. */
export function written(value: Value): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (typeof value !== "object") return String(value);
  const parts = Object.entries(value).map(([key, item]) => `${/^[\w-]+$/.test(key) ? key : JSON.stringify(key)} = ${written(item)}`);
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

export function sectionOf(text: string, heading: string): Section | null {
  return sectionsOf(text).find((section) => section.heading === heading) ?? null;
}

export function entryOf(section: Section, key: string): Entry | null {
  return section.entries.find((entry) => entry.key === key) ?? null;
}

/** Returns a value of a section; `null` if it has none, or one that is not understood. */
export function valueIn(text: string, section: Section, key: string): Value | null {
  const entry = entryOf(section, key);
  return entry === null ? null : parsed(text.slice(entry.from, entry.to));
}

/** Gives a key of a section a value as it is to be written; the rest of its line, a comment, stays. */
export function withEntry(text: string, section: Section, key: string, source: string): string {
  const entry = entryOf(section, key);
  if (entry !== null) return text.slice(0, entry.from) + source + text.slice(entry.to);
  const line = `${key} = ${source}`;
  if (section.heading === "" && section.entries.length === 0) return text === "" ? `${line}\n` : `${line}\n${text}`;
  return `${text.slice(0, section.end)}\n${line}${text.slice(section.end)}`;
}

/** Takes a key out of a section, with the rest of its line. */
export function withoutEntry(text: string, section: Section, key: string): string {
  const entry = entryOf(section, key);
  if (entry === null) return text;
  const end = lineEnd(text, entry.to);
  return text.slice(0, entry.start) + text.slice(Math.min(text.length, end + 1));
}

/** Takes a section out, with its heading, what is written below that, and the comment right above it. */
export function without(text: string, section: Section): string {
  const lines = text.slice(0, section.start).split("\n");
  lines.pop();
  while (/^\s*#/.test(lines.at(-1) ?? "")) lines.pop();
  const before = lines.join("\n").trimEnd();
  const after = text.slice(section.end).replace(/^\s*\n/, "").trimStart();
  if (before === "") return after;
  return after === "" ? `${before}\n` : `${before}\n\n${after}`;
}

/** Adds a section behind another one. */
export function withSectionBehind(text: string, section: Section, lines: readonly string[]): string {
  const rest = text.slice(section.end).trimStart();
  return `${text.slice(0, section.end)}\n\n${lines.join("\n")}\n${rest === "" ? "" : `\n${rest}`}`;
}
