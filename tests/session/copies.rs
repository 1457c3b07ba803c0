//! Comparisons with a change of one of several copies of a unit.

use sandtable::session::library::QuestionError;
use sandtable::session::question::Question;
use sandtable::session::sampling::Sampling;
use sandtable::session::solve::Method;
use sandtable::session::watch::Unwatched;

use super::{ask, workspace};

const RULES: &str = "ruleset test
  sides ann \"Ann\", ben \"Ben\"

kind side

kind squad
  track  hits: 0..9

sequence game
  total-hits = total of squad.hits for each squad
  if total-hits > 3: end game won by ann
  end game won by ben
";

const SCENARIO: &str = "rules = \"test\"
play = \"game\"
[side.ann]
[side.ben]
[unit.c]
is = \"rifles\"
side = \"ann\"
count = 3
";

/// Compares the game with one in which a change is made; returns the refusal, or how many of the pairs have another winner.
fn compared(change: &str) -> Result<u64, String> {
    let mut workspace = workspace(RULES, "[squad.rifles]\n");
    workspace.set("units/test/scenarios/one.toml", SCENARIO);
    let sampling = Sampling {
        seed: 1,
        runs: 10,
        within: None,
    };
    let sample = Method::Sample(sampling);
    ask(&mut workspace, sample, &mut Unwatched, |session| {
        let asked = Question::new("test/one", None);
        let changes = [change.parse().unwrap()];
        let tracks = ["c-1.hits".to_owned()];
        match session.compare_games(&asked, &[], &changes, &tracks, sampling) {
            Ok(found) => Ok(u64::from(!found.is_same)),
            Err(QuestionError::Incomplete(why)) => Err(why),
            Err(other) => panic!("{other:?}"),
        }
    })
}

#[test]
fn one_of_several_copies_cannot_be_changed() {
    let why = compared("c-1.hits=2").unwrap_err();
    assert_eq!(
        why,
        "`c-1` is one of several copies of `c`, which are changed together: `c.hits=2`; to change one, give it a heading of its own \
         in the scenario"
    );
}

/// Three squads with 2 hits have 6, more than 3; without a change they have none.
#[test]
fn all_copies_are_changed_by_their_heading() {
    assert_eq!(compared("c.hits=2"), Ok(1));
}
