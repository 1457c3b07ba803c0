// The report of a scenario: many games, and what a designer can learn from them.

import { useState } from "preact/hooks";
import type { Pair } from "../protocol/documents";
import type { ReportDocument, ReportSection } from "../protocol/trials";
import { useStudio } from "../studio";
import { FailureOf } from "./failure";
import { withCode } from "./findings";
import { Interval } from "./trials/interval";
import { Progress } from "./trials/progress";
import { ChosenFields, useChosen } from "./trials/set-up";

/** More rows are shown on request. */
const MOST_ROWS = 14;

export function ReportPane() {
  const { trials, question } = useStudio();
  const chosen = useChosen();
  const [games, setGames] = useState(1_000);
  const [worth, setWorth] = useState(false);
  const { report } = trials;
  const answer = report.answer.value;
  const failed = report.failed.value;
  const { scenario } = chosen;
  const play = (event: Event): void => {
    event.preventDefault();
    if (scenario === null) return;
    void report.play({ scenario, variants: question.variants.value, sides: chosen.pairs, games, seed: 0, worth });
  };
  return (
    <div class="scroll padded trials">
      <h2 class="pane-title">How a scenario plays</h2>
      <p class="quiet">It is played many times: who wins, how long it takes, what decides it, and which rules, options and units never matter.</p>
      {scenario === null ? (
        <p class="quiet">There is no scenario yet.</p>
      ) : (
        <form class="trial-form" onSubmit={play}>
          <ChosenFields chosen={chosen} />
          <label>
            Games
            <input type="number" min="10" max="1000000" value={games} onInput={(event) => setGames(Math.max(10, Math.round(Number(event.currentTarget.value))))} />
          </label>
          <label class="check">
            <input type="checkbox" checked={worth} onChange={(event) => setWorth(event.currentTarget.checked)} /> Also find what units and options are worth
          </label>
          <button type="submit" class="primary" disabled={report.stage.value !== null}>
            Play them
          </button>
        </form>
      )}
      <Progress trial={report} shown={answer?.games ?? null} />
      {failed !== null && <FailureOf failure={failed} title="This scenario cannot be played" />}
      {answer !== null && <Report report={answer} sides={report.question.value?.sides ?? []} />}
    </div>
  );
}

function Report({ report, sides }: { report: ReportDocument; sides: readonly Pair[] }) {
  const studio = useStudio();
  const [first, ...others] = report.heading;
  const look = (seed: number): void => {
    studio.game.watch({ scenario: report.scenario, variants: [...studio.question.variants.value], sides: [...sides], seed });
    studio.screen.show("board");
  };
  return (
    <article class="report" aria-label="Report">
      <p class="lead">{first}</p>
      {others.map((line) => (
        <p key={line} class="quiet">
          {line}
        </p>
      ))}
      {report.sections.map((section) => (
        <SectionView key={section.title} section={section} />
      ))}
      {report.map !== null && (
        <section>
          <h3>{report.map.title}</h3>
          <p>{report.map.legend}</p>
          <img class="map-of-fights" src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(report.map.svg)}`} alt="The map, with circles where units fight and die" />
        </section>
      )}
      {report.notable.length > 0 && (
        <section>
          <h3>Games to look at</h3>
          <ul class="notable">
            {report.notable.map(({ what, seed, words }) => (
              <li key={what}>
                The {what} game, seed {seed}: {words}.{" "}
                <button type="button" class="link" onClick={() => look(seed)}>
                  Show it on the board
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

function SectionView({ section }: { section: ReportSection }) {
  const [isWhole, setWhole] = useState(false);
  const { table } = section;
  const rows = table === null ? [] : isWhole ? table.rows : table.rows.slice(0, MOST_ROWS);
  const hasMarks = table !== null && table.marks.length > 0;
  return (
    <section>
      <h3>{section.title}</h3>
      {section.sentences.map((sentence) => (
        <p key={sentence}>{withCode(sentence)}</p>
      ))}
      {table !== null && (
        <div class="scrolls" tabIndex={0} role="group" aria-label={section.title}>
          <table class="numbers">
            <thead>
              <tr>
                {table.head.map((head, at) => (
                  <th key={at} scope="col">
                    {head}
                  </th>
                ))}
                {hasMarks && (
                  <th scope="col">
                    <span class="hidden">Drawn</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, number) => {
                const mark = table.marks[number];
                return (
                  <tr key={number}>
                    {row.map((cell, at) =>
                      at === 0 ? (
                        <th key={at} scope="row">
                          {withCode(cell)}
                        </th>
                      ) : (
                        <td key={at} class={/^[-+\d]/.test(cell) ? "number" : undefined}>
                          {withCode(cell)}
                        </td>
                      ),
                    )}
                    {hasMarks && <td>{mark !== undefined && <Interval mark={mark} scale={table.scale} />}</td>}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      {table !== null && rows.length < table.rows.length && (
        <button type="button" class="link" onClick={() => setWhole(true)}>
          {table.rows.length - rows.length} more rows
        </button>
      )}
    </section>
  );
}
