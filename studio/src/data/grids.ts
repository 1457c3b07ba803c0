// Tables, modifiers and kinds as grids. The service reads and writes them; here is only what is shown.

import { effect, signal, type Signal } from "@preact/signals";
import type { Front } from "../connection/front";
import { Refused } from "../connection/peer";
import type { Library } from "../library";
import type { Declaration, DeclarationsDocument, DeclaredList, Place } from "../protocol/documents";
import type { Acts } from "../texts/acts";
import { applyEdit, workspaceEdit, type PlacedEdit } from "../texts/edits";
import type { TextFile } from "../texts/text-file";
import type { Texts } from "../texts/texts";

export interface GridRecord {
  sort: "table" | "modifiers" | "kind";
  name: string;
  title: string;
  place: Place;
  columns: string[];
  /** A row has as many cells as there are columns, or one that is the whole line. */
  rows: { place: Place; cells: string[] }[];
}

export interface OwnGrid extends GridRecord {
  uri: string;
  path: string;
}

/** A change of one row; rows are counted as before all edits. A move is an edit by itself. */
export interface RowEdit {
  what: "set" | "insert" | "remove" | "move";
  row: number;
  cells?: string[];
  /** The row to whose place it is moved. */
  to?: number;
}

/** The grids are read again so many milliseconds after a change. */
const PAUSE = 120;

export class Grids {
  readonly all = signal<readonly OwnGrid[]>([]);
  /** The declarations of the ruleset and of its base. */
  readonly declared = signal<readonly Declaration[]>([]);
  readonly lists = signal<readonly DeclaredList[]>([]);
  /** Whether they have been read. */
  readonly known = signal(false);
  readonly #front: Front;
  readonly #texts: Texts;
  readonly #library: Library;
  readonly #acts: Acts;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ruleset: string | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #stop: (() => void) | null = null;

  constructor(front: Front, texts: Texts, library: Library, acts: Acts) {
    this.#front = front;
    this.#texts = texts;
    this.#library = library;
    this.#acts = acts;
  }

  /** Follows the texts of a ruleset as long as somebody looks. */
  watch(ruleset: string): () => void {
    this.#ruleset = ruleset;
    this.known.value = false;
    const stop = effect(() => {
      this.#texts.edits.value;
      this.#library.rulesets.value;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.read(), this.known.peek() ? PAUSE : 0);
    });
    this.#stop = stop;
    return () => {
      stop();
      clearTimeout(this.#timer);
      if (this.#stop === stop) this.#ruleset = null;
    };
  }

  async read(): Promise<void> {
    const ruleset = this.#ruleset;
    const files = this.#library.get(ruleset ?? "")?.files.filter((file) => file.kind === "rules") ?? [];
    const all: OwnGrid[] = [];
    let told: DeclarationsDocument = { declarations: [], lists: [] };
    try {
      for (const { uri, path } of files) {
        const answer = await this.#front.request<{ grids: GridRecord[] }>("sandtable/grids", { textDocument: { uri } });
        all.push(...answer.grids.map((grid) => ({ ...grid, uri, path })));
      }
      if (ruleset !== null) told = await declarationsOf(this.#front, ruleset);
    } catch {
      return;
    }
    if (ruleset !== this.#ruleset) return;
    renew(this.all, all);
    renew(this.declared, told.declarations);
    renew(this.lists, told.lists);
    this.known.value = true;
  }

  /** Changes rows of a grid as one step; returns why not, in words, or `null`. */
  edit(grid: OwnGrid, title: string, edits: readonly RowEdit[]): Promise<string | null> {
    return this.after(() => this.#edit(grid, title, edits));
  }

  /** Does work on the texts behind grids after all that was asked for before: each is about the text that the one before has left. */
  after<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => {});
    return done;
  }

  /** Moves a member of a list to the place of another; returns why not, in words, or `null`. */
  move({ uri, list, members }: DeclaredList, from: number, to: number): Promise<string | null> {
    const member = members[from];
    const params = { textDocument: { uri }, list, name: member?.name ?? "", from, to };
    return this.after(() => this.#carry("sandtable/moveMember", params, `move ${member?.title ?? ""}`));
  }

  #edit(grid: OwnGrid, title: string, edits: readonly RowEdit[]): Promise<string | null> {
    return this.#carry("sandtable/editGrid", { textDocument: { uri: grid.uri }, sort: grid.sort, name: grid.name, edits }, title);
  }

  /** Makes the edits of an answer as one step. */
  async #carry(method: string, params: object, title: string): Promise<string | null> {
    await this.#front.whenConnected();
    try {
      const { edits } = await this.#front.request<{ edits: PlacedEdit[] }>(method, params);
      applyEdit(this.#texts, this.#acts, title, workspaceEdit(edits));
      await this.read();
      return null;
    } catch (error) {
      return Refused.from(error).message;
    }
  }
}

function renew<Value>(known: Signal<Value>, now: Value): void {
  if (JSON.stringify(now) !== JSON.stringify(known.peek())) known.value = now;
}

/** Asks for the declarations and the lists of a ruleset, those of its base too. */
export function declarationsOf(front: Front, ruleset: string): Promise<DeclarationsDocument> {
  return front.request<DeclarationsDocument>("sandtable/declarations", { ruleset });
}

/** Returns the text that new declarations of a ruleset go into: that with its head, else its first one of rules. */
export function mainText(texts: Texts, library: Library, declared: readonly Declaration[], ruleset: string): TextFile | undefined {
  const head = declared.find((one) => one.ruleset === ruleset && (one.sort === "ruleset" || one.sort === "variant"));
  const uris = (library.get(ruleset)?.files ?? []).filter((file) => file.kind === "rules").map((file) => file.uri);
  const files = [...(head === undefined ? [] : [head.place.uri]), ...uris].map((uri) => texts.byUri(uri));
  return files.find((file) => file !== undefined && !file.builtIn && !file.gone && !file.path.endsWith(".policy"));
}

/** Splits a band of numbers in two: `5-24` to `5-14` and `15-24`; `null` if it is none. */
export function splitBand(cell: string): [string, string] | null {
  const band = /^(-?\d+)\s*(?:-|\bto\b)\s*(-?\d+)$/.exec(cell.trim());
  if (band === null) return null;
  const [from, to] = [Number(band[1]), Number(band[2])];
  if (to <= from) return null;
  const middle = Math.floor((from + to) / 2);
  const word = (one: number, other: number): string => (one === other ? String(one) : one < 0 || other < 0 ? `${one} to ${other}` : `${one}-${other}`);
  return [word(from, middle), word(middle + 1, to)];
}
