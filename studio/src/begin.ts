// What the page shows first: the game of a link, what was open last, a text of the designer, or the documentation.

import { effect } from "@preact/signals";
import type { QuestionRecord } from "./question/question";
import { isQuestion, readLink } from "./share";
import type { Studio } from "./studio";
import { isRecord } from "./connection/peer";

/** What was open when the page was left. */
interface Session {
  tabs: string[];
  current: string | null;
  ruleset: string | null;
  question: QuestionRecord | null;
}

export async function begin(studio: Studio): Promise<void> {
  // Without texts the documentation is shown at once: the page is used already while the rest comes.
  if (studio.texts.list.value.length === 0) studio.screen.show("docs");
  await studio.saving.adopt();
  const linked = await readLink(window.location.hash);
  await restore(studio);
  if (linked !== null) {
    studio.shared.value = linked;
    if (studio.desk.current.value === null) first(studio);
  } else if (studio.desk.current.value === null) {
    first(studio);
  }
  keep(studio);
  await studio.library.load();
}

/** Opens a text of rules, one that is named as its game or its folder if there is one, else any text. */
function first(studio: Studio): void {
  const all = studio.texts.list.value;
  const rules = all.filter((file) => file.path.endsWith(".rules"));
  const isMain = (path: string): boolean => {
    const [name = "", folder = ""] = path.split("/").toReversed();
    return ["game.rules", "book.rules", `${folder}.rules`].includes(name);
  };
  const file = rules.find(({ path }) => isMain(path)) ?? rules[0] ?? all[0];
  // Its ruleset is chosen when the library has been read.
  if (file !== undefined) studio.desk.open(file.path);
}

function keyOf(studio: Studio): string {
  return `studio.session ${studio.texts.root}`;
}

async function restore(studio: Studio): Promise<void> {
  const session = read(keyOf(studio));
  if (session === null) return;
  for (const path of session.tabs) {
    // A text may have gone since, a book may have another name.
    const file = studio.texts.get(path) ?? (await studio.load(path).catch(() => null));
    if (file !== null) studio.desk.open(file.path);
  }
  if (session.current !== null && studio.desk.tabs.value.includes(session.current)) studio.desk.current.value = session.current;
  if (session.question !== null) studio.question.put(session.question);
  else if (session.ruleset !== null) studio.question.choose(session.ruleset, null);
}

function read(key: string): Session | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (!isRecord(value) || !Array.isArray(value["tabs"])) return null;
    const { tabs, current, ruleset, question } = value;
    return {
      tabs: tabs.filter((path) => typeof path === "string"),
      current: typeof current === "string" ? current : null,
      ruleset: typeof ruleset === "string" ? ruleset : null,
      question: isQuestion(question) ? question : null,
    };
  } catch {
    return null;
  }
}

/** Keeps what is open, as it changes. */
function keep(studio: Studio): void {
  const { desk, question } = studio;
  let last = "";
  effect(() => {
    const session: Session = {
      tabs: [...desk.tabs.value],
      current: desk.current.value,
      ruleset: question.ruleset.value,
      question: question.form.value === null ? null : question.record(),
    };
    const now = JSON.stringify(session);
    // A form is read again after each change of the rules, mostly as it was.
    if (now === last) return;
    last = now;
    try {
      localStorage.setItem(keyOf(studio), now);
    } catch {
      // A browser without storage begins as on the first visit.
    }
  });
}
