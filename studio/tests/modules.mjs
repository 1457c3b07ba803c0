// Loads modules of the page that have no page in them.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const source = join(dirname(fileURLToPath(import.meta.url)), "..", "src");

/** Loads a module by its path below `src`. */
export async function load(path) {
  const { outputFiles } = await esbuild.build({ entryPoints: [join(source, path)], bundle: true, format: "esm", write: false, platform: "neutral" });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}
