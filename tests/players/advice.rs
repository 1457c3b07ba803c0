//! Policies and values of positions of the author, in a game that is worked by hand.
//!
//! Each side in turn, four times, adds 1 or 2 points, and may burn its points. More points win. By the rules' worth a side adds 1.
//! Policy `bold` adds 2, policy `mad` burns; the advice for all never burns.

use sandtable::players::game::{GameModel, Verdict};
use sandtable::players::spec::{NoTimer, PlayerSpec};
use sandtable::players::table::{Table, Unobserved};
use sandtable::session::library::{QuestionError, RulesetCache};
use sandtable::session::scenario::set_up;
use sandtable::workspace::Workspace;
use sandtable::workspace::files::Memory;

const RULES: &str = r#"ruleset climb
  sides ann "Ann", ben "Ben"

kind side "Climber"
  track points: 0..20

action climb (side)
  choose by side "how far"
    "one", worth 2: add 1 to side.points
    "two", worth 1: add 2 to side.points
  may by side "burn": set side.points to 0

sequence game
  repeat 4 times
    each side: climb(side)
  if ann.points > ben.points: end game won by ann
  if ben.points > ann.points: end game won by ben
  end game
"#;

const ADVICE: &str = r#"policy
  in climb "burn", worth -1

policy bold "Bold"
  in climb "how far"
    "two", worth 3 if side.points < 20 otherwise 0

policy mad
  in climb "burn", worth 5 + side.points
"#;

fn workspace(advice: &str, more: &str) -> Workspace {
    let mut workspace = Workspace::new(Memory::default());
    workspace.set("rules/climb/climb.rules", format!("{RULES}{more}"));
    workspace.set("rules/climb/advice.policy", advice.to_owned());
    workspace.set(
        "units/climb/scenarios/hill.toml",
        "rules = \"climb\"\nplay = \"game\"\n",
    );
    workspace
}

/// The points of both sides at the end of each game, and who won.
fn played(more: &str, sides: [&str; 2], n_games: u64) -> Vec<(Vec<i32>, Verdict)> {
    let mut workspace = workspace(ADVICE, more);
    let mut cache = RulesetCache::new(&mut workspace);
    let mut scenario = set_up(&mut cache, "climb/hill", &[]).unwrap();
    let said = [format!("ann={}", sides[0]), format!("ben={}", sides[1])];
    let controls = scenario.controls(&said, Default::default()).unwrap();
    let model = scenario.model();
    let players = (0..2).map(|seat| controls[model.side(seat).unwrap()].player().unwrap());
    let players: Vec<PlayerSpec> = players.collect();
    let points = points_of(&model, &scenario.ruleset.book);
    let mut table = Table::new(&model, &players, &NoTimer);
    let games = 0..n_games;
    games
        .map(|game| {
            let verdict = table.play(game, 0, &mut Unobserved).unwrap();
            let machine = table.machine();
            (
                points.iter().map(|reg| machine.get(*reg)).collect(),
                verdict,
            )
        })
        .collect()
}

fn points_of(model: &GameModel, book: &sandtable::model::RuleBook) -> Vec<sandtable::ir::Reg> {
    let mut tracks = book.tracks.iter();
    let track = tracks.position(|track| track.name == "points").unwrap();
    let track = sandtable::model::TrackId::new(track);
    let seats = 0..model.n_seats();
    seats
        .map(|seat| {
            model
                .lowered
                .slot(model.side(seat).unwrap(), track)
                .unwrap()
        })
        .collect()
}

/// By hand: four times 1 are 4 points, four times 2 are 8. Who burns at the end of each turn has 0.
#[test]
fn each_side_follows_its_own_policy() {
    let end = |sides| played("", sides, 1).remove(0);
    assert_eq!(end(["policy", "policy"]), (vec![4, 4], Verdict::Drawn));
    assert_eq!(end(["policy", "bold"]), (vec![4, 8], Verdict::Won(1)));
    assert_eq!(end(["bold", "policy"]), (vec![8, 4], Verdict::Won(0)));
    assert_eq!(end(["bold", "mad"]), (vec![8, 0], Verdict::Won(0)));
    assert_eq!(end(["mad", "mad"]), (vec![0, 0], Verdict::Drawn));
}

/// Against one who adds 2 each time, only 2 each time keeps up. With the value `points` a greedy player sees that at its first turn, when
/// neither is ahead, and at each later one; it never burns.
#[test]
fn a_greedy_player_follows_the_value_of_positions() {
    let value = "\nvalue standing (side) = side.points\n";
    for (points, _) in played(value, ["greedy:64", "bold"], 20) {
        assert_eq!(points, [8, 8]);
    }
}

/// A value that is worth less the better a side stands is told from the games, and not used.
#[test]
fn a_value_that_misleads_does_no_harm() {
    let value = "\nvalue standing (side) = 0 - side.points\n";
    let games = played(value, ["search:200", "policy"], 10);
    let won = games
        .iter()
        .filter(|(_, verdict)| *verdict == Verdict::Won(0));
    assert_eq!(won.count(), 10);
}

#[test]
fn a_player_that_nothing_names_is_told_the_policies() {
    let mut workspace = workspace(ADVICE, "");
    let mut cache = RulesetCache::new(&mut workspace);
    let mut scenario = set_up(&mut cache, "climb/hill", &[]).unwrap();
    let why = scenario.controls(&["ann=blod".to_owned()], Default::default());
    let Err(QuestionError::Incomplete(why)) = why else {
        panic!("{why:?}");
    };
    assert!(why.contains("`bold`, `mad`"), "{why}");
}
