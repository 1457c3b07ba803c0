//! A question of the command line, ready to be run; what `roll` and `odds` begin with.

use std::sync::Arc;

use super::Exit;
use super::arguments::{self, Placed};
use super::checked::{Kept, opened, usable};
use super::output::Output;
use super::scenario::{Staged, staged};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::eval::wording::show;
use crate::ir::{Lowered, NONE, Note, Wanted, lower, shown};
use crate::model::{self, Expr, Naming, Question, RuleBook, Type, ask_question};
use crate::source::SourceMap;
use crate::syntax::parse_condition;

/// A ruleset, a question to it, and the program that answers it.
pub(super) struct Asked {
    pub(super) book: Kept<Arc<RuleBook>>,
    pub(super) sources: SourceMap,
    pub(super) ruleset: String,
    /// The name of what is asked.
    pub(super) name: String,
    pub(super) question: Question,
    pub(super) lowered: Lowered,
    /// Titles of the cast.
    pub(super) units: Vec<String>,
    /// What was asked, in words.
    pub(super) title: String,
    /// Whether it is the game of a scenario: then how it ends is told, not all that it changes.
    is_game: bool,
}

/// Loads, checks, asks; without a name of what is asked, takes the game of a scenario.
///
/// Errors: how the command ends, if the question cannot be asked; the findings are then printed.
pub(super) fn asked(arguments: &arguments::Question, output: &Output) -> Result<Asked, Exit> {
    if arguments.name.is_none() {
        return game(arguments, output);
    }
    let loaded = Loaded::new(&arguments.ruleset, &arguments.with, output)?;
    match loaded.ask(arguments) {
        Ok(asked) => {
            asked.tell_unread(output);
            Ok(asked)
        }
        Err((loaded, diagnostics)) => Err(loaded.fail(&diagnostics, output)),
    }
}

/// The game of a scenario.
///
/// Errors: how the command ends, if it cannot be played.
fn game(arguments: &arguments::Question, output: &Output) -> Result<Asked, Exit> {
    let what = &arguments.ruleset;
    if !what.contains(['/', '.']) {
        output.aside(&format!(
            "say what is asked of `{what}`: `sandtable list {what}` tells what there is; or name a scenario, `{what}/NAME`\n"
        ));
        return Err(Exit::Usage);
    }
    if !arguments.given.is_empty() || !arguments.options.is_empty() {
        output.aside("what is given in a scenario, and its options, stand in its file; beside it there are variants: `--with NAME`, `--compare variant=NAME`\n");
        return Err(Exit::Usage);
    }
    let Staged {
        book,
        sources,
        title,
        play,
        question,
        ..
    } = staged(what, &arguments.with, output)?;
    Ok(Asked {
        lowered: lower::run(&book, &question, Wanted::Ending(&[])),
        units: question.unit_titles(),
        ruleset: what.clone(),
        name: play,
        is_game: true,
        book: Kept::new(book),
        sources,
        question,
        title,
    })
}

/// What is to be found out about the end of a question.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Wish<'a> {
    /// Only whether this holds.
    pub(super) only: Option<&'a str>,
    /// Only what this is.
    pub(super) track: Option<&'a str>,
    /// In those cases only in which this holds.
    pub(super) given: Option<&'a str>,
}

/// A checked ruleset.
pub(super) struct Loaded {
    book: Kept<Arc<RuleBook>>,
    sources: SourceMap,
    ruleset: String,
}

impl Loaded {
    /// Loads and checks.
    ///
    /// Errors: how the command ends, if the ruleset cannot be used.
    pub(super) fn new(ruleset: &str, with: &[String], output: &Output) -> Result<Self, Exit> {
        let analysis = usable(&mut opened(), ruleset, with, output)?;
        Ok(Self {
            book: Kept::new(analysis.book().clone()),
            sources: analysis.sources().clone(),
            ruleset: analysis.name().to_owned(),
        })
    }

