//! Checks of maps against the kinds of places and links; builds the board of each map for examples and scenarios.
//!
//! Reports: E0206, E0401 to E0404, E0406.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::scenario::starts_are_sound;
use crate::stats::StatReader;
use sandtable_board::{Board, Graph};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::board::{BoardInstance, GameMap, Measure};
use sandtable_model::{FieldId, Kind, KindId, NONE, Naming, RuleBook, Value};
use sandtable_roster::{self as roster, Map, Roster};
use sandtable_source::{Span, Spanned};

/// Checks every map of the roster and adds it to the book.
pub fn check_maps(book: &mut RuleBook, roster: &Roster, diagnostics: &mut Diagnostics) {
    book.maps_of_others.clone_from(&roster.maps_of_others);
    for (name, map) in roster.maps() {
        let naming = Naming {
            name: name.to_owned(),
            title: map.title.as_ref().map(|title| title.value.clone()),
            citations: Vec::new(),
            span: map.span,
        };
        if let Some(map) = game_map(book, naming, map, diagnostics) {
            let is_sound = starts_are_sound(book, &map, diagnostics);
            let starts = match is_sound {
                true => map.starts,
                false => Vec::new(),
            };
            book.maps.push(Arc::new(GameMap { starts, ..map }));
        }
    }
}

/// Returns the finding about the name of a map that the rules do not have.
pub(crate) fn no_map(book: &RuleBook, code: Code, name: &str, span: Span) -> Diagnostic {
    if let Some(other) = book.maps_of_others.get(name) {
        let message = format!("these rules cannot read the map `{name}`");
        return Diagnostic::new(code, message).label(span, "").help(format!(
            "the ruleset `{other}` can: name that one, or change the map so that both can"
        ));
    }
    let known = book.maps.iter().map(|map| map.naming.name.as_str());
    Diagnostic::new(code, format!("there is no map `{name}`"))
        .label(span, "")
        .suggest(name, known)
        .help("put maps into the folder `maps` of the unit files: `maps/ridge.toml`")
}

/// Builds the board of a scenario's own map for a checked book; `None` if the map does not fit the book, which is reported.
pub fn own_map(book: &RuleBook, map: &Map, diagnostics: &mut Diagnostics) -> Option<GameMap> {
    let naming = Naming {
        name: String::new(),
        title: map.title.as_ref().map(|title| title.value.clone()),
        citations: Vec::new(),
        span: map.span,
    };
    game_map(&mut book.clone(), naming, map, diagnostics)
}

fn game_map(
    book: &mut RuleBook,
    naming: Naming,
    map: &Map,
    diagnostics: &mut Diagnostics,
) -> Option<GameMap> {
    let (map, starts) = without_starts(book, map);
    let board_instance = lay_out(book, &map, diagnostics)?;
    Some(GameMap {
        naming,
        board_instance: Arc::new(board_instance),
        starts,
        units: map.units.clone(),
        legend: map.fills_in_words(),
        fills: map.fills(),
        sides: map.sides_in_words(),
        remarks: map.remarks(),
    })
}

/// Returns a map without the lines about tracks of its places, and these lines by place: its symbol's, then its own. A later line
/// replaces an earlier one about the same value.
fn without_starts<'m>(book: &RuleBook, map: &'m Map) -> (Cow<'m, Map>, Vec<Vec<roster::Stat>>) {
    let kind = book.changing_places();
    let Some(kind) = kind.and_then(|kind| book.kinds.get(kind.at())) else {
        return (Cow::Borrowed(map), Vec::new());
    };
    let is_track = |stat: &roster::Stat| {
        let mut tracks = kind.tracks.iter();
        let mut by_word = kind.by_word.iter();
        tracks.any(|track| track.naming.name == stat.key.value)
            || by_word.any(|tracks| tracks.name == stat.key.value)
    };
    let taken_out = |said: &mut roster::Unit| -> Vec<roster::Stat> {
        let (starts, stats) = std::mem::take(&mut said.stats)
            .into_iter()
            .partition(is_track);
        said.stats = stats;
        starts
    };
    let mut map = map.clone();
    let symbols = map.legend.iter_mut();
    let symbols: Vec<_> = symbols.map(|symbol| taken_out(&mut symbol.says)).collect();
    let n_places = map.board.graph().map_or(0, Graph::n_places);
    let mut starts: Vec<Vec<roster::Stat>> = vec![Vec::new(); n_places];
    for (place, fill) in starts.iter_mut().zip(&map.fills) {
        let symbol = fill.and_then(|fill| symbols.get(fill));
        place.extend(symbol.into_iter().flatten().cloned());
    }
    for (place, said) in &mut map.places {
        let own = taken_out(said);
        let place = usize::try_from(*place).ok();
        if let Some(all) = place.and_then(|place| starts.get_mut(place)) {
            all.extend(own);
        }
    }
    (Cow::Owned(map), starts)
}

