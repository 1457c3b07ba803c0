// Builds the site as static files: node build.mjs SITE STUDIO PROGRAM     STUDIO as studio/build-site has made it
//
// Pictures are made with the browser that CHROMIUM names, by default /usr/bin/chromium.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { generateSW } from "workbox-build";
import { bookPage, sectionsOf } from "./books.mjs";
import { draftWithFinding } from "./draft.mjs";
import { frontPage } from "./front.mjs";
import { Asker } from "./live.mjs";
import { Pages } from "./markdown.mjs";
import { escape, page } from "./page.mjs";
import { shelved } from "./shelves.mjs";
import { takePictures } from "./pictures.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");
const [site, studio, program] = process.argv.slice(2).map((path) => resolve(path));
if (program === undefined || !existsSync(join(studio, "module.bin"))) {
  console.error("name the folder to write, the studio and the program: node build.mjs SITE STUDIO PROGRAM");
  process.exit(2);
}
const npm = join(here, "..", "npm", "dist");
const read = (path) => readFileSync(join(root, path), "utf8");
const write = (path, text) => {
  mkdirSync(dirname(join(site, path)), { recursive: true });
  writeFileSync(join(site, path), text);
};
/** What the program prints, asked in a folder without rules of its own. */
const said = (...words) => execFileSync(program, words, { cwd: site, encoding: "utf8", maxBuffer: 1 << 28 });
const json = (...words) => JSON.parse(said(...words, "--format", "json"));

// Only what was built here is built anew.
const mark = ".sandtable-site";
if (existsSync(site) && readdirSync(site).length > 0 && !existsSync(join(site, mark))) {
  console.error(`${site} is not empty, and no site of Sandtable: name another folder`);
  process.exit(2);
}
rmSync(site, { recursive: true, force: true });
write(mark, "");

// The studio, its one file, and the element.
cpSync(studio, join(site, "studio"), { recursive: true });
const index = readFileSync(join(site, "studio", "index.html"), "utf8");
writeFileSync(join(site, "studio", "index.html"), index.replace("</head>", '  <script src="../site.js" defer></script>\n  </head>'));
execFileSync("node", [join(root, "studio", "build-single.mjs"), studio, join(site, "sandtable-studio.html")], { stdio: "inherit" });
for (const name of readdirSync(npm).filter((one) => /\.(js|bin)$/.test(one))) cpSync(join(npm, name), join(site, "live", name), { recursive: true });
for (const name of ["site.css", "site.js"]) cpSync(join(here, name), join(site, name));

// Pages of Markdown, by their paths in the repository.
const pages = new Map();
for (const name of readdirSync(join(root, "docs")).filter((one) => one.endsWith(".md"))) pages.set(`docs/${name}`, `docs/${basename(name, ".md")}.html`);
for (const name of ["CHANGELOG.md", "CONTRIBUTING.md"]) pages.set(name, `docs/${basename(name, ".md").toLowerCase()}.html`);
for (const name of ["starters", ...readdirSync(join(root, "starters")).map((one) => `starters/${one}`), "editors", "editors/vscode"]) {
  if (existsSync(join(root, name, "README.md"))) pages.set(`${name}/README.md`, `docs/${name.replace("/", "-")}.html`);
}
const findings = readdirSync(join(root, "src", "diagnostic", "pages")).filter((one) => /^E\d+.*\.md$/.test(one)).sort();
for (const name of findings) pages.set(`src/diagnostic/pages/${name}`, `findings/${name.slice(0, 5)}.html`);

