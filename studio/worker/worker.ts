// The service as a WebAssembly module, which the page hands over: messages in and out, a check in every pause. Ended by
// `terminate`.

/** A pause after the last message, in milliseconds, after which the rules are checked. */
const PAUSE = 4;
/** Reports of progress are passed on this far apart, in milliseconds. */
const BETWEEN = 100;

interface Module {
  readonly memory: WebAssembly.Memory;
  allocate(bytes: number): number;
  receive(): void;
  settle(): void;
  is_settled(): number;
}

/** The worker's own scope; the page's types know only windows. */
interface Scope {
  postMessage(message: string): void;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
}

const scope = globalThis as unknown as Scope;

const waiting: string[] = [];
let module: Module | null = null;
let pause: ReturnType<typeof setTimeout> | null = null;
let told = 0;

function send(start: number, length: number): void {
  if (module === null) return;
  const text = new TextDecoder().decode(new Uint8Array(module.memory.buffer, start, length));
  if (text.includes('"$/progress"')) {
    const now = performance.now();
    if (now - told < BETWEEN) return;
    told = now;
  }
  scope.postMessage(text);
}

function receive(text: string): void {
  if (module === null) {
    waiting.push(text);
    return;
  }
  const bytes = new TextEncoder().encode(text);
  const start = module.allocate(bytes.length);
  new Uint8Array(module.memory.buffer, start, bytes.length).set(bytes);
  module.receive();
  if (pause !== null) clearTimeout(pause);
  pause = module.is_settled() === 1 ? null : setTimeout(settle, PAUSE);
}

function settle(): void {
  pause = null;
  module?.settle();
}

async function begin(compiled: WebAssembly.Module): Promise<void> {
  const instance = await WebAssembly.instantiate(compiled, { page: { send } });
  module = instance.exports as unknown as Module;
  waiting.splice(0).forEach(receive);
}

scope.onmessage = ({ data }) => {
  if (typeof data === "string") {
    receive(data);
  } else if (data instanceof WebAssembly.Module) {
    begin(data).catch((error: unknown) => {
      // The page takes the end of its worker as the end of the service.
      setTimeout(() => {
        throw error;
      });
    });
  }
};
