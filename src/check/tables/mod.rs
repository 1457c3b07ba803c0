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
    use sandtable_model::ExprKind;
    let itself = match &expr.kind {
        ExprKind::Dice { .. } | ExprKind::Roll(_) | ExprKind::RollOf { .. } | ExprKind::Pool(_) => {
            true
        }
        ExprKind::Call { procedure, .. } => checker
            .book
            .procedures
            .get(procedure.at())
            .is_some_and(|procedure| procedure.ability > Ability::Formula),
        ExprKind::Table { table, .. } => checker
            .book
            .tables
            .get(table.at())
            .is_some_and(|table| table.rolls),
        _ => false,
    };
    let mut found = itself;
    sandtable_model::walk_expr(expr, &mut |inner| found |= rolls(checker, inner));
    found
}

/// Every cell with the keys it answers; `None` if the header or a key cannot be read.
fn answers<'a>(
    checker: &mut Checker<'_>,
    table: &Table,
    declared: &'a ast::Table,
) -> Option<Vec<CellAnswer<'a>>> {
    let (header, rows) = declared.rows.split_first()?;
    if table.keys.is_empty() || table.keys.iter().any(|key| key.ty == Type::Unknown) {
        return None;
    }
    let n_keys = table.keys.len();
    let names: Vec<Option<&str>> = header.value.cells.iter().map(single_word).collect();
    let last_is_named = table
        .keys
        .last()
        .is_some_and(|last| names.get(n_keys - 1).copied().flatten() == Some(last.name.as_str()));
    let n_leading = if last_is_named { n_keys } else { n_keys - 1 };
    let mut sound = true;
    for (key, cell) in table.keys.iter().zip(&header.value.cells).take(n_leading) {
        if single_word(cell) == Some(key.name.as_str()) {
            checker.refers(cell.span, Symbol::Local(key.span));
        } else {
            sound = false;
            let diagnostic = Diagnostic::new(
                Code::BadHeader,
                format!("expected the column of the key `{}`", key.name),
            )
            .label(cell.span, format!("write `{}`", key.name))
            .label(key.span, "the key")
            .help(
                "put the keys first, in the order of the brackets; the values of the last key may \
                be column headings",
            );
            report(checker, table, diagnostic);
        }
    }
    if last_is_named && header.value.cells.len() != n_keys + 1 {
        sound = false;
        report(checker, table, wrong_columns(header, n_keys));
    }
    if !sound {
        return None;
    }
    if last_is_named
        && let Some(result) = header.value.cells.get(n_keys)
        && single_word(result).is_some()
    {
        checker.declares(result.span, Symbol::Local(result.span));
    }
    let last = table.keys.last()?;
    let columns: Option<Vec<Ranges>> = if last_is_named {
        Some(Vec::new())
    } else {
        header
            .value
            .cells
            .iter()
            .skip(n_leading)
            .map(|cell| key_ranges(checker, table, last, cell))
            .collect()
    };
    let columns = columns?;
    let mut answers = Vec::new();
    let is_rest = |row: &Spanned<ast::Row>| {
        let mut keys = row.value.cells.iter().take(n_leading);
        n_leading > 0 && keys.all(|cell| single_word(cell) == Some(OTHERWISE))
    };
    for (at, row) in rows.iter().enumerate() {
        if is_rest(row) {
            continue;
        }
        let leading: Option<Vec<Ranges>> = table
            .keys
            .iter()
            .zip(&row.value.cells)
            .take(n_leading)
            .map(|(key, cell)| key_ranges(checker, table, key, cell))
            .collect();
        let Some(leading) = leading else {
            sound = false;
            continue;
        };
        let cells = row.value.cells.iter().skip(n_leading);
        let places = row.value.cells.iter().take(n_leading);
        let places: Vec<Span> = places.map(|cell| cell.span).collect();
        if last_is_named {
            answers.extend(cells.map(|cell| CellAnswer {
                keys: leading.clone(),
                cell,
                places: places.clone(),
                row: at,
            }));
        } else {
            let tops = header.value.cells.iter().skip(n_leading);
            answers.extend(
                cells
                    .zip(columns.iter().zip(tops))
                    .map(|(cell, (column, top))| CellAnswer {
                        keys: leading.iter().chain([column]).cloned().collect(),
                        cell,
                        places: places.iter().copied().chain([top.span]).collect(),
                        row: at,
                    }),
            );
        }
    }
    if !sound {
        return None;
    }
    let last_rows = rows.iter().enumerate().filter(|(_, row)| is_rest(row));
    for (at, row) in last_rows {
        let Some(left) = rest::missing_boxes(&checker.book, table, &answers) else {
            continue;
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
        let cells = row.value.cells.iter().enumerate().skip(n_leading);
        for (column, cell) in cells {
            let of_column = columns.get(column - n_leading);
            let of_column = of_column.filter(|_| !last_is_named);
            for keys in rest::within(&left, of_column) {
                answers.push(CellAnswer {
                    keys,
                    cell,
                    places: vec![cell.span; n_keys],
                    row: at,
                });
            }
        }
    }
    Some(answers)
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
        .help("write `7`, `4-6`, `10+`, `3 or less` or `any`"),
        CellItem::Word(word) => finding(format!("`{word}` is not one of {}", known.join(", ")))
            .suggest(word, known.iter().map(String::as_str)),
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
