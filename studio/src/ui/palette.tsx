// Ask anything: rules to ask about, texts, pages, actions, found by some letters of their names.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { pages, readPages } from "../learn/pages";
import type { Pair } from "../protocol/documents";
import type { Finder } from "../search/find";
import { excerpt } from "../search/words";
import { passagesOf, sectionsOf } from "../search/sources";
import { useStudio, type Studio } from "../studio";
import { copy, download, newGame, shareLink } from "./actions";
import { later, type LaterParts } from "./later";
import { RIGHT_TABS, type RightTab } from "./screen";

/** Other words by which a pane is looked for. */
const PANE_WORDS: Partial<Record<RightTab, string>> = {
  report: "balance winners statistics simulate many games",
  tune: "balance fair value share handicap",
  manuscript: "word processor docx odt import rulebook",
  print: "paper charts cards counters pdf",
  words: "plain english",
};

interface Entry {
  title: string;
  about: string;
  /** Other words by which it is looked for. */
  words?: string;
  /** The line that has the words. */
  excerpt?: string;
  /** Values that are written with the words, `range=9`, are given to the question. */
  takesValues?: boolean;
  run(given: readonly Pair[]): void;
}

const MOST = 60;

export function Palette() {
  const studio = useStudio();
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLUListElement>(null);
  // At once: the next key is meant for it already.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    void readPages();
  }, []);
  const form = studio.question.form.value;
  const rulesets = studio.library.rulesets.value;
  const read = pages.value;
  const { texts } = studio;
  const all = useMemo(() => entries(studio), [studio, form, rulesets, read]);
  const edits = texts.edits.value;
  const [Search, setSearch] = useState<LaterParts["Finder"] | null>(null);
  useEffect(() => {
    // Without it there are names and actions.
    void later().then((loaded) => setSearch(() => loaded.Finder), () => {});
  }, []);
  const finder = useMemo(() => {
    const own = texts.list.peek().filter((file) => !file.builtIn && !file.gone);
    return Search === null ? null : new Search([...own.flatMap(passagesOf), ...[...read.values()].flatMap(sectionsOf)]);
  }, [texts, read, edits, Search]);
  const found = useMemo(() => {
    const named = search(all, words);
    return [...named, ...passages(studio, finder, words)].slice(0, MOST);
  }, [all, words, finder, studio]);
  const given = pairsOf(words);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const close = (): void => void (studio.screen.palette.value = false);
  const run = (entry: Entry | undefined): void => {
    close();
    entry?.run(given);
  };
  const walk = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") setChosen(Math.min(chosen + 1, found.length - 1));
    else if (event.key === "ArrowUp") setChosen(Math.max(chosen - 1, 0));
    else if (event.key === "Enter") run(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} class="palette" aria-label="Ask anything" onClose={close} onClick={(event) => event.target === dialog.current && close()}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[chosen] === undefined ? undefined : `palette-${chosen}`}
        aria-label="Ask anything"
        placeholder="A rule (to-hit range=9), words of any text or page, an action …"
        value={words}
        autofocus
        onInput={(event) => {
          setWords(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={walk}
      />
      <ul id="palette-list" role="listbox" aria-label="Answers" ref={list}>
        {found.map((entry, at) => (
          <li
            key={`${at} ${entry.about} ${entry.title}`}
            id={`palette-${at}`}
            role="option"
            aria-selected={at === chosen}
            onMouseMove={() => setChosen(at)}
            onClick={() => run(entry)}
          >
            <span class="found">
              {entry.title}
              {entry.excerpt !== undefined && <small class="excerpt">{entry.excerpt}</small>}
              {entry.takesValues === true && given.map(([key, value]) => <small key={key}>{` ${key}=${value}`}</small>)}
            </span>
            <small>{entry.about}</small>
          </li>
        ))}
        {found.length === 0 && (
          <li role="option" aria-selected="false" aria-disabled="true" class="nothing">
            Nothing has these words.
          </li>
        )}
      </ul>
    </dialog>
  );
}

function entries(studio: Studio): Entry[] {
  const { question, commands, library, desk, screen, texts } = studio;
  const form = question.form.value;
  const here = commands.here();
  const asks = (form?.asks ?? []).map((ask) => ({
    title: `${ask.title || ask.name}: odds`,
    about: [ask.sort, ask.name, ...ask.sections].join(" · "),
    takesValues: true,
    run: (given: readonly Pair[]) => {
      commands.ask(form?.ruleset ?? "", ask.name);
      for (const [key, value] of given) question.set(key, value);
    },
  }));
  const books = library.rulesets.value.map((ruleset) => ({
    title: ruleset.title,
    about: ruleset.own ? "your game" : "book",
    run: () => studio.openRuleset(ruleset.name),
  }));
  const scenarios = library.rulesets.value.flatMap((ruleset) =>
    ruleset.scenarios.map((scenario) => ({ title: `Play ${scenario.title}`, about: `scenario · ${scenario.name}`, run: () => studio.play(scenario.name) })),
  );
  const files = texts.list.value.map((file) => ({ title: file.name, about: file.path, run: () => desk.open(file.path) }));
  const themes = (["light", "dark", "system"] as const).map((theme) => ({
    title: theme === "system" ? "Theme: as the system has it" : `Theme: ${theme}`,
    about: "setting",
    words: "dark light mode colours appearance night day",
    run: () => void (screen.theme.value = theme),
  }));
  const link = studio.link.value;
  const actions: Entry[] = [
    ...(here === null ? [] : [{ title: `Odds of ${here.title || here.name}, at the caret`, about: "Ctrl Enter", run: () => commands.askHere() }]),
    ...RIGHT_TABS.map((tab, at) => ({
      title: tab === "data" ? "Show units and tables" : `Show ${tab}`,
      about: at + 4 < 10 ? `pane · Ctrl ${at + 4}` : "pane",
      words: PANE_WORDS[tab] ?? "",
      run: () => {
        screen.show(tab);
        screen.focus("right");
      },
    })),
    { title: "Run all examples", about: "action", run: () => form !== null && void commands.runExamples(form.ruleset) },
    { title: "Find and replace in all texts", about: "action · Ctrl Shift H", words: "search rename substitute", run: () => void (screen.replaces.value = true) },
    { title: "Open a link", about: "action", words: "share import game", run: () => void (screen.opensLink.value = true) },
    { title: "Undo the last change in any text", about: "action · Ctrl Alt Z", run: () => studio.undo() },
    { title: "Redo the last change in any text", about: "action · Ctrl Alt Shift Z", run: () => studio.redo() },
    { title: "New game", about: "action", run: () => newGame(studio) },
    { title: "Copy a link with this game and question", about: "action", run: () => void shareLink(studio) },
    ...(link === null ? [] : [{ title: "Copy the last link again", about: "action", run: () => void copy(studio, link, "The link is") }]),
    { title: "Export all texts as a zip", about: "action", run: () => void download(studio) },
  ];
  return [...asks, ...actions, ...themes, ...scenarios, ...books, ...files];
}

function open(studio: Studio, page: string): void {
  studio.screen.page.value = page;
  studio.screen.show("docs");
}

/** Returns passages of the documentation and of one's own texts that have the words. */
function passages(studio: Studio, finder: Finder | null, words: string): Entry[] {
  if (finder === null) return [];
  const plain = words.split(/\s+/).filter((word) => !word.includes("=")).join(" ");
  return finder.find(plain, MOST).map((passage) => {
    const { target } = passage;
    return {
      title: passage.title,
      about: passage.about,
      excerpt: excerpt(passage, plain),
      run: () => {
        if ("page" in target) return open(studio, target.page);
        const start = { line: target.line - 1, character: 0 };
        void studio.desk.go({ uri: studio.texts.uri(target.path), range: { start, end: start } });
        studio.screen.pane.value = "text";
      },
    };
  });
}

function pairsOf(words: string): Pair[] {
  return words.split(/\s+/).flatMap((word): Pair[] => {
    const at = word.indexOf("=");
    return at > 0 && at < word.length - 1 ? [[word.slice(0, at), word.slice(at + 1)]] : [];
  });
}

/** Finds what has all words, those first where a word begins the title. */
function search(all: readonly Entry[], words: string): Entry[] {
  const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== "" && !word.includes("="));
  const scored = all.flatMap((entry, at) => {
    const title = entry.title.toLowerCase();
    const text = `${title} ${entry.about.toLowerCase()} ${entry.words ?? ""}`;
    if (!wanted.every((word) => text.includes(word))) return [];
    const score = wanted.reduce((sum, word) => sum + (title.startsWith(word) ? 3 : title.includes(` ${word}`) ? 2 : title.includes(word) ? 1 : 0), 0);
    return [{ entry, score, at }];
  });
  scored.sort((one, other) => other.score - one.score || one.at - other.at);
  return scored.slice(0, MOST).map(({ entry }) => entry);
}
