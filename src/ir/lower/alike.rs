//! Cards of different profiles that a question does not distinguish: a draw takes them as copies of one card.
//!
//! There are 2,598,960 hands of 5 out of 52 different cards, but only 6,175 if the question reads nothing but their ranks. If a program
//! reads equal values of two units, exchanging them maps its states to each other and leaves its outputs unchanged, so one state of
//! each orbit is enough (Emerson and Sistla, "Symmetry and Model Checking", 1996).

use super::super::op::Op;
use super::super::program::Program;
use super::{Lowered, Lowerer, OutcomePart, OutputSpec, build_ordered, build_program, run};
use crate::debug_info::Shown;
use sandtable_model::{
    CastUnit, Change, Deck, Expr, Kinds, LocalId, NONE, Question, RuleBook, Selection, Statement,
    TrackId,
};
use std::collections::BTreeMap;

/// As [`run`], for exact odds: cards that the question does not distinguish are drawn as one option with a weight. Outcomes have the
/// chances of those of [`run`]; draws cannot be told apart by the names of the cards.
pub fn for_odds(book: &RuleBook, question: &Question, outputs: OutputSpec<'_>) -> Lowered {
    let has_cards = question.cast.iter().any(|unit| unit.is_card);
    if !has_cards || question.script.is_some() {
        return run(book, question, outputs);
    }
    let (lowered, ordered) = build_ordered(Lowerer::new(book, question), outputs);
    if outputs_cards(book, question, &lowered, outputs) {
        return lowered;
    }
    let alike = classes(book, question, &lowered.program, ordered);
    if alike.is_empty() {
        return lowered;
    }
    let mut merging = Lowerer::new(book, question);
    merging.alike = alike;
    build_program(merging, outputs)
}

/// Whether an output can be a card, or a track of one.
fn outputs_cards(
    book: &RuleBook,
    question: &Question,
    lowered: &Lowered,
    outputs: OutputSpec<'_>,
) -> bool {
    let cards = book.cards();
    let is_card = |unit: usize| question.cast.get(unit).is_some_and(|unit| unit.is_card);
    let conditions = outputs.conditions().iter().flatten();
    let mut types = conditions.map(|condition| condition.ty);
    let mut parts = lowered.parts.iter();
    types.any(|ty| !ty.kinds().and(cards).is_empty())
        || parts.any(|part| match part {
            OutcomePart::Track { unit, .. } => is_card(*unit),
            OutcomePart::Value(Shown::Unit)
            | OutcomePart::Reported {
                shown: Shown::Unit, ..
            } => true,
            OutcomePart::Value(_)
            | OutcomePart::Reported { .. }
            | OutcomePart::Refused
            | OutcomePart::Ended
            | OutcomePart::Condition => false,
        })
}

/// Returns for each unit of the cast the first card that the program does not distinguish from it, itself if there is none; empty if
/// only copies of one card are alike.
fn classes(book: &RuleBook, question: &Question, program: &Program, ordered: Kinds) -> Vec<usize> {
    let cast = &question.cast;
    let mut read: Vec<usize> = Vec::new();
    for op in &program.ops {
        if let Op::Stat { field, .. } = op {
            read.extend(usize::try_from(*field));
        }
    }
    read.sort_unstable();
    read.dedup();
    let mut alike: Vec<usize> = (0..cast.len()).collect();
    let mut has_merged = false;
    for deck in &book.decks {
        if !deck.has_alike || has_names_or_parts(cast, deck) {
            continue;
        }
        let is_in_order = ordered.has(deck.kind);
        let mut known: BTreeMap<Vec<i32>, usize> = BTreeMap::new();
        let mut last: Option<(Vec<i32>, usize)> = None;
        for (at, card) in cast.iter().enumerate() {
            if card.kind != deck.kind {
                continue;
            }
            let values = read.iter().map(|field| card.fields.get(*field).copied());
            let values = values.map(|value| value.unwrap_or(NONE));
            let home = deck.home.map(|home| card.start(home, NONE));
            let key: Vec<i32> = home.into_iter().chain(values).collect();
            let first = match is_in_order {
                // Cards between two others of a class keep their place in the order.
                true => last
                    .filter(|(before, _)| *before == key)
                    .map(|(_, first)| first),
                false => known.get(&key).copied(),
            };
            let first = first.unwrap_or(at);
            known.insert(key.clone(), first);
            last = Some((key, first));
            if let Some(class) = alike.get_mut(at) {
                *class = first;
            }
            let profile = cast.get(first).map(|first| first.profile);
            has_merged |= profile.is_some_and(|profile| profile != card.profile);
        }
    }
    match has_merged {
        true => alike,
        false => Vec::new(),
    }
}

/// Whether the question names a card of a deck, or cards have parts.
fn has_names_or_parts(cast: &[CastUnit], deck: &Deck) -> bool {
    let is_of_deck = |unit: &CastUnit| unit.kind == deck.kind;
    let is_named = |unit: &CastUnit| is_of_deck(unit) && !unit.is_card;
    let is_part = |unit: &CastUnit| {
        let owner = unit.owner.and_then(|owner| cast.get(owner));
        owner.is_some_and(is_of_deck)
    };
    cast.iter().any(|unit| is_named(unit) || is_part(unit))
}

impl Lowerer<'_> {
    /// Whether the turns of a loop over units can be exchanged: each depends on its own unit alone, sets tracks of it to constants, and
    /// sets off nothing.
    pub(super) fn is_without_order(&self, selection: &Selection, body: &[Statement]) -> bool {
        let condition = selection.condition.as_deref();
        let is_of_others = |part: &Expr| {
            let read = part
                .track()
                .filter(|read| !read.unit.is_local(selection.local));
            let is_read = read.is_some_and(|read| {
                let kinds = read.unit.ty.kinds();
                !kinds.and(selection.kinds).is_empty()
            });
            is_read || part.aggregation().is_some() || part.callee().is_some()
        };
        if condition.is_some_and(|condition| condition.any(is_of_others)) {
            return false;
        }
        body.iter().all(|statement| {
            if let Some(each) = statement.each() {
                return each.order.is_none() && self.sets_own(each.body, selection.local);
            }
            self.sets_own(std::slice::from_ref(statement), selection.local)
        })
    }

    fn sets_own(&self, body: &[Statement], member: LocalId) -> bool {
        let triggers = &self.book.triggers;
        let is_watched = |track: TrackId| {
            let mut whens = triggers.iter().flat_map(|trigger| &trigger.whens);
            whens.any(|when| when.reads.contains(&track))
        };
        body.iter().all(|statement| {
            statement.change().is_some_and(|change| {
                let homes = self.book.decks.iter().filter_map(|deck| deck.home);
                let mut homes = homes.filter(|home| change.amount.is_track(*home));
                change.how == Change::Set
                    && change.unit.is_local(member)
                    && (change.amount.constant_value().is_some() || homes.next().is_some())
                    && !is_watched(change.track)
            })
        })
    }
}
