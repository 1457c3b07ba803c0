// One resolution, step by step: roll it, or set each die and choice and see what changes.

import { useEffect, useState } from "preact/hooks";
import { Refused } from "../connection/peer";
import type { Die, RollDocument } from "../protocol/documents";
import { exampleOf } from "../question/example";
import { useStudio } from "../studio";
import { AskPicker } from "./odds/ask-picker";
import { Assumed } from "./odds/assumed";
import { QuestionForm } from "./odds/form";
import { FailureOf } from "./failure";
import { Steps } from "./steps";

export function TracePane() {
  const { question, trace } = useStudio();
  const ask = question.ask.value;
  const shown = trace.shown.value;
  const failed = trace.failed.value;
  const form = question.form.value;
  const asked = JSON.stringify(question.single());
  // A change of the situation shows the same dice again.
  useEffect(() => {
    if (ask === null || form === null) return;
    const timer = setTimeout(() => void trace.again(), 60);
    return () => clearTimeout(timer);
  }, [ask, form, asked, trace]);
  return (
    <div class="scroll padded trace">
      <AskPicker />
      {ask === null ? (
        <p class="quiet">Choose a rule to roll.</p>
      ) : (
        <>
          <details class="more" open={shown === null}>
            <summary>The situation</summary>
            <QuestionForm />
          </details>
          <div class="row tools">
            <button type="button" class="primary" disabled={trace.busy.value} onClick={() => void trace.roll()}>
              Roll again
            </button>
            <Toggle label="Why not" title="Say also why lines, rows and options do not apply" value={trace.why.value} set={(value) => ((trace.why.value = value), void trace.again())} />
            <Toggle label="All lookups" title="Show every step" value={trace.details.value} set={(value) => (trace.details.value = value)} />
          </div>
          {failed !== null && <FailureOf failure={failed} title="It cannot be rolled" />}
          {shown !== null && <Resolution shown={shown} />}
        </>
      )}
    </div>
  );
}

function Toggle({ label, title, value, set }: { label: string; title: string; value: boolean; set(value: boolean): void }) {
  return (
    <button type="button" class="chip" aria-pressed={value} title={title} onClick={() => set(!value)}>
      {label}
    </button>
  );
}

function Resolution({ shown }: { shown: RollDocument }) {
  const { trace } = useStudio();
  const before = trace.before.value;
  const isOther = before !== null && before.question === shown.question && before !== shown;
  return (
    <>
      <h2 class="asked">{shown.question}</h2>
      <Dice shown={shown} />
      <Choices shown={shown} />
      <p class="outcome" aria-live="polite">
        <b>{shown.outcome ?? "It did not come to an end."}</b>
      </p>
      {shown.trouble !== null && (
        <FailureOf failure={new Refused(0, shown.trouble.findings[0]?.message ?? "", shown.trouble)} title="It stopped here" />
      )}
      <Assumed assumed={shown.assumed} />
      {shown.trouble === null && <KeepExample shown={shown} />}
      <div class={isOther ? "beside" : ""}>
        <section aria-label="This resolution">
          {isOther && <h3 class="quiet-title">Now</h3>}
          <Steps steps={shown.steps} details={trace.details.value} {...(isOther ? { before: before.steps } : {})} />
        </section>
        {isOther && (
          <section class="before" aria-label="The resolution before">
            <h3 class="quiet-title">Before: {before.outcome ?? "no end"}</h3>
            <Steps steps={before.steps} details={trace.details.value} before={shown.steps} />
          </section>
        )}
      </div>
    </>
  );
}

/** Writes the resolution as an example of the designer's own ruleset. */
function KeepExample({ shown }: { shown: RollDocument }) {
  const studio = useStudio();
  const [title, setTitle] = useState<string | null>(null);
  const record = studio.question.single();
  const ruleset = record?.ruleset;
  if (record === null || ruleset === undefined || studio.library.get(ruleset)?.own !== true) return null;
  if (title === null) {
    return (
      <p>
        <button type="button" class="link" onClick={() => setTitle(shown.question)}>
          Keep it as an example
        </button>
      </p>
    );
  }
  const keep = (event: Event): void => {
    event.preventDefault();
    void studio.commands.keepExample(ruleset, title, (free) => exampleOf(free, record, shown));
    setTitle(null);
  };
  return (
    <form class="row" onSubmit={keep}>
      <label class="grow">
        <span class="hidden">Title of the example</span>
        <input type="text" class="wide" value={title} autofocus onInput={(event) => setTitle(event.currentTarget.value)} />
      </label>
      <button type="submit" class="primary" disabled={title.trim() === ""}>
        Keep
      </button>
      <button type="button" onClick={() => setTitle(null)}>
        Cancel
      </button>
    </form>
  );
}

function Dice({ shown }: { shown: RollDocument }) {
  const { trace } = useStudio();
  if (shown.dice.length === 0) return null;
  return (
    <ol class="dice" aria-label="Dice, in the order in which they were rolled">
      {shown.dice.map((die, at) => (
        <li key={at}>
          <DieInput die={die} at={at} set={(face) => void trace.setDie(at, face)} />
        </li>
      ))}
    </ol>
  );
}

function DieInput({ die, at, set }: { die: Die; at: number; set(face: string): void }) {
  return (
    <label class="die">
      <span>{die.die}</span>
      <Picker label={`Die ${at + 1}, ${die.die}`} value={die.face} values={die.faces} set={set} />
    </label>
  );
}

function Choices({ shown }: { shown: RollDocument }) {
  const { trace } = useStudio();
  if (shown.decisions.length === 0) return null;
  const set = (at: number, answer: string): void => {
    void trace.setChoices(shown.choices.map((known, number) => (number === at ? answer : known)));
  };
  return (
    <ol class="dice" aria-label="Choices, in the order in which they were made">
      {shown.decisions.map(({ title, answer, options }, at) => (
        <li key={at}>
          <label class="die">
            <span>{title}</span>
            <Picker label={`Choice ${at + 1}, ${title}`} value={answer} values={options} set={(chosen) => set(at, chosen)} />
          </label>
        </li>
      ))}
    </ol>
  );
}

interface PickerProperties {
  label: string;
  value: string;
  /** All values; where they are very many, one is written. */
  values: readonly string[] | undefined;
  set(value: string): void;
}

function Picker({ label, value, values, set }: PickerProperties) {
  if (values === undefined) {
    return <input type="text" size={Math.max(4, value.length)} aria-label={label} value={value} onChange={(event) => set(event.currentTarget.value.trim())} />;
  }
  return (
    <select aria-label={label} value={value} onChange={(event) => set(event.currentTarget.value)}>
      {values.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  );
}
