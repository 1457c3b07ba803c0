// Deeds that are undone as one, examples that are always true, the board that follows the texts, search and indentation.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { load } from "./modules.mjs";
import { ask, closeBrowser, eventually, findings, isStatic, LANTERNS, newText, openText, replaceText, saved, studio, wholeText } from "./harness.mjs";

after(closeBrowser);

const GAME = "rules/lanterns/game.rules";

test("a rename in several texts is undone by one key", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await openText(page, "figures.toml");
  const units = await wholeText(page);
  await openText(page, "game.rules");
  const rules = await wholeText(page);
  await page.keyboard.press("Control+Home");
  await page.locator(".cm-line", { hasText: /^ {2}toughness/ }).click({ position: { x: 60, y: 8 } });
  await page.keyboard.press("F2");
  await page.locator(".cm-lsp-rename-panel input").fill("stamina");
  await page.keyboard.press("Enter");
  await eventually(async () => assert.match(await wholeText(page), /\n {2}stamina/));
  await openText(page, "figures.toml");
  await eventually(async () => assert.match(await wholeText(page), /stamina = 3/));
  // In any of its texts, Ctrl-Z takes all of it back.
  await page.keyboard.press("Control+z");
  await eventually(async () => assert.equal(await wholeText(page), units));
  await openText(page, "game.rules");
  assert.equal(await wholeText(page), rules);
  // What was typed before is undone as ever.
  await page.keyboard.press("Control+End");
  await page.keyboard.type("# one");
  await page.keyboard.press("Control+z");
  await eventually(async () => assert.equal(await wholeText(page), rules));
});

test("a game with errors is asked for its examples once, not again and again", { skip: isStatic && "the static page has no socket to listen to" }, async (t) => {
  const { page } = await studio(t, { ...LANTERNS, [GAME]: LANTERNS[GAME].replace("cover(target, firer)  ", "kover(target, firer)  ") });
  let asked = 0;
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => (asked += String(payload).includes('"sandtable/example"') ? 1 : 0)));
  await page.reload();
  await openText(page, "game.rules");
  await eventually(async () => assert.ok(asked > 0));
  // Runs follow each other in milliseconds, if they do.
  await page.waitForTimeout(1000);
  assert.ok(asked <= 2, `asked ${asked} times`);
});

test("the undo of a notice undoes that deed, or says that it cannot", async (t) => {
  const { page } = await studio(t, { ...LANTERNS, [GAME]: LANTERNS[GAME].replace("cover(target, firer)  ", "kover(target, firer)  ") });
  await openText(page, "game.rules");
  await page.getByRole("button", { name: "Write cover" }).first().click();
  await page.getByText("Done: write").waitFor();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("# later");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText(/cannot be undone any more/).waitFor();
  assert.match(await wholeText(page), /# later$/);
});

test("examples are run after each change, and a new result is accepted", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await openText(page, "examples.rules");
  await eventually(async () => assert.deepEqual(await page.locator(".example-mark").allInnerTexts(), ["✓", "✓"]));
  await openText(page, "game.rules");
  // At a range of 9 the constable needed 6 + 2 = 8; now it is 5 + 2 = 7.
  await replaceText(page, LANTERNS[GAME].replace("5-12  | 6", "5-12  | 5"));
  await eventually(async () => assert.ok((await findings(page)).some((finding) => finding.problem.includes("the example “The constable fires"))));
  await openText(page, "examples.rules");
  await eventually(async () => assert.deepEqual(await page.locator(".example-mark").allInnerTexts(), ["✗", "✓"]));
  await page.getByRole("tab", { name: "Examples", exact: true }).click();
  await page.getByRole("button", { name: "Accept the new result" }).first().click();
  await eventually(async () => assert.deepEqual(await page.locator(".example-mark").allInnerTexts(), ["✓", "✓"]));
  // 7, 8, 9 and 10 hit now: 4 of 10.
  assert.match(await wholeText(page), /odds +to-hit is hit: 2\/5/);
  await page.getByText("2 examples passed").waitFor();
  // It was one step.
  await page.keyboard.press("Control+z");
  await eventually(async () => assert.match(await wholeText(page), /odds +to-hit is hit: 3\/10/));
  // One that is deleted vanishes.
  await replaceText(page, (await wholeText(page)).replace(/example "Too far away"[^]*$/, ""));
  await eventually(async () => assert.equal(await page.locator(".examples li").count(), 1));
});

