//! One playout of a search.

use std::cmp::Reverse;

use sandtable_eval::dice::Dice;
use sandtable_eval::machine::Machine;
use sandtable_eval::offer::Offer;
use sandtable_eval::simulator::Driver;
use sandtable_ir::{NONE, Note, NoteId, Options, PoolId, Program};

use super::WIDEST;
use super::root::of_image;
use crate::game::{GameModel, Verdict};
use crate::rollout;
use crate::tree::{Selected, Tree, Widening, child, node};

/// A decision of a playout within the tree.
pub(super) struct Step {
    /// The node.
    pub(super) key: u64,
    /// The side that chose.
    pub(super) seat: usize,
    /// Its answer.
    pub(super) label: i32,
    /// Number of legal answers.
    pub(super) n_legal: usize,
}

/// One playout: within the tree by its statistics, then by the policy of playouts.
pub(super) struct Playout<'s> {
    pub(super) model: &'s GameModel,
    pub(super) seat: usize,
    pub(super) tree: &'s mut Tree,
    pub(super) dice: &'s mut Dice,
    pub(super) fates: &'s mut Dice,
    /// Permutation of hidden units, and its inverse.
    pub(super) image: Option<Vec<usize>>,
    pub(super) inverse: Option<Vec<usize>>,
    pub(super) key: u64,
    /// Decisions within the tree.
    pub(super) path: Vec<Step>,
    pub(super) is_in_tree: bool,
    /// Whether no dice were rolled and nothing is hidden, so that the path alone determines the state.
    pub(super) is_certain: bool,
    /// The proven result of the answer that was selected last: the playout stops there.
    pub(super) settled: Option<Verdict>,
    /// The answer that is given at the first decision, if it is that of a pair.
    pub(super) forced: Option<i32>,
    /// The side whose consecutive decisions are being expanded.
    pub(super) growing: Option<usize>,
    /// Sum of the weights of the side's further decisions before any other side decides.
    pub(super) of_turn: f64,
    pub(super) is_own_turn: bool,
    pub(super) n_questions: u32,
    /// In a block `at the same time`: the node at its beginning, and what each side has answered in it.
    pub(super) block: Option<(u64, Vec<u64>)>,
    /// The side that decided last.
    pub(super) mover: Option<usize>,
    /// Changes of the deciding side below the tree after which the position is valued.
    pub(super) turns_left: u32,
}

