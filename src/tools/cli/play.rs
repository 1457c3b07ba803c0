//! `sandtable play`: a whole game by its sequence, with people, policies or chance on each side.
#![expect(
    clippy::disallowed_methods,
    reason = "a journal is written and read where the player says"
)]

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use serde_json::json;

use super::output::Output;
use super::roll::{any_seed, steps};
use super::staged::{Staged, staged};
use super::{Exit, Format};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::eval::explain::{Step, Story, Trouble, play};
use crate::eval::words::{outcome_lines, show};
use crate::ir::{Lowered, Options, Shown, Wanted, lower, shown};
use crate::model::{Question, RuleBook};
use crate::source::{SourceMap, Span, Spanned};
use crate::syntax::ast::Literal;
use crate::syntax::parse_moves;
use crate::tools::game::{Asked, Control, Journal, People, Said, Stopped, Table, misfit};
use crate::tools::load;
use crate::tools::moves::Moves;
use crate::tools::picture;
use crate::tools::render::WIDTH;
use crate::tools::tabletop::Tabletop;

/// How many steps a game may take.
const STEPS: u64 = 50_000_000;

/// More places than these are listed without numbers.
const N_LISTED: usize = 20;
/// So many in a line.
const PER_LINE: usize = 12;
/// So many lines.
const MOST_LINES: usize = 6;

/// What to play, and who plays it.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: sandtable play my-game/ambush --side red=person --side blue=random\n\nAt the table: a number or a word answers; `undo` goes back to your last answer, `leave` stops, `?` shows the choice again, `board` the board."
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
    /// Tells only how it ends
    #[arg(long)]
    quiet: bool,
    /// Tells also what was only looked up on the way
    #[arg(long)]
    all: bool,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    match Game::new(arguments, output) {
        Ok(game) => game.run(arguments, output),
        Err(exit) => exit,
    }
}

/// A scenario, ready to be played.
struct Game {
    book: RuleBook,
    sources: SourceMap,
    title: String,
    question: Question,
    lowered: Lowered,
    sight: Option<(String, String)>,
    units: Vec<String>,
    names: Vec<String>,
    controls: Vec<Control>,
    script: Option<Moves>,
    journal: Journal,
}

impl Game {
    fn new(arguments: &Arguments, output: &Output) -> Result<Self, Exit> {
        let staged = staged(&arguments.scenario, &arguments.with, output)?;
        let usual = match arguments.script {
            Some(_) => Control::Script,
            None => Control::Policy,
        };
        let controls = staged.controls(&arguments.sides, usual, output)?;
        let Staged {
            book,
            mut sources,
            title,
            question,
            mark,
            ..
        } = staged;
        let fresh = Journal {
            scenario: arguments.scenario.clone(),
            mark,
            seed: arguments.seed.unwrap_or_else(any_seed),
            answers: Vec::new(),
        };
        let journal = match &arguments.replay {
            None => fresh,
            Some(path) => replayed(path, &fresh, output)?,
        };
        let lowered = lower(&book, &question, Wanted::Outcome);
        let sight = on_board(arguments, &book, &question, &lowered, output)?;
        let units = question.unit_titles();
        let names = question.unit_names(&book);
        let script = match &arguments.script {
            Some(path) => Some(moves(path, &book, &mut sources, output)?),
            None => None,
        };
        if script.is_none() && controls.contains(&Control::Script) {
            output.aside("which script? Say `--script FILE`\n");
            return Err(Exit::Usage);
        }
        Ok(Self {
            book,
            sources,
            title,
            question,
            lowered,
            sight,
            units,
            names,
            controls,
            script,
            journal,
        })
    }