fn lay_out(book: &mut RuleBook, map: &Map, diagnostics: &mut Diagnostics) -> Option<BoardInstance> {
    let drawn = match map.board {
        Board::Grid(ref grid) if grid.is_square() => Measure::Squares,
        Board::Grid(_) => Measure::Hexes,
        Board::Areas(_) => Measure::Areas,
        Board::Table(_) => Measure::Inches,
    };
    if book.board.is_none() && book.poison.is_board_unread() {
        return None;
    }
    if book.board != Some(drawn) {
        diagnostics.push(
            Diagnostic::new(
                Code::NotAllowedHere,
                match drawn {
                    Measure::Hexes => "this map has hexes",
                    Measure::Squares => "this map has squares",
                    Measure::Areas => "this map has areas",
                    Measure::Inches => "this map is a table in inches",
                },
            )
            .label(map.span, "")
            .help(match book.board {
                Some(board) => format!("the rules are played on `board {}`", board.word()),
                None => format!(
                    "write `board {}` below `ruleset` in a rule file",
                    drawn.word()
                ),
            }),
        );
        return None;
    }
    let n_fields = book.fields.len();
    let mut board_instance = BoardInstance {
        board: Arc::new(adjacent(book, map, diagnostics)),
        n_fields,
        places: Arc::default(),
        sides: Arc::default(),
        plain_side: Vec::new(),
        shapes: Vec::new(),
        cutting: Vec::new(),
    };
    if let Some(graph) = map.board.graph() {
        let kinds = book.kinds.clone();
        board_instance.places = the_places(book, &kinds, map, graph.n_places(), diagnostics).into();
        board_instance.plain_side = row(book, defaults(book, book.ground().link));
        board_instance.sides = Arc::new(sides(
            book,
            &kinds,
            map,
            &board_instance.plain_side,
            diagnostics,
        ));
    }
    Some(board_instance)
}

/// Builds the board with the adjacency that the rules declare; for squares, with or without diagonals.
fn adjacent(book: &RuleBook, map: &Map, diagnostics: &mut Diagnostics) -> Board {
    let Board::Grid(grid) = &map.board else {
        return map.board.clone();
    };
    if book.has_diagonals {
        return Board::Grid(grid.clone().with_diagonals());
    }
    let sides = map.sides.iter().flat_map(|side| &side.sides);
    let corners = sides.filter(|side| {
        let ends = grid.beside(side.value);
        let ends = ends.and_then(|(one, other)| Some((one, other?)));
        ends.is_some_and(|(one, other)| !grid.graph().neighbours(one).contains(&other))
    });
    for corner in corners {
        diagnostics.push(
            Diagnostic::new(
                Code::NotAdjacent,
                format!("{} is a corner, not a side", grid.side_name(corner.value)),
            )
            .label(corner.span, "")
            .help("name two squares that share a side; squares that touch at a corner are adjacent only if the rules say `board squares with diagonals`"),
        );
    }
    map.board.clone()
}

type StatValues = Vec<(FieldId, Value)>;

/// Returns the default stats of a kind of place or link.
fn defaults(book: &RuleBook, kind: &str) -> StatValues {
    let kind = book.kind_named(kind);
    let kind = kind.and_then(|kind| book.kinds.get(kind.at()));
    kind.into_iter()
        .flat_map(|kind| &kind.stats)
        .map(|stat| (stat.field, Value::Single(stat.default.unwrap_or(NONE))))
        .collect()
}

/// Returns a value for each field of the book; a trait that is not given is absent.
fn row(book: &RuleBook, said: StatValues) -> Vec<i32> {
    let fields = book.fields.iter();
    let mut row: Vec<i32> = fields
        .map(|field| if field.is_trait { 0 } else { NONE })
        .collect();
    for (field, value) in said {
        if let (Some(place), Value::Single(value)) = (row.get_mut(field.at()), value) {
            *place = value;
        }
    }
    row
}

fn the_places(
    book: &mut RuleBook,
    kinds: &[Kind],
    map: &Map,
    n_places: usize,
    diagnostics: &mut Diagnostics,
) -> Vec<i32> {
    let (kind, name) = (book.place_kind(), book.ground().place);
    let plain = defaults(book, name);
    let mut symbols = Vec::new();
    for symbol in &map.legend {
        let said = says(
            book,
            kinds,
            map,
            (kind, name),
            &symbol.says,
            true,
            diagnostics,
        );
        symbols.push([plain.clone(), said].concat());
    }
    let n_fields = book.fields.len();
    let mut places = Vec::with_capacity(n_places * n_fields);
    let rows: Vec<Vec<i32>> = symbols.iter().map(|said| row(book, said.clone())).collect();
    let nothing = row(book, plain);
    for place in 0..n_places {
        let fill = map.fills.get(place).copied().flatten();
        let row = fill.and_then(|fill| rows.get(fill)).unwrap_or(&nothing);
        places.extend_from_slice(row);
    }
    // All stats of an area are its own: there is no terrain below it.
    let is_whole = matches!(map.board, Board::Areas(_));
    for (place, own) in &map.places {
        let said = says(book, kinds, map, (kind, name), own, is_whole, diagnostics);
        let first = usize::try_from(*place).unwrap_or(0) * n_fields;
        let says_traits = own.stat("traits").is_some();
        for (at, field) in book.fields.iter().enumerate() {
            if field.is_trait
                && says_traits
                && let Some(place) = places.get_mut(first + at)
            {
                *place = 0;
            }
        }
        for (field, value) in said {
            if let (Some(place), Value::Single(value)) = (places.get_mut(first + field.at()), value)
            {
                *place = value;
            }
        }
    }
    places
}

