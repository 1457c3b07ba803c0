// Worked examples, run again after each change of their rules, so that what is shown of them is always true.

import { computed, signal } from "@preact/signals";
import { Superseded, type Back } from "../connection/back";
import { Refused } from "../connection/peer";
import type { Library } from "../library";
import type { TestDocument } from "../protocol/documents";
import type { PlacedEdit } from "./edits";
import type { ShownFinding } from "./findings";
import type { TextFile } from "./text-file";
import type { Texts } from "./texts";

/** The examples are run so many milliseconds after a change. */
const PAUSE = 450;

type Rows = TestDocument["rulesets"][number];
export type ExampleRow = Rows["examples"][number];

/** What the examples of a ruleset came to. */
export interface Run {
  rows: Rows | null;
  /** Why they could not be run the last time. */
  refused: Refused | null;
  /** Something was changed since. */
  stale: boolean;
}

/** The answer to `sandtable/accept`. */
export interface AcceptDocument {
  edits: PlacedEdit[];
  left: { title: string; why: string[] }[];
}

/** Results of the examples of a text, by the lines that they had in the run; `null` before the first run. */
export type ExampleMarks = {
  /** The run. */
  rows: Rows;
  /** The text may have changed since. */
  stale: boolean;
  marks: { line: number; passed: boolean }[];
} | null;

export class Examples {
  readonly runs = signal<ReadonlyMap<string, Run>>(new Map());
  readonly busy = signal(false);
  /** The differences, as findings. */
  readonly findings = computed<readonly ShownFinding[]>(() => [...this.runs.value].flatMap(([ruleset, run]) => this.#findingsOf(ruleset, run)));
  readonly #back: Back;
  readonly #texts: Texts;
  readonly #library: Library;
  readonly #dirty = new Set<string>();
  /** The texts of each ruleset, as they were listed last. */
  readonly #listed = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;

  /** Works over a connection of its own: what is asked meanwhile does not wait for it. */
  constructor(back: Back, texts: Texts, library: Library) {
    this.#back = back;
    this.#texts = texts;
    this.#library = library;
    const note = (file: TextFile): void => void (file.builtIn || this.#changed(file));
    texts.follow({ opened: note, changed: note, removed: note });
    library.rulesets.subscribe(() => this.#forget());
  }

  /** Texts in the store have changed from outside. */
  storeChanged(): void {
    this.#back.storeChanged();
  }

  /** Runs the examples of a ruleset now, unless what is known of them is true. */
  want(ruleset: string): void {
    // Whoever wants them does not want them again because of what they came to.
    const run = this.runs.peek().get(ruleset);
    if (run !== undefined && !run.stale) return;
    this.#dirty.add(ruleset);
    this.#soon(0);
  }

  /** Runs the examples of a ruleset again, whatever is known. */
  again(ruleset: string): void {
    this.#dirty.add(ruleset);
    this.#soon(0);
  }

  of(ruleset: string): Run | undefined {
    return this.runs.value.get(ruleset);
  }

  /** Returns the results of the examples of a text. */
  marks(uri: string): ExampleMarks {
    const name = this.#library.of(uri)?.name;
    const run = name === undefined ? undefined : this.runs.value.get(name);
    if (run === undefined || run.rows === null) return null;
    const path = this.#texts.path(uri);
    const marks = run.rows.examples.flatMap(({ file, line, passed }) => (file === path && line !== null ? [{ line, passed }] : []));
    return { rows: run.rows, stale: run.stale || run.refused !== null, marks };
  }

  #changed(file: TextFile): void {
    for (const name of this.#readersOf(file)) {
      const run = this.runs.peek().get(name);
      this.#dirty.add(name);
      if (run !== undefined && !run.stale) this.#set(name, { ...run, stale: true });
    }
    if (this.#dirty.size > 0) this.#soon(PAUSE);
  }

  #readersOf(file: TextFile): string[] {
    const own = this.#library.of(file.uri)?.name;
    // A new text is not listed at once: any game may be the one that it belongs to.
    if (own === undefined) return this.#library.own.peek().filter(({ name }) => this.runs.peek().has(name)).map(({ name }) => name);
    return this.#library.own
      .peek()
      .filter((ruleset) => ruleset.name === own || (own !== undefined && ruleset.base.includes(own)))
      .map((ruleset) => ruleset.name);
  }

  /** Forgets rulesets that are gone, and runs those again that have got other texts. */
  #forget(): void {
    for (const { name, own, files } of this.#library.rulesets.peek()) {
      if (!own) continue;
      const now = files.map((file) => file.path).join("\n");
      const before = this.#listed.get(name);
      this.#listed.set(name, now);
      if (before === undefined || before === now || !this.runs.peek().has(name)) continue;
      this.#dirty.add(name);
      this.#soon(PAUSE);
    }
    const names = new Set(this.#library.rulesets.peek().map((ruleset) => ruleset.name));
    const left = [...this.runs.peek()].filter(([name]) => names.has(name));
    if (left.length !== this.runs.peek().size) this.runs.value = new Map(left);
  }

  #set(name: string, run: Run): void {
    this.runs.value = new Map(this.runs.peek()).set(name, run);
  }

  #soon(pause: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#running ??= this.#runAll().finally(() => (this.#running = null));
    }, pause);
  }

  async #runAll(): Promise<void> {
    this.busy.value = true;
    while (this.#dirty.size > 0) {
      const [name] = this.#dirty;
      if (name === undefined) break;
      this.#dirty.delete(name);
      const before = this.runs.peek().get(name);
      let run: Run;
      try {
        const answer = await this.#back.ask<TestDocument>("examples", "sandtable/example", { ruleset: name });
        run = { rows: answer.rulesets[0] ?? null, refused: null, stale: false };
      } catch (error) {
        if (error instanceof Superseded) continue;
        run = { rows: before?.rows ?? null, refused: Refused.from(error), stale: true };
      }
      // A change while they were run makes them old at once.
      this.#set(name, this.#dirty.has(name) ? { ...run, stale: true } : run);
    }
    this.busy.value = false;
  }

  #findingsOf(ruleset: string, run: Run): ShownFinding[] {
    const rows = run.rows?.examples.filter((row) => !row.passed) ?? [];
    return rows.flatMap((row) =>
      row.findings.flatMap((finding): ShownFinding[] => {
        const label = finding.labels[0];
        const file = label === undefined ? undefined : this.#texts.get(label.file);
        if (label === undefined || file === undefined || file.builtIn) return [];
        const fact = label.text === "" ? "" : ` (${label.text})`;
        return [
          {
            uri: file.uri,
            path: file.path,
            range: {
              start: { line: label.line - 1, character: label.column - 1 },
              end: { line: label.end_line - 1, character: label.end_column - 1 },
            },
            severity: "error",
            code: finding.code,
            problem: `the example “${row.title}”: ${finding.message.replace(`example "${row.title}" `, "")}${fact}`,
            help: finding.help_in_page ?? finding.help,
            rules: row.sections,
            related: [],
            cures: [],
            example: { ruleset, title: row.title, stale: run.stale },
          },
        ];
      }),
    );
  }
}
