// The language server in a worker of a browser. The first message is the packed module, each other one a message of the protocol.

import { Engine } from "../../../packages/npm/src/engine";

interface Scope {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
}

/** A pause after the last message, in milliseconds, after which the rules are checked. */
const PAUSE = 10;

const scope = globalThis as unknown as Scope;
let engine: Promise<Engine> | null = null;
let pause: ReturnType<typeof setTimeout> | undefined;

scope.onmessage = ({ data }) => {
  if (data instanceof Uint8Array) {
    engine = Engine.start(data, (message) => scope.postMessage(JSON.parse(message)));
    return;
  }
  void engine?.then((started) => {
    started.receive(JSON.stringify(data));
    clearTimeout(pause);
    pause = setTimeout(() => started.settle(), PAUSE);
  });
};
