// The local server answers only its own page.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { after, test } from "node:test";
import { closeBrowser, eventually, isStatic, LANTERNS, newText, openText, replaceText, saved, studio } from "./harness.mjs";

after(closeBrowser);

/** Asks for a socket as a browser does for a page of an origin; returns the status. */
function upgrade(address, origin, token) {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const asked = request({
      hostname,
      port,
      path: `/socket?token=${token}`,
      headers: {
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "c2FuZHRhYmxlLXN0dWRpbw==",
        ...(origin === null ? {} : { Origin: origin }),
      },
    });
    asked.on("response", (response) => resolve(response.statusCode));
    asked.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response.statusCode);
    });
    asked.on("error", reject);
    asked.end();
  });
}

test("texts are saved when the server is there again", { skip: isStatic }, async (t) => {
  const { page, folder } = await studio(t, LANTERNS);
  const sockets = new Set();
  let isCut = false;
  await page.routeWebSocket(/\/socket/, (socket) => {
    if (isCut) return void socket.close();
    sockets.add(socket);
    socket.connectToServer();
  });
  await page.reload();
  await openText(page, "game.rules");
  isCut = true;
  for (const socket of sockets) await socket.close();
  await page.getByText("The studio does not answer.").waitFor();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# Written alone.");
  await page.keyboard.press("Enter");
  await page.getByText(/^Not saved/).waitFor();
  isCut = false;
  await eventually(() => assert.ok(readFileSync(join(folder, "rules/lanterns/game.rules"), "utf8").startsWith("# Written alone.\n")), 30_000);
  await saved(page);
});

test("a cell that is filled while the server is away is written when it is there again", { skip: isStatic }, async (t) => {
  const { page, folder, stop, start } = await studio(t, LANTERNS);
  await openText(page, "figures.toml");
  await page.getByRole("tab", { name: "Units & tables" }).click();
  const sheet = page.getByRole("region", { name: "Units: Fighter" });
  const aim = sheet.getByLabel("Constable, aim");
  await aim.waitFor();
  const text = () => readFileSync(join(folder, "units/lanterns/figures.toml"), "utf8");
  const before = text();
  await stop();
  await page.getByText("The studio does not answer.").first().waitFor();
  await aim.fill("3");
  await page.keyboard.press("Enter");
  await page.getByText("This is written as soon as it does.").waitFor();
  assert.equal(await aim.inputValue(), "3");
  await start();
  await eventually(() => assert.equal(text(), before.replace("aim = 1", "aim = 3")));
  // A text with an error is left as it is; the cell keeps what was refused, and gives it once more when that is mended.
  const sound = text();
  const broken = `${sound}\n[fighter\n`;
  await replaceText(page, broken);
  await saved(page);
  await aim.fill("2");
  await page.keyboard.press("Enter");
  await page.getByText("That could not be written: correct this text first").waitFor();
  assert.equal(text(), broken);
  await replaceText(page, sound);
  await saved(page);
  await aim.focus();
  await page.keyboard.press("Enter");
  await eventually(() => assert.equal(text(), before.replace("aim = 1", "aim = 2")));
});

test("panes that were not opened before are there while the server is away", { skip: isStatic }, async (t) => {
  const { page, stop } = await studio(t, LANTERNS);
  await openText(page, "game.rules");
  await page.getByText(/used \d+ time/).first().waitFor();
  await page.waitForLoadState("networkidle");
  await stop();
  await page.getByText("The studio does not answer.").first().waitFor();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# Alone.");
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByRole("heading", { name: "Versions of game.rules" }).waitFor();
  await page.getByRole("tab", { name: "Units & tables" }).click();
  await page.getByRole("heading", { name: "Units and tables of Lanterns" }).waitFor();
});

test("a part of the page that cannot be loaded says so, and the rest goes on", { skip: isStatic }, async (t) => {
  const { page } = await studio(t, LANTERNS);
  await page.route("**/later.js", (route) => route.abort());
  await page.reload();
  await openText(page, "game.rules");
  await page.getByRole("tab", { name: "Board" }).click();
  await page.getByText("This part of the page could not be loaded.").waitFor();
  await page.getByRole("tab", { name: "Odds" }).click();
  await page.locator("#ask").selectOption({ label: "To hit" });
  await page.locator(".answer .asked").first().waitFor();
  await page.getByRole("tab", { name: "Board" }).click();
  await page.getByText("This part of the page could not be loaded.").waitFor();
  await page.unroute("**/later.js");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".card").filter({ hasText: "At the quay" }).first().waitFor();
});

test("folders that come later are watched, and a file that cannot be read is named", { skip: isStatic }, async (t) => {
  const { page, folder } = await studio(t);
  const late = join(folder, "rules", "late");
  mkdirSync(late, { recursive: true });
  writeFileSync(join(late, "late.rules"), 'ruleset late "Late"\n');
  // The page opens the only game by itself, before or after a click.
  const listed = page.locator(".files .file", { has: page.getByText("late.rules", { exact: true }) });
  await eventually(async () => {
    if (!(await listed.isVisible())) await page.locator(".files summary", { hasText: "Late" }).click();
    assert.ok(await listed.isVisible());
  });
  await openText(page, "late.rules");
  await page.waitForTimeout(500);
  mkdirSync(join(late, "more"));
  writeFileSync(join(late, "more", "deeper.rules"), "# Deeper.\n");
  await openText(page, "deeper.rules");
  writeFileSync(join(late, "torn.rules"), Buffer.from([0x66, 0xff, 0xfe]));
  await page.getByText(/torn\.rules cannot be read/).waitFor();
  rmSync(join(late, "torn.rules"));
  await eventually(async () => assert.equal(await page.getByText(/torn\.rules cannot be read/).count(), 0));
});

test("a foreign origin is refused", { skip: isStatic }, async (t) => {
  const { address } = await studio(t);
  const { origin, searchParams } = new URL(address);
  const token = searchParams.get("token");
  assert.equal(await upgrade(address, origin, token), 101);
  assert.equal(await upgrade(address, "https://example.org", token), 403);
  assert.equal(await upgrade(address, origin, "0".repeat(32)), 403);
});

test("a text that could not be read again is not saved, and says so; what follows is", { skip: isStatic }, async (t) => {
  const { page, folder } = await studio(t, LANTERNS);
  const file = join(folder, "rules/lanterns/notes.md");
  await newText({ page }, "rules/lanterns/notes.md", "Short.\n");
  await saved(page);
  const line = `${"x".repeat(99)}\n`;
  await replaceText(page, line.repeat(42_000));
  await page.getByText(/^Not saved: rules\/lanterns\/notes\.md: the text is larger than 4 MB/).waitFor();
  assert.equal(readFileSync(file, "utf8"), "Short.\n");
  await replaceText(page, "Short again.\n");
  await saved(page);
  await eventually(() => assert.equal(readFileSync(file, "utf8"), "Short again.\n"));
});
