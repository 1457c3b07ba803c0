//! Methods of our own about what texts declare: declarations, lists whose members move, rules that are inserted, the list of rulesets.
//! Answers are worked out by hand.

use serde_json::{Value, json};

use super::{Client, uri};

const WATCH: &str = "\
ruleset watch \"The watch\"
  board inches

kind side \"Side\"

scale load: light < heavy

# Everybody who stands.
kind man \"Man\"
  aim 0..4
  reach 1..6 by 1/2 \"Reach\"
  mood calm or wild
  weight load
  track wounds, fear: 0..3
  traits tall, old

fact range \"Range\" (man, foe: man): 0..20

roll volley \"A volley\" (target: man, firers: several man) -> hit, miss
  hit  when d6 >= 4
  miss otherwise

# The dark counts.
option fog \"Fog\": off
option mist: on

# --- Play

sequence night \"The night\"
  repeat 2 times
    # Who is left walks.
    phase walk \"Walk\"
      nothing

    phase fire
      nothing

example \"Walks\"
  run  volley
  given target = a
";

const PATH: &str = "rules/watch/watch.rules";

fn client() -> Client {
    Client::new(&[(PATH, WATCH)])
}

fn declared(client: &mut Client) -> Value {
    client.ask("sandtable/declarations", json!({ "ruleset": "watch" }))
}

/// Makes the only edit of an answer in a text.
fn edited(text: &str, answer: &Value) -> String {
    let [edit] = answer["edits"].as_array().unwrap().as_slice() else {
        panic!("{answer}");
    };
    let offset = |place: &Value| {
        let line = usize::try_from(place["line"].as_u64().unwrap()).unwrap();
        let column = usize::try_from(place["character"].as_u64().unwrap()).unwrap();
        let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        before + column
    };
    let range = &edit["place"]["range"];
    let (start, end) = (offset(&range["start"]), offset(&range["end"]));
    format!(
        "{}{}{}",
        &text[..start],
        edit["text"].as_str().unwrap(),
        &text[end..]
    )
}

#[test]
fn declarations_are_told_as_written() {
    let answer = declared(&mut client());
    let all = answer["declarations"].as_array().unwrap();
    let short: Vec<String> = all
        .iter()
        .map(|one| {
            format!(
                "{} {}",
                one["sort"].as_str().unwrap(),
                one["name"].as_str().unwrap()
            )
        })
        .collect();
    let expected = [
        "ruleset watch",
        "kind side",
        "scale load",
        "kind man",
        "fact range",
        "roll volley",
        "option fog",
        "option mist",
        "sequence night",
        "example ",
    ];
    assert_eq!(short, expected);
    assert_eq!(all[0]["board"], "inches");
    let number = |name: &str, title: &str, from: i32, to: i32, parts: i32| json!({ "name": name, "title": title, "is_number": true, "from": from, "to": to, "parts": parts, "words": [] });
    let kind = json!({
        "stats": [
            number("aim", "aim", 0, 4, 1),
            number("reach", "Reach", 1, 6, 2),
            { "name": "mood", "title": "mood", "is_number": false, "from": null, "to": null, "parts": 1, "words": ["calm", "wild"] },
            { "name": "weight", "title": "weight", "is_number": false, "from": null, "to": null, "parts": 1, "words": ["light", "heavy"] },
        ],
        "tracks": [number("wounds", "wounds", 0, 3, 1), number("fear", "fear", 0, 3, 1)],
        "traits": ["tall", "old"],
    });
    assert_eq!(all[3]["kind"], kind);
    let roll = &all[5];
    assert_eq!(roll["outcomes"], json!(["hit", "miss"]));
    let firers = json!({ "name": "firers", "kinds": ["man"], "several": true });
    assert_eq!(roll["parameters"][1], firers);
    // Lines count from 0; the roll is three lines long.
    assert_eq!(roll["head"]["range"]["start"]["line"], 18);
    assert_eq!(roll["place"]["range"]["end"]["line"], 20);
}

/// A set of units is one value of a field.
#[test]
fn a_form_says_what_takes_several_units() {
    // The example expects nothing.
    let sound = WATCH.split("example ").next().unwrap();
    let mut client = Client::new(&[(PATH, sound)]);
    let form = client.ask(
        "sandtable/form",
        json!({ "ruleset": "watch", "ask": "volley" }),
    );
    let several: Vec<(&str, bool)> = form["fields"]
        .as_array()
        .unwrap()
        .iter()
        .map(|field| {
            (
                field["key"].as_str().unwrap(),
                field["several"].as_bool().unwrap(),
            )
        })
        .collect();
    assert_eq!(several, [("target", false), ("firers", true)]);
}

