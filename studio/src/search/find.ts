// Finds passages by their words, the best first. Everything happens on the page.

import MiniSearch from "minisearch";
import type { Passage } from "./sources";
import { wordsOf } from "./words";

interface Indexed extends Passage {
  id: number;
}

export class Finder {
  readonly #index: MiniSearch<Indexed>;
  readonly #all: readonly Passage[];

  constructor(passages: readonly Passage[]) {
    this.#all = passages;
    this.#index = new MiniSearch<Indexed>({
      fields: ["title", "text", "about"],
      idField: "id",
      tokenize: wordsOf,
      searchOptions: { boost: { title: 4, about: 0.5 }, prefix: (word) => word.length > 2, fuzzy: (word) => (word.length > 5 ? 0.15 : false), combineWith: "AND" },
    });
    this.#index.addAll(passages.map((passage, id) => ({ ...passage, id })));
  }

  find(words: string, most: number): Passage[] {
    if (wordsOf(words).length === 0) return [];
    const phrase = wordsOf(words).join(" ");
    // Words that stand together are meant together.
    const weight = (id: number): number => {
      const passage = this.#all[id];
      if (passage === undefined || !phrase.includes(" ")) return 1;
      if (wordsOf(passage.title).join(" ").includes(phrase)) return 4;
      return wordsOf(passage.text).join(" ").includes(phrase) ? 2 : 1;
    };
    const found = this.#index.search(words).slice(0, 4 * most);
    return found
      .map((one) => ({ id: one.id as number, score: one.score * weight(one.id as number) }))
      .toSorted((one, other) => other.score - one.score)
      .slice(0, most)
      .flatMap(({ id }) => this.#all[id] ?? []);
  }
}
