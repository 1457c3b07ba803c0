// The front page says what there is.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { withFinding } from "../draft.mjs";
import { frontPage } from "../front.mjs";
import { SHELVES, shelved } from "../shelves.mjs";

const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");

test("the front page counts the books that it leads to", () => {
  const books = ["pips", "hellion"].map((name) => ({ name, title: name }));
  const page = frontPage({ pictures: {}, books, draft: "<pre>a draft</pre>", single: "sandtable-studio.html", version: "0.1.0" });
  assert.equal(page.match(/href="books\//g).length, 2);
  assert.match(page, /comes with 2 games/);
  assert.match(page, /<pre>a draft<\/pre>/);
});

test("the lines of a finding are marked", () => {
  const labels = [{ line: 2, text: "the last before the gap" }];
  const shown = withFinding("a | b\n1 < | 2\n", { code: "E0301", message: "no result for `range` 13", help: "add a row (`-` for none)", labels });
  assert.match(shown, /^<pre class="draft"><code>a \| b\n<mark>1 &lt; \| 2<\/mark> {2}<em>the last before the gap<\/em><\/code>/);
  assert.match(shown, /<a href="findings\/E0301\.html">E0301<\/a><br>Add a row \(<code>-<\/code> for none\)\./);
});

test("every page is on a shelf, once", () => {
  const paths = ["docs/words.md", "docs/new.md", "starters/cards/README.md", "docs/print.md", "CHANGELOG.md"];
  const shelves = shelved(paths);
  assert.deepEqual(shelves.flatMap(([, found]) => found).sort(), [...paths].sort());
  assert.deepEqual(shelves[0], ["Put it on paper", ["docs/print.md", "docs/words.md"]]);
  assert.deepEqual(shelves.at(-1), ["How it is made", ["docs/new.md", "CHANGELOG.md"]]);
});

test("the pages that shelves name are there", () => {
  const named = SHELVES.flatMap(([, wanted]) => (Array.isArray(wanted) ? wanted : []));
  assert.ok(named.length > 0);
  assert.deepEqual(named.filter((path) => !existsSync(join(repository, path))), []);
});
