//! Reader for the keys of a map.

use super::super::profile::{Stat, Unit, Value};
use super::super::read::sections_of;
use super::cell_words::{CellWords, HEXES, SQUARES, words_of};
use super::drawing::read_drawing;
use super::outline::{hundredths, pair};
use super::standing::{hex, named, read_standing};
use super::{LegendSymbol, Map, MapSide};
use sandtable_board::{Board, GridMap, LONGEST_SIDE, Layout, OpenTable, Place, SMALLEST_GRID};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::{FileId, Span, Spanned};

/// The keys of a map outside of its sections.
const KEYS: [&str; 7] = ["name", "note", "layout", "hexes", "squares", "size", "grid"];
/// The keys that are headings of sections.
const HEADINGS: [&str; 7] = ["legend", "hex", "square", "side", "area", "link", "unit"];

/// Reads a map file; `None` if it defines no board.
///
/// `text` is the text of `file`. Reports: E0401 to E0404, E0407, E0420 to E0428, E0625, E0670.
pub fn map(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Option<Map> {
    let stats = sections_of(file, text, diagnostics)?;
    let head = Span::new(file, 0, text.find('\n').unwrap_or(text.len()));
    of_stats(&stats, text, head, diagnostics)
}

/// Reads a map from the keys of a file. `head` is the span for findings about missing keys. Reports: as [`map`].
pub(in super::super) fn of_stats(
    stats: &[Stat],
    text: &str,
    head: Span,
    diagnostics: &mut Diagnostics,
) -> Option<Map> {
    let mut reader = MapReader {
        stats,
        text,
        diagnostics,
    };
    reader.keys();
    let title = reader.title();
    let of_hexes = reader.stat("hexes").or_else(|| reader.stat("layout"));
    let of_squares = reader.stat("squares");
    let of_areas = reader.stat("area").or_else(|| reader.stat("link"));
    if let Some(areas) = of_areas {
        let other = of_hexes.or(of_squares).or_else(|| reader.stat("size"));
        let Some(other) = other else {
            return reader.read_areas(title, head);
        };
        reader.report(
            Diagnostic::new(
                Code::WrongValue,
                format!("this map has both areas and `{}`", other.key.value),
            )
            .label(areas.key.span, "areas")
            .label(other.key.span, format!("`{}`", other.key.value))
            .help("keep `[area.…]` and `[[link]]`, or the other kind of map"),
        );
        return None;
    }
    match (of_hexes.or(of_squares), reader.stat("size")) {
        (Some(drawn), Some(size)) => {
            let (drawn, size) = (drawn.key.span, size.key.span);
            let cells = match of_hexes {
                Some(_) => "hexes",
                None => "squares",
            };
            reader.report(
                Diagnostic::new(Code::WrongValue, "this map is both drawn and measured")
                    .label(size, "inches of a table")
                    .label(drawn, cells)
                    .help("keep `layout` and `hexes` for a map of hexes, `squares` for a map of squares, or `size` for a table"),
            );
            None
        }
        (Some(_), None) => match (of_hexes, of_squares) {
            (Some(hexes), Some(squares)) => {
                reader.report(
                    Diagnostic::new(Code::WrongValue, "this map has both hexes and squares")
                        .label(squares.key.span, "squares")
                        .label(hexes.key.span, "hexes")
                        .help("squares have no `layout`: keep `layout` and `hexes`, or `squares`"),
                );
                None
            }
            (None, Some(_)) => reader.cells(&SQUARES, title, head),
            (Some(_) | None, None) => reader.cells(&HEXES, title, head),
        },
        (None, Some(size)) => reader.table(size, title, head),
        (None, None) => {
            reader.report(
                Diagnostic::new(
                    Code::MissingStat,
                    "this map has neither `hexes` nor `squares` nor `area` nor `size`",
                )
                .label(head, "")
                .help("draw hexes, `hexes = \"\"\"…\"\"\"`, or squares, `squares = \"\"\"…\"\"\"`; add areas, `[area.mill]`; or give the size of a table in inches, `size = [72, 48]`"),
            );
            None
        }
    }
}

/// Reader for the keys of a map.
pub(super) struct MapReader<'a> {
    stats: &'a [Stat],
    /// The text of the file.
    text: &'a str,
    pub(super) diagnostics: &'a mut Diagnostics,
}

