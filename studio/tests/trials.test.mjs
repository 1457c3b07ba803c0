// Many games, values that make them fair, and manuscripts.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { strToU8, zipSync } from "fflate";
import { closeBrowser, eventually, LANTERNS, openText, repository, saved, studio, wholeText } from "./harness.mjs";
import { readManuscript } from "./panes.mjs";

after(closeBrowser);

/** A garrison that holds its gate if d12 is at most its men: 6 men win half of the games. */
const GATE = {
  "rules/gate/gate.rules": readFileSync(join(repository, "tests/players/gate/rules/gate/gate.rules"), "utf8"),
  "units/gate/troops.toml": readFileSync(join(repository, "tests/players/gate/units/gate/troops.toml"), "utf8"),
  "units/gate/scenarios/held.toml": 'name = "Held"\nrules = "gate"\nplay = "battle"\n\n[unit.garrison]\nis = "watch"\nside = "blue"\nmen = 4\n',
};

const games = (page, name = "Games") => page.getByRole("spinbutton", { name });

/** Waits until nothing is played any more. */
const played = (page) => eventually(async () => assert.equal(await page.locator("progress").count(), 0));

test("a report says who wins, and leads to its games", async (t) => {
  const { page } = await studio(t, GATE);
  await openText(page, "gate.rules");
  await page.getByRole("tab", { name: "Report" }).click();
  await games(page).fill("600");
  await page.getByRole("button", { name: "Play them" }).click();
  const report = page.getByRole("article", { name: "Report" });
  await report.getByText("Held: 600 games").waitFor();
  await played(page);
  // Of d12, 4 of 12 hold the gate: with 600 games the share is within 8 points of 33.3 %, which is more than four standard errors.
  const told = await report.innerText();
  const share = Number(/Blue won ([\d.]+) %/.exec(told)[1]);
  assert.ok(Math.abs(share - 100 / 3) < 8, told);
  assert.match(told, /\([\d.]+ to [\d.]+ %\)/);
  assert.doesNotMatch(told, /sandtable/);
  const game = report.getByRole("listitem").first();
  const seed = /seed (\d+)/.exec(await game.innerText())[1];
  await game.getByRole("button", { name: "Show it on the board" }).click();
  await page.getByText(`seed ${seed}`).waitFor();
  await page.getByText("The game is over").waitFor();
});

const ford = (path) => readFileSync(join(repository, "tests/players/ford", path), "utf8");

/** A scout is lost in each game, where it stands. */
const FORD = {
  "rules/ford/ford.rules": ford("rules/ford/ford.rules"),
  "units/ford/scouts.toml": ford("units/ford/scouts.toml"),
  "units/ford/maps/river.toml": ford("units/ford/maps/river.toml"),
  "units/ford/scenarios/ford.toml": ford("ford.toml").replace("tests/players/ford/rules/ford", "ford"),
};

test("a report has a map of fights", async (t) => {
  const { page } = await studio(t, FORD);
  await openText(page, "ford.rules");
  await page.getByRole("tab", { name: "Report" }).click();
  await games(page).fill("60");
  await page.getByRole("button", { name: "Play them" }).click();
  const map = page.getByRole("article", { name: "Report" }).getByRole("img", { name: "The map, with circles where units fight and die" });
  await map.waitFor();
  // The browser has drawn it.
  await eventually(async () => assert.ok((await map.evaluate((image) => image.naturalWidth)) > 0));
  await page.getByRole("heading", { name: "Winners against losers, round by round" }).waitFor();
});

test("games that take long are stopped, and what there is stays", async (t) => {
  const { page } = await studio(t, GATE);
  await openText(page, "gate.rules");
  await page.getByRole("tab", { name: "Report" }).click();
  await games(page).fill("1000000");
  await page.getByRole("button", { name: "Play them" }).click();
  const report = page.getByRole("article", { name: "Report" });
  await report.waitFor();
  await page.locator(".progress").getByRole("button", { name: "Stop" }).click();
  await page.getByText(/^Stopped\. Below is what [\d,]+ games say/).waitFor();
  assert.ok(await report.isVisible());
  // The next games are played as if nothing had been stopped.
  await games(page).fill("60");
  await page.getByRole("button", { name: "Play them" }).click();
  await report.getByText("Held: 60 games").waitFor();
});

