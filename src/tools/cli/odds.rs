//! `sandtable odds`: the exact distribution.

use super::arguments::QuestionArguments;
use super::deadline::{Deadline, Time};
use super::library::{DiskRulesets, fail};
use super::memory::Memory;
use super::output::Output;
use super::seed::read_seed;
use super::watch::Watcher;
use super::{Exit, Shape};
use crate::eval::budget::Budget;
use crate::present::distribution::Columns;
use crate::present::json::advice::AdviceDocument;
use crate::present::json::comparison::ComparisonDocument;
use crate::present::json::odds::OddsDocument;
use crate::present::json::table::TableDocument;
use crate::present::numerals::grouped;
use crate::present::{advice, chart, comparison, distribution, table};
use crate::session::answer::How;
use crate::session::any_odds::AnyOdds;
use crate::session::best_choices::Aim;
use crate::session::comparison::Comparison;
use crate::session::distribution::Odds;
use crate::session::library::QuestionError;
use crate::session::question::{self, Pair};
use crate::session::sampling::Sampling;
use crate::session::solve::{Method, Session};
use crate::session::table::OddsTable;
use crate::tools::threads::Threads;

/// Whose odds.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sandtable odds my-game shot firer=rifles target=scouts range=7\n  sandtable odds my-game shot firer=rifles target=scouts range=0..12 cover=0..3 --only \"shot is hit\"\n  sandtable odds my-game fight attacker=* defender=* --only \"defender is destroyed\"\n  sandtable odds my-game fight attacker=rifles defender=scouts --track defender.hits --given \"attacker.hits = 0\" --at-least\n  sandtable odds my-game/ambush --best red --by \"winner is red\""
)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,
    /// Compare with a second situation, given by its differences: KEY=VALUE, variant=NAME or option=NAME
    #[arg(long, value_name = "KEY=VALUE")]
    compare: Vec<Pair>,
    /// Show only the chance of this condition, written as in an `expect` of an example
    #[arg(long, value_name = "CONDITION", conflicts_with = "track")]
    only: Option<String>,
    /// Show only this value at the end (repeatable): UNIT.TRACK, or any value of an `expect` of an example
    #[arg(long, value_name = "VALUE")]
    track: Vec<String>,
    /// Use only the cases that meet this condition at the end; shows their share
    #[arg(long = "given", value_name = "CONDITION")]
    when: Option<String>,
    /// Also show the chance of each number or more
    #[arg(long)]
    at_least: bool,
    /// Also show the chance of each number or less
    #[arg(long)]
    at_most: bool,
    /// Also show bars in a table of two keys
    #[arg(long)]
    chart: bool,
    /// Approximate in floating point: explore the likely game states, and show the share left unexplored
    #[arg(long, conflicts_with_all = ["sample", "best"])]
    float: bool,
    /// Estimate from this number of rolls instead; see `sandtable sample`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    sample: Option<u64>,
    #[command(flatten)]
    time: Time,
    #[command(flatten)]
    memory: Memory,
    /// Seed of the dice; the same seed gives the same dice
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sample", value_parser = read_seed)]
    seed: u64,
    /// Show the best choices of a side, or of a unit's side; `all` for both sides
    #[arg(long, value_name = "SIDE", requires = "by", conflicts_with_all = ["compare", "only", "track", "when", "sample"])]
    best: Option<String>,
    /// Goal of the best choices: a condition, or a number to maximise, like UNIT.TRACK
    #[arg(long, value_name = "OUTCOME", requires = "best")]
    by: Option<String>,
    /// Let the others choose its worst options
    #[arg(long, requires = "best")]
    against: bool,
    /// Number of decisions to show, nearest first
    #[arg(long, value_name = "N", default_value_t = 6, requires = "best")]
    decisions: usize,
}

impl Arguments {
    /// As a session is asked.
    fn asked(&self) -> question::Question {
        question::Question {
            only: self.only.clone(),
            tracks: self.track.clone(),
            condition: self.when.clone(),
            ..self.question.asked()
        }
    }

    fn method(&self) -> Method {
        match self.sample {
            _ if self.float => Method::Approximate,
            None => Method::Exact,
            Some(runs) => Method::Sample(Sampling {
                seed: self.seed,
                runs,
                within: None,
            }),
        }
    }

    /// Returns the goal of the best choices, if they are asked for.
    fn aim(&self) -> Option<Aim> {
        Some(Aim {
            side: self.best.clone()?,
            by: self.by.clone()?,
            is_against: self.against,
            n_decisions: self.decisions,
        })
    }
}

/// Manner in which an answer is found and shown.
pub(super) struct Manner {
    pub(super) method: Method,
    pub(super) threads: Threads,
    pub(super) deadline: Deadline,
    /// Budget of one question.
    pub(super) budget: Budget,
    pub(super) columns: Columns,
    /// Bars also in a table of two keys.
    pub(super) has_bars: bool,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let manner = Manner {
        method: arguments.method(),
        threads: Threads::new(None),
        deadline: arguments.time.begin(output),
        budget: arguments.memory.budget(),
        columns: Columns {
            at_least: arguments.at_least,
            at_most: arguments.at_most,
        },
        has_bars: arguments.chart,
    };
    let question = arguments.asked();
    let answered = match arguments.aim() {
        Some(aim) => advise(&question, &aim, &manner, output),
        None => answer(&question, &arguments.compare, &manner, output),
    };
    match answered {
        Ok(()) => Exit::Fine,
        Err(error) => fail(&error, output),
    }
}

