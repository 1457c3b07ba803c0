// The book's numbered rules, and what the ruleset makes of each.

import { useEffect, useMemo, useState } from "preact/hooks";
import { Refused } from "../connection/peer";
import { Superseded } from "../connection/back";
import type { CoverageDocument, CoverageRule } from "../protocol/documents";
import { useStudio } from "../studio";
import { FailureOf } from "./failure";
import { withCode } from "./findings";

const FATES = {
  encoded: "Runs",
  judged: "Judged by the players",
  advice: "Nothing to carry out",
  missing: "Missing",
} as const;

type Filter = "all" | CoverageRule["fate"] | "untested" | "contradictions";

export function CoveragePane() {
  const { paper, question, texts, screen } = useStudio();
  const ruleset = question.ruleset.value;
  const revision = texts.revision.value;
  const [coverage, setCoverage] = useState<CoverageDocument | null>(null);
  const [failed, setFailed] = useState<Refused | null>(null);
  const [filter, setFilter] = useState<Filter>("all");
  const [words, setWords] = useState("");
  useEffect(() => {
    setCoverage(null);
  }, [ruleset]);
  useEffect(() => {
    if (ruleset === null) return;
    const timer = setTimeout(() => {
      paper.ask<CoverageDocument>("coverage", "sandtable/coverage", { ruleset }).then(
        (found) => {
          setCoverage(found);
          setFailed(null);
        },
        (error: unknown) => {
          if (!(error instanceof Superseded)) setFailed(Refused.from(error));
        },
      );
    }, 300);
    return () => clearTimeout(timer);
  }, [ruleset, revision, paper]);
  const wanted = screen.section.value;
  useEffect(() => {
    if (wanted !== null && coverage !== null) {
      setFilter("all");
      setWords(wanted);
      screen.section.value = null;
    }
  }, [wanted, coverage, screen]);
  const rules = useMemo(() => shown(coverage, filter, words), [coverage, filter, words]);
  if (ruleset === null) return <p class="padded quiet">Choose a ruleset.</p>;
  if (coverage === null) {
    return (
      <div class="padded">
        {failed === null ? (
          <p class="quiet">Comparing the rules with the book …</p>
        ) : (
          <>
            <FailureOf failure={failed} title="There is no coverage to show" />
            <p class="quiet">
              Coverage needs a list of the book’s numbered rules: an <code>index.toml</code>, named by <code>index</code> in the ruleset, or a draft in
              Markdown.
            </p>
          </>
        )}
      </div>
    );
  }
  const untested = coverage.unexercised.length;
  const filters: [Filter, string, number][] = [
    ["all", "All", coverage.total],
    ["encoded", "Runs", coverage.encoded],
    ["untested", "Runs, no example", untested],
    ["judged", "Judged", coverage.judged],
    ["advice", "Advice", coverage.advice],
    ["missing", "Missing", coverage.missing.length],
    ["contradictions", "Contradictions", coverage.contradictions.length],
  ];
  return (
    <div class="scroll padded">
      <h2 class="pane-title">
        {coverage.encoded} of {coverage.total} rules run
      </h2>
      <Meter coverage={coverage} />
      <div class="filters" role="group" aria-label="Show">
        {filters.map(([name, title, count]) => (
          <button key={name} type="button" class="chip" aria-pressed={filter === name} onClick={() => setFilter(name)}>
            {title} <span class="count">{count}</span>
          </button>
        ))}
      </div>
      <label class="search">
        <span class="hidden">Search the rules</span>
        <input type="search" placeholder="Number or words" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
      </label>
      <div class="scrolls">
        <table class="coverage">
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">Title</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {rules.map((rule) => (
              <RuleRow key={rule.id} rule={rule} ruleset={ruleset} />
            ))}
          </tbody>
        </table>
      </div>
      {rules.length === 0 && <p class="quiet">No rule of the book is like this.</p>}
    </div>
  );
}

function shown(coverage: CoverageDocument | null, filter: Filter, words: string): CoverageRule[] {
  if (coverage === null) return [];
  const untested = new Set(coverage.unexercised);
  const wanted = words.toLowerCase().trim();
  return coverage.rules.filter((rule) => {
    const isWanted =
      filter === "all" ||
      rule.fate === filter ||
      (filter === "untested" && untested.has(rule.id)) ||
      (filter === "contradictions" && rule.contradiction !== null);
    return isWanted && (wanted === "" || rule.id.startsWith(wanted) || rule.title.toLowerCase().includes(wanted));
  });
}

function Meter({ coverage }: { coverage: CoverageDocument }) {
  const parts: [string, number][] = [
    ["exercised", coverage.exercised],
    ["untested", coverage.encoded - coverage.exercised],
    ["judged", coverage.judged],
    ["advice", coverage.advice],
    ["missing", coverage.missing.length],
  ];
  const words = `${coverage.exercised} run and have an example, ${coverage.encoded - coverage.exercised} run and have none, ${coverage.judged} judged, ${coverage.advice} advice, ${coverage.missing.length} missing`;
  return (
    <div class="meter" role="img" aria-label={words} title={words}>
      {parts
        .filter(([, count]) => count > 0)
        .map(([name, count]) => (
          <span key={name} class={name} style={{ flexGrow: count }} />
        ))}
    </div>
  );
}

/** So many lines are listed. */
const MOST_PLACES = 4;

function RuleRow({ rule, ruleset }: { rule: CoverageRule; ruleset: string }) {
  const studio = useStudio();
  const state = rule.fate === "encoded" && !rule.exercised ? "untested" : rule.fate;
  return (
    <tr>
      <th scope="row">{rule.id}</th>
      <td>
        {rule.title}
        {rule.contradiction !== null && <p class="help">Contradiction: {withCode(rule.contradiction)}</p>}
        {rule.unclear !== null && <p class="help">Unclear: {withCode(rule.unclear)}</p>}
        {rule.reading !== "" && <p class="help">Read as: {withCode(rule.reading)}</p>}
        {rule.reason !== "" && <p class="help">{withCode(rule.reason)}</p>}
        <p class="places">
          {rule.places.slice(0, MOST_PLACES).map((place) => (
            <button key={place} type="button" class="link" onClick={() => studio.goToLine(ruleset, place)}>
              {place}
            </button>
          ))}
          {rule.places.length > MOST_PLACES && <small>and {rule.places.length - MOST_PLACES} more</small>}
        </p>
      </td>
      <td>
        <span class={`state ${state}`}>{rule.fate === "encoded" && !rule.exercised ? "Runs, no example" : FATES[rule.fate]}</span>
      </td>
    </tr>
  );
}
