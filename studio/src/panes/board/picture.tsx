// The board as a picture of few shapes. Answers can be chosen on it; the arrow keys walk from place to place.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GameDocument, Piece, Scene } from "../../protocol/documents";
import { useStudio } from "../../studio";
import type { Editing } from "./edit/editor";
import { fanned, offeredPoints, stacked, type Offered, type Point } from "./geometry";
import { namesBeside, titlesOf } from "./names";
import { Names, PieceShape, Shots, Trails } from "./pieces";
import { happened, NOTHING, type Frame, type Replay } from "./replay";
import { useView, type Held } from "./view";
import { neighbour, type Direction } from "./walk";

interface PictureProperties {
  scene: Scene;
  state: GameDocument;
  chosen: string | null;
  choose(unit: string | null): void;
  /** While the set-up is changed. */
  edit: Editing | null;
  /** Is told from the centre of a piece to its edge, in pixels of the scene. */
  sized(size: number): void;
}

/** A place or piece that can be stood on with the keys. */
interface Spot {
  name: string;
  about: string;
  x: number;
  y: number;
}

/** A point of a table is meant from so many pixels around it. */
const NEAR = 14;

const ARROWS: Record<string, Direction> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/**
 * A piece is at least so many pixels from its centre to its edge, and at most so much larger than it is drawn on paper: a board that would
 * be too small for that is scrolled.
 */
const LEAST_RADIUS = 9;
const MOST_GROWTH = 1.6;
/** The names of pieces are so many pixels high. */
const NAME_HEIGHT = 10.5;
/** A picture of a replay stands for so many milliseconds. */
const FRAME = 650;

