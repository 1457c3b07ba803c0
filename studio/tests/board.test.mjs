// Maps are drawn on the board: roads, outlines and sizes on a table, areas and links, heights and sides of hexes.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, eventually, openText, replaceText, studio, wholeText } from "./harness.mjs";

after(closeBrowser);

/** Begins a starter, and changes the set-up of one of its scenarios. */
async function edited(t, starter, scenario) {
  const { page } = await studio(t, {}, { viewport: { width: 1400, height: 1300 } });
  await page.getByRole("tab", { name: "Docs" }).click();
  await page.getByRole("button", { name: starter }).click();
  await page.getByLabel("Title of your game").fill("Our war");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByText(/is ready/).waitFor();
  await page.getByRole("tab", { name: "Board" }).click();
  await page.locator(".card").filter({ hasText: scenario }).first().click();
  await page.locator(".decision").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Change the set-up" }).click();
  const svg = page.locator(".board svg");
  await svg.scrollIntoViewIfNeeded();
  /** Where a point of the scene is on the screen. */
  const at = (point) =>
    svg.evaluate((one, [x, y]) => {
      const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(one.getScreenCTM());
      return [left, top];
    }, point);
  const click = async (point) => page.mouse.click(...(await at(point)));
  const drag = async (...points) => {
    await page.mouse.move(...(await at(points[0])));
    await page.mouse.down();
    for (const point of points.slice(1)) await page.mouse.move(...(await at(point)), { steps: 6 });
    await page.mouse.up();
  };
  const text = async (name) => {
    await openText(page, name);
    return wholeText(page);
  };
  return { page, svg, click, drag, text };
}

/** Where the middles of hexes with a corner on top are: 22.52 pixels from the edge for the first, 26 down, and 24 around the board. */
function onHexes(map) {
  const lines = /hexes = """\n([\s\S]*?)"""/.exec(map)[1].split("\n").filter((line) => line.trim() !== "");
  const least = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return (line, number) => [24 + 22.52 + (lines[line].length - lines[line].trimStart().length - least + 2 * (number - 1)) * 22.52, 24 + 26 + line * 39];
}

/** Where an inch of a table lies on its scene: its ground begins 24 pixels from the edges, and an inch is 12. */
const onTable = (depth) => (x, y) => [24 + 12 * x, 24 + 12 * (depth - y)];

test("roads and outlines are drawn on a table, dragged and given other corners", async (t) => {
  const { page, svg, click, drag, text } = await edited(t, /A skirmish on the table/, "quay");
  const before = await text("quay.toml");
  const [, width, depth] = /size = \[(\d+), (\d+)\]/.exec(before).map(Number);
  assert.ok(width >= 12);
  const inch = onTable(depth);
  await page.getByLabel("Unit of the tray").selectOption("hedge");
  await page.getByLabel("inches wide").fill("2");
  await page.getByRole("button", { name: "Draw as a road" }).click();
  for (const point of [[2, 2], [8, 2], [8, 2]]) await click(inch(...point));
  // Two inches wide: one to either side.
  await eventually(async () => assert.match(await text("quay.toml"), /\[unit\.hedge\]\nis = "hedge"\nshape = \[\[2, 3\], \[8, 3\], \[8, 1\], \[2, 1\]\]\n$/));
  await page.getByRole("button", { name: "Draw corner by corner" }).click();
  for (const point of [[2, 6], [6, 6], [4, 9]]) await click(inch(...point));
  await page.getByRole("button", { name: "Finish" }).click();
  await eventually(async () => assert.match(await text("quay.toml"), /\[unit\.hedge-b\]\nis = "hedge"\nshape = \[\[2, 6\], \[6, 6\], \[4, 9\]\]\n$/));
  await page.getByRole("button", { name: "Choose and move" }).click();
  // All corners go two inches to the right, one up; by keys another one back.
  await drag(inch(4, 7), inch(6.1, 8.2));
  await eventually(async () => assert.match(await text("quay.toml"), /shape = \[\[4, 7\], \[8, 7\], \[6, 10\]\]\n$/));
  await svg.focus();
  await page.keyboard.press("Alt+ArrowLeft");
  await eventually(async () => assert.match(await text("quay.toml"), /shape = \[\[3, 7\], \[7, 7\], \[5, 10\]\]\n$/));
  // One corner is dragged, and one is made in the middle of an edge. The picture follows the text: its handles are waited for.
  const handles = () => page.locator(".editing .corner").evaluateAll((all) => all.map((one) => (one.tagName === "rect" ? [one.x.baseVal.value + 4, one.y.baseVal.value + 4] : [one.cx.baseVal.value, one.cy.baseVal.value])));
  const handleAt = (x, y) => eventually(async () => assert.ok((await handles()).some((place) => Math.hypot(place[0] - inch(x, y)[0], place[1] - inch(x, y)[1]) < 1)));
  await handleAt(5, 10);
  await drag(inch(5, 10), inch(5, 12));
  await eventually(async () => assert.match(await text("quay.toml"), /shape = \[\[3, 7\], \[7, 7\], \[5, 12\]\]\n$/));
  await handleAt(5, 12);
  await drag(inch(5, 7), inch(5, 6));
  await eventually(async () => assert.match(await text("quay.toml"), /shape = \[\[3, 7\], \[5, 6\], \[7, 7\], \[5, 12\]\]\n$/));
  // Edges that would cross are refused.
  await handleAt(5, 6);
  await drag(inch(5, 12), inch(9, 5));
  await page.getByText("These corners make no outline").waitFor();
  // Each was one step of undo.
  await svg.focus();
  for (let steps = 0; steps < 6; steps += 1) await page.keyboard.press("Control+z");
  await eventually(async () => assert.equal(await text("quay.toml"), before));
  await page.getByRole("button", { name: "Change the set-up" }).click();
});

