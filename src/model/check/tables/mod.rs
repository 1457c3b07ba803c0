//! Tables: the header against the keys, every combination answered by exactly one cell.
//!
//! A row is a box: a set of values for each key. The values of a key are cut where any row begins or ends; then every
//! combination of pieces is answered by one cell, by none (a gap) or by several (an overlap, unless the table says what
//! holds then).
//!
//! Reports: E0301 to E0305, E0217, E0211, E0601 to E0606.

mod exhaustiveness;
mod gaps;
mod hit_policy;
mod redundancy;
mod regions;

use exhaustiveness::fill;

use super::scope::Scope;
use super::types::{describe, words_of};
use super::{Checker, sections};
use crate::{Ability, Expr, Key, Meaning, NONE, RuleBook, Table, TableId, Type};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::{self, CellItem};

/// How many combinations of keys a table may have, and how many values a key may run over.
const MOST_CELLS: usize = 1_000_000;

/// Into how many pieces the rows may cut one key: lines of cells are numbered by 16 bits.
const MOST_PIECES: usize = 65_000;

/// Values of one key, as ranges with their ends included.
type Ranges = Vec<(i64, i64)>;

/// What one cell answers: values for every key.
struct Answer<'a> {
    keys: Vec<Ranges>,
    cell: &'a Spanned<ast::Cell>,
    /// Where the keys stand.
    places: Vec<Span>,
    /// Its row, from 0.
    row: usize,
}

/// Completes a table whose head is known.
pub(super) fn table(checker: &mut Checker<'_>, id: TableId) {
    let Some(declared) = checker.tables.get(id.at()).copied() else {
        return;
    };
    let Some(mut built) = checker.book.tables.get(id.at()).cloned() else {
        return;
    };
    let wheres = meanings(checker, &built, declared);
    built.throws = wheres.iter().any(|(_, value)| throws(checker, value));
    if let Some(answers) = answers(checker, &built, declared) {
        let several = declared.several.as_ref().map(|several| several.value);
        fill(checker, &mut built, &answers, &wheres, several);
    }
    if let Some(place) = checker.book.tables.get_mut(id.at()) {
        *place = built;
    }
}

type Wheres<'a> = Vec<(&'a ast::Where, Expr)>;

/// What the `where` lines say.
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

/// Whether an expression throws dice, itself or by what it calls.
fn throws(checker: &Checker<'_>, expr: &Expr) -> bool {
    use crate::ExprKind;
    let itself = match &expr.kind {
        ExprKind::Dice { .. }
        | ExprKind::Throw(_)
        | ExprKind::ThrowOf { .. }
        | ExprKind::Pool(_) => true,
        ExprKind::Call { procedure, .. } => checker
            .book
            .procedures
            .get(procedure.at())
            .is_some_and(|procedure| procedure.ability > Ability::Formula),
        ExprKind::Table { table, .. } => checker
            .book
            .tables
            .get(table.at())
            .is_some_and(|table| table.throws),
        _ => false,
    };
    let mut found = itself;
    crate::walk_expr(expr, &mut |inner| found |= throws(checker, inner));
    found
}

fn report(checker: &mut Checker<'_>, table: &Table, diagnostic: Diagnostic) {
    let diagnostic = diagnostic.cite(table.naming.citations.iter().map(String::as_str));
    checker.diagnostics.push(diagnostic);
}

