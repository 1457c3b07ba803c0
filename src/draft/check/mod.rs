//! Checks of a manuscript alone, without rules.
//!
//! Each check uses structure first (numbers, grids, dice) and words only if the manuscript itself shows a convention. Text that it
//! cannot interpret is skipped.

mod abbreviations;
mod accounts;
mod amounts;
mod anchors;
mod asides;
mod attributes;
mod bands;
mod calculations;
mod calendar;
mod chance_tables;
mod chances;
mod charts;
mod cited;
mod cited_numbers;
mod column_means;
mod columns;
mod computed_chances;
mod conflicts;
mod consequences;
mod contents;
mod context;
mod conversions;
mod counter_values;
mod counts;
mod definitions;
mod dice_words;
mod directions;
mod distances;
mod divided_counts;
mod empty_cells;
mod enumerations;
mod events;
mod examples;
mod explanations;
mod facts;
mod force_counts;
mod force_rows;
mod forces;
mod given_in_turn;
mod impossible_rolls;
mod inventories;
mod key_ranges;
mod known_counts;
mod label_order;
mod lines;
mod linked_cells;
mod linked_modifiers;
mod listed_kinds;
mod listed_worths;
mod measures;
mod misread;
mod modifier_rows;
mod modifier_tables;
mod named_cells;
mod named_parts;
mod named_rows;
mod names;
mod numbered_meanings;
mod numbers;
mod odds;
mod opposed;
mod outcomes;
mod outside;
mod parts;
mod phases;
mod price_lists;
mod printed;
mod products;
mod proportions;
mod questions;
mod range_bands;
mod range_columns;
mod rates;
mod rating_chances;
mod read_off;
mod readings;
mod reckoned;
mod reckonings;
mod recounts;
pub(crate) mod reference;
mod references;
mod reported;
mod restated;
mod restatements;
mod result_order;
mod roll_changes;
mod rolled_against;
mod row_counts;
mod row_sources;
mod rows;
mod rule_chances;
mod rule_columns;
mod said_modifiers;
mod scale_words;
mod series;
mod several;
mod shifts;
mod sides_of_names;
mod sourced_modifiers;
mod spans_of_time;
mod spelling;
mod spoken;
mod spoken_bands;
mod spoken_turns;
mod stat_names;
mod steps;
mod sums;
mod table_dice;
mod table_keys;
mod tables_meant;
mod tallies;
mod terms;
mod titles;
mod topics;
mod totals;
mod turn_dates;
mod turn_record;
mod unit_stats;
mod unlisted;
mod unused_tables;
mod vague;
mod values;
mod verdicts;
mod words;
mod worked;
mod wrong_sum;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use crate::model::Document;
use context::Context;
use reported::Reported;

