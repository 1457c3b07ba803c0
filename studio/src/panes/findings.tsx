// The findings as a list: those of the text that is open first.

import { useState } from "preact/hooks";
import { capital } from "../editor/diagnostics";
import { useStudio } from "../studio";
import type { ShownFinding } from "../texts/findings";
import { counted } from "../words";

const WORDS = { error: "Error", warning: "Warning", note: "Note" };

export function FindingsList() {
  const { findings, desk, library, question } = useStudio();
  const all = findings.all.value;
  const uri = desk.file.value?.uri;
  const here = all.filter((finding) => finding.uri === uri);
  const ruleset = question.ruleset.value;
  // What is of another game is not in the way.
  const isOther = (finding: ShownFinding): boolean => {
    const name = library.of(finding.uri)?.name;
    return name !== undefined && ruleset !== null && name !== ruleset && library.get(ruleset)?.base.includes(name) !== true;
  };
  const rest = all.filter((finding) => finding.uri !== uri);
  const elsewhere = rest.filter((finding) => !isOther(finding));
  const others = rest.filter(isOther);
  if (all.length === 0) {
    const isBook = ruleset !== null && library.get(ruleset)?.own === false;
    const sound = library.own.value.length === 0 ? "What is wrong with your rules is shown here while you write." : "Nothing is wrong with your rules and units.";
    return <p class="sound">{isBook ? "The books are checked with every release." : sound}</p>;
  }
  return (
    <div class="scroll">
      {here.length > 0 && <Group findings={here} />}
      {elsewhere.length > 0 && (
        <>
          {here.length > 0 && <h3 class="quiet-title">In other texts</h3>}
          <Group findings={elsewhere} />
        </>
      )}
      {here.length + elsewhere.length === 0 && <p class="sound">Nothing is wrong with this game.</p>}
      {others.length > 0 && (
        <details class="other-games">
          <summary>{counted(others.length, "finding")} in other games</summary>
          <Group findings={others} />
        </details>
      )}
    </div>
  );
}

/** Long lists are cut: the first findings are to be settled first, and typing does not wait for the drawing of the others. */
const FEW = 20;
const MORE = 100;

function Group({ findings }: { findings: readonly ShownFinding[] }) {
  const [most, setMost] = useState(FEW);
  return (
    <>
      <ul class="findings">
        {findings.slice(0, most).map((finding, at) => (
          <FindingItem key={`${finding.uri} ${finding.code} ${finding.problem} ${at}`} finding={finding} />
        ))}
      </ul>
      {findings.length > most && (
        <p class="row">
          <button type="button" onClick={() => setMost(most + MORE)}>
            Show {Math.min(findings.length - most, MORE)} more
          </button>
        </p>
      )}
    </>
  );
}

function FindingItem({ finding }: { finding: ShownFinding }) {
  const studio = useStudio();
  const { desk, screen, library } = studio;
  const place = `${finding.path.slice(finding.path.lastIndexOf("/") + 1)}, line ${finding.range.start.line + 1}`;
  const go = (): void => {
    void desk.go({ uri: finding.uri, range: finding.range });
    screen.pane.value = "text";
  };
  const ruleset = library.of(finding.uri)?.name;
  return (
    <li class={`finding ${finding.severity}`}>
      <span class="mark" role="img" aria-label={WORDS[finding.severity]} />
      <div class="about">
        <p>
          <b>{withCode(finding.problem)}</b>
          {finding.rules.map((rule) => (
            <button key={rule} type="button" class="cite" onClick={() => studio.showSection(ruleset, rule)}>
              {rule}
            </button>
          ))}
        </p>
        {finding.help !== null && <p class="help">{withCode(finding.help)}</p>}
        <p class="places">
          <button type="button" class="link" onClick={go}>
            {place}
          </button>
          {finding.related.map(({ text, place: related }) => (
            <button key={`${related.uri} ${related.range.start.line}`} type="button" class="link" onClick={() => void desk.go(related)}>
              {text}
            </button>
          ))}
          {finding.example?.stale === true && <span class="tag stale">before the last change</span>}
          <button type="button" class="link" title={`What ${finding.code} means, with an example`} onClick={() => studio.explain(finding.code)}>
            Why?
          </button>
          <span class="code">{finding.code}</span>
        </p>
      </div>
      <div class="cures">
        {finding.example !== undefined && (
          <button type="button" onClick={() => void studio.commands.accept(finding.example?.ruleset ?? "", finding.example?.title)}>
            Accept the new result
          </button>
        )}
        {finding.cures.map((cure, at) => (
          <button key={cure.title} type="button" class={at === 0 ? "primary" : ""} onClick={() => studio.cure(cure)}>
            {withCode(capital(cure.title))}
          </button>
        ))}
      </div>
    </li>
  );
}

/** Shows what is between backticks as code. */
export function withCode(text: string) {
  return text.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
