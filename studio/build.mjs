// Builds the page into `dist`: one page, one script, one style sheet, without hashes in their names.
//
//   node build.mjs            builds once
//   node build.mjs --watch    builds again after every change

import { mkdirSync, copyFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");

const options = {
  absWorkingDir: here,
  entryPoints: { page: "src/main.tsx", worker: "worker/worker.ts" },
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

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
copyFileSync(join(here, "index.html"), join(dist, "index.html"));
if (process.argv.includes("--watch")) {
  const context = await esbuild.context({ ...options, logLevel: "info" });
  await context.watch();
} else {
  await esbuild.build(options);
}
