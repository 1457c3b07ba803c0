//! Names with brackets, and dice: what a rule may call and throw.

use super::super::scope::Scope;
use super::super::{Named, NamedType};
use super::{typed, unknown};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::describe;
use sandtable_model::{
    Ability, DiceValue, Dimension, Expr, ExprKind, Kinds, NONE, ProcedureId, Symbol, Type,
};
use sandtable_source::Span;
use sandtable_syntax::ast::{self};

impl Scope<'_, '_> {
    pub(crate) fn must_roll(&mut self, span: Span, does: &str) {
        if self.ability == Ability::Formula {
            let what = self.what;
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    format!("{what} cannot roll dice, but this {does}"),
                )
                .label(span, "")
                .help("make it a `roll` (rolls, changes nothing) or an `action` (may do both)"),
            );
        }
    }

    pub(super) fn named_die(&mut self, name: &ast::Name, span: Span) -> Expr {
        self.must_roll(span, "rolls a die");
        match self.checker.types.get(&name.value) {
            Some(NamedType::Die(id)) => {
                let id = *id;
                self.refers(name.span, Symbol::Die(id));
                typed(ExprKind::Roll(id), Type::Face(id), span)
            }
            _ if self.local(&name.value).is_some() || self.own_kind.is_some() => {
                let die = self.check_name(&name.value, name.span, None);
                self.roll_of(die, span)
            }
            _ => {
                self.no_die(name);
                unknown(span)
            }
        }
    }

    /// A throw of what a value says: dice of a unit, a rung of a ladder.
    pub(super) fn roll_of(&mut self, die: Expr, span: Span) -> Expr {
        let die = self.some(die);
        let rungs = match die.ty {
            Type::Dice => Some(Vec::new()),
            Type::Words(id) => self.checker.book.words.get(id.at()).and_then(|list| {
                let rungs = list.words.iter().map(|word| DiceValue::parse(word));
                let rungs = rungs.collect::<Option<Vec<DiceValue>>>()?;
                rungs.iter().all(|rung| rung.count > 0).then_some(rungs)
            }),
            Type::Unknown => return unknown(span),
            Type::Number(_)
            | Type::Flag
            | Type::Face(_)
            | Type::Unit(_)
            | Type::Place
            | Type::Side => None,
        };
        let Some(rungs) = rungs else {
            let text = describe(&self.checker.book, die.ty);
            self.report(
                Diagnostic::new(Code::WrongType, "only dice can be rolled")
                    .label(die.span, format!("this is {text}"))
                    .help("roll a stat of the type `dice`, or a word of a scale of dice: `scale quality: d4 < d6 < d8`"),
            );
            return unknown(span);
        };
        let die = Box::new(die);
        typed(
            ExprKind::RollOf { die, rungs },
            Type::Number(Dimension::Any),
            span,
        )
    }

    /// `name(arguments)`
    pub(crate) fn check_call(
        &mut self,
        name: &ast::Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Expr {
        // A bare name in a formula of a kind is the unit's own.
        if let Some(kind) = self.own_kind {
            let ty = Type::Unit(Kinds::one(kind));
            let unit = typed(
                ExprKind::Local(sandtable_model::LocalId::new(0)),
                ty,
                name.span,
            );
            if let Some((words, tracks)) = self.tracks_by_word(&unit, &name.value) {
                return self.track_of_word(unit, name, (words, &tracks), arguments, span);
            }
        }
        if let Some(primitive) = self.primitive(&name.value) {
            self.refers(name.span, Symbol::BuiltIn);
            return self.measured(primitive, name, arguments, None, span);
        }
        if let Some(rung) = self.check_ratio(name, arguments, None, span) {
            return rung;
        }
        let Some(named) = self.checker.names.get(&name.value).copied() else {
            match name.value.as_str() {
                "min" | "max" => self.unknown_name(&name.value, name.span, None),
                _ => self.unknown_rule(name),
            }
            for argument in arguments {
                self.expr(argument, None);
            }
            return unknown(span);
        };
        self.checker.used.names.insert(named);
        self.refers(name.span, named);
        match named {
            Named::Option(id) => {
                self.arguments(name, &[], arguments, 0);
                let option = self.checker.book.options.get(id.at());
                let ty = option.map_or(Type::Unknown, |option| option.ty);
                typed(ExprKind::Option(id), ty, span)
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
            Named::Side(side) => {
                self.arguments(name, &[], arguments, 0);
                let Some(kind) = self.checker.book.side_kind() else {
                    return unknown(span);
                };
                let ty = Type::Unit(Kinds::one(kind));
                typed(ExprKind::NamedSide(side), ty, span)
            }
            Named::Table(_) if self.checker.several.contains_key(&name.value) => {
                let results = self.checker.several.get(&name.value).into_iter().flatten();
                let results: Vec<String> = results.map(|(one, _)| one.value.clone()).collect();
                self.whole_row(span, &name.value, &results)
            }
            Named::Table(table) => self.table_call(name, table, arguments, span),
            Named::Procedure(procedure) => self.procedure_call(name, procedure, arguments, span),
        }
    }

    pub(crate) fn table_call(
        &mut self,
        name: &ast::Name,
        table: sandtable_model::TableId,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Expr {
        let Some(known) = self.checker.book.tables.get(table.at()) else {
            return unknown(span);
        };
        let (result, rolls) = (known.result, known.rolls);
        let dice: Vec<Option<(u32, u32)>> = known.keys.iter().map(|key| key.dice).collect();
        let keys: Vec<Asked> = known
            .keys
            .iter()
            .map(|key| Asked {
                name: key.name.clone(),
                ty: key.ty,
                low: key.low,
                high: key.high,
                or_none: false,
                is_several: false,
            })
            .collect();
        if rolls {
            self.must_roll(span, "table is rolled on");
        }
        let n_rolled = dice.iter().filter(|dice| dice.is_some()).count();
        let mut built = if n_rolled > 0 && arguments.len() + n_rolled == keys.len() {
            self.must_roll(span, "table is rolled on");
            let asked: Vec<Asked> = keys
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

    pub(super) fn procedure_call(
        &mut self,
        name: &ast::Name,
        procedure: ProcedureId,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Expr {
        let Some(known) = self.checker.book.procedures.get(procedure.at()) else {
            return unknown(span);
        };
        let (ability, result) = (known.ability.of_body(), known.result);
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
                    "a roll, which rolls dice",
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

    /// Checks arguments against parameters. All of them may be omitted if `optional` is not 0.
    pub(crate) fn arguments(
        &mut self,
        name: &ast::Name,
        parameters: &[Asked],
        arguments: &[ast::Expr],
        optional: usize,
    ) -> Vec<Expr> {
        let names: Vec<&str> = parameters.iter().map(|asked| asked.name.as_str()).collect();
        if arguments.len() != parameters.len() && !(optional > 0 && arguments.is_empty()) {
            self.report(
                Diagnostic::new(
                    Code::WrongArguments,
                    match names.len() {
                        0 => format!("`{}` takes no brackets", name.value),
                        n => format!(
                            "`{}` needs {n} in its brackets, but here {}",
                            name.value,
                            match arguments.len() {
                                0 => "are none".to_owned(),
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
            .map(|(argument, asked)| {
                if asked.is_several {
                    return self.set_argument(argument, asked.ty.kinds());
                }
                if asked.or_none {
                    let built = self.expr(argument, Some(asked.ty));
                    self.in_range(&built, asked.low, asked.high);
                    return self.fit(built, asked.ty);
                }
                let built = self.expr_of_type(argument, asked.ty);
                self.in_range(&built, asked.low, asked.high);
                built
            })
            .collect()
    }

    /// Reports a number written down that is out of a declared range.
    pub(crate) fn in_range(&mut self, expr: &Expr, low: i32, high: i32) {
        if let (ExprKind::Constant(value), Type::Number(_)) = (&expr.kind, expr.ty)
            && *value != NONE
            && !(low..=high).contains(value)
        {
            let range = sandtable_model::literals::range_of(expr.ty, low, high);
            let value = match expr.ty.parts() {
                Some(parts) => parts.text(*value),
                None => value.to_string(),
            };
            self.report(
                Diagnostic::new(Code::OutOfRange, format!("{value} is out of range"))
                    .label(expr.span, format!("{range} is allowed"))
                    .help("correct the number, or widen the declared range"),
            );
        }
    }
}

/// The requirements of a parameter or key on its argument.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) name: String,
    pub(crate) ty: Type,
    /// Lower limit of a number.
    pub(crate) low: i32,
    /// Upper limit of a number.
    pub(crate) high: i32,
    /// Whether it can be none.
    pub(crate) or_none: bool,
    /// Whether it takes a set of units.
    pub(crate) is_several: bool,
}

pub(crate) fn about(parameters: &[sandtable_model::Parameter]) -> Vec<Asked> {
    parameters
        .iter()
        .map(|parameter| Asked {
            name: parameter.name.clone(),
            ty: parameter.ty,
            low: parameter.low,
            high: parameter.high,
            or_none: parameter.or_none,
            is_several: parameter.is_several,
        })
        .collect()
}
