//! Maps (TOML): the outline of a board, the stats of its places and links, and pieces that come with it.
//!
//! A map is a file of its own or the part `[map]` of a scenario. Hexes and squares are drawn, one symbol each; a table has a
//! size. Stats of symbols, places and sides are kept as written: `model` checks whether the rules declare them. Errors in the map
//! itself are reported here: drawings, names of hexes, sides, shapes, places.

mod areas;
mod cell_words;
mod drawing;
mod outline;
mod read;
mod standing;
mod words;

pub use read::not_adjacent;
pub use standing::{Standing, base, read_standing};

use super::profile::{Stat, Unit};
use sandtable_board::{Board, Place};
use sandtable_source::{Span, Spanned};

/// The keys for the place, the facing and the base or outline of a piece.
pub const PLACE_KEYS: [&str; 4] = ["at", "facing", "base", "shape"];

/// A map as written.
#[derive(Debug, Clone)]
pub struct Map {
    /// Title that is shown to players.
    pub title: Option<Spanned<String>>,
    /// Its outline.
    pub board: Board,
    /// `[legend]`: the meanings of the symbols of a drawing, in the order written; empty for a table.
    pub legend: Vec<LegendSymbol>,
    /// The index of each place's symbol in the legend, one per hex or square; `None` if the legend does not have it, which is then
    /// reported.
    pub fills: Vec<Option<usize>>,
    /// `[hex.C2]`, `[square.C2]`: stats of single places, which take precedence over those of the symbol; each place once.
    pub places: Vec<(Place, Unit)>,
    /// `[[side]]`, in the order written.
    pub sides: Vec<MapSide>,
    /// `[unit.wood-1]`: pieces that come with the map, and their positions.
    pub units: Vec<(Unit, Standing)>,
    /// The first line, for findings about missing keys.
    pub span: Span,
}

/// An entry of the legend: `w = { terrain = "woods" }`.
#[derive(Debug, Clone)]
pub struct LegendSymbol {
    /// `w`
    pub mark: char,
    /// Stats of hexes with this symbol; the id is the symbol, the kind `legend`.
    pub says: Unit,
}

/// `[[side]]`: stats of the sides between some hexes.
#[derive(Debug, Clone)]
pub struct MapSide {
    /// The codes of the sides ([`Board::side`]), with the spans of their names.
    pub sides: Vec<Spanned<i32>>,
    /// Their stats; the kind is `side`.
    pub says: Unit,
}

impl Map {
    /// Returns the symbol of a hex.
    pub fn symbol(&self, hex: Place) -> Option<&LegendSymbol> {
        let fill = *self.fills.get(usize::try_from(hex).ok()?)?;
        self.legend.get(fill?)
    }

    /// Returns the stats of a hex that take precedence over those of its symbol.
    pub fn own(&self, hex: Place) -> Option<&Unit> {
        let found = self.places.iter().find(|(place, _)| *place == hex);
        found.map(|(_, says)| says)
    }

    /// Returns the stat of a hex under a key: its own, else that of its symbol.
    pub fn stat(&self, hex: Place, key: &str) -> Option<&Stat> {
        let own = self.own(hex).and_then(|says| says.stat(key));
        own.or_else(|| self.symbol(hex)?.says.stat(key))
    }
}

pub use read::map;
pub(super) use read::of_stats;
