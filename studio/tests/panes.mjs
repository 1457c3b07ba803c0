// What each pane of the page is shown with: for the pictures of the documentation, and for the tests that look at all of them.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { ask, LANTERNS, openText, program } from "./harness.mjs";

/** A manuscript with a gap in its first table. */
export const MANUSCRIPT = `# 1 Fire

The firer rolls a d6. See rule 7.3 for cover.

| d6 | Result |
| --- | --- |
| 1 | jam |
| 2-3 | miss |
| 5-6 | hit |

# 2 Orders

| d6 | Order |
| --- | --- |
| 1-2 | halt |
| 3-6 | march |
`;

/** Opens the manuscript on the left; "Manuscript" is the pane that is shown. */
export async function readManuscript(page) {
  await page.locator(".manuscript-head input").setInputFiles({ name: "book.md", mimeType: "text/markdown", buffer: Buffer.from(MANUSCRIPT) });
}

/** A text with two slips that have cures. */
const SLIPS = LANTERNS["rules/lanterns/game.rules"].replace("per cover(", "per kover(").replace("if  lit(target)", "if  litt(target)");

/** A starter as somebody finds it who has just begun. */
export function starter(from, name) {
  const begun = mkdtempSync(join(tmpdir(), "starter-"));
  const { status } = spawnSync(program, ["new", name, "--from", from, "--in", begun], { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`the starter ${from} cannot be written`);
  const files = readdirSync(begun, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = Object.fromEntries(files.map((entry) => [relative(begun, join(entry.parentPath, entry.name)), readFileSync(join(entry.parentPath, entry.name), "utf8")]));
  rmSync(begun, { recursive: true });
  return texts;
}

/** Shows a pane where there is room for one only. */
export async function showPane(page, name) {
  const button = page.locator(".switcher").getByRole("button", { name, exact: true });
  if (await button.isVisible()) await button.click();
}

/** Opens a tab of the panes on the right. */
export async function tab(page, name) {
  await showPane(page, "Odds and play");
  await page.getByRole("tab", { name, exact: true }).click();
}

/** Asks about a rule of the game. */
async function askToHit(page) {
  await showPane(page, "Odds and play");
  await ask(page, "To hit");
}

/** How each pane comes to what it shows; `pane` is the part of the page that it is, `files` the texts if not those of the tutorial. */
export const PANES = {
  files: { pane: ".pane.files", open: (page) => showPane(page, "Files") },
  text: { pane: ".pane.text", open: (page) => showPane(page, "Text") },
  findings: {
    pane: ".pane.lower",
    files: () => ({ ...LANTERNS, "rules/lanterns/game.rules": SLIPS }),
    open: async (page) => {
      await showPane(page, "Findings");
      await page.locator(".finding .cures button").first().waitFor();
    },
  },
  examples: {
    pane: ".pane.lower",
    open: async (page) => {
      await showPane(page, "Findings");
      await page.getByRole("tab", { name: "Examples", exact: true }).click();
      await page.getByText(/examples passed/).waitFor();
    },
  },
  odds: { open: askToHit },
  trace: {
    open: async (page) => {
      await askToHit(page);
      await tab(page, "Trace");
      await page.locator(".trace .steps li").first().waitFor();
    },
  },
  board: {
    open: async (page) => {
      await tab(page, "Board");
      await page.locator(".card").filter({ hasText: "crossroads" }).first().click();
      await page.locator(".decision").waitFor();
      for (let turn = 0; turn < 40; turn += 1) {
        if ((await page.locator(".shot").count()) > 0 && (await page.locator(".moved").count()) > 0) break;
        const answer = page.locator(".answers button:enabled").first();
        if ((await answer.count()) === 0) break;
        // Many places are folded up.
        await answer.evaluate((button) => button.click());
        await page.waitForTimeout(400);
      }
    },
  },
  data: {
    open: async (page) => {
      await tab(page, "Units & tables");
      await page.getByRole("table", { name: "Shooting modifiers" }).waitFor();
    },
  },
  words: {
    open: async (page) => {
      await askToHit(page);
      await tab(page, "In words");
      await page.locator(".in-words article").first().waitFor();
    },
  },
  print: {
    open: async (page) => {
      await tab(page, "Print");
      await page.locator(".pane.right iframe, .pane.right svg, .pane.right img").first().waitFor();
      await page.waitForTimeout(1500);
    },
  },
  report: {
    open: async (page) => {
      await tab(page, "Report");
      await page.getByRole("spinbutton", { name: "Games" }).fill("1000");
      await page.getByRole("button", { name: "Play them" }).click();
      await page.getByText(": 1,000 games").waitFor();
    },
  },
  tune: {
    open: async (page) => {
      await tab(page, "Tune");
      await page.getByLabel("Scenario").selectOption("At the quay");
      await page.getByLabel("What is varied").fill("sergeant.aim");
      await page.getByLabel("Its values").fill("0..3");
      await page.getByRole("button", { name: "Find it" }).click();
      await page.locator("tr.best").waitFor();
      await page.locator("tr.best").scrollIntoViewIfNeeded();
    },
  },
  manuscript: {
    pane: "main",
    open: async (page) => {
      await tab(page, "Manuscript");
      await readManuscript(page);
      const rule = page.getByRole("button", { name: "Make this table a rule" }).last();
      await showPane(page, "Files");
      await rule.click();
      await showPane(page, "Odds and play");
      await page.getByRole("region", { name: "The rule" }).locator("pre").first().waitFor();
    },
  },
  history: {
    open: async (page) => {
      await showPane(page, "Text");
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("\n# A thought.");
      await page.waitForTimeout(1500);
      await tab(page, "History");
      await page.waitForTimeout(500);
    },
  },
  docs: { open: (page) => tab(page, "Docs") },
  coverage: {
    open: async (page) => {
      await page.getByRole("combobox", { name: "Ruleset" }).selectOption("pips");
      await tab(page, "Coverage");
      await page.locator("table.coverage").waitFor();
    },
  },
};

/** Opens the text of a game, and waits until the page is quiet. */
export async function settle(page, text = "game.rules") {
  await showPane(page, "Files");
  await openText(page, text);
  await showPane(page, "Text");
  await page.getByText(/used \d+ time/).first().waitFor();
  await page.waitForTimeout(1000);
}
