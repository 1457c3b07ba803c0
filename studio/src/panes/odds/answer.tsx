// The answer: chances as bars and figures, a table, or two situations beside each other.

import { useStudio } from "../../studio";
import type { Refused } from "../../connection/peer";
import { FailureOf } from "../failure";
import { Assumed } from "./assumed";
import { Bars } from "./bars";
import { DecidedByWorth } from "./by-worth";
import { Comparison } from "./comparison";
import { Heat } from "./heat";
import { Tools } from "./tools";

/** So many rolls estimate a chance to about half a point of a hundred. */
const ROLLS = 100_000;

/** Other ways to an answer, where an exact one cannot be given. */
function Ways({ failure }: { failure: Refused }) {
  const { question } = useStudio();
  const codes = failure.findings?.findings.map((finding) => finding.code) ?? [];
  if (codes.includes("E0506")) {
    return (
      <p class="tools">
        <button type="button" class="primary" onClick={() => (question.sample.value = ROLLS)}>
          Estimate it by {ROLLS.toLocaleString("en")} rolls
        </button>
      </p>
    );
  }
  if (codes.includes("E0534")) {
    return (
      <p class="tools">
        <button type="button" class="primary" onClick={() => (question.policy.value = "first")}>
          Choose the first option
        </button>
        <button type="button" onClick={() => (question.policy.value = "random")}>
          Choose at random
        </button>
      </p>
    );
  }
  return null;
}

export function AnswerView() {
  const { question, findings } = useStudio();
  const answer = question.answer.value;
  const failed = question.failed.value;
  const hasErrors = findings.all.value.some((finding) => finding.severity === "error");
  const isOld = failed !== null && answer !== null;
  return (
    <section class="answer" aria-label="Answer" aria-busy={question.busy.value}>
      {failed !== null && <FailureOf failure={failed} title={hasErrors ? "The rules have errors now" : "There is no answer"} />}
      {failed !== null && <Ways failure={failed} />}
      {isOld && <p class="quiet">Below is the last sound answer.</p>}
      {answer === null ? (
        failed === null && <p class="quiet">Calculating …</p>
      ) : (
        <div class={isOld ? "old" : ""}>
          {answer.odds.schema === "sandtable/odds/1" && <Bars odds={answer.odds} />}
          {answer.odds.schema === "sandtable/compare/1" && <Comparison odds={answer.odds} record={answer.record} />}
          {answer.odds.schema === "sandtable/table/1" && <Heat table={answer.odds} />}
          <Assumed assumed={"assumed" in answer.odds ? answer.odds.assumed : answer.odds.first.assumed} />
          <DecidedByWorth decisions={"by_worth" in answer.odds ? answer.odds.by_worth : answer.odds.first.by_worth} />
          <Tools answer={answer} />
        </div>
      )}
    </section>
  );
}
