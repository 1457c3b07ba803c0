// Worked examples: whether each still gives what it expects, and the new result accepted.

import { useEffect } from "preact/hooks";
import { Refused } from "../connection/peer";
import { useStudio } from "../studio";
import type { ExampleRow } from "../texts/examples";
import { counted } from "../words";
import { FailureOf } from "./failure";
import { withCode } from "./findings";

export function ExamplesList() {
  const { commands, question, library, back } = useStudio();
  const ruleset = question.ruleset.value;
  if (ruleset !== null && library.get(ruleset)?.own === true) return <OwnExamples key={ruleset} ruleset={ruleset} />;
  const result = commands.examples.value;
  const busy = back.work.value?.slot === "example";
  return (
    <div class="scroll">
      <p class="row">
        <button type="button" disabled={ruleset === null || busy} onClick={() => ruleset !== null && void commands.runExamples(ruleset)}>
          Run all examples
        </button>
        {busy && <span class="quiet">running …</span>}
      </p>
      {result instanceof Refused && <FailureOf failure={result} title="The examples cannot be run" />}
      {result !== null &&
        !(result instanceof Refused) &&
        result.rulesets.map((one) => (
          <section key={one.ruleset}>
            <h3 class="quiet-title">
              {counted(one.passed, "example")} passed{one.failed > 0 ? `, ${one.failed} failed` : ""}
            </h3>
            <List rows={one.examples} />
          </section>
        ))}
    </div>
  );
}

function OwnExamples({ ruleset }: { ruleset: string }) {
  const { examples, commands } = useStudio();
  useEffect(() => examples.want(ruleset), [examples, ruleset]);
  const run = examples.of(ruleset);
  const rows = run?.rows?.examples ?? [];
  const failed = rows.filter((row) => !row.passed).length;
  return (
    <div class="scroll">
      <p class="row">
        <span class={failed > 0 ? "bad-text" : ""} role="status">
          {run === undefined
            ? "The examples are run …"
            : rows.length === 0
              ? "There are no examples yet: “Keep it as an example” in the trace writes one."
              : `${counted(rows.length - failed, "example")} passed${failed > 0 ? `, ${failed} ${failed === 1 ? "gives another result" : "give other results"}` : ""}`}
        </span>
        {run?.stale === true && <span class="tag stale">{run.refused === null ? "running again …" : "from before the last changes"}</span>}
        {failed > 1 && (
          <button type="button" onClick={() => void commands.accept(ruleset)}>
            Accept all new results
          </button>
        )}
      </p>
      {run !== undefined && run.refused !== null && <FailureOf failure={run.refused} title="The examples cannot be run now" />}
      <List rows={rows} accept={(title) => void commands.accept(ruleset, title)} />
    </div>
  );
}

function List({ rows, accept }: { rows: readonly ExampleRow[]; accept?: (title: string) => void }) {
  return (
    <ul class="examples">
      {rows
        .toSorted((a, b) => Number(a.passed) - Number(b.passed))
        .map((example) => (
          <li key={example.title} class={example.passed ? "passed" : "failed-example"}>
            <span class="mark" role="img" aria-label={example.passed ? "passes" : "differs"}>
              {example.passed ? "✓" : "✗"}
            </span>
            <div>
              <ExampleTitle example={example} />{" "}
              {example.sections.map((section) => (
                <span key={section} class="cite">
                  {section}
                </span>
              ))}
              {example.findings.map((finding) => (
                <p key={finding.message} class="help">
                  {withCode(finding.message.replace(`example "${example.title}" `, ""))}
                  {finding.labels[0] !== undefined && finding.labels[0].text !== "" ? <>: {withCode(finding.labels[0].text)}</> : ""}
                </p>
              ))}
            </div>
            {!example.passed && accept !== undefined && (
              <button type="button" class="small" onClick={() => accept(example.title)}>
                Accept the new result
              </button>
            )}
          </li>
        ))}
    </ul>
  );
}

function ExampleTitle({ example }: { example: ExampleRow }) {
  const { commands } = useStudio();
  return (
    <button type="button" class="link" onClick={() => void commands.showExample(example.title)}>
      {example.title}
    </button>
  );
}
