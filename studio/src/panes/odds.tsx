// The odds beside the rule: the question as a form, the answer below it.

import { useStudio } from "../studio";
import { AnswerView } from "./odds/answer";
import { AskPicker } from "./odds/ask-picker";
import { CompareForm } from "./odds/compare-form";
import { FailureOf } from "./failure";
import { QuestionForm } from "./odds/form";
import { Suggestions } from "./odds/suggestions";

export function OddsPane() {
  const { question } = useStudio();
  const form = question.form.value;
  const failed = question.formFailed.value;
  return (
    <div class="scroll padded odds">
      <AskPicker />
      {form === null && failed !== null && <FailureOf failure={failed} title="This ruleset cannot be asked yet" />}
      {question.ask.value === null ? (
        <Suggestions />
      ) : (
        <>
          <QuestionForm />
          <CompareForm />
          <AnswerView />
        </>
      )}
    </div>
  );
}
