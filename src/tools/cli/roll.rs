//! `sandtable roll`: one resolution, step by step.

use std::hash::{BuildHasher, Hasher, RandomState};

use serde_json::{Value, json};

use super::arguments::{Policy, Question};
use super::output::Output;
use super::question::{Asked, asked};
use super::{Exit, Format, odds};
use crate::eval::budget::Budget;
use crate::eval::dice::Dice;
use crate::eval::wording::outcome_words;
use crate::explain::citation_text::sections;
use crate::explain::script_errors::trouble;
use crate::explain::scripted::{Choices, Script, Why};
use crate::explain::trace::{Faces, Step, Story, explain};
use crate::explain::why_not::Inquiry;
use crate::source::{SourceMap, Span, Spanned};

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
    /// What is chosen, in the order in which it is asked for: options, units, numbers, yes, no, none
    #[arg(long, value_name = "CHOICES", value_delimiter = ',')]
    choose: Vec<String>,
    /// Tells also what was only looked up on the way
    #[arg(long)]
    all: bool,
    /// Tells also why lines of modifiers, rows and options that do not apply do not
    #[arg(long)]
    why: bool,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let Question { ruleset, name, .. } = &arguments.question;
    if name.is_none() {
        output.aside(&format!(
            "say what is to be resolved: `sandtable list {ruleset}` tells what there is; a scenario is played, `sandtable play {ruleset}`\n"
        ));
        return Exit::Usage;
    }
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
    let choices: Vec<String> = arguments
        .choose
        .iter()
        .map(|word| word.trim().to_owned())
        .collect();
    let names = asked.question.unit_names(&asked.book);
    let inquiry = Inquiry::new(&asked.book, &asked.sources, &asked.question);
    let script = Script {
        why: Some(Why {
            inquiry: &inquiry,
            of_all: arguments.why,
        }),
        choices: match choices.is_empty() {
            false => Choices::Given(&choices),
            true => Choices::Policy(
                Policy::unstated(arguments.question.policy.or(Some(Policy::Random))),
                Dice::new(seed),
            ),
        },
        names: &names,
        ..Script::from(faces)
    };
    let story = explain(program, &asked.units, script, Budget::STEPS);
    let given = placed(&mut asked.sources, "--dice ", &arguments.dice);
    let chosen = placed(&mut asked.sources, "--choose ", &arguments.choose);
    let trouble = trouble(&asked.lowered.program, &story, &given, &chosen, None);
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
pub(super) fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}

/// The given faces or choices, each at its place on the command line.
fn placed(sources: &mut SourceMap, flag: &str, words: &[String]) -> Vec<Spanned<String>> {
    let file = sources.add("command line", format!("{flag}{}", words.join(",")));
    let mut start = flag.len();
    words
        .iter()
        .map(|face| {
            let span = Span::new(file, start, start + face.len());
            start = span.end + 1;
            Spanned::new(face.clone(), span)
        })
        .collect()
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
