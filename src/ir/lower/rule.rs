//! Rules as pieces of program: procedures, lists of modifiers, what triggers do.

use std::collections::BTreeSet;

use super::super::debug_info::{Note, Reading};
use super::super::id::Reg;
use super::super::op::Op;
use super::{Callee, Frame, Label, Lowerer, offset};
use sandtable_model::{
    Ability, Callable, Crossing, Expr, Kinds, LocalId, Modifiers, ModifiersId, NONE, Parameter,
    Procedure, ProcedureId, Statement, TrackId, Trigger, WindowId, walk_changes, walk_expr,
    walk_statement, walk_statements,
};
use sandtable_syntax::ast::Order;

impl<'a> Lowerer<'a> {
    /// The label of a piece, and its registers. Called for the first time, it is put down to be lowered.
    pub(super) fn called(&mut self, callee: Callee) -> (Label, Frame) {
        let mut context = match self.may_act(callee) {
            true => self.context.clone(),
            false => super::Context {
                calls: self.context.calls.clone(),
                ..super::Context::default()
            },
        };
        context.calls.retain(|id, _| self.is_on_cycle(*id, callee));
        let key = (callee, context);
        if let Some(known) = self.callees.get(&key) {
            return *known;
        }
        let book = self.book;
        let n_locals = match callee {
            Callee::Procedure(id) | Callee::Can(id) => book
                .procedures
                .get(id.at())
                .map_or(0, |one| one.locals.len()),
            Callee::Window(id) => book
                .windows
                .get(id.at())
                .map_or(0, |one| one.parameters.len()),
            Callee::Reaction(id) => book
                .reactions
                .get(id.at())
                .map_or(0, |one| one.locals.len()),
            Callee::Modifiers(id) => book
                .modifiers
                .get(id.at())
                .map_or(0, |one| one.parameters.len()),
            Callee::Table(id) => book.tables.get(id.at()).map_or(0, |one| one.keys.len()),
            Callee::Fact(id) => book
                .facts
                .get(id.at())
                .map_or(0, |one| one.parameters.len()),
            Callee::When(at, _) => book.triggers.get(at).map_or(0, |one| one.locals.len()),
            Callee::Musts => 0,
        };
        let frame = Frame {
            locals: self.regs(n_locals),
            result: self.reg(),
            back: self.reg(),
            end: self.label(),
            callee: Some(callee),
        };
        let sets = self.sets_of(callee);
        self.allocate_sets(frame.locals, &sets);
        let entry = self.label();
        self.callees.insert(key.clone(), (entry, frame));
        self.open.push(key);
        (entry, frame)
    }

    /// Whether a piece is on a cycle of a rule that calls itself: its registers are those of one depth.
    fn is_on_cycle(&self, id: ProcedureId, callee: Callee) -> bool {
        let callable = match callee {
            Callee::Procedure(id) | Callee::Can(id) => Callable::Procedure(id),
            Callee::Modifiers(id) => Callable::Modifiers(id),
            Callee::Table(id) => Callable::Table(id),
            Callee::Fact(id) => Callable::Fact(id),
            // Recursion through these is bounded elsewhere.
            Callee::Window(_) | Callee::Reaction(_) | Callee::When(..) | Callee::Musts => {
                return false;
            }
        };
        let cycle = self.book.cycles.get(&id);
        cycle.is_some_and(|cycle| cycle.contains(&callable))
    }

    /// Whether a subroutine may change the state or open windows, itself or by its calls.
    fn may_act(&self, callee: Callee) -> bool {
        match callee {
            Callee::Procedure(id) => self
                .book
                .procedures
                .get(id.at())
                .is_some_and(|known| known.ability == Ability::Action),
            Callee::When(..) | Callee::Window(_) | Callee::Reaction(_) => true,
            Callee::Modifiers(_)
            | Callee::Table(_)
            | Callee::Can(_)
            | Callee::Fact(_)
            | Callee::Musts => false,
        }
    }

