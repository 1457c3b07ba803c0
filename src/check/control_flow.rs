//! Control flow: outcomes, results, and that every path through a rule ends in one.
//!
//! Reports: E0203, E0206, E0210, E0211.

use super::scope::Scope;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::{describe, words_of};
use sandtable_model::{
    Among, Arithmetic, Expr, LocalId, ResultType, Statement, StatementKind, Symbol, Type, WordsId,
};
use sandtable_source::Span;
use sandtable_syntax::ast;

impl Scope<'_, '_> {
    /// `hit when cube is red`, `miss otherwise`
    pub(super) fn outcome(
        &mut self,
        word: &ast::Name,
        when: Option<&ast::Expr>,
    ) -> Option<StatementKind> {
        let (words, value) = self.outcome_word(word)?;
        let when = when.map(|when| self.condition(when));
        if let Some(condition) = &when {
            self.assume(condition, false);
        }
        Some(StatementKind::Outcome { words, value, when })
    }

    /// `hit on 5+`
    pub(super) fn outcome_on(
        &mut self,
        word: &ast::Name,
        shown: &ast::RollCondition,
    ) -> Option<StatementKind> {
        let (condition, _) = self.shows(shown);
        let (words, value) = self.outcome_word(word)?;
        let when = Some(condition);
        Some(StatementKind::Outcome { words, value, when })
    }

    /// Returns the list of an outcome of the roll being checked, and its index there.
    fn outcome_word(&mut self, word: &ast::Name) -> Option<(WordsId, i32)> {
        let Some((words, list)) = self.outcomes() else {
            // That a roll does not say how it can end has been reported at its name.
            if self.what == "a roll" && self.result.is_none() {
                return None;
            }
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    "only a roll with outcomes of its own ends like this",
                )
                .label(word.span, "")
                .help(
                    "declare the outcomes: `roll … -> hit, miss`; to give a value write `result …`",
                ),
            );
            return None;
        };
        let Some(at) = list.iter().position(|known| *known == word.value) else {
            self.report(
                Diagnostic::new(
                    Code::UnknownWord,
                    format!("`{}` is not an outcome of this roll", word.value),
                )
                .label(word.span, "")
                .suggest(&word.value, list.iter().map(String::as_str))
                .help(format!("its outcomes are {}", list.join(", "))),
            );
            return None;
        };
        let value = i32::try_from(at).unwrap_or(0);
        self.refers(word.span, Symbol::Word(words, value));
        Some((words, value))
    }

    /// The outcomes that the roll being checked names.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only this form is meant")]
    fn outcomes(&self) -> Option<(WordsId, Vec<String>)> {
        match self.result?.ty {
            Type::Words(id) if self.names_outcomes => {
                Some((id, words_of(&self.checker.book, Type::Words(id))))
            }
            _ => None,
        }
    }

    pub(super) fn result_line(&mut self, value: &ast::Expr, span: Span) -> Statement {
        let Some(result) = self.result else {
            let value = self.expr(value, self.found.first().map(|(result, _)| result.ty));
            if self.what == "a formula" {
                self.infer_result(&value);
            } else if self.what != "a roll" {
                let what = self.what;
                self.report(
                    Diagnostic::new(
                        Code::NotAllowedHere,
                        format!("{what} gives a value, but declares none"),
                    )
                    .label(span, "")
                    .help("declare it after the name: `-> 0..8`; or end the rule with `stop`"),
                );
            }
            return Statement::give(value, span);
        };
        if self.names_outcomes {
            let outcome = value.value.name().unwrap_or("hit");
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "this roll needs an outcome here")
                    .label(span, "")
                    .help(format!("write `{outcome} when …` or `{outcome} otherwise`")),
            );
        }
        let built = self.expr(value, Some(result.ty));
        let built = if result.or_none {
            built
        } else {
            self.some(built)
        };
        let built = self.fit(built, result.ty);
        let (low, high) = self.result_range;
        self.in_range(&built, low, high);
        Statement::give(built, span)
    }

    /// Infers the result type of a formula without a declared one from its first `result`.
    fn infer_result(&mut self, value: &Expr) {
        let result = ResultType {
            ty: value.ty,
            or_none: value.or_none,
        };
        let first = self.found.first().copied();
        if let Some((first, place)) = first
            && first.ty != value.ty
            && first.ty != Type::Unknown
            && value.ty != Type::Unknown
            && !matches!((first.ty, value.ty), (Type::Number(a), Type::Number(b)) if a.join(b).is_some())
        {
            let text = describe(&self.checker.book, first.ty);
            let found = describe(&self.checker.book, value.ty);
            self.report(
                Diagnostic::new(Code::WrongType, format!("expected {text}"))
                    .label(value.span, format!("this is {found}"))
                    .label(place, "as here")
                    .help("give every `result` of a rule the same type"),
            );
        }
        self.found.push((result, value.span));
    }

    /// Reports paths through a rule that end without its result.
    pub(super) fn must_end(&mut self, body: &[Statement], head: Span) {
        let needs_no_end = self.result.is_none() && self.what != "a formula";
        if needs_no_end || body.is_empty() || ends(body) || self.ends_for_each_number(body) {
            return;
        }
        let is_named = self.locals.iter().any(|local| local.name == "result");
        let cure = if is_named {
            "write `result …` without `=`: `result = …` only names a value"
        } else if self.names_outcomes {
            "end it with `… otherwise`"
        } else {
            "end it with `result …`"
        };
        self.report(
            Diagnostic::new(Code::NoResult, "this rule can end without a result")
                .label(head, "")
                .help(cure),
        );
    }

    /// Whether the lines of a block that end leave no number of a value that they compare with literals.
    fn ends_for_each_number(&self, block: &[Statement]) -> bool {
        let ending: Vec<&Expr> = block.iter().filter_map(ending_condition).collect();
        self.ranges.iter().any(|(local, (low, high))| {
            let is_small = i64::from(*high) - i64::from(*low) < MOST_NUMBERS;
            is_small
                && (*low..=*high).all(|number| {
                    let mut conditions = ending.iter();
                    conditions.any(|condition| is_met(condition, *local, number))
                })
        })
    }
}

