// Words of texts, and the lines that have them.

import type { Passage } from "./sources";

/** Words are of letters and digits; parts of `to-hit` are found too. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
}

/** Returns the line of a passage that has most of the words, cut to what is shown. */
export function excerpt(passage: Passage, words: string): string {
  const wanted = wordsOf(words);
  let best = "";
  let most = 0;
  for (const line of passage.text.split("\n")) {
    const lower = line.toLowerCase();
    const count = wanted.filter((word) => lower.includes(word)).length;
    if (count > most) [best, most] = [line.trim(), count];
  }
  return best.length > 110 ? `${best.slice(0, 108)} …` : best;
}
