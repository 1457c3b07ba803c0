// Why there is no answer.

import type { Refused } from "../connection/peer";
import { useStudio } from "../studio";
import { withCode } from "./findings";

export function FailureOf({ failure, title }: { failure: Refused; title: string }) {
  const { desk, texts } = useStudio();
  const findings = failure.findings?.findings ?? [];
  const go = (path: string, line: number, column: number): void => {
    const start = { line: line - 1, character: column - 1 };
    const uri = texts.get(path)?.uri ?? texts.uri(path);
    void desk.go({ uri, range: { start, end: start } });
  };
  return (
    <div class="failure" role="alert">
      <p>
        <b>{title}.</b> {findings.length === 0 && withCode(failure.message)}
      </p>
      {findings.length > 0 && (
        <ul>
          {findings.map((finding, at) => {
            const label = finding.labels[0];
            const isHere = label !== undefined && texts.get(label.file) !== undefined;
            return (
              <li key={`${finding.code} ${at}`}>
                {withCode(finding.message)}
                {finding.citations.map((rule) => (
                  <span key={rule} class="cite">
                    {rule}
                  </span>
                ))}
                {finding.help !== null && <span class="help"> {withCode(finding.help_in_page ?? finding.help)}</span>}
                {isHere && (
                  <button type="button" class="link" onClick={() => go(label.file, label.line, label.column)}>
                    {label.file.slice(label.file.lastIndexOf("/") + 1)}, line {label.line}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
