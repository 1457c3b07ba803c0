//! Odds, comparisons and tables as data.

use sandtable::eval::chance::Chance;
use sandtable::session::answer::How;
use sandtable::session::library::QuestionError;
use sandtable::session::question::Question;
use sandtable::session::ready::Value;
use sandtable::session::solve::Method;
use sandtable::session::table::TableKind;
use sandtable::session::watch::{Unwatched, Watch, Work};

use sandtable::workspace::Workspace;

use super::{ask, question, workspace};

const RULES: &str = "ruleset test \"Test\"

kind squad \"Squad\"
  skill  1..6
  track  hits: 0..9

fact range \"Range\": 0..9, default 1
fact rain \"Rain\": yes or no, default no

roll shot (firer: squad) -> miss, hit [3.1]
  hit   when d6 >= range
  miss  otherwise

roll strength (firer: squad) -> 1..12
  result d6 + firer.skill
";

const UNITS: &str = "[squad.alpha]
skill = 2
[squad.bravo]
skill = 5
";

fn cache() -> Workspace {
    workspace(RULES, UNITS)
}

/// By hand: of six faces three are 4 or more.
#[test]
fn outcomes_have_words_values_and_exact_chances() {
    let asked = question("shot", &["firer=alpha", "range=4"]);
    let odds = ask(&mut cache(), Method::Exact, &mut Unwatched, |session| {
        session.odds(&asked)
    });
    let odds = odds.unwrap();
    assert_eq!(odds.ruleset, "test");
    assert!(matches!(odds.how, How::Exact { .. }));
    let half = Chance::from_parts(1, 2).unwrap();
    let rows: Vec<(String, &Chance)> = odds
        .outcomes
        .iter()
        .map(|row| (row.outcome.to_string(), &row.chance))
        .collect();
    assert_eq!(
        rows,
        [("miss".to_owned(), &half), ("hit".to_owned(), &half)]
    );
    let values = &odds.outcomes[1].values;
    let value = values.iter().find(|named| named.name == "value").unwrap();
    assert_eq!(value.value, Value::Text("hit".to_owned()));
    assert!(odds.moments.is_none() && odds.refusal.is_none());
}

/// By hand: 1 to 6 and 2 more are 3 to 8, on average 5.5; at least 7 are two faces of six.
#[test]
fn numbers_have_a_mean_and_running_sums() {
    let asked = question("strength", &["firer=alpha"]);
    let odds = ask(&mut cache(), Method::Exact, &mut Unwatched, |session| {
        session.odds(&asked)
    });
    let odds = odds.unwrap();
    assert!((odds.moments.unwrap().mean - 5.5).abs() < 1e-9);
    let seven = &odds.outcomes[4];
    assert_eq!(seven.outcome.to_string(), "7");
    assert!((seven.at_least.unwrap() - 100.0 / 3.0).abs() < 1e-9);
    assert!((seven.at_most.unwrap() - 500.0 / 6.0).abs() < 1e-9);
}

/// By hand: half of 1 to 6 is 1 3/4 on average, and its variance a quarter of 35/12; at least 2 are three faces of six.
#[test]
fn numbers_in_halves_have_a_mean_and_running_sums() {
    let rules = "ruleset test\n\nroll half -> 0..3 by 1/2\n  result 1/2 * d6\n";
    let asked = question("half", &[]);
    let mut workspace = workspace(rules, "");
    let odds = ask(&mut workspace, Method::Exact, &mut Unwatched, |session| {
        session.odds(&asked).unwrap()
    });
    let moments = odds.moments.unwrap();
    assert!((moments.mean - 1.75).abs() < 1e-9);
    assert!((moments.std_dev.powi(2) - 35.0 / 48.0).abs() < 1e-9);
    let two = &odds.outcomes[3];
    assert_eq!(two.outcome.to_string(), "2");
    assert!((two.at_least.unwrap() - 50.0).abs() < 1e-9);
}

/// By hand: at range 6 one face of six hits, at range 4 three do.
#[test]
fn a_comparison_has_both_chances_and_their_difference() {
    let asked = question("shot", &["firer=alpha", "range=6"]);
    let changes = ["range=4".parse().unwrap()];
    let compared = ask(&mut cache(), Method::Exact, &mut Unwatched, |session| {
        session.compare(&asked, &changes)
    });
    let compared = compared.unwrap();
    let hit = &compared.outcomes[1];
    assert_eq!(hit.first, Chance::from_parts(1, 6));
    assert_eq!(hit.second, Chance::from_parts(1, 2));
    assert!((hit.difference() - 100.0 / 3.0).abs() < 1e-9);
}

/// By hand: at range 2 five faces of six hit, at 3 four, whoever fires.
#[test]
fn a_table_has_a_cell_for_every_combination() {
    let asked = Question {
        only: Some("shot is hit".to_owned()),
        ..question("shot", &["firer=*", "range=2..3"])
    };
    let table = ask(&mut cache(), Method::Exact, &mut Unwatched, |session| {
        session.sweep(&asked, &[])
    });
    let table = table.unwrap();
    assert_eq!(table.row_key.as_deref(), Some("firer"));
    assert_eq!(table.rows, ["alpha", "bravo"]);
    assert_eq!(table.tops, ["2", "3"]);
    for line in &table.cells {
        for ((cell, _), faces) in line.iter().zip([5, 4]) {
            let TableKind::Chance(chance, None) = &cell.kind else {
                panic!("{cell:?}");
            };
            assert_eq!(Some(chance), Chance::from_parts(faces, 6).as_ref());
        }
    }
    assert_eq!(table.n_open, 0);
}

/// Keeps remarks.
#[derive(Default)]
struct Remarks(Vec<String>);

impl Watch for Remarks {
    fn cancelled(&mut self, _work: Work) -> bool {
        false
    }

