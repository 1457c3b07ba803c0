// A game without code: from nothing to a played turn, by forms alone.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, eventually, findings, LANTERNS, openText, saved, studio, wholeText } from "./harness.mjs";

after(closeBrowser);

/** Returns a field by its whole label, or by how that begins. */
async function named(form, label) {
  const exact = form.getByLabel(label, { exact: true });
  return (await exact.count()) > 0 ? exact.first() : form.getByLabel(new RegExp(`^${label.replace(/[()]/g, "\\$&")}`)).first();
}

/** Opens a form, fills its fields by their labels, and sends it. */
async function fill(page, button, fields, send = "Add") {
  await page.locator(".new-things").getByRole("button", { name: button, exact: true }).click();
  const form = page.locator("form.framed");
  for (const [label, value] of Object.entries(fields)) {
    const field = await named(form, label);
    if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption(String(value));
    else await field.fill(String(value));
  }
  await form.getByRole("button", { name: send, exact: true }).click();
  await eventually(async () => assert.equal(await page.locator("form.framed").count(), 0));
}

async function addTo(page, kind, button, fields) {
  const part = page.getByRole("region", { name: `Units: ${kind}` });
  await part.getByRole("button", { name: button }).click();
  for (const [label, value] of Object.entries(fields)) {
    const field = await named(part.locator("form"), label);
    if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption(String(value));
    else await field.fill(String(value));
  }
  await part.locator("form").getByRole("button", { name: "Add", exact: true }).click();
  await eventually(async () => assert.equal(await part.locator("form").count(), 0));
}

test("a game is written by forms alone, and a turn of it is played", { timeout: 600_000 }, async (t) => {
  const { page } = await studio(t);
  await page.getByRole("button", { name: /An empty game/ }).click();
  await page.getByLabel("Title of your game").fill("Night patrol");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("heading", { name: "Units and tables of Night patrol" }).waitFor();
  await fill(page, "New kind of unit", { "What such units are called": "Soldier" });
  await fill(page, "New kind of unit", { "What such units are called": "Crate" });
  await addTo(page, "Soldier", "Add a stat", { "Title of the stat": "skill", from: 2, to: 6 });
  await addTo(page, "Soldier", "Add a stat", { "Title of the stat": "wounds", "It is": "track", from: 0, to: 3 });
  await addTo(page, "Crate", "Add a stat", { "Title of the stat": "worth", from: 0, to: 9 });
  for (const [name, skill] of [["Ann", 3], ["Bob", 4], ["Cy", 5], ["Dan", 4]]) await addTo(page, "Soldier", "Add a unit", { name, skill });
  for (const [name, worth] of [["Powder", 3], ["Rum", 1]]) await addTo(page, "Crate", "Add a unit", { name, worth });
  await fill(page, "New fact", { Title: "Range", from: 0, to: 60, "On the board it is": "gap(firer, target) rounded up" });
  await fill(page, "New table", { Title: "Needed to hit", "What is looked up": "range", from: 0, to: 60, "Results from": 2, "Results to": 6 });
  await fill(page, "New table", { Title: "Panic", "What is looked up": "hurt", from: 0, to: 3, "Results from": 0, "Results to": 3 });
  await fill(page, "New table", { Title: "Loot", "What is looked up": "value", from: 0, to: 9, "Results from": 0, "Results to": 9 });
  // A band is split, and its results are written in the grid.
  const table = page.getByRole("region", { name: "Needed to hit" });
  await table.getByRole("button", { name: "Split row 1" }).click();
  await eventually(async () => assert.equal(await table.locator("tbody tr").count(), 2));
  await table.getByLabel("row 2, result").fill("4");
  await page.keyboard.press("Enter");
  await eventually(async () => assert.equal(await table.getByLabel("row 2, result").inputValue(), "4"));
  await fill(page, "New modifiers", { Title: "Shooting modifiers", "First amount": 1, "Its label": "always" });
  await fill(page, "New modifiers", { Title: "Nerve modifiers", "It is about": "one", "First amount": -1, "Its label": "dark" });
  const list = page.getByRole("region", { name: "Shooting modifiers" });
  await list.getByRole("button", { name: "Add a row after row 1" }).click();
  await eventually(async () => assert.equal(await list.locator("tbody tr").count(), 2));
  await list.getByLabel("row 2, amount").fill("-1 per firer.wounds");
  await page.keyboard.press("Enter");
  await fill(page, "New roll", { Title: "To hit", "at least": "needed-to-hit(range(firer, target))", Modifiers: "shooting-modifiers(firer, target)" });
  await fill(page, "New roll", { Title: "Nerve", "It is about": "one", "at least": "unit.skill", Modifiers: "nerve-modifiers(unit)", "If it is": "steady", "If it is not": "shaken" });
  await fill(page, "New roll", { Title: "Luck", "It is about": "none", "If it is": "good", "If it is not": "bad" });
  await fill(page, "New action", { Title: "Shoot", "It takes the roll": "to-hit", "this many": 1, "Destroyed when it reaches": 3 });
  await fill(page, "New option", { Title: "Fog" });
  await fill(page, "New option", { Title: "Rounding", "It is": "one of several ways", "The ways": "down, up" });
  await page.locator(".new-things").getByRole("button", { name: "New sequence" }).click();
  const sequence = page.locator("form.framed");
  await sequence.getByLabel("Turns").fill("2");
  await sequence.getByRole("button", { name: "Add a phase" }).click();
  await sequence.getByRole("button", { name: "Add a phase" }).click();
  for (const [at, title] of ["Volley", "Rest", "Second volley"].entries()) await sequence.getByLabel(`Phase ${at + 1}`, { exact: true }).fill(title);
  await sequence.getByLabel("Every unit").nth(0).selectOption("shoot");
  await sequence.getByLabel("Every unit").nth(2).selectOption("shoot");
  await sequence.getByRole("button", { name: "Add", exact: true }).click();
  await fill(page, "New map", { Title: "The yard", "Width in inches": 24, "Depth in inches": 24 });
  await saved(page);
  const errors = (await findings(page)).filter((finding) => finding.severity === "error");
  assert.deepEqual(errors, []);
  await fill(page, "New scenario", { Title: "First night", "On the map": "the-yard", "Ann, Blue": 1, "Bob, Blue": 1, "Cy, Red": 1, "Dan, Red": 1, "Powder, Red": 1 }, "Add and play");
  await page.locator(".decision").waitFor();
  for (let answers = 0; answers < 40; answers += 1) {
    if ((await page.locator(".decision").innerText()).startsWith("The game is over")) break;
    const before = await page.locator(".log").innerText();
    await page.locator(".answers button").first().click();
    await eventually(async () => assert.notEqual(await page.locator(".log").innerText(), before));
  }
  await page.getByText("The game is over").waitFor();
  // What the forms have written is as the formatter would write it, but for nothing.
  await openText(page, "night-patrol.rules");
  const text = await wholeText(page);
  assert.match(text, /\noption fog "Fog": off\n/);
  assert.match(text, /\noption rounding "Rounding": down or up, default down\n/);
  assert.match(text, /\n {2}range \| result\n {2}0-30 {2}\| 2\n {2}31-60 \| 4\n/);
});

