//! The chart of a table: its rows as drawn in the rules, beside them the dice, modifiers and notes that a reader needs.

use std::collections::BTreeSet;

use sandtable_model::Callable;
use sandtable_syntax::ast::{self, CellItem, Several};

use super::chart_source::{Charts, sections};
use super::dice;
use super::grid::{Cell, Grid};
use super::names::{capital, words};
use super::placed::Align;
use super::text::Text;
use super::usage::Relation;
use crate::words::meanings_of_table;

/// The chart of a table.
pub(super) fn grid(charts: &Charts<'_>, table: &ast::Table) -> Grid {
    let names = &charts.source.names;
    let head = &table.head;
    let rolled = rolled_key(table);
    let chances = rolled.filter(|_| charts.has_chances);
    let (heads, n_keys) = heads(charts, table, chances.is_some());
    let rows = table.rows.iter().skip(1).map(|row| {
        let mut cells = Vec::new();
        for (at, cell) in row.value.cells.iter().enumerate() {
            let is_key = at < n_keys;
            let mut shown = Cell::new(
                match is_key {
                    true => Text::bold(cell_text(&cell.value)),
                    false => Text::plain(cell_text(&cell.value)),
                },
                if is_key && !is_number(&cell.value) {
                    Align::Left
                } else {
                    Align::Centre
                },
            );
            if let Some((key, 1, 6)) = rolled
                && key == at
            {
                shown.picture = dice::faces(&dice::numbers_of(&cell.value, 1, 6));
            }
            cells.push(shown);
            if let Some((key, count, sides)) = chances
                && key == at
            {
                let chance = dice::chance(&cell.value, (count, sides));
                cells.push(Cell::centred(chance.unwrap_or_default()));
            }
        }
        cells
    });
    Grid {
        title: Text::bold(names.title(&head.name.value)),
        sections: sections(head),
        lead: lead(charts, table, rolled),
        rows: rows.collect(),
        heads,
        n_keys: n_keys + usize::from(chances.is_some()),
        notes: notes(charts, table),
        of: Some(format!("table {}", head.name.value)),
        is_striped: true,
        ..Grid::default()
    }
}

fn keys(table: &ast::Table) -> &[ast::Parameter] {
    table.head.parameters.as_deref().unwrap_or_default()
}

/// The text of each column head, as written.
fn head_words(table: &ast::Table) -> Vec<String> {
    let first = table.rows.first();
    let cells = first.map_or(&[][..], |row| row.value.cells.as_slice());
    cells.iter().map(|cell| raw(&cell.value)).collect()
}

fn raw(cell: &ast::Cell) -> String {
    match cell.as_slice() {
        [CellItem::Word(word)] => word.clone(),
        _ => cell_text(cell),
    }
}

/// Whether there is a column for every key, and one for the result.
fn is_list(table: &ast::Table) -> bool {
    let heads = head_words(table);
    keys(table)
        .iter()
        .all(|key| heads.contains(&key.name.value))
}

/// The column of a key that is rolled: which, how many dice, of how many sides.
fn rolled_key(table: &ast::Table) -> Option<(usize, u32, u32)> {
    let heads = head_words(table);
    keys(table).iter().find_map(|key| match &key.ty {
        Some(ty) => match ty.value {
            ast::Type::Dice { count, sides } => {
                let at = heads.iter().position(|head| *head == key.name.value)?;
                Some((at, count, sides))
            }
            ast::Type::Number { .. }
            | ast::Type::Words { .. }
            | ast::Type::List(_)
            | ast::Type::PartOf { .. } => None,
        },
        None => None,
    })
}

/// Rows of column heads, and the number of columns of keys.
fn heads(charts: &Charts<'_>, table: &ast::Table, has_chance: bool) -> (Vec<Vec<Cell>>, usize) {
    let names = &charts.source.names;
    let words_of_heads = head_words(table);
    let n_columns = words_of_heads.len();
    let keys = keys(table);
    let is_list = is_list(table);
    let n_keys = if is_list {
        keys.len()
    } else {
        keys.len().saturating_sub(1)
    };
    let chance = || Cell::head("Chance", Align::Centre);
    let rolled = rolled_key(table).map(|(at, ..)| at).filter(|_| has_chance);
    let mut row = Vec::new();
    for (at, word) in words_of_heads.iter().enumerate() {
        let is_key = at < n_keys;
        let text = match (is_key, is_list) {
            (true, _) => key_title(charts, table, word),
            (false, true) => capital(&words(word)),
            (false, false) => words(word),
        };
        let align = if is_key { Align::Left } else { Align::Centre };
        row.push(Cell::head(text, align));
        if rolled == Some(at) {
            row.push(chance());
        }
    }
    let mut rows = vec![row];
    if !is_list && let Some(key) = keys.last() {
        let n_under = n_columns.saturating_sub(n_keys);
        let n_left = n_keys + usize::from(rolled.is_some());
        let mut top: Vec<Cell> = (0..n_left).map(|_| Cell::words("")).collect();
        top.push(
            Cell::head(key_title(charts, table, &key.name.value), Align::Centre).over(n_under),
        );
        rows.insert(0, top);
    }
    let _ = names;
    (rows, n_keys)
}

