// Live examples as the site is built: no example disappears in silence.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Asker } from "../live.mjs";
import { Pages } from "../markdown.mjs";

class SandtableError extends Error {
  name = "SandtableError";
}

/** The body of a page, where the module knows the book `pips`, and in it the roll `to-hit`; null if it knows no question. */
async function body(page) {
  const odds = async (ruleset, ask) => {
    if (ruleset !== "pips" || ask !== "to-hit") throw new SandtableError(`there is no \`${ruleset} ${ask}\``);
  };
  const asker = new Asker(async () => ({ odds, close: () => {} }));
  return (await new Pages(new Map(), () => null, asker).render("docs/some.md", "docs/some.html", page)).body;
}
const shown = (commands, answer) => `# A page\n\n\`\`\`sh\n${commands}\n\`\`\`\n\n\`\`\`text\n${answer}\n\`\`\`\n`;

test("an example that is answered is live", async () => {
  assert.match(await body(shown("sandtable odds pips to-hit range=3", "hit 1/2")), /<sandtable-odds ruleset="pips" ask="to-hit" given="range=3">/);
});

test("one that the page shows to be refused is not", async () => {
  assert.doesNotMatch(await body(shown("sandtable odds pips to-hurt", "E0401 unknown-name: there is no `to-hurt`")), /<sandtable-odds/);
});

test("one that is refused in place of an answer is an error, whatever a later block shows", async () => {
  const later = shown("sandtable check pips", "E0401 unknown-name: there is no `to-hurt`");
  await assert.rejects(body(shown("sandtable odds pips to-hurt", "hit 1/2") + later), /`odds pips to-hurt` is refused/);
});

test("rules that a command makes are not those of the page", async () => {
  const made = shown("sandtable new ford --from ford.md", "2 units");
  assert.doesNotMatch(await body(made + shown("sandtable odds ford to-hit", "hit 1/2")), /<sandtable-odds/);
  await assert.rejects(body(shown("sandtable odds ford to-hit", "hit 1/2")), /`odds ford to-hit` is refused/);
});
