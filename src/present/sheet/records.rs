//! Record sheets: boxes for the tracks of units; and the tracks of the game itself.

use sandtable_model::{CastUnit, Dimension, KindTrack, ProfileId, TrackOrigin, Type, cast};

use super::block::Block;
use super::grid::{Cell, Grid};
use super::names::{capital, uncapital, words};
use super::paper::Area;
use super::placed::{Align, Drawing, Shape, Stroke};
use super::source::Source;
use super::text::Text;
use super::unit_values::{kinds, known, stats, units};

/// Most boxes for a track; longer ones have a line to write on.
const MOST_BOXES: i32 = 15;
/// Side of a box in mm.
const BOX: f64 = 3.2;
/// Distance from box to box in mm.
const STEP: f64 = 3.7;
/// Most boxes in a row.
const IN_ROW: i32 = 6;

/// A printed track of a unit.
struct Printed {
    title: String,
    /// The range of its numbers; `None` of words and units.
    range: Option<(i32, i32)>,
    start: i32,
    is_flag: bool,
}

/// Returns the record sheets of all units as blocks, in parts of limited size.
pub(super) fn blocks(source: &Source<'_>, most: usize) -> Vec<Vec<Block>> {
    let book = source.book;
    let grids: Vec<Block> = kinds(book)
        .into_iter()
        .flat_map(|kind| units(book, kind))
        .filter_map(|unit| record(source, unit))
        .map(Block::Table)
        .collect();
    grids.chunks(most).map(<[Block]>::to_vec).collect()
}

/// The tracks that a unit has on paper: those that rules declare and that outlast a phase, and have one value.
fn tracks(source: &Source<'_>, id: ProfileId) -> Vec<Printed> {
    let book = source.book;
    let (Some((_, kind)), Some(unit)) = (known(book, id), cast::alone(book, id, "", None)) else {
        return Vec::new();
    };
    let is_kept = |track: &&KindTrack| {
        let declared = book.tracks.get(track.track.at());
        track.origin == TrackOrigin::Declared
            && track.lasts.is_none()
            && declared.is_some_and(|declared| declared.index.is_none())
    };
    kind.tracks
        .iter()
        .filter(is_kept)
        .filter_map(|track| printed(source, &unit, track))
        .collect()
}

fn printed(source: &Source<'_>, unit: &CastUnit, track: &KindTrack) -> Option<Printed> {
    let declared = source.book.tracks.get(track.track.at())?;
    let range = match declared.ty {
        // It would need a box for each half.
        Type::Number(Dimension::Parts(_)) => None,
        Type::Number(_) => Some((track.low, track.high_of(&unit.fields))),
        Type::Flag => Some((0, 1)),
        Type::Words(_) => None,
        // Where a piece is, and about whom it is, is seen on the table.
        Type::Face(_) | Type::Dice | Type::Unit(_) | Type::Place | Type::Side | Type::Unknown => {
            return None;
        }
    };
    Some(Printed {
        title: capital(&words(track.naming.shown())),
        range,
        start: track.start_of(&unit.fields),
        is_flag: declared.ty == Type::Flag,
    })
}

/// The tracks of a unit with their ranges, for the back of its card.
pub(super) fn tracks_in_words(source: &Source<'_>, id: ProfileId) -> Vec<(String, String)> {
    let shown = tracks(source, id)
        .into_iter()
        .filter(|track| !track.is_flag);
    let shown = shown.filter_map(|track| {
        let (low, high) = track.range?;
        (high - low <= MOST_BOXES).then(|| (track.title, format!("{low}–{high}")))
    });
    shown.collect()
}

fn record(source: &Source<'_>, id: ProfileId) -> Option<Grid> {
    let (unit, _) = known(source.book, id)?;
    let tracks = tracks(source, id);
    if tracks.is_empty() {
        return None;
    }
    let mut rows = Vec::new();
    for track in tracks {
        let mut cell = Cell::words("");
        cell.picture = track.range.and_then(|range| boxes(range, track.start));
        rows.push(vec![Cell::words(track.title), cell]);
    }
    let own = stats(source, id)
        .into_iter()
        .filter(|stat| stat.is_own_number);
    let own: Vec<String> = own
        .map(|stat| format!("{}: {}", uncapital(&stat.title), stat.value))
        .collect();
    Some(Grid {
        title: Text::bold(unit.title.as_str()),
        lead: vec![Text::plain(capital(&own.join(", ")))],
        rows,
        n_keys: 1,
        is_full: true,
        ..Grid::default()
    })
}

