//! Reader of units from TOML.

use std::ops::Range;

use toml::Spanned as Placed;
use toml::de::{DeArray, DeInteger, DeTable, DeValue, Error};

use super::{Stat, Unit, Unread, Value, control_characters, limits, toml_errors};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use sandtable_source::{FileId, Span, Spanned};

/// Maximum absolute value of a number.
const LARGEST: i64 = 2_147_483_647;

/// A key and its value in the types of the TOML library.
type TomlEntry<'a, 'i> = (
    &'a Placed<std::borrow::Cow<'i, str>>,
    &'a Placed<DeValue<'i>>,
);

/// Returns the units of one file, in the order written.
pub(super) fn units(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Vec<Unit> {
    if let Some(refusal) = limits::refuse(file, text) {
        diagnostics.push(refusal);
        return Vec::new();
    }
    control_characters::report(file, text, diagnostics);
    let whole = TomlSection { start: 0, text };
    let (table, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        return RosterReader::new(file, whole, Vec::new(), diagnostics).units(table.get_ref());
    }
    // Parsed heading by heading, so that an open bracket affects the lines up to the next heading only.
    let mut units = Vec::new();
    for section in sections(text) {
        let (repaired, mut errors) = without_lost_lines(section.text);
        let (table, further) = DeTable::parse_recoverable(&repaired);
        errors.extend(further);
        let damage = toml_errors::errors(file, section, &errors, diagnostics);
        units.extend(RosterReader::new(file, section, damage, diagnostics).units(table.get_ref()));
    }
    units
}

/// Returns all keys of a file, with headings as nested parts; `None` if the file cannot be parsed at all.
///
/// Reports: E0407.
pub(super) fn sections_of(
    file: FileId,
    text: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<Stat>> {
    if let Some(refusal) = limits::refuse(file, text) {
        diagnostics.push(refusal);
        return None;
    }
    control_characters::report(file, text, diagnostics);
    let whole = TomlSection { start: 0, text };
    let (table, errors) = DeTable::parse_recoverable(text);
    let damage = toml_errors::errors(file, whole, &errors, diagnostics);
    let reader = RosterReader::new(file, whole, damage, diagnostics);
    let stats = in_order(table.get_ref()).map(|entry| reader.stat(entry));
    Some(stats.collect())
}

/// A section of a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct TomlSection<'a> {
    /// Byte offset in the file.
    pub(super) start: usize,
    pub(super) text: &'a str,
}

/// Returns the sections of a file that contain errors.
pub(super) fn unread<'t>(
    file: FileId,
    text: &'t str,
    diagnostics: &Diagnostics,
) -> impl Iterator<Item = Unread> + use<'t> {
    let errors = diagnostics
        .iter()
        .filter(|finding| finding.severity() == Severity::Error);
    let labels = errors.flat_map(|finding| &finding.labels);
    let of_file = labels.filter(|label| label.span.file == file);
    let faults: Vec<usize> = of_file.map(|label| label.span.start).collect();
    let parts = match faults.is_empty() {
        true => Vec::new(),
        false => sections(text),
    };
    let is_unread = move |part: &TomlSection<'_>| {
        let end = part.start + part.text.len();
        let mut faults = faults.iter();
        faults.any(|fault| (part.start..end).contains(fault) || *fault == end && end == text.len())
    };
    parts.into_iter().filter(is_unread).map(move |part| Unread {
        span: Span::new(file, part.start, part.start + part.text.len()),
        words: words(part.text).map(str::to_owned).collect(),
    })
}

/// Iterates over the words of a section that may be ids, keys or values.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines();
    let said = lines.map(|line| line.split('#').next().unwrap_or_default());
    said.flat_map(|line| line.split(|letter: char| !letter.is_alphanumeric() && letter != '-'))
        .filter(|word| word.contains(char::is_alphabetic))
}

/// Splits a text before each heading.
fn sections(text: &str) -> Vec<TomlSection<'_>> {
    let mut cuts = vec![0];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if at > 0 && is_heading(line) {
            cuts.push(at);
        }
        at += line.len();
    }
    let ends = cuts.iter().skip(1).copied().chain([text.len()]);
    cuts.iter()
        .zip(ends)
        .map(|(start, end)| TomlSection {
            start: *start,
            text: text.get(*start..end).unwrap_or_default(),
        })
        .collect()
}

/// Whether a line is a heading such as `[vehicle.panther`, at the left margin; an entry of a list begins with a quotation mark
/// instead.
fn is_heading(line: &str) -> bool {
    let name = line.trim_start_matches('[');
    let n_brackets = line.len() - name.len();
    let first = name.chars().next();
    (1..=2).contains(&n_brackets)
        && first.is_some_and(char::is_alphabetic)
        && !name.trim_end().ends_with(',')
}

