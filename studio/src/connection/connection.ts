// How messages travel: to the local server through a socket, or to a worker in the page. Both carry one JSON text each.

import { unpack } from "./lzma";

export interface Connection {
  send(text: string): void;
  onMessage(handler: (text: string) => void): void;
  /** Called once when the other end has gone, not after `close`; soon, if it has gone already. */
  onClose(handler: () => void): void;
  close(): void;
}

/** Opens a socket to the local server. */
export function openSocket(address: string): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    let closed = false;
    const connection: Connection = {
      // What is sent to an end that has gone is lost; `onClose` says so.
      send: (text) => void (socket.readyState === WebSocket.OPEN && socket.send(text)),
      onMessage: (handler) =>
        socket.addEventListener("message", (event: MessageEvent<unknown>) => {
          if (typeof event.data === "string" && !closed) handler(event.data);
        }),
      onClose: (handler) => {
        const tell = (): void => void (closed || handler());
        if (socket.readyState > WebSocket.OPEN) queueMicrotask(tell);
        else socket.addEventListener("close", tell, { once: true });
      },
      close: () => {
        closed = true;
        socket.close();
      },
    };
    socket.addEventListener("open", () => resolve(connection), { once: true });
    for (const end of ["error", "close"]) socket.addEventListener(end, () => reject(new Error("the server does not answer")), { once: true });
  });
}

/** Starts a worker that holds the service as a WebAssembly module. */
export function openWorker(address: string, module: Promise<WebAssembly.Module>): Connection {
  const worker = new Worker(address);
  const closing: (() => void)[] = [];
  let hasFailed = false;
  module.then(
    (compiled) => worker.postMessage(compiled),
    () => {
      hasFailed = true;
      closing.forEach((handler) => handler());
    },
  );
  return {
    send: (text) => worker.postMessage(text),
    onMessage: (handler) =>
      worker.addEventListener("message", (event: MessageEvent<unknown>) => {
        if (typeof event.data === "string") handler(event.data);
      }),
    onClose: (handler) => {
      closing.push(handler);
      if (hasFailed) queueMicrotask(handler);
      worker.addEventListener("error", () => handler());
    },
    close: () => worker.terminate(),
  };
}

/**
 * Reads and compiles the module, which is packed: what is sent is the file itself, on any web space. Workers share what is compiled, so
 * that another one starts at once.
 */
export async function compileModule(address: string): Promise<WebAssembly.Module> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error("the program cannot be read");
  return WebAssembly.compile(await unpack(new Uint8Array(await answer.arrayBuffer())));
}
