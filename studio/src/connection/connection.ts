// How messages travel: to the local server through a socket, or to a worker in the page. Both carry one JSON text each.

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
export function openWorker(address: string): Connection {
  const worker = new Worker(address);
  return {
    send: (text) => worker.postMessage(text),
    onMessage: (handler) =>
      worker.addEventListener("message", (event: MessageEvent<unknown>) => {
        if (typeof event.data === "string") handler(event.data);
      }),
    onClose: (handler) => worker.addEventListener("error", () => handler()),
    close: () => worker.terminate(),
  };
}
