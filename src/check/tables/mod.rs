//! Tables: the header against the keys, every combination answered by exactly one cell.
//!
//! A row is a box: a set of values for each key. The values of a key are cut where any row begins or ends; then every
//! combination of pieces is answered by one cell, by none (a gap) or by several (an overlap, unless the table says what
//! holds then).
//!
//! Reports: E0301 to E0305, E0217, E0211, E0601 to E0606.

mod case_text;
mod cells;
mod exhaustiveness;
mod gaps;
mod grid;
mod hit_policy;
mod redundancy;
mod regions;
mod rest;

pub(super) use cells::item_values;

use exhaustiveness::fill;
use grid::{CellAnswer, Ranges, Wheres, report};

use super::Checker;
use super::scope::Scope;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::{describe, words_of};
use sandtable_model::{Ability, Expr, Key, RuleBook, Symbol, Table, TableId, Type};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::{self, CellItem, OTHERWISE};

/// Completes a table whose head is known.
pub(super) fn table(checker: &mut Checker<'_>, id: TableId) {
    let Some(declared) = checker.tables.get(id.at()).copied() else {
        return;
    };
    let Some(mut built) = checker.book.tables.get(id.at()).cloned() else {
        return;
    };
    checker.is_repeated = checker
        .results_of(id)
        .is_some_and(|(_, is_first)| !is_first);
    let wheres = meanings(checker, &built, declared);
    built.rolls = wheres.iter().any(|(_, value)| rolls(checker, value));
    if let Some(answers) = answers(checker, &built, declared) {
        let several = declared.several.as_ref().map(|several| several.value);
        fill(checker, &mut built, &answers, &wheres, several);
    }
    checker.is_repeated = false;
    if let Some(place) = checker.book.tables.get_mut(id.at()) {
        *place = built;
    }
}

/// Builds the `where` lines.
fn meanings<'a>(checker: &mut Checker<'_>, table: &Table, declared: &'a ast::Table) -> Wheres<'a> {
    let mut built: Wheres<'a> = Vec::new();
    for meaning in &declared.wheres {
        if let Some((first, _)) = built
            .iter()
            .find(|(known, _)| known.word.value == meaning.word.value)
        {
            let diagnostic =
                super::declare::twice(&meaning.word.value, meaning.word.span, first.word.span);
            checker.diagnostics.push(diagnostic);
            continue;
        }
        checker.declares(meaning.word.span, Symbol::Local(meaning.word.span));
        let mut scope = Scope::new(checker, Ability::Roll, "a table", &table.naming, &[]);
        let value = scope.expr(&meaning.value, Some(table.result.ty));
        let value = if table.result.or_none {
            value
        } else {
            scope.some(value)
        };
        let value = scope.fit(value, table.result.ty);
        built.push((meaning, value));
    }
    built
}

/// Whether an expression rolls dice, itself or in a callee.
pub(super) fn rolls(checker: &Checker<'_>, expr: &Expr) -> bool {
    let book = &checker.book;
    expr.any(|part| {
        let called = part.call().and_then(|(id, _)| book.procedures.get(id.at()));
        let table = part.lookup().and_then(|(id, _)| book.tables.get(id.at()));
        part.is_roll()
            || called.is_some_and(|called| called.ability > Ability::Formula)
            || table.is_some_and(|table| table.rolls)
    })
}

/// The heading of a table, read.
struct Header<'a> {
    /// Number of columns of keys, which come first.
    n_leading: usize,
    /// The values of the last key with their headings, one per column of results; `None` if the last key has a column of its own.
    columns: Option<Vec<(Ranges, &'a Spanned<ast::Cell>)>>,
}

impl Header<'_> {
    /// Whether a row answers whatever the other rows leave open.
    fn is_rest(&self, row: &Spanned<ast::Row>) -> bool {
        let mut keys = row.value.cells.iter().take(self.n_leading);
        self.n_leading > 0 && keys.all(|cell| single_word(cell) == Some(OTHERWISE))
    }
}

/// Every cell with the keys it answers; `None` if the header or a key cannot be read.
fn answers<'a>(
    checker: &mut Checker<'_>,
    table: &Table,
    declared: &'a ast::Table,
) -> Option<Vec<CellAnswer<'a>>> {
    let (heading, rows) = declared.rows.split_first()?;
    if let ([key], true) = (table.keys.as_slice(), rows.len() > 1)
        && heading.value.cells.first().and_then(single_word) != Some(key.name.as_str())
        && heading.value.cells.len() > 1
    {
        report(checker, table, missing_heading(key, heading));
        return None;
    }
    let header = read_header(checker, table, heading)?;
    let mut answers = Vec::new();
    let mut is_sound = true;
    let rows = || rows.iter().enumerate();
    for (at, row) in rows().filter(|(_, row)| !header.is_rest(row)) {
        match answers_of_row(checker, table, &header, at, row) {
            Some(of_row) => answers.extend(of_row),
            None => is_sound = false,
        }
    }
    if !is_sound {
        return None;
    }
    for (at, row) in rows().filter(|(_, row)| header.is_rest(row)) {
        let rest = answers_of_rest(checker, table, &header, &answers, at, row);
        answers.extend(rest);
    }
    Some(answers)
}

