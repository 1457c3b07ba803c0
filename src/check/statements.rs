//! Statements: what they may do where.
//!
//! Reports: E0201 to E0203, E0206, E0210, E0214.

use super::control_flow::ends;
use super::musts::bracketed_must;
use super::scope::Scope;
use super::sections;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Ability, Block, Dimension, Expr, Statement, StatementKind, TrackId, Type};
use sandtable_source::Span;
use sandtable_syntax::ast;

impl Scope<'_, '_> {
    /// The statements of a block, with its own names.
    pub(super) fn block(&mut self, block: &ast::Block) -> Block {
        let mark = self.enter();
        let around = self.asked_around();
        let mut built = Block::new();
        let mut ended: Option<Span> = None;
        self.report_repeated_dice(block);
        for (at, statement) in block.iter().enumerate() {
            if let Some(end) = ended.take() {
                self.report(
                    Diagnostic::new(Code::NeverReached, "this is never reached")
                        .label(statement.kind.span, "")
                        .label(end, ended_by(&built))
                        .help("move it up, or delete it"),
                );
            }
            let rest = block.get(at + 1..).unwrap_or_default();
            built.extend(self.steps(statement, rest));
            if ends(&built)
                && built
                    .last()
                    .is_some_and(|last| ends(std::slice::from_ref(last)))
            {
                ended = Some(statement.kind.span);
            }
        }
        self.leave(mark);
        self.back_to(around);
        built
    }

    /// Checks a statement; `rest` are those after it in its block. It can become several steps.
    fn steps(&mut self, statement: &ast::Statement, rest: &[ast::Statement]) -> Vec<Statement> {
        let span = statement.kind.span;
        let row = statement.kind.value.description();
        if let Some(thing) = row.and_then(|row| row.in_actions) {
            self.only_actions(span, thing);
        }
        let choices = self.face_choices(statement);
        let steps = self.several_steps(statement, rest, span).or_else(|| {
            let step = self.one_step(&statement.kind.value, span);
            Some(step.into_iter().collect())
        });
        let steps = choices.into_iter().chain(steps.unwrap_or_default());
        let cited = |step| Statement {
            citations: sections(&statement.citations),
            ..step
        };
        steps.map(cited).collect()
    }

