// Find and replace in all texts, with a preview.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { preview, replaceAll, type Wanted } from "../search/replace";
import { useStudio } from "../studio";
import { counted } from "../words";
import { say } from "./actions";

const MOST = 200;

export function ReplaceDialog() {
  const studio = useStudio();
  const { screen, texts } = studio;
  const [wanted, setWanted] = useState<Wanted>({ find: "", replace: "", isCase: false, isWord: false });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const edits = texts.edits.value;
  const hits = useMemo(() => preview(studio, wanted), [studio, wanted, edits]);
  const paths = [...new Set(hits.map((hit) => hit.path))];
  const meant = new Set(paths.filter((path) => !left.has(path)));
  const count = hits.filter((hit) => meant.has(hit.path)).length;
  const close = (): void => void (screen.replaces.value = false);
  const carry = (event: Event): void => {
    event.preventDefault();
    const act = replaceAll(studio, wanted, meant);
    say(studio, `${counted(count, "line")} changed in ${counted(meant.size, "text")}.`, act);
    close();
  };
  return (
    <dialog ref={dialog} class="sheet-dialog replace" aria-label="Find and replace in all texts" onClose={close}>
      <form onSubmit={carry}>
        <h2>Find and replace in all texts</h2>
        <p class="row">
          <label>
            Find
            <input type="text" value={wanted.find} autofocus onInput={(event) => setWanted({ ...wanted, find: event.currentTarget.value })} />
          </label>
          <label>
            Replace by
            <input type="text" value={wanted.replace} onInput={(event) => setWanted({ ...wanted, replace: event.currentTarget.value })} />
          </label>
        </p>
        <p class="row">
          <label class="check">
            <input type="checkbox" checked={wanted.isWord} onChange={(event) => setWanted({ ...wanted, isWord: event.currentTarget.checked })} /> whole words
          </label>
          <label class="check">
            <input type="checkbox" checked={wanted.isCase} onChange={(event) => setWanted({ ...wanted, isCase: event.currentTarget.checked })} /> capitals as written
          </label>
        </p>
        <div class="hits" aria-live="polite" tabIndex={0}>
          {wanted.find !== "" && hits.length === 0 && <p class="quiet">No text of yours has this.</p>}
          {paths.map((path) => (
            <fieldset key={path}>
              <legend>
                <label class="check">
                  <input
                    type="checkbox"
                    checked={meant.has(path)}
                    onChange={(event) => {
                      const now = new Set(left);
                      if (event.currentTarget.checked) now.delete(path);
                      else now.add(path);
                      setLeft(now);
                    }}
                  />{" "}
                  {path}
                </label>
              </legend>
              {hits
                .filter((hit) => hit.path === path)
                .slice(0, MOST)
                .map((hit) => (
                  <p key={hit.line} class="hit">
                    <span class="line-number">{hit.line}</span>
                    <span>
                      <del>{hit.before.trim()}</del>
                      <ins>{hit.after.trim()}</ins>
                    </span>
                  </p>
                ))}
            </fieldset>
          ))}
        </div>
        <p class="row">
          <button type="submit" class="primary" disabled={count === 0}>
            {count === 0 ? "Replace" : `Replace in ${counted(count, "line")}`}
          </button>
          <button type="button" onClick={close}>
            Cancel
          </button>
          <span class="quiet">A name of a rule or a unit is better renamed with F2: that changes what is meant, not what looks alike.</span>
        </p>
      </form>
    </dialog>
  );
}
