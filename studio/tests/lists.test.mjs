// Lists whose members are dragged: by mouse, by touch, by keys, with what is read out. Each move is one step, and nothing but the order changes.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, eventually, LANTERNS, openText, studio, wholeText } from "./harness.mjs";

after(closeBrowser);

const RULES = `ruleset watch "The watch"

kind man "Man"
  aim     0..6

# The dark counts.
option fog "Fog": off

option mist "Mist": on

table needed "Needed" (range: 0..24) -> 1..10
  range | result
  0-4   | 3
  # The usual distance.
  5-12  | 6  # never less
  13-24 | 9

sequence night "The night"
  repeat 2 times
    phase fire "Fire"
      nothing
    # Who is left walks.
    phase walk "Walk"
      nothing
    phase rest "Rest"
      nothing
`;

const UNITS = `# The first.
[man.ann]
name = "Ann"
aim = 1

[man.bob]
name = "Bob"
aim = 2

# Young.
[man.cy]
name = "Cy"
aim = 3
`;

const SCENARIO = `name = "First watch"
rules = "watch"
play = "night"

[side.blue]
name = "Blue"

[side.red]
name = "Red"
`;

const WATCH = { "rules/watch/watch.rules": RULES, "units/watch/men.toml": UNITS, "units/watch/scenarios/first.toml": SCENARIO };

/** Drags the handle of a member until it is over another. */
async function drag(page, list, from, to, by = 0.8) {
  const handle = await list.locator(".handle").nth(from).boundingBox();
  const target = await list.locator("[data-item]").nth(to).boundingBox();
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(handle.x + handle.width / 2, target.y + target.height * by, { steps: 4 });
  await page.mouse.up();
}

async function opened(t, name) {
  const at = await studio(t, WATCH);
  await openText(at.page, name);
  await at.page.getByRole("tab", { name: "Units & tables" }).click();
  return at.page;
}

test("rows of a table are dragged with their comments, as one step", async (t) => {
  const page = await opened(t, "watch.rules");
  const list = page.getByRole("region", { name: "Needed" });
  await list.locator("[data-item]").nth(2).waitFor();
  await list.scrollIntoViewIfNeeded();
  // The second row is dropped below the third.
  await drag(page, list, 1, 2);
  const moved = RULES.replace("  # The usual distance.\n  5-12  | 6  # never less\n  13-24 | 9\n", "  13-24 | 9\n  # The usual distance.\n  5-12  | 6  # never less\n");
  await eventually(async () => assert.equal(await wholeText(page), moved));
  await eventually(async () => assert.equal(await list.getByLabel("row 3, range").inputValue(), "5-12"));
  await page.keyboard.press("Control+z");
  await eventually(async () => assert.equal(await wholeText(page), RULES));
});

test("a row is moved from within a cell, and the focus goes with it", async (t) => {
  const page = await opened(t, "watch.rules");
  const list = page.getByRole("region", { name: "Needed" });
  await list.getByLabel("row 1, result").fill("4");
  await page.keyboard.press("Alt+ArrowDown");
  // What was typed is written first, into the row that then moves.
  const moved = RULES.replace("  0-4   | 3\n  # The usual distance.\n  5-12  | 6  # never less\n", "  # The usual distance.\n  5-12  | 6  # never less\n  0-4   | 4\n");
  await eventually(async () => assert.equal(await list.getByLabel("row 2, result").inputValue(), "4"));
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "row 2, result");
  await list.locator('[role="status"]', { hasText: "row 1 is moved: 2 of 3." }).waitFor();
  assert.equal(await wholeText(page), moved);
});

test("phases, options and sides are moved by keys, and that is read out", async (t) => {
  const page = await opened(t, "watch.rules");
  const phases = page.getByRole("region", { name: "Phases of The night" });
  await phases.getByRole("button", { name: "Move Walk" }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await phases.locator('[role="status"]', { hasText: "Walk is moved: 1 of 3." }).waitFor();
  await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Move Walk"));
  await page.keyboard.press("Alt+ArrowUp");
  await phases.locator('[role="status"]', { hasText: "Walk is the first already." }).waitFor();
  const fire = '    phase fire "Fire"\n      nothing\n';
  const walk = '    # Who is left walks.\n    phase walk "Walk"\n      nothing\n';
  const first = RULES.replace(fire + walk, walk + fire);
  const options = page.getByRole("region", { name: "Optional rules in watch.rules" });
  await eventually(async () => assert.equal(await wholeText(page), first));
  await options.getByRole("button", { name: "Move Fog" }).focus();
  await page.keyboard.press("Alt+ArrowDown");
  const both = first.replace('# The dark counts.\noption fog "Fog": off\n\noption mist "Mist": on\n', 'option mist "Mist": on\n\n# The dark counts.\noption fog "Fog": off\n');
  await eventually(async () => assert.equal(await wholeText(page), both));
  await page.keyboard.press("Control+z");
  await eventually(async () => assert.equal(await wholeText(page), first));
  await page.keyboard.press("Control+z");
  await eventually(async () => assert.equal(await wholeText(page), RULES));
  const sides = page.getByRole("region", { name: "Sides in first.toml" });
  await sides.getByRole("button", { name: "Move Red" }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await openText(page, "first.toml");
  const swapped = SCENARIO.replace('[side.blue]\nname = "Blue"\n\n[side.red]\nname = "Red"\n', '[side.red]\nname = "Red"\n\n[side.blue]\nname = "Blue"\n');
  await eventually(async () => assert.equal(await wholeText(page), swapped));
});

test("units are dragged by a finger", async (t) => {
  const page = await opened(t, "men.toml");
  const list = page.getByRole("region", { name: "Units: Man" });
  await list.locator("[data-item]").nth(2).waitFor();
  const handle = await list.locator(".handle").nth(2).boundingBox();
  const target = await list.locator("[data-item]").nth(0).boundingBox();
  const touch = await page.context().newCDPSession(page);
  const at = (y) => [{ x: handle.x + handle.width / 2, y }];
  const start = handle.y + handle.height / 2;
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(start) });
  for (const share of [0.5, 1]) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(start + (target.y + 2 - start) * share) });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  const [ann, bob, cy] = UNITS.split("\n\n").map((part) => part.trimEnd());
  await eventually(async () => assert.equal(await wholeText(page), `${[cy, ann, bob].join("\n\n")}\n`));
});

test("an unfinished drag changes nothing", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  const before = await wholeText(page);
  await page.getByRole("tab", { name: "Units & tables" }).click();
  const list = page.getByRole("region", { name: "Needed on a d10 to hit" });
  const handle = await list.locator(".handle").nth(0).boundingBox();
  await page.mouse.move(handle.x + 4, handle.y + 4);
  await page.mouse.down();
  await page.mouse.move(handle.x + 4, handle.y + 60, { steps: 3 });
  await list.locator(".dragged").waitFor();
  await page.keyboard.press("Escape");
  await eventually(async () => assert.equal(await list.locator(".dragged").count(), 0));
  await page.mouse.up();
  assert.equal(await wholeText(page), before);
});
