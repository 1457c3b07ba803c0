// Lists of a text whose order can be changed: their members as blocks of whole lines, which change places. Nothing in them is rewritten.

import { sectionsOf, valueIn } from "../play/toml";

/** Lines of a text, from 0; `to` is the first line behind them. */
export interface Block {
  from: number;
  to: number;
}

export interface Member extends Block {
  name: string;
  title: string;
  /** The line of its head, below its comments. */
  head: number;
}

export interface OrderedList {
  sort: "phases" | "options" | "sides" | "pieces";
  /** What the list belongs to. */
  of: string;
  members: readonly Member[];
}

const PHASE = /^\s+phase\s+([\w-]+)(?:\s+"([^"]*)")?/;
const OPTION = /^option\s+([\w-]+)(?:\s+"([^"]*)")?/;
const SECTION = /^\[+\s*([\w-]+)\.([\w-]+)/;

/** Returns the lists of a text of rules or of a scenario that have an order to change: two members or more. */
export function listsOf(path: string, text: string): OrderedList[] {
  const lines = text.split("\n");
  const found = path.endsWith(".toml") ? [sectionList(text, "side", "sides"), sectionList(text, "unit", "pieces")] : path.endsWith(".rules") ? [...phaseLists(lines), optionList(lines)] : [];
  return found.filter((list) => list.members.length > 1);
}

/** Returns the sections of a unit file that declare units of a kind. */
export function unitBlocks(text: string, kind: string): readonly Member[] {
  return sectionList(text, kind, "pieces").members;
}

/** Moves a member to the place of another. What is between the members stays where it is. */
export function moved(text: string, members: readonly Block[], from: number, to: number): string {
  const lines = text.split("\n");
  const order = members.map((_, at) => at);
  order.splice(to, 0, ...order.splice(from, 1));
  const result: string[] = [];
  let next = 0;
  for (const [at, slot] of members.entries()) {
    const { from: first, to: behind } = members[order[at] ?? at] ?? slot;
    result.push(...lines.slice(next, slot.from), ...lines.slice(first, behind));
    next = slot.to;
  }
  return [...result, ...lines.slice(next)].join("\n");
}

/** Takes the comments directly above a block into it, as far as they are no heading, and blank lines at its end out of it. */
export function rounded(lines: readonly string[], block: Block, least = 0): Block {
  let { from, to } = block;
  while (from > least && /^\s*#(?!\s*---)/.test(lines[from - 1] ?? "")) from -= 1;
  while (to > block.from + 1 && (lines[to - 1] ?? "").trim() === "") to -= 1;
  return { from, to };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function isSilent(line: string): boolean {
  return /^\s*(?:#.*)?$/.test(line);
}

/** Returns where the block ends that a line begins: before the next line that is indented no deeper. */
function endOf(lines: readonly string[], head: number): number {
  const indent = indentOf(lines[head] ?? "");
  let end = head + 1;
  for (let at = head + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    if (indentOf(line) <= indent) break;
    end = at + 1;
  }
  return end;
}

/** The phases of each sequence, those below one line as a list. */
function phaseLists(lines: readonly string[]): OrderedList[] {
  const lists = new Map<number, { of: string; members: Member[] }>();
  /** The lines around the current one, the outermost first. */
  let around: number[] = [];
  for (const [at, line] of lines.entries()) {
    if (isSilent(line)) continue;
    around = around.filter((other) => indentOf(lines[other] ?? "") < indentOf(line));
    const phase = PHASE.exec(line);
    const parent = around.at(-1);
    if (phase !== null && parent !== undefined) {
      const list = lists.get(parent) ?? { of: around.map((other) => ownTitle(lines[other] ?? "")).join(", "), members: [] };
      const [, name = "", title = name] = phase;
      list.members.push({ name, title, head: at, ...rounded(lines, { from: at, to: endOf(lines, at) }) });
      lists.set(parent, list);
    }
    around.push(at);
  }
  return [...lists.values()].map((list) => ({ sort: "phases", ...list }));
}

/** Returns the title of a declaration or a phase, or the line without its end. */
function ownTitle(line: string): string {
  return /^\s*[\w-]+ [\w-]+ "([^"]*)"/.exec(line)?.[1] ?? line.replace(/\s*(?:#.*|:\s*)$/, "").trim();
}

function optionList(lines: readonly string[]): OrderedList {
  const members = lines.flatMap((line, head): Member[] => {
    const option = OPTION.exec(line);
    if (option === null) return [];
    const [, name = "", title = name] = option;
    return [{ name, title, head, ...rounded(lines, { from: head, to: endOf(lines, head) }) }];
  });
  return { sort: "options", of: "", members };
}

/** The sections `[word.name]`, each with those below it, such as `[word.name.more]`. */
function sectionList(text: string, word: string, sort: "sides" | "pieces"): OrderedList {
  const lines = text.split("\n");
  const lineAt = lineCounter(text);
  const members: Member[] = [];
  /** The member that the section before belongs to. */
  let open: Member | undefined;
  for (const section of sectionsOf(text)) {
    const [, of, name = ""] = SECTION.exec(section.heading) ?? [];
    const head = lineAt(section.start);
    const to = lineAt(section.end) + 1;
    if (of !== word) {
      open = undefined;
    } else if (open?.name === name) {
      open.to = to;
    } else {
      const title = valueIn(text, section, "name");
      open = { name, title: typeof title === "string" ? title : name, head, ...rounded(lines, { from: head, to }) };
      members.push(open);
    }
  }
  return { sort, of: "", members };
}

/** Returns what tells the line of a place in a text; the places are asked in order. */
function lineCounter(text: string): (place: number) => number {
  let at = 0;
  let line = 0;
  return (place) => {
    for (; at < place; at += 1) if (text[at] === "\n") line += 1;
    return line;
  };
}
