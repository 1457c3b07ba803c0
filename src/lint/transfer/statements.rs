//! Transfer functions of statements.

use super::{Bounded, EmptyRange, Inverted, ValueAnalysis};
use crate::domain::{Elements, ValueSet, bounds_of_arm, singleton_bit};
use crate::environment::{Environment, Step, location};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Ability, Among, Arithmetic, Arm, Block, Change, Choice, Expr, Line, LocalId, NONE, Selection,
    Settled, Statement, StatementKind, Ties, TrackId, Type, Values as Options, walk_calls,
    walk_own, walk_statements,
};
use sandtable_source::Span;

impl<'a> ValueAnalysis<'a> {
    /// Returns the state after a block; `None` if no path leaves it at its end.
    pub(super) fn block(
        &mut self,
        block: &'a [Statement],
        mut environment: Environment,
    ) -> Option<Environment> {
        for statement in block {
            let is_calling = self.is_mutating && self.calls_an_action(statement);
            if is_calling {
                environment.kill_state();
            }
            environment = self.statement(statement, environment)?;
            if is_calling {
                environment.kill_state();
            }
        }
        Some(environment)
    }

    /// Whether an expression of a statement calls a rule that can change the state.
    fn calls_an_action(&self, statement: &Statement) -> bool {
        let mut is_calling = false;
        walk_own(statement, &mut |expr| {
            is_calling |= self.is_mutating_call(expr)
        });
        is_calling
    }

    /// Whether an expression calls a rule that can change the state.
    fn is_mutating_call(&self, expr: &Expr) -> bool {
        let mut is_calling = false;
        walk_calls(expr, &mut |id| {
            let called = self.book.procedures.get(id.at());
            is_calling |= called.is_some_and(|called| called.ability > Ability::Roll);
        });
        is_calling
    }

    /// Whether a track of any kind has no values below 0: it counts something.
    fn counts_up(&self, track: TrackId) -> bool {
        let lines = self.book.kinds.iter().flat_map(|kind| &kind.tracks);
        let mut lines = lines.filter(|line| line.track == track);
        lines.all(|line| line.low >= 0)
    }

