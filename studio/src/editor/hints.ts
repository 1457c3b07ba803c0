// Odds at the ends of the first lines of rolls, from the inlay hints of the server.

import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, WidgetType, type DecorationSet } from "@codemirror/view";
import type { InlayHint } from "vscode-languageserver-protocol";
import { offsetOf } from "../texts/edits";
import { asked } from "./client-features";

const received = StateEffect.define<InlayHint[]>();

class Hint extends WidgetType {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  override eq(other: Hint): boolean {
    return other.#text === this.#text;
  }

  override toDOM(): HTMLElement {
    const span = document.createElement("span");
    span.className = "hint";
    span.textContent = this.#text;
    return span;
  }
}

const hints = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(received)) continue;
      const widgets = effect.value.map((hint) => {
        const text = typeof hint.label === "string" ? hint.label : hint.label.map((part) => part.value).join("");
        return Decoration.widget({ widget: new Hint(text), side: 1 }).range(offsetOf(transaction.state.doc, hint.position));
      });
      return Decoration.set(widgets, true);
    }
    return shown.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function inlayHints(): Extension {
  // The odds of every roll of a long text would take the time of the check.
  const seen = (view: EditorView) => {
    const { doc } = view.state;
    const { from, to } = view.viewport;
    return { range: { start: { line: doc.lineAt(from).number - 1, character: 0 }, end: { line: doc.lineAt(to).number, character: 0 } } };
  };
  return [hints, asked("textDocument/inlayHint", 250, received, seen, true)];
}
