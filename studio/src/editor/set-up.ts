// The parts of the editor.

import { autocompletion, closeCompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import {
  findReferencesKeymap,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  renameKeymap,
  serverCompletion,
} from "@codemirror/lsp-client";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import type { Front } from "../connection/front";
import type { Cure } from "../texts/findings";
import type { TextFile } from "../texts/text-file";
import { semanticColours } from "./colours";
import { cureWith } from "./diagnostics";
import { exampleMarks } from "./example-marks";
import { folds } from "./folds";
import { inlayHints } from "./hints";
import { indentation } from "./indentation";
import { codeLenses, type Carry } from "./lenses";
import { theme } from "./theme";
import { toml } from "./toml";

/** What the editor needs of the rest of the page. */
export interface Around {
  front: Front;
  carry: Carry;
  cure(cure: Cure): void;
  /** Shows the odds of the rule at the caret. */
  askHere(): void;
  /** Shows the list of examples. */
  showExamples(): void;
  /** Undoes the deed that has left the text as it is; returns whether there is one. */
  undoDeed(path: string): boolean;
}

export function setUp(file: TextFile, around: Around): Extension {
  const label = `${file.name}${file.builtIn ? ", read only" : ""}. Escape, then Tab leaves the text.`;
  return [
    theme,
    lineNumbers(),
    highlightActiveLineGutter(),
    file.language === "toml" || file.builtIn ? [] : exampleMarks(() => around.showExamples()),
    folds(),
    history(),
    drawSelection(),
    EditorState.allowMultipleSelections.of(true),
    indentUnit.of("  "),
    bracketMatching(),
    highlightActiveLine(),
    highlightSelectionMatches({ minSelectionLength: 2 }),
    search({ top: true }),
    serverCompletion({ override: true }),
    autocompletion({ icons: false }),
    EditorView.scrollMargins.of(() => ({ top: 40, bottom: 80 })),
    hoverTooltips(),
    file.language === "toml" ? toml() : [],
    file.language === "markdown" ? EditorView.lineWrapping : indentation(file.language === "sandtable"),
    semanticColours(),
    inlayHints(),
    codeLenses(around.carry),
    cureWith.of((cure) => around.cure(cure)),
    file.builtIn ? [EditorState.readOnly.of(true), EditorView.editable.of(true)] : [],
    EditorView.contentAttributes.of({ tabindex: "0", "aria-label": label, spellcheck: "false", autocapitalize: "off" }),
    keymap.of([
      { key: "Mod-Enter", run: () => (around.askHere(), true) },
      { key: "Mod-z", run: () => around.undoDeed(file.path) },
      { key: "Escape", run: closeCompletion },
      ...renameKeymap,
      ...jumpToDefinitionKeymap,
      ...findReferencesKeymap,
      ...formatKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...lintKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
    around.front.client.plugin(file.uri, file.language),
  ];
}