impl<'a> MapReader<'a> {
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn stat(&self, key: &str) -> Option<&'a Stat> {
        self.stats.iter().find(|stat| stat.key.value == key)
    }

    /// Reports unknown keys.
    fn keys(&mut self) {
        let known = || KEYS.into_iter().chain(HEADINGS);
        for stat in self.stats {
            let key = stat.key.value.as_str();
            if !known().any(|known| known == key) {
                self.report(
                    Diagnostic::new(Code::UnknownKey, format!("a map has no `{key}`"))
                        .label(stat.key.span, "")
                        .suggest(key, known())
                        .help("for hexes use `layout`, `hexes`, `[legend]`, `[hex.C2]` and `[[side]]`; for squares `squares` and `[square.C2]`; for areas `[area.mill]` and `[[link]]`; for a table `size` and `grid`; for all `name` and `[unit.…]`"),
                );
            }
        }
    }

    fn cells(
        &mut self,
        words: &CellWords,
        title: Option<Spanned<String>>,
        head: Span,
    ) -> Option<Map> {
        let CellWords { cell, cells, .. } = *words;
        let layout = match words.layout {
            Some(layout) => layout,
            None => self.layout(head)?,
        };
        if let Some(grid) = self.stat("grid") {
            self.report(
                Diagnostic::new(Code::UnknownKey, format!("a map of {cells} has no `grid`"))
                    .label(grid.key.span, "")
                    .help(format!("delete it: the {cells} are the places to choose")),
            );
        }
        for other in [&HEXES, &SQUARES] {
            if let Some(stat) = self.stat(other.cell).filter(|_| other.cell != cell) {
                let finding = Diagnostic::new(
                    Code::UnknownKey,
                    format!("a map of {cells} has no `{}`", other.cell),
                )
                .label(stat.key.span, "")
                .help(format!("write `[{cell}.C2]`"));
                self.report(finding);
            }
        }
        let Some(drawing) = self.stat(cells) else {
            self.report(
                Diagnostic::new(Code::MissingStat, format!("this map has no `{cells}`"))
                    .label(head, "")
                    .help("draw them, one symbol each with a space between: `. . .`"),
            );
            return None;
        };
        let (outline, drawn) = read_drawing(layout, words, drawing, self.text, self.diagnostics)?;
        let legend = self.legend();
        let fills: Vec<Option<usize>> = drawn
            .iter()
            .map(|drawn| legend.iter().position(|symbol| symbol.mark == drawn.mark))
            .collect();
        let mut unknown: Vec<char> = Vec::new();
        for (symbol, _) in drawn.iter().zip(&fills).filter(|(_, fill)| fill.is_none()) {
            if !unknown.contains(&symbol.mark) {
                unknown.push(symbol.mark);
                self.unknown_symbol(symbol.mark, symbol.span, &legend);
            }
        }
        if unknown.is_empty() {
            self.undrawn(words, &legend, &fills);
        }
        let board = Board::Grid(outline.clone());
        let own = self.own(words, &board, &outline);
        let sides = self.sides(&board, &outline);
        let units = self.units(&board);
        Some(Map {
            title,
            board,
            legend,
            fills,
            places: own,
            sides,
            units,
            span: head,
        })
    }

    fn table(&mut self, size: &Stat, title: Option<Spanned<String>>, head: Span) -> Option<Map> {
        for key in ["legend", "hex", "square", "side"] {
            if let Some(stat) = self.stat(key) {
                self.report(
                    Diagnostic::new(Code::UnknownKey, format!("a table has no `{key}`"))
                        .label(stat.key.span, "")
                        .help(
                            "for terrain on a table, write pieces with a shape: `[unit.wood-1]`, \
                            `shape = [[10, 10], …]`",
                        ),
                );
            }
        }
        let (width, height) = pair(&size.value, "the size of a table", self.diagnostics)?;
        let grid = self.stat("grid");
        let step = grid.map_or(Some(100), |grid| hundredths(&grid.value.value));
        let step = step.filter(|step| (SMALLEST_GRID..=LONGEST_SIDE).contains(step));
        let Some(step) = step else {
            let span = grid.map_or(head, |grid| grid.value.span);
            self.report(
                Diagnostic::new(
                    Code::MapSize,
                    "`grid` must be the distance in inches between points that can be chosen",
                )
                .label(span, "")
                .help("write a number of at least 0.25, with at most two decimals: `grid = 0.5`"),
            );
            return None;
        };
        let Some(table) = OpenTable::new(width, height, step) else {
            self.report(
                Diagnostic::new(Code::MapSize, "a table of this size cannot be played on")
                    .label(size.value.span, "")
                    .help(
                        "make each side at most 400 inches, and at least the `grid`, by default 1 \
                        inch",
                    ),
            );
            return None;
        };
        let board = Board::Table(table);
        let units = self.units(&board);
        Some(Map {
            title,
            board,
            legend: Vec::new(),
            fills: Vec::new(),
            places: Vec::new(),
            sides: Vec::new(),
            units,
            span: head,
        })
    }

    fn title(&mut self) -> Option<Spanned<String>> {
        let stat = self.stat("name")?;
        if let Value::Word(title) = &stat.value.value {
            return Some(Spanned::new(title.clone(), stat.value.span));
        }
        self.report(
            Diagnostic::new(
                Code::WrongValue,
                "`name` must be a text: the title that players see",
            )
            .label(stat.value.span, "not a text")
            .help("put it in quotes: `name = \"The ridge\"`"),
        );
        None
    }

    fn layout(&mut self, head: Span) -> Option<Layout> {
        let Some(stat) = self.stat("layout") else {
            self.report(
                Diagnostic::new(Code::MissingStat, "this map has no `layout`")
                    .label(head, "")
                    .help(
                        "write `layout = \"pointy\"` for hexes with a corner on top and straight \
                        rows, `layout = \"flat\"` for hexes with a side on top and straight \
                        columns",
                    ),
            );
            return None;
        };
        match stat.value.value.word() {
            Some("pointy") => return Some(Layout::Pointy),
            Some("flat") => return Some(Layout::Flat),
            Some(_) | None => {}
        }
        if stat.value.value != Value::Unreadable {
            let word = stat.value.value.word().unwrap_or_default();
            self.report(
                Diagnostic::new(Code::WrongValue, "`layout` must be `pointy` or `flat`")
                    .label(stat.value.span, "")
                    .suggest(word, ["pointy", "flat"])
                    .help(
                        "write `pointy` for a corner on top and straight rows, `flat` for a side \
                        on top and straight columns",
                    ),
            );
        }
        None
    }

    /// Returns the tables under headings of a key: `[hex.C2]`.
    pub(super) fn headed(&mut self, key: &str, example: &str) -> &'a [Stat] {
        let Some(stat) = self.stat(key) else {
            return &[];
        };
        match &stat.value.value {
            Value::Inline(stats) => return stats,
            Value::Unreadable => {}
            Value::Number(_)
            | Value::Decimal(_)
            | Value::Flag(_)
            | Value::Word(_)
            | Value::List(_)
            | Value::Other(_) => {
                let what = stat.value.value.type_name();
                self.report(
                    Diagnostic::new(Code::WrongValue, format!("`{key}` must be a heading"))
                        .label(stat.value.span, format!("this is {what}"))
                        .help(format!(
                            "write a heading `{example}` with its lines below it"
                        )),
                );
            }
        }
        &[]
    }

    fn legend(&mut self) -> Vec<LegendSymbol> {
        let mut legend: Vec<LegendSymbol> = Vec::new();
        for entry in self.headed("legend", "[legend]") {
            let mut marks = entry.key.value.chars();
            let (mark, more) = (marks.next(), marks.next());
            let Some(mark) = mark.filter(|mark| more.is_none() && !mark.is_whitespace()) else {
                self.report(
                    Diagnostic::new(
                        Code::UnknownSymbol,
                        format!("`{}` cannot be drawn", entry.key.value),
                    )
                    .label(entry.key.span, "not a symbol")
                    .help("use one letter, digit or mark, but not a space"),
                );
                continue;
            };
            let example =
                "write the stats of its hexes in braces: `w = { terrain = \"woods\" }`, or `{}`";
            // Errors in an entry are reported once, rather than for each hex.
            let says = self.says("legend", &entry.key, &entry.value, example);
            let says = says.unwrap_or_else(|| nothing("legend", &entry.key));
            legend.push(LegendSymbol { mark, says });
        }
        legend
    }

    /// Reports symbols of the legend that the drawing lacks.
    fn undrawn(&mut self, words: &CellWords, legend: &[LegendSymbol], fills: &[Option<usize>]) {
        let undrawn = legend.iter().enumerate();
        for (_, symbol) in undrawn.filter(|(at, _)| !fills.contains(&Some(*at))) {
            let mark = symbol.mark;
            self.report(
                Diagnostic::new(
                    Code::NotOnTheMap,
                    format!(
                        "the legend explains `{mark}`, but the map has no such {}",
                        words.cell
                    ),
                )
                .label(symbol.says.id.span, "")
                .help("draw one, or delete the line"),
            );
        }
    }

    fn unknown_symbol(&mut self, mark: char, span: Span, legend: &[LegendSymbol]) {
        let other_case = legend
            .iter()
            .find(|known| known.mark.to_lowercase().eq(mark.to_lowercase()) && known.mark != mark);
        let known: Vec<String> = legend
            .iter()
            .map(|known| format!("`{}`", known.mark))
            .collect();
        let mut finding = Diagnostic::new(
            Code::UnknownSymbol,
            format!("the legend has no symbol `{mark}`"),
        )
        .label(span, "first here");
        if let Some(other) = other_case {
            finding = finding.help(format!("did you mean `{}`?", other.mark));
        }
        let key = if mark.is_ascii_alphanumeric() {
            mark.to_string()
        } else {
            format!("\"{mark}\"")
        };
        self.report(finding.help(if known.is_empty() {
            format!("add it to the legend: `[legend]`, and below it `{key} = {{}}`")
        } else {
            format!(
                "add a line `{key} = {{ … }}`; the legend has {}",
                known.join(", ")
            )
        }));
    }

    /// Returns the stats of a legend entry, a place or a side.
    pub(super) fn says(
        &mut self,
        kind: &str,
        id: &Spanned<String>,
        value: &Spanned<Value>,
        help: &str,
    ) -> Option<Unit> {
        let Value::Inline(stats) = &value.value else {
            if value.value != Value::Unreadable {
                self.report(
                    Diagnostic::new(
                        Code::WrongValue,
                        format!("`{}` must be a heading", id.value),
                    )
                    .label(value.span, format!("this is {}", value.value.type_name()))
                    .help(help),
                );
            }
            return None;
        };
        let mut says = nothing(kind, id);
        for stat in stats {
            match (stat.key.value.as_str(), &stat.value.value) {
                ("name", Value::Word(title)) => {
                    says.title = Some(Spanned::new(title.clone(), stat.value.span));
                }
                ("note", _) => {}
                _ => says.stats.push(stat.clone()),
            }
        }
        Some(says)
    }

    fn own(&mut self, words: &CellWords, board: &Board, map: &GridMap) -> Vec<(Place, Unit)> {
        let mut own: Vec<(Place, Unit)> = Vec::new();
        let cell = words.cell;
        for entry in self.headed(cell, &format!("[{cell}.C2]")) {
            let example = format!("write a heading `[{cell}.C2]` with its lines below it");
            let says = self.says(cell, &entry.key, &entry.value, &example);
            let place = named(&entry.key, board, map, self.diagnostics);
            let (Some(says), Some(place)) = (says, place) else {
                continue;
            };
            if let Some((_, first)) = own.iter().find(|(known, _)| *known == place.value) {
                let finding = Diagnostic::new(
                    Code::MapTwice,
                    format!("the {cell} `{}` has two headings", board.name(place.value)),
                )
                .label(entry.key.span, "here again")
                .label(first.id.span, "first here")
                .help("put all its lines below one heading");
                self.report(finding);
                continue;
            }
            own.push((place.value, says));
        }
        own
    }

    fn sides(&mut self, board: &Board, map: &GridMap) -> Vec<MapSide> {
        let Some(stat) = self.stat("side") else {
            return Vec::new();
        };
        if stat.value.value == Value::Unreadable {
            return Vec::new();
        }
        let entries = stat.value.value.list();
        let entries = entries.unwrap_or(std::slice::from_ref(&stat.value));
        let mut sides: Vec<MapSide> = Vec::new();
        for entry in entries {
            let example = "write a heading `[[side]]`, and below it `between = [\"B2\", \"B3\"]`";
            let Some(mut says) = self.says("side", &stat.key, entry, example) else {
                continue;
            };
            let between = says
                .stats
                .iter()
                .position(|stat| stat.key.value == "between");
            let Some(between) = between.map(|at| says.stats.remove(at)) else {
                self.report(
                    Diagnostic::new(
                        Code::MissingStat,
                        format!("this side does not name its {}", words_of(map).cells),
                    )
                    .label(entry.span, "")
                    .help(format!(
                        "name the two {}: `between = [\"B2\", \"B3\"]`",
                        words_of(map).cells
                    )),
                );
                continue;
            };
            says.id.span = between.key.span;
            let mut found: Vec<Spanned<i32>> = Vec::new();
            for pair in pairs(&between.value) {
                let Some(side) = self.side(pair, board, map) else {
                    continue;
                };
                let known = sides.iter().flat_map(|known| &known.sides).chain(&found);
                if let Some(first) = known.into_iter().find(|known| known.value == side.value) {
                    let finding = Diagnostic::new(
                        Code::MapTwice,
                        format!("the side {} has two headings", map.side_name(side.value)),
                    )
                    .label(side.span, "here again")
                    .label(first.span, "first here")
                    .help("put all its lines below one heading");
                    self.diagnostics.push(finding);
                    continue;
                }
                found.push(side);
            }
            sides.push(MapSide { sides: found, says });
        }
        sides
    }

    /// Returns the code of the side between two hexes: `["B2", "B3"]`.
    fn side(
        &mut self,
        pair: &Spanned<Value>,
        board: &Board,
        map: &GridMap,
    ) -> Option<Spanned<i32>> {
        if pair.value == Value::Unreadable {
            return None;
        }
        let names = pair.value.list().unwrap_or_default();
        let [one, other] = names else {
            self.report(
                Diagnostic::new(
                    Code::WrongValue,
                    format!("a side needs two {}", words_of(map).cells),
                )
                .label(pair.span, format!("this is {}", pair.value.type_name()))
                .help(
                    "name both: `between = [\"B2\", \"B3\"]`; for several sides put each in \
                        brackets: `[[\"B2\", \"B3\"], [\"B3\", \"C3\"]]`",
                ),
            );
            return None;
        };
        let one = hex(one, board, map, self.diagnostics);
        let other = hex(other, board, map, self.diagnostics);
        let (one, other) = (one?, other?);
        if let Some(side) = board.side(one.value, other.value) {
            return Some(Spanned::new(side, pair.span));
        }
        self.report(not_adjacent(board, one.value, other.value, pair.span));
        None
    }

    pub(super) fn units(&mut self, board: &Board) -> Vec<(Unit, super::Standing)> {
        let mut units = Vec::new();
        for entry in self.headed("unit", "[unit.wood-1]") {
            let example = "add a heading above its lines: `[unit.wood-1]`";
            if let Some(unit) = self.says("unit", &entry.key, &entry.value, example) {
                let standing = read_standing(&unit, board, self.diagnostics);
                units.push((unit, standing));
            }
        }
        units
    }
}

