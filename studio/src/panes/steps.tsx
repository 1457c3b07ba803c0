// The steps of a trace or of a game, each with its section and its place in the text.

import { useStudio } from "../studio";
import type { Step } from "../protocol/documents";

interface StepsProperties {
  steps: readonly Step[];
  details: boolean;
  /** Steps to compare with: those that are not among them are marked. */
  before?: readonly Step[];
}

export function Steps({ steps, details, before }: StepsProperties) {
  const { desk, screen, question } = useStudio();
  const studio = useStudio();
  const known = before === undefined ? null : new Set(before.map((step) => step.text));
  const ruleset = question.ruleset.value ?? undefined;
  return (
    <ol class="steps">
      {steps
        .filter((step) => details || !step.detail)
        .map((step, at) => {
          const isNew = known !== null && !known.has(step.text);
          const { place } = step;
          return (
            <li key={at} style={{ "--depth": step.depth }} class={[step.detail ? "detail" : "", isNew ? "new" : ""].join(" ")}>
              {place === null || place === undefined ? (
                <span>{step.text}</span>
              ) : (
                <button
                  type="button"
                  class="step"
                  title="Show it in the text"
                  onClick={() => {
                    void desk.go(place, false);
                    screen.pane.value = "text";
                  }}
                >
                  {step.text}
                </button>
              )}
              {isNew && <span class="hidden"> (changed)</span>}
              {step.sections.map((section) => (
                <button key={section} type="button" class="cite" onClick={() => studio.showSection(ruleset, section)}>
                  {section}
                </button>
              ))}
            </li>
          );
        })}
    </ol>
  );
}
