//! Two printings of a manuscript side by side, as programs read it.

use sandtable_draft::revision::{ChangeKind, MovedReference, Revision, SectionChange};
use sandtable_session::touched::Touched;
use serde::Serialize;

/// The document of `compare`.
#[derive(Debug, Serialize)]
pub struct RevisionDocument<'a> {
    old: &'a str,
    new: &'a str,
    sections: Vec<SectionRecord<'a>>,
    references: Vec<ReferenceRecord<'a>>,
}

/// Changes of a section.
#[derive(Debug, Serialize)]
struct SectionRecord<'a> {
    old: Option<&'a str>,
    new: Option<&'a str>,
    changes: Vec<ChangeRecord<'a>>,
    rules: &'a [String],
    examples: &'a [String],
    charts: &'a [String],
    odds: &'a [String],
}

/// One change.
#[derive(Debug, Serialize)]
struct ChangeRecord<'a> {
    kind: &'static str,
    place: &'a str,
    old: &'a str,
    new: &'a str,
}

/// A reference that points elsewhere.
#[derive(Debug, Serialize)]
struct ReferenceRecord<'a> {
    section: &'a str,
    number: &'a str,
    was: &'a str,
    is: Option<&'a str>,
    now: Option<&'a str>,
}

impl<'a> RevisionDocument<'a> {
    /// `touched` is parallel to the sections, or empty without rules.
    pub fn new(old: &'a str, new: &'a str, revision: &'a Revision, touched: &'a [Touched]) -> Self {
        let sections = revision.sections.iter().enumerate();
        Self {
            old,
            new,
            sections: sections
                .map(|(at, section)| section_record(section, touched.get(at)))
                .collect(),
            references: revision.references.iter().map(reference_record).collect(),
        }
    }
}

fn section_record<'a>(
    section: &'a SectionChange,
    touched: Option<&'a Touched>,
) -> SectionRecord<'a> {
    let changes = section.changes.iter().map(|change| ChangeRecord {
        kind: kind(change.kind),
        place: &change.place,
        old: &change.old,
        new: &change.new,
    });
    SectionRecord {
        old: section.old.as_deref(),
        new: section.new.as_deref(),
        changes: changes.collect(),
        rules: touched.map_or(&[], |touched| &touched.rules),
        examples: touched.map_or(&[], |touched| &touched.examples),
        charts: touched.map_or(&[], |touched| &touched.charts),
        odds: touched.map_or(&[], |touched| &touched.odds),
    }
}

fn kind(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Number => "number",
        ChangeKind::Text => "text",
        ChangeKind::TextAdded => "text-added",
        ChangeKind::TextRemoved => "text-removed",
        ChangeKind::Cell => "cell",
        ChangeKind::RowAdded => "row-added",
        ChangeKind::RowRemoved => "row-removed",
    }
}

fn reference_record(reference: &MovedReference) -> ReferenceRecord<'_> {
    ReferenceRecord {
        section: &reference.section,
        number: &reference.number,
        was: &reference.was,
        is: reference.is.as_deref(),
        now: reference.now.as_deref(),
    }
}
