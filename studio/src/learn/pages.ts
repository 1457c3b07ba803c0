// The documentation, as it was when the page was built.

import { lexer, type Token, type Tokens } from "marked";
import texts from "virtual:docs";

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

export const pages: readonly Page[] = texts.map(({ name, text }) => {
  const title = /^# (.*)$/m.exec(text)?.[1] ?? name;
  return { name, title: title.replaceAll("`", ""), text };
});

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
