//! Loops in a block `at the same time` that call a rule again and again which reads a track of one unit and then changes it: each round sees the value
//! from before the block.
//!
//! Reports: E0698.

use std::collections::BTreeSet;

use super::Context;
use super::stale_read::reads_of;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Ability, Change, Expr, LocalId, Naming, ProcedureId, RuleBook, Statement, TrackChange, TrackId,
    blocks, walk_own, walk_statements, walk_within,
};
use sandtable_source::Span;

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 6;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut reported = BTreeSet::new();
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let Some(block) = statement.simultaneous() else {
                return true;
            };
            let mut search = Search {
                book,
                around: statement.span,
                naming,
                seen: BTreeSet::new(),
                reported: &mut reported,
                diagnostics,
            };
            search.block(block, None, MAX_DEPTH);
            false
        });
    }
}

/// The locals of a body that denote the same unit in each round of a loop.
type Fixed = BTreeSet<LocalId>;

struct Search<'b, 'd> {
    book: &'b RuleBook,
    /// The block `at the same time`.
    around: Span,
    naming: &'b Naming,
    /// The rules that were searched, each with the parameters that are fixed.
    seen: BTreeSet<(ProcedureId, Option<Fixed>)>,
    reported: &'d mut BTreeSet<Span>,
    diagnostics: &'d mut Diagnostics,
}

impl<'b> Search<'b, '_> {
    /// Searches a block; `fixed` are the units that are the same in each round, `None` outside of a loop.
    fn block(&mut self, block: &'b [Statement], fixed: Option<&Fixed>, depth: usize) {
        for statement in block {
            let rounds = statement.repetition().map(|one| one.body.as_slice());
            let rounds = rounds.or(statement.count().map(|one| one.body.as_slice()));
            if let Some(rounds) = rounds {
                let fixed = fixed_in(rounds);
                self.rounds(rounds, &fixed);
                self.block(rounds, Some(&fixed), depth);
                continue;
            }
            self.calls(statement, fixed, depth);
            for inner in blocks(statement) {
                self.block(inner, fixed, depth);
            }
        }
    }

    /// Searches the actions that a statement calls.
    fn calls(&mut self, statement: &'b Statement, fixed: Option<&Fixed>, depth: usize) {
        let Some((id, arguments)) = statement.called_action(self.book) else {
            return;
        };
        let handed = fixed.map(|fixed| {
            let arguments = arguments.iter().enumerate();
            let of_fixed = arguments.filter(|(_, argument)| {
                let local = argument.local();
                local.is_some_and(|local| fixed.contains(&local))
            });
            of_fixed.map(|(at, _)| LocalId::new(at)).collect::<Fixed>()
        });
        let called = self.book.procedures.get(id.at());
        if let Some(called) = called.filter(|_| depth > 0)
            && self.seen.insert((id, handed.clone()))
        {
            if let Some(handed) = &handed {
                self.rounds(&called.body, handed);
            }
            self.block(&called.body, handed.as_ref(), depth - 1);
        }
    }

    /// Searches what is done in each round for a track that is read and then changed.
    fn rounds(&mut self, body: &'b [Statement], fixed: &Fixed) {
        let mut reads: Vec<(TrackId, LocalId, Option<String>, Span)> = Vec::new();
        let mut found = Vec::new();
        walk_statements(body, &mut |statement| {
            walk_own(statement, &mut |expr| self.reads(expr, &mut reads));
            let change = statement
                .change()
                .filter(|change| is_loss(self.book, change));
            if let Some(change) = change
                && let Some(unit) = change.unit.local().filter(|unit| fixed.contains(unit))
            {
                let index = change.index.map(|index| canonical_form(index, &[]));
                let index = index.flatten();
                let mut reads = reads.iter().filter(|(track, of, at, _)| {
                    *track == change.track && *of == unit && *at == index
                });
                let read = reads.next().map(|(.., place)| *place);
                found.extend(read.map(|place| (place, statement.span, change.track)));
            }
            true
        });
        for (place, change, track) in found {
            if self.reported.insert(place) {
                let finding = self.finding(place, change, track);
                self.diagnostics.push(finding);
            }
        }
    }

    /// Adds the tracks of locals that an expression reads, also by the formulas that it calls.
    fn reads(&self, expr: &Expr, found: &mut Vec<(TrackId, LocalId, Option<String>, Span)>) {
        let mut known = std::collections::BTreeMap::new();
        walk_within(expr, &mut |part| {
            if let Some(read) = part.track()
                && let Some(unit) = read.unit.local()
            {
                let index = read.index.and_then(|index| canonical_form(index, &[]));
                found.push((read.track, unit, index, part.span));
            }
            let Some((id, arguments)) = part.call() else {
                return;
            };
            let called = self.book.procedures.get(id.at());
            // What actions read is searched in them.
            if called.is_some_and(|called| called.ability <= Ability::Roll) {
                for (at, track) in reads_of(self.book, id, &mut known, MAX_DEPTH) {
                    let unit = arguments.get(at).and_then(Expr::local);
                    found.extend(unit.map(|unit| (track, unit, None, part.span)));
                }
            }
        });
    }

    fn finding(&self, place: Span, change: Span, track: TrackId) -> Diagnostic {
        let name = self.book.track_name(track);
        Diagnostic::new(
            Code::StaleRead,
            format!("every round reads `{name}` as it was before the block `at the same time`"),
        )
        .label(place, "the same value in each round of the loop")
        .label(change, "this change is made at the end of the block")
        .label(self.around, "everything in this block is calculated on the state before it")
        .help(format!(
            "count on another track what is to be done, and do it after the block; or move the loop out of the block, if `{name}` is to fall from round to round"
        ))
        .cite(self.naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely)
    }
}

/// Whether a change takes from a track by itself. What is added, such as hits, may be read on purpose as it was.
fn is_loss(book: &RuleBook, change: &TrackChange<'_>) -> bool {
    let is_of_card = change.unit.ty.kinds().within(book.cards());
    change.how == Change::Take && change.transfer.is_none() && !is_of_card
}

/// Returns the locals of the body of a loop that are bound outside of it.
fn fixed_in(rounds: &[Statement]) -> Fixed {
    let (mut named, mut bound) = (Fixed::new(), Fixed::new());
    walk_statements(rounds, &mut |statement| {
        bound.extend(statement.bound_local());
        bound.extend(statement.selection().map(|selection| selection.local));
        walk_own(statement, &mut |expr| {
            walk_within(expr, &mut |part| named.extend(part.local()));
        });
        true
    });
    named.retain(|local| !bound.contains(local));
    named
}
