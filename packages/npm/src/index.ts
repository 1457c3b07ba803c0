// Rules that run from text: checks, exact odds, tables, traces, and the language server, in Node and in browsers.

import type { Check, Odds, OddsQuestion, Question, Table, Trace, TraceQuestion } from "./documents.js";
import { Engine } from "./engine.js";

export type * from "./documents.js";

const ROOT = "file:///sandtable/";

/** Why there is no answer. */
export class SandtableError extends Error {
  /** The document of the findings, if rules or the question are wrong. */
  readonly data: unknown;

  constructor(message: string, data: unknown) {
    super(message);
    this.name = "SandtableError";
    this.data = data;
  }
}

export interface LoadOptions {
  /** The packed module, or where it is; `module.bin` beside this file without it. */
  module?: Uint8Array | string | URL;
  /** Texts by path, such as `{ "rules/my-game/game.rules": "…" }`, over the built-in books. */
  texts?: Record<string, string>;
}

interface Answer {
  id?: number | string | null;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string; data?: unknown };
}

interface Waiting {
  resolve(result: unknown): void;
  reject(reason: Error): void;
}

/** How messages come to the service. */
interface Channel {
  send(message: string): void;
  close(): void;
}

/** Starts the service: in Node in this thread, in a browser in a worker. */
export async function load(options: LoadOptions = {}): Promise<Sandtable> {
  const packed = await packedModule(options.module);
  const sandtable = new Sandtable();
  await sandtable.begin(await openChannel(packed, (message) => sandtable.hear(message)));
  for (const [path, text] of Object.entries(options.texts ?? {})) sandtable.setText(path, text);
  return sandtable;
}

