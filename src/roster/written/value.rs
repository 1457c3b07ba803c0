//! Values: read, written, and written over others so that what is equal stays as it was.

use std::fmt::Write as _;

use toml_parser::Raw;
use toml_parser::decoder::{IntegerRadix, ScalarKind};

use super::layout::{
    after_blank, begins_line, end_of_line, indent_of, next_line, spliced, start_of_line,
};
use super::{Node, NodeKind, TomlEntry, read_value};

/// A line of a list is at most this long when an item is added to it.
const WIDTH: usize = 100;

/// A value of a TOML text.
#[derive(Debug, Clone, PartialEq)]
pub enum TomlValue {
    /// `"a text"`
    Text(String),
    /// `12`
    Whole(i64),
    /// `12.5`
    Decimal(f64),
    /// `true`
    Flag(bool),
    /// A date, as written.
    Date(String),
    /// `["turret", "elite"]`
    List(Vec<TomlValue>),
    /// `{ name = "Wood", move = 2 }`; keys in the order written.
    Table(Vec<(String, TomlValue)>),
}

impl TomlValue {
    /// Reads a value that is no list and no record; `None` if it is none.
    pub(super) fn read(raw: Raw<'_>) -> Option<Self> {
        let mut text = String::new();
        let mut errors = Vec::new();
        let kind = raw.decode_scalar(&mut text, &mut errors);
        if !errors.is_empty() {
            return None;
        }
        Some(match kind {
            ScalarKind::String => Self::Text(text),
            ScalarKind::Boolean(is_true) => Self::Flag(is_true),
            ScalarKind::DateTime => Self::Date(text),
            ScalarKind::Float => Self::Decimal(sandtable_source::decimal(&text)?),
            ScalarKind::Integer(radix) => Self::Whole(whole(&text, radix)?),
        })
    }

    /// Returns the value as a person would write it.
    pub(super) fn written(&self) -> String {
        match self {
            Self::Text(text) if text.contains('\n') => lines(text, true),
            Self::Text(text) => quoted(text),
            Self::Whole(number) => number.to_string(),
            Self::Decimal(number) if number.fract() == 0.0 => format!("{number:.1}"),
            Self::Decimal(number) => number.to_string(),
            Self::Flag(is_true) => is_true.to_string(),
            Self::Date(date) => date.clone(),
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(Self::written).collect();
                format!("[{}]", items.join(", "))
            }
            Self::Table(pairs) if pairs.is_empty() => "{}".to_owned(),
            Self::Table(pairs) => {
                let pairs: Vec<String> = pairs.iter().map(pair).collect();
                format!("{{ {} }}", pairs.join(", "))
            }
        }
    }

    /// Whether two values say the same: numbers by their value, records in any order.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Whole(one), Self::Decimal(other)) | (Self::Decimal(other), Self::Whole(one)) => {
                *one as f64 == *other
            }
            (Self::Date(one), Self::Text(other)) => one == other,
            (Self::List(one), Self::List(other)) => {
                let mut pairs = one.iter().zip(other);
                one.len() == other.len() && pairs.all(|(one, other)| one.is_same(other))
            }
            (Self::Table(one), Self::Table(other)) => {
                let has = |(key, value): &(String, Self)| {
                    let known = other.iter().find(|(known, _)| known == key);
                    known.is_some_and(|(_, known)| value.is_same(known))
                };
                one.len() == other.len() && one.iter().all(has)
            }
            _ => self == other,
        }
    }
}

/// Reads a whole number; the decoder leaves out its prefix and its underscores.
fn whole(text: &str, radix: IntegerRadix) -> Option<i64> {
    i64::from_str_radix(text, radix.value()).ok()
}

fn pair((key, value): &(String, TomlValue)) -> String {
    format!("{} = {}", written_key(key), value.written())
}

/// Returns the spelling of a key: in quotes if need be.
pub(super) fn written_key(key: &str) -> String {
    let is_bare = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    if !key.is_empty() && key.chars().all(is_bare) {
        key.to_owned()
    } else {
        quoted(key)
    }
}

/// Returns a text in quotes, in one line.
fn quoted(text: &str) -> String {
    let mut source = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => source.push_str("\\\""),
            '\n' => source.push_str("\\n"),
            letter => push_escaped(&mut source, letter),
        }
    }
    source.push('"');
    source
}

/// Returns a text in three quotes, line by line; `is_below` if it begins in the line below the quotes.
fn lines(text: &str, is_below: bool) -> String {
    let mut source = String::from("\"\"\"");
    if is_below || text.starts_with('\n') {
        source.push('\n');
    }
    let mut n_quotes = 0;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        n_quotes = if letter == '"' { n_quotes + 1 } else { 0 };
        match letter {
            // Three of them would end the text, as would one before the end.
            '"' if n_quotes % 3 == 0 || letters.peek().is_none() => source.push_str("\\\""),
            '"' | '\n' => source.push(letter),
            letter => push_escaped(&mut source, letter),
        }
    }
    source.push_str("\"\"\"");
    source
}

