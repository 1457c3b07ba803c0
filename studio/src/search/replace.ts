// Replaces words in all of one's own texts: first shown, then done as one step.

import type { Studio } from "../studio";
import type { Act } from "../texts/acts";

export interface Wanted {
  find: string;
  replace: string;
  isCase: boolean;
  isWord: boolean;
}

export interface Hit {
  path: string;
  line: number;
  before: string;
  after: string;
}

function patternOf({ find, isCase, isWord }: Wanted): RegExp | null {
  if (find === "") return null;
  const plain = find.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(isWord ? `(?<![\\p{L}\\d-])${plain}(?![\\p{L}\\d-])` : plain, isCase ? "gu" : "giu");
}

/** Returns the lines that would change. */
export function preview(studio: Studio, wanted: Wanted): Hit[] {
  const pattern = patternOf(wanted);
  if (pattern === null) return [];
  const hits: Hit[] = [];
  for (const file of studio.texts.list.value) {
    if (file.builtIn || file.gone) continue;
    let line = 0;
    for (const before of file.doc.iterLines()) {
      line += 1;
      pattern.lastIndex = 0;
      if (pattern.test(before)) hits.push({ path: file.path, line, before, after: before.replaceAll(pattern, () => wanted.replace) });
    }
  }
  return hits;
}

/** Changes the lines of the texts that are meant, as one step. */
export function replaceAll(studio: Studio, wanted: Wanted, paths: ReadonlySet<string>): Act | null {
  const pattern = patternOf(wanted);
  if (pattern === null) return null;
  return studio.acts.perform(`replace “${wanted.find}” by “${wanted.replace}”`, () => {
    for (const path of paths) {
      const file = studio.texts.get(path);
      if (file !== undefined) studio.texts.put(path, file.text.replaceAll(pattern, () => wanted.replace));
    }
  });
}