    /// Checks a statement that can become several steps; `None` for all others.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "each function builds statements of one family, the last reports the rest"
    )]
    fn several_steps(
        &mut self,
        statement: &ast::Statement,
        rest: &[ast::Statement],
        span: Span,
    ) -> Option<Vec<Statement>> {
        Some(match &statement.kind.value {
            ast::StatementKind::Roll(rolls) => self.roll(rolls, rest, span),
            reroll @ ast::StatementKind::MayReroll { .. } => self.may_reroll(reroll, rest, span),
            several @ ast::StatementKind::ChooseSeveral { .. } => {
                self.choose_several(several, span)
            }
            ast::StatementKind::EachDie { name, dice, body } => {
                let steps = self.for_each_die(name, dice, body, span);
                steps.unwrap_or_default()
            }
            ast::StatementKind::On { shown, body } => self.on(shown.as_ref(), body, span),
            choose @ ast::StatementKind::Choose { if_any: true, .. } => {
                let choice = self.choose(choose, span);
                let step = choice.map(|choice| self.if_any(choice, span));
                step.into_iter().collect()
            }
            ast::StatementKind::Let { name, value } => match self.keep_results(name, value, span) {
                Some(kept) => kept,
                None => vec![self.keep(name, value, span)],
            },
            ast::StatementKind::Move { amount, from, to } => {
                let moved = self.move_points(amount, from, to, span);
                moved.unwrap_or_default()
            }
            ast::StatementKind::Replace {
                unit,
                profile,
                like,
                most,
                name,
            } => self.replace(unit, name, (profile, like.as_ref()), most, span),
            ast::StatementKind::Phase { name, title, body } => {
                let citations = sections(&statement.citations);
                let (naming, body) = self.phase(name, title.as_ref(), citations, body, span);
                vec![Statement::new(StatementKind::Phase { naming, body }, span)]
            }
            create @ ast::StatementKind::Create { name, .. } => {
                let step = self.one_step(create, span);
                self.enters_on_map(name, rest, span);
                step.into_iter().collect()
            }
            ast::StatementKind::Draw {
                name,
                deck,
                whose,
                owner,
            } => self.draw_card(name, (deck, whose.as_ref()), owner.as_ref(), span),
            ast::StatementKind::LookAt {
                n_cards,
                deck,
                whose,
                by,
            } => self.look_at_cards(n_cards, (deck, whose.as_ref()), by.as_ref(), span),
            ast::StatementKind::Shuffle {
                deck,
                whose,
                with_discards,
            } => self.shuffle_cards((deck, whose.as_ref()), *with_discards, span),
            ast::StatementKind::MoveCard { card, to } => self.move_card(card, to, span),
            _ => return None,
        })
    }

    /// Checks a statement that becomes one step.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "each function builds statements of one family, the last reports the rest"
    )]
    fn one_step(&mut self, statement: &ast::StatementKind, span: Span) -> Option<Statement> {
        let kind = match statement {
            ast::StatementKind::OutcomeOn { word, shown } => self.outcome_on(word, shown)?,
            ast::StatementKind::Outcome { word, when } => self.outcome(word, when.as_ref())?,
            ast::StatementKind::Result(value) => return Some(self.result_line(value, span)),
            ast::StatementKind::If {
                condition,
                then,
                otherwise,
            } => self.if_(condition, then, otherwise.as_ref()),
            ast::StatementKind::Depending { value, arms } => {
                let (value, arms) = self.depending(value, arms, span);
                StatementKind::Depending { value, arms }
            }
            ast::StatementKind::Rank {
                selection,
                ordering,
                ties,
                place,
            } => {
                let rank = self.rank(selection, ordering, ties.as_ref(), place, span)?;
                StatementKind::Rank(Box::new(rank))
            }
            ast::StatementKind::EndGame { winners } => StatementKind::EndGame {
                winner: self.winners(winners, span),
            },
            ast::StatementKind::Change { how, amount, place } => {
                return self.change(*how, amount, place, span);
            }
            ast::StatementKind::Destroy(unit) => {
                return Some(self.mark(unit, TrackId::DESTROYED, span));
            }
            ast::StatementKind::Remove(unit) => {
                return Some(self.mark(unit, TrackId::REMOVED, span));
            }
            ast::StatementKind::Create {
                name,
                profile,
                like,
                owner,
                most,
            } => {
                let profile = (profile, like.as_ref());
                return Some(self.create(name, profile, owner.as_ref(), most, span));
            }
            // `must (a or b)` reads as the call of a rule with that name.
            ast::StatementKind::Call(call) => match bracketed_must(call) {
                Some(condition) if !self.checker.names.contains_key("must") => {
                    self.only_actions(span, "`must`");
                    let (condition, text) = self.must(condition, None);
                    StatementKind::Must { condition, text }
                }
                _ => StatementKind::Call(self.call_line(call)),
            },
            ast::StatementKind::Stop => {
                if self.result.is_some() {
                    self.report(
                        Diagnostic::new(Code::NoResult, "this ends without a result")
                            .label(span, "")
                            .help("write `result …` instead of `stop`"),
                    );
                }
                StatementKind::Stop
            }
            ast::StatementKind::Nothing => StatementKind::Nothing,
            ast::StatementKind::Next => {
                self.only_in_loops(span, "next");
                StatementKind::Next
            }
            ast::StatementKind::Done => {
                self.only_in_loops(span, "done");
                StatementKind::Done
            }
            // Read by `body`, which checks it against the parameters alone.
            ast::StatementKind::Report(_) => return None,
            ast::StatementKind::Repeat { .. }
            | ast::StatementKind::RepeatUntil { .. }
            | ast::StatementKind::Count { .. }
            | ast::StatementKind::Each { .. }
            | ast::StatementKind::Alternate { .. }
            | ast::StatementKind::Simultaneous { .. } => return self.loop_step(statement, span),
            ast::StatementKind::Needs { .. }
            | ast::StatementKind::Must { .. }
            | ast::StatementKind::OnceEach { .. } => return self.requirement_step(statement, span),
            _ => return self.decision_step(statement, span),
        };
        Some(Statement::new(kind, span))
    }

    /// Checks a statement that refuses an action, or ends a run with a fault.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "each function builds statements of one family, the last reports the rest"
    )]
    fn requirement_step(
        &mut self,
        statement: &ast::StatementKind,
        span: Span,
    ) -> Option<Statement> {
        let kind = match statement {
            ast::StatementKind::Needs { condition, why } => {
                let condition = self.condition(condition);
                self.assume(&condition, true);
                let why = why.as_ref().map(|why| why.value.clone());
                let why = why.unwrap_or_default();
                StatementKind::Needs { condition, why }
            }
            ast::StatementKind::Must { condition, why } => {
                let (condition, text) = self.must(condition, why.as_ref());
                StatementKind::Must { condition, text }
            }
            ast::StatementKind::OnceEach {
                span: time,
                unit,
                index,
                why,
            } => {
                let why = why.as_ref().map(|why| why.value.as_str());
                return Some(self.once_each(time, unit, index.as_ref(), why, span));
            }
            _ => return None,
        };
        Some(Statement::new(kind, span))
    }

    /// Checks a statement that runs its block for each of several things, or on a frozen state.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "each function builds statements of one family, the last reports the rest"
    )]
    fn loop_step(&mut self, statement: &ast::StatementKind, span: Span) -> Option<Statement> {
        let kind = match statement {
            ast::StatementKind::Repeat { times, body } => StatementKind::Repeat {
                until: None,
                times: Some(self.count(times)),
                body: self.loop_body(body),
            },
            ast::StatementKind::RepeatUntil { until, most, body } => StatementKind::Repeat {
                until: Some(self.condition(until)),
                times: most.as_ref().map(|most| self.count(most)),
                body: self.loop_body(body),
            },
            ast::StatementKind::Count {
                name,
                from,
                to,
                body,
            } => {
                let (from, to) = (self.count(from), self.count(to));
                let mark = self.enter();
                self.fresh(name);
                let local = self.declare(name, Type::Number(Dimension::Plain), false);
                if let (Some(one), Some(other)) = (self.bounds(&from), self.bounds(&to)) {
                    self.ranges
                        .insert(local, (one.0.min(other.0), one.1.max(other.1)));
                }
                let body = self.loop_body(body);
                self.leave(mark);
                StatementKind::Count {
                    local,
                    from,
                    to,
                    body,
                }
            }
            ast::StatementKind::Each {
                selection,
                ordering,
                body,
            } => return Some(self.each(selection, ordering.as_ref(), body, span)),
            ast::StatementKind::Alternate {
                selection,
                ordering,
                condition,
                body,
            } => {
                let (selection, order, condition, body) =
                    self.alternate(selection, ordering.as_ref(), condition, body);
                StatementKind::Alternate {
                    selection,
                    order,
                    condition,
                    body,
                }
            }
            ast::StatementKind::Simultaneous { body } => StatementKind::Simultaneous {
                body: self.block(body),
            },
            _ => return None,
        };
        Some(Statement::new(kind, span))
    }

    /// Checks a statement that asks a player, or belongs to windows and reactions.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "each function builds statements of one family, the last reports the rest"
    )]
    fn decision_step(&mut self, statement: &ast::StatementKind, span: Span) -> Option<Statement> {
        let choice = match statement {
            choose @ ast::StatementKind::Choose { .. } => self.choose(choose, span)?,
            ast::StatementKind::ChooseOne {
                by,
                weight,
                title,
                options,
            } => self.choose_one(
                (by.as_ref(), weight.as_ref()),
                title.as_ref(),
                options,
                span,
            ),
            ast::StatementKind::May { by, option } => self.may(by.as_ref(), option, span),
            ast::StatementKind::Open {
                window,
                arguments,
                cancelled,
            } => {
                let (window, arguments, cancelled) =
                    self.open(window, arguments, cancelled.as_ref(), span)?;
                let kind = StatementKind::Open {
                    window,
                    arguments,
                    cancelled,
                };
                return Some(Statement::new(kind, span));
            }
            ast::StatementKind::Cancel => {
                self.only_in_reactions(span);
                return Some(Statement::new(StatementKind::Cancel, span));
            }
            ast::StatementKind::At { .. } => {
                self.misplaced_at(span);
                return None;
            }
            ast::StatementKind::Worth(_) => {
                self.misplaced_worth(span);
                return None;
            }
            _ => return None,
        };
        Some(Statement::decide(choice, span))
    }

    /// Sets a mark of a unit: `destroy target`, `remove target`
    fn mark(&mut self, unit: &ast::Expr, track: TrackId, span: Span) -> Statement {
        let unit = self.unit(unit);
        self.stays_on_map(unit.ty, track, span);
        Statement::set(unit, track, Expr::flag(true, span), span)
    }

    /// The block of a loop, in which `next` and `done` have a meaning.
    pub(super) fn loop_body(&mut self, body: &ast::Block) -> Block {
        self.n_loops += 1;
        let body = self.block(body);
        self.n_loops -= 1;
        body
    }

    fn only_in_loops(&mut self, span: Span, word: &str) {
        if self.n_loops == 0 {
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    format!("`{word}` is outside of a loop"),
                )
                .label(span, "")
                .help(match self.what {
                    "a sequence" => format!(
                        "use `{word}` in the block of `repeat`, `count`, `each` or `alternate`; to leave out the rest of a phase, \
                         write it below `if not …:`, or as an action, which ends with `stop`; `stop` here ends the whole sequence"
                    ),
                    _ => "use it in the block of `repeat`, `count`, `each` or `alternate`; to end an action, write `stop`"
                        .to_owned(),
                }),
            );
        }
    }

    pub(super) fn only_actions(&mut self, span: Span, thing: &str) {
        if self.ability != Ability::Action {
            let what = self.what;
            self.report(
                Diagnostic::new(Code::NotAllowedHere, format!("{what} has no {thing}"))
                    .label(span, "")
                    .help("move it into an action; a roll ends with an outcome or a `result`"),
            );
        }
    }

    /// Reports a name that is taken: a name keeps one value.
    pub(super) fn fresh(&mut self, name: &ast::Name) {
        self.fresh_or(name, "use another name: a name keeps its value");
    }

    /// As [`Self::fresh`], for a selection: its name is also the kind, if it has no other.
    pub(super) fn fresh_selection(&mut self, selection: &ast::Selection) {
        let name = &selection.name;
        match selection.kinds.is_empty() {
            true => {
                let chosen = if selection.chosen { "chosen " } else { "" };
                let kind = &name.value;
                let cure = match self.joined.contains(kind) && !selection.chosen {
                    true => format!(
                        "`where` takes everything after it: put the selection before this one in brackets, `(… {kind} where …)`; \
                         or, if this belongs to it, give these another name: `other: {chosen}{kind}`"
                    ),
                    false => {
                        format!("give these another name before the kind: `other: {chosen}{kind}`")
                    }
                };
                self.fresh_or(name, &cure);
            }
            false => self.fresh(name),
        }
    }

    fn fresh_or(&mut self, name: &ast::Name, cure: &str) {
        if let Some(super::Named::Side(_)) = self.checker.names.get(&name.value) {
            let side = &name.value;
            self.report(
                Diagnostic::new(
                    Code::DeclaredTwice,
                    format!("`{side}` is a side of this ruleset"),
                )
                .label(name.span, "")
                .help(format!(
                    "use another name; to select what belongs to it, write `where … .side is {side}`"
                )),
            );
            return;
        }
        if self.local(&name.value).is_some() || self.is_row(&name.value) {
            self.report(
                Diagnostic::new(
                    Code::DeclaredTwice,
                    format!("`{}` already has a value", name.value),
                )
                .label(name.span, "")
                .help(cure),
            );
        }
    }

    /// Reports `hits = hits + 1`: what changes is a track.
    fn counted_up(&mut self, name: &ast::Name) {
        let name_text = &name.value;
        self.report(
            Diagnostic::new(
                Code::DeclaredTwice,
                format!("`{name_text}` already has a value"),
            )
            .label(name.span, "")
            .help(format!(
                "a name keeps one value; use a track for a number that changes, `track {name_text}: 0..9` in a kind, and `add 1 to UNIT.{name_text}`; or use another name"
            )),
        );
    }

    fn keep(&mut self, name: &ast::Name, value: &ast::Expr, span: Span) -> Statement {
        let names_itself = reads_name(value, &name.value);
        let value = self.expr(value, None);
        match names_itself && self.local(&name.value).is_some() {
            true => self.counted_up(name),
            false => self.fresh(name),
        }
        if let Some((procedure, _)) = value.call()
            && value.ty == Type::Unknown
            && self.ability == Ability::Action
            && let Some(called) = self.checker.book.procedures.get(procedure.at())
            && called.result.is_none()
            && called.ability >= Ability::Action
        {
            self.report(
                Diagnostic::new(Code::WrongType, "this action gives no value")
                    .label(value.span, "")
                    .help("write it on a line of its own, or give it a result: `-> …`"),
            );
        }
        let local = self.declare(name, value.ty, value.or_none);
        if self.is_whose(&value) {
            self.owners.push(local);
        }
        self.note_calculated(name, local, &value);
        if let Some(range) = self.bounds(&value).or_else(|| self.range_of(&value)) {
            self.ranges.insert(local, range);
        }
        Statement::bind(local, value, span)
    }

    fn if_(
        &mut self,
        condition: &ast::Expr,
        then: &ast::Block,
        otherwise: Option<&ast::Block>,
    ) -> StatementKind {
        let condition = self.condition(condition);
        let mark = self.enter();
        self.assume(&condition, true);
        let then = self.block(then);
        self.leave(mark);
        let mark = self.enter();
        self.assume(&condition, false);
        let otherwise = otherwise.map_or_else(Block::new, |block| self.block(block));
        self.leave(mark);
        if ends(&then) {
            self.assume(&condition, false);
        } else if ends(&otherwise) {
            self.assume(&condition, true);
        }
        StatementKind::If {
            condition,
            then,
            otherwise,
        }
    }

    pub(super) fn unit(&mut self, unit: &ast::Expr) -> Expr {
        let unit = self.expr(unit, None);
        let unit = self.some(unit);
        if !matches!(unit.ty, Type::Unit(_)) {
            self.wrong_type(unit.span, unit.ty, "a unit");
        }
        unit
    }

    fn call_line(&mut self, call: &ast::Expr) -> Expr {
        let call = self.expr(call, None);
        let called = call.call().map(|(procedure, _)| procedure.at());
        let called = called.and_then(|at| self.checker.book.procedures.get(at));
        let does = called.is_some_and(|called| called.ability > Ability::Formula);
        if !does && call.constant_value().is_none() {
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    "this line has no effect: it only looks something up",
                )
                .label(call.span, "")
                .help("name the value: `NAME = …`, or delete the line"),
            );
        }
        call
    }
}

/// Describes the construct that ends before an unreachable line.
fn ended_by(block: &[Statement]) -> &'static str {
    match block.last().map(|last| &last.kind) {
        Some(StatementKind::Next) => "the round has ended here",
        Some(StatementKind::Done) => "the loop has ended here",
        _ => "the rule has ended here",
    }
}

/// Whether a sum or product reads a name.
fn reads_name(expr: &ast::Expr, name: &str) -> bool {
    let is_in = |(_, left, right)| reads_name(left, name) || reads_name(right, name);
    expr.value.name() == Some(name) || expr.value.binary().is_some_and(is_in)
}
