//! Walks over the rules as they are written, for findings about the text and not about what it means.

use sandtable_source::Span;
use sandtable_syntax::ast::walk::blocks;
use sandtable_syntax::ast::{Block, File, Item};
use sandtable_syntax::value_text;

/// Returns the sections that a declaration cites.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only these items have statements or lines of a rule"
)]
pub(super) fn citations_of(item: &Item) -> Vec<String> {
    let head = match item {
        Item::Procedure(procedure) => &procedure.head,
        Item::Table(table) => &table.head,
        Item::Modifiers(list) => &list.head,
        Item::Fact(fact) => &fact.head,
        Item::Trigger(trigger) => &trigger.head,
        Item::Reaction(reaction) => &reaction.head,
        _ => return Vec::new(),
    };
    let citations = head.citations.iter();
    citations.map(|section| section.value.clone()).collect()
}

/// Returns the text of the track that the statement at a place changes.
pub(super) fn changed_track(rules: &[File], place: Span) -> Option<String> {
    let mut text = None;
    for item in rules.iter().flat_map(|file| &file.items) {
        walk_bodies(&item.value, &mut |block| {
            let changes = block.iter().filter(|one| one.kind.span == place);
            let changed = changes.filter_map(|one| one.changed());
            text = text.take().or(changed.map(value_text).next());
        });
    }
    text
}

/// Calls a visitor with every block of a declaration, an outer one before those inside of it.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only these items have statements or lines of a rule"
)]
pub(super) fn walk_bodies<'t>(item: &'t Item, visit: &mut dyn FnMut(&'t Block)) {
    match item {
        Item::Procedure(procedure) => walk_blocks(&procedure.body, visit),
        Item::Reaction(reaction) => walk_blocks(&reaction.body, visit),
        Item::Trigger(trigger) => {
            let whens = trigger.whens.iter();
            whens.for_each(|when| walk_blocks(&when.value.body, visit));
        }
        _ => {}
    }
}

fn walk_blocks<'t>(block: &'t Block, visit: &mut dyn FnMut(&'t Block)) {
    visit(block);
    for inner in block.iter().flat_map(blocks) {
        walk_blocks(inner, visit);
    }
}
