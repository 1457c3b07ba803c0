//! Conditions and values at the end of all lines of play: formulas are calculated there, and what was not rolled answers nothing.

use sandtable::eval::chance::Chance;
use sandtable::session::distribution::{DistributionRow, Odds};
use sandtable::session::library::QuestionError;
use sandtable::session::question::Question;
use sandtable::session::solve::Method;
use sandtable::session::watch::Unwatched;

use super::{ask, question, workspace};

const RULES: &str = r#"ruleset test "Test"

kind tank "Tank"
  track  hits: 0..9

formula n-hit () -> 0..9 = (number of tank where tank.hits > 0) limited to 0..9

formula weak (tank) -> yes or no = tank.hits > 0

roll saves (tank) -> yes or no
  result d6 >= 5

action shoot (tank, other: tank)
  if d6 >= 4:
    if not weak(other) and not saves(other): add 1 to other.hits
"#;

const UNITS: &str = "[tank.a]\nname = \"A\"\n[tank.b]\nname = \"B\"\n";

fn shot() -> Question {
    question("shoot", &["tank=a", "other=b"])
}

/// The answer to a question about these rules.
fn odds(asked: &Question) -> Result<Odds, QuestionError> {
    ask(
        &mut workspace(RULES, UNITS),
        Method::Exact,
        &mut Unwatched,
        |session| session.odds(asked),
    )
}

/// The chance of a condition after a shot, among the cases of another one.
fn chance(only: &str, given: Option<&str>) -> Chance {
    let asked = Question {
        only: Some(only.to_owned()),
        condition: given.map(str::to_owned),
        ..shot()
    };
    let odds = odds(&asked).unwrap();
    odds.outcomes.last().unwrap().chance.clone()
}

fn parts(numerator: u64, denominator: u64) -> Chance {
    Chance::from_parts(numerator, denominator).unwrap()
}

/// By hand: hit on 4+, saved on 5+, so that one tank of two is hit in 1/2 * 2/3 of the cases.
#[test]
fn a_formula_without_parameters_is_calculated_at_the_end() {
    assert_eq!(chance("n-hit = 1", None), parts(1, 3));
    assert_eq!(chance("not (n-hit >= 1)", None), parts(2, 3));
    assert_eq!(chance("n-hit() = 1", None), parts(1, 3));
    assert_eq!(chance("other.hits = 1", Some("n-hit >= 1")), parts(1, 1));
}

/// By hand: hit on 4+, saved on 5+: saved in 1/6 of the cases, not saved in 1/3, neither in 1/2.
#[test]
fn a_roll_that_is_not_made_is_neither_yes_nor_no() {
    assert_eq!(chance("saves", None), parts(1, 6));
    assert_eq!(chance("not saves", None), parts(1, 3));
    assert_eq!(chance("saves is none", None), parts(1, 2));
    assert_eq!(chance("other.hits = 1", Some("not saves")), parts(1, 1));
}

/// By hand: as above; a value has three outcomes.
#[test]
fn a_roll_that_is_not_made_has_no_value() {
    let asked = Question {
        tracks: vec!["saves".to_owned()],
        ..shot()
    };
    let odds = odds(&asked).unwrap();
    let rows = odds.outcomes.iter();
    let mut rows: Vec<(String, Chance)> = rows
        .map(|row| (row.outcome.to_string(), row.chance.clone()))
        .collect();
    rows.sort_by(|one, other| one.0.cmp(&other.0));
    let expected = [("no", 1_u64, 3_u64), ("none", 1, 2), ("yes", 1, 6)];
    let expected = expected.map(|(word, n, of)| (word.to_owned(), parts(n, of)));
    assert_eq!(rows, expected);
}

fn chances(rows: &[DistributionRow]) -> Vec<(String, Chance)> {
    let rows = rows.iter();
    let mut rows: Vec<(String, Chance)> = rows
        .map(|row| (row.outcome.to_string(), row.chance.clone()))
        .collect();
    rows.sort_by(|one, other| one.0.cmp(&other.0));
    rows
}

fn expected(rows: &[(&str, u64, u64)]) -> Vec<(String, Chance)> {
    let rows = rows.iter();
    rows.map(|(word, n, of)| ((*word).to_owned(), parts(*n, *of)))
        .collect()
}

/// By hand: as above; the tank has a hit when it does not save, in 1/3. A saved hit is none: mean 1/3, and the variance of that is 2/9.
#[test]
fn several_values_have_a_distribution_each() {
    let asked = Question {
        tracks: vec!["saves".to_owned(), "other.hits".to_owned()],
        ..shot()
    };
    let found = odds(&asked).unwrap();
    assert_eq!(found.about, None);
    let [saves, hits] = found.each.as_slice() else {
        panic!("{} values", found.each.len());
    };
    assert_eq!(
        (saves.about.as_str(), hits.about.as_str()),
        ("saves", "other.hits")
    );
    let of_saves = [("no", 1, 3), ("none", 1, 2), ("yes", 1, 6)];
    assert_eq!(chances(&saves.outcomes), expected(&of_saves));
    assert_eq!(
        chances(&hits.outcomes),
        expected(&[("0", 2, 3), ("1", 1, 3)])
    );
    assert!(saves.moments.is_none());
    let moments = hits.moments.unwrap();
    assert!((moments.mean - 1.0 / 3.0).abs() < 1e-12);
    assert!((moments.std_dev - (2.0_f64 / 9.0).sqrt()).abs() < 1e-12);
    // Together, by name.
    let together = [("no, 1", 1, 3), ("none, 0", 1, 2), ("yes, 0", 1, 6)];
    assert_eq!(chances(&found.outcomes), expected(&together));
    let names: Vec<&str> = found.outcomes[0]
        .values
        .iter()
        .map(|named| named.name.as_str())
        .collect();
    assert_eq!(names, ["refused", "saves", "other.hits"]);
    // With a condition: of the cases with a hit, none is saved.
    let given = Question {
        condition: Some("other.hits = 1".to_owned()),
        ..asked
    };
    let found = odds(&given).unwrap();
    assert_eq!(chances(&found.each[0].outcomes), expected(&[("no", 1, 1)]));
    assert_eq!(chances(&found.each[1].outcomes), expected(&[("1", 1, 1)]));
}

#[test]
fn a_formula_with_parameters_needs_them() {
    let conditions = ["weak", "not weak", "other.hits = 0 or weak"];
    let only = conditions.map(|condition| Question {
        only: Some(condition.to_owned()),
        ..shot()
    });
    let given = Question {
        condition: Some("weak".to_owned()),
        ..shot()
    };
    let track = Question {
        tracks: vec!["weak".to_owned()],
        ..shot()
    };
    for asked in only.into_iter().chain([given, track]) {
        let Err(QuestionError::Findings { diagnostics, .. }) = odds(&asked) else {
            panic!("{asked:?} has an answer");
        };
        let finding = diagnostics.iter().next().unwrap();
        assert_eq!(finding.message.to_string(), "`weak` needs tank here");
    }
    // It is what is asked, so that its result is there.
    let asked = Question {
        only: Some("weak".to_owned()),
        ..question("weak", &["tank=a", "tank.hits=1"])
    };
    let odds = odds(&asked).unwrap();
    assert_eq!(odds.outcomes[0].chance, parts(1, 1));
}
