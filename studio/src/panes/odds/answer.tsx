// The answer: chances as bars and figures, a table, or two situations beside each other.

import { useStudio } from "../../studio";
import { FailureOf } from "../failure";
import { Assumed } from "./assumed";
import { Bars } from "./bars";
import { Comparison } from "./comparison";
import { Heat } from "./heat";
import { Tools } from "./tools";

export function AnswerView() {
  const { question, findings } = useStudio();
  const answer = question.answer.value;
  const failed = question.failed.value;
  const hasErrors = findings.all.value.some((finding) => finding.severity === "error");
  const isOld = failed !== null && answer !== null;
  return (
    <section class="answer" aria-label="Answer" aria-busy={question.busy.value}>
      {failed !== null && <FailureOf failure={failed} title={hasErrors ? "The rules have errors now" : "There is no answer"} />}
      {isOld && <p class="quiet">Below is the last sound answer.</p>}
      {answer === null ? (
        failed === null && <p class="quiet">Calculating …</p>
      ) : (
        <div class={isOld ? "old" : ""}>
          {answer.odds.schema === "sandtable/odds/1" && <Bars odds={answer.odds} />}
          {answer.odds.schema === "sandtable/compare/1" && <Comparison odds={answer.odds} />}
          {answer.odds.schema === "sandtable/table/1" && <Heat table={answer.odds} />}
          <Assumed assumed={"assumed" in answer.odds ? answer.odds.assumed : answer.odds.first.assumed} />
          <Tools answer={answer} />
        </div>
      )}
    </section>
  );
}
