//! Every expression has one type, and does only what its rule may do.
//!
//! Reports: E0201, E0203 to E0206, E0208, E0211 to E0213.

use super::scope::Scope;
use super::types::{describe, unknown_word, words_of};
use super::{Named, NamedType};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    Ability, Arithmetic, Dimension, Expr, ExprKind, FactId, FieldId, KindId, Kinds, NONE,
    ProcedureId, TrackId, Type,
};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{self, Order};

impl Scope<'_, '_> {
    /// An expression that is wanted to be of a type and not none.
    pub(super) fn wanted(&mut self, expr: &ast::Expr, ty: Type) -> Expr {
        let built = self.expr(expr, Some(ty));
        let built = self.some(built);
        self.fit(built, ty)
    }

    /// A condition.
    pub(super) fn condition(&mut self, expr: &ast::Expr) -> Expr {
        self.wanted(expr, Type::Flag)
    }

    /// A number without a measure.
    pub(super) fn count(&mut self, expr: &ast::Expr) -> Expr {
        self.wanted(expr, Type::Number(Dimension::Plain))
    }

    /// Reports an expression that may be none where it must not be.
    pub(super) fn some(&mut self, expr: Expr) -> Expr {
        // What an example asks at its end may not have come about; then it simply does not hold.
        if !expr.or_none || expr.ty == Type::Unknown || self.in_example {
            return expr;
        }
        self.report(
            Diagnostic::new(
                Code::MayBeNone,
                "this may be none, and then the rule cannot go on",
            )
            .label(expr.span, "")
            .help("ask first: `if … is none: …`; what is worked out is kept under a name for that: `NAME = …`"),
        );
        Expr {
            or_none: false,
            ..expr
        }
    }

    /// The expression as a value of a type; reports it if it is none of that type.
    pub(super) fn fit(&mut self, expr: Expr, wanted: Type) -> Expr {
        match (expr.ty, wanted) {
            (Type::Unknown, _) | (_, Type::Unknown) => {}
            (Type::Number(found), Type::Number(dimension)) => {
                if found.join(dimension).is_none() {
                    self.mixed(expr.span, found, dimension);
                }
            }
            (Type::Face(id), Type::Number(_)) if self.is_numeric(id) => {}
            (Type::Unit(found), Type::Unit(kinds)) if found.within(kinds) => {}
            (Type::Unit(_), Type::Unit(kinds)) if self.narrow(&expr, kinds) => {}
            (Type::Unit(found), Type::Unit(kinds)) => self.wrong_kind(&expr, found, kinds),
            (found, wanted) if found == wanted => {}
            (found, wanted) => {
                let text = describe(&self.checker.book, wanted);
                self.wrong_type(expr.span, found, &text);
            }
        }
        expr
    }

    fn is_numeric(&self, die: crate::model::DieId) -> bool {
        let die = self.checker.book.dice.get(die.at());
        die.is_some_and(crate::model::Die::is_numeric)
    }

    fn narrow(&mut self, expr: &Expr, kinds: Kinds) -> bool {
        match expr.kind {
            ExprKind::Local(local) => self.narrow_inferred(local, kinds),
            _ => false,
        }
    }

    fn wrong_kind(&mut self, expr: &Expr, found: Kinds, wanted: Kinds) {
        let book = &self.checker.book;
        let wrong = words_of(book, Type::Unit(found.without(wanted))).join(" or ");
        let text = describe(book, Type::Unit(wanted));
        let mut diagnostic = Diagnostic::new(Code::WrongType, format!("{text} is wanted here"))
            .label(expr.span, format!("this may be a {wrong}"));
        if !found.and(wanted).is_empty() {
            let words = words_of(book, Type::Unit(found.and(wanted))).join(" or ");
            diagnostic = diagnostic.help(format!(
                "ask first, and do it below the question: `if … is {words}: …`"
            ));
        }
        self.report(diagnostic);
    }

    fn mixed(&mut self, span: Span, left: Dimension, right: Dimension) {
        let name = |dimension: Dimension| dimension.unit().unwrap_or("a plain number");
        let finding = Diagnostic::new(
            Code::MixedMeasures,
            format!("{} and {} do not mix", name(left), name(right)),
        )
        .label(span, "");
        self.report(match (left.unit(), right.unit()) {
            (Some("hexes"), None) | (None, Some("hexes")) => {
                finding.help("to count the hexes, divide: `… / 1 hex rounded down`")
            }
            (Some(_), None) | (None, Some(_)) => {
                finding.help("to count the inches, divide: `… / 1 inch rounded down`")
            }
            _ => finding
                .help("a number written down fits any measure; all else must measure the same"),
        });
    }