/// Reads lines of a map as stats of a kind. With `whole`, every stat without a default is required.
fn says(
    book: &mut RuleBook,
    kinds: &[Kind],
    map: &Map,
    (kind, name): (Option<KindId>, &str),
    said: &roster::Unit,
    whole: bool,
    diagnostics: &mut Diagnostics,
) -> StatValues {
    let Some(kind) = kind else {
        let stat = said.stats.first();
        if let Some(stat) = stat.filter(|_| !book.poison.has(name)) {
            diagnostics.push(
                Diagnostic::new(
                    Code::UnknownKind,
                    format!("the rules have no kind `{name}`"),
                )
                .label(stat.key.span, "")
                .help(format!(
                    "declare it in a rule file: `kind {name} \"…\"`, with `{}` below it",
                    stat.key.value
                )),
            );
        }
        return Vec::new();
    };
    let ids = BTreeMap::new();
    let mut reader = StatReader {
        book,
        kinds,
        diagnostics,
        ids: &ids,
    };
    let values = match whole {
        true => reader.values(kind, &said.stats, said.shown(), said.head()),
        false => reader.stated_values(kind, &said.stats),
    };
    let located = values.into_iter().filter_map(|(field, value)| match value {
        Value::Place(name) => {
            let place = located(&map.board, &name).map_err(|finding| diagnostics.push(finding));
            Some((field, Value::Single(place.ok()?)))
        }
        Value::Single(_) | Value::Parts(_) => Some((field, value)),
    });
    located.collect()
}

/// Returns the place of a board with a name.
///
/// Errors: the board has none.
pub(crate) fn located(board: &Board, name: &Spanned<String>) -> Result<i32, Diagnostic> {
    let text = &name.value;
    board.parse(text).ok_or_else(|| {
        let finding = Diagnostic::new(Code::BadArgument, format!("the map has no place `{text}`"))
            .label(name.span, "");
        if let Some(near) = board.near(text) {
            let near = board.name(near);
            return finding.help(format!("the nearest place on the map is {near}"));
        }
        match board {
            Board::Grid(map) if map.is_square() => {
                finding.help("name a square by the letter of its row and its number in it: `C4`")
            }
            Board::Grid(_) => {
                finding.help("name a hex by the letter of its row and its place in it: `C4`")
            }
            Board::Areas(map) => {
                let names = map.names().iter().map(|name| name.id.as_str());
                finding.suggest(text, names).help(
                    "name an area as its heading on the map does: `north-ford` for `[area.north-ford]`",
                )
            }
            Board::Table(_) => {
                finding.help("give points in inches from the lower left corner: `(12.5, 8)`")
            }
        }
    })
}

/// Returns the code of the side between two places, which are named as in `B2/B3`.
pub(crate) fn side_between(
    book: &RuleBook,
    board: &Board,
    name: &Spanned<String>,
) -> Result<i32, Diagnostic> {
    let what = book.ground().link_in_words;
    let Some((one, other)) = name.value.split_once('/') else {
        let text = format!("`{}` does not name a {what}", name.value);
        return Err(Diagnostic::new(Code::BadArgument, text)
            .label(name.span, "")
            .help("name the two places that it lies between: `B2/B3`"));
    };
    let place = |text: &str| located(board, &Spanned::new(text.to_owned(), name.span));
    let ends = (place(one)?, place(other)?);
    board.side(ends.0, ends.1).ok_or_else(|| {
        let text = format!("there is no {what} between {one} and {other}");
        Diagnostic::new(Code::NotAdjacent, text)
            .label(name.span, "they are not adjacent")
            .help("name two places that touch each other")
    })
}

/// Returns the stats that a map gives for single hexsides or square sides, by code.
fn sides(
    book: &mut RuleBook,
    kinds: &[Kind],
    map: &Map,
    plain: &[i32],
    diagnostics: &mut Diagnostics,
) -> BTreeMap<i32, Vec<i32>> {
    let (kind, name) = (book.link_kind(), book.ground().link);
    let mut rows: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for side in &map.sides {
        let said = says(
            book,
            kinds,
            map,
            (kind, name),
            &side.says,
            false,
            diagnostics,
        );
        for code in &side.sides {
            let row = rows.entry(code.value).or_insert_with(|| plain.to_vec());
            for (field, value) in &said {
                if let (Some(place), Value::Single(value)) = (row.get_mut(field.at()), value) {
                    *place = *value;
                }
            }
        }
    }
    rows
}
