// Quiet colours for snippets of rules outside of the editor.

import type { ComponentChildren } from "preact";

const PARTS = /(#.*$)|("[^"\n]*"?)|(\[[\d][^\]\n]*\])|\b(\d*d\d+|\d+)\b|\b(ruleset|variant|of|table|roll|action|sequence|trigger|kind|fact|modifiers|formula|example|option|scale|die|words|window|reaction|side|sides|once|amend|replace|result|when|otherwise|if|not|and|or|is|has|per|choose|by|worth|where|add|to|take|from|set|destroy|repeat|times|until|each|in|order|depending|on|given|run|dice|expect|odds|needs|default|track|traits|stop|call|count|limited|rounded|raised|lowered|any|all|none|alternate|while|may|end|game|won|faces|choices)\b/gm;

const CLASSES = ["comment", "string", "number", "number", "keyword"];

/** Colours a snippet of rules; anything else stays plain. */
export function highlighted(text: string, info: string): ComponentChildren {
  if (!info.startsWith("rules") && !info.startsWith("toml")) return text;
  const parts: ComponentChildren[] = [];
  let last = 0;
  for (const match of text.matchAll(PARTS)) {
    const kind = match.slice(1).findIndex((group) => group !== undefined);
    const name = CLASSES[kind];
    // In TOML there are no keywords of ours.
    if (info.startsWith("toml") && name === "keyword") continue;
    parts.push(text.slice(last, match.index), <span class={`token-${name ?? ""}`}>{match[0]}</span>);
    last = match.index + match[0].length;
  }
  parts.push(text.slice(last));
  return parts;
}
