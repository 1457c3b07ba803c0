// The service in a worker of a browser. The first message is the packed module, each other one a message of the service.

import { Engine } from "./engine.js";

interface Scope {
  postMessage(message: string): void;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
}

const scope = globalThis as unknown as Scope;
let engine: Promise<Engine> | null = null;
let pause: ReturnType<typeof setTimeout> | undefined;

// A page waits for this before it sends the module.
scope.postMessage("ready");

scope.onmessage = ({ data }) => {
  if (data instanceof Uint8Array) {
    engine = Engine.start(data, (message) => scope.postMessage(message));
  } else if (typeof data === "string") {
    void engine?.then((started) => {
      started.receive(data);
      clearTimeout(pause);
      pause = setTimeout(() => started.settle(), 10);
    });
  }
};
