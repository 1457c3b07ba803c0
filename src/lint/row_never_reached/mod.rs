//! Rows and columns that no lookup can select, and bands of a rule that no call of it reaches.
//!
//! Reports: E0609.

mod calls;
mod restricted;

use super::Context;
use super::lookups::{example_on, written_lines};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Key, TableId};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    calls::check(context, diagnostics);
    restricted::check(context, diagnostics);
    let book = context.book;
    // A table without a lookup is for the players.
    for (id, selected) in &context.selected {
        let Some(table) = book.tables.get(id.at()) else {
            continue;
        };
        for (at, (key, selected)) in table.keys.iter().zip(selected).enumerate() {
            for (span, lines) in written_lines(table, at) {
                if !lines.is_disjoint(selected) {
                    continue;
                }
                let name = &table.naming.name;
                diagnostics.push(
                    Diagnostic::new(
                        Code::RowNeverReached,
                        format!("no rule reaches this part of `{name}`"),
                    )
                    .label(span, looked_up(context, *id, key, at))
                    .example(example_on(context, (*id, table), at, &lines))
                    .help("correct the row or the lookup; if only players read the row, allow it")
                    .cite(table.naming.citations.iter().map(String::as_str))
                    .confidence(Confidence::Likely),
                );
            }
        }
    }
}

/// Describes the values with which a key is looked up.
fn looked_up(context: &Context<'_>, id: TableId, key: &Key, at: usize) -> String {
    let lookups = context.values.lookups();
    let values = lookups
        .filter(|lookup| lookup.table == id)
        .filter_map(|lookup| lookup.keys.get(at).cloned())
        .reduce(|all, one| all.join(&one));
    values.map_or_else(String::new, |values| {
        let described = values.describe(context.book, key.ty);
        format!("rules only look up `{}` {described}", key.name)
    })
}
