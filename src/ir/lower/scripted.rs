//! Prepared answers: choices and judgements in order, compiled into the program, so that exact odds
//! follow them along each line of play. An answer that is not offered there leaves the decision open.

use std::rc::Rc;

use super::super::id::Reg;
use super::super::op::Op;
use super::super::program::ENOUGH;
use super::super::program::{Decision, Options};
use super::{Frame, Lowerer, offset, value};
use sandtable_model::{ChoiceCondition, ConditionHere, Expr, FactId, NONE, without_number};
use sandtable_syntax::ast::Order;

/// Answers, and the registers that count how many have been given.
pub(super) struct Script {
    choices: Vec<String>,
    conditions: Vec<ChoiceCondition>,
    by_driver: bool,
    with_settled: bool,
    n_chosen: Reg,
    judged: Vec<(FactId, Vec<i32>, Reg)>,
    /// Titles and other names of the cast.
    units: [Vec<String>; 2],
}

impl Script {
    /// Whether the driver makes the choices.
    pub(super) fn is_of_driver(&self) -> bool {
        self.by_driver
    }
}

/// The options that a word can mean: that one of them which is on offer, counted from 1.
struct Meaning {
    options: Vec<i32>,
    nth: i32,
}

impl Lowerer<'_> {
    /// Sets the counters of the answers that the question brings.
    pub(super) fn begin_script(&mut self) {
        let Some(given) = self.question.script.clone() else {
            return;
        };
        let judged = given.judged.iter();
        let judged = judged.map(|(fact, values)| (*fact, values.clone(), self.set(0)));
        let judged = judged.collect();
        let n_chosen = self.set(0);
        let names = self.question.unit_names(self.book);
        self.script = Some(Rc::new(Script {
            choices: given.choices.clone(),
            conditions: given.conditions.clone(),
            by_driver: given.by_driver,
            with_settled: given.with_settled,
            n_chosen,
            judged,
            units: [self.question.unit_titles(), names],
        }));
    }

    /// A decision whose answer is the next given one, if that is on offer.
    pub(super) fn scripted_choice(
        &mut self,
        script: &Script,
        (decision, row): (&Decision, Reg),
        (conditions, frame): (&[ConditionHere], Frame),
        answer: Reg,
        ask: Op,
    ) {
        let (settled, asked, done) = (self.label(), self.label(), self.label());
        let n_answers = self.set(i32::from(decision.may_decline));
        for at in 0..decision.n_options as usize {
            self.emit(Op::Add {
                to: n_answers,
                a: n_answers,
                b: offset(row, at),
            });
        }
        self.emit(Op::JumpCompareValue {
            a: n_answers,
            value: 1,
            order: Order::LessOrEqual,
            to: Self::to(settled),
        });
        for (at, word) in script.choices.iter().enumerate() {
            let next = self.label();
            self.unless_next(script.n_chosen, at, next);
            let meaning = |word: &str| meaning(decision, word, &script.units);
            let take = |to: super::Label| {
                move |lowerer: &mut Self| {
                    lowerer.count_on(script.n_chosen);
                    lowerer.jump(to);
                }
            };
            match script.conditions.iter().find(|known| known.at == at) {
                None => self.take_option(&meaning(word), row, answer, take(done)),
                Some(known) => {
                    if let Some(holds) = condition_of(known, conditions) {
                        let open = self.label();
                        self.jump_unless_looked_up(holds, frame, open);
                        self.take_option(&meaning(word), row, answer, take(done));
                        self.jump(asked);
                        self.place(open);
                        match &known.otherwise {
                            Some(other) => {
                                self.take_option(&meaning(other), row, answer, take(done));
                            }
                            // The choice is that of this decision, which stays open.
                            None => self.take_option(&meaning(word), row, answer, take(asked)),
                        }
                    }
                }
            }
            self.jump(asked);
            self.place(next);
        }
        self.jump(asked);
        self.place(settled);
        self.emit(ask);
        if script.with_settled {
            for (at, word) in script.choices.iter().enumerate() {
                let next = self.label();
                self.unless_next(script.n_chosen, at, next);
                for option in meaning(decision, word, &script.units).options {
                    let other = self.label();
                    self.emit(Op::JumpCompareValue {
                        a: answer,
                        value: option,
                        order: Order::NotEqual,
                        to: Self::to(other),
                    });
                    self.count_on(script.n_chosen);
                    self.jump(done);
                    self.place(other);
                }
                self.jump(done);
                self.place(next);
            }
        }
        self.jump(done);
        self.place(asked);
        self.emit(ask);
        self.place(done);
    }

    /// Evaluates the conditions of choices that the driver makes; returns the index of each choice and the register of its condition.
    pub(super) fn driver_conditions(
        &mut self,
        script: &Script,
        conditions: &[ConditionHere],
        frame: Frame,
    ) -> Vec<(usize, Reg)> {
        let mut registers = Vec::new();
        for given in script.conditions.iter().filter(|_| script.by_driver) {
            if let Some(holds) = condition_of(given, conditions) {
                let from = self.looked_up(holds, frame);
                registers.push((given.at, self.unary(|to| Op::Copy { to, from })));
            }
        }
        registers
    }

    /// Jumps to a label unless a counter has reached an answer.
    fn unless_next(&mut self, counter: Reg, at: usize, next: super::Label) {
        self.emit(Op::JumpCompareValue {
            a: counter,
            value: value(at),
            order: Order::NotEqual,
            to: Self::to(next),
        });
    }

    fn count_on(&mut self, counter: Reg) {
        self.emit(Op::AddValue {
            to: counter,
            a: counter,
            value: 1,
        });
    }

    /// Loads the index of a prepared option and runs `then`; falls through if it is not offered.
    fn take_option(&mut self, meaning: &Meaning, row: Reg, answer: Reg, then: impl Fn(&mut Self)) {
        let left = (meaning.nth > 1).then(|| self.set(meaning.nth));
        for option in &meaning.options {
            let other = self.label();
            if let Ok(at) = usize::try_from(*option) {
                self.jump_if(offset(row, at), false, other);
                if let Some(left) = left {
                    self.emit(Op::AddValue {
                        to: left,
                        a: left,
                        value: -1,
                    });
                    self.emit(Op::JumpCompareValue {
                        a: left,
                        value: 0,
                        order: Order::NotEqual,
                        to: Self::to(other),
                    });
                }
            }
            self.emit(Op::Set {
                to: answer,
                value: *option,
            });
            then(self);
            self.place(other);
        }
    }

    /// Answers a judgement by the next prepared one, if there is one.
    pub(super) fn scripted_judgement(&mut self, fact: FactId, to: Reg, ask: Op) {
        let script = self.script.clone();
        let judged = script.iter().flat_map(|script| &script.judged);
        let Some((_, values, n_judged)) = judged.into_iter().find(|(of, ..)| *of == fact) else {
            self.emit(ask);
            return;
        };
        let done = self.label();
        for (at, value) in values.iter().enumerate() {
            let next = self.label();
            self.unless_next(*n_judged, at, next);
            self.emit(Op::Set { to, value: *value });
            self.count_on(*n_judged);
            self.jump(done);
            self.place(next);
        }
        self.emit(ask);
        self.place(done);
    }
}

