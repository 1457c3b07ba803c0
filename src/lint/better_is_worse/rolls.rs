//! Rolls that are monotone in an input, but for a few steps: run with one input varied, all else being the same.

use std::collections::BTreeSet;

use super::inputs::{Input, ordered_inputs};
use super::reads::Reads;
use super::{LIKELY_RATIO, POSSIBLE_RATIO};
use crate::Context;
use crate::trial::situation::{Given, draw, given_text, question};
use crate::trial::{Effort, Reason, TrialBudget, TrialDistribution, Trials, describe, is_writable};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_eval::dice::Dice;
use sandtable_eval::dominates;
use sandtable_ir::Shown;
use sandtable_model::{Ability, Entry, Meaning, NONE, Procedure, ProcedureId, RuleBook, Type};
use sandtable_source::Span;
use sandtable_syntax::ast::Literal;

/// Two neighbouring values of an input.
struct Pair {
    given: Vec<Given>,
    values: (Literal, Literal),
    distributions: (TrialDistribution, TrialDistribution),
    shown: Shown,
}

/// The steps along one input, and the first in each direction.
#[derive(Default)]
struct Steps {
    n_rising: usize,
    n_falling: usize,
    rising: Option<Pair>,
    falling: Option<Pair>,
}

/// One parameter of one roll, along which results are compared.
struct Along<'b> {
    id: ProcedureId,
    roll: &'b Procedure,
    input: Input,
    /// A table that it reads has cells without a result.
    can_be_out_of_reach: bool,
    steps: Steps,
}

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let Some(trials) = context.trials else {
        return;
    };
    let book = trials.book.as_ref();
    let mut budget = trials.effort.budget();
    let reported = tables_out_of_line(book, diagnostics);
    let mut all: Vec<Along<'_>> = Vec::new();
    for (at, roll) in book.procedures.iter().enumerate() {
        let id = ProcedureId::new(at);
        if roll.ability != Ability::Roll || roll.of_kind.is_some() || !is_ordered(book, roll) {
            continue;
        }
        let reads = Reads::of(book, id);
        // The finding about the table explains those of the roll.
        if reads
            .tables
            .iter()
            .any(|table| reported.contains(&table.at()))
        {
            continue;
        }
        let mut tables = reads
            .tables
            .iter()
            .filter_map(|id| book.tables.get(id.at()));
        let can_be_out_of_reach = tables.any(|table| {
            let mut meanings = table.meanings.iter();
            meanings.any(|meaning| matches!(meaning, Meaning::Value(NONE)))
        });
        let inputs = ordered_inputs(book, roll, &reads).into_iter();
        all.extend(inputs.map(|input| Along {
            id,
            roll,
            input,
            can_be_out_of_reach,
            steps: Steps::default(),
        }));
    }
    let mut given_up = BTreeSet::new();
    for situation in 0..trials.effort.situations() {
        for along in &mut all {
            if given_up.contains(&along.id) {
                continue;
            }
            if budget.is_spent() {
                context.leave_unfinished(Code::BetterIsWorse, &along.roll.naming);
                continue;
            }
            if let Err(reason) = follow(trials, along, situation, &mut budget) {
                given_up.insert(along.id);
                context.skip(reason, &along.roll.naming);
            }
        }
    }
    for along in all {
        diagnostics.extend(finding(trials, along));
    }
}

/// Returns the tables that have a finding of this code already.
fn tables_out_of_line(book: &RuleBook, diagnostics: &Diagnostics) -> BTreeSet<usize> {
    let found = diagnostics.iter();
    let places: Vec<Span> = found
        .filter(|finding| finding.code == Code::BetterIsWorse)
        .filter_map(|finding| Some(finding.labels.first()?.span))
        .collect();
    let tables = book.tables.iter().enumerate();
    let reported = tables.filter(|(_, table)| {
        let mut cells = table.drawn.iter();
        cells.any(|cell| {
            let mut spans = cell.keys.iter().chain([&cell.span]);
            spans.any(|span| places.contains(span))
        })
    });
    reported.map(|(at, _)| at).collect()
}

