//! Worked examples: run with the dice and choices written down, step by step, and compared with their expectations.

mod cases;
mod expected;
mod printed;

use std::borrow::Cow;
use std::sync::Arc;

use crate::exercised::Exercised;
use crate::script_errors::{judgement_left_over, trouble};
use crate::scripted::{Choices, Script, Why};
use crate::trace::{Faces, Story, Trouble, explain};
use crate::why_not::Inquiry;
pub use expected::asked_about;
use expected::{differs, was_refused};
use sandtable_diagnostic::{Code, CommandHelp, Diagnostic};
use sandtable_eval::budget::Budget;
use sandtable_eval::chance::Chance;
use sandtable_eval::coverage::follow;
use sandtable_eval::dice::Dice;
use sandtable_eval::exact::odds;
use sandtable_eval::policy::Unstated;
use sandtable_ir::{OutputSpec, Program, lower, optimise};
use sandtable_model::{
    Answers, Example, ExampleStep, Expected, Expr, GivenAnswers, Question, RuleBook, TrackId, Type,
};
use sandtable_source::{SourceMap, Span, Spanned};
use sandtable_syntax::ast::WrittenChance;

/// The result of an example.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Findings about differences from the expectations; empty if the example passes.
    pub findings: Vec<Diagnostic>,
    /// Results of the steps that were run.
    pub steps: Vec<StepOutcome>,
    /// Everything that the run exercised.
    pub exercised: Exercised,
}

/// The result of a step of an example.
#[derive(Debug)]
pub struct StepOutcome {
    /// The question, with the final state of the step before as its starting state.
    pub run: StepRun,
    /// The story, if the step was run with given answers.
    pub story: Option<Story>,
    /// Whether the run was refused; `None` if it did not complete.
    pub refused: Option<bool>,
    /// The result of each `expect`; empty if the run did not complete.
    pub expects: Vec<ExpectOutcome>,
    /// Errors other than a failed `expect`: missing dice, faults.
    pub troubles: Vec<String>,
}

/// The result of an `expect`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExpectOutcome {
    /// Whether the expectation is met.
    pub holds: bool,
    /// The type and value of the expression that it compares, such as 2 for `target.hits`.
    pub asked: Option<(Type, i32)>,
}

/// One run with given answers.
#[derive(Debug, Clone)]
pub struct StepRun {
    /// Question to run, with the state that it starts from.
    pub question: Question,
    /// The given answers.
    pub answers: Answers,
    /// Whether the given choices include answers to decisions with one legal answer.
    pub with_settled: bool,
    /// The run as a whole, for findings.
    pub span: Span,
}

impl StepRun {
    fn new(question: Question, answers: &Answers, span: Span) -> Self {
        let conditions = (!answers.conditions.is_empty()).then(|| GivenAnswers {
            conditions: answers.conditions.clone(),
            by_driver: true,
            ..GivenAnswers::default()
        });
        Self {
            question: Question {
                script: conditions.map(Arc::new),
                ..question
            },
            answers: answers.clone(),
            with_settled: false,
            span,
        }
    }

    /// Runs a program of this question with the given answers.
    pub fn tell(&self, book: &RuleBook, program: &Program) -> Story {
        self.tell_why(book, program, None, None)
    }

    /// As [`Self::tell`]; choices that are not given take the answer of highest worth, or the first.
    pub fn tell_with_choices(&self, book: &RuleBook, program: &Program) -> Story {
        self.tell_why(book, program, None, Some(Unstated::First))
    }

    fn tell_why(
        &self,
        book: &RuleBook,
        program: &Program,
        why: Option<Why<'_>>,
        rest: Option<Unstated>,
    ) -> Story {
        self.tell_by(book, program, why, rest, None)
    }

