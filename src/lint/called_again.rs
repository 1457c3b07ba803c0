//! Rolls, actions and tables with dice that are called again where the first call is meant: each call rolls again.
//!
//! Reports: E0695.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::written::{citations_of, walk_bodies};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;
use sandtable_syntax::ast::walk::{any, outermost, outermost_in};
use sandtable_syntax::ast::{Ability, Binary, Block, Expr, Item, Name, Order, Statement, Type};
use sandtable_syntax::value_text;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let rolling = Rolling::new(context);
    let mut reported: BTreeSet<Span> = BTreeSet::new();
    for item in context.rules.iter().flat_map(|file| &file.items) {
        let citations = citations_of(&item.value);
        walk_bodies(&item.value, &mut |block| {
            for again in rolling.repeated(block) {
                if reported.insert(again.second.span) {
                    let citations = citations.iter().map(String::as_str);
                    diagnostics.push(again.finding().cite(citations));
                }
            }
        });
    }
}

/// A call that is repeated.
struct Repetition<'t> {
    first: &'t Expr,
    second: &'t Expr,
    confidence: Confidence,
    /// The name of the first result, if it has one.
    name: Option<&'t str>,
}

impl Repetition<'_> {
    fn finding(&self) -> Diagnostic {
        let text = value_text(self.second);
        let help = match self.name {
            Some(name) => format!("write `{name}` for the first result; for a second one, name it"),
            None => format!(
                "to use one result, name it on a line above, `shown = {text}`, and ask for `shown`; for two, name both"
            ),
        };
        Diagnostic::new(
            Code::AnotherRoll,
            format!("`{text}` is carried out again here, with a result of its own"),
        )
        .label(self.second.span, "again")
        .label(self.first.span, "the first time")
        .help(help)
        .confidence(self.confidence)
    }
}

/// A call in a condition, and the test of its result.
#[derive(Clone, Copy)]
struct Asked<'t> {
    call: &'t Expr,
    test: &'t Expr,
}

/// The declarations whose calls roll or act, by name; for a table with dice, the number of its keys: with fewer arguments, a call rolls.
struct Rolling<'t>(BTreeMap<&'t str, Option<usize>>);

