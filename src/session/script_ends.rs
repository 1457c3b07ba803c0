//! Expectations of a script at the end of its game.

use super::library::QuestionError;
use super::scenario::Scenario;
use super::script::Moves;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;
use std::sync::Arc;

/// Checks what a script expects at the end of its game.
///
/// Errors: a condition that makes no sense, or that is none.
pub fn check_expects(moves: &mut Moves, scenario: &mut Scenario<'_>) -> Result<(), QuestionError> {
    let mut diagnostics = Diagnostics::default();
    for expected in &moves.expects {
        let written = match expected {
            ast::Expectation::Holds(condition) => condition,
            ast::Expectation::RefusedBy(Spanned { span, .. })
            | ast::Expectation::Offered {
                option: Spanned { span, .. },
                ..
            } => {
                diagnostics.push(no_condition(*span));
                continue;
            }
            ast::Expectation::Order(events) => {
                let place = events.first().map(|event| event.span);
                place
                    .into_iter()
                    .for_each(|span| diagnostics.push(no_condition(span)));
                continue;
            }
        };
        let condition = sandtable_check::condition(
            Arc::make_mut(&mut scenario.ruleset.book),
            &scenario.entry,
            &scenario.situation,
            written,
            &mut diagnostics,
        );
        match condition {
            Some(condition) => moves.ends.push(condition),
            None if diagnostics.is_empty() => diagnostics.push(no_condition(written.span)),
            None => {}
        }
    }
    match diagnostics.has_errors() {
        true => Err(scenario.ruleset.question_error(diagnostics)),
        false => Ok(()),
    }
}

fn no_condition(span: Span) -> Diagnostic {
    Diagnostic::new(
        Code::NotAllowedHere,
        "a script can only expect conditions",
    )
    .label(span, "")
    .help("write a condition, like `red.shots = 2`; expect refusals, offers and orders in an example")
}
