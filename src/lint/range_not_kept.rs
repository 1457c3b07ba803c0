//! Results and arguments that can be out of the range that is declared for them.
//!
//! Reports: E0642.

use std::collections::BTreeSet;

use super::Context;
use super::domain::{Basis, ValueSet};
use super::other_extreme;
use super::transfer::Bounded;
use super::trial::situation::{Given, question};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Dimension, NONE, Parameter, ProcedureId, RuleBook, Type, walk_statement, walk_statements,
    walk_within,
};
use sandtable_syntax::ast::Literal;

/// Greatest number of combinations of values for which a rule is run.
const MAX_SITUATIONS: usize = 256;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut reported = BTreeSet::new();
    for bounded in context.values.bounded() {
        if let Some(finding) = out_of_range(context.book, bounded)
            && reported.insert(bounded.span)
        {
            // Values that depend on each other: the rule itself shows whether the range is kept.
            let is_open = bounded.values.basis == Basis::Correlated && bounded.parameter.is_none();
            if !(is_open && keeps_its_range(context, bounded)) {
                diagnostics.push(finding);
            }
        }
    }
}

/// Whether a rule of few plain parameters gives results in its range for all of their values, by its exact outcomes.
fn keeps_its_range(context: &Context<'_>, bounded: &Bounded) -> bool {
    let Some(trials) = context.trials else {
        return false;
    };
    let book = trials.book.as_ref();
    let mut procedures = book.procedures.iter().enumerate();
    let Some((at, rule)) =
        procedures.find(|(_, one)| one.is_declared() && one.naming.name == bounded.rule)
    else {
        return false;
    };
    if reads_the_state(context, ProcedureId::new(at)) {
        return false;
    }
    let Some(situations) = situations(book, &rule.parameters) else {
        return false;
    };
    let mut budget = trials.effort.budget();
    situations.iter().all(|given| {
        let question = question(book, &bounded.rule, given).filter(|_| !budget.is_spent());
        let id = ProcedureId::new(at);
        let outcomes = |question| trials.outcomes(id, given, &question, &mut budget).ok();
        let outcomes = question.and_then(outcomes);
        let result = outcomes.as_ref().and_then(|outcomes| outcomes.result());
        result.is_some_and(|(distribution, _)| {
            let (least, most) = bounded.range;
            distribution
                .keys()
                .all(|value| (least..=most).contains(value))
        })
    })
}

/// Whether a rule, or one that it calls, reads more than its parameters.
fn reads_the_state(context: &Context<'_>, id: ProcedureId) -> bool {
    let mut reads = false;
    for id in context.call_graph.reachable(id) {
        let called = context.book.procedures.get(id.at());
        for statement in called.iter().flat_map(|called| &called.body) {
            walk_statements(std::slice::from_ref(statement), &mut |inner| {
                reads |= inner.selection().is_some();
                !reads
            });
            walk_statement(statement, &mut |expr| {
                walk_within(expr, &mut |inner| {
                    let is_closed = inner.is_fixed()
                        || inner.is_roll()
                        || inner.call().is_some()
                        || inner.lookup().is_some();
                    reads |= !is_closed || inner.field().is_some() || inner.option().is_some();
                });
            });
        }
    }
    reads
}

