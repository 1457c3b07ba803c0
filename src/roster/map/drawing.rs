//! Drawings of hexes and squares: one symbol per cell, separated by spaces; every second line of hexes is shifted by one column.

use super::super::profile::{Stat, Value};
use super::cell_words::CellWords;
use sandtable_board::{GridFault, GridMap, Layout, MOST_CELLS};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::{Span, Spanned};

/// A symbol with its position in the drawing.
#[derive(Debug, Clone, Copy)]
pub(super) struct DrawnSymbol {
    pub(super) mark: char,
    line: i32,
    column: i32,
    pub(super) span: Span,
}

/// Returns the cells of a drawing, and the symbol of each, in the order of the cells; `None` if it is no map.
///
/// `text` is the text of the whole file. Reports: E0403, E0420, E0426.
pub(super) fn read_drawing(
    layout: Layout,
    words: &CellWords,
    drawing: &Stat,
    text: &str,
    diagnostics: &mut Diagnostics,
) -> Option<(GridMap, Vec<DrawnSymbol>)> {
    let mut drawn = symbols(words, drawing, text, diagnostics)?;
    straighten(layout, &mut drawn, diagnostics);
    drawn.sort_by_key(|symbol| (symbol.line, symbol.column));
    let cells: Vec<(i32, i32)> = drawn.iter().map(|at| (at.line, at.column)).collect();
    match GridMap::new(layout, &cells) {
        Ok(map) => Some((map, drawn)),
        Err(GridFault::Empty) => {
            diagnostics.push(
                Diagnostic::new(Code::MapSize, format!("this map has no {}", words.cells))
                    .label(drawing.value.span, "")
                    .help("draw them, one symbol each with a space between: `. . .`"),
            );
            None
        }
        Err(GridFault::TooLarge) => {
            diagnostics.push(
                Diagnostic::new(
                    Code::MapSize,
                    format!("this map has {} {}", drawn.len(), words.cells),
                )
                .label(drawing.value.span, "")
                .help(format!(
                    "use at most {MOST_CELLS} {}, without wide gaps between them",
                    words.cells
                )),
            );
            None
        }
        // These faults were removed above.
        Err(GridFault::BetweenColumns(_) | GridFault::Twice(_)) => None,
    }
}

/// Returns everything but white space, line by line.
fn symbols(
    words: &CellWords,
    drawing: &Stat,
    text: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<DrawnSymbol>> {
    let mut drawn = Vec::new();
    let mut add = |line: i32, written: &str, at: &dyn Fn(usize, usize) -> Span| {
        for (column, (offset, mark)) in (0..).zip(written.char_indices()) {
            let span = at(offset, mark.len_utf8());
            if mark == '\t' {
                diagnostics.push(
                    Diagnostic::new(Code::RaggedMap, "this drawing contains a tab")
                        .label(span, "a tab")
                        .help("use spaces"),
                );
                return false;
            }
            if !mark.is_whitespace() {
                drawn.push(DrawnSymbol {
                    mark,
                    line,
                    column,
                    span,
                });
            }
        }
        true
    };
    match &drawing.value.value {
        Value::Word(written) => {
            let start = start_of(drawing.value.span, written, text);
            let mut offset = 0;
            for (line, row) in (0..).zip(written.split_inclusive('\n')) {
                let at = |within: usize, length: usize| match start {
                    Some(start) => {
                        let from = start + offset + within;
                        Span::new(drawing.value.span.file, from, from + length)
                    }
                    None => drawing.value.span,
                };
                if !add(line, row.trim_end(), &at) {
                    return None;
                }
                offset += row.len();
            }
        }
        Value::List(rows) => {
            for (line, row) in (0..).zip(rows) {
                let Some(written) = row.value.word() else {
                    not_drawn(words, row, diagnostics);
                    return None;
                };
                let start = start_of(row.span, written, text);
                let at = |within: usize, length: usize| match start {
                    Some(start) => {
                        Span::new(row.span.file, start + within, start + within + length)
                    }
                    None => row.span,
                };
                if !add(line, written.trim_end(), &at) {
                    return None;
                }
            }
        }
        Value::Unreadable => return None,
        Value::Number(_)
        | Value::Decimal(_)
        | Value::Flag(_)
        | Value::Inline(_)
        | Value::Other(_) => {
            not_drawn(words, &drawing.value, diagnostics);
            return None;
        }
    }
    Some(drawn)
}

fn not_drawn(words: &CellWords, value: &Spanned<Value>, diagnostics: &mut Diagnostics) {
    if value.value != Value::Unreadable {
        diagnostics.push(
            Diagnostic::new(
                Code::WrongValue,
                format!("`{}` must be a drawing", words.cells),
            )
            .label(value.span, format!("this is {}", value.value.type_name()))
            .help(format!(
                "write the lines of the map between `\"\"\"` and `\"\"\"`, one symbol for each {}",
                words.cell
            )),
        );
    }
}

/// Returns the offset in the file at which the text of a string value begins; `None` if the value is written with escapes.
fn start_of(span: Span, value: &str, text: &str) -> Option<usize> {
    let written = text.get(span.start..span.end)?;
    let quotes = [
        "\"\"\"\r\n",
        "\"\"\"\n",
        "'''\r\n",
        "'''\n",
        "\"\"\"",
        "'''",
        "\"",
        "'",
    ];
    let opening = quotes.iter().find(|quote| written.starts_with(**quote))?;
    let start = span.start + opening.len();
    let same = text.get(start..start + value.len()) == Some(value);
    same.then_some(start)
}

/// Moves symbols that are between columns into a column, and reports them.
fn straighten(layout: Layout, drawn: &mut [DrawnSymbol], diagnostics: &mut Diagnostics) {
    let is_square = matches!(layout, Layout::Square { .. });
    let is_odd = |symbol: &DrawnSymbol| match is_square {
        true => symbol.column % 2 != 0,
        false => (symbol.line + symbol.column) % 2 != 0,
    };
    let n_odd = drawn.iter().filter(|symbol| is_odd(symbol)).count();
    let odd_is_right = 2 * n_odd > drawn.len();
    let is_ragged = |symbol: &DrawnSymbol| is_odd(symbol) != odd_is_right;
    let mut last_line = None;
    for symbol in drawn.iter().filter(|symbol| is_ragged(symbol)) {
        // The rest of its line is usually off for the same reason.
        if last_line.replace(symbol.line) == Some(symbol.line) {
            continue;
        }
        diagnostics.push(
            Diagnostic::new(
                Code::RaggedMap,
                format!("the symbol `{}` is between the columns", symbol.mark),
            )
            .label(symbol.span, "")
                .help(match is_square {
                true => "put one space between two squares of a line, three for a missing square",
                false => "put one space between two hexes of a line, three for a missing hex; shift each line by one column against the line above",
            }),
        );
    }
    let mut taken: std::collections::BTreeSet<(i32, i32)> = drawn
        .iter()
        .filter(|symbol| !is_ragged(symbol))
        .map(|symbol| (symbol.line, symbol.column))
        .collect();
    for symbol in drawn.iter_mut().filter(|symbol| is_ragged(symbol)) {
        symbol.column += 1;
        while !taken.insert((symbol.line, symbol.column)) {
            symbol.column += 2;
        }
    }
}
