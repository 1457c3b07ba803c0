//! Parts shared by declarations: heads, types, cells, titles, citations.

use crate::ast::{Cell, CellItem, Head, Literal, Measure, Name, Parameter, ResultType, Type};
use sandtable_source::Spanned;

pub(super) fn head(keyword: &str, head: &Head) -> String {
    format!("{keyword} {}", head_without_keyword(head))
}

/// `name "Title" (parameters) -> result [citations]`
pub(super) fn head_without_keyword(head: &Head) -> String {
    let mut line = head.name.value.clone();
    push_title(&mut line, head.title.as_ref());
    if let Some(parameters) = &head.parameters {
        line.push_str(&parameters_text(parameters));
    }
    match &head.result {
        None => {}
        Some(ResultType::Outcomes(words)) => line.push_str(&format!(" -> {}", list(words, ", "))),
        Some(ResultType::Several(results)) => {
            let results: Vec<String> = results.iter().map(parameter).collect();
            line.push_str(&format!(" -> {}", results.join(", ")));
        }
        Some(ResultType::Type(ty)) => line.push_str(&format!(" -> {}", type_text(&ty.value))),
    }
    if let Some(deep) = &head.deep {
        line.push_str(&format!(", at most {} deep", deep.value));
    }
    push_citations(&mut line, &head.citations);
    line
}

/// ` (firer: vehicle, target)`
pub(super) fn parameters_text(parameters: &[Parameter]) -> String {
    let parameters: Vec<String> = parameters.iter().map(parameter).collect();
    format!(" ({})", parameters.join(", "))
}

pub(super) fn parameter(parameter: &Parameter) -> String {
    let name = &parameter.name.value;
    match &parameter.ty {
        None => name.clone(),
        Some(ty) => {
            let several = if parameter.is_several { "several " } else { "" };
            format!("{name}: {several}{}", type_text(&ty.value))
        }
    }
}

pub(super) fn type_text(ty: &Type) -> String {
    let (mut text, or_none) = match ty {
        Type::Number {
            low,
            high,
            measure,
            parts,
            or_none,
        } => {
            let mut text = number_type(*low, *high, *measure);
            if let Some(parts) = parts {
                text.push_str(&format!(" by {}", parts.text(1)));
            }
            (text, *or_none)
        }
        Type::Words { words, or_none } => (list(words, " or "), *or_none),
        Type::List(kind) => (format!("list of {}", kind.value), false),
        Type::PartOf { kind, owner } => (format!("{} of {}", kind.value, owner.value), false),
        Type::Dice { count, sides } => (dice(*count, *sides), false),
    };
    if or_none {
        text.push_str(" or none");
    }
    text
}

pub(super) fn number_type(low: Option<i32>, high: Option<i32>, measure: Option<Measure>) -> String {
    let has_ends = low.is_some() || high.is_some();
    match measure.map(Measure::word) {
        None if has_ends => range(low, high),
        None => "number".to_owned(),
        Some(word) if has_ends => format!("{} {word}", range(low, high)),
        Some(word) => word.to_owned(),
    }
}

/// `0..4`, `0..`, `..4`
pub(super) fn range(low: Option<i32>, high: Option<i32>) -> String {
    let end = |end: Option<i32>| end.map(|number| number.to_string()).unwrap_or_default();
    format!("{}..{}", end(low), end(high))
}

pub(super) fn dice(count: u32, sides: u32) -> String {
    if count == 1 {
        format!("d{sides}")
    } else {
        format!("{count}d{sides}")
    }
}

pub(crate) fn cell_text(cell: &Cell) -> String {
    let items: Vec<String> = cell.iter().map(cell_item).collect();
    items.join(", ")
}

pub(super) fn cell_item(item: &CellItem) -> String {
    match item {
        CellItem::Number(number) => number.to_string(),
        // `-2-0` would be hard to read, `-3--1` more so.
        CellItem::Numbers {
            low: Some(low),
            high: Some(high),
        } if *low >= 0 && *high >= 0 => format!("{low}-{high}"),
        CellItem::Numbers { low, high } => ends(low.as_ref(), high.as_ref()),
        CellItem::Word(word) => word.clone(),
        CellItem::Words { low, high } => ends(low.as_ref(), high.as_ref()),
        CellItem::Any => "any".to_owned(),
        CellItem::Dash => "-".to_owned(),
    }
}

/// `L to H`, `M+`, `M or less`
pub(super) fn ends<T: std::fmt::Display>(low: Option<&T>, high: Option<&T>) -> String {
    match (low, high) {
        (Some(low), Some(high)) => format!("{low} to {high}"),
        (Some(low), None) => format!("{low}+"),
        (None, Some(high)) => format!("{high} or less"),
        (None, None) => "any".to_owned(),
    }
}

pub(super) fn quoted(title: &Spanned<String>) -> String {
    format!("\"{}\"", title.value)
}

pub(super) fn list(names: &[Name], between: &str) -> String {
    let names: Vec<&str> = names.iter().map(|name| name.value.as_str()).collect();
    names.join(between)
}

pub(super) fn push_literal(line: &mut String, before: &str, value: Option<&Spanned<Literal>>) {
    if let Some(value) = value {
        line.push_str(before);
        line.push_str(&value.value.text());
    }
}

pub(super) fn push_title(line: &mut String, title: Option<&Spanned<String>>) {
    if let Some(title) = title {
        line.push(' ');
        line.push_str(&quoted(title));
    }
}

pub(super) fn push_citations(line: &mut String, citations: &[Spanned<String>]) {
    if !citations.is_empty() {
        line.push_str(&format!(" [{}]", list(citations, ", ")));
    }
}

pub(super) fn widest<T: AsRef<str>>(texts: impl Iterator<Item = T>) -> usize {
    texts
        .map(|text| text.as_ref().chars().count())
        .max()
        .unwrap_or(0)
}
