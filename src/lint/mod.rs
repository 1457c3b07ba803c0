//! Findings in a rulebook without errors: parts without effect, contradictions and gaps of a draft.
//!
//! One file per code, named as its slug, with one entry `check`; [`LINTS`] lists them. They share an abstract
//! interpretation of all rules ([`transfer`] over the [`domain`] of value sets), distributions of table cells
//! ([`distribution`]), the [`call_graph`] and runs of rules in random situations ([`trial`]). A finding that rests on assumptions
//! beyond
//! the text has a lower confidence. This layer knows finished books; it does not know files or a terminal.

mod already_set;
mod another_roll;
mod any_hand;
mod asked_if_full;
mod below_zero;
mod better_is_worse;
mod beyond_the_track;
mod both_on_one;
mod call_graph;
mod called_again;
mod certain_roll;
mod choice_of_nobody;
mod chosen_cost;
mod cleared_unread;
mod cliff;
mod conflicting_tables;
mod conflicting_triggers;
mod constant_condition;
mod constant_division;
mod contradiction;
mod copied_call;
mod cost_of_call;
mod count_never_reset;
mod counter_of_loop;
pub mod counterexample;
mod created_nowhere;
mod deck_piles;
mod deck_runs_dry;
mod destroyed_acts;
mod dice_cut_off;
mod distribution;
mod domain;
mod dominated_option;
mod done_marker;
mod draws;
mod duplicate_modifier;
mod environment;
mod equal_branches;
mod excluded_modifier;
mod facing_of_start;
mod falls_through;
mod fewer_points_win;
mod flag_never_cleared;
mod flag_of_action;
mod flag_of_loop;
mod flag_of_option;
mod found_itself;
mod free_step;
mod full_counter;
mod hinders_nothing;
mod house_rule;
mod impossible_outcome;
mod index_coverage;
mod kept_card;
mod kept_findings;
pub mod lasting_flag;
mod left_out_of_setup;
mod limit_in_words;
mod lookup_out_of_range;
mod lookups;
mod loose_condition;
mod may_destroy;
mod may_have_no_side;
mod may_leave_the_map;
mod mergeable_columns;
mod mirrored_ends;
mod missed_end;
mod missed_value;
mod mixed_sides;
mod must_not_met;
mod names_destroyed;
mod never_called;
mod never_faced;
mod never_falls;
mod never_played;
mod never_repeated;
mod never_restored;
mod no_option_left;
mod no_unit_uses;
mod not_emptied;
mod not_fully_checked;
mod not_measured;
mod not_on_the_map;
mod odd_value;
mod off_the_map;
mod one_after_another;
mod one_way_sight;
mod open_in_the_book;
mod opposite_ends;
mod option_cost;
mod order_of_sides;
pub mod other_extreme;
mod outcome_never_asked;
mod overwritten;
mod paid_twice;
mod pair_condition;
mod path_mismatch;
mod pointless_measurement;
mod price_above_guard;
mod range_not_kept;
mod readings;
pub mod refused_call;
mod repeated_line;
mod roster_conditions;
mod rounded_the_wrong_way;
mod row_never_reached;
mod same_argument;
mod same_pick;
mod same_winner;
pub mod scenario;
mod shared_term;
mod side_out_of_turn;
mod split_row;
mod stale_read;
mod stale_rounds;
mod state_of_loop;
mod stays_in_hand;
mod still_acts;
mod stop_in_loop;
mod swapped_arguments;
mod target_itself;
mod tie_by_listing;
mod ties_not_stated;
mod timer_never_lowered;
mod track_condition;
mod track_never_changes;
mod track_never_read;
mod track_usage;
mod transfer;
mod trial;
mod trigger_never_fires;
mod turned_guard;
mod turns_of_one_side;
mod two_spellings;
mod unchecked_cost;
mod uncited_rule;
mod unequal_costs;
mod uneven_move;
mod unguarded_call;
mod unknown_option;
mod unlikely_row;
mod unread_member;
mod unread_word;
mod untested_rule;
mod unused_word;
mod won_together;
mod word_never_passed;
mod written;
mod wrong_deck;

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use call_graph::CallGraph;
use distribution::{CellDistributions, cell_distributions};
use kept_findings::{Found, KeptFindings, LastRun};
use lookups::{Selected, selected_lines};
pub use lookups::{SelectedCells, selected_cells};
use sandtable_diagnostic::{Code, Diagnostics};
use sandtable_model::fingerprint::Fingerprints;
use sandtable_model::kept::{Fingerprint, Moves, SharedMemo, Texts};
use sandtable_model::{RuleBook, Table, TableId};
use sandtable_roster::Index;
use sandtable_source::workers::{self, Workers};
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
    /// Looks at nothing but bodies of rules and what these see of each other: neither at values nor at cells or examples.
    of_bodies: bool,
}

