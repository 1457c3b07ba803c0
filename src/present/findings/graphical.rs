//! Findings with the source lines that they label, drawn by miette.
//!
//! The only module that names miette, so that the renderer can be replaced here.

use std::fmt;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    SourceCode, SourceSpan, SpanContents,
};

use super::{Style, WIDTH};
use sandtable_diagnostic::{Confidence, Diagnostic, Label, Severity};
use sandtable_source::{FileId, SourceFile, SourceMap};

/// Number of lines kept above and below the labels.
const N_AROUND: usize = 3;

/// Maximum length of a line that is drawn as a whole, in bytes.
const LONGEST_LINE: usize = 4 * 2000;

/// Width of a line after `  × `.
const MESSAGE_WIDTH: usize = WIDTH - 4;

/// Width of a line after `  help: `.
const HELP_WIDTH: usize = WIDTH - 8;

/// Returns a finding as text: code, message, source lines with labels, help. Ends with a line break.
pub fn render(diagnostic: &Diagnostic, sources: &SourceMap, style: Style) -> String {
    let handler = handler(style);
    let mut out = String::new();
    for section in sections(diagnostic, sources) {
        if handler.render_report(&mut out, &section).is_err() {
            out.push_str(&section.message);
            out.push('\n');
        }
    }
    out
}

/// Returns findings as text, each followed by an empty line.
pub fn render_all<'a>(
    findings: impl IntoIterator<Item = &'a Diagnostic>,
    sources: &SourceMap,
    style: Style,
) -> String {
    let findings = findings.into_iter();
    findings
        .map(|diagnostic| format!("{}\n", render(diagnostic, sources, style)))
        .collect()
}

fn handler(style: Style) -> GraphicalReportHandler {
    let theme = match style {
        Style::Colour => GraphicalTheme::unicode(),
        Style::Plain => GraphicalTheme::unicode_nocolor(),
    };
    GraphicalReportHandler::new_themed(theme)
        .with_width(WIDTH)
        .with_wrap_lines(false)
        .with_links(false)
        .without_syntax_highlighting()
}

/// The labels of one file. miette draws one file per report, so a finding over several files becomes several
/// reports: the first has the code and the message, the last the help.
#[derive(Debug)]
struct Section<'a> {
    code: Option<String>,
    message: String,
    severity: miette::Severity,
    text: Option<Text<'a>>,
    labels: Vec<LabeledSpan>,
    help: Option<String>,
}

fn sections<'a>(diagnostic: &Diagnostic, sources: &'a SourceMap) -> Vec<Section<'a>> {
    let mut files: Vec<FileId> = Vec::new();
    for label in &diagnostic.labels {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    let mut parts = files
        .into_iter()
        .filter_map(|id| sources.get(id).map(|file| (id, file)));
    let mut sections = vec![first_section(diagnostic, parts.next())];
    sections.extend(parts.map(|part| further_section(diagnostic, part)));
    if let Some(last) = sections.last_mut() {
        last.help = diagnostic
            .help
            .as_deref()
            .map(|help| wrapped(help, HELP_WIDTH));
    }
    sections
}

fn first_section<'a>(
    diagnostic: &Diagnostic,
    part: Option<(FileId, &'a SourceFile)>,
) -> Section<'a> {
    let (labels, text) = match part.map(|part| pictured(diagnostic, part)) {
        Some((labels, text)) => (labels, Some(text)),
        None => (Vec::new(), None),
    };
    Section {
        code: Some(header(diagnostic)),
        message: wrapped(&diagnostic.message, MESSAGE_WIDTH),
        severity: match diagnostic.severity() {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        },
        labels,
        text,
        help: None,
    }
}

fn further_section<'a>(diagnostic: &Diagnostic, part: (FileId, &'a SourceFile)) -> Section<'a> {
    let (labels, text) = pictured(diagnostic, part);
    Section {
        code: None,
        message: "and in another file:".to_owned(),
        severity: miette::Severity::Advice,
        labels,
        text: Some(text),
        help: None,
    }
}

/// `E0201 unknown-name, rule 5.3.2`
fn header(diagnostic: &Diagnostic) -> String {
    let sure = match diagnostic.confidence {
        Confidence::Certain => "",
        Confidence::Likely => " (likely)",
        Confidence::Possible => " (possibly)",
    };
    let code = diagnostic.code;
    let code = format!("{} {}{sure}", code.number(), code.slug());
    match diagnostic.citations.as_slice() {
        [] => code,
        [one] => format!("{code}, rule {}", visible(one)),
        several => format!("{code}, rules {}", visible(&several.join(", "))),
    }
}

