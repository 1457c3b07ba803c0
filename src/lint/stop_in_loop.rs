//! `stop` in a loop where only the round, or the loop, is likely to be meant.
//!
//! Reports: E0641.

use super::Context;
use super::readings::rolls;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics, Fix};
use sandtable_model::{Choice, Expr, LocalId, Naming, RuleBook, Statement, blocks};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (naming, body) in context.book.bodies() {
        let mut search = StopSearch {
            book: context.book,
            naming,
            diagnostics,
        };
        search.block(body, None);
    }
}

/// The innermost loop around a statement.
#[derive(Debug, Clone, Copy)]
struct Loop<'a> {
    statement: &'a Statement,
    kind: LoopKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LoopKind {
    /// Units in no particular order, each bound to the local.
    Units(LocalId),
    /// A number of rounds.
    Rounds,
    /// Ends by a condition, or goes along an order: its rule may well end with it.
    Conditional,
}

fn loop_of(statement: &Statement) -> Option<Loop<'_>> {
    let is_ordered = statement.each().is_some_and(|each| each.order.is_some());
    let unordered = statement.turns().filter(|_| !is_ordered);
    let units = unordered.filter(|(selection, _)| selection.region.is_none());
    let rounds = statement.repetition().map(|repeat| repeat.until.is_none());
    let rounds = rounds.or(statement.count().map(|_| true));
    let kind = match (units, rounds) {
        (Some((selection, _)), _) => LoopKind::Units(selection.local),
        (None, Some(true)) => LoopKind::Rounds,
        (None, _) => LoopKind::Conditional,
    };
    statement.is_loop().then_some(Loop { statement, kind })
}

struct StopSearch<'a, 'd> {
    book: &'a RuleBook,
    naming: &'a Naming,
    diagnostics: &'d mut Diagnostics,
}

impl<'a> StopSearch<'a, '_> {
    fn block(&mut self, block: &'a [Statement], around: Option<Loop<'a>>) {
        for statement in block {
            if let Some(around) = around {
                self.branches(statement, around);
            }
            let around = loop_of(statement).or(around);
            for inner in blocks(statement) {
                self.block(inner, around);
            }
        }
    }

    /// Reports branches of a statement that only stop, if other branches let the loop continue.
    fn branches(&mut self, statement: &'a Statement, around: Loop<'a>) {
        if let Some((condition, then, otherwise)) = statement.branch() {
            if let Some(stop) = only_stop(then)
                && self.is_of_one_round(condition, around.kind)
            {
                self.report(stop, around);
            } else if let Some(stop) = only_stop(otherwise)
                && around.kind != LoopKind::Conditional
                && !then.is_empty()
            {
                self.report(stop, around);
            }
        } else if let Some((_, arms)) = statement.cases() {
            let bodies = arms.iter().map(|arm| arm.body.as_slice());
            self.alternatives(bodies, around);
        } else if let Some(lines) = statement.choice().and_then(Choice::lines)
            && matches!(around.kind, LoopKind::Units(_))
        {
            let bodies = lines.iter().map(|line| line.body.as_slice());
            self.alternatives(bodies, around);
        }
    }

    fn alternatives(
        &mut self,
        bodies: impl Iterator<Item = &'a [Statement]> + Clone,
        around: Loop<'a>,
    ) {
        if around.kind == LoopKind::Conditional
            || bodies.clone().all(|body| only_stop(body).is_some())
        {
            return;
        }
        for stop in bodies.filter_map(only_stop) {
            self.report(stop, around);
        }
    }

    /// Whether a condition is about the unit of the round, or about dice that are rolled in it.
    fn is_of_one_round(&self, condition: &Expr, kind: LoopKind) -> bool {
        match kind {
            LoopKind::Units(member) => condition.reads_local(member),
            LoopKind::Rounds => rolls(self.book, condition),
            LoopKind::Conditional => false,
        }
    }

    fn report(&mut self, stop: Span, around: Loop<'a>) {
        let next = match around.kind {
            LoopKind::Units(_) => "the next unit",
            LoopKind::Rounds | LoopKind::Conditional => "the next round",
        };
        self.diagnostics.push(
            Diagnostic::new(
                Code::StopInLoop,
                "`stop` ends the whole rule, not only this round of the loop",
            )
            .confidence(Confidence::Likely)
            .label(stop, "")
            .label(around.statement.span, "ends this loop too")
            .help(format!(
                "write `next` to continue with {next}, or `done` to leave the loop; if intended, \
                 ignore this"
            ))
            .with_fix(Fix::new("write `next`", stop, "next"))
            .with_fix(Fix::new("write `done`", stop, "done"))
            .cite(self.naming.citations.iter().map(String::as_str)),
        );
    }
}

/// The `stop` that is all of a branch.
fn only_stop(body: &[Statement]) -> Option<Span> {
    match body {
        [only] if only.is_stop() => Some(only.span),
        _ => None,
    }
}