    pub(super) fn callee(&mut self, callee: Callee) {
        let book = self.book;
        let (entry, frame) = self.called(callee);
        self.place(entry);
        let opened = self.begin_callee(callee, frame);
        match callee {
            Callee::Procedure(id) => {
                if let Some(procedure) = book.procedures.get(id.at()) {
                    self.procedure(id, procedure, frame);
                }
            }
            Callee::Window(id) => self.window_body(id, frame),
            Callee::Reaction(id) => {
                if let Some(reaction) = book.reactions.get(id.at()) {
                    self.reaction(reaction, frame);
                }
            }
            Callee::Can(id) => {
                if let Some(procedure) = book.procedures.get(id.at()) {
                    self.can(procedure, frame);
                }
            }
            Callee::Modifiers(id) => {
                if let Some(list) = book.modifiers.get(id.at()) {
                    self.modifiers(id, list, frame);
                }
            }
            Callee::Table(id) => {
                if let Some(table) = book.tables.get(id.at()) {
                    self.explained(id, table, frame);
                    self.place(frame.end);
                }
            }
            Callee::Fact(id) => {
                if let Some(fact) = book.facts.get(id.at())
                    && let Some(in_play) = &fact.in_play
                {
                    self.rule = match in_play.citations.as_slice() {
                        [] => self.rule_named(&fact.naming),
                        own => self.rule_of(&fact.naming.name, own),
                    };
                    self.span = in_play.value.span;
                    let from = self.expr(&in_play.value, frame);
                    self.emit(Op::Copy {
                        to: frame.result,
                        from,
                    });
                }
            }
            Callee::When(at, line) => {
                if let Some(trigger) = book.triggers.get(at) {
                    self.when(trigger, line, frame);
                }
            }
            Callee::Musts => self.unit_conditions(frame),
        }
        self.end_candidate(opened);
        self.emit(Op::Return { back: frame.back });
    }

