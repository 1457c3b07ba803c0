//! `docs/json.md` describes every document: commands are run, and what they print is compared with the tables of the page.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use sandtable::service::Service;
use sandtable::tools::cli::run_captured;
use sandtable::workspace::Workspace;
use sandtable::workspace::files::{BuiltIn, Layered, Memory, Starter};
use serde_json::{Value, json};

use super::{path, read};

/// Commands whose documents have, taken together, every field that there is. `TMP` is a folder of the test's own.
const COMMANDS: &[&str] = &[
    "check tests/cli/faulty/rules/bad-units",
    "check tests/cli/faulty/rules/rules-and-units",
    "odds tests/cli/faulty/rules/rules-and-units to-hit",
    "check TMP/look-ups.rules",
    "check TMP/lamp",
    "check TMP/lit --notes",
    "check TMP/dark",
    "test TMP/lamp",
    "odds pips penetration firer=nobody target=jeep",
    "check TMP/crowded.rules",
    "roll TMP/crowded.rules go",
    "coverage TMP/far",
    "test TMP/far --coverage",
    "list pips",
    "list hgs-house-rules --overrides",
    "odds TMP/overlap.rules needed",
    "list no-such-ruleset",
    "chekc",
    "new river-war --from hexes --in TMP",
    "new river-draft --from tests/draft/made/skirmish.md --in TMP",
    "new odd-draft --from tests/draft/made/chaos.md --in TMP",
    "compare tests/draft/made/skirmish.md tests/draft/made/skirmish-2.md --rules TMP/rules/river-draft",
    "compare tests/draft/made/skirmish-2.md tests/draft/made/skirmish.md",
    "compare TMP/fire.md TMP/fire-2.md --rules TMP/tied",
    "print pips --sheets charts -o TMP/sheets",
    "coverage tests/cli/covered/rules/sortie",
    "coverage hgs-base",
    "section tests/cli/covered/rules/sortie 2.3",
    "section tests/cli/covered/rules/sortie 4.3",
    "section tests/cli/covered/rules/sortie 6.2",
    "section tests/cli/covered/rules/sortie 2.1 --words",
    "section tests/cli/covered/rules/sortie 2.4 --words",
    "section hgs-house-rules hit-boxes-4 --words",
    "section hex-command-mechanized 5.3-1 --words",
    "section pips attack-4 --words",
    "export csv hgs-base",
    "export csv hgs-base -o TMP/units.csv",
    "test tests/cli/covered/rules/sortie --coverage",
    "test tests/cli/faulty/rules/failing-examples",
    "test hgs-house-rules --base",
    "test hgs-house-rules --for 0.001s",
    "check tests/cli/worked/rules/tables",
    "test TMP/rules/drill --accept",
    "roll tests/cli/sound/rules/oddments hit-place --seed 3",
    "roll tests/cli/sound/rules/oddments hit-place --dice 7",
    "roll tests/cli/covered/rules/sortie fire firer=ann target=bob range=10 --seed 3",
    "odds tests/cli/sound/rules/oddments hit-place",
    "odds tests/cli/odds/rules/range-day both",
    "odds tests/cli/odds/rules/assault assault attacker=reds defender=blues --policy first",
    "odds tests/cli/odds/rules/assault assault attacker=reds defender=blues --policy first --only defender.hits=1",
    "odds tests/cli/odds/rules/assault assault attacker=reds defender=blues --policy first --compare defender.low=1",
    "odds tests/cli/odds/rules/range-day volley firer=rifles target=scouts --track target.hits --given target.hits>=1",
    "odds tests/cli/odds/rules/range-day volley firer=rifles target=scouts --track target.hits --track firer.hits --sample 1000",
    "odds tests/cli/odds/rules/range-day volley firer=rifles target=scouts --float --given target.hits>=1",
    "odds tests/cli/odds/rules/range-day volley firer=rifles target=scouts --sample 1000 --given target.hits>=1",
    "odds tests/cli/odds/rules/range-day volley firer=rifles target=scouts --sample 100000000 --for 0.01s",
    "odds TMP/sighting.rules spotted range=3",
    "roll TMP/sighting.rules spotted range=3",
    "odds TMP/sighting.rules spotted range=3..5 --only 'spotted is seen'",
    "odds TMP/sighting.rules spotted range=3 --compare range=5",
    "odds hex-command-mechanized direct-fire firer=panther target=sherman range=7 cover=1",
    "odds tests/cli/odds/rules/range-day volley firer=rifles target=scouts --track target.hits --compare cover=1",
    "odds tests/cli/odds/rules/range-day volley firer=rifles target=scouts --given target.hits>=1 --sample 1000 --compare cover=1",
    "odds tests/cli/odds/rules/range-day volley firer=rifles target=scouts --sample 100000000 --for 0.01s --compare cover=1",
    "odds tests/cli/odds/rules/range-day shot firer=rifles cover=0..3 --only 'shot is hit' --given 'shot is hit' --compare option=steady",
    "odds tests/cli/odds/rules/range-day volley firer=rifles target=scouts cover=0..1 --track target.hits --given target.hits>=1 --sample 1000 --compare option=steady",
    "odds tests/cli/odds/rules/range-day volley firer=rifles target=scouts cover=0..3 --only target.hits>=1 --sample 100000000 --for 0.001s --compare option=steady",
    "odds tests/cli/covered/rules/sortie fire firer=ann target=bob range=10,40 --only 'target.wounds = 2'",
    "odds pips penetration firer=tank,jeep weapon=* target=jeep --only 'penetration is penetrated'",
    "odds tests/cli/odds/rules/assault assault attacker=reds defender=blues --best attacker --by defender.hits>=1 --against --decisions 2",
    "odds TMP/sighting.rules spotted range=3 --best all --by 'spotted is seen'",
    "sample hellion/crossroads --n 100000000 --for 0.2s --track game.turn --time",
    "report hex-command-mechanized/meeting --games 24 --time --skill 0",
    "report stargrunt-digest/ambush --games 12",
    "report pips/outpost --games 10000000 --for 0.2s --no-worth",
    "report tests/players/trick/hand.toml --games 1",
    "report tests/players/fray/fray.toml --games 1",
    "report tests/players/race/sprint.toml --games 60 --skill 2",
    "report tests/players/race/race.toml --games 60",
    "report tests/players/hill/hill.toml --games 6 --no-worth --side ann=search:60",
    "report tests/players/gate/misty.toml --games 60 --no-worth --given 'winner is blue' --by garrison.tired --compare option=mist=off",
    "sample tests/players/gate/gate.toml --games 60 --given 'winner is blue' --by garrison.tired",
    "sample tests/players/halt/halt.toml --games 20",
    "sample tests/players/toll/toll.toml --games 20 --track red.fame",
    "sample tests/players/fray/fray.toml --games 60",
    "sample tests/players/gate/gate.toml --games 60 --compare option=mist --track garrison.tired --time",
    "sample tests/players/gate/gate.toml --games 9 --given 'winner is blue' --compare garrison.men=12",
    "tune tests/players/gate/gate.toml --vary garrison.men=5..6 --for 'winner is blue = 50 %' --side blue=search:0.01s --games 20",
    "sample tests/players/race/race.toml --games 100000000 --for 0.2s --compare ann=random",
    "tune tests/players/gate/gate.toml --vary garrison.men=11..13 --for 'winner is blue = 50 %' --track garrison.tired --track 'winner is red' --time",
    "sweep plan tests/players/gate/gate.toml --vary option.mist --set garrison.men=5 --games 40 --shards 3 --track garrison.tired --side blue=random -o TMP/plan.json",
    "sweep run TMP/plan.json --shard 0..1 --out TMP/shards",
    "sweep run TMP/plan.json --shard 1..2 --out TMP/shards",
    "sweep plan tests/players/gate/gate.toml --games 40 --shards 2 --seed 9 -o TMP/other.json",
    "sweep status TMP/other.json --out TMP/shards",
    "sweep status TMP/plan.json --out TMP/shards",
    "sweep merge TMP/plan.json --out TMP/shards --partial",
    "play hellion/crossroads --seed 4 --quiet",
    "play hellion/crossroads --seed 4 --quiet --view patrol",
    "play hellion/crossroads --script TMP/script.txt --quiet",
    "fmt tests/cli/drafts/untidy.md --check",
    "explain",
    "explain E0203",
];

