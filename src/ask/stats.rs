//! Stats as units, hexes and sides say them, against what their kinds declare.
//!
//! Reports: E0401 to E0404, E0406.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics, a, suggest};
use sandtable_model::board::Measure;
use sandtable_model::literals::{Ranged, describe, literal, words_of};
use sandtable_model::{
    Dimension, FieldId, Kind, KindId, KindStat, NONE, Profile, ProfileId, RuleBook, Type, Value,
};
use sandtable_roster as roster;
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::{Literal, Parts};

/// Returns the declared type as text: `a list of gun`.
fn list_text(book: &RuleBook, ty: Type) -> String {
    format!("a list of {}", describe(book, ty).trim_start_matches("a "))
}

/// Reads the stats of units, hexes and sides against their kinds. Parts that are written in place become profiles.
pub struct StatReader<'r> {
    /// The book, to which parts that are written in place are added.
    pub book: &'r mut RuleBook,
    /// The kinds of the book, which parts do not change.
    pub kinds: &'r [Kind],
    /// Receives the findings.
    pub diagnostics: &'r mut Diagnostics,
    /// Units that others may name as parts, by their ids.
    pub ids: &'r BTreeMap<&'r str, ProfileId>,
}

impl StatReader<'_> {
    /// Returns the values of a unit's fields: the given ones, and the defaults of the others.
    pub fn values(
        &mut self,
        kind: KindId,
        stats: &[roster::Stat],
        title: &str,
        head: Span,
    ) -> Vec<(FieldId, Value)> {
        let mut values = self.stated_values(kind, stats);
        let Some(kind) = self.kinds.get(kind.at()) else {
            return values;
        };
        for declared in &kind.stats {
            let is_said = stats
                .iter()
                .any(|stat| stat.key.value == declared.naming.name);
            if is_said || self.is_misspelt(kind, stats, &declared.naming.name) {
                continue;
            }
            match (declared.default, declared.optional) {
                (Some(value), _) => values.push((declared.field, Value::Single(value))),
                (None, true) => values.push((declared.field, Value::Single(NONE))),
                (None, false) => self.missing(kind, declared, title, head),
            }
        }
        values
    }

    /// Returns the given values.
    pub fn stated_values(&mut self, kind: KindId, stats: &[roster::Stat]) -> Vec<(FieldId, Value)> {
        let Some(kind) = self.kinds.get(kind.at()) else {
            return Vec::new();
        };
        let is_table = self.book.board == Some(Measure::Inches);
        let mut values = Vec::new();
        for stat in stats {
            // How large it is; on a table every unit may say so.
            if is_table && matches!(stat.key.value.as_str(), "base" | "shape") {
                continue;
            }
            // Read by the roster for units with a heading; a part in braces has them among its stats.
            if matches!(stat.key.value.as_str(), "name" | "note") {
                continue;
            }
            if stat.key.value == "traits" {
                values.extend(self.traits(kind, &stat.value));
                continue;
            }
            let declared = kind
                .stats
                .iter()
                .find(|declared| declared.naming.name == stat.key.value);
            match declared {
                Some(declared) => {
                    if let Some(value) = self.value(declared, &stat.value) {
                        values.push((declared.field, value));
                    }
                }
                // Printed on the card of a unit, unless its kind has a stat of that name.
                None if stat.key.value == "text" => {}
                None => self.unknown_key(kind, &stat.key),
            }
        }
        values
    }

    fn unknown_key(&mut self, kind: &Kind, key: &Spanned<String>) {
        // Tracks are set in scenarios; those of places on a map, too.
        let places = self.book.changing_places();
        let places = places.and_then(|kind| self.book.kinds.get(kind.at()));
        let is_place = places.is_some_and(|places| places.naming.name == kind.naming.name);
        let stats = kind.stats.iter().map(|stat| stat.naming.name.as_str());
        let mut known: Vec<&str> = match is_place {
            true => kind.names_of_values().collect(),
            false => stats.collect(),
        };
        known.extend(["name", "note", "traits"]);
        let is_track = kind
            .tracks
            .iter()
            .any(|track| track.naming.name == key.value);
        let is_trait = kind.traits.iter().any(|field| {
            self.book
                .fields
                .get(field.at())
                .is_some_and(|field| field.name == key.value)
        });
        let name = &kind.naming.name;
        let finding =
            |message: String| Diagnostic::new(Code::UnknownKey, message).label(key.span, "");
        if self.book.poison.has(&key.value) {
            return;
        }
        self.diagnostics.push(if is_track {
            finding(format!(
                "`{}` is a track, which a unit file cannot set",
                key.value
            ))
            .help("declare its start in its kind: `starts 2`; rules change it during play")
        } else if is_trait {
            finding(format!("`{}` is a trait", key.value))
                .help(format!("write `traits = [\"{}\"]`", key.value))
        } else {
            finding(format!("{} has no `{}`", a(name), key.value))
                .suggest(&key.value, known.iter().copied())
                .help(format!("keys of {}: {}", a(name), known.join(", ")))
        });
    }

    /// Whether a stat seems to be said under a misspelt name.
    fn is_misspelt(&self, kind: &Kind, stats: &[roster::Stat], name: &str) -> bool {
        let unknown = stats.iter().filter(|stat| {
            let is_known = |known: &KindStat| known.naming.name == stat.key.value;
            stat.key.value != "traits" && !kind.stats.iter().any(is_known)
        });
        unknown
            .filter_map(|stat| suggest::nearest(&stat.key.value, [name]))
            .next()
            .is_some()
    }

    /// Returns a value that the unit file may contain, as an example.
    fn sample(&self, declared: &KindStat) -> String {
        let Some(field) = self.book.fields.get(declared.field.at()) else {
            return String::new();
        };
        let words = words_of(self.book, field.ty);
        match (field.ty, field.is_list) {
            (_, true) => "[\"…\"]".to_owned(),
            (Type::Number(Dimension::Parts(parts)), _) => format!("\"{}\"", parts.text(1)),
            (Type::Number(_), _) => declared.low.max(0).to_string(),
            (Type::Flag, _) => "true".to_owned(),
            (Type::Dice, _) => "\"2d6\"".to_owned(),
            (Type::Unit(_), _) => "\"…\"".to_owned(),
            (Type::Place, _) if self.book.board == Some(Measure::Areas) => "\"…\"".to_owned(),
            (Type::Place, _) => "\"C4\"".to_owned(),
            _ => format!("\"{}\"", words.first().map_or("…", String::as_str)),
        }
    }

    /// The declared type of a stat.
    fn declared_as(&self, declared: &KindStat) -> String {
        let book = &self.book;
        match book.fields.get(declared.field.at()) {
            Some(field) if field.is_list => list_text(book, field.ty),
            Some(field) if matches!(field.ty, Type::Number(_)) => {
                book.describe(field.ty, declared.low, declared.high)
            }
            Some(field) => describe(book, field.ty),
            None => String::new(),
        }
    }

    fn missing(&mut self, kind: &Kind, declared: &KindStat, title: &str, head: Span) {
        let (text, sample) = (self.declared_as(declared), self.sample(declared));
        self.diagnostics.push(
            Diagnostic::new(
                Code::MissingStat,
                format!("{title} has no `{}`", declared.naming.name),
            )
            .label(head, format!("required for every {}", kind.naming.name))
            .label(declared.naming.span, text)
            .help(format!(
                "add a line like `{} = {sample}`",
                declared.naming.name
            )),
        );
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other value is of the wrong sort and is reported"
    )]
    fn traits(&mut self, kind: &Kind, value: &Spanned<roster::Value>) -> Vec<(FieldId, Value)> {
        let roster::Value::List(list) = &value.value else {
            self.diagnostics.push(
                Diagnostic::new(Code::WrongValue, "expected a list of traits")
                    .label(value.span, format!("this is {}", value.value.type_name()))
                    .help("write `traits = [\"one\", \"two\"]`"),
            );
            return Vec::new();
        };
        let book = &self.book;
        let known: Vec<(String, FieldId)> = kind
            .traits
            .iter()
            .filter_map(|field| Some((book.fields.get(field.at())?.name.clone(), *field)))
            .collect();
        let mut found = Vec::new();
        for one in list {
            let word = match &one.value {
                roster::Value::Word(word) => word.as_str(),
                _ => "",
            };
            match known.iter().find(|(name, _)| name == word) {
                Some((_, field)) => found.push((*field, Value::Single(1))),
                None if book.poison.has(word) => {}
                None => {
                    let names: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
                    let diagnostic = Diagnostic::new(
                        Code::UnknownKey,
                        format!("{} has no trait `{word}`", a(&kind.naming.name)),
                    )
                    .label(one.span, "")
                    .suggest(word, names.iter().copied());
                    let diagnostic = if names.is_empty() {
                        diagnostic.help(format!(
                            "list it in `kind {}`: `traits …`",
                            kind.naming.name
                        ))
                    } else {
                        diagnostic.help(format!("its traits are {}", names.join(", ")))
                    };
                    self.diagnostics.push(diagnostic);
                }
            }
        }
        found
    }

    fn value(&mut self, declared: &KindStat, value: &Spanned<roster::Value>) -> Option<Value> {
        let field = self.book.fields.get(declared.field.at())?.clone();
        if let (true, roster::Value::List(list)) = (field.is_list, &value.value) {
            let parts: Vec<ProfileId> = list
                .iter()
                .filter_map(|one| self.part(declared, field.ty, one))
                .collect();
            return Some(Value::Parts(parts));
        }
        match (&value.value, field.ty) {
            (_, _) if field.is_list => {
                self.wrong(declared, value, &list_text(self.book, field.ty));
                None
            }
            (_, Type::Unit(_)) => self
                .part(declared, field.ty, value)
                .map(|part| Value::Parts(vec![part])),
            // What is wrong is already told.
            (roster::Value::Unreadable, _) | (_, Type::Unknown) => None,
            (roster::Value::Flag(flag), Type::Flag) => Some(Value::Single(i32::from(*flag))),
            (
                roster::Value::Word(text) | roster::Value::Decimal(text),
                Type::Number(Dimension::Parts(_)),
            ) => self.literal(declared, Literal::Word(text.clone()), value),
            (roster::Value::Number(number), _) => {
                let Ok(number) = i32::try_from(*number) else {
                    self.wrong(declared, value, "a smaller number");
                    return None;
                };
                self.literal(declared, Literal::Number(number), value)
            }
            (roster::Value::Word(word), Type::Place) if word == "none" && declared.optional => {
                Some(Value::Single(NONE))
            }
            // Where it is, the map of each question says.
            (roster::Value::Word(word), Type::Place) if word != "none" => {
                Some(Value::Place(Spanned::new(word.clone(), value.span)))
            }
            (roster::Value::Word(word), Type::Words(_) | Type::Face(_) | Type::Dice) => {
                self.literal(declared, Literal::Word(word.clone()), value)
            }
            (_, ty) => {
                let wanted = describe(self.book, ty);
                self.wrong(declared, value, &wanted);
                None
            }
        }
    }

    fn wrong(&mut self, declared: &KindStat, value: &Spanned<roster::Value>, wanted: &str) {
        let mut diagnostic = Diagnostic::new(
            Code::WrongValue,
            format!("`{}` is {}", declared.naming.name, wanted),
        )
        .label(value.span, format!("this is {}", value.value.type_name()))
        .label(declared.naming.span, "declared here");
        if let (roster::Value::Word(word), true) = (&value.value, wanted == "a number")
            && word.parse::<i32>().is_ok()
        {
            diagnostic = diagnostic.instead(word.clone()).help(format!(
                "delete the quotes: `{} = {word}`",
                declared.naming.name
            ));
        }
        if let roster::Value::Decimal(text) = &value.value
            && let Some(help) = self.parts_for(declared, text)
        {
            diagnostic = diagnostic.help(help);
        }
        if wanted == "yes or no" {
            diagnostic = diagnostic.help("write `true` or `false`, without quotes");
        }
        self.report_with_sample(declared, diagnostic);
    }

    /// Returns how to declare a stat for a decimal number, if it is a whole number of halves, quarters or eighths.
    fn parts_for(&self, declared: &KindStat, text: &str) -> Option<String> {
        let Type::Number(dimension) = self.book.fields.get(declared.field.at())?.ty else {
            return None;
        };
        let (_, parts) = Parts::Eighths.reduced(Parts::Eighths.read(text)?);
        let measure = match dimension {
            Dimension::Measured(measure) => format!(", without `{}`", measure.word()),
            Dimension::Any | Dimension::Plain | Dimension::Parts(_) | Dimension::Degrees => {
                String::new()
            }
        };
        Some(format!(
            "write a whole number; or declare the stat in {}{measure}: `by {}`",
            parts.word(),
            parts.text(1)
        ))
    }

    /// Reports a finding about the value of a stat; without other help it shows how such a value is written.
    fn report_with_sample(&mut self, declared: &KindStat, mut diagnostic: Diagnostic) {
        if diagnostic.help.is_none() {
            let sample = self.sample(declared);
            let name = &declared.naming.name;
            diagnostic = diagnostic.help(format!("write it like `{name} = {sample}`"));
        }
        self.diagnostics.push(diagnostic);
    }

    fn literal(
        &mut self,
        declared: &KindStat,
        literal_value: Literal,
        value: &Spanned<roster::Value>,
    ) -> Option<Value> {
        let ty = self.book.fields.get(declared.field.at())?.ty;
        let ranged = Ranged {
            ty,
            low: declared.low,
            high: declared.high,
            or_none: false,
        };
        match literal(self.book, &Spanned::new(literal_value, value.span), ranged) {
            Ok(value) => Some(Value::Single(value)),
            Err(diagnostic) => {
                let code = if diagnostic.code == Code::OutOfRange {
                    Code::OutOfRange
                } else {
                    Code::WrongValue
                };
                let diagnostic = Diagnostic { code, ..diagnostic };
                let diagnostic = diagnostic.label(declared.naming.span, "declared here");
                self.report_with_sample(declared, diagnostic);
                None
            }
        }
    }

    /// A part: another unit by its id, or one written in place.
    fn part(
        &mut self,
        declared: &KindStat,
        ty: Type,
        value: &Spanned<roster::Value>,
    ) -> Option<ProfileId> {
        let Type::Unit(kinds) = ty else { return None };
        match &value.value {
            roster::Value::Word(id) => {
                let found = self.ids.get(id.as_str()).copied();
                let kind = found.and_then(|id| self.book.profiles.get(id.at()));
                match (found, kind) {
                    (Some(part), Some(profile)) if kinds.has(profile.kind) => Some(part),
                    (Some(_), Some(profile)) => {
                        let wanted = describe(self.book, ty);
                        let kind = self.book.kinds.get(profile.kind.at());
                        let is = kind.map_or("", |kind| kind.naming.name.as_str());
                        let diagnostic = Diagnostic::new(
                            Code::WrongValue,
                            format!("`{}` must name {wanted}", declared.naming.name),
                        )
                        .label(value.span, format!("`{id}` is a {is}"))
                        .label(declared.naming.span, "declared here")
                        .help(format!("write the id of {wanted}"));
                        self.diagnostics.push(diagnostic);
                        None
                    }
                    _ if self.book.poison.has(id) => None,
                    _ => {
                        let known = self.book.profiles.iter();
                        let known: Vec<&str> = known
                            .filter(|profile| kinds.has(profile.kind))
                            .map(|profile| profile.id.as_str())
                            .collect();
                        let wanted = describe(self.book, ty);
                        let diagnostic = Diagnostic::new(
                            Code::UnknownUnit,
                            format!("there is no {} `{id}`", wanted.trim_start_matches("a ")),
                        )
                        .label(value.span, "")
                        .suggest(id, known);
                        self.diagnostics.push(diagnostic.help(
                            "give each part a heading of its own in a unit file, or write it in \
                             braces",
                        ));
                        None
                    }
                }
            }
            roster::Value::Inline(stats) => {
                let kind = (0..self.book.kinds.len())
                    .map(KindId::new)
                    .find(|kind| kinds.has(*kind))?;
                let named = stats.iter().find(|stat| stat.key.value == "name");
                let title = match named.map(|stat| &stat.value.value) {
                    Some(roster::Value::Word(title)) => title.clone(),
                    Some(_) | None => declared.naming.shown().to_owned(),
                };
                let known = self.book.kinds.get(kind.at());
                let this = match (named, known) {
                    (None, Some(kind)) => format!("this {}", kind.naming.name),
                    _ => title.clone(),
                };
                let values = self.values(kind, stats, &this, value.span);
                let id = ProfileId::new(self.book.profiles.len());
                self.book.profiles.push(Profile {
                    id: String::new(),
                    title,
                    text: String::new(),
                    kind,
                    values,
                    shape: None,
                    span: value.span,
                    constants: OnceLock::new(),
                });
                Some(id)
            }
            roster::Value::Unreadable => None,
            roster::Value::Number(_)
            | roster::Value::Flag(_)
            | roster::Value::List(_)
            | roster::Value::Decimal(_)
            | roster::Value::Other(_) => {
                let wanted = describe(self.book, ty);
                self.wrong(declared, value, &format!("{wanted}, named by its id"));
                None
            }
        }
    }
}
