//! Two numbers of a counter in a sentence, `A Militia is 1-4`, against the two columns of a table that most such pairs agree with.
//!
//! Reports: E0711.

use std::collections::BTreeMap;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::named_cells::{Index, Place, Table};
use super::reported::Reported;
use super::words::{Token, stem};

/// Fewest pairs that agree with two columns.
const LEAST: usize = 3;

/// The two numbers of a row of a table.
struct Pair {
    place: Place,
    values: (i64, i64),
    span: Span,
    block: usize,
}

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    if !may_have(context) {
        return;
    }
    let tables: Vec<Table> = context
        .grids()
        .filter_map(|(block, grid)| Table::new(context, block, grid))
        .collect();
    let index = Index::new(tables);
    let pairs = context.sentences().flat_map(|one| pairs(one, &index));
    let mut by_table: BTreeMap<usize, Vec<Pair>> = BTreeMap::new();
    for pair in pairs {
        by_table.entry(pair.place.0).or_default().push(pair);
    }
    let reported = Reported::new(diagnostics);
    let found = by_table
        .iter()
        .filter_map(|(table, pairs)| odd(context, &index, *table, pairs));
    let found: Vec<Diagnostic> = found.filter(|finding| !reported.has(finding)).collect();
    diagnostics.extend(found);
}

/// Whether the text has several pairs of numbers at all.
fn may_have(context: &Context<'_>) -> bool {
    let windows = context.sentences().flat_map(|one| one.words.windows(3));
    let pairs = windows.filter(|window| {
        matches!(window, [first, mark, second] if mark.is_any_mark(&['-', '–', '/'])
            && first.whole().is_some() && second.whole().is_some())
    });
    pairs.take(LEAST + 1).count() > LEAST
}

/// `a Dutch Horse 2-10`, `a Militia (1-4)`, `A Foot is 4/6`: the name of a row and two numbers.
fn pairs(one: &Sentence<'_>, index: &Index) -> Vec<Pair> {
    let words = &one.words;
    let stems: Vec<String> = words.iter().map(|word| stem(word.text)).collect();
    let mentions = index.mentions(&stems);
    let found = mentions.iter().filter_map(|mention| {
        let is_between =
            |word: &&Token<'_>| word.is_word(&["is", "are", "has"]) || word.is_mark('(');
        let rest = words.get(mention.words.end..)?;
        let skipped = rest.iter().take(2).take_while(is_between).count();
        let [first, mark, second, after @ ..] = rest.get(skipped..)? else {
            return None;
        };
        let is_pair = mark.is_any_mark(&['-', '–', '/'])
            && after
                .first()
                .is_none_or(|next| !next.is_any_mark(&['-', '–', '/', '%']));
        Some(Pair {
            place: mention.place,
            values: (first.whole().filter(|_| is_pair)?, second.whole()?),
            span: one.span(first.range.start..second.range.end)?,
            block: one.prose.block,
        })
    });
    found.collect()
}

/// The only pair of a table that two columns do not have, where they have all others.
fn odd(context: &Context<'_>, index: &Index, table: usize, pairs: &[Pair]) -> Option<Diagnostic> {
    let n_columns = index.tables.get(table)?.columns.len();
    let cells = |pair: &Pair, columns: (usize, usize)| {
        let row = index.row(pair.place)?;
        let value = |column: usize| row.cells.get(column)?.as_ref().map(|cell| cell.low);
        Some((value(columns.0)?, value(columns.1)?))
    };
    let mut columns = (0..n_columns).flat_map(|one| (0..n_columns).map(move |other| (one, other)));
    columns.find_map(|columns| {
        let is_right = |pair: &&Pair| cells(pair, columns) == Some(pair.values);
        let n_right = pairs.iter().filter(is_right).count();
        let mut wrong = pairs.iter().filter(|pair| !is_right(pair));
        let (pair, None) = (wrong.next()?, wrong.next()) else {
            return None;
        };
        let (low, high) =
            cells(pair, columns).filter(|_| n_right >= LEAST && columns.0 != columns.1)?;
        let row = index.row(pair.place)?;
        let at = usize::from(low == pair.values.0);
        let column = if at == 0 { columns.0 } else { columns.1 };
        let cell = row.cells.get(column)?.as_ref()?;
        let message = format!(
            "“{}” is {}-{} here and {low}-{high} in the table",
            row.label, pair.values.0, pair.values.1
        );
        Some(
            Diagnostic::new(Code::ConflictingNumbers, message)
                .label(pair.span, "")
                .label(cell.span, format!("{} in the table", cell.low))
                .help("correct one of them")
                .confidence(Confidence::Likely)
                .cite(context.citation(pair.block)),
        )
    })
}
