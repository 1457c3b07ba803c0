// How long a person waits, in the user timing of the browser: what its developer tools show, and the tests hold to bars.

export type Wait = "key to paint" | "key to findings" | "click to board";

let pressed = 0;
window.addEventListener("keydown", (event) => void (pressed = event.timeStamp), { capture: true, passive: true });

/** A change this long after the last key was made by something else. */
const LONGEST = 1_000;

/** Returns when the key was pressed that has just changed a text; now, if it was changed otherwise. */
export function keyTime(): number {
  const now = performance.now();
  return now - pressed < LONGEST ? pressed : now;
}

/** Measures from a time until what has changed by now is on the screen. */
export function measureUntilPainted(wait: Wait, start: number): void {
  requestAnimationFrame(() => {
    // A message that is sent before a frame is painted arrives after it.
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => {
      port2.close();
      // Observers have had the one before; the page keeps no list that grows.
      performance.clearMeasures(wait);
      performance.measure(wait, { start, end: performance.now() });
    };
    port1.postMessage(null);
  });
}