export function BoardPicture({ scene: drawn, state, chosen, choose, edit, sized }: PictureProperties) {
  const { game } = useStudio();
  const [here, setHere] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const grab = useRef<((event: PointerEvent) => Held | null) | null>(null);
  const view = useView(box, drawn.width, grab);
  const radius = Math.max(drawn.radius, 6);
  const size = Math.max(radius, Math.min(radius * MOST_GROWTH, LEAST_RADIUS / Math.max(0.05, view.scale)));
  const least = (drawn.width * LEAST_RADIUS) / (radius * MOST_GROWTH);
  const before = game.before.value;
  const replay = useMemo(() => (edit === null ? happened(before, state) : NOTHING), [before, state, edit === null]);
  const show = useReplay(replay);
  const { frame } = show;
  const scene = useMemo(() => fanned(frame === null ? drawn : { ...drawn, pieces: [...frame.pieces] }, size), [drawn, frame, size]);
  const picture = useRef<SVGSVGElement>(null);
  const isEdited = edit !== null;
  const answers = useMemo(() => new Set(!isEdited && "question" in state.next ? state.next.question.answers : []), [state, isEdited]);
  const spots = useMemo(() => spotsOf(scene, offeredPoints(scene, answers)), [scene, answers]);
  const spot = spots.find((one) => one.name === here);
  const start = useMemo(() => spotOf(scene, spots, moverOf(state, answers)), [scene, spots, state, answers]);
  const legal = useMemo(() => [...scene.places.filter((place) => answers.has(place.name)), ...offeredPoints(scene, answers)], [scene, answers]);
  const pieces = useMemo(() => stacked(scene), [scene]);
  const height = NAME_HEIGHT / Math.max(0.05, view.scale);
  const names = useMemo(() => {
    const shown = pieces.filter(({ isZone }) => !isZone).map(({ piece }) => piece);
    return namesBeside(scene, [...shown.filter((piece) => piece.unit === chosen), ...shown.filter((piece) => piece.unit !== chosen)], size, height);
  }, [scene, pieces, chosen, size, height]);
  const activate = (name: string): void => {
    if (edit !== null) {
      edit.hand.enter(name);
      return;
    }
    show.stop();
    const piece = scene.pieces.find((one) => one.unit === name || (one.place === name && answers.has(one.unit)));
    if (answers.has(name)) void game.answer(name);
    else if (piece !== undefined && answers.has(piece.unit)) void game.answer(piece.unit);
    else choose(scene.pieces.find((one) => one.unit === name || one.place === name)?.unit ?? null);
  };
  const walk = (event: KeyboardEvent): void => {
    const direction = ARROWS[event.key];
    if (edit?.key(event) === true) {
      event.preventDefault();
      return;
    }
    if (direction !== undefined) {
      // Keys can come faster than the picture is drawn.
      setHere((name) => neighbour(spots, spots.find((one) => one.name === name) ?? start, direction)?.name ?? name);
    } else if ((event.key === "Enter" || event.key === " ") && here !== null) {
      activate(here);
    } else if (!view.key(event)) {
      return;
    }
    event.preventDefault();
  };
  const click = (event: MouseEvent): void => {
    const at = pointOf(picture.current, event);
    if (at === null || view.wasDragged()) return;
    if (edit !== null) {
      edit.hand.click(at);
      return;
    }
    const near = nearest(scene, size, at, scene.places.length > 0 ? [] : legal);
    if (near === null) return;
    setHere(near);
    activate(near);
  };
  grab.current = (event) => {
    const at = pointOf(picture.current, event);
    const grip = edit === null || at === null ? null : edit.hand.grab(at);
    if (grip === null) return null;
    const point = (later: PointerEvent): Point => pointOf(picture.current, later) ?? { x: 0, y: 0 };
    return { move: (later) => grip.move(point(later)), drop: (later) => grip.drop(point(later)), cancel: () => edit?.hand.release() };
  };
  useEffect(() => sized(size), [size, sized]);
  return (
    <figure class="board">
      <div class="board-scroll" ref={box} tabIndex={-1}>
        <svg
          ref={picture}
          viewBox={`0 0 ${scene.width} ${scene.height}`}
          style={{ inlineSize: `calc(max(min(100%, 54vh * ${scene.width / Math.max(1, scene.height)}), ${least}px) * ${view.zoom})` }}
          class={edit === null ? undefined : edit.hand.isHeld() ? "edited held" : "edited"}
          tabindex={0}
          role="application"
          aria-label={`The board. The arrow keys walk from place to place, Enter chooses, plus and minus change the size. ${spot === undefined ? "" : spot.about}`}
          onKeyDown={walk}
          onFocus={() => setHere((name) => name ?? start?.name ?? null)}
          onClick={click}
        >
          <g class="terrain">
            {scene.terrain.map((terrain) => (
              <path key={terrain.title} d={terrain.path} fill={terrain.colour}>
                <title>{terrain.title}</title>
              </path>
            ))}
          </g>
          <g class="sides">
            {scene.lines.map((line, at) => (
              <path key={at} class={line.title === "" ? "grid" : "feature"} d={line.path} stroke={line.colour} stroke-width={line.width} fill="none" stroke-linecap="round">
                {line.title !== "" && <title>{line.title}</title>}
              </path>
            ))}
          </g>
          {scene.labels.map((label, at) => (
            <text key={at} class="board-label" x={label.x} y={label.y} text-anchor="middle" dominant-baseline="middle">
              {label.text}
            </text>
          ))}
          {titlesOf(scene, size).map(({ name, text, x, y }) => (
            <text key={name} class="board-label" x={x} y={y} text-anchor="middle">
              {text}
            </text>
          ))}
          {legal.length > 0 && (
            <g class="legal">
              {legal.map((place) => (
                <circle key={place.name} cx={place.x} cy={place.y} r={scene.places.length > 0 ? size * 0.8 : 4} />
              ))}
            </g>
          )}
          {frame === null && <Trails trails={replay.trails} />}
          {pieces.map(({ piece, isZone }, at) => (
            <PieceShape key={`${piece.unit} ${at}`} piece={piece} size={size} isZone={isZone} isChosen={piece.unit === chosen} isLegal={frame === null && answers.has(piece.unit)} />
          ))}
          <Shots shots={frame === null ? replay.shots : frame.shot === null ? [] : [frame.shot]} size={size} />
          <Names names={names} height={height} />
          {edit?.overlay}
          {spot !== undefined && <circle class="walker" cx={spot.x} cy={spot.y} r={size * 1.5} />}
        </svg>
      </div>
      <figcaption class="row between">
        <span aria-live="polite">{frame?.text ?? edit?.about ?? spot?.about ?? "Click a marked piece or place, or walk with the arrow keys."}</span>
        <span class="row">
          {replay.frames.length > 1 && (
            <button type="button" class="chip" aria-pressed={frame !== null} onClick={() => (frame === null ? show.play() : show.stop())}>
              {frame === null ? "Show what happened" : "Stop"}
            </button>
          )}
          <button type="button" class="icon" aria-label="Smaller" onClick={() => view.by(1 / 1.4)}>
            −
          </button>
          <button type="button" class="icon" aria-label="Larger" onClick={() => view.by(1.4)}>
            +
          </button>
        </span>
      </figcaption>
      <Legend scene={scene} />
    </figure>
  );
}