async function packedModule(module: LoadOptions["module"]): Promise<Uint8Array> {
  if (module instanceof Uint8Array) return module;
  const address = new URL(module ?? "./module.bin", module === undefined ? import.meta.url : globalThis.location?.href ?? import.meta.url);
  if (address.protocol === "file:" && typeof process !== "undefined") {
    const { readFile } = await import("node:fs/promises");
    return new Uint8Array(await readFile(address));
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.href} cannot be read`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function openChannel(packed: Uint8Array, hear: (message: string) => void): Promise<Channel> {
  if (typeof Worker === "undefined") {
    const engine = await Engine.start(packed, hear);
    let pause: ReturnType<typeof setTimeout> | undefined;
    return {
      send: (message) => {
        engine.receive(message);
        clearTimeout(pause);
        pause = setTimeout(() => engine.settle(), PAUSE);
      },
      close: () => clearTimeout(pause),
    };
  }
  // A worker of another address is not allowed; a page that loads this file from elsewhere wraps it.
  const script = `import ${JSON.stringify(new URL("./worker.js", import.meta.url).href)};`;
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address, { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<string>) => {
    if (data === READY) return;
    hear(data);
  };
  await new Promise<void>((resolve, reject) => {
    const first = ({ data }: MessageEvent<string>): void => {
      if (data !== READY) return;
      worker.removeEventListener("message", first);
      resolve();
    };
    worker.addEventListener("message", first);
    worker.onerror = () => reject(new Error("the worker cannot be started"));
  });
  URL.revokeObjectURL(address);
  worker.postMessage(packed);
  return { send: (message) => worker.postMessage(message), close: () => worker.terminate() };
}

/** A pause after the last message, in milliseconds, after which the rules are checked. */
const PAUSE = 10;

/** What a worker says when it listens. */
const READY = "ready";

export class Sandtable {
  #channel: Channel | null = null;
  #next = 1;
  readonly #waiting = new Map<number | string, Waiting>();
  readonly #versions = new Map<string, number>();
  readonly #listeners = new Map<string, (params: unknown) => void>();

  /** @internal */
  async begin(channel: Channel): Promise<void> {
    this.#channel = channel;
    await this.request("initialize", { processId: null, rootUri: ROOT, capabilities: {} });
    this.notify("initialized", {});
  }

  /** @internal */
  hear(message: string): void {
    const answer = JSON.parse(message) as Answer;
    if (answer.method !== undefined) {
      this.#listeners.get(answer.method)?.(answer.params);
      return;
    }
    const waiting = answer.id === undefined || answer.id === null ? undefined : this.#waiting.get(answer.id);
    if (waiting === undefined) return;
    this.#waiting.delete(answer.id as number);
    if (answer.error === undefined) waiting.resolve(answer.result);
    else waiting.reject(new SandtableError(answer.error.message, answer.error.data ?? null));
  }

  /** Asks a method of the language server, or one of `docs/json.md`. */
  request<Result = unknown>(method: string, params: unknown): Promise<Result> {
    const id = this.#next++;
    return new Promise<Result>((resolve, reject) => {
      if (this.#channel === null) return reject(new Error("it is closed"));
      this.#waiting.set(id, { resolve: (result) => resolve(result as Result), reject });
      this.#channel.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }

  /** Tells the language server something. */
  notify(method: string, params: unknown): void {
    this.#channel?.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  /** Listens to notifications of a method, such as `textDocument/publishDiagnostics` or `$/progress`. */
  on(method: string, listener: (params: unknown) => void): void {
    this.#listeners.set(method, listener);
  }

  /** The URI of a text, for the language server. */
  uri(path: string): string {
    return ROOT + path.split("/").map(encodeURIComponent).join("/");
  }

  /** Lays a text at a path; `rules/NAME/…` belongs to the ruleset NAME. */
  setText(path: string, text: string): void {
    const uri = this.uri(path);
    const version = (this.#versions.get(path) ?? 0) + 1;
    this.#versions.set(path, version);
    if (version === 1) this.notify("textDocument/didOpen", { textDocument: { uri, languageId: "sandtable", version, text } });
    else this.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] });
  }

  /** Takes a text away. */
  removeText(path: string): void {
    if (this.#versions.delete(path)) this.notify("textDocument/didClose", { textDocument: { uri: this.uri(path) } });
  }

  /** The findings of a ruleset: those of a whole check, its examples among them if asked. */
  check(ruleset: string, options: { examples?: boolean; thorough?: boolean; variants?: readonly string[] } = {}): Promise<Check> {
    return this.request("sandtable/check", { ruleset, ...options });
  }

  /** Exact odds of one situation; a `Table` if a key has several values. */
  odds(ruleset: string, ask: string, question: OddsQuestion = {}): Promise<Odds> {
    return this.request("sandtable/odds", { ruleset, ask, ...asked(question) });
  }

  /** Odds of many situations: give several values for a key, and say with `only` or `track` what is counted. */
  table(ruleset: string, ask: string, question: OddsQuestion): Promise<Table> {
    return this.request("sandtable/odds", { ruleset, ask, ...asked(question) });
  }

  /** One case with every die, modifier and rule. */
  trace(ruleset: string, ask: string, question: TraceQuestion = {}): Promise<Trace> {
    return this.request("sandtable/roll", { ruleset, ask, ...asked(question) });
  }

  /** Ends the service, and whatever it is working on; what was asked is not answered any more. */
  close(): void {
    this.#channel?.close();
    this.#channel = null;
    for (const waiting of this.#waiting.values()) waiting.reject(new Error("it is closed"));
    this.#waiting.clear();
  }
}

/** The parameters of a question. */
function asked({ given, units, options, variants, ...rest }: Question): Record<string, unknown> {
  const pairs = (values: Record<string, unknown>, yes: string, no: string): [string, string][] =>
    Object.entries(values).map(([key, value]) => [key, value === true ? yes : value === false ? no : word(value)]);
  return {
    ...rest,
    given: pairs(given ?? {}, "yes", "no"),
    units: units ?? [],
    options: pairs(options ?? {}, "on", "off"),
    variants: variants ?? [],
  };
}

function word(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return value.length === 0 ? "none" : value.map(word).join(",");
}
