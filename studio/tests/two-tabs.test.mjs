// Two tabs, restarts and other editors: nothing that anybody has typed is lost.

import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, statSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { closeBrowser, eventually, isQuick, isStatic, LANTERNS, openText, saved, studio, wholeText } from "./harness.mjs";

after(closeBrowser);

const GAME = "rules/lanterns/game.rules";

/** Opens a second tab on the same studio. */
async function secondTab({ context, address }) {
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole("heading", { name: "Sandtable", exact: true }).waitFor();
  await openText(page, "game.rules");
  return page;
}

async function typeAtTop(page, line) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.insertText(`${line}\n`);
}

async function typeAtEnd(page, line) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(`\n${line}`);
}

/** Cuts the connection of a tab until it is called again. */
async function cuttable(page) {
  const sockets = new Set();
  const state = { isCut: false };
  await page.routeWebSocket(/\/socket/, (socket) => {
    if (state.isCut) return void socket.close();
    sockets.add(socket);
    socket.connectToServer();
  });
  await page.reload();
  await openText(page, "game.rules");
  return {
    cut: async () => {
      state.isCut = true;
      for (const socket of sockets) await socket.close();
      await page.getByText("The studio does not answer.").waitFor();
    },
    join: () => (state.isCut = false),
  };
}

