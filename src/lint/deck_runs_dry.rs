//! Decks from which more cards are drawn than they have, without a rule that shuffles them again.
//!
//! Reports: E0685.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::deck_piles::{is_discarded, is_refilled};
use super::wrong_deck::mixed_up;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Ability, Comparison, CopiesOf, Deck, Expr, Iteration, LocalId, NONE, ProcedureId, RuleBook,
    Selection, Statement, Value, walk_statements,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 6;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut mixed = None;
    for (at, deck) in book.decks.iter().enumerate() {
        if let Some(finding) = overdrawn(book, (at, deck)).or_else(|| never_reshuffled(book, deck))
        {
            // Another deck is named in its place: one slip, one finding.
            let mixed = mixed.get_or_insert_with(|| mixed_up(book));
            if !mixed.iter().any(|(kind, _)| *kind == deck.kind) {
                diagnostics.push(finding);
            }
        }
    }
}

/// Returns the finding about a deck whose discards stay, although those of another deck are reshuffled.
fn never_reshuffled(book: &RuleBook, deck: &Deck) -> Option<Diagnostic> {
    if is_refilled(book, deck, false) || !is_discarded(book, deck) {
        return None;
    }
    let mut others = book.decks.iter().filter(|other| other.kind != deck.kind);
    let other = &others.find(|other| is_refilled(book, other, false))?.naming;
    let name = &deck.naming.name;
    Some(
        Diagnostic::new(
            Code::DeckRunsDry,
            format!(
                "discards of `{name}` are never shuffled into it again, though those of `{}` are",
                other.name
            ),
        )
        .label(deck.naming.span, "")
        .label(other.span, "reshuffled")
        .help(format!(
            "write `reshuffle {name}` where it is empty; if it is used once, ignore this"
        ))
        .cite(deck.naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely),
    )
}

fn overdrawn(book: &RuleBook, (at, deck): (usize, &Deck)) -> Option<Diagnostic> {
    let n_cards = n_cards(book, deck);
    let reshuffled = is_refilled(book, deck, false);
    if n_cards == 0 || reshuffled && is_discarded(book, deck) || is_refilled(book, deck, true) {
        return None;
    }
    let sides = sides_of(book, deck);
    let mut sequences = book.procedures.iter();
    sequences.find_map(|procedure| {
        if procedure.ability != Ability::Sequence {
            return None;
        }
        let (n_drawn, span) = sides.iter().find_map(|side| {
            let mut search = Search {
                book,
                deck: at,
                is_of_sides: deck.home.is_some(),
                side: *side,
                first: None,
                open: BTreeSet::new(),
                known: BTreeMap::new(),
            };
            let n_drawn = search.block(&procedure.body, MAX_DEPTH);
            search
                .first
                .filter(|_| n_drawn > n_cards)
                .map(|span| (n_drawn, span))
        })?;
        Some(finding(deck, (n_cards, n_drawn), reshuffled, span))
    })
}

/// The sides whose decks are looked at one by one; a single `None` for a deck of all sides, and for sides without names.
fn sides_of(book: &RuleBook, deck: &Deck) -> Vec<Option<usize>> {
    let is_of_named = deck.home.is_some() && !book.sides.is_empty();
    match is_of_named {
        true => (0..book.sides.len()).map(Some).collect(),
        false => vec![None],
    }
}

fn n_cards(book: &RuleBook, deck: &Deck) -> u64 {
    let cards = book.profiles.iter().filter(|card| card.kind == deck.kind);
    let copies = cards.map(|card| match deck.copies {
        CopiesOf::Number(copies) => u64::from(copies),
        CopiesOf::Stat(field) => match card.value(field) {
            Some(Value::Single(copies)) => u64::try_from(*copies).unwrap_or(0),
            _ => 1,
        },
    });
    copies.sum()
}

struct Search<'b> {
    book: &'b RuleBook,
    deck: usize,
    /// Whether each side has a deck.
    is_of_sides: bool,
    /// The side whose deck it is.
    side: Option<usize>,
    first: Option<Span>,
    open: BTreeSet<ProcedureId>,
    /// The locals of the rule that are a named side, whose turn it is.
    known: BTreeMap<LocalId, usize>,
}

