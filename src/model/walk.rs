//! Traversals of expressions and statements.

use super::{
    Among, Arm, Block, Chosen, Expr, ExprKind, Line, Naming, ProcedureId, RuleBook, Selection,
    Statement, StatementKind, Ties, TrackId, Values,
};

impl RuleBook {
    /// Iterates over the bodies of procedures, triggers and reactions, each with its declaration.
    pub fn bodies(&self) -> impl Iterator<Item = (&Naming, &Block)> {
        let procedures = self.procedures.iter().map(|one| (&one.naming, &one.body));
        let triggers = self.triggers.iter().flat_map(|one| {
            let whens = one.whens.iter();
            whens.map(|when| (&one.naming, &when.body))
        });
        let reactions = self.reactions.iter().map(|one| (&one.naming, &one.body));
        procedures.chain(triggers).chain(reactions)
    }

    /// Calls a visitor with each expression of bodies, reports, lists of modifiers and facts that is no part of another.
    pub fn walk_roots(&self, visit: &mut dyn FnMut(&Expr)) {
        let statements = self.bodies().flat_map(|(_, body)| body);
        statements.for_each(|statement| walk_statement(statement, visit));
        let reports = self.procedures.iter().flat_map(|one| &one.report);
        reports.flatten().for_each(&mut *visit);
        let lines = self.modifiers.iter().flat_map(|list| &list.lines);
        let parts = lines.flat_map(|line| line.per.iter().chain(&line.condition));
        parts.for_each(&mut *visit);
        let facts = self.facts.iter().filter_map(|fact| fact.in_play.as_ref());
        facts.for_each(|fact| visit(&fact.value));
    }

    /// Calls a visitor with every expression of bodies, lists of modifiers and facts, and with its declaration.
    pub fn walk_exprs(&self, visit: &mut dyn FnMut(&Naming, &Expr)) {
        for (naming, block) in self.bodies() {
            for statement in block {
                walk_statement(statement, &mut |expr| {
                    walk_within(expr, &mut |inner| visit(naming, inner))
                });
            }
        }
        for list in &self.modifiers {
            let parts = list.lines.iter();
            let parts = parts.flat_map(|line| line.per.iter().chain(&line.condition));
            parts.for_each(|part| walk_within(part, &mut |inner| visit(&list.naming, inner)));
        }
        for fact in &self.facts {
            let in_play = fact.in_play.iter();
            in_play.for_each(|in_play| {
                walk_within(&in_play.value, &mut |inner| visit(&fact.naming, inner));
            });
        }
    }
}

impl Expr {
    /// Returns the value of a literal number, negated or not.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "only these two forms are literals; a new form is calculated"
    )]
    pub fn literal(&self) -> Option<i32> {
        match &self.kind {
            ExprKind::Constant(value) => Some(*value),
            ExprKind::Negate(inner) => inner.literal()?.checked_neg(),
            _ => None,
        }
    }
}

/// Calls a visitor with each operand of an expression.
pub fn walk_expr(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    match &expr.kind {
        ExprKind::Constant(_)
        | ExprKind::Local(_)
        | ExprKind::Option(_)
        | ExprKind::Game
        | ExprKind::NamedSide(_)
        | ExprKind::Dice { .. }
        | ExprKind::Roll(_)
        | ExprKind::Last(_)
        | ExprKind::Winner
        | ExprKind::Ended
        | ExprKind::Offered(_)
        | ExprKind::Refused
        | ExprKind::Outcome => {}
        ExprKind::Pool(handful) => handful.keys.iter().for_each(|key| visit(&key.value)),
        ExprKind::Field { unit: one, .. }
        | ExprKind::Ground { place: one, .. }
        | ExprKind::AreaUnit(one)
        | ExprKind::AreaPlace(one)
        | ExprKind::Not(one)
        | ExprKind::Negate(one)
        | ExprKind::RollOf { die: one, .. }
        | ExprKind::Member { value: one, .. }
        | ExprKind::Widen { value: one, .. }
        | ExprKind::Limit { value: one, .. } => visit(one),
        ExprKind::Track { unit, index, .. } => {
            visit(unit);
            index.iter().for_each(|index| visit(index));
        }
        ExprKind::Binary { left, right, .. }
        | ExprKind::Divide { left, right, .. }
        | ExprKind::Compare { left, right, .. }
        | ExprKind::Meets {
            face: left,
            need: right,
            ..
        }
        | ExprKind::Shift {
            value: left,
            by: right,
            ..
        }
        | ExprKind::RestOf {
            value: left,
            by: right,
            ..
        }
        | ExprKind::Ratio { left, right, .. } => {
            visit(left);
            visit(right);
        }
        ExprKind::Aggregate {
            value,
            selection,
            ordering,
            ..
        } => {
            value.iter().for_each(|value| visit(value));
            walk_selection(selection, visit);
            ordering.iter().for_each(|ordering| visit(&ordering.by));
        }
        ExprKind::If {
            condition,
            then,
            otherwise,
        } => {
            visit(condition);
            visit(then);
            visit(otherwise);
        }
        ExprKind::Measured { arguments, way, .. } => {
            let way = way.iter().flat_map(|way| &way.arguments);
            arguments.iter().chain(way).for_each(visit);
        }
        ExprKind::Call { arguments, .. }
        | ExprKind::Can { arguments, .. }
        | ExprKind::Table { arguments, .. }
        | ExprKind::Modifiers { arguments, .. }
        | ExprKind::Fact { arguments, .. } => arguments.iter().for_each(visit),
    }
}

