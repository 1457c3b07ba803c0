//! Policies: who answers a decision without being asked, by stated worth, by order or by chance.

use super::dice::Dice;
use super::machine::Answers;
use super::offer::Offer;
use sandtable_ir::{Decision, PoolId, Program};

impl Answers for Dice {
    #[inline]
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        let pool = program.pools.get(pool.0 as usize)?;
        Some(self.roll_pool(pool))
    }
}

/// The policy for decisions for which no worth is stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unstated {
    /// The decision stays open.
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

    /// Returns the answer of the policy: by worth if stated; `None` if it is random or open.
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

    /// As [`Self::answer`], with dice for random decisions.
    pub fn draw(self, offer: Offer<'_>, dice: &mut Dice) -> Option<i32> {
        match self.draws(offer.decision) {
            true => offer.draw(dice),
            false => self.answer(offer),
        }
    }
}

/// Leaves rolls open and decides by what things are worth.
#[derive(Debug, Clone, Copy, Default)]
pub struct Deciding(pub Unstated);

impl Answers for Deciding {
    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        self.0.answer(offer)
    }
}

/// Rolls, and decides by what things are worth.
#[derive(Debug)]
pub struct Playing<'d> {
    /// Generator for rolls and random decisions.
    pub dice: &'d mut Dice,
    /// The policy for decisions without a stated worth.
    pub unstated: Unstated,
}

impl Answers for Playing<'_> {
    #[inline]
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        self.dice.roll(program, pool)
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        self.unstated.draw(offer, self.dice)
    }
}