    /// An expression; `wanted` says which words a bare name may mean.
    pub(super) fn expr(&mut self, expr: &ast::Expr, wanted: Option<Type>) -> Expr {
        let span = expr.span;
        if self.checker.diagnostics.is_full() {
            // Nobody would see what is found.
            return constant(0, Type::Unknown, span);
        }
        match expr.value.as_ref() {
            ast::ExprKind::Number { value, measure } => {
                let dimension = match measure {
                    None => Dimension::Any,
                    Some(_) => Dimension::of(*measure),
                };
                constant(*value, Type::Number(dimension), span)
            }
            ast::ExprKind::Flag(flag) => constant(i32::from(*flag), Type::Flag, span),
            ast::ExprKind::Dice { count, sides } => {
                self.must_roll(span, "throws dice");
                let kind = ExprKind::Dice {
                    count: *count,
                    sides: *sides,
                };
                typed(kind, Type::Number(Dimension::Any), span)
            }
            ast::ExprKind::Throw(name) => self.throw(name, span),
            ast::ExprKind::Name(name) => self.name(name, span, wanted),
            ast::ExprKind::Member { unit, name } => {
                let unit = self.expr(unit, None);
                self.member(unit, name)
            }
            ast::ExprKind::Call { name, arguments } => self.call(name, arguments, span),
            ast::ExprKind::Not(inner) => {
                let inner = self.condition(inner);
                typed(ExprKind::Not(Box::new(inner)), Type::Flag, span)
            }
            ast::ExprKind::Negate(inner) => {
                let inner = self.number(inner);
                let ty = inner.ty;
                typed(ExprKind::Negate(Box::new(inner)), ty, span)
            }
            ast::ExprKind::Binary { op, left, right } => self.binary(*op, left, right, span),
            ast::ExprKind::Divide {
                left,
                right,
                rounding,
            } => self.divide(left, right, *rounding, span),
            ast::ExprKind::Compare { order, left, right } => {
                self.compare(*order, left, right, span)
            }
            ast::ExprKind::Is {
                value,
                negated,
                words,
            } => {
                let asked = self.is(value, words, span);
                negate(asked, *negated)
            }
            ast::ExprKind::Has {
                unit,
                negated,
                traits,
            } => {
                let asked = self.has(unit, traits, span);
                negate(asked, *negated)
            }
            ast::ExprKind::Meets { face, need } => self.meets(face, need, span),
            ast::ExprKind::Shift { value, up, by } => self.shift(value, *up, by, span, wanted),
            ast::ExprKind::Limit { value, low, high } => {
                let value = self.number_or_none(value);
                let (ty, or_none) = (value.ty, value.or_none);
                let kind = ExprKind::Limit {
                    value: Box::new(value),
                    low: low.unwrap_or(NONE + 1),
                    high: high.unwrap_or(i32::MAX),
                };
                Expr {
                    or_none,
                    ..typed(kind, ty, span)
                }
            }
            ast::ExprKind::If {
                condition,
                then,
                otherwise,
            } => self.choice(condition, then, otherwise, span, wanted),
        }
    }

    /// A number of any measure, not none.
    fn number(&mut self, expr: &ast::Expr) -> Expr {
        let number = self.number_or_none(expr);
        self.some(number)
    }

    fn number_or_none(&mut self, expr: &ast::Expr) -> Expr {
        let built = self.expr(expr, Some(Type::Number(Dimension::Any)));
        match built.ty {
            Type::Number(_) | Type::Unknown => built,
            Type::Face(id) if self.is_numeric(id) => Expr {
                ty: Type::Number(Dimension::Any),
                ..built
            },
            found => {
                self.wrong_type(built.span, found, "a number");
                Expr {
                    ty: Type::Unknown,
                    ..built
                }
            }
        }
    }