/// Requests to the service whose documents have, taken together, every field that there is.
const REQUESTS: &[(&str, &str)] = &[
    ("sandtable/workspace", "{}"),
    (
        "sandtable/manuscript",
        r##"{"name": "a.md", "text": "# Fire\n\n| d6 | Result |\n| --- | --- |\n| 1-3 | miss |\n| 4-6 | hit |\n\n# More\n\n| a |\n| --- |\n| b |\n"}"##,
    ),
    (
        "sandtable/manuscript",
        r##"{"name": "a.csv", "base64": "YSxiCg=="}"##,
    ),
    (
        "sandtable/declaration",
        r##"{"name": "a.md", "text": "# Units\n\n| Unit | Attack | Move |\n| --- | --- | --- |\n| Guard | 6 | 4 |\n| Rifles | 4 | all |\n", "table": 1}"##,
    ),
    (
        "sandtable/declaration",
        r##"{"name": "a.md", "text": "# Fire\n\n| d6 | Result |\n| --- | --- |\n| 1-3 | miss |\n| 4-6 | hit |\n", "table": 1}"##,
    ),
    ("sandtable/starter", r#"{"name": "storm", "from": "solo"}"#),
    (
        "sandtable/print",
        r#"{"ruleset": "pips", "sheets": "reference", "paper": "letter"}"#,
    ),
    (
        "sandtable/print",
        r#"{"ruleset": "hgs-base", "sheets": "map"}"#,
    ),
    ("sandtable/form", r#"{"ruleset": "hgs-base"}"#),
    (
        "sandtable/form",
        r#"{"ruleset": "hex-command-mechanized", "ask": "direct-fire", "given": [["firer", "panther"]]}"#,
    ),
    ("sandtable/form", r#"{"ruleset": "dusk", "ask": "pass"}"#),
    (
        "sandtable/roll",
        r#"{"ruleset": "solo", "ask": "act", "given": [["keeper", "bram"]], "choices": ["rest", "rest"]}"#,
    ),
    (
        "sandtable/roll",
        r#"{"ruleset": "solo", "ask": "act", "given": [["keeper", "bram"]], "seed": 3, "why": true}"#,
    ),
    (
        "sandtable/game",
        r#"{"scenario": "skirmish/quay", "seed": 3, "answer": "nonsense", "why": true, "sides": [["kites", "person"]]}"#,
    ),
    (
        "sandtable/game",
        r#"{"scenario": "dusk/last", "seed": 1, "sides": [["blue", "person"]]}"#,
    ),
    (
        "sandtable/game",
        r#"{"scenario": "dusk/last", "journal": "sandtable journal 1\nscenario dusk/last\nmark 0\nseed 1\njudged light: 2\n", "people": [0], "sides": [["blue", "person"]], "answer": "one"}"#,
    ),
    (
        "sandtable/game",
        r#"{"scenario": "stargrunt-digest/ambush", "sides": [["platoon", "person"], ["militia", "person"]]}"#,
    ),
    ("sandtable/game", r#"{"scenario": "areas/lake", "seed": 1}"#),
    (
        "sandtable/game",
        r#"{"scenario": "hexes/fords", "seed": 1}"#,
    ),
    ("sandtable/accept", r#"{"ruleset": "sums"}"#),
    (
        "sandtable/grids",
        r#"{"textDocument": {"uri": "sandtable-built-in:///rules/hgs-base/base.rules"}}"#,
    ),
    (
        "sandtable/editGrid",
        r#"{"textDocument": {"uri": "sandtable-built-in:///rules/hgs-base/base.rules"}, "sort": "modifiers", "name": "unit-roll", "edits": [{"what": "insert", "row": 1, "cells": ["+1", "", "", "lucky", ""]}]}"#,
    ),
    ("sandtable/declarations", r#"{"ruleset": "hgs-base"}"#),
    ("sandtable/declarations", r#"{"ruleset": "pips"}"#),
    (
        "sandtable/declarations",
        r#"{"ruleset": "hex-command-mechanized"}"#,
    ),
    (
        "sandtable/insert",
        r##"{"ruleset": "sums", "title": "Another", "texts": [{"path": "rules/a/a.rules", "text": "ruleset a \"A\"\n\nroll shot \"A shot\" -> in, out\n  in  when d6 >= 5\n  out otherwise\n"}]}"##,
    ),
    (
        "sandtable/toml",
        r#"{"textDocument": {"uri": "units/dusk/maps/field.toml"}}"#,
    ),
    (
        "sandtable/editToml",
        r#"{"textDocument": {"uri": "sandtable-built-in:///units/new.toml"}, "edits": [{"what": "set", "path": ["tank", "panther", "armour"], "value": 4}]}"#,
    ),
    ("sandtable/game", r#"{"scenario": "solo/storm", "seed": 1}"#),
    (
        "sandtable/reportInWords",
        r#"{"scenario": "hellion/crossroads", "games": 40}"#,
    ),
    (
        "sandtable/game",
        r#"{"scenario": "solo/storm", "journal": "sandtable journal 1\nscenario solo/storm\nmark 0\nseed 2\ndie d6: 9\n"}"#,
    ),
];

/// A game on a map with a named hex, in which a player says how light it is.
const DUSK: &[(&str, &str)] = &[
    ("rules/dusk/dusk.rules", include_str!("dusk/dusk.rules")),
    ("rules/dusk/pass.rules", include_str!("dusk/pass.rules")),
    ("units/dusk/units.toml", include_str!("dusk/units.toml")),
    (
        "units/dusk/maps/field.toml",
        include_str!("dusk/field.toml"),
    ),
    (
        "units/dusk/scenarios/last.toml",
        include_str!("dusk/last.toml"),
    ),
    ("rules/sums/sums.rules", SUMS),
];

/// An example with another result, and one with a die that is never rolled.
const SUMS: &str = "\
ruleset sums \"Sums\"

roll shot \"A shot\" -> hit, miss
  hit  when d6 >= 4
  miss otherwise

example \"Three misses\"
  run     shot
  dice    3
  expect  shot is hit

example \"One die too many\"
  run     shot
  dice    3, 4
  expect  shot is miss
";

/// Findings with a case that shows them: a warning, a note, and a warning that is allowed.
const LOOK_UPS: &str = "\
ruleset look-ups \"Look-ups\"

table speed \"Speed\" (load: 0..20) -> 0..6 [3]
  load | speed
  0-4  | 4
  5-9  | 4
  10+  | 2

table needed \"Needed to hit\" (range: 0..20 hexes, class: A or B) -> 2..6 [18]
  range | A | B
  0-3   | 3 | 3
  10+   | 6 | 6
  4-9   | 4 | 4

# allow key-never-matters: the book prints both classes
table spotting \"Spotting\" (range: 0..12 hexes, class: A or B) -> 2..6 [19]
  range | A | B
  0-5   | 3 | 3
  6+    | 5 | 5
";

/// An error of a rule that cites a section.
const OVERLAP: &str = "\
ruleset overlap \"Overlap\"

table needed \"Needed to hit\" (range: 0..20 hexes) -> 2..6 [18]
  range | needed
  0-3   | 3
  3-9   | 4
  10+   | 6
";

/// Facts with defaults, one of them beside another distance.
const SIGHTING: &str = "\
ruleset sighting \"Sighting\"

fact range \"Range\": 0..20 hexes
fact away \"Distance from the road\": 0..20 hexes, default 0
fact sun \"In the sun\": yes or no, default no

roll spotted \"Spotted\" -> seen, unseen
  seen when sun
  seen when range + away <= 2 + d6
  unseen otherwise
";

/// More findings than are kept.
fn crowded() -> String {
    let names = (0..501).map(|at| format!("  report unknown-{at}\n"));
    format!(
        "ruleset crowded \"Crowded\"\n\naction go\n{}",
        names.collect::<String>()
    )
}

/// Rules with a number that the index ties to a sentence of a manuscript.
const TIED: &str = "\
ruleset tied \"Tied\"
  index \"index.toml\"

fact cover \"Target in cover\": yes or no, default no

modifiers fire-modifiers \"Modifiers\" [2]
  -2 if cover \"Target in cover\"
";

const TIED_INDEX: &str = "\
[[rule]]
id = \"2\"
title = \"Fire\"

[numbers]
\"2: subtract 2 for cover\" = \"fire-modifiers: Target in cover\"
";

/// Odds with more states than are followed to find out what they test.
const FAR: &str = "\
ruleset far \"Far\"
  index \"index.toml\"

action march \"March\" -> 0..100000 [1]
  a = d30
  b = d30
  c = d30
  result a * 900 + b * 30 + c

example \"March\"
  run   march
  odds  march = 931: 1/27000
";

const FAR_INDEX: &str = "\
[[rule]]
id = \"1\"
title = \"March\"
section = \"1\"
";

/// Helps that name a command: of what is allowed; without the allowance of a note, with the name of no rule of a finding.
const LAMP: &str = "\
# allow uncited-rule: it is written later
ruleset lamp \"Lamp\"
  index \"index.toml\"

roll light \"A light\" -> on, off [1]
  on  when d6 >= 4
  off otherwise

roll oil \"Oil\" -> some, none-left [2]
  some      when d6 >= 4
  none-left otherwise

example \"A light\"
  run   light
  odds  light is on: ?
";

const LAMP_INDEX: &str = "\
[[rule]]
id = \"1\"
title = \"Light\"
section = \"1\"

[[rule]]
id = \"2\"
title = \"Oil\"
section = \"2\"

[[rule]]
id = \"3\"
title = \"Wind\"
section = \"3\"
";

/// A field as it was printed.
#[derive(Debug, Default)]
struct Printed {
    types: BTreeSet<&'static str>,
    /// Number of times.
    n: usize,
}

/// A field as the page describes it.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Described {
    types: BTreeSet<String>,
    is_optional: bool,
    /// A record with the fields of another path: `record as cells[]`.
    same_as: Option<String>,
}

impl Described {
    /// Whether a field may be printed so, and every type but `null` is printed.
    fn allows(&self, printed: &Self) -> bool {
        let mut not_printed = self.types.difference(&printed.types);
        printed.types.is_subset(&self.types)
            && not_printed.all(|ty| ty == "null")
            && (self.is_optional || !printed.is_optional)
    }
}

/// Whether a record is a `Location` of the Language Server Protocol.
fn is_place(value: &Value) -> bool {
    value.get("uri").is_some() && value.pointer("/range/start/line").is_some()
}

/// Whether a record is a document of its own.
fn is_document(value: &Value) -> bool {
    value.get("schema").is_some()
}

/// The documents of one schema, taken together: fields by their paths, and how many records there are at a path.
#[derive(Debug, Default)]
struct Shape {
    fields: BTreeMap<String, Printed>,
    records: BTreeMap<String, usize>,
}

impl Shape {
    /// Adds a value at a path; `described` says where keys are not names of fields.
    fn add(&mut self, path: &str, value: &Value, described: &BTreeMap<String, Described>) {
        let field = self.fields.entry(path.to_owned()).or_default();
        field.n += 1;
        let is_any = |field: &Described| field.types.contains("any");
        if described.get(path).is_some_and(is_any) {
            field.types.insert("any");
            return;
        }
        field.types.insert(match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "list",
            Value::Object(_) if is_place(value) => "place",
            Value::Object(_) if is_document(value) && !path.is_empty() => "document",
            Value::Object(_) => "record",
        });
        match value {
            // Described where they belong.
            Value::Object(_) if is_place(value) => {}
            Value::Object(_) if is_document(value) && !path.is_empty() => {}
            Value::Array(values) => {
                for value in values {
                    self.add(&format!("{path}[]"), value, described);
                }
            }
            Value::Object(fields) => {
                let same_as = described
                    .get(path)
                    .and_then(|field| field.same_as.as_deref());
                let path = same_as.unwrap_or(path);
                *self.records.entry(path.to_owned()).or_default() += 1;
                let below = |name: &str| match path {
                    "" => name.to_owned(),
                    path => format!("{path}.{name}"),
                };
                for (name, value) in fields {
                    let any = below("*");
                    let exact = below(name);
                    let is_any = described.contains_key(&any) && !described.contains_key(&exact);
                    self.add(if is_any { &any } else { &exact }, value, described);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// The fields as a page should describe them.
    fn described(&self) -> BTreeMap<String, Described> {
        let parent = |path: &str| match path.rsplit_once('.') {
            Some((parent, _)) => parent.to_owned(),
            None => String::new(),
        };
        let fields = self.fields.iter().filter(|(path, _)| !path.is_empty());
        fields
            .map(|(path, printed)| {
                let n_parents = self.records.get(&parent(path)).copied().unwrap_or(0);
                let is_item = path.ends_with("[]") || path.ends_with('*');
                let described = Described {
                    types: printed.types.iter().map(|ty| (*ty).to_owned()).collect(),
                    is_optional: !is_item && printed.n < n_parents,
                    same_as: None,
                };
                (path.clone(), described)
            })
            .collect()
    }
}

/// The tables of the page: for each schema its fields.
fn described(page: &str) -> BTreeMap<String, BTreeMap<String, Described>> {
    let mut schemas: BTreeMap<String, BTreeMap<String, Described>> = BTreeMap::new();
    let mut schema = String::new();
    for line in page.lines() {
        if let Some(name) = line.strip_prefix("## `") {
            name.split('`').next().unwrap().clone_into(&mut schema);
            schemas.entry(schema.clone()).or_default();
        } else if line.starts_with("## ") {
            schema.clear();
        }
        let row = line.strip_prefix("| `").filter(|_| !schema.is_empty());
        let Some(row) = row else {
            continue;
        };
        let cells: Vec<&str> = row.split(" | ").collect();
        let [path, types, meaning] = cells.as_slice() else {
            panic!("a row has {} cells: {line}", cells.len());
        };
        assert!(meaning.trim_end_matches(" |").len() > 1, "{line}");
        let path = path.trim_end_matches('`');
        let fields = schemas.get_mut(&schema).unwrap();
        let (types, is_optional) = match types.strip_suffix(", optional") {
            Some(types) => (types, true),
            None => (*types, false),
        };
        let mut described = Described {
            is_optional,
            ..Described::default()
        };
        for ty in types.split(" or ") {
            if let Some(items) = ty.strip_prefix("list of ") {
                let item = Described {
                    types: [items.trim_end_matches('s').to_owned()].into(),
                    ..Described::default()
                };
                let before = fields.insert(format!("{path}[]"), item);
                assert!(before.is_none(), "`{path}` of {schema} stands there twice");
            }
            let (ty, same_as) = match ty.split_once(" as ") {
                Some((ty, path)) => (ty, Some(path.trim_matches('`').to_owned())),
                None => (ty.split(" of ").next().unwrap(), None),
            };
            described.types.insert(ty.to_owned());
            described.same_as = described.same_as.or(same_as);
        }
        let before = fields.insert(path.to_owned(), described);
        assert!(before.is_none(), "`{path}` of {schema} stands there twice");
    }
    schemas
}

/// Every document of all commands, by its schema.
fn documents() -> Vec<(String, Value)> {
    let folder = std::env::temp_dir().join(format!("sandtable-schemas-{}", std::process::id()));
    copy(&path("tests/cli/accepting"), &folder);
    fs::write(folder.join("look-ups.rules"), LOOK_UPS).unwrap();
    fs::write(folder.join("overlap.rules"), OVERLAP).unwrap();
    fs::write(folder.join("sighting.rules"), SIGHTING).unwrap();
    fs::write(folder.join("crowded.rules"), crowded()).unwrap();
    fs::create_dir_all(folder.join("tied")).unwrap();
    fs::write(folder.join("tied/tied.rules"), TIED).unwrap();
    fs::write(folder.join("tied/index.toml"), TIED_INDEX).unwrap();
    fs::write(
        folder.join("fire.md"),
        "# 2 Fire\n\nRoll, and subtract 2 for cover.\n",
    )
    .unwrap();
    fs::write(
        folder.join("fire-2.md"),
        "# 2 Fire\n\nRoll, and subtract 3 for cover.\n",
    )
    .unwrap();
    fs::create_dir_all(folder.join("far")).unwrap();
    fs::write(folder.join("far/far.rules"), FAR).unwrap();
    fs::write(folder.join("far/index.toml"), FAR_INDEX).unwrap();
    for (name, text) in [
        ("lamp", LAMP.to_owned()),
        (
            "lit",
            LAMP.replace("# allow uncited-rule: it is written later\n", ""),
        ),
        ("dark", LAMP.replace("run   light", "run   dark")),
    ] {
        fs::create_dir_all(folder.join(name)).unwrap();
        fs::write(folder.join(format!("{name}/{name}.rules")), text).unwrap();
        fs::write(folder.join(format!("{name}/index.toml")), LAMP_INDEX).unwrap();
    }
    fs::write(folder.join("script.txt"), "# Nobody says anything.\n").unwrap();
    let mut documents = Vec::new();
    for command in COMMANDS {
        let place = folder.to_str().unwrap();
        let words = words(command).into_iter();
        let words = words.map(|word| word.replace("TMP", place));
        let all = ["sandtable".to_owned()].into_iter().chain(words);
        let all = all.chain(["--format", "json"].map(str::to_owned));
        let (_, printed) = run_captured(all.map(OsString::from));
        for text in [&printed.out, &printed.err] {
            let before = documents.len();
            for document in serde_json::Deserializer::from_str(text).into_iter() {
                let document: Value =
                    document.unwrap_or_else(|error| panic!("{command}: {error}: {text}"));
                let schema = document["schema"].as_str().unwrap().to_owned();
                documents.push((schema, document));
            }
            assert!(documents.len() > before || text.is_empty(), "{command}");
        }
        assert!(
            !printed.out.is_empty() || !printed.err.is_empty(),
            "{command}"
        );
    }
    let shard = fs::read_to_string(folder.join("shards/shard-00000.json")).unwrap();
    let shard: Value = serde_json::from_str(&shard).unwrap();
    documents.push((shard["schema"].as_str().unwrap().to_owned(), shard));
    // What is left in the folder for temporary files does no harm.
    let _ = fs::remove_dir_all(&folder);
    documents.extend(answered());
    documents
}

/// The documents that the service answers with.
fn answered() -> Vec<(String, Value)> {
    let starters = Starter::all();
    let texts = starters.iter().flat_map(|starter| &starter.files);
    let texts: Memory = texts.chain(DUSK).copied().collect();
    let files = Layered::new(texts, BuiltIn);
    let mut service = Service::new(Workspace::new(files));
    let mut answer = |method: &str, params: &str| -> Value {
        let params: Value = serde_json::from_str(params).unwrap();
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let mut answers = service.handle(&message);
        answers.remove(0)["result"].take()
    };
    answer(
        "initialize",
        r#"{"processId": null, "rootUri": null, "capabilities": {}}"#,
    );
    let documents = REQUESTS.iter().map(|(method, params)| {
        let document = answer(method, params);
        let schema = document["schema"].as_str();
        (
            schema
                .unwrap_or_else(|| panic!("{method} {params}"))
                .to_owned(),
            document,
        )
    });
    documents.collect()
}

/// The words of a command; those in quotation marks are one.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    let words = parts.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

/// Copies the files of a folder and of those in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let from = entry.unwrap().path();
        let to = to.join(from.file_name().unwrap());
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).unwrap();
        }
    }
}

#[test]
fn every_command_is_run() {
    let (_, help) = run_captured(["sandtable", "--help"].map(OsString::from));
    let names = help.out.split("Commands:\n").nth(1).unwrap();
    let names = names.lines().take_while(|line| !line.is_empty());
    for name in names.map(|line| line.split_whitespace().next().unwrap()) {
        // Those whose output is for shells and editors.
        let is_run = COMMANDS.iter().any(|command| command.starts_with(name));
        let is_apart = ["completions", "lsp", "man", "studio"].contains(&name);
        assert!(is_run || is_apart, "`{name}` is not run");
    }
}

#[test]
fn every_field_is_described_as_it_is_printed() {
    let page = described(&read("docs/json.md"));
    let none = BTreeMap::new();
    let mut shapes: BTreeMap<String, Shape> = BTreeMap::new();
    for (schema, document) in documents() {
        let described = page.get(&schema).unwrap_or(&none);
        shapes
            .entry(schema)
            .or_default()
            .add("", &document, described);
    }
    let mut wrong = Vec::new();
    for (schema, shape) in &shapes {
        let printed = shape.described();
        let described = page.get(schema).unwrap_or(&none);
        for (path, field) in &printed {
            if !described.get(path).is_some_and(|known| known.allows(field)) {
                wrong.push(format!(
                    "{schema} prints `{path}` as {}, {}",
                    row(field),
                    match described.get(path) {
                        Some(field) => format!("the page says {}", row(field)),
                        None => "the page does not have it".to_owned(),
                    }
                ));
            }
        }
        for path in described.keys().filter(|path| !printed.contains_key(*path)) {
            wrong.push(format!("{schema} never prints `{path}`"));
        }
    }
    for schema in page.keys().filter(|schema| !shapes.contains_key(*schema)) {
        wrong.push(format!("{schema} is never printed"));
    }
    assert!(wrong.is_empty(), "docs/json.md:\n{}", wrong.join("\n"));
}

/// A field as its row has it.
fn row(field: &Described) -> String {
    let types: Vec<&str> = field.types.iter().map(String::as_str).collect();
    let optional = if field.is_optional { ", optional" } else { "" };
    format!("{}{optional}", types.join(" or "))
}
