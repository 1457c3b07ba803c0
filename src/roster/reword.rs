//! The TOML library's messages in words for somebody who never programmed.

use toml::de::Error;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{FileId, Span};

/// More findings in one file than anyone reads; the rest is dropped.
const MOST: usize = 200;

/// What is said about one mistake.
struct Words {
    message: String,
    label: String,
    help: String,
}

/// A mistake: the file, what the library says, and where.
struct Mistake<'a> {
    file: FileId,
    text: &'a str,
    said: &'a str,
    /// The library's place, in bytes.
    start: usize,
    end: usize,
}

/// Reports every syntax error of a file, at most one a line: what follows on the same line mostly follows from the first.
///
/// Reports: E0405, E0407.
pub(super) fn errors(file: FileId, text: &str, errors: &[Error], diagnostics: &mut Diagnostics) {
    let mut last_line = None;
    for error in errors.iter().take(MOST) {
        let place = error.span().unwrap_or(text.len()..text.len());
        let mistake = Mistake {
            file,
            text,
            said: error.message(),
            start: place.start,
            end: place.end,
        };
        let line = mistake.line_start();
        if last_line != Some(line) {
            diagnostics.push(mistake.diagnostic());
        }
        last_line = Some(line);
    }
}

impl Mistake<'_> {
    fn diagnostic(&self) -> Diagnostic {
        if self.said.starts_with("duplicate key") {
            return self.twice();
        }
        let span = if self.word().is_empty() {
            self.line_span()
        } else {
            Span::new(self.file, self.start, self.end)
        };
        let words = self.words();
        Diagnostic::new(Code::UnitFileSyntax, words.message)
            .label(span, words.label)
            .help(words.help)
    }

    /// A heading or a key that stands twice.
    fn twice(&self) -> Diagnostic {
        let word = self.word();
        let heading = self.heading();
        let first = self.first_place();
        let code = if heading.is_some() {
            Code::UnitTwice
        } else {
            Code::UnitFileSyntax
        };
        let (message, help) = match heading {
            Some(heading) => (
                format!("the heading `{heading}` stands twice"),
                "give one of the two another id, or put all its lines under one heading",
            ),
            None => (
                format!("`{word}` stands twice in the same unit"),
                "remove one of the two lines",
            ),
        };
        let diagnostic = Diagnostic::new(code, message)
            .label(Span::new(self.file, self.start, self.end), "here again");
        match first {
            Some(first) => diagnostic.label(first, "first here").help(help),
            None => diagnostic.help(help),
        }
    }

    fn words(&self) -> Words {
        if self.line().contains(['“', '”', '„', '’', '‘']) {
            return words(
                "these are the quotation marks of a word processor",
                "not plain ones",
                "use the plain mark: `name = \"Panther\"`",
            );
        }
        let said = self.said.split(", expected").next().unwrap_or_default();
        match said {
            "string values must be quoted" => self.unquoted(),
            "key with no value" | "missing value for key" => self.no_equals(),
            "missing value" => words(
                "nothing stands behind `=`",
                "its value is missing",
                "write the value behind it, or remove the line",
            ),
            "extra `=`" | "extra assignment between key-value pairs" => {
                words("`=` stands twice", "one too many", "remove one of them")
            }
            "unclosed array" => words(
                "the `[` of this list is not closed",
                "the list ends nowhere",
                "put a `]` behind its last entry",
            ),
            "unclosed inline table" => words(
                "the `{` of this part is not closed",
                "the part ends nowhere",
                "put a `}` behind its last stat",
            ),
            "unclosed table" | "unclosed array table" => words(
                "this heading has no closing bracket",
                "`]` is missing",
                "close it: `[vehicle.panther]`",
            ),
            "missing comma between array elements" => words(
                "between two entries of this list a comma is missing",
                "a `,` belongs before this",
                "put commas between the entries: `[\"turret\", \"elite\"]`",
            ),
            "missing comma between key-value pairs" => words(
                "between two stats of this part a comma is missing",
                "a `,` belongs before this",
                "put commas between the stats: `{ weight = \"M\", range = 12 }`",
            ),
            "missing assignment between key-value pairs"
            | "missing key for inline table element" => words(
                "inside `{ }` every stat has a name, `=` and a value",
                "not `name = value`",
                "write `{ weight = \"M\" }`; for a list use `[ ]`",
            ),
            "extra comma in array" | "extra comma in inline table" => words(
                "two commas stand side by side",
                "one too many",
                "remove one of them",
            ),
            "unexpected leading zero" => words(
                "a number does not begin with 0",
                "a 0 too many",
                "write `7`, not `07`",
            ),
            "unexpected key or value" | "unexpected content" => words(
                "behind the value something is left over",
                "does not belong here",
                "a line holds one stat: put the rest on a line of its own, or behind `#` if it is a comment; a list stands in `[ ]`",
            ),
            "invalid unquoted key" => words(
                format!(
                    "`{}` cannot stand in the name of a stat or unit",
                    self.word()
                ),
                "not a letter, digit or hyphen",
                "names have plain letters, digits and hyphens; the title, `name = \"…\"`, may hold anything",
            ),
            _ => self.number_or_text(said),
        }
    }

    /// Messages that the library words after the kind of value it took the text for.
    fn number_or_text(&self, said: &str) -> Words {
        if said.starts_with("cannot recurse further") {
            return words(
                "lists and parts are nested too deeply",
                "too deep",
                "units nest two or three levels at most",
            );
        }
        if said.starts_with("cannot extend value") {
            return words(
                format!(
                    "`{}` is a stat already, it cannot be a heading too",
                    self.word()
                ),
                "has a value elsewhere",
                "rename one of the two",
            );
        }
        if said.contains("string") {
            return words(
                "a text is not closed, or holds a mark that it may not hold",
                "begins or ends here",
                "texts stand in quotation marks on one line: `name = \"Panther\"`; a `\\` is written twice",
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
                    "a number has digits only: `7`; a text needs quotation marks: `\"{}\"`",
                    self.value()
                ),
            );
        }
        words(
            "this line cannot be read",
            format!("the reader of the file says: {said}"),
            "a line is a heading, `[vehicle.panther]`, or a stat, `armour = \"H\"`",
        )
    }

    fn unquoted(&self) -> Words {
        let value = self.value();
        match value.to_lowercase().as_str() {
            "yes" | "on" | "true" => words(
                "flags are written `true` or `false`",
                "a flag",
                "write `true`",
            ),
            "no" | "off" | "false" => words(
                "flags are written `true` or `false`",
                "a flag",
                "write `false`",
            ),
            _ => words(
                format!("`{value}` needs quotation marks"),
                "a text without quotation marks",
                format!("write `\"{value}\"`"),
            ),
        }
    }

    fn no_equals(&self) -> Words {
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
                "between a stat and its value stands `=`, not `:`",
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

    /// What the library points at.
    fn word(&self) -> &str {
        self.text
            .get(self.start..self.end)
            .unwrap_or_default()
            .trim()
    }

    /// The whole value that the library's place is in: up to the comma, bracket, comment or end of the line.
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

    /// The line without the blanks around it.
    fn line_span(&self) -> Span {
        let line = self.line();
        let start = self.line_start() + (line.len() - line.trim_start().len());
        Span::new(self.file, start, start + line.trim().len())
    }

    /// `[vehicle.panther]`, if the mistake is in a heading.
    fn heading(&self) -> Option<&str> {
        heading(self.line())
    }

    /// Where that stood before which now stands twice.
    fn first_place(&self) -> Option<Span> {
        let wanted = self.heading().map(bare);
        let before = self.text.get(..self.line_start())?;
        let mut end = before.len();
        let mut found = None;
        for line in before.split_inclusive('\n').rev() {
            let start = end - line.len();
            end = start;
            let trimmed = line.trim();
            let hit = match (&wanted, heading(line)) {
                (Some(wanted), Some(other)) => bare(other) == *wanted,
                (Some(_), None) => false,
                // The unit begins here: the key cannot stand further up.
                (None, Some(_)) => break,
                (None, None) => is_key(trimmed, self.word()),
            };
            if hit {
                let start = start + (line.len() - line.trim_start().len());
                let length = if wanted.is_some() {
                    trimmed.len()
                } else {
                    self.word().len()
                };
                found = Some(Span::new(self.file, start, start + length));
            }
        }
        found
    }
}

fn words(message: impl Into<String>, label: impl Into<String>, help: impl Into<String>) -> Words {
    Words {
        message: message.into(),
        label: label.into(),
        help: help.into(),
    }
}

/// The heading that a line is, without a comment behind it.
fn heading(line: &str) -> Option<&str> {
    let line = line.trim();
    let end = line.find(']')?;
    if !line.starts_with('[') {
        return None;
    }
    line.get(..=end)
}

/// A heading without blanks and quotation marks.
fn bare(heading: &str) -> String {
    heading
        .chars()
        .filter(|mark| !mark.is_whitespace() && !matches!(mark, '"' | '\''))
        .collect()
}

/// Whether a line gives a value to that key.
fn is_key(line: &str, key: &str) -> bool {
    line.strip_prefix(key)
        .is_some_and(|rest| rest.trim_start().starts_with('='))
}
