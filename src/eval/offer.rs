//! The options of a decision at the moment it is asked.

use super::dice::Dice;
use sandtable_ir::{Decision, NONE};

/// The options of a decision when it is asked.
#[derive(Debug, Clone, Copy)]
pub struct Offer<'a> {
    /// The decision that is offered.
    pub decision: &'a Decision,
    row: &'a [i32],
    state: &'a [i32],
}

/// Whether a decision needs to be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    /// Nothing can be chosen, and something must be.
    Impossible,
    /// The only legal answer.
    Only(i32),
    /// There are several legal answers.
    Open,
}

impl<'a> Offer<'a> {
    /// The offer that a row of registers makes.
    pub(super) fn new(decision: &'a Decision, row: &'a [i32], state: &'a [i32]) -> Self {
        Self {
            decision,
            row,
            state,
        }
    }

    /// Every register when the decision is asked.
    pub fn state(self) -> &'a [i32] {
        self.state
    }

    /// Iterates over the offered options, by index.
    pub fn options(self) -> impl Iterator<Item = i32> + 'a {
        let flags = self.row.iter().take(self.decision.n_options as usize);
        (0..)
            .zip(flags)
            .filter(|(_, flag)| **flag != 0)
            .map(|(option, _)| option)
    }

    /// Every answer: the options, and [`NONE`] at the end if they may all be declined.
    pub fn answers(self) -> impl Iterator<Item = i32> + 'a {
        self.options().chain(self.may_be_none().then_some(NONE))
    }

    /// Whether declining is legal; for a draw, only without options.
    fn may_be_none(self) -> bool {
        let is_empty = || self.options().next().is_none();
        self.decision.may_decline && (!self.decision.is_drawn || is_empty())
    }

    /// Whether an answer is allowed.
    pub fn allows(self, answer: i32) -> bool {
        match usize::try_from(answer) {
            Ok(at) if at < self.decision.n_options as usize => {
                self.row.get(at).is_some_and(|flag| *flag != 0)
            }
            Ok(_) => false,
            Err(_) => answer == NONE && self.may_be_none(),
        }
    }

    /// The worth of an option, or its weight, if that is stated; declining is worth 0.
    pub fn worth(self, answer: i32) -> Option<i32> {
        if !self.decision.has_worth {
            return None;
        }
        match usize::try_from(answer) {
            Ok(at) => self.row.get(self.decision.n_options as usize + at).copied(),
            Err(_) => Some(0),
        }
    }

    /// The weight of an answer that is left to chance.
    pub fn weight(self, answer: i32) -> u64 {
        match self.worth(answer).filter(|_| self.decision.is_drawn) {
            Some(weight) if answer != NONE => u64::try_from(weight).unwrap_or(0),
            Some(_) | None => 1,
        }
    }

    /// Returns the sum of the weights of all answers.
    pub fn total_weight(self) -> u64 {
        self.answers().map(|answer| self.weight(answer)).sum()
    }

    /// The unit whose choice it is, by its place in the cast, if the rules name one.
    pub fn by(self) -> Option<usize> {
        let by = self.row.last().copied()?;
        usize::try_from(by).ok()
    }

    /// Returns the answer of a decision that need not be asked.
    pub fn settled(self) -> Settled {
        let mut answers = self.answers();
        match (answers.next(), answers.next()) {
            (None, _) => Settled::Impossible,
            (Some(only), None) => Settled::Only(only),
            (Some(_), Some(_)) => Settled::Open,
        }
    }

    /// One of the answers, each as likely as its weight.
    pub fn draw(self, dice: &mut Dice) -> Option<i32> {
        let mut left = dice.face(u32::try_from(self.total_weight()).ok()?);
        self.answers().find(|answer| {
            let weight = u32::try_from(self.weight(*answer)).unwrap_or(u32::MAX);
            let is_it = left < weight;
            left = left.saturating_sub(weight);
            is_it
        })
    }

    /// The answer that is worth most: of several the first, and declining before any; `None` if no worth is stated.
    pub fn best(self) -> Option<i32> {
        let mut best: Option<(i32, i32)> = self.decision.may_decline.then_some((0, NONE));
        for option in self.options() {
            let worth = self.worth(option)?;
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, option));
            }
        }
        best.map(|(_, answer)| answer)
    }
}
