//! Questions to answers, as data.

mod assumed;
mod by_worth;
mod cancelling;
mod conditions;
mod copies;
mod failing;
mod game;
mod halves;
mod hidden;
mod holders;
mod left_out;
mod musts;
mod odds;
mod off_map;
mod pairings;
mod private_choices;
mod refusals;
mod report;
mod setups;
mod side_titles;
mod starts;
mod starts_of_maps;
mod starts_of_pieces;
mod threads;
mod trial_games;

use sandtable::eval::budget::Budget;
use sandtable::session::library::RulesetCache;
use sandtable::session::question::{Pair, Question};
use sandtable::session::solve::{Method, Session};
use sandtable::session::watch::Watch;
use sandtable::workspace::Workspace;
use sandtable::workspace::files::Memory;
use sandtable::workspace::workers::Alone;

/// A workspace with a ruleset `test` in memory.
fn workspace(rules: &str, units: &str) -> Workspace {
    let mut workspace = Workspace::new(Memory::default());
    workspace.set("rules/test/test.rules", rules);
    workspace.set("units/test/test.toml", units);
    workspace
}

/// Asks a question of a workspace.
fn ask<T>(
    workspace: &mut Workspace,
    method: Method,
    watch: &mut dyn Watch,
    of: impl FnOnce(&mut Session<'_>) -> T,
) -> T {
    of(&mut Session {
        library: &mut RulesetCache::new(workspace),
        watch,
        workers: &Alone,
        budget: Budget::default(),
        method,
    })
}

/// A question with what is given, as `range=5`.
fn question(name: &str, given: &[&str]) -> Question {
    let given: Result<Vec<Pair>, String> = given.iter().map(|pair| pair.parse()).collect();
    Question {
        given: given.unwrap(),
        ..Question::new("test", Some(name.to_owned()))
    }
}
