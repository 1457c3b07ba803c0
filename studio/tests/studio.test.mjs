// What a designer does with the studio.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { ask, bars, closeBrowser, eventually, findings, isStatic, LANTERNS, newText, openText, replaceText, saved, studio, wholeText } from "./harness.mjs";

after(closeBrowser);

const GAME = "rules/lanterns/game.rules";

test("a broken table is found, and its cure taken", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  await replaceText(page, LANTERNS[GAME].replace("cover(target, firer)  ", "kover(target, firer)  "));
  await eventually(async () => {
    const found = await findings(page);
    assert.equal(found[0]?.severity, "error");
    assert.match(found[0].problem, /kover/);
  });
  await page.getByRole("button", { name: "Write cover" }).first().click();
  await eventually(async () => assert.ok((await findings(page)).every((finding) => finding.severity === "note")));
  assert.match(await wholeText(page), /per cover\(target, firer\)/);
  // The cure is one act, undone as a whole.
  await page.keyboard.press("Control+Alt+z");
  await eventually(async () => assert.match((await findings(page))[0].problem, /kover/));
});

test("a long list of findings begins with the first", async (t) => {
  const wrong = Array.from({ length: 25 }, (_, at) => `formula f${at} -> 0..9\n  result nothing-${String.fromCharCode(97 + at)}\n`).join("\n");
  const { page } = await studio(t, { "rules/long/long.rules": `ruleset long "Long"\n\n${wrong}` });
  await openText(page, "long.rules");
  await eventually(async () => assert.equal((await findings(page)).length, 20));
  await page.getByRole("button", { name: /^Show \d+ more$/ }).click();
  await eventually(async () => assert.ok((await findings(page)).length >= 25));
});

test("the odds follow the text, and the last sound answer stays while a line is half written", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  await ask(page, "Harm of a hit");
  await eventually(async () => assert.deepEqual((await bars(page))[0], ["0", "1/3", "33.33 %"]));
  await replaceText(page, LANTERNS[GAME].replace("scratch, scratch, cut, cut, stab, kill", "scratch, scratch, scratch, cut, stab, kill"));
  await eventually(async () => assert.deepEqual((await bars(page))[0], ["0", "1/2", "50.00 %"]));
  await page.keyboard.type("\nroll");
  await page.getByText("Below is the last sound answer.").waitFor();
  assert.deepEqual((await bars(page))[0], ["0", "1/2", "50.00 %"]);
});

test("two keys make a heat table", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await ask(page, "To hit");
  await page.getByRole("button", { name: "All values of Range" }).click();
  await page.getByRole("button", { name: "All values of Cover" }).click();
  // At 0 to 4 inches 3 is needed; the smuggler's cloak subtracts 2, the constable's aim adds 1: 4 or more, 7 of 10 faces.
  await eventually(async () => {
    const rows = await page.locator("table.heat tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.deepEqual(rows, [
      ["0–4", "70.0 %", "60.0 %", "50.0 %"],
      ["5–12", "40.0 %", "30.0 %", "20.0 %"],
      ["13–24", "20.0 %", "10.0 %", "10.0 %"],
    ]);
  });
  await page.locator("table.heat tbody tr").nth(1).getByRole("button").nth(1).click();
  await eventually(async () => assert.deepEqual((await bars(page))[0], ["hit", "3/10", "30.00 %"]));
});

test("a second situation is beside the first, with the differences", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await ask(page, "To hit");
  await page.getByRole("button", { name: "Compare with a second situation" }).click();
  await page.getByLabel("What is different").selectOption({ label: "Cover" });
  await page.getByLabel("Its other value").selectOption("2");
  await eventually(async () => {
    const rows = await page.locator("table.compared tbody tr").evaluateAll((all) => all.map((row) => row.lastElementChild.textContent));
    assert.deepEqual(rows, ["−20.00", "+20.00"]);
  });
  const second = page.locator(".answer .second");
  assert.equal((await second.innerText()).trim(), "the same with cover 2 instead of 0");
  await page.locator(".field[data-key='firer'] select").selectOption("Constable");
  await page.getByLabel("What is different").selectOption({ label: "Firer" });
  await page.getByLabel("Its other value").selectOption("Smuggler");
  await eventually(async () => assert.equal((await second.innerText()).trim(), "the same with Smuggler instead of Constable"));
});

