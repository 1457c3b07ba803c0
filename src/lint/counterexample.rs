//! Examples that show a finding: random situations are run until one shows it, and then minimised. The same book and finding
//! give the same example.

use crate::trial::situation::{Given, draw, given_text, question};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_eval::FaultKind;
use sandtable_eval::dice::Dice;
use sandtable_eval::wording::show;
use sandtable_explain::examples;
use sandtable_explain::scripted::{Choices, Script};
use sandtable_explain::trace::{Faces, Story, Trouble, explain};
use sandtable_ir::{Lowered, OutcomePart, OutputSpec, lower};
use sandtable_model::{Ability, Entry, Expr, NONE, ProcedureId, Question, RuleBook, Type};
use sandtable_source::Span;

/// Number of situations that are drawn for each rule.
const TRIES: u64 = 400;
/// Number of runs, over all rules.
const MAX_RUNS: usize = 2_000;
/// The budget of one run.
const MAX_STEPS: u64 = 100_000;

/// The property of a run that shows a finding.
enum Goal {
    /// It faults at a lookup out of range.
    LookupFault,
    /// All of these lines of modifiers apply.
    Applies(Vec<String>),
    /// The run completes with an outcome.
    Ends,
    /// It faults at a choice without an option.
    NoOption,
    /// The run executes all of these lines.
    Executes(Vec<Span>),
}

/// A run that shows a finding.
struct Run {
    question: Question,
    lowered: Lowered,
    story: Story,
}

/// Searches for an example that shows a finding.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "each other goal is shown by the run alone"
)]
pub fn find(book: &RuleBook, finding: &Diagnostic) -> Option<String> {
    let goal = goal(book, finding)?;
    let place = finding.labels.first()?.span;
    let entries = match goal {
        // A trigger fires in some action, and two lists are added in some rule.
        Goal::Executes(_) => rules(book, &[Ability::Action]),
        Goal::Applies(_) if are_of_two_lists(book, finding) => {
            rules(book, &[Ability::Formula, Ability::Roll, Ability::Action])
        }
        _ => vec![entry_at(book, place)?],
    };
    let tries = (0..TRIES).flat_map(|seed| entries.iter().map(move |entry| (seed, *entry)));
    tries.take(MAX_RUNS).find_map(|(seed, entry)| {
        let name = book.naming(entry)?.name.clone();
        let mut dice = Dice::new(seed);
        let given = draw(book, entry, &mut dice)?;
        let run = run(book, &name, &given, Faces::Rolled(dice))?;
        if !shows(&goal, &run) {
            return None;
        }
        let faces: Vec<String> = run
            .story
            .rolled
            .iter()
            .map(|one| one.face.clone())
            .collect();
        let (given, run) = minimised(book, &name, given, &faces, &goal)?;
        Some(example(book, finding, entry, &name, &given, &faces, &run))
    })
}

/// Returns the goal for a finding; `None` if no run shows findings of its code.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only some findings can be shown by running something"
)]
fn goal(book: &RuleBook, finding: &Diagnostic) -> Option<Goal> {
    Some(match finding.code {
        Code::LookupOutOfRange => Goal::LookupFault,
        Code::DuplicateModifier => {
            let lines = book.modifiers.iter().flat_map(|list| &list.lines);
            let is_shown = |span: Span| finding.labels.iter().any(|label| label.span == span);
            let labels = lines
                .filter(|line| is_shown(line.span))
                .map(|line| line.label.clone());
            Goal::Applies(labels.collect())
        }
        Code::NoOptionLeft => Goal::NoOption,
        Code::ConflictingTriggers => {
            Goal::Executes(finding.labels.iter().map(|label| label.span).collect())
        }
        Code::ConstantCondition
        | Code::IneffectiveLoop
        | Code::ImpossibleOutcome
        | Code::NeverCalled => Goal::Ends,
        _ => return None,
    })
}

