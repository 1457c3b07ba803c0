// Books as pages to read: every section in words, with its worked examples, and its charts as they are printed.

import { slug } from "github-slugger";
import { escape } from "./page.mjs";

/** The sections of a book in words, in the order of its index. `run` gives the JSON document of a command. */
export function sectionsOf(book, run) {
  const { rules } = run("coverage", book);
  const asked = new Set(rules.map((rule) => (rule.section === "" ? rule.id : rule.section)));
  const sections = new Map();
  for (const name of asked) {
    const document = run("section", book, name, "--words");
    for (const section of document.sections ?? []) {
      if (!sections.has(section.number)) sections.set(section.number, section);
    }
  }
  return [...sections.values()];
}

const anchorOf = (number) => `s-${slug(number.replace(/[.]/g, "_"))}`;

/** The page of a book. `sheets` are its sheets for paper: name, title, address. */
export function bookPage(title, sections, sheets) {
  const known = new Set(sections.map((section) => section.number));
  const chapters = new Map();
  for (const section of sections) {
    const chapter = section.chapter === "" ? "Rules" : section.chapter;
    chapters.set(chapter, [...(chapters.get(chapter) ?? []), section]);
  }
  const contents = [...chapters].map(([chapter, inner]) => {
    const links = inner.map((section) => `<li><a href="#${anchorOf(section.number)}">${escape(named(section))}</a></li>`);
    // A chapter that is only a number says nothing: its first section does.
    const first = /^[\d.]+$/.test(chapter) ? `${chapter} ${inner[0].title} …` : chapter;
    return `<details><summary>${escape(first)}</summary><ul>${links.join("")}</ul></details>`;
  });
  const printed = sheets.map((sheet) => `<li><a href="${sheet.address}">${escape(sheet.title)}</a></li>`);
  const charts = sheets.find((sheet) => sheet.name === "charts");
  return [
    `<h1>${escape(title)}</h1>`,
    "<p>The rules in words, made from the rule files that the program runs.</p>",
    `<nav class="contents">${contents.join("\n")}\n<details><summary>Sheets for paper</summary><ul>${printed.join("")}</ul></details></nav>`,
    charts === undefined ? "" : `<h2 id="charts">Charts</h2>\n<iframe class="sheet" loading="lazy" title="Charts of ${escape(title)}" src="${charts.address}"></iframe>`,
    ...[...chapters].map(([chapter, inner]) => `<h2>${escape(chapter)}</h2>\n${inner.map((section) => sectionOf(section, known)).join("\n")}`),
  ].join("\n");
}

const named = ({ number, title }) => [number, title].filter((part) => part !== "").join(" ");

function sectionOf(section, known) {
  const rules = section.rules.map((rule) => `<h4>${escape(rule.title)}</h4>${conditions(rule)}${linesOf(rule.lines, known)}`);
  const examples = section.examples.map((example) => `<aside><h4>Example: ${escape(example.title)}</h4>${linesOf(example.lines, known)}</aside>`);
  const remarks = section.remarks.map((remark) => `<p class="remark">${referring(remark, sectionsIn(remark, known), known)}</p>`);
  return `<section id="${anchorOf(section.number)}"><h3>${escape(named(section))}</h3>\n${[...remarks, ...rules, ...examples].join("\n")}</section>`;
}

const conditions = ({ optional }) => optional.map((title) => `<p class="remark">Optional rule: ${escape(title)}</p>`).join("");

/** Sections that a remark names in brackets. */
const sectionsIn = (text, known) => [...text.matchAll(/\(([^()]+)\)/g)].map(([, section]) => ({ section })).filter(({ section }) => known.has(section));

/** Lines one after the other; steps and bullets are indented, each with its mark. */
function linesOf(lines, known) {
  return lines
    .map((line) => {
      const words = referring(line.text, line.refers, known);
      if (line.block === "table") {
        const head = line.heads.map((cell) => `<th>${escape(cell)}</th>`).join("");
        const rows = line.rows.map((row) => `<tr>${row.map((cell) => `<td>${escape(cell)}</td>`).join("")}</tr>`);
        return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
      }
      const mark = line.mark === "" ? "" : `<span class="mark">${escape(line.mark)}</span> `;
      return `<p class="${line.block}" style="--depth: ${line.depth + (line.mark === "" ? 0 : 1)}">${mark}${words}</p>`;
    })
    .join("\n");
}

/** A text whose sections in brackets lead to them, in the order in which it refers to them. */
function referring(text, refers, known) {
  let out = "";
  let rest = text;
  for (const { section } of refers) {
    const at = section === null || section === "" || !known.has(section) ? -1 : rest.indexOf(`(${section})`);
    if (at < 0) continue;
    out += `${escape(rest.slice(0, at))}(<a href="#${anchorOf(section)}">${escape(section)}</a>)`;
    rest = rest.slice(at + section.length + 2);
  }
  return out + escape(rest);
}
