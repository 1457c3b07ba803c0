//! Reports: the worth of things for every player, whose changes are whose, what was never taken, who refused.

use sandtable::present::report::as_text;
use sandtable::session::question::Question;
use sandtable::session::report::{Pace, Report, ReportRequest};
use sandtable::session::sampling::Sampling;
use sandtable::session::solve::Method;
use sandtable::session::watch::Unwatched;
use sandtable::workspace::Workspace;

use super::{ask, workspace};

/// Reports on games of two sides without units, with the worth of things.
fn report(rules: &str, players: &str, games: u64) -> Report {
    let sides = ["ann", "ben"].map(|side| format!("{side}={players}"));
    let scenario = "[side.ann]\n[side.ben]\n";
    report_of(workspace(rules, ""), scenario, &sides, games, true)
}

/// Reports on games of a scenario of a sequence `game`.
fn report_of(
    mut workspace: Workspace,
    scenario: &str,
    sides: &[String],
    games: u64,
    has_worth: bool,
) -> Report {
    let head = "rules = \"test\"\nplay = \"game\"\n";
    workspace.set("units/test/scenarios/one.toml", format!("{head}{scenario}"));
    let request = ReportRequest {
        sides: sides.to_vec(),
        games,
        seed: 1,
        within: None,
        pace: Pace::default(),
        skill: 0,
        has_worth,
        given: None,
        group_by: None,
        changes: Vec::new(),
        tracks: Vec::new(),
    };
    let sampling = Sampling {
        seed: 1,
        runs: games,
        within: None,
    };
    let question = Question::new("test/one", None);
    let found = ask(
        &mut workspace,
        Method::Sample(sampling),
        &mut Unwatched,
        |session| session.report(&question, &request),
    );
    found.unwrap()
}

const RACE: &str = "ruleset test
  sides ann \"Ann\", ben \"Ben\"

kind side
  track  pips: 0..9

action run-on (side)
  choose by side \"what to do\"
    \"run\", worth 1: add d2 to side.pips
    \"rest\", worth 0: nothing
  if side.pips >= 6: end game won by side

sequence game
  alternate side while ann.pips < 6 and ben.pips < 6
    run-on(side)
";

/// A side that never runs never wins, so what the side loses without running is its chance to win: of policies, whose games both run, and of chance,
/// which rests half of the time. The runner that is second by turn wins less than half, but more than a tenth, of either.
#[test]
fn a_thing_is_forbidden_to_every_player() {
    for players in ["policy", "random"] {
        let report = report(RACE, players, 240);
        let worth = |side: usize| {
            let mut worths = report.worths.iter();
            let found = worths.find(|one| one.seat == side && one.title == "what to do run");
            found.unwrap()
        };
        for side in [0, 1] {
            let worth = worth(side);
            let share = worth.changed.percent();
            assert!(share > 10.0, "{players}, side {side}: {share}");
            // Every changed game is one that it has won.
            assert!(
                (worth.loss.mean - share).abs() < 1e-9,
                "{players}: {worth:?}"
            );
        }
    }
}

const MAP_UNITS: &str = "[piece.guard]\n";

const ON_A_MAP: &str = "map = \"field\"
[side.ann]
[side.ben]
[unit.a]
is = \"guard\"
side = \"ann\"
at = \"A1\"
[unit.b]
is = \"guard\"
side = \"ben\"
at = \"A2\"
";

fn report_on_map(body: &str) -> Report {
    let rules = format!(
        "ruleset test
  sides ann \"Ann\", ben \"Ben\"
  board squares

kind side

kind piece
  track  marks: 0..9

action mark (side, target: piece)
  choose by side \"what to do\"
    \"mark\", worth 1: add 1 to target.marks
    \"wait\", worth 0: nothing

action must-mark (side, target: piece)
  choose by side \"what to do\"
    \"mark\": add 1 to target.marks

{body}"
    );
    let mut workspace = workspace(&rules, MAP_UNITS);
    workspace.set(
        "units/test/maps/field.toml",
        "squares = \"\"\"\n  . .\n\"\"\"\n\n[legend]\n\".\" = {}\n",
    );
    report_of(workspace, ON_A_MAP, &[], 4, false)
}

