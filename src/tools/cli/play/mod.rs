//! `sandtable play`: a whole game by its sequence, with people, policies or chance on each side.
#![expect(
    clippy::disallowed_methods,
    reason = "a journal is written and read where the player says"
)]

mod journal_file;
mod screen;
mod terminal;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::library::{DiskRulesets, fail};
use super::output::Output;
use super::roll::{StepLimit, any_seed, steps};
use super::seed::read_seed;
use super::{Exit, Format};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::present::board_view::Tabletop;
use crate::present::json::play::PlayDocument;
use crate::present::line_of_sight::SightLine;
use crate::present::record_sheet::RecordSheets;
use crate::present::story;
use crate::session::game::{Game, Record};
use crate::session::journal::{Journal, whole_lines};
use crate::session::library::QuestionError;
use crate::session::players::Control;
use crate::session::scenario::{Scenario, set_up};
use crate::session::script::{Moves, read_script};
use crate::session::script_ends::check_expects;
use crate::source::SourceMap;
use crate::tools::disk;
use crate::tools::threads::ProcessClock;
use journal_file::JournalFile;
use terminal::Terminal;

/// Arguments of `play`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: sandtable play my-game/ambush --side red=person --side blue=random\n\nAt a \
        terminal the game uses the whole screen. The arrow keys move through the answers or over \
        the map; type a number or a word to select an answer; Enter confirms. F1 or `?` shows all \
        keys, F2 the story so far, F3 the pieces in question. Ctrl-Z undoes your last answer, \
        Ctrl-C leaves.\n\nWith --plain: answer with a number or a word; `undo` undoes your last \
        answer, `leave` stops, `?` shows the choice again, `board` the board, `sheet` the pieces \
        in question."
)]
pub(super) struct Arguments {
    /// Scenario: RULESET/NAME, or the path of a scenario file
    scenario: String,
    /// Also apply this variant (repeatable)
    #[arg(long, value_name = "VARIANT")]
    with: Vec<String>,
    /// Player of a side: person, random, script, policy (highest `worth`), greedy, search:400, search:2s, or exact
    #[arg(long = "side", value_name = "SIDE=WHO")]
    sides: Vec<String>,
    /// Show only what this side may know, or `all` (default: the side of the only person)
    #[arg(long, value_name = "SIDE")]
    view: Option<String>,
    /// Seed of the dice; the same seed gives the same dice
    #[arg(long, value_name = "N", value_parser = read_seed)]
    seed: Option<u64>,
    /// File of `choices`, `dice` and `judged` lines, as in examples; plays every side without --side
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    script: Option<PathBuf>,
    /// Write every answer into a file; if it has the start of this game, continue it
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Let `--journal` and `--svg` overwrite files
    #[arg(long)]
    force: bool,
    /// Number of steps to show between two questions, from the beginning and the end; or `all`
    #[arg(long, value_name = "N", default_value = "10000", value_parser = steps)]
    steps: StepLimit,
    /// Start with the answers of a journal
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    replay: Option<PathBuf>,
    /// Draw the board as text: before each question to a person if it has changed, and at the end
    #[arg(long)]
    board: bool,
    /// Write a picture of the board at the end into a file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw a line on the board between two places or units: `C4,anna`
    #[arg(long, value_name = "A,B")]
    sight: Option<String>,
    /// Fact that decides whether that line is free; needed if there are several
    #[arg(long, value_name = "FACT", requires = "sight")]
    by: Option<String>,
    /// Ask people line by line, without using the whole screen
    #[arg(long)]
    plain: bool,
    /// Show only the end of the game
    #[arg(long)]
    quiet: bool,
    /// Also show lookups
    #[arg(long)]
    all: bool,
    /// Also show why modifiers, rows and options do not apply
    #[arg(long)]
    why: bool,
}

/// The phase between two questions.
const PLAYING: &str = "playing";

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let mut library = DiskRulesets::new(output);
    match set_up(&mut library, &arguments.scenario, &arguments.with) {
        Err(error) => fail(&error, output),
        Ok(scenario) => match begun(scenario, arguments, output) {
            Ok((game, record)) => run_game(&game, record, arguments, output),
            Err(exit) => exit,
        },
    }
}

