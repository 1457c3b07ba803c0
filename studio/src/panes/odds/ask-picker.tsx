// Chooses the rule that is asked about.

import type { Ask, AskSort } from "../../protocol/documents";
import { useStudio } from "../../studio";

const SORTS: [AskSort, string][] = [
  ["roll", "Rolls"],
  ["action", "Actions"],
  ["table", "Tables"],
  ["formula", "Formulas"],
  ["modifiers", "Modifiers"],
  ["sequence", "Sequences"],
];

export function AskPicker() {
  const { question, desk } = useStudio();
  const form = question.form.value;
  const ruleset = question.ruleset.value;
  const ask = form?.asks.find((one) => one.name === question.ask.value);
  // The rule is shown beside its odds.
  const choose = (name: string): void => {
    if (ruleset === null) return;
    question.choose(ruleset, name === "" ? null : name);
    const place = form?.asks.find((one) => one.name === name)?.place;
    if (place != null) void desk.go(place, false);
  };
  return (
    <div class="ask-picker">
      <label class="hidden" for="ask">
        Question
      </label>
      <select
        id="ask"
        data-focus
        disabled={form === null || ruleset === null}
        value={question.ask.value ?? ""}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">Choose a rule to ask about</option>
        {SORTS.map(([sort, title]) => {
          const asks = form?.asks.filter((one) => one.sort === sort) ?? [];
          return (
            asks.length > 0 && (
              <optgroup key={sort} label={title}>
                {asks.map((one) => (
                  <option key={one.name} value={one.name}>
                    {titleOf(one)}
                  </option>
                ))}
              </optgroup>
            )
          );
        })}
      </select>
      {ask?.place != null && (
        <button type="button" class="link" onClick={() => ask.place !== null && void desk.go(ask.place)}>
          To its text
        </button>
      )}
      <AskHere asked={ask?.name} />
    </div>
  );
}

/** Offers the rule at the caret; apart from the list, which is long and does not change with the caret. */
function AskHere({ asked }: { asked: string | undefined }) {
  const { commands } = useStudio();
  const here = commands.here();
  if (here === null || here.name === asked) return null;
  return (
    <button type="button" class="link" onClick={() => commands.askHere()}>
      Ask “{titleOf(here)}”, at the caret
    </button>
  );
}

export function titleOf(ask: Ask): string {
  return ask.title === "" ? ask.name : ask.title;
}
