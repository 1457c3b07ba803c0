//! `sandtable roll`: one resolution, step by step.

use std::hash::{BuildHasher, Hasher, RandomState};

use super::arguments::QuestionArguments;
use super::library::{DiskRulesets, fail};
use super::output::Output;
use super::seed::read_seed;
use super::watch::Watcher;
use super::{Exit, Format};
use crate::eval::budget::Budget;
use crate::explain::trace::excerpt_of;
use crate::present::json::resolution::ResolutionDocument;
use crate::present::story;
use crate::session::resolution::Fate;
use crate::session::solve::{Method, Session};
use crate::workspace::workers::Alone;

/// Arguments of `roll`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: sandtable roll hex-command-mechanized direct-fire firer=panther target=tiger-i range=5 --seed 7"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,
    /// Seed of the dice; the same seed gives the same dice
    #[arg(long, value_name = "N", value_parser = read_seed)]
    seed: Option<u64>,
    /// Faces of the dice, in the order in which they are rolled
    #[arg(
        long,
        value_name = "FACES",
        value_delimiter = ',',
        conflicts_with = "seed"
    )]
    dice: Vec<String>,
    /// Choices in the order in which they are asked for: options, units, numbers, yes, no, none
    #[arg(long, value_name = "CHOICES", value_delimiter = ',')]
    choose: Vec<String>,
    /// Also show lookups
    #[arg(long)]
    all: bool,
    /// Number of steps to show, from the beginning and the end; or `all`
    #[arg(long, value_name = "N", default_value = "1000", value_parser = steps)]
    steps: StepLimit,
    /// Also show why modifiers, rows and options do not apply
    #[arg(long)]
    why: bool,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let QuestionArguments { ruleset, name, .. } = &arguments.question;
    if name.is_none() {
        output.usage(&format!(
            "name a rule to roll (`sandtable list {ruleset}` shows them), or play a scenario: \
             `sandtable play {ruleset}`"
        ));
        return Exit::Usage;
    }
    let mut session = Session {
        library: &mut DiskRulesets::new(output),
        watch: &mut Watcher::new(output),
        workers: &Alone,
        budget: Budget::default(),
        method: Method::Exact,
    };
    let fate = Fate {
        dice: arguments.dice.clone(),
        choices: arguments.choose.clone(),
        seed: arguments.seed.unwrap_or_else(any_seed),
        goes_on: false,
        has_reasons: arguments.why,
    };
    let resolution = match session.resolve_once(&arguments.question.asked(), &fate) {
        Ok(resolution) => resolution,
        Err(error) => return fail(&error, output),
    };
    let StepLimit(most) = arguments.steps;
    match output.format() {
        Format::Human => output.text(&story::text(&resolution, arguments.all, most)),
        Format::Json => {
            let steps = excerpt_of(&resolution.steps, most);
            output.json("roll", ResolutionDocument::new(&resolution, &steps));
        }
    }
    match &resolution.trouble {
        Some(trouble) => fail(trouble, output),
        None => Exit::Fine,
    }
}

/// The number of steps that are shown; `None` for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StepLimit(pub(super) Option<usize>);

/// `200` or `all`
pub(super) fn steps(text: &str) -> Result<StepLimit, String> {
    match text {
        "all" => Ok(StepLimit(None)),
        number => {
            let number = number.parse().map_err(|_| "write a number, or `all`")?;
            Ok(StepLimit(Some(number)))
        }
    }
}

/// Returns an arbitrary seed below 1,000,000.
pub(super) fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}
