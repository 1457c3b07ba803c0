//! Methods of our own that the studio asks: forms, resolutions, games. Fields and outcomes are worked out by hand.

use serde_json::{Value, json};

use super::Client;

const RULES: &str = "\
ruleset ford \"The ford\"

kind side \"Side\"

kind man \"Man\"
  skill  1..6
  track wounds: 0..3 \"Wounds\"
  track tired: yes or no

fact range \"Range\" [2.1]: 0..20 hexes
fact dark \"In the dark\": yes or no, default no
fact rain \"Rain\": dry or wet, default dry

option grim \"Grim\" [9]: off

formula needed \"Needed\" (man) -> 2..7
  result 3 + man.wounds if dark otherwise 3

roll shot \"A shot\" (man, target: man) -> hit, miss [3.1]
  hit when d6 >= needed(man) and range <= 10
  miss otherwise

action shoot \"Shoots\" (man, target: man) [3.2]
  if shot(man, target) is hit: add 1 to target.wounds

sequence duel \"A duel\"
  each man:
    choose foe: man where foe.side is not man.side by man.side \"whom\"
    shoot(man, foe)
";

const UNITS: &str = "[man.ann]\nname = \"Ann\"\nskill = 3\n[man.bob]\nname = \"Bob\"\nskill = 2\n";

const SCENARIO: &str = "\
name = \"High noon\"
rules = \"ford\"
play = \"duel\"

[facts]
range = 5

[side.blue]
name = \"Blue\"

[side.red]
name = \"Red\"

[unit.ann]
is = \"ann\"
side = \"blue\"

[unit.bob]
is = \"bob\"
side = \"red\"

[unit.bill]
is = \"bob\"
name = \"Bill\"
side = \"red\"
";

fn client() -> Client {
    Client::new(&[
        ("rules/ford/ford.rules", RULES),
        ("units/ford/men.toml", UNITS),
        ("units/ford/scenarios/noon.toml", SCENARIO),
    ])
}

