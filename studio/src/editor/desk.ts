// The texts that are open in the editor: which one is shown, and the state of each, its undo and its folds.

import { Annotation, EditorSelection, EditorState, StateEffect, StateField, Transaction, type ChangeSet, type Extension } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";
import { computed, effect, signal } from "@preact/signals";
import type { Place, Range } from "../protocol/documents";
import type { Findings, ShownFinding } from "../texts/findings";
import { offsetOf } from "../texts/edits";
import type { TextFile } from "../texts/text-file";
import { keyTime, measureUntilPainted } from "../timing";
import type { Texts } from "../texts/texts";
import { renew } from "./client-features";
import { diagnosticsEffect } from "./diagnostics";
import type { ExampleMarks } from "../texts/examples";
import { showExamples } from "./example-marks";

/** Marks a transaction that brings a change from elsewhere into the editor. */
const fromElsewhere = Annotation.define<true>();

const pointed = StateEffect.define<{ from: number; to: number } | null>();

/** The place that a pane has led to. */
const pointer = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    for (const one of transaction.effects) {
      if (!one.is(pointed)) continue;
      if (one.value === null) return Decoration.none;
      return Decoration.set([Decoration.line({ class: "pointed" }).range(transaction.state.doc.lineAt(one.value.from).from)]);
    }
    return transaction.docChanged ? Decoration.none : shown.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const NONE: readonly ShownFinding[] = [];

export class Desk {
  /** The paths of the open texts, in the order of their tabs. */
  readonly tabs = signal<readonly string[]>([]);
  readonly current = signal<string | null>(null);
  /** Where the caret is in the current text. */
  readonly caret = signal(0);
  readonly file = computed(() => {
    const path = this.current.value;
    return path === null ? undefined : this.#texts.list.value.find((file) => file.path === path);
  });
  readonly #texts: Texts;
  readonly #findings: Findings;
  readonly #states = new Map<string, EditorState>();
  /** How far each text was scrolled. */
  readonly #scrolls = new Map<string, StateEffect<unknown>>();
  readonly #setUp: (file: TextFile) => Extension;
  readonly #load: (uri: string) => Promise<TextFile | null>;
  #view: EditorView | null = null;
  #shown: string | null = null;

