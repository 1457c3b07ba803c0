// What can be done from anywhere: the palette, lenses in the text, and keys.

import { signal } from "@preact/signals";
import type { Command as LensCommand } from "vscode-languageserver-protocol";
import { Refused } from "./connection/peer";
import { isRecord } from "./connection/peer";
import { declarationsOf } from "./data/grids";
import type { Ask, Place, TestDocument } from "./protocol/documents";
import { appended } from "./question/example";
import type { Studio } from "./studio";
import { applyEdit, workspaceEdit } from "./texts/edits";
import type { AcceptDocument } from "./texts/examples";

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
    else this.#studio.notice.value = { text: "Place the caret in a roll, action, table or formula first.", undo: null };
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
    const { screen, back, library, examples } = this.#studio;
    screen.lower.value = "examples";
    if (library.get(ruleset)?.own === true) {
      examples.again(ruleset);
      return;
    }
    this.examples.value = null;
    try {
      const params = title === undefined ? { ruleset } : { ruleset, title };
      this.examples.value = await back.ask<TestDocument>("example", "sandtable/example", params);
    } catch (error) {
      this.examples.value = Refused.from(error);
    }
  }

  /** Writes what happens now into an example, or into all that differ. */
  async accept(ruleset: string, title?: string): Promise<void> {
    const studio = this.#studio;
    try {
      const answer = await studio.paper.ask<AcceptDocument>("accept", "sandtable/accept", title === undefined ? { ruleset } : { ruleset, title });
      const what = title === undefined ? "accept all new results" : `accept the new result of “${title}”`;
      const undo = applyEdit(studio.texts, studio.acts, what, workspaceEdit(answer.edits));
      const left = answer.left.map((one) => `“${one.title}”: ${one.why.join("; ")}`);
      const told = left.length === 0 ? "" : ` Not written: ${left.join(". ")}.`;
      studio.notice.value = { text: `${undo === null ? "Nothing was written." : "The new result is written."}${told}`, undo };
    } catch (error) {
      studio.notice.value = { text: `The result cannot be accepted: ${Refused.from(error).message}`, undo: null };
    }
  }

  /** Leads to an example by its title. */
  async showExample(title: string): Promise<void> {
    const { desk, question, screen, front, notice } = this.#studio;
    try {
      const { declarations } = await declarationsOf(front, question.ruleset.value ?? "");
      // Those of the base come first: one of the ruleset itself is meant.
      const found = declarations.findLast((one) => one.sort === "example" && one.title === title);
      if (found === undefined) throw new Refused(0, `no example has the title “${title}” any more`, null);
      const { uri, range } = found.head;
      void desk.go({ uri, range: { start: range.start, end: range.start } });
      screen.pane.value = "text";
    } catch (error) {
      notice.value = { text: `The example cannot be shown: ${Refused.from(error).message}`, undo: null };
    }
  }

  /** Writes a resolution as an example that expects what happened. */
  async keepExample(ruleset: string, title: string, declaration: (title: string) => string): Promise<void> {
    const studio = this.#studio;
    const entry = studio.library.get(ruleset);
    const rules = entry?.files.filter((file) => file.kind === "rules").map((file) => file.path) ?? [];
    const folder = (rules[0] ?? `rules/${ruleset}/`).replace(/[^/]*$/, "");
    const path = rules.find((one) => one.endsWith("/examples.rules")) ?? `${folder}examples.rules`;
    let declared;
    try {
      declared = await declarationsOf(studio.front, ruleset);
    } catch (error) {
      studio.notice.value = { text: `The example is not added: ${Refused.from(error).message}`, undo: null };
      return;
    }
    const known = new Set(declared.declarations.filter((one) => one.sort === "example").map((one) => one.title));
    let free = title;
    for (let number = 2; known.has(free); number += 1) free = `${title} (${number})`;
    const text = studio.texts.get(path)?.text ?? "";
    const act = studio.acts.perform(`keep the example “${free}”`, () => studio.texts.put(path, appended(text, declaration(free))));
    studio.desk.open(path);
    studio.screen.lower.value = "examples";
    let told = `The example is in ${path}. It fails when a change of the rules gives another result.`;
    try {
      const answer = await studio.paper.ask<AcceptDocument>("accept", "sandtable/accept", { ruleset, title: free });
      if (act !== null) studio.acts.extend(act, () => void applyEdit(studio.texts, studio.acts, "", workspaceEdit(answer.edits)));
      const why = answer.left.flatMap((one) => one.why);
      if (why.length > 0) told = `The example is in ${path}, but what it expects could not be written: ${why.join("; ")}`;
    } catch (error) {
      told = `The example is in ${path}, but what it expects could not be written: ${Refused.from(error).message}`;
    }
    studio.notice.value = { text: told, undo: act };
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
