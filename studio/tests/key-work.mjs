// The work of the page for a key, apart from the clock of frames: processor time of its main thread, by a trace of Chromium.

/** The events of a trace that are counted, each with the part of the work that it belongs to. */
const PARTS = {
  keydown: "script",
  keypress: "script",
  beforeinput: "script",
  input: "script",
  FireAnimationFrame: "script",
  RunMicrotasks: "script",
  UpdateLayoutTree: "style",
  Layout: "layout",
  PrePaint: "paint",
  Paint: "paint",
  Layerize: "paint",
  Commit: "paint",
};

const CATEGORIES = ["toplevel", "devtools.timeline", "blink.user_timing", "disabled-by-default-devtools.timeline"];

/** Presses keys while Chromium keeps a trace; returns for each key the milliseconds of processor time from the key to its paint. */
export async function workOfKeys(page, keys) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: CATEGORIES });
  for (const key of keys) {
    await page.keyboard.type(key);
    await page.waitForTimeout(120);
  }
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  return costs(traceEvents);
}

/** Returns the milliseconds of each key, in all and by part. */
function costs(events) {
  const complete = events.filter((event) => event.ph === "X" && event.tdur !== undefined);
  const isKey = (event) => event.name === "EventDispatch" && event.args?.data?.type === "keydown";
  const keys = complete.filter(isKey).toSorted((one, other) => one.ts - other.ts);
  return keys.flatMap((key, at) => {
    const own = complete.filter((event) => event.pid === key.pid && event.tid === key.tid);
    const end = keys[at + 1]?.ts ?? Infinity;
    // The paint of a key is committed by the first frame after it.
    const commit = own.find((event) => event.name === "Commit" && event.ts > key.ts && event.ts < end);
    if (commit === undefined) return [];
    const within = (event) => event.ts >= key.ts - 1 && event.ts <= commit.ts;
    const cost = { script: 0, style: 0, layout: 0, paint: 0, all: 0 };
    /** The events around the current one. */
    let open = [];
    for (const event of own.filter(within).toSorted((one, other) => one.ts - other.ts || other.dur - one.dur)) {
      open = open.filter((other) => other.ts + other.dur > event.ts);
      const part = PARTS[event.name === "EventDispatch" ? event.args?.data?.type : event.name];
      if (part === undefined) continue;
      const inner = event.tdur / 1000;
      const around = open.at(-1);
      // An inner event counts for its own part only.
      if (around !== undefined) cost[around.part] -= inner;
      else cost.all += inner;
      cost[part] += inner;
      open.push({ ts: event.ts, dur: event.dur, part });
    }
    return [cost];
  });
}
