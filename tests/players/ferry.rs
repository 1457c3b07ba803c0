//! The report of a game in which rules change units by themselves, worked by hand.
//!
//! Ann's squad stands at the ford, Ben's at the mill. In each of four turns each side hits the squad of the other once, so either is changed four
//! times by the other side. Both squads tire as each turn begins and rest as it ends, which nobody decides. At the end Ann's squad leaves the map
//! and comes back, Ben's leaves it for good. Ann has 2 or 3 points a turn, Ben 1 and 2 from the start, so Ann has 8 to 12 at the end and Ben 6.
//! After the first turn she has no more than Ben, so points tell less at half time than shells, of which she always has more; but points decide
//! who wins.

use serde_json::{Value, json};

use super::race::{named, report_on};

fn document() -> Value {
    let arguments = ["--games", "40", "--no-worth", "--format", "json"];
    serde_json::from_str(&report_on("tests/players/ferry/ferry.toml", &arguments)).unwrap()
}

#[test]
fn changes_by_the_rules_belong_to_no_side() {
    let report = document();
    let at = |place: &str| {
        let place = named(&report["places"], "place", place);
        let of = |what: &str| -> Vec<f64> {
            let of = place[what].as_array().unwrap().iter();
            of.map(|one| {
                one.as_f64()
                    .unwrap_or_else(|| one["mean"].as_f64().unwrap())
            })
            .collect()
        };
        (of("changed"), of("lost"))
    };
    assert_eq!(at("ford"), (vec![4.0, 0.0], vec![0.0, 0.0]));
    assert_eq!(at("mill"), (vec![0.0, 4.0], vec![0.0, 1.0]));
}

#[test]
fn the_lead_is_measured_by_what_decides_who_wins() {
    let report = document();
    assert_eq!(report["lead"]["what"], json!("`points`"));
}
