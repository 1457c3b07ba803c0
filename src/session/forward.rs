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
use sandtable_ir::{Decision, DecisionId};
use sandtable_players::game::{GameModel, STEPS, Verdict};

use super::scenario::Scenario;

/// A scenario as a model for search.
pub struct ForwardModel(GameModel);

impl ForwardModel {
    /// Returns the model of a scenario.
    pub fn new(scenario: &Scenario<'_>) -> Self {
        Self(scenario.model())
    }

    /// Returns a simulator for its states. It takes 4 MB; each thread needs its own.
    pub fn play(&self) -> Forward<'_> {
        Forward::new(&self.0.lowered.program, STEPS)
    }

    /// Returns the number of sides.
    pub fn n_sides(&self) -> usize {
        self.0.n_seats()
    }

    /// Returns the index among the sides of the side of a unit at the start: the player whose turn it is.
    pub fn side_of(&self, unit: usize) -> Option<usize> {
        self.0.seat_of(unit)
    }

    /// Returns a decision: its title and its options.
    pub fn decision(&self, id: DecisionId) -> &Decision {
        self.0.lowered.program.decision(id)
    }

    /// Returns the side that has won according to the values of an outcome; `None` without a winner, or with several.
    pub fn winner(&self, outcome: &[i32]) -> Option<usize> {
        match self.0.verdict_of(outcome) {
            Verdict::Won(seat) => Some(seat),
            Verdict::Together(_) | Verdict::Drawn | Verdict::Unended | Verdict::Refused => None,
        }
    }

    /// Returns the sides that have won according to the values of an outcome.
    pub fn winners(&self, outcome: &[i32]) -> Vec<usize> {
        self.0.verdict_of(outcome).winners().collect()
    }
}
