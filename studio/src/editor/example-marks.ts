// In the margin: whether an example still gives what it expects.

import { RangeSet, StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import { gutter, GutterMarker } from "@codemirror/view";
import { examplesIn } from "../texts/examples";

export type ExampleMarks = ReadonlyMap<string, { passed: boolean; stale: boolean }> | null;

/** Gives the editor what the examples of its text came to. */
export const showExamples = StateEffect.define<ExampleMarks>();

class Mark extends GutterMarker {
  readonly #passed: boolean;
  readonly #stale: boolean;

  constructor(passed: boolean, stale: boolean) {
    super();
    this.#passed = passed;
    this.#stale = stale;
  }

  override eq(other: Mark): boolean {
    return other.#passed === this.#passed && other.#stale === this.#stale;
  }

  override toDOM(): HTMLElement {
    const mark = document.createElement("span");
    mark.className = `example-mark ${this.#passed ? "passed" : "failed"}${this.#stale ? " stale" : ""}`;
    mark.textContent = this.#passed ? "✓" : "✗";
    mark.title = `${this.#passed ? "This example passes" : "This example gives another result"}${this.#stale ? "; it has not been run since the last change" : ""}`;
    return mark;
  }
}

interface Shown {
  marks: ExampleMarks;
  set: RangeSet<GutterMarker>;
}

function drawn(state: EditorState, marks: ExampleMarks): RangeSet<GutterMarker> {
  if (marks === null) return RangeSet.empty;
  const found = examplesIn(state.doc).flatMap(({ title, line }) => {
    const mark = marks.get(title);
    return mark === undefined ? [] : [new Mark(mark.passed, mark.stale).range(state.doc.line(line).from)];
  });
  return RangeSet.of(found);
}

const shown = StateField.define<Shown>({
  create: () => ({ marks: null, set: RangeSet.empty }),
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(showExamples)) return { marks: effect.value, set: drawn(transaction.state, effect.value) };
    return transaction.docChanged ? { ...value, set: value.set.map(transaction.changes) } : value;
  },
});

export function exampleMarks(open: () => void): Extension {
  return [
    shown,
    gutter({
      class: "example-gutter",
      markers: (view) => view.state.field(shown).set,
      domEventHandlers: {
        mousedown: (view, line) => {
          let isThere = false;
          view.state.field(shown).set.between(line.from, line.from, () => void (isThere = true));
          if (isThere) open();
          return isThere;
        },
      },
    }),
  ];
}
