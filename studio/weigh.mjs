// Weighs what a first visit to the static studio sends, each file as a web server compresses it:
//
//   node weigh.mjs SITE [MOST]     fails if that is more than so many bytes
//
// `later.js`, `whole.bin` and the pages of the documentation are sent when something of them is opened. A browser test holds that.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const [site, most = "2000000"] = process.argv.slice(2);
if (site === undefined) {
  console.error("name the folder that build-site has made: node weigh.mjs site");
  process.exit(2);
}
const names = ["index.html", "page.css", "page.js", "chunk.js", "worker.js", "module.bin"];
let sum = 0;
for (const name of names) {
  const bytes = readFileSync(join(site, name));
  const sent = name === "module.bin" ? bytes.length : gzipSync(bytes, { level: 6 }).length;
  sum += sent;
  console.log(`${sent.toLocaleString("en").padStart(10)}  ${name}`);
}
console.log(`${sum.toLocaleString("en").padStart(10)}  sent in all, ${Number(most).toLocaleString("en")} at most`);
process.exit(sum > Number(most) ? 1 : 0);
