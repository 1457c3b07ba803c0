// Maps are changed as texts: what is not meant stays as it was written. Checked by hand-worked texts, and by random ones.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const toml = await load("play/toml.ts");
const map = await load("play/map-text.ts");
const shapes = await load("play/shapes.ts");

test("values of all sorts are found, however they are written", () => {
  const text = `name = "A # b [c]" # said
shape = [
  [0, 0], # a corner ]
  [4.5, 0],
  [4, 2], ]
hexes = """
 [ . " .
. . .
"""
w = { name = "Wood", traits = ["thick"], level = 2 }

[unit.x]
at = "B2"   # here
`;
  const [top, unit] = toml.sectionsOf(text);
  assert.deepEqual(top.entries.map((entry) => entry.key), ["name", "shape", "hexes", "w"]);
  assert.equal(toml.valueIn(text, top, "name"), "A # b [c]");
  assert.deepEqual(toml.valueIn(text, top, "shape"), [[0, 0], [4.5, 0], [4, 2]]);
  assert.equal(toml.valueIn(text, top, "hexes"), ' [ . " .\n. . .\n');
  assert.deepEqual(toml.valueIn(text, top, "w"), { name: "Wood", traits: ["thick"], level: 2 });
  assert.equal(unit.heading, "[unit.x]");
  assert.equal(toml.withEntry(text, unit, "at", '"C4"'), text.replace('"B2"', '"C4"'));
  assert.equal(toml.withEntry(text, unit, "facing", "90"), text.replace("# here\n", "# here\nfacing = 90\n"));
  assert.equal(toml.withoutEntry(text, unit, "at"), text.replace('at = "B2"   # here\n', ""));
});

