// The units of a kind as a spreadsheet: a row is a unit, a column a stat with its range.

import { useState } from "preact/hooks";
import { freeName, nameFrom } from "../../data/names";
import type { OwnGrid } from "../../data/grids";
import { unitBlocks } from "../../data/order";
import { unitsOf, withCell, withoutUnit, withUnit, type UnitRow } from "../../data/units";
import { useStudio, type Studio } from "../../studio";
import type { TextFile } from "../../texts/text-file";
import { say } from "../../ui/actions";
import { Cells, type Column } from "./cells";

interface SheetProperties {
  ruleset: string;
  kind: OwnGrid;
}

interface Held extends UnitRow {
  file: TextFile;
}

/** Returns the unit files of a ruleset that can be changed. */
export function unitTexts(studio: Studio, ruleset: string): TextFile[] {
  const files = studio.library.get(ruleset)?.files.filter((file) => file.kind === "units") ?? [];
  const known = files.map((file) => studio.texts.byUri(file.uri));
  // A new one is not listed at once.
  const prefix = `units/${ruleset}/`;
  const fresh = studio.texts.list.value.filter((file) => file.path.startsWith(prefix) && /^[^/]+\.toml$/.test(file.path.slice(prefix.length)));
  return [...new Set([...known, ...fresh])].filter((file) => file !== undefined && !file.builtIn && !file.gone).map((file) => file as TextFile);
}

/** Returns the path of a first unit file. */
export function unitsPath(studio: Studio, ruleset: string): string {
  const rules = studio.library.get(ruleset)?.files.find((file) => file.kind === "rules")?.path ?? "";
  return rules.startsWith("rules/") || rules === "" ? `units/${ruleset}/units.toml` : `${rules.replace(/[^/]*$/, "")}units.toml`;
}

/** Adds a unit as one step; returns its name. */
export function addUnit(studio: Studio, ruleset: string, kind: string, title: string, values: readonly [string, string][]): string {
  const texts = unitTexts(studio, ruleset);
  const all = texts.flatMap((file) => unitsOf(file.text));
  const unit = freeName(nameFrom(title, "unit"), new Set(all.map((row) => row.unit)));
  const file = texts.find((one) => unitsOf(one.text).some((row) => row.kind === kind)) ?? texts[0];
  const path = file?.path ?? unitsPath(studio, ruleset);
  studio.acts.perform(`add the unit ${title}`, () => {
    studio.texts.put(path, withUnit(file?.text ?? "", kind, unit, [["name", title], ...values]));
  });
  return unit;
}

export function UnitSheet({ ruleset, kind }: SheetProperties) {
  const studio = useStudio();
  studio.texts.edits.value;
  const [adds, setAdds] = useState<"unit" | "stat" | null>(null);
  const rows: Held[] = unitTexts(studio, ruleset).flatMap((file) => unitsOf(file.text).filter((row) => row.kind === kind.name).map((row) => ({ ...row, file })));
  const columns = columnsOf(kind);
  const change = (row: Held, changes: readonly [key: string, value: string][], title: string): void => {
    studio.acts.perform(title, () => {
      for (const [key, value] of changes) {
        const file = studio.texts.get(row.file.path);
        if (file !== undefined) studio.texts.put(file.path, withCell(file.text, row.kind, row.unit, key, value));
      }
    });
  };
  const set = (at: number, column: number, value: string): void => {
    const [row, key] = [rows[at], columns[column]?.key];
    if (row !== undefined && key !== undefined) change(row, [[key, value]], `set ${key} of ${row.unit} to ${value === "" ? "nothing" : value}`);
  };
  const paste = (at: number, column: number, cells: readonly (readonly string[])[]): void => {
    studio.acts.perform(`paste ${cells.length} rows of units`, () => {
      for (const [down, line] of cells.entries()) {
        const values = line.flatMap((value, right): [string, string][] => {
          const key = columns[column + right]?.key;
          return key === undefined ? [] : [[key, value]];
        });
        const row = rows[at + down];
        if (row !== undefined) change(row, values, "");
        else if (values.length > 0) {
          const title = values.find(([key]) => key === "name")?.[1] ?? "New unit";
          addUnit(studio, ruleset, kind.name, title, values.filter(([key]) => key !== "name"));
        }
      }
    });
  };
  /** A unit stays in its file. */
  const move = (from: number, to: number): void => {
    const row = rows[from];
    if (row === undefined) return;
    const first = rows.findIndex((one) => one.file === row.file);
    const last = rows.findLastIndex((one) => one.file === row.file);
    const find = (file: TextFile) => unitBlocks(file.text, kind.name);
    void studio.ordering.move(row.file.path, `move ${row.values.get("name") ?? row.unit}`, find, from - first, Math.max(first, Math.min(to, last)) - first);
  };
  const remove = (row: Held): void => {
    const act = studio.acts.perform(`remove the unit ${row.unit}`, () => studio.texts.put(row.file.path, withoutUnit(row.file.text, row.kind, row.unit)));
    say(studio, `${row.values.get("name") ?? row.unit} is removed.`, act);
  };
  return (
    <section class="data-part" aria-label={`Units: ${kind.title || kind.name}`}>
      <h3>
        {kind.title || kind.name} <small>{kind.name}</small>
      </h3>
      {rows.length === 0 ? (
        <p class="quiet">No unit of this kind yet.</p>
      ) : (
        <Cells
          label={`Units: ${kind.title || kind.name}`}
          columns={columns}
          heads={rows.map((row) => row.unit)}
          rows={rows.map((row) => ({
            key: `${row.file.path} ${row.unit}`,
            label: row.values.get("name") ?? row.unit,
            cells: columns.map(({ key }) => (row.long.has(key) ? null : (row.values.get(key) ?? ""))),
            tools: (
              <button type="button" class="icon" aria-label={`Remove ${row.unit}`} title="Remove this unit" onClick={() => remove(row)}>
                ×
              </button>
            ),
          }))}
          set={set}
          paste={paste}
          move={move}
        />
      )}
      <p class="row">
        <button type="button" aria-expanded={adds === "unit"} onClick={() => setAdds(adds === "unit" ? null : "unit")}>
          Add a unit
        </button>
        <button type="button" aria-expanded={adds === "stat"} onClick={() => setAdds(adds === "stat" ? null : "stat")}>
          Add a stat
        </button>
      </p>
      {adds === "unit" && <UnitForm ruleset={ruleset} kind={kind} columns={columns} close={() => setAdds(null)} />}
      {adds === "stat" && <StatForm kind={kind} close={() => setAdds(null)} />}
    </section>
  );
}

