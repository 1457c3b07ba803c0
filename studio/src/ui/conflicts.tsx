// Texts that were changed in two places: one of them stays, or both are shown.

import { useState } from "preact/hooks";
import { useStudio } from "../studio";
import type { Conflict } from "../texts/saving";
import { Later } from "./later";

export function Conflicts() {
  const { saving } = useStudio();
  const [shown, setShown] = useState<Conflict | null>(null);
  const open = saving.conflicts.value;
  const current = open.find((conflict) => conflict === shown || (shown !== null && conflict.path === shown.path && conflict.from === shown.from));
  return (
    <>
      {open.map((conflict) => (
        <div class="notice bad" role="alert" key={`${conflict.from} ${conflict.path}`}>
          <Told conflict={conflict} />
          <button type="button" onClick={() => setShown(conflict)}>
            Show the differences
          </button>
          <button type="button" onClick={() => saving.settle(conflict, "mine")}>
            Keep mine
          </button>
          <button type="button" onClick={() => saving.settle(conflict, "theirs")}>
            {conflict.theirs === null ? "Delete it" : "Take the other"}
          </button>
        </div>
      ))}
      {current !== undefined && <Later>{({ BothTexts }) => <BothTexts key={`${current.from} ${current.path}`} conflict={current} close={() => setShown(null)} />}</Later>}
    </>
  );
}

function Told({ conflict }: { conflict: Conflict }) {
  if (conflict.from === "tab") {
    return (
      <span>
        Another tab, which is closed, had a text of <b>{conflict.path}</b> that is not saved.
      </span>
    );
  }
  return (
    <span>
      <b>{conflict.path}</b> was {conflict.theirs === null ? "deleted" : "changed"} outside of this tab, and you have changed it here. Until you choose, yours is kept in this
      browser.
    </span>
  );
}
