// Live examples: the commands of a page that ask odds, each with the rules that the page has shown by then.
//
// `sandtable odds lanterns to-hit firer=constable range=9` in a block of the page becomes a `<sandtable-odds>` beneath it. Every example is
// asked while the site is built; one that the page shows to be refused is not live, nor one that asks rules which a command has made. Any other must be
// answered.

import { createHash } from "node:crypto";

/** Options of the command that the element knows. */
const OPTIONS = new Map([
  ["--only", "only"],
  ["--track", "track"],
]);

/** The words of a command; those in quotation marks are one. */
const words = (command) => command.split('"').flatMap((part, at) => (at % 2 === 1 ? [part] : part.split(/\s+/).filter((word) => word !== "")));

/** The question of a command, or null if it is none that the element can ask. */
export function questionOf(command) {
  const [program, verb, ruleset, ask, ...rest] = words(command);
  if (program !== "sandtable" || verb !== "odds" || ask === undefined || ruleset.includes("/") || ask.startsWith("-")) return null;
  const question = { ruleset, ask, given: {} };
  while (rest.length > 0) {
    const word = rest.shift();
    const [key, value] = [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)];
    if (OPTIONS.has(word) && rest.length > 0) {
      // The element has each option once.
      if (question[OPTIONS.get(word)] !== undefined) return null;
      question[OPTIONS.get(word)] = rest.shift();
    }
    else if (!word.startsWith("-") && key !== "" && value !== "" && !/\s/.test(word)) question.given[key] = value;
    else return null;
  }
  return question;
}

/** The files that a reader of a page has written, block by block. */
export class Folder {
  #texts = new Map();
  /** Names of rulesets that commands have made. */
  #made = new Set();

  /** Notes what a command makes: `sandtable new NAME`. */
  run(command) {
    const [program, verb, name] = words(command);
    if (program === "sandtable" && verb === "new" && name !== undefined) this.#made.add(name);
  }

  isMade(name) {
    return this.#made.has(name);
  }

  /** Does what the comment above a block says: `file: PATH`, or `file: PATH, replaces: BEGINNING`. */
  put(comment, text) {
    const [, path, beginning] = /^file: ([^,]+)(?:, replaces: (.*))?$/.exec(comment) ?? [];
    if (path === undefined) return;
    const before = this.#texts.get(path);
    if (before === undefined) this.#texts.set(path, text);
    else if (beginning === undefined) this.#texts.set(path, `${before}\n${text}`);
    else this.#texts.set(path, inPlaceOf(before, beginning, text));
  }

  /** The rules and units of a ruleset, without its scenarios and maps; null if the reader has none. */
  ruleset(name) {
    const texts = [...this.#texts].filter(([path]) => new RegExp(`^(rules|units)/${name}/[^/]+$`).test(path));
    return texts.some(([path]) => path.endsWith(".rules")) ? texts : null;
  }
}

/** A text with one declaration in place of another. A declaration goes on to the next line at the left edge. */
function inPlaceOf(text, beginning, replacement) {
  const lines = text.split("\n");
  const from = lines.findIndex((line) => line.startsWith(beginning));
  if (from < 0) throw new Error(`nothing begins with \`${beginning}\``);
  let to = from + 1;
  while (to < lines.length && (lines[to] === "" || lines[to].startsWith(" "))) to += 1;
  return [...lines.slice(0, from), ...replacement.trimEnd().split("\n"), ...(to < lines.length ? [""] : []), ...lines.slice(to)].join("\n");
}

/** Asks questions while the site is built, and keeps the texts of those that are answered. */
export class Asker {
  #load;
  /** Texts to write, by their paths in the site. */
  files = new Map();
  n = 0;

  constructor(load) {
    this.#load = load;
  }

  /**
   * The attributes of the element that asks a question, the paths of its texts from the root of the site; null if the page does not have the
   * rules, or if it is refused, which is an error unless the page shows a finding in answer.
   */
  async attributes(question, folder, showsFinding) {
    const texts = folder.ruleset(question.ruleset);
    const { ruleset, ask, given, ...options } = question;
    if (texts === null && folder.isMade(ruleset)) return null;
    const sandtable = await this.#load(Object.fromEntries(texts ?? []));
    try {
      await sandtable.odds(ruleset, ask, { given, ...options });
    } catch (error) {
      if (error.name !== "SandtableError") throw error;
      if (showsFinding) return null;
      throw new Error(`\`odds ${ruleset} ${ask}\` is refused, and the page does not say so: ${error.message}`, { cause: error });
    } finally {
      sandtable.close();
    }
    this.n += 1;
    const pairs = Object.entries(given).map(([key, value]) => `${key}=${value}`);
    const shared = { ask, ...(pairs.length > 0 ? { given: pairs.join(" ") } : {}), ...options };
    if (texts === null) return { attributes: { ruleset, ...shared }, sources: [] };
    const mark = createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 12);
    const sources = texts.map(([path, text]) => {
      const name = `live/${mark}/${path}`;
      this.files.set(name, text);
      return name;
    });
    return { attributes: shared, sources };
  }
}