test("answers are copied as fraction, table and picture", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await ask(page, "Harm of a hit");
  await page.getByRole("button", { name: "1/3" }).first().click();
  await page.getByText("The fraction is copied.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "1/3");
  await page.getByRole("button", { name: "Copy CSV" }).click();
  await page.getByText("The table is copied.").waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^outcome,fraction,percent,at least,at most\n0,1\/3,33\.333333,100,/);
  await page.getByRole("button", { name: "Copy picture" }).click();
  await page.getByText("The picture is copied.").waitFor();
  const types = await page.evaluate(async () => (await navigator.clipboard.read())[0].types);
  assert.ok(types.includes("image/png"));
});

test("a resolution is traced with set dice, and the one before stays beside it", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await ask(page, "Shoot");
  await page.getByRole("button", { name: "Roll it once" }).click();
  await page.getByLabel("Die 1, d10").selectOption("10");
  await eventually(async () => assert.ok((await page.locator(".steps").first().innerText()).includes("d10 shows 10")));
  await page.getByLabel("Die 2, blade").selectOption("kill");
  await eventually(async () => assert.match(await page.locator(".outcome").innerText(), /wounds 3, destroyed/));
  await page.getByLabel("Die 1, d10").selectOption("1");
  await eventually(async () => {
    assert.equal(await page.locator(".outcome").innerText(), "no effect");
    assert.match(await page.locator(".before").innerText(), /d10 shows 10/);
  });
  await page.locator(".steps").first().getByRole("button", { name: "d10 shows 1", exact: true }).click();
  await eventually(async () => assert.match(await page.locator(".pointed").innerText(), /shown = d10/));
});

const RAID = {
  "rules/raid/raid.rules": `ruleset raid "A raid"

kind side "Side"

kind man "Man"
  track wounds: 0..9 "Wounds"

action push "Pushes" (man)
  choose force: gentle or hard by man.side "how hard"
  if force is hard and d6 >= 4: add d4 to man.wounds
`,
  "units/raid/men.toml": `[man.ann]
name = "Ann"
`,
};

test("advice is a text of its own: created, coloured as rules are, saved, and opened from the list", async (t) => {
  const at = await studio(t, RAID);
  const { page, folder } = at;
  const path = "rules/raid/advice.policy";
  const advice = 'policy\n  in push "how hard", worth 1\n';
  await newText(at, path, advice);
  await saved(page);
  if (!isStatic) assert.equal(readFileSync(join(folder, path), "utf8"), advice);
  await page.locator(".cm-line .token-keyword", { hasText: "in" }).waitFor();
  assert.deepEqual((await findings(page)).filter(({ severity }) => severity === "error"), []);
  await openText(page, "raid.rules");
  await openText(page, "advice.policy");
  // It is read with the rules: a question that nobody asks is told.
  await replaceText(page, advice.replace("how hard", "how soft"));
  await eventually(async () => assert.ok((await findings(page)).some(({ severity, problem }) => severity === "error" && problem.includes("how soft"))));
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await page.getByLabel("New path").fill("rules/raid/counsel.policy");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "counsel.policy", selected: true }).waitFor();
});

test("choices of a trace are picked from lists, and what they leave open is rolled", async (t) => {
  const { page } = await studio(t, RAID);
  await openText(page, "raid.rules");
  await page.getByRole("tab", { name: "Trace" }).click();
  await page.locator("#ask").selectOption({ label: "Pushes" });
  const force = page.getByLabel("Choice 1, how hard");
  await eventually(async () => assert.deepEqual(await force.locator("option").allInnerTexts(), ["gentle", "hard"]));
  await force.selectOption("gentle");
  await eventually(async () => assert.equal(await page.getByLabel(/^Die/).count(), 0));
  await force.selectOption("hard");
  await page.getByLabel("Die 1, d6").selectOption("2");
  await eventually(async () => assert.equal(await page.locator(".outcome").innerText(), "no effect"));
  // A 5 leads to a further die, which nobody has set.
  await page.getByLabel("Die 1, d6").selectOption("5");
  await page.getByLabel("Die 2, d4").selectOption("3");
  await eventually(async () => assert.match(await page.locator(".outcome").innerText(), /wounds 3/));
  await force.selectOption("gentle");
  await eventually(async () => assert.equal(await page.getByLabel(/^Die/).count(), 0));
});

test("an outcome shows how it comes about, and is kept as an example", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await ask(page, "Shoot");
  await page.getByRole("button", { name: "Smuggler: wounds 2, destroyed" }).click();
  await eventually(async () => assert.equal(await page.locator(".outcome").innerText(), "Smuggler: wounds 2, destroyed"));
  assert.equal(await page.getByLabel("Die 2, blade").inputValue(), "stab");
  await page.getByRole("button", { name: "Keep it as an example" }).click();
  await page.getByLabel("Title of the example").fill("A stab ends it");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  // Two are in the game already.
  await page.getByText("3 examples passed").waitFor();
  assert.match(await wholeText(page), /example "A stab ends it"\n {2}given {3}firer = constable, target = smuggler, range = 9, cover = 1\n[^]*expect {2}to-hit is hit, target\.wounds = 2, target is destroyed\n/);
});

