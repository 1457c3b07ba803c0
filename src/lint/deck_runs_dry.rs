//! Decks from which more cards are drawn than they have, without a rule that shuffles them again.
//!
//! Reports: E0685.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Ability, Arithmetic, Change, CopiesOf, Deck, Expr, Kinds, Pile, ProcedureId, RuleBook,
    Selection, Statement, Value, blocks, walk_statements,
};
use sandtable_source::Span;

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 6;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (at, deck) in book.decks.iter().enumerate() {
        let n_cards = n_cards(book, deck);
        let sides = sides_of(book, deck);
        let reshuffled = is_refilled(book, deck, false);
        if n_cards == 0 || reshuffled && is_discarded(book, deck) || is_refilled(book, deck, true) {
            continue;
        }
        for procedure in &book.procedures {
            if procedure.ability != Ability::Sequence {
                continue;
            }
            let found = sides.iter().find_map(|side| {
                let mut search = Search {
                    book,
                    deck: at,
                    is_of_sides: deck.home.is_some(),
                    side: *side,
                    first: None,
                    open: BTreeSet::new(),
                };
                let n_drawn = search.block(&procedure.body, MAX_DEPTH);
                search
                    .first
                    .filter(|_| n_drawn > n_cards)
                    .map(|span| (n_drawn, span))
            });
            if let Some((n_drawn, span)) = found {
                diagnostics.push(finding(deck, (n_cards, n_drawn), reshuffled, span));
                break;
            }
        }
    }
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

/// Whether a rule puts cards back into the deck; with `from_elsewhere`, others than those of the discards.
pub(super) fn is_refilled(book: &RuleBook, deck: &Deck, from_elsewhere: bool) -> bool {
    // The change of a loop over cards is about its members, whatever the type of its unit.
    fn any(block: &[Statement], (deck, cards): (&Deck, Kinds), from_elsewhere: bool) -> bool {
        block.iter().any(|statement| {
            let of_others = statement.each().is_some_and(|each| {
                let kinds = each.selection.kinds;
                kinds.within(cards) && !kinds.has(deck.kind)
            });
            if of_others || from_elsewhere && is_reshuffle(statement, deck) {
                return false;
            }
            let puts = puts_into(statement, deck, Pile::Deck);
            let mut inner = blocks(statement);
            puts || inner.any(|inner| any(inner, (deck, cards), from_elsewhere))
        })
    }
    book.bodies()
        .any(|(_, body)| any(body, (deck, book.cards()), from_elsewhere))
}

/// Whether a statement puts a card into a pile.
pub(super) fn puts_into(statement: &Statement, deck: &Deck, pile: Pile) -> bool {
    statement.change().is_some_and(|change| {
        change.how == Change::Set
            && change.track == deck.pile
            && change.unit.ty.kinds().has(deck.kind)
            && change.amount.literal() == Some(pile.value())
    })
}

/// Whether a statement is about each card of the discards.
pub(super) fn is_reshuffle(statement: &Statement, deck: &Deck) -> bool {
    let each = statement.each();
    let cards = each.filter(|each| each.selection.kinds.has(deck.kind));
    let condition = cards.and_then(|each| each.selection.condition.as_deref());
    // The condition of a deck for each side asks for the side, too.
    let asked = condition.map(|condition| match deck.home {
        Some(_) => condition
            .operands(Arithmetic::And)
            .map_or(condition, |(pile, _)| pile),
        None => condition,
    });
    let asked = asked.and_then(|asked| asked.comparison());
    asked.is_some_and(|asked| {
        asked.left.is_track(deck.pile) && asked.right.literal() == Some(Pile::Discards.value())
    })
}

/// Whether a rule discards cards.
fn is_discarded(book: &RuleBook, deck: &Deck) -> bool {
    let mut is_discarded = false;
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            is_discarded |= puts_into(statement, deck, Pile::Discards);
            !is_discarded
        });
    }
    is_discarded
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
}

impl Search<'_> {
    /// Returns the number of cards that a block draws for certain.
    fn block(&mut self, block: &[Statement], depth: usize) -> u64 {
        let mut sum = 0_u64;
        for statement in block {
            sum = sum.saturating_add(self.statement(statement, depth));
        }
        sum
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
        let Some((body, rounds)) = self.rounds(statement) else {
            return 0;
        };
        self.block(body, depth).saturating_mul(rounds)
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
        let drawn = self.block(&called.body, depth - 1);
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
