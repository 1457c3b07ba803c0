// What the board shows of a turn, worked out from hand-made games; and how pieces and their names are laid.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, eventually, LANTERNS, studio } from "./harness.mjs";
import { load } from "./modules.mjs";

after(closeBrowser);

const { happened, shifted } = await load("panes/board/replay.ts");
const { namesBeside } = await load("panes/board/names.ts");
const { fanned } = await load("panes/board/geometry.ts");

const piece = (unit, side, place, x, y, more = {}) => ({ unit, title: unit, label: unit.slice(0, 2), side, ink: "#fff", place, x, y, facing: null, path: null, symbol: null, ...more });
const place = (name, x, y) => ({ name, title: name, terrain: "", x, y });
const scene = (pieces, more = {}) => ({
  width: 400,
  height: 200,
  radius: 10,
  terrain: [],
  lines: [],
  places: [place("A1", 20, 20), place("A2", 60, 20), place("A3", 100, 20), place("B1", 20, 80)],
  pieces,
  labels: [],
  notes: [],
  ...more,
});
const game = (pieces, steps, more = {}) => ({ board: scene(pieces, more), steps, steps_in_all: steps.length });
const step = (text, more = {}) => ({ depth: 0, text, sections: [], detail: false, place: null, ...more });

test("the steps since the last question are moves and shots", () => {
  const before = game([piece("ann", "red", "A1", 20, 20), piece("bill", "blue", "B1", 20, 80)], [step("an old one", { units: ["ann"], to: "A3" })]);
  const after = game(
    [piece("ann", "red", "A3", 100, 20)],
    [
      ...before.steps,
      step("Ann: at A1 → A2", { units: ["ann"], to: "A2" }),
      step("Ann: at A2 → A3", { units: ["ann"], to: "A3" }),
      step("Fire: firer Ann, target Bill", { units: ["ann", "bill"] }),
      // The roll of the same shot.
      step("To hit: firer Ann, target Bill", { units: ["ann", "bill"] }),
      step("looked up", { units: ["bill", "ann"], detail: true }),
      step("Bill: hits 0 → 1", { units: ["bill"] }),
    ],
  );
  const { trails, shots, frames } = happened(before, after);
  assert.deepEqual(trails, [{ unit: "ann", points: [{ x: 20, y: 20 }, { x: 60, y: 20 }, { x: 100, y: 20 }] }]);
  // From where Ann stands by then to Bill, who is off the board in the end.
  assert.deepEqual(shots, [{ from: { x: 100, y: 20 }, to: { x: 20, y: 80 }, text: "Fire: firer Ann, target Bill" }]);
  assert.deepEqual(
    frames.map((frame) => [frame.text, frame.pieces.map((one) => `${one.unit} ${one.place}`).join(", ")]),
    [
      ["Ann: at A1 → A2", "ann A2, bill B1"],
      ["Ann: at A2 → A3", "ann A3, bill B1"],
      ["Fire: firer Ann, target Bill", "ann A3, bill B1"],
      ["", "ann A3"],
    ],
  );
});

test("friends do not shoot at each other, and another board has no last turn", () => {
  const before = game([piece("ann", "red", "A1", 20, 20), piece("amy", "red", "A2", 60, 20)], []);
  const after = game(before.board.pieces, [step("Rally: leader Ann, unit Amy", { units: ["ann", "amy"] })]);
  assert.deepEqual(happened(before, after), { trails: [], shots: [], frames: [] });
  assert.deepEqual(happened(null, after).frames, []);
  const wider = game(before.board.pieces, [step("Ann: at A1 → A2", { units: ["ann"], to: "A2" })], { width: 500 });
  assert.deepEqual(happened(before, wider).frames, []);
});

test("on a table places are inches, and a base goes with its piece", () => {
  // The ground is 30 by 10 inches, 10 pixels each, and begins 24 pixels from the edges: the number 12 stands at 24 + 120.
  const more = { places: [], terrain: [{ title: "", colour: "", path: "M24 24L324 24L324 124L24 124Z" }], labels: [{ text: "12", x: 144, y: 136 }] };
  const base = "M34 94a10 10 0 1 0 20 0a10 10 0 1 0 -20 0Z";
  const before = game([piece("ann", "red", "(2, 3)", 44, 94, { path: base })], [], more);
  const after = game([piece("ann", "red", "(5, 7.5)", 74, 49)], [step("Ann: at (2, 3) → (5, 7.5)", { units: ["ann"], to: "(5, 7.5)" })], more);
  const [frame] = happened(before, after).frames;
  // 5 inches from the left: 24 + 50; 7.5 from below: 124 - 75.
  assert.deepEqual([frame.pieces[0].x, frame.pieces[0].y], [74, 49]);
  assert.equal(frame.pieces[0].path, "M64 49a10 10 0 1 0 20 0a10 10 0 1 0 -20 0Z");
  assert.equal(shifted("M0 0L10 -2.5Z", 1, 2.25), "M1 2.25L11 -0.25Z");
});