/// Starts the game with its players, perhaps from a journal.
fn begun<'r>(
    mut scenario: Scenario<'r>,
    arguments: &Arguments,
    output: &Output,
) -> Result<(Game<'r>, Record), Exit> {
    let usual = match arguments.script {
        Some(_) => Control::Script,
        None => Control::Policy,
    };
    let controls = scenario
        .controls(&arguments.sides, usual)
        .map_err(|error| fail(&error, output))?;
    if let Some(remark) = scenario.without_map() {
        output.aside(&format!("{remark}\n"));
    }
    let fresh = Journal {
        scenario: arguments.scenario.clone(),
        mark: scenario.mark.clone(),
        seed: arguments.seed.unwrap_or_else(any_seed),
        answers: Vec::new(),
    };
    let journal = match &arguments.replay {
        None => fresh,
        Some(path) => replayed(path, &fresh, output)?,
    };
    let script = match &arguments.script {
        Some(path) => Some(script(path, &mut scenario, output)?),
        None => None,
    };
    if script.is_none() && controls.contains(&Control::Script) {
        output.usage("a script needs a file: add `--script FILE`");
        return Err(Exit::Usage);
    }
    let game = Game::new(scenario, controls, script, arguments.why).timed(&ProcessClock);
    let viewer = match arguments.view.as_deref() {
        None => game.viewer(),
        Some("all") => None,
        Some(name) => match game.side_named(name) {
            Some(side) => Some(side),
            None => {
                let sides = game.scenario.sides().join(", ");
                output.usage(&format!("there is no side `{name}`; the sides are {sides}"));
                return Err(Exit::Usage);
            }
        },
    };
    let game = game.shown_to(viewer);
    Ok((game, Record::new(journal)))
}

fn run_game(game: &Game<'_>, mut record: Record, arguments: &Arguments, output: &Output) -> Exit {
    let is_quiet = arguments.quiet || output.format() == Format::Json;
    let scenario = &game.scenario;
    let line = match on_board(arguments, game, output) {
        Ok(line) => line,
        Err(exit) => return exit,
    };
    let book = &scenario.ruleset.book;
    let table = Tabletop::of(book, &scenario.situation, &game.lowered);
    let table = table.map(|table| table.shown_to(game.viewer()));
    let inquiry = game.inquiry();
    let written = [&arguments.journal, &arguments.svg].into_iter().flatten();
    output.tidy_folders(written.map(PathBuf::as_path));
    let journal = match arguments.journal.as_deref() {
        None => None,
        Some(path) => match JournalFile::new(path, &record.journal, arguments.force) {
            Ok(file) => Some(file),
            Err(diagnostic) => {
                output.note_unwritten();
                return refuse(diagnostic, output);
            }
        },
    };
    if let Some(path) = arguments.svg.as_deref()
        && !arguments.force
        && !is_free_for_a_picture(path)
    {
        let shown = path.display();
        let message = format!("`{shown}` already exists and is not a picture");
        let finding = Diagnostic::new(Code::UnreadableFile, message);
        let help = "name another file, or overwrite it with `--force`";
        output.note_unwritten();
        return refuse(finding.help(help), output);
    }
    let mut people = Terminal {
        inquiry: &inquiry,
        book,
        table: table.as_ref(),
        line,
        draws: arguments.board && !is_quiet,
        drawn: String::new(),
        output,
        is_quiet,
        all: arguments.all,
        most_steps: arguments.steps.0,
        journal,
        has_lost: false,
        is_input_over: false,
        n_told: 0,
        sheets: RecordSheets::new(book, &scenario.situation, &game.lowered).shown_to(game.viewer()),
        screen: None,
        n_read: 0,
        asides: Vec::new(),
        has_screen: !arguments.plain && !is_quiet && terminal::is_there(),
    };
    if !is_quiet {
        output.text(&format!("{}\n", scenario.title));
    }
    output.pulse().at(PLAYING);
    if game.has_people() {
        people.open();
    }
    let played = game.play(&mut record, &mut people);
    people.close();
    let story = &played.story;
    people.tell(&story.steps);
    if arguments.board && output.format() == Format::Human {
        people.draw(&story.state);
    }
    people.tell_missing(&story.state);
    let is_written = arguments
        .svg
        .as_ref()
        .is_none_or(|path| people.write(path, &scenario.title, &story.state));
    match output.format() {
        Format::Human => {
            let seed = game.rolls_dice().then_some(record.journal.seed);
            output.text(&story::ending(&played, seed));
        }
        Format::Json => output.json("play", PlayDocument::new(game, &played, &record)),
    }
    if let Some(diagnostic) = played.trouble {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(diagnostic);
        output.findings(&diagnostics, &scenario.ruleset.sources);
        return Exit::Findings;
    }
    if people.is_input_over {
        output.usage(
            "the input ended before the game did; answer each question on a line of its own, or let the rules play a side: \
            `--side NAME=policy`",
        );
        return Exit::Usage;
    }
    match is_written && !people.has_lost {
        true => Exit::Fine,
        false => Exit::Usage,
    }
}

