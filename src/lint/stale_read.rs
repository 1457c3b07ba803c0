//! Tracks that are read after a change in a block `at the same time`, whose changes are made at its end.
//!
//! A local is followed through a body and into the rules that it is handed to; of other units nothing is known.
//!
//! Reports: E0698.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::simultaneous::visit_reached;
use sandtable_model::{
    Expr, LocalId, Naming, ProcedureId, RuleBook, Statement, TrackId, blocks, walk_calls, walk_own,
    walk_statements, walk_within,
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

/// The places that change a track of the unit that a local denotes.
type Changed = BTreeMap<(TrackId, LocalId), Span>;

struct Search<'b, 'd> {
    book: &'b RuleBook,
    /// The tracks that authors see.
    shown: BTreeSet<TrackId>,
    /// By rule: the parameters and the tracks of them that it reads.
    reads: BTreeMap<ProcedureId, BTreeSet<(usize, TrackId)>>,
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
            if !changed.is_empty() && !is_move {
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
                let leaves = |last: &Statement| last.is_stop() || last.is_jump();
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
                changed.insert((change.track, unit), statement.span);
            }
        }
    }

    /// Finds the reads of an expression that do not see a change: the place, the track, the change.
    fn stale(&mut self, expr: &Expr, changed: &Changed, found: &mut Vec<(Span, TrackId, Span)>) {
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
                if handed.iter().any(is_read) {
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
        change: Span,
    ) {
        if !self.reported.insert(change) {
            return;
        }
        let name = self.book.track_name(track);
        self.diagnostics.push(
            Diagnostic::new(
                Code::StaleRead,
                format!("this reads `{name}` as it was before the block `at the same time`"),
            )
            .label(place, "does not see the change above it")
            .label(change, "this change is made at the end of the block")
            .label(around, "everything in this block is calculated on the state before it")
            .help("name the new value on a line above, and use the name: `left = ship.fuel - n`; or move one of the two out of the block")
            .cite(naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
        );
    }
}

/// Returns the parameters of a rule, and the tracks of them that it reads, also by the rules that it hands them to.
fn reads_of(
    book: &RuleBook,
    id: ProcedureId,
    known: &mut BTreeMap<ProcedureId, BTreeSet<(usize, TrackId)>>,
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