/// Returns the rules with some abilities.
fn rules(book: &RuleBook, abilities: &[Ability]) -> Vec<Entry> {
    let all = book.procedures.iter().enumerate();
    let wanted = all.filter(|(_, one)| abilities.contains(&one.ability) && one.is_declared());
    wanted
        .map(|(at, _)| Entry::Procedure(ProcedureId::new(at)))
        .collect()
}

/// Whether the lines that a finding shows are in two lists of modifiers.
fn are_of_two_lists(book: &RuleBook, finding: &Diagnostic) -> bool {
    let shows = |span: Span| finding.labels.iter().any(|label| label.span == span);
    let lists = book.modifiers.iter();
    let shown = lists.filter(|list| list.lines.iter().any(|line| shows(line.span)));
    shown.count() > 1
}

/// Returns the rule or table that is declared around a place.
fn entry_at(book: &RuleBook, place: Span) -> Option<Entry> {
    let entries = book.entry_names().filter_map(|name| {
        let entry = book.find_entry(name)?;
        Some((book.naming(entry)?.span, Some(entry)))
    });
    // These cannot be run by themselves.
    let others = (book.triggers.iter().map(|one| &one.naming))
        .chain(book.reactions.iter().map(|one| &one.naming))
        .chain(book.facts.iter().map(|one| &one.naming))
        .chain(book.kinds.iter().map(|one| &one.naming));
    let declared = entries.chain(others.map(|naming| (naming.span, None)));
    let before = declared.filter(|(span, _)| span.file == place.file && span.start <= place.start);
    before.max_by_key(|(span, _)| span.start)?.1
}

fn run(book: &RuleBook, name: &str, given: &[Given], faces: Faces<'_>) -> Option<Run> {
    let question = question(book, name, given)?;
    let lowered = lower::run(book, &question, OutputSpec::Outcome);
    let script = Script {
        choices: Choices::Given {
            words: &[],
            conditions: &[],
            rest: None,
            with_settled: false,
        },
        ..Script::from(faces)
    };
    let story = explain(&lowered.program, &question.unit_titles(), script, MAX_STEPS);
    Some(Run {
        question,
        lowered,
        story,
    })
}

/// Whether a run has the property.
fn shows(goal: &Goal, run: &Run) -> bool {
    let is_refused = || {
        let outcome = run.story.outcome.iter().flatten();
        let parts = run.lowered.parts.iter().zip(outcome);
        let mut refused = parts.filter(|(part, _)| matches!(part, OutcomePart::Refused));
        refused.any(|(_, value)| *value != 0)
    };
    match goal {
        Goal::LookupFault => matches!(
            &run.story.trouble,
            Some(Trouble::Fault(fault)) if matches!(fault.kind, FaultKind::OffTheTable(..))
        ),
        Goal::Applies(labels) => {
            let lines = run.story.sums.iter().flat_map(|sum| &sum.lines);
            let applied: Vec<&String> = lines.map(|line| &line.label).collect();
            run.story.outcome.is_some() && labels.iter().all(|label| applied.contains(&label))
        }
        Goal::Ends => run.story.outcome.is_some() && !is_refused(),
        Goal::NoOption => matches!(
            &run.story.trouble,
            Some(Trouble::Fault(fault)) if matches!(fault.kind, FaultKind::NoOption(_))
        ),
        Goal::Executes(places) => {
            let by = |place: &Span| run.story.steps.iter().any(|step| step.span == *place);
            run.story.outcome.is_some() && !is_refused() && places.iter().all(by)
        }
    }
}

/// Returns the smallest part of a situation that still shows the finding, and its run.
fn minimised(
    book: &RuleBook,
    name: &str,
    mut given: Vec<Given>,
    faces: &[String],
    goal: &Goal,
) -> Option<(Vec<Given>, Run)> {
    let repeat = |given: &[Given]| {
        let run = run(book, name, given, Faces::Given(faces))?;
        let is_same = run.story.rolled.len() == faces.len();
        (is_same && shows(goal, &run)).then_some(run)
    };
    let mut last = repeat(&given)?;
    for at in (0..given.len()).rev() {
        let mut fewer = given.clone();
        fewer.remove(at);
        if let Some(run) = repeat(&fewer) {
            (given, last) = (fewer, run);
        }
    }
    Some((given, last))
}

