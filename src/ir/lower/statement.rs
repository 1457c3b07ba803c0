//! Lowering of statements.

use super::super::debug_info::{Note, Site, Within};
use super::super::id::Reg;
use super::super::op::Op;
use super::state::ChangedPlace;
use super::{Callee, Frame, Label, Loop, Lowerer, offset};
use sandtable_diagnostic::Code;
use sandtable_model::literals::range_of;
use sandtable_model::{Arm, Expr, Local, NONE, Statement, StatementKind, Type};
use sandtable_syntax::ast::Order;

impl Lowerer<'_> {
    pub(super) fn block(&mut self, block: &[Statement], frame: Frame) {
        for statement in block {
            self.lower_statement(statement, frame);
        }
    }

    pub(super) fn lower_statement(&mut self, statement: &Statement, frame: Frame) {
        let span = std::mem::replace(&mut self.span, statement.span);
        let rule = self.rule;
        self.cite(&statement.citations);
        self.statement_at(statement, frame);
        self.rule = rule;
        self.span = span;
    }

    /// Gives the following ops the sections of a statement, if it has any, within the same rule.
    pub(super) fn cite(&mut self, citations: &[String]) {
        if citations.is_empty() {
            return;
        }
        let rule = self.program.rules.get(self.rule as usize);
        let name = rule.map_or_else(String::new, |rule| rule.name.clone());
        self.rule = self.rule_of(&name, citations);
    }

    fn statement_at(&mut self, statement: &Statement, frame: Frame) {
        match &statement.kind {
            StatementKind::Let { local, value } => {
                let from = self.expr(value, frame);
                let to = offset(frame.locals, local.at());
                self.emit(Op::Copy { to, from });
                self.kept(value, to, frame);
            }
            StatementKind::Outcome { value, when, .. } => {
                let skip = self.label();
                if let Some(when) = when {
                    self.jump_unless(when, frame, skip);
                }
                self.emit(Op::Set {
                    to: frame.result,
                    value: *value,
                });
                self.jump(frame.end);
                self.place(skip);
            }
            StatementKind::Result(value) => {
                let from = self.expr(value, frame);
                let from = self.result_in_range(value, from, frame);
                self.emit(Op::Copy {
                    to: frame.result,
                    from,
                });
                self.leave_phases();
                self.jump(frame.end);
            }
            StatementKind::Needs { condition, why } => self.needs(condition, why, frame),
            StatementKind::Must { condition, text } => self.must(condition, text, frame),
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                let (no, end) = (self.label(), self.label());
                self.jump_unless(condition, frame, no);
                self.block(then, frame);
                self.jump(end);
                self.place(no);
                self.block(otherwise, frame);
                self.place(end);
            }
            StatementKind::Repeat { .. }
            | StatementKind::Count { .. }
            | StatementKind::Each { .. }
            | StatementKind::Alternate { .. }
            | StatementKind::Simultaneous { .. }
            | StatementKind::Phase { .. }
            | StatementKind::Rank { .. }
            | StatementKind::EndGame { .. } => self.loop_at(statement, frame),
            StatementKind::Depending { value, arms } => self.depending(value, arms, frame),
            StatementKind::Change { .. }
            | StatementKind::OnceEach { .. }
            | StatementKind::Create { .. } => self.change_at(statement, frame),
            StatementKind::Open {
                window,
                arguments,
                cancelled,
            } => {
                self.open_window(*window, arguments, cancelled, frame);
            }
            StatementKind::Cancel => {
                self.emit(Op::Set {
                    to: frame.result,
                    value: 1,
                });
                self.jump(frame.end);
            }
            StatementKind::Choose(choice) => {
                self.is_private_choice = self.private_choices.contains(&statement.span);
                self.choose(choice, frame);
            }
            StatementKind::Call(call) => {
                self.expr(call, frame);
            }
            StatementKind::Stop => {
                self.leave_phases();
                self.jump(frame.end);
            }
            StatementKind::Nothing => {}
            StatementKind::Next => self.leave_round(|around| around.next),
            StatementKind::Done => self.leave_round(|around| around.end),
        }
    }

    /// Lowers changes of tracks, marks and new units.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the caller hands over these kinds only"
    )]
    fn change_at(&mut self, statement: &Statement, frame: Frame) {
        match &statement.kind {
            StatementKind::Change {
                how,
                amount,
                unit,
                track,
                index,
                transfer,
            } => {
                let whose = ChangedPlace {
                    unit,
                    track: *track,
                    index: index.as_ref(),
                    is_transferred: transfer.is_some(),
                };
                self.change(*how, amount, whose, frame);
            }
            StatementKind::OnceEach {
                unit,
                index,
                track,
                why,
            } => {
                let whose = ChangedPlace {
                    unit,
                    track: *track,
                    index: index.as_ref(),
                    is_transferred: false,
                };
                self.once_each(whose, why, frame);
            }
            StatementKind::Create {
                local,
                profile,
                owner,
                ..
            } => {
                let owner = owner.as_ref().map(|owner| self.expr(owner, frame));
                let local = offset(frame.locals, local.at());
                self.create(*profile, owner, local, frame);
            }
            _ => {}
        }
    }

    /// Lowers loops, phases, rankings and the end of a game.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the caller hands over these kinds only"
    )]
    fn loop_at(&mut self, statement: &Statement, frame: Frame) {
        match &statement.kind {
            StatementKind::Repeat { until, times, body } => match (until, times) {
                (Some(until), None) => self.repeat_without_limit(until, body, frame),
                (until, Some(times)) => self.repeat(until.as_ref(), times, body, frame),
                (None, None) => debug_assert!(false, "a loop has a condition or a limit"),
            },
            StatementKind::Count {
                local,
                from,
                to,
                body,
            } => self.count_rounds(offset(frame.locals, local.at()), from, to, body, frame),
            StatementKind::Each {
                selection,
                order,
                body,
            } => {
                self.is_told_to_all = self.tells_all(body);
                self.each(selection, order.as_ref(), body, frame);
                self.is_told_to_all = false;
            }
            StatementKind::Alternate {
                selection,
                order,
                condition,
                body,
            } => self.alternate(selection, order.as_ref(), condition, body, frame),
            StatementKind::Simultaneous { body } => self.lower_simultaneous(body, frame),
            StatementKind::Phase { naming, body } => self.phase(naming, body, frame),
            StatementKind::Rank(rank) => self.rank(rank, frame),
            StatementKind::EndGame { winner } => self.end_game(winner.as_ref(), frame),
            _ => {}
        }
    }

    /// Limits the result of a procedure to its declared range.
    pub(super) fn result_in_range(&mut self, value: &Expr, from: Reg, frame: Frame) -> Reg {
        let Some(Callee::Procedure(id)) = frame.callee else {
            return from;
        };
        let Some(procedure) = self.book.procedures.get(id.at()) else {
            return from;
        };
        let ty = procedure.result.map(|result| result.ty);
        let Some(ty @ Type::Number(_)) = ty else {
            return from;
        };
        let (name, (low, high)) = (&procedure.naming.name, procedure.range);
        let declared = || {
            let range = range_of(ty, low, high);
            format!("`{name}` is declared to give {range}")
        };
        self.in_range(from, (low, high), (ty, value.or_none), declared)
    }

    /// Limits a value to a declared range; [`NONE`] stays.
    pub(super) fn in_range(
        &mut self,
        from: Reg,
        (low, high): (i32, i32),
        (ty, or_none): (Type, bool),
        declared: impl FnOnce() -> String,
    ) -> Reg {
        if low <= NONE + 1 && high == i32::MAX {
            return from;
        }
        let fault = self.fault(Code::OutOfDeclaredRange, declared());
        if let Some(fault) = self.program.faults.last_mut() {
            fault.parts = ty.parts();
            fault.limits = Some(ty.limits((low, high)));
        }
        let to = self.reg();
        let end = self.label();
        if or_none {
            self.emit(Op::Copy { to, from });
            self.jump_if_none(from, true, end);
        }
        self.emit(Op::Within {
            to,
            from,
            low,
            high,
            declared: Some(fault),
        });
        self.place(end);
        to
    }

    /// Lays the block of a loop, for which `next` and `done` jump to these labels.
    pub(super) fn loop_body(&mut self, body: &[Statement], next: Label, end: Label, frame: Frame) {
        self.loops.push(Loop {
            next,
            end,
            n_phases: self.phases.len(),
        });
        self.block(body, frame);
        self.loops.pop();
    }

    /// Ends the phases within the innermost loop and jumps to one of its labels.
    fn leave_round(&mut self, target: impl Fn(&Loop) -> Label) {
        let Some(around) = self.loops.last().copied() else {
            debug_assert!(
                false,
                "the check has refused `next` and `done` outside of a loop"
            );
            return;
        };
        self.leave_phases_but(around.n_phases);
        self.jump(target(&around));
    }

    /// Notes the value of a local; a roll has its own note.
    fn kept(&mut self, value: &Expr, reg: Reg, frame: Frame) {
        if value.rolled_die().is_some() || value.rolled_value().is_some() {
            return;
        }
        let local = reg.0 - frame.locals.0;
        let name = self.local_name(frame, local as usize);
        // A counter of the check's own.
        if name.is_empty() {
            return;
        }
        let value = self.reading(reg, value.ty);
        self.note(Note::Kept { name, value });
    }

    /// The statement that is being lowered.
    pub(super) fn site(&self, frame: Frame) -> Option<Site> {
        let within = match frame.callee? {
            Callee::Procedure(id) => Within::Procedure(id),
            Callee::Reaction(id) => Within::Reaction(id),
            Callee::When(at, line) => Within::When(at, line),
            Callee::Can(_)
            | Callee::Window(_)
            | Callee::Modifiers(_)
            | Callee::Table(_)
            | Callee::Musts
            | Callee::Fact(_) => return None,
        };
        let bound = self.bound.iter();
        let bound =
            bound.filter(|(locals, back, ..)| (*locals, *back) == (frame.locals, frame.back));
        Some(Site {
            within,
            span: self.span,
            locals: frame.locals,
            bound: bound.map(|(.., local, reg)| (*local, *reg)).collect(),
            sets: self.sets_in(frame),
        })
    }

    pub(super) fn local_name(&self, frame: Frame, local: usize) -> String {
        let local = self.local_of(frame, local);
        local.map_or_else(String::new, |local| local.name.clone())
    }

    /// The words that a local can be, by their numbers; none for other types.
    fn local_words(&self, frame: Frame, local: usize) -> Vec<String> {
        let words = match self.local_of(frame, local).map(|local| local.ty) {
            Some(Type::Words(id)) => self.book.words.get(id.at()),
            _ => None,
        };
        words.map_or_else(Vec::new, |list| list.words.clone())
    }

    fn local_of(&self, frame: Frame, local: usize) -> Option<&Local> {
        let locals = match frame.callee {
            Some(Callee::Procedure(id) | Callee::Can(id)) => self
                .book
                .procedures
                .get(id.at())
                .map(|procedure| procedure.locals.as_slice()),
            Some(Callee::Reaction(id)) => self
                .book
                .reactions
                .get(id.at())
                .map(|reaction| reaction.locals.as_slice()),
            Some(Callee::When(at, _)) => self
                .book
                .triggers
                .get(at)
                .map(|trigger| trigger.locals.as_slice()),
            Some(
                Callee::Window(_)
                | Callee::Modifiers(_)
                | Callee::Table(_)
                | Callee::Musts
                | Callee::Fact(_),
            )
            | None => None,
        };
        locals.and_then(|locals| locals.get(local))
    }

    fn needs(&mut self, condition: &Expr, why: &str, frame: Frame) {
        let holds = self.expr(condition, frame);
        self.refuse_unless(holds, why, frame);
    }

    pub(super) fn refuse_unless(&mut self, holds: Reg, why: &str, frame: Frame) {
        let site = self.site(frame);
        self.note(Note::Needs {
            why: why.to_owned(),
            holds,
            site,
        });
        let met = self.label();
        self.jump_if(holds, true, met);
        if self.is_observed {
            self.note(Note::Refused {
                why: why.to_owned(),
            });
        }
        self.emit(Op::Set {
            to: self.refused,
            value: 1,
        });
        self.jump(self.refuse);
        self.place(met);
    }

    fn repeat(&mut self, until: Option<&Expr>, times: &Expr, body: &[Statement], frame: Frame) {
        let most = self.expr(times, frame);
        let limit = self.reg();
        self.emit(Op::Copy {
            to: limit,
            from: most,
        });
        let round = self.set(0);
        let (again, end) = (self.label(), self.label());
        self.place(again);
        self.emit(Op::JumpCompare {
            a: round,
            b: limit,
            order: Order::GreaterOrEqual,
            to: Self::to(end),
        });
        if let Some(until) = until {
            let over = self.expr(until, frame);
            self.jump_if(over, true, end);
        }
        self.emit(Op::AddValue {
            to: round,
            a: round,
            value: 1,
        });
        self.note(Note::Round {
            number: round,
            name: None,
            words: Vec::new(),
        });
        self.loop_body(body, again, end, frame);
        self.jump(again);
        self.place(end);
    }

    /// Rounds until a condition is met. No register counts them: a round without an effect leads back to the same state.
    fn repeat_without_limit(&mut self, until: &Expr, body: &[Statement], frame: Frame) {
        let (again, end) = (self.label(), self.label());
        let of = again.0;
        self.note(Note::Rounds { of });
        self.place(again);
        let over = self.expr(until, frame);
        self.jump_if(over, true, end);
        self.note(Note::NextRound { of });
        self.loop_body(body, again, end, frame);
        self.jump(again);
        self.place(end);
    }

    /// From the first to the last number, up or down.
    fn count_rounds(
        &mut self,
        number: Reg,
        from: &Expr,
        to: &Expr,
        body: &[Statement],
        frame: Frame,
    ) {
        let first = self.expr(from, frame);
        let end_value = self.expr(to, frame);
        let last = self.reg();
        self.emit(Op::Copy {
            to: last,
            from: end_value,
        });
        self.emit(Op::Copy {
            to: number,
            from: first,
        });
        let step = self.set(1);
        let (upward, again, end) = (self.label(), self.label(), self.label());
        self.emit(Op::JumpCompare {
            a: number,
            b: last,
            order: Order::LessOrEqual,
            to: Self::to(upward),
        });
        self.emit(Op::Set {
            to: step,
            value: -1,
        });
        self.place(upward);
        self.place(again);
        let local = (number.0 - frame.locals.0) as usize;
        let name = self.local_name(frame, local);
        let words = self.local_words(frame, local);
        self.note(Note::Round {
            number,
            name: Some(name),
            words,
        });
        let next = self.label();
        self.loop_body(body, next, end, frame);
        self.place(next);
        self.emit(Op::JumpCompare {
            a: number,
            b: last,
            order: Order::Equal,
            to: Self::to(end),
        });
        self.emit(Op::Add {
            to: number,
            a: number,
            b: step,
        });
        self.jump(again);
        self.place(end);
    }

    fn depending(&mut self, value: &Expr, arms: &[Arm], frame: Frame) {
        let asked = self.expr(value, frame);
        let end = self.label();
        for arm in arms {
            let (body, next) = (self.label(), self.label());
            let small = arm
                .ranges
                .iter()
                .all(|(low, high)| *low >= 0 && *high < 64 && low <= high);
            if arm.ranges.is_empty() {
                // `otherwise`
            } else if small {
                let set = arm.ranges.iter().fold(0u64, |set, (low, high)| {
                    (*low..=*high).fold(set, |set, value| set | 1 << value)
                });
                self.emit(Op::JumpMember {
                    a: asked,
                    set,
                    when: false,
                    to: Self::to(next),
                });
            } else {
                for (low, high) in &arm.ranges {
                    let other = self.label();
                    self.emit(Op::JumpCompareValue {
                        a: asked,
                        value: *low,
                        order: Order::Less,
                        to: Self::to(other),
                    });
                    self.emit(Op::JumpCompareValue {
                        a: asked,
                        value: *high,
                        order: Order::LessOrEqual,
                        to: Self::to(body),
                    });
                    self.place(other);
                }
                self.jump(next);
            }
            self.place(body);
            self.block(&arm.body, frame);
            self.jump(end);
            self.place(next);
        }
        self.place(end);
    }
}
