// What the page says: what has just happened, and what needs a decision.

import { useEffect } from "preact/hooks";
import { withCode } from "../panes/findings";
import { useStudio } from "../studio";
import { Conflicts } from "./conflicts";

const SHOWN = 12_000;

/** What has just happened, in the line at the bottom: nothing is covered by it. */
export function Notice() {
  const studio = useStudio();
  const notice = studio.notice.value;
  const undo = notice?.undo ?? null;
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => (studio.notice.value = null), SHOWN);
    return () => clearTimeout(timer);
  }, [notice, studio]);
  return (
    <div class="told" role="status" aria-live="polite">
      {notice !== null && (
        <>
          <span title={notice.text}>{withCode(notice.text)}</span>
          {undo !== null && (
            <button type="button" class="small" onClick={() => studio.undoAct(undo)}>
              Undo
            </button>
          )}
          <button type="button" class="icon" aria-label="Close the notice" onClick={() => (studio.notice.value = null)}>
            ×
          </button>
        </>
      )}
    </div>
  );
}

/** What needs a decision, or to be known, above everything else. */
export function Alerts() {
  const studio = useStudio();
  return (
    <div class="notices">
      {!studio.front.connected.value && (
        <div class="notice bad" role="alert">
          <span>
            The studio does not answer. What you write is kept in this browser and saved when it answers again. If you have ended it, start it again in
            the same folder: this page finds it.
          </span>
        </div>
      )}
      <Conflicts />
    </div>
  );
}
