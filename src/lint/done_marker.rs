//! Flags that mark what a unit has done: a rule takes one of the units without the flag, and sets it for that unit.
//!
//! If nothing clears such a flag, no unit is left after the first turn.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a marker has these forms; every other one, also a new one, is none of them"
)]

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use sandtable_model::{
    Ability, Arithmetic, Change, Expr, ExprKind, LocalId, Naming, ProcedureId, RuleBook, Selection,
    Statement, StatementKind, TrackId, Type, blocks, walk_statements, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 3;

/// A statement that sets a marker, and the condition that it must not be set.
pub(super) struct Marker<'b> {
    /// The rule that sets it.
    pub(super) naming: &'b Naming,
    pub(super) set: Span,
    pub(super) asked: Span,
}

/// Returns the flags that mark what a unit has done in rules that a game runs again and again.
pub(super) fn done_markers<'b>(context: &Context<'b>) -> BTreeMap<TrackId, Marker<'b>> {
    let book: &'b RuleBook = context.book;
    let mut search = Search {
        book,
        loops: loops(context),
        markers: BTreeMap::new(),
    };
    for (at, procedure) in book.procedures.iter().enumerate() {
        let rule = Rule {
            id: ProcedureId::new(at),
            naming: &procedure.naming,
        };
        search.block(rule, &procedure.body, &Around::default());
    }
    search.markers
}

/// A loop of a sequence: the tracks of which its end depends, and the rules that it runs.
struct TurnLoop {
    until: BTreeSet<TrackId>,
    runs: BTreeSet<ProcedureId>,
}

fn loops(context: &Context<'_>) -> Vec<TurnLoop> {
    let book = context.book;
    let mut found = Vec::new();
    let sequences = book.procedures.iter();
    for sequence in sequences.filter(|one| one.ability == Ability::Sequence) {
        walk_statements(&sequence.body, &mut |statement| {
            if let Some(until) = turn_loop(book, statement) {
                let inner = blocks(statement).into_iter();
                let called: BTreeSet<ProcedureId> =
                    inner.flat_map(super::call_graph::calls).collect();
                let runs = called
                    .iter()
                    .flat_map(|id| context.call_graph.reachable(*id));
                found.push(TurnLoop {
                    until,
                    runs: runs.collect(),
                });
            }
            true
        });
    }
    found
}

/// Returns the tracks on which the end of any loop depends.
fn ends_of_loop(book: &RuleBook, statement: &Statement) -> BTreeSet<TrackId> {
    let (mut read, mut seen) = (BTreeSet::new(), BTreeSet::new());
    match &statement.kind {
        StatementKind::Repeat { until, .. } => {
            let until = until.iter();
            until.for_each(|until| reads(book, until, &mut read, &mut seen));
        }
        StatementKind::Alternate { condition, .. } => {
            reads(book, condition, &mut read, &mut seen);
        }
        _ => {}
    }
    read
}

/// Returns the tracks on which the end of a loop depends; `None` if the statement does not repeat turns.
fn turn_loop(book: &RuleBook, statement: &Statement) -> Option<BTreeSet<TrackId>> {
    let mut read = BTreeSet::new();
    match &statement.kind {
        StatementKind::Repeat { until, .. } => {
            let mut seen = BTreeSet::new();
            let until = until.iter();
            until.for_each(|until| reads(book, until, &mut read, &mut seen));
            Some(read)
        }
        StatementKind::Count { .. } => Some(read),
        _ => None,
    }
}

/// Collects the tracks that an expression reads, by itself or through the rules and facts that it asks.
fn reads(
    book: &RuleBook,
    expr: &Expr,
    read: &mut BTreeSet<TrackId>,
    seen: &mut BTreeSet<ProcedureId>,
) {
    let mut called = Vec::new();
    let mut facts = Vec::new();
    walk_within(expr, &mut |inner| match &inner.kind {
        ExprKind::Track { track, .. } => _ = read.insert(*track),
        ExprKind::Call { procedure, .. } => called.push(*procedure),
        ExprKind::Can { action, .. } => called.push(*action),
        ExprKind::Fact { fact, .. } => facts.push(*fact),
        _ => {}
    });
    for id in called {
        if seen.insert(id)
            && let Some(procedure) = book.procedures.get(id.at())
        {
            for statement in &procedure.body {
                sandtable_model::walk_statement(statement, &mut |expr| {
                    reads(book, expr, read, seen)
                });
            }
        }
    }
    // A fact that is calculated in play asks no rule that asks the fact again.
    for fact in facts {
        let in_play = book
            .facts
            .get(fact.at())
            .and_then(|fact| fact.in_play.as_ref());
        in_play
            .into_iter()
            .for_each(|in_play| reads(book, &in_play.value, read, seen));
    }
}

