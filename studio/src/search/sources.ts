// What can be found: the documentation by its sections, and one's own texts by their declarations.

import type { Text } from "@codemirror/state";
import { parsedPage, type Page } from "../learn/pages";
import type { TextFile } from "../texts/text-file";

/** A stretch of words that is found as a whole. */
export interface Passage {
  title: string;
  /** Where it is, in words. */
  about: string;
  text: string;
  target: { page: string } | { path: string; line: number };
}

const ofPages = new WeakMap<Page, Passage[]>();

/** Returns the sections of a page of the documentation. */
export function sectionsOf(page: Page): Passage[] {
  const known = ofPages.get(page);
  if (known !== undefined) return known;
  const { tokens, sections } = parsedPage(page);
  const passages: Passage[] = [];
  let at = -1;
  for (const token of tokens) {
    if (token.type === "heading") {
      at += 1;
      const section = sections[at];
      if (section === undefined) continue;
      const isPage = section.depth === 1;
      passages.push({
        title: section.title,
        about: isPage ? "documentation" : `documentation · ${sections[0]?.title ?? ""}`,
        text: "",
        target: { page: isPage ? page.name : `${page.name}#${section.id}` },
      });
    } else {
      const last = passages.at(-1);
      if (last !== undefined) last.text += `${token.raw.replaceAll(/<!--.*?-->/g, "")}\n`;
    }
  }
  ofPages.set(page, passages);
  return passages;
}

const ofTexts = new WeakMap<Text, Passage[]>();

/** Returns the declarations of a rule file, the sections of a unit file, the parts of any other text. */
export function passagesOf(file: TextFile): Passage[] {
  const known = ofTexts.get(file.doc);
  if (known !== undefined) return known;
  const begins = file.language === "toml" ? /^\[/ : file.language === "markdown" ? /^#/ : /^[a-z]/;
  const passages: Passage[] = [];
  let number = 0;
  for (const text of file.doc.iterLines()) {
    number += 1;
    if (begins.test(text) || passages.length === 0) {
      if (text.trim() === "") continue;
      const title = text.replace(/\s*#(?!#).*$/, "").replace(/^[#[]+\s*|\]+$/g, "");
      passages.push({ title: title === "" ? file.name : title, about: `${file.name}, line ${number}`, text: "", target: { path: file.path, line: number } });
    }
    const last = passages.at(-1);
    if (last !== undefined) last.text += `${text}\n`;
  }
  ofTexts.set(file.doc, passages);
  return passages;
}
