//! Rules that may destroy a unit that they are given: by `destroy`, by a change at which a trigger destroys it, by reactions at a window.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::stale_read::{TracksOfParameters, changes_of, reads_of};
use sandtable_model::{
    Expr, Kinds, LocalId, ProcedureId, RuleBook, Statement, TrackChange, TrackId, Type, When,
    WindowId, blocks, walk_statements, walk_within,
};

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 6;

/// A rule that is given units: an action, or the reactions at a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Given {
    Action(ProcedureId),
    Window(WindowId),
}

/// The units that rules may destroy.
pub(super) struct MayDestroy<'b> {
    book: &'b RuleBook,
    /// Lines of triggers that destroy their unit, with its kinds.
    lines: Vec<(&'b When, Kinds)>,
    /// The tracks by which a rule recognises a unit that was destroyed: what triggers watch that destroy it, what they change then, what is asked
    /// above `destroy`.
    vital: BTreeSet<TrackId>,
    known: RefCell<BTreeMap<Given, BTreeSet<usize>>>,
    reads: RefCell<TracksOfParameters>,
    changes: RefCell<TracksOfParameters>,
}

impl<'b> MayDestroy<'b> {
    pub(super) fn new(book: &'b RuleBook) -> Self {
        let triggers = book.triggers.iter();
        let lines = triggers.flat_map(|trigger| {
            let whens = trigger.whens.iter();
            whens.map(|when| (when, trigger.kinds))
        });
        let destroys_its_own = |when: &When| {
            let mut found = false;
            walk_statements(&when.body, &mut |statement| {
                found |= destroyed(statement).is_some_and(|unit| unit.is_local(LocalId::new(0)));
                !found
            });
            found
        };
        let mut vital = BTreeSet::from([TrackId::DESTROYED, TrackId::REMOVED]);
        for (when, _) in lines.clone() {
            if destroys_its_own(when) {
                vital.extend(&when.reads);
            }
            if when.reads.contains(&TrackId::DESTROYED) {
                vital.extend(changed_of(&when.body, LocalId::new(0)));
            }
        }
        for (_, body) in book.bodies() {
            asked_above(book, body, &mut Vec::new(), &mut vital);
        }
        Self {
            book,
            lines: lines.filter(|(when, _)| destroys_its_own(when)).collect(),
            vital,
            known: RefCell::default(),
            reads: RefCell::default(),
            changes: RefCell::default(),
        }
    }

    /// Whether an expression asks for a track of a unit by which a rule recognises that it was destroyed, by itself or by a formula.
    pub(super) fn asks(&self, condition: &Expr, unit: LocalId) -> bool {
        condition.any(|part| {
            let read = part.track().filter(|read| read.unit.is_local(unit));
            let by_call = part.call().or(part.action_test());
            read.is_some_and(|read| self.vital.contains(&read.track))
                || by_call.is_some_and(|(id, arguments)| {
                    let read = self.read_by(id);
                    let mut arguments = arguments.iter().enumerate();
                    arguments.any(|(at, argument)| {
                        let mut read = read.iter().filter(|(of, _)| *of == at);
                        argument.is_local(unit) && read.any(|(_, track)| self.vital.contains(track))
                    })
                })
        })
    }

    fn read_by(&self, id: ProcedureId) -> BTreeSet<(usize, TrackId)> {
        reads_of(self.book, id, &mut self.reads.borrow_mut(), MAX_DEPTH)
    }

    /// Whether a rule asks, for one of its parameters, whether it was destroyed, before it does anything or later.
    pub(super) fn is_asked_by(&self, given: Given, parameter: usize) -> bool {
        let local = LocalId::new(parameter);
        self.bodies(given).into_iter().all(|body| {
            let mut is_asked = false;
            walk_statements(body, &mut |statement| {
                let asked = [
                    statement.needs(),
                    statement.branch().map(|(condition, ..)| condition),
                    statement.repetition().and_then(|rounds| rounds.until),
                    statement.cases().map(|(value, _)| value),
                ];
                let mut asked = asked.into_iter().flatten();
                is_asked |= asked.any(|condition| self.asks(condition, local));
                !is_asked
            });
            is_asked
        })
    }

    /// Whether a rule changes a track of one of its parameters.
    pub(super) fn changes(&self, given: Given, parameter: usize) -> bool {
        self.changed(given).iter().any(|(at, _)| *at == parameter)
    }

    /// Whether a rule harms one of its parameters, other than this one: it may destroy a piece, or changes a track that decides whether it is destroyed.
    pub(super) fn harms_another(&self, id: ProcedureId, parameter: usize) -> bool {
        let given = Given::Action(id);
        let mut destroyed = self.parameters(given, MAX_DEPTH).into_iter();
        destroyed.any(|at| at != parameter && !self.is_asked_by(given, parameter))
    }

    /// Returns the tracks of its parameters that a rule changes.
    fn changed(&self, given: Given) -> BTreeSet<(usize, TrackId)> {
        match given {
            Given::Action(id) => {
                changes_of(self.book, id, &mut self.changes.borrow_mut(), MAX_DEPTH)
            }
            Given::Window(_) => {
                let bodies = self.bodies(given).into_iter();
                let mut found = BTreeSet::new();
                for body in bodies {
                    walk_statements(body, &mut |statement| {
                        let change = statement.change();
                        found
                            .extend(change.and_then(|change| {
                                Some((change.unit.local()?.at(), change.track))
                            }));
                        true
                    });
                }
                found
            }
        }
    }

