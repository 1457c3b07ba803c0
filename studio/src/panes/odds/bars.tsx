// One situation: each outcome with its bar, its fraction and its percent.

import { useState } from "preact/hooks";
import type { ModifierList, OddsDocument } from "../../protocol/documents";
import { short } from "../../question/fraction";
import { useStudio } from "../../studio";
import { copy } from "../../ui/actions";
import { percent } from "../../words";

type Column = "exactly" | "at least" | "at most";

export function Bars({ odds }: { odds: OddsDocument }) {
  const studio = useStudio();
  const [column, setColumn] = useState<Column>("exactly");
  const showHow = (outcome: string): void => {
    studio.screen.show("trace");
    void studio.trace.find(outcome);
  };
  const showWhy = (): void => {
    studio.trace.why.value = true;
    studio.screen.show("trace");
  };
  const isNumber = odds.outcomes.some((row) => row.at_least !== null);
  const shown = isNumber ? column : "exactly";
  const earlier = studio.question.earlier.value;
  const [back, setBack] = useState(0);
  const before = earlier[back]?.odds ?? null;
  const valueOf = (row: OddsDocument["outcomes"][number]): number => (shown === "at least" ? (row.at_least ?? 0) : shown === "at most" ? (row.at_most ?? 0) : row.percent);
  const then = new Map(before?.outcomes.map((row) => [row.outcome, valueOf(row)]));
  const gone = before?.outcomes.filter((row) => !odds.outcomes.some((now) => now.outcome === row.outcome)) ?? [];
  const most = Math.max(...odds.outcomes.map((row) => row.percent), ...(before?.outcomes ?? []).map((row) => row.percent), 0.000001);
  return (
    <>
      <h2 class="asked">{odds.question}</h2>
      {odds.modifiers.map((list) => (
        <Modifiers key={list.title} list={list} />
      ))}
      {odds.given !== null && (
        <p class="quiet">
          Given {odds.given.condition}: {odds.given.chance} of all cases, {percent(odds.given.percent)}
        </p>
      )}
      {isNumber && (
        <span class="segments" role="group" aria-label="Chance of">
          {(["exactly", "at least", "at most"] as const).map((name) => (
            <button key={name} type="button" aria-pressed={shown === name} onClick={() => setColumn(name)}>
              {name === "exactly" ? "exactly" : `this or ${name === "at least" ? "more" : "less"}`}
            </button>
          ))}
        </span>
      )}
      {before !== null && (
        <p class="row before-change" role="status">
          <span class="swatch ghost" aria-hidden="true" />
          <label>
            <span class="hidden">Compared with</span>
            <select value={back} onChange={(event) => setBack(Number(event.currentTarget.value))}>
              {earlier.map(({ change }, at) => (
                <option key={at} value={at}>
                  before {change}
                </option>
              ))}
            </select>
          </label>
          <button type="button" class="small" onClick={() => (studio.question.earlier.value = [])}>
            Compare no longer
          </button>
        </p>
      )}
      <table class="bars">
        <thead class="hidden">
          <tr>
            <th scope="col">Outcome</th>
            <th scope="col">Bar</th>
            <th scope="col">Fraction</th>
            <th scope="col">Percent</th>
            {before !== null && <th scope="col">Difference</th>}
          </tr>
        </thead>
        <tbody>
          {odds.outcomes.map((row) => {
            const value = valueOf(row);
            const old = then.get(row.outcome) ?? 0;
            const full = shown === "exactly" ? most : 100;
            return (
              <tr key={row.outcome}>
                <th scope="row">
                  <button type="button" class="outcome-link" title="Show how this comes about" onClick={() => showHow(row.outcome)}>
                    {row.outcome}
                  </button>
                </th>
                <td class="bar-cell" aria-hidden="true">
                  <span class="bar" style={{ inlineSize: `${(100 * value) / full}%` }} />
                  {before !== null && <span class="bar ghost" style={{ inlineSize: `${(100 * old) / full}%` }} />}
                </td>
                <td class="figure">
                  {shown === "exactly" && (
                    <button type="button" class="fraction" title={`Copy ${row.chance.length > 60 ? "the fraction" : row.chance}`} onClick={() => void copy(studio, row.chance, "The fraction is")}>
                      {short(row.chance)}
                    </button>
                  )}
                </td>
                <td class="figure">
                  {percent(value)}
                  {row.between !== null && <small>{` (${row.between[0].toFixed(1)} to ${row.between[1].toFixed(1)})`}</small>}
                </td>
                {before !== null && <td class="delta">{points(value - old)}</td>}
              </tr>
            );
          })}
          {gone.map((row) => (
            <tr key={row.outcome} class="gone-row">
              <th scope="row">{row.outcome}</th>
              <td class="bar-cell" aria-hidden="true">
                <span class="bar ghost" style={{ inlineSize: `${(100 * valueOf(row)) / (shown === "exactly" ? most : 100)}%` }} />
              </td>
              <td class="figure" />
              <td class="figure">{percent(0)}</td>
              <td class="delta">{points(-valueOf(row))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {odds.outcomes.some((row) => row.values["refused"] === true) && (
        <p>
          <button type="button" class="link" onClick={showWhy}>
            Why is it refused?
          </button>
        </p>
      )}
      {odds.mean !== null && (
        <p class="mean">
          mean <b>{odds.mean.toFixed(4)}</b>
          {odds.spread !== null && <>, standard deviation {odds.spread.toFixed(4)}</>}
        </p>
      )}
    </>
  );
}

function Modifiers({ list }: { list: ModifierList }) {
  const studio = useStudio();
  const ruleset = studio.question.ruleset.value ?? undefined;
  return (
    <p class="modifiers">
      <b>{list.title}:</b>{" "}
      {list.lines.map((line, at) => (
        <span key={`${line.label} ${at}`} class="modifier">
          {signed(line.amount)} {line.label}
          {line.sections.map((section) => (
            <button key={section} type="button" class="cite" onClick={() => studio.showSection(ruleset, section)}>
              {section}
            </button>
          ))}
        </span>
      ))}
      <span class="modifier total">= {signed(list.total)}</span>
    </p>
  );
}

function signed(amount: number): string {
  return amount < 0 ? `−${-amount}` : amount > 0 ? `+${amount}` : "0";
}

/** A difference of chances: `+16.7 points`. */
function points(difference: number): string {
  if (Math.abs(difference) < 0.05) return "as before";
  return `${difference < 0 ? "−" : "+"}${Math.abs(difference).toFixed(1)} points`;
}
