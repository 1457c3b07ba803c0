//! `stop` in a loop where only the round, or the loop, is likely to be meant.
//!
//! Reports: E0641.

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics, Fix};
use sandtable_model::{
    Ability, Among, Expr, ExprKind, LocalId, Naming, RuleBook, Selection, Statement, StatementKind,
    blocks, walk_expr,
};
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
    let unordered = |selection: &Selection| match selection.region {
        None => LoopKind::Units(selection.local),
        Some(_) => LoopKind::Conditional,
    };
    let kind = if let StatementKind::Each {
        selection,
        order: None,
        ..
    }
    | StatementKind::Alternate { selection, .. } = &statement.kind
    {
        unordered(selection)
    } else if let StatementKind::Repeat { until: None, .. } | StatementKind::Count { .. } =
        &statement.kind
    {
        LoopKind::Rounds
    } else if let StatementKind::Each { .. } | StatementKind::Repeat { .. } = &statement.kind {
        LoopKind::Conditional
    } else {
        return None;
    };
    Some(Loop { statement, kind })
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
        if let StatementKind::If {
            condition,
            then,
            otherwise,
        } = &statement.kind
        {
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
        } else if let StatementKind::Depending { arms, .. } = &statement.kind {
            let bodies = arms.iter().map(|arm| arm.body.as_slice());
            self.alternatives(bodies, around);
        } else if let StatementKind::Choose(choice) = &statement.kind
            && let Among::Lines(lines) = &choice.among
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
            LoopKind::Units(member) => any(
                condition,
                &|expr| matches!(expr.kind, ExprKind::Local(local) if local == member),
            ),
            LoopKind::Rounds => any(condition, &|expr| self.rolls(expr)),
            LoopKind::Conditional => false,
        }
    }

    fn rolls(&self, expr: &Expr) -> bool {
        if let ExprKind::Call { procedure, .. } = &expr.kind {
            let called = self.book.procedures.get(procedure.at());
            return called.is_some_and(|called| called.ability == Ability::Roll);
        }
        matches!(
            expr.kind,
            ExprKind::Dice { .. } | ExprKind::Pool(_) | ExprKind::Roll(_) | ExprKind::RollOf { .. }
        )
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
        [only] if matches!(only.kind, StatementKind::Stop) => Some(only.span),
        _ => None,
    }
}

fn any(expr: &Expr, is_meant: &impl Fn(&Expr) -> bool) -> bool {
    let mut found = is_meant(expr);
    walk_expr(expr, &mut |inner| found |= any(inner, is_meant));
    found
}
