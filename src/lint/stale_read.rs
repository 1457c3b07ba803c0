//! Tracks that are read after a change in a block `at the same time`, whose changes are made at its end.
//!
//! A local is followed through a body and into the rules that it is handed to; of other units nothing is known.
//!
//! Reports: E0698.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::simultaneous::visit_reached;
use sandtable_model::{
    Change, Expr, LocalId, Naming, ProcedureId, RuleBook, Statement, TrackId, blocks, walk_calls,
    walk_own, walk_statements, walk_within,
};
use sandtable_source::Span;

/// Depth to which arguments are followed.
const MAX_DEPTH: usize = 6;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut search = Search {
        book,
        shown: book
            .kinds
            .iter()
            .flat_map(|kind| &kind.tracks)
            .filter(|track| !track.is_internal())
            .map(|track| track.track)
            .filter(|track| book.decks.iter().all(|deck| deck.pile != *track))
            .collect(),
        reads: BTreeMap::new(),
        changes: BTreeMap::new(),
        reported: BTreeSet::new(),
        diagnostics,
    };
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let Some(block) = statement.simultaneous() else {
                return true;
            };
            search.inside(naming, block, statement.span);
            let mut called = BTreeSet::new();
            visit_reached(book, block, &mut |inner| {
                walk_own(inner, &mut |expr| {
                    walk_calls(expr, &mut |id| _ = called.insert(id))
                });
            });
            for id in called {
                if let Some(procedure) = book.procedures.get(id.at()) {
                    search.inside(&procedure.naming, &procedure.body, statement.span);
                }
            }
            false
        });
    }
}

/// The changes of a track of the unit that a local denotes.
type Changed = BTreeMap<(TrackId, LocalId), Changes>;

/// A change.
#[derive(Clone, Copy)]
struct Changes {
    span: Span,
    /// Whether a called rule makes it: rules that are called one after the other mean the state before.
    by_call: bool,
}

/// By rule: its parameters, each with some of the tracks of the unit that it denotes.
pub(super) type TracksOfParameters = BTreeMap<ProcedureId, BTreeSet<(usize, TrackId)>>;

struct Search<'b, 'd> {
    book: &'b RuleBook,
    /// The tracks that authors see.
    shown: BTreeSet<TrackId>,
    /// Tracks of its parameters that each rule reads.
    reads: TracksOfParameters,
    /// Tracks of its parameters that each rule changes.
    changes: TracksOfParameters,
    reported: BTreeSet<Span>,
    diagnostics: &'d mut Diagnostics,
}

