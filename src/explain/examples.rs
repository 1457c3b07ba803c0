//! Worked examples: run as written down, compared with what is expected.

use crate::exercised::Exercised;
use crate::script_errors::{judgement_left_over, trouble};
use crate::scripted::{Choices, Script, Why};
use crate::trace::{Faces, Step, Story, explain};
use crate::why_not::Inquiry;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_eval::budget::Budget;
use sandtable_eval::chance::Chance;
use sandtable_eval::coverage::follow;
use sandtable_eval::exact::odds;
use sandtable_eval::wording::show;
use sandtable_ir::{Program, Wanted, lower, optimise, shown_on};
use sandtable_model::{Example, Expr, ExprKind, Question, RuleBook, Type};
use sandtable_source::{SourceMap, Spanned};
use sandtable_syntax::ast::Fraction;

/// The result of an example.
#[derive(Debug)]
pub struct Outcome {
    /// The differences from what is expected; none if it passes.
    pub findings: Vec<Diagnostic>,
    /// The story, if it was run with given dice.
    pub story: Option<Story>,
    /// Everything that the run exercised.
    pub exercised: Exercised,
    /// Whether it was refused; `None` if it did not come to its end.
    pub refused: Option<bool>,
    /// The result of each `expect`, if the run came to its end.
    pub expects: Vec<Expected>,
}

/// The result of an `expect`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expected {
    /// It holds.
    pub holds: bool,
    /// The value that it asks about, with its type: `target.hits` and 2.
    pub asked: Option<(Type, i32)>,
}

/// Everything that an example exercises: what its run comes by, and all that its `odds` follow.
pub fn exercised(book: &RuleBook, example: &Example) -> Exercised {
    let mut exercised = run(book, example).exercised;
    for (condition, _) in &example.odds {
        let wanted = [condition.as_ref()];
        let lowered = lower::run(book, &example.question, Wanted::Conditions(&wanted));
        let reached = follow(&lowered.program);
        exercised.add(book, &example.question, &lowered.program, &reached);
    }
    exercised
}

/// Runs an example.
pub fn run(book: &RuleBook, example: &Example) -> Outcome {
    run_telling(book, example, None)
}

/// As [`run`]; findings say also which part of a condition does not hold, in the words of these texts.
pub fn run_telling(book: &RuleBook, example: &Example, sources: Option<&SourceMap>) -> Outcome {
    let mut outcome = Outcome {
        findings: Vec::new(),
        story: None,
        exercised: Exercised::default(),
        refused: None,
        expects: Vec::new(),
    };
    if !example.expects.is_empty() || example.dice.is_some() || example.choices.is_some() {
        expected(book, example, sources, &mut outcome);
    }
    for (condition, chance) in &example.odds {
        let finding = chance_of(book, &example.question, condition.as_ref(), chance);
        outcome.findings.extend(finding);
    }
    for finding in &mut outcome.findings {
        for section in &example.citations {
            if !finding.citations.contains(section) {
                finding.citations.push(section.clone());
            }
        }
    }
    outcome
}

/// The value that a condition asks about: shown when it does not hold.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "what is not a question about a value has none to show"
)]
fn asked_about(condition: &Expr) -> Option<&Expr> {
    match &condition.kind {
        ExprKind::Compare { left, .. } => Some(left),
        ExprKind::Member { value, .. } => Some(value),
        ExprKind::Not(inner) => asked_about(inner),
        _ => None,
    }
}

/// Runs with the dice that are written down and looks at every `expect`.
fn expected(
    book: &RuleBook,
    example: &Example,
    sources: Option<&SourceMap>,
    outcome: &mut Outcome,
) {
    let conditions: Vec<Option<&Expr>> = example.expects.iter().map(Option::as_ref).collect();
    let values: Vec<Option<&Expr>> = conditions
        .iter()
        .map(|condition| condition.and_then(asked_about))
        .collect();
    let wanted: Vec<Option<&Expr>> = conditions.iter().chain(&values).copied().collect();
    let lowered = lower::run(book, &example.question, Wanted::Conditions(&wanted));
    let inquiry = sources.map(|sources| Inquiry::new(book, sources, &example.question));
    let why = inquiry.as_ref().map(|inquiry| Why {
        inquiry,
        of_all: false,
    });
    let story = told_why(book, example, &lowered.program, why);
    let (given, place) = match &example.dice {
        Some(dice) => (dice.value.as_slice(), dice.span),
        None => (&[][..], example.span),
    };
    let chosen = example.choices.as_ref();
    let chosen = chosen.map_or(&[][..], |choices| choices.value.as_slice());
    let finding = trouble(&lowered.program, &story, given, chosen, Some(place));
    let finding = finding.or_else(|| unjudged(example, &story));
    outcome.findings.extend(finding);
    if let Some(numbers) = &story.outcome {
        let Some((refused, numbers)) = numbers.split_first() else {
            let ours = Diagnostic::new(
                Code::OurFault,
                "an outcome that does not begin with the refusal",
            );
            outcome
                .findings
                .push(ours.label(example.span, "this example"));
            outcome.story = Some(story);
            return;
        };
        let (holds, values_found) = numbers.split_at(conditions.len().min(numbers.len()));
        outcome.refused = Some(*refused != 0);
        outcome.expects = holds
            .iter()
            .enumerate()
            .map(|(number, holds)| Expected {
                holds: *holds != 0,
                asked: values
                    .get(number)
                    .copied()
                    .flatten()
                    .and_then(|asked| Some((asked.ty, *values_found.get(number)?))),
            })
            .collect();
        let expects_refusal = conditions.iter().any(Option::is_none);
        if *refused != 0 && !expects_refusal {
            outcome.findings.push(was_refused(example, &story));
        } else {
            for (number, condition) in conditions.iter().enumerate() {
                if holds.get(number).is_none_or(|holds| *holds == 0) {
                    let value = values_found.get(number).copied();
                    let asked = values.get(number).copied().flatten();
                    outcome
                        .findings
                        .push(differs(book, example, *condition, asked, value));
                }
            }
        }
    }
    let question = &example.question;
    outcome
        .exercised
        .add(book, question, &lowered.program, &story.reached);
    outcome.story = Some(story);
}