/// The loops around a statement in its rule.
#[derive(Clone, Default)]
struct Around {
    /// The tracks on which the end of each depends that repeats turns.
    turns: Vec<BTreeSet<TrackId>>,
    /// The tracks on which the end of any of them depends: a loop that goes on until no unit is left.
    ends: BTreeSet<TrackId>,
}

#[derive(Clone, Copy)]
struct Rule<'b> {
    id: ProcedureId,
    naming: &'b Naming,
}

struct Search<'b> {
    book: &'b RuleBook,
    loops: Vec<TurnLoop>,
    markers: BTreeMap<TrackId, Marker<'b>>,
}

impl<'b> Search<'b> {
    fn block(&mut self, rule: Rule<'b>, block: &'b [Statement], around: &Around) {
        for (at, statement) in block.iter().enumerate() {
            let rest = block.get(at + 1..).unwrap_or_default();
            match &statement.kind {
                StatementKind::Each {
                    selection, body, ..
                } => self.selection(rule, selection, body, around, true),
                StatementKind::Choose(choice) => {
                    if let Some(selection) = choice.units() {
                        self.selection(rule, selection, rest, around, false);
                    }
                }
                _ => {}
            }
            let mut inside = around.clone();
            inside.turns.extend(turn_loop(self.book, statement));
            inside.ends.extend(ends_of_loop(self.book, statement));
            for inner in blocks(statement) {
                self.block(rule, inner, &inside);
            }
        }
    }

    /// Adds the flags that the members of a selection must not have, and that the statements set for each of them.
    fn selection(
        &mut self,
        rule: Rule<'b>,
        selection: &Selection,
        statements: &'b [Statement],
        around: &Around,
        is_of_all: bool,
    ) {
        let Some(condition) = selection.condition.as_deref() else {
            return;
        };
        // With further conditions, as for an arrival in its turn, the flag may mark what happens once in a game.
        if !self.asks_only_for_flags(condition, MAX_DEPTH) {
            return;
        }
        let mut unset = Vec::new();
        self.unset_of(condition, selection.local, MAX_DEPTH, &mut unset);
        for (track, asked) in unset {
            // Each unit has its turn: in a loop over them, or in one that ends when none is left.
            let is_exhausted = is_of_all || around.ends.contains(&track);
            if !is_exhausted || !self.is_repeated(rule.id, track, &around.turns) {
                continue;
            }
            if let Some((naming, set)) =
                self.setter(rule.naming, statements, (selection.local, track), MAX_DEPTH)
            {
                self.markers
                    .entry(track)
                    .or_insert(Marker { naming, set, asked });
            }
        }
    }

    /// Whether a rule runs again in a loop that does not wait for the flag.
    fn is_repeated(&self, id: ProcedureId, track: TrackId, around: &[BTreeSet<TrackId>]) -> bool {
        let is_sequence = self
            .book
            .procedures
            .get(id.at())
            .is_some_and(|one| one.ability == Ability::Sequence);
        let mut loops = self.loops.iter();
        is_sequence && around.iter().any(|until| !until.contains(&track))
            || loops.any(|one| !one.until.contains(&track) && one.runs.contains(&id))
    }

    /// Whether a condition asks for nothing but flags that are not set, and whose a unit is.
    fn asks_only_for_flags(&self, condition: &Expr, depth: usize) -> bool {
        let mut is_plain = true;
        condition.chain(Arithmetic::And, &mut |part| {
            is_plain &= match &part.kind {
                ExprKind::Not(inner) => {
                    inner.ty == Type::Flag && matches!(inner.kind, ExprKind::Track { .. })
                }
                ExprKind::Compare {
                    order: Order::Equal,
                    left,
                    right,
                } => [left, right]
                    .iter()
                    .all(|side| matches!(side.ty, Type::Unit(_))),
                ExprKind::Call { procedure, .. } if depth > 0 => {
                    let called = self.book.procedures.get(procedure.at());
                    called.is_some_and(|called| match called.body.as_slice() {
                        [only] => match &only.kind {
                            StatementKind::Result(value) => {
                                self.asks_only_for_flags(value, depth - 1)
                            }
                            _ => false,
                        },
                        _ => false,
                    })
                }
                _ => false,
            };
        });
        is_plain
    }