    fn statement(
        &mut self,
        statement: &'a Statement,
        mut environment: Environment,
    ) -> Option<Environment> {
        match &statement.kind {
            StatementKind::Let { local, value } => self.binding(*local, value, &mut environment),
            StatementKind::Outcome { value, when, .. } => {
                let truth = when.as_ref().map(|when| self.condition(when, &environment));
                if truth != Some(Some(false)) {
                    self.join_result(ValueSet::set(singleton_bit(*value)));
                }
                let when = when.as_ref()?;
                self.assume(when, false, &mut environment);
            }
            StatementKind::Result(value) => {
                self.flag(value, &environment);
                let values = self.eval(value, &mut environment);
                self.bounded_result(value, &values);
                self.join_result(values);
                return None;
            }
            StatementKind::Needs { condition, .. } => {
                self.needed(condition, &environment);
                self.assume(condition, true, &mut environment);
            }
            StatementKind::Must { condition, .. } => {
                self.visit([condition], &environment);
                self.assume(condition, true, &mut environment);
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => return self.branch(condition, then, otherwise, environment),
            StatementKind::Repeat { .. }
            | StatementKind::Count { .. }
            | StatementKind::Each { .. }
            | StatementKind::Alternate { .. }
            | StatementKind::Phase { .. }
            | StatementKind::Simultaneous { .. }
            | StatementKind::Rank { .. } => return self.loop_statement(statement, environment),
            StatementKind::Depending { value, arms } => {
                return self.depending(value, arms, environment);
            }
            StatementKind::Choose(choice) => {
                return self.choice(choice, statement.span, environment);
            }
            StatementKind::Change {
                how,
                amount,
                unit,
                track,
                index,
                transfer,
            } => {
                let taken = self.eval(amount, &mut environment.clone());
                match how {
                    Change::Take => self.record_below(0, amount, &taken, Inverted::Taken),
                    // The amount of a transfer is at least 0.
                    Change::Add
                        if transfer.is_none()
                            && self.counts_up(*track)
                            && self.is_open_difference(amount) =>
                    {
                        self.record_below(0, amount, &taken, Inverted::Added);
                    }
                    Change::Add | Change::Set => {}
                }
                let named = amount.local().and_then(|name| self.definitions.get(&name));
                let can_differ = named.is_some_and(|value| value.any(Expr::is_roll));
                if *how != Change::Set && can_differ && taken.range() == Some((0, 0)) {
                    self.record_below(1, amount, &taken, Inverted::Zero);
                }
                self.visit(std::iter::once(unit).chain(index), &environment);
                environment.kill_state();
            }
            StatementKind::OnceEach { unit, index, .. } => {
                self.visit(std::iter::once(unit).chain(index), &environment);
                environment.kill_state();
            }
            StatementKind::Create { local, owner, .. } => {
                self.visit(owner, &environment);
                environment.kill(*local);
                environment.kill_state();
            }
            StatementKind::Call(call) => {
                self.eval(call, &mut environment);
                environment.kill_state();
            }
            StatementKind::Open {
                arguments,
                cancelled,
                ..
            } => {
                self.visit(arguments, &environment);
                environment.kill_state();
                self.block(cancelled, environment.clone());
            }
            StatementKind::EndGame { winner } => {
                self.visit(winner, &environment);
                return None;
            }
            StatementKind::Cancel | StatementKind::Nothing => {}
            // After a loop no more is known than before it, however its block is left.
            StatementKind::Stop | StatementKind::Next | StatementKind::Done => return None,
        }
        Some(environment)
    }

    /// Interprets the binding of a value to a local.
    fn binding(&mut self, local: LocalId, value: &'a Expr, environment: &mut Environment) {
        self.flag(value, environment);
        let values = self.eval(value, environment);
        environment.bind(local, values);
        if let Some(path) = location(value) {
            environment.alias(local, path);
        }
        self.definitions.insert(local, value);
    }

    /// Interprets both blocks of a branch, each with what its condition says.
    fn branch(
        &mut self,
        condition: &'a Expr,
        then: &'a Block,
        otherwise: &'a Block,
        mut environment: Environment,
    ) -> Option<Environment> {
        self.condition(condition, &environment);
        let mut other = environment.clone();
        self.assume(condition, true, &mut environment);
        self.assume(condition, false, &mut other);
        if self.is_mutating && self.is_mutating_call(condition) {
            environment.kill_state();
            other.kill_state();
        }
        let ends = (self.block(then, environment), self.block(otherwise, other));
        join_paths(ends.0, ends.1)
    }

    /// Interprets loops, phases and rankings.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the caller hands over these kinds only"
    )]
    fn loop_statement(
        &mut self,
        statement: &'a Statement,
        mut environment: Environment,
    ) -> Option<Environment> {
        // What a round binds is not what was bound before the loop.
        walk_statements(std::slice::from_ref(statement), &mut |inner| {
            if let Some((local, _)) = inner.binding() {
                environment.kill(local);
            }
            true
        });
        match &statement.kind {
            StatementKind::Repeat { until, times, body } => {
                if let Some(times) = times {
                    self.eval(times, &mut environment);
                }
                environment.kill_state();
                let mut inside = environment.clone();
                if let Some(until) = until {
                    self.condition(until, &inside);
                    self.assume(until, false, &mut inside);
                }
                return Some(self.after_loop(body, inside, environment));
            }
            StatementKind::Count {
                local,
                from,
                to,
                body,
            } => {
                let first = self.eval(from, &mut environment);
                let last = self.eval(to, &mut environment);
                if let (Some(least), None) = (from.literal(), to.literal()) {
                    self.record_below(i64::from(least), to, &last, Inverted::Counted);
                }
                let counted = first.join(&last);
                environment.kill_state();
                let mut inside = environment.clone();
                inside.bind(*local, counted);
                return Some(self.after_loop(body, inside, environment));
            }
            StatementKind::Each {
                selection,
                order,
                body,
            } => {
                environment.kill_state();
                let mut inside = self.member_in_order(selection, order.as_ref(), &environment);
                if order.is_some() {
                    // The members are settled before the first turn.
                    inside.kill_state();
                }
                return Some(self.after_loop(body, inside, environment));
            }
            StatementKind::Alternate {
                selection,
                order,
                condition,
                body,
            } => {
                environment.kill_state();
                let mut inside = self.member_in_order(selection, order.as_ref(), &environment);
                inside.kill_state();
                self.condition(condition, &inside);
                self.assume(condition, true, &mut inside);
                return Some(self.after_loop(body, inside, environment));
            }
            StatementKind::Phase { body, .. } | StatementKind::Simultaneous { body } => {
                environment.kill_state();
                let mut end = self.block(body, environment)?;
                // Changes are made, and tracks that last until the end of the phase are reset.
                end.kill_state();
                return Some(end);
            }
            StatementKind::Rank(rank) => {
                let inside = self.member_of(&rank.selection, &environment);
                self.visit([rank.order.ordering.by.as_ref()], &inside);
                if let Ties::Roll(roll) = &rank.ties {
                    self.visit([roll], &inside);
                }
                environment.kill_state();
            }
            _ => {}
        }
        Some(environment)
    }

    /// Evaluates a value of type flag, and reports its constant parts.
    fn flag(&mut self, value: &Expr, environment: &Environment) {
        if value.ty == Type::Flag {
            self.condition(value, environment);
        }
    }

    /// As [`Self::member_of`], with the value by which members are ordered.
    fn member_in_order(
        &mut self,
        selection: &Selection,
        order: Option<&Settled>,
        environment: &Environment,
    ) -> Environment {
        let inside = self.member_of(selection, environment);
        self.visit(order.map(|order| order.ordering.by.as_ref()), &inside);
        inside
    }

    /// Returns the state in which a member of a selection is tested.
    pub(super) fn member_of(
        &mut self,
        selection: &Selection,
        environment: &Environment,
    ) -> Environment {
        let mut inside = environment.clone();
        self.visit(selection.owner.as_deref(), environment);
        let region = selection.region.iter().flat_map(|region| region.parts());
        self.visit(region, environment);
        inside.kill(selection.local);
        if selection.region.is_none() {
            let out_of_play = [
                (TrackId::DESTROYED, selection.destroyed),
                (TrackId::REMOVED, selection.removed),
            ];
            for (track, _) in out_of_play
                .into_iter()
                .filter(|(_, is_included)| !is_included)
            {
                let path = vec![Step::Local(selection.local), Step::Track(track)];
                inside.refined.insert(path, ValueSet::flag(Some(false)));
                self.picked.insert(selection.local);
            }
        }
        if let Some(condition) = &selection.condition {
            let outer = self.selecting.replace(selection.local);
            self.condition(condition, &inside);
            self.selecting = outer;
            self.assume(condition, true, &mut inside);
        }
        inside
    }

    fn depending(
        &mut self,
        value: &'a Expr,
        arms: &'a [Arm],
        mut environment: Environment,
    ) -> Option<Environment> {
        let values = self.eval(value, &mut environment);
        let path = location(value);
        let (mut end, mut matched) = (None, Vec::new());
        for arm in arms {
            let mut inside = environment.clone();
            let of_arm = match arm.ranges.as_slice() {
                [] => unmatched(&values, &matched),
                ranges => bounds_of_arm(&values, ranges),
            };
            let is_written = arm.span != Span::nowhere();
            if of_arm.is_none() && !arm.ranges.is_empty() && is_written && !self.is_silent {
                self.current
                    .dead_arms
                    .push((arm.span, values.clone(), value.ty));
            }
            if let (Some(of_arm), Some(path)) = (of_arm, &path) {
                inside.refined.insert(path.clone(), of_arm);
            }
            matched.extend_from_slice(&arm.ranges);
            end = join_paths(end, self.block(&arm.body, inside));
        }
        end
    }

    fn choice(
        &mut self,
        choice: &'a Choice,
        span: Span,
        mut environment: Environment,
    ) -> Option<Environment> {
        self.visit(choice.side(), &environment);
        let several = choice.several.iter();
        let most = several.flat_map(|several| &several.most);
        self.visit(most, &environment);
        match &choice.among {
            Among::Values {
                local,
                values,
                worth,
            } => {
                self.chosen(*local, values, choice.or_none, &mut environment);
                self.visit(worth, &environment);
                Some(environment)
            }
            Among::Lines(lines) => {
                if !choice.or_none
                    && !self.is_silent
                    && !self.has_option(lines, environment.clone())
                {
                    self.current
                        .conditional_choices
                        .push((span, self.citations.to_vec()));
                }
                // Without an option the rule continues unchanged.
                let mut end = choice.or_none.then(|| environment.clone());
                for line in lines {
                    let mut inside = environment.clone();
                    if let Some(condition) = &line.condition {
                        // An option that is never offered is the checker's to report.
                        match self.eval(condition, &mut inside.clone()).truth() {
                            Some(true) => _ = self.condition(condition, &inside),
                            Some(false) | None => self.visit([condition], &inside),
                        }
                        self.assume(condition, true, &mut inside);
                    }
                    self.visit(&line.worth, &inside);
                    end = join_paths(end, self.block(&line.body, inside));
                }
                end
            }
        }
    }

    /// Whether one of the options is always offered, at least if none of the options before it is.
    fn has_option(&mut self, lines: &[Line], mut others: Environment) -> bool {
        let was_silent = std::mem::replace(&mut self.is_silent, true);
        let is_offered = lines.iter().any(|line| {
            let Some(condition) = &line.condition else {
                return true;
            };
            let is_offered = self.eval(condition, &mut others.clone()).truth() == Some(true);
            self.assume(condition, false, &mut others);
            is_offered
        });
        let is_offered = is_offered || self.is_guarded(lines, &others);
        self.is_silent = was_silent;
        is_offered
    }

    /// Whether earlier conditions exclude that no option is offered.
    fn is_guarded(&mut self, lines: &[Line], none_offered: &Environment) -> bool {
        let conditions = lines.iter().filter_map(|line| line.condition.as_ref());
        let offered: Vec<String> = conditions
            .filter_map(|condition| canonical_form(condition, &[]))
            .collect();
        let is_option = |condition: &Expr| {
            canonical_form(condition, &[]).is_some_and(|form| offered.contains(&form))
        };
        none_offered.guards.iter().any(|guard| {
            let (condition, holds) = guard.as_ref();
            let truth = self.eval(condition, &mut none_offered.clone()).truth();
            truth == Some(!holds) || *holds && disjuncts(condition).into_iter().all(is_option)
        })
    }

    fn chosen(
        &mut self,
        local: LocalId,
        values: &Options,
        or_none: bool,
        environment: &mut Environment,
    ) {
        match values {
            Options::Numbers {
                from,
                to,
                low,
                high,
            } => {
                let (first, last) = (self.eval(from, environment), self.eval(to, environment));
                // A range that is always empty needs no analysis to be found.
                if let (Some((low, most)), Some((least, high))) = (first.range(), last.range())
                    && (most > least && low <= high && !or_none && !self.is_silent)
                    && !self.is_around_one_value(from, to, environment)
                {
                    self.current.empty_ranges.push(EmptyRange {
                        span: from.span.to(to.span),
                        first,
                        last,
                        citations: self.citations.to_vec(),
                    });
                }
                let numbers = ValueSet::interval(i64::from(*low), i64::from(*high));
                environment.bind(local, numbers.or_none(or_none));
            }
            Options::Words { words, condition } => {
                let bits = words
                    .iter()
                    .fold(0, |bits, (_, value)| bits | singleton_bit(*value));
                environment.bind(local, ValueSet::set(bits));
                self.visit(condition, environment);
                environment.bind(local, ValueSet::set(bits).or_none(or_none));
            }
            Options::Units(selection) => {
                let inside = self.member_of(selection, environment);
                environment.kill(local);
                // A declined choice has not the properties of the selection.
                if !or_none && selection.local == local {
                    *environment = inside;
                }
            }
        }
    }

    /// Evaluates expressions for the lookups and conditions in them.
    pub(super) fn visit<'e>(
        &mut self,
        parts: impl IntoIterator<Item = &'e Expr>,
        environment: &Environment,
    ) {
        for part in parts {
            self.eval(part, &mut environment.clone());
        }
    }

    /// Returns the state after a loop, which runs its body any number of times.
    fn after_loop(
        &mut self,
        body: &'a Block,
        inside: Environment,
        outside: Environment,
    ) -> Environment {
        match self.block(body, inside) {
            Some(mut end) => {
                end.kill_state();
                outside.join(end)
            }
            None => outside,
        }
    }

    /// Records a result with a declared range.
    fn bounded_result(&mut self, value: &Expr, values: &ValueSet) {
        let procedure = self
            .procedure
            .and_then(|id| self.book.procedures.get(id.at()));
        if let Some(procedure) = procedure
            && let Some(ty @ Type::Number(_)) = procedure.result.map(|result| result.ty)
        {
            let bounded = Bounded {
                span: value.span,
                values: values.clone(),
                ty,
                range: procedure.range,
                rule: procedure.naming.name.clone(),
                parameter: None,
                citations: self.citations.to_vec(),
            };
            self.bound(bounded);
        }
    }

    /// Records a number with a declared range.
    pub(super) fn bound(&mut self, bounded: Bounded) {
        if !self.is_silent && bounded.range != (NONE + 1, i32::MAX) {
            self.current.bounded.push(bounded);
        }
    }

    fn join_result(&mut self, values: ValueSet) {
        self.result = Some(match self.result.take() {
            Some(known) => known.join(&values),
            None => values,
        });
    }
}

/// Returns the disjuncts of a condition.
fn disjuncts(condition: &Expr) -> Vec<&Expr> {
    let mut all = Vec::new();
    condition.chain(Arithmetic::Or, &mut |part| all.push(part));
    all
}

/// Returns the join of two states; `None` is that of a path that has ended the rule.
fn join_paths(one: Option<Environment>, other: Option<Environment>) -> Option<Environment> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.join(other)),
        (one, other) => one.or(other),
    }
}

/// Returns the values that no arm before `otherwise` matches; `None` if they are not known.
fn unmatched(values: &ValueSet, matched: &[(i32, i32)]) -> Option<ValueSet> {
    let Elements::Set(bits) = values.elements else {
        return None;
    };
    let rest = (0..64)
        .filter(|value| bits >> value & 1 == 1)
        .filter(|value| {
            !matched
                .iter()
                .any(|(low, high)| (low..=high).contains(&value))
        })
        .fold(0, |bits, value| bits | singleton_bit(value));
    Some(ValueSet::set(rest).or_none(values.none))
}
