//! Expectations of an example's run, and the finding if one fails.

use super::{StepRun, StepRunner};
use crate::trace::{Step, Story};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_eval::wording::show;
use sandtable_ir::shown_on;
use sandtable_model::{Ability, Entry, Example, Expected, Expr, NONE, Question, RuleBook};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::Event;

/// Returns the expression whose value a failing condition compares; it is shown in the finding.
pub fn asked_about(condition: &Expr) -> Option<&Expr> {
    let compared = condition.comparison().map(|one| one.left);
    compared
        .or(condition.member().map(|(value, _)| value))
        .or_else(|| asked_about(condition.negated()?))
        .or_else(|| condition.last().map(|_| condition))
}

/// As [`asked_about`]; of a condition with several parts, the first result that it needs.
pub(super) fn asked_or_needed(condition: &Expr) -> Option<Expr> {
    asked_about(condition).cloned().or_else(|| {
        let mut needed = None;
        condition.any(|inner| {
            if needed.is_none() && inner.last().is_some() {
                needed = Some(inner.clone());
            }
            false
        });
        needed
    })
}

/// Returns the label and the help of a condition that needs a result that the run lacks; `None` if the value is no such result, or is there.
pub(super) fn lacks(book: &RuleBook, asked: &Expr, value: i32) -> Option<(String, String)> {
    let procedure = book.procedures.get(asked.last()?.at())?;
    let can_be_none = procedure.result.is_some_and(|result| result.or_none);
    if value != NONE || can_be_none {
        return None;
    }
    let name = &procedure.naming.name;
    if procedure.ability == Ability::Formula {
        let names = procedure.parameters.iter().map(|one| one.name.as_str());
        let names: Vec<&str> = names.collect();
        let call = format!("{name}({})", names.join(", "));
        return Some((
            format!("`{name}` is not calculated in this run"),
            format!("write `{call}`: it is then calculated from the state at the end"),
        ));
    }
    Some((
        format!("`{name}` has no result: this run does not use it"),
        format!("expect `{name} is none`, or what this run changes"),
    ))
}

/// Whether an `expect` is about a refusal.
pub(super) fn is_of_refusal(expected: &Spanned<Expected>) -> bool {
    match &expected.value {
        Expected::Refused | Expected::RefusedBy(_) => true,
        Expected::Holds(condition) => condition.any(Expr::is_refusal),
        Expected::Offered { .. } | Expected::Order(_) => false,
    }
}

/// Whether an `expect` is met; `held` is the value of its condition.
pub(super) fn holds(
    expected: &Spanned<Expected>,
    held: bool,
    refused: bool,
    story: &Story,
) -> bool {
    match &expected.value {
        Expected::Holds(_) => held,
        Expected::Refused => refused,
        Expected::RefusedBy(why) => refused && refusals(story).any(|known| known == why),
        Expected::Offered { option, negated } => story.offered.contains(option) != *negated,
        Expected::Order(events) => out_of_order(events, story).is_none(),
    }
}

/// The texts of the `needs` that refused.
fn refusals(story: &Story) -> impl Iterator<Item = &str> {
    let texts = story.steps.iter().map(|step| step.text.as_str());
    texts.filter_map(|text| text.strip_prefix("refused: this needs "))
}

/// Returns the first event that does not follow the one before it in the run, and whether it occurs at all.
fn out_of_order<'e>(
    events: &'e [Spanned<Event>],
    story: &Story,
) -> Option<(&'e Spanned<Event>, bool)> {
    let mut after: Option<usize> = None;
    for event in events {
        let places: Vec<usize> = match &event.value {
            Event::Name(name) => {
                let begun = story.events.iter().filter(|(_, begun)| begun == name);
                begun.map(|(at, _)| *at).collect()
            }
            Event::Words(words) => {
                let told = story.steps.iter().enumerate();
                let told = told.filter(|(_, step)| step.text.contains(words));
                told.map(|(at, _)| at).collect()
            }
        };
        let next = places
            .iter()
            .copied()
            .filter(|at| after.is_none_or(|after| *at > after));
        match next.min() {
            Some(at) => after = Some(at),
            None => return Some((event, !places.is_empty())),
        }
    }
    None
}

