//! Lists of units: a table for each kind, with a column for every stat in which its units differ.

use sandtable_model::{KindId, ProfileId};

use super::block::Block;
use super::grid::{Cell, Grid};
use super::names::capital;
use super::placed::Align;
use super::source::Source;
use super::text::Text;
use super::unit_values::{DASH, kinds, part_kinds, parts, stats, traits, units};

/// Maximum number of columns of stats in one table; further ones are in a table below it.
const MOST_COLUMNS: usize = 15;

/// The lists of a ruleset as blocks.
pub(super) fn blocks(source: &Source<'_>) -> Vec<Block> {
    let book = source.book;
    let cards = book.decks.iter().map(|deck| deck.kind);
    let all = kinds(book).into_iter().chain(part_kinds(book)).chain(cards);
    all.flat_map(|kind| lists(source, kind))
        .map(Block::Table)
        .collect()
}

fn lists(source: &Source<'_>, id: KindId) -> Vec<Grid> {
    let book = source.book;
    let Some(kind) = book.kinds.get(id.at()) else {
        return Vec::new();
    };
    let units = units(book, id);
    let columns = columns(source, &units);
    let name = |unit: &ProfileId| {
        book.profiles
            .get(unit.at())
            .map_or("", |unit| unit.title.as_str())
    };
    let mut chunks: Vec<&[(String, Vec<String>)]> = columns.chunks(MOST_COLUMNS).collect();
    if chunks.is_empty() {
        chunks.push(&[]);
    }
    let grids = chunks.into_iter().enumerate().map(|(nth, chunk)| {
        let is_text = |column: &(String, Vec<String>)| {
            column.1.iter().any(|value| value.chars().count() > 12)
        };
        let align = |column: &(String, Vec<String>)| {
            if is_text(column) {
                Align::Left
            } else {
                Align::Centre
            }
        };
        let first = Cell::head("Name", Align::Left);
        let heads = chunk
            .iter()
            .map(|column| Cell::head(column.0.as_str(), align(column)));
        let rows = units.iter().enumerate().map(|(row, unit)| {
            let values = chunk.iter().map(|column| {
                let value = column.1.get(row).map_or("", String::as_str);
                Cell::new(Text::plain(value), align(column))
            });
            let name = Cell::new(Text::bold(name(unit)), Align::Left);
            std::iter::once(name).chain(values).collect()
        });
        Grid {
            title: Text::bold(capital(&super::names::words(kind.naming.shown()))),
            sections: kind.naming.citations.clone(),
            heads: vec![std::iter::once(first).chain(heads).collect()],
            rows: rows.collect(),
            n_keys: 1,
            is_striped: true,
            is_rest: nth > 0,
            ..Grid::default()
        }
    });
    grids.collect()
}

/// The columns that say something: the title of each, and a value for each unit.
fn columns(source: &Source<'_>, units: &[ProfileId]) -> Vec<(String, Vec<String>)> {
    let book = source.book;
    let all: Vec<_> = units.iter().map(|unit| stats(source, *unit)).collect();
    let n_stats = all.first().map_or(0, Vec::len);
    let mut columns = Vec::new();
    for at in 0..n_stats {
        let values = || all.iter().filter_map(|stats| stats.get(at));
        let title = values()
            .next()
            .map_or(String::new(), |stat| stat.title.clone());
        let shown: Vec<String> = values().map(|stat| stat.value.clone()).collect();
        let differs = shown.iter().any(|value| Some(value) != shown.first());
        let says = shown.iter().any(|value| value != DASH);
        if says && (differs || units.len() == 1) {
            columns.push((title, shown));
        }
    }
    let traits: Vec<String> = units
        .iter()
        .map(|unit| traits(book, *unit).join(", "))
        .collect();
    if traits.iter().any(|traits| !traits.is_empty()) {
        columns.push(("Traits".to_owned(), traits));
    }
    let mut lists: Vec<String> = Vec::new();
    let owned: Vec<Vec<(String, Vec<ProfileId>)>> =
        units.iter().map(|unit| parts(source, *unit)).collect();
    for (title, _) in owned.iter().flatten() {
        if !lists.contains(title) {
            lists.push(title.clone());
        }
    }
    for list in lists {
        let shown = owned.iter().map(|lists| {
            let parts = lists.iter().find(|(title, _)| *title == list);
            let names = parts
                .iter()
                .flat_map(|(_, parts)| parts)
                .map(|part| part_words(source, *part));
            names.collect::<Vec<String>>().join(", ")
        });
        columns.push((list.clone(), shown.collect()));
    }
    columns
}

/// Returns the text of a part: its title, or its stats if it is written in place.
pub(super) fn part_words(source: &Source<'_>, id: ProfileId) -> String {
    let Some(part) = source.book.profiles.get(id.at()) else {
        return String::new();
    };
    match part.id.is_empty() {
        false => part.title.clone(),
        true => {
            let own = stats(source, id)
                .into_iter()
                .filter(|stat| stat.value != DASH);
            let own: Vec<String> = own
                .map(|stat| format!("{} {}", stat.title, stat.value))
                .collect();
            own.join(" ")
        }
    }
}
