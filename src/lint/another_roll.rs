//! Dice that are rolled and not used, and dice that are rolled again where the first roll is meant.
//!
//! Reports: E0695.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
)]

use super::Context;
use super::written::{citations_of, walk_bodies};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_syntax::ast::walk::{Visitor, blocks, walk_expr, walk_option, walk_statement};
use sandtable_syntax::ast::{Expr, ExprKind, Offered, Statement, StatementKind};
use sandtable_syntax::value_text;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for item in context.rules.iter().flat_map(|file| &file.items) {
        let citations = citations_of(&item.value);
        walk_bodies(&item.value, &mut |block| {
            for (at, statement) in block.iter().enumerate() {
                let rest = block.get(at + 1..).unwrap_or_default();
                let found = match &statement.kind.value {
                    StatementKind::Roll(_) => unused(statement, rest),
                    // Of two rolls that are compared, neither is meant by a third one.
                    StatementKind::Let { value, .. } if n_names(block, value) > 1 => None,
                    StatementKind::Let { value, name } => second_roll(value, &name.value, rest),
                    _ => None,
                };
                let citations = citations.iter().map(String::as_str);
                diagnostics.extend(found.map(|finding| finding.cite(citations)));
            }
        });
    }
}

/// Returns the number of names that a block gives to rolls of the same dice.
fn n_names(block: &[Statement], roll: &Expr) -> usize {
    let named = block.iter().filter(|statement| {
        matches!(&statement.kind.value, StatementKind::Let { value, .. } if value.value == roll.value)
    });
    named.count()
}

/// A statement `roll d6` without a name whose result no line below it asks for.
fn unused(statement: &Statement, rest: &[Statement]) -> Option<Diagnostic> {
    let StatementKind::Roll(rolls) = &statement.kind.value else {
        return None;
    };
    let [roll] = rolls.as_slice() else {
        return None;
    };
    if roll.bound().is_some() || asks_for_roll(rest) {
        return None;
    }
    let dice = dice_in(&roll.value);
    let other_roll = rest.iter().find_map(|statement| {
        let found = dice_of(statement);
        let mut found = found.into_iter();
        found.find(|other| dice.iter().any(|known| known.value == other.value))
    });
    let text = value_text(&roll.value);
    let finding = Diagnostic::new(
        Code::AnotherRoll,
        format!("nothing uses this roll of {text}"),
    )
    .label(statement.kind.span, "");
    Some(match other_roll {
        Some(other_roll) => finding
            .label(other_roll.span, "this is another roll")
            .help("name the roll, `… as shown`, and write the name where its result is meant"),
        None => finding.help("use its result on the lines below, `on 5+: …`; or delete the line"),
    })
}

/// Whether a line below a roll asks what it shows, before the next roll.
fn asks_for_roll(block: &[Statement]) -> bool {
    for statement in block {
        match &statement.kind.value {
            StatementKind::OutcomeOn { .. } | StatementKind::On { .. } => return true,
            StatementKind::Roll(_) => return false,
            _ => {}
        }
        if blocks(statement)
            .into_iter()
            .any(|inner| asks_for_roll(inner))
        {
            return true;
        }
    }
    false
}

/// `shown = d10`, one line of a chain that compares `shown`, and another one that rolls a d10 in its place.
fn second_roll(value: &Expr, name: &str, rest: &[Statement]) -> Option<Diagnostic> {
    if !is_roll(value) {
        return None;
    }
    let chain = rest
        .iter()
        .map_while(|statement| match &statement.kind.value {
            StatementKind::Outcome { when, .. } => Some(when.as_ref()),
            StatementKind::If { condition, .. } => Some(Some(condition)),
            _ => None,
        });
    let conditions: Vec<&Expr> = chain.flatten().collect();
    if !conditions.iter().any(|condition| mentions(condition, name)) {
        return None;
    }
    let (rolled, condition) = conditions.iter().find_map(|condition| {
        let mut dice = dice_in(condition).into_iter();
        let rolled = dice.find(|dice| dice.value == value.value)?;
        (!mentions(condition, name)).then_some((rolled, *condition))
    })?;
    Some(
        Diagnostic::new(
            Code::AnotherRoll,
            format!("`{}` is rolled again here", value_text(value)),
        )
        .label(rolled.span, "another roll")
        .label(value.span, format!("`{name}` is this roll"))
        .help(format!(
            "write `{name}` for the first roll; for a second one, name it above"
        ))
        .confidence(confidence_of(condition)),
    )
}

/// Returns how sure the finding is: in a comparison, the first roll was most likely meant.
fn confidence_of(condition: &Expr) -> Confidence {
    match condition.value.as_ref() {
        ExprKind::Compare { .. } => Confidence::Likely,
        _ => Confidence::Possible,
    }
}

fn is_roll(expr: &Expr) -> bool {
    matches!(
        expr.value.as_ref(),
        ExprKind::Dice { .. } | ExprKind::Roll(_) | ExprKind::RollOf(_)
    )
}

fn mentions(expr: &Expr, name: &str) -> bool {
    struct Search<'n>(&'n str, bool);
    impl<'t> Visitor<'t> for Search<'_> {
        fn expr(&mut self, expr: &'t Expr) {
            self.1 |= matches!(expr.value.as_ref(), ExprKind::Name(name) if name == self.0);
            walk_expr(self, expr);
        }
    }
    let mut search = Search(name, false);
    search.expr(expr);
    search.1
}

/// Returns the rolls in an expression, in written order.
fn dice_in(expr: &Expr) -> Vec<&Expr> {
    let mut search = Dice(Vec::new());
    search.expr(expr);
    search.0
}

/// Returns the rolls in a statement and its blocks, in written order.
fn dice_of(statement: &Statement) -> Vec<&Expr> {
    let mut search = Dice(Vec::new());
    search.statement(statement);
    search.0
}

struct Dice<'t>(Vec<&'t Expr>);

impl<'t> Visitor<'t> for Dice<'t> {
    fn statement(&mut self, statement: &'t Statement) {
        walk_statement(self, statement);
    }

    fn option(&mut self, option: &'t Offered) {
        walk_option(self, option);
    }

    fn expr(&mut self, expr: &'t Expr) {
        if is_roll(expr) {
            self.0.push(expr);
        } else {
            walk_expr(self, expr);
        }
    }
}
