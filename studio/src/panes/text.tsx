// The text, in its tabs.

import { useEffect, useRef, useState } from "preact/hooks";
import { useStudio } from "../studio";
import { problemOf } from "../texts/paths";
import type { TextFile } from "../texts/text-file";
import { demonstrate, newGame } from "../ui/actions";

export function TextPane() {
  const studio = useStudio();
  const { desk, texts } = studio;
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => (parent.current === null ? undefined : desk.attach(parent.current)), [desk]);
  const file = desk.file.value;
  // A text that is deleted outside is the same one, marked.
  texts.list.value;
  useEffect(() => {
    document.querySelector(".text [role=tab][aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [file]);
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const tabs = desk.tabs.value;
    const at = tabs.indexOf(desk.current.value ?? "");
    if (step === undefined || at < 0) return;
    event.preventDefault();
    desk.current.value = tabs[(at + step + tabs.length) % tabs.length] ?? null;
    document.querySelector<HTMLElement>(".text [role=tab][aria-selected=true]")?.focus();
  };
  return (
    <>
      <div class="tabs">
        <div role="tablist" aria-label="Open texts" class="inner-tabs" onKeyDown={walk}>
          {desk.tabs.value.map((path) => {
            const open = texts.get(path);
            return (
              <button
                key={path}
                type="button"
                role="tab"
                aria-selected={path === desk.current.value}
                aria-controls="editor"
                tabIndex={path === desk.current.value ? 0 : -1}
                title={path}
                onClick={() => (desk.current.value = path)}
                onAuxClick={() => desk.close(path)}
              >
                {open?.name ?? path}
                {open?.builtIn === true && <span class="count">read only</span>}
                {open?.gone === true && <span class="count bad">deleted</span>}
              </button>
            );
          })}
        </div>
        {file !== undefined && (
          <span class="tab-tools">
            {file.gone ? null : file.builtIn ? <CopyBook /> : <FileTools key={file.path} file={file} />}
            <button type="button" class="icon" aria-label={`Close ${file.name}`} title={`Close ${file.name}`} onClick={() => desk.close(file.path)}>
              ×
            </button>
          </span>
        )}
      </div>
      {file?.gone === true && <Gone file={file} />}
      <div id="editor" class="editor" ref={parent} role="tabpanel" aria-label={file?.name ?? "No text"} hidden={file === undefined} />
      {file === undefined && (
        <Welcome />
      )}
    </>
  );
}

/** Says that a text was deleted outside of the page. */
function Gone({ file }: { file: TextFile }) {
  const studio = useStudio();
  return (
    <p class="strip" role="status">
      <span>
        <b>{file.path}</b> was deleted outside of this page.
      </span>
      <button type="button" class="small" onClick={() => studio.texts.find(file, null)}>
        Write it again
      </button>
      <button type="button" class="small" onClick={() => studio.texts.remove(file.path)}>
        Close
      </button>
    </p>
  );
}

/** What can be done where no text is open. */
function Welcome() {
  const studio = useStudio();
  const learn = (): void => {
    studio.screen.page.value = "tutorial";
    studio.screen.show("docs");
  };
  return (
    <div class="empty">
      <p class="page-title">Where to begin</p>
      <ul class="ways">
        <li>
          <button type="button" class="card" onClick={() => demonstrate(studio)}>
            <b>See how it works</b>
            <span>A Panther fires at a Sherman: the rules of a book, the odds, each step.</span>
          </button>
        </li>
        <li>
          <button type="button" class="card" onClick={() => newGame(studio)}>
            <b>Start a game of your own</b>
            <span>From a small complete game: hexes, areas, a table, cards.</span>
          </button>
        </li>
        <li>
          <button type="button" class="card" onClick={learn}>
            <b>Write one in an hour</b>
            <span>The tutorial, step by step, with every answer beside it.</span>
          </button>
        </li>
      </ul>
    </div>
  );
}

function FileTools({ file }: { file: TextFile }) {
  const studio = useStudio();
  const [path, setPath] = useState<string | null>(null);
  const remove = (): void => {
    const undo = studio.acts.perform(`delete ${file.path}`, () => studio.texts.remove(file.path));
    studio.notice.value = { text: `${file.path} is deleted.`, undo };
  };
  const close = (): void => {
    setPath(null);
    requestAnimationFrame(() => studio.desk.focus());
  };
  const rename = (event: Event): void => {
    event.preventDefault();
    if (path === null || path === file.path) return close();
    const problem = problemOf(path, studio.texts.get(path));
    if (problem !== "") {
      studio.notice.value = { text: problem, undo: null };
      return;
    }
    const { text } = file;
    studio.acts.perform(`rename ${file.path} to ${path}`, () => {
      studio.texts.put(path, text);
      studio.texts.remove(file.path);
    });
    studio.desk.open(path);
    requestAnimationFrame(() => studio.desk.focus());
  };
  if (path === null) {
    return (
      <>
        <button type="button" class="small" onClick={() => setPath(file.path)}>
          Rename
        </button>
        <button type="button" class="small" onClick={remove}>
          Delete
        </button>
      </>
    );
  }
  return (
    <form class="rename" onSubmit={rename} onKeyDown={(event) => event.key === "Escape" && close()}>
      <input type="text" aria-label="New path" value={path} autofocus onInput={(event) => setPath(event.currentTarget.value)} />
      <button type="submit" class="small primary">
        Rename
      </button>
      <button type="button" class="small" onClick={close}>
        Cancel
      </button>
    </form>
  );
}

/** A book cannot be changed; a variant over it can. */
function CopyBook() {
  const studio = useStudio();
  const file = studio.desk.file.value;
  const ruleset = file === undefined ? undefined : studio.library.of(file.uri);
  if (ruleset === undefined) return null;
  const write = (): void => {
    const name = `my-${ruleset.name}`;
    const path = `rules/${name}/${name}.rules`;
    if (studio.texts.get(path) === undefined) {
      const text = `variant ${name} "My ${ruleset.title}" of ${ruleset.name}\n\n# Change the book here: \`amend\`, \`replace\`, \`remove\` or add rules. The page “Language” has a section on variants.\n`;
      studio.acts.perform(`create ${path}`, () => studio.texts.put(path, text));
    }
    studio.desk.open(path);
  };
  return (
    <button type="button" class="small" onClick={write}>
      Write a variant
    </button>
  );
}
