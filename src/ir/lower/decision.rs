//! Decisions: the offered options, their worths, and the statements of the chosen one.

use super::super::debug_info::Note;
use super::super::id::{DecisionId, Reg};
use super::super::op::{Block, Measure, Op};
use super::super::program::{Decision, Options};
use super::{Callee, Frame, Label, Lowerer, count, offset};
use sandtable_model::{
    Ability, Among, Choice, ConditionHere, Expr, Line, NONE, Procedure, Selection, Several,
    Statement, TrackId, TrackRead, Values,
};
use sandtable_syntax::ast::Order;

/// A reaction that a line may refuse, with what a trace says of it then.
pub(super) struct NotOffered<'e> {
    /// Name of the reaction.
    pub(super) what: String,
    /// Text of the requirement.
    pub(super) why: String,
    /// The unit to which it would be offered.
    pub(super) by: Option<&'e Expr>,
    /// Behind the offer.
    pub(super) skip: Label,
}

impl Lowerer<'_> {
    pub(super) fn choose(&mut self, choice: &Choice, frame: Frame) {
        match &choice.among {
            Among::Lines(lines) => self.choose_line(choice, lines, frame),
            Among::Values {
                local,
                values,
                worth,
            } => {
                let local = offset(frame.locals, local.at());
                match &choice.several {
                    None => self.choose_value(choice, values, worth.as_ref(), local, frame),
                    Some(several) => {
                        self.choose_several(choice, several, values, worth.as_ref(), local, frame);
                    }
                }
            }
        }
    }

    /// Lowers repeated choices until one is declined or the maximum is reached. Marks record which units were chosen but not their
    /// order, so that permutations are the same state.
    fn choose_several(
        &mut self,
        choice: &Choice,
        several: &Several,
        values: &Values,
        worth: Option<&Expr>,
        local: Reg,
        frame: Frame,
    ) {
        let most = several.most.as_ref().map(|most| self.expr(most, frame));
        let most = most.map(|most| self.kept_apart(most));
        self.clear(several.mark);
        let n_chosen = self.set(0);
        let (again, end) = (self.label(), self.label());
        self.place(again);
        if let Some(most) = most {
            self.emit(Op::JumpCompare {
                a: n_chosen,
                b: most,
                order: Order::GreaterOrEqual,
                to: Self::to(end),
            });
        }
        self.choose_value(choice, values, worth, local, frame);
        self.jump_if_none(local, true, end);
        let marked = self.set(1);
        self.put(local, several.mark, None, marked);
        if most.is_some() {
            self.emit(Op::AddValue {
                to: n_chosen,
                a: n_chosen,
                value: 1,
            });
        }
        self.jump(again);
        self.place(end);
    }

    /// Emits the decision whose row of options is written, and returns the register of the answer.
    pub(super) fn ask_decision(
        &mut self,
        mut decision: Decision,
        row: Reg,
        (conditions, frame): (&[ConditionHere], Frame),
    ) -> Reg {
        let id = DecisionId(count(self.program.decisions.len()));
        let answer = self.reg();
        let script = self.script.clone().filter(|_| !decision.is_drawn);
        if let Some(script) = &script {
            decision.conditions = self.driver_conditions(script, conditions, frame);
        }
        let ask = Op::Choose {
            to: answer,
            decision: id,
            options: row,
        };
        match script.filter(|script| !script.is_of_driver()) {
            Some(script) => {
                self.scripted_choice(&script, (&decision, row), (conditions, frame), answer, ask)
            }
            None => self.emit(ask),
        }
        self.program.decisions.push(decision);
        self.note(Note::Chosen {
            decision: id,
            options: row,
            answer,
        });
        answer
    }

    /// The unit whose choice it is: a side or the game itself, of a piece its side.
    pub(super) fn chooser(&mut self, by: Option<&Expr>, to: Reg, frame: Frame) {
        let Some(by) = by else {
            self.emit(Op::Set { to, value: NONE });
            return;
        };
        let kinds = by.ty.kinds();
        let unit = self.expr(by, frame);
        let from = match self.book.side_track() {
            Some(track) if kinds.within(self.book.pieces()) => self.load(unit, track, None),
            Some(_) | None => unit,
        };
        self.emit(Op::Copy { to, from });
    }

    fn choose_line(&mut self, choice: &Choice, lines: &[Line], frame: Frame) {
        let has_worth = lines.iter().any(|line| line.worth.is_some());
        let decision = Decision {
            title: choice.title.clone(),
            options: match choice.or_none {
                true => Options::YesOrNo,
                false => Options::Named(lines.iter().map(|line| line.title.clone()).collect()),
            },
            n_options: count(lines.len()),
            has_worth,
            may_decline: choice.or_none,
            is_drawn: choice.is_drawn(),
            is_of_several: choice.several.is_some(),
            is_private: self.is_private_choice,
            is_reaction: false,
            is_simultaneous: self.context.is_gathering,
            site: self.site(frame),
            conditions: Vec::new(),
        };
        let row = self.regs(decision.n_registers());
        for (at, line) in lines.iter().enumerate() {
            let flag = offset(row, at);
            let worth = has_worth.then(|| offset(row, lines.len() + at));
            let condition = line.condition.as_ref();
            self.line_option(flag, condition, worth, line.worth.as_ref(), frame);
        }
        self.chooser(
            choice.side(),
            offset(row, decision.n_registers() - 1),
            frame,
        );
        let answer = self.ask_decision(decision, row, (&choice.conditions, frame));
        let end = self.label();
        for (at, line) in lines.iter().enumerate() {
            let next = self.label();
            self.emit(Op::JumpCompareValue {
                a: answer,
                value: super::value(at),
                order: Order::NotEqual,
                to: Self::to(next),
            });
            let rule = self.rule;
            self.cite(&line.citations);
            self.block(&line.body, frame);
            self.rule = rule;
            self.jump(end);
            self.place(next);
        }
        self.place(end);
    }

    /// Writes whether an option is offered, and its worth if it is.
    fn line_option(
        &mut self,
        flag: Reg,
        condition: Option<&Expr>,
        worth: Option<Reg>,
        value: Option<&Expr>,
        frame: Frame,
    ) {
        self.emit(Op::Set { to: flag, value: 0 });
        if let Some(to) = worth {
            self.emit(Op::Set { to, value: 0 });
        }
        let skip = self.label();
        if let Some(condition) = condition {
            self.jump_unless_looked_up(condition, frame, skip);
        }
        self.emit(Op::Set { to: flag, value: 1 });
        if let (Some(to), Some(value)) = (worth, value) {
            let from = self.looked_up(value, frame);
            self.emit(Op::Copy { to, from });
        }
        self.place(skip);
    }

    fn choose_value(
        &mut self,
        choice: &Choice,
        values: &Values,
        worth: Option<&Expr>,
        local: Reg,
        frame: Frame,
    ) {
        if let (Some(top), Values::Units(selection)) = (choice.top_card, values) {
            return self.draw_top(choice, top, selection, local, frame);
        }
        if let (Values::Units(selection), false) = (values, choice.is_drawn()) {
            // Of equal options, the first is chosen.
            self.ordered = self.ordered.or(selection.kinds);
        }
        let (options, n_options) = self.options_of(values);
        let decision = Decision {
            title: choice.title.clone(),
            options,
            n_options: count(n_options),
            has_worth: worth.is_some(),
            may_decline: choice.or_none,
            is_drawn: choice.is_drawn(),
            is_of_several: choice.several.is_some(),
            is_private: self.is_private_choice,
            is_reaction: false,
            is_simultaneous: self.context.is_gathering,
            site: self.site(frame),
            conditions: Vec::new(),
        };
        let row = self.regs(decision.n_registers());
        match values {
            Values::Numbers { from, to, low, .. } => {
                let ends = (self.expr(from, frame), self.expr(to, frame));
                let ends = (self.kept_apart(ends.0), self.kept_apart(ends.1));
                for at in 0..n_options {
                    let value = low.saturating_add(super::value(at));
                    let place = (row, n_options, at);
                    self.value_option(place, value, worth, local, frame, |lowerer, skip| {
                        for (end, order) in [(ends.0, Order::Less), (ends.1, Order::Greater)] {
                            lowerer.emit(Op::JumpCompare {
                                a: local,
                                b: end,
                                order,
                                to: Self::to(skip),
                            });
                        }
                    });
                }
            }
            Values::Words { words, condition } => {
                for (at, (_, value)) in words.iter().enumerate() {
                    let place = (row, n_options, at);
                    self.value_option(place, *value, worth, local, frame, |lowerer, skip| {
                        if let Some(condition) = condition {
                            lowerer.jump_unless_looked_up(condition, frame, skip);
                        }
                    });
                }
            }
            Values::Units(selection) if selection.region.is_some() => {
                self.place_options((row, n_options), selection, worth, local, frame);
            }
            Values::Units(selection) if !self.is_traced && choice.several.is_none() => {
                self.unit_options((row, n_options), selection, worth, frame);
            }
            Values::Units(selection) => {
                let owner = selection.owner.as_ref();
                let owner = owner.map(|owner| self.expr(owner, frame));
                let owner = owner.map(|owner| self.kept_apart(owner));
                let mark = choice.several.as_ref().map(|several| several.mark);
                for at in 0..n_options {
                    let place = (row, n_options, at);
                    self.unit_option(place, selection, (owner, mark), worth, local, frame);
                }
            }
        }
        if decision.is_weighted() {
            self.only_with_weight(row, n_options);
        }
        let by = offset(row, decision.n_registers() - 1);
        self.chooser(choice.side(), by, frame);
        let answer = self.ask_decision(decision, row, (&choice.conditions, frame));
        self.chosen_value(values, answer, local);
    }

    /// The options among which values are chosen, and their number.
    fn options_of(&mut self, values: &Values) -> (Options, usize) {
        match values {
            Values::Numbers { low, high, .. } => {
                let n_numbers = i64::from(*high) - i64::from(*low) + 1;
                (
                    Options::Numbers(*low),
                    // An empty range offers nothing.
                    usize::try_from(n_numbers).unwrap_or(0),
                )
            }
            Values::Words { words, .. } => (
                Options::Named(words.iter().map(|(word, _)| word.clone()).collect()),
                words.len(),
            ),
            Values::Units(selection) if selection.region.is_some() => {
                let places = self.names_of_places();
                let n_places = places.len();
                (Options::Places(places), n_places)
            }
            Values::Units(_) => (Options::Units, self.question.cast.len()),
        }
    }

    /// Takes back the options without a weight: they are never drawn.
    fn only_with_weight(&mut self, row: Reg, n_options: usize) {
        for at in 0..n_options {
            let weighs = self.label();
            self.emit(Op::JumpCompareValue {
                a: offset(row, n_options + at),
                value: 0,
                order: Order::Greater,
                to: Self::to(weighs),
            });
            self.emit(Op::Set {
                to: offset(row, at),
                value: 0,
            });
            self.place(weighs);
        }
    }

    fn kept_apart(&mut self, from: Reg) -> Reg {
        self.unary(|to| Op::Copy { to, from })
    }

    /// Lowers one value that can be chosen, unless `unless` jumps past it; `local` is bound to it.
    fn value_option(
        &mut self,
        (row, n_options, at): (Reg, usize, usize),
        value: i32,
        worth: Option<&Expr>,
        local: Reg,
        frame: Frame,
        unless: impl FnOnce(&mut Self, super::Label),
    ) {
        let flag = offset(row, at);
        let worth_to = offset(row, n_options + at);
        self.emit(Op::Set { to: flag, value: 0 });
        if worth.is_some() {
            self.emit(Op::Set {
                to: worth_to,
                value: 0,
            });
        }
        let skip = self.label();
        self.emit(Op::Set { to: local, value });
        unless(self, skip);
        self.emit(Op::Set { to: flag, value: 1 });
        if let Some(worth) = worth {
            let from = self.looked_up(worth, frame);
            self.emit(Op::Copy { to: worth_to, from });
        }
        self.place(skip);
    }

    /// The options of a choice of units, in a loop.
    fn unit_options(
        &mut self,
        room: (Reg, usize),
        selection: &Selection,
        worth: Option<&Expr>,
        frame: Frame,
    ) {
        let offered = self.nothing_offered(room, worth.is_some());
        self.members(selection, true, frame, |lowerer, member, _, _| {
            lowerer.offer_at(offered, member, worth, frame);
        });
    }

    /// Allocates the row of a decision, with all options and worths 0.
    pub(super) fn nothing_offered(
        &mut self,
        (row, n_options): (Reg, usize),
        has_worth: bool,
    ) -> [Block; 2] {
        let blocks = [0, n_options].map(|at| Block {
            first: offset(row, at),
            n: count(n_options),
        });
        for block in blocks.into_iter().take(1 + usize::from(has_worth)) {
            self.emit(Op::Fill { block, value: 0 });
        }
        blocks
    }

    /// Offers the option whose place is in a register.
    pub(super) fn offer_at(
        &mut self,
        [flags, worths]: [Block; 2],
        index: Reg,
        worth: Option<&Expr>,
        frame: Frame,
    ) {
        let from = self.set(1);
        self.emit(Op::Put {
            block: flags,
            index,
            from,
        });
        if let Some(worth) = worth {
            let from = self.looked_up(worth, frame);
            self.emit(Op::Put {
                block: worths,
                index,
                from,
            });
        }
    }

    fn unit_option(
        &mut self,
        place: (Reg, usize, usize),
        selection: &Selection,
        (owner, mark): (Option<Reg>, Option<TrackId>),
        worth: Option<&Expr>,
        local: Reg,
        frame: Frame,
    ) {
        let (row, _, at) = place;
        let unit = self.question.cast.get(at);
        let unit = unit.filter(|unit| selection.takes(unit) && selection.kinds.has(unit.kind));
        let Some(unit) = unit else {
            self.emit(Op::Set {
                to: offset(row, at),
                value: 0,
            });
            if worth.is_some() {
                self.emit(Op::Set {
                    to: offset(row, place.1 + at),
                    value: 0,
                });
            }
            return;
        };
        let of = unit.owner.and_then(|of| i32::try_from(of).ok());
        let value = super::value(at);
        self.value_option(place, value, worth, local, frame, |lowerer, skip| {
            if let (Some(owner), Some(of)) = (owner, of) {
                lowerer.emit(Op::JumpCompareValue {
                    a: owner,
                    value: of,
                    order: Order::NotEqual,
                    to: Self::to(skip),
                });
            }
            lowerer.in_play(selection, local, skip);
            lowerer.in_set(selection, local, skip, frame);
            if let Some(mark) = mark {
                let is_chosen = lowerer.load(local, mark, None);
                lowerer.jump_if_none(is_chosen, false, skip);
            }
            if let Some(condition) = &selection.condition {
                lowerer.jump_unless_looked_up(condition, frame, skip);
            }
        });
    }

    /// The chosen value out of the answer.
    fn chosen_value(&mut self, values: &Values, answer: Reg, local: Reg) {
        let end = self.label();
        self.emit(Op::Copy {
            to: local,
            from: answer,
        });
        self.jump_if_none(answer, true, end);
        match values {
            Values::Numbers { low, .. } => self.emit(Op::AddValue {
                to: local,
                a: answer,
                value: *low,
            }),
            Values::Words { words, .. } => {
                let is_plain = (0..).zip(words).all(|(at, (_, value))| at == *value);
                if !is_plain {
                    for (at, (_, value)) in (0..).zip(words) {
                        let next = self.label();
                        self.emit(Op::JumpCompareValue {
                            a: answer,
                            value: at,
                            order: Order::NotEqual,
                            to: Self::to(next),
                        });
                        self.emit(Op::Set {
                            to: local,
                            value: *value,
                        });
                        self.place(next);
                    }
                }
            }
            Values::Units(selection) if selection.region.is_some() => self.emit(Op::Measure {
                to: local,
                what: Measure::Spot,
                about: answer,
            }),
            Values::Units(_) => {}
        }
        self.place(end);
    }

    /// Evaluates whether none of the first lines of an action refuses it, including those of actions it begins with; without marks
    /// and notes.
    pub(super) fn can(&mut self, procedure: &Procedure, frame: Frame) {
        self.rule = self.rule_named(&procedure.naming);
        self.span = procedure.naming.span;
        self.emit(Op::Set {
            to: frame.result,
            value: 0,
        });
        let allowed = self.label();
        for statement in &procedure.body {
            let stop = statement.early_end();
            if let Some(condition) = stop.filter(|condition| self.only_looks(condition)) {
                // An action that ends there is not refused.
                let ends = self.looked_up(condition, frame);
                self.jump_if(ends, true, allowed);
            } else if !self.passes(statement, frame, None) {
                self.begins_with(statement, frame);
                break;
            }
        }
        self.place(allowed);
        self.emit(Op::Set {
            to: frame.result,
            value: 1,
        });
        self.place(frame.end);
    }

    /// Evaluates, for an action that begins with a call of another one, whether that one would be refused.
    fn begins_with(&mut self, statement: &Statement, frame: Frame) {
        let Some((action, arguments)) = statement.called_action(self.book) else {
            return;
        };
        if arguments.iter().all(|argument| self.only_looks(argument)) {
            let can = self.call(Callee::Can(action), arguments, frame);
            self.jump_if(can, false, frame.end);
        }
    }

    /// Lowers a line as a test that jumps to the end of the frame if it refuses, with notes about what is not offered and why. Returns
    /// `false` at the first line that is no such test.
    pub(super) fn passes(
        &mut self,
        statement: &Statement,
        frame: Frame,
        told: Option<NotOffered<'_>>,
    ) -> bool {
        // The first lines of an action end before every other statement, also a new one.
        let looks = |expr: &&Expr| self.only_looks(expr);
        let needs = statement.needs().filter(looks);
        let binding = statement.binding().filter(|(_, value)| looks(value));
        if let Some(condition) = needs {
            let holds = self.looked_up(condition, frame);
            self.unless(holds, true, frame, told);
        } else if let Some(TrackRead { unit, track, index }) = statement.mark() {
            let unit = self.expr(unit, frame);
            let index = index.map(|index| self.expr(index, frame));
            let is_done = self.load(unit, track, index);
            self.unless(is_done, false, frame, told);
        } else if let Some((local, value)) = binding {
            let from = self.looked_up(value, frame);
            self.emit(Op::Copy {
                to: offset(frame.locals, local.at()),
                from,
            });
        } else {
            return false;
        }
        true
    }

    fn unless(&mut self, flag: Reg, goes_on: bool, frame: Frame, told: Option<NotOffered<'_>>) {
        let Some(told) = told else {
            self.jump_if(flag, !goes_on, frame.end);
            return;
        };
        let passed = self.label();
        self.jump_if(flag, goes_on, passed);
        if self.is_traced {
            let (site, span) = (self.site(frame), self.span);
            let by = told.by.map(|by| {
                let to = self.reg();
                self.chooser(Some(by), to, frame);
                to
            });
            self.span = span;
            self.note(Note::NotOffered {
                what: told.what,
                why: told.why,
                by,
                site,
            });
        }
        self.jump(told.skip);
        self.place(passed);
    }

    /// Whether an expression rolls no dice and changes nothing.
    fn only_looks(&self, expr: &Expr) -> bool {
        let book = self.book;
        !expr.any(|part| {
            let called = part.call().map(|(id, _)| book.procedures.get(id.at()));
            let table = part.lookup().map(|(id, _)| book.tables.get(id.at()));
            part.is_roll()
                || called
                    .is_some_and(|known| known.is_none_or(|one| one.ability != Ability::Formula))
                || table.is_some_and(|known| known.is_none_or(|one| one.rolls))
        })
    }
}
