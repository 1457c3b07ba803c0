//! Names after a dot: stats, parts, tracks and formulas of a unit, resolved by its kinds.

use std::collections::BTreeSet;

use super::super::Named;
use super::super::scope::Scope;
use super::super::tables::rolls;
use super::{constant, kind_is, unknown};
use sandtable_diagnostic::{Code, Diagnostic, a};
use sandtable_model::literals::{describe, words_of};
use sandtable_model::{
    Expr, FieldId, KindId, Kinds, NONE, ProcedureId, SIDE, Symbol, TrackId, TrackRead, Type,
    WordsId,
};
use sandtable_source::Span;
use sandtable_syntax::ast::{self};

impl Scope<'_, '_> {
    /// In an example: `ship.cannon`, a part by its id, or `ship.cannon-2`; `None` if this is something else.
    pub(super) fn part_in_example(
        &mut self,
        owner: &ast::Expr,
        name: &ast::Name,
        span: Span,
    ) -> Option<Expr> {
        let parts = self.example_parts(owner, &name.value);
        let (part, kind) = *parts.first()?;
        // The owner is checked as everywhere.
        let of = self.expr(owner, None);
        self.refers(name.span, Symbol::BuiltIn);
        if parts.len() > 1 {
            let (n_equal, id) = (parts.len(), &name.value);
            let owner = describe(&self.checker.book, of.ty);
            let finding = Diagnostic::new(
                Code::AmbiguousName,
                format!("{owner} of this example has {n_equal} parts `{id}`"),
            );
            self.report(
                finding
                    .label(name.span, "one of them must be meant")
                    .help(format!("write its number, `{id}-1` to `{id}-{n_equal}`")),
            );
            return Some(unknown(span));
        }
        let part = i32::try_from(part).unwrap_or(NONE);
        Some(constant(part, Type::Unit(Kinds::one(kind)), span))
    }

    /// `unit.name`: a stat, part, track or formula, whichever the kinds of the unit have by that name.
    pub(super) fn check_member(&mut self, unit: Expr, name: &ast::Name) -> Expr {
        let changing_places = self.checker.book.changing_places();
        let changing_places =
            changing_places.and_then(|kind| self.checker.book.kinds.get(kind.at()));
        let has_words = |kind: &sandtable_model::Kind| {
            let mut tracks = kind.by_word.iter();
            tracks.any(|known| known.name == name.value)
        };
        let unit = match changing_places.is_some_and(has_words) {
            true => self.unit_of_place(unit),
            false => unit,
        };
        if let Some((words, _)) = self.tracks_by_word(&unit, &name.value) {
            let words = words_of(&self.checker.book, Type::Words(words));
            let first = words.first().map_or("…", String::as_str);
            self.report(
                Diagnostic::new(
                    Code::WrongArguments,
                    format!(
                        "`{}` has a value for each word, but none is named",
                        name.value
                    ),
                )
                .label(name.span, "")
                .help(format!("name one in brackets: `{}({first})`", name.value)),
            );
            return unknown(unit.span.to(name.span));
        }
        let built = self.member_or_row(unit, name);
        if let Some(TrackRead {
            track, index: None, ..
        }) = built.track()
            && let Some(kinds) = self.index_of(track)
        {
            let text = describe(&self.checker.book, Type::Unit(kinds));
            self.report(
                Diagnostic::new(
                    Code::WrongArguments,
                    format!(
                        "`{}` has a value for each {}, but none is named",
                        name.value,
                        text.split_once(' ').map_or(text.as_str(), |(_, kind)| kind)
                    ),
                )
                .label(name.span, "")
                .help(format!("name {text} in brackets: `{}(…)`", name.value)),
            );
            return unknown(built.span);
        }
        built
    }

