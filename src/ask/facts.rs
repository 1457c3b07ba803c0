//! Facts of a question: those that hold for all, and those about certain units.
//!
//! Reports: E0404, E0211, E0513.

use super::{Binding, QuestionBuilder, given};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Fact, FactId};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::Literal;

/// Facts about certain units, and their values.
pub(super) type Particular = Vec<(FactId, Vec<i32>, i32)>;

impl QuestionBuilder<'_> {
    /// Facts that hold everywhere, and those that hold for certain units.
    pub(super) fn read_facts(&mut self, bindings: &[Binding]) -> (Vec<Option<i32>>, Particular) {
        let book = self.book;
        let facts = book.facts.iter();
        let facts = facts.map(|fact| self.fact_value(fact, given(bindings, &fact.naming.name)?));
        let facts = facts.collect();
        let mut particular = Vec::new();
        for binding in bindings.iter().filter(|binding| !binding.about.is_empty()) {
            let [name] = binding.place.as_slice() else {
                continue;
            };
            let found = book.facts.iter().zip(0..);
            let found = found.filter(|(fact, _)| fact.naming.name == name.value);
            let Some((fact, at)) = found.last() else {
                let known = book.facts.iter().map(|fact| fact.naming.name.as_str());
                let finding =
                    Diagnostic::new(Code::BadArgument, format!("`{}` is not a fact", name.value))
                        .label(name.span, "")
                        .suggest(&name.value, known)
                        .help("give only facts for certain units: `cover(alpha) = 2`");
                self.diagnostics.push(finding);
                continue;
            };
            let about = self.about(fact, &binding.about, name.span);
            let value = self.fact_value(fact, &binding.value);
            if let (Some(about), Some(value)) = (about, value) {
                particular.push((FactId::new(at), about, value));
            }
        }
        (facts, particular)
    }

    /// The value of a fact.
    pub(super) fn fact_value(&mut self, fact: &Fact, value: &Spanned<Literal>) -> Option<i32> {
        let read = self.book.read_fact(fact, value);
        read.map_err(|finding| self.diagnostics.push(finding)).ok()
    }

    /// The units that a fact is about, by their names in this question.
    pub(super) fn about(
        &mut self,
        fact: &Fact,
        names: &[Spanned<String>],
        span: Span,
    ) -> Option<Vec<i32>> {
        if names.len() != fact.parameters.len() {
            let parameters = fact.parameters.iter();
            let about: Vec<&str> = parameters.map(|known| known.name.as_str()).collect();
            self.diagnostics.push(
                Diagnostic::new(
                    Code::BadArgument,
                    "this fact needs a unit for each of its parameters",
                )
                .label(span, "")
                .label(fact.naming.span, "the fact is declared here")
                .help(format!("it is about {}", about.join(" and "))),
            );
            return None;
        }
        let mut about = Vec::new();
        for name in names {
            about.push(self.place_of(name)?);
        }
        Some(about)
    }

    /// The units that have names.
    pub(super) fn named_here(&self) -> String {
        let named = self.named.iter().map(|(known, _)| known.as_str());
        format!("units here: {}", named.collect::<Vec<&str>>().join(", "))
    }

    /// Place of a unit in the cast.
    pub(super) fn place_of(&mut self, name: &Spanned<String>) -> Option<i32> {
        let named = self.named.iter();
        let found = named.clone().find(|(known, _)| *known == name.value);
        if let Some((_, place)) = found {
            return i32::try_from(*place).ok();
        }
        self.diagnostics.push(
            Diagnostic::new(
                Code::UnknownUnit,
                format!("there is no unit `{}` here", name.value),
            )
            .label(name.span, "")
            .suggest(&name.value, named.map(|(known, _)| known.as_str()))
            .help(self.named_here()),
        );
        None
    }
}
