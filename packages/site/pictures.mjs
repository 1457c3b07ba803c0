// Pictures of the front page, taken of the site itself.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serve } from "./serve.mjs";

const SHOT = ["odds", "hex-command-mechanized", "direct-fire", "firer=panther", "target=sherman", "range=7", "cover=1", "--format", "svg"];

/** Makes the pictures in a site; returns their paths. `said` is what the program prints for a command line. */
export async function takePictures(site, said) {
  mkdirSync(join(site, "pictures"), { recursive: true });
  writeFileSync(join(site, "pictures", "odds.svg"), said(...SHOT));
  const pictures = { odds: "pictures/odds.svg", studio: "pictures/studio.png", charts: "pictures/charts.png" };
  const program = process.env.CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(program)) throw new Error(`the pictures are taken with Chromium: there is no ${program}, name one in CHROMIUM`);
  const server = await serve(site);
  const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
  try {
    const studio = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await studio.goto(`${server.address}studio/index.html`);
    await studio.getByText("See how it works").click();
    // The odds of the shot are there.
    await studio.getByText("66.7 %").or(studio.getByText("66.67 %")).first().waitFor({ timeout: 60_000 });
    await studio.screenshot({ path: join(site, "pictures", "studio.png") });
    const sheet = await browser.newPage({ viewport: { width: 1190, height: 842 }, deviceScaleFactor: 1.5 });
    await sheet.goto(`${server.address}books/hex-command-mechanized/charts.html`);
    // The upper part of its first page, without the ground around it.
    const { x, y, width } = await sheet.locator(".p").first().boundingBox();
    await sheet.screenshot({ path: join(site, "pictures", "charts.png"), clip: { x, y, width, height: Math.round(width * 0.62) } });
  } finally {
    await browser.close();
    await server.close();
  }
  return pictures;
}
