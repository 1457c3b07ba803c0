// The connection for long work: odds, tables, rolls, games, coverage. Work that is no longer wanted is ended by closing it.

import { signal } from "@preact/signals";
import type { TextFile } from "../texts/text-file";
import type { Texts } from "../texts/texts";
import type { Connection } from "./connection";
import { isRecord, Peer, Refused } from "./peer";

/** Work that is no longer wanted may go on for so many milliseconds: closing costs a new start. */
const GRACE = 250;

/** What is being worked out. */
export interface Work {
  slot: string;
  begun: number;
  done: number | null;
}

interface Job {
  slot: string;
  method: string;
  params: unknown;
  resolve(result: unknown): void;
  reject(reason: Refused): void;
}

interface Running {
  job: Job;
  /** When it was sent; not while the other end starts. */
  sent: number | null;
  /** Somebody has asked something newer in its place. */
  stale: boolean;
}

/** The reason of a question that a newer one has replaced. */
export class Superseded extends Refused {
  constructor() {
    super(0, "a newer question has come", null);
  }
}

export class Back {
  readonly work = signal<Work | null>(null);
  readonly #open: () => Promise<Connection>;
  readonly #texts: Texts;
  readonly #dirty = new Set<string>();
  readonly #sent = new Map<string, number>();
  #waiting: Job[] = [];
  #running: Running | null = null;
  #peer: Promise<Peer> | null = null;
  #outside = false;

  /** Is given all texts, unless the other end reads the store by itself. */
  constructor(texts: Texts, readsStore: boolean, open: () => Promise<Connection>) {
    this.#texts = texts;
    this.#open = open;
    const note = (file: TextFile): void => void (file.builtIn || !file.isRules || this.#dirty.add(file.path));
    if (!readsStore) texts.list.value.forEach(note);
    texts.follow({
      opened: (file) => void ((file.stored === null || !readsStore) && note(file)),
      changed: note,
      removed: note,
    });
  }

  /** Asks something; a newer question of the same slot replaces it. */
  ask<Result>(slot: string, method: string, params: unknown): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const job: Job = { slot, method, params, resolve: (result) => resolve(result as Result), reject };
      for (const other of this.#waiting) if (other.slot === slot) other.reject(new Superseded());
      this.#waiting = [...this.#waiting.filter((other) => other.slot !== slot), job];
      const running = this.#running;
      if (running?.job.slot === slot) {
        running.stale = true;
        running.job.reject(new Superseded());
        // What has not been sent yet is left out; what has been has some time to come to its end.
        if (running.sent !== null) {
          const rest = Math.max(0, running.sent + GRACE - performance.now());
          setTimeout(() => void (this.#running === running && this.#end()), rest);
        }
      }
      void this.#next();
    });
  }

  /** Ends the work that is under way. */
  stop(): void {
    this.#running?.job.reject(new Refused(0, "you stopped the calculation", null));
    this.#end();
  }

  /** Says that texts in the store have changed from outside. */
  storeChanged(): void {
    this.#outside = true;
  }

  async #next(): Promise<void> {
    if (this.#running !== null) return;
    const job = this.#waiting.shift();
    if (job === undefined) return;
    const running: Running = { job, sent: null, stale: false };
    this.#running = running;
    this.work.value = { slot: job.slot, begun: performance.now(), done: null };
    try {
      const peer = await (this.#peer ??= this.#begin());
      // While the other end started, this work may have been ended, or replaced by a newer question.
      if (this.#running === running && !running.stale) {
        this.#tell(peer);
        running.sent = performance.now();
        job.resolve(await peer.request<unknown>(job.method, job.params));
      }
    } catch (error) {
      // Another end is started for the next question.
      if (running.sent === null) this.#peer = null;
      job.reject(Refused.from(error));
    }
    if (this.#running === running) {
      this.#running = null;
      this.work.value = null;
      void this.#next();
    }
  }

  #end(): void {
    const peer = this.#peer;
    this.#peer = null;
    this.#running = null;
    this.work.value = null;
    this.#forget();
    void peer?.then((old) => old.close(), () => {});
    void this.#next();
  }

  async #begin(): Promise<Peer> {
    const connection = await this.#open();
    const peer = new Peer(connection);
    connection.onClose(() => {
      this.#peer = null;
      this.#forget();
    });
    peer.on("$/progress", (params) => this.#progress(params));
    await peer.request("initialize", { processId: null, rootUri: this.#texts.root, capabilities: {}, initializationOptions: { findings: false } });
    peer.notify("initialized", {});
    return peer;
  }

  /** Forgets what was sent: the next connection needs it again. */
  #forget(): void {
    for (const path of this.#sent.keys()) this.#dirty.add(path);
    this.#sent.clear();
  }

  /** Gives the texts that have changed to the other end. Those sent once stay with it. */
  #tell(peer: Peer): void {
    if (this.#outside) {
      this.#outside = false;
      peer.notify("workspace/didChangeWatchedFiles", { changes: [] });
    }
    for (const path of this.#dirty) {
      const file = this.#texts.get(path);
      const version = this.#sent.get(path);
      const uri = this.#texts.uri(path);
      if (file === undefined || file.gone) {
        if (version !== undefined) peer.notify("textDocument/didClose", { textDocument: { uri } });
        this.#sent.delete(path);
      } else if (version === undefined) {
        peer.notify("textDocument/didOpen", { textDocument: { uri, languageId: file.language, version: 1, text: file.text } });
        this.#sent.set(path, 1);
      } else {
        peer.notify("textDocument/didChange", { textDocument: { uri, version: version + 1 }, contentChanges: [{ text: file.text }] });
        this.#sent.set(path, version + 1);
      }
    }
    this.#dirty.clear();
  }

  #progress(params: unknown): void {
    const value = isRecord(params) ? params["value"] : null;
    const done = isRecord(value) ? value["done"] : null;
    const work = this.work.value;
    if (work !== null && typeof done === "number") this.work.value = { ...work, done };
  }
}
