// Texts on the disk, behind the local server.

import { signal } from "@preact/signals";
import { isRecord } from "../connection/peer";
import type { Store, StoredChange, StoredText, Unread } from "./store";

/** Sends a request of the shell. */
export type Ask = (method: string, params: unknown) => Promise<unknown>;

export interface Hello {
  root: string;
  folder: string;
  version: string;
  /** The most bytes of a text. */
  largest: number;
  /** What there is to say about the folder. */
  remarks: string[];
}

export class ServerStore implements Store {
  readonly folder: string;
  readonly root: string;
  readonly largest: number;
  readonly unread = signal<readonly Unread[]>([]);
  readonly #ask: Ask;
  readonly #handlers: ((changes: readonly StoredChange[]) => void)[] = [];

  constructor(hello: Hello, ask: Ask) {
    this.folder = hello.folder;
    this.root = hello.root.endsWith("/") ? hello.root : `${hello.root}/`;
    this.largest = hello.largest;
    this.#ask = ask;
  }

  async files(): Promise<StoredText[]> {
    const answer = (await this.#ask("studio/files", {})) as { files: StoredText[]; unread?: Unread[] };
    this.unread.value = answer.unread ?? [];
    return answer.files;
  }

  async write(path: string, text: string, before: string | null): Promise<void> {
    await this.#ask("studio/write", { path, text, before });
  }

  async remove(path: string, before: string): Promise<void> {
    await this.#ask("studio/remove", { path, before });
  }

  onChanged(handler: (changes: readonly StoredChange[]) => void): void {
    this.#handlers.push(handler);
  }

  /** Takes the notification `studio/changed`. */
  hear(params: unknown): void {
    if (!isRecord(params) || !Array.isArray(params["files"])) return;
    const changes = params["files"] as StoredChange[];
    if (Array.isArray(params["unread"])) this.unread.value = params["unread"] as Unread[];
    for (const handler of this.#handlers) handler(changes);
  }
}
