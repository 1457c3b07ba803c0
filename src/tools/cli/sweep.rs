//! `sandtable sweep`: many versions of a game on many machines, by files.
//!
//! A shard's results are a file `shard-00017.json`, written beside its place and renamed, so that it is always whole. A machine that runs shards
//! needs nothing but the program, the rules, the plan and a folder that all can reach.

#![expect(clippy::disallowed_methods, reason = "plans and results are read here")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::deadline::{Deadline, time};
use super::library::{DiskRulesets, fail};
use super::output::Output;
use super::seed::read_seed;
use super::watch::Watcher;
use super::{Exit, Format, Shape};
use crate::eval::budget::Budget;
use crate::present::json;
use crate::present::json::sweep::{
    MergeDocument, PlanDocument, RefusedRow, RunDocument, ShardDocument, StatusDocument,
};
use crate::present::sweep;
use crate::session::library::QuestionError;
use crate::session::sampling::Sampling;
use crate::session::solve::{Method, Session};
use crate::session::sweep::{Shard, SweepPlan, SweepRequest};
use crate::session::version::{Change, Variation, Version};
use crate::session::watch::Watch;
use crate::tools::safe_write::{Expected, Unwritten, write};
use crate::tools::threads::Threads;

/// Times that a busy folder is tried again.
const TRIES: u32 = 40;

/// Arguments of `sweep`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sandtable sweep plan my-game/ambush --vary garrison.men=4..12 --vary red=policy,search:50 --games 10000 --shards 100 -o plan.json\n  sandtable sweep run plan.json --shard 17 --out results\n  sandtable sweep run plan.json --all --out results\n  sandtable sweep status plan.json --out results\n  sandtable sweep merge plan.json --out results --format csv"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    step: Step,
}

#[derive(Debug, clap::Subcommand)]
enum Step {
    /// Make a plan: every combination of values is a cell
    Plan(PlanArguments),
    /// Play shards of a plan, and write their results
    Run(RunArguments),
    /// List the shards that are missing, and files that do not belong
    Status(StatusArguments),
    /// Put the results of all shards together
    Merge(MergeArguments),
}

#[derive(Debug, clap::Args)]
struct PlanArguments {
    /// Scenario: RULESET/NAME, or the path of a scenario file
    scenario: String,
    /// Values of the cells (repeatable): `garrison.men=4..12`, `tank.is=panther,tiger`, `fact.range=1..6`, `option.mist`, `variant=none,NAME`, `blue=policy,search:100`
    #[arg(long, value_name = "NAME=VALUES")]
    vary: Vec<Variation>,
    /// Change this in all cells (repeatable)
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<Change>,
    /// Also apply this variant (repeatable)
    #[arg(long, value_name = "VARIANT")]
    with: Vec<String>,
    /// Player of a side: random, policy (highest `worth`), greedy, search:400, or exact
    #[arg(long = "side", value_name = "SIDE=WHO")]
    sides: Vec<String>,
    /// Also count this value at the end (repeatable)
    #[arg(long, value_name = "VALUE")]
    track: Vec<String>,
    /// Number of games of each cell
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: u64,
    /// Number of shards; one should take 5 to 30 seconds
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    shards: u64,
    /// Seed of the dice, the same for all cells
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = read_seed)]
    seed: u64,
    /// File to write
    #[arg(long, short, value_name = "PATH")]
    output: PathBuf,
}

