//! Findings in a rulebook that is sound: what a draft says in vain or leaves open.
//!
//! One file per code, named as its slug, with one entry `check`; [`LINTS`] lists them. They share an abstract
//! interpretation of all rules ([`transfer`] over the [`domain`] of value sets), distributions of table cells
//! ([`distribution`]), the [`call_graph`] and runs of rules in random situations ([`trial`]). A finding that rests on more than
//! what is written says so by its confidence. This layer knows finished books; it does not know files or a terminal.

mod better_is_worse;
mod call_graph;
mod cliff;
mod conflicting_tables;
mod conflicting_triggers;
mod constant_condition;
pub mod counterexample;
mod distribution;
mod domain;
mod dominated_option;
mod duplicate_modifier;
mod environment;
mod free_step;
mod house_rule;
mod impossible_outcome;
mod index_coverage;
mod lookup_out_of_range;
mod lookups;
mod may_leave_the_map;
mod mergeable_columns;
mod never_called;
mod never_repeated;
mod no_option_left;
mod no_unit_uses;
mod not_fully_checked;
mod not_measured;
mod not_on_the_map;
mod open_in_the_book;
mod path_mismatch;
mod pointless_measurement;
mod roster_conditions;
mod rounded_the_wrong_way;
mod row_never_reached;
mod track_never_changes;
mod track_never_read;
mod track_usage;
mod transfer;
mod trial;
mod trigger_never_fires;
mod two_spellings;
mod uncited_rule;
mod untested_rule;

use std::cell::{OnceCell, RefCell};

use call_graph::CallGraph;
use distribution::{CellDistributions, cell_distributions};
use lookups::{Selected, selected_lines};
use sandtable_diagnostic::{Code, Diagnostics};
use sandtable_model::{RuleBook, Table, TableId};
use sandtable_roster::Index;
use sandtable_syntax::ast;
use track_usage::TrackUsage;
use transfer::ValueAnalysis;
pub use trial::Effort;
use trial::{Skipped, Trials};

/// A kind of finding.
struct Lint {
    /// The code of all its findings.
    code: Code,
    check: fn(&Context<'_>, &mut Diagnostics),
    /// Runs rules or examples: without the whole effort some of its findings can be missing.
    by_trial: bool,
}

const fn lint(code: Code, check: fn(&Context<'_>, &mut Diagnostics)) -> Lint {
    Lint {
        code,
        check,
        by_trial: false,
    }
}

const fn trial(code: Code, check: fn(&Context<'_>, &mut Diagnostics)) -> Lint {
    Lint {
        code,
        check,
        by_trial: true,
    }
}

/// Every kind of finding, in the order in which they are looked for.
const LINTS: &[Lint] = &[
    lint(Code::NoOptionLeft, no_option_left::check),
    lint(Code::NeverComesOut, impossible_outcome::check),
    lint(Code::AlwaysSo, constant_condition::check),
    lint(Code::MayFallOff, lookup_out_of_range::check),
    lint(Code::RowNeverReached, row_never_reached::check),
    lint(Code::NoUnitUses, no_unit_uses::check),
    lint(Code::TrackNeverChanges, track_never_changes::check),
    lint(Code::TrackNeverRead, track_never_read::check),
    lint(Code::TriggerNeverFires, trigger_never_fires::check),
    lint(Code::ModifierTwice, duplicate_modifier::check),
    lint(Code::Cliff, cliff::check),
    lint(Code::TwoValues, conflicting_tables::check),
    lint(Code::TwoSpellings, two_spellings::check),
    lint(Code::TwoWriters, conflicting_triggers::check),
    lint(Code::NeverEntered, never_called::check),
    lint(Code::NotOnTheMap, not_on_the_map::check),
    lint(Code::MeasuredInVain, pointless_measurement::check),
    lint(Code::RoundedTheWrongWay, rounded_the_wrong_way::check),
    lint(Code::TwoWays, path_mismatch::check),
    lint(Code::FreeStep, free_step::check),
    lint(Code::UncitedRule, uncited_rule::check),
    lint(Code::HouseRule, house_rule::check),
    lint(Code::OpenInTheBook, open_in_the_book::check),
    lint(Code::MayLeaveTheMap, may_leave_the_map::check),
    lint(Code::NotMeasured, not_measured::check),
    lint(Code::NeverRepeated, never_repeated::check),
    lint(Code::MergeableColumns, mergeable_columns::check),
    trial(Code::NotExercised, untested_rule::check),
    trial(Code::NeverTheBetter, dominated_option::check),
    trial(Code::BetterIsWorse, better_is_worse::check),
    // Last: it reports what the others skipped.
    trial(Code::NotLookedThrough, not_fully_checked::check),
];

/// The rules as written, and the index of their book.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The rule files in force.
    pub rules: &'a [ast::File],
    /// The numbered rules of the book.
    pub index: &'a Index,
}

/// Everything that a lint can look at.
struct Context<'a> {
    book: &'a RuleBook,
    source: Option<Source<'a>>,
    /// Value sets with every value that stats may have.
    values: ValueAnalysis<'a>,
    /// Value sets with the values of the units and maps that there are; `None` without any.
    roster_values: Option<ValueAnalysis<'a>>,
    /// Lines of tables that lookups select, by both analyses.
    selected: Selected,
    roster_selected: Option<Selected>,
    /// Distributions of the cells of each table, as far as they were asked for.
    distributions: Vec<OnceCell<Option<CellDistributions>>>,
    tracks: TrackUsage,
    call_graph: CallGraph,
    /// How much is run, and on which book; `None` if nothing is.
    trials: Option<&'a Trials<'a>>,
    skipped: RefCell<Skipped>,
}

impl Context<'_> {
    /// Returns the distributions of the cells of a table.
    fn distributions(&self, id: TableId) -> Option<&CellDistributions> {
        let table = self.book.tables.get(id.at())?;
        let known = self.distributions.get(id.at())?;
        let known = known.get_or_init(|| cell_distributions(self.book, table));
        known.as_ref()
    }