    /// `unit.name(about)`: the value that a track has for a unit.
    pub(super) fn indexed(
        &mut self,
        unit: &ast::Expr,
        name: &ast::Name,
        about: &[ast::Expr],
        span: Span,
    ) -> Expr {
        let unit = match self.named_place(unit) {
            Some(place) => {
                self.refers(unit.span, Symbol::BuiltIn);
                constant(place, Type::Place, unit.span)
            }
            None => self.expr(unit, None),
        };
        let unit = self.unit_of_place(unit);
        if let Some((words, tracks)) = self.tracks_by_word(&unit, &name.value) {
            return self.track_of_word(unit, name, (words, &tracks), about, span);
        }
        let built = self.member_or_row(unit, name);
        let read = built.track().map(|read| (read.unit.clone(), read.track));
        let kinds = read.as_ref().and_then(|(_, track)| self.index_of(*track));
        match (read, kinds, about) {
            (Some((unit, track)), Some(kinds), [only]) => {
                let index = self.expr_of_type(only, Type::Unit(kinds));
                let expr = Expr {
                    span,
                    ..Expr::of_track(unit, track, Some(index), built.ty)
                };
                let or_none = built.or_none && !self.is_some(&expr);
                Expr { or_none, ..expr }
            }
            _ if built.ty == Type::Unknown => unknown(span),
            (_, Some(_), _) => {
                self.report(
                    Diagnostic::new(
                        Code::WrongArguments,
                        format!("`{}` needs one unit", name.value),
                    )
                    .label(span, "")
                    .help(format!("name it in the brackets: `{}(target)`", name.value)),
                );
                unknown(span)
            }
            _ => {
                self.report(
                    Diagnostic::new(
                        Code::WrongArguments,
                        format!("`{}` has a single value and takes no unit", name.value),
                    )
                    .label(span, "")
                    .help(format!(
                        "delete the brackets; or declare it as `track {} (target: KIND): …`",
                        name.value
                    )),
                );
                unknown(span)
            }
        }
    }

    /// The tracks for each word that all kinds of a unit have under a name.
    pub(super) fn tracks_by_word(
        &self,
        unit: &Expr,
        name: &str,
    ) -> Option<(WordsId, Vec<TrackId>)> {
        let mut found = None;
        for kind in self.ids(unit.ty.kinds()) {
            let kind = self.checker.book.kinds.get(kind.at())?;
            let known = kind.by_word.iter().find(|known| known.name == name)?;
            found = Some((known.words, known.tracks.clone()));
        }
        found
    }

