//! Picture of the board in the current state of a game.

use super::picture::{Colour, Fill, Picture, Piece, Sight, labels, of_sides};
use super::record_sheet::RecordSheets;
use super::sheet::symbol::Symbols;
use sandtable_board::{Board, Layout, Place, Shape};
use sandtable_ir::Lowered;
use sandtable_model::board::{BoardInstance, GameMap};
use sandtable_model::{CastUnit, KindId, NONE, Question, RuleBook, TrackId};

/// Number of nearest places that are suggested for a wrong one.
const N_NEAR: usize = 5;

/// Distance between rows of hexes with pointy tops, in thousandths of the radius of a hex.
const WIDE: i32 = 1_500;
/// Side of a square, in thousandths.
const SQUARE: i32 = 1_000;
/// Half the width of a hex, in thousandths of its radius.
const NARROW: i32 = 866;

/// A game on a map, ready to be drawn in any of its states.
pub struct Tabletop<'a> {
    book: &'a RuleBook,
    question: &'a Question,
    lowered: &'a Lowered,
    map: &'a GameMap,
    board_instance: &'a BoardInstance,
    titles: Vec<String>,
    names: Vec<String>,
    labels: Vec<String>,
    symbols: Symbols<'a>,
    /// The colour of each side, by its index in the cast.
    sides: Vec<(usize, Colour)>,
    /// The track of the facing of a piece, if facings are in use.
    facing: Option<TrackId>,
    /// The side whose knowledge is shown; `None` shows everything.
    viewer: Option<usize>,
}

impl<'a> Tabletop<'a> {
    /// Returns the view of a game; `None` if the game has no map.
    pub fn of(book: &'a RuleBook, question: &'a Question, lowered: &'a Lowered) -> Option<Self> {
        let titles = question.unit_titles();
        let means_something = |track: &TrackId| {
            let given = |unit: &CastUnit| unit.starts.iter().any(|(known, _)| known == track);
            lowered.uses(*track) || question.cast.iter().any(given)
        };
        Some(Self {
            viewer: None,
            facing: book.facing_track().filter(means_something),
            map: question.map.as_deref()?,
            board_instance: question.board_instance.as_deref()?,
            names: question.unit_names(book),
            labels: labels_for(None, (book, question, lowered), &titles),
            symbols: Symbols::of(book),
            sides: sides(book, question, &titles),
            titles,
            book,
            question,
            lowered,
        })
    }

    /// Restricts the view to the knowledge of a side.
    pub fn shown_to(mut self, viewer: Option<usize>) -> Self {
        let game = (self.book, self.question, self.lowered);
        self.labels = labels_for(viewer, game, &self.titles);
        self.viewer = viewer;
        self
    }

