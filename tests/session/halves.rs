//! Numbers in halves at the end of games, and comparisons of a game with itself.

use sandtable::present::{comparison, games_compared, playouts};
use sandtable::session::games_compared::GamesComparison;
use sandtable::session::question::Question;
use sandtable::session::sampling::Sampling;
use sandtable::session::solve::{Method, Session};
use sandtable::session::watch::Unwatched;

use super::{ask, question, workspace};

const RULES: &str = "ruleset test
  sides ann \"Ann\", ben \"Ben\"

option mist \"Mist\": on

kind side
  track  fuel: 0..9 by 1/2

roll shot (need: 2..5) -> yes or no
  result d6 >= need + (1 if mist otherwise 0)

sequence game
  set ann.fuel to 1/2 * (3 if mist otherwise 1)
  set ben.fuel to 1/2 * d6
  end game won by ann
";

fn sampled<T>(of: impl FnOnce(&mut Session<'_>, Sampling) -> T) -> T {
    let mut workspace = workspace(RULES, "");
    workspace.set(
        "units/test/scenarios/one.toml",
        "rules = \"test\"\nplay = \"game\"\n[side.ann]\n[side.ben]\n",
    );
    let sampling = Sampling {
        seed: 1,
        runs: 600,
        within: None,
    };
    let sample = Method::Sample(sampling);
    ask(&mut workspace, sample, &mut Unwatched, |session| {
        of(session, sampling)
    })
}

/// By hand: half of one die is 1 3/4 on average, and each of its faces lies half a point apart.
#[test]
fn games_have_a_mean_of_numbers_in_halves() {
    let tracks = ["ann.fuel".to_owned(), "ben.fuel".to_owned()];
    let found = sampled(|session, sampling| {
        let asked = Question::new("test/one", None);
        session
            .play_out(&asked, &[], &tracks, None, sampling)
            .unwrap()
    });
    let [fixed, rolled] = found.values.as_slice() else {
        panic!("{:?}", found.values);
    };
    let fixed = fixed.summary.unwrap();
    assert_eq!(fixed.mean.to_string(), "1.5");
    assert_eq!(fixed.least.to_string(), "1.5");
    let rolled = rolled.summary.unwrap();
    // The standard deviation of the mean is 0.85 / 24.5: five of them.
    assert!((rolled.mean - 1.75).abs() < 0.18, "{}", rolled.mean);
    assert_eq!(rolled.most.to_string(), "3");
    assert!(playouts::text(&found, None).contains("mean 1.5000"));
}

fn compared(change: &str) -> GamesComparison {
    sampled(|session, sampling| {
        let asked = Question::new("test/one", None);
        let changes = [change.parse().unwrap()];
        let tracks = ["ann.fuel".to_owned()];
        session
            .compare_games(&asked, &[], &changes, &tracks, sampling)
            .unwrap()
    })
}

/// By hand: 3/2 with mist, 1/2 without.
#[test]
fn two_versions_are_compared_by_numbers_in_halves() {
    let without = compared("option.mist=off");
    let fuel = without.rows.iter().find(|row| row.title == "ann.fuel");
    let fuel = fuel.unwrap();
    assert_eq!(fuel.first.unwrap().mean.to_string(), "1.5");
    assert_eq!(fuel.second.unwrap().mean.to_string(), "0.5");
    assert!(!without.is_same);
}

#[test]
fn a_game_that_is_compared_with_itself_is_told() {
    let told = "Both games of every pair have the same winner, length and values";
    let same = compared("option.mist=on");
    assert!(games_compared::text(&same, None).contains(told));
    let without = compared("option.mist=off");
    assert!(!games_compared::text(&without, None).contains(told));
}

#[test]
fn a_question_that_is_compared_with_itself_is_told() {
    let text = |change: &str| {
        let asked = question("shot", &["need=3"]);
        let changes = [change.parse().unwrap()];
        let compared = ask(
            &mut workspace(RULES, ""),
            Method::Exact,
            &mut Unwatched,
            |session| session.compare(&asked, &changes).unwrap(),
        );
        comparison::text(&compared, "")
    };
    let told = "Both are the same question";
    assert!(text("option=mist").contains(told));
    assert!(!text("option=mist=off").contains(told));
    assert!(!text("need=4").contains(told));
}