/// Whether nothing is lost if a picture is written there.
fn is_free_for_a_picture(path: &Path) -> bool {
    match fs::read(path) {
        Ok(bytes) => bytes.is_empty() || bytes.starts_with(b"<svg"),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

fn refuse(diagnostic: Diagnostic, output: &Output) -> Exit {
    let mut diagnostics = Diagnostics::default();
    diagnostics.push(diagnostic);
    output.findings(&diagnostics, &SourceMap::default());
    Exit::Findings
}

/// Parses the arguments about the board: a line on it.
///
/// Errors: how the command ends, if it makes no sense.
fn on_board(
    arguments: &Arguments,
    game: &Game<'_>,
    output: &Output,
) -> Result<Option<SightLine>, Exit> {
    let refuse = |why: &str| -> Result<Option<SightLine>, Exit> {
        output.usage(why);
        Err(Exit::Usage)
    };
    let is_drawn = arguments.board || arguments.svg.is_some();
    if !is_drawn && arguments.sight.is_none() {
        return Ok(None);
    }
    let (book, situation) = (&game.scenario.ruleset.book, &game.scenario.situation);
    let Some(table) = Tabletop::of(book, situation, &game.lowered) else {
        return refuse("this scenario has no map to draw");
    };
    let Some(line) = &arguments.sight else {
        return Ok(None);
    };
    if !is_drawn {
        return refuse("add `--svg FILE` or `--board` to draw `--sight`");
    }
    match SightLine::new(line, arguments.by.as_deref(), book, &table) {
        Ok((line, remark)) => {
            output.aside(&remark);
            Ok(Some(line))
        }
        Err(why) => refuse(&why),
    }
}

/// The script in a file.
fn script(path: &Path, scenario: &mut Scenario<'_>, output: &Output) -> Result<Moves, Exit> {
    let name = path.to_string_lossy();
    let read =
        disk::text(&name).map_err(|fault| QuestionError::Malformed(Box::new(fault.finding())));
    let moves = read.and_then(|text| {
        let mut moves = read_script(&name, text, scenario.ruleset)?;
        check_expects(&mut moves, scenario)?;
        Ok(moves)
    });
    moves.map_err(|error| {
        fail(&error, output);
        Exit::Findings
    })
}

/// The journal in a file, if it is one of this scenario and these rules.
fn replayed(path: &PathBuf, fresh: &Journal, output: &Output) -> Result<Journal, Exit> {
    let fail = |diagnostic: Diagnostic| refuse(diagnostic, output);
    let shown = path.display();
    let text = fs::read_to_string(path).map_err(|error| {
        fail(Diagnostic::new(
            Code::UnreadableFile,
            format!("`{shown}` cannot be read: {error}"),
        ))
    })?;
    let (whole, torn) = whole_lines(&text);
    if !torn.is_empty() {
        output.aside(&format!(
            "the last line of `{shown}` is incomplete and ignored: {torn}\n"
        ));
    }
    let journal = Journal::parse(whole).map_err(|(line, why)| {
        fail(
            Diagnostic::new(
                Code::JournalMismatch,
                format!("line {line} of `{shown}`: {why}"),
            )
            .help("use a file from `play --journal`"),
        )
    })?;
    if journal.scenario != fresh.scenario {
        let (was, is) = (&journal.scenario, &fresh.scenario);
        output.aside(&format!(
            "this journal is of `{was}`, not of `{is}`; it is replayed as far as possible\n"
        ));
    } else if journal.mark != fresh.mark {
        output.aside(
            "the rules, units or scenario have changed since this journal was written; it is \
            replayed as far as possible\n",
        );
    }
    Ok(Journal {
        scenario: fresh.scenario.clone(),
        mark: fresh.mark.clone(),
        ..journal
    })
}
