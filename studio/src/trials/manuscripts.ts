// A manuscript that was handed in: its text, its findings, and the rules that its tables make. It stays in the page, and nowhere else.

import { batch, signal } from "@preact/signals";
import { Superseded, type Back } from "../connection/back";
import { Refused } from "../connection/peer";
import type { DeclarationDocument, ManuscriptDocument, ManuscriptTable } from "../protocol/trials";

interface Given {
  name: string;
  base64: string;
}

export class Manuscripts {
  readonly name = signal<string | null>(null);
  readonly read = signal<ManuscriptDocument | null>(null);
  readonly failed = signal<Refused | null>(null);
  readonly busy = signal(false);
  /** The table that was made a rule last. */
  readonly declared = signal<{ table: ManuscriptTable; declaration: DeclarationDocument | null; why: string | null } | null>(null);
  #given: Given | null = null;
  readonly #back: Back;

  constructor(back: Back) {
    this.#back = back;
  }

  async open(file: File): Promise<void> {
    const given = { name: file.name, base64: inBase64(new Uint8Array(await file.arrayBuffer())) };
    this.#given = given;
    batch(() => {
      this.name.value = file.name;
      this.read.value = null;
      this.failed.value = null;
      this.declared.value = null;
      this.busy.value = true;
    });
    try {
      this.read.value = await this.#back.ask<ManuscriptDocument>("manuscript", "sandtable/manuscript", given);
    } catch (error) {
      if (error instanceof Superseded) return;
      this.failed.value = Refused.from(error);
    }
    this.busy.value = false;
  }

  close(): void {
    this.#given = null;
    batch(() => {
      this.name.value = null;
      this.read.value = null;
      this.failed.value = null;
      this.declared.value = null;
    });
  }

  /** Makes a rule of a table. */
  async declare(table: ManuscriptTable): Promise<void> {
    const given = this.#given;
    if (given === null) return;
    try {
      const declaration = await this.#back.ask<DeclarationDocument>("declaration", "sandtable/declaration", { ...given, table: table.table });
      this.declared.value = { table, declaration, why: null };
    } catch (error) {
      if (error instanceof Superseded) return;
      this.declared.value = { table, declaration: null, why: Refused.from(error).message };
    }
  }
}

/** Bytes that are turned into characters at a time. */
const PART = 0x8000;

function inBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PART) text += String.fromCharCode(...bytes.subarray(at, at + PART));
  return btoa(text);
}
