//! Detection of a stat of one unit that is far out of the range of all other units of its kind: likely a typing error.
//!
//! Reports: E0679.

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{FieldId, KindId, NONE, Profile, RuleBook, Type, Value};

/// Minimum number of other units that define the usual range.
const MIN_OTHERS: usize = 3;
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
                diagnostics.extend(odd_one(book, KindId::new(at), stat.field));
            }
        }
    }
}

fn odd_one(book: &RuleBook, kind: KindId, field: FieldId) -> Option<Diagnostic> {
    let profiles = book.profiles.iter().filter(|profile| profile.kind == kind);
    let valued = profiles.filter_map(|profile| match profile.value(field) {
        Some(Value::Single(value)) if *value != NONE => Some((profile, i64::from(*value))),
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
    let is_low = is_odd(first.1, second.1, last.1);
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
            format!("`{name}` is {value} here, but {least} to {most} for every other {kind}"),
        )
        .label(profile.span, format!("{name} = {value}"))
        .help("correct the number; if intended, ignore this")
        .confidence(Confidence::Likely),
    )
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