  constructor(texts: Texts, findings: Findings, setUp: (file: TextFile) => Extension, load: (uri: string) => Promise<TextFile | null>) {
    this.#texts = texts;
    this.#findings = findings;
    this.#setUp = setUp;
    this.#load = load;
    texts.follow({
      changed: (file, changes, _before, origin) => {
        if (origin === "elsewhere") this.#bring(file, changes);
        // What is shown of a text can depend on others: the odds of a roll on the units.
        if (this.#shown !== null && this.#shown !== file.path) this.#view?.dispatch({ effects: renew.of(null) });
      },
      removed: (file) => this.close(file.path),
      // Its tab stays, marked.
      lost: () => {},
      found: () => {},
    });
  }

  /** Puts the editor into the page. */
  attach(parent: HTMLElement): () => void {
    this.#view = new EditorView({ parent });
    this.#shown = null;
    const stop = effect(() => {
      const file = this.file.value;
      this.#display(file);
    });
    const stopFindings = effect(() => {
      const found = this.findings.value;
      this.#mark(found);
    });
    const stopExamples = effect(() => {
      const marks = this.marks.value;
      this.file.value;
      this.#view?.dispatch({ effects: showExamples.of(marks) });
    });
    return () => {
      stop();
      stopFindings();
      stopExamples();
      this.#keep();
      this.#view?.destroy();
      this.#view = null;
    };
  }

  /** The findings in the current text. */
  readonly findings = computed<readonly ShownFinding[]>(() => {
    const file = this.file.value;
    if (file === undefined) return NONE;
    const ofExamples = this.#findings.ofExamples.value.filter((finding) => finding.uri === file.uri);
    // Those of other texts come and go without a new list: what is drawn stays.
    const own = this.#findings.byUri.value.get(file.uri) ?? NONE;
    return ofExamples.length === 0 ? own : [...own, ...ofExamples];
  });

  /** What the examples of the current text came to. */
  readonly marks = signal<ExampleMarks>(null);

  get view(): EditorView | null {
    return this.#view;
  }

  open(path: string): void {
    if (this.#texts.get(path) === undefined) return;
    if (!this.tabs.value.includes(path)) this.tabs.value = [...this.tabs.value, path];
    this.current.value = path;
  }

  close(path: string): void {
    const at = this.tabs.value.indexOf(path);
    if (at < 0) return;
    const left = this.tabs.value.filter((tab) => tab !== path);
    this.tabs.value = left;
    this.#states.delete(path);
    this.#scrolls.delete(path);
    if (this.#shown === path) this.#shown = null;
    if (this.current.value === path) this.current.value = left[Math.min(at, left.length - 1)] ?? null;
  }

  /** Leads to a place, in a text of the program too. */
  async go(place: Place, focus = true): Promise<EditorView | null> {
    const file = this.#texts.byUri(place.uri) ?? (await this.#load(place.uri));
    if (file === null) return null;
    this.open(file.path);
    this.#point(place.range, focus);
    return this.#view;
  }

  async display(uri: string): Promise<EditorView | null> {
    const start = { line: 0, character: 0 };
    const file = this.#texts.byUri(uri) ?? (await this.#load(uri));
    if (file === null) return null;
    if (this.current.value !== file.path) return this.go({ uri: file.uri, range: { start, end: start } });
    return this.#view;
  }

  focus(): void {
    this.#view?.focus();
  }

  #point(range: Range, focus: boolean): void {
    const view = this.#view;
    if (view === null) return;
    const from = offsetOf(view.state.doc, range.start);
    const to = offsetOf(view.state.doc, range.end);
    view.dispatch({
      selection: EditorSelection.single(from, from),
      effects: [EditorView.scrollIntoView(from, { y: "center" }), pointed.of({ from, to })],
    });
    if (focus) view.focus();
  }

  #display(file: TextFile | undefined): void {
    const view = this.#view;
    if (view === null || this.#shown === (file?.path ?? null)) return;
    this.#keep();
    this.#shown = file?.path ?? null;
    if (file === undefined) {
      view.setState(EditorState.create({ extensions: [EditorView.editable.of(false)] }));
      return;
    }
    view.setState(this.#states.get(file.path) ?? this.#create(file));
    const scroll = this.#scrolls.get(file.path);
    if (scroll !== undefined) view.dispatch({ effects: scroll });
    this.caret.value = view.state.selection.main.head;
    this.#mark(this.findings.peek());
  }

  #create(file: TextFile): EditorState {
    const follow = EditorView.updateListener.of((update) => {
      if (update.selectionSet || update.docChanged) this.caret.value = update.state.selection.main.head;
      if (!update.docChanged) return;
      for (const transaction of update.transactions) {
        if (transaction.docChanged && transaction.annotation(fromElsewhere) === undefined) {
          measureUntilPainted("key to paint", keyTime());
          this.#texts.change(file, transaction.changes, "editor");
        }
      }
    });
    return EditorState.create({ doc: file.doc, extensions: [pointer, follow, this.#setUp(file)] });
  }

  #keep(): void {
    if (this.#view !== null && this.#shown !== null && this.tabs.peek().includes(this.#shown)) {
      this.#states.set(this.#shown, this.#view.state);
      this.#scrolls.set(this.#shown, this.#view.scrollSnapshot());
    }
  }

  #bring(file: TextFile, changes: ChangeSet): void {
    // Deeds are undone as a whole, in all their texts; the history of the editor holds what was typed.
    const annotations = [fromElsewhere.of(true), Transaction.addToHistory.of(false)];
    if (this.#shown === file.path && this.#view !== null) {
      this.#view.dispatch({ changes, annotations });
      return;
    }
    const kept = this.#states.get(file.path);
    if (kept !== undefined) this.#states.set(file.path, kept.update({ changes, annotations }).state);
  }

  #mark(found: readonly ShownFinding[]): void {
    const view = this.#view;
    if (view === null || this.#shown === null) return;
    view.dispatch(diagnosticsEffect(view.state, found));
  }
}
