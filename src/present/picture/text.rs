//! A board as text: hexes and squares as in a map file, areas as a list, a table as a grid of letters.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{Picture, Piece, Seen, colour};
use crate::findings::Style;
use sandtable_board::{AreaMap, AreaName, Board, GridMap, OpenTable, Place};

/// The mark of the cursor.
const MARK: char = '◆';
/// Its escape codes in a terminal.
const MARKED: &str = "1;7";
/// The escape codes of a place that can be chosen.
const OFFERED: &str = "1;4";
/// Number of columns left of a table.
const MARGIN: usize = 5;

/// The parts of a board as text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The board, by row.
    pub rows: Vec<String>,
    /// Number of columns at the left that name the rows.
    pub margin: usize,
    /// The row and the column of the focused place.
    pub focus: Option<(usize, usize)>,
    /// The types of terrain with their letters.
    pub legend: Vec<String>,
    /// Legend of hexsides, of pieces and of the line of sight, each after an empty line.
    pub below: Vec<String>,
}

/// Renders the board, its legend and its pieces, in at most `width` columns if the board can be scaled down to that.
pub fn to_text(picture: &Picture<'_>, width: usize, style: Style) -> String {
    let drawing = draw(picture, width, style, None);
    let mut out = String::new();
    if !picture.title.is_empty() {
        let _ = writeln!(out, "{}\n", picture.title);
    }
    for row in &drawing.rows {
        let _ = writeln!(out, "{row}");
    }
    if !drawing.legend.is_empty() {
        let _ = writeln!(out, "\n{}", drawing.legend.join("    "));
    }
    for line in &drawing.below {
        let _ = writeln!(out, "{line}");
    }
    out
}

/// Returns the parts of the text of [`to_text`], with the position of a focused place.
pub fn draw(picture: &Picture<'_>, width: usize, style: Style, focus: Option<Place>) -> Drawing {
    let (mut rows, mut below) = (String::new(), String::new());
    let (margin, focus) = match picture.board {
        Board::Grid(map) => {
            let plan = GridPlan::new(map, width);
            hexes(picture, map, &plan, style, &mut rows);
            let at = focus.and_then(|place| map.drawn_at(place));
            let at = at.and_then(|(line, column)| {
                let line = usize::try_from(line).ok()?;
                Some((line, plan.column(usize::try_from(column).ok()?)))
            });
            (plan.margin, at)
        }
        Board::Areas(map) => {
            areas(picture, map, style, &mut rows);
            let at = focus.and_then(|place| usize::try_from(place).ok());
            (0, at.map(|at| (at, 0)))
        }
        Board::Table(table) => {
            let plan = TablePlan::new(table, width);
            on_table(picture, table, &plan, style, &mut rows);
            let at = focus.and_then(|place| table.hundredths(place));
            let at = at.and_then(|(x, y)| {
                let line = usize::try_from(plan.lines - 1 - plan.line(y)).ok()?;
                Some((line, plan.column(x)))
            });
            (MARGIN, at)
        }
    };
    hexsides(picture, &mut below);
    pieces(picture, style, &mut below);
    for (at, words) in picture.sight_in_words().iter().enumerate() {
        let above = if at == 0 { "\n" } else { "" };
        let _ = writeln!(below, "{above}{words}");
    }
    for note in &picture.notes {
        let _ = writeln!(below, "{note}");
    }
    let lines = |text: &str| text.lines().map(str::to_owned).collect();
    Drawing {
        rows: lines(&rows),
        margin,
        focus,
        legend: legend(picture, style),
        below: lines(&below),
    }
}

/// Layout of cells in the text.
struct GridPlan {
    margin: usize,
    /// Number of columns of text per column of the map: four per cell, or two if that is too wide.
    scale: usize,
    columns: usize,
}

impl GridPlan {
    fn new(map: &GridMap, width: usize) -> Self {
        let columns = usize::try_from(map.drawn_size().1).unwrap_or(0);
        Self {
            margin: map.row_names().1.len() + 1,
            scale: if 8 + 2 * columns <= width { 2 } else { 1 },
            columns,
        }
    }

    fn column(&self, column: usize) -> usize {
        self.margin + 1 + column * self.scale
    }
}

/// Layout of points of a table in the text.
struct TablePlan {
    /// Width of a letter in hundredths of an inch; its height is twice that.
    step: i32,
    lines: i32,
    columns: i32,
}

