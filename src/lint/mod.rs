//! Findings in a rulebook without errors: parts without effect, contradictions and gaps of a draft.
//!
//! One file per code, named as its slug, with one entry `check`; [`LINTS`] lists them. They share an abstract
//! interpretation of all rules ([`transfer`] over the [`domain`] of value sets), distributions of table cells
//! ([`distribution`]), the [`call_graph`] and runs of rules in random situations ([`trial`]). A finding that rests on assumptions
//! beyond
//! the text has a lower confidence. This layer knows finished books; it does not know files or a terminal.

mod another_roll;
mod below_zero;
mod better_is_worse;
mod call_graph;
mod certain_roll;
mod choice_of_nobody;
mod cleared_unread;
mod cliff;
mod conflicting_tables;
mod conflicting_triggers;
mod constant_condition;
mod constant_division;
pub mod counterexample;
mod deck_runs_dry;
mod dice_cut_off;
mod distribution;
mod domain;
mod dominated_option;
mod done_marker;
mod duplicate_modifier;
mod environment;
mod equal_branches;
mod excluded_modifier;
mod facing_of_start;
mod flag_never_cleared;
mod free_step;
mod house_rule;
mod impossible_outcome;
mod index_coverage;
mod lookup_out_of_range;
mod lookups;
mod loose_condition;
mod may_have_no_side;
mod may_leave_the_map;
mod mergeable_columns;
mod missed_end;
mod missed_value;
mod must_not_met;
mod never_called;
mod never_played;
mod never_repeated;
mod no_option_left;
mod no_unit_uses;
mod not_fully_checked;
mod not_measured;
mod not_on_the_map;
mod odd_value;
mod one_way_sight;
mod open_in_the_book;
mod order_of_sides;
mod outcome_never_asked;
mod path_mismatch;
mod pointless_measurement;
mod range_not_kept;
mod readings;
mod repeated_line;
mod roster_conditions;
mod rounded_the_wrong_way;
mod row_never_reached;
pub mod scenario;
mod shared_term;
mod split_row;
mod stop_in_loop;
mod swapped_arguments;
mod tie_by_listing;
mod ties_not_stated;
mod track_never_changes;
mod track_never_read;
mod track_usage;
mod transfer;
mod trial;
mod trigger_never_fires;
mod two_spellings;
mod unchecked_cost;
mod uncited_rule;
mod uneven_move;
mod unguarded_call;
mod unlikely_row;
mod untested_rule;
mod unused_word;
mod written;

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;

use call_graph::CallGraph;
use distribution::{CellDistributions, cell_distributions};
use lookups::{Selected, selected_lines};
pub use lookups::{SelectedCells, selected_cells};
use sandtable_diagnostic::{Code, Diagnostics};
use sandtable_model::fingerprint::Fingerprints;
use sandtable_model::kept::{Fingerprint, Memo, Moves, Texts};
use sandtable_model::{RuleBook, Table, TableId};
use sandtable_roster::Index;
use sandtable_syntax::ast;
use track_usage::TrackUsage;
use transfer::{Interpretation, KeptRules, ValueAnalysis};
pub use trial::Effort;
use trial::{KeptOutcomes, Skipped, Trial, Trials};

