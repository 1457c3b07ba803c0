//! Costs of steps on hexes that read the facing of a piece, which stays that of the start along the whole path.
//!
//! Reports: E0660.

use std::collections::BTreeSet;

use super::Context;
use super::free_step::step_costs;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::board::Measure;
use sandtable_model::{Expr, LocalId, ProcedureId, RuleBook, TrackId, walk_statement, walk_within};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    // On a table a path is straight stretches, which a piece may well begin by its facing.
    if !matches!(book.board, Some(Measure::Hexes | Measure::Squares)) {
        return;
    }
    for cost in step_costs(book) {
        let Some(rule) = book.procedures.get(cost.at()) else {
            continue;
        };
        // The last two are the ends of the step.
        let n_pieces = rule.parameters.len().saturating_sub(2);
        let mut reads = FacingReads {
            book,
            seen: BTreeSet::new(),
            found: BTreeSet::new(),
            knows_start: false,
        };
        for piece in 0..n_pieces {
            reads.procedure(cost, piece);
        }
        let citations = rule.naming.citations.iter().map(String::as_str);
        // A formula that compares the place of the piece may distinguish the first step.
        let Some(span) = reads.found.first().filter(|_| !reads.knows_start) else {
            continue;
        };
        diagnostics.push(
            Diagnostic::new(
                Code::FacingOfStart,
                "the facing stays as before the move: every step costs as much as the first",
            )
            .label(*span, "this is the facing before the move")
            .label(rule.naming.span, "the cost of a step")
            .help(
                "charge for each turn separately: move the piece one hex at a time, and pay for \
                turns with an action of their own",
            )
            .cite(citations)
            .confidence(Confidence::Likely),
        );
    }
}

/// Reads of the facing of a parameter, by a rule and its callees.
struct FacingReads<'a> {
    book: &'a RuleBook,
    seen: BTreeSet<(ProcedureId, usize)>,
    found: BTreeSet<Span>,
    /// Whether they compare the place of the parameter with another one.
    knows_start: bool,
}

impl FacingReads<'_> {
    fn procedure(&mut self, id: ProcedureId, parameter: usize) {
        let book = self.book;
        let Some(rule) = book.procedures.get(id.at()) else {
            return;
        };
        if !self.seen.insert((id, parameter)) {
            return;
        }
        // The parameters are the first locals of a rule.
        let parameter = LocalId::new(parameter);
        let mut handed = Vec::new();
        for statement in &rule.body {
            walk_statement(statement, &mut |expr| {
                walk_within(expr, &mut |inner| {
                    if is_track_of(inner, book.facing_track(), parameter) {
                        self.found.insert(inner.span);
                    } else if let Some(comparison) = inner.comparison() {
                        let is_start = |side: &Expr| is_track_of(side, book.at_track(), parameter);
                        self.knows_start |= is_start(comparison.left) || is_start(comparison.right);
                    } else if let Some((procedure, arguments)) = inner.call() {
                        let places = arguments.iter().enumerate();
                        let ours = places.filter(|(_, argument)| argument.is_local(parameter));
                        handed.extend(ours.map(|(place, _)| (procedure, place)));
                    }
                });
            });
        }
        for (procedure, place) in handed {
            self.procedure(procedure, place);
        }
    }
}

/// Whether an expression reads a track of a parameter.
fn is_track_of(expr: &Expr, track: Option<TrackId>, parameter: LocalId) -> bool {
    let read = expr.track();
    read.is_some_and(|read| Some(read.track) == track && read.unit.is_local(parameter))
}
