// What can be done from anywhere: the palette, lenses in the text, and keys.

import { signal } from "@preact/signals";
import type { Command as LensCommand } from "vscode-languageserver-protocol";
import { Refused } from "./connection/peer";
import { isRecord } from "./connection/peer";
import type { Ask, Place, TestDocument } from "./protocol/documents";
import type { Studio } from "./studio";

export interface Uses {
  name: string;
  places: Place[];
}

export class Commands {
  /** The places that the last lens of uses has led to. */
  readonly uses = signal<Uses | null>(null);
  /** The examples that were run last. */
  readonly examples = signal<TestDocument | Refused | null>(null);
  readonly #studio: Studio;

  constructor(studio: Studio) {
    this.#studio = studio;
  }

  /** Carries out the command of a code lens. */
  carry(command: LensCommand): void {
    const [first, position, places] = (command.arguments ?? []) as unknown[];
    if (command.command === "sandtable.showUses" && Array.isArray(places)) {
      this.#showUses(String(first), position, places as Place[]);
    } else if (command.command === "sandtable.odds" && isRecord(first)) {
      this.ask(String(first["ruleset"]), String(first["ask"]));
    } else if (command.command === "sandtable.runExample" && isRecord(first)) {
      void this.runExamples(String(first["ruleset"]), String(first["title"]));
    }
  }

  /** Shows the odds of a rule. */
  ask(ruleset: string, ask: string): void {
    this.#studio.question.choose(ruleset, ask);
    this.#studio.screen.show("odds");
  }

  /** Shows the odds of the rule at the caret. */
  askHere(): void {
    const here = this.here();
    const ruleset = this.#studio.question.form.value?.ruleset;
    if (here !== null && ruleset !== undefined) this.ask(ruleset, here.name);
    else this.#studio.notice.value = { text: "Place the caret in a roll, action, table or formula first.", undo: false };
  }

  /** Returns the rule at the caret that can be asked about. */
  here(): Ask | null {
    const file = this.#studio.desk.file.value;
    const form = this.#studio.question.form.value;
    if (file === undefined || form === null) return null;
    const line = file.doc.lineAt(Math.min(this.#studio.desk.caret.value, file.doc.length)).number - 1;
    const symbols = this.#studio.outline.items.value.flatMap((item) => [item, ...(item.children ?? [])]);
    const around = symbols.filter((item) => item.range.start.line <= line && line <= item.range.end.line);
    return form.asks.find((ask) => ask.place?.uri === file.uri && around.some((item) => item.name === ask.name)) ?? null;
  }

  async runExamples(ruleset: string, title?: string): Promise<void> {
    const { screen, back } = this.#studio;
    screen.lower.value = "examples";
    this.examples.value = null;
    try {
      const params = title === undefined ? { ruleset } : { ruleset, title };
      this.examples.value = await back.ask<TestDocument>("example", "sandtable/example", params);
    } catch (error) {
      this.examples.value = Refused.from(error);
    }
  }

  #showUses(uri: string, position: unknown, places: Place[]): void {
    const { texts, screen } = this.#studio;
    const doc = texts.byUri(uri)?.doc;
    const line = isRecord(position) && typeof position["line"] === "number" ? position["line"] : 0;
    const name = doc === undefined || line >= doc.lines ? "" : doc.line(line + 1).text.trim();
    this.uses.value = { name, places };
    screen.lower.value = "uses";
  }
}
