//! Draws from decks: the options are the top cards, alike ones merged into one with a weight.

use super::super::id::Reg;
use super::super::op::{NONE, Op};
use super::super::program::{Decision, Options};
use super::{Frame, Lowerer, count, offset, value};
use sandtable_model::{Choice, Deck, Pile, ProfileId, Selection, TopCard};
use sandtable_syntax::ast::Order;

impl Lowerer<'_> {
    /// Draws the top card of a deck into a register; nothing if the deck is empty.
    pub(super) fn draw_top(
        &mut self,
        choice: &Choice,
        top: TopCard,
        selection: &Selection,
        local: Reg,
        frame: Frame,
    ) {
        let book = self.book;
        let n_options = self.question.cast.len();
        let deck = book.decks.get(top.deck);
        let decision = Decision {
            title: choice.title.clone(),
            options: Options::Units,
            n_options: count(n_options),
            has_worth: deck.is_some_and(|deck| deck.has_alike),
            may_decline: choice.or_none,
            is_drawn: true,
            is_of_several: false,
            is_private: false,
            is_reaction: false,
            is_simultaneous: self.context.is_gathering,
            site: self.site(frame),
            conditions: Vec::new(),
        };
        let row = self.regs(decision.n_registers());
        for at in 0..decision.n_registers() {
            let to = offset(row, at);
            self.emit(Op::Set { to, value: 0 });
        }
        if let Some(deck) = deck {
            let side = deck.side_of(selection).map(|side| self.expr(side, frame));
            self.top_options(deck, side, selection, row);
        }
        let by = offset(row, decision.n_registers() - 1);
        self.emit(Op::Set {
            to: by,
            value: NONE,
        });
        let from = self.ask_decision(decision, row, (&[], frame));
        self.emit(Op::Copy { to: local, from });
    }

    /// Sets the flags, and the weights, of the cards that can be the top one.
    fn top_options(&mut self, deck: &Deck, side: Option<Reg>, selection: &Selection, row: Reg) {
        let cast = &self.question.cast;
        let n_options = cast.len();
        let cards: Vec<(usize, ProfileId)> = cast
            .iter()
            .enumerate()
            .filter(|(_, unit)| unit.kind == deck.kind && unit.owner.is_none())
            .map(|(at, unit)| (at, unit.profile))
            .collect();
        let lowest = self.set(i32::MAX);
        for (at, _) in &cards {
            let card = self.set(value(*at));
            let next = self.label();
            self.in_play(selection, card, next);
            let pile = self.load(card, deck.pile, None);
            self.emit(Op::JumpCompareValue {
                a: pile,
                value: Pile::Deck.value(),
                order: Order::NotEqual,
                to: Self::to(next),
            });
            if let Some((home, side)) = deck.home.zip(side) {
                let home = self.load(card, home, None);
                self.emit(Op::JumpCompare {
                    a: home,
                    b: side,
                    order: Order::NotEqual,
                    to: Self::to(next),
                });
            }
            let to = offset(row, *at);
            self.emit(Op::Set { to, value: 1 });
            let order = self.load(card, deck.order, None);
            self.emit(Op::JumpCompare {
                a: order,
                b: lowest,
                order: Order::GreaterOrEqual,
                to: Self::to(next),
            });
            self.emit(Op::Copy {
                to: lowest,
                from: order,
            });
            self.place(next);
        }
        for (at, _) in &cards {
            self.unless_lowest(deck, *at, lowest, offset(row, *at));
        }
        if !deck.has_alike {
            return;
        }
        let class_of = |(at, profile): &(usize, ProfileId)| match self.alike.get(*at) {
            Some(first) => *first,
            None => profile.at(),
        };
        let cards: Vec<(usize, usize)> =
            cards.iter().map(|card| (card.0, class_of(card))).collect();
        let mut seen: Vec<usize> = Vec::new();
        for (_, class) in &cards {
            if !seen.contains(class) {
                seen.push(*class);
                let alike = cards.iter().filter(|(_, of)| of == class);
                let mut alike: Vec<usize> = alike.map(|(at, _)| *at).collect();
                // Cards with a name come last, so that a script can refer to the others by their unit.
                alike.sort_by_key(|at| !self.is_unnamed(*at));
                self.merge(&alike, row, n_options);
            }
        }
    }

    fn is_unnamed(&self, at: usize) -> bool {
        let unit = self.question.cast.get(at);
        unit.is_some_and(|unit| unit.is_card)
    }

    /// Withdraws an option whose card is below others.
    fn unless_lowest(&mut self, deck: &Deck, at: usize, lowest: Reg, flag: Reg) {
        let card = self.set(value(at));
        let next = self.label();
        let order = self.load(card, deck.order, None);
        self.emit(Op::JumpCompare {
            a: order,
            b: lowest,
            order: Order::Equal,
            to: Self::to(next),
        });
        self.emit(Op::Set { to: flag, value: 0 });
        self.place(next);
    }

    /// Leaves the first of alike cards as an option, with their number as its weight.
    fn merge(&mut self, alike: &[usize], row: Reg, n_options: usize) {
        let n = self.set(0);
        for at in alike.iter().rev() {
            self.emit(Op::Add {
                to: n,
                a: n,
                b: offset(row, *at),
            });
            self.emit(Op::Copy {
                to: offset(row, n_options + at),
                from: n,
            });
        }
        let is_seen = self.set(0);
        for at in alike {
            let flag = offset(row, *at);
            let (not, next) = (self.label(), self.label());
            self.jump_if(flag, false, next);
            self.jump_if(is_seen, true, not);
            self.emit(Op::Set {
                to: is_seen,
                value: 1,
            });
            self.jump(next);
            self.place(not);
            self.emit(Op::Set { to: flag, value: 0 });
            self.place(next);
        }
    }
}