/// Returns the labels in one file, and the lines around them.
fn pictured<'a>(
    diagnostic: &Diagnostic,
    part: (FileId, &'a SourceFile),
) -> (Vec<LabeledSpan>, Text<'a>) {
    let mut labels = labels(diagnostic, part);
    if labels
        .iter()
        .any(|label| lies_in_long_line(label, &part.1.text))
    {
        labels = labels.into_iter().take(1).map(clipped).collect();
        let text = Text::window(labels.first().map_or(0, LabeledSpan::offset), part.1);
        return (
            labels.iter().map(|label| text.inside(label)).collect(),
            text,
        );
    }
    let text = Text::around(&labels, part.1);
    (
        labels.iter().map(|label| text.inside(label)).collect(),
        text,
    )
}

/// Returns the labels in one file, with their offsets in it.
fn labels(diagnostic: &Diagnostic, (id, file): (FileId, &SourceFile)) -> Vec<LabeledSpan> {
    let labels = diagnostic
        .labels
        .iter()
        .filter(|label| label.span.file == id);
    labels
        .enumerate()
        .map(|(at, label)| {
            let (start, length) = first_line(label, &file.text);
            let words = (!label.text.is_empty()).then(|| visible(&label.text));
            // The head of the picture states the position of the first label, which need not be the topmost.
            if at == 0 {
                LabeledSpan::new_primary_with_span(words, (start, length))
            } else {
                LabeledSpan::new(words, start, length)
            }
        })
        .collect()
}

/// Whether the line of a label is too long to be drawn.
fn lies_in_long_line(label: &LabeledSpan, text: &str) -> bool {
    let (start, end) = (label.offset(), label.offset() + label.len());
    let before = text.get(..start).unwrap_or_default();
    let behind = text.get(end..).unwrap_or_default();
    let length = |part: Option<&str>| part.map_or(0, str::len);
    let around = before.rsplit('\n').take(N_AROUND + 1).map(str::len).max();
    let below = behind.split('\n').take(N_AROUND + 1).map(str::len).max();
    let own = length(before.rsplit('\n').next()) + label.len() + length(behind.split('\n').next());
    own.max(around.unwrap_or(0)).max(below.unwrap_or(0)) > LONGEST_LINE
}

/// Limits a label to the length of a line of the terminal.
fn clipped(label: LabeledSpan) -> LabeledSpan {
    let words = label.label().map(str::to_owned);
    LabeledSpan::new_primary_with_span(words, (label.offset(), label.len().min(WIDTH)))
}

/// Returns start and length of a label on the first line of its span: miette draws superfluous rows for spans over several lines
/// (its issue 442), and nothing for a span after the last line, which becomes its last character.
fn first_line(label: &Label, text: &str) -> (usize, usize) {
    let start = text.floor_char_boundary(label.span.start);
    let end = text.ceil_char_boundary(label.span.end).max(start);
    let line = text
        .get(start..end)
        .unwrap_or_default()
        .lines()
        .next()
        .unwrap_or_default()
        .trim_end();
    let written = text.trim_end();
    if line.is_empty() && start >= written.len() {
        let last = written.chars().next_back().map_or(0, char::len_utf8);
        return (written.len() - last, last);
    }
    (start, line.len())
}

/// Replaces control characters, which could steer the terminal: a rule file may come from a stranger.
fn visible(text: &str) -> String {
    text.chars()
        .map(|mark| if steers(mark) { '?' } else { mark })
        .collect()
}

/// Breaks a text without control characters into lines of at most `width` characters, at spaces only: miette would also break
/// `pak-40`.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in visible(text).lines() {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let n_more = word.chars().count() + usize::from(!line.is_empty());
            if !line.is_empty() && line.chars().count() + n_more > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines.join("\n")
}

/// As [`visible`], with the same length in bytes, so that offsets remain valid.
fn visible_in_place(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for mark in text.chars() {
        if steers(mark) {
            out.push_str(match mark.len_utf8() {
                1 => "?",
                2 => "¿",
                _ => "\u{fffd}",
            });
        } else {
            out.push(mark);
        }
    }
    out
}

