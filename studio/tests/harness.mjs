// Starts the studio on a folder of its own, and a browser to use it with.
//
// SANDTABLE   the program; without it the one of a debug build beside this folder
// SITE        a folder made by `build-site`: the same scenarios run there, without a server
// PAGE        a folder with a built page, which is shown in the place of the one that the program holds
// CHROMIUM    the browser; without it Debian's
// QUICK       leaves out what takes longest, if it is 1

import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
export const program = process.env.SANDTABLE ?? join(repository, "target", "debug", "sandtable");
const site = process.env.SITE;
const built = process.env.PAGE;

/** Whether the page runs without a server. */
export const isStatic = site !== undefined;

/** Whether what takes longest is left out: whole rulebooks of sheets, the same in the dark, long games, much typing. */
export const isQuick = process.env.QUICK === "1";

/** A page that does not come from the server may not speak to it otherwise. */
const args = built === undefined ? [] : ["--disable-features=LocalNetworkAccessChecks"];

/** A machine that does other work as well takes its time; so many milliseconds are only spent by what fails. */
const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

let browser;

/** Opens the studio with these texts, by path. Ends with the test. */
export async function studio(test, files = {}, options = {}) {
  const folder = mkdtempSync(join(tmpdir(), "studio-"));
  const opened = isStatic ? await serveSite() : await serveFolder(folder, files);
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", ...args] });
  const context = await browser.newContext({
    viewport: options.viewport ?? { width: 1400, height: 900 },
    colorScheme: options.theme ?? "light",
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(PATIENCE);
  for (const name of built === undefined ? [] : ["index.html", "page.js", "chunk.js", "later.js", "page.css"]) {
    const file = join(built, name);
    const at = name === "index.html" ? (url) => url.pathname === "/" : `**/${name}`;
    await context.route(at, (route) => route.fulfill({ path: file }));
  }
  const page = await context.newPage();
  const slips = [];
  page.on("pageerror", (error) => slips.push(error.message));
  const requests = [];
  context.on("request", (request) => requests.push(request));
  test.after(async () => {
    await context.close();
    await opened.stop();
    rmSync(`${folder}-state`, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
    if (slips.length > 0) throw new Error(`the page has slipped: ${slips.join("; ")}`);
  });
  await page.goto(opened.address + (options.hash ?? ""));
  await page.getByRole("heading", { name: "Sandtable", exact: true }).waitFor();
  const at = { page, folder, address: opened.address, context, requests, slips, stop: opened.stop, start: opened.start };
  if (isStatic && Object.keys(files).length > 0) {
    for (const [path, text] of Object.entries(files)) await newText(at, path, text);
    await saved(page);
    // As a page that finds its texts.
    await page.reload();
    await page.getByRole("heading", { name: "Sandtable", exact: true }).waitFor();
  }
  return at;
}

export async function closeBrowser() {
  await browser?.close();
  browser = undefined;
}

/** Serves a folder with `sandtable studio`. */
async function serveFolder(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  let server = await spawnServer(folder, "0");
  const { address } = server;
  const { port } = new URL(address);
  return {
    address,
    stop: () => server.stop(),
    /** Starts the studio again, on the same folder and port; returns the address that it prints. */
    start: async () => (server = await spawnServer(folder, port)).address,
  };
}

async function spawnServer(folder, port) {
  // What the studio keeps for its user is kept beside the folder of the test.
  const env = { ...process.env, XDG_STATE_HOME: `${folder}-state` };
  const server = spawn(program, ["studio", folder, "--port", port, "--no-open"], { stdio: ["ignore", "pipe", "inherit"], env });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  const address = await new Promise((resolve, reject) => {
    let printed = "";
    server.stdout.on("data", (data) => {
      printed += data;
      const found = /https?:\/\/\S+/.exec(printed);
      if (found !== null) resolve(found[0]);
    });
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`the studio ended with ${code}: ${printed}`)));
  });
  return { address, stop: () => (server.kill(), ended) };
}

const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/** Serves the static page as any web space would. */
async function serveSite() {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    const file = join(site, path === "/" ? "index.html" : path);
    if (!file.startsWith(site) || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": KINDS[extname(file)] ?? "application/octet-stream" });
    return response.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

/** Creates a text as a person does. */
export async function newText({ page }, path, text) {
  const pane = page.locator(".switcher").getByRole("button", { name: "Files" });
  if (await pane.isVisible()) await pane.click();
  await page.getByRole("button", { name: "New text" }).click();
  await page.getByLabel("Path of the new text").fill(path);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("tab", { name: path.slice(path.lastIndexOf("/") + 1), selected: true }).waitFor();
  await replaceText(page, text);
}

/** Puts a text in the place of all that is in the editor. */
export async function replaceText(page, text) {
  await page.evaluate((content) => navigator.clipboard.writeText(content), text);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
}

/** Returns the whole text of the editor, which draws only what is seen. */
export async function wholeText(page) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Opens a text of the list of files. */
export async function openText(page, name) {
  const button = page.locator(".files .file", { has: page.getByText(name, { exact: true }) });
  await button.filter({ visible: true }).first().click();
  await page.getByRole("tab", { name, selected: true }).waitFor();
}

/** Waits until everything is saved. */
export async function saved(page) {
  await page.getByText(/^Saved in/).waitFor();
}

/** Chooses a rule to ask about. */
export async function ask(page, title) {
  await page.getByRole("tab", { name: "Odds" }).click();
  await page.locator("#ask").selectOption({ label: title });
  await page.locator(".answer .asked").first().waitFor();
}

/** Returns the findings as they are listed: severity, problem and help. */
export function findings(page) {
  return page.locator(".finding").evaluateAll((items) =>
    items.map((item) => ({
      severity: item.classList[1],
      problem: item.querySelector("b").textContent,
      help: item.querySelector(".help")?.textContent ?? null,
    })),
  );
}

/** Returns the rows of bars: outcome, fraction, percent. */
export function bars(page) {
  return page.locator("table.bars tbody tr").evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("th, td.figure")].map((cell) => cell.textContent.trim())));
}

/** Tries something until it holds. */
export async function eventually(check, milliseconds = PATIENCE) {
  const end = Date.now() + milliseconds;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** The game of the tutorial when it is done, by path. */
export const LANTERNS = (() => {
  const text = readFileSync(join(repository, "docs", "tutorial.md"), "utf8");
  const files = {};
  for (const block of tutorialBlocks(text)) if (block.file !== undefined && !block.file.endsWith(".txt")) files[block.file] = joined(files[block.file], block);
  return files;
})();

/** Returns the fenced blocks of the tutorial with the files they go into. */
export function tutorialBlocks(text) {
  const pattern = /(?:<!-- file: ([^\s,]+)(?:, replaces: (.*?))? -->\n)?```(\S+)\n([\s\S]*?)```/g;
  return [...text.matchAll(pattern)].map(([, file, replaces, info, content]) => ({ file, replaces, info, content }));
}

/** Adds a block to its file, or puts it in the place of the declaration that begins as it says. */
export function joined(text, { replaces, content }) {
  if (text === undefined) return content;
  if (replaces === undefined) return `${text}\n${content}`;
  const declarations = text.split("\n\n");
  const at = declarations.findIndex((declaration) => declaration.startsWith(replaces));
  declarations[at] = content.trimEnd();
  return `${declarations.join("\n\n").trimEnd()}\n`;
}
