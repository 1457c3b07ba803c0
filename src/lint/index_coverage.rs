//! The rules of a book's index against the rules as written.

use super::Source;
use sandtable_source::Span;
use sandtable_syntax::ast::Item;

/// The largest number of rules that one finding names.
const MAX_NAMED: usize = 8;

/// Names the first rules of a list, and counts the others.
pub(super) fn named(rules: &[&str]) -> String {
    let first = rules.get(..MAX_NAMED).unwrap_or(rules).join(", ");
    match rules.len().saturating_sub(MAX_NAMED) {
        0 => first,
        n => format!("{first} and {n} more"),
    }
}

impl Source<'_> {
    /// Returns where the index is named.
    pub(super) fn index_line(&self) -> Option<Span> {
        let mut items = self.rules.iter().flat_map(|file| &file.items);
        items.find_map(|item| {
            if let Item::Ruleset(ruleset) = &item.value {
                Some(ruleset.index.as_ref()?.span)
            } else {
                None
            }
        })
    }
}