impl TablePlan {
    fn new(table: &OpenTable, width: usize) -> Self {
        let room = i32::try_from(width.saturating_sub(MARGIN + 2).max(10)).unwrap_or(70);
        let steps = [50, 100, 200, 300, 400, 600, 800, 1200, 2400];
        let step = steps.into_iter().find(|step| table.width() / step <= room);
        let step = step.unwrap_or(4800);
        Self {
            step,
            lines: table.height() / (2 * step) + 1,
            columns: table.width() / step + 1,
        }
    }

    fn column(&self, x: i32) -> usize {
        usize::try_from(x / self.step).unwrap_or(0) + MARGIN
    }

    /// Returns the line of a coordinate, from the bottom.
    fn line(&self, y: i32) -> i32 {
        y / (2 * self.step)
    }
}

/// A text with optional colours, and its column.
struct Cell {
    column: usize,
    text: String,
    codes: String,
}

impl Cell {
    fn new(column: usize, text: String, codes: &str) -> Self {
        Self {
            column,
            text,
            codes: codes.to_owned(),
        }
    }
}

/// Joins escape codes to one sequence.
fn joined(codes: &[&str]) -> String {
    let codes = codes.iter().filter(|codes| !codes.is_empty());
    codes.copied().collect::<Vec<&str>>().join(";")
}

fn hexes(picture: &Picture<'_>, map: &GridMap, plan: &GridPlan, style: Style, out: &mut String) {
    let (lines, _) = map.drawn_size();
    let looks = picture.looks();
    let margin = plan.margin;
    for line in 0..lines {
        let mut cells = Vec::new();
        let mut last = 0;
        let mut row = String::new();
        for (column, at) in (0..).zip(0..plan.columns) {
            let Some(hex) = map.cell_at(line, column) else {
                continue;
            };
            let name = picture.board.name(hex);
            let letters = name.trim_end_matches(|mark: char| mark.is_ascii_digit());
            last = name
                .strip_prefix(letters)
                .and_then(|number| number.parse::<usize>().ok())
                .unwrap_or(last);
            if row.is_empty() {
                row = letters.to_owned();
            }
            cells.extend(hex_cells(picture, hex, plan.column(at), plan.scale, &looks));
        }
        let mut written = format!("{row:<margin$}");
        let taken = append(&mut written, margin, &cells, style);
        if last > 0 {
            let end = margin + plan.columns * plan.scale + 3;
            let _ = write!(written, "{}{last}", " ".repeat(end.saturating_sub(taken)));
        }
        let _ = writeln!(out, "{}", written.trim_end());
    }
}

/// Returns the symbol of a hex and the labels of its pieces.
fn hex_cells(
    picture: &Picture<'_>,
    hex: Place,
    column: usize,
    scale: usize,
    looks: &[colour::Ground],
) -> Vec<Cell> {
    let fill = picture.fill(hex);
    let look = fill.and_then(|(at, _)| looks.get(at));
    let is_offered = picture.offered.contains(&hex);
    let offered = if is_offered { OFFERED } else { "" };
    let ground = joined(&[offered, look.map_or("", |look| look.codes)]);
    let (mark, ground) = match picture.marked == Some(hex) {
        true => (MARK, MARKED.to_owned()),
        false => (fill.map_or('?', |(_, fill)| fill.mark), ground),
    };
    let here: Vec<&Piece> = picture
        .pieces
        .iter()
        .filter(|piece| piece.place == hex)
        .collect();
    let line = match picture.seen(hex) {
        Seen::Aside => None,
        Seen::Passed => Some('*'),
        Seen::Blocks => Some('#'),
    };
    let plain = |column: usize, mark: char| Cell::new(column, mark.to_string(), "");
    let on_ground = |mark: char| Cell::new(column, mark.to_string(), &ground);
    let label = match here.as_slice() {
        [] => None,
        [piece] => Some((piece.label.clone(), piece.side)),
        [first, ..] => Some((format!("+{}", here.len()), first.side)),
    };
    let Some((label, side)) = label else {
        let second = line
            .filter(|_| scale > 1)
            .map(|line| plain(column + 1, line));
        let first = match line {
            Some(line) if scale == 1 => line,
            _ => mark,
        };
        return [on_ground(first)].into_iter().chain(second).collect();
    };
    let piece = |column: usize, text: String| Cell::new(column, text, colour::side_codes(side));
    if scale == 1 && picture.marked == Some(hex) {
        return vec![on_ground(mark)];
    }
    if scale == 1 {
        let letter: String = label.chars().take(1).collect();
        return vec![piece(column, letter)];
    }
    vec![
        match line.filter(|_| mark != MARK) {
            Some(line) => plain(column, line),
            None => on_ground(mark),
        },
        piece(column + 1, label),
    ]
}

