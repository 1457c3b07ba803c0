// All texts of the workspace. Every change goes through here, and every follower hears of it.

import { ChangeSet, Text } from "@codemirror/state";
import { signal, type ReadonlySignal } from "@preact/signals";
import { BUILT_IN, TextFile } from "./text-file";

/** Who made a change: the editor, which shows it already, or somebody else. */
export type Origin = "editor" | "elsewhere";

export interface Follower {
  opened?(file: TextFile): void;
  changed?(file: TextFile, changes: ChangeSet, before: Text, origin: Origin): void;
  removed?(file: TextFile): void;
  /** A text was deleted outside of the page. Its tab stays; who does not say otherwise is told that it was removed. */
  lost?(file: TextFile): void;
  /** A text that was lost is there again. Who does not say otherwise is told that it was opened. */
  found?(file: TextFile): void;
}

export class Texts {
  readonly root: string;
  readonly #files = new Map<string, TextFile>();
  readonly #followers: Follower[] = [];
  readonly #list = signal<readonly TextFile[]>([]);
  readonly #revision = signal(0);
  readonly #edits = signal(0);

  constructor(root: string) {
    this.root = root;
  }

  /** The files that are there, by path; renewed when one comes or goes. */
  get list(): ReadonlySignal<readonly TextFile[]> {
    return this.#list;
  }

  /** Grows with every change. */
  get revision(): ReadonlySignal<number> {
    return this.#revision;
  }

  /** Grows with every change of a text of the designer. */
  get edits(): ReadonlySignal<number> {
    return this.#edits;
  }

  follow(follower: Follower): void {
    this.#followers.push(follower);
  }

  get(path: string): TextFile | undefined {
    return this.#files.get(path);
  }

  byUri(uri: string): TextFile | undefined {
    return this.#files.get(this.path(uri));
  }

  uri(path: string): string {
    return this.root + path.split("/").map(encodeURIComponent).join("/");
  }

  /** Returns the path of a URI; that of a text of the program begins with its scheme. */
  path(uri: string): string {
    if (uri.startsWith(BUILT_IN)) return uri;
    const decoded = decodeURIComponent(uri);
    const root = decodeURIComponent(this.root);
    return decoded.startsWith(root) ? decoded.slice(root.length) : decoded;
  }

  /** Adds a text that was not there. */
  add(path: string, text: string, stored: string | null): TextFile {
    const uri = path.startsWith(BUILT_IN) ? path : this.uri(path);
    const file = new TextFile(path, uri, text, stored);
    this.#files.set(path, file);
    this.#renew();
    if (!file.builtIn) this.#edits.value += 1;
    for (const follower of this.#followers) follower.opened?.(file);
    return file;
  }

  change(file: TextFile, changes: ChangeSet, origin: Origin): void {
    if (changes.empty) return;
    // Who writes in a text that was deleted outside wants it back.
    if (file.gone) this.find(file, null);
    const before = file.doc;
    file.doc = changes.apply(before);
    this.#revision.value += 1;
    this.#edits.value += 1;
    for (const follower of this.#followers) follower.changed?.(file, changes, before, origin);
  }

  /** Makes a text what is given, by the smallest change; adds it if it is not there. */
  put(path: string, text: string): TextFile {
    const file = this.#files.get(path);
    if (file === undefined) return this.add(path, text, null);
    this.change(file, difference(file.doc, text), "elsewhere");
    return file;
  }

  remove(path: string): void {
    const file = this.#files.get(path);
    if (file === undefined) return;
    this.#files.delete(path);
    this.#renew();
    this.#edits.value += 1;
    if (file.gone) {
      for (const follower of this.#followers) if (follower.lost !== undefined) follower.removed?.(file);
      return;
    }
    for (const follower of this.#followers) follower.removed?.(file);
  }

  /** Marks a text as deleted outside of the page: it is no longer checked, and not written again by itself. */
  lose(file: TextFile): void {
    if (file.gone) return;
    file.gone = true;
    file.stored = null;
    this.#renew();
    this.#edits.value += 1;
    for (const follower of this.#followers) (follower.lost ?? follower.removed)?.call(follower, file);
  }

  /** Brings a text back that was deleted outside of the page; `stored` is what is there now. */
  find(file: TextFile, stored: string | null): void {
    if (!file.gone) return;
    file.gone = false;
    file.stored = stored;
    this.#renew();
    this.#edits.value += 1;
    for (const follower of this.#followers) (follower.found ?? follower.opened)?.call(follower, file);
  }

  #renew(): void {
    const files = [...this.#files.values()];
    this.#list.value = files.sort((one, other) => (one.path < other.path ? -1 : 1));
    this.#revision.value += 1;
  }
}

/** Returns the change of one stretch that makes a text another. */
export function difference(doc: Text, text: string): ChangeSet {
  const old = doc.toString();
  const most = Math.min(old.length, text.length);
  let start = 0;
  while (start < most && old.charCodeAt(start) === text.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < most - start && old.charCodeAt(old.length - 1 - end) === text.charCodeAt(text.length - 1 - end)) end += 1;
  if (start === old.length && start === text.length) return ChangeSet.empty(doc.length);
  const insert = text.slice(start, text.length - end);
  return ChangeSet.of({ from: start, to: old.length - end, insert }, doc.length);
}
