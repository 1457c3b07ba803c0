//! Tied numbers and percentages.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_draft::keys::Key;
use sandtable_model::{NONE, Value};
use sandtable_roster::Tie;
use sandtable_source::Span;

use super::super::encode::cells::{plain, sole_number};
use super::super::question::{Pair, Question};
use super::super::solve::Session;
use super::places::number_at;
use super::{Linked, unknown_place, unknown_rule};

/// A value of the rules, and its place.
struct Ruled {
    value: f64,
    span: Span,
}

/// Compares tied numbers with stats of units, lines of modifiers, and questions that have one answer.
///
/// Returns how many could be compared.
///
/// Reports: E0730, E0732.
pub(super) fn numbers(
    linked: &Linked<'_>,
    session: &mut Session<'_>,
    found: &mut Diagnostics,
) -> usize {
    let mut n_compared = 0;
    for tie in &linked.ties.numbers {
        let printed = match number_at(linked.document, &tie.place.value) {
            Ok(printed) => printed,
            Err(why) => {
                found.push(unknown_place(tie, &why));
                continue;
            }
        };
        let ruled = match value(linked, tie, session) {
            Ok(ruled) => ruled,
            Err(why) => {
                found.push(unknown_rule(tie, &why));
                continue;
            }
        };
        n_compared += 1;
        // A penalty of 1 is the line -1.
        let is_same = (printed.value - ruled.value).abs() < 1e-9
            || tie.rule.value.contains(':')
                && (printed.value.abs() - ruled.value.abs()).abs() < 1e-9;
        if !is_same {
            found.push(
                Diagnostic::new(
                    Code::NumberDiffersFromRules,
                    format!(
                        "the manuscript says {}, `{}` of the rules is {}",
                        printed.value, tie.rule.value, ruled.value
                    ),
                )
                .label(printed.span, "in the manuscript")
                .label(ruled.span, format!("{} in the rules", ruled.value))
                .help("correct one of them")
                .confidence(Confidence::Certain),
            );
        }
    }
    n_compared
}

/// The value that a tie names.
///
/// Errors: why there is none, in words.
fn value(linked: &Linked<'_>, tie: &Tie, session: &mut Session<'_>) -> Result<Ruled, String> {
    let text = tie.rule.value.trim();
    if let Some((list, label)) = text.split_once(':') {
        return modifier(linked, list.trim(), label.trim());
    }
    if let Some((unit, stat)) = text.split_once('.')
        && !text.contains(' ')
        && let Some(ruled) = stat_of(linked, unit, stat)
    {
        return Ok(ruled);
    }
    let (question, span) = question(linked, text)?;
    let odds = session
        .odds(&question)
        .map_err(|error| no_answer(text, error))?;
    let [only] = odds.outcomes.as_slice() else {
        return Err(format!("`{text}` has several outcomes: a number needs one"));
    };
    let outcome = only.outcome.to_string();
    let value = sole_number(&outcome)
        .ok_or_else(|| format!("`{text}` gives {outcome}, which is no number"))?;
    Ok(Ruled {
        value: f64::from(value),
        span,
    })
}

fn modifier(linked: &Linked<'_>, list: &str, label: &str) -> Result<Ruled, String> {
    let lists = &linked.book.modifiers;
    let Some(known) = lists.iter().find(|known| known.naming.name == list) else {
        return Err(format!("there is no list of modifiers `{list}`"));
    };
    let line = known
        .lines
        .iter()
        .find(|line| plain(&line.label) == plain(label));
    let line = line.ok_or_else(|| format!("`{list}` has no line \"{label}\""))?;
    Ok(Ruled {
        value: f64::from(line.amount),
        span: line.span,
    })
}

fn stat_of(linked: &Linked<'_>, unit: &str, stat: &str) -> Option<Ruled> {
    let mut profiles = linked.book.profiles.iter();
    let profile = profiles.find(|profile| profile.id == unit)?;
    let is_meant = |name: &str| name == stat || name.strip_suffix("-value") == Some(stat);
    let field = linked
        .book
        .fields
        .iter()
        .position(|field| is_meant(&field.name))?;
    let (_, value) = profile.values.iter().find(|(id, _)| id.at() == field)?;
    match value {
        Value::Single(NONE) | Value::Parts(_) | Value::Place(_) => None,
        Value::Single(value) => Some(Ruled {
            value: f64::from(*value),
            span: profile.span,
        }),
    }
}

