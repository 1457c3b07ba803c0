//! Hexes as drawn: one symbol each, blanks between, every second line shifted by one column.

use super::super::profile::{Stat, Value};
use sandtable_board::{HexMap, HexMapFault, Layout, MOST_HEXES};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::{Span, Spanned};

/// A symbol where it is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct DrawnSymbol {
    pub(super) mark: char,
    line: i32,
    column: i32,
    pub(super) span: Span,
}

/// The hexes of a drawing, and the symbol of each, in the order of the hexes; `None` if there is no map in it.
///
/// `text` is the text of the whole file. Reports: E0403, E0420, E0426.
pub(super) fn read_drawing(
    layout: Layout,
    hexes: &Stat,
    text: &str,
    diagnostics: &mut Diagnostics,
) -> Option<(HexMap, Vec<DrawnSymbol>)> {
    let mut drawn = symbols(hexes, text, diagnostics)?;
    straighten(&mut drawn, diagnostics);
    drawn.sort_by_key(|symbol| (symbol.line, symbol.column));
    let cells: Vec<(i32, i32)> = drawn.iter().map(|at| (at.line, at.column)).collect();
    match HexMap::new(layout, &cells) {
        Ok(map) => Some((map, drawn)),
        Err(HexMapFault::Empty) => {
            diagnostics.push(
                Diagnostic::new(Code::MapSize, "this map has no hexes")
                    .label(hexes.value.span, "")
                    .help("draw them, one symbol each with a space between: `. . .`"),
            );
            None
        }
        Err(HexMapFault::TooLarge) => {
            diagnostics.push(
                Diagnostic::new(Code::MapSize, format!("this map has {} hexes", drawn.len()))
                    .label(hexes.value.span, "")
                    .help(format!(
                        "use at most {MOST_HEXES} hexes, without wide gaps between them"
                    )),
            );
            None
        }
        // Straightened above.
        Err(HexMapFault::BetweenColumns(_) | HexMapFault::Twice(_)) => None,
    }
}

/// Everything that is not blank, line by line.
fn symbols(hexes: &Stat, text: &str, diagnostics: &mut Diagnostics) -> Option<Vec<DrawnSymbol>> {
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
    match &hexes.value.value {
        Value::Word(written) => {
            let start = start_of(hexes.value.span, written, text);
            let mut offset = 0;
            for (line, row) in (0..).zip(written.split_inclusive('\n')) {
                let at = |within: usize, length: usize| match start {
                    Some(start) => {
                        let from = start + offset + within;
                        Span::new(hexes.value.span.file, from, from + length)
                    }
                    None => hexes.value.span,
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
                    not_drawn(row, diagnostics);
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
            not_drawn(&hexes.value, diagnostics);
            return None;
        }
    }
    Some(drawn)
}

fn not_drawn(value: &Spanned<Value>, diagnostics: &mut Diagnostics) {
    if value.value != Value::Unreadable {
        diagnostics.push(
            Diagnostic::new(Code::WrongValue, "`hexes` must be a drawing")
                .label(value.span, format!("this is {}", value.value.what()))
                .help("write the lines of the map between `\"\"\"` and `\"\"\"`, one symbol for each hex"),
        );
    }
}

/// Offset in the file at which the text of a value begins; `None` if it is not written there as it is.
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

/// Moves what stands between the columns into them, after saying so.
fn straighten(drawn: &mut [DrawnSymbol], diagnostics: &mut Diagnostics) {
    let is_odd = |symbol: &DrawnSymbol| (symbol.line + symbol.column) % 2 != 0;
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
            .help(
                "put one space between two hexes of a line, three for a missing hex; shift each \
                line by one column against the line above",
            ),
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
