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
          <span>
            The studio does not answer. What you write stays on this page and is saved when it answers again. If you have restarted it, open the
            address that it prints, and copy from here what was not saved.
          </span>
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
