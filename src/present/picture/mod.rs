//! Pictures of a board: as text for a terminal, and as SVG.
//!
//! Takes the board, the terrain of its hexes and sides, and the pieces; returns text. It knows no rules: whether a line of
//! sight is blocked, and by what, is part of the input. Coordinates are integers, so that a picture is the same on every machine.

pub(crate) mod colour;
pub(crate) mod plan;
mod scene;
mod svg;
mod text;

pub use crate::sheet::symbol::Outline;
pub use colour::{Colour, of_sides};
pub use scene::Scene;
pub use svg::to_svg;
pub use text::{Drawing, draw, to_text};

use sandtable_board::{Board, Passed, Place, Shape};
use sandtable_model::board::GameMap;
use sandtable_roster::{Map, Standing, Unit};

/// Contents of a picture of the board.
#[derive(Debug, Clone)]
pub struct Picture<'a> {
    /// Title above the picture; may be empty.
    pub title: String,
    /// The board.
    pub board: &'a Board,
    /// Fills of hexes, in the order of the legend.
    pub fills: Vec<Fill>,
    /// One per hex: the index of its fill in `fills`; empty for a table.
    pub of_hex: Vec<Option<usize>>,
    /// Titles of hexside traits, each with the codes of its sides.
    pub sides: Vec<(String, Vec<i32>)>,
    /// Pieces in listed order; terrain of a table first.
    pub pieces: Vec<Piece>,
    /// A line of sight.
    pub sight: Option<Sight>,
    /// Further lines below the legend.
    pub notes: Vec<String>,
    /// The place of the cursor, in a terminal.
    pub marked: Option<Place>,
    /// Legal answers, in a terminal.
    pub offered: Vec<Place>,
    /// Places with a quantity, as circles; only in SVG.
    pub heat: Vec<Heat>,
}

/// A quantity at a place.
#[derive(Debug, Clone, PartialEq)]
pub struct Heat {
    /// The place.
    pub place: Place,
    /// The share of the largest quantity, from 0 to 1: the area of the circle.
    pub share: f64,
    /// Text of the tooltip.
    pub title: String,
}

/// Fill of hexes with the same stats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fill {
    /// Letter in a terminal.
    pub mark: char,
    /// Title in the legend.
    pub title: String,
}

/// A piece on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The place.
    pub place: Place,
    /// Direction of its facing, if it has one.
    pub facing: Option<i32>,
    /// At most two letters, see [`labels`]; empty for terrain, which is drawn by its shape alone.
    pub label: String,
    /// Title in the list of pieces.
    pub title: String,
    /// Its name in answers; on a map, its id in the map file.
    pub name: String,
    /// Title in the legend of a table; pieces of terrain with the same title are drawn alike.
    pub what: String,
    /// The colour of its side; `None` without a side.
    pub side: Option<Colour>,
    /// Its base or outline on a table.
    pub shape: Option<Shape>,
    /// Its symbol, as on paper.
    pub symbol: Option<Outline>,
}

/// A line of sight.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sight {
    /// The place of the viewer.
    pub from: Place,
    /// The place of the target.
    pub to: Place,
    /// The hexes, or the places of pieces, that block it.
    pub blocked_by: Vec<Place>,
    /// Whether it is free, if that is known.
    pub is_free: Option<bool>,
    /// Lines of text about the line of sight, from the rules.
    pub told: Vec<String>,
}

impl<'a> Picture<'a> {
    /// Returns the picture of a map file, with the pieces that come with it.
    pub fn of_map(map: &'a Map) -> Self {
        let fills = map.fills_in_words();
        let fills = fills.into_iter().map(|(mark, title)| Fill { mark, title });
        let pieces = pieces_of_map(&map.units);
        Self {
            title: map
                .title
                .as_ref()
                .map(|title| title.value.clone())
                .unwrap_or_default(),
            board: &map.board,
            fills: fills.collect(),
            of_hex: map.fills(),
            sides: map.sides_in_words(),
            pieces,
            sight: None,
            notes: map.remarks(),
            heat: Vec::new(),
            marked: None,
            offered: Vec::new(),
        }
    }

    /// Returns the picture of a map of a rulebook, with the pieces that come with it.
    pub fn of_game_map(map: &'a GameMap) -> Self {
        let fills = map.legend.iter().map(|(mark, title)| Fill {
            mark: *mark,
            title: title.clone(),
        });
        Self {
            title: map.naming.shown().to_owned(),
            board: &map.board_instance.board,
            fills: fills.collect(),
            of_hex: map.fills.clone(),
            sides: map.sides.clone(),
            pieces: pieces_of_map(&map.units),
            sight: None,
            notes: map.remarks.clone(),
            heat: Vec::new(),
            marked: None,
            offered: Vec::new(),
        }
    }

    pub(crate) fn fill(&self, hex: Place) -> Option<(usize, &Fill)> {
        let fill = usize::try_from(hex)
            .ok()
            .and_then(|hex| self.of_hex.get(hex));
        let at = (*fill?)?;
        Some((at, self.fills.get(at)?))
    }