    /// `unit.damage(spot)`: the track of that word; of a word that is not known before, a choice among the tracks.
    pub(super) fn track_of_word(
        &mut self,
        unit: Expr,
        name: &ast::Name,
        (words, tracks): (WordsId, &[TrackId]),
        about: &[ast::Expr],
        span: Span,
    ) -> Expr {
        let unit = self.some(unit);
        self.refers(name.span, Symbol::Member(unit.ty.kinds()));
        let [only] = about else {
            self.report(
                Diagnostic::new(
                    Code::WrongArguments,
                    format!("`{}` needs one word", name.value),
                )
                .label(span, "")
                .help(format!("name it in the brackets: `{}(…)`", name.value)),
            );
            return unknown(span);
        };
        let index = self.expr_of_type(only, Type::Words(words));
        if index.ty == Type::Unknown {
            return unknown(span);
        }
        if rolls(self.checker, &index) {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "a roll cannot be in these brackets")
                    .label(index.span, "this would be rolled several times")
                    .help(format!(
                        "name the result on a line above, `spot = …`, and write `{}(spot)`",
                        name.value
                    )),
            );
            return unknown(span);
        }
        let of = |track: TrackId| {
            let known = self.checker.book.tracks.get(track.at());
            let (ty, or_none) =
                known.map_or((Type::Unknown, false), |track| (track.ty, track.or_none));
            Expr {
                or_none,
                span,
                ..Expr::of_track(unit.clone(), track, None, ty)
            }
        };
        if let Some(word) = index.constant_value() {
            let track = usize::try_from(word).ok().and_then(|at| tracks.get(at));
            return track.map_or_else(|| unknown(span), |track| of(*track));
        }
        let mut by_word = tracks.iter().enumerate().rev();
        let Some((_, last)) = by_word.next() else {
            return unknown(span);
        };
        by_word.fold(of(*last), |otherwise, (word, track)| {
            // Synthetic: no finding is about it.
            let is_word = Expr::is_member(index.clone(), 1 << word, Span::nowhere());
            let (ty, or_none) = (otherwise.ty, otherwise.or_none);
            Expr {
                ty,
                or_none,
                ..Expr::choice_of(is_word, of(*track), otherwise, span)
            }
        })
    }

    fn index_of(&self, track: TrackId) -> Option<Kinds> {
        let track = self.checker.book.tracks.get(track.at())?;
        track.index
    }

    fn member_or_row(&mut self, unit: Expr, name: &ast::Name) -> Expr {
        let span = unit.span.to(name.span);
        let kinds = match unit.ty {
            Type::Unit(kinds) => kinds,
            Type::Unknown => return unknown(span),
            Type::Place | Type::Side => return self.ground(unit, name),
            Type::Words(_) => return self.stat_by_word(unit, name),
            Type::Number(_) | Type::Flag | Type::Face(_) | Type::Dice => {
                self.wrong_type(unit.span, unit.ty, "a unit");
                return unknown(span);
            }
        };
        let unit = self.some(unit);
        let mut kinds = self.ids(kinds);
        let having: Vec<KindId> = kinds
            .iter()
            .copied()
            .filter(|kind| self.member_of(*kind, &name.value).is_some())
            .collect();
        if having.len() < kinds.len() {
            let narrowed = having
                .iter()
                .fold(Kinds::NONE, |all, kind| all.or(Kinds::one(*kind)));
            if having.is_empty() || !self.narrow(&unit, narrowed) {
                self.no_member(&unit, &kinds, &having, name);
                return unknown(span);
            }
            kinds = having;
        }
        let mut members: Vec<(KindId, Member)> = Vec::new();
        let named = kinds.iter().map(|kind| Kinds::one(*kind));
        let named = named.fold(Kinds::NONE, Kinds::or);
        self.refers(name.span, Symbol::Member(named));
        for kind in kinds {
            if let Some(member) = self.member_of(kind, &name.value) {
                members.push((kind, member));
            }
        }
        self.dispatch(&unit, &members, span)
    }

    pub(crate) fn ids(&self, kinds: Kinds) -> Vec<KindId> {
        (0..self.checker.book.kinds.len())
            .map(KindId::new)
            .filter(|kind| kinds.has(*kind))
            .collect()
    }

    pub(super) fn member_of(&self, kind: KindId, name: &str) -> Option<Member> {
        let book = &self.checker.book;
        let kind = book.kinds.get(kind.at())?;
        let field_name = |field: FieldId| book.fields.get(field.at()).map(|field| &field.name);
        if let Some(stat) = kind.stats.iter().find(|stat| stat.naming.name == name) {
            let field = book.fields.get(stat.field.at())?;
            return (!field.is_list).then_some(Member::Field(stat.field, stat.optional));
        }
        if let Some(field) = kind
            .traits
            .iter()
            .find(|field| field_name(**field).is_some_and(|known| known == name))
        {
            return Some(Member::Field(*field, false));
        }
        if let Some(track) = kind.tracks.iter().find(|track| track.naming.name == name) {
            return Some(Member::Track(track.track));
        }
        kind.formulas
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, procedure)| Member::Formula(*procedure))
    }

    pub(super) fn no_member(
        &mut self,
        of: &Expr,
        kinds: &[KindId],
        having: &[KindId],
        name: &ast::Name,
    ) {
        let book = &self.checker.book;
        let lacking: Vec<&str> = kinds
            .iter()
            .filter(|kind| !having.contains(kind))
            .filter_map(|kind| book.kinds.get(kind.at()))
            .map(|kind| kind.naming.name.as_str())
            .collect();
        let known: Vec<String> = kinds
            .iter()
            .filter_map(|kind| book.kinds.get(kind.at()))
            .flat_map(|kind| {
                let stats = kind.stats.iter().map(|stat| stat.naming.name.clone());
                let tracks = kind.tracks.iter().filter(|track| !track.is_internal());
                let tracks = tracks.map(|track| track.naming.name.clone());
                let formulas = kind.formulas.iter().map(|(name, _)| name.clone());
                stats.chain(tracks).chain(formulas).collect::<Vec<_>>()
            })
            .collect();
        let mut seen = BTreeSet::new();
        let known: Vec<String> = known
            .into_iter()
            .filter(|name| seen.insert(name.clone()))
            .collect();
        let is_list = kinds
            .iter()
            .filter_map(|kind| book.kinds.get(kind.at()))
            .flat_map(|kind| &kind.stats)
            .any(|stat| stat.naming.name == name.value);
        let mut diagnostic = Diagnostic::new(
            Code::UnknownName,
            match lacking.as_slice() {
                [one] => format!("{} has no `{}`", a(one), name.value),
                several => {
                    let several: Vec<String> = several.iter().map(|one| a(one)).collect();
                    format!("neither {} has `{}`", several.join(" nor "), name.value)
                }
            },
        )
        .label(name.span, "");
        if is_list && having.is_empty() {
            diagnostic = Diagnostic::new(
                Code::NotAllowedHere,
                format!("`{}` is a list of parts, but none is named", name.value),
            )
            .label(name.span, "")
            .help("make the part a parameter of the rule: `(firer: vehicle, gun: gun of firer)`");
        } else if having.is_empty() && name.value == SIDE && book.side_kind().is_none() {
            diagnostic = diagnostic.help("declare `kind side \"Side\"`: then every piece has one");
        } else if having.is_empty()
            && (book.side_kind()).is_some_and(|side| self.member_of(side, &name.value).is_some())
            && kinds
                .iter()
                .all(|kind| self.member_of(*kind, SIDE).is_some())
        {
            let path = self.path_text(of);
            let path = path.as_deref().unwrap_or("…");
            diagnostic = diagnostic.help(format!(
                "it belongs to the side: write `{path}.side.{}`",
                name.value
            ));
        } else if having.is_empty() {
            diagnostic = diagnostic.suggest(&name.value, known.iter().map(String::as_str));
            if diagnostic.help.is_none() {
                diagnostic = diagnostic.help(format!("it has {}", known.join(", ")));
            }
        } else {
            let kinds = having
                .iter()
                .fold(Kinds::NONE, |all, kind| all.or(Kinds::one(*kind)));
            let words = words_of(book, Type::Unit(kinds)).join(" or ");
            diagnostic = diagnostic.help(match self.name_first(of) {
                Some((name, first)) => {
                    format!("{first}; then check the name: `if {name} is {words}: …`")
                }
                None => {
                    format!("check first, and use it below the condition: `if … is {words}: …`")
                }
            });
        }
        self.unresolved(&name.value, diagnostic);
    }

    /// One expression if all kinds have the same member, else a choice by kind.
    pub(super) fn dispatch(
        &mut self,
        unit: &Expr,
        members: &[(KindId, Member)],
        span: Span,
    ) -> Expr {
        let Some(((_, first), rest)) = members.split_first() else {
            return unknown(span);
        };
        let expr = self.member_expr(unit, *first, span);
        let others: Vec<(KindId, Member)> = rest
            .iter()
            .copied()
            .filter(|(_, member)| !member.same(*first))
            .collect();
        if others.is_empty() {
            return expr;
        }
        let same: Vec<KindId> = members
            .iter()
            .filter(|(_, member)| member.same(*first))
            .map(|(kind, _)| *kind)
            .collect();
        let otherwise = self.dispatch(unit, &others, span);
        if otherwise.ty != expr.ty {
            let text = describe(&self.checker.book, expr.ty);
            self.wrong_type(span, otherwise.ty, &text);
            return unknown(span);
        }
        let set = same
            .iter()
            .fold(0, |set, kind| set | Kinds::one(*kind).bits());
        let is_same = kind_is(unit.clone(), set, span);
        Expr::choice_of(is_same, expr, otherwise, span)
    }

    pub(super) fn member_expr(&mut self, unit: &Expr, member: Member, span: Span) -> Expr {
        let unit = unit.clone();
        match member {
            Member::Field(field, optional) => {
                self.checker.used.fields.insert(field);
                let ty = self
                    .checker
                    .book
                    .fields
                    .get(field.at())
                    .map_or(Type::Unknown, |field| field.ty);
                let expr = Expr::of_field(unit, field, ty, span);
                let or_none = optional && !self.is_some(&expr);
                Expr { or_none, ..expr }
            }
            Member::Track(track) => {
                let known = self.checker.book.tracks.get(track.at());
                let (ty, or_none) =
                    known.map_or((Type::Unknown, false), |track| (track.ty, track.or_none));
                let is_placed =
                    self.checker.book.at_track() == Some(track) && self.is_on_map(unit.ty);
                let expr = Expr {
                    span,
                    ..Expr::of_track(unit, track, None, ty)
                };
                let or_none = or_none && !is_placed && !self.is_some(&expr);
                Expr { or_none, ..expr }
            }
            Member::Formula(procedure) => {
                let used = &mut self.checker.used.names;
                used.insert(Named::Procedure(procedure));
                let result = self
                    .checker
                    .book
                    .procedures
                    .get(procedure.at())
                    .and_then(|procedure| procedure.result);
                let ty = result.map_or(Type::Unknown, |result| result.ty);
                Expr {
                    or_none: result.is_some_and(|result| result.or_none),
                    ..Expr::call_of(procedure, vec![unit], ty, span)
                }
            }
        }
    }
}

/// The declaration that a name after a dot refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Member {
    /// A stat, and whether this kind may leave it out.
    Field(FieldId, bool),
    Track(TrackId),
    Formula(ProcedureId),
}

impl Member {
    pub(super) fn same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Field(a, _), Self::Field(b, _)) => a == b,
            (a, b) => a == b,
        }
    }
}
