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

  constructor(path: string, uri: string, text: string, stored: string | null) {
    this.path = path;
    this.uri = uri;
    this.builtIn = uri.startsWith(BUILT_IN);
    this.doc = textOf(text);
    this.stored = stored;
  }

  get text(): string {
    return this.doc.toString();
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
