// Saves texts as they are typed, and notices what changes outside of the page. A text that is not saved yet is kept in the browser.

import { signal } from "@preact/signals";
import type { Store, StoredChange } from "../store/store";
import type { Draft, Drafts } from "./drafts";
import type { TextFile } from "./text-file";
import type { Texts } from "./texts";
import type { Versions } from "./versions";

/** The pause in typing after which a text is saved. */
const PAUSE = 400;
/** The time after which a text that is typed is kept in the browser. */
const KEEP = 80;

export type SavingState = "saved" | "saving" | { failed: string };

/** A text that was changed here and elsewhere. */
export interface Conflict {
  path: string;
  /** The text that both have changed; `null` if it was not there. */
  base: string | null;
  /** The text elsewhere; `null` if it was removed. */
  theirs: string | null;
  /** It is on the disk, or was typed in a tab that is closed and is nowhere else. */
  from: "store" | "tab";
  /** Is called when it is settled. */
  settled?: () => void;
}

export class Saving {
  readonly state = signal<SavingState>("saved");
  readonly conflicts = signal<readonly Conflict[]>([]);
  /** Is told that a text is gone from the store: whoever reads that by itself does not know it yet. */
  removed: () => void = () => {};
  readonly #store: Store;
  readonly #texts: Texts;
  readonly #versions: Versions;
  readonly #drafts: Drafts;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #keeping = new Map<string, ReturnType<typeof setTimeout>>();
  /** Texts of which there is a draft. */
  readonly #kept = new Set<string>();
  #queue: Promise<void> = Promise.resolve();

