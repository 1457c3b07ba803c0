//! Statements about cards: draws, shuffles and moves, which the check has reduced to tracks.

use super::english::times;
use super::speaker::Speaker;
use super::statement::Act;
use sandtable_model::{Choice, Deck, Expr, Iteration, NONE, Pile, Statement, TrackId, Values};

/// Effect of a run of statements on a card.
#[derive(Default)]
struct Move {
    card: Option<Expr>,
    pile: Option<i32>,
    owner: Option<Expr>,
    order: Option<Expr>,
    deck: Option<usize>,
    /// Whose deck it is, if each side has one.
    home: Option<Expr>,
}

impl Speaker<'_> {
    /// The number of statements at the beginning that are one statement about cards as written.
    pub(super) fn n_of_cards(&self, block: &[Statement]) -> usize {
        let Some(first) = block.first().filter(|_| !self.book.decks.is_empty()) else {
            return 0;
        };
        let run = block.iter().take_while(|one| one.span == first.span);
        let run: Vec<&Statement> = run.collect();
        if run.iter().any(|one| self.is_about_cards(one)) {
            run.len()
        } else {
            0
        }
    }

    fn is_about_cards(&self, statement: &Statement) -> bool {
        if let Some(change) = statement.change() {
            return self.deck_with(change.track).is_some();
        }
        if let Some(choice) = statement.choice() {
            return choice.top_card.is_some();
        }
        let rounds = statement.repetition().map(|rounds| rounds.body);
        if let Some(body) = statement.each().map(|each| each.body).or(rounds) {
            let is_one = body.iter().all(|inner| inner.span == statement.span);
            return is_one && body.iter().any(|inner| self.is_about_cards(inner));
        }
        false
    }

    /// A deck with a track, which all decks share.
    fn deck_with(&self, track: TrackId) -> Option<&Deck> {
        let mut decks = self.book.decks.iter();
        decks.find(|deck| deck.pile == track || deck.order == track || deck.known == Some(track))
    }

    /// The deck that a card is from; `None` if it can be from several.
    fn deck_of_card(&self, card: &Expr) -> Option<usize> {
        let decks = self.book.decks.iter().enumerate();
        let mut decks = decks.filter(|(_, deck)| card.ty.kinds().has(deck.kind));
        let (at, _) = decks.next()?;
        decks.next().is_none().then_some(at)
    }

    /// The instruction that a run of statements about cards is.
    pub(super) fn card_act(&mut self, run: &[Statement]) -> Act {
        self.act_within(run, run)
    }

    /// As [`Speaker::card_act`]; `all` are the statements that bind the sides.
    fn act_within(&mut self, run: &[Statement], all: &[Statement]) -> Act {
        for statement in run {
            if let Some(choice) = statement.choice() {
                return self.draw(choice, run, all);
            }
            if let Some(rounds) = statement.repetition() {
                let how_often = rounds.times.map(|of| match of.literal() {
                    Some(n) => times(n),
                    None => format!("{} times", self.value_words(of)),
                });
                let act = self.act_within(rounds.body, all);
                // A card that is drawn once is drawn.
                return match how_often.filter(|words| words != "once") {
                    Some(words) => Act::plain(format!("{words}, {}", act.text)),
                    None => act,
                };
            }
        }
        let shuffles: Vec<&Statement> = run
            .iter()
            .filter(|one| {
                let is_of_cards =
                    |each: Iteration<'_>| !self.book.cards().and(each.selection.kinds).is_empty();
                one.each().is_some_and(is_of_cards)
            })
            .collect();
        if !shuffles.is_empty() {
            let deck = self.deck_of_run(run, all);
            let with = if shuffles.len() > 1 {
                " with its discards"
            } else {
                ""
            };
            return Act::plain(format!("shuffle {deck}{with}"));
        }
        let mut found = Move::default();
        self.gather(run, all, &mut found);
        Act::plain(self.moved(&found, "put"))
    }

    fn deck_of_run(&mut self, run: &[Statement], all: &[Statement]) -> String {
        let mut found = Move::default();
        self.gather(run, all, &mut found);
        self.deck_of_side(&found)
    }

    /// `the order deck of the side`
    fn deck_of_side(&mut self, found: &Move) -> String {
        let title = self.deck_title(found.deck);
        match &found.home {
            None => title,
            Some(side) => format!("{title} of {}", self.value_words(side)),
        }
    }

    fn deck_title(&self, deck: Option<usize>) -> String {
        let known: Option<&Deck> = deck.and_then(|deck| self.book.decks.get(deck));
        known.map_or_else(
            || "its deck".to_owned(),
            |deck| format!("the {}", self.title_noun(&deck.naming)),
        )
    }

    fn draw(&mut self, choice: &Choice, run: &[Statement], all: &[Statement]) -> Act {
        let mut card = "the card".to_owned();
        if let Some((local, values)) = choice.values()
            && let Values::Units(selection) = values
        {
            self.name_local(selection.local, &selection.name);
            card = self.local(local);
        }
        let mut found = Move {
            deck: choice.top_card.map(|top| top.deck),
            ..Move::default()
        };
        self.gather(run, all, &mut found);
        let title = self.deck_of_side(&found);
        let to = self.destination(&found);
        Act::plain(format!(
            "draw the top card of {title} {to}: this is {card}; if there is none left, there is no card"
        ))
    }

    /// Collects what statements do with a card.
    fn gather(&self, run: &[Statement], all: &[Statement], found: &mut Move) {
        for statement in run {
            let chosen = statement.choice().and_then(Choice::units);
            let cards = chosen.or(statement.each().map(|each| each.selection));
            let decks = self.book.decks.iter();
            let mut homes = decks.filter_map(|deck| deck.side_of(cards?));
            if let Some(home) = homes.next() {
                found.home = Some(self.written(home, all));
            }
            if let Some(change) = statement.change() {
                let (track, amount) = (change.track, change.amount);
                if let Some(known) = self.deck_with(track) {
                    found.deck = found.deck.or(self.deck_of_card(change.unit));
                    if known.pile == track {
                        found.pile = amount.literal();
                        found.card = Some(change.unit.clone());
                    } else if known.order == track {
                        found.order = Some(amount.clone());
                    }
                } else if Some(track) == self.book.side_track() {
                    found.owner = Some(self.written(amount, all));
                }
            }
            for inner in sandtable_model::blocks(statement) {
                self.gather(inner, all, found);
            }
        }
    }

    /// The value of a local that a run binds, which no rule names; other values unchanged.
    fn written(&self, value: &Expr, run: &[Statement]) -> Expr {
        let bindings = run.iter().filter_map(Statement::binding);
        let mut bindings = bindings.filter(|(local, _)| value.is_local(*local));
        bindings.next().map_or(value, |(_, bound)| bound).clone()
    }

    fn moved(&mut self, found: &Move, verb: &str) -> String {
        let card = found.card.as_ref().map(|card| self.value_words(card));
        let card = card.unwrap_or_else(|| "the card".to_owned());
        format!("{verb} {card} {}", self.destination(found))
    }

    fn destination(&mut self, found: &Move) -> String {
        let owner = found
            .owner
            .as_ref()
            .filter(|owner| owner.literal() != Some(NONE));
        let owner = owner.map(|owner| self.value_words(owner));
        let deck = self.deck_title(found.deck);
        let is = |pile: Pile| found.pile == Some(pile.value());
        if is(Pile::Hand) {
            return match owner {
                Some(owner) => format!("into the hand of {owner}"),
                None => "into the hand".to_owned(),
            };
        }
        if is(Pile::Aside) {
            return match owner {
                Some(owner) => format!("aside, where only {owner} sees it"),
                None => "aside".to_owned(),
            };
        }
        if is(Pile::Play) {
            return "face up on the table".to_owned();
        }
        if is(Pile::Discards) {
            return format!("onto the discards of {deck}");
        }
        let is_below = found.order.as_ref().is_some_and(is_at_bottom);
        let is_above = found.order.as_ref().is_some_and(is_on_top);
        match (is_above, is_below) {
            (true, _) => format!("on top of {deck}"),
            (_, true) => format!("at the bottom of {deck}"),
            (false, false) => format!("into {deck}"),
        }
    }
}

/// Whether a place in the order of a deck is before all others.
fn is_on_top(order: &Expr) -> bool {
    ends(order) == Some(sandtable_model::Aggregate::Lowest)
}

fn is_at_bottom(order: &Expr) -> bool {
    ends(order) == Some(sandtable_model::Aggregate::Highest)
}

/// The end of the order that a place is counted from.
fn ends(order: &Expr) -> Option<sandtable_model::Aggregate> {
    let mut found = None;
    sandtable_model::walk_within(order, &mut |inner| {
        if let Some(members) = inner.aggregation()
            && members.aggregate != sandtable_model::Aggregate::Any
        {
            found = Some(members.aggregate);
        }
    });
    found
}
