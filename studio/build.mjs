// Builds the page into `dist`: one page, its script with what is loaded later and what both share, one style sheet, and the script of the
// worker, without hashes in their names.
//
//   node build.mjs            builds once
//   node build.mjs --watch    builds again after every change

import { mkdirSync, copyFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");

const common = {
  absWorkingDir: here,
  outdir: dist,
  bundle: true,
  format: "esm",
  target: ["es2022"],
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: true,
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
};
const builds = [
  { ...common, entryPoints: { page: "src/main.tsx" }, splitting: true, chunkNames: "[name]" },
  { ...common, entryPoints: { worker: "worker/worker.ts" } },
];

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
copyFileSync(join(here, "index.html"), join(dist, "index.html"));
for (const options of builds) {
  if (process.argv.includes("--watch")) {
    const context = await esbuild.context({ ...options, logLevel: "info" });
    await context.watch();
  } else {
    await esbuild.build(options);
  }
}