    /// The only phase of a sequence that is played, if the question is about one.
    fn phase_alone<'p>(&self, id: ProcedureId, sequence: &'p Procedure) -> Option<&'p Statement> {
        let phase = self.question.phase.as_ref();
        let phase = phase.filter(|_| self.question.procedure == Some(id))?;
        let mut found = None;
        walk_statements(&sequence.body, &mut |statement| {
            if let Some(naming) = statement.phase()
                && naming.name == *phase
            {
                found = Some(statement);
            }
            true
        });
        found
    }

    /// The names of parameters, and where a trace reads their values.
    pub(super) fn readings(
        &self,
        parameters: &[Parameter],
        frame: Frame,
    ) -> Vec<(String, Reading)> {
        let reading = |(at, parameter): (usize, &Parameter)| {
            let set = self.sets.get(&(frame.locals, LocalId::new(at)));
            let reg = set.map_or_else(|| offset(frame.locals, at), |set| set.first);
            let reading = Reading {
                set_of: set.map(|set| set.n),
                ..self.reading(reg, parameter.ty)
            };
            (parameter.name.clone(), reading)
        };
        parameters.iter().enumerate().map(reading).collect()
    }

    fn procedure(&mut self, id: ProcedureId, procedure: &Procedure, frame: Frame) {
        self.rule = self.rule_named(&procedure.naming);
        self.span = procedure.naming.span;
        let parameters = self.readings(&procedure.parameters, frame);
        let is_plain = !procedure.is_declared();
        if !is_plain {
            self.note(Note::Enter {
                name: procedure.naming.name.clone(),
                title: procedure.naming.title.clone(),
                parameters,
                is_formula: procedure.ability == Ability::Formula,
            });
        }
        self.emit(Op::Set {
            to: frame.result,
            value: NONE,
        });
        let phase = self.phase_alone(id, procedure);
        match phase {
            Some(phase) => self.lower_statement(phase, frame),
            None => self.block(&procedure.body, frame),
        }
        self.place(frame.end);
        self.span = procedure.naming.span;
        if procedure.ability == Ability::Sequence && phase.is_none() {
            self.starts_anew(&procedure.naming.name);
            self.check_musts();
        }
        if let Some(to) = self.last.get(&id).copied() {
            self.emit(Op::Copy {
                to,
                from: frame.result,
            });
        }
        if !is_plain {
            let value = procedure
                .result
                .map(|result| self.reading(frame.result, result.ty));
            self.note(Note::Leave {
                name: procedure.naming.name.clone(),
                title: procedure.naming.title.clone(),
                value,
            });
        }
    }

    /// Lowers a list of modifiers: sums up the lines that apply.
    fn modifiers(&mut self, id: ModifiersId, list: &Modifiers, frame: Frame) {
        self.rule = self.rule_named(&list.naming);
        self.span = list.naming.span;
        self.note(Note::List);
        let to = frame.result;
        self.emit(Op::Set { to, value: 0 });
        let n_groups = list
            .lines
            .iter()
            .filter_map(|line| line.once)
            .max()
            .map_or(0, |most| most + 1);
        let taken = self.regs(n_groups as usize);
        for group in 0..n_groups {
            self.emit(Op::Set {
                to: Reg(taken.0 + group),
                value: 0,
            });
        }
        for line in &list.lines {
            self.span = line.span;
            let next = self.label();
            let group = line.once.map(|group| Reg(taken.0 + group));
            if let Some(group) = group {
                self.jump_if(group, true, next);
            }
            if let Some(condition) = &line.condition {
                self.jump_unless(condition, frame, next);
            }
            let mut amount = self.set(line.amount);
            if let Some(per) = &line.per {
                let mut times = self.expr(per, frame);
                if let Some(most) = line.most {
                    let from = times;
                    times = self.reg();
                    self.emit(Op::Limit {
                        to: times,
                        from,
                        low: i32::MIN + 1,
                        high: most,
                    });
                }
                let a = amount;
                amount = self.reg();
                self.emit(Op::Multiply {
                    to: amount,
                    a,
                    b: times,
                });
                self.emit(Op::JumpCompareValue {
                    a: amount,
                    value: 0,
                    order: Order::Equal,
                    to: Self::to(next),
                });
            }
            if let Some(to) = group {
                self.emit(Op::Set { to, value: 1 });
            }
            self.note(Note::Modifier {
                list: list.naming.name.clone(),
                label: line.label.clone(),
                amount,
                citations: line.citations.clone(),
            });
            self.emit(Op::Add {
                to,
                a: to,
                b: amount,
            });
            self.place(next);
        }
        self.span = list.naming.span;
        let (low, high) = list.limit;
        if list.limit != (i32::MIN + 1, i32::MAX) {
            self.emit(Op::Limit {
                to,
                from: to,
                low,
                high,
            });
        }
        self.note(Note::Total {
            id,
            parameters: frame.locals,
            list: list.naming.name.clone(),
            title: list.naming.title.clone(),
            total: to,
        });
        self.place(frame.end);
    }

    fn when(&mut self, trigger: &Trigger, line: usize, frame: Frame) {
        self.rule = self.rule_named(&trigger.naming);
        let when = trigger.whens.get(line);
        self.span = when.map_or(trigger.naming.span, |when| when.span);
        self.note(Note::Trigger {
            name: trigger.naming.shown().to_owned(),
            unit: frame.locals,
        });
        if let Some(when) = when {
            self.block(&when.body, frame);
        }
        self.place(frame.end);
    }

    /// Changes a track and sets off the triggers that watch it.
    pub(super) fn store(
        &mut self,
        unit: Reg,
        kinds: Kinds,
        track: TrackId,
        index: Option<Reg>,
        before_change: Reg,
        from: Reg,
    ) {
        if self.context.is_gathering {
            self.gather_value(unit, track, index, from);
            return;
        }
        let book = self.book;
        let made = self.constant_change.take();
        let watching = self.watching(kinds, |when| {
            let may_cross = |(how, amount)| when.may_be_crossed_by(track, how, amount);
            when.reads.contains(&track) && made.is_none_or(may_cross)
        });
        let mut before = Vec::new();
        for one in &watching {
            let applies = self.applies(unit, kinds, one.kinds);
            let skip = self.label();
            let value = self.set(0);
            if let Some(applies) = applies {
                self.jump_if(applies, false, skip);
            }
            let from = self.watched_value(one, unit);
            self.emit(Op::Copy { to: value, from });
            self.place(skip);
            before.push((value, applies));
        }
        self.put(unit, track, index, from);
        self.changed(unit, track, index, (before_change, from));
        for (one, (before, applies)) in watching.into_iter().zip(before) {
            let skip = self.label();
            if let Some(applies) = applies {
                self.jump_if(applies, false, skip);
            }
            self.unless_crossed(&one, unit, before, skip);
            match book.watched.get(&(one.at, one.line)) {
                Some(change) if self.context.is_firing => self.count_up(unit, change.due),
                known => {
                    debug_assert!(
                        known.is_some() || !self.context.is_firing,
                        "each line that a block can set off is known"
                    );
                    self.call_with(one.callee(), &[unit]);
                }
            }
            self.place(skip);
        }
    }

    /// The lines of triggers for units of these kinds that a test accepts, in the order of declaration.
    pub(super) fn watching(
        &self,
        kinds: Kinds,
        is_meant: impl Fn(&sandtable_model::When) -> bool,
    ) -> Vec<Watching<'a>> {
        let triggers = self.book.triggers.iter().enumerate();
        let triggers = triggers.filter(|(_, trigger)| !trigger.kinds.and(kinds).is_empty());
        let lines = triggers.flat_map(|(at, trigger)| {
            let lines = trigger.whens.iter().enumerate();
            lines.map(move |(line, when)| Watching {
                at,
                line,
                when,
                kinds: trigger.kinds,
            })
        });
        lines.filter(|one| is_meant(one.when)).collect()
    }

    /// The value that a line of a trigger watches, of a unit.
    pub(super) fn watched_value(&mut self, one: &Watching<'_>, unit: Reg) -> Reg {
        let frame = self.watching_frame(one);
        self.emit(Op::Copy {
            to: frame.locals,
            from: unit,
        });
        self.expr(&one.when.watched, frame)
    }

    /// The registers in which a line of a trigger is asked: its own, unless it may be the one that makes the change.
    fn watching_frame(&mut self, one: &Watching<'_>) -> Frame {
        let trigger = self.book.triggers.get(one.at);
        let n_locals = trigger.filter(|known| known.deep.is_some());
        match n_locals.map(|known| known.locals.len()) {
            Some(n_locals) => Frame {
                locals: self.regs(n_locals),
                result: self.reg(),
                back: self.reg(),
                end: self.label(),
                callee: None,
            },
            None => self.called(one.callee()).1,
        }
    }

    /// Jumps unless the watched value has crossed the level.
    pub(super) fn unless_crossed(
        &mut self,
        one: &Watching<'_>,
        unit: Reg,
        before: Reg,
        skip: Label,
    ) {
        let frame = self.watching_frame(one);
        self.emit(Op::Copy {
            to: frame.locals,
            from: unit,
        });
        let level = self.expr(&one.when.level, frame);
        let after = self.expr(&one.when.watched, frame);
        let (was, is) = match one.when.crossing {
            Crossing::Reaches => (Order::GreaterOrEqual, Order::Less),
            Crossing::FallsTo => (Order::LessOrEqual, Order::Greater),
            Crossing::Becomes => (Order::Equal, Order::NotEqual),
        };
        for (a, order) in [(before, was), (after, is)] {
            self.emit(Op::JumpCompare {
                a,
                b: level,
                order,
                to: Self::to(skip),
            });
        }
    }

    /// Notes a track before and after a change, which the limits of the track may have reduced.
    pub(super) fn changed(
        &mut self,
        unit: Reg,
        track: TrackId,
        index: Option<Reg>,
        (before, wanted): (Reg, Reg),
    ) {
        let Some(known) = self.book.tracks.get(track.at()) else {
            return;
        };
        let mut declared = self.book.kinds.iter().flat_map(|kind| &kind.tracks);
        let declared = declared.find(|declared| declared.track == track);
        if declared.is_some_and(sandtable_model::KindTrack::is_internal) {
            return;
        }
        let title = declared.map_or(known.name.as_str(), |declared| declared.naming.shown());
        let after = self.load(unit, track, index);
        let note = Note::Changed {
            unit,
            track: title.to_owned(),
            number: self.track_number(track),
            is_place: self.book.at_track() == Some(track),
            about: index,
            before: self.reading(before, known.ty),
            after: self.reading(after, known.ty),
            wanted,
        };
        self.note(note);
    }

    /// Whether a unit is of the kinds that a trigger watches; `None` if it always is.
    pub(super) fn applies(&mut self, unit: Reg, kinds: Kinds, watched: Kinds) -> Option<Reg> {
        if kinds.within(watched) {
            return None;
        }
        let kind = self.reg();
        self.emit(Op::Stat {
            to: kind,
            unit,
            field: 0,
        });
        let to = self.reg();
        self.emit(Op::Member {
            to,
            from: kind,
            set: watched.bits(),
        });
        Some(to)
    }

    /// Returns the tracks that the question can change, each with the kinds of its units; in the order of declaration.
    pub(super) fn written(&self) -> Vec<(TrackId, Kinds)> {
        let mut found = Written::of_question(self).found;
        // `destroyed` is the most important change and comes last.
        found.sort_by_key(|(track, _)| (track.at() == 0, *track));
        found
    }
}