test("scenery is drawn by keys alone", async (t) => {
  const { page, svg, text } = await edited(t, /A skirmish on the table/, "quay");
  await page.getByLabel("Unit of the tray").selectOption("hedge");
  await page.getByRole("button", { name: "Draw as scenery" }).click();
  await svg.focus();
  await page.keyboard.press("ArrowRight");
  const here = async () => /\((\d+), (\d+)\)/.exec(await page.locator(".board figcaption span").first().innerText()).slice(1).map(Number);
  const [x, y] = await here();
  await page.keyboard.press("Enter");
  await page.getByText("Now click on the corner across.").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Enter");
  const shape = [[x, y - 6], [x + 1, y - 6], [x + 1, y], [x, y]].map((corner) => `[${corner.join(", ")}]`).join(", ");
  await eventually(async () => assert.ok((await text("quay.toml")).endsWith(`is = "hedge"\nshape = [${shape}]\n`)));
});

test("areas are dragged, added, linked, parted and removed", async (t) => {
  const { page, svg, click, drag, text } = await edited(t, /Armies in areas/, "The salt lake");
  const name = "salt-lake.toml";
  const before = await text(name);
  const places = () => page.locator(".board-label").evaluateAll((labels) => Object.fromEntries(labels.map((label) => [label.textContent, [Number(label.getAttribute("x")), Number(label.getAttribute("y"))]])));
  // Titles stand below the centres by 1.9 radii of a piece.
  const circle = async (title) => {
    const discs = await page.locator(".board .terrain path").evaluateAll((paths) => paths.flatMap((path) => [...path.getAttribute("d").matchAll(/M(-?[\d.]+) (-?[\d.]+)a([\d.]+)/g)].map(([, left, y, r]) => [Number(left) + Number(r), Number(y)])));
    const [x, y] = (await places())[title];
    return discs.find((disc) => Math.abs(disc[0] - x) < 1 && disc[1] < y && y - disc[1] < 40);
  };
  // The Mill is at (7, 7), Alder at (2, 8): five units are so many pixels across.
  const [alder, mill] = [await circle("Alder"), await circle("The Mill")];
  const unit = (mill[0] - alder[0]) / 5;
  // A piece can stand in the middle of an area: it is held by its edge.
  await drag([mill[0] + 21, mill[1]], [mill[0] + 21 + unit, mill[1] - 0.55 * unit]);
  await eventually(async () => assert.match(await text(name), /name = "The Mill"\nvalue = 2\nposition = \[8, 7\.5\]\n/));
  await page.getByLabel("New area").fill("Isle");
  await page.getByRole("button", { name: "Put it on the map" }).click();
  const now = await circle("Alder");
  await click([now[0] + 3.5 * unit, now[1] + 2 * unit]);
  await eventually(async () => assert.match(await text(name), /\[area\.isle\]\nname = "Isle"\nposition = \[5\.5, 6\]\n/));
  await page.getByLabel("What is between places").selectOption({ label: "Ferry" });
  await page.getByRole("button", { name: "Draw from place to place" }).click();
  await eventually(async () => assert.ok((await circle("Isle")) !== undefined));
  await drag(await circle("Isle"), await circle("Saltby"));
  await eventually(async () => assert.match(await text(name), /between = \[\["bridge", "saltby", "wharf"\], \["isle", "saltby"\]\]/));
  // By clicks: another one, and the same once more takes it away.
  for (const title of ["Isle", "Alder"]) await click(await circle(title));
  await eventually(async () => assert.match(await text(name), /\["isle", "alder"\]/));
  // It goes on from Alder; there it ends.
  await click(await circle("Alder"));
  for (const title of ["Isle", "Alder"]) await click(await circle(title));
  await eventually(async () => assert.doesNotMatch(await text(name), /\["isle", "alder"\]/));
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  // In the middle between the two areas is their link.
  const [isle, saltby] = [await circle("Isle"), await circle("Saltby")];
  await click([isle[0] * 0.45 + saltby[0] * 0.55, isle[1] * 0.45 + saltby[1] * 0.55]);
  await eventually(async () => assert.match(await text(name), /between = \[\["bridge", "saltby", "wharf"\]\]/));
  await click(await circle("Isle"));
  await eventually(async () => assert.doesNotMatch(await text(name), /isle/i));
  await svg.focus();
  for (let steps = 0; steps < 7; steps += 1) await page.keyboard.press("Control+z");
  await eventually(async () => assert.equal(await text(name), before));
});