/// A kind of finding.
struct Lint {
    /// The code of its findings.
    code: Code,
    check: fn(&Context<'_>, &mut Diagnostics),
    /// Runs rules or examples: without the whole effort some of its findings can be missing.
    by_trial: bool,
}

const fn by_analysis(code: Code, check: fn(&Context<'_>, &mut Diagnostics)) -> Lint {
    Lint {
        code,
        check,
        by_trial: false,
    }
}

const fn by_trial(code: Code, check: fn(&Context<'_>, &mut Diagnostics)) -> Lint {
    Lint {
        code,
        check,
        by_trial: true,
    }
}

/// Every kind of finding, in the order in which they are looked for.
const LINTS: &[Lint] = &[
    by_analysis(Code::NoOptionLeft, no_option_left::check),
    by_analysis(Code::ImpossibleOutcome, impossible_outcome::check),
    by_analysis(Code::ConstantCondition, constant_condition::check),
    by_analysis(Code::LookupOutOfRange, lookup_out_of_range::check),
    by_analysis(Code::RowNeverReached, row_never_reached::check),
    by_analysis(Code::NoUnitUses, no_unit_uses::check),
    by_analysis(Code::TrackNeverChanges, track_never_changes::check),
    by_analysis(Code::TrackNeverRead, track_never_read::check),
    by_analysis(Code::TriggerNeverFires, trigger_never_fires::check),
    by_analysis(Code::DuplicateModifier, duplicate_modifier::check),
    by_analysis(Code::Cliff, cliff::check),
    by_analysis(Code::ConflictingTables, conflicting_tables::check),
    by_analysis(Code::TwoSpellings, two_spellings::check),
    by_analysis(Code::ConflictingTriggers, conflicting_triggers::check),
    by_analysis(Code::NeverCalled, never_called::check),
    by_analysis(Code::NotOnTheMap, not_on_the_map::check),
    by_analysis(Code::PointlessMeasurement, pointless_measurement::check),
    by_analysis(Code::RoundedTheWrongWay, rounded_the_wrong_way::check),
    by_analysis(Code::PathMismatch, path_mismatch::check),
    by_analysis(Code::FreeStep, free_step::check),
    by_analysis(Code::FacingOfStart, facing_of_start::check),
    by_analysis(Code::UncitedRule, uncited_rule::check),
    by_analysis(Code::HouseRule, house_rule::check),
    by_analysis(Code::OpenInTheBook, open_in_the_book::check),
    by_analysis(Code::MayLeaveTheMap, may_leave_the_map::check),
    by_analysis(Code::NotMeasured, not_measured::check),
    by_analysis(Code::NeverRepeated, never_repeated::check),
    by_analysis(Code::MergeableColumns, mergeable_columns::check),
    by_analysis(Code::StopInLoop, stop_in_loop::check),
    by_analysis(Code::RangeNotKept, range_not_kept::check),
    by_analysis(Code::CertainRoll, certain_roll::check),
    by_analysis(Code::OutcomeNeverAsked, outcome_never_asked::check),
    by_analysis(Code::TiesNotStated, ties_not_stated::check),
    by_analysis(Code::SwappedArguments, swapped_arguments::check),
    by_analysis(Code::ConstantDivision, constant_division::check),
    by_analysis(Code::SplitRow, split_row::check),
    by_analysis(Code::UnevenMove, uneven_move::check),
    by_analysis(Code::LooseCondition, loose_condition::check),
    by_analysis(Code::MissedValue, missed_value::check),
    by_analysis(Code::EqualBranches, equal_branches::check),
    by_analysis(Code::SharedTerm, shared_term::check),
    by_analysis(Code::DiceCutOff, dice_cut_off::check),
    by_analysis(Code::UnlikelyRow, unlikely_row::check),
    by_analysis(Code::OddValue, odd_value::check),
    by_analysis(Code::FlagNeverCleared, flag_never_cleared::check),
    by_analysis(Code::UncheckedCost, unchecked_cost::check),
    by_analysis(Code::MayBeRefused, unguarded_call::check),
    by_analysis(Code::MayHaveNoSide, may_have_no_side::check),
    by_analysis(Code::ExcludedModifier, excluded_modifier::check),
    by_analysis(Code::TieByListing, tie_by_listing::check),
    by_analysis(Code::OrderOfSides, order_of_sides::check),
    by_analysis(Code::DeckRunsDry, deck_runs_dry::check),
    by_analysis(Code::ChoiceOfNobody, choice_of_nobody::check),
    by_analysis(Code::UnusedWord, unused_word::check),
    by_analysis(Code::ClearedUnread, cleared_unread::check),
    by_analysis(Code::NeverPlayed, never_played::check),
    by_analysis(Code::MustNotMet, must_not_met::check),
    by_analysis(Code::RepeatedLine, repeated_line::check),
    by_analysis(Code::AnotherRoll, another_roll::check),
    by_analysis(Code::BelowZero, below_zero::check),
    by_trial(Code::UntestedRule, untested_rule::check),
    by_trial(Code::DominatedOption, dominated_option::check),
    by_trial(Code::BetterIsWorse, better_is_worse::check),
    by_trial(Code::OneWaySight, one_way_sight::check),
    // Last: it reports what the others skipped.
    by_trial(Code::NotFullyChecked, not_fully_checked::check),
];

/// The rules as written, and the index of their book.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The rule files in force.
    pub rules: &'a [ast::File],
    /// The numbered rules of the book.
    pub index: &'a Index,
}

/// The input of a lint.
struct Context<'a> {
    book: &'a RuleBook,
    /// The rule files in force.
    rules: &'a [ast::File],
    source: Option<Source<'a>>,
    /// Value sets with every value that stats may have.
    values: ValueAnalysis<'a>,
    /// Value sets restricted to the values of the units and maps in the roster; `None` without any.
    roster_values: Option<ValueAnalysis<'a>>,
    /// Lines of tables that lookups select, by both analyses.
    selected: Selected,
    roster_selected: Option<Selected>,
    /// Distributions of the cells of each table, calculated on demand.
    distributions: Vec<OnceCell<Option<CellDistributions>>>,
    tracks: TrackUsage,
    call_graph: CallGraph,
    /// Returns the names of the rules that scenarios play.
    played: &'a dyn Fn() -> BTreeSet<String>,
    /// Returns the keys for which scenarios give starting values to units, sides, areas and the game.
    begun: &'a dyn Fn() -> BTreeSet<String>,
    /// The book on which rules are tried, and the effort; `None` if none is tried.
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

/// Memoised results of a run, for the next one after an edit.
#[derive(Debug, Default)]
pub struct Kept {
    /// The texts that the last run was about.
    texts: Texts,
    rules: RefCell<Memo<Fingerprint, Interpretation>>,
    outcomes: RefCell<Memo<Fingerprint, Trial>>,
}

/// The inputs of a run beside the checked book.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    /// The rule files in force.
    pub rules: &'a [ast::File],
    /// The index of the book; without it nothing is compared with the index.
    pub index: Option<&'a Index>,
    /// Returns the names of the rules that scenarios play.
    pub played: &'a dyn Fn() -> BTreeSet<String>,
    /// Returns the keys for which scenarios give starting values to units, sides, areas and the game.
    pub begun: &'a dyn Fn() -> BTreeSet<String>,
    /// Without it no rule is run.
    pub effort: Option<Effort>,
    /// The texts of the declarations, of units and of maps.
    pub texts: &'a Texts,
    /// The fingerprints of the rules.
    pub fingerprints: &'a Fingerprints,
}

/// Runs all lints on a book without errors. What is kept of the last run is used where it holds.
pub fn run(book: &RuleBook, given: Given<'_>, kept: &mut Kept, diagnostics: &mut Diagnostics) {
    let texts = std::mem::take(&mut kept.texts);
    let moves = Moves::new(&texts, given.texts).unwrap_or_else(|| {
        // Without moves nothing is kept of the last run.
        *kept = Kept::default();
        Moves::none(&texts)
    });
    kept.texts = given.texts.clone();
    run_lints(book, given, (kept, &moves), diagnostics);
    kept.rules.get_mut().end_run();
    kept.outcomes.get_mut().end_run();
}

fn run_lints(
    book: &RuleBook,
    given: Given<'_>,
    (kept, moves): (&Kept, &Moves<'_>),
    diagnostics: &mut Diagnostics,
) {
    let Given {
        rules,
        index,
        played,
        begun,
        effort,
        texts,
        fingerprints,
    } = given;
    let source = index.map(|index| Source { rules, index });
    let kept_rules = KeptRules {
        texts,
        fingerprints,
        moves,
        memo: &kept.rules,
    };
    let kept_outcomes = KeptOutcomes {
        texts,
        fingerprints,
        moves,
        memo: &kept.outcomes,
    };
    let trials = effort.map(|effort| Trials::new(book, effort, kept_outcomes));
    let has_roster = !book.profiles.is_empty() || !book.maps.is_empty();
    let values = ValueAnalysis::with_kept(book, false, kept_rules);
    let roster_values = has_roster.then(|| ValueAnalysis::with_kept(book, true, kept_rules));
    let context = Context {
        book,
        rules,
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
        played,
        begun,
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
