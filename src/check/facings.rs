//! Constant facings that the ruleset does not allow.
//!
//! Reports: E0553.

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::board::{Facings, Measure, Primitive};
use sandtable_model::{Change, Expr, RuleBook, TrackChange, TrackId, walk_statements};
use sandtable_source::Span;

/// Checks every facing that a rule of a finished book sets.
pub(super) fn check_facings(book: &RuleBook, diagnostics: &mut Diagnostics) {
    let (Some(facings), Some(track)) = (&book.facings, book.facing_track()) else {
        return;
    };
    let mut found = Vec::new();
    for (at, (naming, block)) in book.bodies().enumerate() {
        walk_statements(block, &mut |statement| {
            if let Some(TrackChange {
                how: Change::Set,
                track: changed,
                amount,
                ..
            }) = statement.change()
                && changed == track
            {
                let amiss = set_to(book, facings.value, track, amount);
                found.extend(
                    amiss.map(|amiss| amiss.cite(naming.citations.iter().map(String::as_str))),
                );
                found.extend(handed(book, facings.value, (track, at), amount));
            }
            true
        });
    }
    for finding in found {
        diagnostics.push(finding);
    }
}

/// Reports a literal direction that is a facing on no map of the book, and a turn of a facing that never ends at one.
fn set_to(book: &RuleBook, facings: Facings, track: TrackId, amount: &Expr) -> Option<Diagnostic> {
    if let Some(direction) = amount.literal() {
        let maps = book
            .maps
            .iter()
            .map(|map| Some(map.board_instance.as_ref()));
        let any = book.maps.is_empty().then_some(None);
        let amiss = maps
            .chain(any)
            .map(|board_instance| book.facing_amiss(direction, amount.span, board_instance));
        return amiss.collect::<Option<Vec<Diagnostic>>>()?.pop();
    }
    let turned = amount.measurement();
    let turned = turned.filter(|measured| measured.primitive == Primitive::Turned);
    let [from, by] = turned?.arguments else {
        return None;
    };
    let by = by.literal()?;
    let is_turn = from.is_track(track) && by % step(book, facings) != 0;
    is_turn.then(|| finding(book, facings, by, amount.span))
}

/// Returns the least turn from one facing to the next.
fn step(book: &RuleBook, facings: Facings) -> i32 {
    let between_sides = match book.board {
        Some(Measure::Squares) => 90,
        _ => 60,
    };
    if facings.sides.is_some() && facings.corners {
        between_sides / 2
    } else {
        between_sides
    }
}

fn finding(book: &RuleBook, facings: Facings, by: i32, span: Span) -> Diagnostic {
    let declared = book.facings.as_ref().map_or(span, |facings| facings.span);
    Diagnostic::new(
        Code::NoSuchFacing,
        format!("after a turn by {by} degrees, no piece can face that direction"),
    )
    .label(span, "")
    .label(declared, "declared here")
    .help(format!(
        "turn by {} degrees, or a multiple of it",
        step(book, facings)
    ))
}

/// Reports calls that hand a number to a rule which turns a facing by it, if no piece can face that direction afterwards.
fn handed(
    book: &RuleBook,
    facings: Facings,
    (track, rule): (TrackId, usize),
    amount: &Expr,
) -> Vec<Diagnostic> {
    let turned = amount.measurement();
    let turned = turned.filter(|measured| measured.primitive == Primitive::Turned);
    let by = turned.and_then(|measured| match measured.arguments {
        [from, by] if from.is_track(track) => by.local(),
        _ => None,
    });
    let procedure = book.procedures.get(rule);
    let n_parameters = procedure.map_or(0, |rule| rule.parameters.len());
    let Some(parameter) = by.filter(|by| by.at() < n_parameters) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    book.walk_exprs(&mut |naming, expr| {
        let call = expr.call().filter(|(id, _)| id.at() == rule);
        let given = call.and_then(|(_, arguments)| arguments.get(parameter.at()));
        let by = given.and_then(Expr::literal);
        if let Some((given, by)) = given
            .zip(by)
            .filter(|(_, by)| by % step(book, facings) != 0)
        {
            let cited = naming.citations.iter().map(String::as_str);
            found.push(finding(book, facings, by, given.span).cite(cited));
        }
    });
    found
}
