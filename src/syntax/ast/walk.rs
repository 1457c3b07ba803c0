//! One walk over statements and expressions: what stands in what, in the order in which it is worked out, with the
//! scopes of the names that are kept.

use super::{
    Among, Block, Chooser, Expr, ExprKind, Name, Offered, Ordering, PileMove, RollCondition,
    Selection, Statement, StatementKind, Ties,
};

/// Visits the parts of a tree. Each method goes on into its node unless it is overridden; one that is calls the
/// function `walk_…` of the same node to go on.
pub trait Visitor<'t>: Sized {
    /// Visits a statement.
    fn statement(&mut self, statement: &'t Statement) {
        walk_statement(self, statement);
    }

    /// Visits one option of a choice.
    fn option(&mut self, option: &'t Offered) {
        walk_option(self, option);
    }

    /// Visits an expression.
    fn expr(&mut self, expr: &'t Expr) {
        walk_expr(self, expr);
    }

    /// Opens a scope: the names bound from here on are forgotten where it closes.
    fn open_scope(&mut self) {}

    /// Closes the innermost scope.
    fn close_scope(&mut self) {}

    /// Binds a name in the innermost scope. The name of a selection is bound twice: for its condition, and for what
    /// is done with each.
    fn bind(&mut self, _name: &'t Name) {}
}

/// Visits the statements of a block, in a scope of its own.
pub fn walk_block<'t>(visitor: &mut impl Visitor<'t>, block: &'t Block) {
    visitor.open_scope();
    for statement in block {
        visitor.statement(statement);
    }
    visitor.close_scope();
}

/// Visits the parts of a statement.
pub fn walk_statement<'t>(visitor: &mut impl Visitor<'t>, statement: &'t Statement) {
    match &statement.kind.value {
        StatementKind::Let { name, value } => {
            visitor.expr(value);
            visitor.bind(name);
        }
        StatementKind::Roll(rolls) => {
            for roll in rolls {
                visitor.expr(&roll.value);
                roll.bound().into_iter().for_each(|name| visitor.bind(name));
            }
        }
        StatementKind::On { shown, body } => {
            walk_shown(visitor, shown.as_ref());
            walk_block(visitor, body);
        }
        StatementKind::OutcomeOn { shown, .. } => walk_shown(visitor, Some(shown)),
        StatementKind::Result(value)
        | StatementKind::Destroy(value)
        | StatementKind::Remove(value)
        | StatementKind::Call(value)
        | StatementKind::Worth(value)
        | StatementKind::Needs {
            condition: value, ..
        } => visitor.expr(value),
        StatementKind::Outcome { when: value, .. }
        | StatementKind::EndGame { winner: value }
        | StatementKind::At { by: value, .. } => value.iter().for_each(|value| visitor.expr(value)),
        StatementKind::Report(values)
        | StatementKind::Open {
            arguments: values, ..
        } => values.iter().for_each(|value| visitor.expr(value)),
        StatementKind::If {
            condition,
            then,
            otherwise,
        } => {
            visitor.expr(condition);
            walk_block(visitor, then);
            otherwise
                .iter()
                .for_each(|block| walk_block(visitor, block));
        }
        StatementKind::Repeat { times, body } => {
            visitor.expr(times);
            walk_block(visitor, body);
        }
        StatementKind::RepeatUntil { until, most, body } => {
            visitor.expr(until);
            most.iter().for_each(|most| visitor.expr(most));
            walk_block(visitor, body);
        }
        StatementKind::Count {
            name,
            from,
            to,
            body,
        } => {
            visitor.expr(from);
            visitor.expr(to);
            visitor.open_scope();
            visitor.bind(name);
            walk_block(visitor, body);
            visitor.close_scope();
        }
        StatementKind::Each {
            selection,
            ordering,
            body,
        } => {
            walk_selection(visitor, selection, ordering.as_ref());
            visitor.open_scope();
            visitor.bind(&selection.name);
            walk_block(visitor, body);
            visitor.close_scope();
        }
        StatementKind::EachDie { name, dice, body } => {
            visitor.expr(dice);
            visitor.open_scope();
            visitor.bind(name);
            walk_block(visitor, body);
            visitor.close_scope();
        }
        StatementKind::Alternate {
            selection,
            ordering,
            condition,
            body,
        } => {
            walk_selection(visitor, selection, ordering.as_ref());
            visitor.open_scope();
            visitor.bind(&selection.name);
            visitor.expr(condition);
            walk_block(visitor, body);
            visitor.close_scope();
        }
        StatementKind::Simultaneous { body } | StatementKind::Phase { body, .. } => {
            walk_block(visitor, body);
        }
        StatementKind::Rank {
            selection,
            ordering,
            ties,
            place,
        } => {
            walk_selection(visitor, selection, Some(ordering));
            visitor.open_scope();
            visitor.bind(&selection.name);
            if let Some(Ties::Roll(rolled)) = ties {
                visitor.expr(rolled);
            }
            visitor.expr(place);
            visitor.close_scope();
        }
        StatementKind::Depending { value, arms } => {
            visitor.expr(value);
            arms.iter()
                .for_each(|arm| walk_block(visitor, &arm.value.body));
        }
        StatementKind::Change { amount, place, .. } => {
            visitor.expr(amount);
            visitor.expr(place);
        }
        StatementKind::Create { name, owner, .. } => {
            owner.iter().for_each(|owner| visitor.expr(owner));
            visitor.bind(name);
        }
        StatementKind::Draw { name, owner, .. } => {
            owner.iter().for_each(|owner| visitor.expr(owner));
            visitor.bind(name);
        }
        StatementKind::LookAt { n_cards, by, .. } => {
            visitor.expr(n_cards);
            by.iter().for_each(|by| visitor.expr(by));
        }
        StatementKind::Shuffle { .. } => {}
        StatementKind::MoveCard { card, to } => {
            visitor.expr(card);
            if let PileMove::Hand(side) = to {
                visitor.expr(side);
            }
        }
        StatementKind::OnceEach { unit, index, .. } => {
            visitor.expr(unit);
            index.iter().for_each(|index| visitor.expr(index));
        }
        StatementKind::Choose {
            among, by, worth, ..
        } => {
            match among {
                Among::Numbers { from, to, .. } => {
                    visitor.expr(from);
                    visitor.expr(to);
                }
                Among::Listed(selection) => walk_selection(visitor, selection, None),
            }
            walk_chooser(visitor, by.as_ref());
            visitor.bind(among.name());
            walk_weight(visitor, by.as_ref());
            worth.iter().for_each(|worth| visitor.expr(worth));
        }
        StatementKind::ChooseSeveral {
            most,
            selection,
            by,
            worth,
            body,
            ..
        } => {
            most.iter().for_each(|most| visitor.expr(most));
            walk_chooser(visitor, by.as_ref());
            walk_selection(visitor, selection, None);
            visitor.open_scope();
            visitor.bind(&selection.name);
            walk_weight(visitor, by.as_ref());
            worth.iter().for_each(|worth| visitor.expr(worth));
            walk_block(visitor, body);
            visitor.close_scope();
        }
        StatementKind::ChooseOne { by, options, .. } => {
            walk_chooser(visitor, by.as_ref());
            walk_weight(visitor, by.as_ref());
            options
                .iter()
                .for_each(|option| visitor.option(&option.value));
        }
        StatementKind::May { by, option } => {
            by.iter().for_each(|by| visitor.expr(by));
            visitor.option(option);
        }
        StatementKind::Cancel
        | StatementKind::Stop
        | StatementKind::Nothing
        | StatementKind::Next
        | StatementKind::Done => {}
    }
}

