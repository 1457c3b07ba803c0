// The frame of every page.

import { dirname, relative } from "node:path/posix";

export const escape = (text) => String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** That of the studio. */
const ICON = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M8 1l6 3.5v7L8 15l-6-3.5v-7z' fill='%232f5d8a'/%3E%3C/svg%3E";

const ENTRIES = [
  ["index.html", "Sandtable"],
  ["studio/index.html", "Studio"],
  ["books/index.html", "Books"],
  ["docs/index.html", "Documentation"],
  ["findings/index.html", "Findings"],
];

/** A page at a path of the site; addresses within it are relative, so that the site works under any path. */
export function page(path, title, body, { isLive = false, isWide = false } = {}) {
  const to = (target) => relative(dirname(path), target);
  const entries = ENTRIES.map(([target, words]) => `<a href="${to(target)}"${target === path ? ' aria-current="page"' : ""}>${words}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${to("site.css")}">
<script src="${to("site.js")}" defer></script>
${isLive ? `<script type="module" src="${to("live/element.js")}"></script>\n` : ""}</head>
<body>
<header><nav>${entries.join(" ")}</nav></header>
<main${isWide ? ' class="wide"' : ""}>
${body}
</main>
</body>
</html>
`;
}