/// The helps of findings name commands only where the page has other words for them.
#[test]
fn no_help_but_those_with_a_command_sends_somebody_to_a_terminal() {
    let mut found = Vec::new();
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.to_str().unwrap().replace('\\', "/");
            // Texts of the command line itself are for a terminal.
            if path.is_dir() && !name.ends_with("src/tools") {
                folders.push(path);
            } else if name.ends_with(".rs")
                && std::fs::read_to_string(&path)
                    .unwrap()
                    .contains("run `sandtable ")
            {
                found.push(name.rsplit("src/").next().unwrap().to_owned());
            }
        }
    }
    assert_eq!(found, ["diagnostic/command_help.rs"]);
}

#[test]
fn members_of_lists_move_with_their_comments() {
    let mut client = client();
    let lists = declared(&mut client)["lists"].take();
    let titles: Vec<String> = lists
        .as_array()
        .unwrap()
        .iter()
        .map(|list| {
            format!(
                "{} {}",
                list["sort"].as_str().unwrap(),
                list["of"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(titles, ["phases The night, repeat 2 times", "options "]);
    let members: Vec<&Value> = lists[0]["members"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["title"])
        .collect();
    assert_eq!(members, ["Walk", "fire"]);
    let document = json!({ "uri": uri(PATH) });
    let asked = json!({ "textDocument": document, "list": 0, "name": "walk", "from": 0, "to": 1 });
    let moved = client.ask("sandtable/moveMember", asked);
    let walk = "    # Who is left walks.\n    phase walk \"Walk\"\n      nothing";
    let fire = "    phase fire\n      nothing";
    let expected = WATCH.replace(&format!("{walk}\n\n{fire}"), &format!("{fire}\n\n{walk}"));
    assert_ne!(expected, WATCH);
    assert_eq!(edited(WATCH, &moved), expected);
    let asked = json!({ "textDocument": document, "list": 1, "name": "mist", "from": 1, "to": 0 });
    let moved = client.ask("sandtable/moveMember", asked);
    let (fog, mist) = (
        "# The dark counts.\noption fog \"Fog\": off",
        "option mist: on",
    );
    let expected = WATCH.replace(&format!("{fog}\n{mist}"), &format!("{mist}\n{fog}"));
    assert_ne!(expected, WATCH);
    assert_eq!(edited(WATCH, &moved), expected);
    // The member is at another place than the client says.
    let asked = json!({ "textDocument": document, "list": 1, "name": "mist", "from": 0, "to": 1 });
    let refused = client.request("sandtable/moveMember", asked);
    assert_eq!(
        refused["error"]["message"],
        "`mist` is at another place by now"
    );
    let asked = json!({ "textDocument": document, "list": 1, "name": "mist", "from": 1, "to": 2 });
    let refused = client.request("sandtable/moveMember", asked);
    assert_eq!(
        refused["error"]["message"],
        "there is no place 3 in this list"
    );
}

#[test]
fn a_row_moves_with_its_comments() {
    let text = "\
ruleset odd \"Odd\"

table needed \"Needed\" (range: 0..9) -> 2..6
  range | result
  # Close.
  0-3   | 2
  4-9   | 5  # far
";
    let mut client = Client::new(&[("rules/odd/odd.rules", text)]);
    let asked = json!({
        "textDocument": { "uri": uri("rules/odd/odd.rules") }, "sort": "table", "name": "needed",
        "edits": [{ "what": "move", "row": 1, "to": 0 }],
    });
    let moved = client.ask("sandtable/editGrid", asked);
    let nowhere = json!({
        "textDocument": { "uri": uri("rules/odd/odd.rules") }, "sort": "table", "name": "needed",
        "edits": [{ "what": "move", "row": 1 }],
    });
    let refused = client.request("sandtable/editGrid", nowhere);
    assert_eq!(refused["error"]["message"], "a `move` needs the row `to`");
    let (near, far) = ("  # Close.\n  0-3   | 2\n", "  4-9   | 5  # far\n");
    assert_eq!(
        edited(text, &moved),
        text.replace(&format!("{near}{far}"), &format!("{far}{near}"))
    );
}

const PATTERN: &str = "\
ruleset morale \"Morale\"

kind soldier \"Soldier\"
  nerve 2..6

kind side \"Side\"

# Who has had enough.
roll volley \"Nerve\" (soldier) -> holds, flees
  # The soldier keeps calm.
  holds when d6 >= soldier.nerve
  flees otherwise

action twice (soldier) -> 4..12
  result soldier.nerve * 2 if volley(soldier) is holds otherwise 4

example \"It holds\"
  run volley
";

/// `volley` is in the game already, and what calls it calls the new one; the game has one kind of piece, `man`, which takes the place of
/// `soldier`: what named its parameter too goes on being its name. `side` is there.
#[test]
fn a_pattern_is_inserted_with_the_names_of_the_game() {
    let mut client = client();
    let texts = json!([{ "path": "rules/morale/morale.rules", "text": PATTERN }]);
    let asked = json!({ "ruleset": "watch", "title": "Morale", "texts": texts });
    let answer = client.ask("sandtable/insert", asked);
    let expected = "

# --- Morale

# Who has had enough.
roll volley-b \"Nerve\" (soldier: man) -> holds, flees
  # The soldier keeps calm.
  holds when d6 >= soldier.nerve
  flees otherwise

action twice (soldier: man) -> 4..12
  result soldier.nerve * 2 if volley-b(soldier) is holds otherwise 4
";
    assert_eq!(
        edited(WATCH, &answer),
        format!("{}{expected}", WATCH.trim_end())
    );
    assert_eq!(
        answer["renamed"],
        json!([["soldier", "man"], ["volley", "volley-b"]])
    );
    let line = answer["place"]["range"]["start"]["line"].as_u64().unwrap();
    let text = edited(WATCH, &answer);
    assert_eq!(
        text.lines().nth(usize::try_from(line).unwrap()),
        Some("# --- Morale")
    );
}

#[test]
fn what_is_there_already_is_not_inserted() {
    let mut client = client();
    let texts =
        json!([{ "path": "rules/a/a.rules", "text": "ruleset a \"A\"\n\nkind side \"Side\"\n" }]);
    let asked = json!({ "ruleset": "watch", "title": "Sides", "texts": texts });
    let refused = client.request("sandtable/insert", asked);
    assert_eq!(
        refused["error"]["message"],
        "there is nothing in it that is not there already"
    );
}

/// Whether the service asks the client to list the rulesets again.
fn tells(client: &mut Client) -> bool {
    let published = client.service.check_pending();
    published
        .iter()
        .any(|one| one["method"] == "sandtable/rulesetsChanged")
}

#[test]
fn a_client_with_a_list_hears_when_it_is_another() {
    let mut client = client();
    client.open(PATH, WATCH);
    let change = |client: &mut Client, version: i32, text: &str| {
        let document = json!({ "uri": uri(PATH), "version": version });
        client.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [{ "text": text }] }),
        );
        tells(client)
    };
    // The client has no list.
    assert!(!change(
        &mut client,
        2,
        &WATCH.replace("The watch", "Watchmen")
    ));
    client.ask("sandtable/workspace", json!({}));
    assert!(!change(
        &mut client,
        3,
        &WATCH
            .replace("The watch", "Watchmen")
            .replace("Walks", "Sleeps")
    ));
    assert!(change(&mut client, 4, WATCH));
    // Told once.
    assert!(!change(&mut client, 5, &WATCH.replace("Walks", "Sleeps")));
    let scenario = json!({ "uri": uri("units/watch/scenarios/first.toml"), "languageId": "toml", "version": 1, "text": "name = \"First\"\nrules = \"watch\"\n" });
    client.notify("textDocument/didOpen", json!({ "textDocument": scenario }));
    assert!(tells(&mut client));
}

#[test]
fn a_finding_has_its_parts_beside_its_message() {
    let text = "ruleset odd \"Odd\"\n\nroll a \"A\" -> hit, miss\n  hit when d6 >= need\n  miss otherwise\n";
    let mut client = Client::new(&[("rules/odd/odd.rules", text)]);
    client.notify(
        "textDocument/didOpen",
        json!({ "textDocument": { "uri": uri("rules/odd/odd.rules"), "languageId": "sandtable", "version": 1, "text": text } }),
    );
    let published = client.service.check_pending();
    let finding = &published[0]["params"]["diagnostics"][0];
    let (data, message) = (&finding["data"], finding["message"].as_str().unwrap());
    let problem = data["problem"].as_str().unwrap();
    assert!(message.starts_with(problem), "{finding}");
    assert!(problem.contains("`need`"), "{finding}");
    assert_eq!(data["citations"], json!([]));
    assert!(data.get("help_in_page").is_none(), "{finding}");
}

/// The unit is not there: a terminal has `list`, the page a pane.
#[test]
fn a_help_that_names_a_command_says_what_the_page_has_instead() {
    let text = "ruleset odd \"Odd\"\n\nkind man \"Man\"\n\nroll a \"A\" (man) -> hit, miss\n  hit when d6 >= 4\n  miss otherwise\n";
    let mut client = Client::new(&[
        ("rules/odd/odd.rules", text),
        ("units/odd/men.toml", "[man.ann]\nname = \"Ann\"\n"),
    ]);
    let refused = client.request(
        "sandtable/odds",
        json!({ "ruleset": "odd", "ask": "a", "given": [["man", "nobody"]] }),
    );
    let finding = &refused["error"]["data"]["findings"][0];
    assert_eq!(
        finding["help"],
        "run `sandtable list RULESET units` to see them all"
    );
    assert_eq!(finding["help_in_page"], "“Units & tables” has them all");
}
