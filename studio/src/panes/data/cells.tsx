// A grid whose cells are written in place, by keyboard as in a spreadsheet.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { pasted } from "../../data/units";
import { useReorder } from "../../ui/reorder";

export interface Column {
  key: string;
  title: string;
  hint?: string;
}

export interface Row {
  key: string;
  /** The name of the row, for those who do not see it. */
  label: string;
  /** What is in each cell; `null` where it is changed in the text. */
  cells: readonly (string | null)[];
  /** All cells are one: a line that is changed as a whole. */
  whole?: string;
  tools?: ComponentChildren;
}

interface CellsProperties {
  label: string;
  columns: readonly Column[];
  rows: readonly Row[];
  /** Column that names the rows, and is not changed. */
  heads?: readonly string[];
  /** Changes a cell; a promise of whether that could be done. */
  set(row: number, column: number, value: string): Promise<boolean>;
  setWhole?(row: number, value: string): Promise<boolean>;
  /** Takes what was copied from a spreadsheet, from this cell on. */
  paste?(row: number, column: number, cells: readonly (readonly string[])[]): void;
  /** Moves a row to the place of another. */
  move(from: number, to: number): void;
}

export function Cells({ label, columns, rows, heads, set, setWhole, paste, move }: CellsProperties) {
  const order = useReorder<HTMLTableElement>({ labels: rows.map((row) => row.label), move });
  const table = order.box;
  const go = (row: number, column: number): void => {
    table.current?.querySelector<HTMLInputElement>(`[data-cell="${row} ${column}"]`)?.focus();
  };
  return (
    <div class="grid-scroll" tabIndex={-1}>
      <table class="grid" ref={table} aria-label={label}>
        <thead>
          <tr>
            <td />
            {heads !== undefined && <th scope="col">unit</th>}
            {columns.map((column) => (
              <th key={column.key} scope="col" title={column.hint}>
                {column.title}
                {column.hint !== undefined && <small>{column.hint}</small>}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.key} {...order.item(at)}>
              <td class="row-handle">{order.handle(at)}</td>
              {heads !== undefined && <th scope="row">{heads[at]}</th>}
              {row.whole !== undefined ? (
                <td colSpan={columns.length}>
                  <Cell label={`${row.label}, the line`} value={row.whole} place={`${at} 0`} set={(value) => setWhole?.(at, value) ?? Promise.resolve(false)} go={(down) => go(at + down, 0)} />
                </td>
              ) : (
                columns.map((column, number) => {
                  const value = row.cells[number];
                  return (
                    <td key={column.key}>
                      {value === null ? (
                        <span class="quiet" title="This value has several lines: change it in the text">
                          in the text
                        </span>
                      ) : (
                        <Cell
                          label={`${row.label}, ${column.title}`}
                          value={value ?? ""}
                          place={`${at} ${number}`}
                          set={(changed) => set(at, number, changed)}
                          go={(down) => go(at + down, number)}
                          {...(paste === undefined ? {} : { paste: (cells: readonly (readonly string[])[]) => paste(at, number, cells) })}
                        />
                      )}
                    </td>
                  );
                })
              )}
              <td class="row-tools">{row.tools}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {order.told}
    </div>
  );
}

interface CellProperties {
  label: string;
  value: string;
  place: string;
  set(value: string): Promise<boolean>;
  go(down: 1 | -1): void;
  paste?(cells: readonly (readonly string[])[]): void;
}

/** A cell keeps what is typed until it is left; Escape gives it up. */
function Cell({ label, value, place, set, go, paste }: CellProperties) {
  const [text, setText] = useState(value);
  const isGivenUp = useRef(false);
  /** What was given last: leaving the cell after Enter gives nothing again. */
  const given = useRef(value);
  /** What is being typed is kept when the grid is read again meanwhile. */
  const isTyped = useRef(false);
  useEffect(() => {
    if (!isTyped.current) setText(value);
    given.current = value;
  }, [value]);
  /** Takes what the field shows: it may not be drawn yet what was typed last. */
  const commit = (shown: string): void => {
    const wanted = shown.trim();
    if (!isGivenUp.current && wanted !== value.trim() && wanted !== given.current.trim()) {
      given.current = wanted;
      // What was refused stays in the cell, and can be given again.
      void set(wanted).then((isDone) => {
        if (!isDone && given.current === wanted) given.current = value;
      });
    }
    isGivenUp.current = false;
    isTyped.current = false;
  };
  const key = (event: KeyboardEvent & { currentTarget: HTMLInputElement }): void => {
    // The whole row moves.
    if (event.altKey) return;
    if (event.key === "Escape") {
      isGivenUp.current = true;
      setText(value);
      event.currentTarget.blur();
    } else if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      commit(event.currentTarget.value);
      go(1);
    } else if (event.key === "ArrowUp") {
      event.preventDefault();
      commit(event.currentTarget.value);
      go(-1);
    }
  };
  return (
    <input
      type="text"
      class="cell"
      data-cell={place}
      aria-label={label}
      value={text}
      size={Math.max(4, Math.min(40, text.length + 1))}
      onInput={(event) => {
        isTyped.current = true;
        setText(event.currentTarget.value);
      }}
      onBlur={(event) => commit(event.currentTarget.value)}
      onKeyDown={key}
      onPaste={(event) => {
        const cells = pasted(event.clipboardData?.getData("text/plain") ?? "");
        if (cells === null || paste === undefined) return;
        event.preventDefault();
        paste(cells);
      }}
    />
  );
}
