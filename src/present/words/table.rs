//! Tables as they are printed: the lines of a key, the results in its columns.

use super::english::{join_with, number, upper_first};
use super::speaker::Speaker;
use super::statement::cited;
use super::text::{Block, Item, Text};
use sandtable_model::{Axis, Key, Meaning, NONE, Table, Type, is_numeric};

/// The mark of a cell without a result.
const DASH: &str = "–";

impl Speaker<'_> {
    /// A table with what its words and dashes mean.
    pub(super) fn table_blocks(&mut self, table: &Table) -> Vec<Block> {
        let lines: Vec<Vec<String>> = table
            .axes
            .iter()
            .zip(&table.keys)
            .map(|(axis, key)| self.axis_lines(axis, key))
            .collect();
        let keys = table.keys.iter().map(|key| {
            let values = self.values_of(key.ty, key.low, key.high);
            format!("the {}, {values}", self.key_noun(key))
        });
        let keys: Vec<String> = keys.collect();
        let mut blocks = vec![Block::Note(Text::marked(format!(
            "read with {}.",
            keys.join("; ")
        )))];
        let dice = table.keys.iter().filter_map(|key| {
            let (count, sides) = key.dice?;
            let dice = if count == 1 {
                format!("a d{sides}")
            } else {
                format!("{count}d{sides}")
            };
            Some(format!("roll {dice} for the {}", self.key_noun(key)))
        });
        let dice: Vec<String> = dice.collect();
        if !dice.is_empty() {
            let text = format!("{}, unless it is given.", join_with(&dice, "and"));
            blocks.push(Block::paragraph(upper_first(&text)));
        }
        blocks.push(self.grid(table, &lines));
        blocks.extend(self.meanings(table));
        blocks
    }

    fn grid(&mut self, table: &Table, lines: &[Vec<String>]) -> Block {
        let names: Vec<String> = table
            .keys
            .iter()
            .map(|key| upper_first(&self.key_noun(key)))
            .collect();
        let (last, others) = match (lines.split_last(), lines.len()) {
            (Some((last, others)), 2..) => (Some(last), others),
            _ => (None, lines),
        };
        let n_columns = last.map_or(1, Vec::len).max(1);
        let mut heads: Vec<String> = names.iter().take(others.len()).cloned().collect();
        match (last, names.last()) {
            (Some(last), Some(name)) => {
                heads.extend(last.iter().map(|line| format!("{name} {line}")));
            }
            (Some(_) | None, _) => heads.push("Result".to_owned()),
        }
        let cells: Vec<String> = table
            .cells
            .iter()
            .map(|cell| self.cell(table, *cell))
            .collect();
        let rows = cells.chunks(n_columns).enumerate();
        let rows = rows.map(|(at, cells)| {
            let row = keys_of_row(others, at);
            let cells = row.into_iter().chain(cells.iter().cloned());
            cells.map(Text::marked).collect()
        });
        Block::Table {
            rows: rows.collect(),
            heads: heads.into_iter().map(Text::marked).collect(),
        }
    }

    /// The noun for a key.
    pub(super) fn key_noun(&self, key: &Key) -> String {
        self.bare_noun(&key.name)
    }

    fn cell(&self, table: &Table, cell: u32) -> String {
        match table.meanings.get(cell as usize) {
            Some(Meaning::Value(value)) if *value == NONE => DASH.to_owned(),
            Some(Meaning::Value(value)) => self.constant(*value, table.result.ty),
            Some(Meaning::Where { word, .. }) => self.word(word),
            None => String::new(),
        }
    }

    /// The meanings of its words and dashes.
    pub(super) fn meanings(&mut self, table: &Table) -> Vec<Block> {
        let mut items = Vec::new();
        for meaning in &table.meanings {
            match meaning {
                Meaning::Where {
                    word,
                    value,
                    citations,
                    ..
                } => {
                    let word = self.word(word);
                    let text = match self.rolled(value) {
                        Some(rolled) => rolled,
                        None => self.value_words(value),
                    };
                    let cited = cited(citations);
                    items.push(Item::line(format!("{word} means: {text}{cited}.")));
                }
                Meaning::Value(value) if *value == NONE => {
                    items.push(Item::line(format!("{DASH} means that there is no result.")));
                }
                Meaning::Value(_) => {}
            }
        }
        if items.is_empty() {
            Vec::new()
        } else {
            vec![Block::bullets(items)]
        }
    }

    /// The values of each line of a key.
    fn axis_lines(&self, axis: &Axis, key: &Key) -> Vec<String> {
        (0..axis.n_lines)
            .map(|line| self.axis_line(axis, key, line))
            .collect()
    }

    fn axis_line(&self, axis: &Axis, key: &Key, line: u32) -> String {
        let is_here = |found: &u16| u32::from(*found) == line;
        let mut runs: Vec<(i32, i32)> = Vec::new();
        for (value, found) in (axis.lowest..).zip(&axis.lines) {
            if !is_here(found) {
                continue;
            }
            match runs.last_mut() {
                Some((_, high)) if *high + 1 == value => *high = value,
                Some(_) | None => runs.push((value, value)),
            }
        }
        let n = i32::try_from(axis.lines.len()).unwrap_or(0);
        let highest = axis.lowest + n - 1;
        let is_open = axis.above.as_ref().is_some_and(is_here);
        let is_bottomless = axis.below.as_ref().is_some_and(is_here);
        let is_words = matches!(key.ty, Type::Words(_) | Type::Face(_) | Type::Flag)
            && !is_numeric(self.book, key.ty);
        let last = runs.len().saturating_sub(1);
        let parts: Vec<String> = runs
            .iter()
            .enumerate()
            .map(|(at, (low, high))| {
                let opens = is_open && at == last && *high == highest;
                let is_lowest = is_bottomless && at == 0 && *low == axis.lowest;
                match (is_words, is_lowest, opens) {
                    (true, ..) => self.range(*low, *high, key.ty),
                    (false, true, true) => "any".to_owned(),
                    (false, false, true) => format!("{} or more", number(*low)),
                    (false, true, false) => format!("{} or less", number(*high)),
                    (false, false, false) if low == high => number(*low),
                    (false, false, false) => format!("{} to {}", number(*low), number(*high)),
                }
            })
            .collect();
        match (parts.as_slice(), is_open, is_bottomless) {
            ([], true, _) => format!("{} or more", number(highest + 1)),
            ([], _, true) => format!("{} or less", number(axis.lowest - 1)),
            (parts, ..) => join_with(parts, "or"),
        }
    }
}

/// Returns the lines of all keys but the last in a row.
fn keys_of_row(lines: &[Vec<String>], row: usize) -> Vec<String> {
    let mut rest = row;
    let mut keys: Vec<String> = lines
        .iter()
        .rev()
        .map(|lines| {
            let at = rest.checked_rem(lines.len()).unwrap_or(0);
            rest = rest.checked_div(lines.len()).unwrap_or(0);
            lines.get(at).cloned().unwrap_or_default()
        })
        .collect();
    keys.reverse();
    keys
}
