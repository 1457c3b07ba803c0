//! Edits of sections and values by their paths.

use std::ops::Range;

use sandtable_diagnostic::{Diagnostics, Severity};
use sandtable_source::Span;

use super::super::read;
use super::layout::{indent_of, next_line, spliced, start_of_comments, start_of_line};
use super::value::{rewritten, written_key};
use super::{Node, NodeKind, Step, TomlSection, TomlValue, find_in, toml_sections};

/// A change of a text. A path begins with the names of a heading: `unit`, `garrison`, `men`.
#[derive(Debug, Clone, PartialEq)]
pub enum TomlEdit {
    /// Gives a key a value; adds what is not there of its section, key and record.
    Set(Vec<Step>, TomlValue),
    /// Removes a key, or a section with those below it and the comments directly above it.
    Remove(Vec<Step>),
    /// Moves a section with those below it to the place of another with the same names but the last.
    Move(Vec<Step>, Vec<Step>),
}

impl TomlEdit {
    /// Returns a text after edits, each of what the one before it has left.
    ///
    /// Errors: the text has an error, before or afterwards; a path leads nowhere.
    pub fn make(edits: &[Self], text: &str) -> Result<String, String> {
        if let Some(fault) = fault_of(text) {
            return Err(format!("correct this text first: {fault}"));
        }
        let mut edited = text.to_owned();
        for edit in edits {
            edited = match edit {
                Self::Set(path, value) => set(&edited, path, value)?,
                Self::Remove(path) => remove(&edited, path)?,
                Self::Move(path, to) => move_section(&edited, path, to)?,
            };
        }
        match fault_of(&edited) {
            Some(fault) => Err(format!("the text could not be read afterwards: {fault}")),
            None => Ok(edited),
        }
    }
}

/// Returns the first error of a text that is no TOML.
fn fault_of(text: &str) -> Option<String> {
    let mut diagnostics = Diagnostics::default();
    read::sections_of(Span::nowhere().file, text, &mut diagnostics);
    let mut errors = diagnostics.iter();
    let error = errors.find(|finding| finding.severity() == Severity::Error)?;
    let at = error.labels.first().map_or(0, |label| label.span.start);
    let line = text.get(..at).unwrap_or_default().matches('\n').count() + 1;
    Some(format!("{}, in line {line}", error.message))
}

/// Returns a path as a designer would write it: `unit.garrison.men`.
fn shown(path: &[Step]) -> String {
    let steps = path.iter().map(|step| match step {
        Step::Name(name) => name.clone(),
        Step::At(number) => (number + 1).to_string(),
    });
    steps.collect::<Vec<_>>().join(".")
}

fn nothing_at(path: &[Step]) -> String {
    format!("the text has no `{}`", shown(path))
}

/// Returns the value at a path.
fn value_at<'s>(sections: &'s [TomlSection], path: &[Step]) -> Option<&'s Node> {
    sections.iter().find_map(|section| {
        let rest = path.strip_prefix(section.path.as_slice())?;
        if rest.is_empty() {
            return None;
        }
        find_in(&section.entries, rest)
    })
}

fn set(text: &str, path: &[Step], value: &TomlValue) -> Result<String, String> {
    let sections = toml_sections(text);
    if let Some(node) = value_at(&sections, path) {
        let span = node.span.clone();
        let source = text.get(span.clone()).unwrap_or_default();
        return Ok(spliced(text, span, &rewritten(source, value)));
    }
    if sections
        .iter()
        .any(|section| !path.is_empty() && section.path.starts_with(path))
    {
        return Err(format!("`{}` is a section, not a value", shown(path)));
    }
    let Some((Step::Name(key), parent)) = path.split_last() else {
        return Err(nothing_at(path));
    };
    if let Some(node) = value_at(&sections, parent) {
        let NodeKind::Table(_) = node.kind else {
            return Err(format!("`{}` holds no keys", shown(parent)));
        };
        let TomlValue::Table(mut pairs) = node.value() else {
            return Err(nothing_at(parent));
        };
        pairs.push((key.clone(), value.clone()));
        let span = node.span.clone();
        let source = text.get(span.clone()).unwrap_or_default();
        return Ok(spliced(
            text,
            span,
            &rewritten(source, &TomlValue::Table(pairs)),
        ));
    }
    let line = format!("{} = {}", written_key(key), value.written());
    match sections.iter().find(|section| section.path == parent) {
        Some(section) => Ok(with_line(text, &sections, section, &line)),
        None => with_section(text, &sections, parent, &line),
    }
}

