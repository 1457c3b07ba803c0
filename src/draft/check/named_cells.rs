//! The numbers of tables with named rows, for sentences that name a row and a column.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sandtable_source::Span;

use super::columns::of_all_pieces;
use super::context::Context;
use super::words::{Kind, Token, stem, tokens};
use crate::model::Grid;

/// Index of a table and of a row of it.
pub(super) type Place = (usize, usize);

/// Sort of a column by its header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Cost,
    Move,
    /// A number of pieces.
    Count,
    Other,
}

pub(super) struct Column {
    pub(super) header: String,
    /// Stems of its header without units of measure.
    pub(super) stems: Vec<String>,
    /// Units of measure of its numbers.
    pub(super) units: BTreeSet<String>,
    pub(super) sort: Sort,
}

/// Number of a cell: both ends of a range.
pub(super) struct Cell {
    pub(super) low: i64,
    pub(super) high: i64,
    pub(super) span: Span,
    pub(super) is_range: bool,
}

pub(super) struct Row {
    pub(super) label: String,
    pub(super) stems: Vec<String>,
    /// By column.
    pub(super) cells: Vec<Option<Cell>>,
}

pub(super) struct Table {
    pub(super) block: usize,
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Row>,
}

impl Table {
    /// A table with named rows and headers; `None` for another.
    pub(super) fn new(context: &Context<'_>, block: usize, grid: &Grid) -> Option<Self> {
        let rows: Vec<usize> = grid.body_rows().collect();
        if grid.n_header_rows == 0 || rows.len() < 2 || grid.n_columns < 2 {
            return None;
        }
        let (named, names) = named_rows(grid, &rows)?;
        let caption = grid.caption.as_ref().map(|one| one.title.as_str());
        let measured = units_of(caption.unwrap_or_default());
        let of_all = of_all_pieces(grid);
        let columns = (0..grid.n_columns).map(|column| {
            let header = grid.header(column);
            let mut units = units_of(&header);
            let cells = rows.iter().map(|row| grid.text(*row, column));
            let own: BTreeSet<String> = cells.flat_map(units_of).collect();
            units.extend(own);
            if units.is_empty() {
                units.clone_from(&measured);
            }
            units.extend(defined(context, &header));
            // The worth of all pieces of a row is not that of one of them.
            let sort = match of_all.contains(&column) {
                true => Sort::Count,
                false => sort(&header),
            };
            if sort == Sort::Move && units.is_empty() {
                units.insert("mp".to_owned());
            }
            Column {
                stems: header_stems(&header),
                sort,
                units,
                header,
            }
        });
        let columns: Vec<Column> = columns.collect();
        let rows = names.into_iter().map(|(row, label)| Row {
            stems: label_stems(&label),
            label,
            cells: (0..grid.n_columns)
                .map(|column| {
                    let cell = grid.at(row, column)?;
                    number(grid.text(row, column), cell.span).filter(|_| column != named)
                })
                .collect(),
        });
        let rows: Vec<Row> = rows.filter(|row| !row.stems.is_empty()).collect();
        let has_numbers = rows.iter().any(|row| row.cells.iter().any(Option::is_some));
        has_numbers.then_some(Self {
            block,
            columns,
            rows,
        })
    }
}

/// The column of the names of rows, each different, and the names, with the group of a row where several have one name.
fn named_rows(grid: &Grid, rows: &[usize]) -> Option<(usize, Vec<(usize, String)>)> {
    let has_words = |name: &str| {
        name.chars().filter(|one| one.is_alphabetic()).count() >= 3
            && !name.starts_with(|one: char| one.is_ascii_digit())
    };
    let are_names = |names: &[(usize, String)]| {
        let distinct: BTreeSet<&str> = names.iter().map(|(_, name)| name.as_str()).collect();
        distinct.len() == rows.len() && distinct.iter().all(|name| has_words(name))
    };
    let column = |column: usize| {
        let names = rows.iter();
        let names = names.map(|row| (*row, grid.text(*row, column).to_owned()));
        (column, names.collect::<Vec<_>>())
    };
    let mut columns = (0..grid.n_columns.min(2)).map(column);
    columns
        .find(|(_, names)| are_names(names))
        .or_else(|| Some((1, grid.row_names())).filter(|_| grid.is_grouped(rows)))
        .filter(|(_, names)| are_names(names))
}

