// Maps are changed as values; how they are written is for the service. Checked by hand-worked maps, and by random ones.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { Draft, Toml } = await load("data/toml.ts");
const map = await load("play/map-values.ts");
const setUp = await load("play/set-up.ts");
const shapes = await load("play/shapes.ts");

/** A text of sections: `[["area", "mill"], { links: ["alder"] }]`. */
function text(...sections) {
  const read = sections.map(([path, says]) => ({ path, place: null, entries: Object.entries(says).map(([key, value]) => ({ keys: [key], value, place: null })) }));
  return [{ path: [], place: null, entries: [] }, ...read];
}

/** What a draft is after a change. */
function after(sections, change) {
  const draft = new Draft(sections);
  change(draft);
  return draft;
}

const said = (toml) => toml.sections.filter(({ path }) => path.length > 0).map(({ path, entries }) => [path.join("."), Object.fromEntries(entries.map(({ keys, value }) => [keys.join("."), value]))]);

test("a draft reads as the text will be, and what goes from a list of sections moves the numbers of the rest", () => {
  const sections = text([["side", 0], { a: 1 }], [["side", 1], { a: 2 }], [["side", 2], { a: 3 }], [["unit", "x"], { at: "B2" }], [["unit", "x", "gun"], { range: 3 }]);
  const draft = after(sections, (one) => {
    one.remove(["side", 1]);
    one.set(["side", 1, "b"], 4);
    one.set(["unit", "y", "at"], "C3");
    one.remove(["unit", "x"]);
    one.remove(["unit", "nobody"]);
  });
  assert.deepEqual(said(draft), [["side.0", { a: 1 }], ["side.1", { a: 3, b: 4 }], ["unit.y", { at: "C3" }]]);
  assert.deepEqual(draft.edits, [
    { what: "remove", path: ["side", 1] },
    { what: "set", path: ["side", 1, "b"], value: 4 },
    { what: "set", path: ["unit", "y", "at"], value: "C3" },
    { what: "remove", path: ["unit", "x"] },
  ]);
});

const LAKE = text(
  [["area", "alder"], { name: "Alder", position: [2, 8], links: ["mill"] }],
  [["area", "mill"], { links: ["alder"] }],
  [["area", "thorn"], { position: [6, 2] }],
  [["area", "quay"], {}],
  [["link", 0], { name: "Road", between: [["alder", "quay", "thorn"]], traits: ["road"] }],
);

const ROAD = { title: "Road", says: [["name", "Road"], ["traits", ["road"]]] };

test("links of areas are added to the road that they go on, and a road that is cut is two", () => {
  const between = (toml, at = 0) => toml.get(["link", at, "between"]);
  assert.deepEqual(map.waysIn(new Toml(LAKE)).map((way) => way.title), ["Road"]);
  // It goes on from its end; from elsewhere it is a list of its own, below the same heading.
  assert.deepEqual(between(after(LAKE, (draft) => map.join(draft, "link", ROAD, "thorn", "mill"))), [["alder", "quay", "thorn", "mill"]]);
  assert.deepEqual(between(after(LAKE, (draft) => map.join(draft, "link", ROAD, "mill", "thorn"))), [["alder", "quay", "thorn"], ["mill", "thorn"]]);
  const ferry = after(LAKE, (draft) => map.join(draft, "link", { title: "Ferry", says: [["name", "Ferry"]] }, "mill", "quay"));
  assert.deepEqual(said(ferry).at(-1), ["link.1", { between: [["mill", "quay"]], name: "Ferry" }]);
  assert.deepEqual(map.joinsOf(ferry, "quay", "mill").map((way) => way.title), ["Ferry"]);
  const cut = after(LAKE, (draft) => {
    map.join(draft, "link", ROAD, "thorn", "mill");
    map.join(draft, "link", ROAD, "mill", "alder");
    map.part(draft, "thorn", "quay");
  });
  // From Alder over the quay, Thorn and the mill back to Alder: Alder is in the list already, so that step is a list of its own.
  assert.deepEqual(between(cut), [["alder", "quay"], ["thorn", "mill"], ["mill", "alder"]]);
  // Nothing is left: the section goes as well.
  const none = after(LAKE, (draft) => (map.part(draft, "alder", "quay"), map.part(draft, "quay", "thorn")));
  assert.equal(none.section(["link", 0]), null);
  // Lists of links lose both ways.
  const parted = after(LAKE, (draft) => map.part(draft, "mill", "alder"));
  assert.deepEqual([parted.get(["area", "mill", "links"]), parted.get(["area", "alder", "links"])], [[], []]);
  assert.deepEqual(parted.edits.length, 2);
  // An area goes with what led to it.
  const gone = after(LAKE, (draft) => map.removeArea(draft, "thorn"));
  assert.equal(gone.section(["area", "thorn"]), null);
  assert.deepEqual(between(gone), [["alder", "quay"]]);
  assert.deepEqual(after(LAKE, (draft) => map.setPosition(draft, "mill", [1, 2.5])).get(["area", "mill", "position"]), [1, 2.5]);
});

