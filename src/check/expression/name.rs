//! Bare names: locals, a unit's own, words, facts.

use super::super::Named;
use super::super::scope::Scope;
use super::{constant, typed, unknown};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::describe;
use sandtable_model::{Expr, ExprKind, FactId, GAME, Kinds, NONE, Parameter, Symbol, Type};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::{self};

impl Scope<'_, '_> {
    pub(crate) fn check_name(&mut self, name: &str, span: Span, wanted: Option<Type>) -> Expr {
        let word = wanted.and_then(|ty| self.word(name, ty));
        if let Some(local) = self.local(name) {
            if self.given_set(name).is_some() {
                self.refers_to_local(span, local);
                return self.not_one_unit(name, span);
            }
            let ty = self.local_type(local);
            self.refers_to_local(span, local);
            if word.is_some() && Some(ty) != wanted && ty != Type::Unknown {
                let list = wanted.map_or_else(String::new, |ty| describe(&self.checker.book, ty));
                self.report(
                    Diagnostic::new(
                        Code::AmbiguousName,
                        format!("`{name}` is both a name here and {list}"),
                    )
                    .label(span, "")
                    .help("rename one of them"),
                );
                return unknown(span);
            }
            if let Some(word) = self.fixed.get(&local) {
                return constant(*word, ty, span);
            }
            let expr = Expr::of_local(local, ty, span);
            let kept_none = self
                .locals
                .get(local.at())
                .is_some_and(|local| local.or_none);
            let or_none = kept_none && !self.is_some(&expr);
            return Expr { or_none, ..expr };
        }
        if self.is_row(name) {
            let start = format!("{name}.");
            let results = self.visible_names();
            let results: Vec<String> = results
                .filter_map(|known| known.strip_prefix(&start))
                .map(str::to_owned)
                .collect();
            return self.whole_row(span, name, &results);
        }
        if self.own_kind.is_some()
            && let Some(expr) = self.own(name, span)
        {
            return expr;
        }
        if let Some((value, ty)) = word {
            self.checker.refers_to_word(span, name, ty);
            return constant(value, ty, span);
        }
        if name == GAME
            && let Some(kind) = self.checker.book.game_kind()
        {
            self.refers(span, Symbol::Kind(kind));
            return typed(ExprKind::Game, Type::Unit(Kinds::one(kind)), span);
        }
        if name == "none" {
            self.refers(span, Symbol::BuiltIn);
            return Expr {
                or_none: true,
                ..constant(NONE, wanted.unwrap_or(Type::Unknown), span)
            };
        }
        if let Some((run, ty, or_none)) = self.run.clone()
            && run == name
            && !matches!(self.checker.names.get(name), Some(Named::Procedure(_)))
        {
            if let Some(named) = self.checker.names.get(name).copied() {
                self.refers(span, named);
            }
            return Expr {
                or_none,
                ..typed(ExprKind::Outcome, ty, span)
            };
        }
        if self.in_example
            && !self.checker.names.contains_key(name)
            && let Some(ending) = self.ending(name, span)
        {
            self.refers(span, Symbol::BuiltIn);
            return ending;
        }
        let spanned = Spanned::new(name.to_owned(), span);
        match self.checker.names.get(name).copied() {
            Some(Named::Procedure(id)) if self.in_example => self.result_at_end(id, &spanned),
            Some(Named::Fact(id)) => self.implied_fact(id, &spanned),
            Some(_) => self.check_call(&spanned, &[], span),
            None => {
                self.unknown_name(name, span, wanted);
                unknown(span)
            }
        }
    }

    /// A word with digits behind its hyphens, `pak-40` or `3-1`, read like a subtraction, where only a word can be.
    pub(super) fn hyphened(&self, expr: &ast::Expr, wanted: Option<Type>) -> Option<(i32, Type)> {
        match wanted? {
            ty @ (Type::Words(_) | Type::Face(_)) => self.word(&hyphened(expr)?, ty),
            Type::Number(_)
            | Type::Flag
            | Type::Dice
            | Type::Unit(_)
            | Type::Place
            | Type::Side
            | Type::Unknown => None,
        }
    }

    /// A unit with digits behind the hyphens of its name, `hob-1`, read like a subtraction, where only a unit can be.
    pub(super) fn hyphened_unit(&self, expr: &ast::Expr, wanted: Option<Type>) -> Option<String> {
        matches!(wanted, Some(Type::Unit(_)))
            .then(|| hyphened(expr))?
            .filter(|name| self.local(name).is_some())
    }

    /// In an example: `winner`, `ended`, `refused`.
    fn ending(&self, name: &str, span: Span) -> Option<Expr> {
        match name {
            "winner" => Some(Expr {
                or_none: true,
                ..typed(ExprKind::Winner, Type::Unit(Kinds::ALL), span)
            }),
            "ended" => Some(typed(ExprKind::Ended, Type::Flag, span)),
            "refused" => Some(typed(ExprKind::Refused, Type::Flag, span)),
            _ => None,
        }
    }

