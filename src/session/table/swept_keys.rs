//! The keys of a table that have several values.

use sandtable_diagnostic::{Code, Diagnostic, grouped};
use sandtable_model::Type;

use super::TABLE_QUESTIONS;
use crate::library::{QuestionError, Ruleset, RulesetProvider};
use crate::question::{Question, Values};

/// A key with several values.
pub(super) struct SweptKey {
    pub(super) key: String,
    pub(super) values: Vec<String>,
    /// Whether the values are all of `*`: those with an invalid question are left out.
    pub(super) is_every: bool,
}

pub(super) fn refuse(message: impl Into<String>, help: &str) -> QuestionError {
    let finding = Diagnostic::new(Code::BadArgument, message).help(help);
    QuestionError::Malformed(Box::new(finding))
}

/// Returns the words of a scale from one to another, `odds=1:2..2:1`, or the numbers in halves, quarters or eighths, `weight=1/2..2`; none
/// if the second is the lower one.
///
/// Errors: the key has no values in order, or not these.
fn values_between(
    ruleset: &Ruleset,
    question: &Question,
    key: &str,
    (low, high): (&str, &str),
) -> Result<Values, QuestionError> {
    let ty = ruleset.type_of(question, key);
    if let Some(parts) = ty.and_then(Type::parts) {
        let number = |end: &str| {
            let message = || format!("`{end}` is not a number in {}", parts.word());
            parts.read(end).ok_or_else(|| malformed(message()))
        };
        let between = number(low)?..=number(high)?;
        // More than can be asked in one table.
        let between = between.take(TABLE_QUESTIONS + 1);
        return Ok(Values::Listed(between.map(|one| parts.text(one)).collect()));
    }
    let Some(words) = ty.and_then(|ty| ruleset.scale(ty)) else {
        return Err(refuse(
            format!("the values of `{key}` have no order"),
            "list them with commas: `…=first,second`; a range is of numbers or of the words of a scale",
        ));
    };
    let place = |end: &str| {
        let at = words.iter().position(|word| word == end);
        at.ok_or_else(|| malformed(format!("`{end}` is not one of {}", words.join(", "))))
    };
    let (first, last) = (place(low)?, place(high)?);
    let n_words = (last + 1).saturating_sub(first);
    let between = words.iter().skip(first).take(n_words);
    Ok(Values::Listed(between.cloned().collect()))
}

fn malformed(message: String) -> QuestionError {
    QuestionError::Malformed(Box::new(Diagnostic::new(Code::BadArgument, message)))
}

/// Returns the keys with several values, with these values.
///
/// Errors: a key without values, too many keys with several, or too many questions.
pub(super) fn spreads(
    question: &Question,
    is_compared: bool,
    library: &mut dyn RulesetProvider,
) -> Result<Vec<SweptKey>, QuestionError> {
    let ruleset = library.ruleset(&question.ruleset, &question.variants)?;
    let mut spreads: Vec<(String, Values, bool)> = Vec::new();
    for pair in &question.given {
        let is_every = pair.is_every();
        if !is_every && ruleset.takes_set(question, &pair.key) {
            continue;
        }
        let values = match is_every {
            true => ruleset.every(question, &pair.key).ok_or_else(|| {
                let message = format!("the values of `{}` cannot all be listed", pair.key);
                refuse(
                    message,
                    "name them: `…=first,second`, or as numbers: `…=0..15`",
                )
            })?,
            false => match pair.values() {
                Some(values) => values,
                None => match pair.ends_of_words() {
                    Some((low, high)) => values_between(ruleset, question, &pair.key, (low, high))?,
                    None => continue,
                },
            },
        };
        if values.count() == 0 {
            let message = format!("`{pair}` has no values: the first is higher than the second");
            return Err(refuse(message, "write the lower one first: `range=0..12`"));
        }
        spreads.push((pair.key.clone(), values, is_every));
    }
    if spreads.len() > 2 {
        let message = "more than two keys have several values";
        return Err(refuse(message, "narrow the question"));
    }
    let counts = spreads
        .iter()
        .map(|(_, values, _)| u128::from(values.count()));
    let of_cell = if is_compared { 2 } else { 1 };
    let n_questions = counts.fold(of_cell, u128::saturating_mul);
    if n_questions > TABLE_QUESTIONS as u128 {
        return Err(too_many(&spreads, n_questions));
    }
    let spreads = spreads.into_iter().map(|(key, values, is_every)| SweptKey {
        key,
        values: values.written(),
        is_every,
    });
    Ok(spreads.collect())
}

/// Returns the error of a table with too many questions.
fn too_many(spreads: &[(String, Values, bool)], n_questions: u128) -> QuestionError {
    let grouped = |n: u128| grouped(u64::try_from(n).unwrap_or(u64::MAX));
    let message = format!(
        "this table has {} questions, more than {}",
        grouped(n_questions),
        grouped(TABLE_QUESTIONS as u128)
    );
    let of_key = |(key, values, _): &(String, Values, bool)| {
        format!("`{key}` has {} values", grouped(values.count().into()))
    };
    let keys: Vec<String> = spreads.iter().map(of_key).collect();
    let help = match spreads {
        [(key, Values::Range(low, _), _)] => {
            let most = i64::try_from(TABLE_QUESTIONS / 2).unwrap_or(0);
            let last = (i64::from(*low) + most - 1).min(i64::from(i32::MAX));
            format!("narrow it to a part, `{key}={low}..{last}`")
        }
        _ => "give fewer values of one of them".to_owned(),
    };
    refuse(message, &format!("{}; {help}", keys.join(", ")))
}
