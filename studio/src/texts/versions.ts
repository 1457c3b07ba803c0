// Earlier versions of every text, kept in the browser.

import { change, read } from "../store/database";

export interface Version {
  id?: number;
  root: string;
  path: string;
  /** Milliseconds since 1970. */
  time: number;
  text: string;
  /** It is nowhere else, and stays whatever comes after it. */
  fixed?: boolean;
}

/** Saves closer together than this are one version. */
const CLOSE = 60_000;
/** So many versions of a text are kept. */
const MOST = 200;

export class Versions {
  readonly #root: string;
  readonly #begun = Date.now();

  constructor(root: string) {
    this.#root = root;
  }

  /** Returns the versions of a text, the newest first. */
  async of(path: string): Promise<Version[]> {
    const found = await read<Version[]>("versions", (store) => store.index("file").getAll([this.#root, path]));
    return found.reverse();
  }

  async record(path: string, text: string): Promise<void> {
    const known = await this.of(path);
    const last = known[0];
    if (last?.text === text) return;
    const time = Date.now();
    const isClose = last !== undefined && last.fixed !== true && last.time >= this.#begun && time - last.time < CLOSE && known.length > 1;
    const old = known.slice(MOST - 1);
    await change("versions", (store) => {
      for (const version of old) if (version.id !== undefined) store.delete(version.id);
      if (isClose && last.id !== undefined) store.put({ ...last, text });
      else store.add({ root: this.#root, path, time, text } satisfies Version);
    });
  }

  /** Keeps a text that another has replaced, as a version of its own. */
  async keep(path: string, text: string): Promise<void> {
    const known = await this.of(path);
    if (known[0]?.text === text && known[0].fixed === true) return;
    await change("versions", (store) => store.add({ root: this.#root, path, time: Date.now(), text, fixed: true } satisfies Version));
  }

  /** Keeps the state that a text has at the start, so that there is a way back to it. */
  async begin(path: string, text: string): Promise<void> {
    const known = await this.of(path);
    if (known[0]?.text !== text) {
      await change("versions", (store) => store.add({ root: this.#root, path, time: Date.now(), text } satisfies Version));
    }
  }
}
