// The board while its set-up is changed: what is held, drawn and chosen, and the keys for it.

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Scene } from "../../../protocol/documents";
import { areasIn } from "../../../play/map-values";
import { strip, type Corner } from "../../../play/shapes";
import type { Studio } from "../../../studio";
import { areaFrame, snapped, tableFrame, type Frame, type Point } from "../geometry";
import { Deeds } from "./deeds";
import { areaOf, Hand, NOTHING, type Sketch } from "./hand";
import { between } from "./near";
import { canRedoHere, canUndoHere, gridOf, mapText, sceneryOf, sortOf, textsOf, titleOf } from "./set-up-texts";
import { CHOOSING, type Tool } from "./tools";

export interface Editing {
  hand: Hand;
  deeds: Deeds;
  /** Takes a key; returns whether it was one of the editor's. */
  key(event: KeyboardEvent): boolean;
  /** Drawn over the board. */
  overlay: ComponentChildren;
  /** What the keys are at, in words. */
  about: string | null;
  draft: readonly Corner[];
  from: string | null;
}

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
/** With Shift the keys go so many steps of the grid at once. */
const LEAP = 6;

interface Given {
  studio: Studio;
  scenario: string;
  scene: Scene | null;
  size: number;
  tool: Tool | null;
  setTool(tool: Tool): void;
  chosen: string | null;
  choose(unit: string | null): void;
}

export function useEditor({ studio, scenario, scene, size, tool, setTool, chosen, choose }: Given): Editing | null {
  const [sketch, setSketch] = useState<Sketch>(NOTHING);
  const [draft, setDraft] = useState<readonly Corner[]>([]);
  const [from, setFrom] = useState<string | null>(null);
  const [cursor, setCursor] = useState<Corner | null>(null);
  const deeds = useMemo(() => new Deeds(studio, scenario), [studio, scenario]);
  useEffect(() => {
    setDraft([]);
    setFrom(null);
    setSketch(NOTHING);
  }, [tool]);
  if (tool === null || scene === null) return null;
  const sort = sortOf(studio, scenario);
  const grid = gridOf(studio, scenario);
  const map = mapText(studio, scenario)?.toml;
  const positions = new Map((map === undefined ? [] : areasIn(map)).flatMap((area) => (area.position === null ? [] : [[area.id, area.position] as const])));
  const frame = sort === "inches" ? tableFrame(scene) : sort === "areas" ? areaFrame(scene, positions) : null;
  const pieces = new Set(scene.pieces.map((piece) => piece.unit));
  const scenery = sort === "inches" ? sceneryOf(studio, scenario) : [];
  const hand = new Hand({ deeds, files: textsOf(studio, scenario), scene, sort, frame, scenery, grid, size, tool, chosen, draft, from, choose, setDraft, setFrom, sketch: setSketch });
  const escape = (): void => {
    if (draft.length > 0 || from !== null) {
      setDraft([]);
      setFrom(null);
    } else if (chosen !== null) {
      choose(null);
    } else {
      setTool(CHOOSING);
    }
  };
  const remove = (): void => {
    const area = areaOf(chosen);
    if (area !== null) void deeds.removeArea(area);
    else if (chosen !== null) void deeds.remove(chosen, titleOf(scene, scenery, chosen));
    choose(null);
  };
  const key = (event: KeyboardEvent): boolean => {
    const isMain = event.ctrlKey || event.metaKey;
    // With Alt it is meant for any text, from anywhere.
    if (isMain && !event.altKey && event.key.toLowerCase() === "z") {
      if (event.shiftKey && canRedoHere(studio, scenario)) studio.redo();
      else if (!event.shiftKey && canUndoHere(studio, scenario)) studio.undo();
      return true;
    }
    const arrow = ARROWS[event.key];
    const by = event.shiftKey ? LEAP : 1;
    if (isMain) return false;
    if (arrow !== undefined && event.altKey) {
      hand.nudge(arrow[0] * by, arrow[1] * by);
    } else if (arrow !== undefined && sort === "inches" && frame !== null) {
      const [x, y] = cursor ?? middleOf(scene, frame, grid);
      setCursor([Math.max(0, snapped(x + arrow[0] * by * grid, grid)), Math.max(0, snapped(y + arrow[1] * by * grid, grid))]);
    } else if ((event.key === "Enter" || event.key === " ") && cursor !== null && frame !== null && sort === "inches") {
      hand.click(frame.toScene(...cursor));
    } else if (event.key === "Backspace" && draft.length > 0) {
      setDraft(draft.slice(0, -1));
    } else if (event.key === "Delete" && chosen !== null) {
      remove();
    } else if (event.key === "Escape") {
      escape();
    } else {
      return false;
    }
    return true;
  };
  const overlay = (
    <g class="editing">
      {frame !== null && sort === "inches" && (
        <>
          {scenery.filter((one) => !pieces.has(one.unit) && (tool.does === "choose" || tool.does === "remove")).map((one) => (
            <path key={one.unit} class={one.unit === chosen ? "scenery chosen" : "scenery"} d={closed(frame, one.corners)}>
              <title>{one.title}</title>
            </path>
          ))}
          {tool.does === "choose" && <Corners frame={frame} corners={scenery.find((one) => one.unit === chosen)?.corners ?? []} />}
          {sketch.corners.length > 0 && <path class="sketch" d={closed(frame, sketch.corners)} />}
          {draft.length > 0 && tool.does === "draw" && (
            <>
              {tool.form === "way" && draft.length > 1 && <path class="sketch" d={closed(frame, strip(draft, tool.width))} />}
              <polyline class="draft" points={draft.map((corner) => frame.toScene(...corner)).map(({ x, y }) => `${x},${y}`).join(" ")} />
              {draft.map((corner, at) => (
                <Dot key={at} at={frame.toScene(...corner)} />
              ))}
            </>
          )}
          {cursor !== null && <Cross at={frame.toScene(...cursor)} />}
        </>
      )}
      {sketch.places.map((place, at) => (
        <circle key={at} class="sketch" cx={place.x} cy={place.y} r={size} />
      ))}
      {sketch.lines.map(([one, other], at) => (
        <line key={at} class="draft" x1={one.x} y1={one.y} x2={other.x} y2={other.y} />
      ))}
      {sketch.spot !== null && <circle class="sketch" cx={sketch.spot.x} cy={sketch.spot.y} r={size * 1.2} />}
      {scene.places.filter((place) => place.name === from || place.name === areaOf(chosen)).map((place) => (
        <circle key={place.name} class="draft" cx={place.x} cy={place.y} r={size * 1.7} />
      ))}
    </g>
  );
  const about = cursor === null || sort !== "inches" ? null : `at (${cursor[0]}, ${cursor[1]})`;
  return { hand, deeds, key, overlay, about, draft, from };
}

