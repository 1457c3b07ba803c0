//! How often what comes of a question, as far as it can be told within a small budget.

use std::collections::BTreeMap;

use super::Effort;
use sandtable_eval::FaultKind;
use sandtable_eval::budget::Budget;
use sandtable_eval::chance::{Chance, Distribution};
use sandtable_eval::exact::odds;
use sandtable_eval::wording::show;
use sandtable_ir::{Lowered, OutcomePart, Shown, Wanted, lower};
use sandtable_model::{Question, RuleBook};

/// How often each value comes.
pub(super) type Spread = BTreeMap<i32, Chance>;

/// What one question may take: small enough for an editor to put some hundred of them.
pub(super) const BUDGET: Budget = Budget {
    steps: 20_000,
    states: 3_000,
    edges: 30_000,
};

/// How many ops are carried out in the time in which one is laid out.
const LAYING: u64 = 4;
/// So many registers are kept apart in the time in which an op is carried out.
const KEPT_APART: u64 = 256;

/// Why nothing can be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Why {
    /// There is no unit to ask with.
    NoUnit,
    /// Players decide on the way, and what is worth how much is not said.
    Decided,
    /// More can happen than is followed here.
    TooLarge,
    /// It cannot go on, is refused, or comes to nothing that can be compared.
    NoAnswer,
}

/// Everything that can come of a question.
pub(super) struct Ends {
    pub(super) parts: Vec<OutcomePart>,
    /// Values of the parts, and how likely they are.
    pub(super) outcomes: Vec<(Vec<i32>, Chance)>,
}

/// Everything that can come of a question.
///
/// Errors: why that cannot be told.
pub(super) fn ends(book: &RuleBook, question: &Question, effort: &mut Effort) -> Result<Ends, Why> {
    let Lowered { program, parts, .. } = lower::run(book, question, Wanted::Outcome);
    let found = odds(&program, &BUDGET);
    // To lay out an op takes longer than to carry it out, the more so the more registers there are to keep apart.
    let laid = (LAYING + u64::from(program.n_registers) / KEPT_APART) * program.ops.len() as u64;
    effort.spend(laid + found.as_ref().map_or(BUDGET.steps, Distribution::steps));
    match found {
        Ok(distribution) => Ok(Ends {
            parts,
            outcomes: distribution.outcomes().to_vec(),
        }),
        Err(fault) => Err(match fault.kind {
            FaultKind::TooManyStates(_)
            | FaultKind::TooManySums
            | FaultKind::TooDeep(..)
            | FaultKind::TooLong(_)
            | FaultKind::TooManySteps => Why::TooLarge,
            FaultKind::Undecided(_) => Why::Decided,
            FaultKind::Overflow
            | FaultKind::DivisionByZero
            | FaultKind::OffTheTable(..)
            | FaultKind::NoSuchTrack
            | FaultKind::NoUnit
            | FaultKind::NotGiven
            | FaultKind::NoOption(_)
            | FaultKind::NoWayOut
            | FaultKind::OffTheBoard
            | FaultKind::NotAdjacent
            | FaultKind::NoBoard
            | FaultKind::Stated(_)
            | FaultKind::Ours(_) => Why::NoAnswer,
        }),
    }
}

impl Ends {
    /// Whether it is ever refused.
    pub(super) fn is_refused(&self) -> bool {
        let at = |part: &OutcomePart| matches!(part, OutcomePart::Refused);
        let at = self.parts.iter().position(at);
        let refused = |(values, _): &(Vec<i32>, Chance)| {
            at.and_then(|at| values.get(at))
                .is_some_and(|refused| *refused != 0)
        };
        self.outcomes.iter().any(refused)
    }

    /// How often a part comes to what.
    pub(super) fn spread_of(&self, part: usize) -> Spread {
        let mut spread = Spread::new();
        for (values, chance) in &self.outcomes {
            if let Some(value) = values.get(part) {
                let known = spread.entry(*value).or_insert_with(Chance::zero);
                *known = known.sum(chance);
            }
        }
        spread
    }

    /// How often the value comes to what, and how it is shown; `None` if there is none, or it is refused.
    pub(super) fn value(&self) -> Option<(Spread, &Shown)> {
        let mut parts = self.parts.iter().enumerate();
        let (at, shown) = parts.find_map(|(at, part)| match part {
            OutcomePart::Value(shown) => Some((at, shown)),
            OutcomePart::Refused
            | OutcomePart::Ended
            | OutcomePart::Reported { .. }
            | OutcomePart::Track { .. }
            | OutcomePart::Condition => None,
        })?;
        (!self.is_refused()).then(|| (self.spread_of(at), shown))
    }
}

/// Whether one is at least as high as the other, value by value.
pub(super) fn reaches(one: &Spread, other: &Spread) -> bool {
    let reached = |spread: &Spread, least: i32| {
        let above = spread.range(least..).map(|(_, chance)| chance);
        above.fold(Chance::zero(), |sum, chance| sum.sum(chance))
    };
    let values = one.keys().chain(other.keys());
    values
        .into_iter()
        .all(|least| reached(one, *least) >= reached(other, *least))
}

/// `miss 1/3, hit 2/3`; what is certain stands alone.
pub(super) fn in_words(spread: &Spread, shown: &Shown) -> String {
    let parts = spread.iter().map(|(value, chance)| {
        let value = show(*value, shown, &[]);
        match *chance == Chance::one() {
            true => value,
            false => format!("{value}: {chance}"),
        }
    });
    parts.collect::<Vec<_>>().join(", ")
}
