// Makes one file of the static studio, to be opened from a disk:
//
//   node build-single.mjs SITE FILE.html     SITE as `build-site` has made it

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";

const [site, out] = process.argv.slice(2);
if (site === undefined || out === undefined || !existsSync(join(site, "module.bin"))) {
  console.error("name the folder that build-site has made, and the file to write: node build-single.mjs site studio.html");
  process.exit(1);
}
const text = (name) => readFileSync(join(site, name), "utf8");

/** A script must not end the element that it is in. */
const inScript = (code) => code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");

// One file has one script: parts that other builds load later are in it.
const bundled = await esbuild.build({ entryPoints: [join(site, "page.js")], bundle: true, format: "esm", target: ["es2022"], minify: true, charset: "utf8", write: false });
const script = bundled.outputFiles[0].text;

const docs = existsSync(join(site, "docs")) ? readdirSync(join(site, "docs")).filter((name) => name.endsWith(".md")) : [];
const files = Object.fromEntries(docs.map((name) => [`docs/${name}`, text(join("docs", name))]));
// One module for everything: a file that is read from a disk is loaded whole.
const module = readFileSync(join(site, existsSync(join(site, "whole.bin")) ? "whole.bin" : "module.bin")).toString("base64");

/** In the page: its own files come with it. */
const before = `{
  const files = ${JSON.stringify(files)};
  const worker = ${JSON.stringify(text("worker.js"))};
  const FromAddress = window.Worker;
  const fromAddress = window.fetch;
  window.fetch = (name) => {
    if (name === "module.bin" || name === "whole.bin") return fromAddress("data:application/octet-stream;base64,${module}");
    return Promise.resolve(name in files ? new Response(files[name]) : new Response(null, { status: 404 }));
  };
  window.Worker = class extends FromAddress {
    constructor() {
      super(URL.createObjectURL(new Blob([worker], { type: "text/javascript" })));
    }
  };
}`;

const page = text("index.html")
  .replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, "")
  .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${text("page.css")}</style>`)
  .replace(/<link rel="modulepreload"[^>]*>/, "")
  .replace(/<script type="module"[^>]*><\/script>/, () => `<script>${inScript(before)}</script><script type="module">${inScript(script)}</script>`);
writeFileSync(out, page);
console.log(`the studio is in ${out}, ${(page.length / 1e6).toFixed(1)} MB`);
