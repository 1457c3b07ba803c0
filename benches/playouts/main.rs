//! Random playouts of well-known games, side by side with those of OpenSpiel, which are C++ written by hand for each game.
//!
//! The rules are in `benches/games`. Both sides choose with equal chances among the legal answers, on one thread each, in turn: ours,
//! theirs, ours, … The time is that of the processor. A word on the command line picks the games whose name has it.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "a benchmark prints, has a clock, and may stop at once"
)]

#[path = "../allocator.rs"]
mod allocator;
#[path = "../clock.rs"]
mod clock;
#[path = "../other.rs"]
mod other;
#[path = "../play.rs"]
mod play;

use clock::{MEMORY, Rounds, nanoseconds, peak_kilobytes, peak_of};
use other::Other;
use play::Game;
use sandtable::eval::sample::blocks::{Blocks, Choosing, Halt, Trial};

const ROUNDS: usize = 5;
/// Nanoseconds of a round, about.
const ROUND: f64 = 4e8;
/// Playouts that show how long a round has to be.
const FIRST: u64 = 100;
/// Steps of one game.
const STEPS: u64 = 50_000_000;

/// Of a game: its scenario, its name there, and the playouts per second there of November 2026, on one core of an AMD EPYC.
const GAMES: [(&str, &str, f64); 5] = [
    ("tic-tac-toe", "tic_tac_toe", 500_000.0),
    ("connect-four", "connect_four", 76_000.0),
    ("breakthrough", "breakthrough", 13_400.0),
    ("einstein", "einstein_wurfelt_nicht", 79_000.0),
    ("pig", "pig", 73_000.0),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, name] = words.as_slice()
        && flag == MEMORY
    {
        let game = Game::of(&format!("{name}/game"));
        Ours::new(&game, &game.all(Choosing::Random)).play(FIRST);
        println!("{}", peak_kilobytes().unwrap_or_default());
        return;
    }
    let mut words = words.into_iter();
    let wanted = words.find(|word| !word.starts_with("--"));
    let mut other = Other::start("playouts/open_spiel_rollouts.py");
    if other.is_none() {
        println!("OpenSpiel is not to be had: compared with what it did elsewhere");
    }
    println!(
        "game           ours/s    spread  other/s   spread  ratio   spread  first player's mean  choices  peak MB"
    );
    let mut lines = Vec::new();
    for (name, there, elsewhere) in GAMES {
        if wanted.as_deref().is_none_or(|wanted| name.contains(wanted)) {
            lines.push(compared(name, there, elsewhere, other.as_mut()));
        }
    }
    lines.iter().for_each(|line| println!("{line}"));
}

/// Measures both sides in turn, prints the row of a game, and gives its line of JSON.
fn compared(name: &str, there: &str, elsewhere: f64, mut other: Option<&mut Other>) -> String {
    let game = Game::of(&format!("{name}/game"));
    let choosing = game.all(Choosing::Random);
    let mut ours = Ours::new(&game, &choosing);
    let n_ours = (ROUND / ours.play(FIRST) * FIRST as f64) as u64;
    let n_theirs = (ROUND / 1e9 * elsewhere) as u64;
    let (mut rate, mut other_rate, mut ratio, mut mean) = (Vec::new(), Vec::new(), Vec::new(), 0.0);
    for _ in 0..ROUNDS {
        let per_second = n_ours as f64 / ours.play(n_ours) * 1e9;
        let theirs = other.as_mut().map_or(elsewhere, |other| {
            let answer = other.ask(&format!("{there} {n_theirs}"));
            let number = |key: &str| answer[key].as_f64().unwrap();
            mean += number("mean") / ROUNDS as f64;
            number("playouts") / number("ns") * 1e9
        });
        rate.push(per_second);
        other_rate.push(theirs);
        ratio.push(per_second / theirs);
    }
    let (rate, other_rate, ratio) = (
        Rounds::new(rate),
        Rounds::new(other_rate),
        Rounds::new(ratio),
    );
    let (our_mean, choices) = ours.means();
    let peak = peak_of(&[name]).unwrap_or_default();
    println!(
        "{name:<14} {:<8.0} {:>5.0} %  {:<8.0} {:>5.0} %  {:<6.4} {:>5.0} %  {our_mean:>7.3} {mean:>7.3}    {choices:>9.1}  {:>7.1}",
        rate.median(),
        rate.spread(),
        other_rate.median(),
        other_rate.spread(),
        ratio.median(),
        ratio.spread(),
        peak as f64 / 1024.0
    );
    format!(
        "{{\"game\":\"{name}\",\"ours_per_s\":{:.0},\"other_per_s\":{:.0},\"ratio\":{:.4},\"peak_kb\":{peak}}}",
        rate.median(),
        other_rate.median(),
        ratio.median()
    )
}

/// Our playouts, one after the other.
struct Ours<'g> {
    game: &'g Game,
    blocks: Blocks<'g>,
    played: u64,
}

impl<'g> Ours<'g> {
    fn new(game: &'g Game, choosing: &'g [Choosing]) -> Self {
        Self {
            blocks: Blocks::new(&game.lowered.program, Trial::Game(choosing), 1, STEPS),
            game,
            played: 0,
        }
    }

    /// Plays so many games more; gives the nanoseconds.
    fn play(&mut self, n: u64) -> f64 {
        let numbers = self.played..self.played + n;
        self.played += n;
        nanoseconds(|| {
            for number in numbers {
                self.blocks.roll(number, 1, &Halt::default()).unwrap();
            }
        })
    }

    /// The mean result of the first side, 1 for a win and -1 for a loss, and the choices of a game.
    fn means(&mut self) -> (f64, f64) {
        let counted = self.blocks.take();
        let results = counted.outcomes.iter().map(|(outcome, count)| {
            let result = match self.game.winner(outcome) {
                Some(0) => 1.0,
                Some(_) => -1.0,
                None => 0.0,
            };
            result * *count as f64
        });
        let total: f64 = results.sum();
        let choices = counted.choices.iter();
        let choices: f64 = choices
            .map(|(n, count)| f64::from(*n) * *count as f64)
            .sum();
        (total / counted.runs as f64, choices / counted.runs as f64)
    }
}
