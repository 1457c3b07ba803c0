// The question that is asked: of which rule, in which situation, compared with what. Its answers follow the texts.

import type { ChangeSet, Text } from "@codemirror/state";
import { batch, computed, effect, signal } from "@preact/signals";
import { Superseded, type Back } from "../connection/back";
import type { Front } from "../connection/front";
import { Refused } from "../connection/peer";
import type { Library } from "../library";
import type { AnyOdds, Field, FormDocument, Pair, OddsDocument } from "../protocol/documents";
import type { TextFile } from "../texts/text-file";
import type { Texts } from "../texts/texts";
import { conditionsOf } from "./conditions";
import { readUnit, written, type FurtherUnit } from "./further-units";

/** A question as it is kept in a link. */
export interface QuestionRecord {
  ruleset: string;
  ask: string;
  given: Pair[];
  /** Further units on the table, `oak=rider of second`. */
  units?: string[];
  options: Pair[];
  variants: string[];
  compare: Pair[];
  only: string;
  /** Rolls this often instead of exact odds. */
  sample?: number;
  /** What decides where the rules do not. */
  policy?: "first" | "random";
}

/** What has been answered, for which question. */
export interface Answer {
  odds: AnyOdds;
  record: QuestionRecord;
  /** Milliseconds. */
  took: number;
}

/** An answer before a change of the rules. */
export interface Earlier {
  odds: OddsDocument;
  /** The change: `game.rules, line 15: hit when shown = 10`, with the line after it, or `extra.rules was added`. */
  change: string;
}

/** The form is read again when a change of a text has been checked, and at the latest after this many milliseconds. */
const PAUSE = 220;
/** Milliseconds without a change of a text before the question is asked again, so that the check comes first. */
const REST = 150;
/** Milliseconds from a choice in the form to the question. */
const SOON = 30;

export class Question {
  readonly ruleset = signal<string | null>(null);
  readonly ask = signal<string | null>(null);
  /** The values of the form, by key; a field without one has its default. */
  readonly given = signal<ReadonlyMap<string, string>>(new Map());
  /** What is given besides the fields: tracks and facts about certain units. */
  readonly extra = signal<readonly Pair[]>([]);
  /** Units on the table that no parameter names. */
  readonly units = signal<readonly FurtherUnit[]>([]);
  /** The title of the example whose situation it is. */
  readonly example = signal<string | null>(null);
  readonly options = signal<readonly Pair[]>([]);
  readonly variants = signal<readonly string[]>([]);
  readonly compare = signal<readonly Pair[]>([]);
  readonly only = signal("");
  readonly sample = signal<number | null>(null);
  readonly policy = signal<"first" | "random" | null>(null);

  /** Conditions that the chances of a table can be about. */
  readonly conditions = signal<readonly string[]>([]);

  readonly form = signal<FormDocument | null>(null);
  readonly formFailed = signal<Refused | null>(null);
  readonly answer = signal<Answer | null>(null);
  /** The answers to the same question before the rules were changed, the last one first. */
  readonly earlier = signal<readonly Earlier[]>([]);
  readonly failed = signal<Refused | null>(null);
  /** The answer is being renewed. */
  readonly busy = signal(false);
  /** Several values of a key are a table. */
  readonly tableKeys = computed(() => [...this.given.value].filter(([key, value]) => this.#isMany(key, value)).map(([key]) => key));

  /** The units that are given, as one text: with another unit the form has other fields. */
  readonly #parameters = computed(() => {
    const units = this.form.value?.fields.filter((field) => field.kind === "unit" && field.role === "parameter") ?? [];
    return units.map((field) => `${field.key}=${this.given.value.get(field.key) ?? ""}`).join(" ");
  });
  readonly #front: Front;
  readonly #back: Back;
  readonly #library: Library;
  #formTimer: ReturnType<typeof setTimeout> | undefined;
  #oddsTimer: ReturnType<typeof setTimeout> | undefined;
  /** Values for the fields of the form that comes next, from a link or a snippet. */
  #awaited: ReadonlyMap<string, string> | null = null;
  /** The last single value of each key that has had several. */
  readonly #single = new Map<string, string>();
  #asked = 0;
  /** The last change of a text, as a label. */
  #change = "";
  /** When a text was changed last. */
  #edited = Number.NEGATIVE_INFINITY;
  /** The form waits for the check of a change. */
  #awaitsCheck = false;

