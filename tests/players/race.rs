//! The report of a race that is worked by hand.
//!
//! Ann steps first; a step is 1 or 2 pips with equal chances, 2 pips win. Ann wins at once with 1/2. Else Ben wins with 1/2, that is
//! 1/4. Else Ann has 1 pip and wins with any step: 1/4. So Ann wins 3/4. Steps are 1 with 1/2, 2 with 1/4, 3 with 1/4: 1.75 on average.
//! The third step is of the second round: 1.25 rounds on average. Without running Ann never wins; without it Ben never wins.

use std::ffi::OsString;

use sandtable::tools::cli::run_captured;
use serde_json::Value;

/// Runs the program on a scenario of `tests/players/race`.
fn report(scenario: &str, arguments: &[&str]) -> String {
    report_on(&format!("tests/players/race/{scenario}.toml"), arguments)
}

/// Runs the program on a scenario.
pub(super) fn report_on(path: &str, arguments: &[&str]) -> String {
    let words = ["sandtable", "report", path];
    let words = words.iter().chain(arguments).map(OsString::from);
    let (exit, printed) = run_captured(words);
    assert_eq!(exit.code(), 0, "{}", printed.err);
    printed.out
}

fn document(scenario: &str, arguments: &[&str]) -> Value {
    let arguments: Vec<&str> = arguments
        .iter()
        .copied()
        .chain(["--format", "json"])
        .collect();
    serde_json::from_str(&report(scenario, &arguments)).unwrap()
}

/// Whether a number lies in an interval, as `[low, high]`.
pub(super) fn holds(interval: &Value, number: f64) -> bool {
    interval[0].as_f64().unwrap() <= number && number <= interval[1].as_f64().unwrap()
}

pub(super) fn named<'v>(list: &'v Value, key: &str, name: &str) -> &'v Value {
    let list = list.as_array().unwrap();
    list.iter()
        .find(|one| one[key] == name)
        .unwrap_or_else(|| panic!("{name} in {list:?}"))
}

#[test]
fn the_race_is_reported_as_it_is_worked_by_hand() {
    let report = document("race", &["--games", "4000", "--pace", "60,0"]);
    assert!(holds(
        &named(&report["winners"], "side", "ann")["share"]["interval"],
        75.0
    ));
    assert!(holds(
        &named(&report["winners"], "side", "ben")["share"]["interval"],
        25.0
    ));
    for (what, mean, most) in [
        ("rolls", 1.75, 3),
        ("decisions", 1.75, 3),
        ("turns", 1.75, 3),
        ("rounds", 1.25, 2),
        ("minutes", 1.75, 3),
    ] {
        let length = named(&report["lengths"], "what", what);
        assert!(holds(&length["mean"]["interval"], mean), "{length}");
        assert_eq!(
            (&length["least"], &length["most"]),
            (&Value::from(1), &Value::from(most)),
            "{what}"
        );
    }
    // Ann always decides first, so her share of these games is that of all.
    assert_eq!(report["first"].as_array().unwrap().len(), 1);
    assert_eq!(report["first"][0]["side"], "ann");
    assert_eq!(report["first"][0]["share"]["of"], 4000);
    // Two statements could end it, one does.
    assert_eq!(report["endings"].as_array().unwrap().len(), 2);
    assert_eq!(report["endings"][0]["ended_by"]["rule"], "run-on");
    assert_eq!(report["endings"][0]["ended_by"]["place"], "race.rules:13");
}

#[test]
fn what_the_race_never_uses_is_named() {
    let report = document("race", &["--games", "200", "--no-worth"]);
    assert_eq!(
        named(&report["never"]["rules"], "rule", "stumble")["place"],
        "race.rules:15"
    );
    let rest = &report["never"]["options_taken"][0];
    assert_eq!(
        (&rest["decision"], &rest["option"]),
        (&"what to do".into(), &"rest".into())
    );
    let asked = named(&report["decisions"], "decision", "what to do");
    assert_eq!(
        named(&asked["taken"], "option", "run")["taken"]["percent"],
        100.0
    );
    assert_eq!(asked["options"], 2.0);
}

/// Without running, Ann loses the 75 points that she has, and Ben his 25.
#[test]
fn running_is_worth_all_chances() {
    let report = document("race", &["--games", "3000"]);
    for (side, loss) in [("ann", 75.0), ("ben", 25.0)] {
        let worths = report["worths"].as_array().unwrap();
        let worth = worths
            .iter()
            .find(|one| one["side"] == side && one["without"] == "what to do run");
        let worth = worth.unwrap_or_else(|| panic!("{worths:?}"));
        assert!(holds(&worth["loss"]["interval"], loss), "{worth}");
    }
}

/// By hand: neither steps 2 with 1/4, and then the sequence is over.
#[test]
fn games_without_an_end_are_counted_and_have_seeds() {
    let report = document("sprint", &["--games", "2000", "--no-worth"]);
    let failures = report["failures"].as_array().unwrap();
    let share = failures.len() as f64 / 2000.0;
    // Five standard deviations: sqrt(1/4 * 3/4 / 2000) = 0.0097.
    assert!((share - 0.25).abs() < 0.05, "{share}");
    let seed = failures[0]["seed"].as_u64().unwrap().to_string();
    let again = document("sprint", &["--games", "1", "--seed", &seed, "--no-worth"]);
    assert_eq!(again["failures"].as_array().unwrap().len(), 1);
}

#[test]
fn the_same_games_are_reported_with_any_number_of_threads() {
    let of = |threads: &str| {
        let arguments = ["--games", "300", "--threads", threads];
        report("race", &arguments)
    };
    assert_eq!(of("1"), of("7"));
    assert_eq!(
        of("1"),
        report("race", &["--games", "300", "--side", "ann=policy"])
            .replace(" --side ann=policy", "")
    );
}

#[test]
fn a_page_loads_nothing_from_elsewhere() {
    let page = report("race", &["--games", "100", "--format", "html"]);
    assert!(page.contains("<svg") && page.ends_with("</html>\n"));
    let rest = page.replace("http://www.w3.org", "");
    assert!(!rest.contains("http"), "{rest}");
}
