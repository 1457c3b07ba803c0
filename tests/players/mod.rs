//! Players that look ahead, and the report of a scenario: held against exact play, against what a side may know, and against a game
//! worked by hand.

mod knowing;
mod race;
mod strength;
mod sweeping;
mod versions;

use sandtable::players::game::GameModel;
use sandtable::session::library::RulesetCache;
use sandtable::session::scenario::set_up;

use super::games::play;

/// The model of a scenario of `benches/games` or of a book.
fn model(scenario: &str) -> GameModel {
    let mut workspace = play::workspace();
    let mut shelf = RulesetCache::new(&mut workspace);
    set_up(&mut shelf, scenario, &[]).unwrap().model()
}