/// Empty boxes, one for each step of a range; those of the start are crossed. `None` if they would be too many.
fn boxes((low, high): (i32, i32), start: i32) -> Option<Drawing> {
    let n_boxes = high
        .checked_sub(low)
        .filter(|n| (1..=MOST_BOXES).contains(n))?;
    let stroke = Some(Stroke::black(0.2));
    let mut shapes = Vec::new();
    for at in 0..n_boxes {
        let area = Area {
            x: 0.1 + f64::from(at % IN_ROW) * STEP,
            y: 0.1 + f64::from(at / IN_ROW) * STEP,
            w: BOX,
            h: BOX,
        };
        shapes.push(Shape::rect(area, Some("#ffffff"), stroke));
        if at < start - low {
            shapes.push(Shape::Line {
                from: (area.x, area.y + BOX),
                to: (area.x + BOX, area.y),
                stroke: Stroke::black(0.2),
            });
        }
    }
    Some(Drawing {
        area: Area {
            w: f64::from(n_boxes.min(IN_ROW)) * STEP,
            h: f64::from((n_boxes - 1) / IN_ROW + 1) * STEP,
            ..Area::default()
        },
        shapes,
        label: String::new(),
        is_cut: false,
    })
}

/// The tracks of the game and of the sides, as rows of numbered boxes on which a marker is moved.
pub(super) fn game_tracks(source: &Source<'_>, width: f64) -> Vec<Block> {
    /// The longest track that is drawn.
    const LONGEST: i32 = 60;
    let book = source.book;
    let kinds = book.game_kind().into_iter().chain(book.side_kind());
    let mut blocks = Vec::new();
    for kind in kinds.filter_map(|kind| book.kinds.get(kind.at())) {
        for track in &kind.tracks {
            let ty = book
                .tracks
                .get(track.track.at())
                .filter(|known| known.index.is_none())
                .map(|known| known.ty);
            let is_number = matches!(ty, Some(Type::Number(_)));
            let n_steps = i64::from(track.high) - i64::from(track.low);
            if track.origin != TrackOrigin::Declared
                || !is_number
                || n_steps < 2
                || n_steps > i64::from(LONGEST)
            {
                continue;
            }
            blocks.push(Block::Heading {
                level: 2,
                text: Text::bold(capital(&words(track.naming.shown()))),
                sections: track.naming.citations.clone(),
                anchor: None,
            });
            blocks.push(Block::Drawing(track_boxes((track.low, track.high), width)));
        }
    }
    blocks
}

fn track_boxes((low, high): (i32, i32), width: f64) -> Drawing {
    /// Side of a box: a counter fits.
    const SIDE: f64 = 18.0;
    let in_row = ((width / SIDE) as i32).max(1);
    let mut shapes = Vec::new();
    for (at, number) in (0..).zip(low..=high) {
        let (x, y) = (f64::from(at % in_row) * SIDE, f64::from(at / in_row) * SIDE);
        let area = Area {
            x: x + 0.15,
            y: y + 0.15,
            w: SIDE - 0.3,
            h: SIDE - 0.3,
        };
        shapes.push(Shape::rect(area, Some("#ffffff"), Some(Stroke::black(0.3))));
        let lines = Text::bold(number.to_string()).wrap(10.0, SIDE);
        super::face::set(&mut shapes, lines, 10.0, (x + 1.5, y + 1.0), Align::Left);
    }
    let n_rows = (high - low) / in_row + 1;
    Drawing {
        area: Area {
            w: width,
            h: f64::from(n_rows) * SIDE,
            ..Area::default()
        },
        label: format!("A track from {low} to {high}"),
        shapes,
        is_cut: false,
    }
}
