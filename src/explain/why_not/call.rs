//! Explanation of calls: of formulas by the line that determines their value, of actions by the line that refuses them.

use super::condition::MOST_DEEP;
use super::{Finding, Scene};
use sandtable_ir::NONE;
use sandtable_model::{Expr, Fact, InPlay, Parameter, ProcedureId, Statement};
use sandtable_source::Span;
use std::collections::BTreeMap;

/// Members of the parameters with several units, by place.
type Sets = BTreeMap<usize, Vec<i32>>;

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
        let (naming, body, (parameters, n_names), arguments) =
            if let Some((procedure, arguments)) = expr.call().or_else(|| expr.action_test()) {
                let Some(rule) = book.procedures.get(procedure.at()) else {
                    return;
                };
                let names = (rule.parameters.as_slice(), rule.locals.len());
                (&rule.naming, rule.body.as_slice(), names, arguments)
            } else if let Some((fact, arguments)) = expr.fact() {
                let Some(fact) = book.facts.get(fact.at()) else {
                    return;
                };
                let names = (fact.parameters.as_slice(), 0);
                (&fact.naming, &[][..], names, arguments)
            } else {
                return;
            };
        let Some((mut values, sets)) = self.passed(parameters, arguments, scene) else {
            return self.plain(expr, scene, holds, depth);
        };
        let about = self.about(arguments, parameters, (&values, &sets), expr.span);
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
            sets,
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
        let (Some(rule), Some(0)) = (rule, self.value(&can, scene)) else {
            return;
        };
        let Some((mut values, sets)) = self.passed(&rule.parameters, arguments, scene) else {
            return;
        };
        let words = self.inquiry.words(span);
        let about = self.about(arguments, &rule.parameters, (&values, &sets), span);
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
            sets,
            kept: BTreeMap::new(),
            citations: &rule.naming.citations,
        };
        if depth < MOST_DEEP {
            self.first_lines(&rule.body, &mut inside, depth + 1);
        }
    }

    /// Returns the values of the arguments of a call, and the members of those that are several units; `None` if one is unknown.
    fn passed(
        &self,
        parameters: &[Parameter],
        arguments: &[Expr],
        scene: &Scene<'_>,
    ) -> Option<(Vec<i32>, Sets)> {
        let (mut values, mut sets) = (Vec::new(), Sets::new());
        for (at, (parameter, argument)) in parameters.iter().zip(arguments).enumerate() {
            if parameter.is_several {
                sets.insert(at, self.set_passed(argument, scene)?);
                values.push(NONE);
            } else {
                values.push(self.value(argument, scene)?);
            }
        }
        Some((values, sets))
    }

    /// Returns the members of an argument that is several units.
    fn set_passed(&self, argument: &Expr, scene: &Scene<'_>) -> Option<Vec<i32>> {
        let Some(selection) = argument.set_of_units() else {
            let unit = self.value(argument, scene)?;
            return Some(Vec::from_iter((unit != NONE).then_some(unit)));
        };
        let n_units = i32::try_from(self.inquiry.units.len()).ok()?;
        let mut members = Vec::new();
        for unit in (0..n_units).filter(|unit| self.is_among(selection, scene, *unit, argument)) {
            let scene = scene.with(selection.local.at(), unit);
            let is_member = match selection.condition.as_deref() {
                Some(condition) => self.value(condition, &scene)? != 0,
                None => true,
            };
            members.extend(is_member.then_some(unit));
        }
        Some(members)
    }

    /// Returns the text of the arguments of a call.
    fn about(
        &self,
        arguments: &[Expr],
        parameters: &[Parameter],
        (values, sets): (&[i32], &Sets),
        whole: Span,
    ) -> Vec<String> {
        let about = arguments.iter().zip(parameters).zip(values).enumerate();
        about
            .filter(|(_, ((argument, _), _))| argument.constant_value().is_none())
            .map(|(at, ((argument, parameter), value))| {
                if let Some(members) = sets.get(&at) {
                    return format!("{} {}", parameter.name, self.titles(members));
                }
                let value = self.inquiry.shown(*value, argument.ty);
                match argument.span == whole {
                    true => format!("{} {value}", parameter.name),
                    false => format!("{} {value}", self.inquiry.words(argument.span)),
                }
            })
            .collect()
    }

    /// `Ann, Bob`, or `none`
    fn titles(&self, members: &[i32]) -> String {
        let titles = members.iter().filter_map(|unit| {
            let at = usize::try_from(*unit).ok()?;
            self.inquiry.units.get(at).map(String::as_str)
        });
        let titles: Vec<&str> = titles.collect();
        match titles.as_slice() {
            [] => "none".to_owned(),
            titles => titles.join(", "),
        }
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
            sets: Sets::new(),
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
