//! The question itself: the call that asks, and the registers that hold its results.

use super::super::debug_info::Shown;
use super::super::id::Reg;
use super::super::op::Op;
use super::{Callee, Frame, Lowerer, OutcomePart, OutputSpec, offset, template};
use sandtable_model::{CastUnit, Entry, Expr, Kinds, NONE, TrackId, Type};

impl Lowerer<'_> {
    /// The piece that asks, then every piece it reaches.
    pub(super) fn question(&mut self, outputs: OutputSpec<'_>) -> Vec<OutcomePart> {
        let conditions = outputs.conditions();
        let named = conditions.iter().copied().flatten();
        named.for_each(|condition| self.remember(condition));
        let nothing = self.rule_of("", &[]);
        self.rule = nothing;
        self.begin_script();
        let can_end = self.can_end();
        let is_asked = self.asks_who_won(outputs);
        if can_end || is_asked {
            self.winner = Some(self.set(NONE));
        }
        self.begin_firings();
        let value = self.entry();
        self.emit(Op::Copy {
            to: self.outcome,
            from: value,
        });
        if self.is_asked_for_an_action() {
            self.check_musts();
        }
        self.place(self.refuse);
        let mut parts = vec![OutcomePart::Refused];
        self.program.outcome = vec![self.refused];
        if outputs.with_outcome() {
            if let Some(winner) = self.winner.filter(|_| can_end) {
                parts.push(OutcomePart::Ended);
                self.program.outcome.push(winner);
            }
            self.outcome_parts(&mut parts, !matches!(outputs, OutputSpec::Ending(_)));
        }
        if !conditions.is_empty() {
            let frame = self.condition_frame();
            for condition in conditions {
                let holds = match condition {
                    Some(condition) if condition.is_winner() => self.who_won(),
                    Some(condition) => self.expr(&self.guarded(condition), frame),
                    None => self.refused,
                };
                parts.push(match condition.map(|condition| condition.ty) {
                    None | Some(Type::Flag) => OutcomePart::Condition,
                    Some(ty) => OutcomePart::Value(self.shown(ty)),
                });
                self.program.outcome.push(holds);
            }
        }
        self.emit(Op::Done);
        while let Some((callee, context)) = self.open.pop() {
            self.context = context;
            self.callee(callee);
        }
        parts
    }

    /// Allocates registers for the last results of the procedures that a condition names.
    fn remember(&mut self, condition: &Expr) {
        if let Some(procedure) = condition.last()
            && !self.last.contains_key(&procedure)
        {
            let reg = self.reg();
            self.last.insert(procedure, reg);
            self.emit(Op::Set {
                to: reg,
                value: NONE,
            });
        }
        if let Some(reaction) = condition.offered()
            && !self.offered.contains_key(&reaction)
        {
            let reg = self.set(0);
            self.offered.insert(reaction, reg);
        }
        sandtable_model::walk_expr(condition, &mut |inner| self.remember(inner));
    }

    /// The call that asks.
    fn entry(&mut self) -> Reg {
        if self.is_template {
            let entry = template::with_locals(&self.question.entry);
            let frame = self.condition_frame();
            return self.expr(&entry, frame);
        }
        let frame = Frame {
            locals: Reg(0),
            result: self.outcome,
            back: Reg(0),
            end: self.refuse,
            callee: None,
        };
        match self.question.row {
            Some(row) => self.row_of_results(row, frame),
            None => self.expr(&self.question.entry, frame),
        }
    }

    /// The arguments again, in registers of their own, for conditions and reports.
    fn condition_frame(&mut self) -> Frame {
        let n_arguments = self.question.arguments.len();
        let locals = self.regs(n_arguments + self.row.len());
        for (at, (.., from)) in self.row.clone().into_iter().enumerate() {
            let to = offset(locals, n_arguments + at);
            self.emit(Op::Copy { to, from });
        }
        for (at, value) in self.question.arguments.iter().enumerate() {
            self.set_given(offset(locals, at), *value, template::Given::Argument(at));
        }
        let frame = Frame {
            locals,
            result: self.outcome,
            back: Reg(0),
            end: self.refuse,
            callee: None,
        };
        self.asked_sets(frame);
        frame
    }

    /// The sets that the question gives, again for conditions and reports.
    fn asked_sets(&mut self, frame: Frame) {
        let callee = match Entry::called_by(&self.question.entry) {
            Some((Entry::Procedure(id), arguments)) => Some((Callee::Procedure(id), arguments)),
            Some((Entry::Modifiers(id), arguments)) => Some((Callee::Modifiers(id), arguments)),
            Some((Entry::Table(_) | Entry::Row(_), _)) | None => None,
        };
        let Some((callee, arguments)) = callee else {
            return self.given_sets(frame);
        };
        let sets = self.sets_of(callee);
        self.allocate_sets(frame.locals, &sets);
        for (at, argument) in arguments.iter().enumerate() {
            if sets.contains(&at) {
                let from = self.set_argument(argument, frame);
                self.copy_set(frame.locals, at, from);
            }
        }
    }

    /// The result of a question without conditions.
    fn outcome_parts(&mut self, parts: &mut Vec<OutcomePart>, with_tracks: bool) {
        if self.question.row.is_some() {
            for (name, ty, reg) in self.row.clone() {
                parts.push(OutcomePart::Reported {
                    span: name.span,
                    name: Some(name.value),
                    shown: self.shown(ty),
                });
                self.program.outcome.push(reg);
            }
            return;
        }
        let procedure = self
            .question
            .procedure
            .and_then(|id| self.book.procedures.get(id.at()));
        let has_value = procedure.is_none_or(|procedure| procedure.result.is_some());
        if has_value {
            parts.push(OutcomePart::Value(self.shown(self.question.entry.ty)));
            self.program.outcome.push(self.outcome);
        }
        if let Some(values) = procedure.and_then(|procedure| procedure.report.as_ref()) {
            let frame = self.condition_frame();
            for value in values {
                let reg = self.expr(value, frame);
                parts.push(OutcomePart::Reported {
                    span: value.span,
                    name: None,
                    shown: self.shown(value.ty),
                });
                self.program.outcome.push(reg);
            }
            return;
        }
        if has_value || !with_tracks {
            return;
        }
        for (track, kinds) in self.written() {
            for (at, unit) in self.question.cast.iter().enumerate() {
                if kinds.has(unit.kind) {
                    self.track_part(at, unit, track, parts);
                }
            }
        }
    }

    fn track_part(
        &mut self,
        at: usize,
        unit: &CastUnit,
        track: TrackId,
        parts: &mut Vec<OutcomePart>,
    ) {
        let known = self.book.tracks.get(track.at());
        let index = known.and_then(|known| known.index);
        let sides = self.book.side_kind().map(Kinds::one);
        if index.is_some() && index != sides {
            // One value for each unit: too many to show, and never what a question is about.
            return;
        }
        let declared = self
            .book
            .kinds
            .get(unit.kind.at())
            .and_then(|kind| kind.tracks.iter().find(|declared| declared.track == track));
        let Some(declared) = declared else { return };
        if declared.is_internal() {
            return;
        }
        let ty = self
            .book
            .tracks
            .get(track.at())
            .map_or(Type::Unknown, |track| track.ty);
        let number = self.track_number(track) as usize;
        let first = at * self.program.n_tracks as usize + number;
        let usual = self.usual_start(declared, unit);
        let (shown, question) = (self.shown(ty), self.question);
        let (name, title) = (&declared.naming.name, declared.naming.shown());
        let mut push = |place: usize, name: String, title: String, start: i32, shown: Shown| {
            if let Some(Some(slot)) = self.program.slot_of.get(place).copied() {
                parts.push(OutcomePart::Track {
                    unit: at,
                    name,
                    title,
                    shown,
                    start,
                    is_spare: unit.is_spare && track == TrackId::REMOVED,
                });
                self.program.outcome.push(slot);
            }
        };
        if index.is_none() {
            let start = unit.start(track, usual);
            push(first, name.clone(), title.to_owned(), start, shown);
            return;
        }
        // One value for each side.
        let titles = question.unit_titles();
        for (side, (owner, whose)) in question.cast.iter().zip(titles).enumerate() {
            if Some(Kinds::one(owner.kind)) == sides {
                push(
                    first + side,
                    format!("{name}({})", owner.parameter),
                    format!("{title} ({whose})"),
                    unit.start_about(track, side, usual),
                    shown.clone(),
                );
            }
        }
    }
}