/// Every cell with the keys it answers; `None` if the header or a key cannot be read.
fn answers<'a>(
    checker: &mut Checker<'_>,
    table: &Table,
    declared: &'a ast::Table,
) -> Option<Vec<Answer<'a>>> {
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
        if single_word(cell) != Some(key.name.as_str()) {
            sound = false;
            let diagnostic = Diagnostic::new(
                Code::BadHeader,
                format!("this column is for the key `{}`", key.name),
            )
            .label(cell.span, format!("write `{}`", key.name))
            .label(key.span, "the key")
            .help("the keys stand first, in the order of the brackets; the values of the last key may stand along the top");
            report(checker, table, diagnostic);
        }
    }
    if last_is_named && header.value.cells.len() != n_keys + 1 {
        sound = false;
        let diagnostic = Diagnostic::new(
            Code::BadHeader,
            "a list has a column for every key and one for the result",
        )
        .label(
            header.span,
            match n_keys {
                1 => "1 key needs 2 columns".to_owned(),
                n => format!("{n} keys need {} columns", n + 1),
            },
        )
        .help(if header.value.cells.len() > n_keys {
            "make a table for each result"
        } else {
            "add the column of the result, under any word that is not a key"
        });
        report(checker, table, diagnostic);
    }
    if !sound {
        return None;
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
    for (at, row) in rows.iter().enumerate() {
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
            answers.extend(cells.map(|cell| Answer {
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
                    .map(|(cell, (column, top))| Answer {
                        keys: leading.iter().chain([column]).cloned().collect(),
                        cell,
                        places: places.iter().copied().chain([top.span]).collect(),
                        row: at,
                    }),
            );
        }
    }
    sound.then_some(answers)
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
        let diagnostic =
            Diagnostic::new(Code::BadKey, format!("for which `{}` is this?", key.name))
                .label(cell.span, "an empty cell")
                .help("write the values of the key, or `any`");
        report(checker, table, diagnostic);
        return None;
    }
    Some(ranges)
}

/// What is wrong with an item that names no values of its key.
fn bad_key(book: &RuleBook, key: &Key, item: &CellItem, span: Span) -> Diagnostic {
    let known = words_of(book, key.ty);
    let is_number = matches!(key.ty, Type::Number(_));
    let finding = |message: String| Diagnostic::new(Code::BadKey, message).label(span, "");
    match item {
        CellItem::Numbers {
            low: Some(low),
            high: Some(high),
        } if is_number => finding("this range ends before it begins".to_owned())
            .help(format!("write `{high}-{low}`")),
        CellItem::Words { .. } if !known.is_empty() => {
            finding(format!("the words of `{}` have no such order", key.name)).help(
                "name them one by one, with commas; only the words of a `scale` have an order, the least first",
            )
        }
        CellItem::Word(word) if known.is_empty() => finding(format!(
            "the key `{}` is {}, `{word}` is not",
            key.name,
            describe(book, key.ty)
        ))
        .help("write `7`, `4-6`, `10+`, `3 or less` or `any`"),
        CellItem::Word(word) => {
            finding(format!("`{word}` is not one of {}", known.join(", ")))
                .suggest(word, known.iter().map(String::as_str))
        }
        _ if known.is_empty() => finding(format!(
            "the key `{}` is {}, not this",
            key.name,
            describe(book, key.ty)
        ))
        .help("write `7`, `4-6`, `10+`, `3 or less` or `any`"),
        _ => finding(format!(
            "the key `{}` is {}, not this",
            key.name,
            describe(book, key.ty)
        ))
        .help(format!("its words are {}", known.join(", "))),
    }
}

