//! Outcomes of a roll of one unit against another.

use super::TrialBudget;
use super::outcome::outcomes;
use super::situation::{Given, question};
use sandtable_eval::wording::show;
use sandtable_model::{Procedure, ProfileId, RuleBook};
use sandtable_syntax::ast::Literal;

/// The work that one pair may take.
const WORK: u64 = 50_000;

/// The outcome of a roll for two units.
pub(crate) struct PairOutcome {
    /// The only result, in words; `None` if there are several.
    pub(crate) certain: Option<String>,
}

/// Returns the outcome of a roll with two parameters for two units of the roster; `None` if it cannot be calculated, or can be refused.
pub(crate) fn outcome_of_pair(
    book: &RuleBook,
    roll: &Procedure,
    profiles: [ProfileId; 2],
) -> Option<PairOutcome> {
    let given: Option<Vec<Given>> = roll
        .parameters
        .iter()
        .zip(profiles)
        .map(|(parameter, profile)| {
            let id = book.profiles.get(profile.at())?.id.clone();
            Some((vec![parameter.name.clone()], Literal::Word(id)))
        })
        .collect();
    let question = question(book, &roll.naming.name, &given?)?;
    let outcomes = outcomes(book, &question, &mut TrialBudget { left: WORK }).ok()?;
    let (distribution, shown) = outcomes.result()?;
    let mut results = distribution.keys();
    let first = results.next()?;
    let is_certain = results.next().is_none();
    Some(PairOutcome {
        certain: is_certain.then(|| show(*first, shown, &[])),
    })
}
