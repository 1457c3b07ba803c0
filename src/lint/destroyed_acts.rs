//! Units that go on acting under their name, or that others act against, though what was done just before may have destroyed them.
//!
//! The statements of a body are followed with the names of units that may be destroyed; a condition that asks for what decides it forgets the name. In
//! a block `at the same time` no unit is destroyed before its end.
//!
//! Reports: E0661.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::may_destroy::{Given, MayDestroy, given_by};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Ability, Choice, Expr, Local, LocalId, Naming, RuleBook, Statement, TrackId,
};
use sandtable_source::Span;

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 6;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let may_destroy = MayDestroy::new(book);
    let mut reported = BTreeSet::new();
    let mut body = |naming: &Naming, locals: &[Local], body: &[Statement]| {
        let mut search = Search {
            book,
            may_destroy: &may_destroy,
            naming,
            locals,
            is_gathering: false,
            reported: &mut reported,
            diagnostics: &mut *diagnostics,
        };
        search.block(body, State::new(), None);
    };
    for procedure in &book.procedures {
        if procedure.ability >= Ability::Action {
            body(&procedure.naming, &procedure.locals, &procedure.body);
        }
    }
    for trigger in &book.triggers {
        for when in &trigger.whens {
            body(&trigger.naming, &trigger.locals, &when.body);
        }
    }
    for reaction in &book.reactions {
        body(&reaction.naming, &reaction.locals, &reaction.body);
    }
}

/// The locals whose units may be destroyed, each with the statement that may do it.
type State = BTreeMap<LocalId, Cause>;

#[derive(Debug, Clone, Copy)]
struct Cause {
    span: Span,
    /// The name of the result of the rule that may do it.
    result: Option<LocalId>,
}

/// The second and later rounds of a loop over units.
struct Rounds {
    /// The unit whose turn it is.
    member: LocalId,
    /// Units that an earlier round may have destroyed, not this one.
    destroyed: BTreeSet<LocalId>,
}

struct Search<'b, 'd> {
    book: &'b RuleBook,
    may_destroy: &'d MayDestroy<'b>,
    naming: &'d Naming,
    locals: &'d [Local],
    is_gathering: bool,
    reported: &'d mut BTreeSet<Span>,
    diagnostics: &'d mut Diagnostics,
}

impl Search<'_, '_> {
    /// Follows a block; `None` if it is left before its end.
    fn block(
        &mut self,
        block: &[Statement],
        mut state: State,
        rounds: Option<&Rounds>,
    ) -> Option<State> {
        for statement in block {
            if statement.is_stop() || statement.is_jump() || statement.ends_rule() {
                return None;
            }
            self.forget_asked(statement, &mut state);
            self.acts(statement, &state, rounds);
            self.add_destroyed(statement, &mut state);
            if let Some(bound) = statement.bound_local() {
                state.remove(&bound);
            }
            state = self.inner(statement, state, rounds)?;
        }
        Some(state)
    }

    /// Follows the blocks of a statement.
    fn inner(
        &mut self,
        statement: &Statement,
        state: State,
        rounds: Option<&Rounds>,
    ) -> Option<State> {
        if let Some((_, then, otherwise)) = statement.branch() {
            let ends = (
                self.block(then, state.clone(), rounds),
                self.block(otherwise, state, rounds),
            );
            return joined(ends.0, ends.1);
        }
        if let Some((_, arms)) = statement.cases() {
            let mut end = Some(state.clone());
            for arm in arms {
                end = joined(end, self.block(&arm.body, state.clone(), rounds));
            }
            return end;
        }
        if let Some(lines) = statement.choice().and_then(Choice::lines) {
            let mut end = Some(state.clone());
            for line in lines {
                let mut inside = state.clone();
                if let Some(condition) = &line.condition {
                    inside.retain(|unit, _| !self.may_destroy.asks(condition, *unit));
                }
                end = joined(end, self.block(&line.body, inside, rounds));
            }
            return end;
        }
        if statement.is_loop() {
            return Some(self.rounds(statement, state, rounds));
        }
        let was_gathering = self.is_gathering;
        self.is_gathering |= statement.simultaneous().is_some();
        let mut end = state;
        for inner in sandtable_model::blocks(statement) {
            let before = end.clone();
            end = joined(Some(end), self.block(inner, before, rounds)).unwrap_or_default();
        }
        self.is_gathering = was_gathering;
        Some(end)
    }

    /// Follows a loop: what one round does, the next one finds.
    fn rounds(&mut self, statement: &Statement, state: State, around: Option<&Rounds>) -> State {
        let turns = statement.turns().map(|(selection, _)| selection);
        let member = turns.map(|selection| selection.local);
        let condition = turns.and_then(|selection| selection.condition.as_deref());
        let until = statement.repetition().and_then(|rounds| rounds.until);
        let asked = [condition, until, statement.alternation()];
        let before: BTreeSet<LocalId> = state.keys().copied().collect();
        let mut state = state;
        for round in 0..2 {
            let mut inside = state.clone();
            if let Some(member) = member {
                inside.remove(&member);
            }
            inside.retain(|unit, _| {
                let mut asked = asked.iter().flatten();
                !asked.any(|condition| self.may_destroy.asks(condition, *unit))
            });
            let destroyed = inside.keys().copied();
            let own = member.filter(|_| round > 0).map(|member| Rounds {
                member,
                destroyed: destroyed.filter(|unit| !before.contains(unit)).collect(),
            });
            let own = own.as_ref().or(around);
            for body in sandtable_model::blocks(statement) {
                let end = self.block(body, inside.clone(), own);
                state.extend(end.unwrap_or_default());
            }
        }
        if let Some(member) = member {
            state.remove(&member);
        }
        state
    }