/** Shows what has happened since the last question, one thing after the other. */
function useReplay(replay: Replay): { frame: Frame | null; play(): void; stop(): void } {
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => setAt(null), [replay]);
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(() => setAt(at + 1 < replay.frames.length ? at + 1 : null), FRAME);
    return () => clearTimeout(timer);
  }, [at, replay]);
  return { frame: at === null ? null : (replay.frames[at] ?? null), play: () => setAt(0), stop: () => setAt(null) };
}

function Legend({ scene }: { scene: Scene }) {
  const terrain = scene.terrain.filter((one) => one.title !== "");
  const lines = scene.lines.filter((one) => one.title !== "");
  if (terrain.length + lines.length + scene.notes.length === 0) return null;
  return (
    <ul class="legend">
      {terrain.map((one) => (
        <li key={one.title}>
          <span class="swatch" style={{ background: one.colour }} /> {one.title}
        </li>
      ))}
      {lines.map((one) => (
        <li key={one.title}>
          <span class="swatch line" style={{ background: one.colour }} /> {one.title}
        </li>
      ))}
      {scene.notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** The places with what is on them; on a table, where there are none, the pieces. */
function spotsOf(scene: Scene, offered: readonly Offered[]): Spot[] {
  if (scene.places.length === 0) {
    const pieces = scene.pieces.map((piece) => ({ name: piece.unit, about: `${piece.title}, ${piece.place}`, x: piece.x, y: piece.y }));
    return [...pieces, ...offered.map((point) => ({ ...point, about: point.name }))];
  }
  return scene.places.map((place) => {
    const there = scene.pieces.filter((piece) => piece.place === place.name || piece.place === place.title).map((piece) => piece.title);
    const about = [place.title, place.terrain, ...there].filter((part) => part !== "").join(", ");
    return { name: place.name, about, x: place.x, y: place.y };
  });
}

/** Returns the piece that the question is about: one that can be chosen, else the one that was chosen last. */
function moverOf(state: GameDocument, answers: ReadonlySet<string>): Piece | undefined {
  const pieces = state.board?.pieces ?? [];
  const free = pieces.find((piece) => answers.has(piece.unit));
  if (free !== undefined) return free;
  for (const line of state.journal.trimEnd().split("\n").toReversed()) {
    const answer = line.slice(line.lastIndexOf(": ") + 2);
    const piece = pieces.find((one) => one.unit === answer);
    if (piece !== undefined) return piece;
  }
  return undefined;
}

function spotOf(scene: Scene, spots: readonly Spot[], piece: Piece | undefined): Spot | undefined {
  if (piece === undefined) return undefined;
  const place = scene.places.find((one) => one.name === piece.place || one.title === piece.place);
  return spots.find((spot) => spot.name === (scene.places.length === 0 ? piece.unit : place?.name));
}

function pointOf(picture: SVGSVGElement | null, event: MouseEvent): { x: number; y: number } | null {
  const matrix = picture?.getScreenCTM();
  if (matrix === null || matrix === undefined) return null;
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
}

/** Returns the point, piece or place under the pointer. */
function nearest(scene: Scene, size: number, at: Point, offered: readonly Offered[]): string | null {
  const distance = (spot: Point): number => Math.hypot(spot.x - at.x, spot.y - at.y);
  const point = offered.toSorted((one, other) => distance(one) - distance(other))[0];
  if (point !== undefined && distance(point) <= NEAR) return point.name;
  const piece = scene.pieces.toSorted((one, other) => distance(one) - distance(other))[0];
  if (piece !== undefined && distance(piece) <= size * 1.2) return piece.unit;
  const place = scene.places.toSorted((one, other) => distance(one) - distance(other))[0];
  return place?.name ?? null;
}