  constructor(store: Store, texts: Texts, versions: Versions, drafts: Drafts) {
    this.#store = store;
    this.#texts = texts;
    this.#versions = versions;
    this.#drafts = drafts;
    texts.follow({
      opened: (file) => this.#schedule(file),
      changed: (file) => this.#schedule(file),
      removed: (file) => this.#removed(file),
      lost: (file) => this.#forget(file.path),
      found: (file) => this.#schedule(file),
    });
    store.onChanged((changes) => changes.forEach((change) => this.#outside(change)));
    window.addEventListener("pagehide", () => {
      this.#keepNow();
      void this.flush();
    });
    window.addEventListener("beforeunload", (event) => {
      void this.flush();
      if (!this.#keepNow()) event.preventDefault();
    });
    document.addEventListener("visibilitychange", () => void (document.hidden && this.flush()));
  }

  /** Takes over what was written in tabs that are gone and is not on the disk. */
  async adopt(): Promise<void> {
    try {
      await this.#drafts.adopt((draft) => this.#adopt(draft));
    } catch {
      // A browser that keeps nothing has nothing to give back.
    }
  }

  /** Saves at once what waits. */
  async flush(): Promise<void> {
    for (const path of [...this.#timers.keys()]) this.#begin(path);
    await this.#queue;
  }

  /** Reads the store again, after a time in which nothing was heard of it, and saves what could not be saved. */
  async again(): Promise<void> {
    try {
      const files = await this.#store.files();
      const unread = new Set(this.#store.unread.value.map(({ path }) => path));
      const now = new Map(files.map(({ path, text }) => [path, text]));
      for (const file of this.#texts.list.value) {
        if (!file.builtIn && file.stored !== null && !now.has(file.path) && !unread.has(file.path)) this.#outside({ path: file.path, text: null });
      }
      for (const [path, text] of now) this.#outside({ path, text });
    } catch {
      // The next connection tries again.
    }
    for (const file of this.#texts.list.value) this.#schedule(file);
  }

  /** Settles a conflict: one's own text stays, or that from elsewhere, or one that was made of both. Both stay in the history. */
  settle(conflict: Conflict, keep: "mine" | "theirs" | { text: string }): void {
    this.conflicts.value = this.conflicts.value.filter((other) => other !== conflict);
    conflict.settled?.();
    const { path, theirs, from } = conflict;
    const file = this.#texts.get(path);
    if (file === undefined) return;
    for (const text of [file.text, theirs]) if (text !== null) void this.#versions.keep(path, text).catch(() => {});
    if (from === "store") file.stored = theirs;
    if (typeof keep === "object") this.#texts.put(path, keep.text);
    else if (keep === "theirs" && theirs === null) this.#texts.lose(file);
    else if (keep === "theirs" && theirs !== null) this.#texts.put(path, theirs);
    this.#schedule(file);
    this.#tell();
  }

  #schedule(file: TextFile): void {
    if (file.builtIn || file.gone) return;
    if (file.stored !== null && file.doc.length === file.stored.length && file.stored === file.text) {
      this.#forget(file.path);
      this.#tell();
      return;
    }
    clearTimeout(this.#timers.get(file.path));
    this.#timers.set(file.path, setTimeout(() => this.#begin(file.path), PAUSE));
    if (!this.#keeping.has(file.path)) this.#keeping.set(file.path, setTimeout(() => void this.#keep(file.path), KEEP));
    if (!this.#isConflict(file.path)) this.state.value = "saving";
  }

  #isConflict(path: string): boolean {
    return this.conflicts.value.some((conflict) => conflict.path === path);
  }

  /** Says that everything is saved, if it is. */
  #tell(): void {
    const open = this.conflicts.value[0];
    if (open !== undefined) this.state.value = { failed: `${open.path} was changed in two places` };
    else if (this.#timers.size === 0) this.state.value = "saved";
  }

  async #keep(path: string): Promise<void> {
    this.#keeping.delete(path);
    const file = this.#texts.get(path);
    if (file === undefined || file.gone || file.stored === file.text) return;
    this.#kept.add(path);
    await this.#drafts.keep(path, file.text, file.stored).catch(() => {});
  }

  #keepNow(): boolean {
    const open = this.#texts.list.value.filter((file) => !file.builtIn && !file.gone && file.stored !== file.text);
    return this.#drafts.keepNow(open.map((file) => ({ path: file.path, text: file.text, base: file.stored })));
  }

  /** A text is as it is in the store: nothing has to be kept of it. */
  #forget(path: string): void {
    clearTimeout(this.#timers.get(path));
    this.#timers.delete(path);
    clearTimeout(this.#keeping.get(path));
    this.#keeping.delete(path);
    if (this.#kept.delete(path)) void this.#drafts.drop(path).catch(() => {});
  }

  #begin(path: string): void {
    clearTimeout(this.#timers.get(path));
    this.#timers.delete(path);
    this.#queue = this.#queue.then(() => this.#save(path));
  }

  async #save(path: string): Promise<void> {
    const file = this.#texts.get(path);
    if (file === undefined || file.gone) return;
    if (this.#isConflict(path)) return this.#tell();
    const text = file.text;
    if (text !== file.stored) {
      try {
        this.#checkSize(text);
        await this.#store.write(path, text, file.stored);
        file.stored = text;
        if (file.text === text) this.#forget(path);
        await this.#versions.record(path, text).catch(() => {});
      } catch (error) {
        // What cannot be saved is kept in the browser all the same.
        await this.#versions.record(path, text).catch(() => {});
        await this.#keep(path);
        this.state.value = { failed: `${path}: ${messageOf(error)}` };
        await this.#lookAgain(path);
        return;
      }
    }
    this.#tell();
  }

  /** A text could not be written: somebody else may have. */
  async #lookAgain(path: string): Promise<void> {
    try {
      const files = await this.#store.files();
      const now = files.find((file) => file.path === path)?.text ?? null;
      if (!this.#store.unread.value.some((unread) => unread.path === path)) this.#outside({ path, text: now });
    } catch {
      // Without an answer there is nothing to compare.
    }
  }

  /** Throws if a text is too large to be read again. */
  #checkSize(text: string): void {
    const { largest } = this.#store;
    // No character has more than three bytes for each of its units.
    if (text.length * 3 <= largest || new TextEncoder().encode(text).length <= largest) return;
    throw new Error(`the text is larger than ${largest / 1024 / 1024} MB; shorten it, or move a part of it to another text`);
  }

  #removed(file: TextFile): void {
    this.#forget(file.path);
    this.conflicts.value = this.conflicts.value.filter((conflict) => conflict.path !== file.path);
    const { stored } = file;
    if (file.builtIn || file.gone || stored === null) return;
    this.#queue = this.#queue.then(async () => {
      try {
        await this.#versions.record(file.path, file.text);
        await this.#store.remove(file.path, stored);
        this.removed();
      } catch (error) {
        this.state.value = { failed: `${file.path}: ${messageOf(error)}` };
        // It is still there, perhaps with another text: it is shown again.
        if (this.#texts.get(file.path) === undefined) {
          const found = (await this.#store.files().catch(() => [])).find(({ path }) => path === file.path);
          if (found !== undefined && this.#texts.get(file.path) === undefined) this.#texts.add(file.path, found.text, found.text);
        }
      }
    });
  }

  #outside({ path, text }: StoredChange): void {
    const file = this.#texts.get(path);
    if (file === undefined) {
      if (text !== null) this.#texts.add(path, text, text);
      return;
    }
    if (file.gone) {
      if (text === null) return;
      this.#texts.find(file, text);
      this.#texts.put(path, text);
      return;
    }
    const open = this.conflicts.value.find((conflict) => conflict.path === path && conflict.from === "store");
    if (text === file.stored) {
      // The other has taken its change back.
      if (open !== undefined) this.settle(open, "mine");
    } else if (text === file.text) {
      file.stored = text;
      if (open !== undefined) this.#drop(open);
      this.#forget(path);
      this.#tell();
    } else if (file.text !== file.stored) {
      this.#ask({ path, base: file.stored, theirs: text, from: "store" });
    } else if (text === null) {
      this.#texts.lose(file);
    } else {
      // Another program knows nothing of this page: the text before its change stays in the history.
      void this.#versions.keep(path, file.text).catch(() => {});
      file.stored = text;
      this.#texts.put(path, text);
    }
  }

  #ask(conflict: Conflict): void {
    const known = this.conflicts.value.find((other) => other.path === conflict.path && other.from === "store" && conflict.from === "store");
    // The text elsewhere has changed again: that before is nowhere else.
    if (known !== undefined && known.theirs !== null && known.theirs !== conflict.theirs) void this.#versions.keep(known.path, known.theirs).catch(() => {});
    const others = this.conflicts.value.filter((other) => other.path !== conflict.path || other.from !== conflict.from || conflict.from === "tab");
    this.conflicts.value = [...others, conflict];
    this.#tell();
  }

  #drop(conflict: Conflict): void {
    this.conflicts.value = this.conflicts.value.filter((other) => other !== conflict);
    conflict.settled?.();
  }

  /** Takes a draft of a tab that is gone into the text, or puts it before the designer. */
  async #adopt({ path, text, base }: Draft): Promise<void> {
    await this.#versions.keep(path, text).catch(() => {});
    const file = this.#texts.get(path);
    if (file === undefined) {
      // The file is gone, or was never written: the text comes back.
      this.#texts.add(path, text, null);
      await this.#keep(path);
      return;
    }
    if (file.gone || file.builtIn || text === file.text) return;
    if (file.text === file.stored && (base === file.stored || !this.#isTouched(path))) {
      const theirs = file.stored;
      file.stored = base === theirs ? theirs : base;
      this.#texts.put(path, text);
      if (base !== theirs) this.#ask({ path, base, theirs, from: "store" });
      await this.#keep(path);
      return;
    }
    await new Promise<void>((resolve) => this.#ask({ path, base, theirs: text, from: "tab", settled: resolve }));
  }

  /** Whether somebody has written here since the page was opened. */
  #isTouched(path: string): boolean {
    return this.#timers.has(path) || this.#kept.has(path) || performance.now() > 10_000;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