impl<'t> Rolling<'t> {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "only these are called, and have results that differ"
    )]
    fn new(context: &Context<'t>) -> Self {
        let items = context.rules.iter().flat_map(|file| &file.items);
        let rolling = items.filter_map(|item| match &item.value {
            Item::Procedure(procedure) if procedure.ability != Ability::Formula => {
                Some((procedure.head.name.value.as_str(), None))
            }
            Item::Table(table) => {
                let keys = table.head.parameters.as_deref().unwrap_or_default();
                let mut types = keys.iter().filter_map(|key| key.ty.as_ref());
                let has_dice = types.any(|ty| matches!(ty.value, Type::Dice { .. }));
                has_dice.then_some((table.head.name.value.as_str(), Some(keys.len())))
            }
            _ => None,
        });
        Self(rolling.collect())
    }

    /// Whether an expression is a call that rolls or acts.
    fn is_rolling(&self, expr: &Expr) -> bool {
        let known = |(name, arguments): (&Name, &[Expr])| {
            let n_keys = self.0.get(name.value.as_str())?;
            Some(n_keys.is_none_or(|n_keys| arguments.len() < n_keys))
        };
        expr.value.call().and_then(known).unwrap_or(false)
    }

    fn calls<'e>(&self, expr: &'e Expr) -> Vec<&'e Expr> {
        outermost(expr, |part| self.is_rolling(part))
    }

    /// Returns the repeated calls of a block, without those of the blocks inside of it.
    fn repeated<'b>(&self, block: &'b Block) -> Vec<Repetition<'b>> {
        let mut found = Vec::new();
        let mut outcomes: Vec<Asked<'b>> = Vec::new();
        let mut guards: Vec<Asked<'b>> = Vec::new();
        for (at, statement) in block.iter().enumerate() {
            if let Some((_, Some(when))) = statement.outcome() {
                self.ask(when, &mut outcomes, &mut found);
            }
            let Some((condition, _, otherwise)) = statement.branch() else {
                guards.clear();
                self.named(
                    statement,
                    block.get(at + 1..).unwrap_or_default(),
                    &mut found,
                );
                continue;
            };
            self.ask_branch(statement, &mut Vec::new(), &mut found);
            let asked = self.asked(condition);
            for again in &asked {
                let mut before = guards.iter().filter(|first| first.call == again.call);
                let first = before.find(|first| excludes(first.test, again.test));
                found.extend(first.map(|first| again_of(first, again.call)));
            }
            match otherwise {
                None => guards.extend(asked),
                Some(_) => guards.clear(),
            }
        }
        found
    }

    /// Adds the calls of a condition and of those that are asked if it is not met, and reports those that occur again.
    fn ask_branch<'b>(
        &self,
        statement: &'b Statement,
        chain: &mut Vec<Asked<'b>>,
        found: &mut Vec<Repetition<'b>>,
    ) {
        let Some((condition, then, otherwise)) = statement.branch() else {
            return;
        };
        self.ask(condition, chain, found);
        let asked = self.asked(condition);
        if let Some((inner, ..)) = then.first().and_then(Statement::branch) {
            for again in self.asked(inner) {
                let mut before = asked.iter().filter(|first| first.call == again.call);
                let first = before.find(|first| refines(first.test, again.test));
                found.extend(first.map(|first| again_of(first, again.call)));
            }
        }
        // A value that is used below the test of it is most likely that value.
        for used in then.iter().take(1).filter(|one| one.branch().is_none()) {
            for call in outermost_in(used, |part| self.is_rolling(part)) {
                let first = asked.iter().find(|first| first.call == call);
                found.extend(first.map(|first| Repetition {
                    confidence: Confidence::Possible,
                    ..again_of(first, call)
                }));
            }
        }
        if let Some([only]) = otherwise.map(Vec::as_slice) {
            self.ask_branch(only, chain, found);
        }
    }

    /// Adds the calls of a condition to those of its chain, and reports those that are among them with another test.
    fn ask<'b>(
        &self,
        condition: &'b Expr,
        chain: &mut Vec<Asked<'b>>,
        found: &mut Vec<Repetition<'b>>,
    ) {
        for again in self.asked(condition) {
            let same = chain.iter().filter(|first| first.call == again.call);
            // Two equal tests are two attempts.
            let is_attempt = same.clone().any(|first| first.test == again.test);
            let first = same.clone().next().filter(|_| !is_attempt);
            found.extend(first.map(|first| again_of(first, again.call)));
            chain.push(again);
        }
    }

    /// Returns the calls of a condition, each with the comparison in which it is.
    fn asked<'b>(&self, condition: &'b Expr) -> Vec<Asked<'b>> {
        if let Some((Binary::And | Binary::Or, left, right)) = condition.value.binary() {
            let parts = [left, right].into_iter();
            return parts.flat_map(|part| self.asked(part)).collect();
        }
        if let Some(inner) = condition.value.negated() {
            return self.asked(inner);
        }
        let calls = self.calls(condition).into_iter();
        let test = condition;
        calls.map(|call| Asked { call, test }).collect()
    }

    /// `hits = volley(gun)`, and a condition below it that calls `volley(gun)` without asking for `hits`.
    fn named<'b>(
        &self,
        statement: &'b Statement,
        rest: &'b [Statement],
        found: &mut Vec<Repetition<'b>>,
    ) {
        let Some((name, value)) = statement.binding() else {
            return;
        };
        if !self.is_rolling(value) {
            return;
        }
        for (condition, ..) in rest.iter().filter_map(Statement::branch) {
            let is_compared = any(condition, |part| part.value.name() == Some(&name.value));
            let mut calls = self.calls(condition).into_iter();
            let second = calls.find(|call| *call == value && !is_compared);
            found.extend(second.map(|second| Repetition {
                first: value,
                second,
                confidence: Confidence::Likely,
                name: Some(&name.value),
            }));
        }
    }
}

fn again_of<'t>(first: &Asked<'t>, second: &'t Expr) -> Repetition<'t> {
    Repetition {
        first: first.call,
        second,
        confidence: Confidence::Likely,
        name: None,
    }
}

/// Whether two tests ask whether one result is one word, and whether it is another.
fn excludes(first: &Expr, second: &Expr) -> bool {
    let words = |test: &Expr| {
        let (_, negated, words) = test.value.membership()?;
        let words = words.iter().map(|word| word.value.clone());
        (!negated).then(|| words.collect::<BTreeSet<String>>())
    };
    matches!((words(first), words(second)), (Some(one), Some(other)) if one.is_disjoint(&other))
}

/// Whether a test below a test asks for more of the same result: after `is not holds`, `is breaks`; after `>= 1`, `>= 3`.
fn refines(first: &Expr, second: &Expr) -> bool {
    if let Some((_, negated, _)) = first.value.membership() {
        return negated
            && second
                .value
                .membership()
                .is_some_and(|(_, negated, _)| !negated);
    }
    let order = |test: &Expr| test.value.comparison().map(|(order, ..)| order);
    let is_low = |order| matches!(order, Order::Less | Order::LessOrEqual);
    let is_high = |order| matches!(order, Order::Greater | Order::GreaterOrEqual);
    let Some((one, other)) = order(first).zip(order(second)) else {
        return false;
    };
    let is_narrower =
        |is_so: fn(Order) -> bool| is_so(one) && (is_so(other) || other == Order::Equal);
    first != second && (is_narrower(is_low) || is_narrower(is_high))
}