/// Whether the results of a roll are ordered; outcomes are, as listed, if almost all steps keep to that order.
fn is_ordered(book: &RuleBook, roll: &Procedure) -> bool {
    let Some(result) = roll.result else {
        return false;
    };
    match result.ty {
        Type::Number(_) | Type::Flag => true,
        Type::Words(id) => {
            let list = book.words.get(id.at());
            roll.outcomes.is_some() || list.is_some_and(|list| list.ordered)
        }
        Type::Face(_) | Type::Dice | Type::Unit(_) | Type::Place | Type::Side | Type::Unknown => {
            false
        }
    }
}

/// Returns a situation with another value of an input.
fn with(given: &[Given], place: &[String], value: &Literal) -> Vec<Given> {
    let mut others: Vec<Given> = given.iter().filter(|one| one.0 != place).cloned().collect();
    others.push((place.to_vec(), value.clone()));
    others
}

/// Returns the distribution of the result of a roll; `None` in a situation in which it has none.
fn result(
    trials: &Trials<'_>,
    (id, name): (ProcedureId, &str),
    given: &[Given],
    budget: &mut TrialBudget,
) -> Result<Option<(TrialDistribution, Shown)>, Reason> {
    let Some(question) = question(&trials.book, name, given) else {
        return Ok(None);
    };
    match trials.outcomes(id, given, &question, budget) {
        Ok(outcomes) => {
            let result = outcomes.result();
            let result = result.filter(|(distribution, _)| !distribution.contains_key(&NONE));
            Ok(result.map(|(distribution, shown)| (distribution, shown.clone())))
        }
        Err(Reason::NoResult) => Ok(None),
        Err(reason) => Err(reason),
    }
}

