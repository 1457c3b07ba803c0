// Edits as the Language Server Protocol writes them, for our texts.

import { ChangeSet, type Text } from "@codemirror/state";
import type { TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import type { Place, Position } from "../protocol/documents";
import type { Act, Acts } from "./acts";
import type { Texts } from "./texts";

/** Returns the offset of a position, the nearest one if the text has changed since. */
export function offsetOf(doc: Text, position: Position): number {
  const line = doc.line(Math.max(1, Math.min(position.line + 1, doc.lines)));
  return Math.min(line.from + position.character, line.to);
}

export function positionOf(doc: Text, offset: number): Position {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

export function changesOf(doc: Text, edits: readonly TextEdit[]): ChangeSet {
  const changes = edits.map(({ range, newText }) => ({
    from: offsetOf(doc, range.start),
    to: offsetOf(doc, range.end),
    insert: newText,
  }));
  return ChangeSet.of(changes, doc.length);
}

/** An edit as the documents of the service have it. */
export interface PlacedEdit {
  place: Place;
  text: string;
}

/** Returns edits of documents as the protocol has them. */
export function workspaceEdit(edits: readonly PlacedEdit[]): WorkspaceEdit {
  const changes: Record<string, TextEdit[]> = {};
  for (const { place, text } of edits) (changes[place.uri] ??= []).push({ range: place.range, newText: text });
  return { changes };
}

/** Makes edits of several texts as one act. Those of texts that cannot be changed are left out. */
export function applyEdit(texts: Texts, acts: Acts, title: string, edit: WorkspaceEdit): Act | null {
  return acts.perform(title, () => {
    for (const [uri, edits] of Object.entries(edit.changes ?? {})) {
      const file = texts.byUri(uri);
      if (file !== undefined && !file.builtIn) texts.change(file, changesOf(file.doc, edits), "elsewhere");
    }
  });
}
