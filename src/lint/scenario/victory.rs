//! Ends of the game whose condition the start already meets.
//!
//! Reports: E0561.

use std::collections::BTreeSet;

use super::Staging;
use super::start_state::Values;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::simultaneous::visit_reached;
use sandtable_model::{
    Ability, Change, Expr, LocalId, Statement, StatementKind, TrackId, blocks, walk_within,
};
use sandtable_source::Span;

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 8;
/// Maximum number of statements that are visited.
const MAX_STEPS: usize = 5_000;

pub(super) fn check_victory(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    let Some(procedure) = staging.staged.procedure else {
        return;
    };
    let Some(played) = staging.book.procedures.get(procedure.at()) else {
        return;
    };
    let mut search = Search {
        staging,
        set: BTreeSet::new(),
        steps: 0,
        met: None,
    };
    search.block(&played.body, &Values::new(), MAX_DEPTH, None);
    if let Some(met) = search.met {
        found.push(finding(staging, met));
    }
}

fn finding(staging: &Staging<'_>, met: Span) -> Diagnostic {
    Diagnostic::new(
        Code::OverAtTheStart,
        "the condition that ends the game is met when this scenario begins",
    )
    .label(
        staging.written.play.span,
        "this is over the first time that it is checked",
    )
    .label(met, "met at the start")
    .help("correct the values with which the scenario begins, or the condition")
    .confidence(Confidence::Likely)
}

struct Search<'s, 'a> {
    staging: &'s Staging<'a>,
    /// Tracks that a rule has set, or changed by dice, on the path so far.
    set: BTreeSet<TrackId>,
    steps: usize,
    met: Option<Span>,
}

