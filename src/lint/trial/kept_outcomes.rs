//! Outcomes of trial runs that are kept over edits.
//!
//! The outcomes of a rule in a situation depend on the rule and all that it calls, on what runs by itself, and on the units.

use std::sync::Arc;

use super::situation::Given;
use super::{Outcomes, Reason, TrialBudget, Trials, outcomes};
use sandtable_model::fingerprint::Memoised;
use sandtable_model::kept::{Fingerprint, Placed};
use sandtable_model::{Callable, ProcedureId, Question};
use sandtable_source::Span;

/// The outcomes of the last run.
pub(crate) type KeptOutcomes<'a> = Memoised<'a, Trial>;

/// The outcomes of a rule in a situation, or why there are none, with the work of finding out.
#[derive(Debug)]
pub(crate) struct Trial {
    found: Result<Arc<Outcomes>, Reason>,
    work: u64,
}

impl Placed for Trial {
    fn each_span(&mut self, _: &mut dyn FnMut(&mut Span)) {}
}

impl Trials<'_> {
    /// Calculates the outcomes of a rule in a situation, which is asked as this question, or takes over those of the last run.
    ///
    /// Errors: the reason why there are no outcomes.
    pub(crate) fn outcomes(
        &self,
        id: ProcedureId,
        given: &[Given],
        question: &Question,
        budget: &mut TrialBudget,
    ) -> Result<Arc<Outcomes>, Reason> {
        let kept = self.kept;
        let key = self.key(id, given);
        if let Some(known) = kept.memo.lock().get(&key, kept.moves, |_| true) {
            budget.spend(known.work);
            return known.found.clone();
        }
        let before = budget.left;
        let mut spent = TrialBudget { left: u64::MAX };
        let found = outcomes(&self.book, question, &mut spent).map(Arc::new);
        let work = u64::MAX - spent.left;
        budget.left = before.saturating_sub(work);
        let trial = Trial {
            found: found.clone(),
            work,
        };
        kept.memo.lock().insert(key, trial);
        found
    }

    /// Returns what the outcomes of a rule in a situation depend on.
    fn key(&self, id: ProcedureId, given: &[Given]) -> Fingerprint {
        let Memoised {
            texts,
            fingerprints,
            ..
        } = self.kept;
        let procedure = self.book.procedures.get(id.at());
        let name = procedure.map(|one| one.naming.name.as_str());
        let rule = match procedure {
            // An option that is no rule of the book.
            Some(option) if id.at() >= self.n_rules => fingerprints.of_option(option, texts),
            Some(_) | None => fingerprints.reached(Callable::Procedure(id)),
        };
        let all = (
            fingerprints.common,
            fingerprints.roster,
            fingerprints.events,
        );
        Fingerprint::of(&(name, rule, all, format!("{given:?}")))
    }
}
