//! Findings that are kept over edits.
//!
//! Most lints look at the bodies of rules and at what other rules are called with and give: an edit of an example, or of the cells of a
//! table, leaves their findings as they are. If nothing has changed but comments and places, no lint runs.

use super::Given;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::kept::{Fingerprint, Moves, Placed, SharedMemo};
use sandtable_model::{Callable, ProcedureId, RuleBook};
use sandtable_source::Span;
use sandtable_syntax::ast;

/// The findings and notes of one lint, or of a run.
#[derive(Debug, Clone)]
pub(crate) struct Found(Vec<Diagnostic>);

impl Found {
    fn of(lists: &[Diagnostics]) -> Self {
        let found = lists
            .iter()
            .flat_map(|found| found.iter().chain(found.notes()));
        Self(found.cloned().collect())
    }
}

impl Placed for Found {
    fn each_span(&mut self, visit: &mut dyn FnMut(&mut Span)) {
        for finding in &mut self.0 {
            finding
                .labels
                .iter_mut()
                .for_each(|label| visit(&mut label.span));
            let edits = finding.fixes.iter_mut().flat_map(|fix| &mut fix.edits);
            edits.for_each(|edit| visit(&mut edit.span));
        }
    }
}

/// All findings of a run.
#[derive(Debug)]
pub(crate) struct LastRun {
    /// The fingerprint of everything that lints looked at.
    of: Fingerprint,
    found: Found,
}

impl LastRun {
    /// Returns the result of a run for the next one; `None` if findings were left out, or if not everything is known.
    pub(crate) fn new(of: Option<Fingerprint>, found: &[Diagnostics]) -> Option<Self> {
        let is_whole = found.iter().all(|found| found.left_out().is_empty());
        let of = of.filter(|_| is_whole)?;
        let found = Found::of(found);
        Some(Self { of, found })
    }

    /// Returns the findings where their texts are now, if everything else is the same.
    pub(crate) fn get(&self, of: Fingerprint, moves: &Moves<'_>) -> Option<Vec<Diagnostic>> {
        if self.of != of {
            return None;
        }
        let mut found = self.found.clone();
        found.move_along(moves).then_some(found.0)
    }
}

/// Returns the fingerprint of everything that lints look at; `None` if the text of a declaration is not known.
pub(crate) fn everything(given: &Given<'_>) -> Option<Fingerprint> {
    let files = given.rules.iter().map(|file| {
        let items = file.items.iter();
        let texts = items.map(|item| given.texts.of(item.span));
        texts.collect::<Option<Vec<Fingerprint>>>()
    });
    let files: Vec<Vec<Fingerprint>> = files.collect::<Option<_>>()?;
    let fingerprints = given.fingerprints;
    Some(Fingerprint::of(&(
        files,
        (fingerprints.common, fingerprints.roster, given.beside),
        given.effort,
    )))
}

/// The findings of lints in the last run.
#[derive(Clone, Copy)]
pub(crate) struct KeptFindings<'a> {
    memo: &'a SharedMemo<Fingerprint, Found>,
    moves: &'a Moves<'a>,
    bodies: Option<Fingerprint>,
}

impl<'a> KeptFindings<'a> {
    pub(crate) fn new(
        memo: &'a SharedMemo<Fingerprint, Found>,
        moves: &'a Moves<'a>,
        book: &RuleBook,
        given: &Given<'_>,
    ) -> Self {
        Self {
            memo,
            moves,
            bodies: bodies(book, given),
        }
    }

    fn key(self, code: Code) -> Option<Fingerprint> {
        Some(Fingerprint::of(&(code.number(), self.bodies?)))
    }

    /// Returns the findings of a lint of bodies in the last run, if all that it may have looked at is as it was.
    pub(crate) fn get(self, code: Code) -> Option<Diagnostics> {
        let key = self.key(code)?;
        let mut memo = self.memo.lock();
        let Found(known) = memo.get(&key, self.moves, |_| true)?;
        let mut found = Diagnostics::default();
        found.extend(known.iter().cloned());
        Some(found)
    }

    /// Keeps the findings of a lint of bodies, if none was left out.
    pub(crate) fn insert(self, code: Code, found: &Diagnostics) {
        let key = self.key(code).filter(|_| found.left_out().is_empty());
        if let Some(key) = key {
            self.memo
                .lock()
                .insert(key, Found::of(std::slice::from_ref(found)));
        }
    }
}

/// Returns the fingerprint of all that a lint of bodies may look at: all declarations but examples, and of tables only what other rules
/// see of them; `None` if the text of one is not known.
fn bodies(book: &RuleBook, given: &Given<'_>) -> Option<Fingerprint> {
    let files = given.rules.iter().enumerate();
    let items = files.flat_map(|(at, file)| file.items.iter().map(move |item| (at, item)));
    let texts = items.filter_map(|(at, item)| {
        let is_seen = match &item.value {
            ast::Item::Example(_) => false,
            ast::Item::Table(table) => !table.wheres.is_empty(),
            ast::Item::Ruleset(_)
            | ast::Item::Scale(_)
            | ast::Item::Die(_)
            | ast::Item::Kind(_)
            | ast::Item::Modifiers(_)
            | ast::Item::Fact(_)
            | ast::Item::Option(_)
            | ast::Item::Window(_)
            | ast::Item::Policy(_)
            | ast::Item::Procedure(_)
            | ast::Item::Trigger(_)
            | ast::Item::Reaction(_)
            | ast::Item::Variant(_)
            | ast::Item::Replace(_)
            | ast::Item::Amend(_)
            | ast::Item::Remove(_) => true,
        };
        is_seen.then(|| Some((at, given.texts.of(item.span)?)))
    });
    let texts: Vec<(usize, Fingerprint)> = texts.collect::<Option<_>>()?;
    let tables = book.tables.iter().map(|table| {
        let keys = table.keys.iter();
        let keys = keys.map(|key| (&key.name, key.ty, key.low, key.high, key.dice));
        let result = (table.result, table.ends(), table.rolls);
        (
            keys.collect::<Vec<_>>(),
            result,
            &table.naming.title,
            &table.naming.citations,
        )
    });
    let fingerprints = given.fingerprints;
    // With the results that are not declared.
    let procedures = (0..book.procedures.len()).map(ProcedureId::new);
    let procedures = procedures.map(|id| fingerprints.own(Callable::Procedure(id)));
    Some(Fingerprint::of(&(
        texts,
        tables.collect::<Vec<_>>(),
        procedures.collect::<Vec<_>>(),
        (fingerprints.common, fingerprints.roster, given.beside),
    )))
}
