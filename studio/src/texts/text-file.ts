// A text of the workspace, as it is on the page.

import { Text } from "@codemirror/state";

/** The scheme of texts that are part of the program. */
export const BUILT_IN = "sandtable-built-in:///";

export class TextFile {
  readonly path: string;
  readonly uri: string;
  /** Part of the program, cannot be changed. */
  readonly builtIn: boolean;
  doc: Text;
  /** The text in the store; `null` if it is not there. */
  stored: string | null;
  /** It was deleted outside of the page, and is only shown. */
  gone = false;
  /** The text as one string, as long as the document is the same. */
  #text: { doc: Text; text: string };

  constructor(path: string, uri: string, text: string, stored: string | null) {
    this.path = path;
    this.uri = uri;
    this.builtIn = uri.startsWith(BUILT_IN);
    this.doc = textOf(text);
    this.#text = { doc: this.doc, text };
    this.stored = stored;
  }

  get text(): string {
    if (this.#text.doc !== this.doc) this.#text = { doc: this.doc, text: this.doc.toString() };
    return this.#text.text;
  }

  get name(): string {
    return this.path.slice(this.path.lastIndexOf("/") + 1);
  }

  /** Whether the server is to know it: a README is for readers, any other Markdown can be a draft of rules. */
  get isRules(): boolean {
    return this.name !== "README.md";
  }

  /** The language as the protocol names it. */
  get language(): "sandtable" | "toml" | "markdown" {
    if (this.path.endsWith(".toml")) return "toml";
    return this.path.endsWith(".md") ? "markdown" : "sandtable";
  }
}

export function textOf(text: string): Text {
  return Text.of(text.split("\n"));
}
