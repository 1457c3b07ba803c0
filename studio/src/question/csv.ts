// Answers as comma-separated values, for a spreadsheet.

import type { AnyOdds, CompareDocument, OddsDocument, TableDocument } from "../protocol/documents";
import { readTable } from "./table";

export function csvOf(odds: AnyOdds): string {
  switch (odds.schema) {
    case "sandtable/odds/1":
      return rows(ofOdds(odds));
    case "sandtable/compare/1":
      return rows(ofComparison(odds));
    case "sandtable/table/1":
      return rows(ofTable(odds));
  }
}

function ofOdds(odds: OddsDocument): string[][] {
  const head = ["outcome", "fraction", "percent", "at least", "at most"];
  return [head, ...odds.outcomes.map((row) => [row.outcome, row.chance, String(row.percent), String(row.at_least ?? ""), String(row.at_most ?? "")])];
}

function ofComparison(odds: CompareDocument): string[][] {
  const head = ["outcome", "first", "first percent", "second", "second percent", "difference"];
  const lines = odds.outcomes.map((row) => [
    row.outcome,
    row.first?.chance ?? "0",
    String(row.first?.percent ?? 0),
    row.second?.chance ?? "0",
    String(row.second?.percent ?? 0),
    String(row.difference),
  ]);
  return [head, ...lines];
}

function ofTable(odds: TableDocument): string[][] {
  const { keys } = readTable(odds);
  const head = [...keys, "fraction", "percent", "mean", "std dev"];
  const lines = odds.cells.map((cell) => [
    ...keys.map((key) => String(cell[key] ?? "")),
    cell.chance ?? "",
    String(cell.percent ?? ""),
    String(cell.mean ?? ""),
    String(cell.spread ?? ""),
  ]);
  return [head, ...lines];
}

function rows(table: readonly (readonly string[])[]): string {
  return table.map((row) => row.map(cellOf).join(",")).join("\n") + "\n";
}

function cellOf(text: string): string {
  // A spreadsheet would take what begins so for a formula.
  const safe = /^[=+@]/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
