//! Facts that the interpretation of rules records for the findings.

use super::CertainTest;
use crate::domain::ValueSet;
use sandtable_model::kept::Placed;
use sandtable_model::{FieldId, Naming, TableId, Type};
use sandtable_source::Span;

/// A table lookup.
#[derive(Debug, Clone)]
pub(crate) struct Lookup {
    pub(crate) table: TableId,
    pub(crate) span: Span,
    /// Values of the keys.
    pub(crate) keys: Vec<ValueSet>,
    /// Spans of the arguments.
    pub(crate) places: Vec<Span>,
    /// Sections of the rule.
    pub(crate) citations: Vec<String>,
}

/// Name and place of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RuleName {
    pub(crate) name: String,
    pub(crate) span: Span,
}

impl RuleName {
    /// Returns the name of a declaration.
    pub(super) fn of(naming: &Naming) -> Self {
        Self {
            name: naming.name.clone(),
            span: naming.span,
        }
    }
}

/// A condition with the same truth value on every path that reaches it.
#[derive(Debug, Clone)]
pub(crate) struct ConstantCondition {
    pub(crate) span: Span,
    pub(crate) truth: bool,
    /// It is constant only because of earlier conditions of the rule.
    pub(crate) is_covered: bool,
    /// It looks for units out of play in a selection of those in play.
    pub(crate) is_out_of_play: bool,
    /// It is `A or B`, and one of the two is always true.
    pub(crate) is_disjunction: bool,
    /// It is B in `A and B`, and A excludes it.
    pub(crate) is_excluded: bool,
    /// The operands of a comparison, and their type.
    pub(crate) operands: Option<(ValueSet, ValueSet, Type)>,
    /// The trait or yes-or-no stat that it reads.
    pub(crate) field: Option<FieldId>,
    /// It reads the ground of a hex or hexside.
    pub(crate) of_ground: bool,
    /// It is an operand of `needs`.
    pub(crate) is_needed: bool,
    pub(crate) rule: Option<RuleName>,
    /// Sections of the rule.
    pub(crate) citations: Vec<String>,
}

/// A number with a declared range: a result, or an argument.
#[derive(Debug, Clone)]
pub(crate) struct Bounded {
    pub(crate) span: Span,
    pub(crate) values: ValueSet,
    /// The declared type.
    pub(crate) ty: Type,
    /// The declared range.
    pub(crate) range: (i32, i32),
    /// The rule that declares it.
    pub(crate) rule: String,
    /// The parameter; `None` for the result.
    pub(crate) parameter: Option<(String, Span)>,
    /// Sections of the rule in which the number is.
    pub(crate) citations: Vec<String>,
}

/// A choice from a range of numbers that can be empty.
#[derive(Debug, Clone)]
pub(crate) struct EmptyRange {
    pub(crate) span: Span,
    pub(crate) first: ValueSet,
    pub(crate) last: ValueSet,
    /// Sections of the rule.
    pub(crate) citations: Vec<String>,
}

/// The effect of a number that changes into its opposite when the number is below its least sensible value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inverted {
    /// `take N from …` adds.
    Taken,
    /// `add N to …` takes.
    Added,
    /// `count n from 1 to N` counts down.
    Counted,
    /// `-1 per N` adds.
    Per,
    /// `add N to …` changes nothing, since a condition leaves 0 of several values.
    Zero,
}

/// A number that can be so small that a line does the opposite of what it says.
#[derive(Debug, Clone)]
pub(crate) struct BelowLeast {
    pub(crate) span: Span,
    pub(crate) values: ValueSet,
    pub(crate) effect: Inverted,
    /// It is a track that starts so small, or the result of a rule that is declared so small.
    pub(crate) is_said: bool,
    /// Sections of the rule.
    pub(crate) citations: Vec<String>,
}

/// The records of one rule.
#[derive(Debug, Clone, Default)]
pub(crate) struct Records {
    pub(super) lookups: Vec<Lookup>,
    pub(super) bounded: Vec<Bounded>,
    pub(super) constant_conditions: Vec<ConstantCondition>,
    pub(super) certain_tests: Vec<CertainTest>,
    pub(super) constant_quotients: Vec<(Span, i64, Vec<String>)>,
    pub(super) dead_arms: Vec<(Span, ValueSet, Type)>,
    pub(super) empty_ranges: Vec<EmptyRange>,
    pub(super) below_least: Vec<BelowLeast>,
    pub(super) conditional_choices: Vec<(Span, Vec<String>)>,
}

impl Placed for Records {
    fn each_span(&mut self, visit: &mut dyn FnMut(&mut Span)) {
        let Self {
            lookups,
            bounded,
            constant_conditions,
            certain_tests,
            constant_quotients,
            dead_arms,
            empty_ranges,
            below_least,
            conditional_choices,
        } = self;
        for one in lookups {
            visit(&mut one.span);
            one.keys.iter_mut().for_each(|key| key.each_span(visit));
            one.places.iter_mut().for_each(&mut *visit);
        }
        for one in bounded {
            visit(&mut one.span);
            one.values.each_span(visit);
            one.parameter.iter_mut().for_each(|(_, span)| visit(span));
        }
        for one in constant_conditions {
            visit(&mut one.span);
            if let Some((left, right, _)) = &mut one.operands {
                left.each_span(visit);
                right.each_span(visit);
            }
            one.rule.iter_mut().for_each(|rule| visit(&mut rule.span));
        }
        for one in certain_tests {
            visit(&mut one.span);
            one.rolled.each_span(visit);
        }
        for (span, ..) in constant_quotients {
            visit(span);
        }
        for (span, values, _) in dead_arms {
            visit(span);
            values.each_span(visit);
        }
        for one in empty_ranges {
            visit(&mut one.span);
            one.first.each_span(visit);
            one.last.each_span(visit);
        }
        for one in below_least {
            visit(&mut one.span);
            one.values.each_span(visit);
        }
        for (span, _) in conditional_choices {
            visit(span);
        }
    }
}