fn push_escaped(source: &mut String, letter: char) {
    match letter {
        '\\' => source.push_str("\\\\"),
        '\t' => source.push('\t'),
        '\r' => source.push_str("\\r"),
        letter if letter.is_control() => {
            // A text takes what is written into it.
            let _ = write!(source, "\\u{:04X}", u32::from(letter));
        }
        letter => source.push(letter),
    }
}

/// Returns the source of a value that was written otherwise: parts that are equal stay as they are, with their layout and comments.
pub(super) fn rewritten(source: &str, value: &TomlValue) -> String {
    let Some(node) = read_value(source) else {
        return value.written();
    };
    if node.value().is_same(value) {
        return source.to_owned();
    }
    match (&node.kind, value) {
        (NodeKind::List(_), TomlValue::List(values)) => rewritten_list(source, values),
        (NodeKind::Table(entries), TomlValue::Table(pairs))
            if entries.iter().all(|entry| entry.keys.len() == 1) =>
        {
            rewritten_table(source, pairs)
        }
        (NodeKind::Scalar(_), TomlValue::Text(text)) => rewritten_text(source, text),
        _ => None,
    }
    .unwrap_or_else(|| value.written())
}

/// Keeps the quotes of a text of several lines.
fn rewritten_text(source: &str, text: &str) -> Option<String> {
    for quotes in ["\"\"\"", "'''"] {
        let Some(inner) = source.strip_prefix(quotes) else {
            continue;
        };
        let is_below = inner.starts_with(['\n', '\r']);
        let is_plain = |letter: char| !letter.is_control() || letter == '\n' || letter == '\t';
        if quotes == "'''"
            && !text.contains("'''")
            && !text.ends_with('\'')
            && text.chars().all(is_plain)
        {
            let start = if is_below || text.starts_with('\n') {
                "\n"
            } else {
                ""
            };
            return Some(format!("'''{start}{text}'''"));
        }
        return Some(lines(text, is_below));
    }
    None
}

/// Makes one difference between a list and its new items after the other.
fn rewritten_list(source: &str, values: &[TomlValue]) -> Option<String> {
    let mut source = source.to_owned();
    let n_before = items_of(&source)?.len();
    // Each step makes one item right, or removes one.
    for _ in 0..=n_before + values.len() {
        let items = items_of(&source)?;
        let old: Vec<TomlValue> = items.iter().map(Node::value).collect();
        let mut pairs = old.iter().zip(values);
        let first = pairs
            .by_ref()
            .take_while(|(one, other)| one.is_same(other))
            .count();
        let (old_rest, new_rest) = (old.get(first..)?, values.get(first..)?);
        let backwards = old_rest.iter().rev().zip(new_rest.iter().rev());
        let last = backwards
            .take_while(|(one, other)| one.is_same(other))
            .count();
        let old_rest = old_rest.get(..old_rest.len() - last)?;
        let new_rest = new_rest.get(..new_rest.len() - last)?;
        let is_in =
            |value: &TomlValue, rest: &[TomlValue]| rest.iter().any(|one| one.is_same(value));
        source = match (old_rest.split_first(), new_rest.split_first()) {
            (None, None) => return Some(source),
            (None, Some((new, _))) => inserted(&source, &items, first, new)?,
            (Some(_), None) => removed(&source, &items, first)?,
            (Some((one, _)), Some((new, rest)))
                if old_rest.len() < new_rest.len() && is_in(one, rest) =>
            {
                inserted(&source, &items, first, new)?
            }
            (Some((_, rest)), Some((new, _)))
                if old_rest.len() > new_rest.len() && is_in(new, rest) =>
            {
                removed(&source, &items, first)?
            }
            (Some(_), Some((new, _))) => {
                let span = items.get(first)?.span.clone();
                let item = rewritten(source.get(span.clone())?, new);
                spliced(&source, span, &item)
            }
        };
    }
    None
}

fn items_of(source: &str) -> Option<Vec<Node>> {
    match read_value(source)?.kind {
        NodeKind::List(items) => Some(items),
        NodeKind::Scalar(_) | NodeKind::Table(_) => None,
    }
}