impl Search<'_> {
    /// Returns the number of cards that a block draws for certain.
    fn block(&mut self, block: &[Statement], depth: usize) -> u64 {
        let mut sum = 0_u64;
        for statement in block {
            sum = sum.saturating_add(self.statement(statement, depth));
            if self.may_leave(statement) {
                break;
            }
        }
        sum
    }

    /// Whether a statement may leave its block under a condition, other than that no card was left to draw.
    fn may_leave(&self, statement: &Statement) -> bool {
        let Some((condition, then, otherwise)) = statement.branch() else {
            return false;
        };
        let is_empty = condition.comparison().is_some_and(|compared| {
            compared.order == Order::Equal && compared.right.constant_value() == Some(NONE)
        });
        let blocks = match self.is_met(condition) {
            Some(true) => [then.as_slice(), &[]],
            Some(false) => [otherwise.as_slice(), &[]],
            None => [then.as_slice(), otherwise.as_slice()],
        };
        let mut leaves = false;
        for block in blocks {
            walk_statements(block, &mut |inner| {
                leaves |= inner.ends_rule() || inner.is_jump();
                !leaves
            });
        }
        leaves && !is_empty
    }

    fn statement(&mut self, statement: &Statement, depth: usize) -> u64 {
        let is_drawn_from = |choice: &sandtable_model::Choice| {
            choice.top_card.is_some_and(|top| top.deck == self.deck)
                && choice.units().is_none_or(|cards| self.is_of_side(cards))
        };
        if statement.choice().is_some_and(is_drawn_from) {
            self.first.get_or_insert(statement.span);
            return 1;
        }
        if let Some(call) = statement.evaluated() {
            return self.call(call, depth);
        }
        if let Some((condition, then, otherwise)) = statement.branch() {
            return match self.is_met(condition) {
                Some(true) => self.block(then, depth),
                Some(false) => self.block(otherwise, depth),
                None => 0,
            };
        }
        if let Some(each) = statement.each().filter(|each| self.is_each_side(each)) {
            // Each draws from its own deck, or all from one.
            let sides = match self.side {
                Some(side) => side..side + 1,
                None => 0..self.book.sides.len(),
            };
            return sides
                .map(|side| {
                    self.known.insert(each.selection.local, side);
                    self.block(each.body, depth)
                })
                .sum();
        }
        let Some((body, rounds)) = self.rounds(statement) else {
            return 0;
        };
        self.block(body, depth).saturating_mul(rounds)
    }

    /// Whether a loop is over all of the sides that the ruleset names.
    fn is_each_side(&self, each: &Iteration<'_>) -> bool {
        let side = self.book.side_kind();
        side.is_some_and(|side| each.selection.kinds.has(side))
            && each.selection.condition.is_none()
            && !self.book.sides.is_empty()
    }

    /// Returns the named side that an expression is.
    fn side_of(&self, expr: &Expr) -> Option<usize> {
        let local = expr.local();
        expr.named_side()
            .or_else(|| self.known.get(&local?).copied())
    }

    /// Returns whether a condition is met, if it only asks which side has its turn.
    fn is_met(&self, condition: &Expr) -> Option<bool> {
        let compared = condition.comparison().filter(Comparison::is_of_equality)?;
        let is_same = self.side_of(compared.left)? == self.side_of(compared.right)?;
        Some(is_same == (compared.order == Order::Equal))
    }

    /// Whether cards are of the deck in question, as far as the rule names the side.
    fn is_of_side(&self, cards: &Selection) -> bool {
        let deck = self.book.decks.get(self.deck);
        let side = deck.and_then(|deck| deck.side_of(cards));
        !self.is_another(side)
    }

    fn is_another(&self, side: Option<&Expr>) -> bool {
        let named = side.and_then(Expr::named_side);
        self.is_of_sides && named.is_some_and(|named| Some(named) != self.side)
    }

    /// Returns the block of a statement with the least number of times that it is executed.
    fn rounds<'s>(&self, statement: &'s Statement) -> Option<(&'s [Statement], u64)> {
        if let Some(body) = statement.grouped() {
            return Some((body, 1));
        }
        if let Some(repeat) = statement
            .repetition()
            .filter(|repeat| repeat.until.is_none())
        {
            let times = least_times(repeat.times?);
            return Some((repeat.body, u64::try_from(times).unwrap_or(0)));
        }
        if let Some(count) = statement.count() {
            let ends = count.from.literal().zip(count.to.literal());
            let rounds =
                ends.map(|(from, to)| (i64::from(to) - i64::from(from)).unsigned_abs() + 1);
            return Some((count.body, rounds.unwrap_or(0)));
        }
        let each = statement.each()?;
        let side = self.book.side_kind();
        let is_of_sides = side.is_some_and(|side| each.selection.kinds.has(side));
        let n_sides = match is_of_sides && each.selection.condition.is_none() {
            // Each draws from its own deck.
            true if self.is_of_sides => 1,
            true => u64::try_from(self.book.sides.len()).unwrap_or(0).max(2),
            false => 0,
        };
        Some((each.body, n_sides))
    }

    fn call(&mut self, call: &Expr, depth: usize) -> u64 {
        let Some((procedure, arguments)) = call.call() else {
            return 0;
        };
        if arguments
            .iter()
            .any(|argument| self.is_another(Some(argument)))
        {
            return 0;
        }
        let Some(called) = self.book.procedures.get(procedure.at()) else {
            return 0;
        };
        if depth == 0 || !self.open.insert(procedure) {
            return 0;
        }
        let given = arguments.iter().enumerate();
        let given = given.filter_map(|(at, one)| Some((LocalId::new(at), self.side_of(one)?)));
        let given = given.collect();
        let known = std::mem::replace(&mut self.known, given);
        let drawn = self.block(&called.body, depth - 1);
        self.known = known;
        self.open.remove(&procedure);
        drawn
    }
}

/// Returns the least number of rounds of `repeat … times`: each die of a roll is at least 1, and what rules calculate can be 0.
fn least_times(times: &Expr) -> i32 {
    let dice = times.numbered_dice();
    let of_dice = dice.and_then(|(count, _)| i32::try_from(count).ok());
    times.literal().or(of_dice).unwrap_or(0)
}

fn finding(
    deck: &Deck,
    (n_cards, n_drawn): (u64, u64),
    is_reshuffled: bool,
    span: Span,
) -> Diagnostic {
    let name = &deck.naming.name;
    let (label, help) = match is_reshuffled {
        true => (
            "it is reshuffled, but no rule discards a card",
            "put cards that were used on the discards: `discard card`".to_owned(),
        ),
        false => (
            "no rule puts cards back into it",
            format!(
                "shuffle the discards into it: `reshuffle {name}{}`; or draw less",
                if deck.home.is_some() { " of side" } else { "" }
            ),
        ),
    };
    Diagnostic::new(
        Code::DeckRunsDry,
        format!("`{name}` has {n_cards} cards, but {n_drawn} are drawn"),
    )
    .label(span, "drawn here")
    .label(deck.naming.span, label)
    .help(help)
    .cite(deck.naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