test("the fair value is found and written, as one step", async (t) => {
  const { page } = await studio(t, GATE);
  await openText(page, "held.toml");
  await page.getByRole("tab", { name: "Tune" }).click();
  await page.getByLabel("What is varied").fill("garrison.men");
  // Two men less and two more than the scenario has.
  assert.equal(await page.getByLabel("Its values").inputValue(), "2..6");
  await page.getByLabel("Its values").fill("4..8");
  await page.getByRole("button", { name: "Find it" }).click();
  const values = page.getByRole("article", { name: "Values" });
  await values.waitFor();
  await played(page);
  assert.match(await page.locator("tr.best th").innerText(), /^garrison.men = 6/);
  await values.getByRole("button", { name: "Write garrison.men = 6" }).click();
  await saved(page);
  assert.match(await wholeText(page), /\nmen = 6\n/);
  await page.locator(".told").getByRole("button", { name: "Undo" }).click();
  await eventually(async () => assert.match(await wholeText(page), /\nmen = 4\n/));
});

test("an aim that makes no sense is refused with the reason", async (t) => {
  const { page } = await studio(t, GATE);
  await openText(page, "gate.rules");
  await page.getByRole("tab", { name: "Tune" }).click();
  await page.getByLabel("What is varied").fill("option.mist");
  await page.getByLabel("What is aimed at").selectOption("another value");
  await page.getByLabel("The value").fill("winner is blue");
  await page.getByRole("button", { name: "Find it" }).click();
  await page.locator(".failure", { hasText: "a condition has a share" }).waitFor();
});

test("a manuscript is read, and a table of it becomes a rule beside it", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  await page.getByRole("tab", { name: "Manuscript" }).click();
  await readManuscript(page);
  const lines = page.getByRole("list", { name: "Lines of the manuscript" });
  // No row has a 4.
  await lines.locator(".remark").first().waitFor();
  assert.match(await lines.locator(".remark").first().innerText(), /no row gives a result for 4/);
  await lines.getByRole("button", { name: "Make this table a rule" }).last().click();
  const rule = page.getByRole("region", { name: "The rule" });
  await rule.locator("pre", { hasText: "march" }).waitFor();
  await rule.getByRole("button", { name: "Put it into Lanterns" }).click();
  await saved(page);
  assert.match(await wholeText(page), /table orders "Orders"/);
  await page.locator(".told").getByRole("button", { name: "Undo" }).click();
  await eventually(async () => assert.doesNotMatch(await wholeText(page), /table orders/));
});

test("a word processor's manuscript is dropped in", async (t) => {
  const { page } = await studio(t);
  await page.getByRole("tab", { name: "Manuscript" }).click();
  const cell = (text) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
  const row = (...cells) => `<w:tr>${cells.map(cell).join("")}</w:tr>`;
  const body = `<w:p><w:r><w:t>The firer rolls a d6.</w:t></w:r></w:p><w:tbl>${row("d6", "Order")}${row("1-2", "halt")}${row("3-6", "march")}</w:tbl>`;
  const xml = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
  const bytes = Buffer.from(zipSync({ "word/document.xml": strToU8(xml) })).toString("base64");
  const dropped = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], "manual.docx"));
    return transfer;
  }, bytes);
  await page.locator(".manuscript-pane").dispatchEvent("drop", { dataTransfer: dropped });
  const lines = page.getByRole("list", { name: "Lines of the manuscript" });
  await lines.getByText("The firer rolls a d6.").waitFor();
  await lines.getByRole("button", { name: "Make this table a rule" }).click();
  await page.getByRole("region", { name: "The rule" }).locator("pre", { hasText: "march" }).waitFor();
});

test("the keys on the board begin at the piece that moves, and a game goes on after another pane", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await page.getByRole("tab", { name: "Board" }).click();
  await page.locator(".card").filter({ hasText: "crossroads" }).first().click();
  await page.locator(".decision").waitFor();
  const answers = await page.locator(".answers button").allInnerTexts();
  await page.locator(".board svg").focus();
  const here = page.locator(".board figcaption span").first();
  await eventually(async () => assert.ok((await here.innerText()).startsWith(`${answers[0]},`)));
  await page.getByRole("button", { name: answers[0], exact: true }).click();
  await eventually(async () => assert.match(await page.locator(".decision h3").innerText(), /What does it do/));
  await page.getByRole("tab", { name: "Odds" }).click();
  await page.getByRole("tab", { name: "Board" }).click();
  await eventually(async () => assert.match(await page.locator(".decision h3").innerText(), /What does it do/));
});
