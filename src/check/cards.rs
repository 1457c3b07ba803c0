//! Cards: the statements that move them.
//!
//! Every statement about cards becomes changes of their tracks and draws at random, so that no later pass knows cards.
//!
//! Reports: E0201 to E0203, E0205, E0206.

use super::expression::{constant, kind_is};
use super::scope::Scope;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{
    Aggregate, Among, Arithmetic, Choice, Chooser, Deck, Dimension, Expr, Kinds, LocalId, NONE,
    Pile, SIDE, Selection, Statement, Symbol, TopCard, TrackId, Type, Values,
};
use sandtable_source::Span;
use sandtable_syntax::ast::{self, Order, PileMove};

/// The parts of a deck that statements about its cards need.
#[derive(Clone, Copy)]
struct OfDeck {
    deck: usize,
    kinds: Kinds,
    pile: TrackId,
    order: TrackId,
    home: Option<TrackId>,
    known: Option<TrackId>,
}

/// A deck as a statement names it, with the side whose deck it is: `orders of side`.
type DeckOfSide<'a> = (&'a ast::Name, Option<&'a ast::Expr>);

impl OfDeck {
    fn new(at: usize, deck: &Deck) -> Self {
        Self {
            deck: at,
            kinds: Kinds::one(deck.kind),
            pile: deck.pile,
            order: deck.order,
            home: deck.home,
            known: deck.known,
        }
    }

    /// Returns what a card needs that can be from any of some decks; `None` without any. It has a home only if all of them do.
    fn any_of(decks: &[Self]) -> Option<Self> {
        let first = *decks.first()?;
        let kinds = decks.iter().map(|of| of.kinds);
        Some(Self {
            kinds: kinds.fold(Kinds::NONE, Kinds::or),
            home: first
                .home
                .filter(|_| decks.iter().all(|of| of.home.is_some())),
            ..first
        })
    }

    /// Returns the card that a local denotes.
    fn card(self, local: LocalId, span: Span) -> Expr {
        Expr::of_local(local, Type::Unit(self.kinds), span)
    }
}

/// The owner of a card after a move.
enum NewOwner {
    /// Unchanged.
    Kept,
    /// No side; the one whose deck it is from, if each side has a deck.
    Nobody,
    /// As [`NewOwner::Nobody`], with the deck determined at run time by the kind of the card.
    ByDeck { of_sides: OfDeck, shared: OfDeck },
    /// This side.
    Side(Expr),
}

impl Scope<'_, '_> {
    /// `draw card from orders for side`
    pub(super) fn draw_card(
        &mut self,
        name: &ast::Name,
        deck: DeckOfSide<'_>,
        owner: Option<&ast::Expr>,
        span: Span,
    ) -> Vec<Statement> {
        let owner = owner.and_then(|owner| self.side_of_hand(owner));
        let of = self.deck_named(deck.0);
        let (mut steps, owner, home) = self.whose_deck(of, deck, owner, span);
        self.fresh(name);
        let ty = of.map_or(Type::Unknown, |of| Type::Unit(of.kinds));
        let local = self.declare(name, ty, true);
        let Some(of) = of else {
            return Vec::new();
        };
        let (pile, owner) = match owner {
            Some(owner) => (Pile::Hand, NewOwner::Side(owner)),
            None => (Pile::Play, NewOwner::Nobody),
        };
        steps.extend(self.drawn((of, home), local, pile, owner, span));
        steps
    }

    /// `look at 3 of orders by side`
    pub(super) fn look_at_cards(
        &mut self,
        n_cards: &ast::Expr,
        deck: DeckOfSide<'_>,
        by: Option<&ast::Expr>,
        span: Span,
    ) -> Vec<Statement> {
        let times = self.count(n_cards);
        let owner = by.and_then(|by| self.side_of_hand(by));
        let of = self.deck_named(deck.0);
        let (mut steps, owner, home) = self.whose_deck(of, deck, owner, span);
        let Some(of) = of else {
            return Vec::new();
        };
        let local = self.hidden("card".to_owned(), span, Type::Unit(of.kinds));
        if let Some(known) = self.locals.get_mut(local.at()) {
            known.or_none = true;
        }
        let owner = owner.map_or(NewOwner::Nobody, NewOwner::Side);
        let body = self.drawn((of, home), local, Pile::Aside, owner, span);
        steps.push(Statement::repeat(times, body, span));
        steps
    }

