// Rules in words and the print preview: they show what the rules say and what is printed.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, eventually, isStatic, LANTERNS, openText, replaceText, studio } from "./harness.mjs";

after(closeBrowser);

const GAME = "rules/lanterns/game.rules";

/** Puts the caret into the first line with these words. */
async function caretAt(page, words) {
  await page.locator(".cm-line", { hasText: words }).first().click();
}

test("the rule at the caret is shown in words, and follows the text", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  await page.getByRole("tab", { name: "In words" }).click();
  const table = LANTERNS[GAME].split("\n").find((line) => line.startsWith("table "));
  await caretAt(page, table);
  const title = /"([^"]*)"/.exec(table)[1];
  await page.locator(".in-words h2", { hasText: title }).waitFor();
  const words = await page.locator(".in-words").innerText();
  // Nothing of the language is left.
  assert.doesNotMatch(words, /->|\bwhen\b|\w-\w+\(/);
  await replaceText(page, LANTERNS[GAME].replace(`"${title}"`, '"To be seen"'));
  await page.keyboard.press("Control+Home");
  await caretAt(page, "To be seen");
  await page.locator(".in-words h2", { hasText: "To be seen" }).waitFor();
});

test("the preview shows the sheets as they are printed, and prints them", async (t) => {
  const { page, requests } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  // Without a server the module that can do it is loaded now, not by the first visit.
  if (isStatic) assert.ok(requests.every((request) => !request.url().endsWith("whole.bin")));
  await page.getByRole("tab", { name: "Print" }).click();
  const sheet = page.frameLocator("iframe.print-preview");
  await sheet.locator("h1", { hasText: "Charts" }).waitFor();
  const frame = page.locator("iframe.print-preview");
  // The font is in the page, and the studio lets it be used.
  await eventually(async () => assert.ok(await frame.evaluate((one) => [...one.contentDocument.fonts].some((font) => font.status === "loaded"))));
  await page.getByLabel("Paper").selectOption("letter");
  // 8.5 inches of 96 pixels.
  const width = (one) => Math.round(one.contentDocument.querySelector(".p").getBoundingClientRect().width);
  await eventually(async () => assert.equal(await frame.evaluate(width), 816));
  await page.getByLabel("Sheets").selectOption("Rulebook");
  await sheet.locator("h1", { hasText: "The rules in words" }).waitFor();
  const printed = await page.evaluate(() => {
    const frame = document.querySelector("iframe.print-preview");
    let n = 0;
    frame.contentWindow.print = () => n++;
    [...document.querySelectorAll("button")].find((button) => button.textContent.startsWith("Print …")).click();
    return n;
  });
  assert.equal(printed, 1);
});
