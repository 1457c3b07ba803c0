// Answers as pictures: SVG by hand, and PNG from it.

import type { AnyOdds } from "../protocol/documents";
import { short } from "./fraction";
import { absence, bandsOf, readTable, valueOf } from "./table";

export interface Picture {
  svg: string;
  width: number;
  height: number;
}

const INK = "#24211b";
const MUTED = "#655e4f";
const BAR = "#7d9cba";
const SECOND = "#c98b5e";
const PAPER = "#fffdf8";
const DEEP = [127, 173, 217] as const;
const LIGHT = [237, 242, 247] as const;
const LINE = 24;
const WIDTH = 640;

export function pictureOf(odds: AnyOdds): Picture {
  switch (odds.schema) {
    case "sandtable/odds/1": {
      const most = Math.max(...odds.outcomes.map((row) => row.percent), 0.000001);
      const rows = odds.outcomes.map((row) => ({ name: row.outcome, bars: [row.percent / most], figures: [short(row.chance), `${row.percent.toFixed(2)} %`] }));
      return bars([odds.question], rows);
    }
    case "sandtable/compare/1": {
      const most = Math.max(...odds.outcomes.flatMap((row) => [row.first?.percent ?? 0, row.second?.percent ?? 0]), 0.000001);
      const rows = odds.outcomes.map((row) => ({
        name: row.outcome,
        bars: [(row.first?.percent ?? 0) / most, (row.second?.percent ?? 0) / most],
        figures: [`${(row.first?.percent ?? 0).toFixed(2)} %`, `${(row.second?.percent ?? 0).toFixed(2)} %`],
      }));
      return bars([odds.first.question, odds.second.question], rows);
    }
    case "sandtable/table/1":
      return heat(odds);
  }
}

interface Row {
  name: string;
  bars: number[];
  figures: string[];
}

function bars(titles: readonly string[], rows: readonly Row[]): Picture {
  const left = Math.min(240, 24 + 7.4 * Math.max(...rows.map((row) => row.name.length), 4));
  const right = WIDTH - 210;
  const parts = titles.map((title, at) => text(16, 28 + at * LINE, title, at === 0 ? INK : SECOND, "bold"));
  const top = 28 + titles.length * LINE;
  rows.forEach((row, at) => {
    const y = top + at * LINE;
    parts.push(text(16, y + 4, row.name, INK));
    const height = 14 / row.bars.length;
    row.bars.forEach((share, number) => {
      const width = Math.max(0, (right - left) * share).toFixed(1);
      parts.push(`<rect x="${left}" y="${y - 8 + number * height}" width="${width}" height="${height}" rx="2" fill="${number === 0 ? BAR : SECOND}"/>`);
    });
    row.figures.forEach((figure, number) => parts.push(text(right + 90 + number * 100, y + 4, figure, number === 0 ? INK : MUTED, "normal", "end")));
  });
  return drawn(WIDTH, top + rows.length * LINE + 4, parts);
}

function heat(odds: Extract<AnyOdds, { schema: "sandtable/table/1" }>): Picture {
  const read = readTable(odds);
  const [least, most] = read.range;
  const left = Math.min(220, 24 + 7.4 * Math.max(...read.rows.map((row) => row.length), (read.keys[0] ?? "").length));
  const cell = 74;
  const parts = [text(16, 28, `${odds.name}: ${odds.only ?? ""}`, INK, "bold"), text(16, 56, read.keys.join(" \\ "), MUTED)];
  read.columns.forEach((column, at) => parts.push(text(left + at * cell + cell / 2, 56, column, MUTED, "normal", "middle")));
  const bands = bandsOf(read);
  bands.forEach(([row, last], number) => {
    const y = 66 + number * LINE;
    parts.push(text(16, y + 16, row === last ? row : `${row}–${last}`, MUTED));
    read.columns.forEach((column, at) => {
      const known = read.cell(row, column);
      const value = valueOf(known);
      const share = value === null || most === least ? 0 : (value - least) / (most - least);
      const label = value === null ? absence(known) : known?.percent === undefined ? value.toFixed(2) : `${value.toFixed(1)} %`;
      const fill = value === null ? PAPER : mixed(share);
      parts.push(`<rect x="${left + at * cell}" y="${y}" width="${cell - 2}" height="${LINE - 2}" fill="${fill}"/>`);
      parts.push(text(left + at * cell + cell / 2 - 1, y + 16, label, INK, "normal", "middle"));
    });
  });
  return drawn(Math.max(WIDTH, left + read.columns.length * cell + 16), 66 + bands.length * LINE + 14, parts);
}

function mixed(share: number): string {
  const parts = LIGHT.map((light, at) => Math.round(light + ((DEEP[at] ?? 0) - light) * share));
  return `rgb(${parts.join(",")})`;
}

function text(x: number, y: number, content: string, fill: string, weight = "normal", anchor = "start"): string {
  return `<text x="${x}" y="${y}" fill="${fill}" font-weight="${weight}" text-anchor="${anchor}">${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function drawn(width: number, height: number, parts: readonly string[]): Picture {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">`;
  return { svg: `${head}<rect width="100%" height="100%" fill="${PAPER}"/>${parts.join("")}</svg>`, width, height };
}

/** Draws a picture in twice its size. */
export async function toPng({ svg, width, height }: Picture): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * 2;
  canvas.height = height * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob === null ? reject(new Error("the browser draws no picture")) : resolve(blob)), "image/png"));
}
