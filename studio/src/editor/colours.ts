// Colours by meaning, from the semantic tokens of the server.

import { LSPPlugin } from "@codemirror/lsp-client";
import { RangeSetBuilder, StateEffect, StateField, type Extension, type Text } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";
import type { SemanticTokens, SemanticTokensOptions } from "vscode-languageserver-protocol";
import { asked } from "./client-features";

const received = StateEffect.define<SemanticTokens>();
const coloured = StateEffect.define<DecorationSet>();

const marks = new Map<string, Decoration>();

function mark(name: string, isDeclaration: boolean): Decoration {
  const classes = `token-${name}${isDeclaration ? " token-declaration" : ""}`;
  let known = marks.get(classes);
  if (known === undefined) {
    known = Decoration.mark({ class: classes });
    marks.set(classes, known);
  }
  return known;
}

const colours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(coloured)) return effect.value;
    return shown.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorations(doc: Text, types: readonly string[], data: readonly number[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let number = 1;
  let column = 0;
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [lines = 0, columns = 0, length = 0, type = 0, modifiers = 0] = data.slice(at, at + 5);
    number += lines;
    column = lines === 0 ? column + columns : columns;
    if (number > doc.lines) break;
    const line = doc.line(number);
    const from = Math.min(line.from + column, line.to);
    const to = Math.min(from + length, line.to);
    const name = types[type];
    if (name !== undefined && from < to) builder.add(from, to, mark(name, (modifiers & 1) !== 0));
  }
  return builder.finish();
}

const decorate = EditorView.updateListener.of((update) => {
  for (const transaction of update.transactions) {
    for (const effect of transaction.effects) {
      if (!effect.is(received)) continue;
      const provider = LSPPlugin.get(update.view)?.client.serverCapabilities?.semanticTokensProvider;
      const types = (provider as SemanticTokensOptions | undefined)?.legend.tokenTypes ?? [];
      const shown = decorations(update.state.doc, types, effect.value.data);
      const { view, state } = update;
      queueMicrotask(() => void (view.state.doc === state.doc && view.dispatch({ effects: coloured.of(shown) })));
    }
  }
});

export function semanticColours(): Extension {
  return [colours, decorate, asked("textDocument/semanticTokens/full", 40, received)];
}
