// The rulesets that can be used: those of the designer and the built-in books.

import type { ChangeSet, Text } from "@codemirror/state";
import { computed, signal } from "@preact/signals";
import type { Front } from "./connection/front";
import { Refused } from "./connection/peer";
import type { RulesetEntry, WorkspaceDocument } from "./protocol/documents";
import type { Texts } from "./texts/texts";

/** The library is read again so many milliseconds after a change. */
const PAUSE = 600;

/** Returns the lines around a stretch of a text that the library depends on. */
function headOf(doc: Text, from: number, to: number): string {
  const lines: string[] = [];
  for (const line of doc.iterLines(doc.lineAt(from).number, doc.lineAt(to).number + 1)) {
    if (/^(?:ruleset|variant|rules\s*=|map\s*=|\s+index\b)/.test(line)) lines.push(line);
  }
  return lines.join("\n");
}

function changesHead(changes: ChangeSet, before: Text, after: Text): boolean {
  let changed = false;
  changes.iterChangedRanges((fromA, toA, fromB, toB) => (changed ||= headOf(before, fromA, toA) !== headOf(after, fromB, toB)));
  return changed;
}

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
    texts.follow({
      opened: (file) => void (file.builtIn || soon()),
      // Only its first lines say to which ruleset a text belongs: typing elsewhere changes nothing here.
      changed: (file, changes, before) => void (changesHead(changes, before, file.doc) && soon()),
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