/** Two tabs in which the same text was changed at different places, and both texts. */
async function inConflict(t) {
  const at = await studio(t, LANTERNS);
  await openText(at.page, "game.rules");
  const line = await cuttable(at.page);
  const other = await secondTab(at);
  await line.cut();
  await typeAtEnd(at.page, "# Mine.");
  await typeAtTop(other, "# Of the other tab.");
  await eventually(() => assert.match(readFileSync(join(at.folder, GAME), "utf8"), /^# Of the other tab\.\n/));
  line.join();
  await at.page.getByRole("button", { name: "Show the differences" }).waitFor();
  return { ...at, other };
}

test("what one tab writes is in the other", { skip: isStatic }, async (t) => {
  const at = await studio(t, LANTERNS);
  await openText(at.page, "game.rules");
  const other = await secondTab(at);
  await typeAtTop(other, "# From the second tab.");
  await eventually(async () => assert.match(await at.page.locator(".cm-content").innerText(), /^# From the second tab\./));
  await typeAtTop(at.page, "# And back.");
  await eventually(async () => assert.match(await other.locator(".cm-content").innerText(), /^# And back\.\n# From the second tab\./));
  await saved(at.page);
  await saved(other);
});

test("two changed texts are merged", { skip: isStatic }, async (t) => {
  const { page, folder, other } = await inConflict(t);
  await page.getByRole("button", { name: "Show the differences" }).click();
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] }));
  assert.deepEqual(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`), []);
  await page.getByRole("dialog", { name: /Differences in/ }).getByRole("button", { name: "Merge" }).click();
  await page.getByText(/The right side has what both have changed\. Look/).waitFor();
  await page.getByRole("button", { name: "Save the right side" }).click();
  await eventually(() => {
    const text = readFileSync(join(folder, GAME), "utf8");
    assert.ok(text.startsWith("# Of the other tab.\n") && text.endsWith("# Mine."), text.slice(0, 80));
  });
  await saved(page);
  await eventually(async () => assert.match(await wholeText(other), /^# Of the other tab\.[^]*# Mine\.$/));
});

test("mine is kept, and the other text is in the history", { skip: isStatic }, async (t) => {
  const { page, folder } = await inConflict(t);
  await page.getByRole("button", { name: "Keep mine" }).click();
  await eventually(() => {
    const text = readFileSync(join(folder, GAME), "utf8");
    assert.ok(text.startsWith("ruleset lanterns") && text.endsWith("# Mine."));
  });
  await saved(page);
  await page.getByRole("tab", { name: "History" }).click();
  await eventually(async () => {
    const texts = [];
    for (const button of await page.locator(".versions button[aria-expanded]").all()) {
      await button.click();
      texts.push(await page.locator(".versions").innerText());
    }
    assert.ok(texts.some((text) => text.includes("Of the other tab")));
  });
});

test("the other text is taken, and one's own can be undone to", { skip: isStatic }, async (t) => {
  const { page, folder } = await inConflict(t);
  await page.getByRole("button", { name: "Take the other" }).click();
  await eventually(async () => assert.match(await wholeText(page), /^# Of the other tab\./));
  assert.doesNotMatch(readFileSync(join(folder, GAME), "utf8"), /Mine/);
  await page.keyboard.press("Control+Alt+z");
  await eventually(async () => assert.match(await wholeText(page), /# Mine\.$/));
});

test("a reload keeps what is not saved", { skip: isStatic }, async (t) => {
  const at = await studio(t, LANTERNS);
  const { page, folder } = at;
  await openText(page, "game.rules");
  // The server is gone, the page is not: what is typed is on no disk.
  await at.stop();
  await page.getByText("The studio does not answer.").waitFor();
  await typeAtTop(page, "# Written while it was away.");
  await page.waitForTimeout(300);
  const text = readFileSync(join(folder, GAME), "utf8");
  await at.start();
  await page.reload();
  await page.getByRole("heading", { name: "Sandtable", exact: true }).waitFor();
  await eventually(async () => assert.match(await page.locator(".cm-content").innerText(), /^# Written while it was away\./));
  await eventually(() => assert.equal(readFileSync(join(folder, GAME), "utf8"), `# Written while it was away.\n${text}`));
});

test("what a closed tab has not saved is put before the other", { skip: isStatic }, async (t) => {
  const at = await studio(t, LANTERNS);
  await openText(at.page, "game.rules");
  const other = await secondTab(at);
  const line = await cuttable(other);
  await line.cut();
  await typeAtTop(other, "# Of the tab that is closed.");
  await other.waitForTimeout(300);
  await other.close();
  // Nothing was written here: it is as if the other tab had saved it.
  await at.page.reload();
  await eventually(() => assert.match(readFileSync(join(at.folder, GAME), "utf8"), /^# Of the tab that is closed\.\n/));
});

test("the address keeps its key over a restart, out of sight", { skip: isStatic }, async (t) => {
  const at = await studio(t, LANTERNS);
  const { page, folder, address, context } = at;
  await openText(page, "game.rules");
  assert.doesNotMatch(page.url(), /token/);
  const kept = join(`${folder}-state`, "sandtable", "studio");
  const [file] = readdirSync(kept);
  assert.equal(statSync(join(kept, file)).mode & 0o777, 0o600);
  assert.equal(statSync(kept).mode & 0o077, 0);
  await at.stop();
  await page.getByText("The studio does not answer.").waitFor();
  await typeAtTop(page, "# Typed meanwhile.");
  assert.equal(await at.start(), address);
  // The page finds it again by itself, and saves.
  await eventually(() => assert.match(readFileSync(join(folder, GAME), "utf8"), /^# Typed meanwhile\.\n/));
  await saved(page);
  await eventually(async () => assert.equal(await page.getByText("The studio does not answer.").count(), 0));
  // A bookmark of the bare address says how to open it.
  const bare = await context.newPage();
  await bare.goto(new URL(address).origin);
  await bare.getByRole("heading", { name: "The studio did not open" }).waitFor();
  await bare.getByLabel("Address with its key").fill(address);
  await bare.getByRole("button", { name: "Open", exact: true }).click();
  await bare.getByRole("tab", { name: "game.rules" }).waitFor();
});

test("a file that is deleted outside keeps its tab, marked", { skip: isStatic }, async (t) => {
  const { page, folder } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  await openText(page, "examples.rules");
  const path = join(folder, "rules/lanterns/examples.rules");
  const text = readFileSync(path, "utf8");
  rmSync(path);
  await page.getByText("was deleted outside of this page").waitFor();
  assert.match(await page.getByRole("tab", { name: /examples\.rules/ }).innerText(), /deleted/);
  assert.match(await wholeText(page), /^example "The constable/);
  assert.ok(!existsSync(path));
  await page.getByRole("button", { name: "Write it again" }).click();
  await eventually(() => assert.equal(readFileSync(path, "utf8"), text));
  await saved(page);
});

/** The same numbers each time. */
function numbers(seed) {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

const SECONDS = Number(process.env.TYPING_SECONDS ?? 20);

test("two tabs and another editor type at random, and no text is lost", { skip: isStatic || isQuick, timeout: 600_000 }, async (t) => {
  const at = await studio(t, LANTERNS);
  await openText(at.page, "game.rules");
  const other = await secondTab(at);
  const next = numbers(7);
  const path = join(at.folder, GAME);
  const typed = [];
  const end = Date.now() + SECONDS * 1000;
  // A busy machine types for longer.
  for (let number = 0; Date.now() < end || typed.length <= SECONDS / 2; number += 1) {
    const who = next(3);
    const mark = `# typed ${number}.`;
    typed.push(mark);
    if (who === 2) writeFileSync(path, `${mark}\n${readFileSync(path, "utf8")}`);
    else {
      const page = [at.page, other][who];
      if ((await page.locator("dialog.both").count()) === 0) await (next(2) === 0 ? typeAtTop : typeAtEnd)(page, mark);
      else typed.pop();
      const settle = page.getByRole("button", { name: ["Keep mine", "Take the other"][next(2)], exact: true });
      if (next(3) === 0 && (await settle.count()) > 0) await settle.first().click();
    }
    await at.page.waitForTimeout(next(500));
  }
  await at.page.waitForTimeout(1500);
  // On the disk, in the history, in an open text or kept for later: wherever, it is there.
  const places = [readFileSync(path, "utf8")];
  for (const page of [at.page, other]) {
    const inBrowser = await page.evaluate(async () => {
      const read = (name, table) =>
        new Promise((resolve) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => {
            const all = request.result.transaction(table).objectStore(table).getAll();
            all.onsuccess = () => resolve(all.result.map((one) => one.text));
          };
        });
      return [...(await read("sandtable-studio", "versions")), ...(await read("sandtable-studio-drafts", "drafts"))];
    });
    places.push(...inBrowser, await wholeText(page));
  }
  const lost = typed.filter((mark) => !places.some((text) => text.includes(mark)));
  assert.deepEqual(lost, []);
  assert.ok(typed.length > SECONDS / 2, `${typed.length} texts`);
});
