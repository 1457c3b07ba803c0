// Many games of a scenario: the report on them, and the value that makes it fair. Played in stages, each with the games of the one before,
// so that there is something to read soon, and whoever stops keeps what there is.

import { computed, signal, type Signal } from "@preact/signals";
import { Superseded, type Back } from "../connection/back";
import { Refused } from "../connection/peer";
import type { Pair } from "../protocol/documents";
import type { ReportDocument, TuneDocument } from "../protocol/trials";
import type { Texts } from "../texts/texts";

/** Games of the first stage. */
const FIRST = 50;
/** How many more games each stage has. */
const GROWTH = 4;

export interface Common {
  scenario: string;
  variants: readonly string[];
  sides: readonly Pair[];
  games: number;
  seed: number;
}

export interface TuneQuestion extends Common {
  vary: readonly string[];
  aim: string;
}

export interface ReportQuestion extends Common {
  worth: boolean;
}

/** Games that are played in stages, with the answer of the last stage that has come to its end. */
export class Trial<Question extends Common, Document> {
  readonly answer = signal<Document | null>(null);
  readonly failed = signal<Refused | null>(null);
  /** Games of the stage that is being played; `null` if none is. */
  readonly stage = signal<number | null>(null);
  /** It was stopped before all games were played. */
  readonly stopped = signal(false);
  readonly question = signal<Question | null>(null);
  /** The texts have changed since. */
  readonly outdated = computed(() => this.answer.value !== null && this.#revision.value !== this.#texts.edits.value);
  readonly #revision: Signal<number> = signal(0);
  readonly #back: Back;
  readonly #texts: Texts;
  readonly #slot: string;
  readonly #params: (question: Question, isLast: boolean) => { method: string; params: object };

  constructor(back: Back, texts: Texts, slot: string, params: (question: Question, isLast: boolean) => { method: string; params: object }) {
    this.#back = back;
    this.#texts = texts;
    this.#slot = slot;
    this.#params = params;
  }

  /** Games that have been played of the stage, as far as is known. */
  readonly done = computed(() => {
    const work = this.#back.work.value;
    return work?.slot === this.#slot ? work.done : null;
  });

  async play(question: Question): Promise<void> {
    this.question.value = question;
    this.answer.value = null;
    this.failed.value = null;
    this.stopped.value = false;
    this.#revision.value = this.#texts.edits.value;
    for (const games of stages(question.games)) {
      this.stage.value = games;
      const { method, params } = this.#params({ ...question, games }, games === question.games);
      try {
        const answer = await this.#back.ask<Document>(this.#slot, method, params);
        if (this.question.value !== question) return;
        this.answer.value = answer;
        if (this.stopped.value) break;
      } catch (error) {
        if (error instanceof Superseded || this.question.value !== question) return;
        if (!this.stopped.value) this.failed.value = Refused.from(error);
        break;
      }
    }
    this.stage.value = null;
  }

  /** Ends the games; the answer of the last whole stage stays. */
  stop(): void {
    if (this.stage.value === null) return;
    this.stopped.value = true;
    if (this.#back.work.value?.slot === this.#slot) this.#back.stop();
  }
}

/** Returns the numbers of games at which there is an answer. */
export function stages(games: number): number[] {
  const found: number[] = [];
  for (let stage = FIRST; stage < games; stage *= GROWTH) found.push(stage);
  return [...found, games];
}

export class Trials {
  readonly scenario = signal<string | null>(null);
  /** The players that are chosen, by side, for each scenario. */
  readonly players = signal<ReadonlyMap<string, string>>(new Map());
  readonly report: Trial<ReportQuestion, ReportDocument>;
  readonly tuning: Trial<TuneQuestion, TuneDocument>;

  constructor(back: Back, texts: Texts) {
    const common = ({ scenario, variants, sides, games, seed }: Common): object => ({ scenario, variants, sides, games, seed });
    this.report = new Trial(back, texts, "report", (question, isLast) => ({
      method: "sandtable/reportInWords",
      params: { ...common(question), worth: question.worth && isLast },
    }));
    this.tuning = new Trial(back, texts, "tune", (question) => ({
      method: "sandtable/tune",
      params: { ...common(question), vary: question.vary, aim: question.aim },
    }));
  }
}
