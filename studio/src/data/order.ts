// Lists whose order can be changed: of rules their members as blocks of whole lines, which change places, of scenarios their sections.
// Nothing in them is rewritten.

import type { Path, Toml } from "./toml";

/** Lines of a text, from 0; `to` is the first line behind them. */
export interface Block {
  from: number;
  to: number;
}

export interface Member {
  name: string;
  title: string;
  /** The line of its head, below its comments. */
  head: number;
  /** The section that it is. */
  path?: Path;
}

/** A member of a list in rules. */
export type RuleMember = Member & Block;

export interface OrderedList<Kind extends Member = Member> {
  sort: "phases" | "options" | "sides" | "pieces";
  /** What the list belongs to. */
  of: string;
  members: readonly Kind[];
}

const PHASE = /^\s+phase\s+([\w-]+)(?:\s+"([^"]*)")?/;
const OPTION = /^option\s+([\w-]+)(?:\s+"([^"]*)")?/;

/** Returns the lists of a text of rules that have an order to change: two members or more. */
export function listsOf(text: string): OrderedList<RuleMember>[] {
  const lines = text.split("\n");
  return [...phaseLists(lines), optionList(lines)].filter((list) => list.members.length > 1);
}

/** Returns the lists of a scenario that have an order to change. */
export function listsIn(toml: Toml): OrderedList[] {
  const list = (word: string, sort: "sides" | "pieces"): OrderedList => ({
    sort,
    of: "",
    members: toml.below([word]).map(({ name, section }) => ({
      name,
      title: toml.text([...section.path, "name"]) ?? name,
      head: section.place?.range.start.line ?? 0,
      path: section.path,
    })),
  });
  return [list("side", "sides"), list("unit", "pieces")].filter(({ members }) => members.length > 1);
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
function phaseLists(lines: readonly string[]): OrderedList<RuleMember>[] {
  const lists = new Map<number, { of: string; members: RuleMember[] }>();
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

function optionList(lines: readonly string[]): OrderedList<RuleMember> {
  const members = lines.flatMap((line, head): RuleMember[] => {
    const option = OPTION.exec(line);
    if (option === null) return [];
    const [, name = "", title = name] = option;
    return [{ name, title, head, ...rounded(lines, { from: head, to: endOf(lines, head) }) }];
  });
  return { sort: "options", of: "", members };
}