/// Maximum number of rounds of repair.
const MOST_ROUNDS: usize = 8;

/// Returns the text with lines without a valid `=` replaced by spaces, and their errors: the library skips the lines after such
/// a line. Offsets are unchanged.
fn without_lost_lines(text: &str) -> (String, Vec<Error>) {
    let mut text = text.to_owned();
    let mut lost = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let (_, errors) = DeTable::parse_recoverable(&text);
        let losing: Vec<Error> = errors
            .into_iter()
            .filter(|error| toml_errors::loses_lines(error.message()))
            .collect();
        if losing.is_empty() {
            break;
        }
        for place in losing.iter().filter_map(Error::span) {
            blank_line(&mut text, place.start);
        }
        lost.extend(losing);
    }
    (text, lost)
}

fn blank_line(text: &mut String, at: usize) {
    let start = text
        .get(..at)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |line_end| line_end + 1);
    let rest = text.get(start..).unwrap_or_default();
    let length = rest.find('\n').unwrap_or(rest.len());
    let in_range = text.is_char_boundary(start) && start + length <= text.len();
    if in_range {
        text.replace_range(start..start + length, &" ".repeat(length));
    }
}

/// A value that is unreliable because of a syntax error in it.
#[derive(Debug, Clone)]
pub(super) struct Damage {
    /// Byte offset in the section.
    pub(super) at: usize,
    /// Whether only the quotation marks are missing, so that the value is known.
    pub(super) is_unquoted: bool,
}

struct RosterReader<'a> {
    file: FileId,
    section: TomlSection<'a>,
    /// The damaged values, in order of their offsets.
    damage: Vec<Damage>,
    /// Whether all damaged values lack only their quotation marks.
    is_sound: bool,
    diagnostics: &'a mut Diagnostics,
    units: Vec<Unit>,
}

impl<'a> RosterReader<'a> {
    fn new(
        file: FileId,
        section: TomlSection<'a>,
        damage: Vec<Damage>,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Self {
            file,
            section,
            is_sound: damage.iter().all(|damage| damage.is_unquoted),
            damage,
            diagnostics,
            units: Vec::new(),
        }
    }

    fn units(mut self, table: &DeTable<'_>) -> Vec<Unit> {
        self.file(table);
        self.units.sort_by_key(|unit| unit.id.span);
        self.units
    }

    fn file(&mut self, table: &DeTable<'_>) {
        if let Some(key) = scenario_key(table) {
            let span = self.span(key.span());
            self.diagnostics.push(
                Diagnostic::new(
                    Code::UnitFileSyntax,
                    "this is a scenario among the unit files",
                )
                .label(span, "only for scenarios")
                .help("move the file into the folder `scenarios` beside the unit files"),
            );
            return;
        }
        for (key, value) in in_order(table) {
            if let DeValue::Table(units) = value.get_ref()
                && !self.is_stat(value)
            {
                self.kind(&self.word(key), units);
            } else if self.is_double_heading(value) {
                self.double_heading(value.span());
            } else {
                self.outside(key, "is outside a unit", "vehicle");
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
                let place = format!("is below `[{}]`, but in no unit", kind.value);
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
            if self.damage_in(&key.span()).is_none() {
                self.bad_id(&id);
            }
            return;
        }
        let mut unit = Unit {
            kind: kind.clone(),
            id,
            title: None,
            stats: Vec::new(),
            is_sound: self.is_sound,
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
                "`name` must be a text: the title that players see",
            )
            .label(span, "not a text")
            .help("put it in quotes: `name = \"Panther\"`"),
        );
        None
    }

    fn stat(&self, (key, value): TomlEntry<'_, '_>) -> Stat {
        Stat {
            key: self.word(key),
            value: self.value(value),
        }
    }

    // INVARIANT: nesting is bounded, by the TOML library for brackets and by `guard` for dots.
    fn value(&self, value: &Placed<DeValue<'_>>) -> Spanned<Value> {
        let span = self.span(value.span());
        match (self.damage_in(&value.span()), value.get_ref()) {
            (Some(true), DeValue::Array(_) | DeValue::Table(_)) | (None, _) => {}
            (Some(true), _) => return Spanned::new(unquoted(self.written(value)), span),
            (Some(false), _) => return Spanned::new(Value::Unreadable, span),
        }
        let read = match value.get_ref() {
            DeValue::String(text) => Value::Word(text.to_string()),
            DeValue::Integer(number) => integer(number),
            DeValue::Float(number) => Value::Decimal(number.as_str().to_owned()),
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Datetime(_) => Value::Other("a date or time"),
            DeValue::Array(items) => self.list(items),
            DeValue::Table(stats) => self.inline(stats),
        };
        Spanned::new(read, span)
    }