impl Playout<'_> {
    fn label(&self, offer: Offer<'_>, answer: i32) -> i32 {
        match &self.inverse {
            Some(inverse) if offer.decision.options == Options::Units => of_image(answer, inverse),
            Some(_) | None => answer,
        }
    }

    fn answer(&self, offer: Offer<'_>, label: i32) -> i32 {
        match &self.image {
            Some(image) if offer.decision.options == Options::Units => of_image(label, image),
            Some(_) | None => label,
        }
    }

    /// The node at which a side decides: after all answers so far, or in a block `at the same time` after its own.
    fn node(&mut self, offer: Offer<'_>, seat: usize) -> u64 {
        if !offer.decision.is_simultaneous {
            self.block = None;
            return self.key;
        }
        let key = self.key;
        let n_seats = self.model.n_seats();
        let (start, own) = self.block.get_or_insert_with(|| (key, vec![0; n_seats]));
        *start ^ own.get(seat).copied().unwrap_or(0)
    }

    /// An answer by the tree, which grows by the decisions of one side in a row; `None` if its result is proven.
    fn by_tree(&mut self, offer: Offer<'_>, seat: usize) -> Option<i32> {
        let before = self.node(offer, seat);
        let key = node(before, seat, offer);
        let is_known = self.tree.visit(key, self.is_certain);
        let n_legal = offer.answers().count();
        if let Some(label) = self.forced.take() {
            return Some(self.step(key, seat, label, label, n_legal));
        }
        if !is_known {
            self.growing = Some(seat);
        }
        let is_legal = |label: i32| offer.allows(self.answer(offer, label));
        let payoff = |verdict: Verdict| self.model.payoff(verdict, seat);
        let widening = match offer.decision.has_worth && self.model.has_chance() {
            true => Widening::Advised,
            false => Widening::Usual,
        };
        let answer = match self.tree.select(key, n_legal, widening, is_legal, payoff) {
            Selected::Known(label, verdict) => {
                self.settled = verdict;
                self.answer(offer, label)
            }
            Selected::New if widening == Widening::Advised => self.best_untried(offer, key)?,
            Selected::New => {
                let preferred = rollout::answer_of_playout(self.model, offer, self.fates)?;
                let label = self.label(offer, preferred);
                let tried = self.tree.tried(key);
                let is_tried = |label: i32| tried.iter().any(|known| known.label == label);
                let is_new = !is_tried(label);
                let another = || {
                    let mut answers = offer.answers();
                    answers.find(|answer| !is_tried(self.label(offer, *answer)))
                };
                if is_new {
                    preferred
                } else {
                    another().unwrap_or(preferred)
                }
            }
        };
        let label = self.label(offer, answer);
        self.step(key, seat, label, answer, n_legal);
        self.settled.is_none().then_some(answer)
    }

    /// The answer that is worth most among those that were not tried at a node; of equals declining, else the first.
    fn best_untried(&self, offer: Offer<'_>, key: u64) -> Option<i32> {
        let tried = self.tree.tried(key);
        let is_tried = |label: i32| tried.iter().any(|known| known.label == label);
        let answers = offer.answers();
        let untried = answers.filter(|answer| !is_tried(self.label(offer, *answer)));
        let rank = |answer: i32| (offer.worth(answer).unwrap_or(0), answer == NONE);
        // The first of equals.
        untried.min_by_key(|answer| Reverse(rank(*answer)))
    }

    /// Takes in a decision within the tree; returns the answer.
    fn step(&mut self, key: u64, seat: usize, label: i32, answer: i32, n_legal: usize) -> i32 {
        self.path.push(Step {
            key,
            seat,
            label,
            n_legal,
        });
        match self.block.as_mut().and_then(|(_, own)| own.get_mut(seat)) {
            Some(own) => {
                *own = child(*own, 1, label);
                self.key = child(self.key, seat as u32, label);
            }
            None => self.key = child(key, 0, label),
        }
        answer
    }

    /// Leaves the tree, if it has grown.
    fn leave(&mut self) {
        if self.growing.is_some() {
            self.is_in_tree = false;
        }
    }
}

impl Driver for Playout<'_> {
    fn note(&mut self, program: &Program, _machine: &Machine, note: NoteId) {
        if let Some(Note::Together) = program.notes.get(note.0 as usize) {
            self.block = None;
        }
    }

    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        self.n_questions += 1;
        self.is_certain = false;
        self.leave();
        let pool = program.pools.get(pool.0 as usize)?;
        Some(self.dice.roll_pool(pool))
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        self.n_questions += 1;
        if offer.decision.is_drawn {
            self.is_certain = false;
            self.leave();
            return offer.draw(self.dice);
        }
        let seat = self.model.chooser(offer);
        if seat != self.growing {
            self.leave();
        }
        self.is_certain &= self.is_in_tree && seat.is_some();
        self.is_own_turn &= seat == Some(self.seat);
        if self.is_own_turn && self.forced.is_none() {
            self.of_turn += weight(offer.answers().count());
        }
        if seat.is_some() && seat != self.mover {
            self.mover = seat;
            if !self.is_in_tree {
                self.turns_left = self.turns_left.saturating_sub(1);
                if self.turns_left == 0 {
                    return None;
                }
            }
        }
        match seat.filter(|_| self.is_in_tree) {
            Some(seat) => self.by_tree(offer, seat),
            None => rollout::answer_of_playout(self.model, offer, self.fates),
        }
    }
}

/// The weight of a decision, by which it shares the budget of its turn: one of two answers needs little to compare them.
pub(super) fn weight(n_answers: usize) -> f64 {
    n_answers.clamp(2, WIDEST) as f64 - 1.0
}
