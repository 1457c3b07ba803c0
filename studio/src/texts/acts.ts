// Undo across all texts: every change of any text, one after the other, with creations and removals. What was done as one deed in
// several texts is undone as one.

import type { Text } from "@codemirror/state";
import { computed, signal } from "@preact/signals";
import type { Texts } from "./texts";

interface Edit {
  path: string;
  before: Text | null;
  after: Text | null;
}

export interface Act {
  title: string;
  time: number;
  /** A deed of the page, which is undone as a whole; else it was typed. */
  isDeed: boolean;
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
        if (!file.builtIn && file.stored === null) this.#note({ path: file.path, before: null, after: file.doc }, `create ${file.path}`);
      },
      changed: (file, _changes, before) => {
        if (file.builtIn) return;
        this.#note({ path: file.path, before, after: file.doc }, `write in ${file.path}`);
      },
      removed: (file) => {
        if (!file.builtIn && !file.gone) this.#note({ path: file.path, before: file.doc, after: null }, `delete ${file.path}`);
      },
      // What was deleted or came back outside of the page is no act of its.
      lost: () => {},
      found: () => {},
    });
  }

  /** Carries out changes of several texts as one act; returns it if anything was changed. */
  perform(title: string, work: () => void): Act | null {
    if (this.#open !== null) {
      work();
      return this.#open;
    }
    const act: Act = { title, time: Date.now(), isDeed: true, edits: [] };
    this.#open = act;
    try {
      work();
    } finally {
      this.#open = null;
    }
    act.edits = joined(act.edits);
    if (act.edits.length === 0) return null;
    this.#push(act);
    return act;
  }

  /** Makes one act of all changes until this turn of the page ends. */
  together(title: string): void {
    if (this.#open !== null) return;
    const act: Act = { title, time: Date.now(), isDeed: true, edits: [] };
    this.#open = act;
    queueMicrotask(() => {
      this.#open = null;
      act.edits = joined(act.edits);
      if (act.edits.length > 0) this.#push(act);
    });
  }

  /** Adds to an act that was just performed what belongs to it but came later. */
  extend(act: Act, work: () => void): void {
    const more: Act = { ...act, edits: [] };
    this.#open = more;
    try {
      work();
    } finally {
      this.#open = null;
    }
    act.edits = joined([...act.edits, ...more.edits]);
    this.#done.value = [...this.#done.value];
  }

  /** Whether an act can be undone by itself: its texts are as it has left them. */
  canUndo(act: Act): boolean {
    return this.#done.value.includes(act) && act.edits.every(({ path, after }) => this.#is(path, after));
  }

  /** Undoes one act; returns whether that is still possible. */
  undoAct(act: Act): boolean {
    if (!this.canUndo(act)) return false;
    this.#done.value = this.#done.value.filter((other) => other !== act);
    this.#undone.value = [...this.#undone.value, act];
    this.#replay(act.edits.toReversed().map(({ path, before }) => ({ path, text: before })));
    return true;
  }

  /** Undoes the deed that has left a text as it is, in all its texts; `null` if there is none. */
  undoDeed(path: string): Act | null {
    const deed = this.#done.value.findLast((act) => act.isDeed && act.edits.some((edit) => edit.path === path));
    return deed !== undefined && this.undoAct(deed) ? deed : null;
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

  #is(path: string, text: Text | null): boolean {
    const file = this.#texts.get(path);
    if (file === undefined || file.gone) return text === null;
    return text !== null && file.doc.eq(text);
  }

  #replay(states: { path: string; text: Text | null }[]): void {
    this.#replaying = true;
    for (const { path, text } of states) {
      if (text === null) this.#texts.remove(path);
      else this.#texts.put(path, text.toString());
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
    const only = last?.isDeed === false && last.edits.length === 1 ? last.edits[0] : undefined;
    const now = Date.now();
    if (last !== undefined && only?.path === edit.path && last.title === title && now - last.time < PAUSE) {
      only.after = edit.after;
      last.time = now;
      this.#undone.value = [];
    } else {
      this.#push({ title, time: now, isDeed: false, edits: [edit] });
    }
  }

  #push(act: Act): void {
    this.#done.value = [...this.#done.value, act].slice(-MOST);
    this.#undone.value = [];
  }
}

/** Joins changes of the same text that follow each other. */
function joined(edits: readonly Edit[]): Edit[] {
  const all: Edit[] = [];
  for (const edit of edits) {
    const known = all.find((one) => one.path === edit.path);
    if (known === undefined) all.push({ ...edit });
    else known.after = edit.after;
  }
  // What ends as it began is no change.
  return all.filter(({ before, after }) => before === null || after === null || !before.eq(after));
}
