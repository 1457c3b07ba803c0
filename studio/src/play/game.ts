// A game that is played: its journal is its whole state, and the service works out everything else.

import { batch, computed, signal } from "@preact/signals";
import type { Back } from "../connection/back";
import { Superseded } from "../connection/back";
import { Refused } from "../connection/peer";
import type { GameDocument, Pair } from "../protocol/documents";
import { measureUntilPainted } from "../timing";

export type Player = "person" | "policy" | "random";

export interface SetUp {
  scenario: string;
  variants: string[];
  sides: Pair[];
  seed: number | null;
}

/** A longer list of steps is asked for anew: the service leaves its middle out. */
const MOST_STEPS = 12_000;

export class Game {
  readonly state = signal<GameDocument | null>(null);
  readonly failed = signal<Refused | null>(null);
  readonly busy = signal(false);
  /** Why the game could not be played on with the texts as they are now; what is shown is the game before they were changed. */
  readonly outdated = signal<Refused | null>(null);
  readonly question = computed(() => {
    const next = this.state.value?.next;
    return next !== undefined && "question" in next ? next.question : null;
  });
  readonly why = signal(false);
  /** The game at the question before, to which the last answer was given. */
  readonly before = signal<GameDocument | null>(null);
  /** The scenario that is chosen, before the game begins and while it is played. */
  readonly scenario = signal<string | null>(null);
  /** Who plays its sides; `null` until they are known. */
  readonly sides = signal<readonly Pair[] | null>(null);
  /** The edits of the texts that are in what is shown. */
  edits = 0;
  #setUp: SetUp | null = null;
  /** The game that goes on when its set-up has been looked at. */
  #played: { setUp: SetUp; state: GameDocument | null } | null = null;
  readonly #back: Back;

  constructor(back: Back) {
    this.#back = back;
  }

  /** Chooses a scenario; a game that is played comes to its end. */
  choose(scenario: string | null): void {
    if (scenario === this.scenario.value) return;
    batch(() => {
      this.scenario.value = scenario;
      this.sides.value = null;
      this.leave();
    });
  }

  /** Shows a certain game from its beginning. */
  watch(setUp: SetUp): void {
    batch(() => {
      this.scenario.value = setUp.scenario;
      this.sides.value = setUp.sides;
      this.leave();
    });
    void this.begin(setUp);
  }

  /** Begins a game, unless it is being played already by the same players. */
  async ensure(setUp: SetUp): Promise<void> {
    const known = this.#setUp;
    if (known?.scenario === setUp.scenario && JSON.stringify(known.sides) === JSON.stringify(setUp.sides)) return;
    await this.begin(setUp);
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

  /** Plays the game again from its journal, with the texts as they are now. */
  async renew(): Promise<void> {
    // An answer that is on its way is not lost.
    while (this.busy.value) await new Promise((resolve) => setTimeout(resolve, 40));
    const before = this.state.value;
    if (before === null || before.people.length === 0) {
      await this.restart();
      return;
    }
    await this.#ask({}, false, true);
  }

  /** Shows the pieces as they are set up: nobody plays before the first question. */
  async layOut(): Promise<void> {
    const setUp = this.#setUp;
    if (setUp === null) return;
    const state = this.state.value;
    this.#played ??= { setUp, state };
    const sides = (state?.sides.map(({ name }) => name) ?? setUp.sides.map(([name]) => name)).map((name): Pair => [name, "person"]);
    await this.begin({ ...setUp, sides, seed: state?.seed ?? setUp.seed });
  }

  /** Plays the game on that was left for its set-up, with the texts as they are now. */
  async playOn(): Promise<void> {
    const played = this.#played;
    if (played === null) return;
    this.#played = null;
    this.#setUp = played.setUp;
    this.state.value = played.state;
    this.before.value = null;
    await this.renew();
  }

  /** Begins the same game again, with the same dice. */
  async restart(): Promise<void> {
    const setUp = this.#setUp;
    const seed = this.state.value?.seed ?? setUp?.seed ?? null;
    if (setUp !== null) await this.begin({ ...setUp, seed });
  }

  /** Asks whether an answer would be legal, without giving it; the reasons if it would not be, `null` if it would. */
  async wouldRefuse(answer: string): Promise<readonly string[] | null> {
    const document = await this.#back.ask<GameDocument>("game-why", "sandtable/game", this.#params({ answer }, this.state.value));
    return document.rejected;
  }

  leave(): void {
    this.#setUp = null;
    this.#played = null;
    this.state.value = null;
    this.before.value = null;
    this.failed.value = null;
    this.outdated.value = null;
  }

  #params(more: { answer?: string; undo?: boolean }, state: GameDocument | null): object {
    const setUp = this.#setUp;
    if (setUp === null) return {};
    const seed = state === null ? setUp.seed : state.seed;
    return {
      scenario: setUp.scenario,
      variants: setUp.variants,
      sides: setUp.sides,
      ...(seed === null ? {} : { seed }),
      ...(state === null ? {} : { journal: state.journal, people: state.people }),
      // After an answer the steps before it are the same; by other rules, or with reasons, all may be others.
      ...(state === null || state.steps.length > MOST_STEPS || more.answer === undefined ? {} : { steps_from: state.steps_in_all }),
      why: this.why.value,
      ...more,
    };
  }

  /** Asks for the game as it is after something; from its beginning, if `restarts`. */
  async #ask(more: { answer?: string; undo?: boolean }, restarts = false, renews = false): Promise<void> {
    if (this.#setUp === null) return;
    const state = restarts ? null : this.state.value;
    this.busy.value = true;
    const begun = performance.now();
    try {
      const document = continued(state, await this.#back.ask<GameDocument>("game", "sandtable/game", this.#params(more, state)));
      const { next } = document;
      // A journal that no longer fits stops the game; the one before goes on being shown.
      if (renews && "stopped" in next) {
        this.outdated.value = new Refused(0, next.stopped.message, next.stopped.data ?? null);
        return;
      }
      batch(() => {
        if (more.answer === undefined) this.before.value = null;
        else if (document.rejected === null) this.before.value = state;
        this.state.value = document;
        this.failed.value = null;
        this.outdated.value = null;
      });
      if (more.answer !== undefined) measureUntilPainted("click to board", begun);
    } catch (error) {
      if (error instanceof Superseded) return;
      if (renews) this.outdated.value = Refused.from(error);
      else this.failed.value = Refused.from(error);
    } finally {
      this.busy.value = false;
    }
  }
}

/** A game with its steps: those that were kept of the game before, and those that came after them. */
function continued(before: GameDocument | null, document: GameDocument): GameDocument {
  if (before === null || document.steps_before === 0) return document;
  const kept = before.steps.length - (before.steps_in_all - document.steps_before);
  return { ...document, steps: [...before.steps.slice(0, kept), ...document.steps], steps_before: 0, steps_left_out: before.steps_left_out };
}