const fn by_analysis(code: Code, check: fn(&Context<'_>, &mut Diagnostics)) -> Lint {
    Lint {
        code,
        check,
        by_trial: false,
        of_bodies: false,
    }
}

const fn of_bodies(code: Code, check: fn(&Context<'_>, &mut Diagnostics)) -> Lint {
    Lint {
        code,
        check,
        by_trial: false,
        of_bodies: true,
    }
}

const fn by_trial(code: Code, check: fn(&Context<'_>, &mut Diagnostics)) -> Lint {
    Lint {
        code,
        check,
        by_trial: true,
        of_bodies: false,
    }
}

/// Every kind of finding but [`SKIPPED`]; those that take longest first, so that threads end together.
const LINTS: &[Lint] = &[
    by_trial(Code::UntestedRule, untested_rule::check),
    by_trial(Code::DominatedOption, dominated_option::check),
    by_trial(Code::BetterIsWorse, better_is_worse::check),
    by_trial(Code::OneWaySight, one_way_sight::check),
    of_bodies(Code::MayBeRefused, unguarded_call::check),
    of_bodies(Code::ClearedUnread, cleared_unread::check),
    by_analysis(Code::NoOptionLeft, no_option_left::check),
    by_analysis(Code::ImpossibleOutcome, impossible_outcome::check),
    by_analysis(Code::ConstantCondition, constant_condition::check),
    by_analysis(Code::LookupOutOfRange, lookup_out_of_range::check),
    by_analysis(Code::RowNeverReached, row_never_reached::check),
    by_analysis(Code::NoUnitUses, no_unit_uses::check),
    by_analysis(Code::TrackNeverChanges, track_never_changes::check),
    by_analysis(Code::TrackNeverChanges, never_falls::check),
    by_analysis(Code::TrackNeverChanges, created_nowhere::check),
    by_analysis(Code::TrackNeverRead, track_never_read::check),
    by_analysis(Code::TrackNeverRead, hinders_nothing::check),
    by_analysis(Code::TriggerNeverFires, trigger_never_fires::check),
    of_bodies(Code::DuplicateModifier, duplicate_modifier::check),
    by_analysis(Code::Cliff, cliff::check),
    by_analysis(Code::ConflictingTables, conflicting_tables::check),
    by_analysis(Code::TwoSpellings, two_spellings::check),
    of_bodies(Code::ConflictingTriggers, conflicting_triggers::check),
    by_analysis(Code::NeverCalled, never_called::check),
    of_bodies(Code::NotOnTheMap, not_on_the_map::check),
    by_analysis(Code::PointlessMeasurement, pointless_measurement::check),
    of_bodies(Code::RoundedTheWrongWay, rounded_the_wrong_way::check),
    of_bodies(Code::PathMismatch, path_mismatch::check),
    by_analysis(Code::FreeStep, free_step::check),
    of_bodies(Code::FacingOfStart, facing_of_start::check),
    by_analysis(Code::UncitedRule, uncited_rule::check),
    by_analysis(Code::HouseRule, house_rule::check),
    by_analysis(Code::OpenInTheBook, open_in_the_book::check),
    of_bodies(Code::MayLeaveTheMap, may_leave_the_map::check),
    of_bodies(Code::NotMeasured, not_measured::check),
    of_bodies(Code::NeverRepeated, never_repeated::check),
    by_analysis(Code::MergeableColumns, mergeable_columns::check),
    of_bodies(Code::StopInLoop, stop_in_loop::check),
    by_analysis(Code::RangeNotKept, range_not_kept::check),
    by_analysis(Code::RangeNotKept, beyond_the_track::check),
    by_analysis(Code::CertainRoll, certain_roll::check),
    of_bodies(Code::OutcomeNeverAsked, outcome_never_asked::check),
    of_bodies(Code::TiesNotStated, ties_not_stated::check),
    by_analysis(Code::SwappedArguments, swapped_arguments::check),
    by_analysis(Code::SwappedArguments, same_argument::check),
    by_analysis(Code::SwappedArguments, mixed_sides::check),
    by_analysis(Code::SwappedArguments, target_itself::check),
    by_analysis(Code::SwappedArguments, both_on_one::check),
    by_analysis(Code::SwappedArguments, side_out_of_turn::check),
    by_analysis(Code::ConstantDivision, constant_division::check),
    by_analysis(Code::SplitRow, split_row::check),
    by_analysis(Code::UnevenMove, uneven_move::check),
    by_analysis(Code::LooseCondition, loose_condition::check),
    of_bodies(Code::MissedValue, missed_value::check),
    of_bodies(Code::EqualBranches, equal_branches::check),
    of_bodies(Code::SharedTerm, shared_term::check),
    of_bodies(Code::DiceCutOff, dice_cut_off::check),
    by_analysis(Code::UnlikelyRow, unlikely_row::check),
    by_analysis(Code::OddValue, odd_value::check),
    by_analysis(Code::OddValue, limit_in_words::check),
    by_analysis(Code::FlagNeverCleared, flag_never_cleared::check),
    by_analysis(Code::FlagNeverCleared, counter_of_loop::check),
    by_analysis(Code::FlagNeverCleared, state_of_loop::check),
    by_analysis(Code::FlagNeverCleared, count_never_reset::check),
    by_analysis(Code::FlagNeverCleared, timer_never_lowered::check),
    by_analysis(Code::FlagNeverCleared, never_restored::check),
    by_analysis(Code::FlagNeverCleared, full_counter::check),
    by_analysis(Code::FlagNeverCleared, not_emptied::check),
    of_bodies(Code::UncheckedCost, unchecked_cost::check),
    by_analysis(Code::UncheckedCost, asked_if_full::check),
    by_analysis(Code::UncheckedCost, chosen_cost::check),
    by_analysis(Code::UncheckedCost, price_above_guard::check),
    by_analysis(Code::UncheckedCost, option_cost::check),
    by_analysis(Code::UncheckedCost, paid_twice::check),
    by_analysis(Code::UncheckedCost, unequal_costs::check),
    by_analysis(Code::UncheckedCost, turned_guard::check),
    of_bodies(Code::MayHaveNoSide, may_have_no_side::check),
    of_bodies(Code::ExcludedModifier, excluded_modifier::check),
    of_bodies(Code::TieByListing, tie_by_listing::check),
    by_analysis(Code::TieByListing, mirrored_ends::both_met),
    by_analysis(Code::EqualBranches, mirrored_ends::one_winner),
    by_analysis(Code::EqualBranches, same_winner::check),
    by_analysis(Code::EqualBranches, copied_call::check),
    of_bodies(Code::OrderOfSides, order_of_sides::check),
    by_analysis(Code::OrderOfSides, one_after_another::check),
    of_bodies(Code::DeckRunsDry, deck_runs_dry::check),
    by_analysis(Code::MeasuredOffTheMap, off_the_map::check),
    of_bodies(Code::ChoiceOfNobody, choice_of_nobody::check),
    by_analysis(Code::UnusedWord, unused_word::check),
    by_analysis(Code::UnusedWord, word_never_passed::check),
    by_analysis(Code::NeverPlayed, never_played::check),
    by_analysis(Code::NeverPlayed, stays_in_hand::check),
    by_analysis(Code::NeverPlayed, kept_card::check),
    by_analysis(Code::MustNotMet, must_not_met::check),
    of_bodies(Code::RepeatedLine, repeated_line::check),
    of_bodies(Code::AnotherRoll, another_roll::check),
    by_analysis(Code::AnotherRoll, called_again::check),
    by_analysis(Code::BelowZero, below_zero::check),
    by_analysis(Code::UnknownOption, unknown_option::check),
    by_analysis(Code::StaleRead, stale_read::check),
    by_analysis(Code::StaleRead, same_pick::check),
    by_analysis(Code::StaleRead, stale_rounds::check),
    by_analysis(Code::FallsThrough, falls_through::check),
    by_analysis(Code::StillActs, still_acts::check),
    by_analysis(Code::StillActs, destroyed_acts::check),
    of_bodies(Code::AnyHand, any_hand::check),
    of_bodies(Code::AlreadySet, already_set::check),
    by_analysis(Code::AlreadySet, below_zero::of_zero),
    by_analysis(Code::ClearedUnread, overwritten::check),
    of_bodies(Code::FewerPointsWin, fewer_points_win::check),
    by_analysis(Code::NamesDestroyed, names_destroyed::check),
    by_analysis(Code::NeverUsed, unread_member::check),
    by_analysis(Code::NeverUsed, unread_word::check),
];

// Kept findings are found again by their code.
const _: () = {
    let mut lints = LINTS;
    while let [lint, rest @ ..] = lints {
        let mut others = rest;
        while let [other, rest @ ..] = others {
            let share_a_code = lint.code as usize == other.code as usize;
            assert!(!(share_a_code && lint.of_bodies && other.of_bodies));
            others = rest;
        }
        lints = rest;
    }
};

/// Runs after the others: it reports rules and tables that they skipped.
const SKIPPED: Lint = by_trial(Code::NotFullyChecked, not_fully_checked::check);

impl Lint {
    fn run(&self, context: &Context<'_>) -> Diagnostics {
        let kept = self.of_bodies.then_some(context.kept_findings);
        if let Some(known) = kept.and_then(|kept| kept.get(self.code)) {
            return known;
        }
        let mut found = Diagnostics::default();
        (self.check)(context, &mut found);
        debug_assert!(
            found
                .iter()
                .chain(found.notes())
                .all(|finding| finding.code == self.code),
            "another code than {}",
            self.code.number()
        );
        if let Some(kept) = kept.filter(|_| !context.is_unfinished(self.code)) {
            kept.insert(self.code, &found);
        }
        found
    }
}

/// The number of procedures from which a book is worth another thread.
const WORTH_A_THREAD: usize = 100;

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
    distributions: Vec<OnceLock<Option<CellDistributions>>>,
    tracks: TrackUsage,
    call_graph: CallGraph,
    /// Returns the names of the rules that scenarios play.
    played: Names<'a>,
    /// Returns the keys for which scenarios give starting values to units, sides, areas and the game.
    begun: Names<'a>,
    /// The book on which rules are tried, and the effort; `None` if none is tried.
    trials: Option<&'a Trials<'a>>,
    skipped: Mutex<Skipped>,
    kept_findings: KeptFindings<'a>,
}

impl Context<'_> {
    /// Whether a scenario or a map gives a track a starting value: one of its values, for `shells(large)`.
    fn is_begun(&self, track: &str) -> bool {
        let key = track.split_once('(').map_or(track, |(key, _)| key);
        (self.begun)().contains(key)
    }

    /// Holds the list of what lints have skipped, also after a panic of another thread: entries are added whole.
    fn skipped(&self) -> MutexGuard<'_, Skipped> {
        self.skipped.lock().unwrap_or_else(PoisonError::into_inner)
    }

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
    rules: SharedMemo<Fingerprint, Interpretation>,
    outcomes: SharedMemo<Fingerprint, Trial>,
    findings: SharedMemo<Fingerprint, Found>,
    last: Option<LastRun>,
}