impl Search<'_, '_> {
    /// Follows statements that are certainly executed; `condition` is the last one on the path that is true.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
    )]
    fn block(
        &mut self,
        block: &[Statement],
        values: &Values,
        depth: usize,
        condition: Option<Span>,
    ) {
        let mut values = values.clone();
        for statement in block {
            self.steps += 1;
            if self.met.is_some() || self.steps > MAX_STEPS {
                return;
            }
            match &statement.kind {
                StatementKind::EndGame { .. } => self.met = condition,
                StatementKind::Let { local, value } => {
                    match self.value(value, &values) {
                        Some(value) => _ = values.insert(*local, value),
                        None => _ = values.remove(local),
                    }
                    self.calls(value, &values, depth, condition);
                }
                StatementKind::Call(value) => self.calls(value, &values, depth, condition),
                StatementKind::If {
                    condition: asked,
                    then,
                    otherwise,
                } => match self.value(asked, &values) {
                    Some(0) => self.block(otherwise, &values, depth, condition),
                    Some(_) => self.block(then, &values, depth, Some(asked.span)),
                    None => self.change_all(then, depth).then_change(otherwise, depth),
                },
                StatementKind::Repeat {
                    until: Some(until),
                    body,
                    ..
                } => match self.value(until, &values) {
                    // The turns of a game.
                    Some(met) if met != 0 && has_phases(body, self.staging, MAX_DEPTH) => {
                        self.met = Some(until.span);
                    }
                    _ => {
                        self.block(body, &values, depth, condition);
                        self.repeated(body);
                    }
                },
                StatementKind::Each {
                    selection, body, ..
                } => {
                    let members = self.staging.start.members(selection, &values);
                    let is_open = selection.region.is_none() && self.staging.start.has_absent();
                    match members.filter(|_| !is_open || is_of_sides(self.staging, selection)) {
                        Some(members) => {
                            for member in members {
                                let mut values = values.clone();
                                values.insert(selection.local, member);
                                self.block(body, &values, depth, condition);
                            }
                        }
                        None => _ = self.change_all(body, depth),
                    }
                }
                StatementKind::Phase { body, .. } | StatementKind::Simultaneous { body } => {
                    self.block(body, &values, depth, condition);
                }
                StatementKind::Repeat { body, .. } => {
                    self.block(body, &values, depth, condition);
                    self.repeated(body);
                }
                StatementKind::Count {
                    local, from, body, ..
                } => {
                    let mut values = values.clone();
                    if let Some(from) = self.value(from, &values) {
                        values.insert(*local, from);
                    }
                    self.block(body, &values, depth, condition);
                    self.repeated(body);
                }
                StatementKind::Stop | StatementKind::Result(_) => return,
                _ => {
                    self.change(statement);
                    for inner in blocks(statement) {
                        self.change_all(inner, depth);
                    }
                }
            }
        }
    }

    /// Returns a value at the start, unless the path has changed what it reads.
    fn value(&self, expr: &Expr, values: &Values) -> Option<i32> {
        let mut is_open = false;
        walk_within(expr, &mut |inner| {
            is_open |= self.is_open(inner);
            if let Some((procedure, _)) = inner.call() {
                is_open |= self.reads_what_is_set(procedure.at(), MAX_DEPTH);
            }
        });
        if is_open {
            return None;
        }
        self.staging.start.value(expr, values)
    }

    fn reads_what_is_set(&self, procedure: usize, depth: usize) -> bool {
        let Some(called) = self.staging.book.procedures.get(procedure) else {
            return false;
        };
        let mut reads = false;
        for statement in &called.body {
            sandtable_model::walk_statement(statement, &mut |expr| {
                walk_within(expr, &mut |inner| {
                    reads |= self.is_open(inner);
                    if let Some((procedure, _)) = inner.call().filter(|_| depth > 0) {
                        reads |= self.reads_what_is_set(procedure.at(), depth - 1);
                    }
                });
            });
        }
        reads
    }

    /// Whether an expression itself reads a track that is set, or units that may enter play.
    fn is_open(&self, expr: &Expr) -> bool {
        let read = expr.track().map(|read| read.track);
        let members = expr.aggregation().map(|members| members.selection);
        read.is_some_and(|track| self.set.contains(&track))
            || members.is_some_and(|selection| {
                selection.region.is_none()
                    && self.staging.start.has_absent()
                    && !is_of_sides(self.staging, selection)
            })
    }

    /// Follows the actions and sequences that an expression carries out.
    fn calls(&mut self, expr: &Expr, values: &Values, depth: usize, condition: Option<Span>) {
        let Some((procedure, arguments)) = expr.call() else {
            return;
        };
        let book = self.staging.book;
        let Some(called) = book.procedures.get(procedure.at()) else {
            return;
        };
        let does = matches!(called.ability, Ability::Action | Ability::Sequence);
        if !does || depth == 0 {
            return;
        }
        let mut own = Values::new();
        for (at, argument) in arguments.iter().enumerate() {
            if let Some(value) = self.value(argument, values) {
                own.insert(LocalId::new(at), value);
            }
        }
        self.block(&called.body, &own, depth - 1, condition);
    }

    /// Notes the tracks that all rounds of a loop together change, in whatever way.
    fn repeated(&mut self, body: &[Statement]) {
        visit_reached(self.staging.book, body, &mut |statement| {
            self.set
                .extend(statement.change().map(|change| change.track));
            self.set.extend(statement.rank().map(|rank| rank.track));
        });
    }

    /// Notes the tracks that a statement sets.
    fn change(&mut self, statement: &Statement) {
        let change = statement
            .change()
            .filter(|change| change.how == Change::Set);
        self.set.extend(change.map(|change| change.track));
        self.set.extend(statement.rank().map(|rank| rank.track));
    }

    /// Notes the tracks that a block may set.
    fn change_all(&mut self, block: &[Statement], depth: usize) -> &mut Self {
        for statement in block {
            self.change(statement);
            let bound = statement.binding().map(|(_, value)| value);
            if let Some(value) = bound.or(statement.evaluated())
                && let Some((procedure, _)) = value.call()
                && let Some(called) = self.staging.book.procedures.get(procedure.at())
                && depth > 0
            {
                self.steps += 1;
                if self.steps < MAX_STEPS {
                    self.change_all(&called.body, depth - 1);
                }
            }
            for inner in blocks(statement) {
                self.change_all(inner, depth);
            }
        }
        self
    }

    fn then_change(&mut self, block: &[Statement], depth: usize) {
        self.change_all(block, depth);
    }
}

fn is_of_sides(staging: &Staging<'_>, selection: &sandtable_model::Selection) -> bool {
    let pieces = staging.book.pieces();
    selection.region.is_some() || selection.kinds.and(pieces).is_empty()
}

/// Whether a block has phases, or carries out a sequence.
pub(super) fn has_phases(block: &[Statement], staging: &Staging<'_>, depth: usize) -> bool {
    block.iter().any(|statement| {
        let called = statement.evaluated().and_then(Expr::call);
        let called = called.and_then(|(id, _)| staging.book.procedures.get(id.at()));
        let of_called = called.is_some_and(|called| {
            called.ability == Ability::Sequence
                || (depth > 0 && has_phases(&called.body, staging, depth - 1))
        });
        let is_one = match statement.phase() {
            Some(_) => true,
            None => of_called,
        };
        is_one || blocks(statement).any(|inner| has_phases(inner, staging, depth))
    })
}