    fn must_roll(&mut self, span: Span, does: &str) {
        if self.ability == Ability::Formula {
            let what = self.what;
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    format!("{what} never throws, but this {does}"),
                )
                .label(span, "")
                .help("make it a `roll` (throws, changes nothing) or an `action` (may do both)"),
            );
        }
    }

    fn throw(&mut self, name: &ast::Name, span: Span) -> Expr {
        self.must_roll(span, "throws a die");
        match self.checker.types.get(&name.value) {
            Some(NamedType::Die(id)) => {
                let id = *id;
                typed(ExprKind::Throw(id), Type::Face(id), span)
            }
            _ => {
                let known: Vec<String> = self
                    .checker
                    .book
                    .dice
                    .iter()
                    .map(|die| die.naming.name.clone())
                    .collect();
                self.report(
                    Diagnostic::new(
                        Code::UnknownName,
                        format!("there is no die `{}`", name.value),
                    )
                    .label(name.span, "")
                    .suggest(&name.value, known.iter().map(String::as_str))
                    .help(
                        "declare it with `die`; ordinary dice are written `2d6`, without `throw`",
                    ),
                );
                unknown(span)
            }
        }
    }

    fn name(&mut self, name: &str, span: Span, wanted: Option<Type>) -> Expr {
        let word = wanted.and_then(|ty| self.word(name, ty));
        if let Some(local) = self.local(name) {
            let ty = self.local_type(local);
            if word.is_some() && Some(ty) != wanted && ty != Type::Unknown {
                let list = wanted.map_or_else(String::new, |ty| describe(&self.checker.book, ty));
                self.report(
                    Diagnostic::new(
                        Code::AmbiguousName,
                        format!("`{name}` is a name here and also {list}"),
                    )
                    .label(span, "")
                    .help("give one of the two another name"),
                );
                return unknown(span);
            }
            let expr = typed(ExprKind::Local(local), ty, span);
            let kept_none = self
                .locals
                .get(local.at())
                .is_some_and(|local| local.or_none);
            let or_none = kept_none && !self.is_some(&expr);
            return Expr { or_none, ..expr };
        }
        if self.own_kind.is_some()
            && let Some(expr) = self.own(name, span)
        {
            return expr;
        }
        if let Some((value, ty)) = word {
            return constant(value, ty, span);
        }
        if name == "none" {
            return Expr {
                or_none: true,
                ..constant(NONE, wanted.unwrap_or(Type::Unknown), span)
            };
        }
        if let Some((run, ty, or_none)) = self.run.clone()
            && run == name
            && !matches!(self.checker.names.get(name), Some(Named::Procedure(_)))
        {
            return Expr {
                or_none,
                ..typed(ExprKind::Outcome, ty, span)
            };
        }
        let spanned = Spanned::new(name.to_owned(), span);
        match self.checker.names.get(name).copied() {
            Some(Named::Procedure(id)) if self.in_example => self.last(id, span),
            Some(Named::Fact(id)) => self.implied_fact(id, &spanned),
            Some(_) => self.call(&spanned, &[], span),
            None => {
                self.unknown_name(name, span, wanted);
                unknown(span)
            }
        }
    }

    /// In an example: what a roll or action last came to.
    fn last(&mut self, id: ProcedureId, span: Span) -> Expr {
        let result = self
            .checker
            .book
            .procedures
            .get(id.at())
            .and_then(|procedure| procedure.result);
        match result {
            Some(result) => Expr {
                or_none: true,
                ..typed(ExprKind::Last(id), result.ty, span)
            },
            None => {
                self.report(
                    Diagnostic::new(Code::WrongType, "this action comes to no value")
                        .label(span, "")
                        .help("ask for what it changed: `target.hits = 2`"),
                );
                unknown(span)
            }
        }
    }

    /// A fact named without arguments takes those names in scope that its parameters have.
    fn implied_fact(&mut self, id: FactId, name: &ast::Name) -> Expr {
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
            self.report(
                Diagnostic::new(
                    Code::WrongArguments,
                    format!("`{}` is about {}", name.value, parameters.join(" and ")),
                )
                .label(name.span, "about whom is this?")
                .help(format!("write `{}({})`", name.value, parameters.join(", "))),
            );
            return unknown(name.span);
        }
        self.call(name, &arguments, name.span)
    }

    /// A word as a value of a type that has it.
    fn word(&self, word: &str, ty: Type) -> Option<(i32, Type)> {
        match ty {
            Type::Words(id) => {
                let list = self.checker.book.words.get(id.at())?;
                list.value(word).map(|value| (value, ty))
            }
            Type::Face(id) => {
                let die = self.checker.book.dice.get(id.at())?;
                die.face(word).map(|value| (value, ty))
            }
            Type::Number(_) | Type::Flag | Type::Unit(_) | Type::Unknown => None,
        }
    }

    /// A bare name in a formula of a kind: the unit's own.
    fn own(&mut self, name: &str, span: Span) -> Option<Expr> {
        let kind = self.own_kind?;
        let has = self.member_of(kind, name).is_some();
        has.then(|| {
            let unit = typed(
                ExprKind::Local(crate::model::LocalId::new(0)),
                Type::Unit(Kinds::one(kind)),
                span,
            );
            self.member(unit, &Spanned::new(name.to_owned(), span))
        })
    }

    /// `unit.name`: a stat, part, track or formula, whichever the kinds of the unit have by that name.
    fn member(&mut self, unit: Expr, name: &ast::Name) -> Expr {
        let span = unit.span.to(name.span);
        let kinds = match unit.ty {
            Type::Unit(kinds) => kinds,
            Type::Unknown => return unknown(span),
            Type::Number(_) | Type::Flag | Type::Words(_) | Type::Face(_) => {
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
                self.no_member(&kinds, &having, name);
                return unknown(span);
            }
            kinds = having;
        }
        let mut members: Vec<(KindId, Member)> = Vec::new();
        for kind in kinds {
            if let Some(member) = self.member_of(kind, &name.value) {
                members.push((kind, member));
            }
        }
        self.dispatch(&unit, &members, span)
    }

    fn ids(&self, kinds: Kinds) -> Vec<KindId> {
        (0..self.checker.book.kinds.len())
            .map(KindId::new)
            .filter(|kind| kinds.has(*kind))
            .collect()
    }

    fn member_of(&self, kind: KindId, name: &str) -> Option<Member> {
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

    fn no_member(&mut self, kinds: &[KindId], having: &[KindId], name: &ast::Name) {
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
                let tracks = kind.tracks.iter().map(|track| track.naming.name.clone());
                let formulas = kind.formulas.iter().map(|(name, _)| name.clone());
                stats.chain(tracks).chain(formulas).collect::<Vec<_>>()
            })
            .collect();
        let is_list = kinds
            .iter()
            .filter_map(|kind| book.kinds.get(kind.at()))
            .flat_map(|kind| &kind.stats)
            .any(|stat| stat.naming.name == name.value);
        let mut diagnostic = Diagnostic::new(
            Code::UnknownName,
            match lacking.as_slice() {
                [one] => format!("a {one} has no `{}`", name.value),
                several => format!("neither a {} has `{}`", several.join(" nor a "), name.value),
            },
        )
        .label(name.span, "");
        if is_list && having.is_empty() {
            diagnostic = Diagnostic::new(
                Code::NotAllowedHere,
                format!("`{}` is a list of parts, which one is meant?", name.value),
            )
            .label(name.span, "")
            .help("let the rule be handed the part: `(firer: vehicle, gun: gun of firer)`");
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
            diagnostic = diagnostic.help(format!(
                "ask first, and do it below the question: `if … is {words}: …`"
            ));
        }
        self.report(diagnostic);
    }

    /// One expression if all kinds have the same member, else a choice by kind.
    fn dispatch(&mut self, unit: &Expr, members: &[(KindId, Member)], span: Span) -> Expr {
        let Some(((first_kind, first), rest)) = members.split_first() else {
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
        let _ = first_kind;
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
        let (ty, or_none) = (expr.ty, expr.or_none || otherwise.or_none);
        let kind = ExprKind::If {
            condition: Box::new(kind_is(unit.clone(), set, span)),
            then: Box::new(expr),
            otherwise: Box::new(otherwise),
        };
        Expr {
            or_none,
            ..typed(kind, ty, span)
        }
    }

    fn member_expr(&mut self, unit: &Expr, member: Member, span: Span) -> Expr {
        let unit = Box::new(unit.clone());
        match member {
            Member::Field(field, optional) => {
                self.checker.used.fields.insert(field);
                let ty = self
                    .checker
                    .book
                    .fields
                    .get(field.at())
                    .map_or(Type::Unknown, |field| field.ty);
                let expr = typed(ExprKind::Field { unit, field }, ty, span);
                let or_none = optional && !self.is_some(&expr);
                Expr { or_none, ..expr }
            }
            Member::Track(track) => {
                let ty = self
                    .checker
                    .book
                    .tracks
                    .get(track.at())
                    .map_or(Type::Unknown, |track| track.ty);
                typed(ExprKind::Track { unit, track }, ty, span)
            }
            Member::Formula(procedure) => {
                let result = self
                    .checker
                    .book
                    .procedures
                    .get(procedure.at())
                    .and_then(|procedure| procedure.result);
                let expr = typed(
                    ExprKind::Call {
                        procedure,
                        arguments: vec![*unit],
                    },
                    result.map_or(Type::Unknown, |result| result.ty),
                    span,
                );
                Expr {
                    or_none: result.is_some_and(|result| result.or_none),
                    ..expr
                }
            }
        }
    }

    /// `name(arguments)`
    pub(super) fn call(&mut self, name: &ast::Name, arguments: &[ast::Expr], span: Span) -> Expr {
        let Some(named) = self.checker.names.get(&name.value).copied() else {
            self.unknown_name(&name.value, name.span, None);
            for argument in arguments {
                self.expr(argument, None);
            }
            return unknown(span);
        };
        self.checker.used.names.insert(named);
        match named {
            Named::Option(id) => {
                self.arguments(name, &[], arguments, 0);
                typed(ExprKind::Option(id), Type::Flag, span)
            }
            Named::Fact(fact) => {
                let (parameters, ty) = self.checker.book.facts.get(fact.at()).map_or_else(
                    || (Vec::new(), Type::Unknown),
                    |fact| (about(&fact.parameters), fact.ty),
                );
                let optional = if self.in_example { parameters.len() } else { 0 };
                let arguments = self.arguments(name, &parameters, arguments, optional);
                typed(ExprKind::Fact { fact, arguments }, ty, span)
            }
            Named::Modifiers(list) => {
                let parameters = self
                    .checker
                    .book
                    .modifiers
                    .get(list.at())
                    .map_or_else(Vec::new, |list| about(&list.parameters));
                let arguments = self.arguments(name, &parameters, arguments, 0);
                typed(
                    ExprKind::Modifiers { list, arguments },
                    Type::Number(Dimension::Plain),
                    span,
                )
            }
            Named::Table(table) => self.table_call(name, table, arguments, span),
            Named::Procedure(procedure) => self.procedure_call(name, procedure, arguments, span),
        }
    }

    fn table_call(
        &mut self,
        name: &ast::Name,
        table: crate::model::TableId,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Expr {
        let Some(known) = self.checker.book.tables.get(table.at()) else {
            return unknown(span);
        };
        let (result, throws) = (known.result, known.throws);
        let dice: Vec<Option<(u32, u32)>> = known.keys.iter().map(|key| key.dice).collect();
        let keys: Vec<(String, Type, i32, i32)> = known
            .keys
            .iter()
            .map(|key| (key.name.clone(), key.ty, key.low, key.high))
            .collect();
        if throws {
            self.must_roll(span, "table is thrown on");
        }
        let n_thrown = dice.iter().filter(|dice| dice.is_some()).count();
        let mut built = if n_thrown > 0 && arguments.len() + n_thrown == keys.len() {
            self.must_roll(span, "table is thrown on");
            let asked: Vec<(String, Type, i32, i32)> = keys
                .iter()
                .zip(&dice)
                .filter(|(_, dice)| dice.is_none())
                .map(|(key, _)| key.clone())
                .collect();
            let mut given = self.arguments(name, &asked, arguments, 0).into_iter();
            dice.iter()
                .map(|dice| match dice {
                    Some((count, sides)) => typed(
                        ExprKind::Dice {
                            count: *count,
                            sides: *sides,
                        },
                        Type::Number(Dimension::Plain),
                        span,
                    ),
                    None => given.next().unwrap_or_else(|| unknown(span)),
                })
                .collect()
        } else {
            self.arguments(name, &keys, arguments, 0)
        };
        for argument in &mut built {
            *argument = self.some(argument.clone());
        }
        Expr {
            or_none: result.or_none,
            ..typed(
                ExprKind::Table {
                    table,
                    arguments: built,
                },
                result.ty,
                span,
            )
        }
    }

    fn procedure_call(
        &mut self,
        name: &ast::Name,
        procedure: ProcedureId,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Expr {
        let Some(known) = self.checker.book.procedures.get(procedure.at()) else {
            return unknown(span);
        };
        let (ability, result) = (known.ability, known.result);
        let parameters = about(&known.parameters);
        if ability > self.ability {
            let what = self.what;
            let (does, cure) = if ability == Ability::Action {
                (
                    "an action, which may change the state",
                    "only an action or a trigger may call an action",
                )
            } else {
                (
                    "a roll, which throws dice",
                    "only a roll, an action or a trigger may call a roll",
                )
            };
            self.report(
                Diagnostic::new(Code::NotAllowedHere, format!("{what} cannot call {does}"))
                    .label(span, "")
                    .help(cure),
            );
        }
        let arguments = self.arguments(name, &parameters, arguments, 0);
        Expr {
            or_none: result.is_some_and(|result| result.or_none),
            ..typed(
                ExprKind::Call {
                    procedure,
                    arguments,
                },
                result.map_or(Type::Unknown, |result| result.ty),
                span,
            )
        }
    }

    /// Arguments against parameters. With `optional` as many as there are, they may all be left out.
    fn arguments(
        &mut self,
        name: &ast::Name,
        parameters: &[(String, Type, i32, i32)],
        arguments: &[ast::Expr],
        optional: usize,
    ) -> Vec<Expr> {
        let names: Vec<&str> = parameters.iter().map(|(name, ..)| name.as_str()).collect();
        if arguments.len() != parameters.len() && !(optional > 0 && arguments.is_empty()) {
            self.report(
                Diagnostic::new(
                    Code::WrongArguments,
                    match names.len() {
                        0 => format!("`{}` is asked without brackets", name.value),
                        n => format!(
                            "`{}` needs {n} in its brackets, here {}",
                            name.value,
                            match arguments.len() {
                                0 => "is none".to_owned(),
                                1 => "is 1".to_owned(),
                                given => format!("are {given}"),
                            }
                        ),
                    },
                )
                .label(name.span, "")
                .help(match names.len() {
                    0 => format!("write `{}`", name.value),
                    _ => format!("write `{}({})`", name.value, names.join(", ")),
                }),
            );
        }
        arguments
            .iter()
            .zip(parameters)
            .map(|(argument, (_, ty, low, high))| {
                let built = self.wanted(argument, *ty);
                self.in_range(&built, *low, *high);
                built
            })
            .collect()
    }

    /// Reports a number written down that is out of a declared range.
    pub(super) fn in_range(&mut self, expr: &Expr, low: i32, high: i32) {
        if let (ExprKind::Constant(value), Type::Number(_)) = (&expr.kind, expr.ty)
            && *value != NONE
            && !(low..=high).contains(value)
        {
            let range = super::types::range_text(low, high);
            self.report(
                Diagnostic::new(Code::OutOfRange, format!("{value} is out of range"))
                    .label(expr.span, format!("{range} is allowed"))
                    .help("correct the number, or widen the range that is declared"),
            );
        }
    }

    fn binary(&mut self, op: ast::Binary, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        if matches!(op, ast::Binary::And | ast::Binary::Or) {
            let left = self.condition(left);
            let mark = self.enter();
            self.assume(&left, op == ast::Binary::And);
            let right = self.condition(right);
            self.leave(mark);
            let op = if op == ast::Binary::And {
                Arithmetic::And
            } else {
                Arithmetic::Or
            };
            return joined(op, left, right, Type::Flag, span);
        }
        let (left, right) = (self.number(left), self.number(right));
        let (Type::Number(a), Type::Number(b)) = (left.ty, right.ty) else {
            return unknown(span);
        };
        if op == ast::Binary::Multiply {
            let measured = |dimension: Dimension| dimension.unit().is_some();
            if measured(a) && measured(b) {
                self.report(
                    Diagnostic::new(
                        Code::MixedMeasures,
                        "a distance times a distance is no distance",
                    )
                    .label(span, "")
                    .help("multiply it by a plain number"),
                );
            }
            let dimension = match (measured(a), measured(b)) {
                (true, _) => a,
                (_, true) => b,
                _ => a.join(b).unwrap_or(Dimension::Plain),
            };
            return joined(
                Arithmetic::Multiply,
                left,
                right,
                Type::Number(dimension),
                span,
            );
        }
        let dimension = a.join(b).unwrap_or_else(|| {
            self.mixed(span, a, b);
            a
        });
        let op = if op == ast::Binary::Subtract {
            Arithmetic::Subtract
        } else {
            Arithmetic::Add
        };
        joined(op, left, right, Type::Number(dimension), span)
    }

    fn divide(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        rounding: Option<ast::Rounding>,
        span: Span,
    ) -> Expr {
        let (left, right) = (self.number(left), self.number(right));
        let Some(rounding) = rounding else {
            self.report(
                Diagnostic::new(
                    Code::MissingRounding,
                    "this division does not say how it rounds",
                )
                .label(span, "")
                .help("write `rounded down`, `rounded up` or `rounded to nearest` behind it"),
            );
            return unknown(span);
        };
        let dimension = match (left.ty, right.ty) {
            (Type::Number(a), Type::Number(b)) => match (a.unit(), b.unit()) {
                (_, None) => a,
                (Some(left_unit), Some(right_unit)) if left_unit == right_unit => Dimension::Plain,
                _ => {
                    self.mixed(span, a, b);
                    Dimension::Plain
                }
            },
            _ => return unknown(span),
        };
        typed(
            ExprKind::Divide {
                left: Box::new(left),
                right: Box::new(right),
                rounding,
            },
            Type::Number(dimension),
            span,
        )
    }

    fn compare(&mut self, order: Order, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let left = self.expr(left, None);
        let right = self.expr(right, Some(left.ty));
        let (left, right) = (self.some(left), self.some(right));
        if left.ty == Type::Unknown || right.ty == Type::Unknown {
            return typed(ExprKind::Constant(0), Type::Flag, span);
        }
        let as_number = |scope: &Self, ty: Type| match ty {
            Type::Number(dimension) => Some(dimension),
            Type::Face(id) if scope.is_numeric(id) => Some(Dimension::Any),
            _ => None,
        };
        match (as_number(self, left.ty), as_number(self, right.ty)) {
            (Some(a), Some(b)) => {
                if a.join(b).is_none() {
                    self.mixed(span, a, b);
                }
            }
            (None, None) if left.ty == right.ty => {
                let is_word = matches!(right.kind, ExprKind::Constant(_));
                self.compare_words(order, left.ty, is_word, span);
            }
            _ => {
                let wanted = describe(&self.checker.book, left.ty);
                self.wrong_type(right.span, right.ty, &wanted);
            }
        }
        typed(
            ExprKind::Compare {
                order,
                left: Box::new(left),
                right: Box::new(right),
            },
            Type::Flag,
            span,
        )
    }

    /// Words compare by `is`; only those of a scale have an order.
    fn compare_words(&mut self, order: Order, ty: Type, is_word: bool, span: Span) {
        let ordered = match ty {
            Type::Words(id) => self
                .checker
                .book
                .words
                .get(id.at())
                .is_some_and(|list| list.ordered),
            _ => false,
        };
        let equality = matches!(order, Order::Equal | Order::NotEqual);
        if ordered {
            return;
        }
        let text = describe(&self.checker.book, ty);
        if equality {
            let cure = match (ty, is_word) {
                (Type::Flag, _) => {
                    "a flag is asked by itself: `if obscured: …`, `if not obscured: …`"
                }
                (_, true) => "a word is asked with `is`: `… is …`, `… is not …`",
                // Two values of one list: `=` is the only way to ask whether they are the same.
                (_, false) => return,
            };
            self.report(
                Diagnostic::new(Code::WrongType, "`=` is for numbers")
                    .label(span, format!("this is {text}"))
                    .help(cure),
            );
        } else {
            self.report(
                Diagnostic::new(
                    Code::WrongType,
                    "only numbers and scales are less or greater",
                )
                .label(span, format!("this is {text}"))
                .help("declare the words as a `scale` if they have an order"),
            );
        }
    }

    /// `value is word or word`
    fn is(&mut self, value: &ast::Expr, words: &[ast::Name], span: Span) -> Expr {
        let value = self.expr(value, None);
        if let [only] = words
            && only.value == "none"
        {
            if !value.or_none && value.ty != Type::Unknown {
                self.report(
                    Diagnostic::new(Code::WrongType, "this is never none")
                        .label(value.span, "")
                        .help("take the question out"),
                );
            }
            return typed(
                ExprKind::Compare {
                    order: Order::Equal,
                    right: Box::new(constant(NONE, value.ty, span)),
                    left: Box::new(value),
                },
                Type::Flag,
                span,
            );
        }
        match value.ty {
            Type::Unknown => typed(ExprKind::Constant(0), Type::Flag, span),
            Type::Unit(_) => self.unit_is(value, words, span),
            Type::Number(_) => {
                let names: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
                self.report(
                    Diagnostic::new(Code::WrongType, "`is` asks for words, this is a number")
                        .label(value.span, "a number")
                        .help(format!("write `= {}`", names.join(" or `= "))),
                );
                typed(ExprKind::Constant(0), Type::Flag, span)
            }
            Type::Flag => {
                let flag = words.iter().all(|word| word.value == "yes");
                let known = words
                    .iter()
                    .all(|word| matches!(word.value.as_str(), "yes" | "no"));
                if !known {
                    self.report(
                        Diagnostic::new(Code::UnknownWord, "a flag is `yes` or `no`")
                            .label(span, "")
                            .help("ask it by itself: `if obscured: …`, `if not obscured: …`"),
                    );
                }
                negate(value, !flag)
            }
            Type::Words(_) | Type::Face(_) => self.word_is(value, words, span),
        }
    }

    fn word_is(&mut self, value: Expr, words: &[ast::Name], span: Span) -> Expr {
        let mut set = 0;
        for word in words {
            let bits = match value.ty {
                Type::Face(id) => self
                    .checker
                    .book
                    .dice
                    .get(id.at())
                    .and_then(|die| die.set(&word.value)),
                ty => self.word(&word.value, ty).map(|(value, _)| 1u64 << value),
            };
            match bits {
                Some(bits) => set |= bits,
                None => {
                    if let [only] = words
                        && self.local(&only.value).is_some()
                    {
                        return self.same(value, only, span);
                    }
                    let diagnostic =
                        unknown_word(&self.checker.book, &word.value, word.span, value.ty);
                    self.report(diagnostic);
                }
            }
        }
        typed(
            ExprKind::Member {
                value: Box::new(value),
                set,
            },
            Type::Flag,
            span,
        )
    }

    /// `value is name`: the same as another value.
    fn same(&mut self, value: Expr, name: &ast::Name, span: Span) -> Expr {
        let other = self.name(&name.value, name.span, Some(value.ty));
        let ty = value.ty;
        let other = match (ty, other.ty) {
            (Type::Unit(_), Type::Unit(_)) => other,
            _ => self.fit(other, ty),
        };
        typed(
            ExprKind::Compare {
                order: Order::Equal,
                left: Box::new(value),
                right: Box::new(other),
            },
            Type::Flag,
            span,
        )
    }

    /// `unit is destroyed`, `unit is vehicle`, `unit is fatigued` (a flag of its kind), `unit is other`
    fn unit_is(&mut self, unit: Expr, words: &[ast::Name], span: Span) -> Expr {
        let unit = self.some(unit);
        let mut kinds = 0;
        for word in words {
            match self.checker.types.get(&word.value) {
                Some(NamedType::Kind(id)) => kinds |= Kinds::one(*id).bits(),
                _ if words.len() == 1 => return self.unit_is_word(unit, word, span),
                _ => {
                    self.report(
                        Diagnostic::new(
                            Code::UnknownWord,
                            format!("`{}` is not a kind of unit", word.value),
                        )
                        .label(word.span, "")
                        .help("ask one by one: `a is destroyed or (a is vehicle)`"),
                    );
                }
            }
        }
        kind_is(unit, kinds, span)
    }

    fn unit_is_word(&mut self, unit: Expr, word: &ast::Name, span: Span) -> Expr {
        if self.local(&word.value).is_some() {
            return self.same(unit, word, span);
        }
        let Type::Unit(kinds) = unit.ty else {
            return unknown(span);
        };
        let known = self
            .ids(kinds)
            .iter()
            .any(|kind| self.member_of(*kind, &word.value).is_some());
        if !known {
            let mut names = words_of(&self.checker.book, Type::Unit(Kinds::ALL));
            names.push("destroyed".to_owned());
            self.report(
                Diagnostic::new(
                    Code::UnknownWord,
                    format!("a unit is never `{}`", word.value),
                )
                .label(word.span, "neither a kind of unit nor a flag of this one")
                .suggest(&word.value, names.iter().map(String::as_str))
                .help("traits are asked with `has`"),
            );
            return typed(ExprKind::Constant(0), Type::Flag, span);
        }
        let flag = self.member(unit, word);
        if let ExprKind::Field { field, .. } = &flag.kind
            && self
                .checker
                .book
                .fields
                .get(field.at())
                .is_some_and(|field| field.is_trait)
        {
            self.report(
                Diagnostic::new(Code::UnknownWord, format!("`{}` is a trait", word.value))
                    .label(word.span, "")
                    .help(format!("a unit has traits: write `has {}`", word.value)),
            );
        }
        let flag = self.fit(flag, Type::Flag);
        Expr { span, ..flag }
    }

    /// `unit has trait or trait`
    fn has(&mut self, unit: &ast::Expr, traits: &[ast::Name], span: Span) -> Expr {
        let unit = self.expr(unit, None);
        let unit = self.some(unit);
        let Type::Unit(kinds) = unit.ty else {
            self.wrong_type(unit.span, unit.ty, "a unit");
            return typed(ExprKind::Constant(0), Type::Flag, span);
        };
        let ids = self.ids(kinds);
        let mut asked: Option<Expr> = None;
        for name in traits {
            let book = &self.checker.book;
            let field = self.checker.fields.get(&name.value).copied();
            let known = field.filter(|field| {
                ids.iter()
                    .filter_map(|kind| book.kinds.get(kind.at()))
                    .any(|kind| kind.traits.contains(field))
            });
            let Some(field) = known else {
                self.no_trait(&ids, name);
                continue;
            };
            self.checker.used.fields.insert(field);
            let one = typed(
                ExprKind::Field {
                    unit: Box::new(unit.clone()),
                    field,
                },
                Type::Flag,
                span,
            );
            asked = Some(match asked {
                None => one,
                Some(before) => joined(Arithmetic::Or, before, one, Type::Flag, span),
            });
        }
        asked.unwrap_or_else(|| typed(ExprKind::Constant(0), Type::Flag, span))
    }

    fn no_trait(&mut self, kinds: &[KindId], name: &ast::Name) {
        let book = &self.checker.book;
        let kinds: Vec<&crate::model::Kind> = kinds
            .iter()
            .filter_map(|kind| book.kinds.get(kind.at()))
            .collect();
        let known: Vec<String> = kinds
            .iter()
            .flat_map(|kind| &kind.traits)
            .filter_map(|field| book.fields.get(field.at()))
            .map(|field| field.name.clone())
            .collect();
        let names: Vec<&str> = kinds.iter().map(|kind| kind.naming.name.as_str()).collect();
        let diagnostic = Diagnostic::new(
            Code::UnknownName,
            format!("a {} has no trait `{}`", names.join(" or "), name.value),
        )
        .label(name.span, "")
        .suggest(&name.value, known.iter().map(String::as_str))
        .help("traits are listed in the kind: `traits …`");
        self.report(diagnostic);
    }

    /// `face meets need`
    fn meets(&mut self, face: &ast::Expr, need: &ast::Expr, span: Span) -> Expr {
        let face = self.expr(face, None);
        let need = self.expr(need, None);
        let (die, scale) = match (face.ty, need.ty) {
            (Type::Face(die), Type::Words(scale)) => (die, scale),
            (Type::Unknown, _) | (_, Type::Unknown) => {
                return typed(ExprKind::Constant(0), Type::Flag, span);
            }
            (Type::Face(_), found) => {
                self.wrong_type(need.span, found, "a word of a scale");
                return unknown(span);
            }
            (found, _) => {
                self.wrong_type(face.span, found, "the face of a die");
                return unknown(span);
            }
        };
        let face = self.some(face);
        let book = &self.checker.book;
        let words = words_of(book, Type::Words(scale));
        let die = book.dice.get(die.at());
        let sets: Vec<Option<u64>> = words
            .iter()
            .map(|word| die.and_then(|die| die.set(word)))
            .collect();
        let missing: Vec<&str> = words
            .iter()
            .zip(&sets)
            .filter(|(_, set)| set.is_none())
            .map(|(word, _)| word.as_str())
            .collect();
        if !missing.is_empty() {
            let die_name = die.map_or("", |die| die.naming.name.as_str()).to_owned();
            let list = missing.join("`, `");
            let die_span = die.map(|die| die.naming.span);
            let mut diagnostic = Diagnostic::new(
                Code::UnknownWord,
                format!("the die `{die_name}` does not say which faces meet `{list}`"),
            )
            .label(span, "");
            if let Some(place) = die_span {
                diagnostic = diagnostic.label(place, "this die");
            }
            self.report(diagnostic.help(format!(
                "add groups of faces to the die: `{} = …`, or `any`, or `none`",
                missing.first().copied().unwrap_or_default()
            )));
        }
        typed(
            ExprKind::Meets {
                face: Box::new(face),
                need: Box::new(need),
                sets: sets.into_iter().map(Option::unwrap_or_default).collect(),
            },
            Type::Flag,
            span,
        )
    }

    fn shift(
        &mut self,
        value: &ast::Expr,
        up: bool,
        by: &ast::Expr,
        span: Span,
        wanted: Option<Type>,
    ) -> Expr {
        let value = self.expr(value, wanted);
        let by = self.count(by);
        let list = match value.ty {
            Type::Words(id) => self.checker.book.words.get(id.at()),
            Type::Unknown => return unknown(span),
            found => {
                let cure = if matches!(found, Type::Number(_)) {
                    "numbers are added: `a + b`"
                } else {
                    "declare its words as a `scale`"
                };
                self.report(
                    Diagnostic::new(
                        Code::WrongType,
                        "only a word of a scale can be raised or lowered",
                    )
                    .label(value.span, describe(&self.checker.book, found))
                    .help(cure),
                );
                return unknown(span);
            }
        };
        let (ordered, n_words) = list.map_or((false, 0), |list| (list.ordered, list.words.len()));
        if !ordered {
            let text = describe(&self.checker.book, value.ty);
            self.report(
                Diagnostic::new(Code::WrongType, "these words have no order to move along")
                    .label(value.span, text)
                    .help("declare them as a `scale`"),
            );
        }
        let (ty, or_none) = (value.ty, value.or_none);
        let kind = ExprKind::Shift {
            value: Box::new(value),
            by: Box::new(by),
            down: !up,
            top: i32::try_from(n_words).unwrap_or(1) - 1,
        };
        Expr {
            or_none,
            ..typed(kind, ty, span)
        }
    }

    fn choice(
        &mut self,
        condition: &ast::Expr,
        then: &ast::Expr,
        otherwise: &ast::Expr,
        span: Span,
        wanted: Option<Type>,
    ) -> Expr {
        let condition = self.condition(condition);
        let mark = self.enter();
        self.assume(&condition, true);
        let then = self.expr(then, wanted);
        self.leave(mark);
        let mark = self.enter();
        self.assume(&condition, false);
        let otherwise = self.expr(otherwise, wanted.or(Some(then.ty)));
        self.leave(mark);
        let ty = self.join(&then, &otherwise);
        let or_none = then.or_none || otherwise.or_none;
        let kind = ExprKind::If {
            condition: Box::new(condition),
            then: Box::new(then),
            otherwise: Box::new(otherwise),
        };
        Expr {
            or_none,
            ..typed(kind, ty, span)
        }
    }

    /// The type of either of two values.
    fn join(&mut self, left: &Expr, right: &Expr) -> Type {
        match (left.ty, right.ty) {
            (Type::Unknown, other) | (other, Type::Unknown) => other,
            (Type::Number(a), Type::Number(b)) => match a.join(b) {
                Some(dimension) => Type::Number(dimension),
                None => {
                    self.mixed(right.span, a, b);
                    left.ty
                }
            },
            (Type::Unit(a), Type::Unit(b)) => Type::Unit(a.or(b)),
            (a, b) if a == b => a,
            (a, b) => {
                let text = describe(&self.checker.book, a);
                self.wrong_type(right.span, b, &text);
                a
            }
        }
    }
}

/// What a name behind a dot is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Member {
    /// A stat, and whether this kind may leave it out.
    Field(FieldId, bool),
    Track(TrackId),
    Formula(ProcedureId),
}

impl Member {
    fn same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Field(a, _), Self::Field(b, _)) => a == b,
            (a, b) => a == b,
        }
    }
}

