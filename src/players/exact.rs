//! Exact play: every answer and every roll is followed to the end, each side choosing what is best for itself (max^n, Luckhardt
//! and Irani 1986); with two sides by alpha-beta (Knuth and Moore 1975). Only games without hidden units that cannot come back to a
//! state, and with few states.

use hashbrown::{HashMap, HashSet};
use sandtable_eval::forward::{Forward, GameState, Turn};
use sandtable_eval::machine::Machine;
use sandtable_eval::{Fault, FaultKind};
use sandtable_ir::Pc;

use super::game::{GameModel, STEPS, Verdict};

/// Maximum number of sides.
pub const MOST_SIDES: usize = 4;
/// Maximum size of the memo in bytes; it is kept between decisions.
const MOST_BYTES: usize = 128 << 20;
/// Bytes of a state for each further unit of work.
const BYTES_OF_WORK: usize = 256;
/// Bytes of an entry of the memo beside its state.
const BYTES_OF_ENTRY: usize = 48;
/// Maximum depth of the search, in questions.
const DEEPEST: usize = 300;
/// Values that differ by less than this are equal.
const EQUAL: f64 = 1e-9;

/// The probability that each side wins, by seat; a draw is divided equally.
pub type Values = [f64; MOST_SIDES];

/// Reason why there is no exact value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NotSolved {
    /// There are too many states.
    TooLarge,
    /// A side does not see everything when it decides, or sides decide at the same time.
    NotOpen,
    /// The game can come back to a state.
    Repeats,
    /// A line of play raises a fault.
    Fault(Fault),
}

/// Solver for exact values of the states of one game.
pub struct Solver<'m> {
    model: &'m GameModel,
    forward: Forward<'m>,
    /// Value of each state; `None` while the state is on the search path.
    known: HashMap<GameState, Option<Values>>,
    /// With two sides: lower and upper bound of the value for the side in seat 0.
    bounds: HashMap<GameState, [f64; 2]>,
    /// The states on the search path.
    followed: HashSet<GameState>,
    /// Work that may still be done, as in [`Self::answers`].
    left: usize,
    /// Size of the memo.
    bytes: usize,
}

impl<'m> Solver<'m> {
    /// Returns a solver with an empty memo.
    pub fn new(model: &'m GameModel) -> Self {
        Self {
            model,
            forward: Forward::new(&model.lowered.program, STEPS),
            known: HashMap::new(),
            bounds: HashMap::new(),
            followed: HashSet::new(),
            left: 0,
            bytes: 0,
        }
    }

    /// Returns the answers to the choice at which a machine stopped, each with its exact value for the side in a seat. Does
    /// `most` work: an answer that is followed, chance's among them, counts 1, and 1 more for each [`BYTES_OF_WORK`] of its state.
    ///
    /// Errors: the game is too large, not open or can repeat itself, or a line of play raises a fault.
    pub fn answers(
        &mut self,
        machine: &Machine,
        seat: usize,
        most: usize,
    ) -> Result<Vec<(i32, f64)>, NotSolved> {
        if !self.model.is_open() {
            return Err(NotSolved::NotOpen);
        }
        if self.model.n_seats() > MOST_SIDES || !self.model.can_end() {
            return Err(NotSolved::TooLarge);
        }
        if self.bytes > MOST_BYTES / 2 {
            self.known.clear();
            self.bounds.clear();
            self.bytes = 0;
        }
        self.left = most;
        let state = self.forward.state_of(machine).ok_or(NotSolved::TooLarge)?;
        let found = self.each(&state, 0);
        // A state on the search path has no value when the search is given up.
        if found.is_err() {
            self.known.retain(|_, value| value.is_some());
            self.followed.clear();
        }
        let of_seat =
            |(answer, values): (i32, Values)| (answer, values.get(seat).copied().unwrap_or(0.0));
        Ok(found?.into_iter().map(of_seat).collect())
    }