/// A line of a trigger.
pub(super) struct Watching<'a> {
    /// The trigger and the line, by their indices.
    pub(super) at: usize,
    pub(super) line: usize,
    pub(super) when: &'a sandtable_model::When,
    /// The kinds of units that the trigger is about.
    pub(super) kinds: Kinds,
}

impl Watching<'_> {
    pub(super) fn callee(&self) -> Callee {
        Callee::When(self.at, self.line)
    }
}

/// The tracks that a question can change, and whether it can end the game.
pub(super) struct Written<'l, 'a> {
    lowerer: &'l Lowerer<'a>,
    found: Vec<(TrackId, Kinds)>,
    pub(super) ends_game: bool,
    seen: BTreeSet<Callee>,
    /// Procedures that are called and not yet searched: a chain of calls can be longer than the stack is deep.
    pending: Vec<ProcedureId>,
}

impl<'l, 'a> Written<'l, 'a> {
    /// Searches the entry of the question and everything that it can call.
    pub(super) fn of_question(lowerer: &'l Lowerer<'a>) -> Self {
        let mut search = Self {
            lowerer,
            found: Vec::new(),
            ends_game: false,
            seen: BTreeSet::new(),
            pending: Vec::new(),
        };
        search.run(&lowerer.question.entry);
        search
    }

