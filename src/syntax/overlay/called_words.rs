//! Statements in brackets that call a rule by the word of a statement: `report(side)` beside `action report (side)`.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::ast::walk::blocks_mut;
use crate::ast::{Ability, Block, File, Item};
use sandtable_source::Spanned;

/// Turns statements that read as calls into calls, where a roll, an action or a sequence has their word as its name.
pub(super) fn read_as_calls(files: &mut [File]) {
    let rules = named_like_statements(files);
    if rules.is_empty() {
        return;
    }
    for item in files.iter_mut().flat_map(|file| &mut file.items) {
        let mut value = item.value.clone();
        let mut n_calls = 0;
        for block in bodies(&mut value) {
            n_calls += call_in(block, &rules);
        }
        // A declaration without one stays shared with the tree that is kept for the next edit.
        if n_calls > 0 {
            *item = Arc::new(Spanned::new(value, item.span));
        }
    }
}

/// Words that begin a statement with a single value, which a call with one argument looks like.
const WORDS: [&str; 6] = ["destroy", "needs", "remove", "report", "result", "worth"];

/// Returns those of the words that are names of rules; a formula is never called on a line of its own.
fn named_like_statements(files: &[File]) -> BTreeSet<String> {
    let items = files.iter().flat_map(|file| &file.items);
    let mut names = BTreeSet::new();
    for item in items {
        if let Item::Procedure(rule) = &item.value
            && rule.ability != Ability::Formula
            && WORDS.contains(&rule.head.name.value.as_str())
        {
            names.insert(rule.head.name.value.clone());
        }
    }
    names
}

/// Returns the blocks of statements of a declaration.
fn bodies(item: &mut Item) -> Vec<&mut Block> {
    match item {
        Item::Procedure(rule) => vec![&mut rule.body],
        Item::Reaction(reaction) => vec![&mut reaction.body],
        Item::Trigger(trigger) => {
            let whens = trigger.whens.iter_mut();
            whens.map(|when| &mut when.value.body).collect()
        }
        Item::Ruleset(_)
        | Item::Scale(_)
        | Item::Die(_)
        | Item::Kind(_)
        | Item::Table(_)
        | Item::Modifiers(_)
        | Item::Fact(_)
        | Item::Option(_)
        | Item::Window(_)
        | Item::Policy(_)
        | Item::Example(_)
        | Item::Variant(_)
        | Item::Replace(_)
        | Item::Amend(_)
        | Item::Remove(_) => Vec::new(),
    }
}

/// Turns the statements of a block, and of the blocks below it, into calls of these rules; returns their number.
fn call_in(block: &mut Block, rules: &BTreeSet<String>) -> usize {
    let mut n_calls = 0;
    for statement in block {
        let call = statement.as_call();
        let is_rule = |name: &str| rules.contains(name);
        match call.filter(|call| {
            call.value
                .call()
                .is_some_and(|(name, _)| is_rule(&name.value))
        }) {
            Some(call) => {
                statement.set_call(call);
                n_calls += 1;
            }
            None => {
                let inner = blocks_mut(statement).into_iter();
                n_calls += inner.map(|block| call_in(block, rules)).sum::<usize>();
            }
        }
    }
    n_calls
}
