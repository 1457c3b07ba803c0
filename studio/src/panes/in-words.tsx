// The rule under the caret in plain English, as the rulebook prints it.

import { useEffect, useState } from "preact/hooks";
import { Superseded } from "../connection/back";
import { Refused } from "../connection/peer";
import type { RuleInWords, WordsDocument, WordsLine } from "../protocol/paper";
import { useStudio } from "../studio";
import { FailureOf } from "./failure";

const PAUSE = 250;

export function InWordsPane() {
  const { desk, texts, paper } = useStudio();
  const file = desk.file.value;
  const caret = desk.caret.value;
  const revision = texts.revision.value;
  const [words, setWords] = useState<WordsDocument | null | undefined>(undefined);
  const [failed, setFailed] = useState<Refused | null>(null);
  useEffect(() => {
    if (file === undefined || !file.isRules) return;
    const timer = setTimeout(() => {
      const line = file.doc.lineAt(Math.min(caret, file.doc.length));
      const position = { line: line.number - 1, character: Math.min(caret, file.doc.length) - line.from };
      paper.ask<WordsDocument | null>("words", "sandtable/words", { textDocument: { uri: file.uri }, position }).then(
        (found) => {
          setWords(found);
          setFailed(null);
        },
        (error: unknown) => {
          if (!(error instanceof Superseded)) setFailed(Refused.from(error));
        },
      );
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [file, caret, revision, paper]);
  if (file === undefined || !file.isRules) return <p class="padded quiet">Open a rule file, and put the caret into a rule.</p>;
  if (failed !== null) {
    return (
      <div class="padded">
        <FailureOf failure={failed} title="The rule cannot be shown in words" />
      </div>
    );
  }
  if (words === undefined) return <p class="padded quiet">Reading the rules …</p>;
  if (words === null) return <p class="padded quiet">The ruleset has errors. Correct them to see its rules in words.</p>;
  const rules = words.sections.flatMap((section) => section.rules.map((rule) => ({ section, rule })));
  if (rules.length === 0) return <p class="padded quiet">Put the caret into a rule to see it in words.</p>;
  return (
    <div class="scroll padded in-words" aria-live="polite">
      {rules.map(({ section, rule }) => (
        <article key={rule.anchor}>
          {section.number !== "" && (
            <p class="quiet">
              {section.number} {section.title}
            </p>
          )}
          <h2 class="pane-title">{rule.title}</h2>
          {remarks(rule).map((remark) => (
            <p key={remark} class="quiet">
              {remark}
            </p>
          ))}
          {rule.lines.map((line, at) => (
            <LineView key={at} line={line} />
          ))}
        </article>
      ))}
    </div>
  );
}

function remarks(rule: RuleInWords): string[] {
  const found: string[] = [];
  if (rule.sort === "option") found.push("Optional rule");
  else if (rule.optional.length > 0) found.push(`Optional rule: “${rule.optional.join("”, “")}”`);
  if (rule.changed_by.length > 0) found.push(`Changed by the variant ${rule.changed_by.join(", ")}`);
  return found;
}

function LineView({ line }: { line: WordsLine }) {
  const indent = { marginInlineStart: `${line.depth * 1.4}em` };
  if (line.block === "table") {
    return (
      <div class="scrolls" style={indent}>
        <table>
          <thead>
            <tr>
              {line.heads.map((head, at) => (
                <th key={at} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {line.rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  }
  return (
    <p class={line.block === "note" ? "quiet" : undefined} style={indent}>
      {line.mark !== "" && <span class="mark">{line.mark} </span>}
      {line.text}
    </p>
  );
}
