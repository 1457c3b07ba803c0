// Takes the pictures of the panes that docs/studio.md shows, and writes them with few colours, as they are part of the program.
//
//   npm run build && npm run pictures            all of them
//   npm run pictures -- board trace              some
//
// SANDTABLE is the program and CHROMIUM the browser, as for the tests.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";
import { chromium } from "playwright-core";
import { ask, LANTERNS, openText, repository } from "./tests/harness.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(repository, "docs", "studio");
const program = process.env.SANDTABLE ?? join(repository, "target", "debug", "sandtable");
const wanted = process.argv.slice(2);

const tab = (page, name) => page.getByRole("tab", { name, exact: true }).click();

const MANUSCRIPT = `# 1 Fire

The firer rolls a d6. See rule 7.3 for cover.

| d6 | Result |
| --- | --- |
| 1 | jam |
| 2-3 | miss |
| 5-6 | hit |

# 2 Orders

| d6 | Order |
| --- | --- |
| 1-2 | halt |
| 3-6 | march |
`;

/** A text with two slips that have cures. */
const SLIPS = LANTERNS["rules/lanterns/game.rules"].replace("per cover(", "per kover(").replace("if  lit(target)", "if  litt(target)");

/** Each picture: how the pane comes to what it shows, and which part of the page is taken. */
const PICTURES = {
  files: { pane: ".pane.files", open: async () => {} },
  text: { pane: ".pane.text", open: async () => {} },
  findings: { pane: ".pane.lower", files: { ...LANTERNS, "rules/lanterns/game.rules": SLIPS }, open: (page) => page.locator(".finding .cures button").first().waitFor() },
  examples: {
    pane: ".pane.lower",
    open: async (page) => {
      await tab(page, "Examples");
      await page.getByText(/examples passed/).waitFor();
    },
  },
  odds: { open: (page) => ask(page, "To hit") },
  trace: {
    open: async (page) => {
      await ask(page, "To hit");
      await tab(page, "Trace");
      await page.locator(".trace .steps li").first().waitFor();
    },
  },
  board: {
    open: async (page) => {
      await tab(page, "Board");
      await page.locator(".card").filter({ hasText: "crossroads" }).first().click();
      await page.locator(".decision").waitFor();
      for (let turn = 0; turn < 40; turn += 1) {
        if ((await page.locator(".shot").count()) > 0 && (await page.locator(".moved").count()) > 0) break;
        const answer = page.locator(".answers button:enabled").first();
        if ((await answer.count()) === 0) break;
        // Many places are folded up.
        await answer.evaluate((button) => button.click());
        await page.waitForTimeout(400);
      }
    },
  },
  data: {
    open: async (page) => {
      await tab(page, "Units & tables");
      await page.getByRole("table", { name: "Shooting modifiers" }).waitFor();
    },
  },
  words: {
    open: async (page) => {
      await ask(page, "To hit");
      await tab(page, "In words");
      await page.locator(".in-words article").first().waitFor();
    },
  },
  print: {
    open: async (page) => {
      await tab(page, "Print");
      await page.locator(".pane.right iframe, .pane.right svg, .pane.right img").first().waitFor();
      await page.waitForTimeout(1500);
    },
  },
  report: {
    open: async (page) => {
      await tab(page, "Report");
      await page.getByRole("spinbutton", { name: "Games" }).fill("1000");
      await page.getByRole("button", { name: "Play them" }).click();
      await page.getByText(": 1,000 games").waitFor();
    },
  },
  tune: {
    open: async (page) => {
      await tab(page, "Tune");
      await page.getByLabel("Scenario").selectOption("At the quay");
      await page.getByLabel("What is varied").fill("sergeant.aim");
      await page.getByLabel("Its values").fill("0..3");
      await page.getByRole("button", { name: "Find it" }).click();
      await page.locator("tr.best").waitFor();
      await page.locator("tr.best").scrollIntoViewIfNeeded();
    },
  },
  manuscript: {
    pane: "main",
    open: async (page) => {
      await tab(page, "Manuscript");
      await page.locator(".manuscript-head input").setInputFiles({ name: "book.md", mimeType: "text/markdown", buffer: Buffer.from(MANUSCRIPT) });
      await page.getByRole("button", { name: "Make this table a rule" }).last().click();
      await page.getByRole("region", { name: "The rule" }).locator("pre").first().waitFor();
    },
  },
  history: {
    open: async (page) => {
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("\n# A thought.");
      await page.waitForTimeout(1500);
      await tab(page, "History");
      await page.waitForTimeout(500);
    },
  },
  docs: { open: (page) => tab(page, "Docs") },
  coverage: {
    open: async (page) => {
      await page.getByRole("combobox", { name: "Ruleset" }).selectOption("pips");
      await tab(page, "Coverage");
      await page.locator("table.coverage").waitFor();
    },
  },
};

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-features=LocalNetworkAccessChecks"] });
for (const [name, picture] of Object.entries(PICTURES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const games = mkdtempSync(join(tmpdir(), "my-games-"));
  for (const [path, text] of Object.entries(picture.files ?? LANTERNS)) {
    mkdirSync(dirname(join(games, path)), { recursive: true });
    writeFileSync(join(games, path), text);
  }
  const { address, stop } = await serve(games);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: "light", reducedMotion: "reduce" });
  for (const file of ["page.js", "page.css"]) await context.route(`**/${file}`, (route) => route.fulfill({ path: join(here, "dist", file) }));
  const page = await context.newPage();
  try {
    await page.goto(address);
    await openText(page, "game.rules");
    await page.getByText(/used \d+ time/).first().waitFor();
    await page.waitForTimeout(1000);
    await picture.open(page);
    await page.waitForTimeout(700);
    const shot = await page.locator(picture.pane ?? ".pane.right").screenshot();
    const png = await fewColours(await context.newPage(), shot);
    writeFileSync(join(folder, `${name}.png`), png);
    console.log(`${name}.png: ${(png.length / 1024).toFixed(1)} KB`);
  } finally {
    await context.close();
    await stop();
    rmSync(games, { recursive: true, force: true });
  }
}
await browser.close();