/// Appends cells to a text of `taken` columns; returns the new number of columns.
fn append(written: &mut String, mut taken: usize, cells: &[Cell], style: Style) -> usize {
    for cell in cells {
        written.push_str(&" ".repeat(cell.column.saturating_sub(taken)));
        match style {
            Style::Colour => written.push_str(&colour::in_terminal(&cell.codes, &cell.text)),
            Style::Plain => written.push_str(&cell.text),
        }
        taken = cell.column.max(taken) + cell.text.chars().count();
    }
    taken
}

/// Writes a row for each area: its name, its title, its pieces, and the areas linked to it.
fn areas(picture: &Picture<'_>, map: &AreaMap, style: Style, out: &mut String) {
    let names = map.names();
    let wide = |text: fn(&AreaName) -> &str| {
        let lengths = names.iter().map(|name| text(name).chars().count());
        lengths.max().unwrap_or(0)
    };
    let (id_width, title_width) = (wide(|name| &name.id), wide(|name| &name.title));
    let looks = picture.looks();
    for (place, name) in (0..).zip(names) {
        let is_offered = picture.offered.contains(&place);
        let fill = picture.fill(place);
        let look = fill
            .and_then(|(at, _)| looks.get(at))
            .map_or("", |look| look.codes);
        let offered = if is_offered { OFFERED } else { "" };
        let (mark, codes) = match picture.marked == Some(place) {
            true => (MARK, MARKED.to_owned()),
            false => (
                fill.map_or(' ', |(_, fill)| fill.mark),
                joined(&[offered, look]),
            ),
        };
        let title = format!("{:title_width$}", name.title);
        let mut cells = vec![
            Cell::new(0, mark.to_string(), &codes),
            Cell::new(2, name.id.clone(), offered),
            Cell::new(id_width + 4, title, ""),
        ];
        let mut column = id_width + title_width + 6;
        let links = map
            .graph()
            .neighbours(place)
            .iter()
            .map(|at| picture.board.name(*at));
        let links = format!("- {}", links.collect::<Vec<String>>().join(", "));
        cells.push(Cell::new(column, links.clone(), ""));
        column += links.chars().count() + 2;
        for piece in picture.pieces.iter().filter(|piece| piece.place == place) {
            let codes = colour::side_codes(piece.side);
            cells.push(Cell::new(column, piece.label.clone(), codes));
            column += piece.label.chars().count() + 1;
        }
        let mut written = String::new();
        append(&mut written, 0, &cells, style);
        let _ = writeln!(out, "{}", written.trim_end());
    }
}

/// Draws a table; a letter is `step` hundredths of an inch wide and twice as high.
fn on_table(
    picture: &Picture<'_>,
    table: &OpenTable,
    plan: &TablePlan,
    style: Style,
    out: &mut String,
) {
    let &TablePlan {
        step,
        lines,
        columns,
    } = plan;
    let (sorts, looks) = (picture.terrain(), picture.looks());
    let spot = |place: Place| {
        let (x, y) = table.hundredths(place)?;
        Some((plan.line(y), plan.column(x)))
    };
    let offered: BTreeSet<(i32, usize)> =
        picture.offered.iter().filter_map(|at| spot(*at)).collect();
    let marked = picture.marked.and_then(spot);
    for line in (0..lines).rev() {
        let bottom = line * 2 * step;
        let middle = (bottom + step).min(table.height());
        let mut ground = Vec::new();
        for column in 0..columns {
            let x = (column * step + step / 2).min(table.width());
            let look = table
                .place(x, middle)
                .and_then(|at| terrain_at(picture, &sorts, at))
                .and_then(|sort| looks.get(sort));
            let here = (line, plan.column(column * step));
            let is_offered = offered.contains(&here);
            ground.push(match look {
                _ if marked == Some(here) => (MARK, MARKED.to_owned()),
                Some(look) if is_offered => (look.mark, joined(&[OFFERED, look.codes])),
                Some(look) => (look.mark, look.codes.to_owned()),
                None if is_offered => ('+', OFFERED.to_owned()),
                None => ('.', String::new()),
            });
        }
        let mut cells: Vec<Cell> = picture
            .pieces
            .iter()
            .filter(|piece| !piece.is_terrain())
            .filter_map(|piece| {
                let (on, column) = spot(piece.place)?;
                let codes = colour::side_codes(piece.side);
                let label = piece.label.clone();
                if on != line {
                    return None;
                }
                // A piece never hides the cursor, which is drawn left of its label, or instead of it.
                match marked.filter(|(line, _)| *line == on) {
                    Some((_, at)) if at == column && column > MARGIN => {
                        let codes = joined(&[codes, MARKED]);
                        Some(Cell::new(column - 1, format!("{MARK}{label}"), &codes))
                    }
                    Some((_, at)) if (column..column + label.chars().count()).contains(&at) => None,
                    Some(_) | None => Some(Cell::new(column, label, codes)),
                }
            })
            .collect();
        cells.sort_by_key(|cell| cell.column);
        let cells = with_ground(&ground, MARGIN, stacked(cells));
        let inches = bottom / 100;
        let mut written = match line % 3 {
            0 => format!("{inches:>4} "),
            _ => " ".repeat(MARGIN),
        };
        append(&mut written, MARGIN, &cells, style);
        let _ = writeln!(out, "{}", written.trim_end());
    }
    let mut scale = " ".repeat(MARGIN);
    let mut x = 0;
    while x <= table.width() {
        let at = plan.column(x);
        let label = (x / 100).to_string();
        scale.push_str(&" ".repeat(at.saturating_sub(scale.len())));
        scale.push_str(&label);
        x += 12 * step.max(100);
    }
    let _ = writeln!(out, "{scale}");
}

