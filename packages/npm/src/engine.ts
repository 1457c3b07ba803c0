// The service as a module: messages of JSON-RPC in and out, in one thread. In a browser it runs in a worker, in Node where it is asked.

import { unpack } from "../../../studio/src/connection/lzma";

interface Module {
  readonly memory: WebAssembly.Memory;
  allocate(bytes: number): number;
  receive(): void;
  settle(): void;
  is_settled(): number;
}

export class Engine {
  readonly #module: Module;

  private constructor(module: Module) {
    this.#module = module;
  }

  /** Starts the service from its packed module; `hear` is given each message. */
  static async start(packed: Uint8Array, hear: (message: string) => void): Promise<Engine> {
    const compiled = await WebAssembly.compile(await unpack(packed));
    const decoder = new TextDecoder();
    let memory: WebAssembly.Memory | null = null;
    const send = (start: number, length: number): void => {
      if (memory !== null) hear(decoder.decode(new Uint8Array(memory.buffer, start, length)));
    };
    const instance = await WebAssembly.instantiate(compiled, { page: { send } });
    const module = instance.exports as unknown as Module;
    memory = module.memory;
    return new Engine(module);
  }

  /** Handles a message; what answers it is heard before this returns. */
  receive(message: string): void {
    const bytes = new TextEncoder().encode(message);
    const start = this.#module.allocate(bytes.length);
    new Uint8Array(this.#module.memory.buffer, start, bytes.length).set(bytes);
    this.#module.receive();
  }

  /** Sends the findings of what has changed, if anything has. */
  settle(): void {
    if (this.#module.is_settled() === 0) this.#module.settle();
  }
}
