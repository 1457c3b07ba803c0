//! Comparisons by which the side with fewer points wins, in a book in which more of the same points win elsewhere.
//!
//! Reports: E0656.

use std::collections::BTreeSet;

use super::Context;
use super::readings::names_of;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::are_equivalent;
use sandtable_model::{
    Ability, Aggregate, Arithmetic, Expr, LocalId, Naming, ProcedureId, RuleBook, Statement,
    TrackId, walk_statements,
};
use sandtable_source::Span;
use sandtable_syntax::ast::{Crossing, Order};

/// A line that ends the game for the side with more or with fewer points.
struct End<'b> {
    track: TrackId,
    more_win: bool,
    /// Whether the points of one side reach a number, rather than being compared with those of another.
    is_level: bool,
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
        // All who reach a number win or lose, unlike those who have more in the end.
        for level in ends.iter().filter(|end| end.is_level) {
            let mut others = ends.iter().filter(|other| other.track == level.track);
            let is_opposite =
                |other: &End<'_>| other.is_level == (other.more_win == level.more_win);
            let compared = others.clone().find(|other| !other.is_level);
            if let Some(compared) = compared.filter(|_| others.all(is_opposite))
                && reported.insert(level.track)
            {
                let pair = match level.more_win {
                    true => (compared, level),
                    false => (level, compared),
                };
                diagnostics.push(finding(book, pair.0, pair.1));
            }
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
    let mut formulas = BTreeSet::new();
    for (at, (naming, body)) in book.bodies().enumerate() {
        if at < book.procedures.len() && !reached.contains(&ProcedureId::new(at)) {
            continue;
        }
        let names = names_of(body);
        let winner = |statement: &'b Statement| {
            let winner = statement.winner()?;
            let named = winner.local().and_then(|local| names.get(&local).copied());
            Some(named.unwrap_or(winner))
        };
        collect(naming, body, &winner, &mut found);
        walk_statements(body, &mut |statement| {
            formulas.extend(winner(statement).and_then(Expr::call).map(|(id, _)| id));
            true
        });
    }
    for formula in formulas {
        if let Some(formula) = book.procedures.get(formula.at()) {
            collect(
                &formula.naming,
                &formula.body,
                &Statement::result,
                &mut found,
            );
        }
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
            let mut winners = when.body.iter().filter_map(Statement::winner);
            let is_other = |winner: &Expr| {
                let sides = [winner, read.unit].map(Expr::named_side);
                sides.iter().all(Option::is_some) || winner.enemy_of().is_some()
            };
            // Points that run out are the fewer ones.
            let mut lines = book.kinds.iter().flat_map(|kind| &kind.tracks);
            let runs_out = lines.any(|line| {
                line.track == read.track
                    && when
                        .level
                        .literal()
                        .is_some_and(|level| level <= line.low || level < line.start)
            });
            let winner = winners.find_map(|winner| {
                let is_own = are_equivalent(winner, read.unit);
                (is_own || is_other(winner)).then_some((winner, is_own != runs_out))
            });
            found.extend(winner.map(|(winner, more_win)| End {
                track: read.track,
                more_win,
                is_level: true,
                span: when.watched.span,
                winner,
                naming: &trigger.naming,
            }));
        }
    }
    found
}

/// Collects the comparisons of points by which a body, or a formula, has a winner.
fn collect<'b>(
    naming: &'b Naming,
    body: &'b [Statement],
    winner: &dyn Fn(&'b Statement) -> Option<&'b Expr>,
    found: &mut Vec<End<'b>>,
) {
    walk_statements(body, &mut |statement| {
        if let Some((condition, then, _)) = statement.branch()
            && let [end] = then.as_slice()
        {
            found.extend(winner(end).and_then(|winner| won_by(naming, condition, winner)));
        }
        // `red if red.points > blue.points otherwise …`
        let mut either = winner(statement).and_then(Expr::conditional);
        while let Some(choice) = either {
            found.extend(won_by(naming, choice.condition, choice.then));
            either = choice.otherwise.conditional();
        }
        found.extend(winner(statement).and_then(|winner| selected(naming, winner)));
        true
    });
}