/// Returns every combination of the values of some parameters; `None` if there are many, or one of them is a unit.
fn situations(book: &RuleBook, parameters: &[Parameter]) -> Option<Vec<Vec<Given>>> {
    let mut situations: Vec<Vec<Given>> = vec![Vec::new()];
    for parameter in parameters {
        let values: Vec<Literal> = match parameter.ty {
            Type::Number(_) if parameter.low > NONE && parameter.ty.parts().is_none() => {
                let width = parameter.high.checked_sub(parameter.low)?;
                let is_few = usize::try_from(width).is_ok_and(|width| width < MAX_SITUATIONS);
                let numbers = is_few.then_some(parameter.low..=parameter.high)?;
                numbers.map(Literal::Number).collect()
            }
            Type::Flag => ["no", "yes"]
                .map(|word| Literal::Word(word.to_owned()))
                .into(),
            Type::Words(id) => {
                let words = book.words.get(id.at())?.words.iter();
                words.map(|word| Literal::Word(word.clone())).collect()
            }
            Type::Number(_)
            | Type::Face(_)
            | Type::Unit(_)
            | Type::Dice
            | Type::Place
            | Type::Side
            | Type::Unknown => return None,
        };
        if situations.len().checked_mul(values.len())? > MAX_SITUATIONS {
            return None;
        }
        let place = vec![parameter.name.clone()];
        let longer = situations.iter().flat_map(|given| {
            let values = values.iter();
            values.map(|value| {
                let own = (place.clone(), value.clone());
                given.iter().cloned().chain([own]).collect()
            })
        });
        situations = longer.collect();
    }
    Some(situations)
}

fn out_of_range(book: &RuleBook, bounded: &Bounded) -> Option<Diagnostic> {
    let (low, high) = bounded.values.range()?;
    let (least, most) = bounded.range;
    let (is_below, is_above) = (low < i64::from(least), high > i64::from(most));
    // A range without an end says that nothing is known of the value, not that it is out of the range.
    let is_unbounded =
        is_below && low <= i64::from(NONE) + 1 || is_above && high >= i64::from(i32::MAX);
    if low > high || is_unbounded || !is_below && !is_above {
        return None;
    }
    // A track without bounds, or values that depend on each other, may be in the range nevertheless.
    let is_outside = high < i64::from(least) || low > i64::from(most);
    let confidence = match bounded.values.basis {
        Basis::Declared if is_outside => Confidence::Certain,
        Basis::Declared => Confidence::Likely,
        Basis::State | Basis::Correlated => Confidence::Possible,
    };
    // Numbers in hexes, say, are described without the measure.
    let ty = match bounded.ty.parts() {
        Some(_) => bounded.ty,
        None => Type::Number(Dimension::Plain),
    };
    let range = ValueSet::interval(i64::from(least), i64::from(most)).describe(book, ty);
    let rule = &bounded.rule;
    let finding = match &bounded.parameter {
        None => Diagnostic::new(
            Code::RangeNotKept,
            format!("this can be out of the range that `{rule}` declares for its result"),
        ),
        Some((name, _)) => Diagnostic::new(
            Code::RangeNotKept,
            format!("this can be out of the range that `{rule}` declares for `{name}`"),
        ),
    };
    let finding = finding.label(
        bounded.span,
        format!("the value is {}", bounded.values.describe(book, ty)),
    );
    let finding = match &bounded.parameter {
        Some((name, span)) => finding.label(*span, format!("`{name}` is {range}")),
        None => finding,
    };
    let wider = match &bounded.parameter {
        None => "declare a wider range",
        Some(_) => "declare a wider range for the parameter",
    };
    // A limit that leaves one value would only hide a slip in the formula.
    let (lowest, highest) = (low.max(i64::from(least)), high.min(i64::from(most)));
    let cure = if lowest > highest {
        format!(
            "compare the formula with the rule: no value of it is in the range; otherwise {wider}"
        )
    } else if lowest == highest && low < high {
        let only = ValueSet::interval(lowest, highest).describe(book, ty);
        format!(
            "compare the formula with the rule: of its values only {only} is in the range; otherwise {wider}"
        )
    } else {
        let limits = bounded.ty.limits(bounded.range);
        format!("{wider}, or limit it: `… limited to {limits}`")
    };
    let other = match &bounded.parameter {
        None => {
            let mut formulas = book.procedures.iter();
            let formula = formulas.find(|one| one.naming.name == *rule);
            formula.and_then(|formula| other_extreme::find(book, formula))
        }
        Some(_) => None,
    };
    let cure = match other {
        Some(words) => other_extreme::cure(words, &cure),
        None => cure,
    };
    Some(
        finding
            .help(cure)
            .confidence(confidence)
            .cite(bounded.citations.iter().map(String::as_str)),
    )
}