test("a pile is fanned around its place, no wider for eight than for four", () => {
  const pile = (n) => fanned(scene(Array.from({ length: n }, (_, at) => piece(`p${at}`, "red", "A1", 20, 20))), 10).pieces.map(({ x, y }) => [x, y]);
  assert.deepEqual(pile(1), [[20, 20]]);
  // A third of 21 by 15 from one to the next.
  assert.deepEqual(pile(2), [[16.5, 22.5], [23.5, 17.5]]);
  for (const n of [4, 8]) assert.deepEqual([pile(n)[0], pile(n).at(-1)], [[9.5, 27.5], [30.5, 12.5]]);
  // What has a base stands where it is.
  const bases = fanned(scene([piece("a", "red", "", 50, 50, { path: "M0 0Z" }), piece("b", "red", "", 50, 50, { path: "M0 0Z" })]), 10);
  assert.deepEqual(bases.pieces.map(({ x }) => x), [50, 50]);
});

test("names stand below their pieces, beside them where that is taken, and cover nothing", () => {
  const pieces = [piece("Ann", "red", "A1", 100, 50), piece("Bill", "blue", "A2", 100, 75), piece("A very long name that is cut", "blue", "B1", 300, 150)];
  const names = namesBeside(scene(pieces), pieces, 10, 10);
  const ann = names.find(({ unit }) => unit === "Ann");
  // Below Ann, from 92 to 108, Bill's piece begins at 65: her name is at her right.
  assert.deepEqual([ann.anchor, ann.x], ["start", 112]);
  assert.equal(names.find(({ unit }) => unit === "Bill").anchor, "middle");
  assert.equal(names.at(-1).text, "A very long name th…");
  // Where there is no room at all, there is no name.
  const crowd = Array.from({ length: 40 }, (_, at) => piece(`Crowd ${at}`, "red", "", 10 + (at % 8) * 21, 10 + Math.floor(at / 8) * 21));
  const few = namesBeside(scene(crowd, { width: 180, height: 115 }), crowd, 10, 10);
  assert.ok(few.length < 10, `${few.length}`);
});

test("while the set-up is changed the board shows it, and then the game again", { timeout: 180_000 }, async (t) => {
  const { page } = await studio(t);
  await page.getByRole("tab", { name: "Docs" }).click();
  await page.getByRole("button", { name: "Brigades on hexes" }).click();
  await page.getByLabel("Title of your game").fill("Our war");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByText(/is ready/).waitFor();
  await page.getByRole("tab", { name: "Board" }).click();
  await page.locator(".card").filter({ hasText: "Two fords" }).first().click();
  await page.locator(".decision").waitFor();
  const places = () => page.locator(".piece > title").evaluateAll((all) => all.map((one) => one.textContent.trim()).sort());
  const start = await places();
  for (let answers = 0; answers < 30 && JSON.stringify(await places()) === JSON.stringify(start); answers += 1) {
    await page.locator(".answers button:enabled").first().evaluate((button) => button.click());
    await page.waitForTimeout(400);
  }
  const played = await places();
  assert.notDeepEqual(played, start);
  const question = await page.locator(".decision h3").innerText();
  await page.getByRole("button", { name: "Change the set-up" }).click();
  await eventually(async () => assert.deepEqual(await places(), start));
  assert.equal(await page.getByRole("button", { name: "New dice" }).count(), 0);
  await page.getByRole("button", { name: "Change the set-up" }).click();
  await eventually(async () => assert.deepEqual(await places(), played));
  assert.equal(await page.locator(".decision h3").innerText(), question);
  // Another pane puts the set-up away as well.
  await page.getByRole("button", { name: "Change the set-up" }).click();
  await eventually(async () => assert.deepEqual(await places(), start));
  await page.getByRole("tab", { name: "Odds" }).click();
  await page.getByRole("tab", { name: "Board" }).click();
  await eventually(async () => assert.deepEqual(await places(), played));
});

test("after an answer the board shows what happened since, and shows it again", { timeout: 180_000 }, async (t) => {
  const { page } = await studio(t, LANTERNS);
  await page.getByRole("tab", { name: "Board" }).click();
  await page.locator(".card").filter({ hasText: "outpost" }).click();
  await page.locator(".decision").waitFor();
  // Symbols of paper, and names beside the pieces; each at least 18 pixels wide.
  assert.ok((await page.locator(".piece-names text").count()) > 0);
  const widths = await page.locator(".piece .body").evaluateAll((all) => all.filter((one) => one.tagName !== "path").map((one) => one.getBoundingClientRect().width));
  assert.ok(widths.every((width) => width >= 17.9), `${widths}`);
  const again = page.getByRole("button", { name: "Show what happened" });
  for (let answers = 0; (await again.count()) === 0; answers += 1) {
    assert.ok(answers < 60, "nothing has happened");
    // Many places are folded up.
    await page.locator(".answers button:enabled").first().evaluate((button) => button.click());
    await page.waitForTimeout(300);
    await page.locator(".answers button:enabled").first().waitFor({ state: "attached" });
  }
  assert.ok((await page.locator(".moved, .shot").count()) > 0);
  await again.click();
  const told = page.locator(".board figcaption span").first();
  await eventually(async () => assert.match(await told.innerText(), /→|:/));
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await again.waitFor();
});
