// The documentation: a first page with everything there is to open, and the pages with their snippets.

import type { Tokens } from "marked";
import { useEffect, useRef } from "preact/hooks";
import { highlighted } from "../learn/highlight";
import { Markdown, type Around } from "../learn/markdown";
import { CONTENTS, isOfFinding, pages, parsedPage, readPage, titleOf, type Block, type Page } from "../learn/pages";
import { opens } from "../learn/snippets";
import { useStudio, type Studio } from "../studio";
import { copy } from "../ui/actions";
import { carryOut, openBlock, readable } from "../learn/open";
import { Opening } from "./opening";
import { StartPage } from "./start";

export function DocsPane() {
  const studio = useStudio();
  const { screen } = studio;
  const [name = "start", section] = screen.page.value.split("#");
  const isPage = isOfFinding(name) || CONTENTS.some((one) => one.name === name);
  const page = isPage ? pages.value.get(name) : undefined;
  useEffect(() => {
    if (isPage) void readPage(name);
  }, [name, isPage]);
  return (
    <div class="docs">
      <nav class="docs-bar" aria-label="Documentation">
        <label>
          <span class="hidden">Page</span>
          <select value={isPage ? name : "start"} onChange={(event) => (screen.page.value = event.currentTarget.value)} aria-label="Page">
            <option value="start">Start</option>
            {CONTENTS.map((one) => (
              <option key={one.name} value={one.name}>
                {one.title}
              </option>
            ))}
            {isOfFinding(name) && <option value={name}>Finding {name}</option>}
          </select>
        </label>
        {page !== undefined && !isOfFinding(name) && (
          <label>
            <span class="hidden">Section</span>
            <select
              value={section ?? ""}
              onChange={(event) => (screen.page.value = event.currentTarget.value === "" ? page.name : `${page.name}#${event.currentTarget.value}`)}
              aria-label="Section"
            >
              <option value="">Sections</option>
              {parsedPage(page)
                .sections.filter((one) => one.depth === 2)
                .map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.title}
                  </option>
                ))}
            </select>
          </label>
        )}
      </nav>
      {page !== undefined ? <PageView page={page} section={section ?? null} /> : isPage ? <Opening what="the page" /> : <StartPage />}
    </div>
  );
}

function PageView({ page, section }: { page: Page; section: string | null }) {
  const studio = useStudio();
  const { tokens, blocks } = parsedPage(page);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const heading = section === null ? null : (box.current?.querySelector(`#${CSS.escape(section)}`) ?? null);
    if (heading !== null) heading.scrollIntoView({ block: "start" });
    else box.current?.scrollTo({ top: 0 });
  }, [page, section]);
  const around: Around = {
    code: (token) => <Snippet token={token} block={blocks.get(token)} studio={studio} />,
    follow: (href) => follow(studio, page, href),
    titleOf: (href) => (/^[\w-]+\.md$/.test(href) ? titleOf(href.replace(/\.md$/, "")) : null),
  };
  return (
    <article class="scroll padded prose" ref={box} tabIndex={-1}>
      <Markdown tokens={tokens} around={around} />
    </article>
  );
}

/** Follows a link between pages of the documentation. */
function follow(studio: Studio, page: Page, href: string): boolean {
  if (href.startsWith("http")) return false;
  const [file = "", section] = href.split("#");
  const name = file === "" ? page.name : file.replace(/\.md$/, "").replace(/^.*\//, "");
  if (CONTENTS.some((one) => one.name === name)) studio.screen.page.value = section === undefined ? name : `${name}#${section}`;
  return true;
}

function Snippet({ token, block, studio }: { token: Tokens.Code; block: Block | undefined; studio: Studio }) {
  const info = token.lang ?? "";
  const isMistake = info.includes("mistake");
  const commands = info === "sh" ? token.text.split("\n").filter((line) => readable(line)) : [];
  return (
    <figure class={isMistake ? "snippet-box mistake" : "snippet-box"}>
      {block?.file != null && <figcaption>{block.file}</figcaption>}
      {isMistake && <figcaption>A mistake</figcaption>}
      <pre class={`snippet ${info === "text" ? "printed" : ""}`} tabIndex={0}>
        {highlighted(token.text, info)}
      </pre>
      <div class="snippet-tools">
        {block !== undefined && opens(block) && (
          <button type="button" onClick={() => openBlock(studio, block)}>
            {isMistake ? "Open the mistake" : "Open"}
          </button>
        )}
        {commands.map((line) => (
          <button key={line} type="button" title={line} onClick={() => carryOut(studio, line)}>
            {commands.length > 1 ? `Show ${line.split(" ").slice(2, 4).join(" ")}` : "Show it here"}
          </button>
        ))}
        {/^(rules|toml)/.test(info) && (
          <button type="button" onClick={() => void copy(studio, token.text, "The snippet is")}>
            Copy
          </button>
        )}
      </div>
    </figure>
  );
}
