//! Sources of charts: the rules, the order of play, and the readers of each table and list.

use sandtable_model::{Callable, ModifiersId, TableId};
use sandtable_syntax::ast;

use super::order::Order;
use super::source::Source;
use super::text::Text;
use super::usage::Usage;

/// Sources of charts besides the rules.
pub struct Charts<'a> {
    /// The rules that are printed.
    pub source: &'a Source<'a>,
    /// The order of play.
    pub order: Order,
    /// Readers of each table and list.
    pub usage: Usage,
    /// Whether chances are set beside keys that are rolled.
    pub has_chances: bool,
}

impl<'a> Charts<'a> {
    /// The charts of a ruleset.
    pub fn of(source: &'a Source<'a>, has_chances: bool) -> Self {
        Self {
            source,
            order: Order::of(source.book),
            usage: Usage::of(source.book),
            has_chances,
        }
    }

    /// The tables of the model that a table of the rules is: one for each of its results.
    pub(super) fn tables(&self, name: &str) -> Vec<Callable> {
        let tables = self.source.book.tables.iter().enumerate();
        let own = tables
            .filter(|(_, table)| table.part_of.as_deref().unwrap_or(&table.naming.name) == name);
        own.map(|(at, _)| Callable::Table(TableId::new(at)))
            .collect()
    }

    pub(super) fn list_id(&self, name: &str) -> Option<ModifiersId> {
        let mut lists = self.source.book.modifiers.iter();
        lists
            .position(|list| list.naming.name == name)
            .map(ModifiersId::new)
    }

    /// The rules that read a table or list, as a note.
    pub(super) fn read_by(&self, rule: Callable) -> Option<Text> {
        /// Most rules that are named.
        const MOST: usize = 4;
        let readers = self.usage.readers.get(&rule)?;
        let named = readers.iter().take(MOST).map(|(title, sections)| {
            let title = self.source.names.title(title);
            match sections.as_slice() {
                [] => title,
                some => format!(
                    "{title} [{}]",
                    some.iter().take(3).cloned().collect::<Vec<_>>().join(", ")
                ),
            }
        });
        let named: Vec<String> = named.collect();
        let more = match readers.len().saturating_sub(MOST) {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        (!named.is_empty()).then(|| Text::plain(format!("Used by: {}{more}.", named.join("; "))))
    }
}

/// The sections that a head cites.
pub(super) fn sections(head: &ast::Head) -> Vec<String> {
    head.citations
        .iter()
        .map(|section| section.value.clone())
        .collect()
}