/// Inserts an item. Items that have a line each go on doing so.
fn inserted(source: &str, items: &[Node], at: usize, value: &TomlValue) -> Option<String> {
    let item = value.written();
    let Some(before) = at.checked_sub(1).and_then(|before| items.get(before)) else {
        return Some(match items.first() {
            Some(next) if has_own_line(source, next) => {
                let indent = indent_of(source, next.span.start);
                let with = format!("{item},\n{indent}");
                spliced(source, next.span.start..next.span.start, &with)
            }
            Some(next) => spliced(
                source,
                next.span.start..next.span.start,
                &format!("{item}, "),
            ),
            None if source.contains('\n') => {
                let close = source.len().checked_sub(1)?;
                spliced(source, close..close, &format!("  {item},\n"))
            }
            None => format!("[{item}]"),
        });
    };
    let end = before.span.end;
    let line_length = end_of_line(source, end) - start_of_line(source, end);
    let breaks = has_own_line(source, before) || line_length + item.len() > WIDTH;
    if !breaks {
        return Some(spliced(source, end..end, &format!(", {item}")));
    }
    let indent = match indent_of(source, end) {
        "" => "  ",
        indent => indent,
    };
    let rest = source.get(end..end_of_line(source, end))?.trim_start();
    let comma = rest.strip_prefix(',');
    // A comment at the end of the line is about the item before.
    if comma.unwrap_or(rest).trim_start().starts_with('#') {
        let line_end = end_of_line(source, end);
        let (own, other) = if comma.is_some() {
            ("", ",")
        } else {
            (",", "")
        };
        let with = spliced(
            source,
            line_end..line_end,
            &format!("\n{indent}{item}{other}"),
        );
        return Some(spliced(&with, end..end, own));
    }
    Some(spliced(source, end..end, &format!(",\n{indent}{item}")))
}

/// Whether an item begins a line, and is not in that of the bracket.
fn has_own_line(source: &str, item: &Node) -> bool {
    start_of_line(source, item.span.start) > 0 && begins_line(source, item.span.start)
}

/// Removes an item with a comma on one side of it, and with its line if it has one.
fn removed(source: &str, items: &[Node], at: usize) -> Option<String> {
    let item = items.get(at)?;
    remove_part(
        source,
        item.span.clone(),
        at.checked_sub(1)
            .and_then(|before| items.get(before))
            .map(|before| before.span.end),
    )
}

/// Removes a part of a list or a record; `before` is the end of the part before it.
fn remove_part(
    source: &str,
    part: std::ops::Range<usize>,
    before: Option<usize>,
) -> Option<String> {
    let comma = after_blank(source, part.end);
    if source.get(comma..)?.starts_with(',') {
        let after = source.get(comma + 1..)?;
        let end = comma + 1 + (after.len() - after.trim_start_matches([' ', '\t']).len());
        let line = start_of_line(source, part.start);
        let rest = source.get(end..end_of_line(source, end))?;
        let ends_line = rest.is_empty() || rest.starts_with('#');
        if line > 0 && begins_line(source, part.start) && ends_line && end < source.len() {
            return Some(spliced(source, line..next_line(source, end), ""));
        }
        return Some(spliced(source, part.start..end, ""));
    }
    // A comma may be the end of a list; it is if a comment follows it.
    let from = before.filter(|before| {
        let between = source.get(*before..part.start).unwrap_or_default();
        between
            .chars()
            .all(|letter| letter == ',' || letter.is_whitespace())
    });
    Some(spliced(source, from.unwrap_or(part.start)..part.end, ""))
}

/// Makes one difference between a record and its new pairs after the other.
fn rewritten_table(source: &str, pairs: &[(String, TomlValue)]) -> Option<String> {
    let mut source = source.to_owned();
    let n_before = entries_of(&source)?.len();
    for _ in 0..=n_before + pairs.len() {
        let entries = entries_of(&source)?;
        let is_key = |entry: &TomlEntry, key: &String| entry.keys.first() == Some(key);
        let is_gone = |entry: &TomlEntry| !pairs.iter().any(|(key, _)| is_key(entry, key));
        let gone = entries.iter().position(is_gone);
        if let Some(at) = gone {
            let before = at.checked_sub(1).and_then(|before| entries.get(before));
            let span = entries.get(at)?.span.clone();
            source = remove_part(&source, span, before.map(|before| before.span.end))?;
            continue;
        }
        let known = |key: &String| entries.iter().find(|entry| is_key(entry, key));
        let differs = |(key, value): &&(String, TomlValue)| {
            known(key).is_none_or(|entry| !entry.node.value().is_same(value))
        };
        let Some((key, value)) = pairs.iter().find(differs) else {
            return Some(source);
        };
        source = match (known(key), entries.last()) {
            (Some(entry), _) => {
                let span = entry.node.span.clone();
                let with = rewritten(source.get(span.clone())?, value);
                spliced(&source, span, &with)
            }
            (None, Some(last)) => {
                let with = format!(", {}", pair(&(key.clone(), value.clone())));
                spliced(&source, last.span.end..last.span.end, &with)
            }
            (None, None) => format!("{{ {} }}", pair(&(key.clone(), value.clone()))),
        };
    }
    None
}

fn entries_of(source: &str) -> Option<Vec<TomlEntry>> {
    match read_value(source)?.kind {
        NodeKind::Table(entries) => Some(entries),
        NodeKind::Scalar(_) | NodeKind::List(_) => None,
    }
}