    /// Returns the bodies that are run.
    fn bodies(&self, given: Given) -> Vec<&'b [Statement]> {
        match given {
            Given::Action(id) => {
                let called = self.book.procedures.get(id.at());
                called
                    .map(|called| called.body.as_slice())
                    .into_iter()
                    .collect()
            }
            Given::Window(id) => {
                let window = self.book.windows.get(id.at()).into_iter();
                let reactions = window.flat_map(|window| &window.reactions);
                let reactions = reactions.filter_map(|id| self.book.reactions.get(id.at()));
                reactions.map(|reaction| reaction.body.as_slice()).collect()
            }
        }
    }

    /// Returns the parameters that a rule may destroy.
    pub(super) fn parameters(&self, given: Given, depth: usize) -> BTreeSet<usize> {
        if let Some(known) = self.known.borrow().get(&given) {
            return known.clone();
        }
        if depth == 0 {
            return BTreeSet::new();
        }
        // A recursive rule adds nothing by its own calls.
        self.known.borrow_mut().insert(given, BTreeSet::new());
        let mut found = BTreeSet::new();
        for body in self.bodies(given) {
            walk_statements(body, &mut |statement| {
                let locals = self.destroyed_by(statement, depth - 1).into_iter();
                found.extend(locals.map(LocalId::at));
                true
            });
        }
        let n_parameters = match given {
            Given::Action(id) => {
                let called = self.book.procedures.get(id.at());
                called.map_or(0, |called| called.parameters.len())
            }
            Given::Window(id) => {
                let window = self.book.windows.get(id.at());
                window.map_or(0, |window| window.parameters.len())
            }
        };
        found.retain(|at| *at < n_parameters);
        self.known.borrow_mut().insert(given, found.clone());
        found
    }

    /// Returns the locals whose units a statement may destroy, without those of its blocks.
    pub(super) fn destroyed_by(&self, statement: &Statement, depth: usize) -> BTreeSet<LocalId> {
        let mut found = BTreeSet::new();
        found.extend(destroyed(statement).and_then(Expr::local));
        if let Some(change) = statement.change()
            && let Some(unit) = change.unit.local()
            && self.sets_off(&change)
        {
            found.insert(unit);
        }
        for (given, arguments) in given_by(statement) {
            let all = self.parameters(given, depth);
            found.extend(all.into_iter().filter_map(|at| arguments.get(at)?.local()));
        }
        found
    }

    /// Whether a change can set off a trigger that destroys the unit.
    fn sets_off(&self, change: &TrackChange<'_>) -> bool {
        let amount = change.amount.constant_value();
        let kinds = change.unit.ty.kinds();
        self.lines.iter().any(|(when, of)| {
            when.reads.contains(&change.track)
                && !kinds.and(*of).is_empty()
                && leads_towards(when, change)
                && when.may_be_crossed_by(change.track, change.how, amount)
        })
    }
}

/// Whether a change leads a track towards the level that a trigger waits for, if it watches the track itself.
fn leads_towards(when: &When, change: &TrackChange<'_>) -> bool {
    use sandtable_model::Change;
    use sandtable_syntax::ast::Crossing;
    let is_plain = when.watched.is_track(change.track);
    match (change.how, when.crossing) {
        (Change::Add, Crossing::FallsTo) | (Change::Take, Crossing::Reaches) => !is_plain,
        (Change::Add | Change::Take | Change::Set, _) => true,
    }
}

/// Returns the rules that a statement hands units to, with the arguments: actions that it calls, also as a value or in a condition, and windows.
pub(super) fn given_by(statement: &Statement) -> Vec<(Given, &[Expr])> {
    let mut found = Vec::new();
    if let Some(called) = statement.evaluated().and_then(Expr::call) {
        found.push((Given::Action(called.0), called.1));
    }
    if let Some((_, value)) = statement.binding()
        && let Some(called) = value.call()
    {
        found.push((Given::Action(called.0), called.1));
    }
    if let Some((window, arguments)) = statement.opened() {
        found.push((Given::Window(window), arguments));
    }
    found
}

/// Returns the unit that a statement destroys.
fn destroyed(statement: &Statement) -> Option<&Expr> {
    let change = statement.change()?;
    (change.track == TrackId::DESTROYED && change.sets_flag()).then_some(change.unit)
}

/// Returns the tracks of a local that a body changes.
fn changed_of(body: &[Statement], local: LocalId) -> BTreeSet<TrackId> {
    let mut found = BTreeSet::new();
    walk_statements(body, &mut |statement| {
        let change = statement
            .change()
            .filter(|change| change.unit.is_local(local));
        found.extend(change.map(|change| change.track));
        true
    });
    found
}

/// Adds the tracks of units that conditions around `destroy` read, and those that the same block changes.
fn asked_above<'b>(
    book: &RuleBook,
    block: &'b [Statement],
    around: &mut Vec<&'b Expr>,
    vital: &mut BTreeSet<TrackId>,
) {
    let is_state = |track: TrackId| {
        let known = book.tracks.get(track.at());
        known.is_some_and(|known| matches!(known.ty, Type::Number(_) | Type::Flag | Type::Words(_)))
    };
    for statement in block {
        if let Some(unit) = destroyed(statement).and_then(Expr::local) {
            for condition in around.iter() {
                walk_within(condition, &mut |part| {
                    let read = part.track().filter(|read| read.unit.is_local(unit));
                    vital.extend(read.map(|read| read.track).filter(|track| is_state(*track)));
                });
            }
            let beside = block.iter().filter_map(Statement::change);
            let beside = beside.filter(|change| change.unit.is_local(unit));
            vital.extend(beside.map(|change| change.track));
        }
        let own = statement.branch().map(|(condition, ..)| condition);
        let own = own.or(statement.cases().map(|(value, _)| value));
        around.extend(own);
        for inner in blocks(statement) {
            asked_above(book, inner, around, vital);
        }
        if own.is_some() {
            around.pop();
        }
    }
}