/// Reads the heading of a table; `None` if it, or a key in it, cannot be read.
///
/// Reports: E0305, and as [`key_ranges`].
fn read_header<'a>(
    checker: &mut Checker<'_>,
    table: &Table,
    heading: &'a Spanned<ast::Row>,
) -> Option<Header<'a>> {
    let last = table.keys.last()?;
    if table.keys.iter().any(|key| key.ty == Type::Unknown) {
        return None;
    }
    let n_keys = table.keys.len();
    let cells = &heading.value.cells;
    let of_last = cells.get(n_keys - 1).and_then(single_word);
    let last_is_named = of_last == Some(last.name.as_str());
    let n_leading = if last_is_named { n_keys } else { n_keys - 1 };
    let mut is_sound = true;
    for (key, cell) in table.keys.iter().zip(cells).take(n_leading) {
        if single_word(cell) == Some(key.name.as_str()) {
            checker.refers(cell.span, Symbol::Local(key.span));
        } else {
            is_sound = false;
            report(checker, table, misplaced_key(key, cell));
        }
    }
    if last_is_named && cells.len() != n_keys + 1 {
        is_sound = false;
        report(checker, table, wrong_columns(heading, n_keys));
    }
    if !is_sound {
        return None;
    }
    if last_is_named {
        if let Some(result) = cells.get(n_keys)
            && single_word(result).is_some()
        {
            checker.declares(result.span, Symbol::Local(result.span));
        }
        return Some(Header {
            n_leading,
            columns: None,
        });
    }
    let columns = cells.iter().skip(n_leading);
    let columns = columns.map(|cell| Some((key_ranges(checker, table, last, cell)?, cell)));
    Some(Header {
        n_leading,
        columns: Some(columns.collect::<Option<_>>()?),
    })
}

/// The cells of a row with the keys they answer; `None` if a key cannot be read.
fn answers_of_row<'a>(
    checker: &mut Checker<'_>,
    table: &Table,
    header: &Header<'_>,
    at: usize,
    row: &'a Spanned<ast::Row>,
) -> Option<Vec<CellAnswer<'a>>> {
    let cells = &row.value.cells;
    let (leading, cells) = cells.split_at(header.n_leading.min(cells.len()));
    let keys = table.keys.iter().zip(leading);
    let keys = keys.map(|(key, cell)| key_ranges(checker, table, key, cell));
    let keys = keys.collect::<Option<Vec<Ranges>>>()?;
    let places: Vec<Span> = leading.iter().map(|cell| cell.span).collect();
    let answer = |cell, column: Option<&(Ranges, &Spanned<ast::Cell>)>| CellAnswer {
        keys: keys
            .iter()
            .chain(column.map(|(ranges, _)| ranges))
            .cloned()
            .collect(),
        cell,
        places: places
            .iter()
            .copied()
            .chain(column.map(|(_, top)| top.span))
            .collect(),
        row: at,
    };
    Some(match &header.columns {
        None => cells.iter().map(|cell| answer(cell, None)).collect(),
        Some(columns) => {
            let cells = cells.iter().zip(columns);
            cells
                .map(|(cell, column)| answer(cell, Some(column)))
                .collect()
        }
    })
}

/// The cells of an `otherwise` row with the keys that other answers leave open.
///
/// Reports: E0601.
fn answers_of_rest<'a>(
    checker: &mut Checker<'_>,
    table: &Table,
    header: &Header<'_>,
    answers: &[CellAnswer<'_>],
    at: usize,
    row: &'a Spanned<ast::Row>,
) -> Vec<CellAnswer<'a>> {
    let Some(left) = rest::missing_boxes(&checker.book, table, answers) else {
        return Vec::new();
    };
    if left.is_empty() {
        let diagnostic = Diagnostic::new(
            Code::RedundantRow,
            "this row is never used: other rows cover all cases",
        )
        .label(row.span, "")
        .help("delete it, or correct the keys above it");
        report(checker, table, diagnostic);
    }
    let mut rest = Vec::new();
    let cells = row.value.cells.iter().skip(header.n_leading);
    for (column, cell) in cells.enumerate() {
        let columns = header.columns.as_ref();
        let of_column = columns.and_then(|columns| Some(&columns.get(column)?.0));
        for keys in rest::within(&left, of_column) {
            rest.push(CellAnswer {
                keys,
                cell,
                places: vec![cell.span; table.keys.len()],
                row: at,
            });
        }
    }
    rest
}