fn about(parameters: &[crate::model::Parameter]) -> Vec<(String, Type, i32, i32)> {
    parameters
        .iter()
        .map(|parameter| {
            (
                parameter.name.clone(),
                parameter.ty,
                parameter.low,
                parameter.high,
            )
        })
        .collect()
}

pub(super) fn typed(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr {
        kind,
        ty,
        or_none: false,
        span,
    }
}

pub(super) fn constant(value: i32, ty: Type, span: Span) -> Expr {
    typed(ExprKind::Constant(value), ty, span)
}

/// What could not be made sense of; it has been reported.
pub(super) fn unknown(span: Span) -> Expr {
    constant(0, Type::Unknown, span)
}

fn negate(expr: Expr, negated: bool) -> Expr {
    if !negated {
        return expr;
    }
    let span = expr.span;
    typed(ExprKind::Not(Box::new(expr)), Type::Flag, span)
}

fn joined(op: Arithmetic, left: Expr, right: Expr, ty: Type, span: Span) -> Expr {
    typed(
        ExprKind::Binary {
            op,
            left: Box::new(left),
            right: Box::new(right),
        },
        ty,
        span,
    )
}

/// Whether the kind of a unit is in a set.
fn kind_is(unit: Expr, set: u64, span: Span) -> Expr {
    let kind = typed(
        ExprKind::Field {
            unit: Box::new(unit),
            field: FieldId::new(0),
        },
        Type::Unknown,
        span,
    );
    typed(
        ExprKind::Member {
            value: Box::new(kind),
            set,
        },
        Type::Flag,
        span,
    )
}