    /// Forgets units for which a statement asks whether they are destroyed, or what the call that may destroy them has given.
    fn forget_asked(&self, statement: &Statement, state: &mut State) {
        let branch = statement.branch().map(|(condition, ..)| condition);
        let rounds = statement.repetition().and_then(|rounds| rounds.until);
        let value = statement.cases().map(|(value, _)| value);
        let named = statement.binding().map(|(_, value)| value);
        let named = named.filter(|value| !self.is_action(value));
        let selection = statement.selection();
        let selected = selection.and_then(|selection| selection.condition.as_deref());
        let asked = [
            statement.needs(),
            branch,
            rounds,
            value,
            named,
            statement.alternation(),
            selected,
        ];
        for condition in asked.into_iter().flatten() {
            state.retain(|unit, cause| {
                let is_result = cause
                    .result
                    .is_some_and(|result| condition.reads_local(result));
                !is_result && !self.may_destroy.asks(condition, *unit)
            });
        }
    }

    fn is_action(&self, value: &Expr) -> bool {
        let called = value
            .call()
            .and_then(|(id, _)| self.book.procedures.get(id.at()));
        called.is_some_and(|called| called.ability >= Ability::Action)
    }

    /// Adds the units that a statement may destroy by what it calls or sets off; of one that it destroys itself, its author knows.
    fn add_destroyed(&self, statement: &Statement, state: &mut State) {
        let is_plain = statement
            .change()
            .is_some_and(|change| change.track == TrackId::DESTROYED);
        if is_plain {
            return;
        }
        for unit in self.may_destroy.destroyed_by(statement, MAX_DEPTH) {
            let result = statement.binding().map(|(local, _)| local);
            let span = statement.span;
            state.entry(unit).or_insert(Cause { span, result });
        }
    }

    /// Reports a unit that may be destroyed and acts, and one that another unit acts against after an earlier round may have destroyed it.
    fn acts(&mut self, statement: &Statement, state: &State, rounds: Option<&Rounds>) {
        if self.is_gathering {
            return;
        }
        for (given, arguments) in given_by(statement) {
            let first = arguments.first().and_then(Expr::local);
            if let (Given::Action(id), Some(unit)) = (given, first)
                && let Some(cause) = state.get(&unit)
                && self.may_destroy.harms_another(id, 0)
            {
                self.report_acting(statement.span, unit, cause.span);
            }
            let Some(rounds) = rounds else { continue };
            let local = |at: usize| arguments.get(at).and_then(Expr::local);
            let mut all = 0..arguments.len();
            let acting = all.find(|at| local(*at) == Some(rounds.member));
            let Some(acting) = acting.filter(|at| self.may_destroy.changes(given, *at)) else {
                continue;
            };
            for at in self.may_destroy.parameters(given, MAX_DEPTH) {
                let target = local(at).filter(|unit| rounds.destroyed.contains(unit));
                if let Some(target) = target.filter(|unit| state.contains_key(unit))
                    && at != acting
                    && !self.may_destroy.is_asked_by(given, at)
                {
                    self.report_target(statement.span, target, rounds.member);
                }
            }
        }
    }

    fn name(&self, local: LocalId) -> &str {
        let known = self.locals.get(local.at());
        known.map_or("unit", |known| known.name.as_str())
    }

    fn report_acting(&mut self, place: Span, unit: LocalId, cause: Span) {
        if !self.reported.insert(place) {
            return;
        }
        let name = self.name(unit).to_owned();
        let finding = Diagnostic::new(
            Code::StillActs,
            format!("`{name}` still acts here, although it may have been destroyed just before"),
        )
        .label(place, "acts even if it is destroyed")
        .label(cause, format!("can destroy `{name}`"))
        .help(format!("ask first: `if {name} is not destroyed: …`"))
        .help("if a destroyed unit still acts here, ignore this");
        self.push(finding);
    }

    fn report_target(&mut self, place: Span, target: LocalId, member: LocalId) {
        if !self.reported.insert(place) {
            return;
        }
        let (target, member) = (self.name(target), self.name(member));
        let finding = Diagnostic::new(
            Code::StillActs,
            format!("the next `{member}` acts against `{target}`, which may already be destroyed"),
        )
        .label(
            place,
            format!("can destroy `{target}`, and is done again for the next `{member}`"),
        )
        .help(format!(
            "ask in the loop, `… where {target} is not destroyed`; or in the rule: `needs … is not destroyed`"
        ));
        self.push(finding);
    }

    fn push(&mut self, finding: Diagnostic) {
        let citations = self.naming.citations.iter().map(String::as_str);
        self.diagnostics
            .push(finding.cite(citations).confidence(Confidence::Likely));
    }
}

/// Returns the units that may be destroyed on one of two paths; `None` is a path that has been left.
fn joined(one: Option<State>, other: Option<State>) -> Option<State> {
    match (one, other) {
        (Some(mut one), Some(other)) => {
            for (unit, cause) in other {
                one.entry(unit).or_insert(cause);
            }
            Some(one)
        }
        (one, other) => one.or(other),
    }
}
