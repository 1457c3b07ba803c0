//! Selections that measure to their members, or compare places, though rules show that some of these units are not on the map.
//!
//! Reports: E0686.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::simultaneous::visit_reached;
use sandtable_model::{
    Arithmetic, Change, Comparison, Expr, KindId, Kinds, LocalId, NONE, Naming, ProcedureId,
    RuleBook, Selection, Statement, TrackId, walk_own, walk_statement, walk_statements,
    walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 4;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let Some(at) = book.at_track() else {
        return;
    };
    let mut search = Search {
        book,
        at,
        waiting: Kinds::NONE,
        reported: BTreeSet::new(),
        diagnostics,
    };
    search.waiting = search.waiting();
    if search.waiting.is_empty() {
        return;
    }
    for (naming, body) in book.bodies() {
        search.body(naming, body);
    }
}

struct Search<'b, 'd> {
    book: &'b RuleBook,
    /// The track of the place of a piece.
    at: TrackId,
    /// The kinds with units that wait off the map.
    waiting: Kinds,
    reported: BTreeSet<Span>,
    diagnostics: &'d mut Diagnostics,
}

impl Search<'_, '_> {
    /// Returns the kinds of units that rules take off the map, or look for there.
    fn waiting(&self) -> Kinds {
        let mut waiting = Kinds::NONE;
        let mut look_for = |selection: &Selection| {
            let condition = selection.condition.as_deref();
            condition.into_iter().for_each(|condition| {
                condition.chain(Arithmetic::And, &mut |part| {
                    if self.place_is_none(part, selection.local) == Some(true) {
                        waiting = waiting.or(selection.kinds);
                    }
                });
            });
        };
        let mut removed = Kinds::NONE;
        for (_, body) in self.book.bodies() {
            selections(body, &mut |selection| look_for(selection));
            walk_statements(body, &mut |statement| {
                let change = statement.change().filter(|change| {
                    change.track == self.at
                        && change.how == Change::Set
                        && change.amount.constant_value() == Some(NONE)
                });
                removed = change.map_or(removed, |change| removed.or(change.unit.ty.kinds()));
                true
            });
        }
        let all = self.book.kinds.iter().enumerate();
        let always = all.filter(|(_, kind)| kind.on_map.is_some());
        let always = always.map(|(at, _)| Kinds::one(KindId::new(at)));
        let always = always.fold(Kinds::NONE, Kinds::or);
        waiting.or(removed).without(always)
    }

    fn body(&mut self, naming: &Naming, body: &[Statement]) {
        let mut found = Vec::new();
        selections(body, &mut |selection| {
            found.extend(self.measured(selection));
        });
        let mut compared = Vec::new();
        selections(body, &mut |selection| {
            compared.extend(self.compared(selection))
        });
        // Whoever asks for `none` anywhere in the rule has thought of those that wait.
        if !compared.is_empty() && !self.asks_for_none(body) {
            found.append(&mut compared);
        }
        for one in found {
            if self.reported.insert(one.span) {
                self.diagnostics.push(
                    Diagnostic::new(Code::MeasuredOffTheMap, one.message)
                        .label(one.span, one.label)
                        .help(one.help)
                        .cite(naming.citations.iter().map(String::as_str))
                        .confidence(Confidence::Likely),
                );
            }
        }
    }

    /// Finds a condition that measures to a member that may not be on the map.
    fn measured(&self, selection: &Selection) -> Option<Found> {
        if selection.kinds.and(self.waiting).is_empty() || selection.region.is_some() {
            return None;
        }
        let member = selection.local;
        let (mut is_on_map, mut found) = (false, None);
        selection
            .condition
            .as_deref()?
            .chain(Arithmetic::And, &mut |part| {
                if is_on_map || found.is_some() {
                    return;
                }
                is_on_map = self.place_is_none(part, member) == Some(false)
                    || self.is_at_a_place(part, member)
                    || self.asks_by_call(part, member);
                let mut asks = false;
                walk_within(part, &mut |inner| {
                    asks |= self.place_is_none(inner, member).is_some()
                });
                if !is_on_map && !asks {
                    found = self.measures(part, member, MAX_DEPTH);
                }
            });
        let name = match selection.name.as_str() {
            "" => "unit",
            name => name,
        };
        found.map(|span| Found {
            span,
            message: format!("`{name}` may not be on the map here: then the game stops"),
            label: "measures to it",
            help: format!("leave those out before it: `{name}.at is not none and …`"),
        })
    }