/// `18`, `+3 MP`, `13–18`; `None` for other text.
pub(super) fn number(text: &str, span: Span) -> Option<Cell> {
    let words = tokens(text);
    let first = words.first()?;
    let low = first.whole().or_else(|| first.signed())?;
    let rest = words.get(1..).unwrap_or_default();
    let (high, rest) = match rest {
        [dash, last, rest @ ..] if dash.is_any_mark(&['–', '-', '—']) => (last.whole()?, rest),
        [to, last, rest @ ..] if to.is_word(&["to"]) => (last.whole()?, rest),
        [last, rest @ ..] if last.signed().is_some_and(|value| -value > low) => {
            (-last.signed()?, rest)
        }
        _ => (low, rest),
    };
    let is_unit = match rest {
        [] => true,
        [unit] => is_measure(unit),
        _ => false,
    };
    is_unit.then_some(Cell {
        low,
        high,
        span,
        is_range: low != high,
    })
}

/// Units of measure and of account, each with the stem that is its key.
pub(super) const UNITS: [(&[&str], &str); 12] = [
    (&["inch", "inches", "in"], "inch"),
    (
        &[
            "cm",
            "centimetre",
            "centimetres",
            "centimeter",
            "centimeters",
        ],
        "cm",
    ),
    (&["mm"], "mm"),
    (&["hex", "hexes"], "hex"),
    (&["square", "squares"], "square"),
    (&["area", "areas"], "area"),
    (&["mp", "mps"], "mp"),
    (&["point", "points", "pts", "pt"], "point"),
    (&["pence", "penny"], "penny"),
    (&["crown", "crowns"], "crown"),
    (&["gold"], "gold"),
    (&["yard", "yards"], "yard"),
];

