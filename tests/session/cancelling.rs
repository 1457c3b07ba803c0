//! Work that a watcher ends: within a bounded number of questions to it, and it says so.

use sandtable::session::best_choices::Aim;
use sandtable::session::library::QuestionError;
use sandtable::session::question::Question;
use sandtable::session::sampling::Sampling;
use sandtable::session::solve::Method;
use sandtable::session::table::TableKind;
use sandtable::session::watch::{Watch, Work};

use super::{ask, question, workspace};

const RULES: &str = "ruleset test \"Test\"

kind squad \"Squad\"
  track  hits: 0..9

fact range \"Range\": 0..90, default 1

roll shot (firer: squad) -> miss, hit
  hit   when d100 >= range
  miss  otherwise
";

const UNITS: &str = "[squad.alpha]\n";

/// Ends some work when it is asked for the time of that number.
struct Ends {
    work: Work,
    after: u32,
    n_asked: u32,
}

impl Ends {
    fn new(work: Work, after: u32) -> Self {
        Self {
            work,
            after,
            n_asked: 0,
        }
    }
}

impl Watch for Ends {
    fn cancelled(&mut self, work: Work) -> bool {
        if work != self.work {
            return false;
        }
        self.n_asked += 1;
        self.n_asked >= self.after
    }
}

#[test]
fn a_table_that_is_ended_says_which_questions_were_not_begun() {
    let asked = Question {
        only: Some("shot is hit".to_owned()),
        ..question("shot", &["firer=alpha", "range=1..90"])
    };
    let sample = Method::Sample(Sampling {
        seed: 0,
        runs: 1000,
        within: None,
    });
    for after in [1, 10] {
        let mut watch = Ends::new(Work::Table, after);
        let mut cache = workspace(RULES, UNITS);
        let table = ask(&mut cache, sample, &mut watch, |session| {
            session.sweep(&asked, &[])
        });
        let table = table.unwrap();
        // One question is answered whatever the watcher says.
        let n_answered = after.saturating_sub(1).max(1) as usize;
        assert_eq!(table.n_questions, 90);
        assert_eq!(table.n_open, 90 - n_answered);
        let is_open = |kind: &TableKind| matches!(kind, TableKind::Open);
        let cells = table.cells.iter().flatten();
        let n_open = cells.filter(|(cell, _)| is_open(&cell.kind)).count();
        assert_eq!(n_open, table.n_open);
    }
}

#[test]
fn a_sample_that_is_ended_says_how_many_runs_it_has() {
    let asked = question("shot", &["firer=alpha", "range=50"]);
    let wanted = 1_000_000_000;
    let sample = Method::Sample(Sampling {
        seed: 0,
        runs: wanted,
        within: None,
    });
    let mut watch = Ends::new(Work::Sample, 20);
    let mut cache = workspace(RULES, UNITS);
    let odds = ask(&mut cache, sample, &mut watch, |session| {
        session.odds(&asked)
    });
    let (runs, of) = odds.unwrap().how.cut().unwrap();
    assert_eq!(of, wanted);
    assert!((1..100_000).contains(&runs), "{runs}");
    assert!(watch.n_asked < 100, "{}", watch.n_asked);
}

/// Three counters that go up or not in each of 60 rounds: (60 * 61 / 2)^2 situations, more than are followed between two
/// questions to the watcher.
const LONG: &str = "ruleset test \"Test\"

kind squad \"Squad\"
  track  one, two, three: 0..99

action siege (unit: squad)
  repeat 60 times
    if d6 >= 4: add 1 to unit.one
    if d6 >= 3: add 1 to unit.two
    if d6 >= 2: add 1 to unit.three
";

#[test]
fn exact_odds_that_are_ended_say_so() {
    let asked = question("siege", &["unit=alpha"]);
    let mut watch = Ends::new(Work::Exact, 1);
    let mut cache = workspace(LONG, UNITS);
    let odds = ask(&mut cache, Method::Exact, &mut watch, |session| {
        session.odds(&asked)
    });
    let Err(QuestionError::Cancelled { diagnostics, .. }) = odds else {
        panic!("{odds:?}");
    };
    let finding = diagnostics.iter().next().unwrap();
    assert!(
        finding.message.starts_with("stopped early, after"),
        "{}",
        finding.message
    );
    assert_eq!(watch.n_asked, 1);
}

#[test]
fn approximate_odds_that_are_ended_say_what_is_open() {
    let asked = question("siege", &["unit=alpha"]);
    let mut watch = Ends::new(Work::Approximate, 1);
    let mut cache = workspace(LONG, UNITS);
    let odds = ask(&mut cache, Method::Approximate, &mut watch, |session| {
        session.odds(&asked)
    });
    let open = odds.unwrap().how.open().unwrap();
    assert!(open > 0.99, "{open}");
    assert_eq!(watch.n_asked, 1);
}

#[test]
fn advice_that_is_ended_says_so() {
    let asked = question("siege", &["unit=alpha"]);
    let aim = Aim {
        side: "all".to_owned(),
        by: "unit.one".to_owned(),
        is_against: false,
        n_decisions: 6,
    };
    let mut watch = Ends::new(Work::Advice, 1);
    let mut cache = workspace(LONG, UNITS);
    let advice = ask(&mut cache, Method::Exact, &mut watch, |session| {
        session.advise(&asked, &aim)
    });
    assert!(matches!(advice, Err(QuestionError::Cancelled { .. })));
    assert_eq!(watch.n_asked, 1);
}