test("the board follows the rules, and says where a game cannot go on", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await page.getByRole("tab", { name: "Board" }).click();
  await page.locator(".card").filter({ hasText: "quay" }).first().click();
  await page.locator(".decision").waitFor();
  await page.getByRole("button", { name: "Constable", exact: true }).click();
  await eventually(async () => assert.match(await page.locator(".decision h3").innerText(), /at whom/));
  await openText(page, "figures.toml");
  await replaceText(page, (await wholeText(page)).replace('name = "Constable"', 'name = "Old constable"'));
  // The same game, with the same answers, and the new name.
  await eventually(async () => assert.match(await page.locator(".sheets").innerText(), /Old constable/));
  assert.match(await page.locator(".decision h3").innerText(), /at whom/);
});

test("asking why something else is refused does not do it", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await page.getByRole("tab", { name: "Board" }).click();
  await page.locator(".card").filter({ hasText: "quay" }).first().click();
  await page.locator(".decision").waitFor();
  const before = await page.locator(".decision h3").innerText();
  await page.getByText("Why not something else?").click();
  await page.getByLabel("Another answer").fill("constable");
  await page.getByRole("button", { name: "Ask why" }).click();
  await page.getByText("The rules allow").waitFor();
  assert.equal(await page.locator(".decision h3").innerText(), before);
  await page.getByRole("button", { name: "Do it" }).click();
  await eventually(async () => assert.match(await page.locator(".decision h3").innerText(), /at whom/));
  // The focus is on the next question.
  await eventually(async () => assert.ok(await page.evaluate(() => document.activeElement?.closest(".decision") !== null)));
});

test("enter indents as the language asks", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await newText({ page }, "rules/lanterns/more.rules", "");
  await page.locator(".cm-content").click();
  for (const line of ["action heal (unit: fighter)", "if unit.wounds > 2:", "take 1 from unit.wounds"]) {
    await page.keyboard.insertText(line);
    await page.keyboard.press("Enter");
  }
  await page.keyboard.type("els");
  await page.keyboard.press("Escape");
  await page.keyboard.type("e: stop");
  await page.keyboard.press("Escape");
  await eventually(async () => assert.equal(await wholeText(page), "action heal (unit: fighter)\n  if unit.wounds > 2:\n    take 1 from unit.wounds\n  else: stop"));
});

test("odd indentation has cures", async (t) => {
  const { page } = await studio(t, { "rules/odd/odd.rules": 'ruleset odd "Odd"\n\nkind man "Man"\n  skill  0..3\n    wounds  0..4\n' });
  await openText(page, "odd.rules");
  await page.getByRole("button", { name: "Align it with the line above" }).first().click();
  await eventually(async () => assert.match(await wholeText(page), /\n {2}skill {2}0\.\.3\n {2}wounds {2}0\.\.4\n/));
  assert.ok((await findings(page)).every((finding) => finding.severity !== "error"));
});

test("ask anything finds pages, texts and settings", async (t) => {
  const { page } = await studio(t, LANTERNS);
  const first = async (words) => {
    await page.locator("dialog.palette").waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Ask anything" }).fill(words);
    await page.locator("#palette-list [role=option]").first().waitFor();
    return page.locator("#palette-list [role=option]");
  };
  const dark = await first("dark");
  await eventually(async () => assert.match(await dark.first().innerText(), /Theme: dark/));
  await page.keyboard.press("Escape");
  const reroll = await first("reroll");
  await eventually(async () => assert.match((await reroll.allInnerTexts()).join("\n"), /documentation/));
  await page.keyboard.press("Escape");
  const sight = await first("line of sight");
  await eventually(async () => assert.match((await sight.allInnerTexts()).join("\n"), /Rules on a board|line-of-sight/));
  await page.keyboard.press("Escape");
  const own = await first("cloaked");
  await eventually(async () => assert.match((await own.allInnerTexts()).join("\n"), /game\.rules, line|figures\.toml, line/));
});