/// Numbers of a value that are tried one by one.
const MOST_NUMBERS: i64 = 1000;

/// Returns the condition under which a statement ends the rule, and else does nothing.
#[expect(clippy::wildcard_enum_match_arm, reason = "only these are meant")]
fn ending_condition(statement: &Statement) -> Option<&Expr> {
    match &statement.kind {
        StatementKind::Outcome { when, .. } => when.as_ref(),
        StatementKind::If {
            condition, then, ..
        } if ends(then) => Some(condition),
        _ => None,
    }
}

/// Whether comparisons of a local with literals are enough to say that a condition is met by a value of it.
fn is_met(condition: &Expr, local: LocalId, value: i32) -> bool {
    let compared = |part: &Expr| {
        let bound = part.bound();
        bound.is_some_and(|bound| {
            bound.subject.local() == Some(local) && bound.order.holds(&value, &bound.number)
        })
    };
    let mut is_met = false;
    condition.chain(Arithmetic::Or, &mut |alternative| {
        let mut are_met = true;
        alternative.chain(Arithmetic::And, &mut |part| are_met &= compared(part));
        is_met |= are_met;
    });
    is_met
}

/// Whether no path through a block reaches its end: each ends the rule, or the round of the loop around it.
pub(super) fn ends(block: &[Statement]) -> bool {
    block.iter().any(|statement| match &statement.kind {
        StatementKind::Result(_)
        | StatementKind::Stop
        | StatementKind::Next
        | StatementKind::Done
        | StatementKind::Cancel
        | StatementKind::EndGame { .. } => true,
        StatementKind::Phase { body, .. } | StatementKind::Simultaneous { body } => ends(body),
        StatementKind::Outcome { when, .. } => when.is_none(),
        StatementKind::If {
            then, otherwise, ..
        } => ends(then) && ends(otherwise),
        StatementKind::Depending { arms, .. } => {
            !arms.is_empty() && arms.iter().all(|arm| ends(&arm.body))
        }
        StatementKind::Choose(choice) => match &choice.among {
            Among::Lines(lines) => {
                !choice.or_none && !lines.is_empty() && lines.iter().all(|line| ends(&line.body))
            }
            Among::Values { .. } => false,
        },
        StatementKind::Let { .. }
        | StatementKind::Needs { .. }
        | StatementKind::Must { .. }
        | StatementKind::Repeat { .. }
        | StatementKind::Count { .. }
        | StatementKind::Each { .. }
        | StatementKind::Alternate { .. }
        | StatementKind::Rank(_)
        | StatementKind::Change { .. }
        | StatementKind::OnceEach { .. }
        | StatementKind::Create { .. }
        | StatementKind::Open { .. }
        | StatementKind::Nothing
        | StatementKind::Call(_) => false,
    })
}