    /// Iterates over the tables of the book with their ids.
    fn tables(&self) -> impl Iterator<Item = (TableId, &Table)> {
        let tables = self.book.tables.iter().enumerate();
        tables.map(|(at, table)| (TableId::new(at), table))
    }
}

/// Looks for findings in a book without errors. Without `source` nothing is held against the book's index; without `effort` no
/// rule is run.
pub fn run(
    book: &RuleBook,
    source: Option<Source<'_>>,
    effort: Option<Effort>,
    diagnostics: &mut Diagnostics,
) {
    let trials = effort.map(|effort| Trials::new(book, effort));
    let has_roster = !book.profiles.is_empty() || !book.maps.is_empty();
    let values = ValueAnalysis::new(book, false);
    let roster_values = has_roster.then(|| ValueAnalysis::new(book, true));
    let context = Context {
        book,
        source,
        selected: selected_lines(book, &values),
        roster_selected: roster_values
            .as_ref()
            .map(|values| selected_lines(book, values)),
        values,
        roster_values,
        distributions: book.tables.iter().map(|_| OnceCell::new()).collect(),
        tracks: TrackUsage::new(book),
        call_graph: CallGraph::new(book),
        trials: trials.as_ref(),
        skipped: RefCell::default(),
    };
    for lint in LINTS {
        let mut found = Diagnostics::default();
        (lint.check)(&context, &mut found);
        debug_assert!(
            found
                .iter()
                .chain(found.notes())
                .all(|finding| finding.code == lint.code),
            "another code than {}",
            lint.code.number()
        );
        diagnostics.extend(found.iter().chain(found.notes()).cloned());
    }
}

/// Whether all findings of a code are found with an effort, so that none is missing by chance.
pub fn is_complete(code: Code, effort: Option<Effort>) -> bool {
    let mut lints = LINTS.iter();
    let by_trial = lints.any(|lint| lint.code == code && lint.by_trial);
    !by_trial || effort.is_some_and(|effort| effort.is_thorough())
}