/// The question in words, as on the command line: `to-hit range=7`; and the place of the rule that is asked.
fn question(linked: &Linked<'_>, text: &str) -> Result<(Question, Span), String> {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default();
    let book = linked.book;
    let namings = book
        .procedures
        .iter()
        .map(|procedure| &procedure.naming)
        .chain(book.tables.iter().map(|table| &table.naming));
    let mut namings = namings.filter(|naming| naming.name == name);
    let span = namings.next().map(|naming| naming.span);
    let span =
        span.ok_or_else(|| format!("the rules have no roll, table, formula or unit `{name}`"))?;
    let given: Result<Vec<Pair>, String> = words.map(str::parse).collect();
    let question = Question {
        given: given.map_err(|why| format!("`{text}`: {why}"))?,
        ..Question::new(linked.ruleset, Some(name.to_owned()))
    };
    Ok((question, span))
}

fn no_answer(text: &str, error: super::super::library::QuestionError) -> String {
    let first = error.findings().ok().and_then(|(found, _)| {
        found
            .iter()
            .next()
            .map(|finding| finding.message.to_string())
    });
    match first {
        Some(why) => format!("`{text}` has no answer: {why}"),
        None => format!("`{text}` has no answer"),
    }
}

/// Compares tied percentages with the chances of outcomes.
///
/// Returns how many could be compared.
///
/// Reports: E0730, E0733.
pub(super) fn chances(
    linked: &Linked<'_>,
    session: &mut Session<'_>,
    found: &mut Diagnostics,
) -> usize {
    let mut n_compared = 0;
    for tie in &linked.ties.chances {
        let printed = match number_at(linked.document, &tie.place.value) {
            Ok(printed) => printed,
            Err(why) => {
                found.push(unknown_place(tie, &why));
                continue;
            }
        };
        let ruled = match chance(linked, &tie.rule.value, session) {
            Ok(ruled) => ruled,
            Err(why) => {
                found.push(unknown_rule(tie, &why));
                continue;
            }
        };
        n_compared += 1;
        // A printed number is right if it is the chance rounded to its digits.
        let unit = 10_f64.powi(-i32::try_from(printed.n_decimals).unwrap_or(0));
        if (printed.value - ruled.value).abs() <= unit / 2.0 + 1e-9 {
            continue;
        }
        found.push(
            Diagnostic::new(
                Code::ChanceDiffersFromRules,
                format!(
                    "the manuscript says {} %, the chance by the rules is {:.*} %",
                    printed.value,
                    printed.n_decimals.max(1),
                    ruled.value
                ),
            )
            .label(printed.span, "in the manuscript")
            .label(ruled.span, format!("`{}`", tie.rule.value))
            .help("correct the number, or the rule")
            .confidence(Confidence::Certain),
        );
    }
    n_compared
}

/// The chance in percent of the outcomes after the colon: a word, `hit`, or numbers, `7+`.
fn chance(linked: &Linked<'_>, text: &str, session: &mut Session<'_>) -> Result<Ruled, String> {
    let (asked, wanted) = text
        .rsplit_once(':')
        .ok_or_else(|| format!("`{text}` names no outcome: write `QUESTION: OUTCOME`"))?;
    let wanted = wanted.trim();
    let (question, span) = question(linked, asked.trim())?;
    let odds = session
        .odds(&question)
        .map_err(|error| no_answer(asked, error))?;
    let key = Key::parse(wanted).filter(|key| *key != Key::Other);
    let is_meant = |outcome: &str| {
        let number = sole_number(outcome).map(i64::from);
        if let (Some(key), Some(number)) = (key, number) {
            let (low, high) = key.bounds();
            return low.is_none_or(|low| low <= number) && high.is_none_or(|high| number <= high);
        }
        plain(outcome).replace('-', " ") == plain(wanted).replace('-', " ")
    };
    let rows = odds.outcomes.iter();
    let meant: Vec<f64> = rows
        .filter(|row| is_meant(&row.outcome.to_string()))
        .map(|row| row.chance.percent())
        .collect();
    match meant.as_slice() {
        [] => Err(format!("`{}` never gives {wanted}", asked.trim())),
        chances => Ok(Ruled {
            value: chances.iter().sum(),
            span,
        }),
    }
}