const PATROL = {
  "rules/patrol/patrol.rules": `ruleset patrol "A patrol"

kind side "Side"

kind man "Man"
  track wounds: 0..9 "Wounds"

action volley "A volley" (target: man)
  each man where man.side is not target.side: if d6 = 6: add 1 to target.wounds
`,
  "units/patrol/men.toml": `[man.ann]\nname = "Ann"\n[man.bob]\nname = "Bob"\n`,
};

test("further units are put on the table, also into an example", async (t) => {
  const { page } = await studio(t, PATROL);
  await openText(page, "patrol.rules");
  await ask(page, "A volley");
  await eventually(async () => assert.deepEqual((await bars(page)).map((row) => row[1]), ["1"]));
  // Ann is of the first side. Each of the second hits on a 6: with two, none hits in 25 of 36.
  for (const [at, name] of ["oak", "elm"].entries()) {
    await page.getByRole("button", { name: "Add a unit" }).click();
    await page.getByLabel("Further unit").nth(at).selectOption("bob");
    await page.getByLabel("Its name in the question").nth(at).fill(name);
    await page.getByLabel("Its side").nth(at).selectOption("second");
  }
  await eventually(async () => assert.deepEqual((await bars(page)).map((row) => row[1]), ["25/36", "5/18", "1/36"]));
  await page.getByRole("button", { name: "Roll it once" }).click();
  await page.getByLabel("Die 1, d6").selectOption("6");
  await page.getByLabel("Die 2, d6").selectOption("1");
  await eventually(async () => assert.match(await page.locator(".outcome").innerText(), /wounds 1/));
  await page.getByRole("button", { name: "Keep it as an example" }).click();
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page.getByText("1 example passed").waitFor();
  assert.match(await wholeText(page), /\n {2}units {3}oak = bob of second, elm = bob of second\n/);
});

test("a rule that takes several units is asked about a set of them", async (t) => {
  const rules = `${LANTERNS[GAME]}
roll volley "A volley" (firers: several fighter) -> 0..12
  result roll (number of firers limited to 0..12) dice of d6 count 5+
`;
  const { page } = await studio(t, { ...LANTERNS, [GAME]: rules });
  await openText(page, "game.rules");
  await ask(page, "A volley");
  const field = page.locator(".field", { hasText: "Firers" });
  // One firer, one die: 5 or 6 is a third.
  await eventually(async () => assert.deepEqual(await bars(page), [["0", "2/3", "66.67 %"], ["1", "1/3", "33.33 %"]]));
  for (const name of ["Smuggler", "Constable"]) {
    await field.getByRole("combobox").selectOption(name);
    await field.getByRole("button", { name: "Add it to Firers" }).click();
  }
  await eventually(async () => assert.deepEqual(await field.locator("li").allInnerTexts(), ["Constable×", "Smuggler×", "Constable×"]));
  // Of three dice none is 5 or more in 8 of 27 cases; the set is one value, not a table.
  await eventually(async () => assert.deepEqual((await bars(page))[0], ["0", "8/27", "29.63 %"]));
  await field.getByRole("button", { name: "Take Smuggler out" }).click();
  await eventually(async () => assert.deepEqual((await bars(page))[0], ["0", "4/9", "44.44 %"]));
  for (let left = 2; left > 0; left -= 1) await field.getByRole("button", { name: "Take Constable out" }).first().click();
  await field.getByText("no unit").waitFor();
  await eventually(async () => assert.deepEqual((await bars(page))[0], ["0", "1", "100.00 %"]));
});

test("a resolution of a table is that of the situation before it", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await ask(page, "To hit");
  await page.getByRole("spinbutton", { name: "Range" }).fill("6");
  await page.getByRole("button", { name: "All values of Range" }).click();
  await page.locator("table.heat").waitFor();
  await page.getByRole("button", { name: "Roll it once" }).click();
  await eventually(async () => assert.match(await page.locator(".trace .asked").innerText(), /range 6 inches/));
});

