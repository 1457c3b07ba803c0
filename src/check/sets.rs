//! Sets of units that rules take: parameters `targets: several squad`, and the selections that are handed over for them.
//!
//! Reports: E0201, E0202, E0203, E0206.

use super::expression::unknown;
use super::scope::{ChosenSet, Scope};
use super::selections::{UNIT, any_piece};
use super::types::resolve;
use super::{Checker, NamedType};
use sandtable_diagnostic::{Code, Diagnostic, a};
use sandtable_model::literals::{Ranged, describe, words_of};
use sandtable_model::{Aggregate, Expr, Kinds, Symbol, Type};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;

/// Returns the type of each unit of a set: `several squad or vehicle`, `several unit`.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "every other type is reported"
)]
pub(super) fn several(
    checker: &mut Checker<'_>,
    name: &ast::Name,
    ty: &Spanned<ast::Type>,
) -> Ranged {
    if let Some(named) = checker.types.get(&name.value).copied() {
        let what = describe(
            &checker.book,
            match named {
                NamedType::Scale(id) => Type::Words(id),
                NamedType::Die(id) => Type::Face(id),
                NamedType::Kind(id) => Type::Unit(Kinds::one(id)),
            },
        );
        checker.diagnostics.push(
            Diagnostic::new(
                Code::DeclaredTwice,
                format!("`{}` would be both these units and {what}", name.value),
            )
            .label(name.span, "")
            .help(format!(
                "call them something else: `{}s: several …`",
                name.value
            )),
        );
    }
    let is_any = if let ast::Type::Words { words, or_none } = &ty.value {
        let is_unit = matches!(words.as_slice(), [only] if only.value == UNIT);
        is_unit && !or_none && !checker.types.contains_key(UNIT)
    } else {
        false
    };
    if is_any {
        checker.refers(ty.span, Symbol::BuiltIn);
        return Ranged::any(Type::Unit(any_piece(&checker.book)));
    }
    let ranged = resolve(checker, ty);
    if ranged.or_none {
        checker.diagnostics.push(
            Diagnostic::new(Code::WrongType, "several units are never `none`")
                .label(ty.span, "")
                .help("delete `or none`: there may be no unit among them"),
        );
    }
    match ranged.ty {
        Type::Unit(_) | Type::Unknown => Ranged {
            or_none: false,
            ..ranged
        },
        found => {
            let what = describe(&checker.book, found);
            checker.diagnostics.push(
                Diagnostic::new(Code::WrongType, "only units are handed over together")
                    .label(ty.span, format!("this is {what}"))
                    .help("name a kind of unit, `several squad`, or `several unit` for any pieces"),
            );
            Ranged::unknown()
        }
    }
}

/// The finding about a set where only single values are taken.
pub(super) fn never_several(span: Span) -> Diagnostic {
    Diagnostic::new(Code::NotAllowedHere, "this parameter takes one unit")
        .label(span, "")
        .help(
            "delete `several`; only formulas, rolls, actions and lists of modifiers take several \
             units",
        )
}

impl Scope<'_, '_> {
    /// The parameter with several units that a name denotes.
    pub(super) fn given_set(&self, name: &str) -> Option<&ChosenSet> {
        let local = self.local(name)?;
        let mut sets = self.sets.iter();
        sets.find(|set| set.chosen.parameter() == Some(local))
    }

    /// The parameter with several units whose units are selected: `each target: targets`, `number of targets`.
    pub(super) fn selected_set(&self, selection: &ast::Selection) -> Option<ChosenSet> {
        if selection.chosen {
            return None;
        }
        let name = match selection.kinds.as_slice() {
            [] => &selection.name,
            [only] => only,
            _ => return None,
        };
        self.given_set(&name.value).cloned()
    }