    /// Runs the program; with a seed, dice are rolled.
    fn tell_by(
        &self,
        book: &RuleBook,
        program: &Program,
        why: Option<Why<'_>>,
        rest: Option<Unstated>,
        seed: Option<u64>,
    ) -> Story {
        let answers = &self.answers;
        let dice = answers.dice.as_ref();
        let dice = dice.map_or(&[][..], |dice| dice.value.as_slice());
        let faces: Vec<String> = dice.iter().map(|shown| shown.face.value.clone()).collect();
        let labels = dice.iter().map(|shown| shown.label.as_ref());
        let labels: Vec<Option<String>> = labels
            .map(|label| label.map(|label| label.value.clone()))
            .collect();
        let choices: Vec<String> = self.choices().iter().map(|one| one.value.clone()).collect();
        let judged = answers.judged.iter();
        let judged: Vec<(String, i32)> = judged.map(|judged| judged.value.clone()).collect();
        let names = self.question.unit_names(book);
        let script = Script {
            faces: match seed {
                Some(seed) => Faces::Rolled(Dice::new(seed)),
                None => Faces::Given(&faces),
            },
            labels: &labels,
            choices: Choices::Given {
                words: &choices,
                conditions: &answers.conditions,
                rest: rest
                    .or(answers.rest_by_policy.then_some(Unstated::Refuse))
                    .map(|rest| (rest, Dice::new(0))),
                with_settled: self.with_settled,
            },
            judged: &judged,
            names: &names,
            why,
        };
        let units = self.question.titles_with_owners();
        explain(program, &units, script, Budget::STEPS)
    }

    fn choices(&self) -> &[Spanned<String>] {
        let choices = self.answers.choices.as_ref();
        choices.map_or(&[][..], |choices| choices.value.as_slice())
    }

    /// Sets `with_settled` so that the given choices fit one of a few random runs; returns the finding of the first misfit if none
    /// does.
    fn fit(&mut self, book: &RuleBook) -> Option<Diagnostic> {
        /// Number of runs that are rolled.
        const TRIES: u64 = 32;
        if self.choices().is_empty() {
            return None;
        }
        let lowered = lower::run(book, &self.question, OutputSpec::Conditions(&[]));
        let mut first = None;
        for with_settled in [false, true] {
            self.with_settled = with_settled;
            for seed in 0..TRIES {
                let story = self.tell_by(book, &lowered.program, None, None, Some(seed));
                if story.fits(self.choices().len()) {
                    return None;
                }
                if first.is_none() {
                    let place = Some(self.span);
                    first = trouble(&lowered.program, &story, &[], self.choices(), place);
                }
            }
        }
        self.with_settled = false;
        first
    }

    /// Runs a program; if the given choices do not fit, runs it again with answers to decisions that have only one.
    fn run(&mut self, book: &RuleBook, program: &Program, why: Option<Why<'_>>) -> Story {
        let story = self.tell_why(book, program, why, None);
        let n_choices = self.choices().len();
        if n_choices == 0 || story.fits(n_choices) || story.settled.is_empty() {
            return story;
        }
        self.with_settled = true;
        let other = self.tell_why(book, program, why, None);
        if !other.fits(n_choices) {
            self.with_settled = false;
            return story;
        }
        other
    }

    /// Returns the finding about wrong answers, or about the run itself.
    fn trouble(&self, program: &Program, story: &Story) -> Option<Diagnostic> {
        let answers = &self.answers;
        let dice = answers.dice.as_ref();
        let (given, place) = match dice {
            Some(dice) => (dice.value.as_slice(), dice.span),
            None => (&[][..], self.span),
        };
        let faces: Vec<Spanned<String>> = given.iter().map(|shown| shown.face.clone()).collect();
        if let Some(Trouble::Mislabelled(at, pool)) = &story.trouble {
            let label = given.get(*at).and_then(|shown| shown.label.as_ref())?;
            return Some(crate::script_errors::mislabelled(label, pool));
        }
        let found = trouble(program, story, &faces, self.choices(), Some(place));
        found.or_else(|| {
            let mut judged = answers.judged.iter().zip(&story.judged);
            let (judged, _) = judged.find(|(_, was_asked)| !**was_asked)?;
            Some(judgement_left_over(&judged.value.0, judged.span))
        })
    }

    /// Returns the question with the answers compiled in, so that exact odds follow them along each line of play.
    fn scripted(&self, book: &RuleBook) -> Cow<'_, Question> {
        let (answers, choices) = (&self.answers, self.choices());
        if choices.is_empty() && answers.judged.is_empty() {
            return Cow::Borrowed(&self.question);
        }
        let mut judged: Vec<(_, Vec<i32>)> = Vec::new();
        for given in &answers.judged {
            let (name, value) = &given.value;
            let facts = book.facts.iter();
            let Some(at) = facts.clone().position(|fact| fact.naming.name == *name) else {
                continue;
            };
            let id = sandtable_model::FactId::new(at);
            match judged.iter_mut().find(|(known, _)| *known == id) {
                Some((_, values)) => values.push(*value),
                None => judged.push((id, vec![*value])),
            }
        }
        let given = GivenAnswers {
            choices: choices.iter().map(|choice| choice.value.clone()).collect(),
            conditions: answers.conditions.clone(),
            by_driver: false,
            with_settled: self.with_settled,
            judged,
        };
        Cow::Owned(Question {
            script: Some(Arc::new(given)),
            ..self.question.clone()
        })
    }
}

