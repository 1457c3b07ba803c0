//! Players that look ahead, and the report of a scenario: held against exact play, against what a side may know, and against a game
//! worked by hand.

mod advice;
mod allied;
mod ferry;
mod ford;
mod hill;
mod knowing;
mod luck;
mod playouts;
mod race;
mod strength;
mod sweeping;
mod together;
mod versions;

use std::path::Path;

use sandtable::eval::offer::Offer;
use sandtable::eval::simulator::Driver;
use sandtable::ir::{PoolId, Program};
use sandtable::players::game::GameModel;
use sandtable::session::library::RulesetCache;
use sandtable::session::scenario::set_up;
use sandtable::workspace::Workspace;
use sandtable::workspace::files::Memory;

use super::games::play;

/// Leaves every question open.
struct Open;

impl Driver for Open {
    fn roll(&mut self, _program: &Program, _pool: PoolId) -> Option<i32> {
        None
    }

    fn choose(&mut self, _offer: Offer<'_>) -> Option<i32> {
        None
    }
}

/// The model of a scenario of `benches/games` or of a book.
fn model(scenario: &str) -> GameModel {
    let mut workspace = play::workspace();
    let mut shelf = RulesetCache::new(&mut workspace);
    set_up(&mut shelf, scenario, &[]).unwrap().model()
}

/// The model of the first scenario of a starter.
fn model_of_starter(name: &str) -> GameModel {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("starters")
        .join(name);
    let mut workspace = Workspace::new(Memory::default());
    let mut folders = vec![root.clone()];
    let mut scenarios = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let file = path
                .strip_prefix(&root)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            let parts = file.split_once("scenarios/");
            scenarios.extend(parts.map(|(_, scenario)| scenario.replace(".toml", "")));
            workspace.set(&file, std::fs::read_to_string(&path).unwrap());
        }
    }
    scenarios.sort();
    let mut shelf = RulesetCache::new(&mut workspace);
    match set_up(&mut shelf, &format!("{name}/{}", scenarios[0]), &[]) {
        Ok(scenario) => scenario.model(),
        Err(why) => panic!("{why:?}"),
    }
}