/// The line end of a text.
fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// Adds a line to a section, after its last key.
fn with_line(text: &str, sections: &[TomlSection], section: &TomlSection, line: &str) -> String {
    let end = line_end(text);
    if section.path.is_empty() && section.entries.is_empty() {
        return match sections.get(1) {
            Some(next) => {
                let at = start_of_comments(text, next.span.start);
                spliced(text, at..at, &format!("{line}{end}{end}"))
            }
            None if text.is_empty() || text.ends_with('\n') => format!("{text}{line}{end}"),
            None => format!("{text}{end}{line}{end}"),
        };
    }
    let indent = section
        .entries
        .last()
        .map_or("", |entry| indent_of(text, entry.span.start));
    spliced(
        text,
        section.last..section.last,
        &format!("{end}{indent}{line}"),
    )
}

/// Adds a section with one line, after the last one whose heading has most of its first names.
fn with_section(
    text: &str,
    sections: &[TomlSection],
    path: &[Step],
    line: &str,
) -> Result<String, String> {
    let heading = heading(sections, path)?;
    let n_shared = |section: &TomlSection| {
        let pairs = section.path.iter().zip(path);
        pairs.take_while(|(one, other)| one == other).count()
    };
    let most = sections.iter().map(n_shared).max().unwrap_or(0);
    let is_last = |section: &&TomlSection| most > 0 && n_shared(section) == most;
    let end = line_end(text);
    let lines = format!("{heading}{end}{line}{end}");
    let Some(before) = sections.iter().rfind(is_last) else {
        let text = text.trim_end();
        let gap = if text.is_empty() {
            String::new()
        } else {
            format!("{end}{end}")
        };
        return Ok(format!("{text}{gap}{lines}"));
    };
    let at = before.span.end;
    let rest = text.get(at..).unwrap_or_default().trim_start();
    let indent = indent_of(text, text.len() - rest.len());
    let gap = if rest.is_empty() {
        String::new()
    } else {
        format!("{end}{indent}")
    };
    let start = text.get(..at).unwrap_or_default();
    Ok(format!("{start}{end}{end}{lines}{gap}{rest}"))
}

/// Returns the heading of a new section.
fn heading(sections: &[TomlSection], path: &[Step]) -> Result<String, String> {
    let names: Vec<String> = path
        .iter()
        .filter_map(|step| match step {
            Step::Name(name) => Some(written_key(name)),
            Step::At(_) => None,
        })
        .collect();
    let names = names.join(".");
    match path.split_last() {
        Some((Step::At(number), list)) => {
            let is_before = |section: &TomlSection| {
                let rest = section.path.strip_prefix(list);
                rest.is_some_and(|rest| rest.first() == Some(&Step::At(number.saturating_sub(1))))
            };
            // A list of sections grows by one at its end.
            if *number > 0 && !sections.iter().any(is_before) {
                return Err(nothing_at(path));
            }
            Ok(format!("[[{names}]]"))
        }
        Some((Step::Name(_), _)) => Ok(format!("[{names}]")),
        None => Err("a value needs a key".to_owned()),
    }
}

