//! Sorts of grids: looked up by numbers or words, lists of modifiers, lists of units.

use sandtable_draft::keys::{Dice, Key, dice};
use sandtable_draft::{BlockContent, Document, Grid};

use super::cells::{self, is_empty, number};
use super::index::SectionIndex;
use super::printed::{self, Printed, key_list};
use super::{Piece, quoted};

/// Sort of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum GridKind {
    /// It is looked up.
    Lookup(Shape),
    /// Circumstances with signed numbers.
    Modifiers(ModifierColumns),
    /// Names with numbers.
    Units,
    /// Anything else; whether most of its keys are numbers all the same.
    Other(bool),
}

/// Keys of a grid that is looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shape {
    /// Keys of the rows, a list for each of the leading columns.
    pub(super) rows: Vec<RowKeys>,
    /// Keys of the columns after those.
    pub(super) columns: ColumnKeys,
    /// Dice whose total is looked up, if they are named.
    pub(super) dice: Option<LookupDice>,
}

/// Dice that a grid is looked up by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LookupDice {
    /// The dice.
    pub(super) dice: Dice,
    /// Whether every key is a total of them; else something is added to them.
    pub(super) fits: bool,
}

/// Keys of the rows, one for each row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RowKeys {
    /// Numbers and ranges; several in a cell are separated by commas.
    Numbers(Vec<Vec<Key>>),
    /// Words.
    Words(Vec<String>),
}

/// Keys of the columns after those of the rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ColumnKeys {
    /// There is one column of results.
    Single,
    /// Numbers and ranges.
    Numbers(Vec<Vec<Key>>),
    /// Ratios, `1:2`, the least first.
    Ratios(Vec<String>),
    /// Words.
    Words(Vec<String>),
}

/// Columns of a list of modifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ModifierColumns {
    /// Column of the circumstances.
    pub(crate) words: usize,
    /// Column of the numbers.
    pub(crate) amounts: usize,
}

impl Shape {
    /// Whether a key is a number, a range or dice.
    pub(super) fn is_keyed(&self) -> bool {
        let rows = self.rows.iter();
        rows.filter(|keys| matches!(keys, RowKeys::Numbers(_)))
            .count()
            > 0
            || matches!(self.columns, ColumnKeys::Numbers(_) | ColumnKeys::Ratios(_))
    }
}

/// A grid with what surrounds it.
pub(super) struct Context {
    /// The grid as rows.
    pub(super) printed: Printed,
    /// Index of its block.
    pub(super) block: usize,
    /// Its title: of its caption, else of its section.
    pub(super) title: String,
    /// The citation of its section, with a space before it.
    pub(super) citation: String,
    /// Whether a list of modifiers is in its chapter.
    pub(super) has_modifiers: bool,
}

impl Context {
    pub(super) fn new(
        document: &Document,
        index: &SectionIndex,
        block: usize,
        grid: &Grid,
    ) -> Self {
        let caption = grid.caption.as_ref().map(|caption| caption.title.as_str());
        let caption = caption.filter(|title| !title.trim().is_empty());
        let section = document.section_of(block);
        let section = section.and_then(|at| document.sections.get(at));
        let section = section.map(|section| section.title.as_str());
        let section = section.filter(|title| !title.trim().is_empty());
        Self {
            printed: printed::read(grid),
            block,
            title: caption
                .or(section)
                .unwrap_or("Untitled table")
                .trim()
                .to_owned(),
            citation: index.citation(document, block),
            has_modifiers: false,
        }
    }

    /// The title in quotes.
    pub(super) fn quoted_title(&self) -> String {
        quoted(&self.title)
    }

    /// The text of a cell.
    pub(super) fn text(&self, row: usize, column: usize) -> &str {
        let cell = self
            .printed
            .rows
            .get(row)
            .and_then(|cells| cells.get(column));
        cell.map_or("", |cell| cell.text.as_str())
    }

    /// The head of a column.
    pub(super) fn head(&self, column: usize) -> &str {
        let head = self.printed.heads.get(column);
        head.map_or("", |head| head.text.as_str())
    }

    /// The rows as written, cells separated by ` | `.
    pub(super) fn written(&self) -> Vec<String> {
        let heads = std::iter::once(&self.printed.heads);
        let rows = heads.chain(&self.printed.rows).map(|row| {
            let cells: Vec<&str> = row.iter().map(|cell| cell.text.as_str()).collect();
            cells.join(" | ")
        });
        rows.chain(self.printed.notes.iter().cloned()).collect()
    }

