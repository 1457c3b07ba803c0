// Holds a site that `build` has made: SITE=folder node --test tests/*.test.mjs

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { LinkChecker } from "linkinator";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

const site = process.env.SITE;
assert.ok(site !== undefined, "SITE names the folder of the site");
const pages = readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".html"));
let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
});
after(() => browser.close());

test("under another path every link leads somewhere, and every page is reached", async () => {
  const server = await serve(site, "/some/where/");
  const checker = new LinkChecker();
  const seen = new Set();
  checker.on("pagestart", (url) => seen.add(new URL(url).pathname));
  const { links } = await checker.check({ path: server.address, recurse: true, checkFragments: true, concurrency: 10, linksToSkip: ["^https?://(?!localhost)"] });
  await server.close();
  const broken = links.filter(({ state }) => state === "BROKEN").map(({ url, parent }) => `${parent} → ${url}`);
  assert.deepEqual(broken, []);
  const reached = new Set(links.map(({ url }) => decodeURIComponent(new URL(url).pathname)));
  const unreached = pages.filter((name) => !reached.has(`/some/where/${name}`) && !reached.has(`/some/where/${name.replace(/index\.html$/, "")}`));
  assert.deepEqual(unreached, []);
  assert.ok(pages.length > 200, `there are ${pages.length} pages`);
});

test("every live example answers, under a path like those of rules", async () => {
  const server = await serve(site, "/units/some/rules/other/");
  const page = await browser.newPage();
  const live = pages.filter((name) => readFileSync(join(site, name), "utf8").includes("<sandtable-odds "));
  let answered = 0;
  for (const name of live) {
    await page.goto(server.address + name);
    const examples = page.locator("sandtable-odds");
    for (let at = 0; at < (await examples.count()); at += 1) {
      const example = examples.nth(at);
      await example.locator("tr, p.trouble").first().waitFor({ timeout: 60_000 });
      assert.equal(await example.locator("p.trouble").count(), 0, `${name}: ${await example.textContent()}`);
      answered += 1;
    }
  }
  await page.close();
  await server.close();
  assert.ok(answered >= 10 && live.includes("index.html") && live.includes(join("docs", "tutorial.html")), `${answered} in ${live}`);
});

test("after one visit everything is there without a network", async () => {
  const server = await serve(site, "/some/where/");
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(server.address);
  // The worker is active when everything is kept.
  await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active.state === "activated" || new Promise((done) => active.addEventListener("statechange", done))));
  await server.close();
  for (const name of ["index.html", "", "docs/tutorial.html", "findings/E0301.html", "books/pips.html", "books/pips/charts.html"]) {
    await page.goto(server.address + name);
    assert.ok((await page.locator("h1, h2, .p").count()) > 0, name);
  }
  await page.goto(server.address);
  const example = page.locator("sandtable-odds").first();
  await example.locator("tr").first().waitFor({ timeout: 60_000 });
  // Another range: up to 3 hexes the table for cannon has `auto`. Cover makes that one step worse, the Panther's gun one step better: a hit.
  await example.locator("input[name=range]").fill("3");
  await example.locator("tr", { hasText: "100.00 %" }).waitFor({ timeout: 60_000 });
  const rows = await example.locator("tr").evaluateAll((all) => all.map((row) => [...row.querySelectorAll("th, .figure")].map((cell) => cell.textContent)));
  assert.deepEqual(rows, [["hit", "1", "100.00 %"]]);
  await page.goto(`${server.address}studio/index.html`);
  await page.getByText("See how it works").waitFor({ timeout: 60_000 });
  await context.close();
});

test("from a disk the folder leads to the one file, which opens", async () => {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(join(site, "index.html")).href);
  assert.equal(await page.locator("sandtable-odds").first().isVisible(), false);
  assert.equal(await page.locator("img.still").isVisible(), true);
  assert.equal(await page.getByText("yours to change").isVisible(), false);
  await page.getByText("Open the studio").click();
  assert.match(page.url(), /sandtable-studio\.html$/);
  await page.getByText("See how it works").waitFor({ timeout: 60_000 });
  await page.close();
});
