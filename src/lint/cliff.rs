//! Steps in a table that are far higher than its others, and ways to choose that never give more than another.
//!
//! Reports: E0618, E0619.

use std::collections::BTreeSet;

use super::distribution::{Spread, has_order, in_words, is_compared, reaches, spreads, steps};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Among, RuleBook, StatementKind, Table, Type, Values, WordsId, cell_example, walk_statements,
};
use sandtable_source::Span;

/// A cliff is so many times as high as the next highest step.
const STEEP: i64 = 3;
/// With fewer steps than this, none is out of line.
const FEW_STEPS: usize = 3;

pub(super) fn cliffs(book: &RuleBook, diagnostics: &mut Diagnostics) {
    let chosen = chosen(book);
    for table in book.tables.iter().filter(|table| is_compared(book, table)) {
        for (at, key) in table.keys.iter().enumerate() {
            if key.dice.is_none() && has_order(book, key.ty) {
                diagnostics.extend(cliff(book, table, at));
            }
            if let Type::Words(id) = key.ty
                && chosen.contains(&id)
            {
                diagnostics.extend(never_better(book, table, at));
            }
        }
    }
}

/// The only result, if there is one.
fn settled(spread: &Spread) -> Option<i64> {
    let mut results = spread.keys();
    let first = results.next()?;
    results.next().is_none().then_some(i64::from(*first))
}

/// The step along a key that is far higher than all others in its line.
fn cliff(book: &RuleBook, table: &Table, at: usize) -> Option<Diagnostic> {
    let spreads = spreads(book, table)?;
    let (size, stride) = steps(table, at);
    let starts = spreads.keys().filter(|place| *place / stride % size == 0);
    let cliffs = starts.filter_map(|start| {
        let line = (0..size).map(|step| {
            let place = start + step * stride;
            Some((place, settled(spreads.get(&place)?)?))
        });
        let line: Vec<(usize, i64)> = line.collect::<Option<_>>()?;
        let mut steps: Vec<(i64, usize, usize)> = line
            .windows(2)
            .filter_map(|pair| {
                let &[(place, value), (next, after)] = pair else {
                    return None;
                };
                Some(((after - value).abs(), place, next))
            })
            .collect();
        steps.sort_unstable_by_key(|(height, ..)| std::cmp::Reverse(*height));
        let (height, place, next) = *steps.first()?;
        let second = steps.get(1)?.0;
        let is_steep = steps.len() >= FEW_STEPS && second > 0 && height > STEEP * second;
        is_steep.then_some((height, second, place, next))
    });
    let (height, second, place, next) = cliffs.max_by_key(|(height, ..)| *height)?;
    let drawn = |cell: usize| {
        let drawn = table.drawn_by.get(cell)?;
        table.drawn.get(*drawn as usize)
    };
    let key = &table.keys.get(at)?.name;
    let cases =
        [place, next].map(|place| cell_example::reads(book, table, place, spreads.get(&place)?));
    let cases: Vec<String> = cases.into_iter().flatten().collect();
    let message = format!(
        "from here to its neighbour along `{key}` it is a step of {height}, everywhere else in the line {second} at most"
    );
    Some(
        Diagnostic::new(Code::Cliff, message)
            .label(
                drawn(next)?.span,
                in_words(book, table, spreads.get(&next)?),
            )
            .label(
                drawn(place)?.span,
                in_words(book, table, spreads.get(&place)?),
            )
            .help("correct the number, or put a row between; if it is meant, nothing is wrong")
            .cite(table.naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Possible)
            .example(cases.join("\n")),
    )
}

/// Lists of words of which players choose one.
fn chosen(book: &RuleBook) -> BTreeSet<WordsId> {
    let mut found = BTreeSet::new();
    for procedure in &book.procedures {
        walk_statements(&procedure.body, &mut |statement| {
            if let StatementKind::Choose(choice) = &statement.kind
                && let Among::Values { local, values, .. } = &choice.among
                && matches!(values.as_ref(), Values::Words(_))
                && let Some(Type::Words(id)) = procedure.locals.get(local.at()).map(|one| one.ty)
            {
                found.insert(id);
            }
            true
        });
    }
    found
}

/// A way to choose that never gives more than another, whatever the rest is.
fn never_better(book: &RuleBook, table: &Table, at: usize) -> Option<Diagnostic> {
    let spreads = spreads(book, table)?;
    let (size, stride) = steps(table, at);
    let line = |line: usize| {
        let cells = spreads.iter();
        cells.filter(move |(place, _)| *place / stride % size == line)
    };
    let is_below = |low: usize, high: usize| {
        let mut is_less = false;
        let mut n_seen = 0;
        let all = line(low).all(|(place, spread)| {
            let Some(other) = spreads.get(&(place + high * stride - low * stride)) else {
                return false;
            };
            n_seen += 1;
            is_less |= !reaches(spread, other);
            reaches(other, spread)
        });
        all && is_less && n_seen > 1
    };
    let pairs = (0..size).flat_map(|low| (0..size).map(move |high| (low, high)));
    let (low, high) = pairs
        .filter(|(low, high)| low != high)
        .find(|(low, high)| is_below(*low, *high))?;
    let cases = [low, high].map(|wanted| {
        let (place, spread) = line(wanted).next()?;
        cell_example::reads(book, table, *place, spread)
    });
    let cases: Vec<String> = cases.into_iter().flatten().collect();
    let head = |wanted: usize| -> Option<Span> {
        let (place, _) = line(wanted).next()?;
        let drawn = table.drawn.get(*table.drawn_by.get(*place)? as usize)?;
        drawn.keys.get(at).copied()
    };
    Some(
        Diagnostic::new(
            Code::NeverTheBetter,
            format!(
                "of what players can choose, this never gives more in `{}`",
                table.naming.name
            ),
        )
        .label(head(low)?, "this")
        .label(head(high)?, "gives as much or more, whatever the rest is")
        .help("if it costs less, or less is better, nothing is wrong")
        .cite(table.naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Possible)
        .example(cases.join("\n")),
    )
}
