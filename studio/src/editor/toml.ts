// Plain colours for TOML; names get theirs from the server.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";

const language = StreamLanguage.define<{ isValue: boolean; depth: number }>({
  name: "toml",
  startState: () => ({ isValue: false, depth: 0 }),
  token(stream, state) {
    if (stream.sol() && state.depth === 0) state.isValue = false;
    if (stream.eatSpace()) return null;
    if (stream.match(/#.*/)) return "comment";
    if (!state.isValue && stream.match(/\[\[?[^\]]*\]\]?/)) return "heading";
    if (stream.match(/"(?:[^"\\]|\\.)*"?|'[^']*'?/)) return state.isValue ? "string" : "propertyName";
    if (stream.match("=")) {
      state.isValue = true;
      return null;
    }
    if (!state.isValue && stream.match(/[\w.-]+/)) return "propertyName";
    if (stream.match(/(?:true|false)\b/)) return "keyword";
    if (stream.match(/[+-]?\d[\d_.:T-]*/)) return "number";
    const mark = stream.next();
    if (mark === "[" || mark === "{") state.depth += 1;
    if (mark === "]" || mark === "}") state.depth = Math.max(0, state.depth - 1);
    if (mark === "," && state.depth > 0) state.isValue = true;
    return null;
  },
});

const style = HighlightStyle.define([
  { tag: tags.comment, class: "token-comment" },
  { tag: tags.heading, class: "token-class token-declaration" },
  { tag: tags.string, class: "token-string" },
  { tag: tags.propertyName, class: "token-property" },
  { tag: tags.keyword, class: "token-keyword" },
  { tag: tags.number, class: "token-number" },
]);

export function toml(): Extension {
  return [language, syntaxHighlighting(style)];
}
