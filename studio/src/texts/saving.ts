// Saves texts as they are typed, and notices what changes outside of the page.

import { signal } from "@preact/signals";
import type { Store, StoredChange } from "../store/store";
import type { TextFile } from "./text-file";
import type { Texts } from "./texts";
import type { Versions } from "./versions";

/** The pause in typing after which a text is saved. */
const PAUSE = 400;

export type SavingState = "saved" | "saving" | { failed: string };

/** A text that was changed here and elsewhere. */
export interface Conflict {
  path: string;
  /** The text elsewhere; `null` if it was removed. */
  theirs: string | null;
}

export class Saving {
  readonly state = signal<SavingState>("saved");
  readonly conflicts = signal<readonly Conflict[]>([]);
  readonly #store: Store;
  readonly #texts: Texts;
  readonly #versions: Versions;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #queue: Promise<void> = Promise.resolve();

  constructor(store: Store, texts: Texts, versions: Versions) {
    this.#store = store;
    this.#texts = texts;
    this.#versions = versions;
    texts.follow({
      opened: (file) => this.#schedule(file),
      changed: (file) => this.#schedule(file),
      removed: (file) => this.#removed(file),
    });
    store.onChanged((changes) => changes.forEach((change) => this.#outside(change)));
    window.addEventListener("pagehide", () => void this.flush());
    window.addEventListener("beforeunload", (event) => {
      if (this.state.value === "saved") return;
      void this.flush();
      event.preventDefault();
    });
    document.addEventListener("visibilitychange", () => void (document.hidden && this.flush()));
  }

  /** Saves at once what waits. */
  async flush(): Promise<void> {
    for (const path of [...this.#timers.keys()]) this.#begin(path);
    await this.#queue;
  }

  /** Saves again what could not be saved. */
  again(): void {
    for (const file of this.#texts.list.value) this.#schedule(file);
  }

  /** Settles a conflict: one's own text stays, or that from outside. */
  settle(conflict: Conflict, keep: "mine" | "theirs"): void {
    this.conflicts.value = this.conflicts.value.filter((other) => other.path !== conflict.path);
    const file = this.#texts.get(conflict.path);
    if (file === undefined) return;
    file.stored = conflict.theirs;
    if (keep === "mine") this.#schedule(file);
    else if (conflict.theirs === null) this.#texts.remove(conflict.path);
    else this.#texts.put(conflict.path, conflict.theirs);
  }

  #schedule(file: TextFile): void {
    if (file.builtIn || (file.stored !== null && file.stored === file.text)) return;
    clearTimeout(this.#timers.get(file.path));
    this.#timers.set(file.path, setTimeout(() => this.#begin(file.path), PAUSE));
    this.state.value = "saving";
  }

  #begin(path: string): void {
    clearTimeout(this.#timers.get(path));
    this.#timers.delete(path);
    this.#queue = this.#queue.then(() => this.#save(path));
  }

  async #save(path: string): Promise<void> {
    const file = this.#texts.get(path);
    if (file === undefined || this.conflicts.value.some((conflict) => conflict.path === path)) return;
    const text = file.text;
    if (text !== file.stored) {
      try {
        this.#checkSize(text);
        await this.#store.write(path, text, file.stored);
        file.stored = text;
        await this.#versions.record(path, text);
      } catch (error) {
        this.state.value = { failed: `${path}: ${messageOf(error)}` };
        // What cannot be saved is kept in the browser all the same.
        await this.#versions.record(path, text).catch(() => {});
        return;
      }
    }
    if (this.#timers.size === 0) this.state.value = "saved";
  }

  /** Throws if a text is too large to be read again. */
  #checkSize(text: string): void {
    const { largest } = this.#store;
    // No character has more than three bytes for each of its units.
    if (text.length * 3 <= largest || new TextEncoder().encode(text).length <= largest) return;
    throw new Error(`the text is larger than ${largest / 1024 / 1024} MB; shorten it, or move a part of it to another text`);
  }

  #removed(file: TextFile): void {
    clearTimeout(this.#timers.get(file.path));
    this.#timers.delete(file.path);
    const { stored } = file;
    if (file.builtIn || stored === null) return;
    this.#queue = this.#queue.then(async () => {
      try {
        await this.#versions.record(file.path, file.text);
        await this.#store.remove(file.path, stored);
      } catch (error) {
        this.state.value = { failed: `${file.path}: ${messageOf(error)}` };
      }
    });
  }

  #outside({ path, text }: StoredChange): void {
    const file = this.#texts.get(path);
    if (file === undefined) {
      if (text !== null) this.#texts.add(path, text, text);
      return;
    }
    if (text === file.stored) return;
    if (text === file.text) {
      file.stored = text;
    } else if (file.text !== file.stored) {
      const others = this.conflicts.value.filter((conflict) => conflict.path !== path);
      this.conflicts.value = [...others, { path, theirs: text }];
    } else {
      file.stored = text;
      if (text === null) this.#texts.remove(path);
      else this.#texts.put(path, text);
    }
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
