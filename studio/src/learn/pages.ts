// The documentation, as the program has it: its pages lie beside the page of the studio, in the folder `docs`.

import { signal } from "@preact/signals";
import { lexer, type Token, type Tokens } from "marked";

export interface Page {
  name: string;
  text: string;
}

/** A page as it is listed, before it has been read. */
export interface Listed {
  name: string;
  title: string;
  about: string;
}

export interface Section {
  id: string;
  title: string;
  depth: number;
}

/** A fenced block, with the hidden comment above it. */
export interface Block {
  page: string;
  /** Its number on its page. */
  number: number;
  info: string;
  text: string;
  /** The file that it belongs to. */
  file: string | null;
  /** The beginning of the declaration whose place it takes. */
  replaces: string | null;
}

/** The pages that designers read, in the order of the list; titled as they title themselves. */
export const CONTENTS: readonly Listed[] = [
  { name: "studio", title: "The studio", about: "What is on this page, and its keys." },
  { name: "tutorial", title: "A small game of your own in an hour", about: "Write a skirmish game, from the first table to a whole night." },
  { name: "language", title: "The language of rule files", about: "Every construct, each with a snippet and its typical mistake." },
  { name: "patterns", title: "Patterns", about: "Mechanisms to copy: combat, morale, supply, cards." },
  { name: "units", title: "Unit files", about: "Pieces, their stats and weapons, in files of their own." },
  { name: "maps", title: "Maps", about: "Hexes, squares, tables and areas with their terrain." },
  { name: "boards", title: "Rules on a board", about: "Places, distance, lines of sight, movement." },
  { name: "scenarios", title: "Scenarios and games", about: "Set a game up, and play it." },
  { name: "odds", title: "Odds", about: "Questions about chances, tables and comparisons." },
  { name: "why-not", title: "Why not?", about: "Why a rule refuses something." },
  { name: "drafts", title: "Drafts", about: "A manuscript checked as it is, and from a rulebook in Markdown to rules that run." },
  { name: "limits", title: "Limits and exit codes", about: "The largest files, the names of files, and how commands end." },
];

/** The pages that have been read, by name. A page is read when it is shown first. */
export const pages = signal<ReadonlyMap<string, Page>>(new Map());

const reading = new Map<string, Promise<Page>>();

/** Reads a page of the documentation or of a finding, once. One that cannot be read says so, and is tried again the next time. */
export function readPage(name: string): Promise<Page> {
  const known = reading.get(name);
  if (known !== undefined) return known;
  const read = fetch(`docs/${name}.md`)
    .then((answer) => (answer.ok ? answer.text() : null), () => null)
    .then((text) => {
      if (text === null) reading.delete(name);
      const page = { name, text: text ?? `# ${titleOf(name)}\n\nThis page cannot be read: the studio does not answer. Open it again later.` };
      pages.value = new Map(pages.value).set(name, page);
      return page;
    });
  reading.set(name, read);
  return read;
}

/** Whether a page is that of a finding, `E0301`. */
export function isOfFinding(name: string): boolean {
  return /^E\d{4}$/.test(name);
}

/** Reads every page, to be searched. */
export function readPages(): Promise<Page[]> {
  return Promise.all(CONTENTS.map(({ name }) => readPage(name)));
}

/** Returns the title of a page. */
export function titleOf(name: string): string {
  return CONTENTS.find((listed) => listed.name === name)?.title ?? name;
}

const COMMENT = /^<!--\s*file: ([^\s,]+)(?:, replaces: (.*?))?\s*-->/;

interface Parts {
  tokens: Token[];
  blocks: Map<Token, Block>;
  sections: Section[];
}

const parsed = new WeakMap<Page, Parts>();

/** Returns a page in its parts. */
export function parsedPage(page: Page): Parts {
  const known = parsed.get(page);
  if (known !== undefined) return known;
  const tokens: Token[] = lexer(page.text);
  const blocks = new Map<Token, Block>();
  const sections: Section[] = [];
  let comment: RegExpExecArray | null = null;
  for (const token of tokens) {
    if (token.type === "html") {
      comment = COMMENT.exec(token.raw.trim());
    } else if (token.type === "code") {
      const code = token as Tokens.Code;
      blocks.set(token, {
        page: page.name,
        number: blocks.size,
        info: code.lang ?? "",
        text: `${code.text}\n`,
        file: comment?.[1] ?? null,
        replaces: comment?.[2] ?? null,
      });
      comment = null;
    } else if (token.type === "heading") {
      const heading = token as Tokens.Heading;
      sections.push({ id: anchor(heading.text), title: heading.text.replaceAll("`", ""), depth: heading.depth });
    }
  }
  const result = { tokens, blocks, sections };
  parsed.set(page, result);
  return result;
}

/** Returns the anchor of a heading, as GitHub makes it. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}