/// Changes by others, by place and seat.
fn hits(report: &Report) -> Vec<(String, Vec<f64>)> {
    let places = report.places.iter();
    let places = places.map(|place| (place.name.clone(), place.hits.clone()));
    places.collect()
}

#[test]
fn a_change_is_of_the_side_that_decides_it() {
    // Each marks the piece of the other once in a game.
    let fighting = report_on_map(
        "sequence game
  each piece where piece.side is ben: mark(ann, piece)
  each piece where piece.side is ann: mark(ben, piece)
",
    );
    assert!(!fighting.is_simultaneous);
    let mut found = hits(&fighting);
    found.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(
        found,
        [
            ("A1".to_owned(), vec![1.0, 0.0]),
            ("A2".to_owned(), vec![0.0, 1.0])
        ]
    );
    // Each marks its own: Ann decides, Ben has no choice.
    let peaceful = report_on_map(
        "sequence game
  each piece where piece.side is ann: mark(ann, piece)
  each piece where piece.side is ben: must-mark(ben, piece)
",
    );
    assert!(hits(&peaceful).is_empty(), "{:?}", hits(&peaceful));
}

/// Ben is asked last in the block; the changes that follow, each side's of its own piece, are not his.
#[test]
fn changes_after_choices_at_the_same_time_are_of_no_side() {
    let plotted = report_on_map(
        "sequence game
  repeat 3 times
    at the same time
      each side
        each piece where piece.side is side: mark(side, piece)
    each piece: add 1 to piece.marks
",
    );
    assert!(plotted.is_simultaneous);
    assert!(hits(&plotted).is_empty(), "{:?}", hits(&plotted));
}

/// In the first two rounds there are shots, and the policy fires; afterwards it can only wait.
#[test]
fn an_option_that_is_taken_without_another_is_told_with_that() {
    let rules = "ruleset test
  sides ann \"Ann\", ben \"Ben\"

kind side
  track  shots: 0..9, starts 2

action go (side)
  choose by side \"what to do\"
    \"fire\" if side.shots > 0, worth 1: take 1 from side.shots
    \"wait\", worth 0: nothing

sequence game
  repeat 5 times
    each side: go(side)
";
    let report = report(rules, "policy", 10);
    let [only] = report.unused.options.as_slice() else {
        panic!("{:?}", report.unused.options);
    };
    // Of both sides, in 10 games: twice offered beside firing, three times alone.
    assert_eq!(
        (only.words.as_str(), only.offered, only.forced),
        ("wait", 40, 60)
    );
    let text = as_text(&report, None);
    assert!(
        text.contains("`what to do: wait` (offered 40 times; 60 times nothing else was possible)"),
        "{text}"
    );
}

#[test]
fn a_refused_game_names_the_rule_and_what_it_needs() {
    let rules = "ruleset test
  sides ann \"Ann\", ben \"Ben\"

kind side
  track  crowns: 0..99, starts 30

action hire \"Hires a soldier\" (side)
  needs side.crowns >= 20 \"20 crowns\"
  take 20 from side.crowns

action camp (side)
  hire(side)
  hire(side)

sequence game
  camp(ann)
  end game won by ann
";
    let report = report(rules, "policy", 3);
    let [only] = report.endings.as_slice() else {
        panic!("{:?}", report.endings);
    };
    assert_eq!(only.words, "refused: this needs 20 crowns");
    assert_eq!(only.rule.as_ref().unwrap().0, "hire");
    assert_eq!(report.failures.len(), 3);
    assert_eq!(
        report.failures[0].why,
        "refused by `hire`: this needs 20 crowns"
    );
}
