//! References to tables against what the tables are: a roll on a table that is not looked up by rolls, a column that another table has, a table
//! of another section.
//!
//! Reports: E0702.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::reference::{Reference, Target, references_of};
use super::reported::Reported;
use super::table_keys::axes;
use super::words::{Kind, stem, title_key, tokens};
use crate::model::{CaptionKind, Grid, Number};

/// Reports: E0702.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let tables = tables(context);
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    for one in context.sentences() {
        for reference in references_of(one.text, &one.words, true) {
            found.extend(match reference.target {
                Target::Section => table_in(context, one, &reference),
                Target::Table => table_of(&reference, &tables).and_then(|table| {
                    rolled_on(context, one, &reference, table, &tables)
                        .or_else(|| column_of(context, one, &reference, table, &tables))
                }),
                Target::Figure => None,
            });
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// A table with a number.
struct Table<'a> {
    grid: &'a Grid,
    /// `table 12`
    name: String,
    number: Number,
    span: Span,
    is_rolled_on: bool,
}

fn tables<'a>(context: &Context<'a>) -> Vec<Table<'a>> {
    let found = context.tables().filter_map(|(block, grid)| {
        let caption = grid.caption.as_ref()?;
        let number = caption
            .number
            .clone()
            .filter(|_| caption.kind == CaptionKind::Table)?;
        // `Chart H: Frost (one ten-sided die)` has its rolls inside, a column for each season.
        let names_dice = grid
            .caption
            .as_ref()
            .is_some_and(|caption| context.dice_in(&caption.title).is_some());
        let is_rolled_on =
            names_dice || axes(context, block, grid).iter().any(|axis| axis.is_column);
        Some(Table {
            grid,
            name: format!("table {number}"),
            number,
            span: caption.span,
            is_rolled_on,
        })
    });
    found.collect()
}

fn table_of<'t, 'a>(reference: &Reference, tables: &'t [Table<'a>]) -> Option<&'t Table<'a>> {
    let mut meant = tables
        .iter()
        .filter(|table| table.number.is_same(&reference.number));
    let (first, None) = (meant.next()?, meant.next()) else {
        return None;
    };
    Some(first)
}

/// `the Damage table (5.3)`, where another section has the table with this title.
fn table_in(
    context: &Context<'_>,
    one: &Sentence<'_>,
    reference: &Reference,
) -> Option<Diagnostic> {
    let lead = one.text.get(..reference.start)?;
    let rest = one.text.get(reference.start..reference.range.start)?;
    let before = tokens(lead.trim_end().trim_end_matches(['(', '[']));
    let (last, named) = before.split_last()?;
    let is_table = last.is_word(&["table", "chart"]) && rest.trim().len() <= 1;
    let place = context.document.numbered(&reference.number).next()?;
    let mut titled = context.captions.iter().filter(|(caption, _)| {
        let plain = caption.title.split('(').next().unwrap_or_default();
        let mut key = title_key(plain);
        if key
            .last()
            .is_some_and(|last| *last == stem("table") || *last == stem("chart"))
        {
            key.pop();
        }
        let own: Vec<String> = named.iter().map(|word| stem(word.text)).collect();
        caption.kind == CaptionKind::Table && !key.is_empty() && own.ends_with(&key)
    });
    let ((caption, block), None) = (titled.next()?, titled.next()) else {
        return None;
    };
    if !is_table || place.blocks.contains(block) {
        return None;
    }
    let home = context.citation(*block)?;
    let message = format!(
        "section {} has no table “{}”; section {home} has it",
        reference.number, caption.title
    );
    let other = (caption.span, "this table");
    report(
        context,
        one,
        reference,
        (message, "referred to here"),
        other,
    )
}

/// `rolls once on Table 18`, a list of vehicles.
fn rolled_on(
    context: &Context<'_>,
    one: &Sentence<'_>,
    reference: &Reference,
    table: &Table<'_>,
    tables: &[Table<'_>],
) -> Option<Diagnostic> {
    let before = one
        .words
        .iter()
        .rposition(|word| word.range.end <= reference.start)?;
    let is_on = one.words.get(before)?.is_word(&["on"]);
    let lead = one.words.get(before.saturating_sub(7)..before)?;
    let rolls = lead.iter().any(|word| {
        word.is_word(&[
            "roll", "rolls", "rolled", "rolling", "throw", "throws", "thrown",
        ]) || matches!(word.kind, Kind::Dice(_))
    });
    let n_rolled_on = tables.iter().filter(|table| table.is_rolled_on).count();
    if !is_on || !rolls || table.is_rolled_on || n_rolled_on < 2 {
        return None;
    }
    let message = format!("{} is not looked up by a roll", table.name);
    let other = (table.span, "this table");
    report(context, one, reference, (message, "rolled on here"), other)
}

/// `the column "HE" of Table 19`, where Table 20 has it.
fn column_of(
    context: &Context<'_>,
    one: &Sentence<'_>,
    reference: &Reference,
    table: &Table<'_>,
    tables: &[Table<'_>],
) -> Option<Diagnostic> {
    let lead = one.text.get(..reference.start)?;
    let before = one
        .words
        .iter()
        .take_while(|word| word.range.start < lead.len());
    let head = before
        .filter(|word| word.is_word(&["column", "row"]))
        .last()?;
    let quoted = lead.get(head.range.start..)?;
    let start = quoted.find(['"', '“'])?;
    let inner = quoted.get(start..)?.trim_start_matches(['"', '“']);
    let end = inner.find(['"', '”'])?;
    let name = inner.get(..end)?;
    let between = inner.get(end..)?.trim_matches(['"', '”', ' ', ',']);
    if !["of", "in", "on"].contains(&between) {
        return None;
    }
    let has = |grid: &Grid| {
        let headers = (0..grid.n_columns).map(|column| grid.header(column));
        let labels = grid.body_rows().map(|row| grid.text(row, 0).to_owned());
        let mut all = headers.chain(labels);
        all.any(|own| {
            own.split([',', '(', ' '])
                .any(|part| part.eq_ignore_ascii_case(name))
                || own.eq_ignore_ascii_case(name)
        })
    };
    if name.is_empty() || has(table.grid) {
        return None;
    }
    let other = tables.iter().find(|table| has(table.grid))?;
    let message = format!("{} has no “{name}”, but {} has", table.name, other.name);
    let other = (other.span, "this table has it");
    report(
        context,
        one,
        reference,
        (message, "referred to here"),
        other,
    )
}

fn report(
    context: &Context<'_>,
    one: &Sentence<'_>,
    reference: &Reference,
    (message, label): (String, &str),
    (other, other_label): (Span, &str),
) -> Option<Diagnostic> {
    Some(
        Diagnostic::new(Code::WrongTitle, message)
            .label(one.span(reference.range.clone())?, label)
            .label(other, other_label)
            .help("correct the number")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}
