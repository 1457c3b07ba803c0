//! The well-known games of `benches/games`: every legal answer at every question, against the games written by hand.
#![allow(
    dead_code,
    reason = "how scenarios are played is shared with benchmarks"
)]

mod ambush;
#[path = "../../benches/by_hand/ambush.rs"]
mod ambush_by_hand;
mod by_hand;
mod forward;
#[path = "../../benches/play.rs"]
pub(crate) mod play;

use std::collections::BTreeMap;

use by_hand::{Race, Row, Square, square};
use play::Game;
use sandtable::eval::dice::Dice;
use sandtable::eval::machine::{Ask, Machine, Pause};
use sandtable::ir::Options;

/// A game that stands at a question, or is over.
#[derive(Clone)]
struct Position<'g> {
    game: &'g Game,
    machine: Machine,
    pause: Pause,
}

impl<'g> Position<'g> {
    fn start(game: &'g Game) -> Self {
        let machine = Machine::new(&game.lowered.program);
        let pause = Pause::Done;
        Self {
            game,
            machine,
            pause,
        }
        .run()
    }

    fn run(mut self) -> Self {
        let program = &self.game.lowered.program;
        self.pause = self.machine.run(program, &mut Ask, &mut 1_000_000);
        self
    }

    /// The same game with an answer more.
    fn after(&self, answer: i32) -> Self {
        let mut next = self.clone();
        next.machine.answer(&self.game.lowered.program, answer);
        next.run()
    }

    /// The legal answers.
    fn answers(&self) -> Vec<i32> {
        let offer = self.machine.offer(&self.game.lowered.program);
        offer.map_or_else(Vec::new, |offer| offer.answers().collect())
    }

    fn is_asked(&self, title: &str) -> bool {
        let offer = self.machine.offer(&self.game.lowered.program);
        offer.is_some_and(|offer| offer.decision.title == title)
    }

    /// The square that an answer means.
    fn square(&self, answer: i32) -> Square {
        let offer = self.machine.offer(&self.game.lowered.program).unwrap();
        match &offer.decision.options {
            Options::Places(names) => square(&names[answer as usize]),
            other => panic!("{other:?} are no places"),
        }
    }

    fn squares(&self) -> Vec<Square> {
        let answers = self.answers().into_iter();
        let mut squares: Vec<Square> = answers.map(|answer| self.square(answer)).collect();
        squares.sort_unstable();
        squares
    }

    fn is_over(&self) -> bool {
        self.pause == Pause::Done
    }

    /// Who has won, by turn.
    fn winner(&self) -> Option<usize> {
        let outcome = self.game.lowered.program.outcome.iter();
        let outcome: Vec<i32> = outcome.map(|reg| self.machine.get(*reg)).collect();
        self.game.winner(&outcome)
    }
}

/// Counts all games from a position on by who has won.
fn count(position: &Position<'_>, counted: &mut BTreeMap<Option<usize>, u64>) {
    if position.is_over() {
        *counted.entry(position.winner()).or_default() += 1;
    }
    for answer in position.answers() {
        count(&position.after(answer), counted);
    }
}

/// The well-known numbers: 255,168 games, of which X wins 131,184 and O 77,904. The first mark is in one of four corners, on one
/// of four sides or in the middle; the games behind corners are mirror images of one another, and so are those behind sides.
#[test]
fn every_game_of_tic_tac_toe_is_counted() {
    let game = Game::of("tic-tac-toe/game");
    let start = Position::start(&game);
    let mut counted = BTreeMap::new();
    for (first, images) in [((0, 0), 4), ((0, 1), 4), ((1, 1), 1)] {
        let mut of_one = BTreeMap::new();
        let mut answers = start.answers().into_iter();
        let answer = answers.find(|answer| start.square(*answer) == first);
        count(&start.after(answer.unwrap()), &mut of_one);
        for (winner, n) in of_one {
            *counted.entry(winner).or_default() += n * images;
        }
    }
    let expected = [(None, 46_080), (Some(0), 131_184), (Some(1), 77_904)];
    assert_eq!(counted, BTreeMap::from(expected));
}

/// The number of answers at the questions that are so many answers away.
fn n_answers(position: &Position<'_>, depth: u32) -> usize {
    let answers = position.answers();
    if depth == 0 {
        return answers.len();
    }
    let behind = answers.into_iter();
    behind
        .map(|answer| n_answers(&position.after(answer), depth - 1))
        .sum()
}

/// Seven columns of six squares: 7 to the power of the number of discs, as long as no column can be full.
#[test]
fn the_columns_of_connect_four_are_counted() {
    let game = Game::of("connect-four/game");
    let start = Position::start(&game);
    let counted: Vec<usize> = (0..6).map(|depth| n_answers(&start, depth)).collect();
    assert_eq!(counted, [7, 49, 343, 2_401, 16_807, 117_649]);
}

/// The number of sequences of so many moves, each a man and where it goes. Where a man can go to one square only, nobody is asked.
fn n_moves(position: &Position<'_>, depth: u32) -> usize {
    if depth == 0 {
        return 1;
    }
    let behind = |position: &Position<'_>| n_moves(position, depth - 1);
    let men = position.answers().into_iter();
    men.map(|man| {
        let chosen = position.after(man);
        match chosen.is_asked("where to") {
            false => behind(&chosen),
            true if depth == 1 => chosen.answers().len(),
            true => chosen
                .answers()
                .into_iter()
                .map(|goal| behind(&chosen.after(goal)))
                .sum(),
        }
    })
    .sum()
}

