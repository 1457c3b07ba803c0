// A manuscript with its findings; a table of it becomes a rule beside it.

import { useRef, useState } from "preact/hooks";
import type { Finding } from "../protocol/documents";
import type { DeclarationDocument, ManuscriptDocument, ManuscriptTable } from "../protocol/trials";
import { mainText } from "../data/grids";
import { appended } from "../question/example";
import { useStudio, type Studio } from "../studio";
import { newGame, say } from "../ui/actions";
import { counted } from "../words";
import { FailureOf } from "./failure";
import { withCode } from "./findings";
import { unitsPath } from "./data/sheet";

const ENDINGS = ".docx,.odt,.md,.markdown,.txt,.csv,.html";

export function ManuscriptPane() {
  const { manuscripts } = useStudio();
  const [isOver, setOver] = useState(false);
  const name = manuscripts.name.value;
  const read = manuscripts.read.value;
  const failed = manuscripts.failed.value;
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) void manuscripts.open(file);
  };
  return (
    <div
      class={isOver ? "manuscript-pane over" : "manuscript-pane"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p class="row manuscript-head">
        <label class="button">
          {name === null ? "Choose a manuscript" : "Another manuscript"}
          <input
            class="hidden"
            data-focus
            type="file"
            accept={ENDINGS}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = "";
              if (file !== undefined) void manuscripts.open(file);
            }}
          />
        </label>
        {name === null ? (
          <span class="quiet">or drop it here</span>
        ) : (
          <>
            <b>{name}</b>
            <button type="button" class="link" onClick={() => manuscripts.close()}>
              Close it
            </button>
          </>
        )}
      </p>
      {name === null && (
        <div class="padded">
          <h2 class="pane-title">A rulebook that is written already</h2>
          <p>
            A manuscript from a word processor (.docx, .odt), or as text (.md, .txt), is read here: what is doubtful in it is shown beside its
            lines, and its tables become rules. The file itself is not changed, and it is sent to nobody.
          </p>
        </div>
      )}
      {manuscripts.busy.value && <p class="padded quiet">Reading the manuscript …</p>}
      {failed !== null && (
        <div class="padded">
          <FailureOf failure={failed} title="The manuscript cannot be read" />
        </div>
      )}
      {read !== null && <Read manuscript={read} />}
    </div>
  );
}

function Read({ manuscript }: { manuscript: ManuscriptDocument }) {
  const { manuscripts } = useStudio();
  const box = useRef<HTMLOListElement>(null);
  const lines = manuscript.text.split("\n");
  const byLine = new Map<number, Finding[]>();
  for (const finding of manuscript.findings) {
    const line = finding.labels[0]?.line ?? 1;
    byLine.set(line, [...(byLine.get(line) ?? []), finding]);
  }
  const tables = new Map(manuscript.tables.map((table) => [table.line, table]));
  const declared = manuscripts.declared.value;
  const doubtful = [...byLine.keys()].toSorted((one, other) => one - other);
  const next = (): void => {
    const shown = [...(box.current?.querySelectorAll<HTMLElement>("li.doubtful") ?? [])];
    const top = box.current?.scrollTop ?? 0;
    const following = shown.find((item) => item.offsetTop > top + 8) ?? shown[0];
    following?.scrollIntoView({ block: "start" });
  };
  return (
    <div class={declared === null ? "manuscript-both alone" : "manuscript-both"}>
      <section aria-label="Manuscript" class="manuscript-text">
        <p class="row manuscript-count">
          <span>
            {manuscript.findings.length === 0 ? "No findings" : counted(manuscript.findings.length, "finding")}, {counted(manuscript.tables.length, "table")}
          </span>
          {doubtful.length > 0 && (
            <button type="button" class="small" onClick={next}>
              Next finding
            </button>
          )}
        </p>
        <ol ref={box} class="lines" tabIndex={0} aria-label="Lines of the manuscript">
          {lines.map((line, at) => {
            const found = byLine.get(at + 1) ?? [];
            const table = tables.get(at + 1);
            return (
              <li key={at} class={found.length > 0 ? "doubtful" : undefined}>
                {table !== undefined && <TableOffer table={table} isDeclared={declared?.table.table === table.table} />}
                <span class="line-text">{line}</span>
                {found.map((finding, number) => (
                  <p key={number} class={`remark ${finding.severity}`}>
                    <b>{withCode(finding.message)}</b>
                    {finding.help !== null && <span class="help"> {withCode(finding.help)}</span>}
                  </p>
                ))}
              </li>
            );
          })}
        </ol>
      </section>
      {declared !== null && (
        <section aria-label="The rule" class="manuscript-rule" aria-live="polite">
          {declared.declaration === null ? <p class="failed">{withCode(declared.why ?? "")}</p> : <Rule declaration={declared.declaration} />}
        </section>
      )}
    </div>
  );
}

function TableOffer({ table, isDeclared }: { table: ManuscriptTable; isDeclared: boolean }) {
  const { manuscripts } = useStudio();
  return (
    <p class="offer">
      {table.why_not === null ? (
        <button type="button" class="small" aria-pressed={isDeclared} onClick={() => void manuscripts.declare(table)}>
          Make this table a rule
        </button>
      ) : (
        <small>
          This table cannot be a rule: {withCode(table.why_not)}
        </small>
      )}
      {table.place !== null && table.why_not === null && <small> {table.place}</small>}
    </p>
  );
}

function Rule({ declaration }: { declaration: DeclarationDocument }) {
  const studio = useStudio();
  const { question, library } = studio;
  const ruleset = question.ruleset.value;
  const own = ruleset === null ? undefined : library.get(ruleset);
  return (
    <>
      <h3>{declaration.name}</h3>
      <pre tabIndex={0}>{declaration.text}</pre>
      {declaration.units !== null && (
        <>
          <h4>{declaration.units.name}</h4>
          <pre tabIndex={0}>{declaration.units.text}</pre>
        </>
      )}
      {declaration.undecided.length > 0 && (
        <>
          <h4>For you to decide</h4>
          <ul class="undecided">
            {declaration.undecided.map((sentence) => (
              <li key={sentence}>{withCode(sentence)}</li>
            ))}
          </ul>
        </>
      )}
      {own?.own === true ? (
        <button type="button" class="primary" onClick={() => put(studio, own.name, declaration)}>
          Put it into {own.title}
        </button>
      ) : (
        <p class="quiet">
          It can be put into a game of yours.{" "}
          <button type="button" class="link" onClick={() => newGame(studio)}>
            Start one
          </button>
        </p>
      )}
    </>
  );
}

/** Adds the rule to a game, with the units that belong to it, as one step. */
function put(studio: Studio, ruleset: string, declaration: DeclarationDocument): void {
  const { texts } = studio;
  const file = mainText(texts, studio.library, ruleset);
  const path = file?.path ?? `rules/${ruleset}/${ruleset}.rules`;
  const act = studio.acts.perform(`add ${declaration.name} from the manuscript`, () => {
    const { units } = declaration;
    if (units !== null) {
      const at = unitsPath(studio, ruleset).replace(/[^/]*$/, units.name);
      texts.put(at, appended(texts.get(at)?.text ?? "", units.text));
    }
    texts.put(path, appended(file?.text ?? "", declaration.text));
  });
  studio.desk.open(path);
  say(studio, `“${declaration.name}” is in ${path}.`, act);
}
