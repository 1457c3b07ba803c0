//! Scenarios with lines that cannot be read, and samples in which some games fail.

use sandtable::present::playouts;
use sandtable::session::library::{QuestionError, RulesetCache};
use sandtable::session::playouts::Playouts;
use sandtable::session::question::Question;
use sandtable::session::sampling::Sampling;
use sandtable::session::scenario::set_up;
use sandtable::session::solve::Method;
use sandtable::session::watch::Unwatched;

use super::{ask, workspace};

const RULES: &str = "ruleset test
  sides ann \"Ann\", ben \"Ben\"

kind side
  track  points: 0..99

action go (side)
  choose by side \"what to do\"
    \"one\": add 1 to side.points

sequence game
  each side: go(side)
";

/// The codes of the findings with which a scenario is not set up.
fn codes(scenario: &str) -> Vec<&'static str> {
    let mut workspace = workspace(RULES, "");
    workspace.set("units/test/scenarios/one.toml", scenario);
    let mut cache = RulesetCache::new(&mut workspace);
    match set_up(&mut cache, "test/one", &[]) {
        Ok(_) => Vec::new(),
        Err(QuestionError::Findings { diagnostics, .. }) => {
            diagnostics.iter().map(|one| one.code.number()).collect()
        }
        Err(error) => panic!("{error:?}"),
    }
}

/// A game without the lines that could not be read would be another one.
#[test]
fn a_scenario_with_lines_that_cannot_be_read_is_not_played() {
    let scenario = "rules = \"test\"\nplay = \"game\"\n\n[side.ann]\n[side.ben]\n";
    assert_eq!(codes(scenario), Vec::<&str>::new());
    let misspelt = codes(&scenario.replace("[side.ann]", "[sides.ann]"));
    assert!(misspelt.contains(&"E0401"), "{misspelt:?}");
    let unknown = codes(&format!("plya = 3\n{scenario}"));
    assert!(unknown.contains(&"E0401"), "{unknown:?}");
}

/// The two changes are set to two different values in every game in which a d6 shows 1, and `game` is won otherwise.
const FRAGILE: &str = "ruleset test
  sides ann \"Ann\", ben \"Ben\"

kind side
  track  points: 0..9

action mark (side, n: 0..9)
  set side.points to n

sequence game
  shown = d6
  at the same time
    mark(ann, 1)
    if shown = 1: mark(ann, 2)
  end game won by ann
";

fn sampled(rules: &str, runs: u64) -> Result<Playouts, QuestionError> {
    let mut workspace = workspace(rules, "");
    workspace.set(
        "units/test/scenarios/one.toml",
        "rules = \"test\"\nplay = \"game\"\n[side.ann]\n[side.ben]\n",
    );
    let sampling = Sampling {
        seed: 1,
        runs,
        within: None,
    };
    let question = Question::new("test/one", None);
    ask(
        &mut workspace,
        Method::Sample(sampling),
        &mut Unwatched,
        |session| session.play_out(&question, &[], &[], None, sampling),
    )
}

#[test]
fn games_that_do_not_fail_are_counted() {
    let sampled = sampled(FRAGILE, 600).unwrap();
    let failed = sampled.failed.as_ref().unwrap();
    assert_eq!(failed.of, 600);
    assert_eq!(failed.count + sampled.n_games, 600);
    // 100 are expected, with a standard deviation of 9.1: within five of them.
    assert!((55..146).contains(&failed.count), "{}", failed.count);
    assert_eq!(failed.finding.code.number(), "E0521");
    let [only] = sampled.endings.rows.as_slice() else {
        panic!("{:?}", sampled.endings);
    };
    assert_eq!(only.count, sampled.n_games);
    let command = failed.command.as_ref().unwrap();
    assert!(
        command.starts_with("sandtable play test/one --seed "),
        "{command}"
    );
    let text = playouts::text(&sampled, None);
    let line = format!(
        "{} of 600 games failed and are not counted: E0521",
        failed.count
    );
    assert!(text.contains(&line), "{text}");
    assert!(text.contains(command), "{text}");
}

#[test]
fn a_sample_in_which_every_game_fails_has_no_answer() {
    let rules = FRAGILE.replace("shown = 1", "shown > 0");
    assert!(matches!(
        sampled(&rules, 20),
        Err(QuestionError::Findings { .. })
    ));
}
