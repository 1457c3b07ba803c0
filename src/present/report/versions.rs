//! The sections of a report about games by a value, and about another version.

use sandtable_session::report::Report;

use super::{Mark, Section, Table, heads};
use crate::games_compared::{row, sentences, version_words};
use crate::playouts::{group_head, group_row};

/// The games by a value.
pub(super) fn groups(report: &Report) -> Section {
    let Some(groups) = &report.groups else {
        return Section::default();
    };
    Section {
        title: "Games by a value",
        sentences: vec![format!("The games by `{}` at their end.", groups.title)],
        table: Some(Table {
            head: group_head(groups),
            rows: groups.groups.iter().map(group_row).collect(),
            marks: groups
                .groups
                .iter()
                .map(|group| {
                    let (low, high) = group.share.between();
                    Mark {
                        value: group.share.percent(),
                        low,
                        high,
                    }
                })
                .collect(),
            scale: (0.0, 100.0),
        }),
    }
}

/// The same dice in another version.
pub(super) fn comparison(report: &Report) -> Section {
    let Some(comparison) = &report.comparison else {
        return Section::default();
    };
    let mut lines = vec![
        format!("First: {}.", version_words(&comparison.first)),
        format!("Second: {}.", version_words(&comparison.second)),
    ];
    lines.extend(sentences(comparison));
    Section {
        title: "Two versions with the same dice",
        sentences: lines,
        table: Some(Table {
            head: heads(["", "first", "second", "difference"]),
            rows: comparison.rows.iter().map(row).collect(),
            ..Table::default()
        }),
    }
}
