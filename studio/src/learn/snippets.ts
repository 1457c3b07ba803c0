// What it takes to open a snippet of the documentation: the texts that it belongs to, and where it is in them.

import type { StoredText } from "../store/store";
import { pages, parsedPage, type Block } from "./pages";

export interface Opened {
  texts: StoredText[];
  /** The text that the snippet is in. */
  path: string;
  /** The line where it begins, from 0. */
  line: number;
}

/** The ruleset that the blocks of a reference page form together. */
const GAME = "example-game";

/** Whether a block is something to open. */
export function opens(block: Block): boolean {
  if (block.file !== null) return /\.(rules|policy|toml)$/.test(block.file);
  return isReference(block.page) && /^(rules|toml)\b/.test(block.info);
}

export function openedBy(block: Block): Opened | null {
  const page = pages.value.get(block.page);
  if (page === undefined) return null;
  const blocks = [...parsedPage(page).blocks.values()];
  if (block.file !== null) return ofFiles(block, blocks);
  return isReference(block.page) ? ofReference(block, blocks) : null;
}

function isReference(page: string): boolean {
  return page === "language" || page === "units";
}

/** Blocks that say which file they go into: in a tutorial as far as this step, elsewhere all of the same game. */
function ofFiles(block: Block, blocks: readonly Block[]): Opened {
  const game = nameOf(block);
  const isStep = blocks.some((other) => other.replaces !== null);
  const used = blocks.filter((other) => other.file !== null && nameOf(other) === game && (!isStep || other.number <= block.number));
  const files = new Map<string, string>();
  for (const other of used) {
    if (other.file === null || !/\.(rules|policy|toml)$/.test(other.file)) continue;
    files.set(other.file, joined(files.get(other.file), other));
  }
  const path = block.file ?? "";
  const text = files.get(path) ?? "";
  const at = text.indexOf(block.text.split("\n")[0] ?? "");
  return {
    texts: [...files].map(([file, content]) => ({ path: file, text: content })),
    path,
    line: lineAt(text, at),
  };
}

/** Adds a block at the end of its file, or puts it in the place of the declaration that begins as it says. */
function joined(text: string | undefined, block: Block): string {
  if (text === undefined) return block.text;
  if (block.replaces === null) return `${text}\n${block.text}`;
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.startsWith(block.replaces ?? ""));
  if (start < 0) return `${text}\n${block.text}`;
  let end = start + 1;
  while (end < lines.length && (lines[end] === "" || /^\s/.test(lines[end] ?? ""))) end += 1;
  while (lines[end - 1] === "") end -= 1;
  return [...lines.slice(0, start), ...block.text.trimEnd().split("\n"), ...lines.slice(end)].join("\n");
}

/** All rules of a reference page are one ruleset; a mistake is a file beside it. */
function ofReference(block: Block, blocks: readonly Block[]): Opened {
  const rules = `rules/${GAME}/game.rules`;
  const units = `units/${GAME}/units.toml`;
  const join = (info: string): string =>
    blocks
      .filter((other) => other.info === info && other.file === null)
      .map((other) => other.text)
      .join("\n");
  const texts = [
    { path: rules, text: join("rules") },
    { path: units, text: join("toml") },
  ].filter(({ text }) => text !== "");
  const isToml = block.info.startsWith("toml");
  if (block.info === "rules" || block.info === "toml") {
    const path = isToml ? units : rules;
    const text = texts.find((one) => one.path === path)?.text ?? "";
    return { texts, path, line: lineAt(text, text.indexOf(block.text)) };
  }
  const variant = /^variant ([\w-]+)/m.exec(block.text)?.[1];
  const path = variant !== undefined ? `rules/${variant}/${variant}.rules` : isToml ? `units/${GAME}/more.toml` : `rules/${GAME}/more.rules`;
  return { texts: [...texts, { path, text: block.text }], path, line: 0 };
}

function nameOf(block: Block): string {
  return block.file?.split("/")[1] ?? "";
}

function lineAt(text: string, offset: number): number {
  return offset <= 0 ? 0 : text.slice(0, offset).split("\n").length - 1;
}
