// A value with its interval, drawn on a scale.

import type { Mark } from "../../protocol/trials";

const WIDTH = 110;
const HEIGHT = 14;
const EDGE = 4;

interface IntervalProperties {
  mark: Mark;
  scale: readonly [low: number, high: number];
  /** A value that is marked on the scale. */
  aim?: number;
}

export function Interval({ mark, scale: [low, high], aim }: IntervalProperties) {
  const x = (value: number): number => EDGE + (WIDTH - 2 * EDGE) * Math.min(1, Math.max(0, (value - low) / Math.max(1e-9, high - low)));
  const [from, to] = mark.interval;
  return (
    <svg class="interval" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <line class="axis" x1={EDGE} x2={WIDTH - EDGE} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      {aim !== undefined && <line class="aim" x1={x(aim)} x2={x(aim)} y1="0" y2={HEIGHT} />}
      <line class="span" x1={x(from)} x2={x(to)} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <circle cx={x(mark.value)} cy={HEIGHT / 2} r="3.5" />
    </svg>
  );
}
