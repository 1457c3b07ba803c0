//! Detection of a stat of one unit that is far out of the range of all other units of its kind, and of a limit of a `needs` that its text gives
//! otherwise: likely typing errors.
//!
//! Reports: E0679.

use std::collections::BTreeMap;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Dimension, FieldId, KindId, KindStat, NONE, Profile, RuleBook, Type, Value, walk_statements,
};
use sandtable_syntax::ast::Order;

/// Minimum number of other units that define the usual range.
const MIN_OTHERS: usize = 2;
/// Number of other units above which a value that is too low is reported, too.
const MANY_OTHERS: usize = 3;
/// Minimum distance from the usual range that is reported, as a factor.
const FACTOR: i64 = 3;
/// Maximum ratio between the usual values.
const USUAL_FACTOR: i64 = 2;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (at, kind) in book.kinds.iter().enumerate() {
        for stat in &kind.stats {
            let field = book.fields.get(stat.field.at());
            let is_number = field.is_some_and(|field| matches!(field.ty, Type::Number(_)));
            if is_number {
                diagnostics.extend(odd_one_of(book, KindId::new(at), stat.field));
            }
        }
    }
}

/// Reports a `needs` whose condition is a limit of another value than its text says: `needs side.raised < 4 "fewer than three raised"`.
pub(super) fn of_text(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (naming, body) in context.book.bodies() {
        walk_statements(body, &mut |statement| {
            if let (Some(condition), Some(text)) = (statement.needs(), statement.requirement())
                && let Some(bound) = condition.bound()
                && matches!(bound.subject.ty, Type::Number(Dimension::Any | Dimension::Plain | Dimension::Measured(_)))
                && let (Some(limit), Some(stated)) = (limit(bound.order, bound.number), limit_of_text(text))
                && limit != (stated.0, stated.1)
                // Another value may be limited the other way round.
                && (limit.0 == stated.0 || bound.number == stated.2)
            {
                diagnostics.push(
                    Diagnostic::new(
                        Code::OddValue,
                        format!("the text gives another limit than the condition: “{text}”"),
                    )
                    .label(condition.span, "the condition")
                    .help("correct one of the two; if both are right, reword the text")
                    .cite(naming.citations.iter().map(String::as_str))
                    .confidence(Confidence::Likely),
                );
            }
            true
        });
    }
}

/// Returns whether a comparison is an upper limit, and the last value within it.
fn limit(order: Order, number: i32) -> Option<(bool, i32)> {
    match order {
        Order::Less => Some((true, number.checked_sub(1)?)),
        Order::LessOrEqual => Some((true, number)),
        Order::Greater => Some((false, number.checked_add(1)?)),
        Order::GreaterOrEqual => Some((false, number)),
        Order::Equal | Order::NotEqual => None,
    }
}

/// Returns the limit that a text with a single number and without a negation gives, and that number.
fn limit_of_text(text: &str) -> Option<(bool, i32, i32)> {
    const NUMBERS: [&str; 11] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |word: &&str| {
        let named = NUMBERS.iter().position(|name| name == word);
        let named = named.and_then(|at| i32::try_from(at).ok());
        named.or_else(|| word.parse().ok())
    };
    let has_digit = |word: &&&str| word.contains(|letter: char| letter.is_ascii_digit());
    let mut numbers = words
        .iter()
        .enumerate()
        .filter_map(|(at, word)| Some((at, number(word)?)));
    let ((at, number), None) = (numbers.next()?, numbers.next()) else {
        return None;
    };
    let is_negated = words
        .iter()
        .any(|word| ["no", "not", "without", "none"].contains(word));
    if is_negated || words.iter().filter(has_digit).count() > 1 {
        return None;
    }
    let word = |back: usize| at.checked_sub(back).and_then(|at| words.get(at)).copied();
    let next = |ahead: usize| words.get(at + ahead).copied();
    let order = match (word(2), word(1), next(1), next(2)) {
        (Some("fewer" | "less"), Some("than"), ..) => Order::Less,
        (Some("more"), Some("than"), ..) => Order::Greater,
        (Some("at"), Some("least"), ..) | (_, _, Some("or"), Some("more")) => Order::GreaterOrEqual,
        (Some("at"), Some("most"), ..)
        | (_, Some("within"), ..)
        | (_, _, Some("or"), Some("fewer" | "less")) => Order::LessOrEqual,
        _ => return None,
    };
    let (is_upper, last) = limit(order, number)?;
    Some((is_upper, last, number))
}