test("terrain is drawn by dragging, rivers along sides, and heights are given to places", async (t) => {
  const { page, svg, click, drag, text } = await edited(t, /Brigades on hexes/, "fords");
  const before = await text("river.toml");
  const hex = onHexes(before);
  await page.getByRole("button", { name: /Draw . Woods/ }).click();
  await drag(hex(0, 1), hex(0, 3));
  await eventually(async () => assert.match((await text("river.toml")).split('hexes = """\n')[1].split("\n")[0], /^\s*w w w/));
  // One drag is one step.
  await svg.focus();
  await page.keyboard.press("Control+z");
  await eventually(async () => assert.equal(await text("river.toml"), before));
  assert.equal(await page.getByLabel("What is between places").locator("option").first().innerText(), "river");
  await page.getByRole("button", { name: "Draw from place to place" }).click();
  await drag(hex(1, 1), hex(1, 3));
  await eventually(async () => assert.match(await text("river.toml"), /\["B1", "B2"\], \["B2", "B3"\]/));
  await page.getByRole("button", { name: "Undo the last change" }).click();
  // The river runs between D3 and E2: along that side it is taken away.
  await page.getByRole("button", { name: "Draw along sides" }).click();
  const [[x, y], [toX, toY]] = [hex(3, 3), hex(4, 2)];
  await click([(x + toX) / 2, (y + toY) / 2]);
  await eventually(async () => assert.doesNotMatch(await text("river.toml"), /\["D3", "E2"\]/));
  await page.getByRole("button", { name: "Undo the last change" }).click();
  await eventually(async () => assert.equal(await text("river.toml"), before));
  await page.getByRole("button", { name: "A row below" }).click();
  await eventually(async () => assert.equal((await text("river.toml")).split("\n").length, before.split("\n").length + 1));
  await page.getByRole("button", { name: "Undo the last change" }).click();
  await page.getByLabel("New terrain").fill("Bog");
  await page.getByRole("button", { name: "Draw it" }).click();
  await drag(hex(2, 1), hex(2, 2));
  // Its symbol is in the legend as soon as it is drawn.
  await eventually(async () => assert.match(await text("river.toml"), /\nb = \{ name = "Bog" \}/));
});

