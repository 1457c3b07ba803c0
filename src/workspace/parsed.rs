//! Parsed files: the tree or the units of one file, with the findings of reading it.

use std::sync::{Arc, OnceLock};

use sandtable_diagnostic::{Diagnostic, Diagnostics};
use sandtable_roster::{Index, Roster, read_index};
use sandtable_source::{FileId, SourceFile, SourceMap};
use sandtable_syntax::markdown::{Draft, is_markdown, read_markdown};
use sandtable_syntax::{Before, ast, parse, parse_again};

/// Parses the text of a rule file, completely or without its examples.
pub(crate) type Parse = fn(FileId, &str, &mut Diagnostics) -> ast::File;

/// A rule file.
pub(crate) struct ParsedRules {
    pub(crate) tree: ast::File,
    pub(crate) findings: Diagnostics,
    /// The prose around the rules of a Markdown file; `None` for others.
    pub(crate) draft: Option<ParsedDraft>,
}

/// The prose of a Markdown file.
pub(crate) struct ParsedDraft {
    pub(crate) draft: Draft,
    /// The units of its unit blocks.
    pub(crate) units: Arc<ParsedUnits>,
    /// Findings about prose that contradicts the rules.
    pub(crate) not_kept_up: Vec<Diagnostic>,
    file: FileId,
    /// Findings about the prose by itself, once they are asked for.
    of_prose: OnceLock<Diagnostics>,
}

impl ParsedDraft {
    /// Findings about the prose by itself. `sources` has the text of the file.
    pub(crate) fn of_prose(&self, sources: &SourceMap) -> &Diagnostics {
        self.of_prose.get_or_init(|| {
            let source = sources.get(self.file);
            source.map_or_else(Diagnostics::default, |source| {
                check_prose(self.file, source)
            })
        })
    }
}

/// Checks the prose of a text.
///
/// Reports: E0701 to E0723.
#[cfg(feature = "prose")]
fn check_prose(file: FileId, source: &SourceFile) -> Diagnostics {
    sandtable_draft::check_text(file, &source.name, &source.text)
}

#[cfg(not(feature = "prose"))]
fn check_prose(_: FileId, _: &SourceFile) -> Diagnostics {
    Diagnostics::default()
}

impl ParsedRules {
    /// As [`Self::new`], after an edit of a file that was read before.
    ///
    /// Reports: E0101 to E0112.
    pub(crate) fn reparsed(
        file: FileId,
        source: &SourceFile,
        (text, before): (&SourceFile, &Self),
    ) -> Self {
        let is_clean = before.findings.is_empty() && before.findings.notes().is_empty();
        // What is below a heading cites it.
        if before.draft.is_some() || !is_clean {
            return Self::new(file, source, parse);
        }
        let before = Before {
            text: &text.text,
            tree: &before.tree,
        };
        let mut findings = Diagnostics::default();
        Self {
            tree: parse_again(file, &source.text, before, &mut findings),
            findings,
            draft: None,
        }
    }

    /// Reports: E0101 to E0112.
    pub(crate) fn new(file: FileId, source: &SourceFile, parse: Parse) -> Self {
        let mut findings = Diagnostics::default();
        if !is_markdown(&source.name) {
            return Self {
                tree: parse(file, &source.text, &mut findings),
                findings,
                draft: None,
            };
        }
        let draft = read_markdown(file, &source.text);
        let mut tree = parse(file, &draft.rules, &mut findings);
        draft.cite(&mut tree);
        let draft = ParsedDraft {
            units: Arc::new(ParsedUnits::units(file, &draft.units)),
            not_kept_up: draft.not_kept_up(&tree),
            draft,
            file,
            of_prose: OnceLock::new(),
        };
        Self {
            tree,
            findings,
            draft: Some(draft),
        }
    }
}

/// The units or the map of one file, or those of all files.
#[derive(Debug, Default)]
pub(crate) struct ParsedUnits {
    pub(crate) roster: Roster,
    pub(crate) findings: Diagnostics,
}

impl ParsedUnits {
    /// Returns a roster that variants have changed; findings in it are those of its parts.
    pub(crate) fn amended(roster: Roster) -> Self {
        Self {
            roster,
            findings: Diagnostics::default(),
        }
    }

    /// Reports: E0403, E0405, E0407.
    pub(crate) fn units(file: FileId, text: &str) -> Self {
        let mut parsed = Self::default();
        parsed.roster.add(file, text, &mut parsed.findings);
        parsed
    }

    /// Reports: the findings of maps.
    pub(crate) fn map(name: &str, file: FileId, text: &str) -> Self {
        let mut parsed = Self::default();
        parsed
            .roster
            .add_map(name, file, text, &mut parsed.findings);
        parsed
    }
}

/// The numbered rules of a book.
pub(crate) struct ParsedIndex {
    pub(crate) index: Arc<Index>,
    pub(crate) findings: Diagnostics,
}

impl ParsedIndex {
    /// Reports: the findings of indexes.
    pub(crate) fn new(file: FileId, source: &SourceFile) -> Self {
        let mut findings = Diagnostics::default();
        Self {
            index: Arc::new(read_index(file, &source.text, &mut findings)),
            findings,
        }
    }
}
