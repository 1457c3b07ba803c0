// The element in Chromium, from the package that is installed in PACKAGE.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const folder = process.env.PACKAGE;
assert.ok(folder, "PACKAGE names the folder in which the package is installed");
const KINDS = { ".html": "text/html", ".js": "text/javascript" };

const RULES = `ruleset lanterns "Lanterns"

roll to-see "To see" (range: 1..6) -> seen, dark
  shown = d6
  seen  when shown >= range
  dark  otherwise
`;
const PAGE = `<!doctype html><meta charset="utf-8"><title>A blog</title>
<script type="module" src="../node_modules/@sandtable/core/dist/element.js"></script>
<sandtable-odds id="one" src="lanterns.rules" ask="to-see" given="range=3"></sandtable-odds>
<sandtable-odds id="many" src="lanterns.rules" ask="to-see" given="range=3,6" only="to-see is seen"></sandtable-odds>
<sandtable-odds id="book" ruleset="hex-command-mechanized" ask="direct-fire" given="firer=panther target=sherman range=7 cover=1"></sandtable-odds>
<sandtable-odds id="wrong" src="lanterns.rules" ask="to-sea" given="range=3"></sandtable-odds>`;

let server;
let browser;
before(async () => {
  server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    // Not at the root: a blog is in a folder.
    const own = { "/blog/post.html": PAGE, "/blog/lanterns.rules": RULES }[path];
    const file = join(folder, path);
    if (own === undefined && (!file.startsWith(folder) || !existsSync(file))) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": KINDS[extname(path)] ?? "application/octet-stream" });
    return response.end(own ?? readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
});
after(async () => {
  await browser?.close();
  server.close();
});

/** The rows of an element: their words and figures. */
const rows = (page, id) => page.locator(`#${id} tr`).evaluateAll((all) => all.map((row) => [...row.querySelectorAll("th, .figure")].map((cell) => cell.textContent)));

test("a post shows odds, and follows what its reader puts in", async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  const slips = [];
  page.on("pageerror", (error) => slips.push(error.message));
  await page.goto(`http://127.0.0.1:${server.address().port}/blog/post.html`);
  await page.locator("#one tr").first().waitFor();
  // By hand: 3, 4, 5 or 6 of a die; then a 6.
  assert.deepEqual(new Set((await rows(page, "one")).map((row) => row.join(" "))), new Set(["seen 2/3 66.67 %", "dark 1/3 33.33 %"]));
  await page.locator("#one").getByLabel("range").fill("6");
  await page.locator("#one tr", { hasText: "1/6" }).waitFor();
  await page.locator("#many tr").first().waitFor();
  assert.deepEqual(
    (await rows(page, "many")).map((row) => row.slice(-2)),
    [["2/3", "66.67 %"], ["1/6", "16.67 %"]],
  );
  await page.locator("#book tr").first().waitFor();
  assert.deepEqual((await rows(page, "book"))[0], ["no effect", "2/3", "66.67 %"]);
  await page.locator("#wrong .trouble", { hasText: "to-sea" }).waitFor();
  assert.deepEqual(slips, []);
});
