//! Sides that act one after the other in `each`, so that the first one weakens the next without a rule for the order.
//!
//! Reports: E0684.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Expr, KindId, Kinds, LocalId, Naming, ProcedureId, RuleBook, Selection, Statement, TrackId,
    Type, blocks, walk_calls, walk_own, walk_within,
};
use sandtable_source::Span;

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 6;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let Some(side) = book.side_kind() else {
        return;
    };
    for (naming, body) in book.bodies() {
        let mut search = Search {
            book,
            side,
            naming,
            diagnostics,
        };
        search.block(body);
    }
}

struct Search<'b, 'd> {
    book: &'b RuleBook,
    side: KindId,
    naming: &'b Naming,
    diagnostics: &'d mut Diagnostics,
}

impl<'b> Search<'b, '_> {
    fn block(&mut self, block: &'b [Statement]) {
        for statement in block {
            // A block `at the same time` has no order.
            if statement.simultaneous().is_some() {
                continue;
            }
            if let Some(each) = statement.each().filter(|each| each.order.is_none())
                && each.selection.region.is_none()
                && each.selection.kinds.has(self.side)
                && each.selection.kinds.within(Kinds::one(self.side))
            {
                self.of_sides(each.selection, each.body, statement.span);
            }
            for inner in blocks(statement) {
                self.block(inner);
            }
        }
    }

    fn of_sides(&mut self, selection: &Selection, body: &'b [Statement], span: Span) {
        let mut uses = Uses::default();
        collect(self.book, body, &mut uses, MAX_DEPTH, &mut BTreeSet::new());
        // Players take turns: the order is that of the turns.
        if uses.is_decided || uses.has_phases {
            return;
        }
        let mut parties = Parties::default();
        parties.own.insert(selection.local);
        let Some((changed, place)) = find_harm(self.book, body, &mut parties, MAX_DEPTH) else {
            return;
        };
        let is_read = uses.read.contains(&changed)
            || ((changed == TrackId::DESTROYED || changed == TrackId::REMOVED)
                && uses.n_selections > 1);
        if is_read {
            let name = self.book.track_name(changed);
            self.diagnostics.push(
                Diagnostic::new(
                    Code::OrderOfSides,
                    format!("the side listed first changes `{name}` before the other side acts"),
                )
                .label(span, "one side after the other, as listed")
                .label(place, "changes units of the other side")
                .help(
                    "if both act at once, write `at the same time` around it; else state the \
                    order: `each side in order of …`",
                )
                .cite(self.naming.citations.iter().map(String::as_str))
                .confidence(Confidence::Likely),
            );
        }
    }
}

/// Tracks that a body reads, and its decisions.
#[derive(Default)]
struct Uses {
    read: BTreeSet<TrackId>,
    n_selections: usize,
    is_decided: bool,
    has_phases: bool,
}

fn collect(
    book: &RuleBook,
    block: &[Statement],
    uses: &mut Uses,
    depth: usize,
    seen: &mut BTreeSet<ProcedureId>,
) {
    for statement in block {
        let is_decision = statement.choice().is_some_and(|choice| !choice.is_drawn());
        uses.is_decided |= is_decision || statement.window().is_some();
        uses.has_phases |= statement.phase().is_some();
        uses.n_selections += usize::from(statement.each().is_some());
        let mut called = Vec::new();
        walk_own(statement, &mut |expr| {
            walk_within(expr, &mut |inner| {
                uses.read.extend(inner.track().map(|read| read.track));
                uses.n_selections += usize::from(inner.aggregation().is_some());
            });
            walk_calls(expr, &mut |id| called.push(id));
        });
        for id in called {
            if depth > 0
                && seen.insert(id)
                && let Some(procedure) = book.procedures.get(id.at())
            {
                collect(book, &procedure.body, uses, depth - 1, seen);
            }
        }
        for inner in blocks(statement) {
            collect(book, inner, uses, depth, seen);
        }
    }
}

/// The locals of a body that hold the side of the round, the other side, and units of the other side.
#[derive(Default)]
struct Parties {
    own: BTreeSet<LocalId>,
    other: BTreeSet<LocalId>,
    enemies: BTreeSet<LocalId>,
}

impl Parties {
    fn is_own(&self, expr: &Expr) -> bool {
        expr.local().is_some_and(|local| self.own.contains(&local))
    }

    fn is_other(&self, expr: &Expr) -> bool {
        expr.local()
            .is_some_and(|local| self.other.contains(&local))
            || expr.enemy_of().is_some_and(|side| self.is_own(side))
    }

    fn is_enemy(&self, expr: &Expr) -> bool {
        expr.local()
            .is_some_and(|local| self.enemies.contains(&local))
    }

    /// Returns the parties of a called action, by the arguments.
    fn called_with(&self, arguments: &[Expr]) -> Self {
        let those = |is_it: &dyn Fn(&Expr) -> bool| {
            let arguments = arguments.iter().enumerate();
            let those = arguments.filter(|(_, argument)| is_it(argument));
            those.map(|(at, _)| LocalId::new(at)).collect()
        };
        Self {
            own: those(&|one| self.is_own(one)),
            other: those(&|one| self.is_other(one)),
            enemies: those(&|one| self.is_enemy(one)),
        }
    }

    /// Whether a selection selects units of other sides: `x.side is not side`, `x.side is enemy of side`.
    fn selects_enemies(&self, selection: &Selection) -> bool {
        let is_member = |expr: &Expr| expr.reads_local(selection.local);
        let condition = selection.condition.as_deref();
        condition.is_some_and(|condition| {
            condition.any(|part| {
                let Some((is_same, one, other)) = part.sameness() else {
                    return false;
                };
                let is_side = |expr: &Expr| match is_same {
                    true => self.is_other(expr),
                    false => self.is_own(expr),
                };
                is_side(one) && is_member(other) || is_side(other) && is_member(one)
            })
        })
    }
}

/// Returns a track that a body, or an action that it calls, changes of units that do not belong to the side of the round, and where.
fn find_harm(
    book: &RuleBook,
    block: &[Statement],
    parties: &mut Parties,
    depth: usize,
) -> Option<(TrackId, Span)> {
    for statement in block {
        if let Some(each) = statement.each()
            && parties.selects_enemies(each.selection)
        {
            parties.enemies.insert(each.selection.local);
        }
        if let Some((local, value)) = statement.binding()
            && let Some(members) = value.aggregation()
            && matches!(value.ty, Type::Unit(_))
            && parties.selects_enemies(members.selection)
        {
            parties.enemies.insert(local);
        }
        if let Some(change) = statement.change()
            && parties.is_enemy(change.unit)
        {
            return Some((change.track, statement.span));
        }
        if depth > 0
            && let Some((called, arguments)) = statement.called_action(book)
            && let Some(called) = book.procedures.get(called.at())
        {
            let mut parties = parties.called_with(arguments);
            let found = find_harm(book, &called.body, &mut parties, depth - 1);
            if found.is_some() {
                return found;
            }
        }
        for inner in blocks(statement) {
            let found = find_harm(book, inner, parties, depth);
            if found.is_some() {
                return found;
            }
        }
    }
    None
}
