//! Parameters, result types and defaults: what callers need to know of a rule before its body is checked.
//!
//! Reports: E0201, E0202, E0203, E0205, E0206, E0215.

use super::declare::twice;
use super::procedure_stubs::blank;
use super::sets;
use super::types::{list, resolve, result_range, result_type, type_of};
use super::{Checker, NamedType, ProcedureSource, naming};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::{Ranged, literal};
use sandtable_model::{
    Ability, Fact, FactId, Key, Kinds, Local, Modifiers, OptionId, OptionalRule, Parameter,
    Procedure, ResultType, Symbol, Table, TableId, Type,
};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;
use std::sync::Arc;

/// Most calls of one rule that can be nested.
const DEEPEST: i32 = 64;

/// Resolves the parameters of every declaration. Facts and options come first: other parameters may take their types.
pub(super) fn heads(checker: &mut Checker<'_>) {
    for fact in checker.facts.clone() {
        let built = the_fact(checker, fact);
        checker.book.facts.push(built);
    }
    for option in checker.options.clone() {
        let built = the_option(checker, option);
        checker.book.options.push(built);
    }
    for (at, table) in checker.tables.clone().into_iter().enumerate() {
        let of = checker.results_of(TableId::new(at));
        let part_of = of.map(|(name, _)| name.to_owned());
        checker.is_repeated = of.is_some_and(|(_, is_first)| !is_first);
        let built = the_table(checker, table);
        checker.is_repeated = false;
        checker.book.tables.push(Table { part_of, ..built });
    }
    for modifiers in checker.modifiers.clone() {
        refuse_result(
            checker,
            &modifiers.head,
            "a list of modifiers already gives a number",
        );
        let parameters = parameters_or_sets(checker, &modifiers.head);
        checker.book.modifiers.push(Modifiers {
            naming: naming(&modifiers.head),
            parameters,
            lines: Vec::new(),
            limit: (sandtable_model::NONE + 1, i32::MAX),
        });
    }
    for (at, source) in checker.procedures.clone().into_iter().enumerate() {
        if let ProcedureSource::Declared(procedure) = source {
            let built = Arc::new(the_procedure(checker, procedure));
            match checker.book.procedures.get_mut(at) {
                Some(place) => *place = built,
                None => {
                    checker
                        .book
                        .procedures
                        .resize_with(at, || Arc::new(blank()));
                    checker.book.procedures.push(built);
                }
            }
        }
    }
}

fn refuse_result(checker: &mut Checker<'_>, head: &ast::Head, why: &str) {
    if head.result.is_some() {
        checker.diagnostics.push(
            Diagnostic::new(Code::NotAllowedHere, format!("{why}: no `->` here"))
                .label(head.name.span, "")
                .help("delete the `->` and the rest of the line"),
        );
    }
}

fn the_fact(checker: &mut Checker<'_>, fact: &ast::Fact) -> Fact {
    refuse_result(checker, &fact.head, "a fact needs its values after a colon");
    let parameters = parameters(checker, &fact.head);
    let ranged = resolve(checker, &fact.ty);
    if matches!(ranged.ty, Type::Unit(_) | Type::Place | Type::Side) || ranged.or_none {
        checker.diagnostics.push(
            Diagnostic::new(
                Code::WrongType,
                "a fact must be a number, a flag or one of some words",
            )
            .label(fact.ty.span, "")
            .help("write a range like `0..4`, `yes or no`, or words with `or` between them"),
        );
    }
    if let Some(ast::Literal::Word(word)) = fact.default.as_ref().map(|value| &value.value)
        && let Some(place) = &fact.default
    {
        checker.refers_to_word(place.span, word, ranged.ty);
    }
    let default = fact.default.as_ref().and_then(|value| {
        literal(&checker.book, value, ranged)
            .map_err(|diagnostic| {
                checker
                    .diagnostics
                    .push(diagnostic.label(fact.ty.span, "declared here"));
            })
            .ok()
    });
    Fact {
        naming: naming(&fact.head),
        parameters,
        ty: ranged.ty,
        low: ranged.low,
        high: ranged.high,
        default,
        in_play: None,
    }
}