impl<'b> Search<'b, '_> {
    /// Searches a body that is executed inside of a block.
    fn inside(&mut self, naming: &'b Naming, body: &'b [Statement], around: Span) {
        self.block((naming, around), body, &mut Changed::new());
    }

    fn block(&mut self, of: (&'b Naming, Span), block: &'b [Statement], changed: &mut Changed) {
        for statement in block {
            let mut read = Vec::new();
            // `move 2 of a to b` reads what there is; two moves from one track are a finding of their own.
            let is_move = block.iter().any(|other| {
                other.span == statement.span
                    && statement.change().is_none()
                    && other.change().is_some()
            });
            if !changed.is_empty() && !is_move && !is_exchange(statement, block) {
                walk_own(statement, &mut |expr| self.stale(expr, changed, &mut read));
            }
            for (place, track, change) in read {
                self.report(of, place, track, change);
            }
            // Of alternatives, each follows what is above, and what is below follows all of them.
            let before = changed.clone();
            for inner in blocks(statement) {
                let mut branch = before.clone();
                self.block(of, inner, &mut branch);
                // After a branch that ends early, the next line is not run.
                let leaves =
                    |last: &Statement| last.is_stop() || last.is_jump() && !statement.is_loop();
                if !inner.last().is_some_and(leaves) {
                    changed.extend(branch);
                }
            }
            if let Some(change) = statement.change()
                && let Some(unit) = change.unit.local()
                && change.index.is_none()
                && self.shown.contains(&change.track)
                && !change.unit.ty.kinds().within(self.book.cards())
            {
                let made = Changes {
                    span: statement.span,
                    by_call: false,
                };
                changed.insert((change.track, unit), made);
            }
            self.called(statement, changed);
        }
    }

    /// Adds the changes that an action makes which a statement calls.
    fn called(&mut self, statement: &Statement, changed: &mut Changed) {
        let Some((id, arguments)) = statement.evaluated().and_then(Expr::call) else {
            return;
        };
        for (at, track) in changes_of(self.book, id, &mut self.changes, MAX_DEPTH) {
            let unit = arguments.get(at).and_then(Expr::local);
            if let Some(unit) = unit.filter(|_| self.shown.contains(&track)) {
                let made = Changes {
                    span: statement.span,
                    by_call: true,
                };
                changed.entry((track, unit)).or_insert(made);
            }
        }
    }

    /// Finds the reads of an expression that do not see a change: the place, the track, the change.
    fn stale(&mut self, expr: &Expr, changed: &Changed, found: &mut Vec<(Span, TrackId, Changes)>) {
        let book = self.book;
        walk_within(expr, &mut |inner| {
            if let Some(read) = inner.track()
                && let Some(unit) = read.unit.local()
                && let Some(change) = changed.get(&(read.track, unit))
            {
                found.push((inner.span, read.track, *change));
            }
            let Some((id, arguments)) = inner.call() else {
                return;
            };
            let handed = arguments.iter().enumerate();
            let handed: Vec<(usize, LocalId)> = handed
                .filter_map(|(at, argument)| Some((at, argument.local()?)))
                .collect();
            if handed.is_empty() {
                return;
            }
            let reads = reads_of(book, id, &mut self.reads, MAX_DEPTH);
            for ((track, unit), change) in changed {
                let is_read = |(at, local): &(usize, LocalId)| {
                    local == unit && reads.contains(&(*at, *track))
                };
                if !change.by_call && handed.iter().any(is_read) {
                    found.push((inner.span, *track, *change));
                }
            }
        });
    }

    fn report(
        &mut self,
        (naming, around): (&Naming, Span),
        place: Span,
        track: TrackId,
        change: Changes,
    ) {
        if !self.reported.insert(change.span) {
            return;
        }
        let name = self.book.track_name(track);
        self.diagnostics.push(
            Diagnostic::new(
                Code::StaleRead,
                format!("this reads `{name}` as it was before the block `at the same time`"),
            )
            .label(place, "does not see the change above it")
            .label(
                change.span,
                match change.by_call {
                    false => "this change is made at the end of the block",
                    true => "this rule changes it: at the end of the block",
                },
            )
            .label(around, "everything in this block is calculated on the state before it")
            .help("name the new value on a line above, and use the name: `left = ship.fuel - n`; or move one of the two out of the block")
            .cite(naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
        );
    }
}

/// Whether two statements of a block give two units each other's value of a track: the state before is meant.
fn is_exchange(statement: &Statement, block: &[Statement]) -> bool {
    let exchanged = exchange(statement);
    exchanged.is_some_and(|(to, from, track)| {
        let mut others = block.iter().filter_map(exchange);
        others.any(|other| other == (from.clone(), to.clone(), track))
    })
}

/// Returns the unit that gets a value, and the one that has it, of the same track.
fn exchange(statement: &Statement) -> Option<(String, String, TrackId)> {
    let change = statement
        .change()
        .filter(|change| change.how == Change::Set)?;
    let read = change
        .amount
        .track()
        .filter(|read| read.track == change.track)?;
    let units = (
        canonical_form(change.unit, &[])?,
        canonical_form(read.unit, &[])?,
    );
    Some((units.0, units.1, change.track))
}

/// Returns the parameters of a rule, and the tracks of them that it reads, also by the rules that it hands them to.
pub(super) fn reads_of(
    book: &RuleBook,
    id: ProcedureId,
    known: &mut TracksOfParameters,
    depth: usize,
) -> BTreeSet<(usize, TrackId)> {
    if let Some(reads) = known.get(&id) {
        return reads.clone();
    }
    let Some(procedure) = book.procedures.get(id.at()).filter(|_| depth > 0) else {
        return BTreeSet::new();
    };
    // A recursive rule adds nothing by its own calls.
    known.insert(id, BTreeSet::new());
    let mut reads = BTreeSet::new();
    let n_parameters = procedure.parameters.len();
    let mut calls = Vec::new();
    for statement in &procedure.body {
        sandtable_model::walk_statement(statement, &mut |expr| {
            walk_within(expr, &mut |inner| {
                let unit = inner
                    .track()
                    .and_then(|read| Some((read.unit.local()?, read.track)));
                reads.extend(
                    unit.filter(|(unit, _)| unit.at() < n_parameters)
                        .map(|(unit, track)| (unit.at(), track)),
                );
                if let Some((callee, arguments)) = inner.call() {
                    let arguments = arguments.iter().enumerate();
                    let arguments =
                        arguments.filter_map(|(at, argument)| Some((at, argument.local()?.at())));
                    calls.push((callee, arguments.collect::<Vec<_>>()));
                }
            });
        });
    }
    for (callee, arguments) in calls {
        let inner = reads_of(book, callee, known, depth - 1);
        for (at, local) in arguments {
            let of_it = inner.iter().filter(|(parameter, _)| *parameter == at);
            reads.extend(
                of_it
                    .filter(|_| local < n_parameters)
                    .map(|(_, track)| (local, *track)),
            );
        }
    }
    known.insert(id, reads.clone());
    reads
}

/// Returns the parameters of a rule, and the tracks of them that it changes, also by the actions that it hands them to.
pub(super) fn changes_of(
    book: &RuleBook,
    id: ProcedureId,
    known: &mut TracksOfParameters,
    depth: usize,
) -> BTreeSet<(usize, TrackId)> {
    if let Some(changes) = known.get(&id) {
        return changes.clone();
    }
    let Some(procedure) = book.procedures.get(id.at()).filter(|_| depth > 0) else {
        return BTreeSet::new();
    };
    // A recursive rule adds nothing by its own calls.
    known.insert(id, BTreeSet::new());
    let mut changes = BTreeSet::new();
    let mut calls = Vec::new();
    let n_parameters = procedure.parameters.len();
    let parameter = |expr: &Expr| Some(expr.local()?.at()).filter(|at| *at < n_parameters);
    walk_statements(&procedure.body, &mut |statement| {
        let change = statement.change().filter(|change| change.index.is_none());
        let change = change.and_then(|change| Some((parameter(change.unit)?, change.track)));
        changes.extend(change);
        calls.extend(statement.evaluated().and_then(Expr::call));
        true
    });
    for (callee, arguments) in calls {
        for (at, track) in changes_of(book, callee, known, depth - 1) {
            let of = arguments.get(at).and_then(parameter);
            changes.extend(of.map(|of| (of, track)));
        }
    }
    known.insert(id, changes.clone());
    changes
}
