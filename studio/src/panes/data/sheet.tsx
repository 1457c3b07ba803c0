// The units of a kind as a spreadsheet: a row is a unit, a column a stat with its range.

import { useState } from "preact/hooks";
import { freeName, nameFrom } from "../../data/names";
import type { OwnGrid } from "../../data/grids";
import type { Open } from "../../data/toml-texts";
import { addUnit, setCell, unitsOf, type UnitRow } from "../../data/units";
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

/** Kinds of which a map has the single ones. */
const MAP_KINDS: ReadonlySet<string> = new Set(["hex", "square", "area", "hexside", "squareside", "link"]);

type Values = readonly (readonly [key: string, typed: string])[];

/** Writes a unit into the first text that has others of its kind, else into the first text of units. */
async function writeUnit(studio: Studio, open: Open, ruleset: string, kind: string, title: string, values: Values): Promise<void> {
  const drafts = await Promise.all(unitTexts(studio, ruleset).map(({ path }) => open(path)));
  const rows = drafts.map((draft) => unitsOf(draft));
  const unit = freeName(nameFrom(title, "unit"), new Set(rows.flat().map((row) => row.unit)));
  const own = drafts.find((_, at) => rows[at]?.some((row) => row.kind === kind));
  addUnit(own ?? drafts[0] ?? (await open(unitsPath(studio, ruleset))), kind, unit, [["name", title], ...values]);
}

export function UnitSheet({ ruleset, kind }: SheetProperties) {
  const studio = useStudio();
  studio.texts.edits.value;
  const [adds, setAdds] = useState<"unit" | "stat" | null>(null);
  const rows: Held[] = unitTexts(studio, ruleset).flatMap((file) => unitsOf(studio.toml.of(file)).filter((row) => row.kind === kind.name).map((row) => ({ ...row, file })));
  const traits = studio.grids.declared.value.find((one) => one.sort === "kind" && one.name === kind.name)?.kind?.traits ?? [];
  const columns = columnsOf(kind, traits);
  const isOfMap = MAP_KINDS.has(kind.name);
  const set = async (at: number, column: number, value: string): Promise<boolean> => {
    const [row, key] = [rows[at], columns[column]?.key];
    if (row === undefined || key === undefined) return false;
    const title = `set ${key} of ${row.unit} to ${value === "" ? "nothing" : value}`;
    const act = await studio.toml.change(title, async (open) => setCell(await open(row.file.path), row.kind, row.unit, key, value));
    return act !== null;
  };
  const paste = (at: number, column: number, cells: readonly (readonly string[])[]): void => {
    void studio.toml.change(`paste ${cells.length} rows of units`, async (open) => {
      for (const [down, line] of cells.entries()) {
        const values = line.flatMap((value, right): [string, string][] => {
          const key = columns[column + right]?.key;
          return key === undefined ? [] : [[key, value]];
        });
        const row = rows[at + down];
        if (row !== undefined) {
          const draft = await open(row.file.path);
          for (const [key, value] of values) setCell(draft, row.kind, row.unit, key, value);
        } else if (values.length > 0) {
          const title = values.find(([key]) => key === "name")?.[1] ?? "New unit";
          await writeUnit(studio, open, ruleset, kind.name, title, values.filter(([key]) => key !== "name"));
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
    const place = rows[Math.max(first, Math.min(to, last))] ?? row;
    const title = `move ${row.values.get("name") ?? row.unit}`;
    void studio.toml.change(title, async (open) => (await open(row.file.path)).move([row.kind, row.unit], [place.kind, place.unit]));
  };
  const remove = async (row: Held): Promise<void> => {
    const act = await studio.toml.change(`remove the unit ${row.unit}`, async (open) => (await open(row.file.path)).remove([row.kind, row.unit]));
    if (act !== null) say(studio, `${row.values.get("name") ?? row.unit} is removed.`, act);
  };
  return (
    <section class="data-part" aria-label={`Units: ${kind.title || kind.name}`}>
      <h3>
        {kind.title || kind.name} <small>{kind.name}</small>
      </h3>
      {rows.length === 0 ? (
        <p class="quiet">{isOfMap ? "What single ones have is on the map: “Change the set-up” of the board gives it to them." : "No unit of this kind yet."}</p>
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
              <button type="button" class="icon" aria-label={`Remove ${row.unit}`} title="Remove this unit" onClick={() => void remove(row)}>
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
        {!isOfMap && (
          <button type="button" aria-expanded={adds === "unit"} onClick={() => setAdds(adds === "unit" ? null : "unit")}>
            Add a unit
          </button>
        )}
        <button type="button" aria-expanded={adds === "stat"} onClick={() => setAdds(adds === "stat" ? null : "stat")}>
          Add a stat
        </button>
      </p>
      {adds === "unit" && <UnitForm ruleset={ruleset} kind={kind} columns={columns} close={() => setAdds(null)} />}
      {adds === "stat" && <StatForm kind={kind} close={() => setAdds(null)} />}
    </section>
  );
}

function columnsOf(kind: OwnGrid, traits: readonly string[]): Column[] {
  const stats = kind.rows.filter((row) => row.cells.length > 1).map(({ cells: [key = "", values = "", fallback = "", title = ""] }): Column => ({
    key,
    title: title === "" ? key : title,
    hint: [values, fallback === "" ? "" : fallback === "optional" ? "optional" : `default ${fallback}`].filter(Boolean).join(", "),
  }));
  return [
    { key: "name", title: "name" },
    ...stats,
    ...(traits.length === 0 ? [] : [{ key: "traits", title: "traits", hint: traits.join(", ") }]),
  ];
}

function UnitForm({ ruleset, kind, columns, close }: SheetProperties & { columns: readonly Column[]; close(): void }) {
  const studio = useStudio();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const title = values["name"] ?? "";
  const add = (event: Event): void => {
    event.preventDefault();
    if (title.trim() === "") return;
    const others = columns.filter(({ key }) => key !== "name").map(({ key }): [string, string] => [key, values[key] ?? ""]);
    void studio.toml.change(`add the unit ${title.trim()}`, (open) => writeUnit(studio, open, ruleset, kind.name, title.trim(), others));
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