test("steps that are added and taken away at random leave the graph that was meant", () => {
  let seed = 3;
  const random = (below) => ((seed = (seed * 48_271) % 2_147_483_647), seed % below);
  const ids = ["a", "b", "c", "d", "e"];
  const ways = [{ title: "Road", says: [["name", "Road"]] }, { title: "", says: [] }, { title: "rail", says: [["traits", ["rail"]]] }];
  for (let round = 0; round < 60; round += 1) {
    let sections = text(...ids.map((id) => [["area", id], {}]));
    const meant = new Map();
    for (let step = 0; step < 25; step += 1) {
      const one = ids[random(5)];
      const other = ids[random(5)];
      if (one === other) continue;
      const key = [one, other].toSorted().join(" ");
      const draft = new Draft(sections);
      map.part(draft, one, other);
      meant.delete(key);
      if (random(3) > 0) {
        const way = ways[random(3)];
        map.join(draft, "link", way, one, other);
        meant.set(key, way.title);
      }
      sections = draft.sections;
      for (const [at, a] of ids.entries()) {
        for (const b of ids.slice(at + 1)) {
          const found = map.joinsOf(draft, a, b).map((way) => way.title);
          assert.deepEqual(found, meant.has(`${a} ${b}`) ? [meant.get(`${a} ${b}`)] : [], JSON.stringify(said(draft)));
        }
      }
    }
  }
});

test("what is listed twice goes twice, and nothing behind it", () => {
  const listed = (...pairs) => text([["side", 0], { between: pairs, traits: ["river"] }], [["unit", "red"], { at: "A1" }]);
  const [pair, back, other] = [["A1", "A2"], ["A2", "A1"], ["A2", "B1"]];
  const parted = (sections) => said(after(sections, (draft) => map.part(draft, "A1", "A2")));
  for (const pairs of [[pair, pair], [pair, back, pair]]) assert.deepEqual(parted(listed(...pairs)), [["unit.red", { at: "A1" }]]);
  for (const pairs of [[pair, other, pair], [other, pair, back], [back, pair, other]]) assert.deepEqual(parted(listed(...pairs)), said(new Toml(listed(other))));
  // A road that comes back the way it went is nothing without that way.
  assert.deepEqual(parted(listed(["A1", "A2", "A1"])), [["unit.red", { at: "A1" }]]);
});

test("a further column of squares is below each other, however long the rows are", () => {
  const drawn = (of, ...rows) => [{ path: [], place: null, entries: [{ keys: [of], value: `${rows.join("\n")}\n`, place: null }] }];
  const column = (of, ...rows) => after(drawn(of, ...rows), map.addColumn).get([of]);
  assert.equal(column("squares", ". . .", ". w", "  . x"), ". . . .\n. w   w\n  . x x\n");
  // A hex is numbered along its row.
  assert.equal(column("hexes", ". . .", " . w"), ". . . .\n . w w\n");
  // The row below has the shift of the one before the last.
  assert.equal(after(drawn("hexes", ". . .", " . . ."), map.addRow).get(["hexes"]), ". . .\n . . .\n. . .\n");
  // A mark is drawn in its place alone; where none is, nothing is.
  assert.equal(after(drawn("hexes", ". . .", " . . ."), (draft) => setUp.draw(draft, "B2", "w")).get(["hexes"]), ". . .\n . w .\n");
  const outside = after(drawn("squares", ". .", "  ."), (draft) => [setUp.draw(draft, "B1", "w"), setUp.draw(draft, "C1", "w")]);
  assert.deepEqual(outside.edits, []);
});

test("a road along points is an outline of its width", () => {
  // Straight: half the width to either side.
  assert.deepEqual(shapes.strip([[0, 5], [10, 5]], 2), [[0, 6], [10, 6], [10, 4], [0, 4]]);
  // Round a right angle to the left its corners are on the halving line, one inch off both ways.
  assert.deepEqual(shapes.strip([[0, 0], [10, 0], [10, 10]], 2), [[0, 1], [9, 1], [9, 10], [11, 10], [11, -1], [0, -1]]);
  assert.ok(shapes.isOutline(shapes.strip([[0, 0], [10, 0], [10, 10], [20, 14]], 2)));
});

test("what crosses itself is no outline", () => {
  const square = [[0, 0], [4, 0], [4, 4], [0, 4]];
  assert.ok(shapes.isOutline(square));
  assert.equal(shapes.area(square), 16);
  assert.ok(!shapes.isOutline([[0, 0], [4, 4], [4, 0], [0, 4]]));
  assert.ok(!shapes.isOutline([[0, 0], [4, 0], [8, 0]]));
  // An edge that touches another one in its middle.
  assert.ok(!shapes.isOutline([[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]]));
  assert.ok(shapes.contains(square, [1, 3]));
  assert.ok(!shapes.contains(square, [5, 3]));
});

test("sides of hexes keep what else they have, and places lose an empty section", () => {
  const sections = text([["legend"], { ".": {} }], [["side", 0], { between: ["A1", "A2"], traits: ["river"] }]);
  const wall = { title: "wall", says: [["traits", ["wall"]]] };
  const both = after(sections, (draft) => map.join(draft, "side", wall, "A1", "A2"));
  assert.deepEqual(map.joinsOf(both, "A2", "A1").map((way) => way.title), ["river", "wall"]);
  assert.deepEqual(said(after(both.sections, (draft) => map.part(draft, "A1", "A2", wall))), said(new Toml(sections)));
  // A single pair becomes a list of pairs.
  const river = { title: "river", says: [["traits", ["river"]]] };
  assert.deepEqual(after(sections, (draft) => map.join(draft, "side", river, "A2", "B2")).get(["side", 0, "between"]), [["A1", "A2"], ["A2", "B2"]]);
  const high = after(sections, (draft) => map.setPlaceValue(draft, "hex", "B2", "level", 2));
  assert.equal(high.get(["hex", "B2", "level"]), 2);
  assert.equal(after(high.sections, (draft) => map.setPlaceValue(draft, "hex", "B2", "level", null)).section(["hex", "B2"]), null);
});
