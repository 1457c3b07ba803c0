//! Directions of a scenario that rules compare with facings, and that no piece can ever face.
//!
//! Reports: E0569.

use std::collections::BTreeMap;

use super::Staging;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::board::{Primitive, directions_on_map};
use sandtable_model::{Expr, TrackId};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

/// Turns by these many degrees keep the directions of facings.
const TURN_ON_HEXES: i32 = 30;

pub(super) fn check_bearings(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    let book = staging.book;
    let (Some(facings), Some(facing), Some(board)) = (
        &book.facings,
        book.facing_track(),
        staging.staged.board_instance.as_deref(),
    ) else {
        return;
    };
    let has_directions = staging.written.game.iter().any(|stat| {
        let mut tracks = book.tracks.iter();
        let of_facing = book.tracks.get(facing.at()).map(|track| track.ty);
        tracks.any(|track| track.name == stat.key.value && Some(track.ty) == of_facing)
    });
    if !has_directions {
        return;
    }
    let compared = compared_with(staging, facing);
    if compared.is_empty() {
        return;
    }
    let (directions, words) = directions_on_map(facings.value, Some(board));
    let game = staging
        .staged
        .cast
        .iter()
        .position(|unit| Some(unit.kind) == book.game_kind());
    for (track, place) in compared {
        let name = book.track_name(track);
        let Some(value) = game.and_then(|game| staging.start.track(game, track)) else {
            continue;
        };
        if let Some(written) = staging.game_place(name)
            && !directions.contains(&value)
        {
            found.push(
                Diagnostic::new(
                    Code::NeverFaced,
                    format!("`{name}` is {value}, a direction that no piece can face"),
                )
                .label(written, "")
                .label(place, "compared with a facing, so never met")
                .help(format!("use one of {words}"))
                .confidence(Confidence::Likely),
            );
        }
    }
}

/// Returns the tracks of the game that conditions compare for equality with a facing, turned or not, each with the first such condition.
fn compared_with(staging: &Staging<'_>, facing: TrackId) -> BTreeMap<TrackId, Span> {
    let mut found = BTreeMap::new();
    staging.book.walk_exprs(&mut |_, expr| {
        let compared = expr.comparison();
        let compared = compared.filter(|one| matches!(one.order, Order::Equal | Order::NotEqual));
        let Some(compared) = compared else {
            return;
        };
        let sides = [
            (compared.left, compared.right),
            (compared.right, compared.left),
        ];
        for (one, other) in sides {
            if let Some(read) = one.track()
                && read.unit.is_game()
                && is_facing(other, facing)
            {
                found.entry(read.track).or_insert(expr.span);
            }
        }
    });
    found
}

/// Whether an expression is a facing, or one that is turned by a number of hexsides.
fn is_facing(expr: &Expr, facing: TrackId) -> bool {
    if expr.is_track(facing) {
        return true;
    }
    let turned = expr.measurement();
    let turned = turned.filter(|measured| measured.primitive == Primitive::Turned);
    turned.is_some_and(|measured| match measured.arguments {
        [from, by] => {
            let by = by.literal();
            from.is_track(facing) && by.is_some_and(|by| by % (2 * TURN_ON_HEXES) == 0)
        }
        _ => false,
    })
}