#[derive(Debug, clap::Args)]
struct RunArguments {
    /// File of the plan
    plan: PathBuf,
    /// Shards to play: `17`, `0..9`, `3,5,8`
    #[arg(long, value_name = "SHARDS", value_parser = shards, required_unless_present = "all")]
    shard: Option<Shards>,
    /// Play all shards that are missing
    #[arg(long, conflicts_with = "shard")]
    all: bool,
    /// Folder of the results
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Time limit: no further shard is begun, and one that is not finished is not kept
    #[arg(long, value_name = "TIME", value_parser = time)]
    stop_after: Option<Duration>,
    /// Number of threads, by default one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

#[derive(Debug, clap::Args)]
struct StatusArguments {
    /// File of the plan
    plan: PathBuf,
    /// Folder of the results
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Print only the numbers of missing shards, one a line
    #[arg(long)]
    missing: bool,
}

#[derive(Debug, clap::Args)]
struct MergeArguments {
    /// File of the plan
    plan: PathBuf,
    /// Folder of the results
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Also if shards are missing
    #[arg(long)]
    partial: bool,
}

/// Numbers of shards, in order.
#[derive(Debug, Clone)]
struct Shards(Vec<u64>);

/// `17`, `0..9`, `3,5,8`
fn shards(text: &str) -> Result<Shards, String> {
    const MOST: u64 = 1_000_000;
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let mut all = Vec::new();
    for part in text.split(',') {
        let range = match part.split_once("..") {
            Some((low, high)) => number(low).zip(number(high)),
            None => number(part).zip(number(part)),
        };
        match range {
            Some((low, high)) if low <= high && high - low < MOST => all.extend(low..=high),
            _ => return Err("write numbers of shards: `17`, `0..9`, `3,5,8`".to_owned()),
        }
    }
    all.sort_unstable();
    all.dedup();
    Ok(Shards(all))
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let done = match &arguments.step {
        Step::Plan(arguments) => make_plan(arguments, output),
        Step::Run(arguments) => run_shards(arguments, output),
        Step::Status(arguments) => show_status(arguments, output),
        Step::Merge(arguments) => merge(arguments, output),
    };
    match done {
        Ok(exit) => exit,
        Err(error) => fail(&error, output),
    }
}

fn incomplete(sentence: String) -> QuestionError {
    QuestionError::Incomplete(sentence)
}

fn read(path: &Path) -> Result<String, QuestionError> {
    fs::read_to_string(path)
        .map_err(|error| incomplete(format!("`{}` cannot be read: {error}", path.display())))
}

fn read_plan(path: &Path) -> Result<SweepPlan, QuestionError> {
    PlanDocument::read(&read(path)?)
        .map_err(|why| incomplete(format!("`{}` is not used: {why}", path.display())))
}

/// Writes a document into a file; a busy folder is tried again.
fn save(path: &Path, schema: &str, body: impl serde::Serialize) -> Result<(), QuestionError> {
    let slip = |error| incomplete(format!("the document cannot be made: {error}"));
    let text = json::to_text(schema, body).map_err(slip)?;
    let why = |error: &Unwritten| format!("`{}` was not written: {error}", path.display());
    let mut n_tries = 0;
    loop {
        match write(path, Expected::Any, text.as_bytes()) {
            Ok(()) => return Ok(()),
            Err(Unwritten::Busy) if n_tries < TRIES => n_tries += 1,
            Err(error) => return Err(incomplete(why(&error))),
        }
    }
}

fn session<'a>(
    library: &'a mut DiskRulesets<'_>,
    watch: &'a mut dyn Watch,
    workers: &'a Threads,
) -> Session<'a> {
    Session {
        library,
        watch,
        workers,
        budget: Budget::default(),
        method: Method::Sample(Sampling {
            seed: 0,
            runs: 0,
            within: None,
        }),
    }
}

fn make_plan(arguments: &PlanArguments, output: &Output) -> Result<Exit, QuestionError> {
    let variant = |name: &String| format!("variant={name}");
    let said = arguments.with.iter().map(variant);
    let said = said.chain(arguments.sides.iter().cloned());
    let changes = said.map(|one| one.parse::<Change>());
    let mut changes = changes.collect::<Result<Vec<_>, _>>().map_err(incomplete)?;
    changes.extend(arguments.set.iter().cloned());
    let request = SweepRequest {
        version: Version::new(arguments.scenario.clone()).with(&changes),
        variations: arguments.vary.clone(),
        tracks: arguments.track.clone(),
        seed: arguments.seed,
        games: arguments.games,
        shards: arguments.shards,
    };
    let (mut library, mut watcher) = (DiskRulesets::new(output), Watcher::new(output));
    let threads = Threads::new(None);
    let plan = session(&mut library, &mut watcher, &threads).plan_sweep(&request)?;
    save(&arguments.output, "sweep-plan", PlanDocument::new(&plan))?;
    match output.format() {
        Format::Json => output.json("sweep-plan", PlanDocument::new(&plan)),
        Format::Human => output.text(&format!(
            "{} cells of {} games in {} shards: `{}`\n",
            plan.cells.len(),
            plan.games,
            plan.n_shards(),
            arguments.output.display()
        )),
    }
    Ok(Exit::Fine)
}

/// The file of a shard.
fn file_of(out: &Path, shard: u64) -> PathBuf {
    out.join(format!("shard-{shard:05}.json"))
}

/// Reads the results of a shard; `None` if there are none.
///
/// Errors: why a file is no result of it.
fn result_of(plan: &SweepPlan, out: &Path, number: u64) -> Result<Option<Shard>, RefusedRow> {
    let path = file_of(out, number);
    let refused = |why: String| RefusedRow {
        file: path.display().to_string(),
        why,
    };
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(refused(format!("cannot be read: {error}"))),
    };
    let shard = ShardDocument::read(&text).map_err(refused)?;
    plan.check(&shard)
        .map_err(|why| refused(why.words().to_owned()))?;
    match shard.number == number {
        true => Ok(Some(shard)),
        false => Err(refused(format!("holds shard {}", shard.number))),
    }
}

/// The sentence about a file that is no result.
fn refusal(refused: &RefusedRow) -> QuestionError {
    incomplete(format!(
        "`{}` {}; remove it, or use another folder",
        refused.file, refused.why
    ))
}

