//! What is known along the lines of a rule.

use super::super::ranges::{bit, taken};
use super::super::scene::{Scene, place};
use super::super::values::{Known, Values};
use super::Reach;
use sandtable_model::{
    Among, Arm, Block, Choice, Expr, Line, LocalId, Selection, Statement, StatementKind, Ties,
    Values as Chosen,
};
use sandtable_source::Span;

impl Reach<'_> {
    /// Follows a block; what is known behind it, unless it always ends the rule.
    pub(super) fn block(&mut self, block: &[Statement], mut scene: Scene) -> Option<Scene> {
        for statement in block {
            scene = self.statement(statement, scene)?;
        }
        Some(scene)
    }

    fn statement(&mut self, statement: &Statement, mut scene: Scene) -> Option<Scene> {
        match &statement.kind {
            StatementKind::Let { local, value } => {
                let values = self.eval(value, &mut scene);
                scene.keep(*local, values);
            }
            StatementKind::Outcome { value, when, .. } => {
                let answer = when.as_ref().map(|when| self.ask(when, &scene));
                if answer != Some(Some(false)) {
                    self.comes_to(Values::words(bit(*value)));
                }
                let when = when.as_ref()?;
                self.told(when, false, &mut scene);
            }
            StatementKind::Result(value) => {
                let values = self.eval(value, &mut scene);
                self.comes_to(values);
                return None;
            }
            StatementKind::Needs { condition, .. } => {
                self.ask_for(condition, &scene, true);
                self.told(condition, true, &mut scene);
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.ask(condition, &scene);
                let mut other = scene.clone();
                self.told(condition, true, &mut scene);
                self.told(condition, false, &mut other);
                let ends = (self.block(then, scene), self.block(otherwise, other));
                return either(ends.0, ends.1);
            }
            StatementKind::Repeat { until, times, body } => {
                self.eval(times, &mut scene);
                scene.forget_state();
                let mut inside = scene.clone();
                if let Some(until) = until {
                    self.ask(until, &inside);
                    self.told(until, false, &mut inside);
                }
                return Some(self.after(body, inside, scene));
            }
            StatementKind::Count {
                local,
                from,
                to,
                body,
            } => {
                let from = self.eval(from, &mut scene);
                let counted = from.join(&self.eval(to, &mut scene));
                scene.forget_state();
                let mut inside = scene.clone();
                inside.keep(*local, counted);
                return Some(self.after(body, inside, scene));
            }
            StatementKind::Each {
                selection,
                order,
                body,
            } => {
                scene.forget_state();
                let inside = self.selected(selection, &scene);
                self.look(
                    order.iter().map(|order| order.ordering.by.as_ref()),
                    &inside,
                );
                return Some(self.after(body, inside, scene));
            }
            StatementKind::Alternate {
                selection,
                order,
                condition,
                body,
            } => {
                scene.forget_state();
                let mut inside = self.selected(selection, &scene);
                self.look(
                    order.iter().map(|order| order.ordering.by.as_ref()),
                    &inside,
                );
                inside.forget_state();
                self.ask(condition, &inside);
                self.told(condition, true, &mut inside);
                return Some(self.after(body, inside, scene));
            }
            StatementKind::Phase { body, .. } => {
                scene.forget_state();
                return self.block(body, scene);
            }
            StatementKind::Rank(rank) => {
                let inside = self.selected(&rank.selection, &scene);
                self.look([rank.order.ordering.by.as_ref()], &inside);
                if let Ties::Throw(thrown) = &rank.ties {
                    self.look([thrown], &inside);
                }
                scene.forget_state();
            }
            StatementKind::Depending { value, arms } => return self.depending(value, arms, scene),
            StatementKind::Choose(choice) => return self.choice(choice, statement.span, scene),
            StatementKind::Change {
                amount,
                unit,
                index,
                ..
            } => {
                self.look([amount, unit].into_iter().chain(index), &scene);
                scene.forget_state();
            }
            StatementKind::OnceEach { unit, index, .. } => {
                self.look(std::iter::once(unit).chain(index), &scene);
                scene.forget_state();
            }
            StatementKind::Create { local, owner, .. } => {
                self.look(owner, &scene);
                scene.forget(*local);
                scene.forget_state();
            }
            StatementKind::Call(call) => {
                self.eval(call, &mut scene);
                scene.forget_state();
            }
            StatementKind::Open { arguments, .. } => {
                self.look(arguments, &scene);
                scene.forget_state();
            }
            StatementKind::EndGame { winner } => {
                self.look(winner, &scene);
                return None;
            }
            StatementKind::Cancel => {}
            StatementKind::Stop => return None,
        }
        Some(scene)
    }

    /// What is known below a selection, for each unit of it.
    pub(super) fn selected(&mut self, selection: &Selection, scene: &Scene) -> Scene {
        let mut inside = scene.clone();
        self.look(selection.owner.as_deref(), scene);
        inside.forget(selection.local);
        if let Some(condition) = &selection.condition {
            self.ask(condition, &inside);
            self.told(condition, true, &mut inside);
        }
        inside
    }

    fn depending(&mut self, value: &Expr, arms: &[Arm], mut scene: Scene) -> Option<Scene> {
        let values = self.eval(value, &mut scene);
        let place = place(value);
        let (mut end, mut named) = (None, Vec::new());
        for arm in arms {
            let mut inside = scene.clone();
            let taken = match arm.ranges.as_slice() {
                [] => rest(&values, &named),
                ranges => taken(&values, ranges),
            };
            if taken.is_none() && !arm.ranges.is_empty() && !self.quiet {
                self.idle_arms.push((arm.span, values.clone(), value.ty));
            }
            if let (Some(taken), Some(place)) = (taken, &place) {
                inside.told.insert(place.clone(), taken);
            }
            named.extend_from_slice(&arm.ranges);
            end = either(end, self.block(&arm.body, inside));
        }
        end
    }

    fn choice(&mut self, choice: &Choice, span: Span, mut scene: Scene) -> Option<Scene> {
        self.look(choice.side(), &scene);
        match &choice.among {
            Among::Values {
                local,
                values,
                worth,
            } => {
                self.chosen(*local, values, choice.or_none, &mut scene);
                self.look(worth, &scene);
                Some(scene)
            }
            Among::Lines(lines) => {
                if !choice.or_none && !self.quiet && !self.is_one_there(lines, scene.clone()) {
                    self.left_open.push((span, self.citations.to_vec()));
                }
                // A line that is offered only under a condition may be the only one that is not there.
                let mut end = choice.or_none.then(|| scene.clone());
                for line in lines {
                    let mut inside = scene.clone();
                    if let Some(condition) = &line.condition {
                        // An option that never holds has its own finding.
                        self.look([condition], &inside);
                        self.told(condition, true, &mut inside);
                    }
                    self.look(&line.worth, &inside);
                    end = either(end, self.block(&line.body, inside));
                }
                end
            }
        }
    }

    /// Whether one of the lines can be chosen whatever the rest is: where none of those before it can.
    fn is_one_there(&mut self, lines: &[Line], mut others: Scene) -> bool {
        let is_quiet = std::mem::replace(&mut self.quiet, true);
        let is_there = lines.iter().any(|line| {
            let Some(condition) = &line.condition else {
                return true;
            };
            let is_there = self.eval(condition, &mut others.clone()).decided() == Some(true);
            self.told(condition, false, &mut others);
            is_there
        });
        self.quiet = is_quiet;
        is_there
    }

    fn chosen(&mut self, local: LocalId, values: &Chosen, or_none: bool, scene: &mut Scene) {
        match values {
            Chosen::Numbers {
                from,
                to,
                low,
                high,
            } => {
                let (first, last) = (self.eval(from, scene), self.eval(to, scene));
                // What always ends before it begins has its own finding.
                if let (Some((low, most)), Some((least, high))) = (first.range(), last.range())
                    && (most > least && low <= high && !or_none && !self.quiet)
                {
                    let place = from.span.to(to.span);
                    let cited = self.citations.to_vec();
                    self.short.push((place, first, last, cited));
                }
                let numbers = Values::numbers(i64::from(*low), i64::from(*high));
                scene.keep(local, numbers.or_none(or_none));
            }
            Chosen::Words(words) => {
                let set = words.iter().fold(0, |set, (_, value)| set | bit(*value));
                scene.keep(local, Values::words(set).or_none(or_none));
            }
            Chosen::Units(selection) => {
                let inside = self.selected(selection, scene);
                scene.forget(local);
                // Where nothing may be chosen, nothing is known of it.
                if !or_none && selection.local == local {
                    *scene = inside;
                }
            }
        }
    }

    /// Looks through expressions of which only what they read matters.
    pub(super) fn look<'e>(&mut self, parts: impl IntoIterator<Item = &'e Expr>, scene: &Scene) {
        for part in parts {
            self.eval(part, &mut scene.clone());
        }
    }

    /// What is known behind a block that is gone through several times or not at all.
    fn after(&mut self, body: &Block, inside: Scene, outside: Scene) -> Scene {
        match self.block(body, inside) {
            Some(mut end) => {
                end.forget_state();
                outside.join(end)
            }
            None => outside,
        }
    }

    fn comes_to(&mut self, values: Values) {
        self.result = Some(match self.result.take() {
            Some(known) => known.join(&values),
            None => values,
        });
    }
}

/// What holds behind one of two ways, each of which may end the rule.
fn either(one: Option<Scene>, other: Option<Scene>) -> Option<Scene> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.join(other)),
        (one, other) => one.or(other),
    }
}

/// What is left for `otherwise`; nothing if that cannot be told.
fn rest(values: &Values, named: &[(i32, i32)]) -> Option<Values> {
    let Known::Words(set) = values.some else {
        return None;
    };
    let left = (0..64)
        .filter(|value| set >> value & 1 == 1)
        .filter(|value| {
            !named
                .iter()
                .any(|(low, high)| (low..=high).contains(&value))
        })
        .fold(0, |set, value| set | bit(value));
    Some(Values::words(left).or_none(values.none))
}
