//! Detection of a stat of one unit that is far out of the range of all other units of its kind: likely a typing error.
//!
//! Reports: E0679.

use std::collections::BTreeMap;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{FieldId, KindId, KindStat, NONE, Profile, RuleBook, Type, Value};

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
