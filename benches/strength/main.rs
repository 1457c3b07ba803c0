//! `search` against the search of OpenSpiel, both with random rollouts and the same number of playouts for a move.
//!
//! Seats are swapped from game to game. Prints the difference in Elo points with its interval. Words on the command line: a part of the name of a
//! game; `games=750`, `playouts=200`. Fails if the whole interval is more than 50 points below.
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

#[path = "../other.rs"]
mod other;
#[path = "../play.rs"]
#[allow(dead_code, reason = "this bench needs the rulesets alone")]
mod play;

use std::process::ExitCode;

use other::Other;
use sandtable::eval::machine::Pause;
use sandtable::eval::offer::Offer;
use sandtable::eval::simulator::{Driver, Simulator};
use sandtable::ir::{Options, PoolId, Program, Reg};
use sandtable::model::TrackId;
use sandtable::players::game::{GameModel, STEPS, Verdict};
use sandtable::players::search::Searcher;
use sandtable::players::spec::{NoTimer, SearchBudget};
use sandtable::session::library::RulesetCache;
use sandtable::session::scenario::set_up;

/// Scenario, name there, and how it writes moves.
const GAMES: [(&str, &str, Moves); 2] = [
    ("connect-four/game", "connect_four", Moves::Column),
    ("breakthrough/game", "breakthrough", Moves::FromTo),
];

/// Games after which the result so far is told.
const TOLD: u64 = 25;

/// Elo points by which the other player may be better.
const BELOW: f64 = -50.0;

/// Columns of the board on which men move.
const COLUMNS: u32 = 8;

#[derive(Clone, Copy)]
enum Moves {
    /// `x3`: a column from 0, one decision.
    Column,
    /// `a7b6`: two squares, two decisions.
    FromTo,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |key: &str, usual: u64| -> u64 {
        let mut values = words.iter().filter_map(|word| word.strip_prefix(key));
        values.next().map_or(usual, |value| value.parse().unwrap())
    };
    let (n_games, playouts) = (number("games=", 750), number("playouts=", 200));
    let is_option = |word: &&String| word.starts_with("--") || word.contains('=');
    let wanted = words.iter().find(|word| !is_option(word));
    let Some(mut other) = Other::start("strength/open_spiel_player.py") else {
        println!("OpenSpiel is not to be had: nothing to play against");
        return ExitCode::SUCCESS;
    };
    let mut is_below = false;
    for (scenario, name, moves) in GAMES {
        if wanted.is_some_and(|word| !scenario.contains(word.as_str())) {
            continue;
        }
        let game = Game::of(scenario, moves);
        let mut points = 0.0;
        for at in 0..n_games {
            points += game.play(&mut other, name, playouts as u32, at);
            let n = at + 1;
            if n == n_games || n.is_multiple_of(TOLD) {
                let [middle, low, high] = elo(points, n);
                println!(
                    "{name}: {playouts} playouts a move: {n} games, {:.1} % of the points, {middle:+.0} Elo ({low:+.0} to {high:+.0})",
                    100.0 * points / n as f64,
                );
            }
        }
        is_below |= n_games > 0 && elo(points, n_games)[2] < BELOW;
    }
    match is_below {
        false => ExitCode::SUCCESS,
        true => ExitCode::FAILURE,
    }
}

/// The difference in Elo points after so many games, and the ends of its interval.
fn elo(points: f64, n_games: u64) -> [f64; 3] {
    let (share, n) = (points / n_games as f64, n_games as f64);
    // A draw counts half, which only narrows the interval.
    let error = 1.96 * (share * (1.0 - share) / n).sqrt();
    [share, share - error, share + error].map(|share| {
        let share = share.clamp(0.001, 0.999);
        400.0 * (share / (1.0 - share)).log10()
    })
}

/// A game with the places of its pieces.
struct Game {
    model: GameModel,
    moves: Moves,
    /// The register of the place of each unit that can have one.
    at: Vec<Option<Reg>>,
}

/// Leaves every choice open.
struct Open;

impl Driver for Open {
    fn roll(&mut self, _program: &Program, _pool: PoolId) -> Option<i32> {
        None
    }

    fn choose(&mut self, _offer: Offer<'_>) -> Option<i32> {
        None
    }
}

impl Game {
    fn of(scenario: &str, moves: Moves) -> Self {
        let mut workspace = play::workspace();
        let mut cache = RulesetCache::new(&mut workspace);
        let staged = set_up(&mut cache, scenario, &[]);
        let staged = staged.unwrap_or_else(|why| panic!("{scenario}: {why:?}"));
        let track: TrackId = staged.ruleset.book.at_track().unwrap();
        let model = staged.model();
        let units = 0..staged.situation.cast.len();
        let at = units.map(|unit| model.lowered.slot(unit, track)).collect();
        Self { model, moves, at }
    }

