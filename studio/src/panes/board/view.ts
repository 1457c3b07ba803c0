// How the board is looked at: larger by the wheel, by keys and by two fingers, and moved about by dragging.

import { useEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";

const LEAST = 1;
const MOST = 6;
const STEP = 1.25;
/** A pointer that moves less has clicked. */
const SLOP = 5;

export interface View {
  zoom: number;
  /** Pixels of the screen for one of the scene. */
  scale: number;
  /** Makes the board larger or smaller around its middle; `null` makes it fit again. */
  by(factor: number | null): void;
  /** Takes a key; returns whether it was one of the board's. */
  key(event: KeyboardEvent): boolean;
  /** Whether the pointer has dragged the board since it went down: then its click chooses nothing. */
  wasDragged(): boolean;
}

/** What the pointer takes hold of instead of the board. */
export interface Held {
  move(event: PointerEvent): void;
  drop(event: PointerEvent): void;
  cancel(): void;
}

export function useView(box: RefObject<HTMLDivElement | null>, width: number, grab: RefObject<((event: PointerEvent) => Held | null) | null>): View {
  const [zoom, setZoom] = useState(1);
  const [scale, setScale] = useState(1);
  const now = useRef(1);
  const dragged = useRef(false);
  const to = (wanted: number, x: number, y: number): void => {
    const element = box.current;
    const next = Math.min(MOST, Math.max(LEAST, wanted));
    const ratio = next / now.current;
    if (element === null || ratio === 1) return;
    now.current = next;
    const left = (element.scrollLeft + x) * ratio - x;
    const top = (element.scrollTop + y) * ratio - y;
    setZoom(next);
    // What is under the pointer stays there.
    requestAnimationFrame(() => element.scrollTo(left, top));
  };
  const by = (factor: number | null): void => {
    const element = box.current;
    if (element !== null) to(factor === null ? 1 : now.current * factor, element.clientWidth / 2, element.clientHeight / 2);
  };
  useEffect(() => {
    const element = box.current;
    const picture = element?.querySelector("svg") ?? null;
    if (element === null || picture === null) return;
    const place = (x: number, y: number): [number, number] => {
      const at = element.getBoundingClientRect();
      return [x - at.left, y - at.top];
    };
    // A wheel alone scrolls, as everywhere; two fingers on a touchpad are a wheel with Ctrl.
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      to(now.current * Math.exp(-event.deltaY / 240), ...place(event.clientX, event.clientY));
    };
    const fingers = new Map<number, { x: number; y: number }>();
    const apart = (): number => {
      const [one, other] = [...fingers.values()];
      return one === undefined || other === undefined ? 0 : Math.hypot(one.x - other.x, one.y - other.y);
    };
    let held: Held | null = null;
    const down = (event: PointerEvent): void => {
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size === 1) dragged.current = false;
      else if (held !== null) held.cancel();
      held = fingers.size === 1 && event.button === 0 ? (grab.current?.(event) ?? null) : null;
    };
    /** Moves what is held, once the pointer has gone far enough. */
    const carry = (event: PointerEvent, far: number): void => {
      if (!dragged.current && far <= SLOP) return;
      dragged.current = true;
      held?.move(event);
    };
    const move = (event: PointerEvent): void => {
      const before = fingers.get(event.pointerId);
      if (before === undefined) return;
      const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
      if (held !== null) {
        carry(event, Math.hypot(dx, dy));
      } else if (fingers.size === 2) {
        const was = apart();
        fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        const [one, other] = [...fingers.values()];
        if (was > 0 && one !== undefined && other !== undefined) to((now.current * apart()) / was, ...place((one.x + other.x) / 2, (one.y + other.y) / 2));
        dragged.current = true;
      } else if (event.pointerType === "mouse" && (dragged.current || Math.hypot(dx, dy) > SLOP)) {
        // Fingers scroll by themselves.
        dragged.current = true;
        element.scrollBy(-dx, -dy);
        fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      }
    };
    const up = (event: PointerEvent): void => {
      fingers.delete(event.pointerId);
      if (held === null) return;
      if (event.type === "pointercancel") held.cancel();
      else if (dragged.current) held.drop(event);
      held = null;
    };
    element.addEventListener("wheel", wheel, { passive: false });
    element.addEventListener("pointerdown", down);
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", up);
    const observer = new ResizeObserver(() => setScale(picture.getBoundingClientRect().width / Math.max(1, width)));
    observer.observe(picture);
    return () => {
      element.removeEventListener("wheel", wheel);
      element.removeEventListener("pointerdown", down);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", up);
      observer.disconnect();
    };
  }, [box, width, grab]);
  const key = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "+" || event.key === "=") by(STEP);
    else if (event.key === "-") by(1 / STEP);
    else if (event.key === "0") by(null);
    else return false;
    return true;
  };
  return { zoom, scale, by, key, wasDragged: () => dragged.current };
}
