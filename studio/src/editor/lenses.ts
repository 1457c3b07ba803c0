// Lines above declarations: how often they are used, their odds, a way to run an example.

import { StateEffect, StateField, type Extension, type Range } from "@codemirror/state";
import { Decoration, EditorView, WidgetType, type DecorationSet } from "@codemirror/view";
import type { CodeLens, Command } from "vscode-languageserver-protocol";
import { asked } from "./client-features";

/** Carries out the command of a lens. */
export type Carry = (command: Command) => void;

const received = StateEffect.define<CodeLens[]>();

class LensLine extends WidgetType {
  readonly #commands: readonly Command[];
  readonly #indent: number;
  readonly #key: string;
  readonly #carry: Carry;

  constructor(commands: readonly Command[], indent: number, carry: Carry) {
    super();
    this.#commands = commands;
    this.#indent = indent;
    this.#carry = carry;
    this.#key = JSON.stringify([indent, commands]);
  }

  override eq(other: LensLine): boolean {
    return other.#key === this.#key;
  }

  override get estimatedHeight(): number {
    return 19;
  }

  override toDOM(): HTMLElement {
    const line = document.createElement("div");
    line.className = "lens";
    line.style.paddingInlineStart = `calc(6px + ${this.#indent}ch)`;
    for (const command of this.#commands) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = command.title;
      // Reached by keyboard through the palette and the panes; in the text the caret goes on from line to line.
      button.tabIndex = -1;
      button.addEventListener("mousedown", (event) => event.preventDefault());
      button.addEventListener("click", () => this.#carry(command));
      line.append(button);
    }
    return line;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

export function codeLenses(carry: Carry): Extension {
  const lenses = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(shown, transaction) {
      for (const effect of transaction.effects) {
        if (effect.is(received)) return drawn(transaction.state.doc, effect.value, carry);
      }
      return shown.map(transaction.changes);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
  return [lenses, asked("textDocument/codeLens", 250, received)];
}

function drawn(doc: EditorView["state"]["doc"], answer: readonly CodeLens[], carry: Carry): DecorationSet {
  const lines = new Map<number, Command[]>();
  for (const { range, command } of answer) {
    if (command === undefined || range.start.line >= doc.lines) continue;
    const commands = lines.get(range.start.line) ?? [];
    commands.push(command);
    lines.set(range.start.line, commands);
  }
  const widgets: Range<Decoration>[] = [];
  for (const [number, commands] of lines) {
    const line = doc.line(number + 1);
    const indent = line.text.length - line.text.trimStart().length;
    const widget = new LensLine(commands, indent, carry);
    widgets.push(Decoration.widget({ widget, block: true, side: -1 }).range(line.from));
  }
  return Decoration.set(widgets, true);
}
