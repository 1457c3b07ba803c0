// Games on the board, by clicks and by keys.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, eventually, LANTERNS, openText, studio, wholeText } from "./harness.mjs";

after(closeBrowser);

/** So many answers end every game of these tests. */
const MOST = 120;

async function open(page, scenario) {
  await page.getByRole("tab", { name: "Board" }).click();
  await page.locator(".card").filter({ hasText: scenario }).first().click();
  await page.locator(".decision").waitFor({ timeout: 60_000 });
}

/** So many answers are the first that is offered: pieces are deployed. After them it is the last, which is to do no more. */
const FIRST = 4;

/** Answers until the game is over; returns how often. */
async function playOn(page) {
  for (let answers = 0; answers < MOST; answers += 1) {
    const before = await page.locator(".decision").innerText();
    if (before.startsWith("The game is over")) return answers;
    const fold = page.locator(".decision details:not([open]) summary");
    if ((await fold.count()) > 0) await fold.click();
    const log = await page.locator(".log li").count();
    const offered = page.locator(".answers button");
    await (answers < FIRST ? offered.first() : offered.last()).click();
    await eventually(async () => {
      assert.equal(await page.locator(".answers button:disabled").count(), 0);
      const isNew = (await page.locator(".decision").innerText()) !== before || (await page.locator(".log li").count()) !== log;
      assert.ok(isNew, before);
    }, 180_000);
  }
  throw new Error("the game does not end");
}

test("a whole game of pips is played by clicks", { timeout: 900_000 }, async (t) => {
  const { page } = await studio(t, LANTERNS);
  await open(page, "outpost");
  assert.ok((await playOn(page)) > FIRST);
  assert.match(await page.locator(".decision").innerText(), /won by|the game ends|wins/i);
});

test("areas are asked for by their titles", async (t) => {
  const { page } = await studio(t);
  await page.getByRole("button", { name: "Armies in areas" }).click();
  await page.getByLabel("Title of your game").fill("Our lake");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByText(/is ready/).waitFor();
  await page.getByRole("tab", { name: "Board" }).click();
  await page.locator(".card").filter({ hasText: "lake" }).first().click();
  await page.locator(".decision").waitFor();
  assert.deepEqual(await page.locator(".answers button").allInnerTexts(), ["Alder", "Long Bridge", "The Mill", "High Pass", "none"]);
  await page.locator(".answers button", { hasText: "Long Bridge" }).click();
  // The log has the names of the texts.
  await page.locator(".log").getByText(/bridge/).first().waitFor();
});

test("an answer is undone, and another one is refused with the reason", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await open(page, "quay");
  assert.deepEqual(await page.locator(".answers button").allInnerTexts(), ["Sergeant", "Constable"]);
  await page.getByRole("button", { name: "Constable", exact: true }).click();
  await eventually(async () => assert.match(await page.locator(".decision h3").innerText(), /at whom/));
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await eventually(async () => assert.match(await page.locator(".decision h3").innerText(), /who shoots/));
  await page.getByText("Why not something else?").click();
  await page.getByLabel("Another answer").fill("lookout");
  await page.getByRole("button", { name: "Ask why" }).click();
  await eventually(async () => assert.match(await page.locator(".decision .failure").innerText(), /firer\.side is player is not met/));
  assert.match(await page.locator(".decision h3").innerText(), /who shoots/);
});

test("a piece leads to its text", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await open(page, "quay");
  await page.locator(".sheet", { hasText: "Lookout" }).click();
  await page.getByRole("button", { name: "in the set-up" }).click();
  await page.getByRole("tab", { name: "quay.toml", selected: true }).waitFor();
  assert.match(await page.locator(".cm-line.pointed").innerText(), /^\[unit\.lookout\]/);
  // It is a smuggler.
  await page.getByRole("button", { name: "in the unit file" }).click();
  await page.getByRole("tab", { name: "figures.toml", selected: true }).waitFor();
  assert.match(await page.locator(".cm-line.pointed").innerText(), /^\[fighter\.smuggler\]/);
});