/** A file of the repository that a page shows or links to. */
const takes = (path) => {
  const from = join(root, path);
  if (path.startsWith("..") || !existsSync(from) || !/\.[a-z]+$/.test(path)) return null;
  const to = path.startsWith("docs/") ? path : `files/${path}`;
  cpSync(from, join(site, to), { recursive: true });
  return to;
};
const { load } = await import(pathToFileURL(join(npm, "index.js")));
const packed = new Uint8Array(readFileSync(join(npm, "module.bin")));
const asker = new Asker((texts) => load({ module: packed, texts }));
const markdown = new Pages(pages, takes, asker);
const titles = new Map();
for (const [from, to] of pages) {
  const { title, body, isLive } = await markdown.render(from, to, read(from));
  titles.set(from, title);
  write(to, page(to, `${title} – Sandtable`, body, { isLive }));
}
for (const [path, text] of asker.files) write(path, text);

const list = (entries) => `<ul>${entries.map(([from, words]) => `<li><a href="${basename(pages.get(from))}">${escape(words)}</a></li>`).join("\n")}</ul>`;
const shelves = shelved([...titles.keys()].filter((from) => !from.startsWith("src/")));
const documentation = shelves.map(([words, paths]) => `<h2>${words}</h2>\n${list(paths.map((from) => [from, titles.get(from)]))}`);
write("docs/index.html", page("docs/index.html", "Documentation – Sandtable", `<h1>Documentation</h1>\n${documentation.join("\n")}`));
const found = [...titles].filter(([from]) => from.startsWith("src/"));
write("findings/index.html", page("findings/index.html", "Findings – Sandtable", `<h1>Findings</h1>\n<p>What a check can say, and how to mend it.</p>\n${list(found)}`));

// Books.
const books = [];
for (const name of ["hellion", "hex-command-mechanized", "pips", "stargrunt-digest", "hgs-base"]) {
  const folder = join(site, "books", name);
  const { sheets } = json("print", name, "--sheets", "charts,reference,units,counters,map,rulebook", "--output", folder);
  // For PDF: they are made by the program where they are wanted.
  for (const other of readdirSync(folder).filter((one) => !one.endsWith(".html"))) rmSync(join(folder, other), { recursive: true });
  const [, title] = /<title>(.*) – .*<\/title>/.exec(readFileSync(join(folder, "charts.html"), "utf8"));
  const sections = sectionsOf(name, json);
  const path = `books/${name}.html`;
  write(path, page(path, `${title} – Sandtable`, bookPage(title, sections, sheets.map((sheet) => ({ ...sheet, address: `${name}/${sheet.name}.html` })))));
  books.push({ name, title, n: sections.length });
}
const shelf = books.map(({ name, title, n }) => `<li><a href="${name}.html">${title}</a>, ${n} sections</li>`);
write("books/index.html", page("books/index.html", "Books – Sandtable", `<h1>Books</h1>\n<ul>${shelf.join("\n")}</ul>`));

// The front page, with pictures of what has been built.
const pictures = await takePictures(site, said);
const draft = await draftWithFinding((texts) => load({ module: packed, texts }));
const version = said("--version").trim().replace(/^sandtable /, "");
write("index.html", page("index.html", "Sandtable – rules of wargames that run", frontPage({ pictures, books, draft, single: "sandtable-studio.html", version }), { isLive: true, isWide: true }));

// Everything but the one file, which holds the studio once more, is kept by the browser.
const { count, size, warnings } = await generateSW({
  globDirectory: site,
  globPatterns: ["**/*"],
  globIgnores: ["sandtable-studio.html", "sw.js"],
  swDest: join(site, "sw.js"),
  inlineWorkboxRuntime: true,
  sourcemap: false,
  mode: "production",
  skipWaiting: true,
  clientsClaim: true,
  cleanupOutdatedCaches: true,
  maximumFileSizeToCacheInBytes: 1 << 25,
  ignoreURLParametersMatching: [/.*/],
});
if (warnings.length > 0) throw new Error(warnings.join("\n"));
console.log(`the site is in ${site}: ${pages.size} pages of documentation, ${books.length} books, ${asker.n} live examples; ${count} files, ${(size / 1e6).toFixed(1)} MB, are kept for visits without a network`);
