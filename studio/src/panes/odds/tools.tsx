// What can be done with an answer: copy it as a picture or a table, roll it once.

import type { Answer } from "../../question/question";
import { csvOf } from "../../question/csv";
import { pictureOf, toPng } from "../../question/picture";
import { useStudio } from "../../studio";
import { copy, save, say } from "../../ui/actions";
import { counted } from "../../words";
import { messageOf } from "../../texts/saving";

export function Tools({ answer }: { answer: Answer }) {
  const studio = useStudio();
  const { odds, took } = answer;
  const name = `${answer.record.ruleset}-${answer.record.ask}`;
  const copyPng = async (): Promise<void> => {
    try {
      const png = toPng(pictureOf(odds));
      await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
      say(studio, "The picture is copied.");
    } catch (error) {
      say(studio, `The picture cannot be copied: ${messageOf(error)}`);
    }
  };
  return (
    <>
      <p class="tools">
        <button type="button" onClick={() => studio.screen.show("trace")}>
          Roll it once
        </button>
        <button type="button" onClick={() => void copy(studio, csvOf(odds), "The table is")}>
          Copy CSV
        </button>
        <button type="button" onClick={() => void copyPng()}>
          Copy picture
        </button>
        <button type="button" onClick={() => save(new Blob([pictureOf(odds).svg], { type: "image/svg+xml" }), `${name}.svg`)}>
          SVG
        </button>
      </p>
      {(answer.record.sample !== undefined || answer.record.policy !== undefined) && (
        <p class="quiet">
          {answer.record.policy !== undefined && `Where the rules do not decide, ${answer.record.policy === "first" ? "the first option is chosen" : "chance decides"}. `}
          <button type="button" class="link" onClick={() => ((studio.question.sample.value = null), (studio.question.policy.value = null))}>
            Ask exactly again
          </button>
        </p>
      )}
      <p class="quiet how">
        {odds.schema === "sandtable/odds/1" && odds.runs !== null ? counted(odds.runs, "roll") : "exact"}
        {odds.schema === "sandtable/odds/1" && odds.states > 1 && `, ${counted(odds.states, "game state")}`}, {took < 10 ? took.toFixed(1) : Math.round(took)} ms
      </p>
    </>
  );
}
