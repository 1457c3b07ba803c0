//! Sorts of grids: looked up by numbers, lists of modifiers, lists of units.

use sandtable_draft::keys::{Dice, Key, dice};
use sandtable_draft::{BlockContent, Document, Grid};

use super::cells::{is_empty, number};
use super::index::SectionIndex;
use super::{Piece, quoted};

/// Sort of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum GridKind {
    /// Rows or columns are numbers, ranges or dice.
    Keyed(Shape),
    /// Circumstances with signed numbers.
    Modifiers(ModifierColumns),
    /// Names with numbers.
    Units,
    /// Anything else.
    Other,
}

/// Keys of a grid that is looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shape {
    /// Keys of the rows.
    pub(super) rows: RowKeys,
    /// Keys of the columns after the first; `None` for results that have no common key.
    pub(super) columns: ColumnKeys,
    /// Dice whose total is looked up, if they are named.
    pub(super) dice: Option<Dice>,
}

/// Keys of the rows, one for each row of the body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RowKeys {
    /// Numbers and ranges; several in a cell are separated by commas.
    Numbers(Vec<Vec<Key>>),
    /// Words.
    Words(Vec<String>),
}

/// Keys of the columns after the first.
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
pub(super) struct ModifierColumns {
    /// Column of the circumstances.
    pub(super) words: usize,
    /// Column of the numbers.
    pub(super) amounts: usize,
}

/// A grid with what surrounds it.
pub(super) struct Context<'a> {
    pub(super) grid: &'a Grid,
    /// Index of its block.
    pub(super) block: usize,
    /// Its title: of its caption, else of its section.
    pub(super) title: String,
    /// The citation of its section, with a space before it.
    pub(super) citation: String,
}

impl<'a> Context<'a> {
    pub(super) fn new(
        document: &Document,
        index: &SectionIndex,
        block: usize,
        grid: &'a Grid,
    ) -> Self {
        let caption = grid.caption.as_ref().map(|caption| caption.title.as_str());
        let caption = caption.filter(|title| !title.trim().is_empty());
        let section = document.section_of(block);
        let section = section.and_then(|at| document.sections.get(at));
        let section = section.map(|section| section.title.as_str());
        Self {
            grid,
            block,
            title: caption.or(section).unwrap_or("table").trim().to_owned(),
            citation: index.citation(document, block),
        }
    }

    /// The title in quotes.
    pub(super) fn quoted_title(&self) -> String {
        quoted(&self.title)
    }

    /// The rows as written, cells separated by ` | `.
    pub(super) fn written(&self) -> Vec<String> {
        let row = |row: usize| {
            let cells = (0..self.grid.n_columns).map(|column| {
                let words: Vec<&str> = self.grid.text(row, column).split_whitespace().collect();
                words.join(" ")
            });
            cells.collect::<Vec<_>>().join(" | ")
        };
        (0..self.grid.n_rows).map(row).collect()
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
    if grid.n_columns < 2 || grid.body_rows().len() < 2 {
        return GridKind::Other;
    }
    if let Some(columns) = modifier_columns(grid) {
        return GridKind::Modifiers(columns);
    }
    let row_keys: Option<Vec<Vec<Key>>> = grid
        .body_rows()
        .map(|row| key_list(grid.text(row, 0)))
        .collect();
    let columns: Vec<String> = (1..grid.n_columns).map(|at| grid.header(at)).collect();
    if let Some(keys) = row_keys.filter(|keys| is_keyed(keys)) {
        let Some(columns) = column_keys(&columns) else {
            return GridKind::Other;
        };
        let dice = dice_of(document, block, grid, &keys);
        return GridKind::Keyed(Shape {
            rows: RowKeys::Numbers(keys),
            columns,
            dice,
        });
    }
    let column_numbers: Option<Vec<Vec<Key>>> = columns.iter().map(|text| key_list(text)).collect();
    let names: Vec<String> = grid
        .body_rows()
        .map(|row| grid.text(row, 0).to_owned())
        .collect();
    let are_names = names.iter().all(|name| !is_empty(name) && name.len() <= 60);
    if let Some(keys) = column_numbers.filter(|keys| is_keyed(keys) && keys.len() > 1 && are_names)
    {
        let dice = dice_of(document, block, grid, &keys);
        return GridKind::Keyed(Shape {
            rows: RowKeys::Words(names),
            columns: ColumnKeys::Numbers(keys),
            dice,
        });
    }
    match are_names && is_unit_list(grid) {
        true => GridKind::Units,
        false => GridKind::Other,
    }
}

/// Whether keys are more than a running number of rows: none is open to everything alone.
fn is_keyed(keys: &[Vec<Key>]) -> bool {
    let is_number = |key: &Key| !matches!(key, Key::Other);
    keys.iter().flatten().any(is_number)
}

/// Keys of a cell: `7`, `4-6`, `1, 3-4`.
fn key_list(text: &str) -> Option<Vec<Key>> {
    if let Some(key) = Key::parse(text) {
        return Some(vec![key]);
    }
    let parts: Option<Vec<Key>> = text.split([',', '/', ';']).map(Key::parse).collect();
    parts.filter(|parts| parts.len() > 1)
}

/// Keys of the columns after the first; `None` where columns cannot be told apart.
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
    let mut seen: Vec<String> = Vec::new();
    for head in heads {
        let plain = head.to_lowercase();
        if seen.contains(&plain) {
            return None;
        }
        seen.push(plain);
    }
    Some(ColumnKeys::Words(heads.to_vec()))
}