    /// A fact named without arguments takes those names in scope that its parameters have.
    pub(super) fn implied_fact(&mut self, id: FactId, name: &ast::Name) -> Expr {
        let parameters: Vec<String> =
            self.checker
                .book
                .facts
                .get(id.at())
                .map_or_else(Vec::new, |fact| {
                    fact.parameters
                        .iter()
                        .map(|parameter| parameter.name.clone())
                        .collect()
                });
        let arguments: Vec<ast::Expr> = parameters
            .iter()
            .filter(|parameter| self.local(parameter).is_some())
            .map(|parameter| {
                Spanned::new(Box::new(ast::ExprKind::Name(parameter.clone())), name.span)
            })
            .collect();
        if arguments.len() < parameters.len() && !self.in_example {
            let declared = self.checker.book.facts.get(id.at());
            let declared = declared.map_or_else(Vec::new, |fact| fact.parameters.clone());
            let meant = self.who_is_meant(&declared);
            let call = format!("{}({})", name.value, meant.join(", "));
            let finding = Diagnostic::new(
                Code::WrongArguments,
                format!("`{}` needs {}", name.value, parameters.join(" and ")),
            )
            .label(name.span, "no unit is named")
            .help(format!("write `{call}`"));
            let are_here = meant.iter().all(|unit| self.local(unit).is_some());
            self.report(match are_here {
                true => finding.instead(call),
                false => finding,
            });
            return unknown(name.span);
        }
        let n_known = self.checker.references.len();
        let built = self.check_call(name, &arguments, name.span);
        // The arguments are not written here.
        self.checker.references.truncate(n_known);
        self.refers(name.span, Symbol::Fact(id));
        built
    }

    /// For each parameter of a fact or formula the name that is here: its own, else another that fits and is not yet taken.
    pub(super) fn who_is_meant(&self, parameters: &[Parameter]) -> Vec<String> {
        let mut meant: Vec<String> = Vec::new();
        for parameter in parameters {
            let fits = |name: &&str| {
                let local = self.local(name).map(|id| self.local_type(id));
                let kinds = local.map(Type::kinds);
                let is_of_them = kinds.is_some_and(|kinds| {
                    !kinds.is_empty() && kinds.and(parameter.ty.kinds()) == kinds
                });
                let is_taken = meant.iter().any(|taken| taken == name);
                let mut others = parameters.iter();
                is_of_them && !is_taken && !others.any(|other| other.name == *name)
            };
            let known = match self.local(&parameter.name) {
                Some(_) => Some(parameter.name.as_str()),
                None => self.visible_names().find(fits),
            };
            meant.push(known.unwrap_or(&parameter.name).to_owned());
        }
        meant
    }

    /// A word as a value of a type that has it.
    pub(super) fn word(&self, word: &str, ty: Type) -> Option<(i32, Type)> {
        match ty {
            Type::Words(id) => {
                let list = self.checker.book.words.get(id.at())?;
                list.value(word).map(|value| (value, ty))
            }
            Type::Face(id) => {
                let die = self.checker.book.dice.get(id.at())?;
                die.face(word).map(|value| (value, ty))
            }
            Type::Place => {
                let map = self.map.as_ref()?;
                map.board.parse(word).map(|place| (place, ty))
            }
            Type::Number(_)
            | Type::Flag
            | Type::Dice
            | Type::Unit(_)
            | Type::Side
            | Type::Unknown => None,
        }
    }

    /// The place of the example's map that a bare name is, if places change.
    pub(super) fn named_place(&self, unit: &ast::Expr) -> Option<i32> {
        let ast::ExprKind::Name(name) = unit.value.as_ref() else {
            return None;
        };
        let is_of_areas = self.checker.book.board == Some(sandtable_model::board::Measure::Areas);
        if !is_of_areas && self.checker.book.changing_places().is_none()
            || self.local(name).is_some()
            || self.checker.names.contains_key(name)
        {
            return None;
        }
        self.word(name, Type::Place).map(|(place, _)| place)
    }

    /// A bare name in a formula of a kind: the unit's own, or the kind's name for the unit itself.
    pub(super) fn own(&mut self, name: &str, span: Span) -> Option<Expr> {
        let kind = self.own_kind?;
        let unit = typed(
            ExprKind::Local(sandtable_model::LocalId::new(0)),
            Type::Unit(Kinds::one(kind)),
            span,
        );
        if self.member_of(kind, name).is_some() {
            return Some(self.check_member(unit, &Spanned::new(name.to_owned(), span)));
        }
        let declared = self.checker.book.kinds.get(kind.at())?;
        (declared.naming.name == name).then(|| {
            self.refers(span, Symbol::Kind(kind));
            unit
        })
    }
}

/// The word that a subtraction without blanks is written like.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only a name with hyphens is meant"
)]
fn hyphened(expr: &ast::Expr) -> Option<String> {
    match expr.value.as_ref() {
        ast::ExprKind::Name(name) => Some(name.clone()),
        ast::ExprKind::Number {
            value,
            measure: None,
        } => Some(value.to_string()),
        ast::ExprKind::Binary {
            op: ast::Binary::Subtract,
            left,
            right,
        } if left.span.end + 1 == right.span.start => {
            Some(format!("{}-{}", hyphened(left)?, hyphened(right)?))
        }
        _ => None,
    }
}
