//! The command line: what can be asked, and how it is answered.
//!
//! One file per command. Standard output carries only the document that was asked for; findings go to standard error,
//! except for `check`, whose document they are.

mod accept;
mod arguments;
mod check;
mod checked;
mod choices;
mod clock;
mod compare;
mod completions;
mod coverage;
mod deadline;
mod explain;
mod export;
mod fmt;
mod library;
mod list;
mod lsp;
mod man;
mod manuscript;
mod memory;
mod new;
mod odds;
pub mod output;
mod play;
mod print;
mod pulse;
mod report;
mod roll;
mod sample;
mod section;
mod seed;
mod studio;
mod sweep;
mod test;
mod tune;
mod version;
mod watch;

use std::ffi::OsString;
#[cfg(unix)]
use std::sync::Arc;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};

use output::{Colour, Output, Printed};

/// End of a command, as an exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Nothing is wrong.
    Fine,
    /// There are errors in the rules, or examples that fail.
    Findings,
    /// The command line cannot be understood, or something cannot be written.
    Usage,
}

impl Exit {
    /// As the shell sees it.
    pub fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Findings => 1,
            Self::Usage => 2,
        }
    }
}

/// Reader of the output: a person or a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Text.
    Human,
    /// JSON.
    Json,
}

/// Format of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Shape {
    /// Text; its layout may change
    #[default]
    #[value(alias = "text")]
    Human,
    /// One JSON document; fields may be added, never renamed
    Json,
    /// Page for a browser; only for `coverage` and `report`
    Html,
    /// Comma-separated values for a spreadsheet; only for `odds`, `sample`, `tune` and `sweep`
    Csv,
    /// Picture; only for `odds` and `sample`
    Svg,
    /// Workflow commands, which GitHub shows beside the lines; only for `check`
    Github,
    /// Findings for code hosts and editors (SARIF 2.1.0); only for `check`
    Sarif,
}

/// Tabletop wargame rules that run from text.
#[derive(Debug, Parser)]
#[command(
    name = "sandtable",
    version = version::version_text(),
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "A RULESET is the name of a folder in `rules/`, of a built-in rulebook, or a path.\n\nExample: sandtable check rules/my-game"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Format of the output
    #[arg(long, global = true, value_enum, default_value_t)]
    format: Shape,
    /// Colours in the output
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: Colour,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start your own game, from a small complete one or from a manuscript
    New(new::Arguments),
    /// Find mistakes in rules and units
    Check(check::Arguments),
    /// Run the worked examples
    Test(test::Arguments),
    /// List the rules, units and scenarios of a ruleset
    List(list::Arguments),
    /// Roll once, step by step
    Roll(roll::Arguments),
    /// Calculate exact odds
    Odds(odds::Arguments),
    /// Estimate odds by rolling or playing many times
    Sample(sample::Arguments),
    /// Report on many games: who wins and why, what is never used, what things are worth
    Report(report::Arguments),
    /// Find the value that makes a game fair, by playing
    Tune(tune::Arguments),
    /// Play many versions of a game on many machines
    Sweep(sweep::Arguments),
    /// Play a scenario
    Play(play::Arguments),
    /// Print charts, cards, counters, maps and record sheets
    Print(print::Arguments),
    /// Compare the rules with the book's numbered rules
    Coverage(coverage::Arguments),
    /// Compare two printings of a manuscript
    Compare(compare::Arguments),
    /// Show a section of the book with its rules and examples
    Section(section::Arguments),
    /// Export units, cards and maps as a draft for another program
    Export(export::Arguments),
    /// Format rule files
    Fmt(fmt::Arguments),
    /// Open the studio: rules, findings, odds and the board in the browser
    Studio(studio::Arguments),
    /// Explain a finding
    Explain(explain::Arguments),
    /// Serve an editor as its language server
    Lsp(lsp::Arguments),
    /// Print completions for a shell
    Completions(completions::Arguments),
    /// Print pages of the manual for `man`
    Man(man::Arguments),
}

/// Reads the command line, the program's name first, does what it says, and tells how that ended.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    survive_limits();
    let words: Vec<OsString> = arguments.into_iter().collect();
    match parse(&words) {
        Ok(arguments) => {
            let output = Output::new(arguments.format, arguments.color);
            let exit = dispatch(&arguments, &output);
            output.pulse().rest();
            match output.tell_failure() {
                true => Exit::Usage,
                false => exit,
            }
        }
        Err(answer) if is_for_programs(&answer, &words) => {
            let output = Output::new(Shape::Json, Colour::Never);
            output.usage(&sentence(&answer));
            Exit::Usage
        }
        Err(answer) => {
            // A failure to print cannot be reported.
            let _ = answer.print();
            exit_of(&answer)
        }
    }
}