test("a new action takes only rolls of the units that it is about", async (t) => {
  const path = "rules/lanterns/game.rules";
  const rolls = `
roll nerve "Nerve" (fighter) -> steady, shaken
  steady when d6 >= 4
  shaken otherwise

roll groping "Groping" (step: 0..6) -> there, lost
  there when d6 >= step
  lost  otherwise

roll brawl "Brawl" (one: fighter, other: fighter) -> won, lost
  won  when d6 + one.aim > d6 + other.aim
  lost otherwise

roll volley "Volley" (firers: several fighter) -> 0..12
  result roll (number of firers limited to 0..12) dice of d6 count 5+
`;
  const { page } = await studio(t, { ...LANTERNS, [path]: LANTERNS[path] + rolls });
  await openText(page, "game.rules");
  await page.getByRole("tab", { name: "Units & tables" }).click();
  await page.locator(".new-things").getByRole("button", { name: "New action" }).click();
  const form = page.locator("form.framed");
  const offered = () => form.getByLabel("It takes the roll").locator("option").allInnerTexts();
  await form.getByLabel("It is about").selectOption("one");
  await eventually(async () => assert.deepEqual((await offered()).slice(1), ["Nerve"]));
  await form.getByLabel("It is about").selectOption("two");
  await eventually(async () => assert.ok((await offered()).includes("Brawl") && !(await offered()).includes("Volley")));
  await form.getByLabel("It is about").selectOption("none");
  await eventually(async () => assert.deepEqual((await offered()).slice(1), []));
});

test("a cell is one step, comments stay, and what cannot be read is refused", async (t) => {
  const game = LANTERNS["rules/lanterns/game.rules"].replace("5-12  | 6", "5-12  | 6  # the usual");
  const { page } = await studio(t, { ...LANTERNS, "rules/lanterns/game.rules": game });
  await openText(page, "game.rules");
  await page.getByRole("tab", { name: "Units & tables" }).click();
  const table = page.getByRole("region", { name: "Needed on a d10 to hit" });
  await table.getByLabel("row 2, needed").fill("7");
  await page.keyboard.press("Enter");
  await eventually(async () => assert.match(await wholeText(page), /5-12 {2}\| 7 {2}# the usual/));
  await page.keyboard.press("Control+z");
  await eventually(async () => assert.equal(await wholeText(page), game));
  await table.getByLabel("row 2, needed").fill("((");
  await page.keyboard.press("Enter");
  await table.getByRole("alert").waitFor();
  assert.equal(await wholeText(page), game);
  // The text changes the grid.
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(game.replace("5-12  | 6", "5-12  | 9"));
  await eventually(async () => assert.equal(await table.getByLabel("row 2, needed").inputValue(), "9"));
});

test("rows are pasted from a spreadsheet, new units too", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await openText(page, "figures.toml");
  await page.getByRole("tab", { name: "Units & tables" }).click();
  const sheet = page.getByRole("region", { name: "Units: Fighter" });
  await page.evaluate(() => navigator.clipboard.writeText("Old constable\t2\t4\nYoung smuggler\t1\t3\nLookout\t0\t2\n"));
  await sheet.getByLabel("Constable, name").focus();
  await page.keyboard.press("Control+v");
  await eventually(async () => assert.equal(await sheet.locator("tbody tr").count(), 3));
  const text = await wholeText(page);
  assert.match(text, /\[fighter\.constable\]\nname = "Old constable"\naim = 2\ntoughness = 4\n/);
  assert.match(text, /\[fighter\.lookout\]\nname = "Lookout"\naim = 0\ntoughness = 2\n/);
  await page.keyboard.press("Control+z");
  await eventually(async () => assert.equal(await wholeText(page), LANTERNS["units/lanterns/figures.toml"]));
});
