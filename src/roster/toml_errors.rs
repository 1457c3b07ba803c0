//! Translation of the messages of the TOML library for people who do not program.

use toml::de::Error;

use super::read::{Damage, TomlSection};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics, grouped};
use sandtable_source::{FileId, Span};

/// Maximum number of findings for one file; of further errors only the lines are counted.
const MOST_FINDINGS: usize = 200;

/// Message, label and help of a finding.
struct Wording {
    message: String,
    label: String,
    help: String,
}

/// An error of the library: the file, the message, and the offset.
struct Mistake<'a> {
    file: FileId,
    section: TomlSection<'a>,
    text: &'a str,
    said: &'a str,
    /// The offset of the library, in bytes from the start of the section.
    start: usize,
    end: usize,
}

/// Reports the syntax errors of a section, at most one per line, since further errors of a line mostly follow from the first.
/// Returns the values that are unreliable, in order of their offsets.
///
/// Reports: E0407.
pub(super) fn errors(
    file: FileId,
    section: TomlSection<'_>,
    errors: &[Error],
    diagnostics: &mut Diagnostics,
) -> Vec<Damage> {
    let mut mistakes: Vec<_> = errors
        .iter()
        .map(|error| Mistake::new(file, section, error))
        .collect();
    mistakes.sort_by_key(|mistake| mistake.start);
    let open = mistakes.iter().any(Mistake::is_unclosed);
    let mut last_line = None;
    let mut n_lines = 0;
    let mut first_more = None;
    for mistake in &mistakes {
        let line = mistake.line_start();
        if last_line != Some(line) {
            n_lines += 1;
            match n_lines <= MOST_FINDINGS {
                true => diagnostics.push(mistake.diagnostic(open)),
                false => first_more = first_more.or(Some(mistake)),
            }
        }
        last_line = Some(line);
        if open && mistake.is_in_brackets() {
            // Further errors follow from the open bracket.
            break;
        }
    }
    if let Some(first) = first_more {
        diagnostics.push(first.and_more(n_lines - MOST_FINDINGS));
    }
    mistakes.iter().map(Mistake::damage).collect()
}

/// Whether the library skips the lines after this error.
pub(super) fn loses_lines(said: &str) -> bool {
    ["key with no value", "missing value for key", "extra `=`"]
        .iter()
        .any(|known| said.starts_with(known))
}

/// Messages of the library for errors inside a list or an inline table.
const IN_BRACKETS: [&str; 9] = [
    "unclosed array",
    "unclosed inline table",
    "missing comma",
    "missing assignment",
    "missing key for inline",
    "missing array opening",
    "missing inline table opening",
    "invalid inline table",
    "unexpected `=` in array",
];

impl<'a> Mistake<'a> {
    fn new(file: FileId, section: TomlSection<'a>, error: &'a Error) -> Self {
        let length = section.text.len();
        let place = error.span().unwrap_or(length..length);
        let mut start = place.start;
        if error.message().starts_with("missing value,") {
            // The offset of the library is after the line break.
            start = section
                .text
                .get(..start)
                .unwrap_or_default()
                .trim_end()
                .len();
        }
        Self {
            file,
            section,
            text: section.text,
            said: error.message(),
            start,
            end: place.end.max(start),
        }
    }

    fn diagnostic(&self, open: bool) -> Diagnostic {
        if self.said.starts_with("duplicate key") {
            return self.twice();
        }
        if open && self.is_in_brackets() {
            return self.open_bracket();
        }
        let words = self.words();
        Diagnostic::new(Code::UnitFileSyntax, words.message)
            .label(self.place(), words.label)
            .help(words.help)
    }

    /// Returns the finding that `n_lines` further lines cannot be read, the first of them at this error.
    fn and_more(&self, n_lines: usize) -> Diagnostic {
        let message = match n_lines {
            1 => "one more line of this file cannot be read".to_owned(),
            n => format!(
                "{} more lines of this file cannot be read",
                grouped(n as u64)
            ),
        };
        Diagnostic::new(Code::UnitFileSyntax, message)
            .label(self.place(), "the first of them")
            .help("correct the lines above, and check again")
    }

