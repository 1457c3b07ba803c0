// The first page: games to begin from, the books, patterns, the tutorial.

import { useEffect, useRef, useState } from "preact/hooks";
import { Refused } from "../connection/peer";
import { CONTENTS, pages, parsedPage, readPage, type Block } from "../learn/pages";
import { openBlock } from "../learn/open";
import { useStudio } from "../studio";
import { counted } from "../words";
import { FailureOf } from "./failure";
import { Opening } from "./opening";
import { readLink } from "../share";
import { begin, openTexts, say, starters, type StarterEntry } from "../ui/actions";

export function StartPage() {
  const studio = useStudio();
  const { library, screen } = studio;
  const shared = studio.shared.value;
  return (
    <article class="scroll padded start">
      {shared !== null && <SharedGame />}
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
      <h3>Open a link</h3>
      <LinkForm />
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
    </ul>
  );
}

function StarterCard({ from, title, about }: { from: string; title: string; about: string }) {
  const studio = useStudio();
  const [name, setName] = useState<string | null>(null);
  if (name === null) {
    return (
      <li>
        <button type="button" class="card" onClick={() => setName(`my-${from}`)}>
          <b>{title}</b>
          <span>{about}</span>
        </button>
      </li>
    );
  }
  const isName = /^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/.test(name);
  return (
    <li>
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          if (isName) void begin(studio, from, name).then(() => setName(null));
        }}
      >
        <label>
          Name of your game
          <input type="text" value={name} autofocus aria-invalid={!isName} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        {!isName && <small>Small letters and digits, words joined by hyphens.</small>}
        <span class="row">
          <button type="submit" class="primary" disabled={!isName}>
            Begin
          </button>
          <button type="button" onClick={() => setName(null)}>
            Cancel
          </button>
        </span>
      </form>
    </li>
  );
}

/** A link holds its game behind the `#`, so any studio can open it. */
function LinkForm() {
  const studio = useStudio();
  const [link, setLink] = useState("");
  const open = async (event: Event): Promise<void> => {
    event.preventDefault();
    const shared = await readLink(link.slice(link.indexOf("#")));
    if (shared === null) say(studio, "This link holds no game.");
    else studio.shared.value = shared;
    setLink("");
  };
  return (
    <form class="row" onSubmit={(event) => void open(event)}>
      <label class="grow">
        <span class="hidden">Link of a studio</span>
        <input type="text" class="wide" placeholder="A link that somebody has shared" value={link} onInput={(event) => setLink(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={!link.includes("#")}>
        Open
      </button>
    </form>
  );
}

/** The patterns, which are read when they come into view. */
function Patterns() {
  const studio = useStudio();
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
  const patterns = sections.flatMap((section) => {
    const block = section.depth === 2 ? firstBlock(section.title) : undefined;
    return block === undefined ? [] : [{ ...section, block }];
  });
  return (
    <ul class="chips">
      {patterns.map(({ id, title, block }) => (
        <li key={id}>
          <button type="button" class="chip" onClick={() => openBlock(studio, block)}>
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
}

function SharedGame() {
  const studio = useStudio();
  const shared = studio.shared.value;
  if (shared === null) return null;
  const clashes = shared.texts.filter((text) => {
    const known = studio.texts.get(text.path);
    return known !== undefined && known.text !== text.text;
  });
  const open = (): void => {
    openTexts(studio, shared.texts, "open a link");
    if (shared.question !== null) {
      studio.question.put(shared.question);
      studio.screen.show("odds");
    } else {
      const name = shared.texts.find((text) => text.path.startsWith("rules/"))?.path.split("/")[1];
      if (name !== undefined) studio.question.choose(name, null);
    }
    studio.shared.value = null;
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
  };
  return (
    <section class="shared" aria-label="The game of the link">
      <h2>This link holds a game</h2>
      <p>
        {shared.texts.length === 0 ? "It asks a question about a book." : `${shared.texts.length} texts: ${shared.texts.map((text) => text.path).join(", ")}.`}
      </p>
      {clashes.length > 0 && <p class="failed">Opening it changes texts of yours: {clashes.map((text) => text.path).join(", ")}. You can undo it.</p>}
      <p class="row">
        <button type="button" class="primary" onClick={open}>
          Open it
        </button>
        <button type="button" onClick={() => (studio.shared.value = null)}>
          No, thank you
        </button>
      </p>
    </section>
  );
}