/// The title of a key: that of its name, or of its type; with its measure.
fn key_title(charts: &Charts<'_>, table: &ast::Table, name: &str) -> String {
    let names = &charts.source.names;
    let title = names.title(name);
    let key = keys(table).iter().find(|key| key.name.value == name);
    let ty = key.and_then(|key| key.ty.as_ref()).map(|ty| &ty.value);
    match ty {
        Some(ast::Type::Number {
            measure: Some(measure),
            ..
        }) => format!("{title} ({})", measure.word()),
        Some(ast::Type::Words { words, .. }) => match words.as_slice() {
            [only] if is_measure(&only.value) => format!("{title} ({})", only.value),
            _ => title,
        },
        Some(ast::Type::Dice { count, sides }) => {
            format!("{title} ({})", dice_words(*count, *sides))
        }
        Some(_) | None => title,
    }
}

/// Whether a type is distances of any length: `hexes`
fn is_measure(word: &str) -> bool {
    ast::Measure::ALL
        .iter()
        .any(|measure| measure.word() == word)
}

fn dice_words(count: u32, sides: u32) -> String {
    match count {
        1 => format!("d{sides}"),
        count => format!("{count}d{sides}"),
    }
}

/// Steps before the table is read.
fn lead(charts: &Charts<'_>, table: &ast::Table, rolled: Option<(usize, u32, u32)>) -> Vec<Text> {
    let mut lead = Vec::new();
    let book = charts.source.book;
    if let Some((_, count, sides)) = rolled {
        lead.push(format!("Roll {}.", dice_words(count, sides)));
    }
    let own = charts.tables(&table.head.name.value);
    let readers = own.iter().filter_map(|part| charts.usage.readers.get(part));
    let readers: BTreeSet<&str> = readers.flatten().map(|(title, _)| title.as_str()).collect();
    let mut said = BTreeSet::new();
    for ((changed, relation, list), changing) in &charts.usage.changes {
        if !own.contains(&Callable::Table(*changed)) {
            continue;
        }
        let Some(list) = book.modifiers.get(list.at()) else {
            continue;
        };
        let title = charts.source.names.title(list.naming.shown());
        let line = match relation {
            Relation::Key => format!("first add: {title}."),
            Relation::Raises => format!("then move the result up by: {title}."),
            Relation::Lowers => format!("then move the result down by: {title}."),
            Relation::Adds => format!("then add: {title}."),
        };
        // A change that only some of the rules make names them.
        let names = &charts.source.names;
        let by: Vec<String> = changing.iter().map(|by| names.title(by)).collect();
        let line = if changing.len() < readers.len() {
            format!("For {}, {line}", by.join(", "))
        } else {
            super::names::capital(&line)
        };
        if said.insert(line.clone()) {
            lead.push(line);
        }
    }
    lead.into_iter().map(Text::plain).collect()
}

fn notes(charts: &Charts<'_>, table: &ast::Table) -> Vec<Text> {
    let names = &charts.source.names;
    let mut notes = Vec::new();
    let mut seen = BTreeSet::new();
    for part in charts.tables(&table.head.name.value) {
        let Callable::Table(id) = part else { continue };
        for meaning in meanings_of_table(charts.source.book, id) {
            let said = meaning.with_sections();
            // A dash says by itself that there is no result.
            if !said.contains("means that there is no result") && seen.insert(said.clone()) {
                notes.push(Text::plain(super::names::capital(&said)));
            }
        }
    }
    let several = table.several.as_ref().map(|several| match several.value {
        Several::Any => "Where several rows apply, they agree.",
        Several::First => "Where several rows apply, the first counts.",
        Several::Sum => "Where several rows apply, their results are added up.",
        Several::Best => "Where several rows apply, the highest result counts.",
        Several::Worst => "Where several rows apply, the lowest result counts.",
    });
    notes.extend(several.map(Text::plain));
    if let Some(ast::ResultType::Several(results)) = &table.head.result {
        let results: Vec<String> = results
            .iter()
            .map(|result| names.within(&result.name.value))
            .collect();
        notes.push(Text::plain(format!("Each result: {}.", results.join(", "))));
    }
    let first = charts
        .tables(&table.head.name.value)
        .into_iter()
        .find_map(|own| charts.read_by(own));
    notes.extend(first);
    notes
}

/// The printed text of a cell.
pub(super) fn cell_text(cell: &ast::Cell) -> String {
    let items: Vec<String> = cell.iter().map(item_text).collect();
    items.join(", ")
}

fn item_text(item: &CellItem) -> String {
    let number = |number: &i32| match number {
        0.. => number.to_string(),
        _ => format!("−{}", number.unsigned_abs()),
    };
    match item {
        CellItem::Number(one) => number(one),
        CellItem::Numbers { low, high } => match (low, high) {
            (Some(low @ 0..), Some(high @ 0..)) => format!("{low}–{high}"),
            (Some(low), Some(high)) => format!("{} to {}", number(low), number(high)),
            (Some(low), None) => format!("{}+", number(low)),
            (None, Some(high)) => format!("{} or less", number(high)),
            (None, None) => "any".to_owned(),
        },
        CellItem::Word(word) => words(word),
        CellItem::Words { low, high } => match (low, high) {
            (Some(low), Some(high)) => format!("{} to {}", words(low), words(high)),
            (Some(low), None) => format!("{}+", words(low)),
            (None, Some(high)) => format!("{} or less", words(high)),
            (None, None) => "any".to_owned(),
        },
        CellItem::Any => "any".to_owned(),
        CellItem::Dash => "–".to_owned(),
    }
}

fn is_number(cell: &ast::Cell) -> bool {
    cell.iter()
        .all(|item| matches!(item, CellItem::Number(_) | CellItem::Numbers { .. }))
}
