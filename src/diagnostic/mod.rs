//! Findings: reports to the author of a rulebook.
//!
//! A [`Diagnostic`] is built where the fault is found, complete there, and collected in [`Diagnostics`];
//! it is never thrown. How it looks on a screen is the business of `tools`.

mod allowed;
mod code;
mod command_help;
mod fix;
mod shorten;
pub mod spelling;
pub mod suggest;

pub use allowed::{Allowed, GivenAllowance, allow, allow_given};
pub use code::{Code, Confidence, Severity};
pub use command_help::CommandHelp;
pub use fix::{Fix, TextEdit, edited};
pub use shorten::shortened;

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use sandtable_source::Span;

/// A word with its article: `a squad`, `an element`.
pub fn a(word: &str) -> String {
    let article = match word.starts_with(['a', 'e', 'i', 'o']) {
        true => "an",
        false => "a",
    };
    format!("{article} {word}")
}

/// A number with its thousands set apart: `1,234,567`.
pub fn grouped(number: u64) -> String {
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

/// A place and what the text there is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The span.
    pub span: Span,
    /// Text of the label, in the author's words; may be empty.
    pub text: String,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of problem.
    pub code: Code,
    /// The problem: lower case, no full stop, names in backticks.
    pub message: Box<str>,
    /// Labelled places; the first is the place itself, others are what it clashes with.
    pub labels: Vec<Label>,
    /// The cure.
    pub help: Option<Box<str>>,
    /// The command that a part of the help names.
    pub command: Option<CommandHelp>,
    /// The sections of the book that the faulty rule cites, outermost rule last.
    pub citations: Vec<String>,
    /// Its confidence.
    pub confidence: Confidence,
    /// A case that shows it: an `example` to run, if there is one.
    pub example: Option<Box<str>>,
    /// Sure cures, the likeliest first; several where the author has to choose.
    pub fixes: Box<[Fix]>,
}

impl Diagnostic {
    /// A finding, so far without a place.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: shortened(message.into()).into_boxed_str(),
            labels: Vec::new(),
            help: None,
            command: None,
            citations: Vec::new(),
            confidence: Confidence::Certain,
            example: None,
            fixes: Box::default(),
        }
    }

    /// Adds a place; the first one added is the main one.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        let text = shortened(text.into());
        self.labels.push(Label { span, text });
        self
    }

    /// Says what to do. A second call adds a sentence.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        let text = shortened(text.into());
        let help = match self.help {
            Some(first) if first.ends_with('?') => format!("{first} {text}"),
            Some(first) => format!("{first}; {text}"),
            None => text,
        };
        self.help = Some(help.into_boxed_str());
        self
    }

    /// Adds a command to the help.
    #[must_use]
    pub fn help_by(self, command: CommandHelp) -> Self {
        Self {
            command: Some(command),
            ..self.help(command.in_terminal())
        }
    }

    /// Returns the help in the words of the studio's page, which has no terminal, where they differ.
    pub fn help_in_page(&self) -> Option<String> {
        let (help, command) = (self.help.as_ref()?, self.command?);
        Some(help.replacen(command.in_terminal(), command.in_page(), 1))
    }

    /// Adds the sections of the book that the faulty rule cites.
    #[must_use]
    pub fn cite<'a>(mut self, sections: impl IntoIterator<Item = &'a str>) -> Self {
        for section in sections {
            if !self.citations.iter().any(|known| known == section) {
                self.citations.push(section.to_owned());
            }
        }
        self
    }

    /// Says how sure it is.
    #[must_use]
    pub fn confidence(mut self, confidence: Confidence) -> Self {
        self.confidence = confidence;
        self
    }

    /// Adds a case that shows it, if there is one.
    #[must_use]
    pub fn example(mut self, text: impl Into<String>) -> Self {
        let text = text.into();
        self.example = (!text.is_empty()).then(|| text.into_boxed_str());
        self
    }

    /// Whether it is an error, a warning or a note. What is only possible is a note.
    pub fn severity(&self) -> Severity {
        match self.confidence {
            Confidence::Certain | Confidence::Likely => self.code.severity(),
            Confidence::Possible => self.code.severity().max(Severity::Note),
        }
    }
}

/// The findings of a run, in the order they were found.
#[derive(Debug, Clone, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// Kept apart: told only on request.
    notes: Vec<Diagnostic>,
    /// Findings that their author allows, each with the reason.
    allowed: Vec<Allowed>,
    /// Some finding is an error, also one that was dropped.
    errors: bool,
    /// Parts that were dropped, if any.
    dropped: Option<Box<Dropped>>,
}

/// Parts that are counted and not kept.
#[derive(Debug, Clone, Default)]
struct Dropped {
    /// Findings, each once, by their hashes.
    findings: BTreeSet<u64>,
    /// Notes likewise.
    notes: BTreeSet<u64>,
    /// Slips at more places than are labelled: the first place, and the number of those without a label.
    places: Vec<(Span, usize)>,
}

/// More places of one slip than anyone reads; the rest is counted.
const MOST_PLACES: usize = 5;

/// More findings than anyone reads, and more notes; the rest is counted.
const MOST_FINDINGS: usize = 500;

