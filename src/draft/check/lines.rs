//! Tables that a text sets as lines: lists of results by numbers, and profiles of units.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sandtable_source::Span;

use super::words::{Kind, Token, tokens};
use crate::keys::Key;
use crate::model::{BlockContent, Cell, Container, Document, Grid, Text};

/// Grids read from lines, each with its first block.
#[derive(Default)]
pub(super) struct Lines {
    pub(super) grids: Vec<(usize, Grid)>,
    /// Blocks of profiles: their signed numbers change no roll.
    pub(super) profiles: BTreeSet<usize>,
}

impl Lines {
    pub(super) fn new(document: &Document) -> Self {
        let mut lines = Self::default();
        lines.results(document);
        lines.units(document);
        lines
    }

    /// Runs of three or more lines that begin with numbers to look up: `8-10: Badly hurt.`
    fn results(&mut self, document: &Document) {
        let mut run: Vec<(usize, &Text, Split)> = Vec::new();
        for at in 0..=document.blocks.len() {
            let line =
                paragraph(document, at).and_then(|text| Some((at, text, keyed(&text.plain)?)));
            if let Some(line) = line {
                run.push(line);
                continue;
            }
            let keys = run.iter().map(|(_, _, split)| split.key);
            let n_ranges = keys.filter(|key| key.is_range()).count();
            if let Some((first, _, _)) = run.first().filter(|_| run.len() >= 3 && n_ranges > 0) {
                let rows = run.iter().map(|(_, text, split)| {
                    vec![
                        (
                            text.slice(split.head.clone()),
                            text.span(split.head.clone()),
                        ),
                        (
                            text.slice(split.result.clone()),
                            text.span(split.result.clone()),
                        ),
                    ]
                });
                self.grids
                    .extend(grid(rows.collect()).map(|grid| (*first, grid)));
            }
            run.clear();
        }
    }

    /// Lines such as `Knight (100 crowns) – Move 5, Fight +4, Armour 14`, three or more with the same columns.
    fn units(&mut self, document: &Document) {
        let all: Vec<(usize, &Text, Profile)> = (0..document.blocks.len())
            .filter_map(|at| {
                let text = paragraph(document, at)?;
                Some((at, text, profile(&text.plain)?))
            })
            .collect();
        let n_with = |column: &String| {
            let rows = all.iter();
            rows.filter(|(_, _, one)| one.values.iter().any(|(own, _)| own == column))
                .count()
        };
        let mut columns: Vec<String> = Vec::new();
        for (_, _, one) in &all {
            for (column, _) in &one.values {
                if !columns.contains(column) && n_with(column) >= 2 {
                    columns.push(column.clone());
                }
            }
        }
        let is_row = |one: &Profile| {
            let own = one.values.iter();
            own.filter(|(column, _)| columns.contains(column)).count() >= 3
        };
        let rows: Vec<&(usize, &Text, Profile)> =
            all.iter().filter(|(_, _, one)| is_row(one)).collect();
        let Some((first, _, _)) = rows.first().filter(|_| rows.len() >= 3) else {
            return;
        };
        let full = abbreviated(document);
        let mut names = vec![(Text::from_words("Name"), None)];
        names.extend(columns.iter().map(|column| {
            let name = full.get(column).unwrap_or(column);
            (Text::from_words(name), None)
        }));
        let mut cells = vec![names];
        for (_, text, one) in &rows {
            let mut row = vec![(text.slice(one.name.clone()), text.span(one.name.clone()))];
            for column in &columns {
                let own = one.values.iter().find(|(name, _)| name == column);
                row.push(match own {
                    Some((_, range)) => (text.slice(range.clone()), text.span(range.clone())),
                    None => (Text::default(), None),
                });
            }
            cells.push(row);
        }
        self.profiles.extend(rows.iter().map(|(at, _, _)| *at));
        self.grids.extend(grid(cells).map(|mut grid| {
            grid.n_header_rows = 1;
            (*first, grid)
        }));
    }
}

fn paragraph(document: &Document, at: usize) -> Option<&Text> {
    let block = document.blocks.get(at)?;
    match &block.content {
        BlockContent::Paragraph(paragraph) if block.container != Container::Contents => {
            Some(&paragraph.text)
        }
        BlockContent::Paragraph(_)
        | BlockContent::Heading(_)
        | BlockContent::Table(_)
        | BlockContent::Code(_) => None,
    }
}