    /// `shuffle orders`, `reshuffle orders`
    pub(super) fn shuffle_cards(
        &mut self,
        deck: DeckOfSide<'_>,
        with_discards: bool,
        span: Span,
    ) -> Vec<Statement> {
        let of = self.deck_named(deck.0);
        let (mut steps, _, home) = self.whose_deck(of, deck, None, span);
        let Some(of) = of else {
            return Vec::new();
        };
        if with_discards {
            steps.push(self.shuffled(of, home.clone(), Pile::Discards, span));
        }
        steps.push(self.shuffled(of, home, Pile::Deck, span));
        steps
    }

    /// Returns the side into whose hand cards go and the side whose deck a statement means, with the statements that bind them to locals.
    fn whose_deck(
        &mut self,
        of: Option<OfDeck>,
        (deck, whose): DeckOfSide<'_>,
        owner: Option<Expr>,
        span: Span,
    ) -> (Vec<Statement>, Option<Expr>, Option<Expr>) {
        let side = whose.and_then(|whose| self.side_of_hand(whose));
        let is_of_sides = of.is_some_and(|of| of.home.is_some());
        let name = &deck.value;
        if let (Some(whose), Some(_), false) = (whose, of, is_of_sides) {
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    format!("there is one deck `{name}`, for all sides"),
                )
                .label(whose.span, "")
                .help(format!(
                    "delete `of …`; or declare a deck for each of them: `deck {name} for each side`"
                )),
            );
        }
        if !is_of_sides {
            return (Vec::new(), owner, None);
        }
        let mut steps = Vec::new();
        let mut bound = |scope: &mut Self, side: Expr| {
            // A name is read where it is needed.
            if side.local().is_some() || side.named_side().is_some() {
                return side;
            }
            let (ty, at) = (side.ty, side.span);
            let local = scope.hidden(String::new(), at, ty);
            steps.push(Statement::bind(local, side, span));
            Expr::of_local(local, ty, at)
        };
        let owner = owner.map(|owner| bound(self, owner));
        let home = side.map(|side| bound(self, side));
        let home = home.or_else(|| owner.clone());
        if home.is_none() && whose.is_none() {
            self.report(
                Diagnostic::new(
                    Code::WrongArguments,
                    format!("each side has a deck `{name}` of its own"),
                )
                .label(deck.span, "whose is it?")
                .help(format!("name the side: `{name} of side`")),
            );
        }
        (steps, owner, home)
    }

    /// Whether a track is the one that says where a card is.
    pub(super) fn is_pile(&self, track: TrackId) -> bool {
        let mut decks = self.checker.book.decks.iter();
        decks.any(|deck| deck.pile == track)
    }

    fn deck_named(&mut self, name: &ast::Name) -> Option<OfDeck> {
        let decks = &self.checker.book.decks;
        let found = decks.iter().position(|deck| deck.naming.name == name.value);
        let found = found.and_then(|at| Some((at, decks.get(at)?)));
        if let Some((at, deck)) = found {
            let of = OfDeck::new(at, deck);
            self.refers(name.span, Symbol::Deck(at));
            return Some(of);
        }
        let names: Vec<String> = decks.iter().map(|deck| deck.naming.name.clone()).collect();
        let text = format!("there is no deck `{}`", name.value);
        let finding = Diagnostic::new(Code::UnknownName, text)
            .label(name.span, "")
            .suggest(&name.value, names.iter().map(String::as_str));
        let finding = match names.is_empty() {
            true => finding.help(format!(
                "declare it in the kind of its cards: `deck {}`",
                name.value
            )),
            false => finding.help(format!("decks: {}", names.join(", "))),
        };
        self.unresolved(&name.value, finding);
        None
    }

    /// The side in whose hand a card is put.
    fn side_of_hand(&mut self, side: &ast::Expr) -> Option<Expr> {
        let Some(kind) = self.checker.book.side_kind() else {
            self.unresolved(
                SIDE,
                Diagnostic::new(Code::UnknownName, "this ruleset has no sides")
                    .label(side.span, "")
                    .help(
                        "declare them: `kind side \"Side\"`; in a game of one player, draw cards \
                        into play: `draw card from DECK`",
                    ),
            );
            return None;
        };
        Some(self.expr_of_type(side, Type::Unit(Kinds::one(kind))))
    }

    /// Lowers an expression to a card: returns the statement that binds it to a local if it had no name, the local, and the decks that
    /// it can be from.
    fn card(
        &mut self,
        card: &ast::Expr,
        span: Span,
    ) -> Option<(Option<Statement>, LocalId, Vec<OfDeck>)> {
        let card = self.unit(card);
        let Type::Unit(kinds) = card.ty else {
            return None;
        };
        let cards = self.checker.book.cards();
        let is_inferred = |local: LocalId| self.narrow_inferred(local, cards);
        let kinds = match card.local().is_some_and(is_inferred) {
            true => kinds.and(cards),
            false => kinds,
        };
        let decks = self.checker.book.decks.iter().enumerate();
        let decks = decks.filter(|(_, deck)| kinds.has(deck.kind));
        let decks: Vec<OfDeck> = decks.map(|(at, deck)| OfDeck::new(at, deck)).collect();
        if decks.is_empty() || !kinds.within(cards) {
            self.report(
                Diagnostic::new(Code::WrongType, "expected a card")
                    .label(card.span, "")
                    .help(match decks.is_empty() {
                        true => "only units of a kind with a `deck` line are cards",
                        false => "check first of which kind it is: `if card is …: …`",
                    }),
            );
            return None;
        }
        if let Some(local) = card.local() {
            return Some((None, local, decks));
        }
        let local = self.hidden("card".to_owned(), card.span, card.ty);
        Some((Some(Statement::bind(local, card, span)), local, decks))
    }

    /// `discard card`
    pub(super) fn move_card(
        &mut self,
        card: &ast::Expr,
        to: &PileMove,
        span: Span,
    ) -> Vec<Statement> {
        let side = match to {
            PileMove::Hand(side) => match self.side_of_hand(side) {
                Some(side) => Some(side),
                None => return Vec::new(),
            },
            PileMove::Play | PileMove::Discards | PileMove::Top | PileMove::Bottom => None,
        };
        let Some((kept, local, decks)) = self.card(card, span) else {
            return Vec::new();
        };
        let Some(of) = OfDeck::any_of(&decks) else {
            return Vec::new();
        };
        let mut steps = Vec::from_iter(kept);
        let nobody = left_to(&decks);
        let (pile, owner, is_on_top) = match (to, side) {
            (PileMove::Hand(_), Some(side)) => (Pile::Hand, NewOwner::Side(side), None),
            (PileMove::Play | PileMove::Hand(_), _) => (Pile::Play, NewOwner::Kept, None),
            (PileMove::Discards, _) => (Pile::Discards, nobody, None),
            (PileMove::Top, _) => (Pile::Deck, nobody, Some(true)),
            (PileMove::Bottom, _) => (Pile::Deck, nobody, Some(false)),
        };
        let order = match is_on_top {
            Some(is_on_top) => self.beyond_of_its_deck(local, &decks, is_on_top, span),
            None => number(0, span),
        };
        steps.extend(self.put_into_pile(of, local, pile, owner, order, span));
        steps
    }

    /// The place before or behind all cards of the deck that a card is from.
    fn beyond_of_its_deck(
        &mut self,
        card: LocalId,
        decks: &[OfDeck],
        is_on_top: bool,
        span: Span,
    ) -> Expr {
        let mut found: Option<(Kinds, Expr)> = None;
        for of in decks {
            let home = of.home.map(|home| self.track_of(card, *of, home, span));
            let own = self.beyond((*of, home), is_on_top, span);
            found = Some(match found {
                None => (of.kinds, own),
                Some((others, place)) => {
                    let kinds = others.or(of.kinds);
                    let card = Expr::of_local(card, Type::Unit(kinds), span);
                    let is_own = kind_is(card, of.kinds.bits(), span);
                    (kinds, Expr::choice_of(is_own, own, place, span))
                }
            });
        }
        found.map_or_else(|| number(0, span), |(_, place)| place)
    }

    /// The top card is drawn at random among those that can be it, and put into a pile.
    fn drawn(
        &mut self,
        (of, home): (OfDeck, Option<Expr>),
        local: LocalId,
        pile: Pile,
        owner: NewOwner,
        span: Span,
    ) -> Vec<Statement> {
        let deck = self.checker.book.decks.get(of.deck);
        let title = deck.map_or_else(String::new, |deck| deck.naming.shown().to_owned());
        let among = Among::Values {
            local,
            values: Box::new(Values::Units(self.cards_in(
                (of, home),
                local,
                Pile::Deck,
                span,
            ))),
            worth: None,
        };
        let draw = Choice {
            or_none: true,
            top_card: Some(TopCard { deck: of.deck }),
            ..Choice::new(title, Some(Chooser::Chance), among)
        };
        let none = constant(NONE, Type::Unit(of.kinds), span);
        let is_one = Expr::compare(Order::NotEqual, of.card(local, span), none, span);
        let then = self.put_into_pile(of, local, pile, owner, number(0, span), span);
        vec![
            Statement::decide(draw, span),
            Statement::if_else(is_one, then, Vec::new(), span),
        ]
    }

    /// The cards in a pile, of the deck of one side if each has one.
    fn cards_in(
        &self,
        (of, home): (OfDeck, Option<Expr>),
        local: LocalId,
        pile: Pile,
        span: Span,
    ) -> Selection {
        let name = self.locals.get(local.at());
        let ty = self.track_type(of.pile);
        let place = self.track_of(local, of, of.pile, span);
        let is_in = Expr::compare(Order::Equal, place, constant(pile.value(), ty, span), span);
        let is_in = match of.home.zip(home) {
            None => is_in,
            Some((track, side)) => {
                let own = self.track_of(local, of, track, span);
                let is_own = Expr::compare(Order::Equal, own, side, span);
                Expr::binary_of(Arithmetic::And, is_in, is_own, Type::Flag, span)
            }
        };
        Selection {
            name: name.map_or_else(String::new, |local| local.name.clone()),
            condition: Some(Box::new(is_in)),
            ..Selection::of_units(local, of.kinds)
        }
    }

    fn track_type(&self, track: TrackId) -> Type {
        let known = self.checker.book.tracks.get(track.at());
        known.map_or(Type::Unknown, |known| known.ty)
    }

    fn track_of(&self, local: LocalId, of: OfDeck, track: TrackId, span: Span) -> Expr {
        Expr::of_track(of.card(local, span), track, None, self.track_type(track))
    }

    /// Returns the changes that put a card into a pile: its owner first, so that triggers on the pile read the new owner.
    fn put_into_pile(
        &mut self,
        of: OfDeck,
        local: LocalId,
        pile: Pile,
        owner: NewOwner,
        order: Expr,
        span: Span,
    ) -> Vec<Statement> {
        let mut steps = match (pile, &owner) {
            (Pile::Play | Pile::Discards, _) => self.known_to_all(of, local, true, span),
            (Pile::Hand | Pile::Aside, NewOwner::Side(side)) => {
                self.known_to(of, local, side.clone(), span)
            }
            (Pile::Deck | Pile::Hand | Pile::Aside, _) => Vec::new(),
        };
        self.forget(of.order);
        steps.push(Statement::set(of.card(local, span), of.order, order, span));
        steps.extend(self.owned_by(of, local, owner, span));
        let pile = constant(pile.value(), self.track_type(of.pile), span);
        self.forget(of.pile);
        steps.push(Statement::set(of.card(local, span), of.pile, pile, span));
        steps
    }

    /// Returns the change of the owner of a card, if it changes.
    fn owned_by(
        &mut self,
        of: OfDeck,
        card: LocalId,
        owner: NewOwner,
        span: Span,
    ) -> Option<Statement> {
        let side = self.checker.book.side_track()?;
        let owner = match owner {
            NewOwner::Kept => return None,
            NewOwner::ByDeck { of_sides, shared } => {
                let is_of_side = kind_is(of.card(card, span), of_sides.kinds.bits(), span);
                let then = self.owned_by(of_sides, card, NewOwner::Nobody, span);
                let otherwise = self.owned_by(shared, card, NewOwner::Nobody, span);
                let (then, otherwise) = (Vec::from_iter(then), Vec::from_iter(otherwise));
                return Some(Statement::if_else(is_of_side, then, otherwise, span));
            }
            NewOwner::Nobody => match of.home {
                Some(home) => self.track_of(card, of, home, span),
                None => constant(NONE, self.track_type(side), span),
            },
            NewOwner::Side(side) => side,
        };
        self.forget(side);
        Some(Statement::set(of.card(card, span), side, owner, span))
    }

    /// A side gets to know a card.
    fn known_to(&self, of: OfDeck, local: LocalId, side: Expr, span: Span) -> Vec<Statement> {
        let known = of.known.map(|known| {
            let is_known = Expr::flag(true, span);
            Statement::set_about(of.card(local, span), known, Some(side), is_known, span)
        });
        known.into_iter().collect()
    }

    /// Every side gets to know a card, or none knows it any more.
    fn known_to_all(
        &mut self,
        of: OfDeck,
        card: LocalId,
        is_known: bool,
        span: Span,
    ) -> Vec<Statement> {
        let (Some(known), Some(side)) = (of.known, self.checker.book.side_kind()) else {
            return Vec::new();
        };
        let kinds = Kinds::one(side);
        let local = self.hidden(String::new(), span, Type::Unit(kinds));
        let about = Expr::of_local(local, Type::Unit(kinds), span);
        let is_known = Expr::flag(is_known, span);
        let set = Statement::set_about(of.card(card, span), known, Some(about), is_known, span);
        let sides = Selection {
            destroyed: true,
            removed: true,
            ..Selection::of_units(local, kinds)
        };
        vec![Statement::each_of(sides, None, vec![set], span)]
    }

    /// Every card of a pile joins the deck, in no known order.
    fn shuffled(&mut self, of: OfDeck, home: Option<Expr>, pile: Pile, span: Span) -> Statement {
        let local = self.hidden(String::new(), span, Type::Unit(of.kinds));
        let selection = self.cards_in((of, home), local, pile, span);
        let order = number(0, span);
        let mut body = if let Pile::Deck = pile {
            vec![Statement::set(of.card(local, span), of.order, order, span)]
        } else {
            self.put_into_pile(of, local, Pile::Deck, NewOwner::Nobody, order, span)
        };
        body.extend(self.known_to_all(of, local, false, span));
        Statement::each_of(selection, None, body, span)
    }

    /// One less than the place of every card in the deck, or one more.
    fn beyond(&mut self, (of, home): (OfDeck, Option<Expr>), is_on_top: bool, span: Span) -> Expr {
        let local = self.hidden("card".to_owned(), span, Type::Unit(of.kinds));
        let ty = Type::Number(Dimension::Plain);
        let selection = self.cards_in((of, home), local, Pile::Deck, span);
        let of_flag = (Type::Flag, span);
        let any = Expr::aggregate_of(Aggregate::Any, None, selection.clone(), None, of_flag);
        let place = self.track_of(local, of, of.order, span);
        let (end, op) = match is_on_top {
            true => (Aggregate::Lowest, Arithmetic::Subtract),
            false => (Aggregate::Highest, Arithmetic::Add),
        };
        let end = Expr::aggregate_of(end, Some(place), selection, None, (ty, span));
        let next = Expr::binary_of(op, end, number(1, span), ty, span);
        Expr::choice_of(any, next, number(0, span), span)
    }
}

/// Returns the owner of a card that goes back to its deck: of several decks, those of the sides keep theirs.
fn left_to(decks: &[OfDeck]) -> NewOwner {
    let (homes, shared): (Vec<OfDeck>, Vec<OfDeck>) =
        decks.iter().partition(|of| of.home.is_some());
    match OfDeck::any_of(&homes).zip(OfDeck::any_of(&shared)) {
        Some((of_sides, shared)) => NewOwner::ByDeck { of_sides, shared },
        None => NewOwner::Nobody,
    }
}

fn number(value: i32, span: Span) -> Expr {
    constant(value, Type::Number(Dimension::Plain), span)
}
