// The sheets that `sandtable print` writes, in Chromium: no text is cut or reaches out of its box, no box is over another, nothing is loaded
// from a network, everybody can read them.
//
// SANDTABLE   the program; without it the one of a debug build beside this folder
// SHEETS      a folder with rulesets to print in the place of the built-in ones: it holds `rules` and `units`
// PICTURES    a folder into which every page is drawn, to be looked at

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { isQuick, isStatic, repository } from "./harness.mjs";

const program = process.env.SANDTABLE ?? join(repository, "target", "debug", "sandtable");
const home = process.env.SHEETS;
const pictures = process.env.PICTURES;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A sheet is not larger than this. */
const LARGEST = 1_000_000;

const BOOKS = ["hellion", "hex-command-mechanized", "hgs-base", "pips", "stargrunt-digest"];
const rulesets = home === undefined ? BOOKS : readdirSync(join(home, "rules")).sort();

let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
});
after(() => browser?.close());

function print(ruleset, ...flags) {
  const folder = mkdtempSync(join(tmpdir(), "sheets-"));
  execFileSync(program, ["print", ruleset, "-o", folder, ...flags], { cwd: home ?? folder, stdio: ["ignore", "ignore", "inherit"] });
  return folder;
}

/** Runs in the page: what is wrong with its boxes, in words. */
function faults() {
  const SLACK = 1.2;
  const found = [];
  const inside = (inner, outer) =>
    inner.left >= outer.left - SLACK && inner.right <= outer.right + SLACK && inner.top >= outer.top - SLACK && inner.bottom <= outer.bottom + SLACK;
  const shown = (node) => node.textContent.trim().slice(0, 60);
  const textRect = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter((rect) => rect.width > 0);
  };
  for (const page of document.querySelectorAll(".p")) {
    const sheet = page.getBoundingClientRect();
    const name = page.getAttribute("aria-label");
    const boxes = [...page.children].filter((box) => !box.matches(".f, [aria-hidden]"));
    for (const box of boxes) {
      const rect = box.getBoundingClientRect();
      if (!inside(rect, sheet)) found.push(`${name}: out of the page: ${shown(box)}`);
      if (box.matches(".t")) {
        for (const line of textRect(box)) if (!inside(line, { ...rect.toJSON(), top: rect.top - 2, bottom: rect.bottom + 2 })) found.push(`${name}: text out of its box: ${shown(box)}`);
      }
      if (box.matches("table")) {
        const asked = Number.parseFloat(box.style.height) * (96 / 25.4);
        if (Math.abs(rect.height - asked) > 1.5) found.push(`${name}: a table is ${rect.height} high, not ${asked}: ${shown(box)}`);
        const wide = Number.parseFloat(box.style.width) * (96 / 25.4);
        if (Math.abs(rect.width - wide) > 1.5) found.push(`${name}: a table is ${rect.width} wide, not ${wide}: ${shown(box)}`);
        for (const cell of box.querySelectorAll("td, th")) {
          const own = cell.getBoundingClientRect();
          for (const line of textRect(cell)) if (!inside(line, own)) found.push(`${name}: text out of its cell: ${shown(cell)}`);
        }
      }
      if (box.matches("svg")) {
        for (const text of box.querySelectorAll("text")) {
          const own = text.getBoundingClientRect();
          const isTile = box.getAttribute("aria-label").startsWith("Map ");
          if (!isTile && !inside(own, rect)) found.push(`${name}: text out of its card: ${shown(text)}`);
        }
      }
    }
    for (const [at, one] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > SLACK && high > SLACK) found.push(`${name}: one box over another: ${shown(one)} / ${shown(other)}`);
      }
    }
  }
  return found;
}

async function check(folder, ruleset, withAxe) {
  const sheets = readdirSync(folder).filter((file) => file.endsWith(".html"));
  assert.ok(sheets.length > 2, `${ruleset} has sheets`);
  for (const sheet of sheets) {
    const file = join(folder, sheet);
    assert.ok(statSync(file).size < LARGEST, `${ruleset}/${sheet} has ${statSync(file).size} bytes`);
    const context = await browser.newContext({ viewport: { width: 900, height: 1200 } });
    const page = await context.newPage();
    const requests = [];
    context.on("request", (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    await page.evaluate(() => document.fonts.ready);
    const loaded = await page.evaluate(() => [...document.fonts].every((font) => font.status === "loaded" || font.status === "unloaded"));
    assert.ok(loaded, `${ruleset}/${sheet}: the fonts are in the file`);
    assert.deepEqual(requests.filter((url) => !url.startsWith("data:") && !url.startsWith("file:")), [], `${ruleset}/${sheet} loads nothing`);
    assert.deepEqual(await page.evaluate(faults), [], `${ruleset}/${sheet}`);
    if (withAxe) {
      // The policy of the page lets no script of it run; this one comes from outside.
      await page.evaluate(axe);
      const broken = await page.evaluate(async () => {
        const { violations } = await window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] });
        return violations.map((violation) => `${violation.id}: ${violation.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
      });
      assert.deepEqual(broken, [], `${ruleset}/${sheet} can be used by everybody`);
    }
    if (pictures !== undefined) {
      mkdirSync(join(pictures, ruleset), { recursive: true });
      const pages = await page.locator(".p").all();
      for (const [at, one] of pages.entries()) await one.screenshot({ path: join(pictures, ruleset, `${sheet.replace(".html", "")}-${at + 1}.png`) });
    }
    await context.close();
  }
}

for (const ruleset of rulesets) {
  test(`the sheets of ${ruleset}`, { skip: isStatic || (isQuick && ruleset !== "hgs-base"), timeout: 600_000 }, async () => {
    const folder = print(ruleset);
    await check(folder, ruleset, home !== undefined || ruleset === "pips" || ruleset === "hellion");
    rmSync(folder, { recursive: true, force: true });
  });
}

test("cards with bleed, to be folded, on letter paper", { skip: isStatic || home !== undefined, timeout: 300_000 }, async () => {
  const folder = print("hellion", "--paper", "letter", "--bleed", "3", "--backs", "fold", "--cards", "mini", "--chances");
  await check(folder, "hellion-letter", false);
  rmSync(folder, { recursive: true, force: true });
});
