// Everybody can use the page: WCAG 2.2 AA, by keyboard alone, at a zoom of 200 %, on a phone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { ask, closeBrowser, eventually, isQuick, LANTERNS, openText, studio } from "./harness.mjs";
import { readManuscript } from "./panes.mjs";

after(closeBrowser);

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

async function check(page, what) {
  await page.evaluate(axe);
  const broken = await page.evaluate(async (rules) => {
    const { violations } = await window.axe.run(document, { runOnly: rules });
    return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
  }, RULES);
  assert.deepEqual(broken, [], what);
}

for (const theme of ["light", "dark"]) {
  test(`every pane keeps the guidelines, ${theme}`, { skip: isQuick && theme === "dark", timeout: 180_000 }, async (t) => {
    const { page } = await studio(t, LANTERNS, { theme });
    await openText(page, "game.rules");
    await ask(page, "To hit");
    await check(page, "odds");
    await page.getByRole("button", { name: "All values of Range" }).click();
    await page.getByRole("button", { name: "All values of Cover" }).click();
    await page.locator("table.heat").waitFor();
    await check(page, "heat table");
    await page.getByRole("tab", { name: "Trace" }).click();
    await check(page, "trace");
    await page.getByRole("tab", { name: "Examples", exact: true }).click();
    await page.getByText("2 examples passed").waitFor();
    await check(page, "examples");
    await page.getByRole("tab", { name: "Units & tables" }).click();
    await page.getByRole("table", { name: "Shooting modifiers" }).waitFor();
    await check(page, "units and tables");
    for (const form of ["New table", "New roll", "New action", "New sequence", "New scenario"]) {
      await page.getByRole("button", { name: form }).click();
      await check(page, form);
    }
    await page.keyboard.press("Control+Shift+h");
    await page.getByLabel("Find", { exact: true }).fill("cloaked");
    await check(page, "replace");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Open a link" }).click();
    await check(page, "open a link");
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Board" }).click();
    await check(page, "scenarios");
    await page.locator(".card").filter({ hasText: "outpost" }).click();
    await page.locator(".board svg").waitFor({ timeout: 60_000 });
    await check(page, "board");
    await page.getByRole("tab", { name: "Report" }).click();
    await page.getByRole("spinbutton", { name: "Games" }).fill("60");
    await page.getByRole("button", { name: "Play them" }).click();
    await page.getByText(": 60 games").waitFor();
    await check(page, "report");
    await page.getByRole("tab", { name: "Tune" }).click();
    await page.getByLabel("Scenario").selectOption("At the quay");
    await page.getByLabel("What is varied").fill("option.moonless");
    await page.getByRole("spinbutton", { name: "Games at most" }).fill("200");
    await page.getByRole("button", { name: "Find it" }).click();
    await page.locator("tr.best").waitFor();
    await check(page, "tune");
    await page.getByRole("tab", { name: "Manuscript" }).click();
    await check(page, "manuscript");
    await readManuscript(page);
    await page.getByRole("button", { name: "Make this table a rule" }).last().click();
    await page.getByRole("region", { name: "The rule" }).locator("pre").first().waitFor();
    await check(page, "manuscript with a rule");
    await page.getByRole("combobox", { name: "Ruleset" }).selectOption("pips");
    await page.getByRole("tab", { name: "Coverage" }).click();
    await page.locator("table.coverage").waitFor({ timeout: 60_000 });
    await check(page, "coverage");
    for (const name of ["Docs", "History"]) {
      await page.getByRole("tab", { name }).click();
      await check(page, name);
    }
    await page.keyboard.press("Control+k");
    await page.getByRole("listbox").waitFor();
    await check(page, "palette");
  });
}

