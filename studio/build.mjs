// Builds the page into `dist`: one page, one script, one style sheet, without hashes in their names.
//
//   node build.mjs            builds once
//   node build.mjs --watch    builds again after every change

import { readdirSync, readFileSync, mkdirSync, copyFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const docs = join(here, "..", "docs");
const dist = join(here, "dist");

/** The pages of the documentation that designers read, in the order of the list. */
const PAGES = ["tutorial", "language", "patterns", "units", "maps", "boards", "scenarios", "odds", "why-not", "drafts"];

/** Resolves `virtual:docs` to the texts of the documentation. */
const documentation = {
  name: "documentation",
  setup(build) {
    build.onResolve({ filter: /^virtual:docs$/ }, () => ({ path: "docs", namespace: "documentation" }));
    build.onLoad({ filter: /.*/, namespace: "documentation" }, () => {
      const known = new Set(readdirSync(docs));
      const pages = PAGES.filter((name) => known.has(`${name}.md`)).map((name) => ({
        name,
        text: readFileSync(join(docs, `${name}.md`), "utf8"),
      }));
      const watchFiles = pages.map((page) => join(docs, `${page.name}.md`));
      return { contents: JSON.stringify(pages), loader: "json", watchFiles };
    });
  },
};

const options = {
  absWorkingDir: here,
  entryPoints: { page: "src/main.tsx" },
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
  plugins: [documentation],
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