test("a rule begins with the situation of its example", async (t) => {
  const { page } = await studio(t);
  await page.getByRole("button", { name: "See how it works" }).click();
  await page.getByRole("tab", { name: "direct-fire.rules", selected: true }).waitFor();
  // The question of the README.
  await eventually(async () => assert.match(await page.locator(".answer .asked").innerText(), /firer Panther.*target Sherman.*range 7 hexes/));
  await page.getByRole("combobox", { name: "Ruleset" }).selectOption("hellion");
  await ask(page, "Attack");
  await page.getByText(/^As in the example “.+”\.$/).waitFor();
  assert.notEqual((await bars(page))[0]?.[0], "refused");
});

test("a finding has a page that explains it", async (t) => {
  const { page } = await studio(t, { ...LANTERNS, [GAME]: LANTERNS[GAME].replace("cover(target, firer)  ", "kover(target, firer)  ") });
  await openText(page, "game.rules");
  await page.locator(".finding", { hasText: "kover" }).getByRole("button", { name: "Why?" }).click();
  await page.locator(".prose").getByRole("heading", { level: 2, name: /^E0201 / }).waitFor();
  assert.ok((await page.locator(".prose .snippet").count()) > 1);
});

test("everything is there after a reload, and can be undone", async (t) => {
  const { page, folder } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  await ask(page, "Harm of a hit");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# The first draft.");
  await page.keyboard.press("Enter");
  await saved(page);
  if (!isStatic) assert.ok(readFileSync(join(folder, GAME), "utf8").startsWith("# The first draft.\nruleset lanterns"));
  await page.reload();
  // The text that was open is open again, with the question that was asked.
  await page.getByRole("tab", { name: "game.rules", selected: true }).waitFor();
  assert.match(await page.locator(".cm-content").innerText(), /^# The first draft\./);
  await eventually(async () => assert.deepEqual((await bars(page))[0], ["0", "1/3", "33.33 %"]));
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByRole("button", { name: "Restore" }).first().click();
  await eventually(async () => assert.doesNotMatch(await page.locator(".cm-content").innerText(), /first draft/));
});

test("a change outside of the page is noticed", { skip: isStatic }, async (t) => {
  const { page, folder } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  writeFileSync(join(folder, GAME), `# From outside.\n${LANTERNS[GAME]}`);
  await eventually(async () => assert.match(await page.locator(".cm-content").innerText(), /^# From outside\./));
});

test("a pattern is written into a game with the names of the game, as one step", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  await page.getByText(/used \d+ time/).first().waitFor();
  await page.getByRole("tab", { name: "Docs" }).click();
  await page.getByRole("heading", { name: "Take a pattern" }).scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Write Opposed roll into this game" }).click();
  await page.getByText(/^Opposed roll is at the end of game\.rules\./).waitFor();
  const text = await wholeText(page);
  assert.ok(text.startsWith(LANTERNS[GAME].trimEnd()), text.slice(-600));
  assert.match(text, /\n\n# --- Opposed roll\n\n/);
  assert.doesNotMatch(text.slice(LANTERNS[GAME].length), /^(?:ruleset|example) /m);
  await page.keyboard.press("Control+z");
  await eventually(async () => assert.equal(await wholeText(page), LANTERNS[GAME]));
});

test("snippets of the documentation open with a click", async (t) => {
  const { page } = await studio(t);
  await page.getByRole("combobox", { name: "Page" }).selectOption("language");
  await page.getByRole("button", { name: "Open the mistake" }).first().click();
  await page.getByRole("tab", { name: "more.rules", selected: true }).waitFor();
  await eventually(async () => assert.ok((await findings(page)).some((finding) => finding.problem.includes("_"))));
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await eventually(async () => assert.equal(await page.getByRole("tab", { name: "more.rules" }).count(), 0));
});

test("pages are read when they are opened, and searched when somebody searches", async (t) => {
  const { page, requests } = await studio(t);
  const read = () => [...new Set(requests.flatMap((request) => /\/docs\/(.*)\.md$/.exec(new URL(request.url()).pathname)?.[1] ?? []))];
  await page.getByRole("button", { name: "Brigades on hexes" }).waitFor();
  assert.deepEqual(read(), []);
  await page.getByRole("heading", { name: "Take a pattern" }).scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Opposed roll" }).waitFor();
  assert.deepEqual(read(), ["patterns"]);
  // A page is listed with the title that it has.
  const picker = page.getByRole("combobox", { name: "Page" });
  const listed = await picker.locator("option").evaluateAll((options) => options.slice(1).map((option) => [option.value, option.textContent]));
  assert.ok(listed.length > 8);
  for (const [name, title] of listed) {
    await picker.selectOption(name);
    await page.locator(".prose").getByRole("heading", { level: 2, name: title, exact: true }).waitFor();
  }
  // From afar the panes that are not opened are not sent.
  const hasLater = () => requests.some((request) => new URL(request.url()).pathname.endsWith("/later.js"));
  if (isStatic) assert.ok(!hasLater());
  requests.length = 0;
  await page.reload();
  await page.getByRole("heading", { name: "Sandtable", exact: true }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("morale and");
  await page.getByRole("option", { name: /documentation · / }).first().waitFor();
  assert.equal(read().length, listed.length);
  assert.ok(hasLater());
});

test("a starter becomes a game of one's own", async (t) => {
  const { page, folder } = await studio(t);
  await page.getByRole("button", { name: /Brigades on hexes/ }).click();
  await page.getByLabel("Title of your game").fill("River War, 1863!");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByText(/is ready/).waitFor();
  await saved(page);
  // Whatever the title is, the name is made of it, and the starter's own titles follow.
  if (!isStatic) await eventually(() => assert.match(readFileSync(join(folder, "rules/river-war-n1863/river-war-n1863.rules"), "utf8"), /^ruleset river-war-n1863 "River War, 1863!"$/m));
  await eventually(async () => assert.ok((await findings(page)).every((finding) => finding.severity === "note")));
});

test("a link holds the game and the question, and nothing is sent anywhere", async (t) => {
  const { page, address, requests } = await studio(t, LANTERNS);
  await ask(page, "Harm of a hit");
  await page.getByRole("button", { name: "Share link" }).click();
  await page.getByText(/The link is copied/).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const { origin } = new URL(address);
  for (const request of requests) {
    const url = new URL(request.url());
    assert.ok(url.origin === origin || url.protocol === "data:" || url.protocol === "blob:", request.url());
    assert.ok(!request.url().includes("studio="), request.url());
    assert.equal(request.postData(), null);
  }
  const other = await studio(t);
  await other.page.getByRole("button", { name: "Open a link" }).click();
  await other.page.getByLabel("Link of a studio").fill(link);
  await other.page.getByRole("button", { name: "Open", exact: true }).click();
  await other.page.getByRole("button", { name: "Open it" }).click();
  await eventually(async () => assert.deepEqual((await bars(other.page))[0], ["0", "1/3", "33.33 %"]));
});

test("a text is renamed and deleted, and both can be undone", async (t) => {
  const { page, folder } = await studio(t, LANTERNS);
  await openText(page, "examples.rules");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await page.getByLabel("New path").fill("rules/lanterns/worked.rules");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "worked.rules", selected: true }).waitFor();
  await saved(page);
  if (!isStatic) await eventually(() => assert.ok(existsSync(join(folder, "rules/lanterns/worked.rules")) && !existsSync(join(folder, "rules/lanterns/examples.rules"))));
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await eventually(async () => assert.equal(await page.getByRole("tab", { name: "worked.rules" }).count(), 0));
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await openText(page, "worked.rules");
  assert.match(await wholeText(page), /^example "The constable/);
});

test("a name is renamed in rules and units, and found where it is used", async (t) => {
  const { page, folder } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  await page.locator(".cm-line", { hasText: /^ {2}toughness/ }).click({ position: { x: 40, y: 8 } });
  await page.keyboard.press("F2");
  await page.locator(".cm-lsp-rename-panel input").fill("stamina");
  await page.keyboard.press("Enter");
  await eventually(async () => assert.match(await wholeText(page), /\n {2}stamina {2}2\.\.5/));
  await openText(page, "figures.toml");
  await eventually(async () => assert.match(await wholeText(page), /stamina = 3/));
  await saved(page);
  if (!isStatic) assert.match(readFileSync(join(folder, "units/lanterns/figures.toml"), "utf8"), /stamina = 2/);
  await openText(page, "game.rules");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.getByRole("button", { name: "used 2 times" }).first().click();
  await eventually(async () => assert.equal(await page.locator(".uses li").count(), 2));
});

test("a name shows its meaning, and a line what can be written", async (t) => {
  const { page } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  // The odds after a roll's first line come last; nothing moves after them.
  await page.locator(".hint").first().waitFor();
  const name = page.locator(".cm-line", { hasText: /^roll harm/ }).getByText("harm", { exact: true });
  await name.hover({ position: { x: 4, y: 6 } });
  await name.hover({ position: { x: 12, y: 8 } });
  await page.locator(".cm-tooltip", { hasText: "Harm of a hit" }).waitFor();
  await page.locator(".cm-line", { hasText: /^ {2}roll blade/ }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("depe");
  await eventually(async () => assert.match(await page.locator(".cm-tooltip-autocomplete").innerText(), /depending/));
});
