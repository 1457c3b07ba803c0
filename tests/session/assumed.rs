//! What a question reads and nobody has given: places of pieces, and units that the game holds.

use sandtable::session::distribution::Odds;
use sandtable::session::question::Question;
use sandtable::session::solve::Method;
use sandtable::session::watch::Unwatched;

use super::{ask, question, workspace};

const RULES: &str = r#"ruleset test "Test"
  board squares

kind side "Side"
  track points: 0..9

kind game "Game"
  track active: side or none
  track seen: squad or none

kind square "Square"
  traits sea

kind squad "Squad"
  men 1..9
  track hits: 0..9

roll crowd "Crowded" (squad) -> no-panic, panic
  panic when d6 <= number of friend: squad where friend is not squad and friend.at is squad.at
  no-panic otherwise

roll turn "Turn" (squad) -> own, other
  own when game.active is squad.side and d6 >= 3
  other otherwise

action look "Looks" (squad)
  set game.seen to squad
  if game.seen is not none: add 1 to squad.hits

roll sometimes "Sometimes" (squad, weight: 0..6) -> 0..12
  if weight <= 2: result squad.men
  if game.active is squad.side: result squad.men + 1
  result d6

roll plain "Plain" (squad) -> hit, miss
  hit when d6 >= squad.men
  miss otherwise
"#;

const UNITS: &str = "[squad.line]\nmen = 3\n";

const MAP: &str = "squares = \"\"\"\n. .\n. .\n\"\"\"\n\n[legend]\n\".\" = { name = \"Field\" }\n";

fn odds(question: &Question) -> Odds {
    let mut workspace = workspace(RULES, UNITS);
    workspace.set("units/test/maps/here.toml", MAP);
    ask(&mut workspace, Method::Exact, &mut Unwatched, |session| {
        session.odds(question).unwrap()
    })
}

fn assumed(name: &str, given: &[&str]) -> Vec<String> {
    let odds = odds(&question(name, given));
    let text = |one: &sandtable::session::assumed::Assumed| format!("{}={}", one.fact, one.value);
    odds.assumed.iter().map(text).collect()
}

#[test]
fn a_piece_that_is_nowhere_is_assumed_where_neighbours_count() {
    let squad = "squad=line";
    assert_eq!(assumed("crowd", &[squad, "map=here"]), ["squad.at=none"]);
    let placed = [squad, "map=here", "squad.at=A1"];
    assert_eq!(assumed("crowd", &placed), Vec::<String>::new());
    assert_eq!(assumed("plain", &[squad, "map=here"]), Vec::<String>::new());
}

#[test]
fn a_unit_that_the_game_holds_is_assumed_unless_the_rules_set_it() {
    let squad = "squad=line";
    assert!(assumed("turn", &[squad]).contains(&"game.active=none".to_owned()));
    assert_eq!(assumed("look", &[squad]), Vec::<String>::new());
}

/// With a weight of 1 no run comes to the line that asks for the active side.
#[test]
fn what_no_run_reads_is_not_assumed() {
    let of_weight = |weight: &str| assumed("sometimes", &["squad=line", weight]);
    assert_eq!(of_weight("weight=1"), Vec::<String>::new());
    assert!(of_weight("weight=5").contains(&"game.active=none".to_owned()));
}