/// A switch is a flag; words are a list of their own.
fn the_option(checker: &mut Checker<'_>, option: &ast::OptionalRule) -> OptionalRule {
    let naming = naming(&option.head);
    let (words, default) = match &option.values {
        ast::OptionValues::Switch(on) => {
            return OptionalRule {
                naming,
                ty: Type::Flag,
                default: i32::from(*on),
            };
        }
        ast::OptionValues::Words { words, default } => (words, default),
    };
    let ty = Type::Words(list(checker, words, option.head.name.span));
    checker.refers_to_word(default.span, &default.value, ty);
    let value = Spanned::new(ast::Literal::Word(default.value.clone()), default.span);
    let default = literal(&checker.book, &value, Ranged::any(ty)).unwrap_or_else(|diagnostic| {
        checker.diagnostics.push(diagnostic);
        0
    });
    OptionalRule {
        naming,
        ty,
        default,
    }
}

/// Reports keys and results of a table in halves, quarters or eighths.
fn whole_numbers(checker: &mut Checker<'_>, ty: Type, span: Span) {
    if let Some(parts) = ty.parts() {
        checker.diagnostics.push(
            Diagnostic::new(Code::WrongType, "a table has whole numbers")
                .label(span, format!("these are {}", parts.word()))
                .help(format!(
                    "round before the lookup; for results in {0}, write how many {0} into the cells, and multiply by {1} where they are read",
                    parts.word(),
                    parts.text(1)
                )),
        );
    }
}

fn the_table(checker: &mut Checker<'_>, table: &ast::Table) -> Table {
    let mut keys = Vec::new();
    for parameter in table.head.parameters.as_deref().unwrap_or_default() {
        let name = &parameter.name;
        checker.declares(name.span, Symbol::Local(name.span));
        let (ranged, dice) = match parameter.ty.as_ref().map(|ty| &ty.value) {
            Some(ast::Type::Dice { count, sides }) => (
                Ranged {
                    low: i32::try_from(*count).unwrap_or(1),
                    high: i32::try_from(count.saturating_mul(*sides)).unwrap_or(i32::MAX),
                    ..Ranged::any(Type::Number(sandtable_model::Dimension::Plain))
                },
                Some((*count, *sides)),
            ),
            _ => (
                parameter_type(checker, parameter).unwrap_or_else(|| missing_type(checker, name)),
                None,
            ),
        };
        if matches!(ranged.ty, Type::Unit(_) | Type::Side) {
            let is_side = ranged.ty == Type::Side;
            let what = if is_side {
                checker.book.ground().link
            } else {
                "unit"
            };
            checker.diagnostics.push(
                Diagnostic::new(
                    Code::WrongType,
                    format!("the key `{}` is a {what}", name.value),
                )
                .label(name.span, "")
                .help(format!(
                    "use a stat of the {what} instead: a table looks up numbers, flags and words"
                )),
            );
        }
        whole_numbers(checker, ranged.ty, name.span);
        keys.push(Key {
            name: name.value.clone(),
            ty: ranged.ty,
            low: ranged.low,
            high: ranged.high,
            dice,
            span: name.span,
        });
    }
    if keys.is_empty() {
        checker.diagnostics.push(
            Diagnostic::new(Code::BadHeader, "a table needs at least one key")
                .label(table.head.name.span, "")
                .help("write its keys in brackets after the name: `(range, class)`"),
        );
    }
    let result = result_type(checker, table.head.result.as_ref());
    if result.is_none() {
        checker.diagnostics.push(
            Diagnostic::new(Code::MissingType, "this table has no type for its results")
                .label(table.head.name.span, "")
                .help("add `->` and a type after its keys, like `-> 0..4` or `-> need`"),
        );
    }
    if let Some((result, _)) = &result {
        whole_numbers(checker, result.ty, table.head.name.span);
    }
    Table {
        naming: naming(&table.head),
        keys,
        result: result.map_or(
            ResultType {
                ty: Type::Unknown,
                or_none: true,
            },
            |(result, _)| result,
        ),
        axes: Vec::new(),
        cells: Vec::new(),
        meanings: Vec::new(),
        drawn: Vec::new(),
        drawn_by: Vec::new(),
        rolls: false,
        part_of: None,
    }
}

fn missing_type(checker: &mut Checker<'_>, name: &ast::Name) -> Ranged {
    checker.unresolved(
        &name.value,
        Diagnostic::new(Code::MissingType, format!("`{}` has no type", name.value))
            .label(name.span, "no scale, fact or stat of this name")
            .suggest(
                &name.value,
                checker
                    .types
                    .keys()
                    .chain(checker.names.keys())
                    .map(String::as_str),
            )
            .help(format!("write its type: `{}: 0..20`", name.value)),
    );
    Ranged::unknown()
}

