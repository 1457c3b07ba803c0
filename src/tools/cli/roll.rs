//! `sandtable roll`: one resolution, step by step.

use std::hash::{BuildHasher, Hasher, RandomState};

use serde_json::{Value, json};

use super::asked::{Asked, asked};
use super::output::Output;
use super::question::Question;
use super::{Exit, Format, odds};
use crate::diagnostic::{Code, Diagnostic};
use crate::eval::exact::Budget;
use crate::eval::explain::{Faces, Step, Story, Trouble, explain, outcome_words};
use crate::eval::sample::Dice;
use crate::source::Span;

/// What to resolve, and with which dice.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: sandtable roll hex-command-mechanized direct-fire firer=panther target=tiger-i range=5 --seed 7"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    /// The same seed throws the same dice
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// What the dice show, in the order in which they are thrown
    #[arg(
        long,
        value_name = "FACES",
        value_delimiter = ',',
        conflicts_with = "seed"
    )]
    dice: Vec<String>,
    /// Tells also what was only looked up on the way
    #[arg(long)]
    all: bool,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let mut asked = match asked(&arguments.question, output) {
        Ok(asked) => asked,
        Err(exit) => return exit,
    };
    let seed = arguments.seed.unwrap_or_else(any_seed);
    let is_given = !arguments.dice.is_empty();
    let faces = if is_given {
        Faces::Given(&arguments.dice)
    } else {
        Faces::Thrown(Dice::new(seed))
    };
    let program = &asked.lowered.program;
    let story = explain(program, &asked.units, faces, Budget::STEPS);
    let trouble = trouble(&mut asked, &story, &arguments.dice);
    let seed = (!is_given && !story.thrown.is_empty()).then_some(seed);
    match output.format() {
        Format::Human => output.text(&text(&asked, &story, seed, arguments.all)),
        Format::Json => output.json("roll", document(&asked, &story, seed)),
    }
    match trouble {
        Some(diagnostic) => asked.fail(diagnostic, output),
        None => Exit::Fine,
    }
}

/// A seed that nobody chose.
fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}

/// What is wrong with the run, if anything.
fn trouble(asked: &mut Asked, story: &Story, dice: &[String]) -> Option<Diagnostic> {
    let text = format!("--dice {}", dice.join(","));
    let mut place = |at: usize| {
        let before: usize = dice.iter().take(at).map(|face| face.len() + 1).sum();
        let start = "--dice ".len() + before;
        let length = dice.get(at).map_or(0, String::len);
        let file = asked.sources.add("command line", text.clone());
        Span::new(file, start, start + length)
    };
    match &story.trouble {
        Some(Trouble::Fault(fault)) => Some(fault.diagnostic(&asked.lowered.program)),
        Some(Trouble::RanOut(pool, span)) => Some(ran_out(pool, *span, dice.len())),
        Some(Trouble::Impossible(at, pool, known)) => {
            Some(impossible(place(*at), dice.get(*at), pool, known))
        }
        None if story.thrown.len() < dice.len() => Some(
            Diagnostic::new(Code::DiceLeftOver, "more dice are given than are thrown")
                .label(place(story.thrown.len()), "not thrown")
                .help("take them out, or look at the steps above for what was not thrown"),
        ),
        None => None,
    }
}

/// More dice are thrown than were given.
pub(super) fn ran_out(pool: &str, span: Option<Span>, n_given: usize) -> Diagnostic {
    let message = format!("`{pool}` is thrown, but no face is left for it");
    let diagnostic = Diagnostic::new(Code::DiceRunOut, message);
    let diagnostic = match span {
        Some(span) => diagnostic.label(span, "thrown here"),
        None => diagnostic,
    };
    diagnostic.help(format!("{n_given} given; add what this one shows"))
}

/// A face that the die does not have.
pub(super) fn impossible(
    span: Span,
    face: Option<&String>,
    pool: &str,
    known: &[String],
) -> Diagnostic {
    let face = face.map_or("", String::as_str);
    let diagnostic = Diagnostic::new(
        Code::ImpossibleDie,
        format!("`{pool}` never shows `{face}`"),
    )
    .label(span, "")
    .suggest(face, known.iter().map(String::as_str))
    .help(format!("its faces: {}", known.join(", ")));
    if pool.starts_with(|first: char| first.is_ascii_digit()) {
        diagnostic.help("each die is given by itself: `3,4` for two dice")
    } else {
        diagnostic
    }
}

fn text(asked: &Asked, story: &Story, seed: Option<u64>, all: bool) -> String {
    let mut told = story.steps.as_slice();
    let mut head = asked.title.clone();
    if let Some((first, rest)) = told.split_first()
        && head.starts_with(&first.text)
    {
        head.push_str(&sections(&first.citations));
        told = rest;
    }
    let mut text = format!("{head}\n{}", steps(told, all));
    if let Some(outcome) = &story.outcome {
        let words = outcome_words(&asked.lowered.parts, outcome, &asked.units);
        text.push_str(&format!("\n{words}\n"));
    }
    if let Some(seed) = seed {
        text.push_str(&format!("(--seed {seed} throws this again)\n"));
    }
    text
}

/// Steps as lines: two blanks for each level, sections behind where they are news; without the details unless asked.
pub(super) fn steps(steps: &[Step], all: bool) -> String {
    steps
        .iter()
        .filter(|step| all || !step.is_detail)
        .map(|step| {
            let indent = "  ".repeat(step.depth);
            // A sum carries the sections of its lines itself.
            if step.is_cited_above || step.text.contains('[') {
                format!("{indent}{}\n", step.text)
            } else {
                format!("{indent}{}{}\n", step.text, sections(&step.citations))
            }
        })
        .collect()
}

/// Two blanks and the sections in brackets; nothing without any.
fn sections(citations: &[String]) -> String {
    if citations.is_empty() {
        String::new()
    } else {
        format!("  [{}]", citations.join(", "))
    }
}

fn document(asked: &Asked, story: &Story, seed: Option<u64>) -> Value {
    let steps: Vec<Value> = story
        .steps
        .iter()
        .map(|step| json!({ "depth": step.depth, "text": step.text, "sections": step.citations, "detail": step.is_detail }))
        .collect();
    let dice: Vec<Value> = story
        .thrown
        .iter()
        .map(|(die, face)| json!({ "die": die, "face": face }))
        .collect();
    json!({
        "ruleset": asked.ruleset,
        "question": asked.title,
        "steps": steps,
        "dice": dice,
        "outcome": story.outcome.as_ref().map(|outcome| outcome_words(&asked.lowered.parts, outcome, &asked.units)),
        "values": story.outcome.as_ref().map(|outcome| odds::values(asked, outcome)),
        "seed": seed,
    })
}