/// The keys of the fields with their roles, types and defaults.
fn fields(form: &Value) -> Vec<String> {
    let fields = form["fields"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let row = |field: &Value| {
        let parts = ["key", "role", "kind", "default"].map(|part| text(&field[part]));
        parts.join(" ")
    };
    fields.map(row).collect()
}

/// `shoot` calls `shot`, which reads `range` and, by way of `needed`, `dark` and wounds; nothing reads `rain` or `tired`.
#[test]
fn a_form_has_what_a_rule_may_read() {
    let mut client = client();
    let asked = json!({ "ruleset": "ford", "ask": "shoot", "given": [["man", "ann"]] });
    let form = client.ask("sandtable/form", asked);
    assert_eq!(
        fields(&form),
        [
            "man parameter unit -",
            "target parameter unit -",
            "range fact number -",
            "dark fact yes-no no",
            "man.wounds track number 0",
        ]
    );
    let range = &form["fields"][2];
    assert_eq!(
        (&range["from"], &range["to"], &range["measure"]),
        (&json!(0), &json!(20), &json!("hexes"))
    );
    assert_eq!(range["sections"], json!(["2.1"]));
    let units = form["fields"][0]["values"].as_array().unwrap();
    let names: Vec<&Value> = units.iter().map(|unit| &unit["title"]).collect();
    assert_eq!(names, ["Ann", "Bob"]);
    let shot = form["asks"]
        .as_array()
        .unwrap()
        .iter()
        .find(|ask| ask["name"] == "shot");
    // The line of `roll shot`, from 0.
    assert_eq!(shot.unwrap()["place"]["range"]["start"]["line"], 18);
    assert_eq!(form["options"][0]["values"], json!(["off", "on"]));
}

const EXAMPLES: &str = "\
example \"Wounded in the dark\"
  given  man = ann, target = bob, range = 3, dark = yes, man.wounds = 1
  run    shoot
  dice   4
  expect target.wounds = 1

example \"Too far\"
  given  man = bob, target = ann, range = 12
  run    shoot
  odds   target.wounds = 1: 0/1

example \"Somebody watches\"
  units  oak = ann of second
  given  man = bob, target = ann, range = 4
  run    shoot
  odds   target.wounds = 1: 2/3

example \"A volley\"
  units  oak = bob of second, elm = bob
  given  target = ann
  run    volley
  dice   6, 1
  expect target.wounds = 1
";

const VOLLEY: &str = "\
action volley \"A volley\" (target: man) [3.3]
  each man where man.side is not target.side: if d6 = 6: add 1 to target.wounds
";

fn with_examples() -> Client {
    Client::new(&[
        ("rules/ford/ford.rules", RULES),
        ("rules/ford/volley.rules", VOLLEY),
        ("rules/ford/examples.rules", EXAMPLES),
        ("units/ford/men.toml", UNITS),
    ])
}

/// Of the three that run `shoot`, one gives more, one is certain.
#[test]
fn a_form_begins_with_the_simplest_example() {
    let mut client = with_examples();
    let form = client.ask(
        "sandtable/form",
        json!({ "ruleset": "ford", "ask": "shoot" }),
    );
    let pair = |key: &str, value: &str| json!({ "key": key, "value": value });
    let given = [
        pair("man", "bob"),
        pair("target", "ann"),
        pair("range", "4"),
    ];
    let simplest =
        json!({ "title": "Somebody watches", "given": given, "units": ["oak=ann of second"] });
    assert_eq!(form["example"], simplest);
    let form = client.ask(
        "sandtable/form",
        json!({ "ruleset": "ford", "ask": "shot" }),
    );
    assert_eq!(form["example"], Value::Null);
    let values = |key: &str| {
        let rows = form[key].as_array().unwrap().iter();
        let values = rows.map(|row| row["value"].as_str().unwrap().to_owned());
        values.collect::<Vec<_>>()
    };
    assert_eq!(values("units"), ["ann", "bob"]);
    assert_eq!(values("sides"), ["first", "second"]);
}

/// Ann is of the first side, as the parameter that is named first; with two of the second, each hits on a 6: none hits in 25 of 36.
#[test]
fn further_units_take_part() {
    let mut client = with_examples();
    let mut outcomes = |units: &[&str]| {
        let given = [["target", "ann"]];
        let asked = json!({ "ruleset": "ford", "ask": "volley", "given": given, "units": units });
        let odds = client.ask("sandtable/odds", asked);
        let rows = odds["outcomes"].as_array().unwrap().iter();
        let chances = rows.map(|row| row["chance"].as_str().unwrap().to_owned());
        chances.collect::<Vec<_>>()
    };
    assert_eq!(
        outcomes(&["oak=bob of second", "elm=bob"]),
        ["25/36", "5/18", "1/36"]
    );
    assert_eq!(outcomes(&["oak=bob of first", "elm=bob"]), ["5/6", "1/6"]);
    let asked = json!({
        "ruleset": "ford", "ask": "volley", "given": [["target", "ann"]], "units": ["oak=bob", "elm=bob"], "dice": ["6", "6"],
    });
    let roll = client.ask("sandtable/roll", asked);
    assert_eq!(roll["values"]["target.wounds"], 2);
    let refused = client.request(
        "sandtable/odds",
        json!({ "ruleset": "ford", "ask": "volley", "given": [["target", "ann"]], "units": ["two bobs"] }),
    );
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(
        message.starts_with("`two bobs` is not a further unit"),
        "{message}"
    );
}

/// A 3 is needed and rolled; the shot stands in line 19, from 0.
#[test]
fn a_resolution_says_where_its_steps_are() {
    let mut client = client();
    let given = [["man", "ann"], ["target", "bob"], ["range", "10"]];
    let asked = json!({ "ruleset": "ford", "ask": "shoot", "given": given, "dice": ["3"] });
    let roll = client.ask("sandtable/roll", asked);
    assert_eq!(roll["values"]["target.wounds"], 1);
    let faces = ["1", "2", "3", "4", "5", "6"];
    assert_eq!(
        roll["dice"],
        json!([{ "die": "d6", "face": "3", "faces": faces }])
    );
    assert_eq!(roll.get("trouble"), Some(&Value::Null));
    let steps = roll["steps"].as_array().unwrap();
    let line = |step: &Value| step["place"]["range"]["start"]["line"].as_u64();
    let die = steps.iter().find(|step| step["text"] == "d6 shows 3");
    assert_eq!(line(die.unwrap()), Some(19));
    let asked = json!({ "ruleset": "ford", "ask": "shoot", "given": given, "dice": ["3", "4"] });
    let roll = client.ask("sandtable/roll", asked);
    assert_eq!(roll["trouble"]["schema"], "sandtable/findings/1");
}

const RAID: &str = "\
ruleset raid \"A raid\"

kind side \"Side\"

kind man \"Man\"
  track wounds: 0..9 \"Wounds\"

action push (man)
  choose force: gentle or hard by man.side \"how hard\"
  if force is hard and d6 >= 4: add d4 to man.wounds
";

/// A 5 leads to a further die, a 2 does not; a gentle push rolls none.
#[test]
fn a_resolution_goes_on_by_its_seed() {
    let mut client = Client::new(&[
        ("rules/raid/raid.rules", RAID),
        ("units/raid/men.toml", "[man.ann]\nname = \"Ann\"\n"),
    ]);
    let mut roll = |more: Value| {
        let mut asked = json!({ "ruleset": "raid", "ask": "push", "given": [["man", "ann"]] });
        let fields = more.as_object().unwrap().clone();
        asked.as_object_mut().unwrap().extend(fields);
        client.ask("sandtable/roll", asked)
    };
    let stopped = roll(json!({ "dice": ["5"], "choices": ["hard"] }));
    assert_eq!(stopped["trouble"]["findings"][0]["code"], "E0507");
    let gone_on = roll(json!({ "dice": ["5"], "choices": ["hard"], "seed": 7 }));
    assert_eq!(gone_on["trouble"], Value::Null);
    let further = &gone_on["dice"][1];
    assert_eq!(
        (&further["die"], &further["faces"]),
        (&json!("d4"), &json!(["1", "2", "3", "4"]))
    );
    let wounds = gone_on["values"]["man.wounds"].as_i64().unwrap();
    assert_eq!(further["face"], wounds.to_string());
    assert_eq!(gone_on["seed"], 7);
    let decision = json!({ "title": "how hard", "answer": "hard", "options": ["gentle", "hard"] });
    assert_eq!(gone_on["decisions"], json!([decision]));
    assert_eq!(gone_on["choices"], json!(["hard"]));
    // With the first die given or not, the second is the same.
    let mut compared = 0;
    for seed in 0..30 {
        let rolled = roll(json!({ "choices": ["hard"], "seed": seed }));
        if rolled["dice"].as_array().unwrap().len() == 2 {
            let given = roll(json!({ "dice": ["4"], "choices": ["hard"], "seed": seed }));
            assert_eq!(given["dice"][1], rolled["dice"][1]);
            compared += 1;
        }
    }
    assert!(compared > 0);
    let short = roll(json!({ "dice": ["2"], "choices": ["hard"], "seed": 7 }));
    assert_eq!(short["dice"].as_array().unwrap().len(), 1);
    assert_eq!(short["seed"], Value::Null);
    // Chance makes the choice that is not given.
    let chosen = roll(json!({ "seed": 3 }));
    assert_eq!(chosen["decisions"][0]["options"], json!(["gentle", "hard"]));
    let left = roll(json!({ "dice": ["5"], "choices": ["gentle"], "seed": 7 }));
    assert_eq!(left["trouble"]["findings"][0]["code"], "E0517");
}

/// Ann has two foes, Bill and Bob one each, which is no question.
#[test]
fn a_game_goes_on_by_its_journal_and_back() {
    let mut client = client();
    let sides = json!([["blue", "person"], ["red", "person"]]);
    let begun = client.ask(
        "sandtable/game",
        json!({ "scenario": "ford/noon", "seed": 5, "sides": sides }),
    );
    let question = &begun["next"]["question"];
    assert_eq!(
        (&question["by"], &question["title"]),
        (&json!("Blue"), &json!("whom"))
    );
    assert_eq!(question["answers"], json!(["bob", "bill"]));
    let on = |game: &Value, more: Value| {
        let mut asked = json!({
            "scenario": "ford/noon",
            "sides": sides,
            "journal": game["journal"],
            "people": game["people"],
        });
        let fields = more.as_object().unwrap().clone();
        asked.as_object_mut().unwrap().extend(fields);
        asked
    };
    let refused = client.ask("sandtable/game", on(&begun, json!({ "answer": "ann" })));
    assert!(refused["rejected"].is_array(), "{refused}");
    assert_eq!(refused["next"], begun["next"]);
    let over = client.ask("sandtable/game", on(&refused, json!({ "answer": "bill" })));
    assert!(over["next"]["over"].is_array(), "{}", over["next"]);
    assert_eq!(over["rejected"], Value::Null);
    assert_eq!(over["people"], json!([0]));
    assert_eq!(over["sheets"].as_array().unwrap().len(), 3);
    let back = client.ask("sandtable/game", on(&over, json!({ "undo": true })));
    assert_eq!(back["next"], begun["next"]);
    assert_eq!(back["journal"], begun["journal"]);
}

#[test]
fn a_workspace_has_its_files_and_a_starter_is_only_handed_out() {
    let mut client = client();
    let workspace = client.ask("sandtable/workspace", json!({}));
    let ford = &workspace["rulesets"][0];
    assert_eq!(
        (&ford["name"], &ford["title"]),
        (&json!("ford"), &json!("The ford"))
    );
    assert_eq!(ford["own"], true);
    let scenario = &ford["scenarios"][0];
    assert_eq!(
        (&scenario["name"], &scenario["title"]),
        (&json!("ford/noon"), &json!("High noon"))
    );
    assert_eq!(
        ford["files"][0]["uri"],
        "file:///games/rules/ford/ford.rules"
    );
    let starter = client.ask(
        "sandtable/starter",
        json!({ "name": "mine", "from": "solo" }),
    );
    let files = starter["files"].as_array().unwrap().iter();
    let mut paths = files.map(|file| file["path"].as_str().unwrap());
    assert!(paths.any(|path| path == "rules/mine/mine.rules"));
    let titled = client.ask(
        "sandtable/starter",
        json!({ "name": "mine", "from": "solo", "title": "Mine \"all\" mine" }),
    );
    let files = titled["files"].as_array().unwrap().iter();
    let heads: Vec<&str> = files
        .flat_map(|file| file["text"].as_str().unwrap().lines())
        .filter(|line| line.starts_with("ruleset "))
        .collect();
    assert_eq!(heads, ["ruleset mine \"Mine 'all' mine\""]);
    let again = client.ask("sandtable/workspace", json!({}));
    assert_eq!(again, workspace);
    let refused = client.request(
        "sandtable/starter",
        json!({ "name": "mine", "from": "chess" }),
    );
    assert_eq!(refused["error"]["message"], "there is no starter `chess`");
}

/// A garrison that holds its gate if d12 is at most its men: 6 men win half of the games.
fn gate() -> Client {
    Client::new(&[
        (
            "rules/gate/gate.rules",
            include_str!("../players/gate/rules/gate/gate.rules"),
        ),
        (
            "units/gate/troops.toml",
            include_str!("../players/gate/units/gate/troops.toml"),
        ),
        (
            "units/gate/scenarios/held.toml",
            "name = \"The gate\"\nrules = \"gate\"\nplay = \"battle\"\n\n[unit.garrison]\nis = \"watch\"\nside = \"blue\"\nmen = 6\n",
        ),
    ])
}

#[test]
fn a_search_for_the_fair_value_names_it() {
    let mut client = gate();
    let asked = json!({
        "scenario": "gate/held", "vary": ["garrison.men=4..8"], "aim": "winner is blue = 50 %"
    });
    let found = client.ask("sandtable/tune", asked);
    let best = &found["values"][found["best"].as_u64().unwrap() as usize];
    assert_eq!(
        best["changes"],
        json!([{ "name": "garrison.men", "value": "6" }])
    );
    assert_eq!(found["is_reached"], true);
    let sentence = found["sentences"][0].as_str().unwrap();
    assert!(
        sentence.starts_with("garrison.men=6 is the nearest"),
        "{sentence}"
    );
    // The values that were tried are gone again.
    let odds = |client: &mut Client| {
        client.ask(
            "sandtable/report",
            json!({ "scenario": "gate/held", "games": 400 }),
        )
    };
    let share = odds(&mut client)["winners"][0]["share"]["interval"].clone();
    let bound = |at: usize| share[at].as_f64().unwrap();
    assert!(bound(0) < 50.0 && 50.0 < bound(1), "{share}");
    let refused = client.request(
        "sandtable/tune",
        json!({ "scenario": "gate/held", "vary": ["garrison.men=4..8"], "aim": "often" }),
    );
    let why = refused["error"]["message"].as_str().unwrap();
    assert!(why.starts_with("write a condition and its share"), "{why}");
}

/// In the game of the ford a scout is lost in each game, at the ford or on the hill.
#[test]
fn a_report_in_words_has_a_map_of_fights() {
    let scenario = include_str!("../players/ford/ford.toml");
    let scenario = scenario.replace("tests/players/ford/rules/ford", "ford");
    let mut client = Client::new(&[
        (
            "rules/ford/ford.rules",
            include_str!("../players/ford/rules/ford/ford.rules"),
        ),
        (
            "units/ford/scouts.toml",
            include_str!("../players/ford/units/ford/scouts.toml"),
        ),
        (
            "units/ford/maps/river.toml",
            include_str!("../players/ford/units/ford/maps/river.toml"),
        ),
        ("units/ford/scenarios/ford.toml", &scenario),
    ]);
    let asked = json!({ "scenario": "ford/ford", "games": 40 });
    let map = &client.ask("sandtable/reportInWords", asked)["map"];
    let svg = map["svg"].as_str().unwrap();
    assert!(svg.starts_with("<svg"), "{svg}");
    assert_eq!(svg.matches(" losses a game</title></circle>").count(), 2);
    assert!(map["legend"].as_str().unwrap().contains("units lost"));
}

#[test]
fn a_report_in_words_has_the_numbers_of_the_report() {
    let mut client = gate();
    let asked = json!({ "scenario": "gate/held", "games": 200 });
    let report = client.ask("sandtable/report", asked.clone());
    let words = client.ask("sandtable/reportInWords", asked);
    assert_eq!(words["games"], 200);
    let winners = &words["sections"][0];
    let percent = report["endings"][0]["share"]["percent"].as_f64().unwrap();
    assert_eq!(
        winners["table"]["marks"][0]["value"].as_f64(),
        Some(percent)
    );
    let rows = winners["table"]["rows"].as_array().unwrap();
    assert_eq!(
        rows.len(),
        winners["table"]["marks"].as_array().unwrap().len()
    );
    let seeds = |document: &Value| {
        let games = document["notable"].as_array().unwrap().iter();
        games.map(|game| game["seed"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(seeds(&words), seeds(&report));
    // The gate has no board.
    assert!(words["map"].is_null());
    // A page has no terminal: no sentence names a command.
    assert!(!words.to_string().contains("sandtable play"));
}
