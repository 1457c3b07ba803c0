//! Counts of pieces against the table that lists them, and limits against the entries below them.
//!
//! Reports: E0711.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::enumerations::is_total;
use super::force_counts::count_column;
use super::reported::Reported;
use super::words::{Kind, stem, tokens};
use crate::model::Grid;

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    let stock = stock(context);
    for one in context.sentences() {
        found.extend(limit(context, one));
        let block = one.prose.block;
        let is_open = stock.is_empty() || context.is_example(block);
        if !is_open && context.scenario(block).is_none() {
            found.extend(pieces(context, one, &stock));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// `up to two hit boxes`, above an entry with three.
fn limit(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let words = &one.words;
    let at = words.windows(2).position(|pair| {
        matches!(pair, [up, to] if up.is_word(&["up"]) && to.is_word(&["to"])
            || up.is_word(&["at"]) && to.is_word(&["most"]))
    })?;
    let number = words.get(at + 2)?;
    let most = number.count()?;
    let noun = words.get(at + 3).filter(|word| word.kind == Kind::Word)?;
    let further = words.get(at + 4).filter(|word| word.kind == Kind::Word);
    let is_case = one.has(&["if", "when", "unless", "normally", "usually"]);
    let is_able = words
        .get(at.saturating_sub(2)..at)?
        .iter()
        .any(|word| word.is_word(&["have", "has"]));
    if is_case || !is_able {
        return None;
    }
    let home = context.home(one.prose.block);
    let name: Vec<String> = std::iter::once(noun)
        .chain(further)
        .map(|word| stem(word.text))
        .collect();
    let mut entries: Vec<(i64, Span)> = Vec::new();
    for other in context.sentences() {
        if context.home(other.prose.block) == home && other.range != one.range {
            entries.extend(entries_of(other, &name));
        }
    }
    let mut above = entries.iter().filter(|(value, _)| *value > most);
    let (value, span) = above.next()?;
    let n_within = entries.iter().filter(|(value, _)| *value <= most).count();
    if n_within < 2 {
        return None;
    }
    let message = format!("up to {most} here, but an entry of the list has {value}");
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(one.span(number.range.clone())?, most.to_string())
            .label(*span, value.to_string())
            .help("correct one of them")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// The numbers of entries, each after a mark and before a name: `Infantry Squad - 3 hit boxes`.
fn entries_of(one: &Sentence<'_>, name: &[String]) -> Vec<(i64, Span)> {
    let found = (1..one.words.len()).filter_map(|at| {
        let number = one.words.get(at)?;
        let joint = one.words.get(at - 1)?;
        let after = one.words.get(at + 1..at + 1 + name.len())?;
        let is_named = after
            .iter()
            .map(|word| stem(word.text))
            .eq(name.iter().cloned());
        let is_entry = joint.is_any_mark(&['-', '–', '—', ':']) && is_named;
        Some((
            number.whole().filter(|_| is_entry)?,
            one.span(number.range.clone())?,
        ))
    });
    found.collect()
}

/// Row of a table that counts pieces: the stems of the name, with its group before it if several groups have the name; number and place.
pub(super) struct Stock {
    pub(super) stems: Vec<String>,
    pub(super) value: i64,
    pub(super) span: Span,
}

pub(super) fn stock(context: &Context<'_>) -> Vec<Stock> {
    let mut found = Vec::new();
    for (_, grid) in context
        .tables()
        .filter(|(block, _)| context.scenario(*block).is_none())
    {
        let Some(column) = count_column(grid).or_else(|| total_column(grid)) else {
            continue;
        };
        found.extend(grid.row_names().into_iter().filter_map(|(row, name)| {
            let words = tokens(grid.text(row, column));
            let [number] = words.as_slice() else {
                return None;
            };
            let stems: Vec<String> = tokens(&name).iter().map(|word| stem(word.text)).collect();
            (!stems.is_empty() && !is_total(&name)).then_some(Stock {
                stems,
                value: number.whole()?,
                span: grid.at(row, column)?.span,
            })
        }));
    }
    found
}

/// The last column of a table of pieces, if it is their total: `Counter | Red | Blue | Total`.
fn total_column(grid: &Grid) -> Option<usize> {
    let has = |column: usize, any: &[&str]| {
        let header = grid.header(column);
        let words = tokens(&header);
        words.iter().any(|word| word.is_word(any))
    };
    let pieces = [
        "counter",
        "counters",
        "marker",
        "markers",
        "piece",
        "pieces",
        "card",
        "cards",
        "tile",
        "tiles",
        "token",
        "tokens",
        "chit",
        "chits",
        "component",
        "components",
    ];
    let last = grid.n_columns.checked_sub(1)?;
    let is_total = has(last, &["total", "all", "altogether", "together"]);
    (last > 0 && is_total && has(0, &pieces)).then_some(last)
}

/// The row of the pieces that some words begin with, and the number of its words. Words before them may name the group.
fn named<'s>(
    stock: &'s [Stock],
    before: &[String],
    words: &[String],
) -> Option<(&'s Stock, usize)> {
    (1..=words.len().min(4)).rev().find_map(|n| {
        let name = words.get(..n)?;
        let is_meant = |own: &&Stock| match own.stems.split_first() {
            _ if own.stems == name => true,
            Some((group, rest)) => rest == name && before.contains(group),
            None => false,
        };
        let mut rows = stock.iter().filter(is_meant);
        let (only, None) = (rows.next()?, rows.next()) else {
            return None;
        };
        Some((only, n))
    })
}

/// `The French player has 18 Foot, 8 Horse and 4 Dragoons`, `one of the 12 Entrenchment markers`: a number of pieces that the table has differently.
fn pieces(context: &Context<'_>, one: &Sentence<'_>, stock: &[Stock]) -> Option<Diagnostic> {
    let words = &one.words;
    let stems: Vec<String> = words.iter().map(|word| stem(word.text)).collect();
    let counted = (0..words.len()).filter_map(|at| {
        let value = words.get(at)?.count()?;
        let (row, n) = named(stock, stems.get(..at)?, stems.get(at + 1..)?)?;
        let is = |place: Option<usize>, any: &[&str]| {
            let word = place.and_then(|place| words.get(place));
            word.is_some_and(|word| word.is_word(any))
        };
        let is_set = is(at.checked_sub(1), &["the", "all"])
            && is(
                Some(at + 1 + n),
                &["markers", "counters", "cards", "tokens", "tiles", "chits"],
            );
        // `There are only four Pontoon markers`
        let only = is(at.checked_sub(1), &["only", "exactly", "just"]);
        let are = at.checked_sub(1 + usize::from(only));
        let is_all = is(are, &["are"]) && is(are.and_then(|at| at.checked_sub(1)), &["there"]);
        let is_case = one.has(&["if", "when", "while", "where"]) && !only;
        Some((at, value, row, is_set || is_all && !is_case))
    });
    let counted: Vec<(usize, i64, &Stock, bool)> = counted.collect();
    let (right, wrong): (Vec<_>, Vec<_>) = counted
        .into_iter()
        .partition(|(_, value, row, _)| *value == row.value);
    let [(at, value, row, is_set)] = wrong.as_slice() else {
        return None;
    };
    let is_near = (value - row.value).abs() * 2 <= row.value.max(4);
    if !is_near || !is_set && right.len() < 2 {
        return None;
    }
    let message = format!("{value} here, but {} in the table", row.value);
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(one.span(words.get(*at)?.range.clone())?, value.to_string())
            .label(row.span, format!("{} in the table", row.value))
            .help("correct one of them")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}