/// The finding for several rows below what would be the values of the only key: the first line is a row, too.
fn missing_heading(key: &Key, heading: &Spanned<ast::Row>) -> Diagnostic {
    Diagnostic::new(Code::BadHeader, "this table has no heading")
        .label(heading.span, "the first line is read as the heading")
        .label(key.span, "the key")
        .help(format!(
            "write one above the rows: `{} | result`; the second word is free",
            key.name
        ))
}

/// The finding for a heading that does not begin with the keys in their order.
fn misplaced_key(key: &Key, cell: &Spanned<ast::Cell>) -> Diagnostic {
    Diagnostic::new(
        Code::BadHeader,
        format!("expected the column of the key `{}`", key.name),
    )
    .label(cell.span, format!("write `{}`", key.name))
    .label(key.span, "the key")
    .help(
        "put the keys first, in the order of the brackets; the values of the last key may be \
        column headings",
    )
}

/// The finding for a heading with too few or too many columns.
fn wrong_columns(header: &Spanned<ast::Row>, n_keys: usize) -> Diagnostic {
    Diagnostic::new(
        Code::BadHeader,
        "this table has the wrong number of columns",
    )
    .label(
        header.span,
        match n_keys {
            1 => "1 key needs 2 columns".to_owned(),
            n => format!("{n} keys need {} columns", n + 1),
        },
    )
    .help(if header.value.cells.len() > n_keys {
        "write a table for each result"
    } else {
        "add a column for the result; its heading is any word that is not a key"
    })
}

fn single_word(cell: &Spanned<ast::Cell>) -> Option<&str> {
    match cell.value.as_slice() {
        [CellItem::Word(word)] => Some(word),
        _ => None,
    }
}

/// The values that a key cell names.
fn key_ranges(
    checker: &mut Checker<'_>,
    table: &Table,
    key: &Key,
    cell: &Spanned<ast::Cell>,
) -> Option<Ranges> {
    let mut ranges = Ranges::new();
    for item in &cell.value {
        match item_values(&checker.book, item, key.ty) {
            Some(found) => {
                checker.refers_to_item(cell.span, item, key.ty);
                ranges.extend(
                    found
                        .iter()
                        .map(|(low, high)| (i64::from(*low), i64::from(*high))),
                );
            }
            None => {
                let diagnostic = bad_key(&checker.book, key, item, cell.span);
                report(checker, table, diagnostic);
                return None;
            }
        }
    }
    if ranges.is_empty() {
        let diagnostic = Diagnostic::new(Code::BadKey, format!("no value of `{}`", key.name))
            .label(cell.span, "an empty cell")
            .help("write the values of the key, or `any`");
        report(checker, table, diagnostic);
        return None;
    }
    Some(ranges)
}

/// Describes an item that names no values of its key.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "every other item of a cell is a key"
)]
fn bad_key(book: &RuleBook, key: &Key, item: &CellItem, span: Span) -> Diagnostic {
    let known = words_of(book, key.ty);
    let is_number = matches!(key.ty, Type::Number(_));
    let finding = |message: String| Diagnostic::new(Code::BadKey, message).label(span, "");
    match item {
        CellItem::Numbers {
            low: Some(low),
            high: Some(high),
        } if is_number => finding("this range ends before it starts".to_owned())
            .help(format!("write `{high}-{low}`")),
        CellItem::Words { .. } if !known.is_empty() => {
            finding(format!("the words of `{}` have no order", key.name)).help(
                "list them, with commas; for an order declare a `scale`, the least word first",
            )
        }
        CellItem::Word(word) if known.is_empty() => finding(format!(
            "the key `{}` is {}, but `{word}` is not",
            key.name,
            describe(book, key.ty)
        ))
        .help(match *word == key.name {
            true => "this is the name of the key: put `|` between the columns of a table, in the line of their names, too",
            false => "write `7`, `4-6`, `10+`, `3 or less` or `any`",
        }),
        CellItem::Word(word) => finding(format!("`{word}` is not one of {}", known.join(", ")))
            .suggest(word, known.iter().map(String::as_str))
            .help("if it is a new one, add it where the words are declared"),
        _ if known.is_empty() => finding(format!(
            "the key `{}` is {}, but this is not",
            key.name,
            describe(book, key.ty)
        ))
        .help("write `7`, `4-6`, `10+`, `3 or less` or `any`"),
        _ => finding(format!(
            "the key `{}` is {}, but this is not",
            key.name,
            describe(book, key.ty)
        ))
        .help(format!("use one of {}", known.join(", "))),
    }
}
