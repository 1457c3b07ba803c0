//! Values set in the text of a TOML file, without touching the rest of it.

use sandtable_diagnostic::Diagnostics;
use sandtable_source::Span;

use super::profile::{Stat, Value};
use super::read;
use super::written::{Step, TomlEdit, toml_value};

/// Whether a text has a value or a heading at a path of names, such as `["unit", "garrison"]`.
pub fn has_value(text: &str, path: &[&str]) -> bool {
    sections(text).is_some_and(|sections| find(&sections, path).is_some())
}

/// Returns the text with a value, as TOML writes it, at a path of names, such as `["unit", "garrison", "men"]`. What is written there
/// is replaced; otherwise a line is added, under a heading of its own if need be.
///
/// `None` if the text cannot be read, or a part of the path is no table.
pub fn with_value(text: &str, path: &[&str], value: &str) -> Option<String> {
    let path = path.iter().copied().map(Step::from).collect();
    let edit = TomlEdit::Set(path, toml_value(value)?);
    TomlEdit::make(&[edit], text).ok()
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
