// Builds the package: node build.mjs MODULE.bin     the module as studio/build-site packs it

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const repository = join(here, "..", "..");
const dist = join(here, "dist");
const [module] = process.argv.slice(2);
if (module === undefined) {
  console.error("name the module: node build.mjs SITE/module.bin, where studio/build-site SITE has made it");
  process.exit(2);
}
const declared = JSON.parse(readFileSync(join(here, "package.json"), "utf8")).version;
const [, version] = /^\[workspace\.package\]\nversion = "(.*)"$/m.exec(readFileSync(join(repository, "Cargo.toml"), "utf8"));
if (declared !== version) {
  console.error(`package.json has version ${declared}, Cargo.toml ${version}`);
  process.exit(1);
}
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
await esbuild.build({
  absWorkingDir: here,
  entryPoints: { index: "src/index.ts", element: "src/element.ts", worker: "src/worker.ts" },
  outdir: dist,
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["es2022"],
  external: ["node:*"],
  minify: true,
  charset: "utf8",
  logLevel: "warning",
});
copyFileSync(module, join(dist, "module.bin"));
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(repository, name), join(here, name));
// Types of what is imported from the studio are none of the package.
const types = join(dist, "types");
execFileSync(join(here, "node_modules", ".bin", "tsc"), ["--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--stripInternal", "--rootDir", repository, "--outDir", types], { cwd: here, stdio: "inherit" });
for (const name of ["index", "documents", "element"]) copyFileSync(join(types, "packages", "npm", "src", `${name}.d.ts`), join(dist, `${name}.d.ts`));
rmSync(types, { recursive: true });
