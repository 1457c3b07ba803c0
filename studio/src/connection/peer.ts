// JSON-RPC 2.0 over a connection.

import type { FindingsDocument } from "../protocol/documents";
import type { Connection } from "./connection";

/** An answer that could not be given, with the findings that say why. */
export class Refused extends Error {
  readonly findings: FindingsDocument | null;
  readonly code: number;

  constructor(code: number, message: string, findings: FindingsDocument | null) {
    super(message);
    this.code = code;
    this.findings = findings;
  }

  /** Reads whatever a request was rejected with. */
  static from(reason: unknown): Refused {
    if (reason instanceof Refused) return reason;
    if (isRecord(reason) && typeof reason["message"] === "string") {
      const code = typeof reason["code"] === "number" ? reason["code"] : 0;
      const data = reason["data"];
      const findings = isRecord(data) && Array.isArray(data["findings"]) ? (data as unknown as FindingsDocument) : null;
      return new Refused(code, reason["message"], findings);
    }
    return new Refused(0, String(reason), null);
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(reason: Refused): void;
}

export class Peer {
  readonly #connection: Connection;
  readonly #waiting = new Map<number, Waiting>();
  readonly #handlers = new Map<string, (params: unknown) => void>();
  #last = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
    connection.onMessage((text) => this.#receive(text));
    connection.onClose(() => this.#refuse());
  }

  request<Result>(method: string, params: unknown): Promise<Result> {
    this.#last += 1;
    const id = this.#last;
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(id, { resolve: (result) => resolve(result as Result), reject });
      this.#connection.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }

  notify(method: string, params: unknown): void {
    this.#connection.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  on(method: string, handler: (params: unknown) => void): void {
    this.#handlers.set(method, handler);
  }

  /** Ends the connection; requests without an answer are rejected. */
  close(): void {
    this.#connection.close();
    this.#refuse();
  }

  #refuse(): void {
    const gone = new Refused(0, "the connection has ended", null);
    for (const waiting of this.#waiting.values()) waiting.reject(gone);
    this.#waiting.clear();
  }

  #receive(text: string): void {
    const message: unknown = JSON.parse(text);
    if (!isRecord(message)) return;
    const { id, method } = message;
    if (typeof method === "string") {
      this.#handlers.get(method)?.(message["params"]);
      return;
    }
    const waiting = typeof id === "number" ? this.#waiting.get(id) : undefined;
    if (typeof id !== "number" || waiting === undefined) return;
    this.#waiting.delete(id);
    if (message["error"] === undefined) waiting.resolve(message["result"]);
    else waiting.reject(Refused.from(message["error"]));
  }
}
