// Writes a pattern into a game: its rules without a head of their own, with the names of the game where they can be told.

import { Refused } from "../connection/peer";
import type { Place } from "../protocol/documents";
import type { Studio } from "../studio";
import { applyEdit, workspaceEdit, type PlacedEdit } from "../texts/edits";
import { say } from "../ui/actions";
import type { Block } from "./pages";
import { openedBy } from "./snippets";

interface InsertionDocument {
  edits: PlacedEdit[];
  place: Place;
  renamed: [string, string][];
}

export async function insertPattern(studio: Studio, ruleset: string, title: string, block: Block): Promise<void> {
  const texts = openedBy(block)?.texts ?? [];
  try {
    const answer = await studio.paper.ask<InsertionDocument>("insert", "sandtable/insert", { ruleset, title, texts });
    const act = applyEdit(studio.texts, studio.acts, `write ${title} into the game`, workspaceEdit(answer.edits));
    void studio.desk.go(answer.place);
    studio.screen.pane.value = "text";
    const renamed = answer.renamed.map(([from, to]) => `${from} is ${to} here`).join(", ");
    const told = renamed === "" ? "" : ` ${renamed.charAt(0).toUpperCase()}${renamed.slice(1)}.`;
    say(studio, `${title} is at the end of ${studio.texts.byUri(answer.place.uri)?.name ?? ruleset}.${told} The findings say what it still needs, such as a stat of your units.`, act);
  } catch (error) {
    say(studio, `This pattern cannot be written into the game: ${Refused.from(error).message}. Open it, and copy what you need.`);
  }
}