fn remove(text: &str, path: &[Step]) -> Result<String, String> {
    let sections = toml_sections(text);
    if let Some(node) = value_at(&sections, path) {
        return without_value(text, &sections, path, node).ok_or_else(|| nothing_at(path));
    }
    let is_in = |section: &&TomlSection| !path.is_empty() && section.path.starts_with(path);
    let gone: Vec<&TomlSection> = sections.iter().filter(is_in).collect();
    if gone.is_empty() {
        return Err(nothing_at(path));
    }
    let mut rest = text.to_owned();
    for section in gone.into_iter().rev() {
        let start = start_of_comments(&rest, section.span.start);
        let before = rest.get(..start).unwrap_or_default().trim_end();
        let after = rest.get(section.span.end..).unwrap_or_default();
        let line = next_line(after, 0);
        let after = after
            .get(line..)
            .unwrap_or_default()
            .trim_start_matches(['\r', '\n']);
        let end = line_end(&rest);
        rest = match (before.is_empty(), after.is_empty()) {
            (true, _) => after.to_owned(),
            (false, true) => format!("{before}{end}"),
            (false, false) => format!("{before}{end}{end}{after}"),
        };
    }
    Ok(rest)
}

/// Removes a value: an entry with its line, else a part of a list or a record.
fn without_value(
    text: &str,
    sections: &[TomlSection],
    path: &[Step],
    node: &Node,
) -> Option<String> {
    let mut entries = sections.iter().flat_map(|section| &section.entries);
    if let Some(entry) = entries.find(|entry| entry.node.span == node.span) {
        let line = start_of_line(text, entry.span.start);
        return Some(spliced(text, line..next_line(text, entry.span.end), ""));
    }
    let (last, parent) = path.split_last()?;
    let holder = value_at(sections, parent)?;
    let value = match (holder.value(), last) {
        (TomlValue::List(mut items), Step::At(number)) => {
            items.remove(*number);
            TomlValue::List(items)
        }
        (TomlValue::Table(mut pairs), Step::Name(name)) => {
            pairs.retain(|(key, _)| key != name);
            TomlValue::Table(pairs)
        }
        _ => return None,
    };
    let span = holder.span.clone();
    let source = text.get(span.clone())?;
    Some(spliced(text, span, &rewritten(source, &value)))
}

fn move_section(text: &str, path: &[Step], to: &[Step]) -> Result<String, String> {
    let sections = toml_sections(text);
    let blocks = siblings(text, &sections, path);
    let place = |wanted: &[Step]| {
        let found = blocks
            .iter()
            .position(|(name, _)| name.as_slice() == wanted);
        found.ok_or_else(|| nothing_at(wanted))
    };
    let (from, to) = (place(path)?, place(to)?);
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    let moved = order.remove(from);
    order.insert(to, moved);
    let mut result = String::new();
    let mut next = 0;
    for ((_, slot), other) in blocks.iter().zip(order) {
        let (_, block) = blocks.get(other).ok_or_else(|| nothing_at(path))?;
        // What is between the members is not moved.
        result.push_str(text.get(next..slot.start).unwrap_or_default());
        result.push_str(text.get(block.clone()).unwrap_or_default());
        next = slot.end;
    }
    result.push_str(text.get(next..).unwrap_or_default());
    Ok(result)
}

/// Returns the sections with the names of a path but the last, each with those below it and the comments directly above it.
fn siblings(text: &str, sections: &[TomlSection], path: &[Step]) -> Vec<(Vec<Step>, Range<usize>)> {
    let Some((_, parent)) = path.split_last() else {
        return Vec::new();
    };
    let mut blocks: Vec<(Vec<Step>, Range<usize>)> = Vec::new();
    let mut is_open = false;
    for section in sections {
        let name = section.path.get(..path.len());
        let Some(name) = name.filter(|name| name.starts_with(parent)) else {
            is_open = false;
            continue;
        };
        match blocks.last_mut() {
            Some((open, span)) if is_open && open.as_slice() == name => span.end = section.span.end,
            Some(_) | None => {
                let start = start_of_comments(text, section.span.start);
                blocks.push((name.to_vec(), start..section.span.end));
            }
        }
        is_open = true;
    }
    blocks
}