/// Answers a question, alone, beside the same with `changes`, or as a table, and shows the answer.
///
/// Errors: why there is no answer.
pub(super) fn answer(
    question: &question::Question,
    changes: &[Pair],
    manner: &Manner,
    output: &Output,
) -> Result<(), QuestionError> {
    let mut session = Session {
        library: &mut DiskRulesets::new(output),
        watch: &mut Watcher::until(output, manner.deadline),
        workers: &manner.threads,
        budget: manner.budget,
        method: manner.method,
    };
    match session.odds_as_asked(question, changes)? {
        AnyOdds::One(odds) => show_odds(&odds, manner, output),
        AnyOdds::Both(comparison) => show_comparison(&comparison, manner, output),
        AnyOdds::Table(table) => show_table(&table, manner, output),
    }
    Ok(())
}

fn advise(
    question: &question::Question,
    aim: &Aim,
    manner: &Manner,
    output: &Output,
) -> Result<(), QuestionError> {
    let mut session = Session {
        library: &mut DiskRulesets::new(output),
        watch: &mut Watcher::new(output),
        workers: &manner.threads,
        budget: manner.budget,
        method: Method::Exact,
    };
    let advice = session.advise(question, aim)?;
    match output.shape() {
        Shape::Human | Shape::Html | Shape::Github | Shape::Sarif => {
            output.text(&advice::text(&advice))
        }
        Shape::Json => output.json("advice", AdviceDocument::new(&advice)),
        Shape::Csv => output.text(&advice::csv(&advice)),
        Shape::Svg => output.text(&chart::svg(&advice::chart(&advice))),
    }
    Ok(())
}

/// That a sample ended early, and how all of it gets done.
fn cut_words(how: How, deadline: Deadline) -> Option<String> {
    let (done, of) = how.cut()?;
    Some(deadline.cut_words(done, of, "rolls"))
}

fn show_odds(odds: &Odds, manner: &Manner, output: &Output) {
    let cut = cut_words(odds.how, manner.deadline);
    if let Some(cut) = &cut {
        output.beside(&format!("{cut}\n"));
    }
    match output.shape() {
        Shape::Human | Shape::Html | Shape::Github | Shape::Sarif => {
            output.text(&distribution::text(odds, manner.columns, cut.as_deref()));
        }
        Shape::Json => output.json("odds", OddsDocument::new(odds)),
        Shape::Csv => output.text(&distribution::csv(odds)),
        Shape::Svg => output.text(&chart::svg(&distribution::chart(odds))),
    }
}

fn show_comparison(compared: &Comparison, manner: &Manner, output: &Output) {
    let sides = [("first", &compared.first), ("second", &compared.second)];
    let cut: String = sides
        .into_iter()
        .filter_map(|(name, side)| {
            let cut = cut_words(side.how, manner.deadline)?;
            Some(format!("  {name}: {cut}\n"))
        })
        .collect();
    output.beside(&cut);
    match output.shape() {
        Shape::Human | Shape::Html | Shape::Github | Shape::Sarif => {
            output.text(&comparison::text(compared, &cut))
        }
        Shape::Json => output.json("compare", ComparisonDocument::new(compared)),
        Shape::Csv => output.text(&comparison::csv(compared)),
        Shape::Svg => output.text(&chart::svg(&comparison::chart(compared))),
    }
}

fn show_table(answers: &OddsTable, manner: &Manner, output: &Output) {
    let remarks = remarks(answers, manner.deadline);
    for remark in &remarks {
        output.beside(&format!("{remark}\n"));
    }
    match output.shape() {
        Shape::Human | Shape::Html | Shape::Github | Shape::Sarif => {
            output.text(&table::text(answers, manner.has_bars, &remarks));
        }
        Shape::Json => output.json("table", TableDocument::new(answers, &remarks)),
        Shape::Csv => output.text(&table::csv(answers)),
        Shape::Svg => output.text(&chart::svg(&table::chart(answers))),
    }
}

/// Describes the parts that were not done in time, and the time that all of them need.
fn remarks(answers: &OddsTable, deadline: Deadline) -> Vec<String> {
    let mut remarks = Vec::new();
    let time = deadline.words();
    if answers.n_open > 0 {
        let (all, left) = (answers.n_questions as u64, answers.n_open as u64);
        remarks.push(format!(
            "the {time} ended before all {} questions were answered: {} are shown as `?`; {}",
            grouped(all),
            grouped(left),
            deadline.longer(all - left, all)
        ));
    }
    if let Some((least, of)) = answers.cut {
        remarks.push(format!(
            "not all {} rolls for each answer were done in {time}, but at least {}; {}",
            grouped(of),
            grouped(least),
            deadline.longer(least, of)
        ));
    }
    remarks
}