/// Final state of a step, for the next one.
struct End {
    program: Program,
    registers: Vec<i32>,
}

/// Returns the question with the final state of the step before, except for values that the question gives.
fn continued(book: &RuleBook, question: &Question, end: Option<&End>) -> Question {
    let mut question = question.clone();
    let Some(end) = end else {
        return question;
    };
    let n_units = end.program.n_units as usize;
    for (slot, value) in end.program.slots.iter().zip(&end.registers) {
        let Some((track, about)) = track_of(book, n_units, slot.track as usize) else {
            continue;
        };
        let Some(unit) = question.cast.get_mut(slot.unit as usize) else {
            continue;
        };
        match about {
            None if !unit.starts.iter().any(|(known, _)| *known == track) => {
                unit.starts.push((track, *value));
            }
            Some(other)
                if !unit
                    .starts_about
                    .iter()
                    .any(|(known, of, _)| (*known, *of) == (track, other)) =>
            {
                unit.starts_about.push((track, other, *value));
            }
            None | Some(_) => {}
        }
    }
    question
}

/// Returns the track of a slot of a program, and the index in the cast if the track has a value for each unit.
fn track_of(book: &RuleBook, n_units: usize, number: usize) -> Option<(TrackId, Option<usize>)> {
    let mut left = number;
    for (at, track) in book.tracks.iter().enumerate() {
        let n_numbers = track.index.map_or(1, |_| n_units);
        if left < n_numbers {
            return Some((TrackId::new(at), track.index.map(|_| left)));
        }
        left -= n_numbers;
    }
    None
}

/// Returns everything that an example exercises: by its runs, and on all lines of play of its chances.
pub fn exercised(book: &RuleBook, example: &Example) -> Exercised {
    let outcome = run(book, example);
    let mut exercised = outcome.exercised;
    let mut is_partial = false;
    let steps = example.steps.iter().zip(&outcome.steps);
    for (step, done) in steps {
        let question = &done.run.question;
        for (condition, _) in &step.odds {
            is_partial |= follow_all(book, question, condition.as_ref(), &mut exercised);
        }
        for table in &step.printed {
            for cell in &table.cells {
                if let Some(question) = table.questions.get(cell.question) {
                    is_partial |=
                        follow_all(book, question, cell.condition.as_ref(), &mut exercised);
                }
            }
        }
    }
    if is_partial {
        exercised.partly_followed.insert(example.title.clone());
    }
    exercised
}

/// Adds all events that can precede a condition; returns whether the search was cut off.
fn follow_all(
    book: &RuleBook,
    question: &Question,
    condition: Option<&Expr>,
    exercised: &mut Exercised,
) -> bool {
    let lowered = lower::run(book, question, OutputSpec::Conditions(&[condition]));
    let reached = follow(&lowered.program);
    exercised.add(book, question, &lowered.program, &reached);
    reached.is_partial
}

/// Runs an example.
pub fn run(book: &RuleBook, example: &Example) -> Outcome {
    run_telling(book, example, None)
}