/// Whether a character is a control character or changes the direction of writing.
fn steers(mark: char) -> bool {
    (mark.is_control() && !matches!(mark, '\t' | '\n' | '\r'))
        || matches!(mark, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
}

/// Source text for miette: with a name, without characters that steer a terminal, with columns counted in characters. Limited to the
/// lines around the labels, because miette scans from the start for each of them.
#[derive(Debug)]
struct Text<'a> {
    name: &'a str,
    text: String,
    /// Byte offset of `text` in the file.
    start: usize,
    /// Lines of the file before `text`.
    n_lines_before: usize,
    /// Number of characters before `text` in its first line.
    n_columns_before: usize,
}

impl<'a> Text<'a> {
    /// Returns the lines around the labels, whose offsets remain those in the file.
    fn around(labels: &[LabeledSpan], file: &'a SourceFile) -> Self {
        let first = labels.iter().map(LabeledSpan::offset).min().unwrap_or(0);
        let last = labels
            .iter()
            .map(|label| label.offset() + label.len())
            .max()
            .unwrap_or(0);
        let before = file.text.get(..first).unwrap_or_default();
        let start = before
            .rmatch_indices('\n')
            .nth(N_AROUND)
            .map_or(0, |(at, _)| at + 1);
        let behind = file.text.get(last..).unwrap_or_default();
        let end = behind
            .match_indices('\n')
            .nth(N_AROUND)
            .map_or(file.text.len(), |(at, _)| last + at + 1);
        Self {
            name: &file.name,
            text: visible_in_place(file.text.get(start..end).unwrap_or_default()),
            start,
            n_lines_before: file.position(start).line - 1,
            n_columns_before: 0,
        }
    }

    /// Returns a section of a line that is too long to be drawn as a whole.
    fn window(offset: usize, file: &'a SourceFile) -> Self {
        let line = file.text.get(..offset).unwrap_or_default();
        let line = line.rfind('\n').map_or(0, |at| at + 1);
        let start = file
            .text
            .floor_char_boundary(offset.saturating_sub(WIDTH).max(line));
        let end = file.text.ceil_char_boundary(offset + 2 * WIDTH);
        let piece = file.text.get(start..end).unwrap_or_default();
        let n_behind = piece
            .get(offset - start..)
            .and_then(|behind| behind.find('\n'));
        let piece = n_behind.map_or(piece, |at| {
            piece.get(..offset - start + at).unwrap_or(piece)
        });
        let position = file.position(start);
        Self {
            name: &file.name,
            text: visible_in_place(piece),
            start,
            n_lines_before: position.line - 1,
            n_columns_before: position.column - 1,
        }
    }

    /// Returns a label with its offset relative to `text`.
    fn inside(&self, label: &LabeledSpan) -> LabeledSpan {
        let words = label.label().map(str::to_owned);
        let place = (label.offset() - self.start, label.len());
        match label.primary() {
            true => LabeledSpan::new_primary_with_span(words, place),
            false => LabeledSpan::new_with_span(words, place),
        }
    }

    /// Returns the column of an offset, from 0, in characters.
    fn column(&self, offset: usize) -> usize {
        let before = self.text.get(..offset).unwrap_or_default();
        match before.rfind('\n') {
            Some(at) => before.get(at + 1..).unwrap_or_default().chars().count(),
            None => self.n_columns_before + before.chars().count(),
        }
    }
}

impl SourceCode for Text<'_> {
    fn read_span<'s>(
        &'s self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'s> + 's>, MietteError> {
        let contents = self.text.read_span(span, lines_before, lines_after)?;
        let column = match contents.column() {
            0 if self.n_columns_before == 0 => 0,
            _ => self.column(span.offset()),
        };
        Ok(Box::new(MietteSpanContents::new_named(
            visible(self.name),
            contents.data(),
            *contents.span(),
            self.n_lines_before + contents.line(),
            column,
            contents.line_count(),
        )))
    }
}

impl fmt::Display for Section<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Section<'_> {}

impl miette::Diagnostic for Section<'_> {
    fn code<'s>(&'s self) -> Option<Box<dyn fmt::Display + 's>> {
        Some(Box::new(self.code.as_ref()?))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'s>(&'s self) -> Option<Box<dyn fmt::Display + 's>> {
        Some(Box::new(self.help.as_ref()?))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self.text.as_ref()?)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}
