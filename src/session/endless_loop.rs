//! The loop that a game does not leave: the outermost one whose condition is asked again and again while the state stays as it is.

use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_eval::sample::blocks::Continued;
use sandtable_ir::Program;
use sandtable_model::{RuleBook, walk_statements};
use sandtable_source::Span;

/// Minimum number of rounds.
const ROUNDS: u32 = 3;

/// Returns the finding about the loop without a limit in which a game is caught; `None` if its state still changes.
pub(super) fn find(book: &RuleBook, program: &Program, game: &Continued) -> Option<Diagnostic> {
    if game.changes {
        return None;
    }
    let mut conditions: Vec<Span> = Vec::new();
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let repeated = statement.repetition();
            let repeated = repeated.filter(|repeated| repeated.times.is_none());
            let condition = repeated.and_then(|repeated| repeated.until);
            conditions.extend(condition.or(statement.alternation()).map(|one| one.span));
            true
        });
    }
    let n_rounds = |condition: &Span| {
        let ops = program.origins.iter().zip(&game.counts);
        let ops = ops.filter(|(origin, _)| condition.contains(origin.span));
        ops.map(|(_, count)| *count).max().unwrap_or(0)
    };
    // Loops around it are not asked again, those within it more often.
    let asked = conditions.iter().map(|one| (n_rounds(one), *one));
    let (_, condition) = asked.filter(|(n, _)| *n >= ROUNDS).min()?;
    Some(
        Diagnostic::new(Code::TooManySteps, "this loop never ends")
            .label(condition, "nothing changes what this asks for")
            .help("let every path through the loop change it, also an option that does nothing"),
    )
}
