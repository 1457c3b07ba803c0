//! A question of the command line, ready to be run; what `roll` and `odds` begin with.

use super::Exit;
use super::checked::{Checked, usable};
use super::output::Output;
use super::question;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::eval::explain::show;
use crate::ir::{Lowered, Wanted, lower, shown};
use crate::model::{Naming, Question, RuleBook, ask};
use crate::source::SourceMap;

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
    let Checked { bundle, book } = usable(&arguments.ruleset, output)?;
    let mut sources = bundle.sources;
    let placed = arguments.place(&mut sources);
    let mut diagnostics = Diagnostics::default();
    let question = ask(
        &book,
        &placed.name,
        &placed.bindings,
        &placed.options,
        &mut diagnostics,
    );
    let Some(question) = question else {
        output.findings(&diagnostics, &sources);
        return Err(Exit::Findings);
    };
    let lowered = lower(&book, &question, Wanted::Outcome);
    let units = question.unit_titles();
    let title = title(&book, &question, &units, &placed.name.value);
    Ok(Asked {
        book,
        sources,
        ruleset: bundle.name,
        question,
        lowered,
        units,
        title,
    })
}

impl Asked {
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

/// `Direct cannon fire: firer Panther, target Sherman, Range 7 hexes`
fn title(book: &RuleBook, question: &Question, units: &[String], name: &str) -> String {
    let entry = book.entry(name);
    let naming = entry.and_then(|entry| book.naming(entry));
    let parameters = entry.map_or_else(Vec::new, |entry| book.parameters(entry));
    let mut about: Vec<String> = parameters
        .iter()
        .zip(&question.arguments)
        .map(|(parameter, value)| {
            let unit = usize::try_from(*value).ok().and_then(|at| units.get(at));
            let text = match unit {
                Some(unit) if !parameter.ty.kinds().is_empty() => unit.clone(),
                Some(_) | None => show(*value, &shown(book, parameter.ty)),
            };
            format!("{} {text}", parameter.name)
        })
        .collect();
    for (fact, value) in book.facts.iter().zip(&question.facts) {
        let is_said = parameters
            .iter()
            .any(|known| known.name == fact.naming.name);
        if let (Some(value), false) = (value, is_said) {
            about.push(format!(
                "{} {}",
                fact.naming.shown().to_lowercase(),
                show(*value, &shown(book, fact.ty))
            ));
        }
    }
    for (option, on) in book.options.iter().zip(&question.options) {
        if *on != option.on {
            let state = if *on { "with" } else { "without" };
            about.push(format!("{state} {}", option.naming.shown().to_lowercase()));
        }
    }
    let shown = naming.map_or(name, Naming::shown);
    if about.is_empty() {
        shown.to_owned()
    } else {
        format!("{shown}: {}", about.join(", "))
    }
}