/// The maximum number of nested calls of a rule, or of nested firings of a trigger.
pub(super) fn deep(checker: &mut Checker<'_>, head: &ast::Head) -> Option<u32> {
    let deep = head.deep.as_ref()?;
    if !(1..=DEEPEST).contains(&deep.value) {
        checker.diagnostics.push(
            Diagnostic::new(Code::OutOfRange, format!("{} is out of range", deep.value))
                .label(deep.span, format!("1 to {DEEPEST} is allowed")),
        );
    }
    Some(u32::try_from(deep.value.clamp(1, DEEPEST)).unwrap_or(1))
}

fn the_procedure(checker: &mut Checker<'_>, procedure: &ast::Procedure) -> Procedure {
    let parameters = parameters_or_none(checker, &procedure.head);
    let result = result_type(checker, procedure.head.result.as_ref());
    if procedure.ability == Ability::Roll && result.is_none() {
        checker.diagnostics.push(
            Diagnostic::new(Code::MissingType, "this roll has no outcomes")
                .label(procedure.head.name.span, "")
                .help("declare its outcomes: `-> hit, miss`, or a type: `-> 2..12`"),
        );
    }
    let blank = blank();
    let deep = deep(checker, &procedure.head);
    // A rule that calls itself needs the range before its body is checked.
    let range = match deep {
        Some(_) => result_range(checker, procedure.head.result.as_ref()),
        None => blank.range,
    };
    if let (Some(deep), Ability::Formula, None) = (&procedure.head.deep, procedure.ability, &result)
    {
        checker.diagnostics.push(
            Diagnostic::new(
                Code::MissingType,
                "a formula that calls itself needs a declared result",
            )
            .label(deep.span, "")
            .help("declare it after the brackets: `-> 0..8, at most 8 deep`"),
        );
    }
    Procedure {
        naming: naming(&procedure.head),
        ability: procedure.ability,
        locals: parameters
            .iter()
            .map(|parameter| Local {
                name: parameter.name.clone(),
                ty: parameter.ty,
                or_none: parameter.or_none,
            })
            .collect(),
        parameters,
        result: result.map(|(result, _)| result),
        outcomes: result.and_then(|(_, outcomes)| outcomes),
        deep,
        range,
        ..blank
    }
}

/// The parameters of a head, each name once. None of them can be none, or a set of units.
pub(super) fn parameters(checker: &mut Checker<'_>, head: &ast::Head) -> Vec<Parameter> {
    let parameters = parameters_or_sets(checker, head);
    for (built, written) in parameters.iter().zip(head.parameters.iter().flatten()) {
        if built.is_several {
            let span = written.ty.as_ref().map_or(built.span, |ty| ty.span);
            checker.diagnostics.push(sets::never_several(span));
        }
    }
    let parameters = parameters.into_iter().map(|parameter| Parameter {
        is_several: false,
        ..parameter
    });
    parameters.collect()
}

/// As [`parameters`], but they may be sets of units.
fn parameters_or_sets(checker: &mut Checker<'_>, head: &ast::Head) -> Vec<Parameter> {
    let parameters = parameters_or_none(checker, head);
    for (built, written) in parameters.iter().zip(head.parameters.iter().flatten()) {
        if built.or_none {
            let span = written.ty.as_ref().map_or(built.span, |ty| ty.span);
            checker.diagnostics.push(never_none(span));
        }
    }
    parameters
        .into_iter()
        .map(|parameter| Parameter {
            or_none: false,
            ..parameter
        })
        .collect()
}

fn never_none(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongType, "this parameter is never `none`")
        .label(span, "")
        .help("check for `none` before the call; only numbers, words, units and places can be `or none`, and only in formulas, rolls and actions")
}

