// Declarations and sections that can be folded, from the server.

import { codeFolding, foldGutter, foldKeymap, foldService } from "@codemirror/language";
import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import type { FoldingRange } from "vscode-languageserver-protocol";
import { asked } from "./client-features";

const received = StateEffect.define<FoldingRange[]>();

/** For the start of each line that can be folded, the end of what is folded; moves along with changes. */
const ranges = StateField.define<readonly { from: number; to: number }[]>({
  create: () => [],
  update(known, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(received)) continue;
      const { doc } = transaction.state;
      return effect.value
        .filter(({ startLine, endLine }) => startLine < endLine && endLine < doc.lines)
        .map(({ startLine, endLine }) => ({ from: doc.line(startLine + 1).from, to: doc.line(endLine + 1).to }));
    }
    if (!transaction.docChanged) return known;
    return known.map(({ from, to }) => ({ from: transaction.changes.mapPos(from), to: transaction.changes.mapPos(to) }));
  },
});

export function folds(): Extension {
  return [
    ranges,
    foldService.of((state, start, end) => {
      const found = state.field(ranges).find((range) => range.from === start);
      return found !== undefined && found.to > end ? { from: end, to: found.to } : null;
    }),
    codeFolding({ placeholderText: " … " }),
    foldGutter({ openText: "▾", closedText: "▸" }),
    keymap.of(foldKeymap),
    asked("textDocument/foldingRange", 400, received),
  ];
}