async function serve(games) {
  const server = spawn(program, ["studio", games, "--port", "0", "--no-open"], { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, XDG_STATE_HOME: join(games, ".state") } });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  const address = await new Promise((resolve) => {
    let printed = "";
    server.stdout.on("data", (data) => {
      printed += data;
      const found = /https?:\/\/\S+/.exec(printed);
      if (found !== null) resolve(found[0]);
    });
  });
  return { address, stop: () => (server.kill(), ended) };
}

/** Writes a picture with at most 128 colours, those that are seen most; the others become the nearest of them. */
async function fewColours(page, png) {
  const { width, height, base64 } = await page.evaluate(async (given) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${given}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d");
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let text = "";
    for (let at = 0; at < data.length; at += 0x8000) text += String.fromCharCode(...data.subarray(at, at + 0x8000));
    return { width: bitmap.width, height: bitmap.height, base64: btoa(text) };
  }, png.toString("base64"));
  const pixels = Buffer.from(base64, "base64");
  const counts = new Map();
  const colourAt = (at) => (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
  for (let at = 0; at < pixels.length; at += 4) counts.set(colourAt(at), (counts.get(colourAt(at)) ?? 0) + 1);
  const palette = [];
  const far = (one, other) => [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
  // Shades of one edge that hardly differ take one place.
  for (const [colour] of [...counts].toSorted(([, one], [, other]) => other - one)) {
    if (palette.length < 128 && palette.every((known) => far(known, colour) > 90)) palette.push(colour);
  }
  const nearest = new Map();
  const indexOf = (colour) => {
    if (!nearest.has(colour)) nearest.set(colour, palette.reduce((best, known, at) => (far(known, colour) < far(palette[best], colour) ? at : best), 0));
    return nearest.get(colour);
  };
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = indexOf(colourAt((y * width + x) * 4));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", head), chunk("PLTE", colours), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
