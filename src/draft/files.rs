//! The files of one manuscript: read in order, checked as one.

use sandtable_diagnostic::{Code, Diagnostics, GivenAllowance, allow_given};
use sandtable_source::{FileId, SourceMap};

use crate::check;
use crate::model::Document;
use crate::read::{Format, read_document};

/// A manuscript with its texts and what was found in it.
#[derive(Debug, Default)]
pub struct Manuscript {
    /// All chapters as one document; those that cannot be read are left out.
    pub document: Document,
    /// Text of each file, in the order of the files; of one that cannot be read it is empty.
    pub sources: SourceMap,
    /// Findings of reading, and those of the prose.
    pub diagnostics: Diagnostics,
    /// Whether the prose was checked, so that an allowance for a finding about it is not needed if there is no such finding.
    is_checked: bool,
}

impl Manuscript {
    /// Reads files, each a name and its bytes, as the chapters of one manuscript.
    ///
    /// Reports: E0700.
    pub fn read<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Self {
        Self::read_beside(SourceMap::default(), files)
    }

    /// As [`Self::read`]; the texts join those of `sources`.
    ///
    /// Reports: E0700.
    pub fn read_beside<'a>(
        sources: SourceMap,
        files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
    ) -> Self {
        let mut manuscript = Self {
            sources,
            ..Self::default()
        };
        for (name, bytes) in files {
            let file = manuscript.sources.next_id();
            let text = match read_document(file, name, bytes) {
                Ok(document) => {
                    let text = document.text_of(file).unwrap_or_default().to_owned();
                    manuscript.document.append(document);
                    text
                }
                Err(finding) => {
                    manuscript.diagnostics.push(*finding);
                    String::new()
                }
            };
            manuscript.sources.add(name, text);
        }
        manuscript
    }

    /// Checks the prose.
    ///
    /// Reports: E0701 to E0723, E0640.
    pub fn check(&mut self) {
        self.check_prose();
        self.allow(&[], false);
    }

    /// As [`Self::check`], before findings are allowed: for a manuscript that is compared with rules as well.
    ///
    /// Reports: E0701 to E0723.
    pub fn check_prose(&mut self) {
        check::run(&self.document, &mut self.diagnostics);
        self.is_checked = true;
    }

    /// Sets aside the findings that are allowed: in comments of Markdown, in the margin of a word processor, and where it is given.
    /// `is_compared` says whether the manuscript was compared with rules.
    ///
    /// Reports: E0640.
    pub fn allow(&mut self, given: &[GivenAllowance], is_compared: bool) {
        let chapters: Vec<FileId> = self.document.chapters.iter().map(|one| one.file).collect();
        let mut given = given.to_vec();
        // Those of Markdown are read with the lines of its text.
        let is_markdown = |file: FileId| {
            let name = self.sources.get(file).map_or("", |file| file.name.as_str());
            name.ends_with(".md")
        };
        let comments = self.document.comments.iter();
        let comments = comments.filter(|comment| !is_markdown(comment.anchor.file));
        given.extend(comments.filter_map(|comment| {
            let text = comment.text.trim().strip_prefix("allow ")?;
            Some(GivenAllowance {
                text: text.to_owned(),
                place: comment.anchor,
                reach: self.document.reach_at(comment.anchor),
            })
        }));
        let is_checked = self.is_checked;
        let is_sought = |file: FileId, code: Code| {
            let is_sought = match is_of_comparison(code) {
                true => is_compared,
                false => is_checked && is_of_manuscripts(code),
            };
            is_sought && chapters.contains(&file)
        };
        allow_given(
            &self.sources,
            &chapters,
            &given,
            is_sought,
            &mut self.diagnostics,
        );
        self.diagnostics.sort();
    }
}

/// Whether a finding is about a manuscript: its prose, or what rules make of it.
fn is_of_manuscripts(code: Code) -> bool {
    code.number().starts_with("E07")
}

/// Whether a finding comes from the comparison of a manuscript with rules.
pub fn is_of_comparison(code: Code) -> bool {
    code.number().starts_with("E073")
}

/// Whether a finding is about the prose of a manuscript by itself.
pub fn is_of_prose(code: Code) -> bool {
    is_of_manuscripts(code) && !is_of_comparison(code)
}

/// Findings in the prose of one text, before any are allowed: none in a text that is no manuscript. Blocks of rules are not prose.
///
/// Reports: E0701 to E0723.
pub fn check_text(file: FileId, name: &str, text: &str) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    if let Ok(document) = read_document(file, name, text.as_bytes()) {
        check::run(&document, &mut diagnostics);
    }
    diagnostics
}

/// Whether a file is a manuscript without rules: by its name, and a Markdown file only without a block of rules.
pub fn is_manuscript(name: &str, bytes: &[u8]) -> bool {
    match Format::of_name(name) {
        Some(Format::Markdown) => {
            let lines = bytes.split(|byte| *byte == b'\n');
            !lines
                .map(<[u8]>::trim_ascii_end)
                .any(|line| line == b"```rules")
        }
        Some(
            Format::Word
            | Format::OpenDocument
            | Format::Html
            | Format::PlainText
            | Format::Csv
            | Format::Unreadable,
        ) => true,
        None => false,
    }
}

/// Key by which the chapters of a folder are in reading order: numbers in names count as numbers, `2-moving` is before `10-index`.
pub fn reading_order(name: &str) -> Vec<(String, u64)> {
    let mut parts: Vec<(String, u64)> = vec![(String::new(), 0)];
    let mut in_number = false;
    for letter in name.chars() {
        if let Some(digit) = letter.to_digit(10) {
            if let Some((_, number)) = parts.last_mut() {
                *number = number.saturating_mul(10).saturating_add(u64::from(digit));
            }
            in_number = true;
            continue;
        }
        if in_number {
            parts.push((String::new(), 0));
            in_number = false;
        }
        if let Some((words, _)) = parts.last_mut() {
            words.extend(letter.to_lowercase());
        }
    }
    parts
}