    /// Returns `from A1 to A4 over A2 A3` and the text about the line of sight, by line.
    fn sight_in_words(&self) -> Vec<String> {
        let Some(sight) = &self.sight else {
            return Vec::new();
        };
        let name = |place: &Place| self.board.name(*place);
        let mut words = format!("from {} to {}", name(&sight.from), name(&sight.to));
        let hexes = self.board.between(sight.from, sight.to);
        let pieces = self.pieces.iter().filter(|piece| self.crosses(piece));
        let over: Vec<String> = hexes
            .iter()
            .map(name)
            .chain(pieces.map(|piece| piece.title.clone()))
            .collect();
        if !over.is_empty() {
            let comma = if hexes.is_empty() { ", " } else { " " };
            words.push_str(&format!(" over {}", over.join(comma)));
        }
        [words].into_iter().chain(sight.told.clone()).collect()
    }

    /// Whether the line of sight crosses the base or outline of a piece whose place is neither end.
    fn crosses(&self, piece: &Piece) -> bool {
        self.sight.as_ref().is_some_and(|sight| {
            let ends = [sight.from, sight.to].contains(&piece.place);
            let shape = piece.shape.as_ref();
            !ends && shape.is_some_and(|s| self.board.crosses(sight.from, sight.to, piece.place, s))
        })
    }

    /// Returns the distinct types of terrain on a table, in the order of the pieces.
    pub(crate) fn terrain(&self) -> Vec<&str> {
        let mut sorts: Vec<&str> = Vec::new();
        for piece in self.pieces.iter().filter(|piece| piece.is_terrain()) {
            if !sorts.contains(&piece.what.as_str()) {
                sorts.push(&piece.what);
            }
        }
        sorts
    }

    /// Returns the titles of the fills of hexes, or of the types of terrain of a table.
    pub(crate) fn kinds(&self) -> Vec<&str> {
        match self.board {
            Board::Grid(_) | Board::Areas(_) => {
                self.fills.iter().map(|fill| fill.title.as_str()).collect()
            }
            Board::Table(_) => self.terrain(),
        }
    }

    /// Returns the appearance of these types.
    pub(crate) fn looks(&self) -> Vec<colour::Ground> {
        let first = match self.board {
            Board::Grid(_) | Board::Areas(_) => 0,
            // The first colour is the fill of the table itself.
            Board::Table(_) => 1,
        };
        colour::grounds(self.kinds().into_iter(), first)
    }

    /// Returns the colours of the features between places, in the order of `sides`.
    pub(crate) fn line_colours(&self) -> Vec<&'static str> {
        colour::lines(self.sides.iter().map(|(title, _)| title.as_str()))
    }

    /// Returns the relation of a place to the line of sight.
    fn seen(&self, place: Place) -> Seen {
        let Some(sight) = &self.sight else {
            return Seen::Aside;
        };
        let ends = [sight.from, sight.to].contains(&place);
        let passes = |passed: Passed| passed.place == place;
        if sight.blocked_by.contains(&place) {
            Seen::Blocks
        } else if !ends && self.board.line(sight.from, sight.to).any(passes) {
            Seen::Passed
        } else {
            Seen::Aside
        }
    }
}

/// Relation of a place or piece to a line of sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seen {
    Aside,
    Passed,
    Blocks,
}

impl Piece {
    /// Whether it is drawn by its shape alone.
    pub(crate) fn is_terrain(&self) -> bool {
        self.label.is_empty()
    }
}

/// Returns the pieces that come with a map.
fn pieces_of_map(units: &[(Unit, Standing)]) -> Vec<Piece> {
    let names: Vec<&str> = units
        .iter()
        .map(|(unit, _)| unit.id.value.as_str())
        .collect();
    let pieces = units.iter().zip(labels(&names));
    let pieces = pieces.filter_map(|((unit, standing), label)| {
        let is_terrain = matches!(
            standing.shape.as_ref().map(|shape| &shape.value),
            Some(Shape::Polygon { .. })
        ) && standing.facing.is_none();
        Some(Piece {
            place: standing.at.as_ref()?.value,
            facing: standing.facing.as_ref().map(|facing| facing.value),
            label: if is_terrain { String::new() } else { label },
            title: unit.shown().to_owned(),
            name: unit.id.value.clone(),
            what: unit
                .stat("is")
                .and_then(|is| is.value.value.word())
                .unwrap_or_default()
                .to_owned(),
            side: None,
            shape: standing.shape.as_ref().map(|shape| {
                let facing = standing.facing.as_ref().map_or(0, |facing| facing.value);
                shape.value.turned(facing).into_owned()
            }),
            symbol: None,
        })
    });
    pieces.collect()
}

/// Returns a label of two letters for each name, distinct while possible: the first letter of the name and a number.
pub fn labels(names: &[&str]) -> Vec<String> {
    let mut labels: Vec<String> = Vec::new();
    for name in names {
        let first = name.chars().find(|letter| letter.is_alphanumeric());
        let first = first.unwrap_or('?').to_uppercase().next().unwrap_or('?');
        let numbers = ('1'..='9').chain('a'..='z').chain('A'..='Z');
        let mut free = numbers
            .map(|number| format!("{first}{number}"))
            .filter(|label| !labels.contains(label));
        let label = free.next().unwrap_or_else(|| format!("{first}*"));
        labels.push(label);
    }
    labels
}
