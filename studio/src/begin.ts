// What the page shows first: the question of a link, else a text of the designer, else the documentation.

import { readLink } from "./share";
import type { Studio } from "./studio";

export async function begin(studio: Studio): Promise<void> {
  const linked = await readLink(window.location.hash);
  if (linked !== null) {
    studio.shared.value = linked;
    studio.screen.show("docs");
  }
  const rules = studio.texts.list.value.find((file) => file.language === "sandtable" && /^(?:ruleset|variant) /m.test(file.text));
  const first = rules ?? studio.texts.list.value[0];
  if (first === undefined) {
    studio.screen.show("docs");
    return;
  }
  studio.desk.open(first.path);
  const ruleset = studio.library.of(first.uri) ?? studio.library.own.value[0];
  if (ruleset !== undefined) studio.question.choose(ruleset.name, null);
}
