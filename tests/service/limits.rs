//! Limits that speak, over the service.

use serde_json::json;

use super::{Client, uri};

const LONG: &str = "\
ruleset long \"Long\"

table t \"T\" (a: 0..999999) -> 1..2
  a         | result
  0-5499    | 1
  5500+     | 2
";

const ENDLESS: &str = "\
ruleset endless \"Endless\"

roll go \"Go\" (n: 0..100) -> 0..1
  repeat until 9d6 = 9, at most 2000000 times
    m = n + 1
  result 0
";

#[test]
fn a_table_is_whole_or_refused() {
    let mut client = Client::new(&[("rules/long/long.rules", LONG)]);
    let asked = |range: &str| json!({ "ruleset": "long", "ask": "t", "given": [["a", range]] });
    let table = client.ask("sandtable/odds", asked("5000..7000"));
    let cells = table["cells"].as_array().unwrap();
    assert_eq!((cells.len(), &cells[2000]["a"]), (2001, &json!("7000")));
    let refused = client.request("sandtable/odds", asked("0..20000"));
    let said = "this table has 20,001 questions, more than 20,000";
    assert!(refused["error"].to_string().contains(said), "{refused}");
}

#[test]
fn a_long_roll_shows_its_beginning_and_its_end() {
    let mut client = Client::new(&[("rules/endless/endless.rules", ENDLESS)]);
    let asked = json!({ "ruleset": "endless", "ask": "go", "given": [["n", "3"]], "seed": 1 });
    let roll = client.ask("sandtable/roll", asked.clone());
    let steps = roll["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 1_001);
    assert_eq!(roll["steps_left_out"], 199_001);
    // Of 1,000 that are shown 200 are of the end.
    let gap = &steps[800];
    assert!(
        gap["text"]
            .as_str()
            .unwrap()
            .contains("199,001 steps are not shown"),
        "{gap}"
    );
    assert!(
        gap["place"].is_null() && steps[801]["place"].is_object(),
        "{gap}"
    );
    let mut few = asked;
    few["steps"] = json!(10);
    assert_eq!(
        client.ask("sandtable/roll", few)["steps"]
            .as_array()
            .unwrap()
            .len(),
        11
    );
}

#[test]
fn findings_beyond_the_limit_are_said_in_the_editor() {
    let names = (0..501).map(|at| format!("  report unknown-{at}\n"));
    let rules = format!(
        "ruleset many \"Many\"\n\naction go\n{}",
        names.collect::<String>()
    );
    let mut client = Client::new(&[("rules/many/many.rules", &rules)]);
    let messages = client.open("rules/many/many.rules", &rules);
    assert_eq!(messages.len(), 501);
    let said = messages
        .iter()
        .filter(|message| message.starts_with("only the first 500 findings"));
    assert_eq!(said.count(), 1, "{:?}", messages.last());
}

#[test]
fn a_long_declaration_says_how_much_is_left_out_beside_its_name() {
    let table = |n: usize| {
        let rows = (0..n).map(|at| format!("  {at} | {at}\n"));
        format!(
            "ruleset long \"Long\"\n\ntable t \"T\" (a: 0..{}) -> 0..99\n  a | result\n{}",
            n - 1,
            rows.collect::<String>()
        )
    };
    let hover = |n: usize| {
        let text = table(n);
        let mut client = Client::new(&[("rules/long/long.rules", &text)]);
        client.open("rules/long/long.rules", &text);
        let place = json!({
            "textDocument": { "uri": uri("rules/long/long.rules") },
            "position": { "line": 2, "character": 6 }
        });
        client.ask("textDocument/hover", place).to_string()
    };
    // The line of the name, that of the keys, and 14 rows.
    assert!(
        hover(14).contains("13 | 13") && !hover(14).contains("more lines"),
        "{}",
        hover(14)
    );
    // 17 lines: 15 of them, and one for the others.
    let more = hover(15);
    assert!(
        more.contains("12 | 12") && more.contains("# and 2 more lines"),
        "{more}"
    );
}
