// Where the texts of a designer are kept.

import type { ReadonlySignal } from "@preact/signals";

export interface StoredText {
  path: string;
  text: string;
}

/** A text as it is now; `null` if it is gone. */
export interface StoredChange {
  path: string;
  text: string | null;
}

/** A file that cannot be read. */
export interface Unread {
  path: string;
  why: string;
}

export interface Store {
  /** The name of the folder, for people. */
  readonly folder: string;
  /** The URI of the folder, with a slash at its end. */
  readonly root: string;
  /** The most bytes of a text: a larger one could not be read again. */
  readonly largest: number;
  files(): Promise<StoredText[]>;
  /** Rejects if the text is not as `before`; `null` if it is not there. */
  write(path: string, text: string, before: string | null): Promise<void>;
  remove(path: string, before: string): Promise<void>;
  /** The files that cannot be read; none of them is among `files`. */
  readonly unread: ReadonlySignal<readonly Unread[]>;
  onChanged(handler: (changes: readonly StoredChange[]) => void): void;
}
