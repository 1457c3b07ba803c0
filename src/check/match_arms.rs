//! `depending on`: a line for each value, and none left over.
//!
//! Reports: E0209, E0211, E0214, E0302.

use super::scope::Scope;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::{describe, words_of};
use sandtable_model::{Arm, Expr, Type};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;
use std::cmp::Ordering;

/// Most numbers for which a `depending on` is checked one by one.
const MOST_NUMBERS: i64 = 1000;
/// Most values without a line that are named.
const MOST_NAMED: usize = 8;

impl Scope<'_, '_> {
    /// Checks `depending on` and its lines.
    pub(super) fn depending(
        &mut self,
        value: &ast::Expr,
        arms: &[Spanned<ast::Arm>],
        span: Span,
    ) -> (Expr, Vec<Arm>) {
        let value = self.expr(value, None);
        let value = self.some(value);
        let value = self.whole(value);
        let values = self.arm_values(&value);
        let mut left: Vec<(i32, String)> = values.clone();
        let mut built: Vec<Arm> = Vec::new();
        let mut taken: Vec<((i32, i32), Span)> = Vec::new();
        let mut otherwise: Option<Span> = None;
        for arm in arms {
            let ranges = match &arm.value.values {
                None => {
                    if let Some(first) = otherwise {
                        self.report(super::declare::twice("otherwise", arm.span, first));
                    }
                    otherwise = Some(arm.span);
                    Vec::new()
                }
                Some(cell) => self.arm_ranges(cell, value.ty),
            };
            for range in &ranges {
                let clash = taken
                    .iter()
                    .find(|((low, high), _)| *low <= range.1 && range.0 <= *high);
                if let Some((_, first)) = clash {
                    let first = *first;
                    self.report(
                        Diagnostic::new(
                            Code::TableOverlap,
                            "an earlier line already has this value",
                        )
                        .label(arm.span, "here again")
                        .label(first, "first here")
                        .help("delete it from one of the lines"),
                    );
                }
                left.retain(|(value, _)| *value < range.0 || *value > range.1);
            }
            taken.extend(ranges.iter().map(|range| (*range, arm.span)));
            let body = self.block(&arm.value.body);
            built.push(Arm {
                ranges,
                body,
                span: arm.span,
            });
        }
        built.sort_by_key(|arm| arm.ranges.is_empty());
        let left = match values.is_empty() {
            true => self.number_gaps(&value, &taken),
            false => Some(left.into_iter().map(|(_, word)| word).collect()),
        };
        let open = left.is_none() && value.ty != Type::Unknown;
        let left: Vec<String> = left.unwrap_or_default();
        if otherwise.is_none() && (open || !left.is_empty()) {
            let message = match left.as_slice() {
                [] => "some values are not handled".to_owned(),
                [word] => format!("`{word}` is not handled"),
                words => {
                    let n_more = words.len().saturating_sub(MOST_NAMED);
                    let named = words.get(..MOST_NAMED).unwrap_or(words).join("`, `");
                    match n_more {
                        0 => format!("`{named}` are not handled"),
                        n => format!("`{named}` and {n} more are not handled"),
                    }
                }
            };
            self.report(
                Diagnostic::new(Code::UnhandledOutcome, message)
                    .label(span, "")
                    .help(if open {
                        "add a line `otherwise: …` for all other numbers"
                    } else {
                        "add a line for it, or `otherwise: …` for all the rest"
                    }),
            );
        }
        if let Some(place) = otherwise
            && !open
            && value.ty != Type::Unknown
            && left.is_empty()
        {
            self.report(
                Diagnostic::new(Code::NeverReached, "`otherwise` is never used")
                    .label(place, "")
                    .help("delete it: every value has a line"),
            );
        }
        (value, built)
    }

    /// The stretches of a number's range that no line takes, `2001 to 5000`; `None` if its range is not known.
    fn number_gaps(&self, value: &Expr, taken: &[((i32, i32), Span)]) -> Option<Vec<String>> {
        let (low, high) = if let Type::Number(_) = value.ty {
            self.range_of(value)?
        } else {
            return None;
        };
        let mut taken: Vec<(i64, i64)> = taken
            .iter()
            .map(|((low, high), _)| (i64::from(*low), i64::from(*high)))
            .collect();
        taken.sort_unstable();
        let mut next = i64::from(low);
        let mut gaps = Vec::new();
        let end = (i64::from(high) + 1, i64::from(high) + 1);
        for (from, to) in taken.into_iter().chain([end]) {
            let last = (from - 1).min(i64::from(high));
            match last.cmp(&next) {
                Ordering::Less => {}
                Ordering::Equal => gaps.push(next.to_string()),
                Ordering::Greater => gaps.push(format!("{next} to {last}")),
            }
            next = next.max(to + 1);
        }
        Some(gaps)
    }

    /// All that a value may be, with its words; empty if that is too much to name one by one.
    fn arm_values(&self, value: &Expr) -> Vec<(i32, String)> {
        let book = &self.checker.book;
        match value.ty {
            Type::Number(_) => match self.range_of(value) {
                Some((low, high)) if i64::from(high) - i64::from(low) < MOST_NUMBERS => (low
                    ..=high)
                    .map(|number| (number, number.to_string()))
                    .collect(),
                _ => Vec::new(),
            },
            Type::Words(_) => words_of(book, value.ty)
                .into_iter()
                .enumerate()
                .map(|(at, word)| (i32::try_from(at).unwrap_or(0), word))
                .collect(),
            Type::Flag => vec![(1, "yes".to_owned()), (0, "no".to_owned())],
            Type::Face(id) => book.dice.get(id.at()).map_or_else(Vec::new, |die| {
                let mut faces = die.faces.clone();
                faces.sort_unstable();
                faces.dedup();
                faces
                    .into_iter()
                    .map(|face| {
                        let word = usize::try_from(face)
                            .ok()
                            .and_then(|at| die.words.get(at).cloned());
                        (face, word.unwrap_or_else(|| face.to_string()))
                    })
                    .collect()
            }),
            Type::Dice | Type::Unit(_) | Type::Unknown | Type::Place | Type::Side => Vec::new(),
        }
    }

    pub(super) fn arm_ranges(&mut self, cell: &Spanned<ast::Cell>, ty: Type) -> Vec<(i32, i32)> {
        let mut ranges = Vec::new();
        for item in &cell.value {
            self.checker.refers_to_item(cell.span, item, ty);
            if matches!(ty, Type::Unknown) {
                // What makes it unknown is reported.
                continue;
            }
            match super::tables::item_values(&self.checker.book, item, ty) {
                Some(found) => ranges.extend(found),
                None => {
                    let known = words_of(&self.checker.book, ty);
                    let text = describe(&self.checker.book, ty);
                    let word = if let ast::CellItem::Word(word) = item {
                        word.as_str()
                    } else {
                        ""
                    };
                    let message = match word {
                        "" => format!("this is not {text}"),
                        word => format!("`{word}` is not {text}"),
                    };
                    let diagnostic = Diagnostic::new(Code::UnknownWord, message)
                        .label(cell.span, "")
                        .suggest(word, known.iter().map(String::as_str));
                    self.report(match known.is_empty() {
                        true => diagnostic.help("write `7`, `4-6` or `10+`"),
                        false => diagnostic.help(format!("use one of {}", known.join(", "))),
                    });
                }
            }
        }
        if ranges.is_empty() && !matches!(ty, Type::Unknown) {
            // An empty list would be an `otherwise`.
            ranges.push((i32::MAX, i32::MAX));
        }
        ranges
    }
}
