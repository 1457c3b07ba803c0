//! Two printings of a manuscript side by side, as an errata sheet.

use std::fmt::Write as _;

use sandtable_draft::revision::{Change, ChangeKind, MovedReference, Revision, SectionChange};
use sandtable_session::touched::Touched;

use crate::numerals::counted;

/// Returns the errata sheet; `touched` is parallel to the sections, or empty without rules.
pub fn text(old: &str, new: &str, revision: &Revision, touched: &[Touched]) -> String {
    let mut text = format!("Errata: {old} to {new}\n");
    for (at, section) in revision.sections.iter().enumerate() {
        let _ = write!(text, "\n{}\n", heading(section));
        for change in &section.changes {
            let _ = writeln!(text, "  {}", line(change));
        }
        for line in touched.get(at).into_iter().flat_map(touched_lines) {
            let _ = writeln!(text, "  {line}");
        }
    }
    if !revision.references.is_empty() {
        text.push_str("\nReferences that moved\n");
        for reference in &revision.references {
            let _ = writeln!(text, "  {}", moved(reference));
        }
    }
    let n_changes: usize = revision.sections.iter().map(|one| one.changes.len()).sum();
    let sections = counted(revision.sections.len(), "section");
    let changes = counted(n_changes, "change");
    let references = counted(revision.references.len(), "reference");
    let _ = write!(text, "\n{sections} with {changes}; {references} to check\n");
    text
}

/// `5.3 Direct fire`, `5.3 Direct fire (was 5.2 Direct fire)`, `5.4 Smoke (new)`
fn heading(section: &SectionChange) -> String {
    match (&section.old, &section.new) {
        (Some(old), Some(new)) if old != new => format!("{new} (was {old})"),
        (Some(_), Some(new)) => new.clone(),
        (None, Some(new)) => format!("{new} (new)"),
        (Some(old), None) => format!("{old} (left out)"),
        (None, None) => String::new(),
    }
}

fn line(change: &Change) -> String {
    let shown = |text: &str| match text.is_empty() {
        true => "nothing".to_owned(),
        false => format!("\"{}\"", crate::chart::shortened(text, LONGEST + 1)),
    };
    let (old, new) = (shown(&change.old), shown(&change.new));
    match change.kind {
        ChangeKind::Number => format!("number: {old} is now {new}, in \"{}\"", change.place),
        ChangeKind::Text if change.place.is_empty() => format!("text: {old} is now {new}"),
        ChangeKind::Text => format!("text after \"{}\": {old} is now {new}", change.place),
        ChangeKind::TextAdded => format!("added: {new}"),
        ChangeKind::TextRemoved => format!("left out: {old}"),
        ChangeKind::Cell => format!("{}: {old} is now {new}", change.place),
        ChangeKind::RowAdded if change.place.is_empty() => format!("added: {new}"),
        ChangeKind::RowAdded => format!("{}: new row {new}", change.place),
        ChangeKind::RowRemoved if change.place.is_empty() => format!("left out: {old}"),
        ChangeKind::RowRemoved => format!("{}: row {old} left out", change.place),
    }
}

/// Longest quotation, in characters.
const LONGEST: usize = 120;

fn touched_lines(touched: &Touched) -> Vec<String> {
    let lists = [
        ("rules", &touched.rules),
        ("examples", &touched.examples),
        ("charts", &touched.charts),
        ("numbers and odds", &touched.odds),
    ];
    let lines = lists.into_iter().filter(|(_, list)| !list.is_empty());
    lines
        .map(|(what, list)| format!("check {what}: {}", list.join("; ")))
        .collect()
}

fn moved(reference: &MovedReference) -> String {
    let MovedReference {
        section,
        number,
        was,
        is,
        now,
        ..
    } = reference;
    let is = match is {
        Some(is) => format!("is now {is}"),
        None => "is in no section now".to_owned(),
    };
    let now = match now {
        Some(now) => format!("; write {now} for what it was"),
        None => String::new(),
    };
    format!("{section}: {number} was {was}, {is}{now}")
}
