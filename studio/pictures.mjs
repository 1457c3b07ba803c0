// Takes the pictures of the panes that docs/studio.md shows and that of the README, and writes them with few colours, as they are part of the program.
//
//   npm run build && npm run pictures            all of them
//   npm run pictures -- board trace              some
//
// SANDTABLE is the program and CHROMIUM the browser, as for the tests.

import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
// The page as it is built, not that in the program.
process.env.PAGE ??= join(here, "dist");
const { ask, closeBrowser, LANTERNS, repository, studio } = await import("./tests/harness.mjs");
const { PANES, settle, starter } = await import("./tests/panes.mjs");
const wanted = process.argv.slice(2);

/** The picture on the first page of the repository. */
const FRONT = {
  pane: "body",
  to: join(here, "studio.png"),
  viewport: { width: 1400, height: 900 },
  files: () => starter("skirmish", "salvage"),
  text: "combat.rules",
  open: async (page) => {
    await ask(page, "Shot");
    for (const field of ["Range", "Cover"]) await page.getByRole("button", { name: `All values of ${field}` }).click();
    await page.getByRole("textbox", { name: "Range" }).fill("0..30");
    await page.getByRole("textbox", { name: "Range" }).press("Tab");
    await page.evaluate(() => document.activeElement?.blur());
    await page.locator("table.heat").waitFor();
    await page.waitForTimeout(1500);
  },
};

for (const [name, picture] of Object.entries({ front: FRONT, ...PANES })) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  let end = async () => {};
  const files = picture.files?.() ?? LANTERNS;
  const { page, context } = await studio({ after: (work) => (end = work) }, files, { viewport: picture.viewport ?? { width: 1280, height: 800 } });
  try {
    await settle(page, picture.text);
    await picture.open(page);
    await page.waitForTimeout(700);
    const shot = await page.locator(picture.pane ?? ".pane.right").first().screenshot();
    const png = await fewColours(await context.newPage(), shot);
    writeFileSync(picture.to ?? join(repository, "docs", "studio", `${name}.png`), png);
    console.log(`${name}.png: ${(png.length / 1024).toFixed(1)} KB`);
  } finally {
    await end();
  }
}
await closeBrowser();

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
