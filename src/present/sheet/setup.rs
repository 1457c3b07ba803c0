//! Set-up cards: who is where at the start of a scenario.

use std::collections::BTreeMap;

use sandtable_roster::{Scenario, ScenarioMap, Stat, Unit, Value};

use super::block::Block;
use super::grid::{Cell, Grid};
use super::names::{capital, words};
use super::placed::Align;
use super::source::Source;
use super::text::Text;
use sandtable_model::board::Measure;

/// Returns the set-up cards of all scenarios as blocks.
pub(super) fn blocks(source: &Source<'_>) -> Vec<Block> {
    source
        .scenarios
        .iter()
        .flat_map(|(name, scenario)| card(source, name, scenario))
        .collect()
}

fn card(source: &Source<'_>, name: &str, scenario: &Scenario) -> Vec<Block> {
    let title = scenario
        .title
        .as_ref()
        .map_or_else(|| capital(&words(name)), |title| title.value.clone());
    let mut blocks = vec![Block::heading(2, title)];
    let mut facts = vec![(
        "Played".to_owned(),
        source.names.title(&scenario.play.value),
    )];
    match &scenario.map {
        Some(ScenarioMap::Named(map)) => {
            let known = source
                .book
                .maps
                .iter()
                .find(|known| known.naming.name == map.value);
            let title = known.map_or_else(
                || capital(&words(&map.value)),
                |known| known.naming.shown().to_owned(),
            );
            facts.push(("Map".to_owned(), title));
        }
        Some(ScenarioMap::Own(map)) => {
            let title = map
                .title
                .as_ref()
                .map_or("its own", |title| title.value.as_str());
            facts.push(("Map".to_owned(), title.to_owned()));
        }
        None => {}
    }
    for stat in scenario.game.iter().chain(&scenario.options) {
        facts.push((
            source.names.title(&stat.key.value),
            value_text(source, &stat.value.value),
        ));
    }
    for stat in &scenario.facts {
        facts.push((
            source.names.title(&stat.key.value),
            value_text(source, &stat.value.value),
        ));
    }
    blocks.push(Block::Table(pairs(facts)));
    let mut sides: Vec<(String, Option<&Unit>)> = scenario
        .sides
        .iter()
        .map(|side| (side.id.value.clone(), Some(side)))
        .collect();
    for unit in &scenario.units {
        let side = side_of(unit);
        if !sides.iter().any(|(known, _)| *known == side) {
            sides.push((side, None));
        }
    }
    for (id, side) in &sides {
        let own: Vec<&Unit> = scenario
            .units
            .iter()
            .filter(|unit| side_of(unit) == *id)
            .collect();
        let title = match side {
            Some(side) => side_title(source, side),
            None if scenario.sides.is_empty() => "Units".to_owned(),
            None => "Of no side".to_owned(),
        };
        blocks.push(Block::heading(3, title));
        let said: Vec<(String, String)> = side
            .iter()
            .flat_map(|side| &side.stats)
            .map(|stat| {
                (
                    source.names.title(&stat.key.value),
                    value_text(source, &stat.value.value),
                )
            })
            .collect();
        if !said.is_empty() {
            blocks.push(Block::Table(pairs(said)));
        }
        if !own.is_empty() {
            blocks.push(Block::Table(units(source, &own)));
        }
    }
    if !scenario.places.is_empty() {
        let title = source.book.board.map_or("areas", Measure::word);
        blocks.push(Block::heading(3, capital(title)));
        let places: Vec<&Unit> = scenario.places.iter().collect();
        blocks.push(Block::Table(units(source, &places)));
    }
    blocks
}

fn side_title(source: &Source<'_>, side: &Unit) -> String {
    let named = source
        .book
        .sides
        .iter()
        .find(|known| known.name == side.id.value);
    match (&side.title, named) {
        (Some(title), _) => title.value.clone(),
        (None, Some(naming)) => capital(&words(naming.shown())),
        (None, None) => capital(&words(&side.id.value)),
    }
}

fn side_of(unit: &Unit) -> String {
    let side = unit.stat("side").and_then(|side| side.value.value.word());
    side.filter(|side| *side != "none")
        .unwrap_or_default()
        .to_owned()
}

fn pairs(pairs: Vec<(String, String)>) -> Grid {
    let rows = pairs
        .into_iter()
        .map(|(key, value)| vec![Cell::new(Text::bold(key), Align::Left), Cell::words(value)]);
    Grid {
        rows: rows.collect(),
        n_keys: 1,
        ..Grid::default()
    }
}

