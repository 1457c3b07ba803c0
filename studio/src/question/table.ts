// A table of odds by its keys.

import type { TableCell, TableDocument } from "../protocol/documents";

/** Fields of a cell that are no keys. */
const FIELDS = new Set(["chance", "percent", "between", "mean", "spread", "refused", "never_given", "left_out", "not_begun", "given", "second", "difference"]);

export interface ReadTable {
  /** The keys with several values: the rows, and the columns if there are two. */
  keys: string[];
  rows: string[];
  columns: string[];
  cell(row: string, column: string): TableCell | undefined;
  /** The least and the greatest value. */
  range: [number, number];
  /** Values are means, not chances. */
  isMean: boolean;
}

export function readTable(table: TableDocument): ReadTable {
  const keys: string[] = [];
  for (const cell of table.cells) for (const key of Object.keys(cell)) if (!FIELDS.has(key) && !keys.includes(key)) keys.push(key);
  const given = keysInOrder(table, keys);
  const [rowKey = "", columnKey] = given;
  const values = (key: string | undefined): string[] => (key === undefined ? [""] : [...new Set(table.cells.map((cell) => String(cell[key] ?? "")))]);
  const known = new Map(table.cells.map((cell) => [`${String(cell[rowKey] ?? "")}\n${columnKey === undefined ? "" : String(cell[columnKey] ?? "")}`, cell]));
  const numbers = table.cells.flatMap((cell) => [valueOf(cell), valueOf(cell.second)]).filter((value) => value !== null);
  return {
    keys: given,
    rows: values(rowKey),
    columns: values(columnKey),
    cell: (row, column) => known.get(`${row}\n${column}`),
    range: [Math.min(0, ...numbers), Math.max(...numbers, 0)],
    isMean: table.cells.some((cell) => cell.mean !== undefined),
  };
}

/** So many rows are read at a glance. */
const FEW = 8;

/** Returns the first and last row of each band of numbers in a row that have the same values; each row alone where there are few. */
export function bandsOf(read: ReadTable): [first: string, last: string][] {
  const bands: [string, string][] = [];
  let before: string | null = null;
  for (const row of read.rows) {
    const values = JSON.stringify(read.columns.map((column) => ({ ...read.cell(row, column), [read.keys[0] ?? ""]: undefined })));
    const band = bands.at(-1);
    const isNext = band !== undefined && Number(row) === Number(band[1]) + 1;
    if (read.rows.length > FEW && isNext && values === before) band[1] = row;
    else bands.push([row, row]);
    before = values;
  }
  return bands;
}

/** The key whose value changes with every cell comes last: keys in a document are in the order of the alphabet. */
function keysInOrder(table: TableDocument, keys: string[]): string[] {
  const changes = (key: string): number => table.cells.filter((cell, at) => at > 0 && cell[key] !== table.cells[at - 1]?.[key]).length;
  return keys.toSorted((one, other) => changes(one) - changes(other));
}

/** Returns what a cell shows: a chance in percent, or a mean. */
export function valueOf(cell: TableCell | undefined): number | null {
  return cell?.percent ?? cell?.mean ?? null;
}

/** Says why a cell has no value. */
export function absence(cell: TableCell | undefined): string {
  if (cell?.refused === true) return "refused";
  if (cell?.never_given === true) return "never";
  if (cell?.not_begun === true) return "not reached";
  return "–";
}