    fn remark(&mut self, remark: &str) {
        self.0.push(remark.to_owned());
    }
}

#[test]
fn what_is_given_and_not_read_is_remarked() {
    let asked = question("shot", &["firer=alpha", "rain=yes"]);
    let mut remarks = Remarks::default();
    let odds = ask(&mut cache(), Method::Exact, &mut remarks, |session| {
        session.odds(&asked)
    });
    assert!(odds.is_ok());
    assert_eq!(remarks.0, ["`rain` is given but never used"]);
}

#[test]
fn a_misspelt_entry_is_a_finding_in_the_words_of_the_question() {
    let asked = question("shoot", &["firer=alpha"]);
    let odds = ask(&mut cache(), Method::Exact, &mut Unwatched, |session| {
        session.odds(&asked)
    });
    let Err(QuestionError::Findings {
        diagnostics,
        sources,
    }) = odds
    else {
        panic!("it has an answer");
    };
    let finding = diagnostics.iter().next().unwrap();
    assert_eq!(sources.text(finding.labels[0].span), "shoot");
}

const RATIOS: &str = "ruleset test\n\nscale odds: 1:2 < 1:1 < 2:1 < 3:1\n\n\
    table losses (odds, shown: d6) -> 0..3\n  odds | 1-3 | 4-6\n  1:2  | 3   | 1\n  1:1  | 2   | 1\n  \
    2:1  | 1   | 0\n  3:1  | 0   | 0\n\nroll assault (odds) -> 0..3\n  result losses(odds)\n";

/// Returns the rows and the means of a table of `assault`.
fn of_ratios(given: &str) -> Result<(Vec<String>, Vec<f64>), String> {
    let asked = question("assault", &[given]);
    let table = ask(
        &mut workspace(RATIOS, ""),
        Method::Exact,
        &mut Unwatched,
        |session| session.sweep(&asked, &[]),
    );
    let table = table.map_err(|error| format!("{error:?}"))?;
    let means = table.cells.iter().flatten();
    let means = means.filter_map(|(cell, _)| cell.kind.value());
    Ok((table.rows.clone(), means.collect()))
}

/// By hand: half of the faces give the first result of a row, half the second.
#[test]
fn a_key_goes_through_the_words_of_a_scale() {
    let (rows, means) = of_ratios("odds=*").unwrap();
    assert_eq!(rows, ["1:2", "1:1", "2:1", "3:1"]);
    assert_eq!(means, [2.0, 1.5, 0.5, 0.0]);
    let (rows, means) = of_ratios("odds=1:1..2:1").unwrap();
    assert_eq!(rows, ["1:1", "2:1"]);
    assert_eq!(means, [1.5, 0.5]);
    assert!(
        of_ratios("odds=2:1..1:1")
            .unwrap_err()
            .contains("has no values")
    );
    assert!(
        of_ratios("odds=2:1..4:1")
            .unwrap_err()
            .contains("`4:1` is not one of 1:2, 1:1, 2:1, 3:1")
    );
}

const QUALITIES: &str = "ruleset test\n\nscale quality: green < line < elite\n\nkind squad \"Squad\"\n  \
    quality  quality\n  weight   0..3 by 1/2\n\nformula steps (squad) -> 0..3\n  \
    result 3 if squad.quality >= elite otherwise 2 if squad.quality >= line otherwise 1\n\n\
    formula load (squad) -> 0..6\n  result (squad.weight * 2) rounded down\n";

/// Returns the rows and the means of a table of one squad.
fn of_squads(name: &str, given: &str) -> (Vec<String>, Vec<f64>) {
    let asked = question(name, &["squad=one", given]);
    let units = "[squad.one]\nquality = \"green\"\nweight = 1\n";
    let table = ask(
        &mut workspace(QUALITIES, units),
        Method::Exact,
        &mut Unwatched,
        |session| session.sweep(&asked, &[]).unwrap(),
    );
    let means = table.cells.iter().flatten();
    let means = means.filter_map(|(cell, _)| cell.kind.value());
    (table.rows.clone(), means.collect())
}

#[test]
fn ranges_go_through_stats_of_units_and_numbers_in_halves() {
    let (rows, steps) = of_squads("steps", "squad.quality=line..elite");
    assert_eq!(rows, ["line", "elite"]);
    assert_eq!(steps, [2.0, 3.0]);
    let (rows, loads) = of_squads("load", "squad.weight=1/2..2");
    assert_eq!(rows, ["1/2", "1", "1 1/2", "2"]);
    assert_eq!(loads, [1.0, 2.0, 3.0, 4.0]);
}

/// By hand: a d2 shows 1 or 2, half of the time each; the troops are those of the side that lands.
#[test]
fn a_track_for_each_side_is_part_of_an_outcome() {
    const RULES: &str = "ruleset test \"Test\"

kind side \"Side\"

kind town \"Town\"
  track troops (side): 0..9 \"Troops\"

action land (town, side)
  add d2 to town.troops(side)
";
    const UNITS: &str = "[town.mill]
name = \"Mill\"
";
    let asked = question("land", &["town=mill", "side=first"]);
    let mut cache = workspace(RULES, UNITS);
    let odds = ask(&mut cache, Method::Exact, &mut Unwatched, |session| {
        session.odds(&asked)
    });
    let half = Chance::from_parts(1, 2).unwrap();
    let odds = odds.unwrap();
    let rows: Vec<(String, &Chance)> = odds
        .outcomes
        .iter()
        .map(|row| (row.outcome.to_string(), &row.chance))
        .collect();
    let one = ("Mill: troops (first side) 1".to_owned(), &half);
    let two = ("Mill: troops (first side) 2".to_owned(), &half);
    assert_eq!(rows, [one, two]);
}
