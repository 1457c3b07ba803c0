// The packed package, installed into an empty folder, in Node. PACKAGE   the folder in which it is installed

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

const folder = process.env.PACKAGE;
assert.ok(folder, "PACKAGE names the folder in which the package is installed");
const { load, SandtableError } = await import(pathToFileURL(join(folder, "node_modules/@sandtable/core/dist/index.js")));

/** A die of six: seen on range or better. By hand: at range 3 there are 4 faces of 6, at range 6 one. */
const RULES = `ruleset lanterns "Lanterns"

roll to-see "To see" (range: 1..6) -> seen, dark
  shown = d6
  seen  when shown >= range
  dark  otherwise
`;

/** Each target loses a step on 4 or more: of two, both keep theirs in a quarter of the cases. */
const SALVO = {
  "rules/salvo/salvo.rules": `ruleset salvo "Salvo"

kind squad "Squad"
  track  steps: 0..2, starts 2

action mortar-fire "Mortar fire" (targets: several squad)
  each target: targets
    if d6 >= 4: take 1 from target.steps
`,
  "units/salvo/squads.toml": `[squad.rifles]
name = "Rifles"

[squad.scouts]
name = "Scouts"
`,
};

let sandtable;
before(async () => (sandtable = await load({ texts: { "rules/lanterns/game.rules": RULES, ...SALVO } })));
after(() => sandtable.close());

test("odds of a book are exact", async () => {
  const given = { firer: "panther", target: "sherman", range: 7, cover: 1 };
  const odds = await sandtable.odds("hex-command-mechanized", "direct-fire", { given });
  // As the README of the program says.
  assert.deepEqual(
    odds.outcomes.map(({ chance }) => chance),
    ["2/3", "2/9", "1/18", "1/18"],
  );
});

test("odds, tables and traces of one's own rules", async () => {
  const odds = await sandtable.odds("lanterns", "to-see", { given: { range: 3 } });
  assert.deepEqual(Object.fromEntries(odds.outcomes.map(({ outcome, chance }) => [outcome, chance])), { seen: "2/3", dark: "1/3" });
  const table = await sandtable.table("lanterns", "to-see", { given: { range: [3, 6] }, only: "to-see is seen" });
  assert.deepEqual(
    table.cells.map(({ chance }) => chance),
    ["2/3", "1/6"],
  );
  const trace = await sandtable.trace("lanterns", "to-see", { given: { range: 3 }, dice: ["2"] });
  assert.equal(trace.outcome, "dark");
});

test("a parameter takes several units, or none", async () => {
  const fired = async (targets) => {
    const odds = await sandtable.odds("salvo", "mortar-fire", { given: { targets } });
    return odds.outcomes.map(({ chance }) => chance);
  };
  assert.deepEqual(await fired(["rifles", "scouts"]), ["1/4", "1/4", "1/4", "1/4"]);
  assert.deepEqual(await fired(["rifles"]), ["1/2", "1/2"]);
  assert.deepEqual(await fired([]), ["1"]);
});

test("a mistake is a finding, and the next text cures it", async () => {
  const found = new Promise((resolve) => sandtable.on("textDocument/publishDiagnostics", resolve));
  sandtable.setText("rules/lanterns/game.rules", RULES.replace("shown >= range", "shown >= rnage"));
  const error = await sandtable.odds("lanterns", "to-see", { given: { range: 3 } }).catch((reason) => reason);
  assert.ok(error instanceof SandtableError);
  assert.match(error.message, /rnage/);
  assert.match(JSON.stringify(await sandtable.check("lanterns")), /rnage/);
  assert.match(JSON.stringify(await found), /rnage/);
  sandtable.setText("rules/lanterns/game.rules", RULES);
  const odds = await sandtable.odds("lanterns", "to-see", { given: { range: 6 } });
  assert.equal(odds.outcomes.find(({ outcome }) => outcome === "seen").chance, "1/6");
});

test("the language server answers", async () => {
  const at = { textDocument: { uri: sandtable.uri("rules/lanterns/game.rules") }, position: { line: 2, character: 7 } };
  assert.match(JSON.stringify(await sandtable.request("textDocument/hover", at)), /To see/);
});
