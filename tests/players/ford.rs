//! What winners have round by round, and the map of fights, in a game that is worked by hand.
//!
//! A d2 says who is lucky. In each of four rounds that side gathers a stone; in the third the other side's scout is destroyed where it stands:
//! Ann's at the ford, Ben's on the hill. The lucky side wins. So after round 1, 2 and 3 the winner has 1, 2 and 3 stones and the other
//! none, and the scout is gone after round 3 alone.

use serde_json::{Value, json};

use super::race::{named, report_on};

const FORD: &str = "tests/players/ford/ford.toml";

fn document(games: &str) -> Value {
    let arguments = ["--games", games, "--no-worth", "--format", "json"];
    serde_json::from_str(&report_on(FORD, &arguments)).unwrap()
}

#[test]
fn what_the_winner_has_is_told_round_by_round() {
    let report = document("200");
    let rounds = |what: &str| {
        let rounds = named(&report["separators"], "what", what)["rounds"].clone();
        let of = |one: &Value| {
            json!([
                one["round"],
                one["games"],
                one["share"]["of"],
                one["share"]["count"],
                one["winner"]["mean"],
                one["others"]["mean"],
            ])
        };
        let rounds = rounds.as_array().unwrap().iter().map(of);
        Value::from(rounds.collect::<Vec<_>>())
    };
    let stones = json!([
        [1, 200, 200, 200, 1.0, 0.0],
        [2, 200, 200, 200, 2.0, 0.0],
        [3, 200, 200, 200, 3.0, 0.0],
    ]);
    assert_eq!(rounds("`stones`"), stones);
    let destroyed = json!([
        [1, 200, 0, 0, 0.0, 0.0],
        [2, 200, 0, 0, 0.0, 0.0],
        [3, 200, 200, 200, 0.0, 1.0],
    ]);
    assert_eq!(rounds("pieces destroyed"), destroyed);
}

#[test]
fn the_page_and_the_terminal_tell_it_as_well() {
    let text = report_on(FORD, &["--games", "200", "--no-worth"]);
    let (_, table) = text.split_once("round by round").unwrap();
    let row: Vec<&str> = table.lines().nth(3).unwrap().split_whitespace().collect();
    // After round 2 both sides still have their scouts.
    assert_eq!(row[..3], ["2", "200", "100.0"], "{table}");
    assert!(row.ends_with(&[
        "0.0", "(0.0", "to", "0.0)", ":", "0.0", "(0.0", "to", "0.0)"
    ]));
}

/// One scout is lost in each game, and the d2 says where. The circle of the place where more are lost has the radius 1, so to say, that of the
/// other the root of the ratio.
#[test]
fn the_map_has_a_circle_where_units_are_lost() {
    let page = report_on(FORD, &["--games", "300", "--no-worth", "--format", "html"]);
    let (_, map) = page.split_once("Map of losses").unwrap();
    let circle = |place: &str| {
        let circles = map.lines().filter(|line| line.contains("<circle"));
        let mut circles = circles.filter(|line| line.contains(&format!("<title>{place}: ")));
        let circle = circles.next().unwrap_or_else(|| panic!("{place}: {map}"));
        let number = |before: &str, after: &str| -> f64 {
            let (_, rest) = circle.split_once(before).unwrap();
            rest.split_once(after).unwrap().0.parse().unwrap()
        };
        (number(" r=\"", "\""), number("changes and ", " losses"))
    };
    let [(ford, lost_there), (hill, lost_on_it)] = ["ford", "hill"].map(circle);
    // Both are rounded to hundredths.
    assert!(
        (lost_there + lost_on_it - 1.0).abs() < 0.011,
        "{lost_there} {lost_on_it}"
    );
    let ratio = (lost_there / lost_on_it).sqrt();
    assert!((ford / hill - ratio).abs() < 0.05, "{ford} {hill} {ratio}");
}
