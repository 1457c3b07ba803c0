// The documentation, as the program has it: its pages lie beside the page of the studio, in the folder `docs`.

import { signal } from "@preact/signals";
import { lexer, type Token, type Tokens } from "marked";

export interface Page {
  name: string;
  title: string;
  text: string;
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

/** The pages that designers read, in the order of the list. */
const NAMES = ["studio", "tutorial", "language", "patterns", "units", "maps", "boards", "scenarios", "odds", "why-not", "drafts"];

async function load(name: string): Promise<Page> {
  const text = await fetch(`docs/${name}.md`).then((answer) => (answer.ok ? answer.text() : null), () => null);
  const shown = text ?? `# ${name}\n\nThis page cannot be read; reload the studio.`;
  const title = /^# (.*)$/m.exec(shown)?.[1] ?? name;
  return { name, title: title.replaceAll("`", ""), text: shown };
}

/** The pages; none until they have been read. */
export const pages = signal<readonly Page[]>([]);

/** Reads the pages: nothing on the page of the studio waits for them. */
export async function readPages(): Promise<void> {
  pages.value = await Promise.all(NAMES.map(load));
}

const COMMENT = /^<!--\s*file: ([^\s,]+)(?:, replaces: (.*?))?\s*-->/;

const parsed = new Map<string, { tokens: Token[]; blocks: Map<Token, Block>; sections: Section[] }>();

/** Returns a page in its parts. */
export function parsedPage(page: Page): { tokens: Token[]; blocks: Map<Token, Block>; sections: Section[] } {
  const known = parsed.get(page.name);
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
  parsed.set(page.name, result);
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