    fn run(self, arguments: &Arguments, output: &Output) -> Exit {
        let Self {
            book,
            sources,
            title,
            question,
            lowered,
            sight,
            units,
            names,
            controls,
            script,
            mut journal,
        } = self;
        let is_quiet = arguments.quiet || output.format() == Format::Json;
        let table = Tabletop::of(&book, &question, &lowered);
        let mut people = Terminal {
            book: &book,
            table: table.as_ref(),
            sight,
            draws: arguments.board && !is_quiet,
            drawn: String::new(),
            output,
            is_quiet,
            all: arguments.all,
            journal: arguments.journal.as_deref(),
            n_told: 0,
        };
        if !is_quiet {
            output.text(&format!("{title}\n"));
        }
        let mut by_people = Vec::new();
        let (story, stopped, left_over) = loop {
            let script = script.clone();
            let mut table = Table::new(journal, by_people, &controls, script, &mut people);
            let story = play(&lowered.program, &units, &names, &mut table, STEPS);
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
        let is_written = arguments
            .svg
            .as_ref()
            .is_none_or(|path| people.write(path, &title, &story.state));
        let outcome = story.outcome.as_ref();
        let outcome = outcome.map(|outcome| outcome_lines(&lowered.parts, outcome, &units));
        match output.format() {
            Format::Human => {
                if let Some(outcome) = &outcome {
                    output.text(&format!("\n{}\n", outcome.join("\n")));
                }
                let seed = journal.seed;
                if script.as_ref().is_none_or(|script| !script.has_dice()) {
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
        let trouble = trouble(&lowered, &story, stopped, &journal).or(left_over);
        let Some(diagnostic) = trouble else {
            return if is_written {
                Exit::Fine
            } else {
                Exit::Findings
            };
        };
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(diagnostic);
        output.findings(&diagnostics, &sources);
        Exit::Findings
    }
}

/// Many places: their names in a few lines, as far as there is room.
fn in_short(answers: &[(String, i32)]) -> String {
    let mut text = String::new();
    for line in answers.chunks(PER_LINE).take(MOST_LINES) {
        let names: Vec<&str> = line.iter().map(|(name, _)| name.as_str()).collect();
        text.push_str(&format!("  {}\n", names.join(" ")));
    }
    let n_left = answers.len().saturating_sub(PER_LINE * MOST_LINES);
    if n_left > 0 {
        text.push_str(&format!("  and {n_left} more\n"));
    }
    text
}

/// What is said about the board: the ends of a line on it.
///
/// Errors: how the command ends, if it makes no sense.
fn on_board(
    arguments: &Arguments,
    book: &RuleBook,
    question: &Question,
    lowered: &Lowered,
    output: &Output,
) -> Result<Option<(String, String)>, Exit> {
    let refuse = |why: &str| {
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
    // A point in inches has a comma of its own.
    let mut depth = 0;
    let comma = line.char_indices().find(|(_, letter)| {
        depth += i32::from(*letter == '(') - i32::from(*letter == ')');
        depth == 0 && *letter == ','
    });
    let ends = comma.and_then(|(at, _)| Some((line.get(..at)?.trim(), line.get(at + 1..)?.trim())));
    let Some((from, to)) = ends else {
        return refuse(&format!(
            "`--sight {line}` is not understood: say both ends, `--sight C4,anna`"
        ));
    };
    for end in [from, to] {
        if !table.knows(end) {
            return refuse(&format!(
                "`--sight {line}` is not understood: `{end}` is no place of the map and no unit of the scenario"
            ));
        }
    }
    Ok(Some((from.to_owned(), to.to_owned())))
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
        Some(Stopped::Misfit(at, asked)) => return Some(misfit(journal, at, &asked)),
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
    let file = load::text(path, sources, &mut diagnostics);
    let source = file.and_then(|file| Some((file, sources.get(file)?)));
    let moves = source.and_then(|(file, source)| {
        let written = parse_moves(file, &source.text, &mut diagnostics);
        let text = source.text.trim_end();
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

/// People at the terminal.
struct Terminal<'a> {
    book: &'a RuleBook,
    output: &'a Output,
    /// The board, if there is one.
    table: Option<&'a Tabletop<'a>>,
    /// A line on it: from where, to where.
    sight: Option<(String, String)>,
    /// The board is drawn before a question.
    draws: bool,
    /// As it was drawn last.
    drawn: String,
    is_quiet: bool,
    all: bool,
    /// Where the journal is kept.
    journal: Option<&'a Path>,
    /// How many steps have been told.
    n_told: usize,
}

impl Terminal<'_> {
    /// Draws the board as text.
    fn draw(&mut self, state: &[i32]) {
        if let Some(table) = self.table {
            let picture = table.picture("", state, self.sight.as_ref());
            self.drawn = picture::text(&picture, WIDTH, self.output.style());
            self.output.text(&format!("\n{}", self.drawn));
        }
    }

    /// Draws the board if it has changed.
    fn draw_news(&mut self, state: &[i32]) {
        if let Some(table) = self.table {
            let picture = table.picture("", state, self.sight.as_ref());
            if self.drawn != picture::text(&picture, WIDTH, self.output.style()) {
                self.draw(state);
                self.output.text("\n");
            }
        }
    }

    /// Writes a picture of the board into a file; says so and gives no if that cannot be done.
    fn write(&self, path: &Path, title: &str, state: &[i32]) -> bool {
        let Some(table) = self.table else {
            return false;
        };
        let picture = table.picture(title, state, self.sight.as_ref());
        let written = fs::write(path, picture::svg(&picture));
        if let Err(error) = &written {
            let shown = path.display();
            self.output
                .aside(&format!("`{shown}` cannot be written: {error}\n"));
        }
        written.is_ok()
    }

    /// Tells what is new.
    fn tell(&mut self, told: &[Step]) {
        let from = match self.n_told {
            usize::MAX => told.len(),
            n_told => n_told.min(told.len()),
        };
        if let Some(new) = told.get(from..)
            && !self.is_quiet
        {
            self.output.text(&steps(new, self.all));
        }
        self.n_told = told.len();
    }

    /// A line that a person types; `None` at the end of the input.
    fn line(&self, prompt: &str) -> Option<String> {
        self.output.text(prompt);
        let _ = io::stdout().flush();
        let mut line = String::new();
        let stdin = io::stdin();
        let n_read = stdin.lock().read_line(&mut line).unwrap_or(0);
        if !stdin.is_terminal() && n_read > 0 {
            // Typed ahead: what was answered is shown all the same.
            self.output.text(&line);
        }
        (n_read > 0).then(|| line.trim().to_owned())
    }
}

impl People for Terminal<'_> {
    fn ask(&mut self, asked: &Asked<'_>, told: &[Step]) -> Said {
        self.tell(told);
        if let Asked::Choice(_, offer) = asked
            && self.draws
        {
            self.draw_news(offer.state());
        }
        let (question, answers): (String, Vec<(String, i32)>) = match asked {
            Asked::Choice(wording, offer) => {
                let words = wording.allowed(*offer).into_iter();
                let answers = words.zip(offer.answers()).collect();
                (wording.decision.title.clone(), answers)
            }
            Asked::Fact(judgement, about) => {
                let fact = self.fact(&judgement.fact);
                let about = of(about);
                let title = fact.map_or("", |fact| fact.naming.shown());
                let values = fact.map_or_else(String::new, |fact| {
                    self.book.describe(fact.ty, fact.low, fact.high)
                });
                (format!("{title}{about}: {values}"), Vec::new())
            }
        };
        let is_place = matches!(asked, Asked::Choice(wording, _) if matches!(wording.decision.options, Options::Places(_)));
        let list = |answers: &[(String, i32)]| -> String {
            if is_place && answers.len() > N_LISTED {
                return in_short(answers);
            }
            let lines = (1..).zip(answers);
            lines
                .map(|(number, (word, _))| format!("  {number}  {word}\n"))
                .collect()
        };
        self.output.text(&format!("{question}\n{}", list(&answers)));
        loop {
            let Some(said) = self.line("> ") else {
                return Said::Leave;
            };
            match said.as_str() {
                "undo" => return Said::Undo,
                "leave" | "quit" => return Said::Leave,
                "?" | "" => self.output.text(&format!("{question}\n{}", list(&answers))),
                word => {
                    let value = match asked {
                        Asked::Fact(judgement, _) => self.fact_value(&judgement.fact, word),
                        Asked::Choice(wording, offer) => {
                            let number = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
                            let by_number = number.and_then(|at| answers.get(at));
                            let by_word = wording.read(word, *offer);
                            by_word.or(by_number.map(|(_, value)| *value))
                        }
                    };
                    match (value, asked) {
                        (Some(value), _) => return Said::Answer(value),
                        (None, Asked::Choice(_, offer))
                            if word == "board" && self.table.is_some() =>
                        {
                            self.draw(offer.state());
                            self.output.text("\n");
                        }
                        (None, Asked::Choice(wording, _))
                            if let Some(table) = self.table
                                && matches!(wording.decision.options, Options::Places(_)) =>
                        {
                            let offered: Vec<String> =
                                answers.iter().map(|(name, _)| name.clone()).collect();
                            self.output
                                .text(&format!("{}\n", table.why_not(word, &offered)));
                        }
                        (None, _) => self.output.text(&format!(
                            "`{word}` is none of the answers; `?` shows them, `undo` goes back, `leave` stops\n"
                        )),
                    }
                }
            }
        }
    }

    fn keep(&mut self, journal: &Journal) {
        let Some(path) = self.journal else {
            return;
        };
        if let Err(error) = fs::write(path, journal.text()) {
            self.output
                .aside(&format!("the journal cannot be written: {error}\n"));
            // Said once.
            self.journal = None;
        }
    }

    fn fact_word(&self, fact: &str, value: i32) -> String {
        let Some(fact) = self.fact(fact) else {
            return value.to_string();
        };
        let shown = shown(self.book, fact.ty);
        if matches!(shown, Shown::Number(_)) {
            value.to_string()
        } else {
            show(value, &shown, &[])
        }
    }

    fn fact_value(&self, fact: &str, word: &str) -> Option<i32> {
        let fact = self.fact(fact)?;
        let literal = match word.parse::<i32>() {
            Ok(number) => Literal::Number(number),
            Err(_) => Literal::Word(word.to_owned()),
        };
        let literal = Spanned::new(literal, Span::nowhere());
        self.book.read_fact(fact, &literal).ok()
    }
}

impl Terminal<'_> {
    fn fact(&self, name: &str) -> Option<&crate::model::Fact> {
        let mut facts = self.book.facts.iter();
        facts.find(|fact| fact.naming.name == name)
    }
}