    /// A grid that stays a comment, with the reason.
    pub(super) fn undecided(&self, why: &str) -> Piece {
        Piece {
            block: self.block,
            written: self.written(),
            open: vec![format!("{}: {why}", self.title)],
            ..Piece::default()
        }
    }
}

/// Finds the sort of a grid.
pub(super) fn classify(document: &Document, block: usize, grid: &Grid) -> GridKind {
    let printed = printed::read(grid);
    let n_columns = printed.heads.len();
    if n_columns < 2 || printed.rows.is_empty() {
        return GridKind::Other(false);
    }
    if let Some(columns) = modifier_columns(&printed) {
        return GridKind::Modifiers(columns);
    }
    let shape = keyed_rows(&printed)
        .or_else(|| keyed_columns(&printed))
        .map(|shape| with_dice(document, block, grid, shape));
    if let Some(shape) = shape {
        return GridKind::Lookup(shape);
    }
    let names = column(&printed, 0);
    let columns = matrix_of_words(&printed, &names);
    if columns.is_none() && is_unit_list(&printed) {
        return GridKind::Units;
    }
    if let Some(columns) = columns {
        return GridKind::Lookup(Shape {
            rows: vec![RowKeys::Words(names)],
            columns,
            dice: None,
        });
    }
    let n_keys = names.iter().filter(|name| key_list(name).is_some()).count();
    GridKind::Other(n_keys * 5 >= names.len() * 3)
}

/// Longest key or result of a grid that is looked up by words, in characters.
const LONGEST_WORDS: usize = 40;

/// Keys of the columns of a grid that is looked up by words alone; `None` for texts that are set in columns, and for lists of units.
fn matrix_of_words(printed: &Printed, names: &[String]) -> Option<ColumnKeys> {
    let is_short = |text: &str| text.chars().count() <= LONGEST_WORDS;
    let are_names = are_different(names)
        && names.iter().all(|name| !is_empty(name) && is_short(name))
        && !printed.heads.iter().any(is_bare);
    let mut cells = printed.rows.iter().flatten();
    if !are_names || printed.rows.len() < 2 || !cells.all(|cell| is_short(&cell.text)) {
        return None;
    }
    let heads: Vec<String> = printed
        .heads
        .iter()
        .skip(1)
        .map(|head| head.text.clone())
        .collect();
    if heads.len() == 1 {
        return Some(ColumnKeys::Single);
    }
    // The same words along both sides, or the same sort of numbers in all cells, `4+`: no list of units has these.
    let is_name = |head: &&String| names.contains(head);
    let n_same = heads.iter().filter(is_name).count();
    let inner = || printed.rows.iter().flat_map(|row| row.iter().skip(1));
    let texts = inner().map(|cell| cell.text.as_str());
    let is_framed = cells::read(texts).is_ok_and(|results| results.is_framed());
    (are_different(&heads) && (n_same >= 2 || is_framed)).then_some(ColumnKeys::Words(heads))
}

fn is_bare(head: &printed::PrintedCell) -> bool {
    head.text.is_empty()
}

fn column(printed: &Printed, at: usize) -> Vec<String> {
    let cells = printed.rows.iter().filter_map(|row| row.get(at));
    cells.map(|cell| cell.text.clone()).collect()
}

fn are_different(texts: &[String]) -> bool {
    let mut seen: Vec<String> = Vec::new();
    texts.iter().all(|text| {
        let plain = text.to_lowercase();
        let is_new = !seen.contains(&plain);
        seen.push(plain);
        is_new
    })
}

/// The shape of a grid whose rows are numbers, alone or after one or two columns of words.
fn keyed_rows(printed: &Printed) -> Option<Shape> {
    let n_columns = printed.heads.len();
    let numbers = |at: usize| -> Option<Vec<Vec<Key>>> {
        let texts = column(printed, at);
        texts.iter().map(|text| key_list(text)).collect()
    };
    let first = (0..n_columns.min(3)).find(|at| numbers(*at).is_some())?;
    if first + 1 >= n_columns {
        return None;
    }
    let mut rows = Vec::new();
    for at in 0..first {
        let words = column(printed, at);
        // Names of which each is printed once are no keys beside the numbers.
        if are_different(&words) && words.len() > 1 || words.iter().any(|word| is_empty(word)) {
            return None;
        }
        rows.push(RowKeys::Words(words));
    }
    rows.push(RowKeys::Numbers(numbers(first)?));
    // A second range in the next column is a key too, if results are after it.
    let ranges = numbers(first + 1).filter(|keys| {
        let is_range = |key: &Key| key.is_range();
        first + 2 < n_columns
            && keys.iter().flatten().filter(|key| is_range(key)).count() * 2 > keys.len()
    });
    let repeats = !are_different(&column(printed, first)) && first == 0;
    let n_keys = match ranges.filter(|_| repeats) {
        Some(keys) => {
            rows.push(RowKeys::Numbers(keys));
            first + 2
        }
        None => first + 1,
    };
    let heads: Vec<String> = printed
        .heads
        .iter()
        .skip(n_keys)
        .map(|head| head.text.clone())
        .collect();
    Some(Shape {
        rows,
        columns: column_keys(&heads)?,
        dice: None,
    })
}

