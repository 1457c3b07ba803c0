//! Unit files and maps as they were read, with what is said about them.

use std::fmt::Write;
use std::path::Path;

use sandtable::board::Board;
use sandtable::diagnostic::Diagnostics;
use sandtable::roster::{self, Map, Roster, Stat, Value};
use sandtable::source::SourceMap;

use crate::harness;

/// Renders the units that were read, then the findings.
pub(crate) fn units(files: &[(&str, &str)]) -> String {
    let mut sources = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let mut roster = Roster::default();
    for (name, text) in files {
        let file = sources.add(*name, *text);
        roster.add(file, text, &mut diagnostics);
    }
    diagnostics.sort();
    let mut out = String::new();
    for unit in roster.units() {
        let sound = if unit.is_sound { "" } else { ", not all of it" };
        writeln!(
            out,
            "{} {} {:?}{sound}",
            unit.kind.value,
            unit.id.value,
            unit.shown()
        )
        .unwrap();
        for stat in &unit.stats {
            writeln!(out, "  {}", shown(stat)).unwrap();
        }
    }
    format!("{out}\n{}", harness::findings(&diagnostics, &sources))
}

fn shown(stat: &Stat) -> String {
    format!("{} = {}", stat.key.value, value(&stat.value.value))
}

fn value(read: &Value) -> String {
    match read {
        Value::Number(number) => number.to_string(),
        Value::Flag(flag) => flag.to_string(),
        Value::Word(word) => word.clone(),
        Value::List(list) => {
            let items: Vec<String> = list.iter().map(|item| value(&item.value)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Inline(stats) => {
            let stats: Vec<String> = stats.iter().map(shown).collect();
            format!("{{ {} }}", stats.join(", "))
        }
        Value::Decimal(number) => number.clone(),
        Value::Other(what) => format!("({what})"),
        Value::Unreadable => "(unreadable)".to_owned(),
    }
}

/// Renders a map as it was read, then the findings.
pub(crate) fn map(path: &Path, text: &str) -> String {
    let mut sources = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let file = sources.add(path.file_name().unwrap().to_str().unwrap(), text);
    let read = roster::map(file, text, &mut diagnostics);
    diagnostics.sort();
    let read = read.map_or_else(|| "no map\n".to_owned(), |map| written(&map));
    format!("{read}\n{}", harness::findings(&diagnostics, &sources))
}

fn written(map: &Map) -> String {
    let mut out = String::new();
    let board = &map.board;
    let stats = |unit: &sandtable::roster::Unit| {
        let stats: Vec<String> = unit.stats.iter().map(shown).collect();
        stats.join(", ")
    };
    if let Some(title) = &map.title {
        writeln!(out, "{:?}", title.value).unwrap();
    }
    match board {
        Board::Grid(_) | Board::Areas(_) => {
            for hex in 0..i32::try_from(board.n_spots()).unwrap() {
                let own = map
                    .own(hex)
                    .map_or(String::new(), |says| format!(" and {}", stats(says)));
                let mark = map.symbol(hex).map_or('!', |symbol| symbol.mark);
                writeln!(out, "{} {mark}{own}", board.name(hex)).unwrap();
            }
        }
        Board::Table(table) => {
            writeln!(
                out,
                "{} x {} by {}",
                table.width(),
                table.height(),
                table.grid()
            )
            .unwrap();
        }
    }
    for symbol in &map.legend {
        writeln!(
            out,
            "{} {:?}: {}",
            symbol.mark,
            symbol.says.shown(),
            stats(&symbol.says)
        )
        .unwrap();
    }
    for side in &map.sides {
        let names: Vec<String> = side
            .sides
            .iter()
            .map(|side| board.side_name(side.value))
            .collect();
        writeln!(out, "{}: {}", names.join(" "), stats(&side.says)).unwrap();
    }
    for (unit, standing) in &map.units {
        let at = standing
            .at
            .as_ref()
            .map_or("nowhere".to_owned(), |at| board.name(at.value));
        let facing = standing
            .facing
            .as_ref()
            .map_or(String::new(), |to| format!(" to {}", to.value));
        let shape = standing
            .shape
            .as_ref()
            .map_or(String::new(), |shape| format!(" {:?}", shape.value));
        writeln!(out, "{} at {at}{facing}{shape}", unit.id.value).unwrap();
    }
    out
}