    /// Returns, for a range of the section with a syntax error, whether only quotation marks are missing; `None` without an error.
    fn damage_in(&self, range: &Range<usize>) -> Option<bool> {
        let first = self
            .damage
            .partition_point(|damage| damage.at < range.start);
        let from = self.damage.iter().skip(first);
        let inside = from.take_while(|damage| damage.at <= range.end);
        let are_unquoted = inside.map(|damage| damage.is_unquoted);
        are_unquoted.reduce(|all, one| all && one)
    }

    fn inline(&self, stats: &DeTable<'_>) -> Value {
        Value::Inline(in_order(stats).map(|entry| self.stat(entry)).collect())
    }

    fn list(&self, items: &DeArray<'_>) -> Value {
        Value::List(items.iter().map(|item| self.value(item)).collect())
    }

    fn word(&self, key: &Placed<std::borrow::Cow<'_, str>>) -> Spanned<String> {
        Spanned::new(key.get_ref().to_string(), self.span(key.span()))
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span::new(
            self.file,
            self.section.start + range.start,
            self.section.start + range.end,
        )
    }

    /// Whether a value is an inline table, which at the top level is a stat whose value is a part.
    fn is_stat(&self, value: &Placed<DeValue<'_>>) -> bool {
        self.written(value).starts_with('{')
    }

    fn is_double_heading(&self, value: &Placed<DeValue<'_>>) -> bool {
        self.written(value).starts_with("[[")
    }

    fn written(&self, value: &Placed<DeValue<'_>>) -> &str {
        self.section.text.get(value.span()).unwrap_or_default()
    }

    fn double_heading(&mut self, range: Range<usize>) {
        self.diagnostics.push(
            Diagnostic::new(Code::UnitFileSyntax, "this heading has double brackets")
                .label(self.span(range), "single ones for a unit")
                .help("write the kind, a dot and the unit: `[vehicle.panther]`"),
        );
    }

    fn outside(&mut self, key: &Placed<std::borrow::Cow<'_, str>>, place: &str, kind: &str) {
        let key = self.word(key);
        self.diagnostics.push(
            Diagnostic::new(Code::UnitFileSyntax, format!("`{}` {place}", key.value))
                .label(key.span, "in no unit")
                .help(format!(
                    "add the heading of the unit above its first line, the kind and the unit: \
                    `[{kind}.panther]`"
                )),
        );
    }

    fn bad_id(&mut self, id: &Spanned<String>) {
        self.diagnostics.push(
            Diagnostic::new(
                Code::UnitFileSyntax,
                format!("`{}` cannot be the id of a unit", id.value),
            )
            .label(id.span, "not a word")
            .help(match word_like(&id.value) {
                Some(word) => format!(
                    "use letters, digits and single hyphens: `{word}`; the title, `name = \
                        \"…\"`, may contain anything"
                ),
                None => "use letters, digits and single hyphens; the title, `name = \"…\"`, may \
                        contain anything"
                    .to_owned(),
            }),
        );
    }
}

/// Returns the key by which a scenario names its rules, which no unit file has outside of its units.
fn scenario_key<'a, 'i>(table: &'a DeTable<'i>) -> Option<&'a Placed<std::borrow::Cow<'i, str>>> {
    let (key, value) = table.get_key_value("rules")?;
    matches!(value.get_ref(), DeValue::String(_)).then_some(key)
}

/// Iterates over the entries of a table in the order written; the library sorts them by key.
fn in_order<'a, 'i>(table: &'a DeTable<'i>) -> impl Iterator<Item = TomlEntry<'a, 'i>> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries.into_iter()
}

/// Returns the presumable value of a text whose quotation marks are missing.
fn unquoted(text: &str) -> Value {
    match text.to_lowercase().as_str() {
        "yes" | "on" | "true" => Value::Flag(true),
        "no" | "off" | "false" => Value::Flag(false),
        _ => Value::Word(text.to_owned()),
    }
}

fn integer(number: &DeInteger<'_>) -> Value {
    match i64::from_str_radix(number.as_str(), number.radix()) {
        Ok(number) if (-LARGEST..=LARGEST).contains(&number) => Value::Number(number),
        Ok(_) | Err(_) => Value::Other("a number beyond 2,147,483,647"),
    }
}

/// Whether a text consists of letters and digits, in parts joined by single hyphens.
pub(crate) fn is_word(text: &str) -> bool {
    text.split('-')
        .all(|part| !part.is_empty() && part.chars().all(|letter| letter.is_ascii_alphanumeric()))
}

/// Returns a text with other characters replaced by hyphens, so that it is a word; `None` if it is not ASCII or nothing is left.
pub(crate) fn word_like(text: &str) -> Option<String> {
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
