// A link that somebody has shared: asked for, looked at, and opened.

import { useEffect, useRef, useState } from "preact/hooks";
import { readLink } from "../share";
import { useStudio } from "../studio";
import { counted } from "../words";
import { openTexts, say } from "./actions";

export function SharedDialog() {
  const studio = useStudio();
  const { screen } = studio;
  const shared = studio.shared.value;
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = shared !== null || screen.opensLink.value;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  const close = (): void => {
    studio.shared.value = null;
    screen.opensLink.value = false;
  };
  if (!isOpen) return null;
  return (
    <dialog ref={dialog} class="sheet-dialog" aria-label="Open a link" onClose={close}>
      {shared === null ? <LinkForm close={close} /> : <SharedGame close={close} />}
    </dialog>
  );
}

/** A link holds its game behind the `#`, so any studio can open it. */
function LinkForm({ close }: { close(): void }) {
  const studio = useStudio();
  const [link, setLink] = useState("");
  const [wrong, setWrong] = useState("");
  const open = async (event: Event): Promise<void> => {
    event.preventDefault();
    const shared = await readLink(link.slice(link.indexOf("#")).trim());
    if (shared === null) setWrong("This link holds no game: it may have been cut on its way. A whole link has “#studio=” in it.");
    else studio.shared.value = shared;
  };
  return (
    <form onSubmit={(event) => void open(event)}>
      <h2>Open a link</h2>
      <p>A link that somebody has shared holds the game itself: it opens here, whatever address is before its “#”. Nothing is asked of anybody.</p>
      <label>
        Link of a studio
        <input type="text" class="wide" value={link} autofocus aria-invalid={wrong !== ""} onInput={(event) => (setLink(event.currentTarget.value), setWrong(""))} />
      </label>
      {wrong !== "" && (
        <p class="failed" role="alert">
          {wrong}
        </p>
      )}
      <p class="row">
        <button type="submit" class="primary" disabled={!link.includes("#")}>
          Open
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </p>
    </form>
  );
}

function SharedGame({ close }: { close(): void }) {
  const studio = useStudio();
  const shared = studio.shared.value;
  if (shared === null) return null;
  const clashes = shared.texts.filter((text) => {
    const known = studio.texts.get(text.path);
    return known !== undefined && known.text !== text.text;
  });
  const open = (): void => {
    const act = openTexts(studio, shared.texts, "open a link");
    if (shared.question !== null) {
      studio.question.put(shared.question);
      studio.screen.show("odds");
    } else {
      const name = shared.texts.find((text) => text.path.startsWith("rules/"))?.path.split("/")[1];
      if (name !== undefined) studio.question.choose(name, null);
    }
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
    say(studio, shared.texts.length === 0 ? "The question of the link is open." : `The game of the link is open: ${counted(act?.edits.length ?? 0, "text")} written.`, act);
    close();
  };
  return (
    <section class="shared" aria-label="The game of the link">
      <h2>This link holds a game</h2>
      <p>
        {shared.texts.length === 0 ? "It asks a question about a book." : `${counted(shared.texts.length, "text")}: ${shared.texts.map((text) => text.path).join(", ")}.`}
      </p>
      {clashes.length > 0 && <p class="failed">Opening it changes texts of yours: {clashes.map((text) => text.path).join(", ")}. You can undo it.</p>}
      <p class="row">
        <button type="button" class="primary" autofocus onClick={open}>
          Open it
        </button>
        <button type="button" onClick={close}>
          No, thank you
        </button>
      </p>
    </section>
  );
}
