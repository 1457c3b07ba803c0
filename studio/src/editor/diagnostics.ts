// Findings drawn under the text.

import { setDiagnostics, type Action, type Diagnostic } from "@codemirror/lint";
import type { EditorState, TransactionSpec } from "@codemirror/state";
import { Facet } from "@codemirror/state";
import { offsetOf } from "../texts/edits";
import type { Cure, ShownFinding } from "../texts/findings";

/** Carries out a cure. */
export const cureWith = Facet.define<(cure: Cure) => void, (cure: Cure) => void>({
  combine: (given) => given[0] ?? (() => {}),
});

export function diagnosticsEffect(state: EditorState, found: readonly ShownFinding[]): TransactionSpec {
  const carry = state.facet(cureWith);
  const shown = found.map((finding): Diagnostic => {
    const from = offsetOf(state.doc, finding.range.start);
    const to = Math.max(from, offsetOf(state.doc, finding.range.end));
    const actions = finding.cures.map((cure): Action => ({ name: capital(cure.title), apply: () => carry(cure) }));
    return {
      from,
      to,
      severity: finding.severity === "note" ? "info" : finding.severity,
      message: finding.problem,
      markClass: `finding-${finding.severity}`,
      renderMessage: () => message(finding),
      actions,
    };
  });
  return setDiagnostics(state, shown);
}

function message(finding: ShownFinding): HTMLElement {
  const box = document.createElement("div");
  const problem = document.createElement("strong");
  problem.textContent = finding.problem;
  box.append(problem);
  if (finding.help !== null) {
    const help = document.createElement("div");
    help.textContent = finding.help;
    box.append(help);
  }
  const about = document.createElement("small");
  about.textContent = [finding.code, ...finding.rules.map((rule) => `rule ${rule}`)].join(" · ");
  box.append(about);
  return box;
}

/** Begins a title with a capital letter, unless it begins with a name. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