test("places have what their stat takes, halves too, and nothing else is given to them", async (t) => {
  const { page, click, text } = await edited(t, /Brigades on hexes/, "fords");
  const before = await text("river.toml");
  const hex = onHexes(before);
  const rules = await text("our-war.rules");
  await replaceText(page, rules.replace("  traits  lake\n", '  height  0..3 by 1/2, default 0 "Height"\n  traits  lake\n'));
  await page.getByLabel("What single places have").selectOption({ label: "Height" });
  const [value, give] = [page.getByLabel("Its value there"), page.getByRole("button", { name: "Give it to places" })];
  assert.equal(await value.inputValue(), "3");
  // Quarters, more than 3 and nothing at all are no heights; what is typed stays in its field.
  for (const typed of ["1.25", "3.5", ""]) {
    await value.fill(typed);
    assert.equal(await value.inputValue(), typed);
    assert.ok(await give.isDisabled(), typed);
  }
  await value.fill("1.5");
  await give.click();
  await click(hex(1, 2));
  await eventually(async () => assert.match(await text("river.toml"), /\[hex\.B2\]\nheight = 1\.5\n/));
  // Movement points are whole.
  await page.getByLabel("What single places have").selectOption({ label: "Movement points" });
  await value.fill("1.5");
  assert.ok(await give.isDisabled());
});

test("places have names, as objectives, and words; new terrain has a level", async (t) => {
  const { page, click, drag, text } = await edited(t, /Brigades on hexes/, "fords");
  const before = await text("river.toml");
  const hex = onHexes(before);
  const rules = await text("our-war.rules");
  await replaceText(page, rules.replace("  traits  lake\n", '  level   0..3, default 0 "Level"\n  owner   nobody or blue or red, default nobody "Held by"\n  traits  lake\n'));
  const [what, value, give] = [page.getByLabel("What single places have"), page.getByLabel("Its value there"), page.getByRole("button", { name: "Give it to places" })];
  await what.selectOption({ label: "Held by" });
  await value.selectOption("blue");
  await give.click();
  await click(hex(1, 2));
  await eventually(async () => assert.match(await text("river.toml"), /\[hex\.B2\]\nowner = "blue"\n/));
  await what.selectOption({ label: "name, as of an objective" });
  assert.ok(await give.isDisabled());
  await value.fill("Hill 12");
  await give.click();
  await click(hex(1, 2));
  await eventually(async () => assert.match(await text("river.toml"), /\[hex\.B2\]\nowner = "blue"\nname = "Hill 12"\n/));
  // A second time takes it away.
  await click(hex(1, 2));
  await eventually(async () => assert.doesNotMatch(await text("river.toml"), /Hill 12/));
  await page.getByLabel("New terrain").fill("Heights");
  await page.getByLabel("What it has everywhere").selectOption({ label: "with Level" });
  await page.getByLabel("Its value everywhere").fill("2");
  await page.getByRole("button", { name: "Draw it" }).click();
  await drag(hex(2, 1), hex(2, 2));
  await eventually(async () => assert.match(await text("river.toml"), /\ne = \{ name = "Heights", level = 2 \}/));
});

test("the keys of the board undo and redo the set-up alone, each press one step", async (t) => {
  const { page, svg, click, text } = await edited(t, /Brigades on hexes/, "fords");
  const before = await text("river.toml");
  const hex = onHexes(before);
  const press = async (keys) => {
    await svg.focus();
    await page.keyboard.press(keys);
  };
  const becomes = (name, wanted) => eventually(async () => assert.equal(await text(name), wanted));
  await page.getByRole("button", { name: /Draw . Woods/ }).click();
  await click(hex(0, 1));
  await eventually(async () => assert.notEqual(await text("river.toml"), before));
  const one = await text("river.toml");
  await click(hex(0, 2));
  await eventually(async () => assert.notEqual(await text("river.toml"), one));
  const two = await text("river.toml");
  await press("Control+z");
  await becomes("river.toml", one);
  await press("Control+Shift+z");
  await becomes("river.toml", two);
  // With Alt the last change of any text is undone, and that once.
  await press("Control+Alt+z");
  await becomes("river.toml", one);
  await press("Control+Alt+Shift+z");
  await becomes("river.toml", two);
  const rules = await text("our-war.rules");
  await replaceText(page, `${rules}\n# More.\n`);
  await becomes("our-war.rules", `${rules}\n# More.\n`);
  // The rules are no part of the set-up.
  await press("Control+z");
  assert.equal(await text("our-war.rules"), `${rules}\n# More.\n`);
  await press("Control+Alt+z");
  await becomes("our-war.rules", rules);
  await press("Control+Shift+z");
  assert.equal(await text("our-war.rules"), rules);
  assert.equal(await text("river.toml"), two);
});