for (const theme of ["light", "dark"]) {
  test(`a set-up that is changed keeps the guidelines, ${theme}`, { skip: isQuick && theme === "dark", timeout: 300_000 }, async (t) => {
    const { page } = await studio(t, {}, { theme, viewport: { width: 1280, height: 1100 } });
    for (const [starter, scenario] of [
      ["A skirmish on the table", "quay"],
      ["Brigades on hexes", "Two fords"],
      ["Armies in areas", "lake"],
    ]) {
      await page.getByRole("tab", { name: "Docs" }).click();
      await page.getByLabel("Page").selectOption("start");
      await page.getByRole("button", { name: starter }).click();
      await page.getByLabel("Title of your game").fill(`Our ${scenario}`);
      await page.getByRole("button", { name: "Begin" }).click();
      await page.getByText(/is ready/).waitFor();
      await page.getByRole("tab", { name: "Board" }).click();
      const back = page.getByRole("button", { name: "All scenarios" });
      if ((await back.count()) > 0) await back.click();
      await page.locator(".card").filter({ hasText: scenario }).first().click();
      await page.locator(".decision").waitFor();
      // A game that is played, with a piece chosen and what has happened.
      await page.locator(".sheet:enabled").first().click();
      await check(page, `${scenario}, played`);
      await page.getByRole("button", { name: "Change the set-up" }).click();
      await page.locator(".edit-tools").waitFor();
      const tools = page.locator(".edit-tools .chip");
      for (let at = 0; at < (await tools.count()); at += 1) {
        const tool = tools.nth(at);
        if (!(await tool.isEnabled())) continue;
        await tool.click();
        await check(page, `${scenario}: ${await tool.innerText()}`);
      }
      await page.getByRole("button", { name: "Choose and move" }).click();
      await page.locator(".sheet:enabled").first().click();
      await check(page, `${scenario}, a piece chosen`);
      await page.getByRole("button", { name: "Change the set-up" }).click();
    }
  });
}

test("the first page keeps the guidelines, and the question that it opens", { timeout: 180_000 }, async (t) => {
  const { page } = await studio(t);
  await page.getByRole("button", { name: "Brigades on hexes" }).waitFor();
  await check(page, "the first page");
  await page.getByRole("button", { name: "See how it works" }).click();
  await page.locator(".answer .modifiers").waitFor();
  await check(page, "a question about a book");
  await page.getByRole("button", { name: "Add a unit" }).click();
  await check(page, "a further unit");
});

test("a set of units keeps the guidelines, and is changed by keys alone", { timeout: 180_000 }, async (t) => {
  const path = "rules/lanterns/game.rules";
  const rules = `${LANTERNS[path]}
roll volley "A volley" (firers: several fighter) -> 0..12
  result roll (number of firers limited to 0..12) dice of d6 count 5+
`;
  const { page } = await studio(t, { ...LANTERNS, [path]: rules });
  await openText(page, "game.rules");
  await ask(page, "A volley");
  const members = page.getByRole("list", { name: "Firers" }).locator("li");
  await eventually(async () => assert.equal(await members.count(), 1));
  await check(page, "a set of units");
  await page.locator(".field", { hasText: "Firers" }).getByRole("combobox").focus();
  // A choice by keys adds nothing yet.
  await page.keyboard.type("Sm");
  assert.equal(await members.count(), 1);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await eventually(async () => assert.deepEqual(await members.allInnerTexts(), ["Constable×", "Smuggler×"]));
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await eventually(async () => assert.deepEqual(await members.allInnerTexts(), ["Constable×"]));
});

for (const [name, viewport] of [
  ["at a zoom of 200 %", { width: 700, height: 450 }],
  ["on a phone", { width: 390, height: 780 }],
]) {
  test(`one pane at a time ${name}`, async (t) => {
    const { page } = await studio(t, LANTERNS, { viewport });
    for (const pane of ["Files", "Text", "Findings", "Odds and play"]) {
      await page.locator(".switcher").getByRole("button", { name: pane }).click();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= viewport.width, `${pane} is ${width} wide`);
      await check(page, `${pane} ${name}`);
    }
    await ask(page, "Harm of a hit");
    await check(page, `odds ${name}`);
  });
}

test("the panes are reached by keys alone", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await page.getByRole("tab", { name: "Odds" }).click();
  await page.locator("#ask:enabled").waitFor();
  await page.evaluate(() => document.activeElement.blur());
  const pane = () => page.evaluate(() => document.activeElement?.closest("[data-pane]")?.dataset.pane);
  for (const name of ["files", "text", "findings", "right"]) {
    await page.keyboard.press("F6");
    await eventually(async () => assert.equal(await pane(), name));
  }
  // A question is asked without the mouse: the palette finds the rule and takes its values.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("to hit range=9");
  await page.keyboard.press("Enter");
  await eventually(async () => assert.match(await page.locator(".answer .asked").innerText(), /range 9 inches/));
  // The keys of the editor do not trap: after Escape, Tab leaves it.
  await page.keyboard.press("Control+2");
  await eventually(async () => assert.equal(await pane(), "text"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.classList.contains("cm-content")), false);
});
