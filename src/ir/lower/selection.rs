//! Selections: loops over the units of the cast; each iteration binds a name to one of them.
//!
//! The candidate units are known at lowering, so that the next one is a lookup; whether it is in play and meets the
//! condition is checked at its turn. An order is fixed before the first turn.

use super::super::debug_info::Note;
use super::super::id::Reg;
use super::super::op::Op;
use super::super::program::{Axis, Grid};
use super::{Frame, Label, Lowerer, offset};
use sandtable_model::{
    Aggregate, CastUnit, Expr, Kinds, LocalId, NONE, Ordering, Selection, Settled, Statement,
    TrackId,
};
use sandtable_syntax::ast::Order;

impl Lowerer<'_> {
    /// The register of a name.
    pub(super) fn local(&self, local: LocalId, frame: Frame) -> Reg {
        let key = (frame.locals, frame.back, local);
        let bound = self.bound.iter().rev();
        let mut bound = bound.filter(|(locals, back, known, _)| (*locals, *back, *known) == key);
        let bound = bound.next().map(|(.., reg)| *reg);
        bound.unwrap_or_else(|| offset(frame.locals, local.at()))
    }

    /// Runs `inner` with the name of a selection standing for the unit in a register.
    pub(super) fn with_member(
        &mut self,
        selection: &Selection,
        member: Reg,
        frame: Frame,
        inner: impl FnOnce(&mut Self),
    ) {
        let bound = (frame.locals, frame.back, selection.local, member);
        self.bound.push(bound);
        inner(self);
        self.bound.pop();
    }

    /// Lowers a loop over the units of a selection in the order of the cast. `each` emits the body once, given the register of the
    /// unit, the label of the next iteration, and the label after the loop. `is_pure` if the body changes nothing.
    pub(super) fn members(
        &mut self,
        selection: &Selection,
        is_pure: bool,
        frame: Frame,
        each: impl FnOnce(&mut Self, Reg, Label, Label),
    ) {
        let end = self.label();
        if let Some(region) = &selection.region {
            self.places(region, end, frame, |lowerer, place, next| {
                lowerer.with_member(selection, place, frame, |lowerer| {
                    if let Some(condition) = &selection.condition {
                        lowerer.jump_unless_looked_up(condition, frame, next);
                    }
                    each(lowerer, place, next, end);
                });
            });
            self.place(end);
            return;
        }
        if !self.is_traced {
            self.scan_selection(selection, is_pure, end, frame, each);
            self.place(end);
            return;
        }
        let owner = selection
            .owner
            .as_ref()
            .map(|owner| self.expr(owner, frame));
        self.candidates(selection, end, |lowerer, member, next| {
            if let Some(owner) = owner {
                lowerer.of_owner(member, owner, next);
            }
            lowerer.in_play(selection, member, next);
            lowerer.in_set(selection, member, next, frame);
            lowerer.with_member(selection, member, frame, |lowerer| {
                if let Some(condition) = &selection.condition {
                    lowerer.jump_unless_looked_up(condition, frame, next);
                }
                each(lowerer, member, next, end);
            });
        });
        self.place(end);
    }

    /// Emits a loop over all units of some kinds, in play or not, which leaves to `end`.
    pub(super) fn candidates(
        &mut self,
        selection: &Selection,
        end: Label,
        each: impl FnOnce(&mut Self, Reg, Label),
    ) {
        let member = self.set(-1);
        self.members.push(member);
        let next = self.label();
        self.place(next);
        let grid = self.next_where(|unit| selection.takes(unit) && selection.kinds.has(unit.kind));
        self.walk_units(member, grid, next, end, each);
    }

    /// Emits a loop over all units of some kinds, including parts, which leaves to `end`.
    pub(super) fn units_of(
        &mut self,
        kinds: Kinds,
        end: Label,
        each: impl FnOnce(&mut Self, Reg, Label),
    ) {
        let unit = self.set(-1);
        self.members.push(unit);
        let next = self.label();
        self.place(next);
        let grid = self.next_where(|unit| kinds.has(unit.kind));
        self.walk_units(unit, grid, next, end, each);
    }

    fn walk_units(
        &mut self,
        member: Reg,
        grid: super::GridId,
        next: Label,
        end: Label,
        each: impl FnOnce(&mut Self, Reg, Label),
    ) {
        self.emit(Op::Lookup {
            to: member,
            grid,
            keys: member,
        });
        self.jump_if_none(member, true, end);
        each(self, member, next);
        self.jump(next);
    }

    /// Jumps to `next` unless a part belongs to a unit.
    fn of_owner(&mut self, part: Reg, owner: Reg, next: Label) {
        let owners: Vec<i32> = self
            .question
            .cast
            .iter()
            .map(|unit| unit.owner.map_or(NONE, super::value))
            .collect();
        let grid = self.by_unit("owner", 0, owners);
        let of = self.reg();
        self.emit(Op::Lookup {
            to: of,
            grid,
            keys: part,
        });
        self.emit(Op::JumpCompare {
            a: of,
            b: owner,
            order: Order::NotEqual,
            to: Self::to(next),
        });
    }

    /// Returns a table that maps every index of the cast, and -1, to the next unit that meets a predicate; [`NONE`] after the last.
    fn next_where(&mut self, is_meant: impl Fn(&CastUnit) -> bool) -> super::GridId {
        let cells = self.next_units(is_meant);
        self.by_unit("next", -1, cells)
    }

    /// For -1 and every place in the cast: the next one of a unit that is meant; else nothing.
    pub(super) fn next_units(&self, is_meant: impl Fn(&CastUnit) -> bool) -> Vec<i32> {
        let mut next = NONE;
        let mut cells = vec![next];
        for (at, unit) in self.question.cast.iter().enumerate().rev() {
            if is_meant(unit) {
                next = super::value(at);
            }
            cells.push(next);
        }
        cells.reverse();
        cells
    }

    /// A table with a cell for each place in the cast, from `lowest` on.
    fn by_unit(&mut self, name: &str, lowest: i32, cells: Vec<i32>) -> super::GridId {
        self.grid(format!("{name} {cells:?}"), || Grid {
            name: name.to_owned(),
            axes: vec![Axis {
                name: "unit".to_owned(),
                lowest,
                lines: (0..cells.len())
                    .filter_map(|line| u16::try_from(line).ok())
                    .collect(),
                below: None,
                above: None,
                n_lines: super::count(cells.len()),
            }],
            cells,
        })
    }

    /// Jumps to `next` if a unit is out of play and the selection excludes such units.
    pub(super) fn in_play(&mut self, selection: &Selection, member: Reg, next: Label) {
        let asked = [
            (selection.destroyed, TrackId::DESTROYED),
            (selection.removed, TrackId::REMOVED),
        ];
        for (_, track) in asked.into_iter().filter(|(included, _)| !included) {
            let is_out = self.load(member, track, None);
            self.jump_if(is_out, true, next);
        }
    }

    pub(super) fn aggregate(
        &mut self,
        aggregate: Aggregate,
        value: Option<&Expr>,
        selection: &Selection,
        ordering: Option<&Ordering>,
        frame: Frame,
    ) -> Reg {
        let to = self.set(match aggregate {
            Aggregate::Number | Aggregate::Any | Aggregate::Total => 0,
            Aggregate::Highest
            | Aggregate::Lowest
            | Aggregate::First
            | Aggregate::Last
            | Aggregate::Set => NONE,
        });
        let best = ordering.map(|_| self.set(NONE));
        if matches!(aggregate, Aggregate::First | Aggregate::Last) {
            self.ordered = self.ordered.or(selection.kinds);
        }
        self.members(selection, true, frame, |lowerer, member, next, end| {
            let value = value.map_or(member, |value| lowerer.looked_up(value, frame));
            match aggregate {
                Aggregate::Number => lowerer.emit(Op::AddValue {
                    to,
                    a: to,
                    value: 1,
                }),
                Aggregate::Any => {
                    lowerer.emit(Op::Set { to, value: 1 });
                    lowerer.jump(end);
                }
                Aggregate::Total => lowerer.emit(Op::Add {
                    to,
                    a: to,
                    b: value,
                }),
                Aggregate::Highest | Aggregate::Lowest => {
                    lowerer.unless_better(value, to, aggregate == Aggregate::Highest, next);
                    lowerer.emit(Op::Copy { to, from: value });
                }
                Aggregate::First | Aggregate::Last => {
                    let is_first = aggregate == Aggregate::First;
                    if let (Some(ordering), Some(best)) = (ordering, best) {
                        let key = lowerer.looked_up(&ordering.by, frame);
                        match is_first {
                            true => lowerer.unless_better(key, best, ordering.highest, next),
                            false => lowerer.if_better(key, best, ordering.highest, next),
                        }
                        lowerer.emit(Op::Copy {
                            to: best,
                            from: key,
                        });
                    }
                    lowerer.emit(Op::Copy { to, from: member });
                    if is_first && ordering.is_none() {
                        lowerer.jump(end);
                    }
                }
                // A set is lowered where it is handed over.
                Aggregate::Set => {}
            }
        });
        to
    }

    /// Jumps to `skip` unless a value is better than the best so far; any value is better than [`NONE`].
    fn unless_better(&mut self, value: Reg, best: Reg, highest: bool, skip: Label) {
        self.emit(Op::JumpCompare {
            a: value,
            b: best,
            order: match highest {
                true => Order::LessOrEqual,
                false => Order::GreaterOrEqual,
            },
            to: Self::to(skip),
        });
    }

    /// Jumps to `skip` if a value is better than the best so far; no value is better than [`NONE`].
    fn if_better(&mut self, value: Reg, best: Reg, highest: bool, skip: Label) {
        self.emit(Op::JumpCompare {
            a: value,
            b: best,
            order: match highest {
                true => Order::Greater,
                false => Order::Less,
            },
            to: Self::to(skip),
        });
    }

    pub(super) fn each(
        &mut self,
        selection: &Selection,
        order: Option<&Settled>,
        body: &[Statement],
        frame: Frame,
    ) {
        let turn = |lowerer: &mut Self, unit: Reg, next: Label, end: Label| {
            if !selection.name.is_empty() {
                let member = lowerer.reading(unit, selection.ty());
                lowerer.note(Note::Member {
                    name: selection.name.clone(),
                    member,
                });
            }
            lowerer.loop_body(body, next, end, frame);
        };
        match order {
            None => {
                if !self.is_without_order(selection, body) {
                    self.ordered = self.ordered.or(selection.kinds);
                }
                self.members(selection, false, frame, turn);
            }
            Some(order) => {
                self.lower_order(selection, order, frame);
                self.in_order(selection, order, frame, turn);
            }
        }
        if !selection.name.is_empty() {
            self.note(Note::TurnsEnd {
                name: selection.name.clone(),
            });
        }
    }

    /// Lowers an expression within a pair of notes that mark it as a lookup.
    pub(super) fn looked_up(&mut self, expr: &Expr, frame: Frame) -> Reg {
        self.note(Note::LookUp);
        let reg = self.expr(expr, frame);
        self.note(Note::LookedUp);
        reg
    }

    /// Stores for each unit of a selection the value that determines its place in the order, and [`NONE`] for all others.
    pub(super) fn lower_order(&mut self, selection: &Selection, order: &Settled, frame: Frame) {
        self.ordered = self.ordered.or(selection.kinds);
        self.clear(order.key);
        self.members(selection, false, frame, |lowerer, member, _, _| {
            let key = lowerer.looked_up(&order.ordering.by, frame);
            lowerer.put(member, order.key, None, key);
        });
    }

    /// Sets a track of every unit to [`NONE`].
    pub(super) fn clear(&mut self, track: TrackId) {
        let number = self.track_number(track);
        let slots = self.program.slots.iter().enumerate();
        let slots: Vec<usize> = slots
            .filter(|(_, slot)| slot.track == number)
            .map(|(at, _)| at)
            .collect();
        for at in slots {
            self.emit(Op::Set {
                to: Reg(super::count(at)),
                value: NONE,
            });
        }
    }

    /// Lowers a loop over the units of a sorted list that are still in play; equals are in the order of the cast. `each` emits the body
    /// once, as in [`Lowerer::members`].
    pub(super) fn in_order(
        &mut self,
        selection: &Selection,
        order: &Settled,
        frame: Frame,
        each: impl FnOnce(&mut Self, Reg, Label, Label),
    ) {
        let highest = order.ordering.highest;
        let member = self.set(NONE);
        let last = self.set(NONE);
        let (again, end) = (self.label(), self.label());
        self.place(again);
        let found = self.set(NONE);
        let best = self.set(NONE);
        let chosen = self.label();
        self.candidates(selection, chosen, |lowerer, candidate, next| {
            let key = lowerer.load(candidate, order.key, None);
            lowerer.jump_if_none(key, true, next);
            lowerer.unless_better(key, best, highest, next);
            lowerer.unless_after((key, candidate), (last, member), highest, next);
            lowerer.emit(Op::Copy {
                to: best,
                from: key,
            });
            lowerer.emit(Op::Copy {
                to: found,
                from: candidate,
            });
        });
        self.place(chosen);
        self.emit(Op::Copy {
            to: member,
            from: found,
        });
        self.emit(Op::Copy {
            to: last,
            from: best,
        });
        self.jump_if_none(member, true, end);
        self.in_play(selection, member, again);
        self.with_member(selection, member, frame, |lowerer| {
            each(lowerer, member, again, end);
        });
        self.jump(again);
        self.place(end);
    }

    /// Jumps to `skip` unless a unit follows, in the order, the one whose turn was last.
    fn unless_after(&mut self, unit: (Reg, Reg), last: (Reg, Reg), highest: bool, skip: Label) {
        let ((key, unit), (last_key, last)) = (unit, last);
        let after = self.label();
        self.jump_if_none(last, true, after);
        let (before, behind) = match highest {
            true => (Order::Greater, Order::Less),
            false => (Order::Less, Order::Greater),
        };
        for (order, to) in [(before, skip), (behind, after)] {
            self.emit(Op::JumpCompare {
                a: key,
                b: last_key,
                order,
                to: Self::to(to),
            });
        }
        self.emit(Op::JumpCompare {
            a: unit,
            b: last,
            order: Order::LessOrEqual,
            to: Self::to(skip),
        });
        self.place(after);
    }
}
