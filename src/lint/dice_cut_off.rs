//! Limits that cut off what the dice alone can show, limits that are always reached, and limits that leave one value.
//!
//! Reports: E0677.

use std::collections::BTreeSet;

use super::Context;
use super::readings::{Names, names_of, terms};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Expr, Naming, RuleBook, range_text, walk_statement, walk_within};
use sandtable_source::Span;

/// Depth to which names are followed to their values.
const MAX_DEPTH: usize = 2;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for list in book.modifiers.iter().filter(|list| !list.lines.is_empty()) {
        let place = list.naming.span;
        diagnostics.extend(of_one_value(&list.naming, list.limit, place));
    }
    let mut seen = BTreeSet::new();
    for (naming, body) in book.bodies() {
        let names = names_of(body);
        for statement in body {
            walk_statement(statement, &mut |expr| {
                walk_within(expr, &mut |inner| {
                    let found = of_limit(book, naming, inner, &names);
                    diagnostics.extend(found.filter(|_| seen.insert(inner.span)));
                });
            });
        }
    }
}

/// A sum: the range of its dice, its constant part, and whether it has other terms.
#[derive(Debug, Default)]
struct Sum {
    dice: Option<(i64, i64)>,
    number: i64,
    has_rest: bool,
    /// Some of the dice are subtracted.
    is_difference: bool,
}

fn sum_of<'e>(book: &RuleBook, expr: &'e Expr, names: &Names<'e>) -> Sum {
    let mut sum = Sum::default();
    terms(expr, names, false, MAX_DEPTH, &mut |term, is_negative| {
        if let Some((least, most)) = dice_range(book, term) {
            let (low, high) = sum.dice.unwrap_or_default();
            sum.is_difference |= is_negative;
            sum.dice = Some((low + least, high + most));
        } else if let Some(number) = term.literal() {
            let number = i64::from(number);
            sum.number += if is_negative { -number } else { number };
        } else {
            sum.has_rest = true;
        }
    });
    sum
}

/// Returns the least and the most that dice show.
fn dice_range(book: &RuleBook, expr: &Expr) -> Option<(i64, i64)> {
    if let Some((count, sides)) = expr.numbered_dice() {
        let count = i64::from(count);
        return Some((count, count * i64::from(sides)));
    }
    let die = book.dice.get(expr.rolled_die()?.at());
    let die = die.filter(|die| die.is_numeric())?;
    let (least, most) = (die.faces.iter().min()?, die.faces.iter().max()?);
    Some((i64::from(*least), i64::from(*most)))
}

fn of_limit<'e>(
    book: &RuleBook,
    naming: &Naming,
    expr: &'e Expr,
    names: &Names<'e>,
) -> Option<Diagnostic> {
    let (value, low, high) = expr.limited()?;
    if let Some(found) = of_one_value(naming, (low, high), expr.span) {
        let is_calculated = value.constant_value().is_none() && value.field().is_none();
        return is_calculated.then_some(found);
    }
    let (low, high) = (i64::from(low), i64::from(high));
    let sum = sum_of(book, value, names);
    let (least, most) = sum.dice.filter(|_| !sum.is_difference)?;
    let total = (least + sum.number, most + sum.number);
    let shown = range_text(clamped(total.0), clamped(total.1));
    let limits = range_text(clamped(low), clamped(high));
    let is_constant = !sum.has_rest && (total.1 <= low || total.0 >= high);
    let cuts_high = sum.number <= 0 && most > high && total.1 > high;
    let cuts_low = sum.number >= 0 && least < low && total.0 < low;
    let message = match (is_constant, cuts_high || cuts_low) {
        (true, _) => "this limit is always reached: the dice make no difference",
        (false, true) => "this limit cuts off results of the dice themselves",
        (false, false) => return None,
    };
    Some(
        Diagnostic::new(Code::DiceCutOff, message)
            .label(value.span, format!("the dice give {shown}"))
            .label(expr.span, format!("limited to {limits}"))
            .help("correct the limit or the dice; if intended, ignore this")
            .cite(naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
    )
}

/// Returns the finding about a limit whose ends are equal.
fn of_one_value(naming: &Naming, (low, high): (i32, i32), place: Span) -> Option<Diagnostic> {
    let finding = Diagnostic::new(
        Code::DiceCutOff,
        format!("this limit leaves one value: the result is always {low}"),
    );
    let finding = finding
        .label(place, format!("limited to {low}..{high}"))
        .help("correct one end of the limit")
        .cite(naming.citations.iter().map(String::as_str));
    (low == high).then_some(finding)
}

fn clamped(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(if number < 0 { i32::MIN } else { i32::MAX })
}
