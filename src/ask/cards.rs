//! The cards of a question: named cards are in hands, all others in their decks.

use super::QuestionBuilder;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::cast::MOST_UNITS;
use sandtable_model::creation::kinds_selected;
use sandtable_model::{Deck, Entry, NONE, Pile, ProfileId};
use sandtable_source::Span;

impl QuestionBuilder<'_> {
    /// Puts the named cards into hands, and the other cards of each deck that the rules use into that deck.
    ///
    /// Units with an index in the cast below `n_earlier` keep their places.
    pub(super) fn join_cards(&mut self, entry: Entry, n_earlier: usize, span: Span) {
        let book = self.book;
        if book.decks.is_empty() {
            return;
        }
        self.named_cards(n_earlier, span);
        let selected = kinds_selected(book, entry);
        for deck in book.decks.iter().filter(|deck| selected.has(deck.kind)) {
            if deck.home.is_none() {
                self.join_deck(deck, NONE, span);
                continue;
            }
            for side in self.sides.clone() {
                self.join_deck(deck, i32::try_from(side).unwrap_or(NONE), span);
            }
        }
    }

    /// Puts the cards that a question names into the given pile, by default into the hand of their side.
    fn named_cards(&mut self, n_earlier: usize, span: Span) {
        let book = self.book;
        let side = book.side_track();
        let sides = self.sides.clone();
        let mut strays = Vec::new();
        for unit in self.cast.iter_mut().skip(n_earlier) {
            let Some(deck) = book.deck_of(unit.kind) else {
                continue;
            };
            let usual = match side.is_some_and(|side| unit.start(side, NONE) != NONE) {
                true => Pile::Hand,
                false => Pile::Play,
            };
            let pile = unit.start(deck.pile, usual.value());
            unit.starts.push((deck.pile, pile));
            let is_open = [Pile::Play, Pile::Discards]
                .iter()
                .any(|open| open.value() == pile);
            let is_held = [Pile::Hand, Pile::Aside]
                .iter()
                .any(|held| held.value() == pile);
            let owner = side.map(|side| unit.start(side, NONE)).filter(|_| is_held);
            for (known, place) in deck.known.into_iter().flat_map(|known| {
                let places = sides.iter().filter(|place| {
                    is_open || owner.is_some_and(|owner| usize::try_from(owner) == Ok(**place))
                });
                places.map(move |place| (known, *place))
            }) {
                unit.starts_about.push((known, place, 1));
            }
            let own = side.map_or(NONE, |side| unit.start(side, NONE));
            if let Some(home) = deck.home {
                unit.starts.push((home, own));
                if own == NONE {
                    strays.push((unit.parameter.clone(), unit.title.clone()));
                }
            }
            let is_owned = [Pile::Hand, Pile::Play, Pile::Aside]
                .iter()
                .any(|owned| owned.value() == pile);
            let is_nobodys = !is_owned && deck.home.is_none();
            if let Some(side) = side.filter(|_| is_nobodys) {
                unit.starts.retain(|(track, _)| *track != side);
                unit.starts.push((side, NONE));
            }
        }
        for (name, title) in strays {
            let text = format!("`{name}` has no side, but each side has a deck of its own");
            self.diagnostics.push(
                Diagnostic::new(Code::MissingArgument, text)
                    .label(span, format!("whose {title} is it?"))
                    .help(format!("name the side: `units {name} = … of SIDE`")),
            );
        }
    }

    /// All cards of a deck that are not in the cast yet join it, in the deck; `owner` is the side whose deck it is, or [`NONE`].
    fn join_deck(&mut self, deck: &Deck, owner: i32, span: Span) {
        let book = self.book;
        let profiles = book.profiles.iter().enumerate();
        let profiles =
            profiles.filter(|(_, known)| known.kind == deck.kind && !known.id.is_empty());
        for (at, profile) in profiles {
            let id = ProfileId::new(at);
            let n_copies = book.n_copies(deck, id);
            let known = self.cast.iter();
            let n_known = known
                .filter(|unit| unit.profile == id && unit.owner.is_none() && !unit.is_spare)
                .filter(|unit| deck.home.is_none_or(|home| unit.start(home, NONE) == owner))
                .count();
            for number in n_known..n_copies {
                if self.n_pieces() >= MOST_UNITS {
                    let name = &deck.naming.name;
                    let text = format!("too many cards in `{name}`");
                    self.diagnostics.push(
                        Diagnostic::new(Code::TooMany, text)
                            .label(span, format!("a question has at most {MOST_UNITS} units"))
                            .label(deck.naming.span, "the deck")
                            .help("use fewer copies"),
                    );
                    return;
                }
                let is_numbered = !deck.has_alike && n_copies > 1;
                let name = match is_numbered {
                    true => format!("{} {}", profile.id, number + 1),
                    false => profile.id.clone(),
                };
                let Some(place) = self.join(id, &name, None, span) else {
                    return;
                };
                let Some(unit) = self.cast.get_mut(place) else {
                    return;
                };
                unit.is_card = true;
                if is_numbered {
                    unit.title = format!("{} {}", unit.title, number + 1);
                }
                let side = book.side_track();
                let starts = side.into_iter().chain(deck.home);
                unit.starts.extend(starts.map(|track| (track, owner)));
            }
        }
    }
}
