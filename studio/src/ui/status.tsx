// The line at the bottom: the check, the calculation that is under way, and whether everything is saved.

import { useStudio } from "../studio";
import { counted } from "../words";
import { Notice } from "./notices";

export function Status() {
  const { findings, saving, back, store, screen } = useStudio();
  const all = findings.all.value;
  const errors = all.filter((finding) => finding.severity === "error").length;
  const warnings = all.filter((finding) => finding.severity === "warning").length;
  const notes = all.length - errors - warnings;
  const counts = [errors > 0 && counted(errors, "error"), warnings > 0 && counted(warnings, "warning"), notes > 0 && counted(notes, "note")].filter(Boolean);
  const state = saving.state.value;
  const work = back.work.value;
  const took = findings.took.value;
  return (
    <footer>
      <button type="button" class="plain" onClick={() => ((screen.lower.value = "findings"), screen.focus("findings"))}>
        {counts.length === 0 ? "No findings" : counts.join(", ")}
      </button>
      {took !== null && <span>checked in {Math.max(1, Math.round(took))} ms</span>}
      {work !== null && (
        <span class="work">
          <span class="spinner" aria-hidden="true" /> calculating{work.done === null ? "" : `, ${work.done.toLocaleString("en")} states`}
          <button type="button" class="plain" onClick={() => back.stop()}>
            Stop
          </button>
        </span>
      )}
      <Notice />
      <span class={typeof state === "object" ? "bad" : ""} role={typeof state === "object" ? "alert" : undefined}>
        {typeof state === "object" ? `Not saved: ${state.failed}` : state === "saved" ? `Saved in ${store.folder}` : "Saving …"}
      </span>
    </footer>
  );
}