fn walk_selection(selection: &Selection, visit: &mut dyn FnMut(&Expr)) {
    let parts = selection.condition.iter().chain(&selection.owner);
    parts.for_each(|part| visit(part));
    if let Some(Chosen::Given(parameter)) = &selection.chosen {
        visit(parameter);
    }
    let region = selection.region.iter().flat_map(|region| region.parts());
    region.for_each(visit);
}

/// The blocks of a statement, in order.
#[derive(Debug, Clone)]
pub struct Blocks<'a>(Rest<'a>);

/// Those that are still to come.
#[derive(Debug, Clone)]
enum Rest<'a> {
    Two(Option<&'a [Statement]>, Option<&'a [Statement]>),
    Arms(std::slice::Iter<'a, Arm>),
    Lines(std::slice::Iter<'a, Line>),
}

impl<'a> Iterator for Blocks<'a> {
    type Item = &'a [Statement];

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Rest::Two(first, second) => first.take().or_else(|| second.take()),
            Rest::Arms(arms) => arms.next().map(|arm| arm.body.as_slice()),
            Rest::Lines(lines) => lines.next().map(|line| line.body.as_slice()),
        }
    }
}

/// Calls a visitor with a block and with each block within, in source order.
pub fn walk_blocks<'b>(block: &'b [Statement], visit: &mut dyn FnMut(&'b [Statement])) {
    visit(block);
    for inner in block.iter().flat_map(blocks) {
        walk_blocks(inner, visit);
    }
}

/// Iterates over the blocks of a statement.
pub fn blocks(statement: &Statement) -> Blocks<'_> {
    Blocks(match &statement.kind {
        StatementKind::If {
            then, otherwise, ..
        } => Rest::Two(Some(then), Some(otherwise)),
        StatementKind::Repeat { body, .. }
        | StatementKind::Count { body, .. }
        | StatementKind::Each { body, .. }
        | StatementKind::Alternate { body, .. }
        | StatementKind::Simultaneous { body }
        | StatementKind::Phase { body, .. } => Rest::Two(Some(body), None),
        StatementKind::Depending { arms, .. } => Rest::Arms(arms.iter()),
        StatementKind::Choose(choice) => match &choice.among {
            Among::Lines(lines) => Rest::Lines(lines.iter()),
            Among::Values { .. } => Rest::Two(None, None),
        },
        StatementKind::Open { cancelled, .. } => Rest::Two(Some(cancelled), None),
        StatementKind::Let { .. }
        | StatementKind::Outcome { .. }
        | StatementKind::Result(_)
        | StatementKind::Needs { .. }
        | StatementKind::Must { .. }
        | StatementKind::Change { .. }
        | StatementKind::OnceEach { .. }
        | StatementKind::Create { .. }
        | StatementKind::Rank(_)
        | StatementKind::EndGame { .. }
        | StatementKind::Call(_)
        | StatementKind::Cancel
        | StatementKind::Stop
        | StatementKind::Nothing
        | StatementKind::Next
        | StatementKind::Done => Rest::Two(None, None),
    })
}

/// Calls a visitor with an expression and all its subexpressions.
pub fn walk_within(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(expr);
    walk_expr(expr, &mut |inner| walk_within(inner, visit));
}

