//! Maps (TOML): the outline of a board, what its places and links are, and pieces that come with it.
//!
//! A map is a file of its own or the part `[map]` of a scenario. Hexes and squares are drawn, one symbol each; a table has a
//! size. Stats of symbols, places and sides are kept as written: whether the rules know them is for the model to check. Found
//! here is what is wrong with the map itself: drawings, names of hexes, sides, shapes, places.

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

/// The keys with which a piece says where and how it stands.
pub const PLACE_KEYS: [&str; 4] = ["at", "facing", "base", "shape"];

/// A map as written.
#[derive(Debug, Clone)]
pub struct Map {
    /// As shown to players.
    pub title: Option<Spanned<String>>,
    /// Its outline.
    pub board: Board,
    /// `[legend]`: what the symbols of a drawing stand for, in the order written. Nothing of a table.
    pub legend: Vec<LegendSymbol>,
    /// The index of each place's symbol in the legend, one per hex or square; `None` if the legend does not have it, which is then
    /// reported.
    pub fills: Vec<Option<usize>>,
    /// `[hex.C2]`, `[square.C2]`: those that differ from their symbols, each once.
    pub places: Vec<(Place, Unit)>,
    /// `[[side]]`, in the order written.
    pub sides: Vec<MapSide>,
    /// `[unit.wood-1]`: pieces that come with the map, and where they stand.
    pub units: Vec<(Unit, Standing)>,
    /// The first line, for findings about what is not there.
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

/// `[[side]]`: what the sides between some hexes say.
#[derive(Debug, Clone)]
pub struct MapSide {
    /// The codes of the sides ([`Board::side`]), and where they are named.
    pub sides: Vec<Spanned<i32>>,
    /// Their stats; the kind is `side`.
    pub says: Unit,
}

impl Map {
    /// The symbol of a hex.
    pub fn symbol(&self, hex: Place) -> Option<&LegendSymbol> {
        let fill = *self.fills.get(usize::try_from(hex).ok()?)?;
        self.legend.get(fill?)
    }

    /// Own stats of a hex.
    pub fn own(&self, hex: Place) -> Option<&Unit> {
        let found = self.places.iter().find(|(place, _)| *place == hex);
        found.map(|(_, says)| says)
    }

    /// Value of a hex under a key: its own, else that of its symbol.
    pub fn stat(&self, hex: Place, key: &str) -> Option<&Stat> {
        let own = self.own(hex).and_then(|says| says.stat(key));
        own.or_else(|| self.symbol(hex)?.says.stat(key))
    }
}

pub use read::map;
pub(super) use read::of_stats;