    fn damage(&self) -> Damage {
        let rest = self.text.get(self.start..).unwrap_or_default();
        Damage {
            at: self.start,
            is_unquoted: is_unquoted(self.said) && rest.starts_with(char::is_alphabetic),
        }
    }

    fn is_unclosed(&self) -> bool {
        self.is_in_brackets() && self.said.starts_with("unclosed")
    }

    fn is_in_brackets(&self) -> bool {
        !self.said.starts_with("unclosed array table")
            && IN_BRACKETS.iter().any(|said| self.said.starts_with(said))
    }

    /// Returns the finding about a repeated key. A repeated heading is reported when the units are collected.
    fn twice(&self) -> Diagnostic {
        let message = format!("the same unit has `{}` twice", self.word());
        let mut diagnostic = Diagnostic::new(Code::UnitFileSyntax, message)
            .label(self.span(self.start, self.end), "here again");
        if let Some(first) = self.first_place() {
            diagnostic = diagnostic.label(first, "first here");
        }
        diagnostic.help(
            "delete one of the lines; or start another unit above it with a heading, the kind and \
            the unit: `[KIND.NAME]`",
        )
    }

    /// Returns the finding about a list or inline table that is not closed: the last one above that a line opens and does not close.
    fn open_bracket(&self) -> Diagnostic {
        let mut start = 0;
        let mut found = None;
        for line in self.text.split_inclusive('\n') {
            if start > self.start {
                break;
            }
            found = opened(line)
                .map(|(bracket, at)| (bracket, start + at))
                .or(found);
            start += line.len();
        }
        let Some((bracket, at)) = found else {
            return Diagnostic::new(Code::UnitFileSyntax, "this bracket is not closed")
                .label(self.place(), "missing by here")
                .help("add a `]` for every `[`, and a `}` for every `{`");
        };
        let (what, close) = if bracket == '{' {
            ("part", '}')
        } else {
            ("list", ']')
        };
        Diagnostic::new(
            Code::UnitFileSyntax,
            format!("the `{bracket}` of this {what} is not closed"),
        )
        .label(self.span(at, at + 1), "opened here")
        .help(format!("add a `{close}` after its last entry"))
    }

    /// Returns the span to label: that of the library, or if that is empty, the next word, or the line.
    fn place(&self) -> Span {
        if self.said.starts_with("key with no value")
            || self.said.starts_with("missing value for key")
        {
            return self.line_span();
        }
        if !self.word().is_empty() {
            return self.span(self.start, self.end);
        }
        let rest = self.text.get(self.start..).unwrap_or_default();
        let rest = rest.lines().next().unwrap_or_default();
        let blanks = rest.len() - rest.trim_start().len();
        let word = rest.trim();
        let length = word.find([' ', ']', '}', '#']).unwrap_or(word.len());
        if length == 0 {
            return self.line_span();
        }
        self.span(self.start + blanks, self.start + blanks + length)
    }

