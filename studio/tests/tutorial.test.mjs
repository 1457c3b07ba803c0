// The tutorial's game, written step by step: findings, odds and traces are those that the tutorial prints.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { bars, closeBrowser, eventually, findings, joined, newText, openText, replaceText, repository, saved, studio, tutorialBlocks } from "./harness.mjs";

after(closeBrowser);

test("the tutorial is written and answers as it says", { timeout: 600_000 }, async (t) => {
  const at = await studio(t);
  const { page } = at;
  const blocks = tutorialBlocks(readFileSync(join(repository, "docs", "tutorial.md"), "utf8"));
  const files = new Map();
  let compared = 0;
  for (const [number, block] of blocks.entries()) {
    if (block.file !== undefined && /\.(rules|toml)$/.test(block.file)) {
      const isNew = !files.has(block.file);
      files.set(block.file, joined(files.get(block.file), block));
      if (isNew) {
        await newText(at, block.file, files.get(block.file));
      } else {
        await openText(page, block.file.slice(block.file.lastIndexOf("/") + 1));
        await replaceText(page, files.get(block.file));
      }
      await saved(page);
    }
    const printed = blocks[number + 1];
    if (block.info !== "sh" || printed?.info !== "text") continue;
    const command = block.content.trim().split("\n").at(-1);
    if (command.startsWith("sandtable check")) await compareFindings(page, printed.content);
    else if (command.startsWith("sandtable odds")) await compareOdds(page, command, printed.content);
    else if (command.startsWith("sandtable roll")) await compareTrace(page, command, printed.content);
    else continue;
    compared += 1;
  }
  assert.ok(compared >= 14, `${compared} answers were compared`);
});

/** Carries out a command of the tutorial as its button does. */
async function carryOut(page, command) {
  await page.getByRole("tab", { name: "Docs" }).click();
  await page.getByRole("combobox", { name: "Page" }).selectOption("tutorial");
  await page.locator(`.snippet-tools button[title=${JSON.stringify(command)}]`).first().click();
}

async function compareFindings(page, printed) {
  const wanted = [...printed.matchAll(/^ {2}[×⚠] (.*)$/gm)].map(([, problem]) => problem.replaceAll("`", ""));
  await eventually(async () => {
    const listed = (await findings(page)).filter((finding) => finding.severity !== "note");
    assert.deepEqual(listed.map((finding) => finding.problem.replace(/ \([^)]*\)$/, "")).sort(), wanted.sort());
  });
}

async function compareOdds(page, command, printed) {
  await carryOut(page, command);
  const rows = [...printed.matchAll(/^ {2}(\S.*?) {2,}(\d+(?:\/\d+)?) +(\d+\.\d\d %)/gm)].map(([, outcome, , percent]) => [outcome, percent]);
  if (rows.length > 0) {
    await eventually(async () => assert.deepEqual((await bars(page)).map((row) => [row[0], row.at(-1)]), rows, command));
    const fractions = [...printed.matchAll(/^ {2}\S.*? {2,}(\d+(?:\/\d+)?) +\d+\.\d\d %/gm)].map(([, fraction]) => fraction);
    const shown = (await bars(page)).map((row) => row[1]);
    for (const [at, fraction] of fractions.entries()) if (fraction.length < 19) assert.equal(shown[at], fraction, command);
    const mean = /mean (\d+\.\d+)/.exec(printed)?.[1];
    if (mean !== undefined) assert.match(await page.locator(".mean").innerText(), new RegExp(mean.replace(".", "\\.")));
    return;
  }
  const cells = [...printed.matchAll(/(\d+\.\d)\d %/g)].map(([, percent]) => `${percent} %`);
  assert.ok(cells.length > 4, command);
  await eventually(async () => assert.deepEqual(await page.locator("table.heat td").allInnerTexts(), cells, command));
}

async function compareTrace(page, command, printed) {
  await carryOut(page, command);
  const [, ...lines] = printed.trimEnd().split("\n");
  const wanted = lines.slice(0, lines.indexOf("")).map((line) => line.trim());
  await eventually(async () => {
    const steps = (await page.locator(".trace .steps li").allInnerTexts()).slice(1);
    assert.deepEqual(steps.map((step) => step.trim()), wanted);
  });
}

test("the documentation shows its pictures", async (t) => {
  const { page } = await studio(t);
  await page.getByRole("tab", { name: "Docs" }).click();
  await page.getByLabel("Page").selectOption("studio");
  const picture = page.getByRole("img", { name: "A page of charts" });
  await picture.scrollIntoViewIfNeeded();
  await eventually(async () => assert.ok((await picture.evaluate((one) => one.naturalWidth)) > 300));
});
