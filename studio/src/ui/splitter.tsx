// A bar between two panes that can be dragged, or moved with the arrow keys.

import type { Signal } from "@preact/signals";

interface SplitterProperties {
  label: string;
  value: Signal<number>;
  least: number;
  most: number;
  /** Along which axis it moves; `share` counts the width between the panes around it from 0 to 1. */
  direction: "x" | "y" | "share";
}

export function Splitter({ label, value, least, most, direction }: SplitterProperties) {
  const limit = (wanted: number): number => Math.min(most, Math.max(least, wanted));
  const step = direction === "share" ? 0.02 : 16;
  const drag = (event: PointerEvent): void => {
    if (!(event.currentTarget instanceof HTMLElement)) return;
    const bar = event.currentTarget;
    bar.setPointerCapture(event.pointerId);
    const begun = { x: event.clientX, y: event.clientY, value: value.value };
    const width = (bar.previousElementSibling?.clientWidth ?? 0) + (bar.nextElementSibling?.clientWidth ?? 0);
    const move = (moved: PointerEvent): void => {
      if (direction === "x") value.value = limit(begun.value + moved.clientX - begun.x);
      else if (direction === "y") value.value = limit(begun.value - (moved.clientY - begun.y));
      else value.value = limit(begun.value + (moved.clientX - begun.x) / Math.max(1, width));
    };
    const end = (): void => {
      bar.removeEventListener("pointermove", move);
      bar.removeEventListener("pointerup", end);
    };
    bar.addEventListener("pointermove", move);
    bar.addEventListener("pointerup", end);
  };
  const nudge = (event: KeyboardEvent): void => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    value.value = limit(value.value + steps * step);
  };
  return (
    <div
      class={`splitter ${direction === "y" ? "flat" : "upright"}`}
      role="separator"
      aria-label={label}
      aria-orientation={direction === "y" ? "horizontal" : "vertical"}
      aria-valuenow={direction === "share" ? Math.round(value.value * 100) : Math.round(value.value)}
      aria-valuemin={direction === "share" ? least * 100 : least}
      aria-valuemax={direction === "share" ? most * 100 : most}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={nudge}
    />
  );
}