/// The men of the front row have three steps, at the edges two: 6 * 3 + 2 * 2. Each answer to the first move has as many: 22 * 22,
/// since the men are still four rows apart; the further number is that of the game by hand.
#[test]
fn the_moves_of_breakthrough_are_counted() {
    fn by_hand(race: &Race, depth: u32) -> usize {
        if depth == 0 {
            return 1;
        }
        let men = race.movable(None).into_iter();
        let moves = men.flat_map(|man| race.goals(man).into_iter().map(move |goal| (man, goal)));
        moves
            .map(|(man, goal)| {
                let mut next = race.clone();
                next.go(man, goal);
                by_hand(&next, depth - 1)
            })
            .sum()
    }
    let game = Game::of("breakthrough/game");
    let start = Position::start(&game);
    let counted: Vec<usize> = (1..4).map(|depth| n_moves(&start, depth)).collect();
    assert_eq!(counted, [22, 484, by_hand(&Race::breakthrough(), 3)]);
}

/// One of several, each as likely.
fn one_of<T: Copy>(several: &[T], dice: &mut Dice) -> T {
    several[dice.face(several.len() as u32) as usize]
}

/// Games that chance plays, each question compared with the game by hand. The only answer that is left is not asked for.
fn compare_rows(name: &str, by_hand: &Row, n_games: u64) {
    let game = Game::of(name);
    for seed in 0..n_games {
        let (mut position, mut row) = (Position::start(&game), by_hand.clone());
        let mut dice = Dice::new(seed);
        while let legal = row.legal()
            && !legal.is_empty()
        {
            if let [only] = legal[..] {
                row.place(only);
                continue;
            }
            assert_eq!(position.squares(), legal, "{name}, seed {seed}");
            let answer = one_of(&position.answers(), &mut dice);
            row.place(position.square(answer));
            position = position.after(answer);
        }
        assert!(position.is_over(), "{name}, seed {seed}");
        assert_eq!(position.winner(), row.winner, "{name}, seed {seed}");
    }
}

#[test]
fn tic_tac_toe_is_the_game_by_hand() {
    compare_rows("tic-tac-toe/game", &Row::tic_tac_toe(), 300);
}

#[test]
fn connect_four_is_the_game_by_hand() {
    compare_rows("connect-four/game", &Row::connect_four(), 300);
}

/// As [`compare_rows`]. Pieces are listed as in the scenario.
fn compare_races(name: &str, by_hand: &Race, is_rolled: bool, n_games: u64) {
    let game = Game::of(name);
    let first = (game.names.len() - by_hand.pieces.len()) as i32;
    for seed in 0..n_games {
        let (mut position, mut race) = (Position::start(&game), by_hand.clone());
        let mut dice = Dice::new(seed);
        while race.winner.is_none() {
            let rolled = is_rolled.then(|| one_of(&[1, 2, 3, 4, 5, 6], &mut dice));
            if let Some(rolled) = rolled {
                assert!(
                    matches!(position.pause, Pause::Roll(_)),
                    "{name}, seed {seed}"
                );
                position = position.after(rolled);
            }
            let mut pieces = race.movable(rolled);
            if pieces.len() > 1 {
                pieces.sort_unstable();
                let units: Vec<i32> = pieces.iter().map(|piece| *piece as i32 + first).collect();
                assert_eq!(position.answers(), units, "{name}, seed {seed}");
                let unit = one_of(&units, &mut dice);
                position = position.after(unit);
                pieces = vec![(unit - first) as usize];
            }
            let mut goals = race.goals(pieces[0]);
            if goals.len() > 1 {
                assert_eq!(position.squares(), goals, "{name}, seed {seed}");
                let answer = one_of(&position.answers(), &mut dice);
                goals = vec![position.square(answer)];
                position = position.after(answer);
            }
            race.go(pieces[0], goals[0]);
        }
        assert!(position.is_over(), "{name}, seed {seed}");
        assert_eq!(position.winner(), race.winner, "{name}, seed {seed}");
    }
}

#[test]
fn breakthrough_is_the_game_by_hand() {
    compare_races("breakthrough/game", &Race::breakthrough(), false, 60);
}

#[test]
fn einstein_is_the_game_by_hand() {
    compare_races("einstein/game", &Race::einstein(), true, 300);
}

#[test]
fn pig_is_the_game_by_hand() {
    let game = Game::of("pig/game");
    for seed in 0..100 {
        let mut position = Position::start(&game);
        let mut dice = Dice::new(seed);
        let (mut scores, mut total, mut to_move) = ([0; 2], 0, 0);
        while !scores.iter().any(|score| *score >= 100) {
            let mut holds = true;
            if scores[to_move] + total < 100 {
                assert_eq!(position.answers(), [0, 1], "seed {seed}");
                let answer = one_of(&[0, 1], &mut dice);
                position = position.after(answer);
                holds = answer == 1;
            }
            if !holds {
                assert!(matches!(position.pause, Pause::Roll(_)), "seed {seed}");
                let shown = one_of(&[1, 2, 3, 4, 5, 6], &mut dice);
                position = position.after(shown);
                total += shown;
                if shown > 1 {
                    continue;
                }
                total = 0;
            }
            scores[to_move] += total;
            (total, to_move) = (0, 1 - to_move);
        }
        assert!(position.is_over(), "seed {seed}");
        let winner = scores.iter().position(|score| *score >= 100);
        assert_eq!(position.winner(), winner, "seed {seed}");
    }
}
