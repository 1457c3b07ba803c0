// Two texts beside each other, with what differs coloured.

import { history, historyKeymap, defaultKeymap } from "@codemirror/commands";
import { MergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "preact/hooks";
import { theme } from "../editor/theme";

interface DifferencesProperties {
  /** The text on the left, which is only read. */
  before: string;
  after: string;
  titles: [before: string, after: string];
  /** Is told of each change of the text on the right; without it that text is only read too. */
  change?(text: string): void;
}

export function Differences({ before, after, titles, change }: DifferencesProperties) {
  const parent = useRef<HTMLDivElement>(null);
  const shown = useRef<string | null>(null);
  const view = useRef<MergeView | null>(null);
  useEffect(() => {
    if (parent.current === null) return;
    const common = (label: string): Extension[] => [theme, lineNumbers(), EditorView.lineWrapping, EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" })];
    const reading = [EditorState.readOnly.of(true)];
    const writing =
      change === undefined
        ? reading
        : [
            history(),
            keymap.of([...historyKeymap, ...defaultKeymap]),
            EditorView.updateListener.of((update) => {
              if (!update.docChanged) return;
              shown.current = update.state.doc.toString();
              change(shown.current);
            }),
          ];
    view.current = new MergeView({
      parent: parent.current,
      a: { doc: before, extensions: [...common(titles[0]), ...reading] },
      b: { doc: after, extensions: [...common(titles[1]), ...writing] },
      collapseUnchanged: { margin: 3, minSize: 6 },
      ...(change === undefined ? {} : { revertControls: "a-to-b" as const, renderRevertControl: takeButton }),
    });
    shown.current = after;
    return () => {
      view.current?.destroy();
      view.current = null;
    };
  }, [before]);
  useEffect(() => {
    const right = view.current?.b;
    if (right === undefined || shown.current === after) return;
    shown.current = after;
    right.dispatch({ changes: { from: 0, to: right.state.doc.length, insert: after } });
  }, [after]);
  return (
    <div class="differences">
      <div class="difference-titles" aria-hidden="true">
        <b>{titles[0]}</b>
        <b>{titles[1]}</b>
      </div>
      <div class="difference-texts" ref={parent} />
    </div>
  );
}

function takeButton(): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "small";
  button.textContent = "→";
  button.title = "Take this from the left";
  button.setAttribute("aria-label", "Take this from the left");
  return button;
}