/// As [`run`]; with sources, findings also state which part of a condition fails, in its source text.
pub fn run_telling(book: &RuleBook, example: &Example, sources: Option<&SourceMap>) -> Outcome {
    let mut outcome = Outcome::default();
    let mut end: Option<End> = None;
    for (number, step) in example.steps.iter().enumerate() {
        let is_last = number + 1 == example.steps.len();
        let question = continued(book, &step.question, end.as_ref());
        let mut runner = StepRunner {
            book,
            example,
            sources,
            outcome: &mut outcome,
        };
        let mut run = StepRun::new(question, &step.answers, example.span);
        let has_chances = !step.odds.is_empty() || !step.printed.is_empty();
        let has_answers =
            step.answers.dice.is_some() || step.answers.choices.is_some() && !has_chances;
        let is_run = has_answers || !step.expects.is_empty() || !is_last;
        if !is_run && has_chances {
            let misfit = run.fit(book);
            runner.outcome.findings.extend(misfit);
        }
        let (done, next) = match is_run {
            true => runner.expected(step, &mut run),
            false => (None, None),
        };
        runner.run_cases(step, end.as_ref());
        let scripted = run.scripted(book);
        for (condition, chance) in &step.odds {
            let finding = chance_of(book, &scripted, condition.as_ref(), chance);
            outcome.findings.extend(finding);
        }
        for table in &step.printed {
            let found = printed::compare(book, example, table, &run, |question| {
                continued(book, question, end.as_ref())
            });
            outcome.findings.extend(found);
        }
        let did_end = next.is_some();
        outcome.steps.push(done.unwrap_or(StepOutcome {
            run,
            story: None,
            refused: None,
            expects: Vec::new(),
            troubles: Vec::new(),
        }));
        if !did_end && !is_last {
            break;
        }
        end = next;
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

/// Runs a step of an example.
struct StepRunner<'r> {
    book: &'r RuleBook,
    example: &'r Example,
    sources: Option<&'r SourceMap>,
    outcome: &'r mut Outcome,
}

impl StepRunner<'_> {
    /// Runs the step with the given answers and evaluates every `expect`.
    fn expected(
        &mut self,
        step: &ExampleStep,
        run: &mut StepRun,
    ) -> (Option<StepOutcome>, Option<End>) {
        let book = self.book;
        let conditions: Vec<Option<&Expr>> = step.expects.iter().map(condition_of).collect();
        let values = conditions.iter();
        let values = values.map(|condition| condition.and_then(expected::asked_or_needed));
        let values: Vec<Option<Expr>> = values.collect();
        let values: Vec<Option<&Expr>> = values.iter().map(Option::as_ref).collect();
        let wanted: Vec<Option<&Expr>> = conditions.iter().chain(&values).copied().collect();
        let lowered = lower::run(book, &run.question, OutputSpec::Conditions(&wanted));
        let question = run.question.clone();
        let inquiry = self
            .sources
            .map(|sources| Inquiry::new(book, sources, &question));
        let why = inquiry.as_ref().map(|inquiry| Why {
            inquiry,
            of_all: false,
        });
        let story = run.run(book, &lowered.program, why);
        let mut done = StepOutcome {
            run: run.clone(),
            story: None,
            refused: None,
            expects: Vec::new(),
            troubles: Vec::new(),
        };
        if let Some(finding) = run.trouble(&lowered.program, &story) {
            done.troubles.push(finding.message.to_string());
            self.outcome.findings.push(finding);
        }
        let exercised = &mut self.outcome.exercised;
        exercised.add(book, &question, &lowered.program, &story.reached);
        let numbers = story.outcome.clone();
        let mut end = None;
        if let Some((refused, numbers)) = numbers.as_deref().and_then(<[i32]>::split_first) {
            let refused = *refused != 0;
            let (holds, found) = numbers.split_at(conditions.len().min(numbers.len()));
            done.refused = Some(refused);
            for (number, expected) in step.expects.iter().enumerate() {
                let held = holds.get(number).is_some_and(|holds| *holds != 0);
                let is_compared = conditions.get(number).copied().flatten();
                let is_compared = is_compared.and_then(expected::asked_about).is_some();
                let asked = values.get(number).copied().flatten();
                let asked = asked.filter(|_| is_compared);
                done.expects.push(ExpectOutcome {
                    holds: expected::holds(expected, held, refused, &story),
                    asked: asked.and_then(|asked| Some((asked.ty, *found.get(number)?))),
                });
            }
            let mut all = step.expects.iter().zip(&done.expects);
            let expects_refusal = all.any(|(expected, outcome)| {
                expected::is_of_refusal(expected) && (outcome.holds || !is_condition(expected))
            });
            if refused && !expects_refusal {
                let finding = was_refused(self.example, self.example.span, &story);
                self.outcome.findings.push(finding);
            } else {
                for (number, expected) in step.expects.iter().enumerate() {
                    let outcome = done.expects.get(number);
                    if outcome.is_some_and(|outcome| !outcome.holds) {
                        let asked = values.get(number).copied().flatten();
                        let asked = asked.zip(found.get(number).copied());
                        let finding = differs(self, run, expected, asked, &story);
                        self.outcome.findings.push(finding);
                    }
                }
            }
            end = Some(End {
                registers: story.state.clone(),
                program: lowered.program,
            });
        } else if numbers.is_some() {
            let message = "an outcome that does not begin with the refusal";
            let ours = Diagnostic::new(Code::InternalError, message);
            let ours = ours.label(self.example.span, "this example");
            self.outcome.findings.push(ours);
        }
        done.story = Some(story);
        (Some(done), end)
    }
}