fn walk_shown<'t>(visitor: &mut impl Visitor<'t>, shown: Option<&'t RollCondition>) {
    if let Some(RollCondition::AtLeast(least)) = shown {
        visitor.expr(least);
    }
}

fn walk_chooser<'t>(visitor: &mut impl Visitor<'t>, by: Option<&'t Chooser>) {
    if let Some(Chooser::Side(side)) = by {
        visitor.expr(side);
    }
}

fn walk_weight<'t>(visitor: &mut impl Visitor<'t>, by: Option<&'t Chooser>) {
    if let Some(Chooser::Weighted(weight)) = by {
        visitor.expr(weight);
    }
}

/// Visits the condition, the worth and the block of an option.
pub fn walk_option<'t>(visitor: &mut impl Visitor<'t>, option: &'t Offered) {
    let values = option.condition.iter().chain(&option.worth);
    values.for_each(|value| visitor.expr(value));
    walk_block(visitor, &option.body);
}

/// Visits the parts of a selection: its condition and the order know its name.
fn walk_selection<'t>(
    visitor: &mut impl Visitor<'t>,
    selection: &'t Selection,
    order: Option<&'t Ordering>,
) {
    selection.owner.iter().for_each(|owner| visitor.expr(owner));
    let region = selection.region.iter().flat_map(|region| region.parts());
    region.for_each(|part| visitor.expr(part));
    visitor.open_scope();
    visitor.bind(&selection.name);
    let condition = selection.condition.iter();
    condition.for_each(|condition| visitor.expr(condition));
    order.iter().for_each(|order| visitor.expr(&order.by));
    visitor.close_scope();
}

