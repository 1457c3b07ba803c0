//! Labels of rows or columns in another order than everywhere else: `Fair, Snow, Rain` above a table, where other tables and the text have
//! `Fair, Rain, Snow`.
//!
//! Reports: E0709.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::reported::Reported;
use super::words::{Kind, Token, stem, tokens};
use crate::model::Grid;

/// Reports: E0709.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut tables = Vec::new();
    for (block, grid) in context.tables() {
        if let Some(row) = grid.n_header_rows.checked_sub(1) {
            let cells = (0..grid.n_columns).map(|column| (row, column));
            tables.extend(labels(block, "column", grid, cells));
        }
        let cells = grid.body_rows().map(|row| (row, 0));
        tables.extend(labels(block, "row", grid, cells));
    }
    let mut lists: Vec<Vec<Vec<String>>> = Vec::new();
    for one in context
        .sentences()
        .filter(|one| !context.is_example(one.prose.block))
    {
        lists.extend(enumerations(one));
    }
    let reported = Reported::new(diagnostics);
    let found = tables
        .iter()
        .filter_map(|own| judge(context, own, &tables, &lists));
    let found: Vec<Diagnostic> = found.filter(|finding| !reported.has(finding)).collect();
    diagnostics.extend(found);
}

/// Labels of the columns or the rows of a table in their order.
struct Labels {
    block: usize,
    /// `column` or `row`
    what: &'static str,
    labels: Vec<Label>,
}

struct Label {
    stems: Vec<String>,
    span: Span,
}

/// Stems of the words of a label; `None` if it has numbers or too many words.
fn label(text: &str) -> Option<Vec<String>> {
    let head = text.split(['(', ':', ';']).next()?;
    let words = tokens(head);
    let stems: Vec<String> = words
        .iter()
        .filter(|word| is_telling(word))
        .map(|word| stem(word.text))
        .collect();
    let is_plain = words
        .iter()
        .all(|word| word.kind == Kind::Word && word.count().is_none() || word.is_mark('-'));
    (is_plain && (1..=3).contains(&stems.len())).then_some(stems)
}

fn is_telling(word: &Token<'_>) -> bool {
    word.kind == Kind::Word
        && !word.is_word(&["the", "a", "an", "of", "or", "and", "in", "on", "at"])
}

/// The labels of some cells, each once; `None` if there are fewer than three.
fn labels(
    block: usize,
    what: &'static str,
    grid: &Grid,
    cells: impl Iterator<Item = (usize, usize)>,
) -> Option<Labels> {
    let mut kept: Vec<Label> = Vec::new();
    for (row, column) in cells {
        if let (Some(stems), Some(cell)) = (label(grid.text(row, column)), grid.at(row, column))
            && kept.iter().all(|known| known.stems != stems)
        {
            kept.push(Label {
                stems,
                span: cell.span,
            });
        }
    }
    (kept.len() >= 3).then_some(Labels {
        block,
        what,
        labels: kept,
    })
}

/// The items of a list in a sentence as stems: parts between commas, and parts between semicolons, `Weaker, if …; Even, from …`.
fn enumerations(one: &Sentence<'_>) -> Vec<Vec<Vec<String>>> {
    let is_high = |word: &Token<'_>| word.is_any_mark(&[';', ':']);
    let is_low = |word: &Token<'_>| {
        is_high(word) || word.is_mark(',') || word.is_word(&["and", "or", "then"])
    };
    let stems = |part: &[Token<'_>]| -> Vec<String> {
        let words = part.iter().filter(|word| is_telling(word));
        words.map(|word| stem(word.text)).collect()
    };
    let low: Vec<Vec<String>> = one.words.split(is_low).map(stems).collect();
    let high: Vec<Vec<String>> = one.words.split(is_high).map(stems).collect();
    [low, high]
        .into_iter()
        .filter(|parts| parts.len() >= 3)
        .collect()
}

/// The places of labels in the parts of a list, that of each label which exactly one part begins or ends with.
fn places(own: &Labels, parts: &[Vec<String>]) -> Vec<(usize, usize)> {
    let of = |label: &Label| {
        let stems = label.stems.as_slice();
        let fits = |part: &Vec<String>| part.starts_with(stems) || part.ends_with(stems);
        let mut found = parts.iter().enumerate().filter(|(_, part)| fits(part));
        let (Some((place, _)), None) = (found.next(), found.next()) else {
            return None;
        };
        Some(place)
    };
    let labels = own.labels.iter().enumerate();
    let found = labels.filter_map(|(rank, label)| Some((rank, of(label)?)));
    found.collect()
}

/// The ranks of two neighbours that another order has the other way round, if they alone differ.
fn swapped(places: &[(usize, usize)]) -> Option<(usize, usize)> {
    let mut falls = places.windows(2).filter_map(|pair| match pair {
        [(one, at), (other, later)] if at > later => Some((*one, *other)),
        _ => None,
    });
    let (pair, None) = (falls.next()?, falls.next()) else {
        return None;
    };
    let mut mended: Vec<usize> = places.iter().map(|(_, place)| *place).collect();
    let at = places.iter().position(|(rank, _)| *rank == pair.0)?;
    mended.swap(at, at + 1);
    mended.is_sorted().then_some(pair)
}

fn judge(
    context: &Context<'_>,
    own: &Labels,
    tables: &[Labels],
    lists: &[Vec<Vec<String>>],
) -> Option<Diagnostic> {
    let others = tables.iter().filter(|other| other.block != own.block);
    let others = others.map(|other| {
        let parts: Vec<Vec<String>> = other
            .labels
            .iter()
            .map(|label| label.stems.clone())
            .collect();
        (places(own, &parts), false)
    });
    let in_text = lists.iter().map(|parts| {
        let places = places(own, parts);
        let ends = places.iter().map(|(_, place)| *place);
        let span = ends
            .clone()
            .max()
            .zip(ends.min())
            .map_or(0, |(last, first)| last - first + 1);
        // The labels are the whole list.
        let is_whole =
            span == places.len() && places.len() >= 4 && places.len() + 2 >= own.labels.len();
        let is_list = span == places.len();
        (if is_list { places } else { Vec::new() }, is_whole)
    });
    let orders: Vec<(Vec<(usize, usize)>, bool)> = others
        .chain(in_text)
        .filter(|(places, _)| places.len() >= 3)
        .collect();
    let is_whole = orders.iter().any(|(_, is_whole)| *is_whole);
    let pairs: Option<Vec<(usize, usize)>> =
        orders.iter().map(|(places, _)| swapped(places)).collect();
    let pairs = pairs.filter(|pairs| pairs.len() >= 2 || is_whole)?;
    let first = *pairs.first()?;
    if pairs.iter().any(|pair| *pair != first) {
        return None;
    }
    let (before, after) = (own.labels.get(first.0)?, own.labels.get(first.1)?);
    let message = format!(
        "the {}s of this table are in another order than elsewhere",
        own.what
    );
    Some(
        Diagnostic::new(Code::RowsOutOfOrder, message)
            .label(after.span, "elsewhere before the other one")
            .label(before.span, format!("the {} before it", own.what))
            .help(format!(
                "let the {}s have the same order everywhere",
                own.what
            ))
            .confidence(Confidence::Likely)
            .cite(context.citation(own.block)),
    )
}
