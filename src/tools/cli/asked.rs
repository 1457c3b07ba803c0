//! A question of the command line, ready to be run; what `roll` and `odds` begin with.

use super::Exit;
use super::checked::{Checked, usable};
use super::output::Output;
use super::question::{self, Placed};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::eval::explain::show;
use crate::ir::{Lowered, NONE, Note, Wanted, lower, shown};
use crate::model::{self, Naming, Question, RuleBook, Type, ask};
use crate::source::SourceMap;
use crate::syntax::parse_condition;

/// A ruleset, a question to it, and the program that answers it.
pub(super) struct Asked {
    pub(super) book: RuleBook,
    pub(super) sources: SourceMap,
    pub(super) ruleset: String,
    pub(super) question: Question,
    pub(super) lowered: Lowered,
    /// Titles of the cast.
    pub(super) units: Vec<String>,
    /// What was asked, in words.
    pub(super) title: String,
}

/// Loads, checks, asks.
///
/// Errors: how the command ends, if the question cannot be asked; the findings are then printed.
pub(super) fn asked(arguments: &question::Question, output: &Output) -> Result<Asked, Exit> {
    Loaded::new(&arguments.ruleset, &arguments.with, output)?.ask(arguments, output)
}

/// A checked ruleset.
pub(super) struct Loaded {
    book: RuleBook,
    sources: SourceMap,
    ruleset: String,
}

impl Loaded {
    /// Loads and checks.
    ///
    /// Errors: how the command ends, if the ruleset cannot be used.
    pub(super) fn new(ruleset: &str, with: &[String], output: &Output) -> Result<Self, Exit> {
        let Checked { bundle, book, .. } = usable(ruleset, with, output)?;
        Ok(Self {
            book,
            sources: bundle.sources,
            ruleset: bundle.name,
        })
    }

    /// Asks one question.
    ///
    /// Errors: as [`asked`].
    pub(super) fn ask(
        mut self,
        arguments: &question::Question,
        output: &Output,
    ) -> Result<Asked, Exit> {
        let placed = arguments.place(&mut self.sources);
        let mut diagnostics = Diagnostics::default();
        let question = ask(
            &self.book,
            &placed.name,
            &[],
            &placed.bindings,
            &placed.options,
            &mut diagnostics,
        );
        let Some(question) = question else {
            output.findings(&diagnostics, &self.sources);
            return Err(Exit::Findings);
        };
        let lowered = lower(&self.book, &question, Wanted::Outcome);
        let units = question.unit_titles();
        let title = title(&self.book, &question, &units, &placed);
        unread(&self.book, &question, &lowered, &placed, output);
        Ok(Asked {
            book: self.book,
            sources: self.sources,
            ruleset: self.ruleset,
            question,
            lowered,
            units,
            title,
        })
    }
}

impl Asked {
    /// The ruleset again, for the next question.
    pub(super) fn next(self) -> Loaded {
        Loaded {
            book: self.book,
            sources: self.sources,
            ruleset: self.ruleset,
        }
    }

    /// The program that only finds out whether a condition holds at the end of `name`.
    ///
    /// Errors: how the command ends, if the condition makes no sense.
    pub(super) fn only(
        &mut self,
        name: &str,
        condition: &str,
        output: &Output,
    ) -> Result<Lowered, Exit> {
        let mut diagnostics = Diagnostics::default();
        let file = self.sources.add("command line", condition);
        let read = parse_condition(file, condition, &mut diagnostics);
        let checked = read.map(|read| {
            model::condition(
                &mut self.book,
                name,
                &self.question,
                &read,
                &mut diagnostics,
            )
        });
        match checked {
            Some(condition) if !diagnostics.has_errors() => {
                let wanted = [condition.as_ref()];
                Ok(lower(
                    &self.book,
                    &self.question,
                    Wanted::Conditions(&wanted),
                ))
            }
            Some(_) | None => {
                output.findings(&diagnostics, &self.sources);
                Err(Exit::Findings)
            }
        }
    }

    /// Prints one finding and says how the command ends.
    pub(super) fn fail(&self, diagnostic: Diagnostic, output: &Output) -> Exit {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(diagnostic);
        output.findings(&diagnostics, &self.sources);
        Exit::Findings
    }

    /// A citation with its title, where the book has an index.
    pub(super) fn section(&self, id: &str) -> String {
        match self.book.sections.get(id) {
            Some(title) if !title.is_empty() => format!("{id} {title}"),
            _ => id.to_owned(),
        }
    }
}

/// Tells of facts that are given although nothing in the question reads them.
fn unread(
    book: &RuleBook,
    question: &Question,
    lowered: &Lowered,
    placed: &Placed,
    output: &Output,
) {
    let entry = book.entry(&placed.name.value);
    let parameters = entry.map_or_else(Vec::new, |entry| book.parameters(entry));
    for (fact, value) in book.facts.iter().zip(&question.facts) {
        let shown = fact.naming.shown();
        let is_read = lowered
            .program
            .notes
            .iter()
            .any(|note| matches!(note, Note::Fact { name, .. } if name == shown))
            || parameters
                .iter()
                .any(|known| known.name == fact.naming.name);
        if value.is_some() && !is_read {
            let name = &fact.naming.name;
            output.aside(&format!("`{name}` is given, but nothing here reads it\n"));
        }
    }
}

/// `Direct cannon fire: firer Panther, target Sherman, Range 7 hexes`
fn title(book: &RuleBook, question: &Question, units: &[String], placed: &Placed) -> String {
    let name = placed.name.value.as_str();
    let entry = book.entry(name);
    let naming = entry.and_then(|entry| book.naming(entry));
    let parameters = entry.map_or_else(Vec::new, |entry| book.parameters(entry));
    let mut about: Vec<String> = parameters
        .iter()
        .zip(&question.arguments)
        .filter(|(parameter, value)| parameter.dice.is_none() || **value != NONE)
        .map(|(parameter, value)| {
            let unit = usize::try_from(*value).ok().and_then(|at| units.get(at));
            let text = match unit {
                Some(unit) if !parameter.ty.kinds().is_empty() => unit.clone(),
                Some(_) | None => show(*value, &shown(book, parameter.ty), &[]),
            };
            format!("{} {text}", parameter.name)
        })
        .collect();
    for binding in placed
        .bindings
        .iter()
        .filter(|binding| binding.place.len() > 1)
    {
        let place: Vec<&str> = binding
            .place
            .iter()
            .map(|name| name.value.as_str())
            .collect();
        let value = binding.value.value.text();
        about.push(format!("{} {value}", place.join(".")));
    }
    for (fact, value) in book.facts.iter().zip(&question.facts) {
        let is_said = parameters
            .iter()
            .any(|known| known.name == fact.naming.name);
        if let (Some(value), false) = (value, is_said) {
            about.push(format!(
                "{} {}",
                fact.naming.shown().to_lowercase(),
                show(*value, &shown(book, fact.ty), &[])
            ));
        }
    }
    for (option, value) in book.options.iter().zip(&question.options) {
        let name = option.naming.shown().to_lowercase();
        if *value == option.default {
            continue;
        }
        about.push(match (option.ty, *value) {
            (Type::Flag, 0) => format!("without {name}"),
            (Type::Flag, _) => format!("with {name}"),
            (ty, value) => format!("{name} {}", show(value, &shown(book, ty), &[])),
        });
    }
    let shown = naming.map_or(name, Naming::shown);
    if about.is_empty() {
        shown.to_owned()
    } else {
        format!("{shown}: {}", about.join(", "))
    }
}