/// Compares all neighbouring values of an input in one situation.
///
/// Errors: why the roll has no outcomes to compare.
fn follow(
    trials: &Trials<'_>,
    along: &mut Along<'_>,
    situation: u64,
    budget: &mut TrialBudget,
) -> Result<(), Reason> {
    let name = &along.roll.naming.name;
    let base = base(&trials.book, along.id, situation).ok_or(Reason::NoUnit)?;
    let mut results = Vec::new();
    for value in &along.input.values {
        let given = with(&base, &along.input.place, value);
        results.push(result(trials, (along.id, name), &given, budget)?);
    }
    let mut points: Vec<_> = along.input.values.iter().zip(results).collect();
    if along.can_be_out_of_reach {
        // Where a table has no result at its ends, nothing is rolled, and nothing is compared.
        let is_certain = |(_, result): &(&Literal, Option<(TrialDistribution, Shown)>)| {
            result
                .as_ref()
                .is_none_or(|(distribution, _)| distribution.len() == 1)
        };
        let n_first = points.iter().take_while(|point| is_certain(point)).count();
        points.drain(..n_first);
        while points.last().is_some_and(is_certain) {
            points.pop();
        }
    }
    for pair in points.windows(2) {
        let [
            (first, Some((known, _))),
            (value, Some((distribution, shown))),
        ] = pair
        else {
            continue;
        };
        let pair = || Pair {
            given: base.clone(),
            values: (Literal::clone(first), Literal::clone(value)),
            distributions: (known.clone(), distribution.clone()),
            shown: shown.clone(),
        };
        match (
            dominates(distribution, known),
            dominates(known, distribution),
        ) {
            (true, false) => {
                along.steps.n_rising += 1;
                along.steps.rising.get_or_insert_with(pair);
            }
            (false, true) => {
                along.steps.n_falling += 1;
                along.steps.falling.get_or_insert_with(pair);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Draws a situation; situation 0 gives only values without defaults.
fn base(book: &RuleBook, id: ProcedureId, situation: u64) -> Option<Vec<Given>> {
    let mut given = draw(book, Entry::Procedure(id), &mut Dice::new(situation))?;
    if situation == 0 {
        let has_default = |place: &[String]| match place {
            [name] => {
                let mut facts = book.facts.iter();
                facts.any(|fact| fact.naming.name == *name && fact.default.is_some())
            }
            _ => true,
        };
        given.retain(|(place, _)| !has_default(place));
    }
    Some(given)
}

fn finding(trials: &Trials<'_>, mut along: Along<'_>) -> Option<Diagnostic> {
    let Steps {
        n_rising,
        n_falling,
        rising,
        falling,
    } = std::mem::take(&mut along.steps);
    let (few, n_few, n_many, goes) = match n_rising < n_falling {
        true => (rising, n_rising, n_falling, "higher"),
        false => (falling, n_falling, n_rising, "lower"),
    };
    let pair = few.filter(|_| n_few * POSSIBLE_RATIO <= n_many)?;
    let confidence = match n_few * LIKELY_RATIO <= n_many {
        true => Confidence::Likely,
        false => Confidence::Possible,
    };
    let elsewhere = if goes == "higher" { "lower" } else { "higher" };
    let (naming, input) = (&along.roll.naming, &along.input);
    let name = &naming.name;
    let pair = minimised(trials, &along, pair, goes == "higher");
    let (first, second) = (literal_text(&pair.values.0), literal_text(&pair.values.1));
    let message = format!(
        "a higher {} gives `{name}` a {goes} result here, but a {elsewhere} one elsewhere",
        input.name
    );
    let at = |value: &str, distribution: &TrialDistribution| {
        format!(
            "{} {value}: {}",
            input.name,
            describe(distribution, &pair.shown)
        )
    };
    let both = format!(
        "{}; {}",
        at(&first, &pair.distributions.0),
        at(&second, &pair.distributions.1)
    );
    let others = match pair.given.is_empty() {
        true => String::new(),
        false => format!(", with {}", given_text(&pair.given)),
    };
    let examples = [
        (&pair.values.0, &pair.distributions.0),
        (&pair.values.1, &pair.distributions.1),
    ];
    let examples = examples
        .map(|(value, distribution)| example(along.roll, input, &pair, value, distribution));
    let examples = match is_writable(&pair.given) {
        true => examples.join("\n"),
        false => String::new(),
    };
    Some(
        Diagnostic::new(Code::BetterIsWorse, message)
            .label(naming.span, both)
            .label(input.span, format!("from {first} to {second}{others}"))
            .help(
                "check the tables and modifiers that it uses: a number is out of order, or a \
                modifier has the wrong sign",
            )
            .cite(naming.citations.iter().map(String::as_str))
            .confidence(confidence)
            .example(examples),
    )
}

/// Returns the pair in the smallest situation that still shows the step.
fn minimised(trials: &Trials<'_>, along: &Along<'_>, mut pair: Pair, is_rising: bool) -> Pair {
    let (rule, input) = ((along.id, along.roll.naming.name.as_str()), &along.input);
    pair.given.retain(|(place, _)| *place != input.place);
    for at in (0..pair.given.len()).rev() {
        let mut fewer = pair.given.clone();
        fewer.remove(at);
        let mut budget = Effort::thorough().budget();
        let mut repeat = |value: &Literal| {
            let given = with(&fewer, &input.place, value);
            result(trials, rule, &given, &mut budget)
        };
        let (Ok(Some((one, _))), Ok(Some((other, _)))) =
            (repeat(&pair.values.0), repeat(&pair.values.1))
        else {
            continue;
        };
        let directions = (dominates(&other, &one), dominates(&one, &other));
        if directions == (is_rising, !is_rising) {
            pair.given = fewer;
            pair.distributions = (one, other);
        }
    }
    pair
}

fn literal_text(value: &Literal) -> String {
    match value {
        Literal::Number(number) => number.to_string(),
        Literal::Word(word) => word.clone(),
    }
}

/// Returns an example that shows one of a pair.
fn example(
    roll: &Procedure,
    input: &Input,
    pair: &Pair,
    value: &Literal,
    distribution: &TrialDistribution,
) -> String {
    let name = &roll.naming.name;
    let is = match roll.result.map(|result| result.ty) {
        Some(Type::Number(_)) => "=",
        _ => "is",
    };
    let place = input.place.join(".");
    let given = given_text(&with(&pair.given, &input.place, value));
    let odds = distribution.iter().map(|(value, chance)| {
        let value = sandtable_eval::wording::show(*value, &pair.shown, &[]);
        format!("  odds    {name} {is} {value}: {chance}\n")
    });
    let odds: String = odds.collect();
    let value = literal_text(value);
    format!("example \"{name} at {place} {value}\"\n  given   {given}\n  run     {name}\n{odds}")
}
