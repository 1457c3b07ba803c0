//! Choosing: what is offered to whom, and choosing by what things are worth.

use super::machine::Answers;
use super::sample::Dice;
use sandtable_ir::{Decision, NONE, PoolId, Program};

/// The options of a decision as they stand when it is asked.
#[derive(Debug, Clone, Copy)]
pub struct Offer<'a> {
    /// What is decided.
    pub decision: &'a Decision,
    row: &'a [i32],
    state: &'a [i32],
}

/// What is clear before anybody is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    /// Nothing can be chosen, and something must be.
    Impossible,
    /// Only this answer is left.
    Only(i32),
    /// There are several answers.
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

    /// Every register as it stands when the decision is asked.
    pub fn state(self) -> &'a [i32] {
        self.state
    }

    /// The options that there are now, by index, least first.
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

    /// Whether none of the options is an answer: of what is drawn, only if there is none.
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

    /// What an option is worth, if that is stated; declining is worth 0.
    pub fn worth(self, answer: i32) -> Option<i32> {
        if !self.decision.has_worth {
            return None;
        }
        match usize::try_from(answer) {
            Ok(at) => self.row.get(self.decision.n_options as usize + at).copied(),
            Err(_) => Some(0),
        }
    }

    /// The unit whose choice it is, by its place in the cast, if that is said.
    pub fn by(self) -> Option<usize> {
        let by = self.row.last().copied()?;
        usize::try_from(by).ok()
    }

    /// What is clear before anybody is asked.
    pub fn settled(self) -> Settled {
        let mut answers = self.answers();
        match (answers.next(), answers.next()) {
            (None, _) => Settled::Impossible,
            (Some(only), None) => Settled::Only(only),
            (Some(_), Some(_)) => Settled::Open,
        }
    }

    /// One of the answers, each as likely.
    pub fn drawn(self, dice: &mut Dice) -> Option<i32> {
        let n_answers = u32::try_from(self.answers().count()).ok()?;
        self.answers().nth(dice.face(n_answers) as usize)
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

/// What becomes of a decision for which no worth is stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unstated {
    /// It stays open.
    #[default]
    Refuse,
    /// The first option is taken.
    First,
    /// Every answer is equally likely.
    Random,
}

impl Unstated {
    /// Whether a decision is left to chance.
    pub fn draws(self, decision: &Decision) -> bool {
        decision.is_drawn || (self == Self::Random && !decision.has_worth)
    }

    /// Whether any decision of a program is left to chance.
    pub fn draws_any(self, program: &Program) -> bool {
        program.decisions.iter().any(|known| self.draws(known))
    }

    /// The answer that a policy gives without asking: by worth where that is stated.
    pub fn answer(self, offer: Offer<'_>) -> Option<i32> {
        if self.draws(offer.decision) {
            return None;
        }
        match (offer.best(), self) {
            (Some(best), _) => Some(best),
            (None, Self::First) => offer.answers().next(),
            (None, Self::Refuse | Self::Random) => None,
        }
    }

    /// As [`Self::answer`], with dice for what is left to chance.
    pub fn drawn(self, offer: Offer<'_>, dice: &mut Dice) -> Option<i32> {
        match self.draws(offer.decision) {
            true => offer.drawn(dice),
            false => self.answer(offer),
        }
    }
}

/// Leaves throws open and decides by what things are worth.
#[derive(Debug, Clone, Copy, Default)]
pub struct Deciding(pub Unstated);

impl Answers for Deciding {
    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        self.0.answer(offer)
    }
}

/// Throws, and decides by what things are worth.
#[derive(Debug)]
pub struct Playing<'d> {
    /// Throws, and draws what is left to chance.
    pub dice: &'d mut Dice,
    /// What becomes of decisions without a stated worth.
    pub unstated: Unstated,
}

impl Answers for Playing<'_> {
    #[inline]
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        self.dice.roll(program, pool)
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        self.unstated.drawn(offer, self.dice)
    }
}
