// Texts that are not on the disk yet, kept in the browser. Those of a tab that is gone are taken over by another.

/** A text that is not saved. */
export interface Draft {
  root: string;
  /** The tab that keeps it. */
  owner: string;
  path: string;
  text: string;
  /** The text that was changed, as it was in the store; `null` if it was not there. */
  base: string | null;
}

const NAME = "sandtable-studio-drafts";
const PREFIX = "studio.draft ";

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("drafts", { keyPath: ["root", "owner", "path"] });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser keeps no database"));
  });
  return opened;
}

async function change(work: (store: IDBObjectStore) => void): Promise<void> {
  const transaction = (await open()).transaction("drafts", "readwrite");
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the browser cannot keep this"));
  });
  work(transaction.objectStore("drafts"));
  return done;
}

async function all(): Promise<Draft[]> {
  const request = (await open()).transaction("drafts", "readonly").objectStore("drafts").getAll() as IDBRequest<Draft[]>;
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the database of the browser fails"));
  });
}

function lockOf(owner: string): string {
  return `sandtable-studio ${owner}`;
}

export class Drafts {
  readonly #root: string;
  readonly #owner = crypto.randomUUID();
  readonly #asked = new Set<string>();

  constructor(root: string) {
    this.#root = root;
    // Held as long as this tab lives: others see by it that its drafts are looked after.
    void navigator.locks?.request(lockOf(this.#owner), () => new Promise(() => {}));
  }

  async keep(path: string, text: string, base: string | null): Promise<void> {
    const draft: Draft = { root: this.#root, owner: this.#owner, path, text, base };
    await change((store) => store.put(draft));
  }

  async drop(path: string): Promise<void> {
    await this.forget({ root: this.#root, owner: this.#owner, path });
  }

  async forget({ root, owner, path }: Pick<Draft, "root" | "owner" | "path">): Promise<void> {
    await change((store) => store.delete([root, owner, path]));
  }

  /** Keeps texts at once, when the page is about to go; returns whether the browser has room for them. */
  keepNow(texts: readonly { path: string; text: string; base: string | null }[]): boolean {
    const key = `${PREFIX}${this.#owner}`;
    try {
      if (texts.length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(texts.map((text) => ({ ...text, root: this.#root, owner: this.#owner }))));
      return true;
    } catch {
      return false;
    }
  }

  /** Hands out the drafts of tabs that are gone, now and when one goes. They are kept until `adopt` has come to its end. */
  async adopt(adopt: (draft: Draft) => Promise<void>): Promise<void> {
    await this.#unpack();
    const drafts = await all();
    const owners = new Set(drafts.filter((draft) => draft.root === this.#root && draft.owner !== this.#owner).map((draft) => draft.owner));
    const ready: Promise<void>[] = [];
    for (const owner of owners) {
      if (this.#asked.has(owner)) continue;
      this.#asked.add(owner);
      ready.push(this.#waitFor(owner, adopt));
    }
    await Promise.all(ready);
  }

  /** Waits for the tab to go, and hands its drafts out; resolves at once if it is still there. */
  async #waitFor(owner: string, adopt: (draft: Draft) => Promise<void>): Promise<void> {
    const take = async (): Promise<void> => {
      await this.#unpack();
      for (const draft of await all()) {
        if (draft.owner !== owner || draft.root !== this.#root) continue;
        await adopt(draft);
        await this.forget(draft);
      }
    };
    if (navigator.locks === undefined) return take();
    let isFree: (value: void) => void = () => {};
    const begun = new Promise<void>((resolve) => (isFree = resolve));
    void navigator.locks.request(lockOf(owner), async () => {
      const taken = take();
      // What is put before the designer is not waited for.
      isFree(undefined);
      await taken;
    });
    return Promise.race([begun, new Promise<void>((resolve) => setTimeout(resolve, 300))]);
  }

  /** Takes over what was kept at the last moment of a page. */
  async #unpack(): Promise<void> {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(PREFIX))) {
      try {
        const drafts = JSON.parse(localStorage.getItem(key) ?? "[]") as Draft[];
        await change((store) => drafts.forEach((draft) => store.put(draft)));
        localStorage.removeItem(key);
      } catch {
        // What cannot be read is left where it is.
      }
    }
  }
}
