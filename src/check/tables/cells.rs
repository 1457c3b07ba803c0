//! Cells and key items as values.
//!
//! Reports: E0211, E0305.

use super::grid::{Wheres, report};
use crate::{Checker, sections};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::{describe, range_text, words_of};
use sandtable_model::{Meaning, NONE, RuleBook, Symbol, Table, Type};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::{self, CellItem};

/// The values that an item of a cell names, if they are of the type.
pub(crate) fn item_values(book: &RuleBook, item: &CellItem, ty: Type) -> Option<Vec<(i32, i32)>> {
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

/// Whether `3-1` is one of the words of a list.
fn means_word(book: &RuleBook, ty: Type, item: &CellItem) -> bool {
    let word = item.as_word();
    word.is_some_and(|word| words_of(book, ty).contains(&word))
}

/// Resolves a cell to an index into the table's meanings.
pub(super) fn meaning(
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
                .help("write a result, or `-` for no result");
            report(checker, table, diagnostic);
            return None;
        }
        _ => {
            let diagnostic = Diagnostic::new(Code::BadCell, "this cell has several results")
                .label(cell.span, "")
                .help("write one of them; to choose between them, add a key");
            report(checker, table, diagnostic);
            return None;
        }
    };
    let word =
        match item {
            CellItem::Word(word) => word.clone(),
            CellItem::Dash => "-".to_owned(),
            CellItem::Number(number) => number.to_string(),
            CellItem::Numbers { .. } if means_word(&checker.book, table.result.ty, item) => {
                item.as_word()?
            }
            CellItem::Any | CellItem::Numbers { .. } | CellItem::Words { .. } => {
                let diagnostic = Diagnostic::new(Code::BadCell, "this cell has several results")
                .label(cell.span, "")
                .help(if let CellItem::Numbers {
                        low: Some(least),
                        high: None,
                    } = item { format!(
                        "write the number alone, `{least}`; compare with it in the rule that \
                            rolls: `d6 >= save(…)`"
                    ) } else { "write a single value".to_owned() });
                report(checker, table, diagnostic);
                return None;
            }
        };
    let explained = wheres
        .iter()
        .find(|(meaning, _)| meaning.word.value == word);
    let found = match explained {
        Some((meaning, value)) => {
            checker.refers(cell.span, Symbol::Local(meaning.word.span));
            Meaning::Where {
                word,
                value: value.clone(),
                citations: sections(&meaning.citations),
                span: meaning.word.span,
            }
        }
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
            "this table declares no `none`, but this cell is `-`",
        )
        .label(span, "")
        .label(table.naming.span, "this table")
        .help("add `or none` after its result, or give the dash a value: `where - = 0`");
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
        checker.refers_to_item(span, item, table.result.ty);
        if matches!(table.result.ty, Type::Number(_)) && !(range.0..=range.1).contains(&value) {
            let text = range_text(range.0, range.1);
            let diagnostic = Diagnostic::new(
                Code::BadCell,
                format!("{value} is out of the table's range"),
            )
            .label(span, format!("{text} is declared"))
            .help("correct the number, or widen the range after `->`");
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
            "none" => "for no result write `-`".to_owned(),
            _ => format!("write {text}, or give it a value below the table: `where {word} = …`"),
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
            .find(|declared| {
                // The results of a table with several are at one place, each under its own name.
                declared.head.name.span == table.naming.span
                    && declared.head.name.value == table.naming.name
            })
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