/// Reports what contradicts itself in a manuscript.
///
/// Reports: E0701 to E0723.
pub fn run(document: &Document, diagnostics: &mut Diagnostics) {
    let prose = document.without_rules();
    let rule_tables = document.rule_tables().collect();
    let context = Context::new(prose.as_ref().unwrap_or(document), rule_tables);
    // These compare what only seems to be about one thing: in drafts without a mistake they find more than in those with one.
    let mut possible = Diagnostics::default();
    diagnostics.extend(charts::named_charts(&context));
    references::check(&context, diagnostics);
    rule_columns::check(&context, diagnostics);
    numbers::check(&context, diagnostics);
    contents::check(&context, diagnostics);
    named_parts::check(&context, diagnostics);
    cited::check(&context, diagnostics);
    row_sources::check(&context, diagnostics);
    tables_meant::check(&context, diagnostics);
    unused_tables::check(&context, diagnostics);
    steps::check(&context, diagnostics);
    range_columns::check(&context, diagnostics);
    key_ranges::check(&context, diagnostics);
    result_order::check(&context, diagnostics);
    empty_cells::check(&context, diagnostics);
    scale_words::check(&context, diagnostics);
    label_order::check(&context, diagnostics);
    spoken_bands::check(&context, diagnostics);
    impossible_rolls::check(&context, diagnostics);
    chances::check(&context, diagnostics);
    chance_tables::check(&context, diagnostics);
    computed_chances::check(&context, diagnostics);
    outcomes::check(&context, diagnostics);
    events::check(&context, &mut possible);
    questions::check(&context, diagnostics);
    rule_chances::check(&context, diagnostics);
    column_means::check(&context, diagnostics);
    rating_chances::check(&context, diagnostics);
    given_in_turn::check(&context, diagnostics);
    sums::check(&context, diagnostics);
    totals::check(&context, diagnostics);
    readings::check(&context, diagnostics);
    opposed::check(&context, diagnostics);
    conflicts::check(&context, diagnostics);
    values::check(&context, diagnostics);
    rows::check(&context, &mut possible);
    sourced_modifiers::check(&context, diagnostics);
    linked_modifiers::check(&context, diagnostics);
    linked_cells::check(&context, &mut possible);
    counter_values::check(&context, diagnostics);
    series::check(&context, diagnostics);
    examples::check(&context, diagnostics);
    unit_stats::check(&context, diagnostics);
    calculations::check(&context, diagnostics);
    amounts::check(&context, &mut possible);
    several::check(&context, diagnostics);
    verdicts::check(&context, diagnostics);
    reckonings::check(&context, diagnostics);
    read_off::check(&context, diagnostics);
    named_rows::check(&context, diagnostics);
    range_bands::check(&context, diagnostics);
    tallies::check(&context, diagnostics);
    recounts::check(&context, diagnostics);
    known_counts::check(&context, &mut possible);
    divided_counts::check(&context, diagnostics);
    restated::check(&context, diagnostics);
    restatements::check(&context, diagnostics);
    cited_numbers::check(&context, diagnostics);
    products::check(&context, diagnostics);
    listed_worths::check(&context, diagnostics);
    row_counts::check(&context, diagnostics);
    enumerations::check(&context, diagnostics);
    force_counts::check(&context, &mut possible);
    distances::check(&context, &mut possible);
    forces::check(&context, diagnostics);
    accounts::check(&context, diagnostics);
    worked::check(&context, diagnostics);
    columns::check(&context, diagnostics);
    shifts::check(&context, diagnostics);
    odds::check(&context, diagnostics);
    turn_record::check(&context, diagnostics);
    rates::check(&context, diagnostics);
    conversions::check(&context, diagnostics);
    calendar::check(&context, diagnostics);
    turn_dates::check(&context, diagnostics);
    attributes::check(&context, diagnostics);
    spans_of_time::check(&context, diagnostics);
    proportions::check(&context, diagnostics);
    numbered_meanings::check(&context, diagnostics);
    sides_of_names::check(&context, diagnostics);
    terms::check(&context, diagnostics);
    stat_names::check(&context, diagnostics);
    names::check(&context, diagnostics);
    force_rows::check(&context, diagnostics);
    unlisted::check(&context, diagnostics);
    listed_kinds::check(&context, diagnostics);
    let reported = Reported::new(diagnostics);
    let possible = possible.iter().chain(possible.notes()).cloned();
    let possible = possible.filter(|finding| !reported.has(finding));
    diagnostics.extend(possible.map(|finding| finding.confidence(Confidence::Possible)));
    consequences::take_back(&context, diagnostics);
    asides::take_back(&context, diagnostics);
    diagnostics.extend(changes(document));
}

/// Says that tracked changes were accepted.
///
/// Reports: E0722.
fn changes(document: &Document) -> Option<Diagnostic> {
    let changes = &document.changes;
    let (n_inserted, n_deleted) = (changes.inserted.len(), changes.deleted.len());
    let place = changes.inserted.first().or(changes.deleted.first())?;
    let message = format!(
        "this document has tracked changes, read as accepted: {n_inserted} inserted, {n_deleted} deleted"
    );
    Some(
        Diagnostic::new(Code::TrackedChanges, message)
            .label(*place, "the first")
            .help("accept or reject them in your word processor before the next printing")
            .confidence(Confidence::Certain),
    )
}