impl Diagnostics {
    /// Adds a finding. The same finding at the same place is kept once.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if diagnostic.severity() == Severity::Note {
            match self.notes.contains(&diagnostic) {
                true => {}
                false if self.notes.len() < MOST_FINDINGS => self.notes.push(diagnostic),
                false => self.drop_one(&diagnostic),
            }
            return;
        }
        let is_error = diagnostic.severity() == Severity::Error;
        if self.list.contains(&diagnostic) {
            return;
        }
        if !self.is_full() {
            self.list.push(diagnostic);
        } else if is_error
            && !self.errors
            && let Some(last) = self.list.last_mut()
        {
            // An error is never lost behind warnings.
            let last = std::mem::replace(last, diagnostic);
            self.drop_one(&last);
        } else {
            self.drop_one(&diagnostic);
        }
        self.errors |= is_error;
    }

    /// Counts a finding that is not kept.
    fn drop_one(&mut self, diagnostic: &Diagnostic) {
        let mut hasher = DefaultHasher::new();
        let place = diagnostic.labels.first().map(|label| label.span);
        (diagnostic.code.number(), &diagnostic.message).hash(&mut hasher);
        place
            .map(|span| (span.file, span.start, span.end))
            .hash(&mut hasher);
        let dropped = self.dropped.get_or_insert_default();
        match diagnostic.severity() {
            Severity::Note => dropped.notes.insert(hasher.finish()),
            Severity::Error | Severity::Warning => dropped.findings.insert(hasher.finish()),
        };
    }

    /// Says which findings and notes are left out, in sentences without a full stop; nothing if all are here.
    ///
    /// Beyond the limit most findings are not even looked for, so that their number is a least one.
    pub fn left_out(&self) -> Vec<String> {
        let dropped = self.dropped.as_deref();
        let n_findings = dropped.map_or(0, |dropped| dropped.findings.len());
        let n_notes = dropped.map_or(0, |dropped| dropped.notes.len());
        let lists = [
            ("findings", self.list.len(), n_findings),
            ("notes", self.notes.len(), n_notes),
        ];
        let said = lists.into_iter().filter_map(|(what, n_kept, n_dropped)| {
            let more = match (n_dropped, n_kept >= MOST_FINDINGS) {
                (0, false) => return None,
                (0, true) => "there may be more".to_owned(),
                (n, _) => format!("at least {} more are left out", grouped(n as u64)),
            };
            Some(format!(
                "only the first {MOST_FINDINGS} {what} are kept, {more}: correct these, and check again"
            ))
        });
        said.collect()
    }

    /// Adds the main place of a finding, and its edits, to the finding of the same slip at another main place.
    pub fn join(&mut self, first: Span, other: Diagnostic) {
        let is_first = |known: &&mut Diagnostic| {
            let place = known.labels.first();
            place.is_some_and(|label| label.span == first) && known.severity() == other.severity()
        };
        let Some(known) = self.list.iter_mut().find(is_first) else {
            return;
        };
        for fix in &mut known.fixes {
            let mut same = other.fixes.iter();
            let same = same.find(|same| same.title == fix.title);
            fix.edits
                .extend(same.into_iter().flat_map(|same| same.edits.clone()));
        }
        let place = other.labels.first().map(|label| label.span);
        let place = place.filter(|place| known.labels.iter().all(|label| label.span != *place));
        let Some(span) = place else {
            return;
        };
        if known.labels.len() < MOST_PLACES {
            let text = "and here".to_owned();
            known.labels.push(Label { span, text });
            return;
        }
        let places = &mut self.dropped.get_or_insert_default().places;
        let n_more = match places.iter_mut().find(|(known, _)| *known == first) {
            Some((_, n_more)) => {
                *n_more += 1;
                *n_more
            }
            None => {
                places.push((first, 1));
                1
            }
        };
        if let Some(last) = known.labels.last_mut() {
            let places = if n_more == 1 { "place" } else { "places" };
            last.text = format!("and here, and in {} more {places}", grouped(n_more as u64));
        }
    }

    /// Leaves out findings and notes that do not meet a condition.
    pub fn retain(&mut self, keep: impl Fn(&Diagnostic) -> bool) {
        self.list.retain(&keep);
        self.notes.retain(&keep);
    }

    /// Whether any finding is an error, also one that was left out later.
    pub fn has_errors(&self) -> bool {
        self.errors
    }

    /// Whether further findings are dropped, so that passes may skip the search for them.
    pub fn is_full(&self) -> bool {
        self.list.len() >= MOST_FINDINGS
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Notes, in the order they were found; not among those that [`Self::iter`] gives.
    pub fn notes(&self) -> &[Diagnostic] {
        &self.notes
    }

    /// Findings that the author allows, with the reasons.
    pub fn allowed(&self) -> &[Allowed] {
        &self.allowed
    }

    /// Takes in all findings, notes and allowed findings of another list.
    pub fn append(&mut self, other: &Self) {
        self.extend(other.list.iter().chain(&other.notes).cloned());
        self.allowed.extend(other.allowed.iter().cloned());
        self.errors |= other.errors;
    }

    /// In the order they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// By file and place, as an author reads.
    pub fn sort(&mut self) {
        let place = |diagnostic: &Diagnostic| diagnostic.labels.first().map(|label| label.span);
        self.list.sort_by_key(place);
        self.notes.sort_by_key(place);
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<T: IntoIterator<Item = Diagnostic>>(&mut self, iter: T) {
        for diagnostic in iter {
            self.push(diagnostic);
        }
    }
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
