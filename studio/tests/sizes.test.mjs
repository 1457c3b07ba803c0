// Every pane at the sizes of a phone, a tablet and two desktops: nothing sticks out, and the tabs are one line.
//
// PICTURES   a folder: each pane is drawn into it at each size, light and dark, to be looked at

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { closeBrowser, eventually, isQuick, LANTERNS, studio } from "./harness.mjs";
import { PANES, settle, showPane } from "./panes.mjs";

after(closeBrowser);

const pictures = process.env.PICTURES;
const SIZES = [[1280, 800], [1024, 800], [768, 1000], [390, 844]];

/** What plays many games takes long. */
const SLOW = new Set(["report", "tune"]);

/** The names of the panes where there is room for one only. */
const SWITCH = { ".pane.files": "Files", ".pane.text": "Text", ".pane.lower": "Findings" };

/** Returns what of a pane is outside of it on the right, and in no part of it that is scrolled or cut. */
function outside(pane) {
  const room = pane.getBoundingClientRect();
  const isHeld = (element) => {
    for (let around = element.parentElement; around !== null && around !== pane.parentElement; around = around.parentElement) {
      if (getComputedStyle(around).overflowX !== "visible" && around.getBoundingClientRect().right <= room.right + 1) return true;
    }
    return false;
  };
  const out = [...pane.querySelectorAll("*")].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 0 && box.right > room.right + 1 && !isHeld(element);
  });
  return out.map((element) => element.outerHTML.slice(0, 90));
}

for (const [name, { pane = ".pane.right", files, open }] of Object.entries(PANES)) {
  test(`${name} fits at every size`, { timeout: 180_000, skip: isQuick && SLOW.has(name) }, async (t) => {
    const { page } = await studio(t, files?.() ?? LANTERNS, { viewport: { width: 1280, height: 800 } });
    await settle(page);
    await open(page);
    const shown = pane === "main" ? ".pane.right" : pane;
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await showPane(page, SWITCH[shown] ?? "Odds and play");
      const part = page.locator(shown).first();
      await eventually(async () => assert.deepEqual(await part.evaluate(outside), [], `${name}, ${width}`), 5_000);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${name}: the page is wider than ${width}`);
      const bars = await part.locator(".tabs").evaluateAll((all) => all.map((bar) => bar.clientHeight));
      assert.ok(bars.every((bar) => bar <= 44), `${name}, ${width}: tabs of ${bars} pixels`);
      // The tab that is shown is in view.
      const isInView = (tab) => {
        const [one, bar] = [tab.getBoundingClientRect(), tab.parentElement.getBoundingClientRect()];
        return one.left >= bar.left - 1 && one.right <= bar.right + 1;
      };
      const chosen = part.locator(".tabs").first().getByRole("tab", { selected: true });
      if ((await chosen.count()) > 0) await eventually(async () => assert.ok(await chosen.evaluate(isInView), `${name}, ${width}`), 5_000);
      if (pictures === undefined) continue;
      mkdirSync(pictures, { recursive: true });
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`) });
      }
    }
  });
}

test("tabs that have no room are in a list at the end of their line", async (t) => {
  const { page } = await studio(t, LANTERNS, { viewport: { width: 1024, height: 800 } });
  const bar = page.locator(".pane.right > .tabs");
  await bar.getByRole("button", { name: "Panes: all of them" }).click();
  const list = page.locator(".all-tabs:popover-open");
  // All of them, in their order, with the one that is shown marked.
  assert.deepEqual(await list.getByRole("button").allInnerTexts(), await bar.getByRole("tab").allInnerTexts());
  await list.getByRole("button", { name: "Tune" }).click();
  await page.getByRole("heading", { name: "Which value is fair" }).waitFor();
  assert.equal(await list.count(), 0);
  const chosen = bar.getByRole("tab", { name: "Tune", selected: true });
  assert.ok(await chosen.evaluate((tab) => tab === document.activeElement));
  // It is scrolled into view.
  const [tabBox, barBox] = [await chosen.boundingBox(), await bar.boundingBox()];
  assert.ok(tabBox.x >= barBox.x && tabBox.x + tabBox.width <= barBox.x + barBox.width);
  // By keyboard: Escape gives the list up.
  await bar.getByRole("button", { name: "Panes: all of them" }).focus();
  await page.keyboard.press("Enter");
  await list.waitFor();
  await page.keyboard.press("Escape");
  await eventually(async () => assert.equal(await list.count(), 0));
});
