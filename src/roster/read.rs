//! TOML text to units.

use std::ops::Range;

use toml::Spanned as Placed;
use toml::de::{DeArray, DeInteger, DeTable, DeValue};

use super::{Stat, Unit, Value, guard, reword};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{FileId, Span, Spanned};

/// Largest number of the language, up and down.
const LARGEST: i64 = 2_147_483_647;

/// A key and its value as the TOML library gives them.
type Entry<'a, 'i> = (
    &'a Placed<std::borrow::Cow<'i, str>>,
    &'a Placed<DeValue<'i>>,
);

/// The units of one file, in the order in which they stand there.
pub(super) fn units(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Vec<Unit> {
    if let Some(refusal) = guard::refuse(file, text) {
        diagnostics.push(refusal);
        return Vec::new();
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    reword::errors(file, text, &errors, diagnostics);
    let mut reader = Reader {
        file,
        text,
        diagnostics,
        units: Vec::new(),
    };
    reader.file(table.get_ref());
    reader.units.sort_by_key(|unit| unit.id.span);
    reader.units
}

struct Reader<'a> {
    file: FileId,
    text: &'a str,
    diagnostics: &'a mut Diagnostics,
    units: Vec<Unit>,
}

impl Reader<'_> {
    fn file(&mut self, table: &DeTable<'_>) {
        for (key, value) in in_order(table) {
            if let DeValue::Table(units) = value.get_ref()
                && !self.is_stat(value)
            {
                self.kind(&self.word(key), units);
            } else if self.is_double_heading(value) {
                self.double_heading(value.span());
            } else {
                self.outside(key, "stands outside of a unit", "vehicle");
            }
        }
    }

    fn kind(&mut self, kind: &Spanned<String>, units: &DeTable<'_>) {
        for (key, value) in in_order(units) {
            if let DeValue::Table(stats) = value.get_ref() {
                self.unit(kind, key, stats);
            } else if self.is_double_heading(value) {
                self.double_heading(value.span());
            } else {
                let place = format!("stands under `[{}]`, but in no unit", kind.value);
                self.outside(key, &place, &kind.value);
            }
        }
    }

    fn unit(
        &mut self,
        kind: &Spanned<String>,
        key: &Placed<std::borrow::Cow<'_, str>>,
        stats: &DeTable<'_>,
    ) {
        let id = self.word(key);
        if !is_word(&id.value) {
            self.bad_id(&id);
            return;
        }
        let mut unit = Unit {
            kind: kind.clone(),
            id,
            title: None,
            stats: Vec::new(),
        };
        for entry in in_order(stats) {
            match entry.0.get_ref().as_ref() {
                "name" => unit.title = self.title(entry.1),
                "note" => {}
                _ => unit.stats.push(self.stat(entry)),
            }
        }
        self.units.push(unit);
    }

    fn title(&mut self, value: &Placed<DeValue<'_>>) -> Option<Spanned<String>> {
        let span = self.span(value.span());
        if let DeValue::String(text) = value.get_ref() {
            return Some(Spanned::new(text.to_string(), span));
        }
        self.diagnostics.push(
            Diagnostic::new(
                Code::WrongValue,
                "`name` is the title that players see, a text",
            )
            .label(span, "not a text")
            .help("put it in quotation marks: `name = \"Panther\"`"),
        );
        None
    }

    fn stat(&self, (key, value): Entry<'_, '_>) -> Stat {
        Stat {
            key: self.word(key),
            value: self.value(value),
        }
    }

    // INVARIANT: nesting is bounded, by the TOML library for brackets and by `guard` for dots.
    fn value(&self, value: &Placed<DeValue<'_>>) -> Spanned<Value> {
        let read = match value.get_ref() {
            DeValue::String(text) => Value::Word(text.to_string()),
            DeValue::Integer(number) => integer(number),
            DeValue::Float(_) => Value::Other("a decimal number"),
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Datetime(_) => Value::Other("a date or time"),
            DeValue::Array(items) => self.list(items),
            DeValue::Table(stats) => {
                Value::Inline(in_order(stats).map(|entry| self.stat(entry)).collect())
            }
        };
        Spanned::new(read, self.span(value.span()))
    }

    fn list(&self, items: &DeArray<'_>) -> Value {
        Value::List(items.iter().map(|item| self.value(item)).collect())
    }

    fn word(&self, key: &Placed<std::borrow::Cow<'_, str>>) -> Spanned<String> {
        Spanned::new(key.get_ref().to_string(), self.span(key.span()))
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.file, range.start, range.end)
    }

    /// A table in braces, which at the top is a stat with a part for a value.
    fn is_stat(&self, value: &Placed<DeValue<'_>>) -> bool {
        self.written(value).starts_with('{')
    }

    fn is_double_heading(&self, value: &Placed<DeValue<'_>>) -> bool {
        self.written(value).starts_with("[[")
    }

    fn written(&self, value: &Placed<DeValue<'_>>) -> &str {
        self.text.get(value.span()).unwrap_or_default()
    }

    fn double_heading(&mut self, range: Range<usize>) {
        self.diagnostics.push(
            Diagnostic::new(
                Code::UnitFileSyntax,
                "this heading stands in double brackets",
            )
            .label(self.span(range), "a unit has single ones")
            .help("write `[vehicle.panther]`: the kind, a dot, the unit"),
        );
    }

    fn outside(&mut self, key: &Placed<std::borrow::Cow<'_, str>>, place: &str, kind: &str) {
        let key = self.word(key);
        self.diagnostics.push(
            Diagnostic::new(Code::UnitFileSyntax, format!("`{}` {place}", key.value))
                .label(key.span, "belongs to no unit")
                .help(format!("above the first line of a unit stands its heading, the kind and the unit: `[{kind}.panther]`")),
        );
    }

    fn bad_id(&mut self, id: &Spanned<String>) {
        self.diagnostics.push(
            Diagnostic::new(Code::UnitFileSyntax, format!("`{}` cannot be the id of a unit", id.value))
                .label(id.span, "not a word")
                .help(match word_like(&id.value) {
                    Some(word) => format!("an id has letters, digits and single hyphens: `{word}`; the title, `name = \"…\"`, may hold anything"),
                    None => "an id has letters, digits and single hyphens; the title, `name = \"…\"`, may hold anything".to_owned(),
                }),
        );
    }
}

/// The entries of a table as the author wrote them; the library sorts them by key.
fn in_order<'a, 'i>(table: &'a DeTable<'i>) -> impl Iterator<Item = Entry<'a, 'i>> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries.into_iter()
}

fn integer(number: &DeInteger<'_>) -> Value {
    match i64::from_str_radix(number.as_str(), number.radix()) {
        Ok(number) if (-LARGEST..=LARGEST).contains(&number) => Value::Number(number),
        Ok(_) | Err(_) => Value::Other("a number beyond 2,147,483,647"),
    }
}

/// Letters and digits, parts joined by single hyphens.
fn is_word(text: &str) -> bool {
    text.split('-')
        .all(|part| !part.is_empty() && part.chars().all(|letter| letter.is_ascii_alphanumeric()))
}

/// The nearest word to a text that is none.
fn word_like(text: &str) -> Option<String> {
    let spaced: String = text
        .chars()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                ' '
            }
        })
        .collect();
    let word = spaced.split_whitespace().collect::<Vec<_>>().join("-");
    (text.is_ascii() && !word.is_empty()).then_some(word)
}
