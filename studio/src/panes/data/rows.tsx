// A table or a list of modifiers as a grid: rows come and go, bands are split, the text changes with it.

import { useState } from "preact/hooks";
import { splitBand, type OwnGrid, type RowEdit } from "../../data/grids";
import { useStudio } from "../../studio";
import { withCode } from "../findings";
import { Cells } from "./cells";

const HINTS: Record<string, string> = {
  amount: "+1, -2, +1 per firer.aim",
  if: "when it counts",
  once: "of all with this word, the first",
};

export function RowGrid({ grid }: { grid: OwnGrid }) {
  const studio = useStudio();
  const [wrong, setWrong] = useState<string | null>(null);
  const title = grid.title || grid.name;
  const carry = async (what: string, edits: readonly RowEdit[]): Promise<boolean> => {
    const failed = await studio.grids.edit(grid, what, edits);
    setWrong(failed);
    return failed === null;
  };
  const set = async (row: number, column: number, value: string): Promise<boolean> => {
    const cells = grid.rows[row]?.cells.map((cell, at) => (at === column ? value : cell));
    return cells !== undefined && carry(`change ${title}`, [{ what: "set", row, cells }]);
  };
  const add = (row: number): void => {
    const like = grid.rows[Math.min(row, grid.rows.length) - 1]?.cells;
    const cells = grid.sort === "modifiers" ? ["+1", "", "", "new", ""] : (like ?? grid.columns.map(() => "-"));
    void carry(`add a row to ${title}`, [{ what: "insert", row, cells }]);
  };
  const split = (row: number): void => {
    const cells = grid.rows[row]?.cells ?? [];
    const at = cells.findIndex((cell) => splitBand(cell) !== null);
    const bands = splitBand(cells[at] ?? "");
    if (bands === null) return;
    const with_ = (band: string): string[] => cells.map((cell, number) => (number === at ? band : cell));
    void carry(`split a band of ${title}`, [
      { what: "set", row, cells: with_(bands[0]) },
      { what: "insert", row: row + 1, cells: with_(bands[1]) },
    ]);
  };
  const paste = (row: number, column: number, given: readonly (readonly string[])[]): void => {
    const edits = given.map((line, down): RowEdit => {
      const at = row + down;
      const before = grid.rows[at]?.cells ?? grid.columns.map(() => (grid.sort === "table" ? "-" : ""));
      const cells = before.map((cell, number) => line[number - column] ?? cell);
      return at < grid.rows.length ? { what: "set", row: at, cells } : { what: "insert", row: grid.rows.length, cells };
    });
    void carry(`paste into ${title}`, edits);
  };
  return (
    <section class="data-part" aria-label={title}>
      <h3>
        {title} <small>{grid.name}</small>
        <button type="button" class="link" onClick={() => void studio.desk.go(grid.place)}>
          in the text
        </button>
      </h3>
      <Cells
        label={title}
        columns={grid.columns.map((column, at) => ({ key: `${at} ${column}`, title: column, ...(grid.sort === "modifiers" && HINTS[column] !== undefined ? { hint: HINTS[column] } : {}) }))}
        rows={grid.rows.map((row, at) => ({
          key: String(at),
          label: `row ${at + 1}`,
          cells: row.cells,
          ...(row.cells.length === 1 && grid.columns.length > 1 ? { whole: row.cells[0] ?? "" } : {}),
          tools: (
            <>
              {row.cells.some((cell) => splitBand(cell) !== null) && (
                <button type="button" class="small" aria-label={`Split row ${at + 1}`} title="Split the band in two" onClick={() => split(at)}>
                  ÷
                </button>
              )}
              <button type="button" class="small" aria-label={`Add a row after row ${at + 1}`} title="Add a row after this one" onClick={() => add(at + 1)}>
                +
              </button>
              <button type="button" class="icon" aria-label={`Remove row ${at + 1}`} title="Remove this row" onClick={() => void carry(`remove a row of ${title}`, [{ what: "remove", row: at }])}>
                ×
              </button>
            </>
          ),
        }))}
        set={set}
        setWhole={(row, value) => carry(`change ${title}`, [{ what: "set", row, cells: [value] }])}
        paste={paste}
        move={(from, to) => void carry(`move a row of ${title}`, [{ what: "move", row: from, to }])}
      />
      {wrong !== null && (
        <p class="failed" role="alert">
          {withCode(wrong)}
        </p>
      )}
      {grid.rows.length === 0 && (
        <button type="button" onClick={() => add(0)}>
          Add a row
        </button>
      )}
    </section>
  );
}
