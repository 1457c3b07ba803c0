// The declarations of the current text, by section.

import { effect, signal } from "@preact/signals";
import type { DocumentSymbol } from "vscode-languageserver-protocol";
import type { Front } from "../connection/front";
import type { Findings } from "../texts/findings";
import type { Desk } from "./desk";

const PAUSE = 300;

export class Outline {
  readonly items = signal<readonly DocumentSymbol[]>([]);
  readonly #front: Front;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(front: Front, desk: Desk, findings: Findings) {
    this.#front = front;
    effect(() => {
      const file = desk.file.value;
      // Findings are published after each check; an outline is then of the text as it is.
      findings.took.value;
      desk.caret.value;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#load(file?.uri), PAUSE);
    });
  }

  async #load(uri: string | undefined): Promise<void> {
    if (uri === undefined) {
      this.items.value = [];
      return;
    }
    try {
      const items = await this.#front.request<DocumentSymbol[] | null>("textDocument/documentSymbol", { textDocument: { uri } });
      if (JSON.stringify(items) !== JSON.stringify(this.items.value)) this.items.value = items ?? [];
    } catch {
      this.items.value = [];
    }
  }
}
