// The two shells of the service: the local server, and a worker in the page.

import { compileModule, openSocket, openWorker, type Connection } from "./connection";

export interface Shell {
  readonly kind: "server" | "static";
  /** Why the service cannot begin, if the page knows. */
  reason: Error | null;
  open(): Promise<Connection>;
}

const KEY = "studio.token";

/** The address has no token: the page was opened by a bookmark, or by hand. */
export class NoToken extends Error {
  constructor() {
    super("This address has no key. The address that the studio prints when it starts has one.");
  }
}

/** Returns the token of an address that the local server has printed. */
export function tokenIn(address: string): string | null {
  return /[?&]token=([0-9a-f]{32})\b/i.exec(address)?.[1] ?? null;
}

/** Gives this tab the token of an address. */
export function useToken(token: string): void {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // A browser without storage needs the whole address at each load.
  }
}

/** Takes the token out of the address, so that nobody reads it there; this tab keeps it. */
function takeToken(): string | null {
  const token = tokenIn(window.location.search);
  if (token === null) {
    try {
      return sessionStorage.getItem(KEY);
    } catch {
      return null;
    }
  }
  useToken(token);
  try {
    if (sessionStorage.getItem(KEY) === token) window.history.replaceState(null, "", window.location.pathname + window.location.hash);
  } catch {
    // As above.
  }
  return token;
}

/** Chooses by the page's own address: the local server puts a token into it. */
export function shell(location: Location): Shell {
  const token = takeToken();
  if (token !== null) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/socket?token=${encodeURIComponent(token)}`;
    return { kind: "server", reason: null, open: () => openSocket(address) };
  }
  const module = compileModule("module.bin");
  const kind: Shell = { kind: "static", reason: null, open: () => Promise.resolve(openWorker("worker.js", module)) };
  module.catch((error: unknown) => {
    // A local server has no module, it has a service of its own.
    const isLocal = ["127.0.0.1", "localhost"].includes(location.hostname);
    kind.reason = isLocal ? new NoToken() : error instanceof Error ? error : null;
  });
  return kind;
}