pub(super) fn unit(word: &Token<'_>) -> Option<&'static str> {
    if word.is_any_mark(&['"', '″', '”']) {
        return Some("inch");
    }
    let known = UNITS.iter().find(|(words, _)| word.is_word(words));
    known.map(|(_, unit)| *unit)
}

/// The unit of measure at a place, `movement points` too.
pub(super) fn measure(words: &[Token<'_>], at: usize) -> Option<&'static str> {
    let word = words.get(at)?;
    let next = words.get(at + 1);
    let is_movement = word.is_word(&["movement"])
        && next.is_some_and(|next| next.is_word(&["point", "points", "allowance"]));
    if is_movement { Some("mp") } else { unit(word) }
}

pub(super) fn is_measure(word: &Token<'_>) -> bool {
    unit(word).is_some()
}

pub(super) fn units_of(text: &str) -> BTreeSet<String> {
    let words = tokens(text);
    words.iter().filter_map(unit).map(str::to_owned).collect()
}

/// Units of the numbers of a column, where a sentence says so: `Legs is how many centimetres he walks`, `Slow, Half and Full, which are
/// the distances in inches`.
pub(super) fn defined(context: &Context<'_>, header: &str) -> BTreeSet<String> {
    let stems = header_stems(header);
    let mut found = BTreeSet::new();
    if stems.is_empty() {
        return found;
    }
    for one in context.sentences() {
        let says = one
            .words
            .iter()
            .any(|word| word.is_word(&["is", "are", "means", "stands"]));
        if one.words.len() > 40 || !says {
            continue;
        }
        let at = one.words.windows(stems.len()).position(|window| {
            let own = window.iter().map(|word| stem(word.text));
            own.eq(stems.iter().cloned())
        });
        let Some(at) = at.filter(|at| *at <= 24) else {
            continue;
        };
        let has_number = one.words.iter().any(|word| word.whole().is_some());
        let next = one.words.iter().skip(at + stems.len()).take(9);
        let first = next
            .take_while(|word| !word.is_any_mark(&['.', ';', ':']))
            .find_map(unit);
        found.extend(first.filter(|_| !has_number).map(str::to_owned));
    }
    found
}

pub(super) fn header_stems(header: &str) -> Vec<String> {
    let words = tokens(header);
    let words = words.iter().filter(|word| {
        word.kind == Kind::Word
            && !is_measure(word)
            && !word.is_word(&["in", "of", "per", "the", "to", "for", "a", "each"])
    });
    words.map(|word| stem(word.text)).collect()
}

pub(super) fn sort(header: &str) -> Sort {
    let words = tokens(header);
    let has = |any: &[&str]| words.iter().any(|word| word.is_word(any));
    if has(&[
        "many", "number", "no", "qty", "quantity", "counters", "copies",
    ]) {
        Sort::Count
    } else if has(&[
        "cost", "costs", "price", "points", "pts", "pence", "worth", "value", "crowns", "gold",
    ]) {
        Sort::Cost
    } else if has(&[
        "move",
        "movement",
        "speed",
        "moves",
        "allowance",
        "ma",
        "mp",
    ]) {
        Sort::Move
    } else {
        Sort::Other
    }
}

/// Last words of labels that the text may leave out: `a peat bog`, of the row `Peat bog hex`.
pub(super) const GROUND: [&str; 10] = [
    "hex", "hexes", "hexside", "area", "areas", "square", "squares", "terrain", "ground", "space",
];

/// Stems of a label up to its first mark.
pub(super) fn label_stems(text: &str) -> Vec<String> {
    let head = text.split(['(', ',', ':', ';']).next().unwrap_or_default();
    let words = tokens(head);
    let is_idle = |word: &Token<'_>| word.is_word(&GROUND);
    let n = words.iter().rposition(|word| !is_idle(word));
    let words = words
        .get(..n.map_or(0, |last| last + 1))
        .unwrap_or_default();
    let is_name = words.len() <= 4
        && words
            .iter()
            .all(|word| word.kind == Kind::Word || word.is_mark('-') || word.whole().is_some());
    let is_total = words
        .iter()
        .any(|word| word.is_word(&["total", "all", "sum", "together"]));
    match is_name && !is_total {
        true => words.iter().map(|word| stem(word.text)).collect(),
        false => Vec::new(),
    }
}

/// The name of a row in a sentence.
pub(super) struct Mention {
    pub(super) words: Range<usize>,
    pub(super) place: Place,
}

pub(super) struct Index {
    pub(super) tables: Vec<Table>,
    /// Names by the stem of their first word.
    pub(super) names: BTreeMap<String, Vec<Place>>,
}

impl Index {
    pub(super) fn new(tables: Vec<Table>) -> Self {
        let mut names: BTreeMap<String, Vec<Place>> = BTreeMap::new();
        for (at, table) in tables.iter().enumerate() {
            for (row, own) in table.rows.iter().enumerate() {
                if let Some(first) = own.stems.first() {
                    names.entry(first.clone()).or_default().push((at, row));
                }
            }
        }
        Self { tables, names }
    }

    pub(super) fn row(&self, (table, row): Place) -> Option<&Row> {
        self.tables.get(table)?.rows.get(row)
    }

    /// The names of rows in a sentence, the longest at each place, in all tables that have it.
    pub(super) fn mentions(&self, stems: &[String]) -> Vec<Mention> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(first) = stems.get(at) {
            let all = self.names.get(first).into_iter().flatten();
            let here = all.filter_map(|place| {
                let own = &self.row(*place)?.stems;
                let said = stems.get(at..at + own.len())?;
                (said == own.as_slice()).then_some((*place, own.len()))
            });
            let here: Vec<(Place, usize)> = here.collect();
            let longest = here.iter().map(|(_, length)| *length).max();
            for (place, length) in here {
                if Some(length) == longest {
                    found.push(Mention {
                        words: at..at + length,
                        place,
                    });
                }
            }
            at += longest.unwrap_or(1);
        }
        found
    }
}