pub(super) fn was_refused(example: &Example, span: Span, story: &Story) -> Diagnostic {
    // The steps after the refusal are its reasons, if any were recorded.
    let at = story.steps.iter().rposition(Step::is_refusal);
    let told = at.and_then(|at| story.steps.get(at..));
    let (refusal, reasons) = told.and_then(<[Step]>::split_first).unzip();
    let why = refusal.map_or("", |step| step.text.as_str());
    let diagnostic = Diagnostic::new(
        Code::ExampleFails,
        format!("example \"{}\": {why}", example.title),
    )
    .label(
        span,
        match span == example.span {
            true => "this example",
            false => "this case",
        },
    );
    let reasons = reasons.unwrap_or_default();
    let diagnostic = match refusal {
        Some(step) if reasons.is_empty() => diagnostic.label(step.span, "this is not met"),
        Some(_) | None => diagnostic,
    };
    let reasons = reasons.iter();
    reasons
        .fold(diagnostic, |diagnostic, step| {
            diagnostic.label(step.span, step.text.as_str())
        })
        .help("give the missing conditions, or write `expect refused`")
}

/// Returns the text of a value: `it is 3`.
pub(super) fn it_is(book: &RuleBook, question: &Question, asked: &Expr, value: i32) -> String {
    let shown = shown_on(book, question.board_instance.as_ref(), asked.ty);
    format!(
        "it is {}",
        show(value, &shown, &question.titles_with_owners())
    )
}

/// Whether an expression is calculated by a rule, rather than read from the state.
pub(super) fn is_calculated(asked: &Expr) -> bool {
    Entry::called_by(asked).is_some()
}

pub(super) const CALCULATED: &str =
    "rules and tables in an `expect` are calculated from the state at the end of the run";

pub(super) fn differs(
    runner: &StepRunner<'_>,
    run: &StepRun,
    expected: &Spanned<Expected>,
    asked: Option<(&Expr, i32)>,
    story: &Story,
) -> Diagnostic {
    let mut help = None;
    let mut span = expected.span;
    let got = match (&expected.value, asked) {
        (Expected::Refused, _) => {
            span = runner.example.span;
            "not refused".to_owned()
        }
        (Expected::RefusedBy(_), _) => match refusals(story).next() {
            Some(why) => {
                help = Some(format!("if intended, write `refused by \"{why}\"`"));
                format!("refused by \"{why}\"")
            }
            None if story.steps.iter().any(Step::is_refusal) => {
                help = Some("give the `needs` a text: `needs … \"a line of sight\"`".to_owned());
                "refused by a `needs` without a text".to_owned()
            }
            None => "not refused".to_owned(),
        },
        (Expected::Offered { negated: true, .. }, _) => "offered".to_owned(),
        (Expected::Offered { .. }, _) => {
            let offered: Vec<&str> = story.offered.iter().map(String::as_str).collect();
            help = Some(match offered.is_empty() {
                true => "nothing is offered in this run".to_owned(),
                false => format!("this run offers: {}", offered.join(", ")),
            });
            "not offered".to_owned()
        }
        (Expected::Order(events), _) => match out_of_order(events, story) {
            Some((event, true)) => {
                span = event.span;
                "this does not happen after the event before it".to_owned()
            }
            Some((event, false)) => {
                span = event.span;
                "this does not happen".to_owned()
            }
            None => String::new(),
        },
        (Expected::Holds(condition), Some((asked, value))) => {
            if let Some((label, cure)) = lacks(runner.book, asked, value) {
                help = Some(cure);
                label
            } else if asked_about(condition).is_none() {
                "not met".to_owned()
            } else {
                if is_calculated(asked) {
                    help = Some(CALCULATED.to_owned());
                }
                it_is(runner.book, &run.question, asked, value)
            }
        }
        (Expected::Holds(_), None) => "not met".to_owned(),
    };
    let title = &runner.example.title;
    let finding = Diagnostic::new(
        Code::ExampleFails,
        format!("example \"{title}\" gives a different result"),
    )
    .label(span, got);
    match help {
        Some(help) => finding.help(help),
        None => finding,
    }
}