    /// Returns every answer to the question of a state, with the value of the state after it for each side.
    fn each(&mut self, state: &GameState, depth: usize) -> Result<Vec<(i32, Values)>, NotSolved> {
        let answers = self.forward.answers(state).map_err(NotSolved::Fault)?;
        let mut found = Vec::with_capacity(answers.len());
        for answer in answers {
            let next = self.next(state, answer)?;
            let values = match self.model.n_seats() {
                2 => {
                    let first = self.bounded(next, depth + 1, 0.0, 1.0)?;
                    let mut values = [0.0; MOST_SIDES];
                    for (value, of) in values.iter_mut().zip([first, 1.0 - first]) {
                        *value = of;
                    }
                    values
                }
                _ => self.value(next, depth + 1)?,
            };
            found.push((answer, values));
        }
        Ok(found)
    }

    fn value(&mut self, state: GameState, depth: usize) -> Result<Values, NotSolved> {
        match self.known.get(&state) {
            Some(Some(values)) => return Ok(*values),
            // A cycle of states has no value by backward induction.
            Some(None) => return Err(NotSolved::Repeats),
            None => {}
        }
        self.enter(&state, depth)?;
        self.known.insert(state.clone(), None);
        let values = match self.forward.turn(&state) {
            Turn::Over => self.at_the_end(&state)?,
            Turn::Roll(_) | Turn::Draw(_) => self.by_chance(&state, depth)?,
            Turn::Player(_, unit) => {
                let seat = unit.and_then(|unit| self.model.seat_of(unit));
                let seat = seat.ok_or(NotSolved::TooLarge)?;
                let of = |values: &Values| values.get(seat).copied().unwrap_or(0.0);
                let each = self.each(&state, depth)?;
                let mut best: Option<Values> = None;
                for (_, values) in each {
                    if best.is_none_or(|best| of(&values) > of(&best) + EQUAL) {
                        best = Some(values);
                    }
                }
                best.ok_or(NotSolved::TooLarge)?
            }
        };
        self.known.insert(state, Some(values));
        Ok(values)
    }

    /// With two sides: returns the value of a state for the side in seat 0 if it is in `least..=most`, else a bound of it beyond
    /// the violated limit (alpha-beta search, fail-soft).
    fn bounded(
        &mut self,
        state: GameState,
        depth: usize,
        least: f64,
        most: f64,
    ) -> Result<f64, NotSolved> {
        let (mut low, mut high) = (least, most);
        match self.bounds.get(&state) {
            Some([known, _]) if *known >= high => return Ok(*known),
            Some([_, known]) if *known <= low => return Ok(*known),
            Some([a, b]) if b - a < EQUAL => return Ok(*a),
            Some([a, b]) => (low, high) = (low.max(*a), high.min(*b)),
            None => self.enter(&state, depth)?,
        }
        if !self.followed.insert(state.clone()) {
            // A cycle of states has no value by backward induction.
            return Err(NotSolved::Repeats);
        }
        let (alpha, beta) = (low, high);
        let value = match self.forward.turn(&state) {
            Turn::Over => {
                let [first, ..] = self.at_the_end(&state)?;
                self.followed.remove(&state);
                self.bounds.insert(state, [first, first]);
                return Ok(first);
            }
            Turn::Roll(_) | Turn::Draw(_) => {
                let mut mean = 0.0;
                for (answer, chance) in self.forward.chances(&state).map_err(NotSolved::Fault)? {
                    let next = self.next(&state, answer)?;
                    mean += chance * self.bounded(next, depth + 1, 0.0, 1.0)?;
                }
                self.followed.remove(&state);
                self.bounds.insert(state, [mean, mean]);
                return Ok(mean);
            }
            Turn::Player(_, unit) => {
                let seat = unit.and_then(|unit| self.model.seat_of(unit));
                let is_first = seat.ok_or(NotSolved::TooLarge)? == 0;
                let mut best = if is_first {
                    f64::NEG_INFINITY
                } else {
                    f64::INFINITY
                };
                for answer in self.forward.answers(&state).map_err(NotSolved::Fault)? {
                    let next = self.next(&state, answer)?;
                    let value = self.bounded(next, depth + 1, low, high)?;
                    if is_first {
                        best = best.max(value);
                        low = low.max(best);
                    } else {
                        best = best.min(value);
                        high = high.min(best);
                    }
                    if low >= high {
                        break;
                    }
                }
                best
            }
        };
        self.followed.remove(&state);
        let [known_low, known_high] = self.bounds.entry(state).or_insert([0.0, 1.0]);
        // After a cutoff the value is only a bound.
        if value > alpha {
            *known_low = known_low.max(value);
        }
        if value < beta {
            *known_high = known_high.min(value);
        }
        Ok(value)
    }

