//! Exact outcomes of a question, within a small budget.

use std::collections::BTreeMap;

use super::TrialBudget;
use sandtable_eval::FaultKind;
use sandtable_eval::budget;
use sandtable_eval::chance::{self, Chance};
use sandtable_eval::exact::odds;
use sandtable_eval::reductions::Reductions;
use sandtable_eval::wording::show;
use sandtable_ir::{Lowered, OutcomePart, OutputSpec, Shown, lower};
use sandtable_model::{Question, RuleBook};

/// The distribution of a value.
pub(crate) type TrialDistribution = BTreeMap<i32, Chance>;

/// The budget of one question: small enough for an editor to run some hundred of them.
const LIMITS: budget::Budget = budget::Budget {
    steps: 20_000,
    memory: 1 << 21,
    reductions: Reductions::ALL,
};

/// The work of lowering an op, in ops that are run.
const WORK_PER_OP: u64 = 4;
/// Number of registers that count as one more op of work.
const REGISTERS_PER_WORK: u64 = 256;

/// The reason why a rule has no outcomes to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reason {
    /// No unit can be given for a parameter.
    NoUnit,
    /// Players choose in it, without a `worth`.
    Undecided,
    /// It has too many states for the budget.
    TooLarge,
    /// It faults, is refused, or has no result.
    NoResult,
}

/// The outcomes of a question.
#[derive(Debug)]
pub(crate) struct Outcomes {
    pub(crate) parts: Vec<OutcomePart>,
    /// Values of the parts, with their probability.
    outcomes: Vec<(Vec<i32>, Chance)>,
}

/// Calculates the outcomes of a question.
///
/// Errors: the reason why there are no outcomes.
pub(crate) fn outcomes(
    book: &RuleBook,
    question: &Question,
    budget: &mut TrialBudget,
) -> Result<Outcomes, Reason> {
    let Lowered { program, parts, .. } = lower::run(book, question, OutputSpec::Outcome);
    let found = odds(&program, &LIMITS);
    let per_op = WORK_PER_OP + u64::from(program.n_registers) / REGISTERS_PER_WORK;
    let lowering = per_op * program.ops.len() as u64;
    let running = found
        .as_ref()
        .map_or(LIMITS.steps, chance::Distribution::steps);
    budget.spend(lowering + running);
    match found {
        Ok(distribution) => Ok(Outcomes {
            parts,
            outcomes: distribution.outcomes().to_vec(),
        }),
        Err(fault) => Err(match fault.kind {
            FaultKind::TooManyStates(..)
            | FaultKind::TooLargeAProgram
            | FaultKind::TooManySums
            | FaultKind::TooDeep(..)
            | FaultKind::TooLong(_)
            | FaultKind::Cancelled(_)
            | FaultKind::TooManySteps => Reason::TooLarge,
            FaultKind::Undecided(_) => Reason::Undecided,
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
            | FaultKind::OutOfRange(..)
            | FaultKind::Ours(_) => Reason::NoResult,
        }),
    }
}

impl Outcomes {
    /// Whether the rule can be refused.
    pub(crate) fn is_refused(&self) -> bool {
        let at = |part: &OutcomePart| matches!(part, OutcomePart::Refused);
        let at = self.parts.iter().position(at);
        let refused = |(values, _): &(Vec<i32>, Chance)| {
            at.and_then(|at| values.get(at))
                .is_some_and(|refused| *refused != 0)
        };
        self.outcomes.iter().any(refused)
    }

    /// Returns the distribution of a part.
    pub(crate) fn distribution_of(&self, part: usize) -> TrialDistribution {
        let mut distribution = TrialDistribution::new();
        for (values, chance) in &self.outcomes {
            if let Some(value) = values.get(part) {
                let known = distribution.entry(*value).or_insert_with(Chance::zero);
                *known = known.sum(chance);
            }
        }
        distribution
    }

    /// Returns the distribution of the result, and how it is shown; `None` without a result, or if the rule can be refused.
    pub(crate) fn result(&self) -> Option<(TrialDistribution, &Shown)> {
        let mut parts = self.parts.iter().enumerate();
        let (at, shown) = parts.find_map(|(at, part)| match part {
            OutcomePart::Value(shown) => Some((at, shown)),
            OutcomePart::Refused
            | OutcomePart::Ended
            | OutcomePart::Reported { .. }
            | OutcomePart::Track { .. }
            | OutcomePart::Condition => None,
        })?;
        (!self.is_refused()).then(|| (self.distribution_of(at), shown))
    }
}

/// Describes a distribution: `miss: 1/3, hit: 2/3`; a certain value alone.
pub(crate) fn describe(distribution: &TrialDistribution, shown: &Shown) -> String {
    let parts = distribution.iter().map(|(value, chance)| {
        let value = show(*value, shown, &[]);
        match *chance == Chance::one() {
            true => value,
            false => format!("{value}: {chance}"),
        }
    });
    parts.collect::<Vec<_>>().join(", ")
}
