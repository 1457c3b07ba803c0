// Both texts of one that was changed in two places, with their differences; one of them stays, or one that is made of both.

import { useEffect, useRef, useState } from "preact/hooks";
import { useStudio } from "../studio";
import { merged } from "../texts/merge";
import type { Conflict } from "../texts/saving";
import { counted } from "../words";
import { Differences } from "./differences";

export function BothTexts({ conflict, close }: { conflict: Conflict; close(): void }) {
  const { saving, texts } = useStudio();
  texts.revision.value;
  const mine = texts.get(conflict.path)?.text ?? "";
  const theirs = conflict.theirs ?? "";
  const [text, setText] = useState(mine);
  const [told, setTold] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const settle = (keep: "mine" | "theirs" | { text: string }): void => {
    saving.settle(conflict, keep);
    close();
  };
  const merge = (): void => {
    const { text: both, overlaps } = merged(conflict.base ?? "", mine, theirs);
    setText(both);
    setTold(
      overlaps === 0
        ? "The right side has what both have changed. Look it over, then save it."
        : `The right side has what both have changed. In ${counted(overlaps, "place")} both changed the same lines: yours stand there, then those of the other. Delete what is not to stay.`,
    );
  };
  return (
    <dialog ref={dialog} class="both" aria-label={`Differences in ${conflict.path}`} onClose={close}>
      <h2>{conflict.path}</h2>
      <Differences before={theirs} after={text} titles={[conflict.theirs === null ? "It was deleted there" : conflict.from === "tab" ? "The closed tab" : "The other, as it is on the disk", "Yours, as you go on"]} change={setText} />
      <p role="status">{told}</p>
      <p class="row">
        <button type="button" class="primary" onClick={() => settle({ text })}>
          Save the right side
        </button>
        <button type="button" onClick={merge} disabled={conflict.theirs === null}>
          Merge
        </button>
        <button type="button" onClick={() => settle("mine")}>
          Keep mine
        </button>
        <button type="button" onClick={() => settle("theirs")}>
          {conflict.theirs === null ? "Delete it" : "Take the other"}
        </button>
        <span class="grow" />
        <button type="button" onClick={close}>
          Later
        </button>
      </p>
    </dialog>
  );
}
