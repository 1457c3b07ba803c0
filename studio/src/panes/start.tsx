// The first page: games to begin from, the books, patterns, the tutorial.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { nameFrom } from "../data/names";
import { Refused } from "../connection/peer";
import { CONTENTS, pages, parsedPage, readPage, type Block } from "../learn/pages";
import { openBlock } from "../learn/open";
import { useStudio } from "../studio";
import { counted } from "../words";
import { insertPattern } from "../learn/insert";
import { FailureOf } from "./failure";
import { PatternPicture } from "./pattern-picture";
import { Opening } from "./opening";
import { begin, beginEmpty, freeName, starters, type StarterEntry } from "../ui/actions";

export function StartPage() {
  const studio = useStudio();
  const { library, screen } = studio;
  return (
    <article class="scroll padded start">
      <h2 class="page-title">Rules, odds and the board, side by side</h2>
      <p class="lead">
        Write rules as in a rulebook. You see at once what is wrong with them, the exact chances of every roll, and how they play.
      </p>
      <h3>Start a game of your own</h3>
      <Starters />
      <h3>Look into a book</h3>
      {!library.known.value && <Opening what="the books" />}
      <ul class="cards">
        {library.books.value.map((book) => (
          <li key={book.name}>
            <button type="button" class="card" onClick={() => openBook(book.name)}>
              <b>{book.title}</b>
              <span>
                {book.files.filter((file) => file.kind === "rules").length} texts of rules
                {book.scenarios.length > 0 ? `, ${counted(book.scenarios.length, "scenario")}` : ""}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <h3>Learn</h3>
      <ul class="cards">
        {CONTENTS.map((page) => (
          <li key={page.name}>
            <button type="button" class="card" onClick={() => (screen.page.value = page.name)}>
              <b>{page.title}</b>
              <span>{page.about}</span>
            </button>
          </li>
        ))}
      </ul>
      <h3>Take a pattern</h3>
      <Patterns />
    </article>
  );

  function openBook(name: string): void {
    studio.openRuleset(name);
    screen.show("odds");
  }
}

function Starters() {
  const studio = useStudio();
  const [known, setKnown] = useState<readonly StarterEntry[] | null>(null);
  const [failed, setFailed] = useState<Refused | null>(null);
  useEffect(() => {
    starters(studio).then(setKnown, (error: unknown) => setFailed(Refused.from(error)));
  }, [studio]);
  if (failed !== null) return <FailureOf failure={failed} title="The starters cannot be listed" />;
  if (known === null) return <Opening what="the starters" />;
  return (
    <ul class="cards">
      {known.map((starter) => (
        <StarterCard key={starter.from} {...starter} />
      ))}
      <EmptyCard />
    </ul>
  );
}

function StarterCard({ from, title, about }: { from: string; title: string; about: string }) {
  const studio = useStudio();
  const [wanted, setWanted] = useState<string | null>(null);
  if (wanted === null) {
    return (
      <li>
        <button type="button" class="card" onClick={() => setWanted("")}>
          <b>{title}</b>
          <span>{about}</span>
        </button>
      </li>
    );
  }
  return (
    <li>
      <TitleForm value={wanted} set={setWanted} begin={(given) => void begin(studio, from, given).then(() => setWanted(null))} cancel={() => setWanted(null)} />
    </li>
  );
}

/** Asks what a game is called, whatever it is; its name in files is made of that. */
function TitleForm({ value, set, begin: carry, cancel, children }: { value: string; set(value: string): void; begin(title: string): void; cancel(): void; children?: ComponentChildren }) {
  const studio = useStudio();
  const isTitle = value.trim() !== "";
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        if (isTitle) carry(value.trim());
      }}
    >
      <label>
        Title of your game
        <input type="text" value={value} autofocus onInput={(event) => set(event.currentTarget.value)} />
      </label>
      {children}
      {isTitle && (
        <small>
          Its texts are in <code>rules/{freeName(studio, nameFrom(value, "my-game"))}</code>.
        </small>
      )}
      <span class="row">
        <button type="submit" class="primary" disabled={!isTitle}>
          Begin
        </button>
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      </span>
    </form>
  );
}

