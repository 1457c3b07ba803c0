//! Scenarios to programs that play them, from memory and without a shell.

use std::path::Path;

use sandtable::eval::sample::blocks::Choosing;
use sandtable::ir::{Lowered, OutcomePart, OutputSpec, lower};
use sandtable::session::library::RulesetCache;
use sandtable::session::scenario::set_up;
use sandtable::workspace::Workspace;
use sandtable::workspace::files::{BuiltIn, Layered, Memory};

/// A scenario, lowered for playing.
pub(crate) struct Game {
    pub(crate) lowered: Lowered,
    /// The names of the units of its cast.
    pub(crate) names: Vec<String>,
    /// The sides, by their places in the cast.
    pub(crate) sides: Vec<i32>,
}

impl Game {
    /// A scenario of `benches/games` or of a book, `pig/game`.
    pub(crate) fn of(scenario: &str) -> Self {
        let mut workspace = workspace();
        let mut cache = RulesetCache::new(&mut workspace);
        let staged = set_up(&mut cache, scenario, &[]);
        let staged = staged.unwrap_or_else(|why| panic!("{scenario}: {why:?}"));
        let (book, situation) = (&staged.ruleset.book, &staged.situation);
        let cast = situation.cast.iter();
        let is_side = |kind| book.side_kind() == Some(kind);
        Self {
            lowered: lower::for_playing(book, situation, OutputSpec::Ending(&[])),
            names: cast.map(|unit| unit.parameter.clone()).collect(),
            sides: (0..)
                .zip(&situation.cast)
                .filter(|(_, unit)| is_side(unit.kind))
                .map(|(at, _)| at)
                .collect(),
        }
    }

    /// The side that has won, by turn; `None` if nobody has.
    pub(crate) fn winner(&self, outcome: &[i32]) -> Option<usize> {
        let mut parts = self.lowered.parts.iter().zip(outcome);
        let (_, winner) = parts.find(|(part, _)| **part == OutcomePart::Ended)?;
        self.sides.iter().position(|side| side == winner)
    }

    /// Everybody decides in this way.
    pub(crate) fn all(&self, choosing: Choosing) -> Vec<Choosing> {
        vec![choosing; self.names.len()]
    }
}

/// The rulesets of `benches/games` and those that are built in.
pub(crate) fn workspace() -> Workspace {
    Workspace::new(Layered::new(games(), BuiltIn))
}

/// The rulesets of `benches/games`, as if that were the current folder.
fn games() -> Memory {
    files_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/games"))
}

/// The files of rules and units in a folder, as if that were the current one.
pub(crate) fn files_in(root: &Path) -> Memory {
    let mut files = Memory::default();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let ending = path.extension().and_then(|ending| ending.to_str());
            if !ending.is_some_and(|ending| ["rules", "policy", "toml"].contains(&ending)) {
                continue;
            }
            let name = path.strip_prefix(root).unwrap().to_str().unwrap();
            files.set(name, std::fs::read_to_string(&path).unwrap());
        }
    }
    files
}
