//! Durations: marks of statements executed once, spare units that enter play, and counts that triggers compare.
//!
//! Reports: E0203, E0206, E0211, E0216, E0404.

use super::expression::constant;
use super::scope::Scope;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::describe;
use sandtable_model::{
    Expr, GAME, KindId, KindTrack, Kinds, ProfileId, StatementKind, Symbol, Track, TrackId, Type,
};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::{self, Crossing};

/// The most units that one `create` may bring into play.
const MOST_CREATED: i32 = 64;

impl Scope<'_, '_> {
    /// `once each turn for unit and target`: a mark that no rule names, unset at the end of that time.
    pub(super) fn once_each(
        &mut self,
        time: &ast::Name,
        unit: &ast::Expr,
        index: Option<&ast::Expr>,
        why: Option<&str>,
        span: Span,
    ) -> StatementKind {
        if time.value == GAME {
            self.refers(time.span, Symbol::BuiltIn);
        }
        let unit = self.unit(unit);
        let index = index.map(|index| self.unit(index));
        let kinds_of = |expr: &Expr| match expr.ty {
            Type::Unit(kinds) => kinds,
            _ => Kinds::NONE,
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
        StatementKind::OnceEach {
            unit,
            index,
            track,
            why,
        }
    }

    /// `create half like rifle-team for squad.side, at most 2`
    pub(super) fn create(
        &mut self,
        name: &ast::Name,
        profile: &ast::Name,
        owner: Option<&ast::Expr>,
        most: &Spanned<i32>,
        span: Span,
    ) -> StatementKind {
        let owner = match (owner, self.checker.book.side_kind()) {
            (Some(owner), Some(side)) => {
                Some(self.expr_of_type(owner, Type::Unit(Kinds::one(side))))
            }
            (Some(owner), None) => {
                self.unresolved(
                    sandtable_model::SIDE,
                    Diagnostic::new(Code::UnknownName, "this ruleset has no sides")
                        .label(owner.span, "")
                        .help("declare them: `kind side \"Side\"`; or delete `for …`"),
                );
                None
            }
            (None, Some(_)) => {
                self.report(
                    Diagnostic::new(Code::WrongArguments, "the new unit has no owner")
                        .label(span, "")
                        .help("add `for` and a side after it: `… for unit.side, at most 2`"),
                );
                None
            }
            (None, None) => None,
        };
        if !(1..=MOST_CREATED).contains(&most.value) {
            self.report(
                Diagnostic::new(Code::OutOfRange, format!("{} is out of range", most.value))
                    .label(most.span, format!("1 to {MOST_CREATED} is allowed")),
            );
        }
        let (id, ty) = match self.roster_unit(profile) {
            Some((id, kind)) => (id, Type::Unit(Kinds::one(kind))),
            None => (ProfileId::new(0), Type::Unknown),
        };
        self.fresh(name);
        StatementKind::Create {
            local: self.declare(name, ty, true),
            profile: id,
            owner,
            most: u32::try_from(most.value.clamp(1, MOST_CREATED)).unwrap_or(1),
        }
    }

    /// A unit of the unit files by its id.
    fn roster_unit(&mut self, name: &ast::Name) -> Option<(ProfileId, KindId)> {
        let units = &self.checker.roster_units;
        let found = units.iter().position(|(id, _)| *id == name.value);
        if let Some(at) = found {
            let kind = units.get(at).map(|(_, kind)| *kind)?;
            self.refers(name.span, Symbol::Unit);
            return Some((ProfileId::new(at), kind));
        }
        let known: Vec<String> = units.iter().map(|(id, _)| id.clone()).collect();
        self.unresolved(
            &name.value,
            Diagnostic::new(
                Code::UnknownUnit,
                format!("there is no unit `{}`", name.value),
            )
            .label(name.span, "")
            .suggest(&name.value, known.iter().map(String::as_str))
            .help("name a unit of the unit files"),
        );
        None
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
        if let (Type::Unit(_), false, ast::ExprKind::Name(word)) =
            (watched.ty, watched.or_none, when.level.value.as_ref())
            && self.local(word).is_none()
            && word != "none"
        {
            let word = Spanned::new(word.clone(), when.level.span);
            let flag = self.unit_is(watched, &[word], when.watched.span);
            return (flag, constant(1, Type::Flag, when.level.span));
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
