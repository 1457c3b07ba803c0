// Members of lists that change places, each move one step of undo. A text that was laid out by the formatter is so afterwards.

import type { TextEdit } from "vscode-languageserver-protocol";
import type { Front } from "../connection/front";
import type { Acts } from "../texts/acts";
import { applyEdit } from "../texts/edits";
import type { TextFile } from "../texts/text-file";
import type { Texts } from "../texts/texts";
import type { Grids, OwnGrid } from "./grids";
import { moved, rounded, type Block } from "./order";

/** How often members are looked for again in a text that changes meanwhile. */
const MOST_TRIES = 4;

export class Ordering {
  readonly #front: Front;
  readonly #texts: Texts;
  readonly #acts: Acts;
  readonly #grids: Grids;

  constructor(front: Front, texts: Texts, acts: Acts, grids: Grids) {
    this.#front = front;
    this.#texts = texts;
    this.#acts = acts;
    this.#grids = grids;
  }

  /** Moves a row of a table, a list of modifiers or a kind. */
  moveRow(grid: OwnGrid, what: string, from: number, to: number): Promise<void> {
    const find = async (file: TextFile): Promise<readonly Block[]> => {
      await this.#grids.read();
      const now = this.#grids.all.peek().find((one) => one.uri === grid.uri && one.sort === grid.sort && one.name === grid.name);
      const lines = file.text.split("\n");
      const heads = now?.rows.map(({ place }) => place.range) ?? [];
      return heads.map(({ start, end }) => rounded(lines, { from: start.line, to: end.character === 0 && end.line > start.line ? end.line : end.line + 1 }));
    };
    return this.move(grid.path, what, find, from, to);
  }

  /** Moves a member of a list to the place of another; `find` says where the members are now. */
  move(path: string, what: string, find: (file: TextFile) => readonly Block[] | Promise<readonly Block[]>, from: number, to: number): Promise<void> {
    return this.#grids.after(async () => {
      const file = this.#texts.get(path);
      if (file === undefined || file.builtIn || file.gone) return;
      const isLaidOut = (await this.#format(file))?.length === 0;
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const { doc } = file;
        const members = await find(file);
        if (file.doc !== doc) continue;
        if (members[from] === undefined || members[to] === undefined) return;
        const act = this.#acts.perform(what, () => this.#texts.put(path, moved(file.text, members, from, to)));
        const edits = isLaidOut ? await this.#format(file) : null;
        if (act !== null && edits !== null && edits.length > 0 && this.#acts.canUndo(act)) {
          this.#acts.extend(act, () => void applyEdit(this.#texts, this.#acts, what, { changes: { [file.uri]: edits } }));
        }
        return;
      }
    });
  }

  /** Returns the edits of the formatter; `null` if it cannot read the text. */
  async #format(file: TextFile): Promise<TextEdit[] | null> {
    if (file.language !== "sandtable") return null;
    try {
      const params = { textDocument: { uri: file.uri }, options: { tabSize: 2, insertSpaces: true } };
      return await this.#front.request<TextEdit[] | null>("textDocument/formatting", params);
    } catch {
      return null;
    }
  }
}