/// Writes the example.
fn example(
    book: &RuleBook,
    finding: &Diagnostic,
    entry: Entry,
    name: &str,
    given: &[Given],
    faces: &[String],
    run: &Run,
) -> String {
    let cited = match finding.citations.is_empty() {
        true => String::new(),
        false => format!(" [{}]", finding.citations.join(", ")),
    };
    let mut text = format!("example \"{}: {name}\"{cited}\n", finding.code.number());
    if !given.is_empty() {
        text.push_str(&format!("  given   {}\n", given_text(given)));
    }
    text.push_str(&format!("  run     {name}\n"));
    if !faces.is_empty() {
        text.push_str(&format!("  dice    {}\n", faces.join(", ")));
    }
    text.push_str(&format!("  expect  {}\n", expected(book, entry, name, run)));
    text.push_str(&constant_odds(book, entry, name, run));
    text
}

/// Writes the result of a run as a condition; of a run that faults, any result of the rule.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only these parts and results can be written as a condition"
)]
fn expected(book: &RuleBook, entry: Entry, name: &str, run: &Run) -> String {
    let outcome = run.story.outcome.clone().unwrap_or_default();
    let mut parts = run.lowered.parts.iter().zip(outcome);
    let has_ended = parts
        .clone()
        .any(|(part, value)| matches!(part, OutcomePart::Ended) && value != NONE);
    let value = parts.find_map(|(part, value)| match part {
        OutcomePart::Value(shown) => Some((shown, value)),
        _ => None,
    });
    let units = run.question.unit_titles();
    let result = match entry {
        Entry::Procedure(id) => book.procedures.get(id.at()).and_then(|one| one.result),
        Entry::Table(id) => book.tables.get(id.at()).map(|one| one.result),
        Entry::Modifiers(_) | Entry::Row(_) => None,
    };
    let is_number = result.is_none_or(|result| matches!(result.ty, Type::Number(_)));
    match (value, result) {
        (Some((shown, value)), _) if is_number && value != NONE => {
            format!("{name} = {}", show(value, shown, &units))
        }
        (Some((shown, value)), _) => format!("{name} is {}", show(value, shown, &units)),
        (None, Some(result)) => match result.ty {
            Type::Words(id) => {
                let first = book.words.get(id.at()).and_then(|list| list.words.first());
                format!("{name} is {}", first.map_or("", String::as_str))
            }
            Type::Number(_) => format!("{name} = 0"),
            _ => "not ended".to_owned(),
        },
        (None, None) if has_ended => "ended".to_owned(),
        (None, None) => "not ended".to_owned(),
    }
}

/// Writes the chances of outcomes of a roll that are 0 or 1.
fn constant_odds(book: &RuleBook, entry: Entry, name: &str, run: &Run) -> String {
    let Entry::Procedure(id) = entry else {
        return String::new();
    };
    let list = book.procedures.get(id.at()).and_then(|one| one.outcomes);
    let Some((list, words)) = list.and_then(|list| Some((list, book.words.get(list.at())?))) else {
        return String::new();
    };
    let lines = (0..).zip(&words.words).filter_map(|(value, word)| {
        let last = Expr::last_result(id, Type::Words(list), Span::nowhere());
        let condition = Expr::is_member(last, 1 << value, Span::nowhere());
        let chance = examples::chance(book, &run.question, Some(&condition)).ok()?;
        let chance = format!("{}/{}", chance.numerator(), chance.denominator());
        let is_settled = chance == "0/1" || chance == "1/1";
        is_settled.then(|| format!("  odds    {name} is {word}: {chance}\n"))
    });
    lines.collect()
}
