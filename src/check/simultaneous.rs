//! Statements that cannot be, or have no effect, in a block `at the same time`, because its changes are made at its end.
//!
//! Reports: E0206, E0246, E0612.

use super::loops::waits_for_tracks;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::simultaneous::visit_reached;
use sandtable_model::{Ability, RuleBook, Statement, blocks, walk_calls, walk_own};
use sandtable_source::Span;

/// Checks every such block of a finished book.
pub(super) fn check_simultaneous(book: &RuleBook, diagnostics: &mut Diagnostics) {
    for (naming, body) in book.bodies() {
        let mut found = Vec::new();
        search(book, body, None, &mut found);
        let citations = || naming.citations.iter().map(String::as_str);
        diagnostics.extend(found.into_iter().map(|one| one.cite(citations())));
    }
}

/// The block around a statement.
#[derive(Clone, Copy)]
struct Around {
    /// Span of its first line.
    span: Span,
    /// A loop inside of it is around the statement.
    is_in_loop: bool,
}

fn search(
    book: &RuleBook,
    block: &[Statement],
    around: Option<Around>,
    found: &mut Vec<Diagnostic>,
) {
    for statement in block {
        let own = statement.simultaneous().map(|_| Around {
            span: statement.span,
            is_in_loop: false,
        });
        let around = around.or(own);
        let inside = around.map(|around| {
            found.extend(leaving(statement, around));
            found.extend(ends_by_call(book, statement, around));
            found.extend(frozen_loop(statement, around));
            Around {
                is_in_loop: around.is_in_loop || statement.is_loop(),
                ..around
            }
        });
        for inner in blocks(statement) {
            search(book, inner, inside, found);
        }
    }
}

/// Reports a loop that waits for a track, which does not change before the end of the block.
fn frozen_loop(statement: &Statement, around: Around) -> Option<Diagnostic> {
    if !waits_for_tracks(statement) {
        return None;
    }
    let repeat = statement.repetition()?;
    let (code, message) = match repeat.times {
        Some(_) => (
            Code::IneffectiveLoop,
            "this loop never sees what it changes, so it runs to its limit or not at all",
        ),
        None => (
            Code::EndlessLoop,
            "endless loop: it never sees what it changes",
        ),
    };
    let finding = Diagnostic::new(code, message)
        .label(
            repeat.until.map_or(statement.span, |until| until.span),
            "this stays as it was before the block",
        )
        .label(around.span, "all changes are made at the end of this block")
        .help("put the loop outside of the block, or say how often: `repeat … times`");
    Some(finding)
}

/// Reports a statement that leaves the block before its end.
fn leaving(statement: &Statement, around: Around) -> Option<Diagnostic> {
    let ends = statement.is_stop() || statement.is_cancel() || statement.result().is_some();
    let (what, help) = if ends {
        (
            "this ends the rule before the changes of `at the same time` are made",
            "put it after the block; to leave out a part, use `if`, or an action of its own",
        )
    } else if statement.is_jump() && !around.is_in_loop {
        (
            "this leaves the block before the changes of `at the same time` are made",
            "put it after the block; to leave out a part, use `if`, or an action of its own",
        )
    } else if statement.ends_game() {
        (
            "the game cannot end before the changes of `at the same time` are made",
            "put it after the block, where the changes can be seen",
        )
    } else if statement.phase().is_some() {
        (
            "a phase cannot be in `at the same time`",
            "write `at the same time` inside the phase",
        )
    } else {
        return None;
    };
    Some(
        Diagnostic::new(Code::NotAllowedHere, what)
            .label(statement.span, "")
            .label(around.span, "the changes are made at the end of this block")
            .help(help),
    )
}

/// Reports a call of a rule that can end the game, or resets tracks at the end of a phase.
fn ends_by_call(book: &RuleBook, statement: &Statement, around: Around) -> Option<Diagnostic> {
    let mut called = Vec::new();
    walk_own(statement, &mut |expr| {
        walk_calls(expr, &mut |id| called.push((id, expr.span)));
    });
    for (id, span) in called {
        let Some(procedure) = book.procedures.get(id.at()) else {
            continue;
        };
        let name = &procedure.naming.name;
        let mut ending = None;
        visit_reached(book, &procedure.body, &mut |inner| {
            if inner.ends_game() {
                ending = ending.or(Some(inner.span));
            }
        });
        let diagnostic = if procedure.ability == Ability::Sequence {
            Diagnostic::new(
                Code::NotAllowedHere,
                format!("the sequence `{name}` cannot be in `at the same time`"),
            )
            .label(span, "")
            .help("call an action instead: a sequence resets tracks at its end")
        } else if let Some(ending) = ending {
            Diagnostic::new(
                Code::NotAllowedHere,
                format!(
                    "`{name}` can end the game before the changes of `at the same time` are made"
                ),
            )
            .label(span, "")
            .label(ending, "here")
            .help("check after the block whether the game ends")
        } else {
            continue;
        };
        return Some(
            diagnostic.label(around.span, "the changes are made at the end of this block"),
        );
    }
    None
}
