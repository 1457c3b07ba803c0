// Prints the licences of all that is in the program: node licences.mjs TARGET
//
// Packages of Rust as Cargo resolves them for the target, with what they compile of C; in a static program musl; packages of npm of which
// the page of the studio is made. A package without the text of a licence is an error. The standard library of Rust has a document of
// its own, which `build` and `recipes/pack` put beside this.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const target = process.argv[2];
if (target === undefined) {
  console.error("name the target: node licences.mjs x86_64-unknown-linux-musl");
  process.exit(2);
}
const cargo = (...words) => execFileSync("cargo", words, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });

const isLicence = (name) => /^(licen[cs]e|copying|copyright|notice|unlicense)([-._].*)?$/i.test(name);

/** The files with licences in a folder and, to some depth, in its folders. */
const licences = (folder, depth) =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return depth > 0 && entry.name !== "node_modules" ? licences(path, depth - 1) : [];
      return isLicence(entry.name) && !/\.(rs|js|ts|toml)$/.test(entry.name) ? [path] : [];
    })
    .sort();

const textOf = (file) => readFileSync(file, "utf8").trimEnd();

const parts = [];
const missing = [];
const add = (name, licence, folder, found) => {
  const texts = found.map((file) => [relative(folder, file), textOf(file)]);
  // Who may choose the Apache licence finds its text, which names nobody, in this repository.
  if (texts.length === 0 && /(^| OR )Apache-2\.0($| OR )/.test(licence ?? "")) {
    texts.push(["LICENSE-APACHE of this repository", textOf(join(root, "LICENSE-APACHE"))]);
  }
  if (texts.length === 0) missing.push(`${name} (${licence ?? "no licence stated"})`);
  parts.push({ name, licence: licence ?? "see below", texts });
};

// Rust: what is linked into the program, not what builds it.
const metadata = JSON.parse(cargo("metadata", "--locked", "--format-version", "1", "--filter-platform", target));
const packages = new Map(metadata.packages.map((one) => [`${one.name} v${one.version}`, one]));
const tree = cargo("tree", "--locked", "-p", "sandtable", "-e", "normal,no-proc-macro", "--target", target, "--prefix", "none", "-f", "{p}");
const linked = tree.split("\n").flatMap((line) => line.match(/^\S+ v\S+/) ?? []);
for (const name of [...new Set(linked)].sort()) {
  const one = packages.get(name);
  if (one === undefined) {
    missing.push(`${name} (cargo metadata does not have it)`);
    continue;
  }
  // Our own.
  if (one.source === null) continue;
  const folder = dirname(one.manifest_path);
  add(`${one.name} ${one.version}`, one.license, folder, licences(folder, 3));
}
if (target.endsWith("-musl")) {
  const musl = "/usr/share/doc/musl";
  add("musl", "MIT", musl, existsSync(musl) ? licences(musl, 0) : []);
}

// The page: what esbuild takes into it.
const studio = join(root, "studio");
if (!existsSync(join(studio, "node_modules"))) execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: studio, stdio: ["ignore", 2, 2] });
const esbuild = await import(pathToFileURL(join(studio, "node_modules", "esbuild", "lib", "main.js")));
const built = await esbuild.default.build({
  absWorkingDir: studio,
  entryPoints: { page: "src/main.tsx", worker: "worker/worker.ts" },
  outdir: "unwritten",
  bundle: true,
  write: false,
  metafile: true,
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  logLevel: "error",
});
const taken = Object.keys(built.metafile.inputs).flatMap((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []);
for (const path of [...new Set(taken)].sort()) {
  const folder = join(studio, path);
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  add(`${name} ${version} (in the page of the studio)`, license, folder, licences(folder, 0));
}

if (missing.length > 0) {
  console.error(`no text of a licence is in: ${missing.join(", ")}`);
  process.exit(1);
}

const rule = "-".repeat(72);
const own = ["LICENSE-MIT", "LICENSE-APACHE"].map((name) => textOf(join(root, name)));
const byText = new Map();
for (const { name, texts } of parts) {
  for (const [file, text] of texts) {
    const users = byText.get(text) ?? [];
    users.push(`${name}: ${file}`);
    byText.set(text, users);
  }
}
process.stdout.write(
  [
    "Sandtable is licensed under the MIT licence or the Apache licence 2.0, at your choice.",
    "It contains the standard library of Rust (see rust-library.html.gz), and the following under the licences that are named:",
    parts.map(({ name, licence }) => `  ${name}: ${licence}`).join("\n"),
    ...own.map((text) => `${rule}\nSandtable\n\n${text}`),
    ...[...byText].map(([text, users]) => `${rule}\n${users.join("\n")}\n\n${text}`),
  ].join("\n\n") + "\n",
);
