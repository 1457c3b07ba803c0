// Earlier versions of the current text, and everything that was done in any text.

import { useEffect, useState } from "preact/hooks";
import { useStudio } from "../studio";
import { Differences } from "../ui/differences";
import type { Version } from "../texts/versions";
import { ago } from "../words";
import { withCode } from "./findings";

export function HistoryPane() {
  const studio = useStudio();
  const { desk, versions, saving, acts } = studio;
  const file = desk.file.value;
  const state = saving.state.value;
  const [known, setKnown] = useState<readonly Version[]>([]);
  const [shown, setShown] = useState<Version | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setShown(null);
    if (file === undefined || file.builtIn) setKnown([]);
    else void versions.of(file.path).then((found) => isCurrent && setKnown(found));
    return () => void (isCurrent = false);
  }, [file, versions, state]);
  const restore = (version: Version): void => {
    const undo = studio.acts.perform(`restore ${version.path}`, () => studio.texts.put(version.path, version.text));
    studio.notice.value = { text: `${version.path} is as it was ${ago(version.time)}.`, undo };
  };
  return (
    <div class="scroll padded">
      <h2 class="pane-title">Undo across all texts</h2>
      <p class="row">
        <button type="button" disabled={acts.done.value.length === 0} onClick={() => studio.undo()}>
          Undo
        </button>
        <button type="button" disabled={acts.undone.value.length === 0} onClick={() => studio.redo()}>
          Redo
        </button>
      </p>
      {acts.done.value.length === 0 ? (
        <p class="quiet">Nothing has been changed since this page was opened.</p>
      ) : (
        <ol class="acts">
          {acts.done.value
            .slice(-12)
            .toReversed()
            .map((act) => (
              <li key={`${act.time} ${act.title}`}>
                {withCode(act.title)} <small>{ago(act.time)}</small>
              </li>
            ))}
        </ol>
      )}
      <h2 class="pane-title">{file === undefined || file.builtIn ? "Versions" : `Versions of ${file.name}`}</h2>
      {known.length === 0 && <p class="quiet">Every save of a text of yours is kept here, in this browser.</p>}
      <ul class="versions">
        {known.map((version, at) => (
          <li key={version.id}>
            <button type="button" class="link" aria-expanded={shown?.id === version.id} onClick={() => setShown(shown?.id === version.id ? null : version)}>
              {ago(version.time)}
            </button>
            <small>{changeOf(version, known[at + 1])}</small>
            {version.text === file?.text ? (
              <small>as now</small>
            ) : (
              <button type="button" class="small" onClick={() => restore(version)}>
                Restore
              </button>
            )}
            {shown?.id === version.id && <Differences before={version.text} after={file?.text ?? ""} titles={["Then", "Now"]} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Names what a version has changed by its first line: `line 15: natural 6`. */
function changeOf(version: Version, before: Version | undefined): string {
  const lines = version.text.split("\n");
  if (before === undefined) return `${lines.length - 1} lines`;
  const old = before.text.split("\n");
  const at = lines.findIndex((line, number) => line !== old[number]);
  if (at < 0) return old.length > lines.length ? `from line ${lines.length}: taken out` : "the same";
  const words = (lines[at] ?? "").trim();
  return `line ${at + 1}: ${words === "" ? "an empty line" : words.length > 44 ? `${words.slice(0, 42)} …` : words}`;
}
