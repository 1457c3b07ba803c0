//! Tied tables, cell by cell, and proposals for those that are not tied.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_draft::{BlockContent, Grid};
use sandtable_source::Span;

use super::super::encode::printed;
use super::grids::{Comparison, with_modifiers, with_table, with_units};
use super::places::{grid_at, reference_to};
use super::{Linked, MOST_LABELS, unknown_place, unknown_rule};

/// A grid of the manuscript with the name of its declaration.
pub(super) struct TiedGrid {
    /// Index of its block.
    pub(super) block: usize,
    /// The table, list of modifiers or kind.
    pub(super) name: String,
}

/// Compares tied tables; returns those whose places and names are known.
///
/// Reports: E0730, E0731.
pub(super) fn check(linked: &Linked<'_>, found: &mut Diagnostics) -> Vec<TiedGrid> {
    let mut tied = Vec::new();
    for tie in &linked.ties.tables {
        let block = match grid_at(linked.document, &tie.place.value) {
            Ok(block) => block,
            Err(why) => {
                found.push(unknown_place(tie, &why));
                continue;
            }
        };
        let name = tie.rule.value.trim();
        let (Some(grid), Some(sort)) = (grid(linked, block), sort_of(linked, name)) else {
            let why = format!("there is no table, list of modifiers or kind `{name}`");
            let known = names(linked);
            found.push(unknown_rule(tie, &why).suggest(name, known.iter().map(String::as_str)));
            continue;
        };
        match compare(linked, name, sort, grid) {
            Some(comparison) => {
                let place = linked.document.blocks.get(block).map(|block| block.span);
                found.extend(place.and_then(|place| differing(name, &comparison, place)));
            }
            None => {
                let why = format!("the keys of this table are not those of `{name}`");
                found.push(unknown_rule(tie, &why));
            }
        }
        tied.push(TiedGrid {
            block,
            name: name.to_owned(),
        });
    }
    tied
}

/// Sort of declaration that a grid can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Table,
    Modifiers,
    Units,
}

fn grid<'a>(linked: &Linked<'a>, block: usize) -> Option<&'a Grid> {
    match &linked.document.blocks.get(block)?.content {
        BlockContent::Table(grid) => Some(grid),
        BlockContent::Heading(_) | BlockContent::Paragraph(_) | BlockContent::Code(_) => None,
    }
}

fn sort_of(linked: &Linked<'_>, name: &str) -> Option<Sort> {
    let book = linked.book;
    let is_table = book
        .tables
        .iter()
        .any(|table| table.naming.name == name || table.part_of.as_deref() == Some(name));
    if is_table {
        return Some(Sort::Table);
    }
    if book.modifiers.iter().any(|list| list.naming.name == name) {
        return Some(Sort::Modifiers);
    }
    let is_kind = book.kinds.iter().any(|kind| kind.naming.name == name);
    is_kind.then_some(Sort::Units)
}

/// Names of everything that a grid can be.
fn names(linked: &Linked<'_>) -> Vec<String> {
    let book = linked.book;
    let tables = book.tables.iter().map(|table| {
        let whole = table.part_of.as_ref();
        whole.unwrap_or(&table.naming.name).clone()
    });
    let lists = book.modifiers.iter().map(|list| list.naming.name.clone());
    let kinds = book.kinds.iter().map(|kind| kind.naming.name.clone());
    let all: BTreeSet<String> = tables.chain(lists).chain(kinds).collect();
    all.into_iter().collect()
}

fn compare(linked: &Linked<'_>, name: &str, sort: Sort, grid: &Grid) -> Option<Comparison> {
    let printed = printed::read(grid);
    match sort {
        Sort::Table => with_table(linked.book, name, &printed),
        Sort::Modifiers => {
            let mut lists = linked.book.modifiers.iter();
            with_modifiers(lists.find(|list| list.naming.name == name)?, &printed)
        }
        Sort::Units => with_units(linked.book, name, &printed),
    }
}

