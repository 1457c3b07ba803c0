// The two shells of the service: the local server, and a worker in the page.

import { compileModule, openSocket, openWorker, type Connection } from "./connection";

export interface Shell {
  readonly kind: "server" | "static";
  open(): Promise<Connection>;
}

/** Chooses by the page's own address: the local server puts a token into it. */
export function shell(location: Location): Shell {
  const token = new URLSearchParams(location.search).get("token");
  if (token !== null) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/socket?token=${encodeURIComponent(token)}`;
    return { kind: "server", open: () => openSocket(address) };
  }
  const module = compileModule("module.bin");
  return { kind: "static", open: () => Promise.resolve(openWorker("worker.js", module)) };
}