    /// Plays one game; returns our points.
    fn play(&self, other: &mut Other, name: &str, playouts: u32, number: u64) -> f64 {
        let ours = (number % 2) as usize;
        other.ask(&format!("new {name} {playouts} {}", number + 1));
        let mut searcher = Searcher::new(&self.model, ours, &NoTimer);
        searcher.begin(number / 2, 0);
        let mut simulator = Simulator::new(&self.model.lowered.program, STEPS);
        let mut turn = (usize::MAX, 0);
        loop {
            let pause = simulator.run(&mut Open);
            if pause == Pause::Done {
                return self.points(simulator.machine(), ours);
            }
            let offer = simulator.offer().unwrap();
            let seat = self.model.chooser(offer).unwrap();
            if seat != turn.0 {
                turn = (seat, turn.1 + 1);
            }
            if seat == ours {
                let squares = self.move_once(&mut simulator, |simulator, _| {
                    let budget = SearchBudget::Playouts(playouts);
                    searcher
                        .choose(simulator.machine(), budget, turn.1)
                        .unwrap()
                });
                let text = self.text(&squares, seat);
                other.ask(&format!("ours {text}"));
            } else {
                let answer = other.ask("theirs");
                let text = answer["move"].as_str().unwrap().to_owned();
                self.move_once(&mut simulator, |simulator, at| {
                    self.answer(simulator, &text, at)
                });
            }
        }
    }

    /// Carries out a move of one or two decisions; returns its squares. A decision with one legal answer is made by the program.
    fn move_once(
        &self,
        simulator: &mut Simulator<'_>,
        mut decide: impl FnMut(&Simulator<'_>, usize) -> i32,
    ) -> Vec<(u32, u32)> {
        let first = decide(simulator, 0);
        let mut squares = vec![self.square(simulator, first)];
        simulator.answer(first);
        if matches!(self.moves, Moves::Column) {
            return squares;
        }
        let pause = simulator.run(&mut Open);
        let offer = simulator.offer();
        let is_goal =
            offer.is_some_and(|offer| matches!(offer.decision.options, Options::Places(_)));
        if matches!(pause, Pause::Choose(_)) && is_goal {
            let goal = decide(simulator, 1);
            squares.push(self.square(simulator, goal));
            simulator.answer(goal);
        } else {
            let reg = self.at[first as usize].unwrap();
            squares.push(Self::of_place(simulator.machine().get(reg)));
        }
        squares
    }

    fn of_place(place: i32) -> (u32, u32) {
        (place as u32 / COLUMNS, place as u32 % COLUMNS)
    }

    fn points(&self, machine: &sandtable::eval::machine::Machine, ours: usize) -> f64 {
        let verdict = self.model.verdict(machine);
        match verdict {
            Verdict::Won(_) | Verdict::Together(_) => f64::from(u8::from(verdict.has_won(ours))),
            Verdict::Drawn | Verdict::Unended | Verdict::Refused => 0.5,
        }
    }

    /// Row and column, from 0, of a place like `B3`.
    fn row_and_column(name: &str) -> (u32, u32) {
        let row = name.bytes().next().unwrap() - b'A';
        let column: u32 = name[1..].parse().unwrap();
        (u32::from(row), column - 1)
    }

    /// The square that an answer means: a place, or where a unit is.
    fn square(&self, simulator: &Simulator<'_>, answer: i32) -> (u32, u32) {
        let offer = simulator.offer().unwrap();
        match &offer.decision.options {
            Options::Places(names) => Self::row_and_column(&names[answer as usize]),
            Options::Named(_) | Options::Numbers(_) | Options::Units | Options::YesOrNo => {
                let reg = self.at[answer as usize].unwrap();
                Self::of_place(simulator.machine().get(reg))
            }
        }
    }

    /// A move as it is written there. Its ranks count from below, our rows from above.
    fn text(&self, squares: &[(u32, u32)], seat: usize) -> String {
        match self.moves {
            Moves::Column => format!("{}{}", ["x", "o"][seat], squares[0].1),
            Moves::FromTo => {
                let square = |(row, column): &(u32, u32)| {
                    let file = char::from(b'a' + *column as u8);
                    format!("{file}{}", 8 - row)
                };
                squares.iter().map(square).collect()
            }
        }
    }

    /// The answer to our decision of this number that a move from there means.
    fn answer(&self, simulator: &Simulator<'_>, text: &str, number: usize) -> i32 {
        let wanted = match self.moves {
            Moves::Column => (0, text[1..].parse().unwrap()),
            Moves::FromTo => {
                let part = &text.as_bytes()[2 * number..2 * number + 2];
                (8 - u32::from(part[1] - b'0'), u32::from(part[0] - b'a'))
            }
        };
        let offer = simulator.offer().unwrap();
        let mut answers = offer.answers();
        let found = answers.find(|answer| self.square(simulator, *answer) == wanted);
        found.unwrap_or_else(|| panic!("{text} is not legal here"))
    }
}