const BOARDS: readonly (readonly [string, string])[] = [
  ["inches", "an open table, in inches"],
  ["hexes", "hexes"],
  ["squares", "squares"],
  ["areas", "areas"],
  ["", "no board"],
];

function EmptyCard() {
  const studio = useStudio();
  const [wanted, setWanted] = useState<string | null>(null);
  const [board, setBoard] = useState("inches");
  if (wanted === null) {
    return (
      <li>
        <button type="button" class="card" onClick={() => setWanted("")}>
          <b>An empty game</b>
          <span>Kinds, units, tables and rules by forms, from nothing.</span>
        </button>
      </li>
    );
  }
  return (
    <li>
      <TitleForm value={wanted} set={setWanted} begin={(title) => (beginEmpty(studio, title, board), setWanted(null))} cancel={() => setWanted(null)}>
        <label>
          Played on{" "}
          <select value={board} onChange={(event) => setBoard(event.currentTarget.value)}>
            {BOARDS.map(([one, title]) => (
              <option key={one} value={one}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </TitleForm>
    </li>
  );
}

/** The patterns, which are read when they come into view. */
function Patterns() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null) return;
    const seen = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && void readPage("patterns"));
    seen.observe(place.current);
    return () => seen.disconnect();
  }, []);
  const page = pages.value.get("patterns");
  if (page === undefined) {
    return (
      <div ref={place}>
        <Opening what="the patterns" />
      </div>
    );
  }
  const { sections, tokens, blocks } = parsedPage(page);
  const firstBlock = (title: string): Block | undefined => {
    const at = tokens.findIndex((token) => token.type === "heading" && "text" in token && token.text === title);
    const end = tokens.findIndex((token, number) => number > at && token.type === "heading");
    const first = tokens.slice(at, end < 0 ? undefined : end).find((token) => blocks.get(token)?.file != null);
    return first === undefined ? undefined : blocks.get(first);
  };
  /** The first sentence below a heading. */
  const aboutOf = (title: string): string => {
    const at = tokens.findIndex((token) => token.type === "heading" && "text" in token && token.text === title);
    const first = tokens.slice(at + 1).find((token) => token.type === "paragraph" || token.type === "heading");
    const text = first?.type === "paragraph" ? first.raw.replaceAll(/[`*]|\[|\]\([^)]*\)/g, "").replaceAll(/\s+/g, " ") : "";
    return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
  };
  const patterns = sections.flatMap((section) => {
    const block = section.depth === 2 ? firstBlock(section.title) : undefined;
    return block === undefined ? [] : [{ ...section, block, about: aboutOf(section.title) }];
  });
  return (
    <ul class="cards patterns">
      {patterns.map(({ id, title, block, about }) => (
        <li key={id}>
          <PatternCard title={title} about={about} block={block} />
        </li>
      ))}
    </ul>
  );
}

/** A pattern: opened as a game of its own, or written into the game that is shown with the names of its own kinds. */
function PatternCard({ title, about, block }: { title: string; about: string; block: Block }) {
  const studio = useStudio();
  const { question, library } = studio;
  const ruleset = question.ruleset.value;
  const isOwn = ruleset !== null && library.get(ruleset)?.own === true;
  return (
    <div class="card pattern">
      <PatternPicture text={block.text} />
      <b>{title}</b>
      <span>{about}</span>
      <span class="row">
        <button type="button" class="chip" aria-label={title} onClick={() => openBlock(studio, block)}>
          Open
        </button>
        {isOwn && (
          <button type="button" class="chip" aria-label={`Write ${title} into this game`} onClick={() => void insertPattern(studio, ruleset, title, block)}>
            Into this game
          </button>
        )}
      </span>
    </div>
  );
}