fn nothing(kind: &str, id: &Spanned<String>) -> Unit {
    Unit {
        kind: Spanned::new(kind.to_owned(), id.span),
        id: id.clone(),
        title: None,
        stats: Vec::new(),
        is_sound: true,
    }
}

/// Returns the pairs of a list of pairs; a single pair is a list of one.
pub(super) fn pairs(value: &Spanned<Value>) -> &[Spanned<Value>] {
    let pairs = value.value.list();
    pairs
        .filter(|pairs| pairs.iter().all(|pair| pair.value.list().is_some()))
        .unwrap_or(std::slice::from_ref(value))
}

/// Returns the finding about a side between two places that are not adjacent.
pub fn not_adjacent(board: &Board, one: Place, other: Place, span: Span) -> Diagnostic {
    let beside = board.neighbours(one).iter();
    let beside: Vec<String> = beside.map(|place| board.name(*place)).collect();
    let (one, other) = (board.name(one), board.name(other));
    let (message, help) = match board {
        Board::Areas(_) => (
            format!("no link joins {one} and {other}"),
            match beside.is_empty() {
                true => format!("{one} has no links"),
                false => format!("{one} is linked to {}", beside.join(", ")),
            },
        ),
        Board::Grid(_) | Board::Table(_) => (
            format!("{one} and {other} have no side in common"),
            format!("adjacent to {one}: {}", beside.join(", ")),
        ),
    };
    Diagnostic::new(Code::NotAdjacent, message)
        .label(span, "")
        .help(help)
}