    /// Returns the picture of the board in a state.
    pub fn picture(&self, title: &str, state: &[i32], sight: Option<Sight>) -> Picture<'a> {
        let pieces = (0..self.titles.len()).filter_map(|at| self.piece(at, state));
        let (terrain, others): (Vec<Piece>, Vec<Piece>) =
            pieces.partition(|piece| piece.label.is_empty());
        let fills = self.map.legend.iter();
        Picture {
            title: title.to_owned(),
            board: &self.board_instance.board,
            fills: fills
                .map(|(mark, title)| Fill {
                    mark: *mark,
                    title: title.clone(),
                })
                .collect(),
            of_hex: self.map.fills.clone(),
            sides: self.map.sides.clone(),
            pieces: terrain.into_iter().chain(others).collect(),
            sight,
            notes: self.notes(state),
            marked: None,
            offered: Vec::new(),
            heat: Vec::new(),
        }
    }

    /// The stats of single places, and the tracks of areas that are not as at the start.
    fn notes(&self, state: &[i32]) -> Vec<String> {
        let mut notes = self.map.remarks.clone();
        let Some(kind) = self.book.changing_places() else {
            return notes;
        };
        let sheets = RecordSheets::new(self.book, self.question, self.lowered);
        let sheets = sheets.shown_to(self.viewer);
        let cast = self.question.cast.iter().enumerate();
        for (at, _) in cast.filter(|(_, unit)| unit.kind == kind) {
            let marks = sheets.marks(at, state);
            if let (Some(title), false) = (self.titles.get(at), marks.is_empty()) {
                notes.push(format!("{title}: {}", marks.join(", ")));
            }
        }
        notes
    }

    /// Returns the place with this name on the map.
    pub fn named(&self, name: &str) -> Option<Place> {
        self.board_instance.board.parse(name)
    }

    /// Returns the coordinates of a place, to the right and downwards, where a neighbour is [`Tabletop::stride`] away.
    pub fn position(&self, place: Place) -> Option<(i32, i32)> {
        match &*self.board_instance.board {
            Board::Grid(map) => {
                let (line, column) = map.drawn_at(place)?;
                Some(match map.layout() {
                    Layout::Pointy => (column * NARROW, line * WIDE),
                    Layout::Flat => (column * WIDE, line * NARROW),
                    Layout::Square { .. } => (column * SQUARE / 2, line * SQUARE),
                })
            }
            Board::Areas(map) => map.position(place).map(|(x, y)| (x, -y)),
            Board::Table(table) => table.hundredths(place).map(|(x, y)| (x, -y)),
        }
    }

    /// Returns the distance between neighbours along both axes; the mean for areas, two inches for a table.
    pub fn stride(&self) -> (i32, i32) {
        match &*self.board_instance.board {
            Board::Grid(map) if map.layout() == Layout::Flat => (WIDE, 2 * NARROW),
            Board::Grid(map) if map.is_square() => (SQUARE, SQUARE),
            Board::Grid(_) => (2 * NARROW, WIDE),
            Board::Areas(map) => map.stride(),
            Board::Table(_) => (200, 200),
        }
    }

    /// Whether places are points of a table.
    pub fn is_open(&self) -> bool {
        matches!(*self.board_instance.board, Board::Table(_))
    }

    /// Returns the place that a word denotes: a place of the map, else the place of the unit of that name.
    pub fn place(&self, word: &str, state: &[i32]) -> Option<Place> {
        let named = self.board_instance.board.parse(word);
        named.or_else(|| {
            let at = self.unit(word)?;
            self.standing(at, state)
        })
    }

    /// Returns why a named place cannot be chosen, with the nearest places that can.
    pub fn why_not(&self, word: &str, offered: &[String]) -> String {
        let board = &self.board_instance.board;
        let Some(place) = board.parse(word) else {
            return format!("`{word}` is not on the map");
        };
        let places = offered.iter().filter_map(|name| board.parse(name));
        let mut near: Vec<Place> = places.collect();
        let n_places = near.len();
        near.sort_by_key(|other| board.length(place, *other));
        let names = near.iter().take(N_NEAR).map(|place| board.name(*place));
        let names: Vec<String> = names.collect();
        format!(
            "`{}` is not one of the {n_places} legal places; the nearest are {}",
            board.name(place),
            names.join(", ")
        )
    }

    /// Whether a word denotes a place or a unit.
    pub fn knows(&self, word: &str) -> bool {
        self.board_instance.board.parse(word).is_some() || self.unit(word).is_some()
    }

    /// Returns the unit of a name.
    pub fn unit(&self, word: &str) -> Option<usize> {
        self.names.iter().position(|name| name == word)
    }

    /// Returns the kind of the unit of a name.
    pub fn kind(&self, word: &str) -> Option<KindId> {
        let unit = self.question.cast.get(self.unit(word)?);
        unit.map(|unit| unit.kind)
    }

    /// Returns the value of a track of a unit; `None` if its kind has no such track, or the value is none.
    fn track(&self, unit: usize, track: Option<TrackId>, state: &[i32]) -> Option<i32> {
        let slot = self.lowered.slot(unit, track?)?;
        let value = state.get(slot.0 as usize).copied();
        value.filter(|value| *value != NONE)
    }

    fn is_set(&self, unit: usize, track: TrackId, state: &[i32]) -> bool {
        self.track(unit, Some(track), state).unwrap_or(0) != 0
    }

    /// Returns the place of a unit that is in play.
    pub fn standing(&self, unit: usize, state: &[i32]) -> Option<Place> {
        let is_gone = self.is_set(unit, TrackId::DESTROYED, state)
            || self.is_set(unit, TrackId::REMOVED, state);
        let place = self.track(unit, self.book.at_track(), state);
        place.filter(|place| !is_gone && self.board_instance.board.holds(*place))
    }

    fn piece(&self, at: usize, state: &[i32]) -> Option<Piece> {
        let place = self.standing(at, state)?;
        let unit = self.question.cast.get(at)?;
        let facing = self.track(at, self.facing, state);
        let side = self.book.side_track();
        let owner = self.track(at, side, state);
        let is_outlined = matches!(unit.shape, Some(Shape::Polygon { .. }));
        // A piece with an outline that has no side, or no facing, is terrain.
        let is_terrain = is_outlined
            && match side {
                Some(_) => owner.is_none(),
                None => facing.is_none(),
            };
        let hidden = self.viewer.and_then(|viewer| {
            let mut hidden = self.lowered.secrets.hidden(state, viewer);
            hidden.find(|secret| secret.unit == at)
        });
        if hidden.is_some_and(|secret| secret.is_off_map) {
            return None;
        }
        if let Some(secret) = hidden {
            return Some(Piece {
                place,
                facing: None,
                label: "?".to_owned(),
                title: secret.title.clone(),
                // The name would reveal the unit.
                name: String::new(),
                what: secret.title.clone(),
                side: owner.and_then(|owner| self.colour_of_side(owner)),
                shape: unit.shape.clone(),
                symbol: None,
            });
        }
        let label = self.labels.get(at).cloned().unwrap_or_default();
        let profile = self.book.profiles.get(unit.profile.at());
        let shape = unit.shape.as_ref();
        let shape = shape.map(|shape| shape.turned(facing.unwrap_or(0)).into_owned());
        Some(Piece {
            place,
            facing: facing.filter(|_| !is_terrain),
            label: if is_terrain { String::new() } else { label },
            title: self.titles.get(at).cloned().unwrap_or_default(),
            name: self.names.get(at).cloned().unwrap_or_default(),
            what: profile.map_or_else(String::new, |profile| profile.title.clone()),
            side: owner.and_then(|owner| self.colour_of_side(owner)),
            shape,
            symbol: self.symbols.outline(unit.profile),
        })
    }

    /// Returns the colour of a side, by its index in the cast.
    fn colour_of_side(&self, owner: i32) -> Option<Colour> {
        let owner = usize::try_from(owner).ok()?;
        let known = self.sides.iter().find(|(at, _)| *at == owner);
        known.map(|(_, colour)| *colour)
    }
}