/// Calls a visitor with each procedure that an expression calls.
pub fn walk_calls(expr: &Expr, visit: &mut dyn FnMut(ProcedureId)) {
    walk_within(expr, &mut |inner| {
        if let ExprKind::Call { procedure, .. } = inner.kind {
            visit(procedure);
        }
    });
}

/// Calls a visitor with every statement of a block; the visitor returns whether to descend into it.
pub fn walk_statements<'a>(block: &'a [Statement], visit: &mut dyn FnMut(&'a Statement) -> bool) {
    for statement in block {
        if visit(statement) {
            for inner in blocks(statement) {
                walk_statements(inner, visit);
            }
        }
    }
}

/// Calls a visitor with the unit and the track of every change in a statement and its blocks.
pub fn walk_changes(statement: &Statement, visit: &mut dyn FnMut(&Expr, TrackId)) {
    if let StatementKind::Change { unit, track, .. } | StatementKind::OnceEach { unit, track, .. } =
        &statement.kind
    {
        visit(unit, *track);
    }
    if let StatementKind::Rank(rank) = &statement.kind {
        visit(&rank.unit, rank.track);
    }
    for inner in blocks(statement).flatten() {
        walk_changes(inner, visit);
    }
}

/// Calls a visitor with every expression of a statement and its blocks.
pub fn walk_statement(statement: &Statement, visit: &mut dyn FnMut(&Expr)) {
    walk_own(statement, visit);
    for inner in blocks(statement).flatten() {
        walk_statement(inner, visit);
    }
}

/// Calls a visitor with every expression of a statement, without those of its blocks.
pub fn walk_own(statement: &Statement, visit: &mut dyn FnMut(&Expr)) {
    match &statement.kind {
        StatementKind::Let { value, .. }
        | StatementKind::Result(value)
        | StatementKind::Call(value)
        | StatementKind::Depending { value, .. } => visit(value),
        StatementKind::Outcome { when, .. } => when.iter().for_each(&mut *visit),
        StatementKind::Needs { condition, .. }
        | StatementKind::Must { condition, .. }
        | StatementKind::If { condition, .. } => {
            visit(condition);
        }
        StatementKind::Repeat { until, times, .. } => {
            until.iter().chain(times).for_each(visit);
        }
        StatementKind::Count { from, to, .. } => {
            visit(from);
            visit(to);
        }
        StatementKind::Each {
            selection, order, ..
        } => {
            walk_selection(selection, visit);
            order.iter().for_each(|order| visit(&order.ordering.by));
        }
        StatementKind::Change {
            amount,
            unit,
            index,
            ..
        } => {
            visit(amount);
            visit(unit);
            index.iter().for_each(&mut *visit);
        }
        StatementKind::OnceEach { unit, index, .. } => {
            visit(unit);
            index.iter().for_each(&mut *visit);
        }
        StatementKind::Create { owner, .. } => owner.iter().for_each(&mut *visit),
        StatementKind::Alternate {
            selection,
            order,
            condition,
            ..
        } => {
            walk_selection(selection, visit);
            order.iter().for_each(|order| visit(&order.ordering.by));
            visit(condition);
        }
        StatementKind::Rank(rank) => {
            walk_selection(&rank.selection, visit);
            visit(&rank.order.ordering.by);
            if let Ties::Roll(rolled) = &rank.ties {
                visit(rolled);
            }
        }
        StatementKind::EndGame { winner } => winner.iter().for_each(&mut *visit),
        StatementKind::Choose(choice) => {
            let most = choice.several.iter().flat_map(|several| &several.most);
            most.for_each(&mut *visit);
            choice.side().into_iter().for_each(&mut *visit);
            match &choice.among {
                Among::Lines(lines) => {
                    let values = lines.iter().flat_map(|line| [&line.condition, &line.worth]);
                    values.flatten().for_each(&mut *visit);
                }
                Among::Values { values, worth, .. } => {
                    worth.iter().for_each(&mut *visit);
                    match values.as_ref() {
                        Values::Numbers { from, to, .. } => {
                            visit(from);
                            visit(to);
                        }
                        Values::Units(selection) => walk_selection(selection, visit),
                        Values::Words { condition, .. } => condition.iter().for_each(&mut *visit),
                    }
                }
            }
        }
        StatementKind::Open { arguments, .. } => arguments.iter().for_each(&mut *visit),
        StatementKind::Phase { .. }
        | StatementKind::Simultaneous { .. }
        | StatementKind::Cancel
        | StatementKind::Stop
        | StatementKind::Nothing
        | StatementKind::Next
        | StatementKind::Done => {}
    }
}
