//! The only place that writes to standard output and standard error.

use std::collections::BTreeSet;
use std::io::Write;

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use serde_json::{Map, Value, json};

use super::{Format, Shape};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::present::findings::{self, Style};
use crate::source::SourceMap;

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

/// Where the answers go and how they look.
#[derive(Debug, Clone, Copy)]
pub struct Output {
    shape: Shape,
    colour: ColorChoice,
}

/// How many findings of each kind, in how many files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Findings that are errors.
    pub n_errors: usize,
    /// Findings that are warnings.
    pub n_warnings: usize,
    /// The names of the files that they point at.
    pub files: BTreeSet<String>,
    /// Findings that point at no file.
    pub n_without_place: usize,
}

impl Output {
    /// An output in that format.
    pub fn new(shape: Shape, colour: Colour) -> Self {
        let colour = match colour {
            Colour::Auto => ColorChoice::Auto,
            Colour::Always => ColorChoice::Always,
            Colour::Never => ColorChoice::Never,
        };
        Self { shape, colour }
    }

    /// For people or for programs; beside a sheet or a picture stand words for people.
    pub fn format(&self) -> Format {
        match self.shape {
            Shape::Human | Shape::Html | Shape::Csv | Shape::Svg => Format::Human,
            Shape::Json => Format::Json,
        }
    }

    /// What the answer looks like.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Prints text of the document; it brings its own line breaks.
    pub fn text(&self, text: &str) {
        // A pipe that was closed early is no fault of ours.
        let _ = AutoStream::new(std::io::stdout(), self.colour).write_all(text.as_bytes());
    }

    /// Prints the document of a command for programs: `schema` is added, `sandtable/<command>/1`.
    pub fn json(&self, command: &str, body: Value) {
        self.text(&document(command, body));
    }

    /// How findings are drawn in the document.
    pub fn style(&self) -> Style {
        style(AutoStream::new(std::io::stdout(), self.colour).current_choice())
    }

    /// Prints a line for people beside the document.
    pub fn aside(&self, text: &str) {
        if self.format() == Format::Human {
            let _ = AutoStream::new(std::io::stderr(), self.colour).write_all(text.as_bytes());
        }
    }

    /// Prints a line for people beside a sheet or a picture, which have no place for it; text says it itself.
    pub fn beside(&self, text: &str) {
        match self.shape {
            Shape::Csv | Shape::Svg => self.aside(text),
            Shape::Human | Shape::Html | Shape::Json => {}
        }
    }

    /// Prints findings beside the document, with a closing line that counts them; nothing if there are none.
    pub fn findings(&self, diagnostics: &Diagnostics, sources: &SourceMap) {
        if diagnostics.is_empty() {
            return;
        }
        let mut stderr = AutoStream::new(std::io::stderr(), self.colour);
        let text = match self.format() {
            Format::Human => {
                let mut tally = Tally::default();
                tally.add(diagnostics, sources);
                format!(
                    "{}{tally}\n",
                    drawn(diagnostics.iter(), sources, style(stderr.current_choice()))
                )
            }
            Format::Json => document(
                "findings",
                json!({ "findings": findings_json(diagnostics.iter(), sources) }),
            ),
        };
        let _ = stderr.write_all(text.as_bytes());
    }
}

/// `1,234,567`
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Findings as people read them, an empty line behind each.
pub fn drawn<'a>(
    findings: impl Iterator<Item = &'a Diagnostic>,
    sources: &SourceMap,
    style: Style,
) -> String {
    findings
        .map(|diagnostic| format!("{}\n", findings::render(diagnostic, sources, style)))
        .collect()
}

/// Findings as programs read them.
pub fn findings_json<'a>(
    findings: impl Iterator<Item = &'a Diagnostic>,
    sources: &SourceMap,
) -> Vec<Value> {
    findings
        .map(|diagnostic| findings::to_json(diagnostic, sources))
        .collect()
}

impl Tally {
    /// Counts findings in.
    pub fn add(&mut self, diagnostics: &Diagnostics, sources: &SourceMap) {
        for diagnostic in diagnostics.iter() {
            match diagnostic.severity() {
                Severity::Error => self.n_errors += 1,
                Severity::Warning | Severity::Note => self.n_warnings += 1,
            }
            match main_file(diagnostic, sources) {
                Some(file) => {
                    self.files.insert(file);
                }
                None => self.n_without_place += 1,
            }
        }
    }
}

impl std::fmt::Display for Tally {
    /// `2 errors, 1 warning in 3 files`
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts = Vec::new();
        if self.n_errors > 0 || self.n_warnings == 0 {
            parts.push(counted(self.n_errors, "error"));
        }
        if self.n_warnings > 0 {
            parts.push(counted(self.n_warnings, "warning"));
        }
        formatter.write_str(&parts.join(", "))?;
        if self.n_without_place > 0 || self.files.is_empty() {
            return Ok(());
        }
        write!(formatter, " in {}", counted(self.files.len(), "file"))
    }
}

/// `1 file`, `3 files`, `no files`
pub fn counted(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

fn main_file(diagnostic: &Diagnostic, sources: &SourceMap) -> Option<String> {
    let label = diagnostic.labels.first()?;
    Some(sources.get(label.span.file)?.name.clone())
}

fn style(choice: ColorChoice) -> Style {
    match choice {
        ColorChoice::Never => Style::Plain,
        ColorChoice::Auto | ColorChoice::Always | ColorChoice::AlwaysAnsi => Style::Colour,
    }
}

fn document(command: &str, body: Value) -> String {
    let mut fields = Map::new();
    fields.insert("schema".to_owned(), json!(format!("sandtable/{command}/1")));
    match body {
        Value::Object(body) => fields.extend(body),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            fields.insert("value".to_owned(), body);
        }
    }
    // Pretty, because people look at it too; `{:#}` cannot fail.
    format!("{:#}\n", Value::Object(fields))
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
