// The front page says what there is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { frontPage } from "../front.mjs";

test("the front page counts the books that it leads to", () => {
  const books = ["pips", "hellion"].map((name) => ({ name, title: name }));
  const page = frontPage({ pictures: {}, books, single: "sandtable-studio.html", version: "0.1.0" });
  assert.equal(page.match(/href="books\//g).length, 2);
  assert.match(page, /comes with 2 games/);
});
