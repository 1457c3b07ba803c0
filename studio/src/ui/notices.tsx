// What the page says: what has just happened, and what needs a decision.

import { useEffect } from "preact/hooks";
import { withCode } from "../panes/findings";
import { useStudio } from "../studio";

const SHOWN = 7000;

export function Notices() {
  const studio = useStudio();
  const notice = studio.notice.value;
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => (studio.notice.value = null), SHOWN);
    return () => clearTimeout(timer);
  }, [notice, studio]);
  return (
    <div class="notices">
      {!studio.front.connected.value && (
        <div class="notice bad" role="alert">
          The studio does not answer. Your last texts stay on this page; it connects again by itself when <code>sandtable studio</code> runs.
        </div>
      )}
      {studio.saving.conflicts.value.map((conflict) => (
        <div class="notice bad" role="alert" key={conflict.path}>
          <span>
            <b>{conflict.path}</b> was {conflict.theirs === null ? "deleted" : "changed"} outside of this page, and you have changed it here.
          </span>
          <button type="button" onClick={() => studio.saving.settle(conflict, "mine")}>
            Keep mine
          </button>
          <button type="button" onClick={() => studio.saving.settle(conflict, "theirs")}>
            {conflict.theirs === null ? "Delete it" : "Take the other"}
          </button>
        </div>
      ))}
      <div role="status" aria-live="polite">
        {notice !== null && (
          <div class="notice">
            <span>{withCode(notice.text)}</span>
            {notice.undo && (
              <button type="button" onClick={() => studio.undo()}>
                Undo
              </button>
            )}
            <button type="button" class="icon" aria-label="Close" onClick={() => (studio.notice.value = null)}>
              ×
            </button>
          </div>
        )}
      </div>
    </div>
  );
}
