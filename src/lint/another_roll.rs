//! Dice that are rolled and not used, and dice that are rolled again where the first roll is meant.
//!
//! Reports: E0695.

use super::Context;
use super::written::{citations_of, walk_bodies};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_syntax::ast::walk::{any, blocks, outermost, outermost_in};
use sandtable_syntax::ast::{Expr, Name, Statement};
use sandtable_syntax::value_text;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for item in context.rules.iter().flat_map(|file| &file.items) {
        let citations = citations_of(&item.value);
        walk_bodies(&item.value, &mut |block| {
            for (at, statement) in block.iter().enumerate() {
                let rest = block.get(at + 1..).unwrap_or_default();
                // Of two rolls that are compared, neither is meant by a third one.
                let binding = statement
                    .binding()
                    .filter(|(_, value)| n_names(block, value) < 2);
                let second = |(name, value): (&Name, _)| second_roll(value, &name.value, rest);
                let found = unused(statement, rest).or_else(|| binding.and_then(second));
                let citations = citations.iter().map(String::as_str);
                diagnostics.extend(found.map(|finding| finding.cite(citations)));
            }
        });
    }
}

/// Returns the number of names that a block gives to rolls of the same dice.
fn n_names(block: &[Statement], roll: &Expr) -> usize {
    let named = block.iter().filter_map(Statement::binding);
    named.filter(|(_, value)| value.value == roll.value).count()
}

/// A statement `roll d6` without a name whose result no line below it asks for.
fn unused(statement: &Statement, rest: &[Statement]) -> Option<Diagnostic> {
    let [roll] = statement.rolls()? else {
        return None;
    };
    if roll.bound().is_some() || asks_for_roll(rest) {
        return None;
    }
    let dice = dice_in(&roll.value);
    let other_roll = rest.iter().find_map(|statement| {
        let found = outermost_in(statement, |part| part.value.is_roll());
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
        if statement.asks_for_roll() || statement.rolls().is_some() {
            return statement.asks_for_roll();
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
    if !value.value.is_roll() {
        return None;
    }
    let chain = rest.iter().map_while(|statement| match statement.branch() {
        Some((condition, ..)) => Some(Some(condition)),
        None => statement.outcome().map(|(_, when)| when),
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
    match condition.value.comparison() {
        Some(_) => Confidence::Likely,
        None => Confidence::Possible,
    }
}

fn mentions(expr: &Expr, name: &str) -> bool {
    any(expr, |part| part.value.name() == Some(name))
}

/// Returns the rolls in an expression, in written order.
fn dice_in(expr: &Expr) -> Vec<&Expr> {
    outermost(expr, |part| part.value.is_roll())
}
