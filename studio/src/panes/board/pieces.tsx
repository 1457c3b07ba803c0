// Pieces, what they have done, and their names.

import type { Piece } from "../../protocol/documents";
import type { Point } from "./geometry";
import type { PieceName } from "./names";
import type { Shot, Trail } from "./replay";

interface ShapeProperties {
  piece: Piece;
  size: number;
  /** It covers much of the board. */
  isZone: boolean;
  isChosen: boolean;
  isLegal: boolean;
}

/** A symbol is as wide, in radii of its piece. */
const SYMBOL = 1.55;

export function PieceShape({ piece, size, isZone, isChosen, isLegal }: ShapeProperties) {
  const fill = piece.side ?? "#707070";
  const { x, y, symbol } = piece;
  const isMarked = symbol !== null && !isZone;
  return (
    <g class={["piece", isZone ? "zone" : "", isChosen ? "chosen" : "", isLegal ? "is-legal" : ""].join(" ")}>
      <title>
        {piece.title}, {piece.place}
      </title>
      {isLegal && <circle class="halo" cx={x} cy={y} r={size * 1.35} />}
      {/* A base to scale can be too small to be seen or touched. */}
      {piece.path?.includes("a") === true && !isZone && <circle class="grip" cx={x} cy={y} r={size} fill={fill} />}
      {piece.path !== null ? (
        <path class="body" d={piece.path} fill={fill} />
      ) : isMarked ? (
        <rect class="body" x={x - size} y={y - size} width={2 * size} height={2 * size} rx={size * 0.25} fill={fill} />
      ) : (
        <circle class="body" cx={x} cy={y} r={size} fill={fill} />
      )}
      {piece.facing !== null && (
        <path class="facing" d={`M${x} ${y - size * 1.35}l${size * 0.35} ${size * 0.45}h${-size * 0.7}Z`} transform={`rotate(${piece.facing} ${x} ${y})`} />
      )}
      {isMarked ? (
        <g class="symbol" transform={`translate(${x} ${y + (symbol.size === null ? 0 : size * 0.18)}) scale(${(SYMBOL * size) / 100})`}>
          <path class="frame" d={symbol.frame} />
          <path class="lines" d={symbol.lines} />
          <path class="solid" d={symbol.solid} />
          {symbol.size !== null && (
            <text y={-44} fill={piece.ink} text-anchor="middle" font-size={30}>
              {symbol.size}
            </text>
          )}
        </g>
      ) : (
        <text x={x} y={y} fill={isZone ? "currentColor" : piece.ink} text-anchor="middle" dominant-baseline="central" font-size={Math.max(8, size * (piece.label.length > 2 ? 0.72 : 1))}>
          {piece.label}
        </text>
      )}
    </g>
  );
}

export function Names({ names, height }: { names: readonly PieceName[]; height: number }) {
  return (
    <g class="piece-names" aria-hidden="true">
      {names.map(({ unit, text, x, y, anchor }, at) => (
        <text key={`${unit} ${at}`} x={x} y={y} text-anchor={anchor} font-size={height} stroke-width={height * 0.28}>
          {text}
        </text>
      ))}
    </g>
  );
}

/** Where pieces have gone. */
export function Trails({ trails }: { trails: readonly Trail[] }) {
  return (
    <>
      {trails.map(({ unit, points }) => (
        <polyline key={unit} class="moved" points={points.map(({ x, y }) => `${x},${y}`).join(" ")} />
      ))}
    </>
  );
}

/** What pieces have done to others, as arrows that end before the other piece. */
export function Shots({ shots, size }: { shots: readonly Shot[]; size: number }) {
  return (
    <>
      {shots.map(({ from, to, text }, at) => (
        <g key={at} class="shot">
          <title>{text}</title>
          <path d={arrow(from, to, size)} />
        </g>
      ))}
    </>
  );
}

function arrow(from: Point, to: Point, size: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / Math.max(1, length), (to.y - from.y) / Math.max(1, length)];
  // Between pieces that touch, from middle to middle.
  const short = length > 3 * size ? size * 1.1 : 0;
  const [tipX, tipY] = [to.x - ux * short, to.y - uy * short];
  const head = Math.max(5, size * 0.55);
  const wing = (sign: number): string => `${tipX - ux * head - sign * uy * head * 0.6} ${tipY - uy * head + sign * ux * head * 0.6}`;
  return `M${from.x + ux * short} ${from.y + uy * short}L${tipX} ${tipY}M${wing(1)}L${tipX} ${tipY}L${wing(-1)}`;
}
