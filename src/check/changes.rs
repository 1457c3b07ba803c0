//! Changes of tracks: what may change, and by what.
//!
//! Reports: E0202, E0206.

use super::scope::Scope;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::describe;
use sandtable_model::{Arm, Expr, Statement, TrackId, TrackRead, Type};
use sandtable_source::Span;
use sandtable_syntax::ast;

impl Scope<'_, '_> {
    pub(super) fn change(
        &mut self,
        how: ast::Change,
        amount: &ast::Expr,
        place: &ast::Expr,
        span: Span,
    ) -> Option<Statement> {
        let built = self.expr(place, None);
        if place.value.has_brackets()
            && let Some((index, tracks)) = tracks_by_word(&built)
        {
            return self.change_of_word(how, amount, (index, &tracks), span);
        }
        let place = self.changed_track(built, place.span)?;
        let amount = self.changed_by(how, amount, &place)?;
        self.forget(place.track()?.track);
        Statement::change_of(place, how, amount, span)
    }

    /// Checks that a place is a track that rules may change.
    pub(super) fn changed_track(&mut self, built: Expr, span: Span) -> Option<Expr> {
        let Some(read) = built.track() else {
            if built.ty != Type::Unknown {
                self.report(
                    Diagnostic::new(Code::NotAllowedHere, "only tracks can change")
                        .label(span, "not a track")
                        .help(
                            "declare it in its kind: `track hits: 0..4`; then write `target.hits`",
                        ),
                );
            }
            return None;
        };
        if self.is_pile(read.track) {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "a pile cannot be set")
                    .label(span, "")
                    .help(
                        "move the card: `give card to SIDE`, `play card`, `discard card`, `put card \
                        on top`; `reshuffle` puts the discards back",
                    ),
            );
            return None;
        }
        Some(built)
    }

    /// Checks the operand of a change of a track: the amount that is added or taken, or the new value.
    fn changed_by(&mut self, how: ast::Change, amount: &ast::Expr, place: &Expr) -> Option<Expr> {
        let TrackRead { unit, track, .. } = place.track()?;
        Some(match (how, place.ty) {
            (ast::Change::Set, ty) if self.may_be_none(track) => {
                let amount = self.expr(amount, Some(ty));
                if amount.or_none {
                    self.stays_on_map(unit.ty, track, amount.span);
                }
                self.fit(amount, ty)
            }
            (ast::Change::Set, ty) => {
                let amount = self.expr_of_type(amount, ty);
                if let Some((low, high)) = self.track_range(unit.ty, track) {
                    self.in_range(&amount, low, high);
                }
                amount
            }
            (_, ty @ Type::Number(_)) => self.expr_of_type(amount, ty),
            (_, found) => {
                let text = describe(&self.checker.book, found);
                self.report(
                    Diagnostic::new(Code::WrongType, "only a number can be raised or lowered")
                        .label(place.span, format!("this is {text}"))
                        .help("write `set … to …`"),
                );
                return None;
            }
        })
    }

    /// Changes the track of a word: one arm for each word.
    fn change_of_word(
        &mut self,
        how: ast::Change,
        amount: &ast::Expr,
        (index, tracks): (Expr, &[Expr]),
        span: Span,
    ) -> Option<Statement> {
        let first = tracks.first()?;
        let amount = self.changed_by(how, amount, first)?;
        let mut arms = Vec::new();
        for (word, place) in (0..).zip(tracks) {
            self.forget(place.track()?.track);
            let change = Statement::change_of(place.clone(), how, amount.clone(), span)?;
            arms.push(Arm {
                ranges: vec![(word, word)],
                body: vec![change],
                // Not written by anybody: no finding is about it.
                span: Span::nowhere(),
            });
        }
        Some(Statement::depending_on(index, arms, span))
    }

    fn may_be_none(&self, track: TrackId) -> bool {
        let track = self.checker.book.tracks.get(track.at());
        track.is_some_and(|track| track.or_none)
    }

    /// Range of a track over all units of a type.
    fn track_range(&self, unit: Type, track: TrackId) -> Option<(i32, i32)> {
        let kinds = self.checker.book.kinds.iter().enumerate();
        kinds
            .filter(|(at, _)| unit.kinds().has(sandtable_model::KindId::new(*at)))
            .filter_map(|(_, kind)| kind.tracks.iter().find(|known| known.track == track))
            .map(|known| (known.low, known.high))
            .reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }
}

/// The word and the tracks among which a place chooses by it, in the order of the list.
fn tracks_by_word(place: &Expr) -> Option<(Expr, Vec<Expr>)> {
    let mut tracks = Vec::new();
    let mut index = None;
    let mut rest = place;
    while let Some(choice) = rest.conditional() {
        let (value, _) = choice.condition.member()?;
        index = Some(value.clone());
        tracks.push(choice.then.clone());
        rest = choice.otherwise;
    }
    tracks.push(rest.clone());
    Some((index?, tracks))
}
