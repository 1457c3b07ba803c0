// A table of chances by one or two keys; the deeper the tone, the higher the value.

import { absence, bandsOf, readTable, valueOf } from "../../question/table";
import type { TableCell, TableDocument } from "../../protocol/documents";
import { useStudio } from "../../studio";
import { points } from "./comparison";
import { Lines } from "./lines";

export function Heat({ table }: { table: TableDocument }) {
  const { question } = useStudio();
  const read = readTable(table);
  const [rowKey = "", columnKey] = read.keys;
  const [least, most] = read.range;
  const form = question.form.value;
  const titleOf = (key: string | undefined): string => form?.fields.find((field) => field.key === key)?.title ?? key ?? "";
  const valueTitle = (key: string | undefined, value: string): string =>
    form?.fields.find((field) => field.key === key)?.values.find((known) => known.value === value)?.title ?? value;
  const isChance = table.only === "chances";
  const pick = (row: string, column: string): void => {
    question.set(rowKey, row);
    if (columnKey !== undefined && columnKey !== "outcome") question.set(columnKey, column);
  };
  const ask = form?.asks.find((one) => one.name === table.name);
  return (
    <>
      <h2 class="asked">
        {ask?.title || table.name}: {isChance ? "chances" : (table.only ?? (read.isMean ? "mean" : "outcomes"))}
      </h2>
      <OnlyPicker />
      {table.compared_with !== null && <p class="quiet">The small figures are the differences with {table.compared_with}.</p>}
      <Lines table={table} read={read} title={titleOf(rowKey)} columnTitle={columnKey === "outcome" ? "" : titleOf(columnKey)} columnName={(column) => valueTitle(columnKey, column)} />
      <div class="scrolls" tabIndex={0} role="group" aria-label="Table">
        <table class="heat">
          <caption class="hidden">
            {table.name} by {read.keys.map(titleOf).join(" and ")}
          </caption>
          <thead>
            <tr>
              <th scope="col" class="corner">
                {titleOf(rowKey)}
                {columnKey !== undefined && columnKey !== "outcome" && ` \\ ${titleOf(columnKey)}`}
              </th>
              {read.columns.map((column) => (
                <th key={column} scope="col">
                  {columnKey === undefined ? (read.isMean ? "mean" : "chance") : valueTitle(columnKey, column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bandsOf(read).map(([row, last]) => (
              <tr key={row}>
                <th scope="row">{row === last ? valueTitle(rowKey, row) : `${row}–${last}`}</th>
                {read.columns.map((column) => (
                  <HeatCell key={column} cell={read.cell(row, column)} least={least} most={most} pick={() => pick(row, column)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {table.remarks.map((remark) => (
        <p key={remark} class="quiet">
          {remark}
        </p>
      ))}
      {table.left_out.length > 0 && <p class="quiet">Left out: {table.left_out.map(({ what, why }) => `${what} (${why})`).join(", ")}</p>}
    </>
  );
}

interface CellProperties {
  cell: TableCell | undefined;
  least: number;
  most: number;
  pick(): void;
}

function HeatCell({ cell, least, most, pick }: CellProperties) {
  const value = valueOf(cell);
  if (value === null) return <td class="none">{absence(cell)}</td>;
  const share = most === least ? 0 : (value - least) / (most - least);
  const isMean = cell?.percent === undefined;
  const text = isMean ? value.toFixed(2) : `${value.toFixed(value === 0 || value === 100 ? 0 : 1)} %`;
  return (
    <td style={{ "--share": `${Math.round(share * 100)}%` }}>
      <button type="button" onClick={pick} title={`${cell?.chance ?? text}: show this situation alone`}>
        {text}
        {cell?.difference != null && <small>{points(cell.difference)}</small>}
      </button>
    </td>
  );
}

/** Chooses what the chances of the table are about. */
function OnlyPicker() {
  const { question } = useStudio();
  const known = question.conditions.value;
  const chosen = question.only.value;
  const all = chosen !== "" && !known.includes(chosen) ? [...known, chosen] : known;
  if (all.length === 0) return null;
  // Of two keys, the first condition is what is shown without a choice.
  const shown = question.tableKeys.value.length > 1 && chosen !== known[0] ? all.filter((condition) => condition !== known[0]) : all;
  return (
    <label class="row only">
      Show
      <select value={chosen} onChange={(event) => (question.only.value = event.currentTarget.value)}>
        <option value="">{question.tableKeys.value.length > 1 ? `the chance of: ${known[0] ?? ""}` : "every outcome"}</option>
        {shown.map((condition) => (
          <option key={condition} value={condition}>
            the chance of: {condition}
          </option>
        ))}
      </select>
    </label>
  );
}
