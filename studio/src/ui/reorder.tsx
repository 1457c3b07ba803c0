// Lists whose members are dragged by mouse and touch, or moved by Alt with the arrow keys; what has happened is read out.

import type { ComponentChild, RefObject } from "preact";
import { useRef, useState } from "preact/hooks";

interface Given {
  /** How a member is called, for those who do not see it. */
  labels: readonly string[];
  move(from: number, to: number): void;
}

interface ItemAttributes {
  "data-item": number;
  class: string;
  onKeyDown(event: KeyboardEvent): void;
}

export interface Reorder<Box extends HTMLElement> {
  /** The element that has the members in it. */
  box: RefObject<Box | null>;
  item(at: number): ItemAttributes;
  handle(at: number): ComponentChild;
  /** What is read out; anywhere in the page. */
  told: ComponentChild;
}

/** The list is scrolled when a member is dragged so near to its edge. */
const EDGE = 36;

export function useReorder<Box extends HTMLElement>({ labels, move }: Given): Reorder<Box> {
  const box = useRef<Box>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const [told, setTold] = useState("");
  const items = (): HTMLElement[] => [...(box.current?.querySelectorAll<HTMLElement>("[data-item]") ?? [])];
  const tell = (from: number, to: number): void => setTold(`${labels[from] ?? ""} is moved: ${to + 1} of ${labels.length}.`);
  const step = (at: number, by: 1 | -1): void => {
    const to = at + by;
    if (to < 0 || to >= labels.length) {
      setTold(`${labels[at] ?? ""} is ${by < 0 ? "the first" : "the last"} already.`);
      return;
    }
    const active = document.activeElement as HTMLElement | null;
    const column = active?.dataset["cell"]?.split(" ")[1];
    // What is typed in a cell is written before its row moves.
    active?.blur();
    move(at, to);
    tell(at, to);
    const target = items()[to];
    (target?.querySelector<HTMLElement>(column === undefined ? ".handle" : `[data-cell="${to} ${column}"]`) ?? target?.querySelector<HTMLElement>(".handle"))?.focus();
  };
  const key = (at: number, event: KeyboardEvent): void => {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
    // Alt and an arrow key open a list to choose from.
    if (!event.altKey || event.ctrlKey || event.metaKey || by === undefined || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    event.stopPropagation();
    step(at, by);
  };
  /** The place that a member would have if it were dropped at this height. */
  const placeAt = (from: number, y: number): number => items().filter((item, at) => at !== from && middleOf(item) < y).length;
  const begin = (at: number, event: PointerEvent & { currentTarget: HTMLElement }): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: at, to: at });
  };
  const over = (event: PointerEvent): void => {
    if (drag === null) return;
    scrollNear(box.current, event.clientY);
    const to = placeAt(drag.from, event.clientY);
    if (to !== drag.to) setDrag({ from: drag.from, to });
  };
  const drop = (): void => {
    if (drag !== null && drag.to !== drag.from) {
      move(drag.from, drag.to);
      tell(drag.from, drag.to);
      items()[drag.to]?.querySelector<HTMLElement>(".handle")?.focus();
    }
    setDrag(null);
  };
  return {
    box,
    item: (at) => ({
      "data-item": at,
      class: drag === null || (drag.from === drag.to && at !== drag.from) ? "" : at === drag.from ? "dragged" : at === drag.to ? (drag.from < drag.to ? "drop-after" : "drop-before") : "",
      onKeyDown: (event) => key(at, event),
    }),
    handle: (at) => (
      <button
        type="button"
        class="icon handle"
        aria-label={`Move ${labels[at] ?? ""}`}
        title="Drag it to another place, or press Alt with ↑ or ↓"
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        disabled={labels.length < 2}
        onPointerDown={(event) => begin(at, event)}
        onPointerMove={over}
        onPointerUp={drop}
        onPointerCancel={() => setDrag(null)}
        onKeyDown={(event) => event.key === "Escape" && setDrag(null)}
      >
        ⠿
      </button>
    ),
    told: (
      <span class="hidden" role="status">
        {told}
      </span>
    ),
  };
}

function middleOf(item: HTMLElement): number {
  const { top, height } = item.getBoundingClientRect();
  return top + height / 2;
}

/** Scrolls what is around a list where the pointer is near its edge. */
function scrollNear(start: HTMLElement | null, y: number): void {
  for (let element = start; element !== null; element = element.parentElement) {
    if (element.scrollHeight <= element.clientHeight || !/auto|scroll/.test(getComputedStyle(element).overflowY)) continue;
    const { top, bottom } = element.getBoundingClientRect();
    if (y < top + EDGE) element.scrollBy(0, -12);
    else if (y > bottom - EDGE) element.scrollBy(0, 12);
  }
}
