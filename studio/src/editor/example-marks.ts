// In the margin: whether an example still gives what it expects.

import { RangeSet, StateEffect, StateField, type EditorState, type Extension, type Range } from "@codemirror/state";
import { gutter, GutterMarker } from "@codemirror/view";
import type { ExampleMarks } from "../texts/examples";

/** Gives the editor what the examples of its text came to. */
export const showExamples = StateEffect.define<ExampleMarks>();

class Mark extends GutterMarker {
  readonly passed: boolean;
  readonly #stale: boolean;

  constructor(passed: boolean, stale: boolean) {
    super();
    this.passed = passed;
    this.#stale = stale;
  }

  override eq(other: Mark): boolean {
    return other.passed === this.passed && other.#stale === this.#stale;
  }

  override toDOM(): HTMLElement {
    const mark = document.createElement("span");
    mark.className = `example-mark ${this.passed ? "passed" : "failed"}${this.#stale ? " stale" : ""}`;
    mark.textContent = this.passed ? "✓" : "✗";
    mark.title = `${this.passed ? "This example passes" : "This example gives another result"}${this.#stale ? "; it has not been run since the last change" : ""}`;
    return mark;
  }
}

interface Shown {
  marks: ExampleMarks;
  set: RangeSet<Mark>;
}

/** Draws marks at the lines of their run. */
function drawn(state: EditorState, { marks, stale }: NonNullable<ExampleMarks>): RangeSet<Mark> {
  const there = marks.filter(({ line }) => line <= state.doc.lines);
  return RangeSet.of(there.map(({ line, passed }) => new Mark(passed, stale).range(state.doc.line(line).from)), true);
}

/** Says of the marks that are there whether they are from before a change: they have moved with their lines. */
function aged(set: RangeSet<Mark>, stale: boolean): RangeSet<Mark> {
  const marks: Range<Mark>[] = [];
  for (const at = set.iter(); at.value !== null; at.next()) marks.push(new Mark(at.value.passed, stale).range(at.from));
  return RangeSet.of(marks);
}

function renewed(shown: Shown, state: EditorState, marks: ExampleMarks): Shown {
  if (marks === null) return { marks, set: RangeSet.empty };
  // Lines of a run during which the text has changed are no longer those of the text; another run follows.
  const isKnown = shown.marks?.rows === marks.rows || (marks.stale && shown.set.size > 0);
  return { marks, set: isKnown ? aged(shown.set, marks.stale) : drawn(state, marks) };
}

const shown = StateField.define<Shown>({
  create: () => ({ marks: null, set: RangeSet.empty }),
  update(value, transaction) {
    const now = transaction.docChanged ? { ...value, set: value.set.map(transaction.changes) } : value;
    for (const effect of transaction.effects) if (effect.is(showExamples)) return renewed(now, transaction.state, effect.value);
    return now;
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
