// Two situations beside each other, with the differences.

import type { CompareDocument } from "../../protocol/documents";
import { differences } from "../../question/differences";
import { short } from "../../question/fraction";
import type { QuestionRecord } from "../../question/question";
import { useStudio } from "../../studio";
import { percent } from "../../words";

export function Comparison({ odds, record }: { odds: CompareDocument; record: QuestionRecord }) {
  const form = useStudio().question.form.value;
  const most = Math.max(...odds.outcomes.flatMap((row) => [row.first?.percent ?? 0, row.second?.percent ?? 0]), 0.000001);
  const width = (value: number | undefined): string => `${(100 * (value ?? 0)) / most}%`;
  return (
    <>
      <h2 class="asked">{odds.first.question}</h2>
      <p class="asked second">
        <span class="second-mark" aria-hidden="true" />{" "}
        <span title={odds.second.question}>{form === null ? odds.second.question : `the same with ${differences(record, form).join(", ")}`}</span>
      </p>
      <table class="bars compared">
        <thead>
          <tr>
            <th scope="col">Outcome</th>
            <th scope="col">
              <span class="hidden">Bars</span>
            </th>
            <th scope="col" class="figure">
              first
            </th>
            <th scope="col" class="figure">
              second
            </th>
            <th scope="col" class="figure">
              difference
            </th>
          </tr>
        </thead>
        <tbody>
          {odds.outcomes.map((row) => (
            <tr key={row.outcome}>
              <th scope="row">{row.outcome}</th>
              <td class="bar-cell" aria-hidden="true">
                <span class="bar" style={{ inlineSize: width(row.first?.percent) }} />
                <span class="bar two" style={{ inlineSize: width(row.second?.percent) }} />
              </td>
              <td class="figure" title={row.first?.chance}>
                {percent(row.first?.percent ?? 0)}
                <small>{short(row.first?.chance ?? "0")}</small>
              </td>
              <td class="figure" title={row.second?.chance}>
                {percent(row.second?.percent ?? 0)}
                <small>{short(row.second?.chance ?? "0")}</small>
              </td>
              <td class={`figure change ${row.difference > 0 ? "up" : row.difference < 0 ? "down" : ""}`}>{points(row.difference)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {odds.first.mean !== null && odds.second.mean !== null && (
        <p class="mean">
          mean <b>{odds.first.mean.toFixed(4)}</b>, then <b>{odds.second.mean.toFixed(4)}</b> ({points(odds.second.mean - odds.first.mean)})
        </p>
      )}
    </>
  );
}

export function points(difference: number): string {
  if (Math.abs(difference) < 0.005) return "0";
  return `${difference > 0 ? "+" : "−"}${Math.abs(difference).toFixed(2)}`;
}