/// Returns the label of each unit of the cast. Labels depend on the whole cast, so that they are the same in every picture of a game.
/// Units that can be hidden, and are not the viewer's at the start, have labels of their kind: no label depends on which units they are.
fn labels_for(
    viewer: Option<usize>,
    (book, question, lowered): (&RuleBook, &Question, &Lowered),
    titles: &[String],
) -> Vec<String> {
    let is_own = |at: usize| {
        let unit = question.cast.get(at);
        let mut starts = unit.into_iter().flat_map(|unit| unit.starts.iter().rev());
        let side = starts.find(|(track, _)| Some(*track) == book.side_track());
        side.and_then(|(_, side)| usize::try_from(*side).ok()) == viewer
    };
    let secret = |at: usize| {
        let mut secrets = lowered.secrets.units.iter();
        secrets.find(|secret| secret.unit == at && viewer.is_some() && !is_own(at))
    };
    let has_place = |at: usize| {
        let track = book.at_track();
        track.is_some_and(|track| lowered.slot(at, track).is_some())
    };
    let named = titles.iter().enumerate();
    let placed: Vec<(usize, &str)> = named
        .filter(|(at, _)| has_place(*at))
        .map(|(at, title)| (at, secret(at).map_or(title, |secret| &secret.title)))
        .map(|(at, title)| (at, title.as_str()))
        .collect();
    let short: Vec<&str> = placed.iter().map(|(_, title)| *title).collect();
    let mut all = vec![String::new(); titles.len()];
    for ((at, _), label) in placed.iter().zip(labels(&short)) {
        if let Some(place) = all.get_mut(*at) {
            *place = label;
        }
    }
    all
}

/// Returns the colour of each side of the cast.
fn sides(book: &RuleBook, question: &Question, titles: &[String]) -> Vec<(usize, Colour)> {
    let Some(kind) = book.side_kind() else {
        return Vec::new();
    };
    let cast = question.cast.iter().zip(titles).enumerate();
    let sides: Vec<(usize, &str, &str)> = cast
        .filter(|(_, (unit, _))| unit.kind == kind)
        .map(|(at, (unit, title))| (at, unit.parameter.as_str(), title.as_str()))
        .collect();
    let named: Vec<(&str, &str)> = sides.iter().map(|(_, id, title)| (*id, *title)).collect();
    let places = sides.iter().map(|(at, ..)| *at);
    places.zip(of_sides(&named)).collect()
}
