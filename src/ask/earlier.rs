//! Construction of a question that continues an earlier one: it takes over the units, facts and options of that question.
//!
//! Reports: E0513, and what other questions report.

use super::{Binding, QuestionBuilder, QuestionSource, Start, build_question};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::{CastUnit, Kinds, Parameter, Question, RuleBook};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::Literal;

/// Builds a question that is asked after another one, with its cast. `before` are the bindings of earlier questions: those of facts,
/// parameters and options apply until another value is given; those about single units do not.
///
/// Only tracks that `bindings` give have a new starting value; all other state is the final state of the earlier question.
pub fn ask_after(
    book: &RuleBook,
    name: &Spanned<String>,
    earlier: &Question,
    before: &[Binding],
    bindings: &[Binding],
    options: &[(Spanned<String>, Spanned<String>)],
    diagnostics: &mut Diagnostics,
) -> Option<Question> {
    let mut all = bindings.to_vec();
    all.extend(holding_on(before, bindings).cloned());
    let asked = QuestionSource {
        name,
        bindings: &all,
        own: bindings,
        options,
    };
    build_question(book, &asked, Start::After(earlier), diagnostics)
}

/// Returns the bindings of earlier steps that still apply.
fn holding_on<'b>(
    before: &'b [Binding],
    now: &'b [Binding],
) -> impl Iterator<Item = &'b Binding> + 'b {
    let is_same = |one: &Binding, other: &Binding| {
        let texts = |names: &[Spanned<String>], others: &[Spanned<String>]| {
            let others = others.iter().map(|name| &name.value);
            names.iter().map(|name| &name.value).eq(others)
        };
        texts(&one.place, &other.place) && texts(&one.about, &other.about)
    };
    before
        .iter()
        .filter(|binding| binding.place.len() == 1)
        .filter(move |binding| !now.iter().any(|own| is_same(own, binding)))
}

impl QuestionBuilder<'_> {
    /// Takes over the cast and the names of an earlier question.
    pub(super) fn go_on(&mut self, earlier: &Question) {
        let units = earlier.cast.iter().cloned();
        self.cast = units
            .map(|unit| CastUnit {
                starts: Vec::new(),
                starts_about: Vec::new(),
                ..unit
            })
            .collect();
        let names = earlier.unit_places(self.book);
        let is_side = |place: &usize| {
            let unit = self.cast.get(*place);
            unit.is_some_and(|unit| Some(unit.kind) == self.book.side_kind())
        };
        let mut sides: Vec<usize> = names.iter().map(|(_, place)| *place).collect();
        sides.retain(is_side);
        sides.sort_unstable();
        sides.dedup();
        self.sides = sides;
        // A parameter is bound again by this question; all other names are kept.
        let parameters = &self.parameters;
        let others = names.iter().filter(|(name, _)| !parameters.contains(name));
        self.named = others.cloned().collect();
        self.earlier = names;
    }

    /// Returns the index in the cast of the unit of an earlier question that a parameter refers to: by the given name, else by the
    /// name of the parameter.
    pub(super) fn known_before(
        &self,
        parameter: &Parameter,
        kinds: Kinds,
        value: Option<&Spanned<Literal>>,
    ) -> Option<usize> {
        let fits = |place: &usize| {
            let unit = self.cast.get(*place);
            unit.is_some_and(|unit| kinds.has(unit.kind))
        };
        let named = |wanted: &str| {
            let mut known = self.earlier.iter();
            known.find(|(name, _)| name == wanted).map(|(_, at)| *at)
        };
        let Some(value) = value else {
            return named(&parameter.name).filter(fits);
        };
        let word = value.value.text();
        if let Some(place) = named(&word) {
            return Some(place).filter(fits);
        }
        match self.of_unit_file(&word).as_slice() {
            [only] if !self.earlier.is_empty() => Some(*only).filter(fits),
            // Several units are of this type: the parameter stays what it was.
            several => named(&parameter.name)
                .filter(|place| several.contains(place))
                .filter(fits),
        }
    }

    /// Binds the name of a parameter to a unit of the cast.
    pub(super) fn call_it(&mut self, parameter: &Parameter, place: usize) -> Option<i32> {
        self.named.push((parameter.name.clone(), place));
        i32::try_from(place).ok()
    }

    /// Returns the places of the units of the cast that have this id in the unit files.
    fn of_unit_file(&self, id: &str) -> Vec<usize> {
        let units = self.cast.iter().enumerate();
        let units = units.filter(|(_, unit)| {
            let profile = self.book.profiles.get(unit.profile.at());
            unit.owner.is_none() && !unit.is_spare && profile.is_some_and(|known| known.id == id)
        });
        units.map(|(place, _)| place).collect()
    }

    /// Returns the finding that an id of the unit files is ambiguous, since several units of an earlier question have it.
    pub(super) fn is_several(&self, id: &str, span: Span) -> Option<Diagnostic> {
        if self.earlier.is_empty() || self.of_unit_file(id).len() < 2 {
            return None;
        }
        let names = self.of_unit_file(id).into_iter().filter_map(|place| {
            let mut known = self.earlier.iter();
            known
                .find(|(_, at)| *at == place)
                .map(|(name, _)| name.as_str())
        });
        let names: Vec<&str> = names.collect();
        let message = format!("several units here are `{id}`");
        let finding = Diagnostic::new(Code::BadArgument, message).label(span, "");
        Some(finding.help(format!("name one of them: {}", names.join(", "))))
    }
}