/// Returns the condition of a given choice at a decision, if the choice can be made there.
fn condition_of<'c>(given: &ChoiceCondition, here: &'c [ConditionHere]) -> Option<&'c Expr> {
    let known = here.iter().find(|known| known.span == given.span);
    known.map(|known| &known.holds)
}

/// Returns the meaning of a word as an answer to a decision.
fn meaning(decision: &Decision, word: &str, units: &[Vec<String>; 2]) -> Meaning {
    let mut options = named(decision, word, units);
    let mut nth = 1;
    if options.is_empty()
        && let Some((name, number)) = word.rsplit_once(' ')
        && let Some(number) = number.parse().ok().filter(|number| *number > 0)
    {
        (options, nth) = (named(decision, name, units), number);
    }
    let is_none = match decision.options {
        Options::YesOrNo => matches!(word, "no" | "none"),
        Options::Named(_) | Options::Numbers(_) | Options::Units | Options::Places(_) => {
            word == "none" || decision.is_of_several && word == ENOUGH
        }
    };
    if is_none && decision.may_decline && options.is_empty() {
        options.push(NONE);
    }
    Meaning { options, nth }
}

/// The options of a name.
fn named(decision: &Decision, word: &str, units: &[Vec<String>; 2]) -> Vec<i32> {
    let plain = |text: &str| -> String {
        let text = text.chars().filter(|c| !matches!(c, ' ' | '(' | ')'));
        text.flat_map(char::to_lowercase).collect()
    };
    let [titles, names] = units;
    let is_it = |at: usize| match &decision.options {
        Options::Named(words) => words.get(at).is_some_and(|known| known == word),
        Options::Numbers(first) => first.saturating_add(value(at)).to_string() == word,
        Options::Units => {
            // Equal parts of a unit are meant by their name without its number, too.
            let is_numbered = names
                .get(at)
                .is_some_and(|name| without_number(name).is_some());
            [names, titles].into_iter().any(|list| {
                list.get(at).is_some_and(|known| {
                    known == word || is_numbered && without_number(known) == Some(word)
                })
            })
        }
        Options::Places(places) => places
            .get(at)
            .is_some_and(|known| plain(known) == plain(word)),
        Options::YesOrNo => word == "yes" || word == decision.title,
    };
    let options = 0..decision.n_options as usize;
    options.filter(|at| is_it(*at)).map(value).collect()
}