test("the arrow keys walk over the board", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await open(page, "outpost");
  await page.locator(".board svg").focus();
  await page.keyboard.press("ArrowRight");
  const first = await page.locator(".board figcaption span").first().innerText();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  const later = await page.locator(".board figcaption span").first().innerText();
  assert.notEqual(first, later);
  assert.equal(await page.locator(".walker").count(), 1);
  const shapes = await page.locator(".board svg *").count();
  assert.ok(shapes < 700, `${shapes} shapes`);
});

test("the set-up and the map are changed on the board, and written as a person would", async (t) => {
  const { page } = await studio(t);
  await page.getByRole("tab", { name: "Docs" }).click();
  await page.getByRole("button", { name: /Brigades on hexes/ }).click();
  await page.getByLabel("Title of your game").fill("River war");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByText(/is ready/).waitFor();
  await open(page, "fords");
  await page.getByRole("button", { name: "Change the set-up" }).click();
  const spot = (name) => page.locator(`.piece:has(title:text("${name},"))`);
  // By keys: to C3, where the First Foot is, then to the hex beside it.
  await page.locator(".sheet", { hasText: "First Foot" }).click();
  await page.locator(".board svg").focus();
  const walkTo = async (place) => {
    for (let steps = 0; steps < 40; steps += 1) {
      const here = await page.locator(".board figcaption span").first().innerText();
      if (here.startsWith(`${place},`)) return;
      const [, line, column] = /^([A-Z])(\d+)/.exec(here) ?? [];
      const key = line === undefined || line < place[0] ? "ArrowDown" : line > place[0] ? "ArrowUp" : Number(column) < Number(place.slice(1)) ? "ArrowRight" : "ArrowLeft";
      await page.keyboard.press(key);
      await eventually(async () => assert.notEqual(await page.locator(".board figcaption span").first().innerText(), here));
    }
    throw new Error(`there is no way to ${place}`);
  };
  await walkTo("D4");
  await page.keyboard.press("Enter");
  await eventually(async () => assert.equal(await spot("First Foot").count(), 1), 30_000);
  await openText(page, "fords.toml");
  await eventually(async () => assert.match(await wholeText(page), /name = "First Foot"\nat = "D4"/));
  // With Alt by one place, as the arrows walk.
  if ((await page.locator('.sheet[aria-pressed="true"]').count()) === 0) await page.locator(".sheet", { hasText: "First Foot" }).click();
  await page.locator(".board svg").focus();
  await page.keyboard.press("Alt+ArrowRight");
  await eventually(async () => assert.match(await wholeText(page), /name = "First Foot"\nat = "D5"/));
  await page.locator(".board svg").focus();
  await page.keyboard.press("Control+z");
  await eventually(async () => assert.match(await wholeText(page), /name = "First Foot"\nat = "D4"/));
  await page.getByRole("button", { name: /Draw . Woods/ }).click();
  await page.locator(".board svg").focus();
  await walkTo("C6");
  await page.keyboard.press("Enter");
  await openText(page, "river.toml");
  await eventually(async () => assert.match(await wholeText(page), /\n \. h \. \. \. w w \. \.\n/));
});

