//! Facts and options: given with the question, derived in play, default, or asked for.

use super::super::debug_info::{InputKind, Note};
use super::super::id::{JudgementId, Reg};
use super::super::op::Op;
use super::super::program::Judgement;
use super::template::Given;
use super::{Callee, Frame, Lowerer, count, offset};
use sandtable_model::{Expr, Fact, FactId, OptionId, Type};
use sandtable_syntax::ast::Order;

impl Lowerer<'_> {
    /// Returns the id of a judgement, which is described once.
    fn judgement(&mut self, fact: &str, n_about: usize) -> JudgementId {
        let known = self
            .program
            .judgements
            .iter()
            .position(|known| known.fact == fact);
        let at = known.unwrap_or_else(|| {
            self.program.judgements.push(Judgement {
                fact: fact.to_owned(),
                n_about: count(n_about),
            });
            self.program.judgements.len() - 1
        });
        JudgementId(count(at))
    }

    /// Lowers a fact: a constant if it is given; else the formula that computes it in play, if it has one; else its default, or a
    /// question. It may be given for some units only.
    pub(super) fn lower_fact(&mut self, id: FactId, arguments: &[Expr], frame: Frame) -> Reg {
        let book = self.book;
        let Some(fact) = book.facts.get(id.at()) else {
            return self.set(0);
        };
        let given = self.question.facts.get(id.at()).copied().flatten();
        let is_judged = self.question.judged.contains(&id);
        let is_worked_out = self.question.calculates(book, id);
        let particular = self.question.particular.iter().enumerate();
        let mut particular = particular.filter(|(_, (of, ..))| *of == id).peekable();
        let is_assumed = given.is_none() && !is_worked_out && !is_judged && fact.default.is_some();
        match given.or(fact.default) {
            Some(value) if particular.peek().is_none() && !is_worked_out && !is_judged => {
                let to = self.reg();
                self.usual_value(id, given.is_some(), to, value);
                self.fact_note(id, fact, to, is_assumed);
                to
            }
            usual => {
                let about = self.side_by_side(arguments, frame);
                let to = self.reg();
                let end = self.label();
                for (number, (_, units, value)) in particular {
                    let next = self.label();
                    for (at, unit) in units.iter().enumerate() {
                        self.emit(Op::JumpCompareValue {
                            a: offset(about, at),
                            value: *unit,
                            order: Order::NotEqual,
                            to: Self::to(next),
                        });
                    }
                    self.set_given(to, *value, Given::Particular(number));
                    self.fact_note(id, fact, to, false);
                    self.jump(end);
                    self.place(next);
                }
                let usual = usual.filter(|_| !is_worked_out && !is_judged);
                self.usual_fact(id, is_worked_out, usual, about, to);
                self.fact_note(id, fact, to, is_assumed);
                self.place(end);
                to
            }
        }
    }

    /// Notes that a fact was read.
    fn fact_note(&mut self, id: FactId, fact: &Fact, reg: Reg, default: bool) {
        let value = self.reading(reg, fact.ty);
        self.note(Note::Fact {
            asked: InputKind::Fact(id),
            name: fact.naming.shown().to_owned(),
            value,
            default,
        });
    }

    /// Lowers a fact that is not given for these units: computed, as it usually is, or asked for.
    fn usual_fact(
        &mut self,
        id: FactId,
        is_worked_out: bool,
        usual: Option<i32>,
        about: Reg,
        to: Reg,
    ) {
        let Some(fact) = self.book.facts.get(id.at()) else {
            return;
        };
        let n_about = fact.parameters.len();
        if is_worked_out {
            let about: Vec<Reg> = (0..n_about).map(|at| offset(about, at)).collect();
            let from = self.call_with(Callee::Fact(id), &about);
            self.emit(Op::Copy { to, from });
        } else if let Some(value) = usual {
            let is_given = self.question.facts.get(id.at()).copied().flatten();
            self.usual_value(id, is_given.is_some(), to, value);
        } else {
            let judgement = self.judgement(&fact.naming.name, n_about);
            let ask = Op::Judge {
                to,
                judgement,
                about,
            };
            self.scripted_judgement(id, to, ask);
        }
    }

    /// The value of a fact that is given in general, or its default.
    fn usual_value(&mut self, id: FactId, is_given: bool, to: Reg, value: i32) {
        match is_given {
            true => self.set_given(to, value, Given::Fact(id)),
            false => self.emit(Op::Set { to, value }),
        }
    }

    /// The value of an optional rule in the question.
    pub(super) fn option_value(&self, at: usize) -> i32 {
        let value = self.question.options.get(at);
        debug_assert!(value.is_some(), "a question has a value for each option");
        value.copied().unwrap_or(0)
    }

    pub(super) fn option(&mut self, at: usize) -> Reg {
        let set_to = self.option_value(at);
        let reg = self.set(set_to);
        let option = self.book.options.get(at);
        // An optional rule that is off is not traced.
        if let Some(option) = option.filter(|option| option.ty != Type::Flag || set_to != 0) {
            let value = self.reading(reg, option.ty);
            self.note(Note::Fact {
                asked: InputKind::Option(OptionId::new(at)),
                name: option.naming.shown().to_owned(),
                value,
                default: false,
            });
        }
        reg
    }
}