/// Returns the condition of an `expect` of that form.
fn condition_of(expected: &Spanned<Expected>) -> Option<&Expr> {
    match &expected.value {
        Expected::Holds(condition) => Some(condition),
        Expected::Refused
        | Expected::RefusedBy(_)
        | Expected::Offered { .. }
        | Expected::Order(_) => None,
    }
}

fn is_condition(expected: &Spanned<Expected>) -> bool {
    condition_of(expected).is_some()
}

/// Returns the exact chance of a condition at the end; with `None`, of a refusal.
///
/// Errors: a fault of the run.
pub fn chance(
    book: &RuleBook,
    question: &Question,
    condition: Option<&Expr>,
) -> Result<Chance, Diagnostic> {
    let lowered = lower::for_odds(book, question, OutputSpec::Conditions(&[condition]));
    let program = optimise::run(&lowered.program);
    let distribution =
        odds(&program, &Budget::default()).map_err(|fault| fault.diagnostic(&program))?;
    Ok(distribution.chance_that(|outcome| outcome.get(1).is_some_and(|holds| *holds != 0)))
}

/// As [`chance`], for a step of an example: its choices and judgements apply on each line of play.
///
/// Errors: a fault of the run.
pub fn chance_in(
    book: &RuleBook,
    run: &StepRun,
    condition: Option<&Expr>,
) -> Result<Chance, Diagnostic> {
    chance(book, &run.scripted(book), condition)
}

/// Compares the exact chance of a condition with the written one.
fn chance_of(
    book: &RuleBook,
    question: &Question,
    condition: Option<&Expr>,
    expected: &Spanned<Option<WrittenChance>>,
) -> Option<Diagnostic> {
    let found = match chance(book, question, condition) {
        Ok(found) => found,
        Err(finding) => return Some(finding),
    };
    let (chance, percentage) = (found.to_string(), format!("{:.4} %", found.percent()));
    // A percentage replaces a fraction that is too long to be read; `odds` shows all of it.
    let is_long = chance.len() > LONGEST_FRACTION;
    let shown = if is_long { &percentage } else { &chance };
    let message = match &expected.value {
        None => format!("the chance is {shown}, but the example does not give it"),
        Some(written) if is_chance(&found, written) => return None,
        Some(written) => format!("the chance is {shown}, not {}", as_written(written)),
    };
    let diagnostic = Diagnostic::new(Code::ExampleFails, message);
    let diagnostic = match is_long {
        true => diagnostic
            .label(expected.span, format!("about {percentage}"))
            .help("the exact fraction has too many digits to be shown here: `odds … --format json` gives it"),
        false => diagnostic
            .label(expected.span, format!("exactly {chance}"))
            .help(format!("that is {percentage}")),
    };
    Some(match &expected.value {
        None => diagnostic.help_by(CommandHelp::Accept),
        Some(_) => diagnostic,
    })
}

/// Maximum number of characters of a fraction that a finding shows.
const LONGEST_FRACTION: usize = 120;

/// Returns a chance as its author has written it, but for a percentage: `0`, not `0/1`.
fn as_written(written: &WrittenChance) -> String {
    let WrittenChance {
        numerator,
        denominator,
    } = written;
    match denominator.as_str() {
        "1" => numerator.clone(),
        _ => format!("{numerator}/{denominator}"),
    }
}

/// Returns everything that a run exercises, whatever its expectations are.
pub fn came_by(book: &RuleBook, run: &StepRun) -> Exercised {
    let lowered = lower::run(book, &run.question, OutputSpec::Outcome);
    let reached = run.tell(book, &lowered.program).reached;
    let mut exercised = Exercised::default();
    exercised.add(book, &run.question, &lowered.program, &reached);
    exercised
}

/// Whether an exact chance equals the written fraction.
pub fn is_chance(found: &Chance, written: &WrittenChance) -> bool {
    Chance::from_digits(&written.numerator, &written.denominator)
        .is_some_and(|written| written == *found)
}