  constructor(front: Front, back: Back, texts: Texts, library: Library) {
    this.#front = front;
    this.#back = back;
    this.#library = library;
    texts.follow({
      opened: (file) => {
        if (!file.builtIn) this.#change = `${file.name} was added`;
      },
      changed: (file, changes, before) => {
        if (!file.builtIn) this.#change = changedLine(file, changes, before);
      },
      removed: (file) => {
        if (!file.builtIn) this.#change = `${file.name} was deleted`;
      },
    });
    let revision = texts.revision.peek();
    effect(() => {
      const now = texts.revision.value;
      void [this.ruleset.value, this.ask.value, this.variants.value, this.#parameters.value];
      clearTimeout(this.#formTimer);
      const isOfTexts = now !== revision;
      revision = now;
      if (isOfTexts) {
        this.#edited = performance.now();
        clearTimeout(this.#oddsTimer);
      }
      this.#formTimer = setTimeout(() => void this.#loadForm(), isOfTexts ? PAUSE : 0);
      this.#awaitsCheck = isOfTexts;
    });
    effect(() => {
      const asked = [this.form.value, this.given.value, this.extra.value, this.units.value, this.options.value, this.compare.value, this.only.value, this.sample.value, this.policy.value];
      clearTimeout(this.#oddsTimer);
      const rest = REST - (performance.now() - this.#edited);
      if (asked[0] !== null) this.#oddsTimer = setTimeout(() => void this.#loadOdds(), Math.max(SOON, rest));
    });
  }

  /** The last change of a text has been checked: the service has time for the form. */
  checked(): void {
    if (!this.#awaitsCheck) return;
    this.#awaitsCheck = false;
    clearTimeout(this.#formTimer);
    void this.#loadForm();
  }

  /** Chooses what is asked about; the values that fit go on being given. */
  choose(ruleset: string, ask: string | null): void {
    this.#switchTo(ruleset, ask);
  }

  /** Asks nothing any more. */
  leave(): void {
    this.#switchTo(null, null);
  }

  #switchTo(ruleset: string | null, ask: string | null): void {
    if (ruleset === this.ruleset.value && ask === this.ask.value) return;
    batch(() => {
      if (ruleset !== this.ruleset.value) {
        this.options.value = [];
        this.variants.value = [];
        this.given.value = new Map();
      }
      this.extra.value = [];
      this.units.value = [];
      this.example.value = null;
      this.compare.value = [];
      this.only.value = "";
      this.sample.value = null;
      this.policy.value = null;
      this.conditions.value = [];
      this.ruleset.value = ruleset;
      this.ask.value = ask;
      this.answer.value = null;
      this.failed.value = null;
    });
  }

  /** Asks a question from a link or a document. */
  put(record: QuestionRecord): void {
    batch(() => {
      this.ruleset.value = record.ruleset;
      this.ask.value = record.ask;
      this.options.value = record.options;
      this.variants.value = record.variants;
      this.compare.value = record.compare;
      this.only.value = record.only;
      this.sample.value = record.sample ?? null;
      this.policy.value = record.policy ?? null;
      this.extra.value = [];
      this.units.value = (record.units ?? []).flatMap((text) => readUnit(text) ?? []);
      this.example.value = null;
      this.form.value = null;
      this.answer.value = null;
    });
    this.#awaited = new Map(record.given);
    void this.#loadForm();
  }

  /** The question as it is; `null` if nothing is asked. */
  record(): QuestionRecord | null {
    const ruleset = this.ruleset.value;
    const ask = this.ask.value;
    if (ruleset === null || ask === null) return null;
    const keys = new Set(this.form.value?.fields.map((field) => field.key));
    const given = [...this.given.value].filter(([key, value]) => keys.has(key) && value !== "");
    const units = this.units.value.filter(({ unit }) => unit !== "").map(written);
    return {
      ruleset,
      ask,
      given: [...given, ...this.extra.value.filter(([key, value]) => key !== "" && value !== "")],
      ...(units.length === 0 ? {} : { units }),
      options: [...this.options.value],
      variants: [...this.variants.value],
      compare: this.compare.value.filter(([, value]) => value !== ""),
      only: this.only.value.trim(),
      ...(this.sample.value === null ? {} : { sample: this.sample.value }),
      ...(this.policy.value === null ? {} : { policy: this.policy.value }),
    };
  }

  /** The question with one value for each key, as a single resolution needs it. */
  single(): QuestionRecord | null {
    const record = this.record();
    return record && { ...record, given: record.given.map(([key, value]): Pair => [key, this.#isMany(key, value) ? this.#oneOf(key, value) : value]) };
  }

  set(key: string, value: string): void {
    const given = new Map(this.given.value);
    const before = given.get(key);
    if (before !== undefined && !this.#isMany(key, before)) this.#single.set(key, before);
    this.example.value = null;
    if (value === "") given.delete(key);
    else given.set(key, value);
    this.given.value = given;
  }

  setOption(name: string, value: string | null): void {
    const others = this.options.value.filter(([other]) => other !== name);
    this.options.value = value === null ? others : [...others, [name, value]];
  }

  toggleVariant(name: string): void {
    const { value } = this.variants;
    this.variants.value = value.includes(name) ? value.filter((other) => other !== name) : [...value, name];
  }

  /** Asks again, now. */
  again(): void {
    void this.#loadForm();
  }

  async #loadForm(): Promise<void> {
    const ruleset = this.ruleset.peek();
    if (ruleset === null) return;
    const ask = this.ask.peek();
    // Units that are given have their state among the fields.
    const given = [...(this.#awaited ?? this.given.peek()), ...this.extra.peek()].filter(([key, value]) => key !== "" && value !== "" && !this.#isMany(key, value));
    const params = { ruleset, ...(ask === null ? {} : { ask, given }), variants: this.variants.peek() };
    try {
      const form = await this.#front.request<FormDocument>("sandtable/form", params);
      if (ruleset !== this.ruleset.peek() || ask !== this.ask.peek()) return;
      batch(() => {
        this.formFailed.value = null;
        const known = { ...form, fields: form.fields.map(withValues) };
        if (this.#begin(known)) return;
        this.#fill(known);
        this.form.value = known;
      });
    } catch (error) {
      if (ruleset !== this.ruleset.peek() || ask !== this.ask.peek()) return;
      this.formFailed.value = Refused.from(error);
      // With the last form the question can still be asked: its answer says what is wrong.
      if (this.form.value !== null) void this.#loadOdds();
      else if (this.#library.get(ruleset) === undefined) this.failed.value = Refused.from(error);
    }
  }

  /** Begins with the situation of an example, where nothing is given yet: with its units the form has other fields. */
  #begin(form: FormDocument): boolean {
    const { example } = form;
    const isFresh = this.#awaited === null && this.extra.peek().length === 0 && this.units.peek().length === 0;
    if (!isFresh || example === null || form.fields.some((field) => this.given.peek().has(field.key))) return false;
    this.#awaited = new Map(example.given.map(({ key, value }) => [key, value]));
    this.units.value = example.units.flatMap((text) => readUnit(text) ?? []);
    this.example.value = example.title;
    void this.#loadForm();
    return true;
  }

  /** Gives every field that needs one a value, so that there is something to see. */
  #fill(form: FormDocument): void {
    const awaited = this.#awaited;
    this.#awaited = null;
    const given = new Map(awaited ?? this.given.peek());
    const keys = new Set(form.fields.map((field) => field.key));
    if (awaited !== null) {
      this.extra.value = [...awaited].filter(([key]) => !keys.has(key));
      for (const key of [...given.keys()]) if (!keys.has(key)) given.delete(key);
    }
    const taken: string[] = [];
    for (const field of form.fields) {
      const known = given.get(field.key);
      const isFurther = field.kind === "unit" && this.units.peek().some((unit) => unit.name === known);
      if (known !== undefined && (this.#isMany(field.key, known) || isFurther || fits(field, known, this.units.peek()))) {
        taken.push(known);
        continue;
      }
      const value = field.default === null && !field.optional && field.role !== "track" ? this.#firstOf(field, form, taken) : "";
      if (value === "") given.delete(field.key);
      else given.set(field.key, value);
      taken.push(value);
    }
    this.given.value = given;
  }

  /** Returns a value to begin with: that of the example, else the first. */
  #firstOf(field: Field, form: FormDocument, taken: readonly string[]): string {
    const shown = form.example?.given.find(({ key }) => key === field.key)?.value;
    return shown !== undefined && fits(field, shown, this.units.peek()) ? shown : firstOf(field, taken);
  }

  async #loadOdds(): Promise<void> {
    const record = this.record();
    if (record === null) return;
    this.#asked += 1;
    const asked = this.#asked;
    this.busy.value = true;
    const begun = performance.now();
    const { ruleset, ask, given, units = [], options, variants, compare } = record;
    try {
      const needsOne = given.filter(([key, value]) => this.#isMany(key, value)).length > 1 && record.only === "";
      if (needsOne && this.conditions.value.length === 0) await this.#findConditions(record);
      const only = needsOne ? (this.conditions.value[0] ?? "") : record.only;
      const { sample, policy } = record;
      const params = {
        ruleset,
        ask,
        given,
        units,
        options,
        variants,
        compare,
        ...(only === "" ? {} : { only }),
        ...(sample === undefined ? {} : { sample }),
        ...(policy === undefined ? {} : { policy }),
      };
      const odds = await this.#back.ask<AnyOdds>("odds", "sandtable/odds", params);
      batch(() => {
        if (odds.schema === "sandtable/odds/1" && only === "") this.conditions.value = conditionsOf(odds, ask);
        this.#remember(odds, record);
        this.answer.value = { odds, record, took: performance.now() - begun };
        this.failed.value = null;
      });
    } catch (error) {
      if (!(error instanceof Superseded)) this.failed.value = Refused.from(error);
    } finally {
      if (asked === this.#asked) this.busy.value = false;
    }
  }

  /** Keeps the answer before this one, if only the rules have changed since. */
  #remember(odds: AnyOdds, record: QuestionRecord): void {
    const before = this.answer.peek();
    if (before === null || JSON.stringify(before.record) !== JSON.stringify(record)) {
      this.earlier.value = [];
    } else if (before.odds.schema === "sandtable/odds/1" && odds.schema === "sandtable/odds/1" && chancesOf(before.odds) !== chancesOf(odds)) {
      this.earlier.value = [{ odds: before.odds, change: this.#change }, ...this.earlier.peek()].slice(0, EARLIER);
    }
  }

  /** Asks about one situation of a table, to learn which outcomes there are. */
  async #findConditions(record: QuestionRecord): Promise<void> {
    const given = record.given.map(([key, value]): Pair => [key, this.#isMany(key, value) ? this.#oneOf(key, value) : value]);
    const { ruleset, ask, units = [], options, variants } = record;
    const odds = await this.#back.ask<AnyOdds>("odds", "sandtable/odds", { ruleset, ask, given, units, options, variants });
    if (odds.schema === "sandtable/odds/1" && odds.mean === null) this.conditions.value = conditionsOf(odds, ask);
  }

  /** Whether a key has several values, of which a table is made. A set of units is one value. */
  #isMany(key: string, value: string): boolean {
    return isMany(value) && this.form.value?.fields.find((field) => field.key === key)?.several !== true;
  }

  /** Returns the value that a key had before it had several, else the first of them. */
  #oneOf(key: string, value: string): string {
    const before = this.#single.get(key);
    if (before !== undefined) return before;
    const first = value.split(/\.\.|,/)[0] ?? "";
    if (first !== "*") return first;
    const field = this.form.value?.fields.find((one) => one.key === key);
    return field === undefined ? first : firstOf(field, []);
  }
}

/** The set without a unit. */
const NOBODY = "none";

/** Returns the units of a set. */
export function membersOf(value: string): string[] {
  return value.split(",").map((one) => one.trim()).filter((one) => one !== "" && one !== NOBODY);
}

/** Writes a set of units. */
export function setOf(units: readonly string[]): string {
  return units.length === 0 ? NOBODY : units.join(",");
}

/** Whether a value is several: `*`, `0..4`, `2,4`. */
export function isMany(value: string): boolean {
  return value === "*" || value.includes("..") || value.includes(",");
}

/** A flag has its two values, also where they are not listed. */
function withValues(field: Field): Field {
  if (field.kind !== "yes-no" || field.values.length > 0) return field;
  return { ...field, values: ["yes", "no"].map((value) => ({ value, title: value })) };
}

function fits(field: Field, value: string, further: readonly FurtherUnit[]): boolean {
  if (field.several) return value === NOBODY || membersOf(value).every((one) => field.values.some((known) => known.value === one) || further.some(({ name }) => name === one));
  if (field.kind === "number") {
    const number = Number(value);
    return Number.isInteger(number) && number >= (field.from ?? -Infinity) && number <= (field.to ?? Infinity);
  }
  return field.kind === "text" || field.values.some((known) => known.value === value);
}

/** Returns the first value of a field: another unit for each. */
function firstOf(field: Field, taken: readonly string[]): string {
  if (field.kind === "number") return String(field.from ?? 0);
  const free = field.values.find((value) => field.kind !== "unit" || !taken.includes(value.value));
  return (free ?? field.values[0])?.value ?? "";
}

/** Longer lines are cut. */
const LONGEST = 40;

/** Returns the first line that a change has made another one, as a label. */
function changedLine(file: TextFile, changes: ChangeSet, before: Text): string {
  const { doc } = file;
  let [old, now] = [1, 1];
  changes.iterChangedRanges((fromA, _toA, fromB) => void ([old, now] = [before.lineAt(fromA).number, doc.lineAt(fromB).number]));
  // Of a text that was put in the place of another most lines are the same.
  while (now < doc.lines && old < before.lines && doc.line(now).text === before.line(old).text) [old, now] = [old + 1, now + 1];
  const { number, text } = doc.line(now);
  const words = text.trim();
  return `${file.name}, line ${number}${words === "" ? "" : `: ${words.length > LONGEST ? `${words.slice(0, LONGEST - 2)} …` : words}`}`;
}

/** So many answers before changes of the rules are kept. */
const EARLIER = 3;

function chancesOf(odds: OddsDocument): string {
  return JSON.stringify(odds.outcomes.map((row) => [row.outcome, row.chance]));
}
