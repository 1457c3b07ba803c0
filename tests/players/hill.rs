//! The report of a game with numbers, places, cards and a flag, worked by hand.
//!
//! Ann's scout goes twice to a place: by policy to the hill, the only place that is worth something. Then it chooses a number from 1 to 3, by
//! policy 3, and Ann plants the flag and wins if a d6 shows at most that number plus the height: 4 of 6 times. Without the 3 she takes
//! the 2, without the hill she stays at the foot, and either way she wins 3 of 6 times: 100/6 points fewer. Ben is never asked. Nobody goes to the marsh.

use serde_json::Value;

use super::race::{named, report_on};

fn document(arguments: &[&str]) -> Value {
    let arguments = [arguments, &["--format", "json"]].concat();
    let printed = report_on("tests/players/hill/hill.toml", &arguments);
    serde_json::from_str(&printed).unwrap()
}

fn names(list: &Value) -> Vec<&str> {
    let list = list.as_array().unwrap().iter();
    list.map(|name| name.as_str().unwrap()).collect()
}

#[test]
fn numbers_and_places_have_a_worth_for_those_who_choose_them() {
    let report = document(&["--games", "2000"]);
    let worths = report["worths"].as_array().unwrap();
    let of = |sort: &str| -> Vec<&Value> {
        let of_sort = worths.iter().filter(|worth| worth["sort"] == sort);
        of_sort.collect()
    };
    for (sort, without) in [("number", "how many 3"), ("place", "hill")] {
        let [worth] = of(sort)[..] else {
            panic!("{sort}: {worths:?}");
        };
        assert_eq!(
            (&worth["side"], &worth["without"]),
            (&"ann".into(), &without.into())
        );
        // Only those games change in which the d6 shows a 4. Four standard deviations of 500 pairs: 4 * sqrt(1/6 * 5/6 / 500) = 0.067.
        for number in [&worth["loss"]["mean"], &worth["changed"]["percent"]] {
            let apart = number.as_f64().unwrap() - 100.0 / 6.0;
            assert!(apart.abs() < 6.7, "{worth}");
        }
    }
}

#[test]
fn numbers_places_and_cards_that_are_never_used_are_named() {
    let report = document(&["--games", "200", "--no-worth"]);
    let never = &report["never"];
    let options = never["options_taken"].as_array().unwrap().iter();
    let options: Vec<&str> = options.map(|one| one["option"].as_str().unwrap()).collect();
    assert_eq!(options, ["1", "2"]);
    let where_to = &never["places_taken"][0];
    assert_eq!(where_to["offered"], 3);
    assert_eq!(names(&where_to["never"]), ["foot", "marsh"]);
    assert_eq!(names(&never["places_occupied"]), ["marsh"]);
    assert_eq!(names(&never["cards_drawn"]), ["Mist"]);
    let how_many = named(&report["decisions"], "decision", "how many");
    let three = named(&how_many["taken"], "option", "3");
    assert_eq!(
        (&three["offered"], &three["taken"]["count"]),
        (&200.into(), &200.into())
    );
}

/// The flag is planted as the game ends: nothing separates the sides before.
#[test]
fn what_sides_hold_tells_winners_from_losers() {
    let report = document(&["--games", "200", "--no-worth"]);
    let flag = named(&report["separators"], "what", "`Flag` (`holder`)");
    let parts = flag["parts"].as_array().unwrap();
    assert_eq!(parts[1]["share"]["of"], 0);
    assert_eq!(
        (&parts[3]["share"]["of"], &parts[3]["share"]["percent"]),
        (&200.into(), &100.0.into())
    );
    assert_eq!(
        (&parts[3]["winner"]["mean"], &parts[3]["others"]["mean"]),
        (&1.0.into(), &0.0.into())
    );
}

/// The 3 wins 4 of 6 times, the 2 only 3. Of 4,000 playouts a turn, each of them has hundreds at the last of three decisions: the standard error
/// of their difference is about 0.03, so 1/6 is seen. A few playouts tell nothing.
#[test]
fn players_that_look_ahead_say_how_close_their_answers_are() {
    let close = |player: &str| {
        let side = format!("ann={player}");
        let report = document(&["--games", "6", "--side", &side, "--no-worth"]);
        named(&report["decisions"], "decision", "how many")["close"].clone()
    };
    let seen = close("search:4000");
    assert_eq!((&seen["of"], &seen["count"]), (&6.into(), &0.into()));
    assert!(close("search:24")["count"].as_u64().unwrap() > 0);
    assert!(close("policy").is_null());
}

#[test]
fn sentences_agree_with_titles_in_the_plural() {
    let text = report_on(
        "tests/players/hill/hill.toml",
        &["--games", "50", "--side", "ann=random"],
    );
    assert!(
        text.contains("Ann won ") && text.contains("Ben won "),
        "{text}"
    );
    assert!(!text.contains(" wins "), "{text}");
}