/// The values that an item of a cell names, if they are of the type.
pub(super) fn item_values(book: &RuleBook, item: &CellItem, ty: Type) -> Option<Vec<(i32, i32)>> {
    let (least, most) = (NONE + 1, i32::MAX);
    match (item, ty) {
        (CellItem::Any, _) => Some(vec![(least, most)]),
        (CellItem::Number(value), Type::Number(_)) => Some(vec![(*value, *value)]),
        (CellItem::Numbers { low, high }, Type::Number(_)) => {
            let (low, high) = (low.unwrap_or(least), high.unwrap_or(most));
            (low <= high).then(|| vec![(low, high)])
        }
        (CellItem::Word(word), Type::Flag) => match word.as_str() {
            "yes" => Some(vec![(1, 1)]),
            "no" => Some(vec![(0, 0)]),
            _ => None,
        },
        (CellItem::Word(word), Type::Words(id)) => {
            let value = book.words.get(id.at())?.value(word)?;
            Some(vec![(value, value)])
        }
        (CellItem::Number(number), Type::Words(id)) => {
            let value = book.words.get(id.at())?.value(&number.to_string())?;
            Some(vec![(value, value)])
        }
        (CellItem::Numbers { .. }, Type::Words(id)) => {
            let value = book.words.get(id.at())?.value(&item.as_word()?)?;
            Some(vec![(value, value)])
        }
        (CellItem::Words { low, high }, Type::Words(id)) => {
            let list = book.words.get(id.at()).filter(|list| list.ordered)?;
            let end = |word: &Option<String>, open: i32| match word {
                None => Some(open),
                Some(word) => list.value(word),
            };
            let (low, high) = (end(low, 0)?, end(high, most)?);
            (low <= high).then(|| vec![(low, high)])
        }
        (CellItem::Word(word), Type::Face(id)) => {
            let set = book.dice.get(id.at())?.set(word)?;
            Some(
                (0..64)
                    .filter(|bit| set >> bit & 1 == 1)
                    .map(|bit| (bit, bit))
                    .collect(),
            )
        }
        (CellItem::Number(number), Type::Face(id)) => {
            let value = book.dice.get(id.at())?.face(&number.to_string())?;
            Some(vec![(value, value)])
        }
        (CellItem::Numbers { low, high }, Type::Face(id)) => {
            book.dice.get(id.at()).filter(|die| die.is_numeric())?;
            Some(vec![(low.unwrap_or(least), high.unwrap_or(most))])
        }
        _ => None,
    }
}

/// The values that a key can have: those of its type, in its range.
fn domain(book: &RuleBook, key: &Key) -> (i64, i64) {
    match key.ty {
        Type::Flag => (0, 1),
        Type::Words(_) => {
            let n_words = words_of(book, key.ty).len();
            (0, i64::try_from(n_words).unwrap_or(1) - 1)
        }
        Type::Face(id) => {
            let faces = book
                .dice
                .get(id.at())
                .map(|die| die.faces.as_slice())
                .unwrap_or_default();
            let low = faces.iter().min().copied().unwrap_or(0);
            let high = faces.iter().max().copied().unwrap_or(0);
            (i64::from(low), i64::from(high))
        }
        Type::Number(_) | Type::Dice | Type::Unit(_) | Type::Place | Type::Side | Type::Unknown => {
            (i64::from(key.low), i64::from(key.high))
        }
    }
}

