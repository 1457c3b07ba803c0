// The rulesets that can be used: those of the designer and the built-in books.

import { computed, signal } from "@preact/signals";
import type { Front } from "./connection/front";
import { Refused } from "./connection/peer";
import type { RulesetEntry, WorkspaceDocument } from "./protocol/documents";
import type { Texts } from "./texts/texts";

/** The library is read again so many milliseconds after a change. */
const PAUSE = 600;

export class Library {
  readonly rulesets = signal<readonly RulesetEntry[]>([]);
  /** Whether the list has been read. */
  readonly known = signal(false);
  readonly failed = signal<string | null>(null);
  readonly own = computed(() => this.rulesets.value.filter((ruleset) => ruleset.own));
  readonly books = computed(() => this.rulesets.value.filter((ruleset) => !ruleset.own));
  readonly #front: Front;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(front: Front, texts: Texts) {
    this.#front = front;
    const soon = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.load(), PAUSE);
    };
    // The service reads heads of rulesets and of scenarios, and says when the list is another.
    front.on("sandtable/rulesetsChanged", soon);
    texts.follow({
      opened: (file) => void (file.builtIn || soon()),
      removed: (file) => void (file.builtIn || soon()),
    });
  }

  async load(): Promise<void> {
    try {
      const answer = await this.#front.request<WorkspaceDocument>("sandtable/workspace", {});
      if (JSON.stringify(answer.rulesets) !== JSON.stringify(this.rulesets.value)) this.rulesets.value = answer.rulesets;
      this.known.value = true;
      this.failed.value = null;
    } catch (error) {
      this.failed.value = Refused.from(error).message;
    }
  }

  get(name: string): RulesetEntry | undefined {
    return this.rulesets.value.find((ruleset) => ruleset.name === name);
  }

  /** Returns the ruleset that a text belongs to. */
  of(uri: string): RulesetEntry | undefined {
    return this.rulesets.value.find((ruleset) => ruleset.files.some((file) => file.uri === uri) || ruleset.scenarios.some((scenario) => scenario.uri === uri));
  }
}