    /// Reports several units where one value is needed.
    pub(super) fn not_one_unit(&mut self, name: &str, span: Span) -> Expr {
        self.report(
            Diagnostic::new(
                Code::WrongType,
                format!("`{name}` is several units, but one is needed here"),
            )
            .label(span, "")
            .help(format!(
                "take them one by one, `each unit: {name}`; pick one, `first unit: {name} where …`; \
                 or count them, `number of {name}`"
            )),
        );
        unknown(span)
    }

    /// An argument for a parameter with several units: a selection, another such parameter, or one unit.
    pub(super) fn set_argument(&mut self, argument: &ast::Expr, kinds: Kinds) -> Expr {
        let span = argument.span;
        if let Some(selection) = argument.value.set_of_units() {
            return self.handed_over(selection, kinds, span);
        }
        match argument.value.name() {
            Some(name) if self.given_set(name).is_some() => {
                let named = Spanned::new(name.to_owned(), span);
                let mut handed = self.handed_over(&all_of(named), kinds, span);
                if let Some(units) = handed.set_of_units_mut() {
                    // A set that is handed on: with those units that are out of play by now.
                    units.destroyed = true;
                    units.removed = true;
                }
                handed
            }
            Some(name) if self.local(name).is_none() && self.is_kind(name) => {
                let named = Spanned::new(name.to_owned(), span);
                self.handed_over(&all_of(named), kinds, span)
            }
            _ => {
                let built = self.expr(argument, Some(Type::Unit(kinds)));
                if matches!(built.ty, Type::Unit(_) | Type::Unknown) {
                    return self.fit(built, Type::Unit(kinds));
                }
                let is = describe(&self.checker.book, built.ty);
                self.report_no_such_units(kinds, span, format!("this is {is}"));
                unknown(span)
            }
        }
    }

    /// The units of a selection; each must be of some kinds.
    fn handed_over(&mut self, selection: &ast::Selection, kinds: Kinds, span: Span) -> Expr {
        let mark = self.enter();
        let built = self.selection(selection);
        let found = self.local_type(built.local);
        self.leave(mark);
        let fits = match found {
            Type::Unit(found) => found.within(kinds),
            Type::Unknown => return unknown(span),
            Type::Number(_)
            | Type::Flag
            | Type::Words(_)
            | Type::Face(_)
            | Type::Dice
            | Type::Place
            | Type::Side => false,
        };
        if !fits {
            let is = describe(&self.checker.book, found);
            self.report_no_such_units(kinds, span, format!("each of these is {is}"));
            return unknown(span);
        }
        let of_units = (Type::Unit(kinds), span);
        Expr::aggregate_of(Aggregate::Set, None, built, None, of_units)
    }

    /// Reports an argument that is not of the kinds that a parameter with several units takes.
    fn report_no_such_units(&mut self, kinds: Kinds, span: Span, label: String) {
        let wanted = words_of(&self.checker.book, Type::Unit(kinds));
        let first = wanted.first().map_or("unit", String::as_str);
        let help = format!(
            "hand over units of that kind, `{first} where …`; or let the rule take others, too: `several {} or …`",
            wanted.join(" or ")
        );
        let message = format!("expected {}", a(&wanted.join(" or ")));
        self.report(
            Diagnostic::new(Code::WrongType, message)
                .label(span, label)
                .help(help),
        );
    }

    /// Reports a selection for a parameter that takes one unit.
    pub(super) fn set_for_one(&mut self, selection: &ast::Selection, span: Span) -> Expr {
        let text = &selection.name.value;
        self.report(
            Diagnostic::new(
                Code::WrongArguments,
                "several units are handed over, but one value is needed",
            )
            .label(span, "")
            .help(format!(
                "pick one: `first {text} where …`; call the rule for each: `each {text} where …: …`; or \
                 declare that it takes several: `{text}s: several KIND`"
            )),
        );
        unknown(span)
    }
}

/// The selection of all units that a name denotes.
fn all_of(name: ast::Name) -> ast::Selection {
    ast::Selection {
        name,
        kinds: Vec::new(),
        chosen: false,
        region: None,
        owner: None,
        including: Vec::new(),
        condition: None,
    }
}
