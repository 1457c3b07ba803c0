// What a draft says a text will be is what the service makes of it: by random texts and changes, with comments that have to stay.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, test } from "node:test";
import { isStatic, program } from "./harness.mjs";
import { load } from "./modules.mjs";

const { Draft } = await load("data/toml.ts");
const URI = "file:///games/units/x/x.toml";

/** A service on standard input and output. */
function service() {
  const child = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  let read = Buffer.alloc(0);
  let id = 0;
  const waiting = new Map();
  child.stdout.on("data", (data) => {
    read = Buffer.concat([read, data]);
    for (;;) {
      const head = /^Content-Length: (\d+)\r\n(?:[^\r]+\r\n)*\r\n/i.exec(read.toString("latin1"));
      if (head === null || read.length < head[0].length + Number(head[1])) return;
      const message = JSON.parse(read.subarray(head[0].length, head[0].length + Number(head[1])).toString("utf8"));
      read = read.subarray(head[0].length + Number(head[1]));
      waiting.get(message.id)?.(message);
    }
  });
  const send = (message) => {
    const bytes = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    child.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${bytes.length}\r\n\r\n`), bytes]));
  };
  return {
    notify: (method, params) => send({ method, params }),
    ask: async (method, params) => {
      id += 1;
      const answer = new Promise((resolve) => waiting.set(id, resolve));
      send({ id, method, params });
      const { result, error } = await answer;
      if (error !== undefined) throw new Error(error.message);
      return result;
    },
    end: () => child.kill(),
  };
}

/** All values of a text by their paths, in any order. */
const valuesOf = (sections) => Object.fromEntries(sections.map(({ path, entries }) => [JSON.stringify(path), Object.fromEntries(entries.map(({ keys, value }) => [keys.join("."), value]))]));

/** Returns a text after the edits of an answer, whose places are lines and columns. */
function edited(text, edits) {
  const lines = text.split("\n");
  const offset = ({ line, character }) => lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
  return edits.reduce((now, { place, text: other }) => now.slice(0, offset(place.range.start)) + other + now.slice(offset(place.range.end)), text);
}

test("a text is after its edits as the draft has said", { skip: isStatic, timeout: 180_000 }, async () => {
  const { notify, ask, end } = service();
  after(end);
  await ask("initialize", { processId: null, rootUri: "file:///games", capabilities: {}, initializationOptions: { findings: false } });
  notify("initialized", {});
  let seed = 11;
  const random = (below) => ((seed = (seed * 48_271) % 2_147_483_647), seed % below);
  const value = (depth) => {
    const sort = random(depth > 1 ? 3 : 5);
    if (sort === 0) return random(2) === 0;
    if (sort === 1) return random(3) === 0 ? random(4000) / 4 - 500 : random(40) - 20;
    if (sort === 2) return ["", "plain", 'a "quote" # [', "two\nlines", "back\\slash", "ü ]", 'ends with """'][random(7)];
    if (sort === 3) return Array.from({ length: random(5) }, () => value(depth + 1));
    return Object.fromEntries(Array.from({ length: random(3) }, (_, at) => [`k${at}`, value(depth + 1)]));
  };
  const layout = "x = 1 # first\nlist = [\n  1, # one\n  2, # two\n  3 # three\n]\n\n# The first unit.\n[unit.u0]\nkey0 = { a = 1, b = [1, 2] } # of key0\n\n# A side.\n[[side]]\nkey0 = 'plain' # of key0\n\n[[side]]\nkey1 = \"\"\"\ntwo\nlines\"\"\"\n\n# The end.\n";
  let text = layout;
  let version = 1;
  notify("textDocument/didOpen", { textDocument: { uri: URI, languageId: "toml", version, text } });
  const textDocument = { uri: URI };
  for (let round = 0; round < 400; round += 1) {
    const before = (await ask("sandtable/toml", { textDocument })).sections;
    const draft = new Draft(before);
    for (let change = 0; change <= random(3); change += 1) {
      const sides = draft.listed(["side"]).length;
      const section = [[], ["unit", `u${random(4)}`], ["side", random(sides + 1)]][random(3)];
      const path = [...section, `key${random(3)}`];
      const what = random(8);
      if (what < 4) draft.set(path, value(0));
      else if (what === 4) draft.setTable(path, [["z", value(1)], ["a", value(1)]]);
      else if (what === 5 && section.length > 0) draft.remove(section);
      else draft.remove(path);
    }
    const { edits } = await ask("sandtable/editToml", { textDocument, edits: draft.edits });
    const now = edited(text, edits);
    const shown = `${JSON.stringify(draft.edits)}\n--- before\n${text}\n--- after\n${now}`;
    if (now !== text) {
      version += 1;
      notify("textDocument/didChange", { textDocument: { uri: URI, version }, contentChanges: [{ text: now }] });
    }
    assert.deepEqual(valuesOf((await ask("sandtable/toml", { textDocument })).sections), valuesOf(draft.sections), shown);
    // What no edit has named is written as before: its keys, its comment, and all comments at the root.
    for (const comment of ["# first", "# one", "# The end."]) assert.ok(now.includes(comment), shown);
    text = now;
  }
});
