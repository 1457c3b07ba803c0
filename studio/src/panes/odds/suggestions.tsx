// Rules to begin with, while nothing is asked.

import { useStudio } from "../../studio";
import { titleOf } from "./ask-picker";

const MOST = 14;

export function Suggestions() {
  const { question, commands } = useStudio();
  const form = question.form.value;
  if (question.ruleset.value === null) return <p class="quiet">Choose a ruleset above, or start a game under “Docs”.</p>;
  if (form === null) return question.formFailed.value === null ? <p class="quiet">Reading the rules …</p> : null;
  const asks = form.asks.filter((ask) => ask.sort === "roll" || ask.sort === "action" || ask.sort === "table");
  if (asks.length === 0) return <p class="quiet">There is no roll, action or table in this ruleset yet. Write one on the left.</p>;
  return (
    <>
      <p class="lead">How likely is it? Choose a rule, or place the caret in one and press Ctrl Enter.</p>
      <ul class="cards">
        {asks.slice(0, MOST).map((ask) => (
          <li key={ask.name}>
            <button type="button" class="card" onClick={() => commands.ask(form.ruleset, ask.name)}>
              <b>{titleOf(ask)}</b>
              <span>
                {ask.sort} {ask.name}
                {ask.sections.length > 0 && <> · {ask.sections.join(", ")}</>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
