//! Comparisons by which the side with fewer points wins, in a book in which more of the same points win elsewhere.
//!
//! Reports: E0656.

use std::collections::BTreeMap;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::are_equivalent;
use sandtable_model::{Expr, Naming, Statement, TrackId, walk_statements};
use sandtable_source::Span;
use sandtable_syntax::ast::{Crossing, Order};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut more: BTreeMap<TrackId, Span> = BTreeMap::new();
    let mut fewer: Vec<(TrackId, &Naming, Span)> = Vec::new();
    for (naming, body) in book.bodies() {
        // One side wins by both of two lines: another finding.
        let mut winners: Vec<&Expr> = Vec::new();
        walk_statements(body, &mut |statement| {
            if let Some((track, wins_more, span, winner)) = won_by(statement) {
                let is_again = winners.iter().any(|other| are_equivalent(other, winner));
                match wins_more {
                    true => _ = more.entry(track).or_insert(span),
                    false if is_again => {}
                    false => fewer.push((track, naming, span)),
                }
                winners.push(winner);
            }
            true
        });
    }
    let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    for when in whens.filter(|when| when.crossing == Crossing::Reaches) {
        let wins = |unit: &Expr| when.body.iter().any(|one| is_winner(one, unit));
        if let Some(read) = when.watched.track().filter(|read| wins(read.unit)) {
            more.entry(read.track).or_insert(when.watched.span);
        }
    }
    for (track, naming, span) in fewer {
        let Some(more) = more.get(&track) else {
            continue;
        };
        let name = book.track_name(track);
        diagnostics.push(
            Diagnostic::new(
                Code::FewerPointsWin,
                format!("the side with fewer `{name}` wins here, and elsewhere the side with more"),
            )
            .label(span, "fewer win")
            .label(*more, "more win")
            .help("correct the comparison, or the winner; if both are meant, ignore this")
            .cite(naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
        );
    }
}

/// Returns the points of a side by which a line ends the game, whether more of them win, the condition and the winner.
fn won_by(statement: &Statement) -> Option<(TrackId, bool, Span, &Expr)> {
    let (condition, then, _) = statement.branch()?;
    let [end] = then.as_slice() else { return None };
    let (compared, winner) = (condition.comparison()?, end.winner()?);
    let (higher, lower) = match compared.order {
        Order::Greater | Order::GreaterOrEqual => (compared.left, compared.right),
        Order::Less | Order::LessOrEqual => (compared.right, compared.left),
        Order::Equal | Order::NotEqual => return None,
    };
    match (higher.track(), lower.track()) {
        (Some(higher), Some(lower)) if higher.track == lower.track => {
            let is_lower = is_winner(end, lower.unit);
            let is_one = is_lower != is_winner(end, higher.unit);
            is_one.then_some((higher.track, !is_lower, condition.span, winner))
        }
        // `if side.points >= 20: end game won by side`
        (Some(higher), None) if is_winner(end, higher.unit) => {
            Some((higher.track, true, condition.span, winner))
        }
        (Some(_), Some(_) | None) | (None, _) => None,
    }
}

fn is_winner(end: &Statement, unit: &Expr) -> bool {
    end.winner()
        .is_some_and(|winner| are_equivalent(winner, unit))
}