/// Returns the parameters of a rule; those that are numbers, words, units, places or sides of places may be declared `or none`.
fn parameters_or_none(checker: &mut Checker<'_>, head: &ast::Head) -> Vec<Parameter> {
    let mut built: Vec<Parameter> = Vec::new();
    for parameter in head.parameters.as_deref().unwrap_or_default() {
        let name = &parameter.name;
        if let Some(first) = built.iter().find(|known| known.name == name.value) {
            let diagnostic = twice(&name.value, name.span, first.span);
            checker.diagnostics.push(diagnostic);
            continue;
        }
        checker.declares(name.span, Symbol::Local(name.span));
        let (ranged, part_of) = match &parameter.ty {
            Some(Spanned {
                value: ast::Type::PartOf { kind, owner },
                ..
            }) => part(checker, kind, owner, &built),
            Some(ty) if parameter.is_several => (sets::several(checker, name, ty), None),
            _ => (
                parameter_type(checker, parameter)
                    .unwrap_or_else(|| Ranged::any(Type::Unit(Kinds::ALL))),
                None,
            ),
        };
        built.push(Parameter {
            name: name.value.clone(),
            ty: ranged.ty,
            low: ranged.low,
            high: ranged.high,
            or_none: ranged.or_none,
            is_several: parameter.is_several,
            part_of,
            dice: None,
            span: name.span,
        });
    }
    built
}

/// `gun of firer`
fn part(
    checker: &mut Checker<'_>,
    kind: &ast::Name,
    owner: &ast::Name,
    before: &[Parameter],
) -> (Ranged, Option<usize>) {
    let owner_at = before
        .iter()
        .position(|parameter| parameter.name == owner.value);
    if owner_at.is_none() {
        checker.diagnostics.push(
            Diagnostic::new(
                Code::UnknownName,
                format!("there is no parameter `{}` before this", owner.value),
            )
            .label(owner.span, "")
            .suggest(
                &owner.value,
                before.iter().map(|parameter| parameter.name.as_str()),
            )
            .help("put the unit before its part: `(firer: vehicle, gun: gun of firer)`"),
        );
    }
    if let Some(known) = owner_at.and_then(|at| before.get(at)) {
        checker.refers(owner.span, Symbol::Local(known.span));
    }
    match checker.types.get(&kind.value) {
        Some(NamedType::Kind(id)) => {
            let id = *id;
            checker.refers(kind.span, Symbol::Kind(id));
            (Ranged::any(Type::Unit(Kinds::one(id))), owner_at)
        }
        _ => {
            checker.unresolved(
                &kind.value,
                Diagnostic::new(
                    Code::UnknownName,
                    format!("there is no kind `{}`", kind.value),
                )
                .label(kind.span, "")
                .suggest(&kind.value, checker.types.keys().map(String::as_str))
                .help(format!(
                    "declare it: `kind {}`, with its stats below",
                    kind.value
                )),
            );
            (Ranged::unknown(), owner_at)
        }
    }
}

/// Returns the written type, or that of the kind, scale, fact or stat of the same name; `None` if there is none.
fn parameter_type(checker: &mut Checker<'_>, parameter: &ast::Parameter) -> Option<Ranged> {
    if let Some(ty) = &parameter.ty {
        let ranged = resolve(checker, ty);
        let can_be_none = !matches!(ranged.ty, Type::Flag | Type::Face(_) | Type::Dice);
        if ranged.or_none && !can_be_none {
            checker.diagnostics.push(never_none(ty.span));
        }
        return Some(Ranged {
            or_none: ranged.or_none && can_be_none,
            ..ranged
        });
    }
    let (name, span) = (parameter.name.value.as_str(), parameter.name.span);
    if let Some(named) = checker.types.get(name).copied() {
        checker.implies(span, named.into());
        return Some(Ranged::any(type_of(&checker.book, named)));
    }
    let mut facts = checker.book.facts.iter();
    if let Some(at) = facts.position(|fact| fact.naming.name == name)
        && let Some(fact) = checker.book.facts.get(at)
    {
        let ranged = Ranged {
            ty: fact.ty,
            low: fact.low,
            high: fact.high,
            or_none: false,
        };
        checker.implies(span, Symbol::Fact(FactId::new(at)));
        return Some(ranged);
    }
    let mut options = checker.book.options.iter();
    if let Some(at) = options.position(|option| option.naming.name == name)
        && let Some(option) = checker.book.options.get(at)
    {
        let ranged = Ranged::any(option.ty);
        checker.implies(span, Symbol::Option(OptionId::new(at)));
        return Some(ranged);
    }
    let field = checker.fields.get(name).copied()?;
    let stat = checker
        .book
        .kinds
        .iter()
        .find_map(|kind| kind.stats.iter().find(|stat| stat.field == field))?;
    let ranged = Ranged {
        ty: checker.book.fields.get(field.at())?.ty,
        low: stat.low,
        high: stat.high,
        or_none: false,
    };
    checker.used.fields.insert(field);
    checker.implies(span, Symbol::Member(Kinds::ALL));
    Some(ranged)
}