/// A grid of rows of texts, each with its place.
fn grid(rows: Vec<Vec<(Text, Option<Span>)>>) -> Option<Grid> {
    let nowhere = rows.iter().flatten().find_map(|(_, span)| *span)?;
    let mut cells = Vec::new();
    for (row, texts) in rows.into_iter().enumerate() {
        for (column, (text, span)) in texts.into_iter().enumerate() {
            cells.push(Cell {
                row,
                column,
                n_rows: 1,
                n_columns: 1,
                text,
                span: span.unwrap_or(nowhere),
            });
        }
    }
    Some(Grid::new(cells, nowhere))
}

/// A line of results: the numbers to look up, and the result.
struct Split {
    key: Key,
    head: Range<usize>,
    result: Range<usize>,
}

fn keyed(text: &str) -> Option<Split> {
    let marks = [": ", " – ", " — ", " - ", " = ", "= ", "\t"];
    let (at, mark) = marks
        .iter()
        .filter_map(|mark| Some((text.find(mark)?, mark)))
        .min()?;
    let head = text.get(..at)?;
    let key = Key::parse(head).filter(|key| *key != Key::Other)?;
    let start = at + mark.len();
    let rest = text.get(start..)?;
    // The result ends at the first stop; what follows explains it.
    let end = rest.find(['.', ':', ';', ',', '(']).unwrap_or(rest.len());
    let is_result = rest.get(..end)?.chars().any(char::is_alphabetic);
    is_result.then_some(Split {
        key,
        head: 0..at,
        result: start..start + end,
    })
}

/// A line of a profile: the name, and the place of the number of each column.
struct Profile {
    name: Range<usize>,
    values: Vec<(String, Range<usize>)>,
}

fn profile(text: &str) -> Option<Profile> {
    let words = tokens(text);
    let is_end = |word: &Token<'_>| word.is_any_mark(&['(', '–', '—', ':', ',']);
    let n_name = words.iter().position(is_end)?;
    let name = words.get(..n_name)?;
    let is_name = (1..=4).contains(&n_name)
        && name
            .iter()
            .all(|word| word.kind == Kind::Word || word.is_mark('-'))
        && name.first()?.is_capitalised();
    if !is_name {
        return None;
    }
    let mut values = Vec::new();
    let rest = words.get(n_name..)?;
    // `Knight (100 crowns)`: the price, under its unit.
    if let [open, number, unit, close, ..] = rest
        && open.is_mark('(')
        && close.is_mark(')')
        && number.whole().is_some()
        && unit.kind == Kind::Word
    {
        values.push((unit.text.to_owned(), number.range.clone()));
    }
    for (at, pair) in rest.windows(2).enumerate() {
        let [column, number] = pair else {
            continue;
        };
        let is_number = number.whole().is_some() || matches!(number.kind, Kind::Signed(_));
        let is_new = at
            .checked_sub(1)
            .and_then(|before| rest.get(before))
            .is_some_and(|before| before.is_any_mark(&[',', ';', ':', '–', '—', '(', '.', '|']));
        let after = rest.get(at + 2);
        let ends = after.is_none_or(|after| {
            after.is_any_mark(&[',', ';', '.', ')', '|', '"', '”', '″', '+'])
                || after.is_word(&["cm", "in", "inches", "hexes"])
        });
        if column.is_capitalised() && is_number && is_new && ends {
            values.push((column.text.to_owned(), number.range.clone()));
        }
    }
    (values.len() >= 3).then_some(Profile {
        name: name.first()?.range.start..name.last()?.range.end,
        values,
    })
}

/// Words that a text abbreviates by a capital or two in brackets: `Move (M)`.
fn abbreviated(document: &Document) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for at in 0..document.blocks.len() {
        let Some(text) = paragraph(document, at) else {
            continue;
        };
        for window in tokens(&text.plain).windows(4) {
            let [word, open, short, close] = window else {
                continue;
            };
            let is_short = short.text.len() <= 3
                && short.text.bytes().all(|byte| byte.is_ascii_uppercase())
                && word.text.get(..1) == short.text.get(..1);
            if open.is_mark('(') && close.is_mark(')') && word.is_capitalised() && is_short {
                found
                    .entry(short.text.to_owned())
                    .or_insert_with(|| word.text.to_owned());
            }
        }
    }
    found
}