/// Where the pieces of a key begin, first to last, within its domain; and one past its end.
fn pieces(domain: (i64, i64), ranges: impl Iterator<Item = (i64, i64)>) -> Vec<i64> {
    let mut cuts = vec![domain.0, domain.1 + 1];
    for (low, high) in ranges {
        cuts.extend([low, high + 1]);
    }
    cuts.retain(|cut| (domain.0..=domain.1 + 1).contains(cut));
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

/// Whether `3-1` is one of the words of a list.
fn means_word(book: &RuleBook, ty: Type, item: &CellItem) -> bool {
    let word = item.as_word();
    word.is_some_and(|word| words_of(book, ty).contains(&word))
}

/// What a cell means, as an index into the table's meanings.
fn meaning(
    checker: &mut Checker<'_>,
    table: &mut Table,
    cell: &Spanned<ast::Cell>,
    wheres: &Wheres<'_>,
) -> Option<u32> {
    let item = match cell.value.as_slice() {
        [one] => one,
        [] => {
            let diagnostic = Diagnostic::new(Code::BadCell, "an empty cell")
                .label(cell.span, "")
                .help("write what the table says here, or `-` for nothing");
            report(checker, table, diagnostic);
            return None;
        }
        _ => {
            let diagnostic =
                Diagnostic::new(Code::BadCell, "a cell has one answer, here are several")
                    .label(cell.span, "")
                    .help("write one of them; what decides between them is another key");
            report(checker, table, diagnostic);
            return None;
        }
    };
    let word = match item {
        CellItem::Word(word) => word.clone(),
        CellItem::Dash => "-".to_owned(),
        CellItem::Number(number) => number.to_string(),
        CellItem::Numbers { .. } if means_word(&checker.book, table.result.ty, item) => {
            item.as_word()?
        }
        CellItem::Any | CellItem::Numbers { .. } | CellItem::Words { .. } => {
            let diagnostic =
                Diagnostic::new(Code::BadCell, "a cell has one answer, this names several")
                    .label(cell.span, "")
                    .help(match item {
                        CellItem::Numbers {
                            low: Some(least),
                            high: None,
                        } => format!("write the number alone, `{least}`; that it is thrown or better is said where it is thrown: `d6 >= save(…)`"),
                        _ => "write a single value".to_owned(),
                    });
            report(checker, table, diagnostic);
            return None;
        }
    };
    let explained = wheres
        .iter()
        .find(|(meaning, _)| meaning.word.value == word);
    let found = match explained {
        Some((meaning, value)) => Meaning::Where {
            word,
            value: value.clone(),
            citations: sections(&meaning.citations),
            span: meaning.word.span,
        },
        None => Meaning::Value(plain_cell(checker, table, item, &word, cell.span)?),
    };
    let same = table
        .meanings
        .iter()
        .position(|known| match (known, &found) {
            (Meaning::Value(a), Meaning::Value(b)) => a == b,
            (Meaning::Where { word: a, .. }, Meaning::Where { word: b, .. }) => a == b,
            _ => false,
        });
    let at = same.unwrap_or_else(|| {
        table.meanings.push(found);
        table.meanings.len() - 1
    });
    u32::try_from(at).ok()
}

fn plain_cell(
    checker: &mut Checker<'_>,
    table: &Table,
    item: &CellItem,
    word: &str,
    span: Span,
) -> Option<i32> {
    if *item == CellItem::Dash {
        if table.result.or_none {
            return Some(NONE);
        }
        let diagnostic = Diagnostic::new(
            Code::BadCell,
            "this table always comes to something, but `-` is nothing",
        )
        .label(span, "")
        .label(table.naming.span, "this table")
        .help("write `or none` behind its result, or say what the dash stands for: `where - = 0`");
        report(checker, table, diagnostic);
        return None;
    }
    if table.result.ty == Type::Unknown {
        return Some(0);
    }
    let values = item_values(&checker.book, item, table.result.ty);
    if let Some(&[(value, end)]) = values.as_deref()
        && value == end
    {
        let range = checker.result_range(table);
        if matches!(table.result.ty, Type::Number(_)) && !(range.0..=range.1).contains(&value) {
            let text = super::types::range_text(range.0, range.1);
            let diagnostic = Diagnostic::new(
                Code::BadCell,
                format!("{value} is out of the table's range"),
            )
            .label(span, format!("{text} is declared"))
            .help("correct the number, or widen the range behind `->`");
            report(checker, table, diagnostic);
        }
        return Some(value);
    }
    let known = words_of(&checker.book, table.result.ty);
    let text = describe(&checker.book, table.result.ty);
    let diagnostic = Diagnostic::new(Code::BadCell, format!("`{word}` is not {text}"))
        .label(span, "")
        .suggest(word, known.iter().map(String::as_str))
        .help(match word {
            "none" => "nothing is written `-`".to_owned(),
            _ => format!(
                "write {text}, or say below the table what it stands for: `where {word} = …`"
            ),
        });
    report(checker, table, diagnostic);
    None
}

impl Checker<'_> {
    /// The range that a table declares for its cells.
    fn result_range(&mut self, table: &Table) -> (i32, i32) {
        let declared = self
            .tables
            .iter()
            .find(|declared| declared.head.name.span == table.naming.span)
            .and_then(|declared| declared.head.result.clone());
        match declared {
            Some(ast::ResultType::Type(Spanned {
                value: ast::Type::Number { low, high, .. },
                ..
            })) => (low.unwrap_or(NONE + 1), high.unwrap_or(i32::MAX)),
            _ => (NONE + 1, i32::MAX),
        }
    }
}
