// Texts in the browser, for the page without a server. Other tabs with the same page hear of changes.

import { signal } from "@preact/signals";
import { change, read } from "./database";
import type { Store, StoredChange, StoredText } from "./store";

export class BrowserStore implements Store {
  readonly folder = "this browser";
  readonly root = "file:///studio/";
  readonly largest = 4 * 1024 * 1024;
  readonly unread = signal([]);
  readonly #channel = new BroadcastChannel("sandtable-studio");

  files(): Promise<StoredText[]> {
    return read<StoredText[]>("texts", (store) => store.getAll());
  }

  async write(path: string, text: string, before: string | null): Promise<void> {
    await this.#expect(path, before);
    await change("texts", (store) => store.put({ path, text } satisfies StoredText));
    this.#tell({ path, text });
  }

  async remove(path: string, before: string): Promise<void> {
    await this.#expect(path, before);
    await change("texts", (store) => store.delete(path));
    this.#tell({ path, text: null });
  }

  onChanged(handler: (changes: readonly StoredChange[]) => void): void {
    this.#channel.addEventListener("message", (event: MessageEvent<StoredChange>) => handler([event.data]));
  }

  async #expect(path: string, before: string | null): Promise<void> {
    const now = await read<StoredText | undefined>("texts", (store) => store.get(path));
    if ((now?.text ?? null) !== before) throw new Error(`\`${path}\` was changed in another tab`);
  }

  #tell(changed: StoredChange): void {
    this.#channel.postMessage(changed);
  }
}