/// Names that are found when they are first asked for.
type Names<'a> = &'a (dyn Fn() -> BTreeSet<String> + Sync);

/// The inputs of a run beside the checked book.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    /// The rule files in force.
    pub rules: &'a [ast::File],
    /// The index of the book; without it nothing is compared with the index.
    pub index: Option<&'a Index>,
    /// Returns the names of the rules that scenarios play.
    pub played: Names<'a>,
    /// Returns the keys for which scenarios give starting values to units, sides, areas and the game.
    pub begun: Names<'a>,
    /// Without it no rule is run.
    pub effort: Option<Effort>,
    /// The texts of the declarations, of units and of maps.
    pub texts: &'a Texts,
    /// The fingerprints of the rules.
    pub fingerprints: &'a Fingerprints,
    /// The fingerprint of the index and the scenarios.
    pub beside: Fingerprint,
    /// The work is divided among them.
    pub workers: &'a dyn Workers,
}

/// Runs all lints on a book without errors. What is kept of the last run is used where it holds.
pub fn run(book: &RuleBook, given: Given<'_>, kept: &mut Kept, diagnostics: &mut Diagnostics) {
    let everything = kept_findings::everything(&given);
    let texts = std::mem::take(&mut kept.texts);
    let moves = Moves::new(&texts, given.texts);
    let known = moves
        .as_ref()
        .and_then(|moves| kept.last.as_ref()?.get(everything?, moves));
    if let Some(found) = known {
        // All that is kept stays as it is, with the texts that it is about.
        drop(moves);
        kept.texts = texts;
        diagnostics.extend(found);
        return;
    }
    let moves = moves.unwrap_or_else(|| {
        // Without moves nothing is kept of the last run.
        *kept = Kept::default();
        Moves::none(&texts)
    });
    kept.texts = given.texts.clone();
    let found = run_lints(book, given, (kept, &moves));
    found.iter().for_each(|found| diagnostics.append(found));
    kept.last = LastRun::new(everything, &found);
    kept.rules.lock().end_run();
    kept.outcomes.lock().end_run();
    kept.findings.lock().end_run();
}