function middleOf(scene: Scene, frame: Frame, grid: number): Corner {
  const [x, y] = frame.fromScene({ x: scene.width / 2, y: scene.height / 2 });
  return [snapped(x, grid), snapped(y, grid)];
}

function closed(frame: Frame, corners: readonly Corner[]): string {
  return corners.length === 0 ? "" : `${corners.map((corner, at) => `${at === 0 ? "M" : "L"}${pointText(frame.toScene(...corner))}`).join("")}Z`;
}

function pointText({ x, y }: Point): string {
  return `${x} ${y}`;
}

/** The corners of an outline can be dragged; in the middle of an edge a new one begins. */
function Corners({ frame, corners }: { frame: Frame; corners: readonly Corner[] }) {
  const points = corners.map((corner) => frame.toScene(...corner));
  return (
    <>
      {points.map((point, at) => (
        <rect key={at} class="corner" x={point.x - 4} y={point.y - 4} width={8} height={8} />
      ))}
      {points.map((point, at) => {
        const middle = between(point, points[(at + 1) % points.length] ?? point);
        return <circle key={at} class="corner middle" cx={middle.x} cy={middle.y} r={3} />;
      })}
    </>
  );
}

function Dot({ at }: { at: Point }) {
  return <circle class="corner" cx={at.x} cy={at.y} r={4} />;
}

function Cross({ at }: { at: Point }) {
  return <path class="cursor" d={`M${at.x - 12} ${at.y}H${at.x + 12}M${at.x} ${at.y - 12}V${at.y + 12}`} />;
}
