//! `sandtable play`: a whole game by its sequence, with people, policies or chance on each side.
#![expect(
    clippy::disallowed_methods,
    reason = "a journal is written and read where the player says"
)]

mod screen;
mod terminal;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::library::{Library, fail};
use super::output::Output;
use super::roll::any_seed;
use super::{Exit, Format};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::eval::wording::outcome_lines;
use crate::explain::scripted::Why;
use crate::explain::trace::{Story, Trouble, play};
use crate::explain::why_not::Inquiry;
use crate::ir::{Lowered, Wanted, lower};
use crate::model::{Question, RuleBook};
use crate::present::board_view::Tabletop;
use crate::present::line_of_sight::Line;
use crate::session::game::{Control, Journal, People, Stopped, Table, misfit};
use crate::session::scenario::{Scenario, stage};
use crate::session::script::Moves;
use crate::source::{SourceMap, Span};
use crate::syntax::parse_moves;
use crate::tools::disk;
use terminal::Terminal;

/// How many steps a game may take.
const STEPS: u64 = 50_000_000;

/// What to play, and who plays it.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: sandtable play my-game/ambush --side red=person --side blue=random\n\nAt a terminal: arrow keys or typing, Enter, Ctrl-Z for your last answer, Ctrl-C. With --plain: a number or a word answers; `undo` goes back to your last answer, `leave` stops, `?` shows the choice again, `board` the board."
)]
pub(super) struct Arguments {
    /// A scenario: RULESET/NAME, or the path of a scenario file
    scenario: String,
    /// A variant to play with, on top of the ruleset; several may be given
    #[arg(long, value_name = "VARIANT")]
    with: Vec<String>,
    /// Who plays a side: person, random, script, or policy (what the rules say is worth most)
    #[arg(long = "side", value_name = "SIDE=WHO")]
    sides: Vec<String>,
    /// The same seed throws the same dice
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// A file of `choices`, `dice` and `judged` lines, as examples have them; plays every side not named by --side
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    script: Option<PathBuf>,
    /// Writes every answer into a file
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Begins with the answers of a journal
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    replay: Option<PathBuf>,
    /// Draws the board as text: before people are asked, where it has changed, and at the end
    #[arg(long)]
    board: bool,
    /// Writes a picture of the board at the end into a file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// A line on the board: between two places or units, `C4,anna`
    #[arg(long, value_name = "A,B")]
    sight: Option<String>,
    /// The fact that says whether that line is free; needed where several could
    #[arg(long, value_name = "FACT", requires = "sight")]
    by: Option<String>,
    /// Asks people line by line, not on a screen of its own
    #[arg(long)]
    plain: bool,
    /// Tells only how it ends
    #[arg(long)]
    quiet: bool,
    /// Tells also what was only looked up on the way
    #[arg(long)]
    all: bool,
    /// Tells also why lines of modifiers, rows and options that do not apply do not
    #[arg(long)]
    why: bool,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let mut library = Library::new(output);
    match stage(&mut library, &arguments.scenario, &arguments.with) {
        Err(unanswered) => fail(&unanswered, output),
        Ok(scenario) => match Game::new(scenario, arguments, output) {
            Ok(game) => game.run(arguments, output),
            Err(exit) => exit,
        },
    }
}

/// A scenario, ready to be played.
struct Game<'r> {
    scenario: Scenario<'r>,
    lowered: Lowered,
    line: Option<Line>,
    units: Vec<String>,
    names: Vec<String>,
    controls: Vec<Control>,
    script: Option<Moves>,
    journal: Journal,
}

impl<'r> Game<'r> {
    fn new(scenario: Scenario<'r>, arguments: &Arguments, output: &Output) -> Result<Self, Exit> {
        let usual = match arguments.script {
            Some(_) => Control::Script,
            None => Control::Policy,
        };
        let controls = scenario
            .controls(&arguments.sides, usual)
            .map_err(|unanswered| fail(&unanswered, output))?;
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
        let (ruleset, situation) = (&mut *scenario.ruleset, &scenario.situation);
        let lowered = lower::run(&ruleset.book, situation, Wanted::Outcome);
        let line = on_board(arguments, &ruleset.book, situation, &lowered, output)?;
        let units = situation.unit_titles();
        let names = situation.unit_names(&ruleset.book);
        let script = match &arguments.script {
            Some(path) => Some(moves(path, &ruleset.book, &mut ruleset.sources, output)?),
            None => None,
        };
        if script.is_none() && controls.contains(&Control::Script) {
            output.aside("which script? Say `--script FILE`\n");
            return Err(Exit::Usage);
        }
        Ok(Self {
            scenario,
            lowered,
            line,
            units,
            names,
            controls,
            script,
            journal,
        })
    }