    /// Returns a range of the section as a span of the file.
    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(
            self.file,
            self.section.start + start,
            self.section.start + end,
        )
    }

    fn words(&self) -> Wording {
        if self.line().contains(['“', '”', '„', '’', '‘']) {
            return words(
                "these quotes are from a word processor",
                "not plain quotes",
                "use plain quotes: `name = \"Panther\"`",
            );
        }
        let said = self.said.split(", expected").next().unwrap_or_default();
        match said {
            _ if is_unquoted(said) => self.unquoted(),
            "key with no value" | "missing value for key" => self.no_equals(),
            "missing value" => words(
                "there is no value after `=`",
                "no value",
                "write the value after it, or delete the line",
            ),
            "extra `=`" | "extra assignment between key-value pairs" => {
                words("there are two `=`", "one too many", "delete one of them")
            }
            "unclosed array" => words(
                "the `[` of this list is not closed",
                "the list has no end",
                "add a `]` after its last entry",
            ),
            "unclosed inline table" => words(
                "the `{` of this part is not closed",
                "the part has no end",
                "add a `}` after its last stat",
            ),
            "unclosed table" | "unclosed array table" => words(
                "this heading has no closing bracket",
                "`]` is missing",
                "close it: `[vehicle.panther]`",
            ),
            "missing comma between array elements" => words(
                "a comma is missing between two entries of this list",
                "no `,` before this",
                "put commas between the entries: `[\"turret\", \"elite\"]`",
            ),
            "missing comma between key-value pairs" => words(
                "a comma is missing between two stats of this part",
                "no `,` before this",
                "put commas between the stats: `{ weight = \"M\", range = 12 }`",
            ),
            "missing assignment between key-value pairs"
            | "missing key for inline table element" => words(
                "every stat inside `{ }` needs a name, `=` and a value",
                "not `name = value`",
                "write `{ weight = \"M\" }`; for a list use `[ ]`",
            ),
            "extra comma in array" | "extra comma in inline table" => words(
                "there are two commas in a row",
                "one too many",
                "delete one of them",
            ),
            "unexpected leading zero" => words(
                "a number cannot start with 0",
                "a 0 too many",
                "write `7`, not `07`",
            ),
            "unexpected key or value" | "unexpected content" => words(
                "there is extra text after the value",
                "unexpected",
                "write one stat a line; put a comment after `#`, and a list in `[ ]`",
            ),
            "invalid unquoted key" => words(
                format!(
                    "`{}` cannot be part of the name of a stat or unit",
                    self.word()
                ),
                "not a letter, digit or hyphen",
                "use plain letters, digits and hyphens; the title, `name = \"…\"`, may contain \
                 anything",
            ),
            _ => self.number_or_text(said),
        }
    }

    /// Returns the finding for messages that depend on the type that the library assumed for the value.
    fn number_or_text(&self, said: &str) -> Wording {
        if said.starts_with("cannot recurse further") {
            return words(
                "lists and parts are nested too deeply",
                "too deep",
                "use at most two or three levels",
            );
        }
        if said.starts_with("cannot extend value") {
            return words(
                format!(
                    "`{}` is already a stat, so it cannot be a heading",
                    self.word()
                ),
                "has a value elsewhere",
                "rename one of the two",
            );
        }
        if said.contains("string") {
            return words(
                "a text is not closed, or contains a forbidden character",
                "starts or ends here",
                "put a text in quotes on one line: `name = \"Panther\"`; write `\\` twice",
            );
        }
        if said.contains("integer")
            || said.contains("float")
            || said.contains("number")
            || said.contains("sign")
        {
            return words(
                format!("`{}` is not a number", self.value()),
                "neither a number nor a text",
                format!(
                    "use only digits in a number: `7`; put a text in quotes: `\"{}\"`",
                    self.value()
                ),
            );
        }
        words(
            "this line cannot be read",
            format!("the TOML reader reports: {said}"),
            "write a heading, `[vehicle.panther]`, or a stat, `armour = \"H\"`",
        )
    }

    fn unquoted(&self) -> Wording {
        let value = self.value();
        match value.to_lowercase().as_str() {
            "" => words(
                "there is no value after `=`",
                "no value",
                "write the value after it, or delete the line",
            ),
            "yes" | "on" | "true" => {
                words("a flag must be `true` or `false`", "a flag", "write `true`")
            }
            "no" | "off" | "false" => words(
                "a flag must be `true` or `false`",
                "a flag",
                "write `false`",
            ),
            _ if value.starts_with(|mark: char| mark.is_ascii_digit()) => words(
                format!("`{value}` is neither a number nor a text"),
                "not a number",
                format!("use only digits in a number; put a text in quotes: `\"{value}\"`"),
            ),
            _ => words(
                format!("`{value}` needs quotes"),
                "a text without quotes",
                format!("write `\"{value}\"`"),
            ),
        }
    }

    fn no_equals(&self) -> Wording {
        let line = self.line().trim();
        let mut parts = line.split_whitespace();
        let key = parts.next().unwrap_or_default();
        let rest = parts.collect::<Vec<_>>().join(" ");
        if let Some(rest) = rest
            .strip_prefix(':')
            .or_else(|| line.split_once(':').map(|(_, rest)| rest.trim()))
        {
            let key = key.trim_end_matches(':');
            return words(
                "a stat and its value need `=` between them, not `:`",
                "no `=` here",
                format!("write `{key} = {rest}`"),
            );
        }
        let help = if rest.is_empty() {
            format!("write `{key} = …`, or put `#` before it if it is a comment")
        } else {
            format!("write `{key} = {rest}`, or put `#` before it if it is a comment")
        };
        words("this line has no `=`", "neither a heading nor a stat", help)
    }

    /// Returns the text at the offset of the library.
    fn word(&self) -> &str {
        self.text
            .get(self.start..self.end)
            .unwrap_or_default()
            .trim()
    }

    /// Returns the whole value at the offset of the library: up to the comma, bracket, comment or end of the line.
    fn value(&self) -> &str {
        let rest = self.text.get(self.start..).unwrap_or_default();
        let end = rest.find(['\n', ',', ']', '}', '#']).unwrap_or(rest.len());
        let before = self
            .text
            .get(self.line_start()..self.start)
            .unwrap_or_default();
        let begin = before.rfind(['=', ',', '[', '{']).map_or(0, |at| at + 1);
        let start = self.line_start() + begin;
        self.text
            .get(start..self.start + end)
            .unwrap_or_default()
            .trim()
    }

    fn line_start(&self) -> usize {
        let before = self.text.get(..self.start).unwrap_or_default();
        before.rfind('\n').map_or(0, |at| at + 1)
    }

    fn line(&self) -> &str {
        let rest = self.text.get(self.line_start()..).unwrap_or_default();
        rest.lines().next().unwrap_or_default()
    }

    /// Returns the span of the line without white space around it.
    fn line_span(&self) -> Span {
        let line = self.line();
        let start = self.line_start() + (line.len() - line.trim_start().len());
        self.span(start, start + line.trim().len())
    }

    /// Returns the span of the first occurrence of a repeated key.
    fn first_place(&self) -> Option<Span> {
        let before = self.text.get(..self.line_start())?;
        let mut start = 0;
        for line in before.split_inclusive('\n') {
            if is_key(line.trim(), self.word()) {
                let start = start + (line.len() - line.trim_start().len());
                return Some(self.span(start, start + self.word().len()));
            }
            start += line.len();
        }
        None
    }
}

fn words(message: impl Into<String>, label: impl Into<String>, help: impl Into<String>) -> Wording {
    Wording {
        message: message.into(),
        label: label.into(),
        help: help.into(),
    }
}

/// Whether the library found text where it expects quotation marks; it reports some as invalid flags or dates.
fn is_unquoted(said: &str) -> bool {
    [
        "string values must be quoted",
        "invalid boolean",
        "invalid date",
        "invalid time",
        "invalid inf",
        "invalid nan",
    ]
    .iter()
    .any(|known| said.starts_with(known))
}

/// Returns the bracket that the line of a stat opens and does not close, with its offset in the line.
fn opened(line: &str) -> Option<(char, usize)> {
    let (stat, _) = line.split_once('=')?;
    [('{', '}'), ('[', ']')]
        .into_iter()
        .find(|(open, close)| line.matches(*open).count() > line.matches(*close).count())
        .and_then(|(open, _)| Some((open, stat.len() + line.get(stat.len()..)?.find(open)?)))
}

/// Whether a line assigns a value to that key.
fn is_key(line: &str, key: &str) -> bool {
    line.strip_prefix(key)
        .is_some_and(|rest| rest.trim_start().starts_with('='))
}
