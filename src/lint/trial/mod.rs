//! Runs of rules in random situations, with exact odds.
//!
//! A finding by trial shows a situation as evidence. Rules that could not be run, or not in the available time, are recorded as
//! skipped.

mod kept_outcomes;
mod options;
mod outcome;
mod pair;
pub(super) mod situation;
mod synthetic_units;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::Context;
use sandtable_diagnostic::Code;
use sandtable_model::{Naming, RuleBook, Table};

pub(super) use kept_outcomes::{KeptOutcomes, Trial};
pub(super) use options::{Group, Variant};
use outcome::outcomes;
pub(super) use outcome::{Outcomes, Reason, TrialDistribution, describe};
pub(crate) use pair::{PairOutcome, outcome_of_pair};
pub(super) use synthetic_units::is_writable;

/// Effort of trial runs.
#[derive(Debug, Clone, Copy, Hash)]
pub struct Effort {
    /// Maximum number of situations that a rule is run in.
    situations: u64,
    /// Maximum number of ops that are lowered and run.
    work: u64,
    /// The examples of the book are run.
    examples: bool,
}

impl Effort {
    /// Returns an effort that takes no longer than an editor has at each keystroke.
    pub fn quick() -> Self {
        Self {
            situations: 3,
            work: 100_000,
            examples: false,
        }
    }

    /// Returns an effort that finds all that can be found by trial.
    pub fn thorough() -> Self {
        Self {
            situations: 12,
            work: 1_000_000_000,
            examples: true,
        }
    }

    /// Returns the effort with running the examples of the book.
    #[must_use]
    pub fn with_examples(self) -> Self {
        Self {
            examples: true,
            ..self
        }
    }

    /// Whether all is found that can be found by trial.
    pub fn is_thorough(&self) -> bool {
        self.situations >= Self::thorough().situations
    }

    /// Returns the number of situations in which a rule is run.
    pub(super) fn situations(&self) -> u64 {
        self.situations
    }

    /// Whether the examples of the book are run.
    pub(super) fn runs_examples(&self) -> bool {
        self.examples
    }

    /// Returns the work that one lint may do.
    pub(super) fn budget(&self) -> TrialBudget {
        TrialBudget { left: self.work }
    }
}

/// Work that is left, in ops that are lowered or run.
#[derive(Debug)]
pub(super) struct TrialBudget {
    left: u64,
}

impl TrialBudget {
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }

    fn spend(&mut self, work: u64) {
        self.left = self.left.saturating_sub(work);
    }
}

/// The book on which rules are run, and how much is run.
pub(super) struct Trials<'a> {
    pub(super) effort: Effort,
    /// The book, with a unit for each kind that has none, and a procedure for each option that is none.
    pub(super) book: Cow<'a, RuleBook>,
    pub(super) groups: Vec<Group>,
    /// Number of the procedures that are rules of the book; the first ones.
    n_rules: usize,
    /// Outcomes of the last run.
    kept: KeptOutcomes<'a>,
}

impl<'a> Trials<'a> {
    pub(super) fn new(book: &'a RuleBook, effort: Effort, kept: KeptOutcomes<'a>) -> Self {
        let units = synthetic_units::units(book);
        let (groups, procedures) = options::groups(book);
        let n_rules = book.procedures.len();
        let mut book = Cow::Borrowed(book);
        if !units.is_empty() || !procedures.is_empty() {
            let extended = book.to_mut();
            extended.profiles.extend(units);
            extended
                .procedures
                .extend(procedures.into_iter().map(Arc::new));
        }
        Self {
            effort,
            book,
            groups,
            n_rules,
            kept,
        }
    }
}

/// The rules and tables that lints have skipped.
#[derive(Default)]
pub(super) struct Skipped {
    pub(super) tables: Vec<SkippedTables>,
    /// Tables with too many neighbouring cells to look for two that are exchanged.
    pub(super) swaps: Vec<Naming>,
    /// Rules that cannot be run, by reason.
    pub(super) rules: BTreeMap<Reason, Vec<Naming>>,
    /// Rules that were not run in all situations.
    pub(super) unfinished: Vec<Naming>,
    /// The lints that left rules unfinished.
    unfinished_by: Vec<Code>,
}

impl Skipped {
    /// Brings everything into the order of the texts: lints run side by side.
    pub(super) fn sort(&mut self) {
        self.tables
            .sort_by_key(|tables| (tables.one.span, tables.other.span));
        let rules = self.rules.values_mut();
        for list in rules.chain([&mut self.swaps, &mut self.unfinished]) {
            list.sort_by_key(|naming| naming.span);
        }
    }
}

/// Two tables with more results than are compared.
pub(super) struct SkippedTables {
    pub(super) one: Naming,
    pub(super) other: Naming,
    pub(super) limit: usize,
}

impl Context<'_> {
    /// Records two tables that are too large to be compared.
    pub(super) fn skip_tables(&self, one: &Table, other: &Table, limit: usize) {
        self.skipped().tables.push(SkippedTables {
            one: one.naming.clone(),
            other: other.naming.clone(),
            limit,
        });
    }

    /// Records a table in which no exchanged cells are looked for.
    pub(super) fn skip_swaps(&self, table: &Table) {
        self.skipped().swaps.push(table.naming.clone());
    }

    /// Records a rule that cannot be run.
    pub(super) fn skip(&self, reason: Reason, naming: &Naming) {
        let mut skipped = self.skipped();
        let known = skipped.rules.entry(reason).or_default();
        if !known.contains(naming) {
            known.push(naming.clone());
        }
    }

    /// Whether a lint has left a rule unfinished.
    pub(super) fn is_unfinished(&self, code: Code) -> bool {
        self.skipped().unfinished_by.contains(&code)
    }

    /// Records a rule for which a lint has no work left.
    pub(super) fn leave_unfinished(&self, code: Code, naming: &Naming) {
        let mut skipped = self.skipped();
        skipped.unfinished_by.push(code);
        if !skipped.unfinished.contains(naming) {
            skipped.unfinished.push(naming.clone());
        }
    }
}