/// The finding about a tied table that says something else than the rules.
fn differing(name: &str, comparison: &Comparison, place: Span) -> Option<Diagnostic> {
    let wrong: Vec<_> = comparison
        .cells
        .iter()
        .filter(|cell| !cell.is_same)
        .collect();
    let n = wrong.len() + comparison.missing.len() + comparison.extra.len();
    if n == 0 {
        return None;
    }
    let places = match n {
        1 => "one place".to_owned(),
        n => format!("{n} places"),
    };
    let message = format!("this table and `{name}` of the rules differ in {places}");
    let mut finding = Diagnostic::new(Code::TableDiffersFromRules, message);
    for cell in wrong.iter().take(MOST_LABELS) {
        let printed = match cell.printed.as_str() {
            "" => "empty",
            text => text,
        };
        finding = finding
            .label(
                cell.span.unwrap_or(place),
                format!("\"{printed}\" in the manuscript"),
            )
            .label(cell.rule, format!("`{}` in the rules", cell.ruled));
    }
    let room = MOST_LABELS.saturating_sub(wrong.len());
    for (text, span) in comparison.missing.iter().take(room) {
        let label = format!("\"{text}\" is not in the rules");
        finding = finding.label(span.unwrap_or(place), label);
    }
    let room = room.saturating_sub(comparison.missing.len());
    for (at, (text, span)) in comparison.extra.iter().take(room).enumerate() {
        // The first place is in the manuscript.
        if at == 0 && wrong.is_empty() && comparison.missing.is_empty() {
            finding = finding.label(place, "the table");
        }
        finding = finding.label(*span, format!("\"{text}\" is not in the manuscript"));
    }
    Some(
        finding
            .help("correct one of them")
            .confidence(Confidence::Certain),
    )
}

/// Least cells in which a table must agree to be proposed.
const LEAST_CELLS: usize = 4;

/// A grid that agrees in most cells with a declaration that nothing is tied to.
pub(super) struct LikeGrid {
    block: usize,
    /// The table, list of modifiers or kind.
    name: String,
    comparison: Comparison,
}

/// Grids that are like a declaration, each with the one that it is most like.
pub(super) fn like(linked: &Linked<'_>, tied: &[TiedGrid]) -> Vec<LikeGrid> {
    let free: Vec<String> = names(linked)
        .into_iter()
        .filter(|name| tied.iter().all(|tied| tied.name != *name))
        .collect();
    let mut found = Vec::new();
    for (block, grid) in linked.document.tables() {
        if tied.iter().any(|tied| tied.block == block) {
            continue;
        }
        let compared = free.iter().filter_map(|name| {
            let comparison = compare(linked, name, sort_of(linked, name)?, grid)?;
            let (n_same, n) = (comparison.n_literal(), comparison.cells.len());
            let agrees =
                comparison.missing.is_empty() && n_same >= LEAST_CELLS && n_same * 4 >= n * 3;
            agrees.then_some((n_same * 1000 / n.max(1), name, comparison))
        });
        let best = compared.max_by_key(|(share, _, _)| *share);
        found.extend(best.map(|(_, name, comparison)| LikeGrid {
            block,
            name: name.clone(),
            comparison,
        }));
    }
    found
}

/// Compares grids with the declarations that they are like.
///
/// Reports: E0731.
pub(super) fn check_like(
    linked: &Linked<'_>,
    like: Vec<LikeGrid>,
    found: &mut Diagnostics,
) -> Vec<TiedGrid> {
    let like = like.into_iter().map(|one| {
        let block = linked.document.blocks.get(one.block);
        let finding = block.and_then(|block| differing(&one.name, &one.comparison, block.span));
        // That both are the same table is likely, not written anywhere.
        found.extend(finding.map(|finding| finding.confidence(Confidence::Likely)));
        TiedGrid {
            block: one.block,
            name: one.name,
        }
    });
    like.collect()
}

/// The tables of the manuscript that are compared with nothing, as an index refers to them.
pub(super) fn others(linked: &Linked<'_>, tied: &[TiedGrid]) -> Vec<String> {
    let tables = linked.document.tables();
    let others = tables.filter(|(block, _)| tied.iter().all(|tied| tied.block != *block));
    others
        .filter_map(|(block, _)| reference_to(linked.document, block))
        .collect()
}

/// Proposes to tie tables of the manuscript that are like a declaration.
///
/// Reports: E0735.
pub(super) fn propose(linked: &Linked<'_>, like: &[LikeGrid], found: &mut Diagnostics) {
    for one in like {
        let (name, n) = (&one.name, one.comparison.cells.len());
        let n_same = one.comparison.n_literal();
        let block = linked.document.blocks.get(one.block);
        let reference = reference_to(linked.document, one.block);
        if let (Some(block), Some(reference)) = (block, reference) {
            let place = block.span;
            found.push(
                Diagnostic::new(
                    Code::UntiedTable,
                    format!("this table agrees with `{name}` in {n_same} of {n} cells, and is not tied to it"),
                )
                .label(first_line(linked, place), "this table")
                .help(format!(
                    "to have both compared, write `\"{reference}\" = \"{name}\"` below `[tables]` in the index"
                )),
            );
        }
    }
}

/// The first line of a place.
fn first_line(linked: &Linked<'_>, place: Span) -> Span {
    let text = linked.document.text_of(place.file).unwrap_or_default();
    let lines = text.get(place.start..place.end).unwrap_or_default();
    let end = lines.find('\n').unwrap_or(lines.len());
    Span::new(place.file, place.start, place.start + end)
}