    /// Asks one question.
    ///
    /// Errors: why it cannot be asked, and the ruleset again.
    pub(super) fn ask(
        mut self,
        arguments: &arguments::Question,
    ) -> Result<Asked, (Box<Self>, Diagnostics)> {
        let placed = arguments.place(&mut self.sources);
        let mut diagnostics = Diagnostics::default();
        let question = ask_question(
            &self.book,
            &placed.name,
            &[],
            &placed.bindings,
            &placed.options,
            &mut diagnostics,
        );
        let Some(question) = question else {
            return Err((Box::new(self), diagnostics));
        };
        let lowered = lower::run(&self.book, &question, Wanted::Outcome);
        let units = question.unit_titles();
        let title = title(&self.book, &question, &units, &placed);
        Ok(Asked {
            book: self.book,
            sources: self.sources,
            ruleset: self.ruleset,
            name: placed.name.value,
            question,
            lowered,
            units,
            title,
            is_game: false,
        })
    }

    /// Every value of a key, as it is written; `None` where they cannot be listed.
    pub(super) fn every(&self, question: &arguments::Question, key: &str) -> Option<Vec<String>> {
        let given = |other: &str| {
            let mut pairs = question.given.iter();
            let pair = pairs.find(|pair| pair.key == other)?;
            Some(pair.value.as_str())
        };
        self.book
            .every(self.book.find_entry(question.name())?, key, given)
    }

    /// Prints findings and says how the command ends.
    pub(super) fn fail(&self, diagnostics: &Diagnostics, output: &Output) -> Exit {
        output.findings(diagnostics, &self.sources);
        Exit::Findings
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

    /// The program that finds out what is wished for. Behind what it comes to stands whether `given` holds.
    ///
    /// Errors: what is said about the end makes no sense.
    pub(super) fn wanted(&mut self, wish: Wish<'_>) -> Result<Lowered, Diagnostics> {
        let mut diagnostics = Diagnostics::default();
        let mut ends: Vec<Option<Expr>> = Vec::new();
        if let Some(only) = wish.only {
            ends.push(self.condition(only, &mut diagnostics));
        }
        if let Some(track) = wish.track {
            ends.push(self.value(track, &mut diagnostics));
        }
        if let Some(given) = wish.given {
            ends.push(self.condition(given, &mut diagnostics));
        }
        if diagnostics.has_errors() {
            return Err(diagnostics);
        }
        let ends: Vec<Option<&Expr>> = ends.iter().map(Option::as_ref).collect();
        let wanted = match (wish.only, wish.track) {
            (None, None) if self.is_game => Wanted::Ending(&ends),
            (None, None) => Wanted::OutcomeAnd(&ends),
            _ => Wanted::Conditions(&ends),
        };
        Ok(lower::run(&self.book, &self.question, wanted))
    }

    fn condition(&mut self, text: &str, diagnostics: &mut Diagnostics) -> Option<Expr> {
        let file = self.sources.add("command line", text);
        let read = parse_condition(file, text, diagnostics)?;
        model::condition(
            Arc::make_mut(&mut self.book),
            &self.name,
            &self.question,
            &read,
            diagnostics,
        )
    }

    fn value(&mut self, text: &str, diagnostics: &mut Diagnostics) -> Option<Expr> {
        let file = self.sources.add("command line", text);
        let read = parse_condition(file, text, diagnostics)?;
        Some(model::value(
            Arc::make_mut(&mut self.book),
            &self.name,
            &self.question,
            &read,
            diagnostics,
        ))
    }

    /// Tells of facts that are given although nothing in the question reads them.
    pub(super) fn tell_unread(&self, output: &Output) {
        let entry = self.book.find_entry(&self.name);
        let parameters = entry.map_or_else(Vec::new, |entry| self.book.parameters(entry));
        for (fact, value) in self.book.facts.iter().zip(&self.question.facts) {
            let shown = fact.naming.shown();
            let mut notes = self.lowered.program.notes.iter();
            let is_read = notes
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

    /// Prints one finding and says how the command ends.
    pub(super) fn fail(&self, diagnostic: Diagnostic, output: &Output) -> Exit {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(diagnostic);
        output.findings(&diagnostics, &self.sources);
        Exit::Findings
    }

    /// Prints findings and says how the command ends.
    pub(super) fn findings(&self, diagnostics: &Diagnostics, output: &Output) -> Exit {
        output.findings(diagnostics, &self.sources);
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

/// `Direct cannon fire: firer Panther, target Sherman, Range 7 hexes`
fn title(book: &RuleBook, question: &Question, units: &[String], placed: &Placed) -> String {
    let name = placed.name.value.as_str();
    let entry = book.find_entry(name);
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