    /// Visits an expression and everything that it can call.
    fn run(&mut self, entry: &Expr) {
        self.expr(entry);
        while let Some(procedure) = self.pending.pop() {
            let procedure = self.lowerer.book.procedures.get(procedure.at());
            for statement in procedure.into_iter().flat_map(|known| &known.body) {
                self.statement(statement);
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if let Some((procedure, _)) = expr.call()
            && self.seen.insert(Callee::Procedure(procedure))
        {
            self.pending.push(procedure);
        }
        walk_expr(expr, &mut |inner| self.expr(inner));
    }

    fn statement(&mut self, statement: &Statement) {
        let mut windows = Vec::new();
        walk_statements(std::slice::from_ref(statement), &mut |inner| {
            windows.extend(inner.window());
            true
        });
        for window in windows {
            self.window(window);
        }
        let mut calls = Vec::new();
        walk_statement(statement, &mut |expr| calls.push(expr.clone()));
        for call in &calls {
            self.expr(call);
        }
        walk_statements(std::slice::from_ref(statement), &mut |inner| {
            self.ends_game |= inner.ends_game();
            true
        });
        let mut changes = Vec::new();
        walk_changes(statement, &mut |unit, track| {
            changes.push((track, unit.ty.kinds()))
        });
        for (track, kinds) in changes {
            self.change(track, kinds);
        }
    }

    fn window(&mut self, window: WindowId) {
        let book = self.lowerer.book;
        let known = book.windows.get(window.at());
        for id in known.into_iter().flat_map(|known| &known.reactions) {
            let reaction = book.reactions.get(id.at());
            if let (Some(reaction), true) = (reaction, self.seen.insert(Callee::Reaction(*id))) {
                for statement in &reaction.body {
                    self.statement(statement);
                }
            }
        }
    }

    fn change(&mut self, track: TrackId, kinds: Kinds) {
        match self.found.iter_mut().find(|(known, _)| *known == track) {
            Some((_, known)) => *known = known.or(kinds),
            None => self.found.push((track, kinds)),
        }
        let book = self.lowerer.book;
        for (at, trigger) in book.triggers.iter().enumerate() {
            for (line, when) in trigger.whens.iter().enumerate() {
                let set_off = when.reads.contains(&track) && !trigger.kinds.and(kinds).is_empty();
                if set_off && self.seen.insert(Callee::When(at, line)) {
                    for statement in &when.body {
                        self.statement(statement);
                    }
                }
            }
        }
    }
}
