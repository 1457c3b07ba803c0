//! Sequences: phases, turns that go round, units ranked in an order, the end of the game.

use super::super::debug_info::Note;
use super::super::id::Reg;
use super::super::op::Op;
use super::lowered::{MOST_TOGETHER, TOGETHER};
use super::rule::Written;
use super::{Frame, Label, Lowerer, NO_WINNER, OutputSpec};
use sandtable_diagnostic::Code;
use sandtable_model::{Expr, NONE, Naming, Rank, Selection, Settled, Statement, Ties};
use sandtable_syntax::ast::{Order, Rounding};

impl Lowerer<'_> {
    pub(super) fn phase(&mut self, naming: &Naming, body: &[Statement], frame: Frame) {
        self.note(Note::Phase {
            name: naming.name.clone(),
            title: naming.shown().to_owned(),
        });
        self.phases.push(naming.clone());
        self.block(body, frame);
        self.phases.pop();
        self.phase_ends(naming);
    }

    /// Emits the end of a phase.
    fn phase_ends(&mut self, naming: &Naming) {
        self.starts_anew(&naming.name);
        self.check_musts();
        self.note(Note::PhaseEnd);
    }

    /// Ends the phases around a statement that ends its rule, innermost first.
    pub(super) fn leave_phases(&mut self) {
        self.leave_phases_but(0);
    }

    /// Ends all phases but the outermost `n`, innermost first.
    pub(super) fn leave_phases_but(&mut self, n: usize) {
        let phases = self.phases.get(n..).unwrap_or_default().to_vec();
        for naming in phases.iter().rev() {
            self.phase_ends(naming);
        }
    }

    /// Lowers alternating turns of the units that meet a condition, until none does for a whole round.
    pub(super) fn alternate(
        &mut self,
        selection: &Selection,
        order: Option<&Settled>,
        condition: &Expr,
        body: &[Statement],
        frame: Frame,
    ) {
        self.ordered = self.ordered.or(selection.kinds);
        if let Some(order) = order {
            self.lower_order(selection, order, frame);
        }
        let (round, over) = (self.label(), self.label());
        self.place(round);
        let has_moved = self.set(0);
        let turn = |lowerer: &mut Self, unit: Reg, next: Label, _: Label| {
            lowerer.jump_unless_looked_up(condition, frame, next);
            lowerer.observe_first_turn(has_moved, round);
            lowerer.emit(Op::Set {
                to: has_moved,
                value: 1,
            });
            let member = lowerer.reading(unit, selection.ty());
            lowerer.note(Note::Member {
                name: selection.name.clone(),
                member,
            });
            lowerer.loop_body(body, next, over, frame);
        };
        match order {
            None => self.members(selection, false, frame, turn),
            Some(order) => self.in_order(selection, order, frame, turn),
        }
        self.jump_if(has_moved, true, round);
        self.place(over);
        self.note(Note::TurnsEnd {
            name: selection.name.clone(),
        });
    }

    /// Everyone begins at the first place; ties are settled place by place from the first on.
    pub(super) fn rank(&mut self, rank: &Rank, frame: Frame) {
        self.ordered = self.ordered.or(rank.selection.kinds);
        let [place, next_place] = rank.places;
        let key = rank.order.key;
        for track in [key, place, next_place] {
            self.clear(track);
        }
        let most = self.set(0);
        let first = self.set(1);
        self.members(&rank.selection, false, frame, |lowerer, member, _, _| {
            let value = lowerer.looked_up(&rank.order.ordering.by, frame);
            lowerer.put(member, key, None, value);
            lowerer.put(member, place, None, first);
            lowerer.emit(Op::AddValue {
                to: most,
                a: most,
                value: 1,
            });
        });
        self.part(rank, first);
        if let Ties::Roll(rolled) = &rank.ties {
            self.roll_for_places(rank, rolled, most, frame);
        }
        self.ranked(rank, None, |lowerer, member, _| {
            let kinds = rank.unit.ty.kinds();
            let settled = lowerer.load(member, place, None);
            let before = lowerer.load(member, rank.track, None);
            lowerer.store(member, kinds, rank.track, None, before, settled);
        });
    }

    /// Goes through those who are ranked, at one place or at all.
    fn ranked(&mut self, rank: &Rank, at: Option<Reg>, each: impl FnOnce(&mut Self, Reg, Label)) {
        let [place, _] = rank.places;
        let end = self.label();
        self.candidates(&rank.selection, end, |lowerer, member, next| {
            let known = lowerer.load(member, place, None);
            lowerer.emit(match at {
                None => Op::JumpCompareValue {
                    a: known,
                    value: NONE,
                    order: Order::Equal,
                    to: Self::to(next),
                },
                Some(at) => Op::JumpCompare {
                    a: known,
                    b: at,
                    order: Order::NotEqual,
                    to: Self::to(next),
                },
            });
            each(lowerer, member, next);
        });
        self.place(end);
    }

    /// Splits the units with equal rank by a compared value: each follows all with better values.
    fn part(&mut self, rank: &Rank, at: Reg) {
        let [place, next_place] = rank.places;
        let key = rank.order.key;
        let highest = rank.order.ordering.highest;
        let as_listed = matches!(rank.ties, Ties::AsListed);
        self.ranked(rank, Some(at), |lowerer, member, _| {
            let own = lowerer.load(member, key, None);
            let settled = lowerer.unary(|to| Op::Copy { to, from: at });
            lowerer.ranked(rank, Some(at), |lowerer, other, next| {
                let theirs = lowerer.load(other, key, None);
                let better = lowerer.label();
                let (order, equal) = match highest {
                    true => (Order::Greater, Order::Less),
                    false => (Order::Less, Order::Greater),
                };
                for (order, to) in [(order, better), (equal, next)] {
                    lowerer.emit(Op::JumpCompare {
                        a: theirs,
                        b: own,
                        order,
                        to: Self::to(to),
                    });
                }
                if as_listed {
                    lowerer.emit(Op::JumpCompare {
                        a: other,
                        b: member,
                        order: Order::GreaterOrEqual,
                        to: Self::to(next),
                    });
                } else {
                    lowerer.jump(next);
                }
                lowerer.place(better);
                lowerer.emit(Op::AddValue {
                    to: settled,
                    a: settled,
                    value: 1,
                });
            });
            lowerer.put(member, next_place, None, settled);
        });
        self.ranked(rank, Some(at), |lowerer, member, _| {
            let settled = lowerer.load(member, next_place, None);
            lowerer.put(member, place, None, settled);
        });
    }

    /// Place by place, those who share it roll until they are parted.
    fn roll_for_places(&mut self, rank: &Rank, rolled: &Expr, most: Reg, frame: Frame) {
        let key = rank.order.key;
        let at = self.set(1);
        let (again, settled, end) = (self.label(), self.label(), self.label());
        self.place(again);
        self.emit(Op::JumpCompare {
            a: at,
            b: most,
            order: Order::Greater,
            to: Self::to(end),
        });
        let n_sharing = self.set(0);
        self.ranked(rank, Some(at), |lowerer, _, _| {
            lowerer.emit(Op::AddValue {
                to: n_sharing,
                a: n_sharing,
                value: 1,
            });
        });
        self.emit(Op::JumpCompareValue {
            a: n_sharing,
            value: 1,
            order: Order::LessOrEqual,
            to: Self::to(settled),
        });
        self.ranked(rank, Some(at), |lowerer, member, _| {
            let reading = lowerer.reading(member, rank.selection.ty());
            lowerer.note(Note::Member {
                name: rank.selection.name.clone(),
                member: reading,
            });
            lowerer.with_member(&rank.selection, member, frame, |lowerer| {
                let value = lowerer.expr(rolled, frame);
                lowerer.put(member, key, None, value);
            });
        });
        self.part(rank, at);
        self.jump(again);
        self.place(settled);
        self.emit(Op::AddValue {
            to: at,
            a: at,
            value: 1,
        });
        self.jump(again);
        self.place(end);
    }

    /// Ends the whole run.
    pub(super) fn end_game(&mut self, winner: Option<&Expr>, frame: Frame) {
        self.check_musts();
        let unit = winner.map(|winner| match winner.set_of_units() {
            Some(sides) => self.joint_winner(sides, frame),
            None => self.expr(winner, frame),
        });
        if let Some(to) = self.winner {
            self.emit(Op::Set {
                to,
                value: NO_WINNER,
            });
            if let Some(from) = unit {
                let nobody = self.label();
                self.jump_if_none(from, true, nobody);
                self.emit(Op::Copy { to, from });
                self.place(nobody);
            }
        }
        self.note(Note::GameEnds { winner: unit });
        // The last result of the question is absent from here on.
        self.emit(Op::Set {
            to: self.outcome,
            value: NONE,
        });
        self.jump(self.refuse);
    }

    /// The value of the winner for all sides of a selection: one alone is a unit, none is no winner.
    fn joint_winner(&mut self, sides: &Selection, frame: Frame) -> Reg {
        let (n_winners, only) = (self.set(0), self.set(NONE));
        let all = self.set(TOGETHER);
        let cast = self.question.cast.iter().enumerate();
        let bits = cast.filter(|(_, unit)| sides.kinds.has(unit.kind));
        let bits: Vec<usize> = bits.map(|(at, _)| at).collect();
        self.members(sides, false, frame, |lowerer, side, next, _| {
            lowerer.emit(Op::Copy {
                to: only,
                from: side,
            });
            lowerer.emit(Op::AddValue {
                to: n_winners,
                a: n_winners,
                value: 1,
            });
            for at in bits {
                let other = lowerer.label();
                lowerer.emit(Op::JumpCompareValue {
                    a: side,
                    value: i32::try_from(at).unwrap_or(i32::MAX),
                    order: Order::NotEqual,
                    to: Self::to(other),
                });
                if at < MOST_TOGETHER {
                    lowerer.emit(Op::AddValue {
                        to: all,
                        a: all,
                        value: 1 << at,
                    });
                } else {
                    let message = format!("this side is not among the first {MOST_TOGETHER} units, so it cannot win together with others");
                    lowerer.fail(Code::TooMany, message);
                }
                lowerer.jump(next);
                lowerer.place(other);
            }
        });
        let end = self.label();
        self.emit(Op::JumpCompareValue {
            a: n_winners,
            value: 1,
            order: Order::LessOrEqual,
            to: Self::to(end),
        });
        self.emit(Op::Copy {
            to: only,
            from: all,
        });
        self.place(end);
        only
    }

    /// Whether a unit is among the winners.
    pub(super) fn has_won(&mut self, unit: &Expr, frame: Frame) -> Reg {
        let unit = self.expr(unit, frame);
        let won = self.who_won();
        let to = self.unary(|to| Op::Compare {
            to,
            a: won,
            b: unit,
            order: Order::Equal,
        });
        let (together, end) = (self.label(), self.label());
        // No winner is neither less nor greater.
        self.emit(Op::JumpCompareValue {
            a: won,
            value: TOGETHER,
            order: Order::GreaterOrEqual,
            to: Self::to(together),
        });
        self.jump(end);
        self.place(together);
        let kind = self.book.side_kind();
        let cast = self.question.cast.iter().enumerate().take(MOST_TOGETHER);
        let sides = cast.filter(|(_, one)| Some(one.kind) == kind);
        let sides: Vec<usize> = sides.map(|(at, _)| at).collect();
        for at in sides {
            let next = self.label();
            self.emit(Op::JumpCompareValue {
                a: unit,
                value: i32::try_from(at).unwrap_or(i32::MAX),
                order: Order::NotEqual,
                to: Self::to(next),
            });
            self.bit(to, won, at);
            self.jump(end);
            self.place(next);
        }
        self.place(end);
        to
    }

    /// `to` = a bit of a number that is not negative: what halving it without its lower bits leaves over.
    fn bit(&mut self, to: Reg, number: Reg, bit: usize) {
        let rounding = Rounding::Down;
        let (shift, two) = (self.set(1 << bit), self.set(2));
        let shifted = self.unary(|to| Op::Divide {
            to,
            a: number,
            b: shift,
            rounding,
        });
        let half = self.unary(|to| Op::Divide {
            to,
            a: shifted,
            b: two,
            rounding,
        });
        let even = self.unary(|to| Op::Add {
            to,
            a: half,
            b: half,
        });
        self.emit(Op::Subtract {
            to,
            a: shifted,
            b: even,
        });
    }

    /// The winner, if one side has won alone.
    pub(super) fn sole_winner(&mut self) -> Reg {
        let to = self.who_won();
        let end = self.label();
        self.emit(Op::JumpCompareValue {
            a: to,
            value: TOGETHER,
            order: Order::Less,
            to: Self::to(end),
        });
        self.emit(Op::Set { to, value: NONE });
        self.place(end);
        to
    }

    /// The winner, or nothing.
    pub(super) fn who_won(&mut self) -> Reg {
        let to = self.set(NONE);
        let Some(winner) = self.winner else { return to };
        let end = self.label();
        self.emit(Op::JumpCompareValue {
            a: winner,
            value: NO_WINNER,
            order: Order::LessOrEqual,
            to: Self::to(end),
        });
        self.emit(Op::Copy { to, from: winner });
        self.place(end);
        to
    }

    /// Whether the game has ended.
    pub(super) fn has_ended(&mut self) -> Reg {
        let Some(a) = self.winner else {
            return self.set(0);
        };
        self.unary(|to| Op::CompareValue {
            to,
            a,
            value: NONE,
            order: Order::NotEqual,
        })
    }

    /// Whether the question can end the game.
    pub(super) fn can_end(&self) -> bool {
        Written::of_question(self).ends_game
    }

    /// Whether a condition is about the end of the game.
    pub(super) fn asks_who_won(&self, wanted: OutputSpec<'_>) -> bool {
        wanted
            .conditions()
            .iter()
            .copied()
            .flatten()
            .any(is_about_the_end)
    }
}

fn is_about_the_end(expr: &Expr) -> bool {
    expr.any(Expr::is_about_the_end)
}
