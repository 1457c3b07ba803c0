//! Comparisons by which the side with fewer points wins, in a book in which more of the same points win elsewhere.
//!
//! Reports: E0656.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::are_equivalent;
use sandtable_model::{
    Ability, Expr, Naming, ProcedureId, RuleBook, Statement, TrackId, walk_statements,
};
use sandtable_source::Span;
use sandtable_syntax::ast::{Crossing, Order};

/// A line that ends the game for the side with more or with fewer points.
struct End<'b> {
    track: TrackId,
    more_win: bool,
    span: Span,
    winner: &'b Expr,
    naming: &'b Naming,
}

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let sequences = book.procedures.iter().enumerate();
    let sequences = sequences.filter(|(_, procedure)| procedure.ability == Ability::Sequence);
    let mut reported = BTreeSet::new();
    for (at, _) in sequences {
        // Two games of one book may be won in opposite ways.
        let reached = context.call_graph.reachable(ProcedureId::new(at));
        let ends = ends(book, &reached);
        for end in ends.iter().filter(|end| !end.more_win) {
            let of_track = || ends.iter().filter(|other| other.track == end.track);
            // One side wins by both of two lines: another finding.
            let is_again = of_track()
                .filter(|other| other.span != end.span)
                .any(|other| {
                    other.naming.span == end.naming.span && are_equivalent(other.winner, end.winner)
                });
            // Whoever writes it for both sides means it.
            let is_meant = of_track().filter(|other| !other.more_win).count() > 1;
            let more = of_track().find(|other| other.more_win);
            let more = more.filter(|_| !is_again && !is_meant && reported.insert(end.track));
            diagnostics.extend(more.map(|more| finding(book, end, more)));
        }
    }
}

fn finding(book: &RuleBook, fewer: &End<'_>, more: &End<'_>) -> Diagnostic {
    let name = book.track_name(fewer.track);
    Diagnostic::new(
        Code::FewerPointsWin,
        format!("the side with fewer `{name}` wins here, and elsewhere the side with more"),
    )
    .label(fewer.span, "fewer win")
    .label(more.span, "more win")
    .help("correct the comparison, or the winner; if both are meant, ignore this")
    .cite(fewer.naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}

/// Returns the ends of the game in some procedures and in all triggers.
fn ends<'b>(book: &'b RuleBook, reached: &BTreeSet<ProcedureId>) -> Vec<End<'b>> {
    let mut found = Vec::new();
    for (at, (naming, body)) in book.bodies().enumerate() {
        let is_other = at < book.procedures.len() && !reached.contains(&ProcedureId::new(at));
        walk_statements(body, &mut |statement| {
            found.extend(won_by(naming, statement).filter(|_| !is_other));
            !is_other
        });
    }
    for trigger in &book.triggers {
        for when in trigger
            .whens
            .iter()
            .filter(|when| when.crossing == Crossing::Reaches)
        {
            let Some(read) = when.watched.track() else {
                continue;
            };
            let end = when.body.iter().find(|one| is_winner(one, read.unit));
            found.extend(end.and_then(Statement::winner).map(|winner| End {
                track: read.track,
                more_win: true,
                span: when.watched.span,
                winner,
                naming: &trigger.naming,
            }));
        }
    }
    found
}

/// Returns the end of the game that a line brings by a comparison of points.
fn won_by<'b>(naming: &'b Naming, statement: &'b Statement) -> Option<End<'b>> {
    let (condition, then, _) = statement.branch()?;
    let [end] = then.as_slice() else { return None };
    let (compared, winner) = (condition.comparison()?, end.winner()?);
    let (higher, lower) = match compared.order {
        Order::Greater | Order::GreaterOrEqual => (compared.left, compared.right),
        Order::Less | Order::LessOrEqual => (compared.right, compared.left),
        Order::Equal | Order::NotEqual => return None,
    };
    let points = |expr: &'b Expr| expr.track().filter(|read| read.index.is_none());
    let (track, more_win) = match (points(higher), points(lower)) {
        (Some(higher), Some(lower)) if higher.track == lower.track => {
            let is_lower = is_winner(end, lower.unit);
            let is_one = is_lower != is_winner(end, higher.unit);
            is_one.then_some((higher.track, !is_lower))?
        }
        // `if side.points >= 20: end game won by side`
        (Some(higher), None) if is_winner(end, higher.unit) => (higher.track, true),
        (Some(_), Some(_) | None) | (None, _) => return None,
    };
    Some(End {
        track,
        more_win,
        span: condition.span,
        winner,
        naming,
    })
}

fn is_winner(end: &Statement, unit: &Expr) -> bool {
    end.winner()
        .is_some_and(|winner| are_equivalent(winner, unit))
}
