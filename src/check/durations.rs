//! Durations: marks of statements executed once, and counts that triggers compare.
//!
//! Reports: E0203, E0206, E0211, E0216, E0404.

use super::scope::Scope;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::describe;
use sandtable_model::{
    Expr, GAME, KindId, KindTrack, Kinds, Statement, Symbol, Track, TrackId, Type,
};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::{self, Crossing};

impl Scope<'_, '_> {
    /// `once each turn for unit and target`: a mark that no rule names, unset at the end of that time.
    pub(super) fn once_each(
        &mut self,
        time: &ast::Name,
        unit: &ast::Expr,
        index: Option<&ast::Expr>,
        why: Option<&str>,
        span: Span,
    ) -> Statement {
        if time.value == GAME {
            self.refers(time.span, Symbol::BuiltIn);
        }
        let unit = self.unit(unit);
        let index = index.map(|index| self.unit(index));
        let kinds_of = |expr: &Expr| {
            if let Type::Unit(kinds) = expr.ty {
                kinds
            } else {
                Kinds::NONE
            }
        };
        let book = &mut self.checker.book;
        let track = TrackId::new(book.tracks.len());
        // With spaces in it: no track of a rule file has such a name.
        let name = format!("once each {} ({})", time.value, track.at());
        book.tracks.push(Track {
            name: name.clone(),
            ty: Type::Flag,
            or_none: false,
            index: index.as_ref().map(kinds_of),
        });
        let kinds = kinds_of(&unit);
        for (_, kind) in book
            .kinds
            .iter_mut()
            .enumerate()
            .filter(|(at, _)| kinds.has(KindId::new(*at)))
        {
            kind.tracks.push(KindTrack {
                lasts: (time.value != GAME).then(|| time.clone()),
                ..KindTrack::internal(track, &name, (0, 1), span)
            });
        }
        let why = why.map_or_else(
            || format!("not done yet (once each {})", time.value),
            str::to_owned,
        );
        Statement::once_each((unit, index), track, why, span)
    }

    /// Checks the count that a trigger watches, and the value that sets it off.
    pub(super) fn watched(&mut self, when: &ast::When) -> (Expr, Expr) {
        if when.crossing != Crossing::Becomes {
            let watched = self.expr(&when.watched, None);
            let (true, false) = (matches!(watched.ty, Type::Number(_)), watched.or_none) else {
                return (self.count(&when.watched), self.count(&when.level));
            };
            // The level is of the same measure.
            let level = self.expr(&when.level, Some(watched.ty));
            let level = self.fit(level, watched.ty);
            return (watched, level);
        }
        // `unit becomes destroyed`, `unit becomes pinned`: a flag of the unit.
        let watched = self.expr(&when.watched, None);
        if let (Type::Unit(_), false, Some(word)) =
            (watched.ty, watched.or_none, when.level.value.name())
            && self.local(word).is_none()
            && word != "none"
        {
            let word = Spanned::new(word.to_owned(), when.level.span);
            let flag = self.unit_is(watched, &[word], when.watched.span);
            return (flag, Expr::flag(true, when.level.span));
        }
        let level = self.expr(&when.level, Some(watched.ty));
        if let Type::Face(_) = watched.ty {
            let text = describe(&self.checker.book, watched.ty);
            self.report(
                Diagnostic::new(Code::WrongType, "only tracks can be watched")
                    .label(watched.span, format!("this is {text}")),
            );
        }
        let level = self.fit(level, watched.ty);
        (watched, level)
    }
}