/// Returns the end of the game for a side that is selected by its points: `first side in order of side.points, highest first`,
/// `first side where side.points >= 20`, or one without a rival.
fn selected<'b>(naming: &'b Naming, winner: &'b Expr) -> Option<End<'b>> {
    let selected = winner.aggregation()?;
    let local = selected.selection.local;
    let points = |expr: &Expr, side: LocalId| {
        let read = expr.track().filter(|read| read.index.is_none())?;
        read.unit.is_local(side).then_some(read.track)
    };
    let end = |track, more_win, is_level, span| End {
        track,
        more_win,
        is_level,
        span,
        winner,
        naming,
    };
    if let Some(ordering) = selected.ordering {
        let is_first = match selected.aggregate {
            Aggregate::First => true,
            Aggregate::Last => false,
            Aggregate::Number
            | Aggregate::Any
            | Aggregate::Total
            | Aggregate::Highest
            | Aggregate::Lowest
            | Aggregate::Set => return None,
        };
        let track = points(&ordering.by, local)?;
        let more_win = ordering.highest == is_first;
        return Some(end(track, more_win, false, ordering.by.span));
    }
    let condition = selected.selection.condition.as_deref()?;
    let (condition, rivals) = match condition.negated().and_then(Expr::aggregation) {
        Some(rivals) if rivals.aggregate == Aggregate::Any => {
            let rival = rivals.selection.local;
            (rivals.selection.condition.as_deref()?, Some(rival))
        }
        Some(_) | None => (condition, None),
    };
    let mut found = None;
    condition.chain(Arithmetic::And, &mut |part| {
        let compared = part.comparison();
        let ends = compared.and_then(|compared| match compared.order {
            Order::Greater | Order::GreaterOrEqual => Some((compared.left, compared.right)),
            Order::Less | Order::LessOrEqual => Some((compared.right, compared.left)),
            Order::Equal | Order::NotEqual => None,
        });
        let own = ends.and_then(|(higher, lower)| match rivals {
            // No rival has more, or none has fewer.
            Some(rival) => {
                let more =
                    points(higher, rival).filter(|track| points(lower, local) == Some(*track));
                let fewer =
                    points(lower, rival).filter(|track| points(higher, local) == Some(*track));
                let more = more.map(|track| end(track, true, false, part.span));
                more.or(fewer.map(|track| end(track, false, false, part.span)))
            }
            None if lower.track().is_none() => {
                points(higher, local).map(|track| end(track, true, true, part.span))
            }
            None => None,
        });
        found = found.take().or(own);
    });
    found
}

/// Returns the end of the game that a comparison of points brings.
fn won_by<'b>(naming: &'b Naming, condition: &'b Expr, winner: &'b Expr) -> Option<End<'b>> {
    let compared = condition.comparison()?;
    let (higher, lower) = match compared.order {
        Order::Greater | Order::GreaterOrEqual => (compared.left, compared.right),
        Order::Less | Order::LessOrEqual => (compared.right, compared.left),
        Order::Equal | Order::NotEqual => return None,
    };
    let points = |expr: &'b Expr| expr.track().filter(|read| read.index.is_none());
    let (track, more_win, is_level) = match (points(higher), points(lower)) {
        (Some(higher), Some(lower)) if higher.track == lower.track => {
            let is_lower = are_equivalent(winner, lower.unit);
            let is_one = is_lower != are_equivalent(winner, higher.unit);
            is_one.then_some((higher.track, !is_lower, false))?
        }
        // `if side.points >= 20: end game won by side`
        (Some(higher), None) if are_equivalent(winner, higher.unit) => (higher.track, true, true),
        (Some(_), Some(_) | None) | (None, _) => return None,
    };
    Some(End {
        track,
        more_win,
        is_level,
        span: condition.span,
        winner,
        naming,
    })
}
