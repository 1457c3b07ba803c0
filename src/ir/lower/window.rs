//! Windows and reactions: lowered once for each depth at which they can be open, so nothing calls itself.

use super::super::debug_info::Note;
use super::super::id::Reg;
use super::super::op::Op;
use super::super::program::{Decision, Options};
use super::decision::NotOffered;
use super::{Callee, Frame, Lowerer, offset};
use sandtable_diagnostic::Code;
use sandtable_model::{Expr, NONE, Reaction, ReactionId, Statement, WindowId};

/// Most pieces of a program: reactions to reactions multiply.
pub(super) const MOST_PIECES: usize = 4_000;

impl Lowerer<'_> {
    /// Lowers `open strike-declared(…)`: the offers at a window; a reaction that cancels ends the rule.
    pub(super) fn open_window(
        &mut self,
        window: WindowId,
        arguments: &[Expr],
        if_cancelled: &[Statement],
        frame: Frame,
    ) {
        let Some(known) = self.book.windows.get(window.at()) else {
            return;
        };
        let depth = self.context.windows.get(&window).copied().unwrap_or(0);
        if known.reactions.is_empty() {
            return;
        }
        if depth >= known.deep {
            self.note(Note::NotOffered {
                what: known.naming.shown().to_owned(),
                why: "which is already open".to_owned(),
                by: None,
                site: None,
            });
            return;
        }
        if self.callees.len() > MOST_PIECES {
            self.chain_too_long();
            return;
        }
        let values: Vec<Reg> = arguments
            .iter()
            .map(|argument| self.expr(argument, frame))
            .collect();
        let outside = self.context.clone();
        self.context.windows.insert(window, depth + 1);
        let cancelled = self.call_with(Callee::Window(window), &values);
        self.context = outside;
        let goes_on = self.label();
        self.jump_if(cancelled, false, goes_on);
        self.block(if_cancelled, frame);
        // A result has left the rule.
        if if_cancelled.is_empty() {
            self.leave_phases();
            self.jump(frame.end);
        }
        self.place(goes_on);
    }

    fn chain_too_long(&mut self) {
        let message = "reactions to reactions never end: too many windows are nested";
        self.fail(Code::ChainTooLong, message.to_owned());
    }

    /// Lowers all offers of a window, in its order; the result is 1 if a reaction cancels.
    pub(super) fn window_body(&mut self, id: WindowId, frame: Frame) {
        let book = self.book;
        let Some(window) = book.windows.get(id.at()) else {
            return;
        };
        self.rule = self.rule_named(&window.naming);
        self.span = window.naming.span;
        self.emit(Op::Set {
            to: frame.result,
            value: 0,
        });
        for reaction in &window.reactions {
            if let Some(known) = book.reactions.get(reaction.at()) {
                self.offer(*reaction, known, window.one_of, frame);
            }
        }
        self.place(frame.end);
    }

    fn offer(&mut self, id: ReactionId, reaction: &Reaction, one_of: bool, window: Frame) {
        let rule = self.rule;
        self.rule = self.rule_named(&reaction.naming);
        self.span = reaction.naming.span;
        let (_, frame) = self.called(Callee::Reaction(id));
        let arguments: Vec<Reg> = (0..reaction.parameters.len())
            .map(|at| offset(window.locals, at))
            .collect();
        for (at, from) in arguments.iter().enumerate() {
            self.emit(Op::Copy {
                to: offset(frame.locals, at),
                from: *from,
            });
        }
        let skip = self.label();
        let title = reaction.naming.shown().to_owned();
        for statement in &reaction.body {
            let mut why = "it is refused".to_owned();
            if let Some(needs) = statement.requirement()
                && !needs.is_empty()
            {
                why = match statement.mark() {
                    Some(_) => format!("once only: {needs}"),
                    None => format!("it needs {needs}"),
                };
            }
            let told = NotOffered {
                what: title.clone(),
                why,
                by: reaction.by.as_ref(),
                skip,
            };
            self.span = statement.span;
            let passes = self.passes(statement, frame, Some(told));
            self.span = reaction.naming.span;
            if !passes {
                break;
            }
        }
        if let Some(to) = self.offered.get(&id).copied() {
            self.emit(Op::Set { to, value: 1 });
        }
        if !reaction.must {
            let decision = Decision {
                title,
                options: Options::YesOrNo,
                n_options: 1,
                has_worth: reaction.worth.is_some(),
                may_decline: true,
                is_drawn: false,
                is_of_several: false,
                is_private: false,
                is_reaction: true,
                is_simultaneous: self.context.is_gathering,
                site: None,
                conditions: Vec::new(),
            };
            let row = self.regs(decision.n_registers());
            self.emit(Op::Set { to: row, value: 1 });
            if let Some(worth) = &reaction.worth {
                let from = self.looked_up(worth, frame);
                self.emit(Op::Copy {
                    to: offset(row, 1),
                    from,
                });
            }
            let by = offset(row, decision.n_registers() - 1);
            self.chooser(reaction.by.as_ref(), by, frame);
            let answer = self.ask_decision(decision, row, (&reaction.conditions, frame));
            let taken = self.label();
            self.emit(Op::JumpCompareValue {
                a: answer,
                value: NONE,
                order: sandtable_syntax::ast::Order::NotEqual,
                to: Self::to(taken),
            });
            self.jump(skip);
            self.place(taken);
        }
        let cancelled = self.call_with(Callee::Reaction(id), &arguments);
        self.emit(Op::Copy {
            to: window.result,
            from: cancelled,
        });
        match one_of {
            true => self.jump(window.end),
            false => self.jump_if(cancelled, true, window.end),
        }
        self.place(skip);
        self.rule = rule;
    }

    /// The body of a reaction; its value is 1 if it cancels.
    pub(super) fn reaction(&mut self, reaction: &Reaction, frame: Frame) {
        self.rule = self.rule_named(&reaction.naming);
        self.span = reaction.naming.span;
        let parameters = self.readings(&reaction.parameters, frame);
        self.note(Note::Enter {
            name: reaction.naming.name.clone(),
            title: reaction.naming.title.clone(),
            parameters,
            is_formula: false,
        });
        self.emit(Op::Set {
            to: frame.result,
            value: 0,
        });
        self.block(&reaction.body, frame);
        self.place(frame.end);
        self.note(Note::Leave {
            name: reaction.naming.name.clone(),
            title: reaction.naming.title.clone(),
            value: None,
        });
    }
}
