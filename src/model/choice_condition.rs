//! Conditions of the choices that an example gives.

use super::Expr;
use sandtable_source::Span;

/// The condition of a given choice: `yes if shown < 4 otherwise no`.
#[derive(Debug, Clone)]
pub struct ChoiceCondition {
    /// Index among the given choices.
    pub at: usize,
    /// The answer where the condition does not hold, as written; `None` leaves the decision open there.
    pub otherwise: Option<String>,
    /// Span of the condition, by which decisions know it.
    pub span: Span,
}

/// The condition of a given choice at a decision that it can answer, over the names that are visible there.
#[derive(Debug, Clone)]
pub struct ConditionHere {
    /// Span of the condition in its example.
    pub span: Span,
    /// The condition.
    pub holds: Expr,
}