    fn run(mut self, arguments: &Arguments, output: &Output) -> Exit {
        let is_quiet = arguments.quiet || output.format() == Format::Json;
        let (ruleset, situation) = (&*self.scenario.ruleset, &self.scenario.situation);
        let title = &self.scenario.title;
        let table = Tabletop::of(&ruleset.book, situation, &self.lowered);
        let inquiry = Inquiry::new(&ruleset.book, &ruleset.sources, situation);
        let mut people = Terminal {
            inquiry: &inquiry,
            book: &ruleset.book,
            table: table.as_ref(),
            line: self.line.take(),
            draws: arguments.board && !is_quiet,
            drawn: String::new(),
            output,
            is_quiet,
            all: arguments.all,
            journal: arguments.journal.as_deref(),
            n_told: 0,
            has_screen: !arguments.plain && !is_quiet && terminal::is_there(),
        };
        if !is_quiet {
            output.text(&format!("{title}\n"));
        }
        let mut journal = std::mem::take(&mut self.journal);
        let mut by_people = Vec::new();
        let (story, stopped, left_over) = loop {
            let script = self.script.clone();
            let why = Why {
                inquiry: &inquiry,
                of_all: arguments.why,
            };
            let mut table = Table::new(
                journal,
                by_people,
                &self.controls,
                script,
                &mut people,
                &inquiry,
            );
            let story = play(
                &self.lowered.program,
                &self.units,
                &self.names,
                Some(why),
                &mut table,
                STEPS,
            );
            let left_over = table.left_over().filter(|_| story.outcome.is_some());
            let stopped;
            (journal, by_people, stopped) = table.leave();
            people.keep(&journal);
            if stopped != Some(Stopped::Undone) {
                break (story, stopped, left_over);
            }
            // What was told before the answer that is taken back is not told again.
            people.n_told = usize::MAX;
        };
        people.tell(&story.steps);
        if arguments.board && output.format() == Format::Human {
            people.draw(&story.state);
        }
        people.tell_missing(&story.state);
        let is_written = arguments
            .svg
            .as_ref()
            .is_none_or(|path| people.write(path, title, &story.state));
        let outcome = story.outcome.as_ref();
        let outcome =
            outcome.map(|outcome| outcome_lines(&self.lowered.parts, outcome, &self.units));
        match output.format() {
            Format::Human => {
                if let Some(outcome) = &outcome {
                    output.text(&format!("\n{}\n", outcome.join("\n")));
                }
                let seed = journal.seed;
                if self.script.as_ref().is_none_or(|script| !script.has_dice()) {
                    output.text(&format!("(--seed {seed} throws this again)\n"));
                }
            }
            Format::Json => output.json(
                "play",
                json!({
                    "scenario": journal.scenario,
                    "seed": journal.seed,
                    "outcome": outcome.map(|outcome| outcome.join(", ")),
                    "answers": journal.answers.len(),
                    "steps": story.steps.len(),
                    "left": stopped == Some(Stopped::Left),
                }),
            ),
        }
        let trouble = trouble(&self.lowered, &story, stopped, &journal).or(left_over);
        let Some(diagnostic) = trouble else {
            return if is_written {
                Exit::Fine
            } else {
                Exit::Findings
            };
        };
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(diagnostic);
        output.findings(&diagnostics, &ruleset.sources);
        Exit::Findings
    }
}