/// Replaces pieces that lie on each other by their number, as on hexes; the list below names them.
fn stacked(pieces: Vec<Cell>) -> Vec<Cell> {
    let mut cells: Vec<(Cell, usize)> = Vec::new();
    for piece in pieces {
        match cells.last_mut() {
            Some((first, n_pieces)) if first.column == piece.column => *n_pieces += 1,
            _ => cells.push((piece, 1)),
        }
    }
    let cells = cells.into_iter().map(|(first, n_pieces)| match n_pieces {
        1 => first,
        _ => Cell {
            text: format!("+{n_pieces}"),
            ..first
        },
    });
    cells.collect()
}

/// Fills the gaps between pieces with terrain.
fn with_ground(ground: &[(char, String)], margin: usize, pieces: Vec<Cell>) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut pieces = pieces.into_iter().peekable();
    let mut taken = margin;
    for (at, (mark, codes)) in ground.iter().enumerate() {
        let column = margin + at;
        while let Some(piece) = pieces.next_if(|piece| piece.column <= column) {
            // A piece that would overlap the one before it is shown only in the list.
            if piece.column >= taken {
                taken = piece.column + piece.text.chars().count();
                cells.push(piece);
            }
        }
        if column >= taken {
            cells.push(Cell::new(column, mark.to_string(), codes));
            taken = column + 1;
        }
    }
    cells
}

/// Returns the index of the type of terrain at a place.
fn terrain_at(picture: &Picture<'_>, sorts: &[&str], at: Place) -> Option<usize> {
    let inside = |piece: &&Piece| {
        let shape = piece.shape.as_ref();
        piece.is_terrain()
            && shape.is_some_and(|shape| picture.board.inside(at, piece.place, shape))
    };
    let piece = picture.pieces.iter().rev().find(inside)?;
    sorts.iter().position(|sort| *sort == piece.what)
}

fn legend(picture: &Picture<'_>, style: Style) -> Vec<String> {
    let marks = picture.fills.iter().map(|fill| fill.mark);
    let entries = picture.kinds().into_iter().zip(picture.looks());
    let own = marks.map(Some).chain(std::iter::repeat(None));
    entries
        .zip(own)
        .map(|((kind, look), own)| {
            let mark = own.unwrap_or(look.mark).to_string();
            let mark = match style {
                Style::Colour => colour::in_terminal(look.codes, &mark),
                Style::Plain => mark,
            };
            format!("{mark}  {kind}")
        })
        .collect()
}

fn hexsides(picture: &Picture<'_>, out: &mut String) {
    for (what, sides) in &picture.sides {
        let names = sides.iter().map(|side| picture.board.side_name(*side));
        let _ = writeln!(out, "{what}: {}", names.collect::<Vec<String>>().join(" "));
    }
}

fn pieces(picture: &Picture<'_>, style: Style, out: &mut String) {
    let shown = picture.pieces.iter().filter(|piece| !piece.is_terrain());
    let mut first = true;
    for piece in shown {
        if std::mem::take(&mut first) {
            out.push('\n');
        }
        let label = match style {
            Style::Colour => colour::in_terminal(colour::side_codes(piece.side), &piece.label),
            Style::Plain => piece.label.clone(),
        };
        let facing = piece
            .facing
            .map_or(String::new(), |facing| format!(", facing {facing}"));
        let place = picture.board.name(piece.place);
        let _ = writeln!(out, "{label}  {} at {place}{facing}", piece.title);
    }
}
