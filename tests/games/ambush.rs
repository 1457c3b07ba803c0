//! The ambush of the Stargrunt digest, by the rules of the book and by hand: the same rolls, choices and ends.

use super::ambush_by_hand::{Witness, play};
use super::play::Game;
use sandtable::eval::dice::Dice;
use sandtable::eval::machine::{Answers, Machine, Pause};
use sandtable::eval::offer::Offer;
use sandtable::eval::policy::Unstated;
use sandtable::ir::{Options, PoolId, Program};

/// What happens in a game, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Event {
    /// A die of so many faces, and the face.
    Rolled(u32, u32),
    /// A choice by its title, and the answer: the name of a unit or the number of a line.
    Chosen(String, String),
}

/// Squads and teams as the game by hand numbers them.
const SQUADS: [&str; 7] = [
    "red-six", "red-one", "red-two", "blue-six", "blue-one", "blue-two", "shadow",
];
const TEAMS: [&str; 12] = [
    "red-six-men",
    "red-six-drones",
    "red-one-leader",
    "red-one-guns",
    "red-two-leader",
    "red-two-plasma",
    "blue-six-men",
    "blue-one-leader",
    "blue-one-men",
    "blue-two-leader",
    "blue-two-mortars",
    "shadow-man",
];

#[derive(Default)]
struct ByHand(Vec<Event>);

impl Witness for ByHand {
    fn rolled(&mut self, faces: u32, shown: u32) {
        self.0.push(Event::Rolled(faces, shown));
    }

    fn chosen(&mut self, title: &'static str, answer: usize) {
        let answer = match title {
            "which unit" | "at whom" | "to whom" | "what it watches" => SQUADS[answer].to_owned(),
            "who fires" | "who is hit" => TEAMS[answer].to_owned(),
            _ => answer.to_string(),
        };
        self.0.push(Event::Chosen(title.to_owned(), answer));
    }
}

/// Rolls as the game by hand does, and takes what is worth most.
struct ByTheBook<'g> {
    names: &'g [String],
    dice: Dice,
    events: Vec<Event>,
}

impl Answers for ByTheBook<'_> {
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        let pool = program.pool(pool);
        let shown = self.dice.roll_pool(pool);
        self.events
            .push(Event::Rolled(pool.faces.len() as u32, shown as u32));
        Some(shown)
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        let answer = Unstated::First.answer(offer)?;
        let named = match &offer.decision.options {
            Options::Units => self.names[answer as usize].clone(),
            _ => answer.to_string(),
        };
        self.events
            .push(Event::Chosen(offer.decision.title.clone(), named));
        Some(answer)
    }
}

/// By hand every choice is told, by the book only those with several answers: all others must be there in the same order.
fn assert_same(by_the_book: &[Event], by_hand: &[Event], seed: u64) {
    let mut by_hand = by_hand.iter();
    for event in by_the_book {
        loop {
            match by_hand.next() {
                Some(other) if other == event => break,
                Some(Event::Chosen(..)) => {}
                other => panic!("seed {seed}: {event:?} by the book, {other:?} by hand"),
            }
        }
    }
    let mut left = by_hand.filter(|event| matches!(event, Event::Rolled(..)));
    assert_eq!(left.next(), None, "seed {seed}");
}

#[test]
fn the_ambush_is_the_game_by_hand() {
    let game = Game::of("stargrunt-digest/ambush");
    let program = &game.lowered.program;
    for seed in 0..200 {
        let mut by_hand = ByHand::default();
        let ended = play(&mut Dice::new(seed), &mut by_hand);
        let mut table = ByTheBook {
            names: &game.names,
            dice: Dice::new(seed),
            events: Vec::new(),
        };
        let mut machine = Machine::new(program);
        let pause = machine.run(program, &mut table, &mut 10_000_000);
        assert_eq!(pause, Pause::Done, "seed {seed}");
        assert_same(&table.events, &by_hand.0, seed);
        let outcome: Vec<i32> = program
            .outcome
            .iter()
            .map(|reg| machine.get(*reg))
            .collect();
        assert_eq!(game.winner(&outcome), ended.winner, "seed {seed}");
        assert!(table.events.len() > 100, "seed {seed}");
    }
}
