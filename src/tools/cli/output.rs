//! The only module that writes to standard output and standard error.

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
    /// The error of writing to standard output.
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

/// Locks a text, even after a panic in another thread: a text is consistent after every push.
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

    /// Returns an output that keeps the text in memory; without colours unless `colour` is `Always`.
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

    /// Returns the display of the current phase, which a terminal shows after a silence.
    pub(super) fn pulse(&self) -> &Pulse {
        &self.pulse
    }

    /// Ends the process after a time unless the answer has begun by then: the work at that point cannot be interrupted.
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

    /// Returns the text that was kept in memory; empty for an output to the streams of the process.
    pub fn into_printed(self) -> Printed {
        match self.sink {
            Sink::Standard => Printed::default(),
            Sink::Memory(printed) => printed.into_inner().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Returns whether the output is for people or for programs; all formats but JSON are accompanied by text for people.
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

    /// Prints text of the document, which contains its own line breaks.
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

    /// A closed pipe is no failure: its reader needs no more.
    fn note_failure(&self, written: io::Result<()>) {
        if let Err(error) = written
            && error.kind() != io::ErrorKind::BrokenPipe
        {
            let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
            failure.get_or_insert(error);
        }
    }

    /// Removes temporary files that interrupted writers have left in the folders of files, and prints the remarks about them on
    /// standard error.
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

    /// Records that a file could not be written; the finding is printed separately.
    pub(super) fn note_unwritten(&self) {
        self.has_unwritten.store(true, Ordering::Relaxed);
    }

    /// Prints a failure to write the answer on standard error; returns whether the answer or a file was not written.
    pub(super) fn tell_failure(&self) -> bool {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = &*failure {
            let why = words(error);
            self.error_text(&format!("the answer cannot be written: {why}\n"));
        }
        failure.is_some() || self.has_unwritten.load(Ordering::Relaxed)
    }

    /// Prints on standard error why the arguments of the command are invalid: a sentence, or a document `usage` if the answer
    /// is JSON.
    pub(super) fn usage(&self, sentence: &str) {
        let sentence = shortened(sentence.to_owned());
        self.error_text(&match self.format() {
            Format::Human => format!("{sentence}\n"),
            Format::Json => usage_document(&sentence),
        });
    }

    /// Prints the JSON document of a command, with its `schema`: `sandtable/<command>/1`.
    pub fn json(&self, command: &str, body: impl Serialize) {
        // Indented if it is printed on a terminal.
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

    /// Prints a serialised document, or the error of its serialisation.
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

    /// Prints a part of a dialogue: a question, or the text between two questions. Goes to standard output, or to standard error
    /// if the answer is JSON.
    pub(super) fn converse(&self, text: &str) {
        match self.format() {
            Format::Human => self.text(text),
            Format::Json => self.error_text(text),
        }
    }

    /// Prints a line on standard error.
    pub fn aside(&self, text: &str) {
        if self.format() == Format::Human {
            self.error_text(text);
        }
    }

    /// Prints a line on standard error if the answer is a sheet or a picture; a text contains the line itself.
    pub fn beside(&self, text: &str) {
        match self.shape {
            Shape::Csv | Shape::Svg | Shape::Github | Shape::Sarif => self.aside(text),
            Shape::Human | Shape::Html | Shape::Json => {}
        }
    }

    /// Prints findings on standard error, with a closing line that counts them; nothing without findings.
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

    /// Returns the style of findings on standard error.
    fn style_beside(&self) -> Style {
        style(match self.sink {
            Sink::Standard => AutoStream::new(std::io::stderr(), self.colour).current_choice(),
            Sink::Memory(_) => self.colour,
        })
    }

    fn error_text(&self, text: &str) {
        self.pulse.make_room();
        match &self.sink {
            // A failure to write to standard error cannot be reported.
            Sink::Standard => {
                let text = harmless(text);
                let _ = AutoStream::new(std::io::stderr(), self.colour).write_all(text.as_bytes());
            }
            Sink::Memory(printed) => locked(printed).err.push_str(&harmless(text)),
        }
    }
}

/// Returns a text whose only control characters are line breaks, tabs and colours: names from files and arguments may contain
/// others, which would steer the terminal.
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

/// Returns the colour sequence at the beginning of a text, `ESC [ 1 ; 31 m`; empty if there is none.
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

/// Returns the JSON document about invalid arguments.
pub(super) fn usage_document(message: &str) -> String {
    json::to_text("usage", Usage { message }).unwrap_or_else(|error| unprintable("usage", &error))
}

/// Returns the finding about a document that cannot be serialised.
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
