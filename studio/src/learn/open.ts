// Opens what the documentation shows: snippets as texts, commands as questions.

import type { Studio } from "../studio";
import { openTexts, say } from "../ui/actions";
import { readCommand } from "./command-line";
import type { Block } from "./pages";
import { openedBy } from "./snippets";

export function openBlock(studio: Studio, block: Block): void {
  const opened = openedBy(block);
  if (opened === null) {
    say(studio, "This snippet is not whole: copy it into a game of yours.");
    return;
  }
  const act = openTexts(studio, opened.texts, `open a snippet of the page “${block.page}”`, opened.path);
  const name = opened.path.split("/")[1];
  if (name !== undefined) studio.question.choose(name, null);
  const start = { line: opened.line, character: 0 };
  void studio.desk.go({ uri: studio.texts.uri(opened.path), range: { start, end: start } });
  studio.screen.pane.value = "text";
  say(studio, `Opened in ${opened.path}.`, act);
}

/** Whether a command can be carried out on the page. */
export function readable(line: string): boolean {
  return readCommand(line) !== null;
}

/** Carries out a command of the documentation. */
export function carryOut(studio: Studio, line: string): void {
  const asked = readCommand(line);
  if (asked === null) return;
  if (asked.does === "play") {
    studio.play(asked.scenario);
    return;
  }
  studio.question.put(asked.record);
  if (asked.does === "roll") {
    studio.trace.set(asked.dice, []);
    studio.screen.show("trace");
  } else {
    studio.screen.show("odds");
  }
}