fn run_shards(arguments: &RunArguments, output: &Output) -> Result<Exit, QuestionError> {
    let plan = read_plan(&arguments.plan)?;
    fs::create_dir_all(&arguments.out).map_err(|error| {
        incomplete(format!(
            "the folder `{}` cannot be made: {error}",
            arguments.out.display()
        ))
    })?;
    let wanted = match &arguments.shard {
        Some(Shards(numbers)) => numbers.clone(),
        None => (0..plan.n_shards()).collect(),
    };
    let deadline = arguments.stop_after.map(Deadline::new);
    let threads = Threads::new(arguments.threads.map(usize::from));
    let mut library = DiskRulesets::new(output);
    let mut done = RunDocument {
        plan: plan.id(),
        computed: Vec::new(),
        reused: Vec::new(),
    };
    for number in wanted {
        match result_of(&plan, &arguments.out, number) {
            Ok(Some(_)) => {
                done.reused.push(number);
                continue;
            }
            Ok(None) => {}
            Err(refused) => return Err(refusal(&refused)),
        }
        if deadline.is_some_and(|deadline| deadline.is_over()) {
            break;
        }
        let mut watcher = match deadline {
            Some(deadline) => Watcher::until(output, deadline),
            None => Watcher::new(output),
        };
        let shard = session(&mut library, &mut watcher, &threads).run_shard(&plan, number);
        let shard = match shard {
            Err(QuestionError::Incomplete(sentence))
                if deadline.is_some_and(|deadline| deadline.is_over()) =>
            {
                output.beside(&format!("shard {number}: {sentence}\n"));
                break;
            }
            shard => shard?,
        };
        let document = ShardDocument::new(&shard);
        let document = document.map_err(|why| incomplete(format!("shard {number} {why}")))?;
        save(&file_of(&arguments.out, number), "sweep-shard", document)?;
        done.computed.push(number);
    }
    match output.format() {
        Format::Human => output.text(&format!(
            "{} shards computed, {} reused\n",
            done.computed.len(),
            done.reused.len()
        )),
        Format::Json => output.json("sweep-run", done),
    }
    Ok(Exit::Fine)
}

/// The results that are there, the numbers of those that are missing, and files that are none.
fn results(plan: &SweepPlan, out: &Path) -> (Vec<Shard>, Vec<u64>, Vec<RefusedRow>) {
    let (mut found, mut missing, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..plan.n_shards() {
        match result_of(plan, out, number) {
            Ok(Some(shard)) => found.push(shard),
            Ok(None) => missing.push(number),
            Err(row) => {
                missing.push(number);
                refused.push(row);
            }
        }
    }
    (found, missing, refused)
}

fn show_status(arguments: &StatusArguments, output: &Output) -> Result<Exit, QuestionError> {
    let plan = read_plan(&arguments.plan)?;
    let (found, missing, refused) = results(&plan, &arguments.out);
    if arguments.missing {
        let lines = missing.iter().map(|number| format!("{number}\n"));
        output.text(&lines.collect::<String>());
        return Ok(Exit::Fine);
    }
    let status = StatusDocument {
        plan: plan.id(),
        shards: plan.n_shards(),
        done: found.len() as u64,
        missing,
        refused,
    };
    match output.format() {
        Format::Human => {
            let mut text = format!("{} of {} shards are done\n", status.done, status.shards);
            let shown: Vec<String> = status.missing.iter().take(20).map(u64::to_string).collect();
            if !shown.is_empty() {
                let more = if status.missing.len() > 20 {
                    ", …"
                } else {
                    ""
                };
                text.push_str(&format!("missing: {}{more}\n", shown.join(", ")));
            }
            for row in &status.refused {
                text.push_str(&format!("refused: `{}` {}\n", row.file, row.why));
            }
            output.text(&text);
        }
        Format::Json => output.json("sweep-status", status),
    }
    Ok(Exit::Fine)
}

fn merge(arguments: &MergeArguments, output: &Output) -> Result<Exit, QuestionError> {
    let plan = read_plan(&arguments.plan)?;
    let (found, missing, refused) = results(&plan, &arguments.out);
    if let Some(row) = refused.first() {
        return Err(refusal(row));
    }
    if !missing.is_empty() && !arguments.partial {
        return Err(incomplete(format!(
            "{} of {} shards are missing: `sweep run --all` plays them, `--partial` does without",
            missing.len(),
            plan.n_shards()
        )));
    }
    let cells = plan.merge(found.iter());
    let n_missing = missing.len() as u64;
    match output.shape() {
        Shape::Json => output.json("sweep-merge", MergeDocument::new(&plan, &cells, n_missing)),
        Shape::Csv => output.text(&sweep::csv(&plan, &cells)),
        Shape::Human | Shape::Html | Shape::Svg | Shape::Github | Shape::Sarif => {
            output.text(&sweep::text(&plan, &cells, n_missing));
        }
    }
    Ok(Exit::Fine)
}
