//! A forward model of a scenario, for players that search: states, whose turn it is, legal answers, and what follows from them.
//!
//! ```text
//! let model = ForwardModel::new(&scenario);
//! let mut forward = model.play();
//! let mut state = forward.start()?;
//! while forward.turn(&state) != Turn::Over {
//!     let before = state.clone();                      // all that undoing takes
//!     let answer = …;                                  // one of `forward.answers(&state)?`
//!     state = forward.after(&state, answer)?.unwrap_or(before);
//! }
//! let winner = model.winner(&forward.outcome(&state));
//! ```
//!
//! Rolls and draws are questions, too; [`Forward::chances`] has the chance of each answer, [`Forward::random`] takes one of them by
//! chance, and [`Forward::play_out`] plays to the end so, with the games that `sample` counts. The game is the same as that of
//! [`super::playouts`]: choices with a single legal answer are made without asking. Facts that players would judge must be given in
//! the scenario, or measured.
//!
//! A state of a board game takes some 50 to 250 bytes, one of the books' scenarios up to 2,000. On one core of an AMD EPYC with other
//! work, 50,000 answers a second are played in Connect four and in Breakthrough, 28,000 in an ambush of the Stargrunt digest, each from
//! a state and into a state; `cargo bench --bench workloads -- forward` measures it.

use sandtable_eval::forward::Forward;
use sandtable_ir::{Decision, DecisionId, Lowered, OutcomePart, OutputSpec, lower};

use super::scenario::Scenario;

/// Maximum number of steps of a game.
const STEPS: u64 = 50_000_000;

/// A scenario, ready to be searched.
pub struct ForwardModel {
    lowered: Lowered,
    /// The sides, by their places in the cast.
    sides: Vec<usize>,
    /// The side of each unit of the cast at the start, by its place among the sides.
    side_of: Vec<Option<usize>>,
}

impl ForwardModel {
    /// The model of a scenario.
    pub fn new(scenario: &Scenario<'_>) -> Self {
        let (book, situation) = (&scenario.ruleset.book, &scenario.situation);
        let cast = situation.cast.iter();
        let is_side = |kind| book.side_kind() == Some(kind);
        let sides = cast.enumerate().filter(|(_, unit)| is_side(unit.kind));
        let sides: Vec<usize> = sides.map(|(at, _)| at).collect();
        let track = book.side_track();
        let side_of = situation.cast.iter().enumerate().map(|(at, unit)| {
            let owner = unit.starts.iter().find(|(of, _)| Some(*of) == track);
            let owner = owner.and_then(|(_, owner)| usize::try_from(*owner).ok());
            let side = if is_side(unit.kind) { Some(at) } else { owner };
            sides.iter().position(|known| Some(*known) == side)
        });
        Self {
            side_of: side_of.collect(),
            lowered: lower::for_playing(book, situation, OutputSpec::Ending(&[])),
            sides,
        }
    }

    /// The memory in which states are played on. It takes 4 MB; each thread needs one of its own.
    pub fn play(&self) -> Forward<'_> {
        Forward::new(&self.lowered.program, STEPS)
    }

    /// The number of sides.
    pub fn n_sides(&self) -> usize {
        self.sides.len()
    }

    /// The side of a unit of the cast at the start, by its place among the sides: the player whose turn it is.
    pub fn side_of(&self, unit: usize) -> Option<usize> {
        self.side_of.get(unit).copied().flatten()
    }

    /// A decision: its title, and what its options are.
    pub fn decision(&self, id: DecisionId) -> &Decision {
        self.lowered.program.decision(id)
    }

    /// The side that has won, by the values of an outcome; `None` if nobody has.
    pub fn winner(&self, outcome: &[i32]) -> Option<usize> {
        let mut parts = self.lowered.parts.iter().zip(outcome);
        let (_, winner) = parts.find(|(part, _)| **part == OutcomePart::Ended)?;
        let winner = usize::try_from(*winner).ok()?;
        self.sides.iter().position(|side| *side == winner)
    }
}