/// Units with a column for each key that any of them has; units with equal values share a row.
fn units(source: &Source<'_>, units: &[&Unit]) -> Grid {
    let mut keys: Vec<&str> = Vec::new();
    for stat in units.iter().flat_map(|unit| &unit.stats) {
        let key = stat.key.value.as_str();
        if !["is", "side"].contains(&key) && !keys.contains(&key) {
            keys.push(key);
        }
    }
    let mut rows: Vec<(Vec<String>, usize)> = Vec::new();
    for unit in units {
        let value = |key: &&str| {
            match unit.stat(key) {
                Some(stat) => stat_text(source, stat),
                // Without one there is one.
                None if *key == "count" => "1".to_owned(),
                None => String::new(),
            }
        };
        let row: Vec<String> = std::iter::once(unit_title(source, unit))
            .chain(keys.iter().map(value))
            .collect();
        match rows.iter_mut().find(|(known, _)| *known == row) {
            Some((_, n_alike)) => *n_alike += 1,
            None => rows.push((row, 1)),
        }
    }
    let heads = std::iter::once("Unit".to_owned()).chain(keys.iter().map(|key| match *key {
        "at" => "Place".to_owned(),
        key => source.names.title(key),
    }));
    let rows = rows.into_iter().map(|(row, n_alike)| {
        let cells = row
            .into_iter()
            .enumerate()
            .map(|(at, value)| match (at, n_alike) {
                (0, 1) => Cell::new(Text::bold(value), Align::Left),
                (0, n) => Cell::new(Text::bold(format!("{n} × {value}")), Align::Left),
                _ => Cell::words(value),
            });
        cells.collect()
    });
    Grid {
        heads: vec![heads.map(|head| Cell::head(head, Align::Left)).collect()],
        rows: rows.collect(),
        n_keys: 1,
        is_striped: true,
        ..Grid::default()
    }
}

/// Returns the title of a unit, with the title of its profile if that differs.
fn unit_title(source: &Source<'_>, unit: &Unit) -> String {
    let is = unit.stat("is").and_then(|is| is.value.value.word());
    let profile = is.and_then(|is| source.book.profiles.iter().find(|known| known.id == is));
    let what = match (profile, is) {
        (Some(profile), _) => Some(profile.title.clone()),
        (None, Some(is)) => Some(capital(&words(is))),
        (None, None) => None,
    };
    match (&unit.title, what) {
        (Some(title), Some(what)) if title.value != what => {
            format!("{} ({what})", capital(&title.value))
        }
        (Some(title), _) => capital(&title.value),
        (None, Some(what)) => what,
        (None, None) => capital(&words(&unit.id.value)),
    }
}

fn stat_text(source: &Source<'_>, stat: &Stat) -> String {
    match stat.key.value.as_str() {
        // The name of a place.
        "at" => match stat.value.value.word() {
            Some(place) => place.to_owned(),
            None => value_text(source, &stat.value.value),
        },
        "facing" => format!("{}°", value_text(source, &stat.value.value)),
        _ => value_text(source, &stat.value.value),
    }
}

fn value_text(source: &Source<'_>, value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Decimal(number) => number.clone(),
        Value::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Value::Word(word) => match source
            .book
            .profiles
            .iter()
            .find(|unit| unit.id == *word && !word.is_empty())
        {
            Some(unit) => unit.title.clone(),
            None => words(word),
        },
        Value::List(values) => {
            // The same several times is counted.
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            let mut order: Vec<String> = Vec::new();
            for value in values {
                let text = value_text(source, &value.value);
                let count = counts.entry(text.clone()).or_insert(0);
                *count += 1;
                if *count == 1 {
                    order.push(text);
                }
            }
            let is_number = values
                .iter()
                .all(|value| matches!(value.value, Value::Number(_) | Value::Decimal(_)));
            if is_number {
                let numbers: Vec<String> = values
                    .iter()
                    .map(|value| value_text(source, &value.value))
                    .collect();
                return numbers.join(", ");
            }
            let all = order.into_iter().map(|text| match counts.get(&text) {
                Some(n) if *n > 1 => format!("{n} × {text}"),
                Some(_) | None => text,
            });
            all.collect::<Vec<String>>().join(", ")
        }
        Value::Inline(stats) => {
            let stats = stats.iter().map(|stat| {
                format!(
                    "{} {}",
                    source.names.within(&stat.key.value),
                    value_text(source, &stat.value.value)
                )
            });
            stats.collect::<Vec<String>>().join(", ")
        }
        Value::Other(what) => (*what).to_owned(),
        Value::Unreadable => String::new(),
    }
}
