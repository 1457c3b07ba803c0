//! Decisions that odds leave to the worth of their options.

use sandtable::session::by_worth::ByWorth;
use sandtable::session::distribution::Odds;
use sandtable::session::question::Question;
use sandtable::session::solve::Method;
use sandtable::session::watch::Unwatched;

use super::{ask, question, workspace};

const RULES: &str = r#"ruleset test "Test"

kind lab "Lab"
  track  found: 0..9

action research (lab)
  choose n from 1 to 3, worth 4 - n "how many dice"
  repeat n times
    if d6 = 6: add 1 to lab.found

action look (lab)
  seen = d6
  choose by lab "which way"
    "left", worth seen: add 1 to lab.found
    "right", worth 4: add 2 to lab.found

action settle (lab)
  choose by lab "the only way"
    "on", worth 1: add 1 to lab.found

action plain (lab)
  if d6 = 6: add 1 to lab.found
"#;

fn odds(rule: &str) -> Odds {
    let mut workspace = workspace(RULES, "[lab.reich]\nname = \"Reich\"\n");
    let asked = question(rule, &["lab=reich"]);
    ask(&mut workspace, Method::Exact, &mut Unwatched, |session| {
        session.odds(&asked).unwrap()
    })
}

/// By hand: one die is worth 3, two are worth 2, three 1. So one is rolled, and a six of it finds something in 1/6 of the cases.
#[test]
fn a_choice_before_the_dice_is_named() {
    let odds = odds("research");
    let one = ByWorth {
        title: "how many dice".to_owned(),
        answer: Some("1".to_owned()),
    };
    assert_eq!(odds.by_worth, [one]);
    assert!((odds.outcomes.last().unwrap().chance.percent() - 100.0 / 6.0).abs() < 1e-9);
}

/// By hand: with 4 or more `left` is worth no less and comes first, with less `right` is worth more.
#[test]
fn a_choice_after_the_dice_is_not_always_the_same() {
    let odds = odds("look");
    let open = ByWorth {
        title: "which way".to_owned(),
        answer: None,
    };
    assert_eq!(odds.by_worth, [open]);
}

#[test]
fn without_a_choice_there_is_nothing_to_say() {
    assert_eq!(odds("settle").by_worth, []);
    assert_eq!(odds("plain").by_worth, []);
}

/// By hand: as above; a single chance is a table with one cell.
#[test]
fn a_single_chance_names_the_choice_as_well() {
    let mut workspace = workspace(RULES, "[lab.reich]\nname = \"Reich\"\n");
    let asked = Question {
        only: Some("lab.found >= 1".to_owned()),
        ..question("research", &["lab=reich"])
    };
    let table = ask(&mut workspace, Method::Exact, &mut Unwatched, |session| {
        session.sweep(&asked, &[]).unwrap()
    });
    let one = ByWorth {
        title: "how many dice".to_owned(),
        answer: Some("1".to_owned()),
    };
    assert_eq!(table.by_worth, [one]);
}