/// Reports a unit whose stat is odd among all units of its kind, or among those of its class: those with the same word.
fn odd_one_of(book: &RuleBook, kind: KindId, field: FieldId) -> Option<Diagnostic> {
    let profiles = book.profiles.iter().filter(|profile| profile.kind == kind);
    let all: Vec<&Profile> = profiles.collect();
    let is_class = |stat: &&KindStat| {
        let field = book.fields.get(stat.field.at());
        field.is_some_and(|field| matches!(field.ty, Type::Words(_)) && !field.is_list)
    };
    let stats = book.kinds.get(kind.at()).map(|kind| &kind.stats);
    let classes = stats.into_iter().flatten().filter(is_class);
    let by_class = classes.flat_map(|class| {
        let mut members: BTreeMap<i32, Vec<&Profile>> = BTreeMap::new();
        for profile in &all {
            if let Some(Value::Single(word)) = profile.value(class.field) {
                members.entry(*word).or_default().push(profile);
            }
        }
        members.into_values()
    });
    let found = odd_one(book, kind, field, &all, false);
    found.or_else(|| {
        let by_class: Vec<Vec<&Profile>> = by_class.collect();
        by_class
            .iter()
            .find_map(|class| odd_one(book, kind, field, class, true))
    })
}

fn odd_one(
    book: &RuleBook,
    kind: KindId,
    field: FieldId,
    profiles: &[&Profile],
    is_class: bool,
) -> Option<Diagnostic> {
    // In a class of few, any value can be of another sort.
    if is_class && profiles.len() <= MANY_OTHERS {
        return None;
    }
    let is_narrow = is_class || profiles.len() <= MANY_OTHERS;
    let valued = profiles
        .iter()
        .filter_map(|profile| match profile.value(field) {
            Some(Value::Single(value)) if *value != NONE => Some((*profile, i64::from(*value))),
            _ => None,
        });
    let mut valued: Vec<(&Profile, i64)> = valued.collect();
    valued.sort_by_key(|(_, value)| *value);
    if valued.len() <= MIN_OTHERS {
        return None;
    }
    let (first, last) = (valued.first()?, valued.last()?);
    let (second, before) = (valued.get(1)?, valued.iter().rev().nth(1)?);
    let is_high = is_odd(last.1, first.1, before.1);
    // A low value among few, or in a class, is rather another sort of unit.
    let is_low = !is_narrow && is_odd(first.1, second.1, last.1);
    let (profile, value, least, most) = match (is_low, is_high) {
        (false, true) => (last.0, last.1, first.1, before.1),
        (true, false) => (first.0, first.1, second.1, last.1),
        _ => return None,
    };
    let name = book.fields.get(field.at()).map(|field| &field.name)?;
    let kind = book.kinds.get(kind.at()).map(|kind| &kind.naming.name)?;
    Some(
        Diagnostic::new(
            Code::OddValue,
            format!(
                "`{name}` is {value} here, but {least} to {most} for {}",
                others(profiles.len() - 1, kind, is_class)
            ),
        )
        .label(profile.span, format!("{name} = {value}"))
        .help("correct the number; if intended, ignore this")
        .confidence(Confidence::Likely),
    )
}

/// Names the other units: those of the kind, or those of the class.
fn others(n: usize, kind: &str, is_class: bool) -> String {
    match (n, is_class) {
        (2, _) => "both others".to_owned(),
        (_, false) => format!("every other {kind}"),
        (_, true) => format!("every other {kind} of its class"),
    }
}

/// Whether a number is far from the usual range, and would be in it with one digit left out or added.
fn is_odd(value: i64, least: i64, most: i64) -> bool {
    if least <= 0 || value <= 0 || most > least.saturating_mul(USUAL_FACTOR) {
        return false;
    }
    let usual = least..=most;
    if value >= most.saturating_mul(FACTOR) {
        return without_a_digit(value).any(|other| usual.contains(&other));
    }
    let is_short = value.saturating_mul(FACTOR) <= least;
    is_short && (0..10).any(|digit| usual.contains(&(value * 10 + digit)))
}

/// Iterates over the numbers that result from leaving out one digit.
fn without_a_digit(value: i64) -> impl Iterator<Item = i64> {
    let places = (0..18).map(|place| 10_i64.pow(place));
    places
        .take_while(move |place| *place <= value)
        .map(move |place| value / (place * 10) * place + value % place)
}