test("pieces are added, copied and removed on a table, and scenery is drawn", async (t) => {
  const { page } = await studio(t);
  await page.getByRole("tab", { name: "Docs" }).click();
  await page.getByRole("button", { name: /A skirmish on the table/ }).click();
  await page.getByLabel("Title of your game").fill("Salvage two");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByText(/is ready/).waitFor();
  await open(page, "quay");
  await page.getByRole("button", { name: "Change the set-up" }).click();
  const pieces = page.locator(".board .piece");
  const before = await pieces.count();
  await page.locator(".board svg").scrollIntoViewIfNeeded();
  await page.getByLabel("Unit of the tray").selectOption("kite-runner");
  await page.getByLabel("Its side").selectOption("kites");
  await page.getByRole("button", { name: "Put on the board" }).click();
  const place = async (x, y) => {
    const now = await page.locator(".board svg").boundingBox();
    await page.locator(".board svg").click({ position: { x: now.width * x, y: now.height * y } });
  };
  await place(0.4, 0.75);
  await eventually(async () => assert.equal(await pieces.count(), before + 1), 30_000);
  await page.getByLabel("Unit of the tray").selectOption("hedge");
  await page.getByRole("button", { name: "Draw as scenery" }).click();
  await place(0.72, 0.55);
  await page.getByText("Now click on the corner across.").waitFor();
  await place(0.84, 0.66);
  await openText(page, "quay.toml");
  // Scenery is of the map, on the grid of whole inches that it declares.
  await eventually(async () => assert.match(await wholeText(page), /\[unit\.hedge\]\nis = "hedge"\nshape = \[\[\d+, \d+\], \[\d+, \d+\], \[\d+, \d+\], \[\d+, \d+\]\]\n$/));
  await page.getByRole("button", { name: "Choose and move" }).click();
  await page.locator(".sheet", { hasText: "Kite runner" }).last().click();
  await page.getByRole("button", { name: "Remove it" }).click();
  await eventually(async () => assert.equal(await pieces.count(), before), 30_000);
});

test("the board is made larger by keys and by the wheel, and shows what has moved", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await open(page, "crossroads");
  const svg = page.locator(".board svg");
  const width = () => svg.evaluate((one) => Math.round(one.getBoundingClientRect().width));
  const fits = await width();
  await svg.focus();
  await page.keyboard.press("+");
  await eventually(async () => assert.ok(Math.abs((await width()) - 1.25 * fits) < 3));
  await page.keyboard.press("0");
  await eventually(async () => assert.equal(await width(), fits));
  await svg.hover();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -240);
  await page.keyboard.up("Control");
  // The wheel of 240 pixels is a factor of e.
  await eventually(async () => assert.ok(Math.abs((await width()) - Math.E * fits) < 4));
  // A mouse that drags moves the board, and chooses nothing.
  const before = await page.locator(".decision").innerText();
  const scrolled = () => page.locator(".board-scroll").evaluate((one) => one.scrollLeft);
  const left = await scrolled();
  const at = await page.locator(".board-scroll").boundingBox();
  await page.mouse.move(at.x + 200, at.y + 150);
  await page.mouse.down();
  await page.mouse.move(at.x + 120, at.y + 150, { steps: 4 });
  await page.mouse.up();
  await eventually(async () => assert.ok((await scrolled()) - left > 60));
  assert.equal(await page.locator(".decision").innerText(), before);
  await svg.focus();
  await page.keyboard.press("0");
  for (const piece of await page.locator(".piece:not(.zone) > circle:not(.halo)").all()) assert.ok((await piece.boundingBox()).width >= 17.5);
  await page.locator(".answers button").first().click();
  await page.locator(".answers").getByRole("button", { name: "move", exact: true }).click();
  await eventually(async () => assert.doesNotMatch(await page.locator(".decision h3").innerText(), /What does it do/));
  for (let steps = 0; steps < 6 && (await page.locator(".board .moved").count()) === 0; steps += 1) {
    const asked = await page.locator(".decision h3").innerText();
    const fold = page.locator(".decision details:not([open]) summary");
    if ((await fold.count()) > 0) await fold.first().click();
    await page.locator(".answers button").first().click();
    await eventually(async () => {
      const isNew = (await page.locator(".decision h3").innerText()) !== asked || (await page.locator(".board .moved").count()) > 0;
      assert.ok(isNew && (await page.locator(".answers button:disabled").count()) === 0);
    });
  }
  assert.ok((await page.locator(".board .moved").count()) >= 1);
});
