// Undo across all texts: every change of any text, one after the other, with creations and removals.

import { computed, signal } from "@preact/signals";
import type { Texts } from "./texts";

interface Edit {
  path: string;
  before: string | null;
  after: string | null;
}

export interface Act {
  title: string;
  time: number;
  edits: Edit[];
}

/** Typing in one text with shorter pauses than this is one act. */
const PAUSE = 1500;
const MOST = 1000;

export class Acts {
  readonly #texts: Texts;
  readonly #done = signal<readonly Act[]>([]);
  readonly #undone = signal<readonly Act[]>([]);
  /** The act that is being carried out, if one was named. */
  #open: Act | null = null;
  #replaying = false;
  readonly done = computed(() => this.#done.value);
  readonly undone = computed(() => this.#undone.value);

  constructor(texts: Texts) {
    this.#texts = texts;
    texts.follow({
      opened: (file) => {
        if (!file.builtIn && file.stored === null) this.#note({ path: file.path, before: null, after: file.text }, `create ${file.path}`);
      },
      changed: (file, _changes, before) => {
        if (file.builtIn) return;
        this.#note({ path: file.path, before: before.toString(), after: file.text }, `write in ${file.path}`);
      },
      removed: (file) => {
        if (!file.builtIn) this.#note({ path: file.path, before: file.text, after: null }, `delete ${file.path}`);
      },
    });
  }

  /** Carries out changes of several texts as one act. */
  perform(title: string, work: () => void): void {
    const act: Act = { title, time: Date.now(), edits: [] };
    this.#open = act;
    try {
      work();
    } finally {
      this.#open = null;
    }
    if (act.edits.length > 0) this.#push(act);
  }

  /** Undoes the last act; returns it. */
  undo(): Act | null {
    const act = this.#done.value.at(-1);
    if (act === undefined) return null;
    this.#done.value = this.#done.value.slice(0, -1);
    this.#undone.value = [...this.#undone.value, act];
    this.#replay(act.edits.toReversed().map(({ path, before }) => ({ path, text: before })));
    return act;
  }

  redo(): Act | null {
    const act = this.#undone.value.at(-1);
    if (act === undefined) return null;
    this.#undone.value = this.#undone.value.slice(0, -1);
    this.#done.value = [...this.#done.value, act];
    this.#replay(act.edits.map(({ path, after }) => ({ path, text: after })));
    return act;
  }

  #replay(states: { path: string; text: string | null }[]): void {
    this.#replaying = true;
    for (const { path, text } of states) {
      if (text === null) this.#texts.remove(path);
      else this.#texts.put(path, text);
    }
    this.#replaying = false;
  }

  #note(edit: Edit, title: string): void {
    if (this.#replaying) return;
    if (this.#open !== null) {
      this.#open.edits.push(edit);
      return;
    }
    const last = this.#done.value.at(-1);
    const only = last?.edits.length === 1 ? last.edits[0] : undefined;
    const now = Date.now();
    if (last !== undefined && only?.path === edit.path && last.title === title && now - last.time < PAUSE) {
      only.after = edit.after;
      last.time = now;
      this.#undone.value = [];
    } else {
      this.#push({ title, time: now, edits: [edit] });
    }
  }

  #push(act: Act): void {
    this.#done.value = [...this.#done.value, act].slice(-MOST);
    this.#undone.value = [];
  }
}
