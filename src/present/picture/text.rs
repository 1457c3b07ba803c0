//! A board as text: hexes as in a map file, a table as a grid of letters.

use std::fmt::Write;

use super::{Picture, Piece, Seen, colour};
use crate::findings::Style;
use sandtable_board::{Board, HexMap, OpenTable, Place};

/// What terrain on a table is drawn with, sort by sort.
const MARKS: [char; 10] = ['%', '=', '~', '^', ':', '&', '$', '/', '!', '"'];

/// The board, its legend and what stands on it, at most so many columns wide as far as that is possible.
pub fn to_text(picture: &Picture<'_>, width: usize, style: Style) -> String {
    let mut out = String::new();
    if !picture.title.is_empty() {
        let _ = writeln!(out, "{}\n", picture.title);
    }
    match picture.board {
        Board::Hexes(map) => hexes(picture, map, width, style, &mut out),
        Board::Table(table) => on_table(picture, table, width, style, &mut out),
    }
    legend(picture, &mut out);
    pieces(picture, style, &mut out);
    for (at, words) in picture.sight_in_words().iter().enumerate() {
        let above = if at == 0 { "\n" } else { "" };
        let _ = writeln!(out, "{above}{words}");
    }
    for note in &picture.notes {
        let _ = writeln!(out, "{note}");
    }
    out
}

/// A text that may be coloured, and how many columns it takes.
struct Cell {
    column: usize,
    text: String,
    side: Option<Option<usize>>,
}

fn hexes(picture: &Picture<'_>, map: &HexMap, width: usize, style: Style, out: &mut String) {
    let (lines, columns) = map.drawn_size();
    let columns = usize::try_from(columns).unwrap_or(0);
    // Four columns for each hex, or two where that is too wide.
    let scale = if 8 + 2 * columns <= width { 2 } else { 1 };
    let margin = map.row_names().1.len() + 1;
    for line in 0..lines {
        let mut cells = Vec::new();
        let mut n_hexes = 0;
        let mut row = String::new();
        for (column, at) in (0..).zip(0..columns) {
            let Some(hex) = map.hex_at(line, column) else {
                continue;
            };
            n_hexes += 1;
            if row.is_empty() {
                row = picture.board.name(hex);
                row.pop();
            }
            cells.extend(hex_cells(picture, hex, margin + 1 + at * scale, scale));
        }
        let mut written = format!("{row:<margin$}");
        let taken = append(&mut written, margin, &cells, style);
        if n_hexes > 0 {
            let end = margin + columns * scale + 3;
            let _ = write!(
                written,
                "{}{n_hexes}",
                " ".repeat(end.saturating_sub(taken))
            );
        }
        let _ = writeln!(out, "{}", written.trim_end());
    }
}

/// The symbol of a hex and who stands there.
fn hex_cells(picture: &Picture<'_>, hex: Place, column: usize, scale: usize) -> Vec<Cell> {
    let mark = picture.fill(hex).map_or('?', |(_, fill)| fill.mark);
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
    let plain = |column: usize, mark: char| Cell {
        column,
        text: mark.to_string(),
        side: None,
    };
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
        return [plain(column, first)].into_iter().chain(second).collect();
    };
    let piece = |column: usize, text: String| Cell {
        column,
        text,
        side: Some(side),
    };
    if scale == 1 {
        let letter: String = label.chars().take(1).collect();
        return vec![piece(column, letter)];
    }
    vec![
        plain(column, line.unwrap_or(mark)),
        piece(column + 1, label),
    ]
}

/// Writes cells behind a text that takes so many columns; gives how many it takes then.
fn append(written: &mut String, mut taken: usize, cells: &[Cell], style: Style) -> usize {
    for cell in cells {
        written.push_str(&" ".repeat(cell.column.saturating_sub(taken)));
        match cell.side {
            Some(side) if style == Style::Colour => {
                written.push_str(&colour::in_terminal(side, &cell.text));
            }
            _ => written.push_str(&cell.text),
        }
        taken = cell.column.max(taken) + cell.text.chars().count();
    }
    taken
}