/// The shape of a grid whose columns are numbers, and whose rows are words.
fn keyed_columns(printed: &Printed) -> Option<Shape> {
    let heads: Vec<String> = printed
        .heads
        .iter()
        .skip(1)
        .map(|head| head.text.clone())
        .collect();
    let names = column(printed, 0);
    let are_names =
        are_different(&names) && names.iter().all(|name| !is_empty(name) && name.len() <= 60);
    if heads.len() < 2 || !are_names {
        return None;
    }
    let columns = column_keys(&heads)?;
    matches!(columns, ColumnKeys::Numbers(_) | ColumnKeys::Ratios(_)).then(|| Shape {
        rows: vec![RowKeys::Words(names)],
        columns,
        dice: None,
    })
}

/// Keys of columns of results; `None` where columns cannot be told apart.
fn column_keys(heads: &[String]) -> Option<ColumnKeys> {
    if heads.len() == 1 {
        return Some(ColumnKeys::Single);
    }
    if heads.iter().any(|head| head.trim().is_empty()) {
        return None;
    }
    let ratios: Option<Vec<(u32, u32)>> = heads.iter().map(|head| ratio(head)).collect();
    if let Some(ratios) = ratios.filter(|ratios| is_rising(ratios)) {
        let text = |(one, other): &(u32, u32)| format!("{one}:{other}");
        return Some(ColumnKeys::Ratios(ratios.iter().map(text).collect()));
    }
    let numbers: Option<Vec<Vec<Key>>> = heads.iter().map(|head| key_list(head)).collect();
    if let Some(numbers) = numbers {
        return Some(ColumnKeys::Numbers(numbers));
    }
    are_different(heads).then(|| ColumnKeys::Words(heads.to_vec()))
}

/// `1-2`, `3:1`, `4:1+`
fn ratio(text: &str) -> Option<(u32, u32)> {
    let text = text
        .trim()
        .trim_end_matches('+')
        .replace(['–', '—', '−', '‑', '/'], "-");
    let text = text.replace(" to ", "-");
    let (one, other) = text.split_once([':', '-'])?;
    let part = |text: &str| text.trim().parse().ok().filter(|n| (1..=1000).contains(n));
    let (one, other): (u32, u32) = (part(one)?, part(other)?);
    (one == 1 || other == 1 || one == 3 && other == 2 || one == 2 && other == 3)
        .then_some((one, other))
}

/// Whether each ratio is more than the one before it, as no list of ranges is.
fn is_rising(ratios: &[(u32, u32)]) -> bool {
    let mut pairs = ratios.windows(2);
    let is_more = |pair: &[(u32, u32)]| match pair {
        [(a, b), (c, d)] => u64::from(*a) * u64::from(*d) < u64::from(*c) * u64::from(*b),
        _ => true,
    };
    ratios.iter().any(|(_, other)| *other == 1) && pairs.all(is_more)
}

