// The data of a game without code: units as spreadsheets, tables and modifiers as grids, everything new by a form.

import { useEffect, useState } from "preact/hooks";
import { useStudio } from "../studio";
import { newGame } from "../ui/actions";
import { ActionForm, FactForm, KindForm, ModifiersForm, OptionForm, RollForm, SequenceForm, TableForm, type FormName } from "./data/forms";
import { OrderedLists } from "./data/lists";
import { RowGrid } from "./data/rows";
import { MapForm, ScenarioForm } from "./data/set-ups";
import { UnitSheet } from "./data/sheet";

const FORMS: readonly (readonly [FormName, string])[] = [
  ["kind", "New kind of unit"],
  ["table", "New table"],
  ["fact", "New fact"],
  ["modifiers", "New modifiers"],
  ["roll", "New roll"],
  ["action", "New action"],
  ["option", "New option"],
  ["sequence", "New sequence"],
  ["map", "New map"],
  ["scenario", "New scenario"],
];

export function DataPane() {
  const studio = useStudio();
  const { question, library, grids } = studio;
  const ruleset = question.ruleset.value;
  const isOwn = ruleset !== null && library.get(ruleset)?.own === true;
  const [form, setForm] = useState<FormName | null>(null);
  useEffect(() => (isOwn && ruleset !== null ? grids.watch(ruleset) : undefined), [grids, ruleset, isOwn]);
  if (!isOwn || ruleset === null) {
    return (
      <div class="scroll padded">
        <h2 class="pane-title">Units and tables</h2>
        <p class="quiet">Units, tables and modifiers of a game of yours are written here, as in a spreadsheet. A book cannot be changed.</p>
        <p>
          <button type="button" onClick={() => newGame(studio)}>
            New game
          </button>
        </p>
      </div>
    );
  }
  const all = grids.all.value;
  const kinds = all.filter((grid) => grid.sort === "kind" && !["side", "game", "place"].includes(grid.name));
  const rows = all.filter((grid) => grid.sort !== "kind");
  const close = (): void => setForm(null);
  const given = { ruleset, grids: all, close };
  return (
    <div class="scroll padded data-pane">
      <h2 class="pane-title">Units and tables of {library.get(ruleset)?.title}</h2>
      <p class="row new-things">
        {FORMS.map(([name, title]) => (
          <button key={name} type="button" class="chip" aria-expanded={form === name} onClick={() => setForm(form === name ? null : name)}>
            {title}
          </button>
        ))}
      </p>
      {form === "kind" && <KindForm {...given} />}
      {form === "table" && <TableForm {...given} />}
      {form === "fact" && <FactForm {...given} />}
      {form === "modifiers" && <ModifiersForm {...given} />}
      {form === "roll" && <RollForm {...given} />}
      {form === "action" && <ActionForm {...given} />}
      {form === "option" && <OptionForm {...given} />}
      {form === "sequence" && <SequenceForm {...given} />}
      {form === "map" && <MapForm ruleset={ruleset} close={close} />}
      {form === "scenario" && <ScenarioForm ruleset={ruleset} close={close} />}
      {!grids.known.value && <p class="quiet">Reading …</p>}
      {kinds.map((kind) => (
        <UnitSheet key={`${kind.path} ${kind.name}`} ruleset={ruleset} kind={kind} />
      ))}
      {rows.map((grid) => (
        <RowGrid key={`${grid.path} ${grid.sort} ${grid.name}`} grid={grid} />
      ))}
      <OrderedLists ruleset={ruleset} />
      {grids.known.value && all.length === 0 && <p class="quiet">Nothing yet: begin with a kind of unit or a table.</p>}
    </div>
  );
}
