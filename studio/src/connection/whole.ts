// The service with all its methods, where there is no server: a module of its own, which a first visit does not load.

import { compileModule, openWorker, type Connection } from "./connection";

let module: Promise<WebAssembly.Module> | null = null;

/** Starts a worker with the module, which is loaded once. */
export function openWhole(): Promise<Connection> {
  const loaded = (module ??= compileModule("whole.bin"));
  // What cannot be loaded is tried again at the next question.
  loaded.catch(() => (module = null));
  return Promise.resolve(openWorker("worker.js", loaded));
}