/// Returns the findings of each lint.
fn run_lints(
    book: &RuleBook,
    given: Given<'_>,
    (kept, moves): (&Kept, &Moves<'_>),
) -> Vec<Diagnostics> {
    let Given {
        rules,
        index,
        played,
        begun,
        effort,
        texts,
        fingerprints,
        beside: _,
        workers,
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
    let n_threads = match book.procedures.len() {
        ..WORTH_A_THREAD => 1,
        _ => workers.count(),
    };
    let analysis = |by_roster: bool| {
        let values = ValueAnalysis::with_kept(book, by_roster, kept_rules);
        let selected = selected_lines(book, &values);
        (values, selected)
    };
    let sorts: &[bool] = if has_roster { &[false, true] } else { &[false] };
    let analyses = workers::map(workers, n_threads, sorts, |by_roster| analysis(*by_roster));
    let mut analyses = analyses.into_iter();
    let (values, selected) = analyses.next().unwrap_or_else(|| analysis(false));
    let (roster_values, roster_selected) = analyses.next().unzip();
    let context = Context {
        book,
        rules,
        source,
        selected,
        roster_selected,
        values,
        roster_values,
        distributions: book.tables.iter().map(|_| OnceLock::new()).collect(),
        tracks: TrackUsage::new(book),
        call_graph: CallGraph::new(book),
        played,
        begun,
        trials: trials.as_ref(),
        skipped: Mutex::default(),
        kept_findings: KeptFindings::new(&kept.findings, moves, book, &given),
    };
    let mut found = workers::map(workers, n_threads, LINTS, |lint| lint.run(&context));
    found.push(SKIPPED.run(&context));
    found
}

/// Whether all findings of a code are found with an effort, so that none is missing by chance.
pub fn is_complete(code: Code, effort: Option<Effort>) -> bool {
    let mut lints = LINTS.iter().chain([&SKIPPED]);
    let by_trial = lints.any(|lint| lint.code == code && lint.by_trial);
    !by_trial || effort.is_some_and(|effort| effort.is_thorough())
}
