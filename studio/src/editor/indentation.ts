// Indentation as the language asks for it: Enter begins a block where there can be one, guides show blocks, long lines hang.

import { EditorSelection, Prec, RangeSetBuilder, type EditorState, type Extension, type Line, type Text } from "@codemirror/state";
import { Decoration, EditorView, keymap, ViewPlugin, type Command, type DecorationSet, type PluginValue, type ViewUpdate } from "@codemirror/view";

/** Blanks of a level. */
const LEVEL = 2;

/** Declarations that have lines below them. */
const HEADS = /^(?:ruleset|variant|amend|replace|die|kind|table|modifiers|formula|roll|action|sequence|trigger|window|reaction|example)\b/;
/** Statements that have a block, on the same line after a colon or below. */
const BLOCKS = /^(?:phase|each|alternate|repeat|count|depending on|choose|may(?!(?: by [^"]*)? reroll )|at the same time)\b/;

/** Returns a line without its comment and the blanks at its end. */
function codeOf(line: string): string {
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"') quoted = !quoted;
    else if (line[at] === "#" && !quoted) return line.slice(0, at).trimEnd();
  }
  return line.trimEnd();
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Returns by how many blanks the line after this one is indented. */
export function indentAfter(line: string): number {
  const code = codeOf(line);
  const indent = indentOf(code);
  const words = code.trimStart();
  if (words === "") return indentOf(line);
  if (code.endsWith(":")) return indent + LEVEL;
  if (indent === 0 && HEADS.test(words)) return /^formula\b.* = /.test(words) ? 0 : LEVEL;
  if (BLOCKS.test(words)) {
    // `each unit: squad` names what it goes through; the colon before a block is another.
    const rest = words.replace(/"[^"]*"/g, "").replace(/^(?:each|choose) [\w-]+: /, "");
    return rest.includes(": ") ? indent : indent + LEVEL;
  }
  return indent;
}

/** Enter: a new line where the language wants it. On a line of blanks it leaves the block. */
const enter: Command = (view) => {
  const { state } = view;
  if (state.readOnly || state.selection.ranges.some((range) => state.doc.lineAt(range.head).number !== state.doc.lineAt(range.anchor).number)) return false;
  const changes = state.changeByRange((range) => {
    const line = state.doc.lineAt(range.from);
    if (line.text.trim() === "" && line.text.length > 0) {
      const left = Math.max(0, line.text.length - LEVEL);
      return { changes: { from: line.from, to: line.to, insert: " ".repeat(left) }, range: EditorSelection.cursor(line.from + left) };
    }
    const before = line.text.slice(0, range.from - line.from);
    const after = line.text.slice(range.to - line.from);
    const indent = before.trim() === "" ? before.length : indentAfter(before);
    const skipped = indentOf(after);
    const insert = `\n${" ".repeat(indent)}`;
    return { changes: { from: range.from, to: range.to + skipped, insert }, range: EditorSelection.cursor(range.from + insert.length) };
  });
  view.dispatch(state.update(changes, { scrollIntoView: true, userEvent: "input" }));
  return true;
};

/** The `if` that an `else` at the end of a block belongs to. */
function opening(doc: Text, line: Line): number | null {
  const own = indentOf(line.text);
  for (let number = line.number - 1; number > 0; number -= 1) {
    const text = doc.line(number).text;
    const indent = indentOf(text);
    if (text.trim() === "" || indent > own) continue;
    const isIf = /^(?:else )?if\b/.test(text.trimStart());
    if (isIf) return indent;
    if (indent < own) return null;
  }
  return null;
}

/** `else` moves to its `if` when it is written. */
const elseHandler = EditorView.inputHandler.of((view, from, to, text) => {
  const { state } = view;
  const line = state.doc.lineAt(from);
  if (text !== "e" || from !== to || state.readOnly || line.text.trimStart() !== "els" || from !== line.to) return false;
  const indent = opening(state.doc, line);
  if (indent === null || indent === indentOf(line.text)) return false;
  const insert = `${" ".repeat(indent)}else`;
  view.dispatch({ changes: { from: line.from, to: line.to, insert }, selection: { anchor: line.from + insert.length }, userEvent: "input.type" });
  return true;
});

const decorations = new Map<number, Decoration>();

/** Lines of one indentation look alike: guides at each level, and what does not fit hangs four blanks deeper. */
function lineOf(indent: number): Decoration {
  let known = decorations.get(indent);
  if (known === undefined) {
    known = Decoration.line({ attributes: { class: "guided", style: `--indent:${indent}` } });
    decorations.set(indent, known);
  }
  return known;
}

/** Returns the indentation of a line; an empty one goes on with that of its neighbours, so that guides are not torn. */
function shownIndent(state: EditorState, line: Line): number {
  if (line.text.trim() !== "") return indentOf(line.text);
  for (let number = line.number + 1; number <= Math.min(state.doc.lines, line.number + 5); number += 1) {
    const { text } = state.doc.line(number);
    if (text.trim() !== "") return Math.min(indentOf(text), line.number > 1 ? Math.max(indentOf(text), 0) : 0);
  }
  return 0;
}

class Guides implements PluginValue {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = this.#draw(view);
  }

  update(update: ViewUpdate): void {
    if (update.docChanged || update.viewportChanged) this.decorations = this.#draw(update.view);
  }

  #draw(view: EditorView): DecorationSet {
    const builder = new RangeSetBuilder<Decoration>();
    for (const { from, to } of view.visibleRanges) {
      for (let at = from; at <= to; ) {
        const line = view.state.doc.lineAt(at);
        builder.add(line.from, line.from, lineOf(Math.min(40, shownIndent(view.state, line))));
        at = line.to + 1;
      }
    }
    return builder.finish();
  }
}

export function indentation(isRules: boolean): Extension {
  const guides = ViewPlugin.fromClass(Guides, { decorations: (guide) => guide.decorations });
  return [EditorView.lineWrapping, guides, ...(isRules ? [Prec.high(keymap.of([{ key: "Enter", run: enter }])), elseHandler] : [])];
}