    /// Accounts for the memory of a new entry of the memo.
    ///
    /// Errors: the memory or the depth is over its limit.
    fn enter(&mut self, state: &GameState, depth: usize) -> Result<(), NotSolved> {
        self.bytes += state.size() + BYTES_OF_ENTRY;
        match self.bytes > MOST_BYTES || depth > DEEPEST {
            true => Err(NotSolved::TooLarge),
            false => Ok(()),
        }
    }

    /// Follows a legal answer to the next state.
    fn next(&mut self, state: &GameState, answer: i32) -> Result<GameState, NotSolved> {
        self.left = self.left.checked_sub(1).ok_or(NotSolved::TooLarge)?;
        let next = self.forward.after(state, answer);
        let next = next.map_err(NotSolved::Fault)?;
        let next = next.ok_or(NotSolved::TooLarge)?;
        self.left = self.left.saturating_sub(next.size() / BYTES_OF_WORK);
        Ok(next)
    }

    fn by_chance(&mut self, state: &GameState, depth: usize) -> Result<Values, NotSolved> {
        let mut mean = [0.0; MOST_SIDES];
        let chances = self.forward.chances(state).map_err(NotSolved::Fault)?;
        for (answer, chance) in chances {
            let next = self.next(state, answer)?;
            let values = self.value(next, depth + 1)?;
            for (sum, value) in mean.iter_mut().zip(values) {
                *sum += chance * value;
            }
        }
        Ok(mean)
    }

    /// The payoffs of a state at which the game is over.
    ///
    /// Errors: a slip of our own, the game goes on there.
    fn at_the_end(&mut self, state: &GameState) -> Result<Values, NotSolved> {
        let slip = FaultKind::Ours("a game that is over without an outcome").at(Pc(0));
        let outcome = self.forward.outcome(state).ok_or(NotSolved::Fault(slip))?;
        let verdict = self.model.verdict_of(&outcome);
        let mut values = [0.0; MOST_SIDES];
        for (seat, value) in values.iter_mut().enumerate().take(self.model.n_seats()) {
            *value = self.model.payoff(verdict, seat);
        }
        Ok(values)
    }
}

/// Iterates over the answers with the highest value.
pub fn best(answers: &[(i32, f64)]) -> impl Iterator<Item = i32> + '_ {
    let most = answers.iter().map(|(_, value)| *value);
    let most = most.fold(f64::NEG_INFINITY, f64::max);
    let best = answers
        .iter()
        .filter(move |(_, value)| *value > most - EQUAL);
    best.map(|(answer, _)| *answer)
}

impl GameModel {
    /// Returns the verdict that the values of an outcome encode.
    pub fn verdict_of(&self, outcome: &[i32]) -> Verdict {
        let of = |wanted: sandtable_ir::OutcomePart| {
            let mut parts = self.lowered.parts.iter().zip(outcome);
            parts
                .find(|(part, _)| **part == wanted)
                .map(|(_, value)| *value)
        };
        if of(sandtable_ir::OutcomePart::Refused).is_some_and(|refused| refused != 0) {
            return Verdict::Refused;
        }
        match of(sandtable_ir::OutcomePart::Ended) {
            None => Verdict::Unended,
            Some(value) => self.ended(value),
        }
    }
}
