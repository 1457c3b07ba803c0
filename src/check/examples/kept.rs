//! Checked examples that are kept over edits.
//!
//! A checked example depends on its text, on the names and units of the book, and on the texts of the rules that it refers to;
//! of the rules below these only on the units that they may bring into play.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::example;
use crate::{Checker, Used};
use sandtable_model::fingerprint::Memoised;
use sandtable_model::kept::{Fingerprint, Placed};
use sandtable_model::{
    Callable, Entry, Example, Kinds, ProcedureId, ProfileId, Question, Reference, RuleBook, Symbol,
    creation,
};
use sandtable_source::Span;
use sandtable_syntax::ast;

/// The checked examples of the last run.
pub(crate) type KeptExamples<'k> = Memoised<'k, Checked>;

/// A checked example without findings.
#[derive(Debug)]
pub(crate) struct Checked {
    /// Its place: it is not moved.
    at: Span,
    example: Arc<Example>,
    references: Vec<Reference>,
    used: Used,
    /// The rules that it refers to.
    rules: Vec<(Callable, Fingerprint)>,
    /// The units that what it runs may bring into play.
    in_play: Vec<(ProcedureId, UnitsInPlay)>,
}

/// The units that a rule may create, and the kinds over which its selections range.
type UnitsInPlay = (Vec<(ProfileId, u32)>, Kinds);

impl Placed for Checked {
    fn each_span(&mut self, visit: &mut dyn FnMut(&mut Span)) {
        for reference in &mut self.references {
            visit(&mut reference.span);
            if let Symbol::Local(span) = &mut reference.symbol {
                visit(span);
            }
        }
    }
}

/// Checks an example, or takes over what the last check of it gave.
pub(super) fn checked(
    checker: &mut Checker<'_>,
    kept: KeptExamples<'_>,
    (declared, span): (&ast::Example, Span),
) -> Option<Arc<Example>> {
    let fingerprints = kept.fingerprints;
    let text = kept.texts.of(span);
    let key = Fingerprint::of(&(text, fingerprints.common, fingerprints.roster));
    let mut memo = kept.memo.lock();
    let known = memo.get(&key, kept.moves, |known| {
        let mut rules = known.rules.iter();
        let mut in_play = known.in_play.iter();
        known.at == span
            && rules.all(|(rule, known)| fingerprints.own(*rule) == *known)
            && in_play.all(|(id, known)| units_in_play(&checker.book, *id) == *known)
    });
    if let Some(known) = known {
        checker.references.extend(known.references.iter().copied());
        checker.used.extend(&known.used);
        return Some(Arc::clone(&known.example));
    }
    // A finding can join one that is there already. Conditions of choices depend on all rules that ask.
    let has_conditions = declared.steps.iter().any(|step| {
        let choices = step.choices.as_ref();
        choices.is_some_and(|choices| !choices.value.conditions.is_empty())
    });
    if has_conditions || checker.diagnostics.has_errors() {
        return example(checker, declared, span).map(Arc::new);
    }
    let before = std::mem::take(checker.diagnostics);
    let used = std::mem::take(&mut checker.used);
    let n_references = checker.references.len();
    let n_declared = (checker.book.words.len(), checker.book.tracks.len());
    let built = example(checker, declared, span).map(Arc::new);
    let used = std::mem::replace(&mut checker.used, used);
    checker.used.extend(&used);
    let found = std::mem::replace(checker.diagnostics, before);
    let is_clean = found.is_empty() && found.notes().is_empty();
    checker.diagnostics.append(&found);
    // New lists of words and tracks are numbered in the order in which they come.
    let declares_nothing = (checker.book.words.len(), checker.book.tracks.len()) == n_declared;
    if let Some(built) = &built
        && is_clean
        && declares_nothing
    {
        let references = checker.references.get(n_references..).unwrap_or_default();
        let rules = rules(&checker.book, built, references);
        let rules = rules.into_iter();
        let procedures = questions(built).filter_map(|question| question.procedure);
        let procedures: BTreeSet<ProcedureId> = procedures.collect();
        let in_play = procedures.into_iter();
        let checked = Checked {
            at: span,
            example: Arc::clone(built),
            references: references.to_vec(),
            used,
            rules: rules.map(|rule| (rule, fingerprints.own(rule))).collect(),
            in_play: in_play
                .map(|id| (id, units_in_play(&checker.book, id)))
                .collect(),
        };
        memo.insert(key, checked);
    }
    built
}

fn units_in_play(book: &RuleBook, id: ProcedureId) -> UnitsInPlay {
    let entry = Entry::Procedure(id);
    let created = creation::profiles_created(book, entry).into_owned();
    (created, creation::kinds_selected(book, entry))
}

fn questions(example: &Example) -> impl Iterator<Item = &Question> {
    example.steps.iter().map(|step| &step.question)
}

/// Returns the rules that an example refers to.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "every other name and expression refers to no rule"
)]
fn rules(book: &RuleBook, example: &Example, references: &[Reference]) -> BTreeSet<Callable> {
    let mut rules = BTreeSet::new();
    for reference in references {
        rules.extend(match reference.symbol {
            Symbol::Procedure(id) => Some(Callable::Procedure(id)),
            Symbol::Table(id) => Some(Callable::Table(id)),
            Symbol::Modifiers(id) | Symbol::Once(id) => Some(Callable::Modifiers(id)),
            Symbol::Fact(id) => Some(Callable::Fact(id)),
            _ => None,
        });
    }
    for question in questions(example) {
        rules.extend(question.procedure.map(Callable::Procedure));
        rules.extend(question.entry.callee());
        let row = question.row.and_then(|at| book.rows.get(at));
        let results = row.into_iter().flat_map(|row| &row.results);
        rules.extend(results.map(|(_, table)| Callable::Table(*table)));
    }
    rules
}