test("words are replaced in all texts, after a look, as one step", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  await page.keyboard.press("Control+Shift+h");
  await page.getByLabel("Find", { exact: true }).fill("cloaked");
  await page.getByLabel("Replace by").fill("hooded");
  await page.getByText("figures.toml").last().waitFor();
  await page.getByRole("button", { name: /^Replace in \d+ lines$/ }).click();
  await eventually(async () => assert.match(await wholeText(page), /traits +hooded, quick/));
  await openText(page, "figures.toml");
  assert.match(await wholeText(page), /\["hooded"\]/);
  await page.keyboard.press("Control+z");
  await eventually(async () => assert.match(await wholeText(page), /\["cloaked"\]/));
  await openText(page, "game.rules");
  assert.match(await wholeText(page), /traits +cloaked, quick/);
  await saved(page);
});

test("odds are shown beside those before the last change of a rule", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  await ask(page, "To hit");
  // At a range of 9 the table says 6, and a modifier of -1 makes it 7 on a d10: 4 of 10.
  await page.getByRole("spinbutton", { name: "Range" }).fill("9");
  await eventually(async () => assert.match(await page.locator("table.bars").innerText(), /hit\s+2\/5/));
  await replaceText(page, LANTERNS[GAME].replace("5-12  | 6", "5-12  | 5"));
  // 6 is enough now: 5 of 10, ten points more.
  await eventually(async () => assert.match(await page.locator("table.bars").innerText(), /1\/2\s+50\.00 %\s+\+10\.0 points/));
  await replaceText(page, LANTERNS[GAME].replace("5-12  | 6", "5-12  | 4"));
  await eventually(async () => assert.match(await page.locator("table.bars").innerText(), /3\/5\s+60\.00 %\s+\+10\.0 points/));
  // Each version is named by the line that was changed then.
  assert.deepEqual(await page.getByLabel("Compared with").locator("option").allInnerTexts(), ["before game.rules, line 6: 5-12  | 4", "before game.rules, line 6: 5-12  | 5"]);
  await page.getByLabel("Compared with").selectOption("1");
  await eventually(async () => assert.match(await page.locator("table.bars").innerText(), /3\/5\s+60\.00 %\s+\+20\.0 points/));
  // Another situation is another question.
  await page.getByRole("spinbutton", { name: "Range" }).fill("3");
  await eventually(async () => assert.equal(await page.locator(".delta").count(), 0));
});

test("another value of one stat is compared without a second unit", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  await ask(page, "To hit");
  await page.locator(".field[data-key='firer'] select").selectOption("Constable");
  await page.locator(".field[data-key='target'] select").selectOption("Smuggler");
  await page.getByRole("button", { name: "Compare with a second situation" }).click();
  // Without a lantern by default: the difference to begin with is one.
  const second = page.locator(".answer .second");
  await eventually(async () => assert.equal((await second.innerText()).trim(), "the same with a lantern within 6 inches: yes"));
  await page.getByLabel("What is different").selectOption({ label: "Aim of Firer (Constable)" });
  // It has 1; each point more is one face of the d10 more.
  assert.equal(await page.getByLabel("Its other value").inputValue(), "2");
  await eventually(async () => assert.equal((await second.innerText()).trim(), "the same with aim of firer 2"));
  await eventually(async () => assert.match(await page.locator("table.compared tr", { hasText: "hit" }).first().innerText(), /\+10\.00/));
});

test("the text of all rules is renamed: nothing is declared twice, and the focus is in the text", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  await page.locator(".finding").first().waitFor();
  const before = await findings(page);
  const inText = () => eventually(async () => assert.ok(await page.evaluate(() => document.activeElement?.classList.contains("cm-content"))));
  // Given up, it leaves the focus where the text is.
  for (const key of ["Escape", "Enter"]) {
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    await page.getByLabel("New path").press(key);
    await inText();
  }
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await page.getByLabel("New path").fill("rules/lanterns/main.rules");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "main.rules", selected: true }).waitFor();
  await inText();
  await saved(page);
  await page.getByText(/errors?$/).waitFor({ state: "detached" });
  await eventually(async () => assert.deepEqual(await findings(page), before));
  await page.waitForTimeout(1000);
  assert.deepEqual(await findings(page), before);
});

