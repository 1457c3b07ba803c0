//! Two printings of a manuscript.

use sandtable::draft::revision::{ChangeKind, Revision, compare};
use sandtable::draft::{Document, Manuscript};

fn document(text: &str) -> Document {
    Manuscript::read([("rules.md", text.as_bytes())]).document
}

const OLD: &str = r"# 1 Moving

A squad may move 6 hexes. See section 3 for cover.

# 2 Fire

| d6 | Result |
| --- | --- |
| 1-3 | miss |
| 4-6 | hit |

# 3 Cover

Woods give cover.
";

fn revised(new: &str) -> Revision {
    compare(&document(OLD), &document(new))
}

#[test]
fn the_same_text_has_no_changes() {
    let revision = revised(OLD);
    assert!(revision.sections.is_empty() && revision.references.is_empty());
}

#[test]
fn a_number_a_cell_and_a_sentence_are_found_in_their_sections() {
    let new = OLD
        .replace("move 6", "move 5")
        .replace("| 1-3 | miss |", "| 1-3 | graze |")
        .replace(
            "Woods give cover.",
            "Woods give cover.\n\nWalls give cover too.",
        );
    let revision = revised(&new);
    let found: Vec<(&str, ChangeKind, &str, &str)> = revision
        .sections
        .iter()
        .flat_map(|section| {
            let name = section.new.as_deref().unwrap();
            let changes = section.changes.iter();
            changes.map(move |one| (name, one.kind, one.old.as_str(), one.new.as_str()))
        })
        .collect();
    assert_eq!(
        found,
        [
            ("1 Moving", ChangeKind::Number, "6", "5"),
            ("2 Fire", ChangeKind::Cell, "miss", "graze"),
            (
                "3 Cover",
                ChangeKind::TextAdded,
                "",
                "Walls give cover too."
            ),
        ]
    );
}

/// A section is put before cover, which becomes section 4: the reference to 3 is to smoke now.
#[test]
fn a_reference_to_a_section_that_moved_is_told() {
    let new = OLD.replace("# 3 Cover", "# 3 Smoke\n\nSmoke blocks sight.\n\n# 4 Cover");
    let revision = revised(&new);
    let [moved] = revision.references.as_slice() else {
        panic!("{:?}", revision.references);
    };
    assert_eq!(moved.number, "3");
    assert_eq!(moved.was, "3 Cover");
    assert_eq!(moved.is.as_deref(), Some("3 Smoke"));
    assert_eq!(moved.now.as_deref(), Some("4"));
    let sections: Vec<(Option<&str>, Option<&str>)> = revision
        .sections
        .iter()
        .map(|one| (one.old.as_deref(), one.new.as_deref()))
        .collect();
    assert_eq!(
        sections,
        [(None, Some("3 Smoke")), (Some("3 Cover"), Some("4 Cover"))]
    );
    // Corrected, nothing is left to tell.
    let corrected = revised(&new.replace("section 3", "section 4"));
    assert!(corrected.references.is_empty());
}
