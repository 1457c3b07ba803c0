//! Time of the decisions of a player that looks ahead, and memory: games of `search` against `search` at its usual budget in every
//! built-in scenario with sides.
//!
//! Words on the command line: a part of the name of a scenario; `games=1`, `playouts=200`; `root=FOLDER` with rules and units of others,
//! of which all scenarios are played. Time is that of the processor.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "a benchmark prints and may stop at once"
)]

#[path = "clock.rs"]
#[allow(dead_code, reason = "this bench needs the time of the processor alone")]
mod clock;
#[path = "play.rs"]
#[allow(dead_code, reason = "this bench needs the rulesets alone")]
mod play;
#[path = "scenarios.rs"]
mod scenarios;

use std::path::Path;

use sandtable::eval::machine::Machine;
use sandtable::players::spec::{NoTimer, PLAYOUTS, PlayerSpec, SearchBudget};
use sandtable::players::table::{Compared, Observer, Table};
use sandtable::session::library::RulesetCache;
use sandtable::session::scenario::set_up;
use sandtable::workspace::Workspace;
use sandtable::workspace::files::{BuiltIn, Layered};

/// Decisions of a game, each with its time in seconds: what passes between two of them is the search.
struct Stopwatch {
    last: f64,
    thought: Vec<f64>,
}

impl Observer for Stopwatch {
    fn compared(&mut self, _machine: &Machine, compared: Compared<'_>) {
        let now = clock::processor_seconds();
        if compared.candidates.len() > 1 {
            self.thought.push(now - self.last);
        }
        self.last = now;
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |key: &str, usual: u64| -> u64 {
        let mut values = words.iter().filter_map(|word| word.strip_prefix(key));
        values.next().map_or(usual, |value| value.parse().unwrap())
    };
    let n_games = number("games=", 1);
    let playouts = number("playouts=", u64::from(PLAYOUTS)) as u32;
    let is_option = |word: &&String| word.starts_with("--") || word.contains('=');
    let wanted = words.iter().find(|word| !is_option(word));
    let root = words.iter().find_map(|word| word.strip_prefix("root="));
    let root = root.map(Path::new);
    let scenarios = match root {
        Some(root) => scenarios::scenarios_in(root),
        None => scenarios::BUILT_IN.map(str::to_owned).to_vec(),
    };
    for scenario in scenarios {
        if wanted.is_some_and(|word| !scenario.contains(word.as_str())) {
            continue;
        }
        let mut workspace = match root {
            Some(root) => Workspace::new(Layered::new(play::files_in(root), BuiltIn)),
            None => play::workspace(),
        };
        let mut cache = RulesetCache::new(&mut workspace);
        let staged = set_up(&mut cache, &scenario, &[]);
        let model = staged
            .unwrap_or_else(|why| panic!("{scenario}: {why:?}"))
            .model();
        let search = PlayerSpec::Search(SearchBudget::Playouts(playouts));
        let players = vec![search; model.n_seats()];
        let mut thought = Vec::new();
        for game in 0..n_games {
            let mut table = Table::new(&model, &players, &NoTimer);
            let mut watch = Stopwatch {
                last: clock::processor_seconds(),
                thought: Vec::new(),
            };
            table.play(game, 0, &mut watch).unwrap();
            thought.extend(watch.thought);
        }
        thought.sort_by(f64::total_cmp);
        let at = |share: f64| thought[((thought.len() - 1) as f64 * share) as usize];
        println!(
            "{scenario:34} {:5} decisions: {:.2} s in the median, {:.2} s at 95 %, {:.2} s at most; {} MB of memory at most so far",
            thought.len(),
            at(0.5),
            at(0.95),
            at(1.0),
            most_memory()
        );
    }
}

/// Megabytes that this process has had at most, as Linux tells it.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    number.unwrap_or(0) / 1024
}