/// Visits the direct parts of an expression.
pub fn walk_expr<'t>(visitor: &mut impl Visitor<'t>, expr: &'t Expr) {
    match expr.value.as_ref() {
        ExprKind::Number { .. }
        | ExprKind::Dice { .. }
        | ExprKind::Roll(_)
        | ExprKind::Offered(_)
        | ExprKind::Name(_)
        | ExprKind::Flag(_) => {}
        ExprKind::Pool(roll) => roll.values().for_each(|value| visitor.expr(value)),
        ExprKind::Member { unit: inner, .. }
        | ExprKind::RollOf(inner)
        | ExprKind::RestOf(inner)
        | ExprKind::Not(inner)
        | ExprKind::Negate(inner)
        | ExprKind::Is { value: inner, .. }
        | ExprKind::Has { unit: inner, .. }
        | ExprKind::Rounded { value: inner, .. }
        | ExprKind::Limit { value: inner, .. } => visitor.expr(inner),
        ExprKind::LimitTo { value, low, high } => {
            visitor.expr(value);
            let ends = low.iter().chain(high);
            ends.for_each(|end| visitor.expr(end));
        }
        ExprKind::Indexed { unit, about, .. } => {
            visitor.expr(unit);
            about.iter().for_each(|about| visitor.expr(about));
        }
        ExprKind::Call { arguments, .. } | ExprKind::Can { arguments, .. } => {
            arguments.iter().for_each(|argument| visitor.expr(argument));
        }
        ExprKind::Same {
            value: left,
            other: right,
            ..
        }
        | ExprKind::Binary { left, right, .. }
        | ExprKind::Divide { left, right, .. }
        | ExprKind::Compare { left, right, .. }
        | ExprKind::Meets {
            face: left,
            need: right,
        }
        | ExprKind::Shift {
            value: left,
            by: right,
            ..
        } => {
            visitor.expr(left);
            visitor.expr(right);
        }
        ExprKind::Aggregate {
            value,
            selection,
            ordering,
            ..
        } => {
            visitor.open_scope();
            visitor.bind(&selection.name);
            value.iter().for_each(|value| visitor.expr(value));
            visitor.close_scope();
            walk_selection(visitor, selection, ordering.as_ref());
        }
        ExprKind::If {
            condition,
            then,
            otherwise,
        } => {
            visitor.expr(condition);
            visitor.expr(then);
            visitor.expr(otherwise);
        }
    }
}

/// Writes a function that lists the blocks below a statement, for one way of borrowing it.
macro_rules! blocks {
    ($(#[$doc:meta])* $name:ident, $iter:ident, $($borrow:tt)+) => {
        $(#[$doc])*
        pub fn $name(statement: $($borrow)+ Statement) -> Vec<$($borrow)+ Block> {
            match $($borrow)+ statement.kind.value {
                StatementKind::If {
                    then, otherwise, ..
                } => std::iter::once(then).chain(otherwise).collect(),
                StatementKind::Repeat { body, .. }
                | StatementKind::RepeatUntil { body, .. }
                | StatementKind::Count { body, .. }
                | StatementKind::Each { body, .. }
                | StatementKind::EachDie { body, .. }
                | StatementKind::Alternate { body, .. }
                | StatementKind::Simultaneous { body }
                | StatementKind::Phase { body, .. }
                | StatementKind::ChooseSeveral { body, .. }
                | StatementKind::On { body, .. } => vec![body],
                StatementKind::Depending { arms, .. } => {
                    arms.$iter().map(|arm| $($borrow)+ arm.value.body).collect()
                }
                StatementKind::ChooseOne { options, .. } => {
                    options.$iter().map(|option| $($borrow)+ option.value.body).collect()
                }
                StatementKind::May { option, .. } => vec![$($borrow)+ option.body],
                StatementKind::Let { .. }
                | StatementKind::Roll(_)
                | StatementKind::Outcome { .. }
                | StatementKind::OutcomeOn { .. }
                | StatementKind::Result(_)
                | StatementKind::Needs { .. }
                | StatementKind::Rank { .. }
                | StatementKind::EndGame { .. }
                | StatementKind::Change { .. }
                | StatementKind::Destroy(_)
                | StatementKind::Remove(_)
                | StatementKind::Create { .. }
                | StatementKind::Draw { .. }
                | StatementKind::LookAt { .. }
                | StatementKind::Shuffle { .. }
                | StatementKind::MoveCard { .. }
                | StatementKind::OnceEach { .. }
                | StatementKind::Choose { .. }
                | StatementKind::Open { .. }
                | StatementKind::At { .. }
                | StatementKind::Worth(_)
                | StatementKind::Cancel
                | StatementKind::Call(_)
                | StatementKind::Stop
                | StatementKind::Nothing
                | StatementKind::Next
                | StatementKind::Done
                | StatementKind::Report(_) => Vec::new(),
            }
        }
    };
}

blocks! {
    /// The blocks that stand directly below a statement, in written order.
    blocks, iter, &
}

blocks! {
    /// The same, to be changed.
    blocks_mut, iter_mut, &mut
}
