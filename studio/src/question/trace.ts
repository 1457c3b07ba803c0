// One resolution, step by step, with dice and choices that can be set.

import { batch, effect, signal } from "@preact/signals";
import { Superseded, type Back } from "../connection/back";
import { Refused } from "../connection/peer";
import type { RollDocument } from "../protocol/documents";
import type { Texts } from "../texts/texts";
import type { Question, QuestionRecord } from "./question";

/** Another die is rolled there, or none any more; another choice is made there, or none. */
const MISFIT = new Set(["E0508", "E0517", "E0532", "E0533"]);
/** Dice and choices that do not fit are left out so many times. */
const MOST_TRIES = 12;
/** Rarer outcomes than one of so many rolls are not looked for. */
const MOST_TRIED = 400;

function code(document: RollDocument): string {
  return document.trouble?.findings[0]?.code ?? "";
}

export class Trace {
  readonly shown = signal<RollDocument | null>(null);
  /** The trace before the last change. */
  readonly before = signal<RollDocument | null>(null);
  readonly failed = signal<Refused | null>(null);
  readonly busy = signal(false);
  /** Steps also say why lines do not apply. */
  readonly why = signal(false);
  readonly details = signal(false);
  readonly dice = signal<readonly string[] | null>(null);
  readonly choices = signal<readonly string[]>([]);
  readonly #back: Back;
  readonly #question: Question;
  #seed = 1;
  #isFinding = false;
  #asked: string | null = null;
  /** Dice from a document, for the question that comes with them. */
  #awaited: readonly string[] | null = null;

  constructor(back: Back, question: Question, texts: Texts) {
    this.#back = back;
    this.#question = question;
    effect(() => {
      const ruleset = question.ruleset.value;
      const ask = question.ask.value;
      texts.revision.value;
      const key = `${ruleset ?? ""} ${ask ?? ""}`;
      if (key !== this.#asked) {
        this.#asked = key;
        batch(() => {
          this.shown.value = null;
          this.before.value = null;
          this.failed.value = null;
          this.dice.value = this.#awaited;
          this.choices.value = [];
        });
        this.#awaited = null;
      }
    });
  }

  /** Rolls with fresh dice. */
  async roll(): Promise<void> {
    this.#seed = 1 + Math.floor(Math.random() * 1_000_000);
    this.dice.value = null;
    this.choices.value = [];
    await this.#ask(true);
  }

  /** Rolls until this outcome comes about, to show how. */
  async find(outcome: string): Promise<void> {
    const record = this.#question.single();
    if (record === null) return;
    this.busy.value = true;
    this.#isFinding = true;
    this.failed.value = null;
    try {
      for (let seed = 1; seed <= MOST_TRIED; seed += 1) {
        this.#seed = seed;
        const document = await this.#request(record, null);
        if (document.outcome !== outcome) continue;
        batch(() => {
          this.before.value = null;
          this.shown.value = document;
          this.dice.value = document.dice.map((die) => die.face);
        });
        return;
      }
      this.failed.value = new Refused(0, `“${outcome}” did not come about in ${MOST_TRIED} tries: set the dice yourself`, null);
    } catch (error) {
      if (!(error instanceof Superseded)) this.failed.value = Refused.from(error);
    } finally {
      this.busy.value = false;
      this.#isFinding = false;
    }
  }

  /** Rolls with these dice and choices, when the question is there. */
  set(dice: readonly string[] | null, choices: readonly string[]): void {
    this.dice.value = dice;
    this.choices.value = choices;
    this.#awaited = dice;
  }

  /** Sets one die; those after it stay as they are as far as they are still rolled. */
  async setDie(at: number, face: string): Promise<void> {
    const faces = (this.shown.value?.dice ?? []).map((die) => die.face);
    faces[at] = face;
    this.dice.value = faces;
    await this.#ask(true);
  }

  /** Sets the choices, in the order in which they are made. */
  async setChoices(choices: readonly string[]): Promise<void> {
    this.dice.value = (this.shown.value?.dice ?? []).map((die) => die.face);
    this.choices.value = choices;
    await this.#ask(true);
  }

  /** Asks for the same trace again: the situation or the rules have changed. */
  async again(): Promise<void> {
    if (this.#isFinding) return;
    await this.#ask(false);
  }

  async #ask(keepBefore: boolean): Promise<void> {
    const record = this.#question.single();
    if (record === null) return;
    this.busy.value = true;
    const before = this.shown.value;
    try {
      const document = await this.#resolve(record, this.dice.value);
      batch(() => {
        this.before.value = keepBefore ? before : null;
        this.shown.value = document;
        this.failed.value = null;
      });
    } catch (error) {
      if (!(error instanceof Superseded)) this.failed.value = Refused.from(error);
    } finally {
      this.busy.value = false;
    }
  }

  /** Resolves with the given dice and choices; what they leave open is rolled and chosen. */
  async #resolve(record: QuestionRecord, dice: readonly string[] | null): Promise<RollDocument> {
    let document = await this.#request(record, dice);
    for (let tries = 0; tries < MOST_TRIES && MISFIT.has(code(document)); tries += 1) {
      // From the first that does not fit any more, all is rolled and chosen anew.
      if (dice !== null) dice = document.dice.map((die) => die.face);
      if (this.choices.value.length > 0) this.choices.value = document.choices;
      document = await this.#request(record, dice);
    }
    if (dice !== null) this.dice.value = document.dice.map((die) => die.face);
    return document;
  }

  async #request(record: QuestionRecord, dice: readonly string[] | null): Promise<RollDocument> {
    const { ruleset, ask, given, units = [], options, variants } = record;
    const document = await this.#back.ask<RollDocument>("roll", "sandtable/roll", {
      ruleset,
      ask,
      given,
      units,
      options,
      variants,
      seed: this.#seed,
      why: this.why.value,
      ...(dice === null ? {} : { dice }),
      ...(this.choices.value.length === 0 ? {} : { choices: this.choices.value }),
    });
    return { ...document, trouble: document.trouble ?? null };
  }
}
