// Values of numbers in a row, as lines.

import type { TableDocument } from "../../protocol/documents";
import { valueOf, type ReadTable } from "../../question/table";

const WIDTH = 560;
const HEIGHT = 150;
const LEFT = 46;
const BOTTOM = 22;
const RIGHT = 12;
/** More lines cannot be distinguished. */
const MOST = 4;
const LEAST_POINTS = 4;
const DASHES = ["", "6 3", "2 3", "8 3 2 3"];

interface LinesProperties {
  table: TableDocument;
  read: ReadTable;
  /** Of the rows. */
  title: string;
  /** Of the columns. */
  columnTitle: string;
  columnName(column: string): string;
}

export function Lines({ table, read, title, columnTitle, columnName }: LinesProperties) {
  const numbers = read.rows.map(Number);
  const hasValue = read.rows.some((row) => read.columns.some((column) => valueOf(read.cell(row, column)) !== null));
  const isDrawn = hasValue && read.rows.length >= LEAST_POINTS && read.columns.length <= MOST && numbers.every(Number.isFinite);
  if (!isDrawn) return null;
  const [, most] = read.range;
  const full = read.isMean ? most : 100;
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  const x = (number: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * (number - low)) / Math.max(1, high - low);
  const y = (value: number): number => 8 + (HEIGHT - BOTTOM - 8) * (1 - value / Math.max(full, 0.0001));
  const ticks = [0, 0.5, 1].map((share) => share * full);
  return (
    <>
      {read.columns.length > 1 && <Legend title={columnTitle} names={read.columns.map(columnName)} />}
      <svg class="lines" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${table.name} by ${title}; the table below has the figures`}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text x={LEFT - 6} y={y(tick) + 4} text-anchor="end">
              {read.isMean ? tick.toFixed(1) : `${tick} %`}
            </text>
          </g>
        ))}
        {[low, high].map((number) => (
          <text key={number} x={x(number)} y={HEIGHT - 4} text-anchor="middle">
            {number}
          </text>
        ))}
        <text x={(LEFT + WIDTH - RIGHT) / 2} y={HEIGHT - 4} text-anchor="middle">
          {title}
        </text>
        {read.columns.map((column, at) => {
          const points = read.rows.flatMap((row, number) => {
            const value = valueOf(read.cell(row, column));
            return value === null ? [] : [[x(numbers[number] ?? 0), y(value)] as const];
          });
          return (
            <g key={column} class={`line line-${at}`}>
              <polyline points={points.map((point) => point.join(",")).join(" ")} stroke-dasharray={DASHES[at]} />
              {points.map(([left, top]) => (
                <circle key={left} cx={left} cy={top} r="2.5" />
              ))}
            </g>
          );
        })}
      </svg>
    </>
  );
}

/** Which line is which. */
function Legend({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <p class="lines-legend">
      {title}
      {names.map((name, at) => (
        <span key={name}>
          <svg viewBox="0 0 26 8" class={`lines line line-${at}`} aria-hidden="true">
            <polyline points="0,4 26,4" stroke-dasharray={DASHES[at]} />
          </svg>
          {name}
        </span>
      ))}
    </p>
  );
}