/// Lets a write beyond the largest file that the user may have fail, as on a full disk; by default its signal ends the program.
fn survive_limits() {
    // Without the handler such a write ends the program, as it ends others.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// As [`run`], but returns what would be printed. A question to a person at the terminal is still asked there.
pub fn run_captured(arguments: impl IntoIterator<Item = OsString>) -> (Exit, Printed) {
    let words: Vec<OsString> = arguments.into_iter().collect();
    match parse(&words) {
        Ok(arguments) => {
            let output = Output::captured(arguments.format, arguments.color);
            let exit = match (dispatch(&arguments, &output), output.tell_failure()) {
                (_, true) => Exit::Usage,
                (exit, false) => exit,
            };
            (exit, output.into_printed())
        }
        Err(answer) if is_for_programs(&answer, &words) => {
            let output = Output::captured(Shape::Json, Colour::Never);
            output.usage(&sentence(&answer));
            (Exit::Usage, output.into_printed())
        }
        Err(answer) => {
            let text = answer.render().to_string();
            let printed = match answer.use_stderr() {
                true => Printed {
                    err: text,
                    ..Printed::default()
                },
                false => Printed {
                    out: text,
                    ..Printed::default()
                },
            };
            (exit_of(&answer), printed)
        }
    }
}

/// Whether an answer of the command line is an error that a program reads: `--format json` was said, whatever else was.
fn is_for_programs(answer: &clap::Error, words: &[OsString]) -> bool {
    let pairs = words.windows(2);
    let mut apart =
        pairs.filter_map(|pair| Some((pair.first()?.to_str()?, pair.last()?.to_str()?)));
    let is_apart = apart.any(|pair| pair == ("--format", "json"));
    answer.use_stderr() && (is_apart || words.iter().any(|word| word == "--format=json"))
}

/// The sentence of an error of the command line, without its headings and the hint at `--help`.
fn sentence(answer: &clap::Error) -> String {
    let text = answer.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let end = text.find("\n\nFor more information");
    let text = end.and_then(|end| text.get(..end)).unwrap_or(text);
    text.trim_end().to_owned()
}

fn exit_of(answer: &clap::Error) -> Exit {
    match answer.use_stderr() {
        true => Exit::Usage,
        false => Exit::Fine,
    }
}

/// Errors: the answer of the command line, if it cannot be understood or only asks for help.
fn parse(words: &[OsString]) -> Result<Arguments, clap::Error> {
    let arguments = Arguments::try_parse_from(words)?;
    let misfit = match arguments.format {
        Shape::Human | Shape::Json => None,
        Shape::Html if matches!(arguments.command, Command::Coverage(_) | Command::Report(_)) => {
            None
        }
        Shape::Html => Some(
            "use HTML only with `coverage` and `report`: `sandtable coverage RULESET --format html`",
        ),
        Shape::Github | Shape::Sarif if matches!(arguments.command, Command::Check(_)) => None,
        Shape::Github | Shape::Sarif => {
            Some("use GitHub and SARIF only with `check`: `sandtable check --format sarif`")
        }
        Shape::Csv | Shape::Svg
            if matches!(arguments.command, Command::Odds(_) | Command::Sample(_)) =>
        {
            None
        }
        Shape::Csv if matches!(arguments.command, Command::Tune(_) | Command::Sweep(_)) => None,
        Shape::Csv | Shape::Svg => Some(
            "use CSV only with `odds`, `sample`, `tune` and `sweep`, SVG only with `odds` and `sample`: `sandtable odds … --format csv`",
        ),
    };
    match misfit {
        Some(why) => Err(Arguments::command().error(ErrorKind::InvalidValue, why)),
        None => Ok(arguments),
    }
}

fn dispatch(arguments: &Arguments, output: &Output) -> Exit {
    match &arguments.command {
        Command::New(arguments) => new::run(arguments, output),
        Command::Check(arguments) => check::run(arguments, output),
        Command::Test(arguments) => test::run(arguments, output),
        Command::List(arguments) => list::run(arguments, output),
        Command::Roll(arguments) => roll::run(arguments, output),
        Command::Odds(arguments) => odds::run(arguments, output),
        Command::Sample(arguments) => sample::run(arguments, output),
        Command::Report(arguments) => report::run(arguments, output),
        Command::Tune(arguments) => tune::run(arguments, output),
        Command::Sweep(arguments) => sweep::run(arguments, output),
        Command::Play(arguments) => play::run(arguments, output),
        Command::Print(arguments) => print::run(arguments, output),
        Command::Coverage(arguments) => coverage::run(arguments, output),
        Command::Compare(arguments) => compare::run(arguments, output),
        Command::Section(arguments) => section::run(arguments, output),
        Command::Export(arguments) => export::run(arguments, output),
        Command::Fmt(arguments) => fmt::run(arguments, output),
        Command::Studio(arguments) => studio::run(arguments, output),
        Command::Explain(arguments) => explain::run(arguments, output),
        Command::Lsp(_) => lsp::run(output),
        Command::Completions(arguments) => completions::run(arguments, output),
        Command::Man(arguments) => man::run(arguments, output),
    }
}