test("what an action came to is kept as an example that holds", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  await ask(page, "Shoot");
  await page.getByRole("tab", { name: "Trace" }).click();
  await page.getByRole("button", { name: "Keep it as an example" }).click();
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await saved(page);
  await page.getByRole("tab", { name: "Examples", exact: true }).click();
  await page.getByText("3 examples passed").waitFor();
  assert.deepEqual((await findings(page)).filter(({ severity }) => severity === "error"), []);
});

test("a book shows what of it is used, and no findings of another game; one's own game may have its name", async (t) => {
  const own = 'ruleset pips "My pips"\n\nroll shot "A shot" -> hit, miss\n  hit  when d6 >= 4\n  miss otherwise\n';
  const { page } = await studio(t, { ...LANTERNS, "rules/pips/pips.rules": own });
  const lists = () => page.getByRole("combobox", { name: "Ruleset" }).evaluate((list) => [...list.querySelectorAll("optgroup")].map((group) => [...group.children].map((one) => one.textContent)));
  await eventually(async () => assert.deepEqual((await lists())[0].toSorted(), ["Lanterns", "My pips"]));
  const [, books] = await lists();
  assert.ok(!books.includes("My pips") && books.length === new Set(books).size, `${books}`);
  await page.getByRole("combobox", { name: "Ruleset" }).selectOption("stargrunt-digest");
  await eventually(async () => {
    const lenses = await page.locator(".lens").allInnerTexts();
    assert.ok(lenses.length > 2 && lenses.some((lens) => /^used/.test(lens)), `${lenses}`);
  });
  await page.getByRole("tab", { name: "Findings" }).click();
  await page.getByText("Nothing is wrong with this game.").waitFor();
});

test("the coverage of a book says what runs, and what of it has no example", async (t) => {
  const game = { ...LANTERNS, [GAME]: LANTERNS[GAME].replace('ruleset lanterns "Lanterns"', 'ruleset lanterns "Lanterns"\n  index "index.toml"').replace("(range: 0..24 inches) -> 1..10", "(range: 0..24 inches) -> 1..10 [1]").replace('"A moonless night"', '"A moonless night" [2]') };
  const rule = (id, title) => `[[rule]]\nid = "${id}"\ntitle = "${title}"\nsection = "${id}"\n`;
  game["rules/lanterns/index.toml"] = [rule("1", "Shooting"), rule("2", "Moonless nights"), rule("3", "Surrender")].join("\n");
  const { page } = await studio(t, game);
  await openText(page, "game.rules");
  await page.getByRole("tab", { name: "Coverage" }).click();
  await page.getByRole("heading", { name: "2 of 3 rules run" }).waitFor();
  assert.deepEqual(await page.locator("table.coverage .state").allInnerTexts(), ["Runs", "Runs, no example", "Missing"]);
});

test("a game whose texts are gone asks nothing any more, until they are back", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  await ask(page, "To hit");
  // Its unit is missed in the words of the page, which has no terminal.
  await openText(page, "figures.toml");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("there is no unit").first().waitFor();
  await page.getByText("“Units & tables” has them all").first().waitFor();
  assert.equal(await page.getByText("sandtable list").count(), 0);
  for (const name of ["quay.toml", "examples.rules", "game.rules"]) {
    await openText(page, name);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("tab", { name, exact: true }).waitFor({ state: "detached" });
  }
  const ruleset = page.getByRole("combobox", { name: "Ruleset" });
  await eventually(async () => assert.equal(await ruleset.inputValue(), ""));
  assert.equal(await page.getByRole("button", { name: /^To hit/ }).count(), 0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.locator(".files summary", { hasText: "Lanterns" }).click();
  await openText(page, "game.rules");
  await eventually(async () => assert.equal(await ruleset.inputValue(), "lanterns"));
});

const DASH = {
  "rules/dash/dash.rules": `ruleset dash "Dash"

kind team "Team"
  track  hits: 0..9  "Hits"

action dash "A dash" (team)
  choose by team "how fast"
    "walk": add 1 to team.hits
    "run", worth 1: if d6 >= 4: add 2 to team.hits
`,
  "units/dash/dash.toml": `[team.reds]
name = "Reds"
`,
};

test("an answer names the decisions that were made by worth", async (t) => {
  const { page } = await studio(t, DASH);
  await openText(page, "dash.rules");
  await ask(page, "A dash");
  await page.getByText("Chosen by worth: how fast: run.").waitFor();
});
