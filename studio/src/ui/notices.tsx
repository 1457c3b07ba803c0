// What the page says: what has just happened, and what needs a decision.

import { useEffect } from "preact/hooks";
import { withCode } from "../panes/findings";
import { useStudio } from "../studio";
import { Conflicts } from "./conflicts";

const SHOWN = 7000;

export function Notices() {
  const studio = useStudio();
  const notice = studio.notice.value;
  const undo = notice?.undo ?? null;
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
            The studio does not answer. What you write is kept in this browser and saved when it answers again. If you have ended it, start it again in
            the same folder: this page finds it.
          </span>
        </div>
      )}
      <Conflicts />
      <div role="status" aria-live="polite">
        {notice !== null && (
          <div class="notice">
            <span>{withCode(notice.text)}</span>
            {undo !== null && (
              <button type="button" onClick={() => studio.undoAct(undo)}>
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
