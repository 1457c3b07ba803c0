// Worked examples: run them, and see what differs.

import { Refused } from "../connection/peer";
import { useStudio } from "../studio";
import { counted } from "../words";
import { FailureOf } from "./failure";

export function ExamplesList() {
  const { commands, question, back } = useStudio();
  const ruleset = question.ruleset.value;
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
            <ul class="examples">
              {one.examples
                .toSorted((a, b) => Number(a.passed) - Number(b.passed))
                .map((example) => (
                  <li key={example.title} class={example.passed ? "passed" : "failed-example"}>
                    <span class="mark" aria-hidden="true">
                      {example.passed ? "✓" : "✗"}
                    </span>
                    <div>
                      {example.title} {example.sections.map((section) => <span key={section} class="cite">{section}</span>)}
                      {example.findings.map((finding) => (
                        <p key={finding.message} class="help">
                          {finding.message}
                          {finding.labels[0] !== undefined && finding.labels[0].text !== "" ? `: ${finding.labels[0].text}` : ""}
                        </p>
                      ))}
                    </div>
                  </li>
                ))}
            </ul>
          </section>
        ))}
    </div>
  );
}
