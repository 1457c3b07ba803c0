//! Values set in the text of a TOML file, without touching the rest of it.

use std::ops::Range;

use sandtable_diagnostic::Diagnostics;
use sandtable_source::Span;

use super::profile::{Stat, Value};
use super::read;

/// Whether a text has a value or a heading at a path of names, such as `["unit", "garrison"]`.
pub fn has_value(text: &str, path: &[&str]) -> bool {
    sections(text).is_some_and(|sections| find(&sections, path).is_some())
}

/// Returns the text with a value, as TOML writes it, at a path of names, such as `["unit", "garrison", "men"]`. What is written there
/// is replaced; otherwise a line is added, under a heading of its own if need be.
///
/// `None` if the text cannot be read, or a part of the path is no table.
pub fn with_value(text: &str, path: &[&str], value: &str) -> Option<String> {
    let sections = sections(text)?;
    let (key, parents) = path.split_last()?;
    if let Some(stat) = find(&sections, path) {
        let span = stat.value.span;
        let is_heading = matches!(stat.value.value, Value::Inline(_))
            && !text.get(span.start..span.end)?.starts_with('{');
        return (!is_heading).then(|| replaced(text, span.start..span.end, value));
    }
    if parents.is_empty() {
        return Some(format!("{key} = {value}\n{text}"));
    }
    let entries = match find(&sections, parents) {
        Some(parent) => match &parent.value.value {
            Value::Inline(entries) => entries.as_slice(),
            Value::Number(_)
            | Value::Flag(_)
            | Value::Word(_)
            | Value::List(_)
            | Value::Decimal(_)
            | Value::Other(_)
            | Value::Unreadable => return None,
        },
        None => &[],
    };
    if let Some(first) = entries.first() {
        let at = first.key.span.start;
        let before = text.get(..at)?;
        let line = before.rsplit('\n').next().unwrap_or(before);
        // In a line of its own if the first entry has one, else beside it: `{ a = 1, b = 2 }`.
        let end = if line.trim().is_empty() { "\n" } else { ", " };
        return Some(replaced(text, at..at, &format!("{key} = {value}{end}")));
    }
    let heading = format!("[{}]", parents.join("."));
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        at += line.len();
        if line.trim() == heading {
            let end = if line.ends_with('\n') { "" } else { "\n" };
            return Some(replaced(text, at..at, &format!("{end}{key} = {value}\n")));
        }
    }
    let end = if text.ends_with('\n') { "" } else { "\n" };
    Some(format!("{text}{end}\n{heading}\n{key} = {value}\n"))
}

/// Returns the names of the headings of a text that have this name below them: `combatant` of `[combatant.riflemen]`.
pub fn headings_of(text: &str, name: &str) -> Vec<String> {
    let sections = sections(text).unwrap_or_default();
    let with_name = sections.iter().filter(|stat| match &stat.value.value {
        Value::Inline(entries) => entries.iter().any(|entry| entry.key.value == name),
        Value::Number(_)
        | Value::Flag(_)
        | Value::Word(_)
        | Value::List(_)
        | Value::Decimal(_)
        | Value::Other(_)
        | Value::Unreadable => false,
    });
    with_name.map(|stat| stat.key.value.clone()).collect()
}

/// The text with something else in place of a range.
fn replaced(text: &str, span: Range<usize>, with: &str) -> String {
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    format!("{before}{with}{after}")
}

fn sections(text: &str) -> Option<Vec<Stat>> {
    let mut diagnostics = Diagnostics::default();
    let sections = read::sections_of(Span::nowhere().file, text, &mut diagnostics)?;
    (!diagnostics.has_errors()).then_some(sections)
}

fn find<'s>(stats: &'s [Stat], path: &[&str]) -> Option<&'s Stat> {
    let (first, rest) = path.split_first()?;
    let stat = stats.iter().find(|stat| stat.key.value == *first)?;
    match (&stat.value.value, rest) {
        (_, []) => Some(stat),
        (Value::Inline(entries), rest) => find(entries, rest),
        _ => None,
    }
}