    /// Collects the flags of a local that must not be set for a condition to be met, with the places that ask for them.
    fn unset_of(
        &self,
        condition: &Expr,
        local: LocalId,
        depth: usize,
        found: &mut Vec<(TrackId, Span)>,
    ) {
        condition.chain(Arithmetic::And, &mut |part| match &part.kind {
            ExprKind::Not(inner) => found.extend(flag_of(inner, local)),
            ExprKind::Call {
                procedure,
                arguments,
            } if depth > 0 => {
                let position = arguments.iter().position(|one| is_local(one, local));
                let called = self.book.procedures.get(procedure.at());
                if let (Some(at), Some(called)) = (position, called)
                    && called.ability == Ability::Formula
                {
                    self.unset_in(&called.body, LocalId::new(at), depth - 1, found);
                }
            }
            _ => {}
        });
    }

    /// The flags that must not be set for a formula to give yes.
    fn unset_in(
        &self,
        body: &[Statement],
        local: LocalId,
        depth: usize,
        found: &mut Vec<(TrackId, Span)>,
    ) {
        for statement in body {
            match &statement.kind {
                StatementKind::Let { .. } => {}
                StatementKind::If {
                    condition,
                    then,
                    otherwise,
                } if otherwise.is_empty() && is_no(then) => {
                    disjuncts(condition, &mut |part| found.extend(flag_of(part, local)));
                }
                StatementKind::Result(value) => {
                    self.unset_of(value, local, depth, found);
                    return;
                }
                _ => return,
            }
        }
    }

    /// Returns a statement that sets a flag of a local whatever happens, and its rule.
    fn setter(
        &self,
        naming: &'b Naming,
        statements: &'b [Statement],
        marker: (LocalId, TrackId),
        depth: usize,
    ) -> Option<(&'b Naming, Span)> {
        statements
            .iter()
            .find_map(|statement| match &statement.kind {
                StatementKind::Change {
                    how: Change::Set,
                    amount,
                    unit,
                    track,
                    ..
                } if *track == marker.1
                    && amount.literal() == Some(1)
                    && is_local(unit, marker.0) =>
                {
                    Some((naming, statement.span))
                }
                StatementKind::Call(call) if depth > 0 => {
                    let ExprKind::Call {
                        procedure,
                        arguments,
                    } = &call.kind
                    else {
                        return None;
                    };
                    let at = arguments.iter().position(|one| is_local(one, marker.0))?;
                    let called = self.book.procedures.get(procedure.at())?;
                    let marker = (LocalId::new(at), marker.1);
                    self.setter(&called.naming, &called.body, marker, depth - 1)
                }
                // A choice may be declined: what is done with the choice is then under a condition.
                StatementKind::If {
                    condition,
                    then,
                    otherwise,
                } if is_check_for_none(condition, marker.0) => {
                    let branches = [then, otherwise].into_iter();
                    let mut found =
                        branches.filter_map(|block| self.setter(naming, block, marker, depth));
                    found.next()
                }
                _ => None,
            })
    }
}

fn is_check_for_none(condition: &Expr, local: LocalId) -> bool {
    let compared = match &condition.kind {
        ExprKind::Not(inner) => &inner.kind,
        kind => kind,
    };
    match compared {
        ExprKind::Compare { left, right, .. } => {
            let is_none = |expr: &Expr| expr.literal() == Some(sandtable_model::NONE);
            is_local(left, local) && is_none(right) || is_local(right, local) && is_none(left)
        }
        _ => false,
    }
}

fn is_local(expr: &Expr, local: LocalId) -> bool {
    matches!(expr.kind, ExprKind::Local(id) if id == local)
}

fn flag_of(expr: &Expr, local: LocalId) -> Option<(TrackId, Span)> {
    match &expr.kind {
        ExprKind::Track {
            unit,
            track,
            index: None,
        } if expr.ty == Type::Flag && is_local(unit, local) => Some((*track, expr.span)),
        _ => None,
    }
}

fn is_no(block: &[Statement]) -> bool {
    match block {
        [only] => {
            matches!(&only.kind, StatementKind::Result(value) if value.literal() == Some(0))
        }
        _ => false,
    }
}

fn disjuncts<'e>(expr: &'e Expr, visit: &mut impl FnMut(&'e Expr)) {
    match &expr.kind {
        ExprKind::Binary {
            op: Arithmetic::Or,
            left,
            right,
        } => {
            disjuncts(left, visit);
            disjuncts(right, visit);
        }
        _ => visit(expr),
    }
}
