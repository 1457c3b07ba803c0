//! A player in its seat: answers one choice after the other of one game.

use sandtable_eval::dice::Dice;
use sandtable_eval::machine::Machine;
use sandtable_eval::offer::Offer;
use sandtable_eval::{Fault, FaultKind};

use super::exact::{NotSolved, Solver, best};
use super::game::GameModel;
use super::search::{Block, Candidate, Searcher};
use super::spec::{PlayerSpec, SearchBudget, Timer};

/// Work of an exact player for a decision at most, as [`Solver::answers`] counts it.
const MOST_WORK: usize = 1_000_000;

/// Reason why there is no answer or no result.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Failure {
    /// A run fails.
    Fault(Fault),
    /// It is too large for a player that plays exactly.
    TooLarge,
    /// Sides do not see everything, which an exact player has to.
    NotOpen,
    /// It can come back to a state, which has no value for an exact player.
    Repeats,
}

/// A player with its memory between decisions.
pub(crate) enum Mind<'m> {
    /// A player without look-ahead: the caller decides.
    Simple(PlayerSpec),
    Searching(SearchBudget, Box<Searcher<'m>>),
    Greedy(u32, Box<Searcher<'m>>),
    Exact(Box<Solver<'m>>, Box<Dice>),
}

impl<'m> Mind<'m> {
    /// The player of a seat.
    pub(crate) fn new(
        model: &'m GameModel,
        seat: usize,
        player: PlayerSpec,
        timer: &'m dyn Timer,
    ) -> Self {
        let searcher = || Box::new(Searcher::new(model, seat, timer));
        match player {
            PlayerSpec::Random | PlayerSpec::Policy => Self::Simple(player),
            PlayerSpec::Greedy(playouts) => Self::Greedy(playouts, searcher()),
            PlayerSpec::Search(budget) => Self::Searching(budget, searcher()),
            PlayerSpec::Exact => Self::Exact(Box::new(Solver::new(model)), Box::new(Dice::new(0))),
        }
    }

    /// Begins the game of a seed and a number.
    pub(crate) fn begin(&mut self, seat: usize, seed: u64, number: u64) {
        match self {
            Self::Simple(_) => {}
            Self::Searching(_, searcher) | Self::Greedy(_, searcher) => {
                searcher.begin(seed, number);
            }
            Self::Exact(_, ties) => {
                **ties = Dice::new(seed.rotate_left(32) ^ seat as u64);
                ties.set_stream(number);
            }
        }
    }

    /// Returns the answer to the choice at which a machine stopped, in the turn of this number; `block` is the last block
    /// `at the same time` that began.
    ///
    /// Errors: a line of play raises a fault; the game is too large; the player is a simple one, which is an internal error.
    pub(crate) fn answer(
        &mut self,
        machine: &Machine,
        offer: Offer<'_>,
        seat: usize,
        turn: u64,
        block: Option<&Block>,
    ) -> Result<i32, Failure> {
        let nobody = Failure::Fault(FaultKind::Ours("a choice without a player").at(machine.pc));
        match self {
            Self::Simple(_) => Err(nobody),
            Self::Searching(budget, searcher) => {
                if let Some(block) = block.filter(|_| offer.decision.is_simultaneous) {
                    let chosen = searcher.choose_together(block, offer, *budget);
                    if let Some(chosen) = chosen.map_err(Failure::Fault)? {
                        return Ok(chosen);
                    }
                }
                let chosen = searcher.choose(machine, *budget, turn);
                chosen.map_err(Failure::Fault)
            }
            Self::Greedy(playouts, searcher) => {
                if let Some(block) = block.filter(|_| offer.decision.is_simultaneous) {
                    let n_answers = u32::try_from(offer.answers().count()).unwrap_or(u32::MAX);
                    let budget = SearchBudget::Playouts(playouts.saturating_mul(n_answers));
                    let chosen = searcher.choose_together(block, offer, budget);
                    if let Some(chosen) = chosen.map_err(Failure::Fault)? {
                        return Ok(chosen);
                    }
                }
                let chosen = searcher.value_each(machine, *playouts);
                chosen.map_err(Failure::Fault)
            }
            Self::Exact(solver, ties) => {
                let answers = solver.answers(machine, seat, MOST_WORK);
                let answers = answers.map_err(|why| match why {
                    NotSolved::TooLarge => Failure::TooLarge,
                    NotSolved::NotOpen => Failure::NotOpen,
                    NotSolved::Repeats => Failure::Repeats,
                    NotSolved::Fault(fault) => Failure::Fault(fault),
                })?;
                let best: Vec<i32> = best(&answers).collect();
                let at = ties.face(u32::try_from(best.len()).unwrap_or(1)) as usize;
                best.get(at).copied().ok_or(nobody)
            }
        }
    }

    /// The answers that were compared at the last choice, the best first.
    pub(crate) fn candidates(&self) -> &[Candidate] {
        match self {
            Self::Searching(_, searcher) | Self::Greedy(_, searcher) => searcher.candidates(),
            Self::Simple(_) | Self::Exact(..) => &[],
        }
    }
}
