//! Flags that mark what a unit has done: a rule takes one of the units without the flag, and sets it for that unit.
//!
//! If nothing clears such a flag, no unit is left after the first turn.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use sandtable_model::{
    Ability, Arithmetic, Change, Choice, Comparison, Expr, Kinds, LocalId, Naming, ProcedureId,
    RuleBook, Selection, Statement, TrackId, Type, blocks, walk_statements, walk_within,
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
    /// The kinds of the units that it marks.
    pub(super) kinds: Kinds,
    /// Whether only rules that choose a single unit set it.
    pub(super) is_of_one: bool,
}

/// Returns the flags that mark what a unit has done in rules that a game runs again and again.
pub(super) fn done_markers<'b>(
    context: &Context<'b>,
    loops: &[TurnLoop],
) -> BTreeMap<TrackId, Marker<'b>> {
    let book: &'b RuleBook = context.book;
    let mut search = Search {
        book,
        loops,
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

/// A loop of a sequence: the tracks that its exit condition reads, and the procedures that its body calls.
pub(super) struct TurnLoop {
    pub(super) until: BTreeSet<TrackId>,
    pub(super) runs: BTreeSet<ProcedureId>,
    /// Whether each round is a turn, rather than the turn of a side in it.
    is_turn: bool,
}

impl TurnLoop {
    /// Whether it repeats turns, rather than the turns of sides or units in one.
    pub(super) fn repeats_turns(&self) -> bool {
        self.is_turn
    }
}

pub(super) fn loops(context: &Context<'_>) -> Vec<TurnLoop> {
    let book = context.book;
    let mut found = Vec::new();
    let sequences = book.procedures.iter();
    for sequence in sequences.filter(|one| one.ability == Ability::Sequence) {
        walk_statements(&sequence.body, &mut |statement| {
            let until = ends_of_loop(book, statement);
            let is_turn = turn_loop(book, statement).is_some();
            if is_turn || !until.is_empty() {
                let inner = blocks(statement);
                let called: BTreeSet<ProcedureId> =
                    inner.flat_map(super::call_graph::calls).collect();
                let runs = called
                    .iter()
                    .flat_map(|id| context.call_graph.reachable(*id));
                found.push(TurnLoop {
                    until,
                    runs: runs.collect(),
                    is_turn,
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
    let until = statement.repetition().and_then(|rounds| rounds.until);
    for condition in statement.alternation().into_iter().chain(until) {
        reads(book, condition, &mut read, &mut seen);
    }
    read
}

/// Returns the tracks on which the end of a loop depends; `None` if the statement does not repeat turns.
fn turn_loop(book: &RuleBook, statement: &Statement) -> Option<BTreeSet<TrackId>> {
    let is_turn = statement.repetition().is_some() || statement.count().is_some();
    is_turn.then(|| ends_of_loop(book, statement))
}

/// Collects the tracks that an expression reads, by itself or through the rules and facts that it asks.
pub(super) fn reads(
    book: &RuleBook,
    expr: &Expr,
    read: &mut BTreeSet<TrackId>,
    seen: &mut BTreeSet<ProcedureId>,
) {
    let mut called = Vec::new();
    let mut facts = Vec::new();
    walk_within(expr, &mut |inner| {
        read.extend(inner.track().map(|one| one.track));
        called.extend(inner.call().or(inner.action_test()).map(|(id, _)| id));
        facts.extend(inner.fact().map(|(id, _)| id));
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

/// The units that a statement takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    Each,
    AnyNumber,
    One,
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

struct Search<'b, 'l> {
    book: &'b RuleBook,
    loops: &'l [TurnLoop],
    markers: BTreeMap<TrackId, Marker<'b>>,
}

impl<'b> Search<'b, '_> {
    fn block(&mut self, rule: Rule<'b>, block: &'b [Statement], around: &Around) {
        for (at, statement) in block.iter().enumerate() {
            let rest = block.get(at + 1..).unwrap_or_default();
            if let Some(each) = statement.each() {
                self.selection(rule, each.selection, each.body, around, Taken::Each);
            } else if let Some(choice) = choice_of(statement)
                && let Some(selection) = choice.units()
            {
                let taken = match choice.several {
                    Some(_) => Taken::AnyNumber,
                    None => Taken::One,
                };
                self.selection(rule, selection, rest, around, taken);
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
        taken: Taken,
    ) {
        let Some(condition) = selection.condition.as_deref() else {
            return;
        };
        // With further conditions, as for an arrival in its turn, the flag may mark what happens once in a game.
        let is_plain = self.asks_only_for_flags(condition, MAX_DEPTH);
        if !is_plain && taken == Taken::Each {
            return;
        }
        let mut unset = Vec::new();
        self.unset_of(condition, selection.local, MAX_DEPTH, &mut unset);
        if !is_plain && !unset.is_empty() && self.asks_for_turn(condition) {
            return;
        }
        for (track, asked) in unset {
            // Each unit has its turn: in a loop over them, or in one that ends when none is left.
            let mut loops = self.loops.iter();
            let is_exhausted = taken != Taken::One
                || around.ends.contains(&track)
                || loops.any(|one| one.until.contains(&track) && one.runs.contains(&rule.id));
            let is_possible = is_exhausted || is_plain;
            if !is_possible || !self.is_repeated(rule.id, track, &around.turns) {
                continue;
            }
            // Each of several chosen ones has its turn in a loop over them.
            let chosen = statements.first().and_then(Statement::each);
            let (local, own) = match chosen.filter(|_| taken == Taken::AnyNumber) {
                Some(chosen) => (chosen.selection.local, chosen.body.as_slice()),
                None => (selection.local, statements),
            };
            if let Some((naming, set)) = self.setter(rule.naming, own, (local, track), MAX_DEPTH) {
                let kinds = selection.kinds;
                let marker = self.markers.entry(track).or_insert(Marker {
                    naming,
                    set,
                    asked,
                    kinds,
                    is_of_one: true,
                });
                marker.kinds = marker.kinds.or(kinds);
                marker.is_of_one &= !is_exhausted;
            }
        }
    }

    /// Whether a condition asks for a track of the game, or for a unit off the map: for an arrival.
    fn asks_for_turn(&self, condition: &Expr) -> bool {
        let game = self.book.game_kind();
        let game = game.and_then(|kind| self.book.kinds.get(kind.at()));
        let (mut read, mut seen) = (BTreeSet::new(), BTreeSet::new());
        reads(self.book, condition, &mut read, &mut seen);
        let mut of_game = game.into_iter().flat_map(|kind| &kind.tracks);
        of_game.any(|line| read.contains(&line.track))
            || condition.any(|part| {
                part.comparison().is_some_and(|compared| {
                    let of = compared.left.track();
                    compared.order == Order::Equal
                        && compared.right.literal() == Some(sandtable_model::NONE)
                        && of.is_some_and(|read| Some(read.track) == self.book.at_track())
                })
            })
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
            || loops.any(|one| one.is_turn && !one.until.contains(&track) && one.runs.contains(&id))
    }

    /// Whether a condition asks for nothing but flags that are not set, and whose a unit is.
    fn asks_only_for_flags(&self, condition: &Expr, depth: usize) -> bool {
        let mut is_plain = true;
        condition.chain(Arithmetic::And, &mut |part| {
            is_plain &= if self.is_on_map(part) {
                true
            } else if let Some(inner) = part.negated() {
                inner.ty == Type::Flag && inner.track().is_some()
            } else if let Some(Comparison { order, left, right }) = part.comparison() {
                let mut sides = [left, right].into_iter();
                order == Order::Equal && sides.all(|side| matches!(side.ty, Type::Unit(_)))
            } else if let Some((procedure, _)) = part.call().filter(|_| depth > 0) {
                let called = self.book.procedures.get(procedure.at());
                let value = called.and_then(|called| only_result(&called.body));
                value.is_some_and(|value| self.asks_only_for_flags(value, depth - 1))
            } else {
                false
            };
        });
        is_plain
    }

    /// Whether a condition is that a piece is on the map: one that is not there has no turn.
    fn is_on_map(&self, part: &Expr) -> bool {
        part.sameness().is_some_and(|(is_same, left, right)| {
            let read = left.track();
            !is_same
                && right.literal() == Some(sandtable_model::NONE)
                && read.is_some_and(|read| Some(read.track) == self.book.at_track())
        })
    }

    /// Collects the flags of a local that must not be set for a condition to be met, with the places that ask for them.
    fn unset_of(
        &self,
        condition: &Expr,
        local: LocalId,
        depth: usize,
        found: &mut Vec<(TrackId, Span)>,
    ) {
        condition.chain(Arithmetic::And, &mut |part| {
            if let Some(inner) = part.negated() {
                found.extend(flag_of(inner, local));
            } else if let Some((procedure, arguments)) = part.call().filter(|_| depth > 0) {
                let position = arguments.iter().position(|one| one.is_local(local));
                let called = self.book.procedures.get(procedure.at());
                if let (Some(at), Some(called)) = (position, called)
                    && called.ability == Ability::Formula
                {
                    self.unset_in(&called.body, LocalId::new(at), depth - 1, found);
                }
            }
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
            if let Some(value) = statement.result() {
                self.unset_of(value, local, depth, found);
                return;
            }
            if let Some((condition, then, otherwise)) = statement.branch()
                && otherwise.is_empty()
                && only_result(then).is_some_and(|value| value.literal() == Some(0))
            {
                condition.chain(Arithmetic::Or, &mut |part| {
                    found.extend(flag_of(part, local));
                });
            } else if statement.binding().is_none() {
                return;
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
        let (local, track) = marker;
        statements.iter().find_map(|statement| {
            if let Some(change) = statement.change() {
                let is_set = change.how == Change::Set && change.amount.literal() == Some(1);
                let is_of_marker = change.track == track && change.unit.is_local(local);
                (is_set && is_of_marker).then_some((naming, statement.span))
            } else if let Some((condition, then, otherwise)) = statement.branch() {
                // A choice may be declined: what is done with the choice is then under a condition.
                let branches = [then, otherwise].into_iter();
                let mut branches = branches.filter(|_| is_check_for_none(condition, local));
                branches.find_map(|block| self.setter(naming, block, marker, depth))
            } else {
                let call = statement.evaluated().filter(|_| depth > 0)?;
                let (procedure, arguments) = call.call()?;
                let at = arguments.iter().position(|one| one.is_local(local))?;
                let called = self.book.procedures.get(procedure.at())?;
                let marker = (LocalId::new(at), track);
                self.setter(&called.naming, &called.body, marker, depth - 1)
            }
        })
    }
}

/// Returns the decision of a statement, or of one that is only asked for if there is any option.
fn choice_of(statement: &Statement) -> Option<&Choice> {
    let inner = statement
        .branch()
        .and_then(|(_, then, _)| match then.as_slice() {
            [only] => only.choice(),
            _ => None,
        });
    statement.choice().or(inner)
}

fn is_check_for_none(condition: &Expr, local: LocalId) -> bool {
    condition.sameness().is_some_and(|(_, left, right)| {
        let is_none = |expr: &Expr| expr.literal() == Some(sandtable_model::NONE);
        left.is_local(local) && is_none(right) || right.is_local(local) && is_none(left)
    })
}

fn flag_of(expr: &Expr, local: LocalId) -> Option<(TrackId, Span)> {
    let read = expr.track()?;
    let is_flag = expr.ty == Type::Flag && read.index.is_none() && read.unit.is_local(local);
    is_flag.then_some((read.track, expr.span))
}

/// Returns the result of a body that does nothing else.
pub(super) fn only_result(body: &[Statement]) -> Option<&Expr> {
    match body {
        [only] => only.result(),
        _ => None,
    }
}
