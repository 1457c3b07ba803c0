//! Facts of a scenario about certain units, and tracks with a value for each.
//!
//! Reports: E0201, E0403.

use super::facts::Particular;
use super::scenario::{BeginsAbout, Stager};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Fact, FactId};
use sandtable_roster::{Stat, Value};
use sandtable_source::Spanned;

impl Stager<'_> {
    /// `{ about = "anna", is = 2 }` of a track with a value for each unit.
    pub(super) fn begins_about(
        &mut self,
        place: usize,
        track: &Spanned<String>,
        entry: &Spanned<Value>,
    ) {
        let parts = parts(entry);
        let about = parts.and_then(|(about, is)| Some((about.value.value.word()?, about, is)));
        let Some((word, about, is)) = about else {
            self.report(
                Diagnostic::new(
                    Code::WrongValue,
                    format!(
                        "`{}` has a value for each unit, and none is named",
                        track.value
                    ),
                )
                .label(entry.span, "")
                .help(format!(
                    "write `{{ about = \"anna\", is = 2 }}`, or a line for each: `{}.anna = 2`",
                    track.value
                )),
            );
            return;
        };
        if let Some(value) = self.literal(&is.value) {
            let about = Spanned::new(word.to_owned(), about.value.span);
            self.waiting_about.push(BeginsAbout {
                place,
                track: track.clone(),
                about,
                value,
            });
        }
    }

    /// `troops.blue = 3` of a track with a value for each unit or word.
    pub(super) fn begins_about_each(
        &mut self,
        place: usize,
        track: &Spanned<String>,
        entries: &[Stat],
    ) {
        for entry in entries {
            if let Some(value) = self.literal(&entry.value) {
                self.waiting_about.push(BeginsAbout {
                    place,
                    track: track.clone(),
                    about: entry.key.clone(),
                    value,
                });
            }
        }
    }

    /// Facts that hold everywhere, and those that hold for certain units.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "lists of a scenario are named; every other value is one for all"
    )]
    pub(super) fn facts(&mut self, stats: &[Stat]) -> (Vec<Option<i32>>, Particular) {
        let book = self.builder.book;
        let mut facts = vec![None; book.facts.len()];
        let mut particular = Vec::new();
        for stat in stats {
            let found = book
                .facts
                .iter()
                .position(|fact| fact.naming.name == stat.key.value);
            let Some((at, fact)) = found.and_then(|at| Some((at, book.facts.get(at)?))) else {
                let known = book.facts.iter().map(|fact| fact.naming.name.as_str());
                let diagnostic = Diagnostic::new(
                    Code::UnknownName,
                    format!("there is no fact `{}`", stat.key.value),
                )
                .label(stat.key.span, "")
                .suggest(&stat.key.value, known)
                .help("declare it in a rule file: `fact cover …`");
                self.report(diagnostic);
                continue;
            };
            let entries = match &stat.value.value {
                Value::List(entries) => entries.clone(),
                _ => {
                    let literal = self.literal(&stat.value);
                    if let Some(value) =
                        literal.and_then(|value| self.builder.fact_value(fact, &value))
                        && let Some(place) = facts.get_mut(at)
                    {
                        *place = Some(value);
                    }
                    continue;
                }
            };
            for entry in &entries {
                if let Some((about, value)) = self.particular(fact, entry) {
                    particular.push((FactId::new(at), about, value));
                }
            }
        }
        (facts, particular)
    }

    /// `{ about = ["hicks", "queen"], is = 2 }`
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "lists of a scenario are named; every other value is one for all"
    )]
    fn particular(&mut self, fact: &Fact, entry: &Spanned<Value>) -> Option<(Vec<i32>, i32)> {
        let parts = parts(entry);
        let names = parts.and_then(|(about, is)| match &about.value.value {
            Value::List(names) => Some((names, is)),
            _ => None,
        });
        let Some((names, is)) = names.filter(|(names, _)| names.len() == fact.parameters.len())
        else {
            let about: Vec<String> = fact
                .parameters
                .iter()
                .map(|parameter| format!("\"{}\"", parameter.name))
                .collect();
            self.report(
                Diagnostic::new(
                    Code::WrongValue,
                    "this fact needs a unit for each of its parameters",
                )
                .label(entry.span, "")
                .label(fact.naming.span, "the fact is declared here")
                .help(format!(
                    "write `{{ about = [{}], is = … }}`",
                    about.join(", ")
                )),
            );
            return None;
        };
        let names: Vec<Spanned<String>> = names
            .iter()
            .map(|name| Spanned::new(name.value.word().unwrap_or_default().to_owned(), name.span))
            .collect();
        let about = self.builder.about(fact, &names, entry.span)?;
        let value = self.literal(&is.value)?;
        Some((about, self.builder.fact_value(fact, &value)?))
    }
}

/// Checks the subject and the value of an `about` line.
fn parts(entry: &Spanned<Value>) -> Option<(&Stat, &Stat)> {
    let Value::Inline(stats) = &entry.value else {
        return None;
    };
    let of = |key: &str| stats.iter().find(|stat| stat.key.value == key);
    of("about").zip(of("is"))
}
