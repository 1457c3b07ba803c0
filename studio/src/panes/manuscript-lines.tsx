// The lines of a manuscript with what is doubtful in them; a table becomes a rule on a click.

import { useRef } from "preact/hooks";
import type { Finding } from "../protocol/documents";
import type { ManuscriptDocument, ManuscriptTable } from "../protocol/trials";
import { useStudio } from "../studio";
import { counted } from "../words";
import { withCode } from "./findings";

export function ManuscriptLines({ manuscript }: { manuscript: ManuscriptDocument }) {
  const { manuscripts } = useStudio();
  const box = useRef<HTMLOListElement>(null);
  const lines = manuscript.text.split("\n");
  const byLine = new Map<number, Finding[]>();
  for (const finding of manuscript.findings) {
    const line = finding.labels[0]?.line ?? 1;
    byLine.set(line, [...(byLine.get(line) ?? []), finding]);
  }
  const tables = new Map(manuscript.tables.map((table) => [table.line, table]));
  const inTable = (line: number): boolean => manuscript.tables.some((table) => table.line <= line && line <= table.end);
  const declared = manuscripts.declared.value;
  const next = (): void => {
    const shown = [...(box.current?.querySelectorAll<HTMLElement>("li.doubtful") ?? [])];
    const top = box.current?.scrollTop ?? 0;
    const following = shown.find((item) => item.offsetTop > top + 8) ?? shown[0];
    following?.scrollIntoView({ block: "start" });
  };
  return (
    <section aria-label="Manuscript" class="manuscript-text">
      <p class="row manuscript-count">
        <b>{manuscripts.name.value}</b>
        <span>
          {manuscript.findings.length === 0 ? "No findings" : counted(manuscript.findings.length, "finding")}, {counted(manuscript.tables.length, "table")}
        </span>
        {byLine.size > 0 && (
          <button type="button" class="small" onClick={next}>
            Next finding
          </button>
        )}
      </p>
      <ol ref={box} class="manuscript-lines" tabIndex={0} aria-label="Lines of the manuscript">
        {lines.map((line, at) => {
          const found = byLine.get(at + 1) ?? [];
          const table = tables.get(at + 1);
          return (
            <li key={at} class={found.length > 0 ? "doubtful" : undefined}>
              {table !== undefined && <TableOffer table={table} isDeclared={declared?.table.table === table.table} />}
              <span class={inTable(at + 1) ? "line-text tabular" : "line-text"}>{line}</span>
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
  );
}

function TableOffer({ table, isDeclared }: { table: ManuscriptTable; isDeclared: boolean }) {
  const { manuscripts, screen } = useStudio();
  const declare = (): void => {
    screen.show("manuscript");
    void manuscripts.declare(table);
  };
  return (
    <p class="offer">
      {table.why_not === null ? (
        <button type="button" class="small" aria-pressed={isDeclared} onClick={declare}>
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