/// Adds the dice that a grid is looked up by: named in the corner, the caption, or one of the two paragraphs before the grid.
fn with_dice(document: &Document, block: usize, grid: &Grid, shape: Shape) -> Shape {
    if keys_looked_up(&shape).is_none() {
        return shape;
    }
    let heads = || (0..grid.n_columns).find_map(|column| dice(&grid.header(column)));
    let caption = || dice(&grid.caption.as_ref()?.title);
    let before = || {
        let blocks = document.blocks.get(block.saturating_sub(2)..block)?;
        blocks.iter().rev().find_map(|block| match &block.content {
            BlockContent::Paragraph(paragraph) => dice(&paragraph.text.plain),
            BlockContent::Heading(_) | BlockContent::Table(_) | BlockContent::Code(_) => None,
        })
    };
    let in_heads = heads();
    let Some(found) = in_heads.or_else(caption).or_else(before) else {
        return shape;
    };
    // `00` on two ten-sided dice is a hundred.
    let shape = match found.sides == 100 && found.count == 1 {
        true => Shape {
            rows: shape.rows.into_iter().map(with_hundred).collect(),
            ..shape
        },
        false => shape,
    };
    let keys = keys_looked_up(&shape).unwrap_or(&[]);
    let is_total = |value: i64| (found.least()..=found.most()).contains(&value);
    let fits = keys.iter().flatten().all(|key| {
        let (low, high) = key.bounds();
        low.is_none_or(is_total) && high.is_none_or(is_total)
    });
    // A number of dice in the text above a grid of other numbers says nothing about its keys.
    let n_totals = keys.iter().flatten().filter(|key| {
        let (low, high) = key.bounds();
        low.or(high).is_some_and(is_total)
    });
    let is_meant = fits || in_heads.is_some() && n_totals.count() * 2 > keys.len();
    let is_sum = found.added == 0 && (found.count == 1 || !found.is_d66());
    let dice = (is_sum && is_meant).then_some(LookupDice { dice: found, fits });
    Shape { dice, ..shape }
}

/// The keys that dice may be looked up by: of the rows, else of the columns.
fn keys_looked_up(shape: &Shape) -> Option<&[Vec<Key>]> {
    let rows = shape.rows.iter().find_map(|keys| match keys {
        RowKeys::Numbers(keys) => Some(keys.as_slice()),
        RowKeys::Words(_) => None,
    });
    match (rows, &shape.columns) {
        (None, ColumnKeys::Numbers(keys)) => Some(keys.as_slice()),
        (rows, _) => rows,
    }
}

fn with_hundred(keys: RowKeys) -> RowKeys {
    let hundred = |key: Key| {
        if key == Key::One(0) {
            Key::One(100)
        } else {
            key
        }
    };
    match keys {
        RowKeys::Numbers(keys) => RowKeys::Numbers(
            keys.into_iter()
                .map(|row| row.into_iter().map(hundred).collect())
                .collect(),
        ),
        RowKeys::Words(words) => RowKeys::Words(words),
    }
}

/// The columns of a list of modifiers: one of words, and one in which every cell begins with a sign.
pub(crate) fn modifier_columns(printed: &Printed) -> Option<ModifierColumns> {
    let text = |row: &[printed::PrintedCell], column: usize| {
        row.get(column)
            .map(|cell| cell.text.clone())
            .unwrap_or_default()
    };
    let is_signed = |text: &str| {
        let text = text.trim();
        let is_sign = |sign: char| matches!(sign, '+' | '-' | '−' | '–' | '±');
        text.starts_with(is_sign) && text.contains(|letter: char| letter.is_ascii_digit())
            || text == "0"
    };
    let is_amount = |column: &usize| {
        let all = printed
            .rows
            .iter()
            .all(|row| is_signed(&text(row, *column)));
        let mut rows = printed.rows.iter();
        all && rows.any(|row| text(row, *column).trim() != "0")
    };
    let n_columns = printed.heads.len();
    let amounts = (0..n_columns).find(is_amount)?;
    // Rows that are looked up have results, not circumstances.
    let is_key = |column: &usize| {
        let mut rows = printed.rows.iter();
        *column != amounts && rows.all(|row| key_list(&text(row, *column)).is_some())
    };
    if (0..n_columns).any(|column| is_key(&column)) {
        return None;
    }
    let is_words = |column: &usize| {
        *column != amounts
            && printed.rows.iter().all(|row| {
                let text = text(row, *column);
                text.chars().any(char::is_alphabetic)
                    && number(&text).is_none()
                    && key_list(&text).is_none()
            })
    };
    let words = (0..n_columns).find(is_words)?;
    // More columns of numbers are a matrix.
    let n_amounts = (0..n_columns).filter(is_amount).count();
    (n_amounts == 1).then_some(ModifierColumns { words, amounts })
}

/// Whether a grid has names, heads above all other columns, several columns, and numbers in at least one of these.
fn is_unit_list(printed: &Printed) -> bool {
    let names = column(printed, 0);
    let are_names = names.iter().all(|name| !is_empty(name) && name.len() <= 60);
    let heads = printed.heads.iter().skip(1).all(|head| !is_bare(head));
    let is_number = |at: usize| {
        let cells = column(printed, at);
        cells.iter().any(|text| number(text).is_some())
            && cells
                .iter()
                .all(|text| is_empty(text) || number(text).is_some())
    };
    let n_columns = printed.heads.len();
    are_names && heads && n_columns > 2 && (1..n_columns).any(is_number)
}
