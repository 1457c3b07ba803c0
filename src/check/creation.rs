//! Spare units that enter play: `create`, `replace`.
//!
//! Reports: E0201, E0203, E0205, E0211, E0404, E0408.

use super::scope::Scope;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::{describe, words_of};
use sandtable_model::{
    Arm, Dimension, Expr, KindId, Kinds, ProfileId, Statement, Symbol, TrackId, Type,
};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;

/// The most units that one `create` may bring into play.
const MOST_CREATED: i32 = 64;

impl Scope<'_, '_> {
    /// `create half like rifle-team for squad.side, at most 2`
    pub(super) fn create(
        &mut self,
        name: &ast::Name,
        (profile, like): (&ast::Name, Option<&ast::Expr>),
        owner: Option<&ast::Expr>,
        most: &Spanned<i32>,
        span: Span,
    ) -> Statement {
        let owner = match (owner, self.checker.book.side_kind()) {
            (Some(owner), Some(side)) if owner.value.name() == Some("none") => {
                self.refers(owner.span, Symbol::BuiltIn);
                Some(Expr::none(Type::Unit(Kinds::one(side)), owner.span))
            }
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
                        .help("add `for` and a side after it: `… for unit.side, at most 2`; write `for none` for a marker that no side owns"),
                );
                None
            }
            (None, None) => None,
        };
        self.created(name, (profile, like), owner, most, span)
    }

    /// Builds the creation of a unit whose owner is known.
    fn created(
        &mut self,
        name: &ast::Name,
        (profile, like): (&ast::Name, Option<&ast::Expr>),
        owner: Option<Expr>,
        most: &Spanned<i32>,
        span: Span,
    ) -> Statement {
        if !(1..=MOST_CREATED).contains(&most.value) {
            self.report(
                Diagnostic::new(Code::OutOfRange, format!("{} is out of range", most.value))
                    .label(most.span, format!("1 to {MOST_CREATED} is allowed")),
            );
        }
        let n_most = u32::try_from(most.value.clamp(1, MOST_CREATED)).unwrap_or(1);
        let is_named = |(id, _): &(String, KindId)| *id == profile.value;
        let named = ast::expr_of_name(profile);
        let is_local =
            self.local(&profile.value).is_some() && !self.checker.roster_units.iter().any(is_named);
        if let Some(like) = like.or_else(|| is_local.then_some(&named)) {
            return self.created_by_value(name, like, owner.as_ref(), n_most, span);
        }
        let (id, ty) = match self.roster_unit(profile) {
            Some((id, kind)) => (id, Type::Unit(Kinds::one(kind))),
            None => (ProfileId::new(0), Type::Unknown),
        };
        self.fresh(name);
        let local = self.declare(name, ty, true);
        Statement::create(local, (id, n_most), owner, span)
    }

    /// `create half like squad.lesser`: the unit that the word of a list names.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other type stays unchanged"
    )]
    fn created_by_value(
        &mut self,
        name: &ast::Name,
        like: &ast::Expr,
        owner: Option<&Expr>,
        most: u32,
        span: Span,
    ) -> Statement {
        let value = self.expr(like, None);
        let value = self.some(value);
        let words = match value.ty {
            Type::Words(_) => words_of(&self.checker.book, value.ty),
            Type::Unknown => Vec::new(),
            other => {
                let text = describe(&self.checker.book, other);
                self.report(
                    Diagnostic::new(Code::WrongType, "expected words that name units of the unit files")
                        .label(like.span, format!("this is {text}"))
                        .help("declare the stat with their names as words: `lesser  half-squad or crew, optional`"),
                );
                Vec::new()
            }
        };
        let mut profiles = Vec::new();
        for word in &words {
            let word = Spanned::new(word.clone(), like.span);
            profiles.extend(self.roster_unit(&word));
        }
        let kinds = profiles.iter().map(|(_, kind)| Kinds::one(*kind));
        let ty = match profiles.is_empty() {
            true => Type::Unknown,
            false => Type::Unit(kinds.fold(Kinds::NONE, Kinds::or)),
        };
        self.fresh(name);
        let local = self.declare(name, ty, true);
        let arms = (0..).zip(&profiles).map(|(word, (profile, _))| Arm {
            ranges: vec![(word, word)],
            body: vec![Statement::create(
                local,
                (*profile, most),
                owner.cloned(),
                span,
            )],
            span: like.span,
        });
        Statement::depending_on(value, arms.collect(), span)
    }

    /// `replace squad by half like squad.lesser, at most 4`: the new unit takes the place, facing and side of the old one, which leaves
    /// play. If no spare unit is left, nothing changes.
    pub(super) fn replace(
        &mut self,
        unit: &ast::Expr,
        name: &ast::Name,
        like: (&ast::Name, Option<&ast::Expr>),
        most: &Spanned<i32>,
        span: Span,
    ) -> Vec<Statement> {
        let old = self.unit(unit);
        let local = self.hidden("replaced".to_owned(), unit.span, old.ty);
        let read = Expr::of_local(local, old.ty, unit.span);
        let mut steps = vec![Statement::bind(local, old, span)];
        let track_of = |of: &Expr, track: TrackId, ty: Type| Expr {
            or_none: true,
            span,
            ..Expr::of_track(of.clone(), track, None, ty)
        };
        let book = &self.checker.book;
        let side = book.side_kind().map(|side| Type::Unit(Kinds::one(side)));
        let owner = book.side_track().zip(side);
        let owner = owner.map(|(track, side)| track_of(&read, track, side));
        let placed = [
            book.at_track().map(|track| (track, Type::Place)),
            book.facing_track()
                .map(|track| (track, Type::Number(Dimension::Degrees))),
        ];
        steps.push(self.created(name, like, owner, most, span));
        let Some(new) = self.local(&name.value) else {
            return steps;
        };
        let new = Expr::of_local(new, self.local_type(new), name.span);
        let set = |unit: &Expr, track, amount| Statement::set(unit.clone(), track, amount, span);
        let placed: Vec<(TrackId, Type)> = placed.into_iter().flatten().collect();
        for (track, _) in &placed {
            self.forget(*track);
        }
        self.forget(TrackId::REMOVED);
        let placed = placed.into_iter();
        let mut then: Vec<Statement> = placed
            .map(|(track, ty)| set(&new, track, track_of(&read, track, ty)))
            .collect();
        then.push(set(&read, TrackId::REMOVED, Expr::flag(true, span)));
        let none = Expr::none(new.ty, Span::nowhere());
        let is_new = Expr::compare(ast::Order::NotEqual, new, none, Span::nowhere());
        steps.push(Statement::if_else(is_new, then, Vec::new(), span));
        steps
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
}