test("whatever is set is read again, and everything else stays", () => {
  let seed = 7;
  const random = (below) => ((seed = (seed * 48_271) % 2_147_483_647), seed % below);
  const value = (depth) => {
    const sort = random(depth > 2 ? 3 : 5);
    if (sort === 0) return random(2) === 0;
    if (sort === 1) return random(4000) / 4 - 500;
    if (sort === 2) return ["", "plain", 'a "quote" # [', "two\nlines", "back\\slash", "ü ]"][random(6)];
    if (sort === 3) return Array.from({ length: random(4) }, () => value(depth + 1));
    return Object.fromEntries(Array.from({ length: random(3) }, (_, at) => [`k${at}`, value(depth + 1)]));
  };
  for (let round = 0; round < 400; round += 1) {
    const sections = Array.from({ length: 1 + random(4) }, (_, at) => ({ heading: at === 0 ? "" : `[unit.u${at}]`, entries: Array.from({ length: 1 + random(4) }, (__, n) => [`key${n}`, value(0)]) }));
    const text = sections.map(({ heading, entries }) => [...(heading === "" ? [] : [heading]), ...entries.map(([key, one]) => `${key} = ${toml.written(one)} # of ${key} ]"`), ""].join("\n")).join("\n");
    const read = (given) => toml.sectionsOf(given).map((section) => ({ heading: section.heading, entries: section.entries.map((entry) => [entry.key, toml.parsed(given.slice(entry.from, entry.to))]) }));
    assert.deepEqual(read(text), sections);
    const items = Array.from({ length: random(5) }, () => value(1));
    const list = `[${items.map((item) => ` # ], "\n ${toml.written(item)}${random(2) === 0 ? " # [\n" : ""}`).join(",")}${random(2) === 0 && items.length > 0 ? ", " : ""}]`;
    assert.deepEqual(toml.itemPlaces(`x = ${list} # ,`, 4).map(({ from, to }) => toml.parsed(`x = ${list}`.slice(from, to))), items);
    const [at, next] = [random(sections.length), value(0)];
    const key = `key${random(sections[at].entries.length)}`;
    const changed = toml.withEntry(text, toml.sectionsOf(text)[at], key, toml.written(next));
    sections[at].entries.find((entry) => entry[0] === key)[1] = next;
    assert.deepEqual(read(changed), sections);
    assert.equal(changed.match(/# of/g).length, text.match(/# of/g).length);
  }
});

const LAKE = `name = "The lake"

[area.alder]
name = "Alder"
position = [2, 8]
links = ["mill"]

[area.mill]
links = ["alder"]

# In the south.
[area.thorn]
position = [6, 2]

[area.quay]

[[link]]
name = "Road" # paved
between = [["alder", "quay", "thorn"]]
traits = ["road"]
`;

const ROAD_ONLY = { title: "Road", says: [["name", '"Road"']] };
const ROAD = { title: "Road", says: [["name", '"Road"'], ["traits", '["road"]']] };

test("links of areas are added to the road that they go on, and a road that is cut is two", () => {
  assert.deepEqual(map.waysIn(LAKE).map((way) => way.title), ["Road"]);
  // It goes on from its end.
  assert.match(map.withJoin(LAKE, "link", ROAD, "thorn", "mill"), /between = \[\["alder", "quay", "thorn", "mill"\]\]\n/);
  // From elsewhere it is a list of its own, below the same heading.
  assert.match(map.withJoin(LAKE, "link", ROAD, "mill", "thorn"), /between = \[\["alder", "quay", "thorn"\], \["mill", "thorn"\]\]\n/);
  const ferry = map.withJoin(LAKE, "link", { title: "Ferry", says: [["name", '"Ferry"']] }, "mill", "quay");
  assert.equal(ferry, `${LAKE}\n[[link]]\nbetween = [["mill", "quay"]]\nname = "Ferry"\n`);
  assert.deepEqual(map.joinsOf(ferry, "quay", "mill").map((way) => way.title), ["Ferry"]);
  const long = map.withJoin(map.withJoin(LAKE, "link", ROAD, "thorn", "mill"), "link", ROAD, "mill", "alder");
  assert.match(map.withoutJoin(long, "thorn", "quay"), /between = \[\["alder", "quay"\], \["thorn", "mill"\]/);
  // Nothing is left: the heading goes as well.
  const none = map.withoutJoin(map.withoutJoin(LAKE, "alder", "quay"), "quay", "thorn");
  assert.doesNotMatch(none, /link\]\]/);
  // Lists of links lose both ways.
  const parted = map.withoutJoin(LAKE, "mill", "alder");
  assert.equal(parted, LAKE.replace('links = ["mill"]', "links = []").replace('links = ["alder"]', "links = []"));
  // An area goes with the comment above it, and with what led to it.
  const gone = map.withoutArea(LAKE, "thorn");
  assert.doesNotMatch(gone, /thorn|In the south/);
  assert.match(gone, /between = \[\["alder", "quay"\]\]/);
  assert.equal(map.withPosition(LAKE, "mill", [1, 2.5]), LAKE.replace('links = ["alder"]\n', 'links = ["alder"]\nposition = [1, 2.5]\n'));
});

test("steps that are added and taken away at random leave the graph that was meant", () => {
  let seed = 3;
  const random = (below) => ((seed = (seed * 48_271) % 2_147_483_647), seed % below);
  const ids = ["a", "b", "c", "d", "e"];
  const ways = [{ title: "Road", says: [["name", '"Road"']] }, { title: "", says: [] }, { title: "rail", says: [["traits", '["rail"]']] }];
  for (let round = 0; round < 60; round += 1) {
    let text = `${ids.map((id) => `[area.${id}]\n`).join("\n")}`;
    const meant = new Map();
    for (let step = 0; step < 25; step += 1) {
      const one = ids[random(5)];
      const other = ids[random(5)];
      if (one === other) continue;
      const key = [one, other].toSorted().join(" ");
      text = map.withoutJoin(text, one, other);
      meant.delete(key);
      if (random(3) > 0) {
        const way = ways[random(3)];
        text = map.withJoin(text, "link", way, one, other);
        meant.set(key, way.title);
      }
      for (const [at, a] of ids.entries()) {
        for (const b of ids.slice(at + 1)) {
          const found = map.joinsOf(text, a, b).map((way) => way.title);
          assert.deepEqual(found, meant.has(`${a} ${b}`) ? [meant.get(`${a} ${b}`)] : [], text);
        }
      }
    }
  }
});

test("lists are changed around their commas and comments", () => {
  const road = (between) => `[area.a]\n\n[[link]]\nbetween = ${between}\nname = "Road"\n`;
  const on = (between) => map.withJoin(road(between), "link", ROAD_ONLY, "b", "c");
  const off = (between, one, other) => map.withoutJoin(road(between), one, other);
  // A road goes on behind its last name, whatever follows that.
  assert.equal(on('[["a", "b",]]'), road('[["a", "b", "c",]]'));
  assert.equal(on('["a", "b" , ]'), road('["a", "b", "c" , ]'));
  assert.equal(on('[[\n  "a",\n  "b",\n]]'), road('[[\n  "a",\n  "b", "c",\n]]'));
  assert.equal(on('[["a", "b" # the ford\n]]'), road('[["a", "b", "c" # the ford\n]]'));
  // Neither a quote in a comment nor an escaped one is the end of a text.
  assert.deepEqual(map.joinsOf(road('[["a", # the "old] mill\n  "b"], ["b", "c"]]'), "b", "c").map((way) => way.title), ["Road"]);
  assert.equal(off('[["a", # the "old] mill\n  "b"], ["b", "c"]]', "b", "c"), road('[["a", # the "old] mill\n  "b"]]'));
  assert.equal(off('[["a\\"]", "b"], ["b", "c"]]', "b", "c"), road('[["a\\"]", "b"]]'));
  assert.equal(off("[['a]\"', 'b'], ['b', 'c']]", "b", "c"), road("[['a]\"', 'b']]"));
  // Commas in comments separate nothing.
  assert.equal(off('[\n  ["a", "b"], # x,\n  ["b", "c"]]', "b", "c"), road('[\n  ["a", "b"], # x,\n  ]'));
  assert.equal(off('[\n  ["a", "b"] # x\n  , ["b", "c"]]', "a", "b"), road('[\n  ["b", "c"]]'));
  assert.equal(off('[\n  ["a", "b"], # x\n  ["b", "c"],\n]', "b", "c"), road('[\n  ["a", "b"], # x\n]'));
});

test("what is listed twice goes twice, and nothing behind it", () => {
  const red = '[unit.red]\nis = "line"\nat = "A1"\n';
  const listed = (...pairs) => `hexes = """\n. .\n"""\n\n[[side]]\nbetween = [${pairs.join(", ")}]\ntraits = ["river"]\n\n${red}`;
  const [pair, back, other] = ['["A1", "A2"]', '["A2", "A1"]', '["A2", "B1"]'];
  for (const pairs of [[pair, pair], [pair, back, pair]]) assert.equal(map.withoutJoin(listed(...pairs), "A1", "A2"), `hexes = """\n. .\n"""\n\n${red}`);
  for (const pairs of [[pair, other, pair], [other, pair, back], [back, pair, other]]) assert.equal(map.withoutJoin(listed(...pairs), "A1", "A2"), listed(other));
  // A road that comes back the way it went is nothing without that way.
  assert.equal(map.withoutJoin(listed('["A1", "A2", "A1"]'), "A1", "A2"), `hexes = """\n. .\n"""\n\n${red}`);
});

test("a further column of squares is below each other, however long the rows are", () => {
  const squares = (...rows) => `squares = """\n${rows.join("\n")}\n"""\n`;
  assert.equal(map.withColumn(squares(". . .", ". w", "  . x")), squares(". . . .", ". w   w", "  . x x"));
  // A hex is numbered along its row.
  assert.equal(map.withColumn('hexes = """\n. . .\n . w\n"""\n'), 'hexes = """\n. . . .\n . w w\n"""\n');
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
  const text = `layout = "pointy"\nhexes = """\n. . .\n . . .\n"""\n\n[legend]\n"." = {}\n\n[[side]]\nbetween = ["A1", "A2"]\ntraits = ["river"]\n`;
  const wall = { title: "wall", says: [["traits", '["wall"]']] };
  const both = map.withJoin(text, "side", wall, "A1", "A2");
  assert.deepEqual(map.joinsOf(both, "A2", "A1").map((way) => way.title), ["river", "wall"]);
  assert.equal(map.withoutJoin(both, "A1", "A2", wall), text);
  // A single pair becomes a list of pairs.
  const river = { title: "river", says: [["traits", '["river"]']] };
  assert.match(map.withJoin(text, "side", river, "A2", "B2"), /between = \[\["A1", "A2"\], \["A2", "B2"\]\]/);
  const high = map.withPlaceValue(text, "hex", "B2", "level", "2");
  assert.match(high, /"\." = \{\}\n\n\[hex\.B2\]\nlevel = 2\n\n\[\[side\]\]/);
  assert.equal(map.withPlaceValue(high, "hex", "B2", "level", null), text);
  // The row below has the shift of the one before the last, and a column is added on the right.
  assert.match(map.withRow(text), /\n\. \. \.\n \. \. \.\n\. \. \.\n"""/);
  assert.match(map.withColumn(text), /\n\. \. \. \.\n \. \. \. \.\n"""/);
});
