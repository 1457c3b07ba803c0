// A draft with a mistake, and what a check says of it, for the front page.

import { escape } from "./page.mjs";

const PATH = "rules/lanterns/game.rules";
const DRAFT = `ruleset lanterns "Lanterns"

table shot-needed "Needed on a d10 to hit" (range: 0..24 inches) -> 1..10
  range | needed
  0-4   | 3
  5-12  | 6
  14-24 | 8
`;

/** The draft with its finding beneath it, as HTML; `load` loads the package for npm with texts. */
export async function draftWithFinding(load) {
  const sandtable = await load({ [PATH]: DRAFT });
  const { findings } = await sandtable.check("lanterns");
  sandtable.close();
  if (findings.length !== 1) throw new Error(`the draft of the front page has ${findings.length} findings, not one`);
  return withFinding(DRAFT, findings[0]);
}

/** A text and a finding in it: the lines that it is about are marked, with what it says of them. */
export function withFinding(text, { code, message, help, labels }) {
  const lines = text.trimEnd().split("\n");
  const said = new Map(labels.map(({ line, text: words }) => [line - 1, words]));
  const shown = lines.map((line, at) => (said.has(at) ? `<mark>${escape(line)}</mark>  <em>${escape(said.get(at))}</em>` : escape(line)));
  return `<pre class="draft"><code>${shown.join("\n")}</code></pre>
<p class="finding"><strong>${escape(sentence(message))}</strong> <a href="findings/${escape(code)}.html">${escape(code)}</a><br>${escape(sentence(help)).replace(/`([^`]*)`/g, "<code>$1</code>")}</p>`;
}

const sentence = (words) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${/[.?!]$/.test(words) ? "" : "."}`;