/// `1-2`, `3:1`
fn ratio(text: &str) -> Option<(u32, u32)> {
    let text = text.trim().replace(['–', '—', '−', '‑', '/'], "-");
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

/// Dice whose totals fit the keys: named in the corner, the caption, or one of the two paragraphs before the grid.
fn dice_of(document: &Document, block: usize, grid: &Grid, keys: &[Vec<Key>]) -> Option<Dice> {
    let corner = dice(&grid.header(0));
    let caption = || dice(&grid.caption.as_ref()?.title);
    let before = || {
        let blocks = document.blocks.get(block.saturating_sub(2)..block)?;
        blocks.iter().rev().find_map(|block| match &block.content {
            BlockContent::Paragraph(paragraph) => dice(&paragraph.text.plain),
            BlockContent::Heading(_) | BlockContent::Table(_) | BlockContent::Code(_) => None,
        })
    };
    let found = corner.or_else(caption).or_else(before)?;
    let fits = |key: &Key| {
        let (low, high) = key.bounds();
        low.is_none_or(|low| (found.least()..=found.most()).contains(&low))
            && high.is_none_or(|high| (found.least()..=found.most()).contains(&high))
    };
    let is_sum = found.added == 0 && (found.count == 1 || !found.is_d66());
    (is_sum && keys.iter().flatten().all(fits)).then_some(found)
}

/// The columns of a list of modifiers: one of words, and one in which every cell begins with a sign.
fn modifier_columns(grid: &Grid) -> Option<ModifierColumns> {
    let rows = || grid.body_rows();
    let is_signed = |text: &str| {
        let text = text.trim();
        let is_sign = |sign: char| matches!(sign, '+' | '-' | '−' | '–' | '±');
        text.starts_with(is_sign) && text.contains(|letter: char| letter.is_ascii_digit())
            || text == "0"
    };
    let is_amount = |column: &usize| {
        let all = rows().all(|row| is_signed(grid.text(row, *column)));
        all && rows().any(|row| grid.text(row, *column).trim() != "0")
    };
    let amounts = (0..grid.n_columns).find(is_amount)?;
    let is_words = |column: &usize| {
        *column != amounts
            && rows().all(|row| {
                let text = grid.text(row, *column);
                text.chars().any(char::is_alphabetic) && number(text).is_none()
            })
    };
    let words = (0..grid.n_columns).find(is_words)?;
    // More columns of numbers are a matrix.
    let n_amounts = (0..grid.n_columns).filter(is_amount).count();
    (n_amounts == 1).then_some(ModifierColumns { words, amounts })
}

/// Whether a grid has names, heads above all other columns, and numbers in at least one of these.
fn is_unit_list(grid: &Grid) -> bool {
    let heads = (1..grid.n_columns).all(|column| !grid.header(column).trim().is_empty());
    let is_number = |column: usize| {
        let mut cells = grid.body_rows().map(|row| grid.text(row, column));
        cells.all(|text| is_empty(text) || number(text).is_some())
    };
    heads && grid.n_header_rows > 0 && (1..grid.n_columns).any(is_number)
}