/// A letter is as many inches wide as needed, and stands for twice as many upwards.
fn on_table(
    picture: &Picture<'_>,
    table: &OpenTable,
    width: usize,
    style: Style,
    out: &mut String,
) {
    const MARGIN: usize = 5;
    let room = i32::try_from(width.saturating_sub(MARGIN + 2).max(10)).unwrap_or(70);
    let steps = [50, 100, 200, 300, 400, 600, 800, 1200, 2400];
    let step = steps.into_iter().find(|step| table.width() / step <= room);
    let step = step.unwrap_or(4800);
    let (columns, lines) = (table.width() / step + 1, table.height() / (2 * step) + 1);
    let column_of = |x: i32| usize::try_from(x / step).unwrap_or(0) + MARGIN;
    let sorts = picture.terrain();
    for line in (0..lines).rev() {
        let bottom = line * 2 * step;
        let middle = (bottom + step).min(table.height());
        let mut ground = Vec::new();
        for column in 0..columns {
            let x = (column * step + step / 2).min(table.width());
            let mark = table
                .place(x, middle)
                .and_then(|at| terrain_at(picture, &sorts, at));
            ground.push(mark.unwrap_or('.'));
        }
        let mut cells: Vec<Cell> = picture
            .pieces
            .iter()
            .filter(|piece| !piece.is_terrain())
            .filter_map(|piece| {
                let (x, y) = table.hundredths(piece.place)?;
                (y / (2 * step) == line).then(|| Cell {
                    column: column_of(x),
                    text: piece.label.clone(),
                    side: Some(piece.side),
                })
            })
            .collect();
        cells.sort_by_key(|cell| cell.column);
        let cells = with_ground(&ground, MARGIN, cells);
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
        let at = column_of(x);
        let label = (x / 100).to_string();
        scale.push_str(&" ".repeat(at.saturating_sub(scale.len())));
        scale.push_str(&label);
        x += 12 * step.max(100);
    }
    let _ = writeln!(out, "{scale}");
}

/// The ground between pieces, and the pieces.
fn with_ground(ground: &[char], margin: usize, pieces: Vec<Cell>) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut pieces = pieces.into_iter().peekable();
    let mut taken = margin;
    for (at, mark) in ground.iter().enumerate() {
        let column = margin + at;
        while let Some(piece) = pieces.next_if(|piece| piece.column <= column) {
            // Where two stand too close together, the second is found in the list only.
            if piece.column >= taken {
                taken = piece.column + piece.text.chars().count();
                cells.push(piece);
            }
        }
        if column >= taken {
            cells.push(Cell {
                column,
                text: mark.to_string(),
                side: None,
            });
            taken = column + 1;
        }
    }
    cells
}

fn terrain_at(picture: &Picture<'_>, sorts: &[&str], at: Place) -> Option<char> {
    let inside = |piece: &&Piece| {
        let shape = piece.shape.as_ref();
        piece.is_terrain()
            && shape.is_some_and(|shape| picture.board.inside(at, piece.place, shape))
    };
    let piece = picture.pieces.iter().rev().find(inside)?;
    let sort = sorts.iter().position(|sort| *sort == piece.what)?;
    MARKS.get(sort % MARKS.len()).copied()
}

fn legend(picture: &Picture<'_>, out: &mut String) {
    let mut entries: Vec<String> = picture
        .fills
        .iter()
        .map(|fill| format!("{}  {}", fill.mark, fill.title))
        .collect();
    let sorts = picture.terrain().into_iter().zip(MARKS.iter().cycle());
    entries.extend(sorts.map(|(sort, mark)| format!("{mark}  {sort}")));
    if !entries.is_empty() {
        let _ = writeln!(out, "\n{}", entries.join("    "));
    }
    if let Board::Hexes(map) = picture.board {
        for (what, sides) in &picture.sides {
            let names: Vec<String> = sides.iter().map(|side| map.side_name(*side)).collect();
            let _ = writeln!(out, "{what}: {}", names.join(" "));
        }
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
            Style::Colour => colour::in_terminal(piece.side, &piece.label),
            Style::Plain => piece.label.clone(),
        };
        let facing = piece
            .facing
            .map_or(String::new(), |facing| format!(", facing {facing}"));
        let place = picture.board.name(piece.place);
        let _ = writeln!(out, "{label}  {} at {place}{facing}", piece.title);
    }
}