/// What is said about the board: a line on it.
///
/// Errors: how the command ends, if it makes no sense.
fn on_board(
    arguments: &Arguments,
    book: &RuleBook,
    question: &Question,
    lowered: &Lowered,
    output: &Output,
) -> Result<Option<Line>, Exit> {
    let refuse = |why: &str| -> Result<Option<Line>, Exit> {
        output.aside(&format!("{why}\n"));
        Err(Exit::Usage)
    };
    let is_drawn = arguments.board || arguments.svg.is_some();
    if !is_drawn && arguments.sight.is_none() {
        return Ok(None);
    }
    let Some(table) = Tabletop::of(book, question, lowered) else {
        return refuse("this scenario has no map that could be drawn");
    };
    let Some(line) = &arguments.sight else {
        return Ok(None);
    };
    if !is_drawn {
        return refuse("`--sight` is drawn with `--svg FILE` or `--board`");
    }
    match Line::new(line, arguments.by.as_deref(), book, &table) {
        Ok((line, remark)) => {
            output.aside(&remark);
            Ok(Some(line))
        }
        Err(why) => refuse(&why),
    }
}

/// Why a game ended before its end, if that is anybody's fault.
fn trouble(
    lowered: &Lowered,
    story: &Story,
    stopped: Option<Stopped>,
    journal: &Journal,
) -> Option<Diagnostic> {
    match stopped {
        Some(Stopped::Left | Stopped::Undone) => return None,
        Some(Stopped::Misfit(at, asked, why)) => return Some(misfit(journal, at, &asked, &why)),
        Some(Stopped::NotGiven(fact, about)) => {
            return Some(
                Diagnostic::new(
                    Code::FactNotGiven,
                    format!("nobody is there who could judge `{fact}`{}", of(&about)),
                )
                .help(format!(
                    "give it in the scenario, `[facts]` and `{fact} = …`; give it a default; or let a person play"
                )),
            );
        }
        Some(Stopped::Script(finding)) => return Some(*finding),
        None => {}
    }
    match &story.trouble {
        Some(Trouble::Fault(fault)) => Some(fault.diagnostic(&lowered.program)),
        Some(
            Trouble::RanOut(..)
            | Trouble::Impossible(..)
            | Trouble::Undrawn(..)
            | Trouble::Undrawable(..)
            | Trouble::Unchosen(..)
            | Trouble::NotAllowed(..),
        )
        | None => None,
    }
}

/// Whom a fact is about: ` (Ann, Ben)`
fn of(about: &[String]) -> String {
    match about {
        [] => String::new(),
        units => format!(" ({})", units.join(", ")),
    }
}

/// The script in a file.
fn moves(
    path: &Path,
    book: &RuleBook,
    sources: &mut SourceMap,
    output: &Output,
) -> Result<Moves, Exit> {
    let mut diagnostics = Diagnostics::default();
    let text = disk::text(&path.to_string_lossy());
    let text = text.map_err(|fault| diagnostics.push(fault.finding())).ok();
    let moves = text.and_then(|text| {
        let file = sources.add(path.to_string_lossy(), text.clone());
        let written = parse_moves(file, &text, &mut diagnostics);
        let text = text.trim_end();
        let last = text.chars().last().map_or(0, char::len_utf8);
        let end = Span::new(file, text.len().saturating_sub(last), text.len());
        let moves = Moves::new(&written, book, end);
        moves.map_err(|finding| diagnostics.push(finding)).ok()
    });
    match moves {
        Some(moves) if !diagnostics.has_errors() => Ok(moves),
        _ => {
            output.findings(&diagnostics, sources);
            Err(Exit::Findings)
        }
    }
}

/// The journal in a file, if it is one of this scenario and these rules.
fn replayed(path: &PathBuf, fresh: &Journal, output: &Output) -> Result<Journal, Exit> {
    let fail = |diagnostic: Diagnostic| {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(diagnostic);
        output.findings(&diagnostics, &SourceMap::default());
        Exit::Findings
    };
    let shown = path.display();
    let text = fs::read_to_string(path).map_err(|error| {
        fail(Diagnostic::new(
            Code::UnreadableFile,
            format!("`{shown}` cannot be read: {error}"),
        ))
    })?;
    let journal = Journal::parse(&text).map_err(|(line, why)| {
        fail(
            Diagnostic::new(
                Code::OtherJournal,
                format!("line {line} of `{shown}`: {why}"),
            )
            .help("take a file that `play --journal` has written"),
        )
    })?;
    if journal.mark != fresh.mark {
        output.aside("the rules, the units or the scenario have changed since this journal was written; it is followed as far as it fits\n");
    }
    Ok(Journal {
        scenario: fresh.scenario.clone(),
        mark: fresh.mark.clone(),
        ..journal
    })
}
