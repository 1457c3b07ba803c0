//! The only place that writes to standard output and standard error.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use serde::Serialize;

use super::pulse::Pulse;
use super::{Format, Shape};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, shortened};
use crate::present::findings::{Style, Tally, render, render_all};
use crate::present::json;
use crate::present::json::findings::Findings;
use crate::present::json::usage::Usage;
use crate::source::SourceMap;
use crate::tools::safe_write::{tidy, words};

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Colour {
    /// In a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Also in a pipe
    Always,
    /// Nowhere
    Never,
}

/// Destination and format of answers.
#[derive(Debug)]
pub struct Output {
    shape: Shape,
    colour: ColorChoice,
    sink: Sink,
    /// Why standard output could not be written, if so.
    failure: Mutex<Option<io::Error>>,
    /// Whether a file could not be written.
    has_unwritten: AtomicBool,
    /// Current phase of the work, shown while waiting.
    pulse: Pulse,
}

/// Destination of text.
#[derive(Debug)]
enum Sink {
    /// To standard output and standard error.
    Standard,
    /// Into memory, for a caller in the same process.
    Memory(Mutex<Printed>),
}

/// The text that a command printed.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Printed {
    /// On standard output.
    pub out: String,
    /// On standard error.
    pub err: String,
}

/// The text so far, also where a thread panicked while it held it: a text is whole after every push.
fn locked(printed: &Mutex<Printed>) -> MutexGuard<'_, Printed> {
    printed.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Output {
    /// Returns an output to the streams of the process.
    pub fn new(shape: Shape, colour: Colour) -> Self {
        Self {
            shape,
            colour: choice(colour),
            sink: Sink::Standard,
            failure: Mutex::default(),
            has_unwritten: AtomicBool::new(false),
            pulse: Pulse::of_process(),
        }
    }

    /// Returns an output that keeps the text; without colours unless they are wanted always.
    pub fn captured(shape: Shape, colour: Colour) -> Self {
        let colour = match colour {
            Colour::Auto | Colour::Never => ColorChoice::Never,
            Colour::Always => ColorChoice::Always,
        };
        Self {
            shape,
            colour,
            sink: Sink::Memory(Mutex::default()),
            failure: Mutex::default(),
            has_unwritten: AtomicBool::new(false),
            pulse: Pulse::default(),
        }
    }

    /// The phase of the work, which a terminal shows where nothing else is said.
    pub(super) fn pulse(&self) -> &Pulse {
        &self.pulse
    }

    /// Ends the process after a time, unless the answer has begun by then: whatever the program is at, it cannot be asked.
    pub(super) fn answers_within(&self, time: Duration, words: String) {
        let shape = self.shape;
        let colour = self.colour;
        self.pulse.ends_after(time, move |phase| {
            let output = Self {
                shape,
                colour,
                sink: Sink::Standard,
                failure: Mutex::default(),
                has_unwritten: AtomicBool::new(false),
                pulse: Pulse::default(),
            };
            output.usage(&format!(
                "the {words} ended while {phase}, so there is no answer; `--for 10min` allows more"
            ));
            std::process::exit(i32::from(super::Exit::Findings.code()));
        });
    }

    /// Returns what was kept; nothing of an output to the streams of the process.
    pub fn into_printed(self) -> Printed {
        match self.sink {
            Sink::Standard => Printed::default(),
            Sink::Memory(printed) => printed.into_inner().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// For people or for programs; beside a sheet or a picture stand words for people.
    pub fn format(&self) -> Format {
        match self.shape {
            Shape::Human | Shape::Html | Shape::Csv | Shape::Svg | Shape::Github | Shape::Sarif => {
                Format::Human
            }
            Shape::Json => Format::Json,
        }
    }

    /// Returns the format of the answer.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Prints text of the document; it brings its own line breaks.
    pub fn text(&self, text: &str) {
        self.pulse.make_room();
        match &self.sink {
            Sink::Standard => {
                let text = harmless(text);
                let mut stdout = AutoStream::new(io::stdout(), self.colour);
                let written = stdout.write_all(text.as_bytes());
                self.note_failure(written.and_then(|()| stdout.flush()));
            }
            Sink::Memory(printed) => locked(printed).out.push_str(&harmless(text)),
        }
    }

    /// A pipe that was closed early is no failure: whoever reads has had enough.
    fn note_failure(&self, written: io::Result<()>) {
        if let Err(error) = written
            && error.kind() != io::ErrorKind::BrokenPipe
        {
            let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
            failure.get_or_insert(error);
        }
    }

    /// Removes what writers that were ended have left in the folders of files, and says beside the document what there is to
    /// say about them.
    pub(super) fn tidy_folders<'p>(&self, files: impl Iterator<Item = &'p Path>) {
        let folders: BTreeSet<&Path> = files.filter_map(Path::parent).collect();
        for folder in folders {
            let folder = match folder.as_os_str().is_empty() {
                true => Path::new("."),
                false => folder,
            };
            for remark in tidy(folder) {
                self.error_text(&format!("{remark}\n"));
            }
        }
    }

    /// Notes that a file could not be written; the finding is told elsewhere.
    pub(super) fn note_unwritten(&self) {
        self.has_unwritten.store(true, Ordering::Relaxed);
    }

    /// Says on standard error that the answer could not be written, if so; gives whether it or a file was not.
    pub(super) fn tell_failure(&self) -> bool {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = &*failure {
            let why = words(error);
            self.error_text(&format!("the answer cannot be written: {why}\n"));
        }
        failure.is_some() || self.has_unwritten.load(Ordering::Relaxed)
    }

    /// Says beside the document why the command cannot be carried out as it was given: a sentence for people, a document
    /// `usage` for programs.
    pub(super) fn usage(&self, sentence: &str) {
        let sentence = shortened(sentence.to_owned());
        self.error_text(&match self.format() {
            Format::Human => format!("{sentence}\n"),
            Format::Json => usage_document(&sentence),
        });
    }

    /// Prints the document of a command for programs: `schema` is added, `sandtable/<command>/1`.
    pub fn json(&self, command: &str, body: impl Serialize) {
        // Where people look at it, it is indented.
        let is_seen = match &self.sink {
            Sink::Standard => std::io::stdout().is_terminal(),
            Sink::Memory(_) => true,
        };
        self.print_made(
            command,
            match is_seen {
                true => json::to_text(command, body),
                false => json::to_line(command, body),
            },
        );
    }

    /// Prints a document for programs that is made, or why it could not be.
    pub(super) fn print_made(&self, command: &str, document: Result<String, serde_json::Error>) {
        match document {
            Ok(text) => self.text(&text),
            Err(error) => self.error_text(&unprintable(command, &error)),
        }
    }

    /// Returns the style of findings in the document.
    pub fn style(&self) -> Style {
        style(match self.sink {
            Sink::Standard => AutoStream::new(std::io::stdout(), self.colour).current_choice(),
            Sink::Memory(_) => self.colour,
        })
    }

    /// Prints a part of a conversation with a person: a question, or what is told between two. It belongs to the text of the
    /// answer; where programs read that, it stands beside it.
    pub(super) fn converse(&self, text: &str) {
        match self.format() {
            Format::Human => self.text(text),
            Format::Json => self.error_text(text),
        }
    }

    /// Prints a line for people beside the document.
    pub fn aside(&self, text: &str) {
        if self.format() == Format::Human {
            self.error_text(text);
        }
    }

    /// Prints a line for people beside a sheet or a picture, which have no place for it; text says it itself.
    pub fn beside(&self, text: &str) {
        match self.shape {
            Shape::Csv | Shape::Svg | Shape::Github | Shape::Sarif => self.aside(text),
            Shape::Human | Shape::Html | Shape::Json => {}
        }
    }

    /// Prints findings beside the document, with a closing line that counts them; nothing if there are none.
    pub fn findings(&self, diagnostics: &Diagnostics, sources: &SourceMap) {
        if diagnostics.is_empty() {
            return;
        }
        let text = match self.format() {
            Format::Human => {
                let mut tally = Tally::default();
                tally.add(diagnostics, sources);
                let drawn = render_all(diagnostics.iter(), sources, self.style_beside());
                let left_out: String = diagnostics
                    .left_out()
                    .iter()
                    .map(|remark| format!("{remark}\n"))
                    .collect();
                format!("{drawn}{left_out}{tally}\n")
            }
            Format::Json => json::to_text("findings", Findings::new(diagnostics, sources))
                .unwrap_or_else(|error| unprintable("findings", &error)),
        };
        self.error_text(&text);
    }

    /// Returns how findings are drawn beside the document.
    fn style_beside(&self) -> Style {
        style(match self.sink {
            Sink::Standard => AutoStream::new(std::io::stderr(), self.colour).current_choice(),
            Sink::Memory(_) => self.colour,
        })
    }

    fn error_text(&self, text: &str) {
        self.pulse.make_room();
        match &self.sink {
            // Nobody is left to tell when the terminal is gone.
            Sink::Standard => {
                let text = harmless(text);
                let _ = AutoStream::new(std::io::stderr(), self.colour).write_all(text.as_bytes());
            }
            Sink::Memory(printed) => locked(printed).err.push_str(&harmless(text)),
        }
    }
}

/// Returns a text whose only control characters are line breaks, tabs and colours: names out of files, of files and of
/// arguments may hold others, which would steer the terminal.
fn harmless(text: &str) -> Cow<'_, str> {
    let steers = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(steers) {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        kept.push_str(before);
        let colour = colour_at(from);
        match colour {
            "" => kept.push(char::REPLACEMENT_CHARACTER),
            colour => kept.push_str(colour),
        }
        let n_bytes = match colour.len() {
            0 => from.chars().next().map_or(0, char::len_utf8),
            n_bytes => n_bytes,
        };
        rest = from.get(n_bytes..).unwrap_or_default();
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

/// Returns the sequence that sets colours with which a text begins: `ESC [ 1 ; 31 m`; empty if it begins otherwise.
fn colour_at(text: &str) -> &str {
    let Some(numbers) = text.strip_prefix("\u{1b}[") else {
        return "";
    };
    let end = numbers.find(|letter: char| !letter.is_ascii_digit() && letter != ';');
    let end = end.filter(|end| {
        numbers
            .get(*end..)
            .is_some_and(|rest| rest.starts_with('m'))
    });
    end.and_then(|end| text.get(..end + 3)).unwrap_or_default()
}

/// Returns the document that says why a command line cannot be carried out.
pub(super) fn usage_document(message: &str) -> String {
    json::to_text("usage", Usage { message }).unwrap_or_else(|error| unprintable("usage", &error))
}

/// Returns the finding about a document of ours that cannot be written.
fn unprintable(command: &str, error: &serde_json::Error) -> String {
    let finding = Diagnostic::new(
        Code::InternalError,
        format!("the document `{command}` cannot be written: {error}"),
    );
    render(&finding, &SourceMap::default(), Style::Plain)
}

fn choice(colour: Colour) -> ColorChoice {
    match colour {
        Colour::Auto => ColorChoice::Auto,
        Colour::Always => ColorChoice::Always,
        Colour::Never => ColorChoice::Never,
    }
}

fn style(choice: ColorChoice) -> Style {
    match choice {
        ColorChoice::Never => Style::Plain,
        ColorChoice::Auto | ColorChoice::Always | ColorChoice::AlwaysAnsi => Style::Colour,
    }
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn only_colours_reach_a_terminal() {
        assert_eq!(
            harmless("\u{1b}[1;31mred\u{1b}[0m\n"),
            "\u{1b}[1;31mred\u{1b}[0m\n"
        );
        assert_eq!(harmless("a\u{1b}[2Jb"), "a\u{fffd}[2Jb");
        assert_eq!(
            harmless("a\u{1b}]0;x\u{7}b\u{9b}c"),
            "a\u{fffd}]0;x\u{fffd}b\u{fffd}c"
        );
        assert_eq!(harmless("a\u{1b}[31"), "a\u{fffd}[31");
        assert_eq!(harmless("a\rb\u{1b}"), "a\u{fffd}b\u{fffd}");
    }
}
