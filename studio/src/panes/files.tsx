// The games of the designer, the books, and what is in the current text.

import { useState } from "preact/hooks";
import type { DocumentSymbol } from "vscode-languageserver-protocol";
import type { RulesetEntry } from "../protocol/documents";
import { useStudio } from "../studio";
import { problemOf } from "../texts/paths";
import { newGame } from "../ui/actions";
import { withCode } from "./findings";
import { Opening } from "./opening";

export function FilesPane() {
  const { library, texts, desk, store } = useStudio();
  const inRulesets = new Set(library.rulesets.value.flatMap((ruleset) => [...ruleset.files, ...ruleset.scenarios].map((file) => file.path)));
  const others = texts.list.value.filter((file) => !file.builtIn && !file.gone && !inRulesets.has(file.path));
  return (
    <div class="scroll">
      <h2>Your games</h2>
      {library.failed.value !== null && <p class="failed">The list cannot be read: {library.failed.value}</p>}
      {library.own.value.map((ruleset) => (
        <RulesetFiles key={ruleset.name} ruleset={ruleset} />
      ))}
      {store.unread.value.map(({ path, why }) => (
        <p key={path} class="failed">
          {withCode(why)}
        </p>
      ))}
      {others.length > 0 && (
        <details open={library.own.value.length === 0}>
          <summary>Other texts</summary>
          <ul>
            {others.map((file) => (
              <li key={file.path}>
                <FileButton uri={file.uri} name={file.path} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <NewFile />
      <Outline />
      <h2>Books</h2>
      {!library.known.value && library.failed.value === null && <Opening what="the books" />}
      {library.books.value.map((ruleset) => (
        <RulesetFiles key={ruleset.name} ruleset={ruleset} />
      ))}
      {desk.file.value === undefined && library.known.value && library.own.value.length === 0 && <EmptyHint />}
    </div>
  );
}

function EmptyHint() {
  const studio = useStudio();
  return (
    <p class="hint-text">
      Nothing of yours yet.{" "}
      <button type="button" class="link" onClick={() => newGame(studio)}>
        Start a game
      </button>
    </p>
  );
}

function RulesetFiles({ ruleset }: { ruleset: RulesetEntry }) {
  const studio = useStudio();
  const { desk, question } = studio;
  const isCurrent = question.ruleset.value === ruleset.name;
  const file = desk.file.value;
  const holdsFile = file !== undefined && [...ruleset.files, ...ruleset.scenarios].some((entry) => entry.uri === file.uri);
  const groups: [title: string, files: { path: string; uri: string }[]][] = [
    ["Rules", ruleset.files.filter((entry) => entry.kind === "rules" || entry.kind === "index")],
    ["Units", ruleset.files.filter((entry) => entry.kind === "units")],
    ["Maps", ruleset.files.filter((entry) => entry.kind === "map")],
  ];
  return (
    <details open={isCurrent || holdsFile}>
      <summary class={isCurrent ? "current" : ""}>{ruleset.title || ruleset.name}</summary>
      <ul>
        {groups
          .filter(([, files]) => files.length > 0)
          .map(([title, files]) => (
            <li key={title}>
              <span class="group">{title}</span>
              <ul>
                {files.map((entry) => (
                  <li key={entry.path}>
                    <FileButton uri={entry.uri} name={nameOf(entry.path)} ruleset={ruleset.name} />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        {ruleset.scenarios.length > 0 && (
          <li>
            <span class="group">Scenarios</span>
            <ul>
              {ruleset.scenarios.map((scenario) => (
                <li key={scenario.path} class="row">
                  <FileButton uri={scenario.uri} name={nameOf(scenario.path)} ruleset={ruleset.name} />
                  <button type="button" class="small" onClick={() => studio.play(scenario.name)} aria-label={`Play ${scenario.name}`}>
                    Play
                  </button>
                </li>
              ))}
            </ul>
          </li>
        )}
      </ul>
    </details>
  );
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function FileButton({ uri, name, ruleset }: { uri: string; name: string; ruleset?: string }) {
  const { desk, findings, question, screen } = useStudio();
  const found = findings.byUri.value.get(uri) ?? [];
  const errors = found.filter((finding) => finding.severity === "error").length;
  const warnings = found.filter((finding) => finding.severity === "warning").length;
  const start = { line: 0, character: 0 };
  const open = async (): Promise<void> => {
    if (ruleset !== undefined && question.ruleset.value !== ruleset) question.choose(ruleset, null);
    const view = await desk.display(uri);
    if (view === null) await desk.go({ uri, range: { start, end: start } });
    screen.pane.value = "text";
  };
  return (
    <button type="button" class="file" aria-current={desk.file.value?.uri === uri} onClick={() => void open()}>
      <span class="name">{name}</span>
      {errors > 0 && (
        <span class="count bad" title={`${errors} errors`}>
          {errors}
        </span>
      )}
      {errors === 0 && warnings > 0 && (
        <span class="count warn" title={`${warnings} warnings`}>
          {warnings}
        </span>
      )}
    </button>
  );
}

function NewFile() {
  const studio = useStudio();
  const [path, setPath] = useState<string | null>(null);
  const [wrong, setWrong] = useState("");
  if (path === null) {
    const name = studio.question.ruleset.value;
    const isOwn = name !== null && studio.library.get(name)?.own === true;
    return (
      <p class="row">
        <button type="button" class="link" onClick={() => setPath(isOwn ? `rules/${name}/` : "rules/my-game/my-game.rules")}>
          New text
        </button>
        <button type="button" class="link" onClick={() => newGame(studio)}>
          New game
        </button>
      </p>
    );
  }
  const create = (event: Event): void => {
    event.preventDefault();
    const problem = problemOf(path, studio.texts.get(path));
    setWrong(problem);
    if (problem !== "") return;
    studio.acts.perform(`create ${path}`, () => studio.texts.put(path, starting(path)));
    studio.desk.open(path);
    studio.screen.pane.value = "text";
    setPath(null);
  };
  return (
    <form onSubmit={create} class="new-file">
      <label>
        Path of the new text
        <input type="text" value={path} onInput={(event) => setPath(event.currentTarget.value)} autofocus aria-invalid={wrong !== ""} />
      </label>
      {wrong !== "" && <p class="failed">{wrong}</p>}
      <button type="submit" class="primary">
        Create
      </button>
      <button type="button" onClick={() => setPath(null)}>
        Cancel
      </button>
    </form>
  );
}

/** Returns what a new text begins with: the first of a game names it. */
function starting(path: string): string {
  const parts = path.split("/");
  const [folder, name] = parts;
  return folder === "rules" && name !== undefined && parts[2] === `${name}.rules` ? `ruleset ${name} "${name}"\n` : "";
}

function Outline() {
  const { outline } = useStudio();
  const items = outline.items.value;
  if (items.length === 0) return null;
  return (
    <>
      <h2>In this text</h2>
      <ul class="outline">
        {items.map((item) => (
          <OutlineItem key={`${item.name} ${item.range.start.line}`} item={item} />
        ))}
      </ul>
    </>
  );
}

function OutlineItem({ item }: { item: DocumentSymbol }) {
  const { desk, screen } = useStudio();
  const children = item.children ?? [];
  // The parts of a declaration are read in the text; sections show their declarations.
  const isSection = item.kind === 3;
  const open = (): void => {
    const file = desk.file.value;
    if (file !== undefined) void desk.go({ uri: file.uri, range: item.selectionRange });
    screen.pane.value = "text";
  };
  return (
    <li>
      <button type="button" class={isSection ? "file section" : "file"} onClick={open} title={item.detail}>
        <span class="name">{item.name}</span>
      </button>
      {isSection && children.length > 0 && (
        <ul>
          {children.map((child) => (
            <OutlineItem key={`${child.name} ${child.range.start.line}`} item={child} />
          ))}
        </ul>
      )}
    </li>
  );
}
