//! Lists of circumstances with signed numbers, as modifiers of the language.

use super::grids::{Context, ModifierColumns};
use super::names::{Names, is_taken_by_language, slug};
use super::{Declared, Piece, Sort, quoted};

/// Beginnings of circumstances that are counted.
const COUNTED: [&str; 6] = [
    "per ",
    "each ",
    "for each ",
    "every ",
    "for every ",
    "for each additional ",
];

/// Makes a list of modifiers of a grid: a fact for each circumstance, which the players supply until a rule does.
pub(super) fn encode_modifiers(
    context: &Context,
    columns: ModifierColumns,
    names: &mut Names,
) -> Piece {
    let name = names.new_name(&context.title, "modifiers");
    let mut facts = Vec::new();
    let mut lines = Vec::new();
    let mut open = Vec::new();
    for row in 0..context.printed.rows.len() {
        let words = context.text(row, columns.words).to_owned();
        let printed = context
            .text(row, columns.amounts)
            .trim()
            .replace(['−', '–'], "-");
        let Some(amount) = amount(&printed) else {
            open.push(format!(
                "{}: how much is `{printed}` for \"{words}\"?",
                context.title
            ));
            continue;
        };
        if amount == 0 {
            continue;
        }
        let is_counted = COUNTED
            .iter()
            .any(|start| words.to_lowercase().starts_with(start));
        let fact = fact_name(&words, names);
        let (ty, clause) = match is_counted {
            true => ("0..20, default 0", "per"),
            false => ("yes or no, default no", "if"),
        };
        facts.push(format!(
            "fact {fact} {}{}: {ty}",
            quoted(&words),
            context.citation
        ));
        lines.push(format!("  {amount:+} {clause} {fact} {}", quoted(&words)));
    }
    if facts.is_empty() {
        return context.undecided("no line has a number that can be read");
    }
    facts.push(String::new());
    facts.push(format!(
        "modifiers {name} {}{}",
        context.quoted_title(),
        context.citation
    ));
    facts.extend(lines);
    Piece {
        block: context.block,
        sort: Some(Sort::Modifiers),
        declared: Some(Declared { name, roll: None }),
        lines: facts,
        written: context.written(),
        open,
        ..Piece::default()
    }
}

/// `+1`, `-2`, `+1 DRM`; `None` for a range or two numbers.
pub(crate) fn amount(text: &str) -> Option<i32> {
    let digits: String = text
        .chars()
        .take_while(|letter| letter.is_ascii_digit() || matches!(letter, '+' | '-'))
        .collect();
    let rest = text.get(digits.len()..).unwrap_or_default();
    let is_alone = !rest.contains(|letter: char| letter.is_ascii_digit() || letter == '/');
    let value: i32 = digits.strip_prefix('+').unwrap_or(&digits).parse().ok()?;
    (is_alone && (-1000..=1000).contains(&value)).then_some(value)
}

/// A name for a circumstance. A second one with the same words has a name of its own.
fn fact_name(words: &str, names: &mut Names) -> String {
    let plain = slug(words).unwrap_or_else(|| "circumstance".to_owned());
    match is_taken_by_language(&plain) {
        true => names.new_name(&format!("is {words}"), "fact"),
        false => names.new_name(words, "circumstance"),
    }
}