/// A judgement that was not asked for.
fn unjudged(example: &Example, story: &Story) -> Option<Diagnostic> {
    let mut judged = example.judged.iter().zip(&story.judged);
    let (judged, _) = judged.find(|(_, was_asked)| !**was_asked)?;
    Some(judgement_left_over(&judged.value.0, judged.span))
}

/// Runs a program of an example with the dice, choices and judgements that are written down.
pub fn told(book: &RuleBook, example: &Example, program: &Program) -> Story {
    told_why(book, example, program, None)
}

fn told_why(book: &RuleBook, example: &Example, program: &Program, why: Option<Why<'_>>) -> Story {
    let words = |list: &Option<Spanned<Vec<Spanned<String>>>>| -> Vec<String> {
        list.as_ref().map_or_else(Vec::new, |list| {
            list.value.iter().map(|word| word.value.clone()).collect()
        })
    };
    let (faces, choices) = (words(&example.dice), words(&example.choices));
    let judged = example.judged.iter();
    let judged: Vec<(String, i32)> = judged.map(|judged| judged.value.clone()).collect();
    let names = example.question.unit_names(book);
    let script = Script {
        faces: Faces::Given(&faces),
        choices: Choices::Given(&choices),
        judged: &judged,
        names: &names,
        why,
    };
    let units = example.question.unit_titles();
    explain(program, &units, script, Budget::STEPS)
}

fn was_refused(example: &Example, story: &Story) -> Diagnostic {
    // Behind it stand the reasons, if any are told.
    let at = story.steps.iter().rposition(|step| step.is_refusal());
    let told = at.and_then(|at| story.steps.get(at..));
    let (refusal, reasons) = told.and_then(<[Step]>::split_first).unzip();
    let why = refusal.map_or("", |step| step.text.as_str());
    let diagnostic = Diagnostic::new(
        Code::ExampleFails,
        format!("example \"{}\": {why}", example.title),
    )
    .label(example.span, "this example");
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
        .help("give what is needed, or write `expect refused`")
}

fn differs(
    book: &RuleBook,
    example: &Example,
    condition: Option<&Expr>,
    asked: Option<&Expr>,
    value: Option<i32>,
) -> Diagnostic {
    let span = condition.map_or(example.span, |condition| condition.span);
    let got = match (condition, asked, value) {
        (None, ..) => "it was not refused".to_owned(),
        (Some(_), Some(asked), Some(value)) => {
            format!(
                "it is {}",
                show(
                    value,
                    &shown_on(book, example.question.laid.as_ref(), asked.ty),
                    &example.question.unit_titles()
                )
            )
        }
        _ => "it does not hold".to_owned(),
    };
    Diagnostic::new(
        Code::ExampleFails,
        format!(
            "example \"{}\" does not come out as expected",
            example.title
        ),
    )
    .label(span, got)
}

/// The exact chance of a condition at the end; `None` asks whether it was refused.
///
/// Errors: what goes wrong while running.
pub fn chance(
    book: &RuleBook,
    question: &Question,
    condition: Option<&Expr>,
) -> Result<Chance, Diagnostic> {
    let lowered = lower::run(book, question, Wanted::Conditions(&[condition]));
    let program = optimise::run(&lowered.program);
    let distribution =
        odds(&program, &Budget::default()).map_err(|fault| fault.diagnostic(&program))?;
    Ok(distribution.chance_that(|outcome| outcome.get(1).is_some_and(|holds| *holds != 0)))
}

/// Compares the exact chance of a condition with the one written down.
fn chance_of(
    book: &RuleBook,
    question: &Question,
    condition: Option<&Expr>,
    expected: &Spanned<Option<Fraction>>,
) -> Option<Diagnostic> {
    let found = match chance(book, question, condition) {
        Ok(found) => found,
        Err(finding) => return Some(finding),
    };
    let message = match expected.value {
        None => format!("the chance is {found}, but not written down"),
        Some(written) if is_chance(&found, written) => return None,
        Some(written) => {
            let Fraction {
                numerator,
                denominator,
            } = written;
            format!("the chance is {found}, not {numerator}/{denominator}")
        }
    };
    let diagnostic = Diagnostic::new(Code::ExampleFails, message)
        .label(expected.span, format!("exactly {found}"))
        .help(format!("that is {:.4} %", found.percent()));
    Some(match expected.value {
        None => diagnostic.help("`sandtable test --accept` writes it down"),
        Some(_) => diagnostic,
    })
}

/// Everything that the run of an example comes by, whatever it expects.
pub fn came_by(book: &RuleBook, example: &Example) -> Exercised {
    let lowered = lower::run(book, &example.question, Wanted::Outcome);
    let reached = told(book, example, &lowered.program).reached;
    let mut exercised = Exercised::default();
    exercised.add(book, &example.question, &lowered.program, &reached);
    exercised
}

/// Whether a chance is what is written down.
pub fn is_chance(found: &Chance, written: Fraction) -> bool {
    Chance::from_parts(written.numerator, written.denominator)
        .is_some_and(|written| written == *found)
}
