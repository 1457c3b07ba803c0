// Pages of Markdown as pages of the site: links between them, headings with the anchors of GitHub, live examples.

import { dirname, join, normalize, relative } from "node:path/posix";
import { slug } from "github-slugger";
import MarkdownIt from "markdown-it";
import anchor from "markdown-it-anchor";
import { Folder, questionOf } from "./live.mjs";
import { escape } from "./page.mjs";

/**
 * Turns pages into HTML.
 *
 *   pages     by path in the repository, the path of the page in the site
 *   takes     is told the path of a file that a page shows or links to; returns where it is in the site, or null if there is none
 *   asker     asks the live examples
 */
export class Pages {
  #pages;
  #takes;
  #asker;

  constructor(pages, takes, asker) {
    this.#pages = pages;
    this.#takes = takes;
    this.#asker = asker;
  }

  /** The title, body and live examples of a page; `from` is its path in the repository, `to` that in the site. */
  async render(from, to, text) {
    const markdown = new MarkdownIt({ html: true, linkify: false, typographer: false }).use(anchor, { slugify: slug, tabIndex: false });
    const tokens = markdown.parse(text, {});
    const folder = new Folder();
    let comment = null;
    let isLive = false;
    const out = [];
    for (const [at, token] of tokens.entries()) {
      if (token.type === "html_block") {
        comment = /^<!-- (.*) -->\s*$/.exec(token.content)?.[1] ?? comment;
        continue;
      }
      for (const child of token.children ?? []) this.#redirect(child, from, to);
      out.push(token);
      if (token.type !== "fence") continue;
      if (comment !== null) folder.put(comment, token.content);
      comment = null;
      if (token.info !== "sh") continue;
      const commands = token.content.trimEnd().split("\n").map((command) => command.replace(/^cargo run --release -- /, "sandtable "));
      for (const command of commands) folder.run(command);
      const question = questionOf(commands.at(-1));
      const answer = tokens.slice(at + 1).find(({ type }) => type === "fence")?.content ?? "";
      const live = question === null ? null : await this.#asker.attributes(question, folder, /^E\d{4} /m.test(answer));
      if (live === null) continue;
      isLive = true;
      out.push(this.#element(live, to));
    }
    const title = tokens.find((token, at) => tokens[at - 1]?.type === "heading_open")?.content ?? from;
    return { title: title.replace(/[`*]/g, ""), body: markdown.renderer.render(links(out), markdown.options, {}), isLive };
  }

  #element({ attributes, sources }, to) {
    const src = sources.map((path) => relative(dirname(to), path)).join(" ");
    const all = { ...(src === "" ? {} : { src }), ...attributes };
    const written = Object.entries(all).map(([name, value]) => `${name}="${escape(value)}"`);
    return { type: "html_block", content: `<sandtable-odds ${written.join(" ")}></sandtable-odds>\n`, children: null, hidden: false };
  }

  /** Lets a link or picture lead to what there is in the site. */
  #redirect(token, from, to) {
    const name = token.type === "image" ? "src" : token.type === "link_open" ? "href" : null;
    const target = name === null ? null : token.attrGet(name);
    if (target === null || target === "" || /^([a-z]+:|#)/.test(target)) return;
    const [path, fragment] = target.split("#");
    const source = normalize(join(dirname(from), path)).replace(/\/$/, "");
    const place = this.#pages.get(source) ?? this.#pages.get(`${source}/README.md`) ?? this.#takes(source);
    if (place === null) {
      token.meta = { leadsNowhere: true };
      return;
    }
    token.attrSet(name, relative(dirname(to), place) + (fragment === undefined ? "" : `#${fragment}`));
  }
}

/** Without links that lead to parts of the repository which are not in the site: their words stay. */
function links(tokens) {
  return tokens.map((token) => {
    if (!token.children?.some((child) => child.meta?.leadsNowhere)) return token;
    let depth = 0;
    token.children = token.children.filter((child) => {
      if (child.meta?.leadsNowhere) {
        depth += 1;
        return false;
      }
      if (child.type === "link_close" && depth > 0) {
        depth -= 1;
        return false;
      }
      return true;
    });
    return token;
  });
}
