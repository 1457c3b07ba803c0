//! Sets of units that a question gives for a parameter: `targets = alpha, bravo`.

use super::QuestionBuilder;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Expr, Kinds, LocalId, NONE, Parameter, Selection, Type};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::{Aggregate, Literal, Order};

/// A value for a parameter.
pub(super) enum Argument {
    /// One value of a type.
    Value(i32, Type),
    /// A set of units of some kinds, as indices in the cast.
    Set(Vec<i32>, Kinds),
}

impl Argument {
    /// The units of a set.
    pub(super) fn members(&self) -> Option<&[i32]> {
        match self {
            Self::Value(..) => None,
            Self::Set(members, _) => Some(members),
        }
    }

    /// The value for conditions at the end; a set has none.
    pub(super) fn value(&self) -> i32 {
        match self {
            Self::Value(value, _) => *value,
            Self::Set(..) => NONE,
        }
    }
}

/// Returns the arguments of the entry of a question as expressions.
pub(super) fn exprs(arguments: Vec<Argument>, span: Span) -> Vec<Expr> {
    let free = LocalId::new(arguments.len());
    let exprs = arguments.into_iter().map(|argument| match argument {
        Argument::Value(value, ty) => Expr::constant(value, ty, span),
        Argument::Set(members, kinds) => of_units(&members, kinds, free, span),
    });
    exprs.collect()
}

/// Returns a set of units as an argument: the selection of those units, in play or not. `local` is free in the question.
fn of_units(members: &[i32], kinds: Kinds, local: LocalId, span: Span) -> Expr {
    let ty = Type::Unit(kinds);
    let is_it = |member: &i32| {
        let unit = Expr::of_local(local, ty, span);
        Expr::compare(Order::Equal, unit, Expr::constant(*member, ty, span), span)
    };
    let any = Expr::any_of(members.iter().map(is_it), span);
    let condition = any.unwrap_or_else(|| Expr::flag(false, span));
    let selection = Selection {
        destroyed: true,
        removed: true,
        condition: Some(Box::new(condition)),
        ..Selection::of_units(local, kinds)
    };
    Expr::aggregate_of(Aggregate::Set, None, selection, None, (ty, span))
}

/// The names in a list with commas, each with its place.
fn words(value: &Spanned<Literal>) -> Vec<Spanned<String>> {
    let text = value.value.text();
    // Lines that continue are joined, and have no places of their own.
    let is_as_written = value.span.end - value.span.start == text.len();
    let mut at = 0;
    let words = text.split(',').map(|part| {
        let word = part.trim();
        let start = value.span.start + at + (part.len() - part.trim_start().len());
        at += part.len() + 1;
        let span = match is_as_written {
            true => Span::new(value.span.file, start, start + word.len()),
            false => value.span,
        };
        Spanned::new(word.to_owned(), span)
    });
    words.collect()
}

impl QuestionBuilder<'_> {
    /// Returns the units of a set, as indices in the cast. Those of the unit files join the cast, each under its id; further copies of
    /// one are numbered.
    pub(super) fn set(
        &mut self,
        parameter: &Parameter,
        value: &Spanned<Literal>,
    ) -> Option<Vec<i32>> {
        if value.value.text() == "none" {
            return Some(Vec::new());
        }
        let mut members: Vec<i32> = Vec::new();
        let mut joined: Vec<String> = Vec::new();
        for word in words(value) {
            let place = self.member(parameter, &word, &mut joined)?;
            if members.contains(&place) {
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::BadArgument,
                        format!("`{}` is listed twice", word.value),
                    )
                    .label(word.span, "here again")
                    .help("a unit is in a set only once: delete it"),
                );
                return None;
            }
            members.push(place);
        }
        Some(members)
    }

    fn member(
        &mut self,
        parameter: &Parameter,
        word: &Spanned<String>,
        joined: &mut Vec<String>,
    ) -> Option<i32> {
        let kinds = parameter.ty.kinds();
        let literal = Spanned::new(Literal::Word(word.value.clone()), word.span);
        if let Some(place) = self.known_before(parameter, kinds, Some(&literal)) {
            self.named.push((word.value.clone(), place));
            return i32::try_from(place).ok();
        }
        let n_copies = joined.iter().filter(|known| **known == word.value).count();
        let named = self.named.iter().find(|(known, _)| *known == word.value);
        if let (Some((_, place)), 0) = (named, n_copies) {
            let place = *place;
            let is_of_kind = self
                .cast
                .get(place)
                .is_some_and(|unit| kinds.has(unit.kind));
            if is_of_kind {
                return i32::try_from(place).ok();
            }
        }
        joined.push(word.value.clone());
        let name = match n_copies {
            0 => word.value.clone(),
            n => format!("{}-{}", word.value, n + 1),
        };
        let one = Parameter {
            name,
            is_several: false,
            ..parameter.clone()
        };
        match n_copies {
            0 => self.unit(&one, kinds, &literal),
            _ => self.of_unit_files(&one, kinds, &literal),
        }
    }
}
