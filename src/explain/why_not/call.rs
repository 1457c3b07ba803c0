//! Explanation of calls: of formulas by the line that determines their value, of actions by the line that refuses them.

use super::condition::MOST_DEEP;
use super::{Finding, Scene};
use sandtable_ir::NONE;
use sandtable_model::{Expr, Fact, InPlay, Parameter, ProcedureId, Statement};
use sandtable_source::Span;
use std::collections::BTreeMap;

/// The exit of a block of a formula.
enum Ended {
    /// The formula returns a value.
    Yes,
    /// Control continues after the block.
    No,
    /// The block has an effect that is not evaluated here.
    Unknown,
}

impl<'a> Finding<'_, 'a> {
    /// Adds the value of a call, and below it the reasons for that value.
    pub(super) fn called(&mut self, expr: &'a Expr, scene: &Scene<'a>, holds: bool, depth: usize) {
        let book = self.inquiry.book;
        let words = self.inquiry.words(expr.span);
        let answer = if holds { "yes" } else { "no" };
        let (naming, body, (names, n_names), arguments) =
            if let Some((procedure, arguments)) = expr.call().or_else(|| expr.action_test()) {
                let Some(rule) = book.procedures.get(procedure.at()) else {
                    return;
                };
                let names = (names_of(&rule.parameters), rule.locals.len());
                (&rule.naming, rule.body.as_slice(), names, arguments)
            } else if let Some((fact, arguments)) = expr.fact() {
                let Some(fact) = book.facts.get(fact.at()) else {
                    return;
                };
                let names = (names_of(&fact.parameters), 0);
                (&fact.naming, &[][..], names, arguments)
            } else {
                return;
            };
        let values: Option<Vec<i32>> = arguments
            .iter()
            .map(|argument| self.value(argument, scene))
            .collect();
        let Some(mut values) = values else {
            return self.plain(expr, scene, holds, depth);
        };
        let about = self.about(arguments, &names, &values, expr.span);
        let text = match about.as_slice() {
            [] => format!("`{words}` is {answer}"),
            about => format!("`{words}` is {answer}: {}", about.join(", ")),
        };
        let own = Scene {
            citations: &naming.citations,
            ..scene.clone()
        };
        self.line(depth, text, &own, expr.span);
        if let Some((fact, _)) = expr.fact() {
            return self.in_play(fact, &values, holds, depth + 1);
        }
        values.resize(n_names, NONE);
        let mut inside = Scene {
            values,
            kept: BTreeMap::new(),
            citations: &naming.citations,
        };
        if expr.action_test().is_some() {
            self.first_lines(body, &mut inside, depth + 1);
        } else {
            self.body(body, &mut inside, None, holds, depth + 1);
        }
    }

    /// Explains the first lines of an action, up to the one that refuses it.
    fn first_lines(&mut self, body: &'a [Statement], scene: &mut Scene<'a>, depth: usize) {
        for statement in body {
            let cited = scene.at(statement);
            if let Some((action, arguments)) = statement.called_action(self.inquiry.book) {
                return self.first_call(action, arguments, &cited, statement.span, depth);
            }
            if let Some((local, value)) = statement.binding() {
                let known = self.value(value, scene).unwrap_or(NONE);
                *scene = scene.with(local.at(), known);
                scene.kept.insert(local.at(), value);
                continue;
            }
            if self.refusal(&cited, statement, depth) {
                return;
            }
        }
    }

    /// Adds the reasons why an action refuses whose call is the first statement of another one.
    fn first_call(
        &mut self,
        action: ProcedureId,
        arguments: &'a [Expr],
        scene: &Scene<'a>,
        span: Span,
        depth: usize,
    ) {
        let can = Expr::can_do(action, arguments.to_vec(), span);
        let book = self.inquiry.book;
        let rule = book.procedures.get(action.at());
        let values = arguments.iter().map(|argument| self.value(argument, scene));
        let (Some(rule), Some(mut values), Some(0)) = (
            rule,
            values.collect::<Option<Vec<i32>>>(),
            self.value(&can, scene),
        ) else {
            return;
        };
        let words = self.inquiry.words(span);
        let about = self.about(arguments, &names_of(&rule.parameters), &values, span);
        let text = match about.as_slice() {
            [] => format!("`{words}` is refused"),
            about => format!("`{words}` is refused: {}", about.join(", ")),
        };
        let own = Scene {
            citations: &rule.naming.citations,
            ..scene.clone()
        };
        self.line(depth, text, &own, span);
        values.resize(rule.locals.len(), NONE);
        let mut inside = Scene {
            values,
            kept: BTreeMap::new(),
            citations: &rule.naming.citations,
        };
        if depth < MOST_DEEP {
            self.first_lines(&rule.body, &mut inside, depth + 1);
        }
    }

    /// Returns the text of the arguments of a call.
    fn about(
        &self,
        arguments: &[Expr],
        names: &[String],
        values: &[i32],
        whole: Span,
    ) -> Vec<String> {
        let about = arguments.iter().zip(names).zip(values);
        about
            .filter(|((argument, _), _)| argument.constant_value().is_none())
            .map(|((argument, name), value)| {
                let value = self.inquiry.shown(*value, argument.ty);
                match argument.span == whole {
                    true => format!("{name} {value}"),
                    false => format!("{} {value}", self.inquiry.words(argument.span)),
                }
            })
            .collect()
    }

    /// Adds the reasons for the value of a derived fact.
    fn in_play(
        &mut self,
        fact: sandtable_model::FactId,
        values: &[i32],
        holds: bool,
        depth: usize,
    ) {
        let book = self.inquiry.book;
        let known = book.facts.get(fact.at());
        let Some((known, in_play)) = known.and_then(|known| Some((known, known.in_play.as_ref()?)))
        else {
            return;
        };
        let scene = self.fact_scene(known, in_play, values);
        // A value that is given or judged need not be the derived one.
        if self.value(&in_play.value, &scene) == Some(i32::from(holds)) && self.is_worked_out(fact)
        {
            self.why(&in_play.value, &scene, holds, depth);
        }
    }

    /// Returns the scene of a derived fact with these arguments.
    pub(super) fn fact_scene(
        &self,
        fact: &'a Fact,
        in_play: &'a InPlay,
        values: &[i32],
    ) -> Scene<'a> {
        Scene {
            values: values.to_vec(),
            kept: BTreeMap::new(),
            citations: match in_play.citations.as_slice() {
                [] => &fact.naming.citations,
                own => own,
            },
        }
    }

    fn is_worked_out(&self, fact: sandtable_model::FactId) -> bool {
        let question = self.inquiry.question.borrow();
        let is_particular = question.particular.iter().any(|(known, ..)| *known == fact);
        !is_particular && question.calculates(self.inquiry.book, fact)
    }

    /// Evaluates a formula to the line that determines its value. `asked` is the condition that guards the block, with its value.
    fn body(
        &mut self,
        block: &'a [Statement],
        scene: &mut Scene<'a>,
        asked: Option<(&'a Expr, bool)>,
        holds: bool,
        depth: usize,
    ) -> Ended {
        for statement in block {
            if let Some((local, value)) = statement.binding() {
                let Some(known) = self.value(value, scene) else {
                    return Ended::Unknown;
                };
                *scene = scene.with(local.at(), known);
                scene.kept.insert(local.at(), value);
            } else if let Some((condition, then, otherwise)) = statement.branch() {
                let Some(taken) = self.value(condition, scene) else {
                    return Ended::Unknown;
                };
                let block = if taken != 0 { then } else { otherwise };
                let asked = Some((condition, taken != 0));
                match self.body(block, scene, asked, holds, depth) {
                    Ended::No => {}
                    ended @ (Ended::Yes | Ended::Unknown) => return ended,
                }
            } else if let Some(value) = statement.result() {
                let scene = scene.at(statement);
                match (value.constant_value(), asked) {
                    (Some(_), Some((condition, taken))) => {
                        self.why(condition, &scene, taken, depth);
                    }
                    (Some(_), None) => {}
                    (None, _) => self.why(value, &scene, holds, depth),
                }
                return Ended::Yes;
            } else {
                return Ended::Unknown;
            }
        }
        Ended::No
    }
}

fn names_of(parameters: &[Parameter]) -> Vec<String> {
    let names = parameters.iter();
    names.map(|parameter| parameter.name.clone()).collect()
}
