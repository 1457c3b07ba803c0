// The TOML texts of the page, as the service reads them, and their changes, each one step of undo.

import type { Text } from "@codemirror/state";
import { signal } from "@preact/signals";
import type { Front } from "../connection/front";
import { Refused } from "../connection/peer";
import type { Act, Acts } from "../texts/acts";
import { changesOf, type PlacedEdit } from "../texts/edits";
import type { TextFile } from "../texts/text-file";
import { textOf } from "../texts/text-file";
import type { Texts } from "../texts/texts";
import { Draft, Toml, type Section } from "./toml";

/** How often a change is begun again if its texts change meanwhile. */
const MOST_TRIES = 4;

interface Known {
  doc: Text;
  toml: Toml;
}

/** Opens the draft of a text by its path; a text that is not there is empty. */
export type Open = (path: string) => Promise<Draft>;

const EMPTY: Section = { path: [], place: null, entries: [] };

export class TomlTexts {
  /** Grows when a text has been read. */
  readonly renewed = signal(0);
  readonly #front: Front;
  readonly #texts: Texts;
  readonly #acts: Acts;
  readonly #known = new Map<string, Known>();
  readonly #reading = new Map<string, { doc: Text; result: Promise<Toml> }>();
  #queue: Promise<unknown> = Promise.resolve();
  /** Is told why a change cannot be made. */
  refused: (why: string) => void = () => {};
  /** Is told that a change waits for the service. */
  waits: () => void = () => {};

  constructor(front: Front, texts: Texts, acts: Acts) {
    this.#front = front;
    this.#texts = texts;
    this.#acts = acts;
    const forget = (file: TextFile): void => void this.#known.delete(file.path);
    texts.follow({ removed: forget });
  }

  /** Returns a text as it was read last, and reads it if it has changed since: whoever draws it is drawn again then. */
  of(file: TextFile): Toml | null {
    this.renewed.value;
    const known = this.#known.get(file.path);
    if (known?.doc !== file.doc) void this.read(file).catch(() => {});
    return known?.toml ?? null;
  }

  /** Reads a text as it is. */
  async read(file: TextFile): Promise<Toml> {
    const { doc } = file;
    const known = this.#known.get(file.path);
    if (known?.doc === doc) return known.toml;
    const reading = this.#reading.get(file.path);
    if (reading?.doc === doc) return reading.result;
    const result = this.#read(file, doc);
    this.#reading.set(file.path, { doc, result });
    try {
      return await result;
    } finally {
      if (this.#reading.get(file.path)?.doc === doc) this.#reading.delete(file.path);
    }
  }

  async #read(file: TextFile, doc: Text): Promise<Toml> {
    const answer = await this.#front.request<{ sections: Section[] }>("sandtable/toml", { textDocument: { uri: file.uri } });
    const toml = new Toml(answer.sections);
    if (file.doc === doc) {
      this.#known.set(file.path, { doc, toml });
      this.renewed.value += 1;
    }
    return toml;
  }

  /**
   * Makes changes of texts as one step, after all that was asked for before: `plan` writes them into drafts, and may be asked again if
   * somebody else changes a text meanwhile, or when a service that has not answered does again. `further` belongs to the same step. Returns
   * the step, `null` if nothing has changed.
   */
  change(title: string, plan: (open: Open) => void | Promise<void>, further: () => void = () => {}): Promise<Act | null> {
    const done = this.#queue.then(() => this.#change(title, plan, further));
    this.#queue = done.catch(() => {});
    return done;
  }

  async #change(title: string, plan: (open: Open) => void | Promise<void>, further: () => void): Promise<Act | null> {
    if (!this.#front.connected.peek()) this.waits();
    await this.#front.whenConnected();
    try {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const drafts = new Map<string, { draft: Draft; doc: Text | null }>();
        await plan((path) => this.#open(path, drafts));
        const edits = new Map<string, PlacedEdit[]>();
        for (const [path, { draft }] of drafts) {
          if (draft.edits.length === 0) continue;
          const params = { textDocument: { uri: this.#texts.uri(path) }, edits: draft.edits };
          edits.set(path, (await this.#front.request<{ edits: PlacedEdit[] }>("sandtable/editToml", params)).edits);
        }
        if ([...drafts].some(([path, { doc }]) => (this.#texts.get(path)?.doc ?? null) !== doc)) continue;
        return this.#acts.perform(title, () => {
          for (const [path, placed] of edits) this.#apply(path, placed);
          further();
        });
      }
    } catch (error) {
      if (!this.#front.connected.peek()) return this.#change(title, plan, further);
      this.refused(Refused.from(error).message);
    }
    return null;
  }

  async #open(path: string, drafts: Map<string, { draft: Draft; doc: Text | null }>): Promise<Draft> {
    const open = drafts.get(path);
    if (open !== undefined) return open.draft;
    const file = this.#texts.get(path);
    const doc = file?.doc ?? null;
    const draft = new Draft(file === undefined ? [EMPTY] : (await this.read(file)).sections);
    drafts.set(path, { draft, doc });
    return draft;
  }

  #apply(path: string, placed: readonly PlacedEdit[]): void {
    const file = this.#texts.get(path);
    const edits = placed.map(({ place, text }) => ({ range: place.range, newText: text }));
    if (file === undefined) this.#texts.put(path, changesOf(textOf(""), edits).apply(textOf("")).toString());
    else if (!file.builtIn) this.#texts.change(file, changesOf(file.doc, edits), "elsewhere");
  }
}
