// A game that is played: its journal is its whole state, and the service works out everything else.

import { batch, computed, signal } from "@preact/signals";
import type { Back } from "../connection/back";
import { Superseded } from "../connection/back";
import { Refused } from "../connection/peer";
import type { GameDocument, Pair } from "../protocol/documents";

export type Player = "person" | "policy" | "random";

export interface SetUp {
  scenario: string;
  variants: string[];
  sides: Pair[];
  seed: number | null;
}

export class Game {
  readonly state = signal<GameDocument | null>(null);
  readonly failed = signal<Refused | null>(null);
  readonly busy = signal(false);
  readonly question = computed(() => {
    const next = this.state.value?.next;
    return next !== undefined && "question" in next ? next.question : null;
  });
  readonly why = signal(false);
  /** The scenario that is chosen, before the game begins and while it is played. */
  readonly scenario = signal<string | null>(null);
  #setUp: SetUp | null = null;
  readonly #back: Back;

  constructor(back: Back) {
    this.#back = back;
  }

  /** Chooses a scenario; a game that is played comes to its end. */
  choose(scenario: string | null): void {
    if (scenario === this.scenario.value) return;
    batch(() => {
      this.scenario.value = scenario;
      this.leave();
    });
  }

  /** Begins a game; the game before it ends. */
  async begin(setUp: SetUp): Promise<void> {
    this.#setUp = setUp;
    this.failed.value = null;
    await this.#ask({}, true);
  }

  async answer(answer: string): Promise<void> {
    await this.#ask({ answer });
  }

  async undo(): Promise<void> {
    await this.#ask({ undo: true });
  }

  /** Shows in the log also why lines, rows and options do not apply, or no longer does. */
  async toggleWhy(): Promise<void> {
    this.why.value = !this.why.value;
    await this.#ask({});
  }

  leave(): void {
    this.state.value = null;
    this.failed.value = null;
  }

  /** Asks for the game as it is after something; from its beginning, if `restarts`. */
  async #ask(more: { answer?: string; undo?: boolean }, restarts = false): Promise<void> {
    const setUp = this.#setUp;
    if (setUp === null) return;
    const state = restarts ? null : this.state.value;
    const continued = state === null ? {} : { journal: state.journal, people: state.people };
    const seed = state === null ? setUp.seed : state.seed;
    this.busy.value = true;
    try {
      const params = {
        scenario: setUp.scenario,
        variants: setUp.variants,
        sides: setUp.sides,
        ...(seed === null ? {} : { seed }),
        ...continued,
        why: this.why.value,
        ...more,
      };
      const document = await this.#back.ask<GameDocument>("game", "sandtable/game", params);
      batch(() => {
        this.state.value = document;
        this.failed.value = null;
      });
    } catch (error) {
      if (!(error instanceof Superseded)) this.failed.value = Refused.from(error);
    } finally {
      this.busy.value = false;
    }
  }
}