function columnsOf(kind: OwnGrid): Column[] {
  const stats = kind.rows.filter((row) => row.cells.length > 1).map(({ cells: [key = "", values = "", fallback = "", title = ""] }): Column => ({
    key,
    title: title === "" ? key : title,
    hint: [values, fallback === "" ? "" : fallback === "optional" ? "optional" : `default ${fallback}`].filter(Boolean).join(", "),
  }));
  const traits = kind.rows.find((row) => row.cells.length === 1 && row.cells[0]?.startsWith("traits") === true)?.cells[0];
  return [
    { key: "name", title: "name" },
    ...stats,
    ...(traits === undefined ? [] : [{ key: "traits", title: "traits", hint: traits.replace(/^traits\s+/, "") }]),
  ];
}

function UnitForm({ ruleset, kind, columns, close }: SheetProperties & { columns: readonly Column[]; close(): void }) {
  const studio = useStudio();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const title = values["name"] ?? "";
  const add = (event: Event): void => {
    event.preventDefault();
    if (title.trim() === "") return;
    addUnit(studio, ruleset, kind.name, title.trim(), columns.filter(({ key }) => key !== "name").map(({ key }): [string, string] => [key, values[key] ?? ""]));
    setValues({});
    close();
  };
  return (
    <form class="data-form" onSubmit={add}>
      {columns.map(({ key, title: shown, hint }) => (
        <label key={key}>
          {shown}
          {hint !== undefined && <small>{hint}</small>}
          <input type="text" value={values[key] ?? ""} autofocus={key === "name"} onInput={(event) => setValues({ ...values, [key]: event.currentTarget.value })} />
        </label>
      ))}
      <p class="row">
        <button type="submit" class="primary" disabled={title.trim() === ""}>
          Add
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </p>
    </form>
  );
}

/** A new column: a stat, a track that changes in play, or traits. */
function StatForm({ kind, close }: { kind: OwnGrid; close(): void }) {
  const studio = useStudio();
  const [title, setTitle] = useState("");
  const [sort, setSort] = useState("stat");
  const [from, setFrom] = useState("0");
  const [to, setTo] = useState("6");
  const [wrong, setWrong] = useState<string | null>(null);
  const name = nameFrom(title, "stat");
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    const shown = title.trim().toLowerCase() === name ? "" : title.trim();
    const traits = title.split(",").map((one) => nameFrom(one)).join(", ");
    const cells =
      sort === "stat"
        ? [name, `${from}..${to}`, from, shown, ""]
        : sort === "yes-no"
          ? [name, "yes or no", "no", shown, ""]
          : [sort === "track" ? `track ${name}: ${from}..${to}${shown === "" ? "" : ` "${shown}"`}` : `traits ${traits}`];
    const failed = await studio.grids.edit(kind, `add ${name} to ${kind.name}`, [{ what: "insert", row: kind.rows.length, cells }]);
    setWrong(failed);
    if (failed === null) close();
  };
  return (
    <form class="data-form" onSubmit={(event) => void add(event)}>
      <label>
        {sort === "traits" ? "Traits, with commas between them" : "Title of the stat"}
        <input type="text" value={title} autofocus onInput={(event) => setTitle(event.currentTarget.value)} />
      </label>
      <label>
        It is
        <select value={sort} onChange={(event) => setSort(event.currentTarget.value)}>
          <option value="stat">a number that stays</option>
          <option value="track">a number that changes in play</option>
          <option value="yes-no">yes or no</option>
          <option value="traits">traits that a unit has or not</option>
        </select>
      </label>
      {(sort === "stat" || sort === "track") && (
        <>
          <label>
            from
            <input type="number" value={from} onInput={(event) => setFrom(event.currentTarget.value)} />
          </label>
          <label>
            to
            <input type="number" value={to} onInput={(event) => setTo(event.currentTarget.value)} />
          </label>
        </>
      )}
      {wrong !== null && (
        <p class="failed" role="alert">
          {wrong}
        </p>
      )}
      <p class="row">
        <button type="submit" class="primary" disabled={title.trim() === ""}>
          Add
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </p>
    </form>
  );
}