    /// Finds a condition that two units are at one place, which two are that are not on the map.
    fn compared(&self, selection: &Selection) -> Option<Found> {
        if selection.kinds.and(self.waiting).is_empty() || selection.region.is_some() {
            return None;
        }
        let member = selection.local;
        let mut found = None;
        selection
            .condition
            .as_deref()?
            .chain(Arithmetic::And, &mut |part| {
                if let Some(Comparison {
                    order: Order::Equal,
                    left,
                    right,
                }) = part.comparison()
                {
                    let places =
                        [left, right].map(|side| side.track().filter(|read| read.track == self.at));
                    let [Some(one), Some(other)] = places else {
                        return;
                    };
                    let of_member = one.unit.is_local(member) != other.unit.is_local(member);
                    let other = if one.unit.is_local(member) {
                        other
                    } else {
                        one
                    };
                    if of_member && !other.unit.ty.kinds().and(self.waiting).is_empty() {
                        found = found.or(Some(part.span));
                    }
                }
            });
        let name = match selection.name.as_str() {
            "" => "unit",
            name => name,
        };
        found.map(|span| Found {
            span,
            message: "two pieces that are not on the map are at the same place by this".to_owned(),
            label: "met by two that wait off the map",
            help: format!("leave those out before it: `{name}.at is not none and …`"),
        })
    }

    /// Whether a condition asks that the place of a unit is none, or is not none; `None` for another one.
    fn place_is_none(&self, condition: &Expr, unit: LocalId) -> Option<bool> {
        if let Some(inner) = condition.negated() {
            return self.place_is_none(inner, unit).map(|is_none| !is_none);
        }
        let compared = condition.comparison()?;
        let is_none = compared.right.constant_value() == Some(NONE);
        let is_its = self.is_place_of(compared.left, unit) && is_none && compared.is_of_equality();
        is_its.then_some(compared.order == Order::Equal)
    }

    /// Whether a condition asks that a unit is at a place.
    fn is_at_a_place(&self, condition: &Expr, unit: LocalId) -> bool {
        condition.comparison().is_some_and(|compared| {
            let mut sides = [compared.left, compared.right].into_iter();
            compared.order == Order::Equal && sides.any(|side| self.is_place_of(side, unit))
        })
    }

    fn is_place_of(&self, expr: &Expr, unit: LocalId) -> bool {
        let read = expr.track().filter(|read| read.track == self.at);
        read.is_some_and(|read| read.unit.is_local(unit))
    }

    fn asks_for_none(&self, body: &[Statement]) -> bool {
        let mut asks = false;
        visit_reached(self.book, body, &mut |statement| {
            walk_own(statement, &mut |expr| {
                walk_within(expr, &mut |inner| {
                    let compared = inner.comparison().filter(|one| {
                        let read = one.left.track();
                        read.is_some_and(|read| read.track == self.at)
                    });
                    asks |= compared.is_some_and(|one| one.right.constant_value() == Some(NONE));
                });
            });
        });
        asks
    }

    /// Whether a condition calls a formula with a unit that asks for `none`, by itself or by way of others.
    fn asks_by_call(&self, condition: &Expr, unit: LocalId) -> bool {
        condition.any(|inner| {
            let handed = inner
                .call()
                .filter(|(_, arguments)| arguments.iter().any(|argument| argument.is_local(unit)));
            let called = handed.and_then(|(id, _)| self.book.procedures.get(id.at()));
            called.is_some_and(|called| self.asks_for_none(&called.body))
        })
    }

    /// Returns where an expression measures to a unit.
    fn measures(&self, expr: &Expr, unit: LocalId, depth: usize) -> Option<Span> {
        let mut found = None;
        walk_within(expr, &mut |inner| {
            if found.is_some() {
                return;
            }
            if let Some(measured) = inner.measurement() {
                let mut arguments = measured.arguments.iter();
                let is_to =
                    |argument: &Expr| argument.is_local(unit) || self.is_place_of(argument, unit);
                found = arguments.any(is_to).then_some(inner.span);
            }
            let called = inner.call().filter(|_| depth > 0);
            if let Some((id, arguments)) = called.filter(|_| found.is_none())
                && let Some(at) = arguments
                    .iter()
                    .position(|argument| argument.is_local(unit))
                && self.measures_in(id, LocalId::new(at), depth - 1)
            {
                found = Some(inner.span);
            }
        });
        found
    }

    /// Whether a formula measures to its parameter without asking whether that is on the map.
    fn measures_in(&self, id: ProcedureId, unit: LocalId, depth: usize) -> bool {
        let Some(called) = self.book.procedures.get(id.at()) else {
            return false;
        };
        let mut measures = false;
        for statement in &called.body {
            walk_statement(statement, &mut |expr| {
                measures |= self.measures(expr, unit, depth).is_some();
            });
        }
        measures && !self.asks_for_none(&called.body)
    }
}

/// The text of a finding about a condition.
struct Found {
    span: Span,
    message: String,
    label: &'static str,
    help: String,
}

/// Calls a visitor with every selection of a body.
fn selections(body: &[Statement], visit: &mut dyn FnMut(&Selection)) {
    walk_statements(body, &mut |statement| {
        if let Some(selection) = statement.selection() {
            visit(selection);
        }
        true
    });
    for statement in body {
        walk_statement(statement, &mut |expr| {
            walk_within(expr, &mut |inner| {
                if let Some(members) = inner.aggregation() {
                    visit(members.selection);
                }
            });
        });
    }
}
