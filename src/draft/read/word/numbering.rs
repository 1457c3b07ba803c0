//! Numbers of Word's lists: definitions in `numbering.xml`, counted along the document.

use std::collections::BTreeMap;

use super::super::xml::Element;
use crate::model::{Number, in_roman};

/// Levels of a list.
const N_LEVELS: usize = 9;

/// One level of a list definition.
#[derive(Debug, Clone, Default)]
struct Level {
    start: u32,
    format: String,
    /// `%1.%2`
    text: String,
    /// Levels above which restart it, counted from 1: 0 for never, else that level and those above; `None` for all.
    restart: Option<usize>,
    /// Style whose paragraphs are of this level.
    style: Option<String>,
    /// Whether all levels are shown in decimals.
    is_legal: bool,
}

/// A list as paragraphs name it.
#[derive(Debug, Clone, Default)]
struct List {
    definition: String,
    /// First number of a level, for the first paragraph of this list.
    starts: BTreeMap<usize, u32>,
    /// Levels that differ from the definition.
    levels: BTreeMap<usize, Level>,
}

/// All lists of a document, with their counters.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    definitions: BTreeMap<String, Vec<Level>>,
    lists: BTreeMap<String, List>,
    counters: BTreeMap<String, [Option<u32>; N_LEVELS]>,
    /// Lists that already have a paragraph.
    begun: Vec<String>,
}

/// Mark of a paragraph.
#[derive(Debug, Clone)]
pub(super) struct Marker {
    /// As shown; a bullet is `•`.
    pub(super) text: String,
    /// Its number; `None` for a bullet and for words.
    pub(super) number: Option<Number>,
}

impl Numbering {
    pub(super) fn read(root: &Element) -> Self {
        let mut numbering = Self::default();
        let mut links: Vec<(String, String)> = Vec::new();
        let mut homes: BTreeMap<String, String> = BTreeMap::new();
        for definition in root.elements().filter(|child| child.is("abstractNum")) {
            let Some(id) = definition.get("abstractNumId") else {
                continue;
            };
            if let Some(style) = definition
                .child("numStyleLink")
                .and_then(|link| link.get("val"))
            {
                links.push((id.clone(), style));
            }
            if let Some(style) = definition
                .child("styleLink")
                .and_then(|link| link.get("val"))
            {
                homes.insert(style, id.clone());
            }
            let mut levels = vec![Level::default(); N_LEVELS];
            for level in definition.elements().filter(|child| child.is("lvl")) {
                let at = level.number("ilvl").unwrap_or(0);
                if let Some(slot) = levels.get_mut(at) {
                    *slot = read_level(level);
                }
            }
            numbering.definitions.insert(id, levels);
        }
        for (id, style) in links {
            let home = homes
                .get(&style)
                .and_then(|home| numbering.definitions.get(home));
            if let Some(levels) = home.cloned() {
                numbering.definitions.insert(id, levels);
            }
        }
        for list in root.elements().filter(|child| child.is("num")) {
            let Some(id) = list.get("numId") else {
                continue;
            };
            numbering.lists.insert(id, read_list(list));
        }
        numbering
    }

    /// Level of a list that is bound to a style.
    pub(super) fn level_of_style(&self, list: &str, style: &str) -> Option<usize> {
        let list = self.lists.get(list)?;
        let levels = self.definitions.get(&list.definition)?;
        levels
            .iter()
            .position(|level| level.style.as_deref() == Some(style))
    }

    /// Counts a paragraph of a level of a list and returns its mark; `None` if the list is not defined.
    pub(super) fn count(&mut self, list_id: &str, level: usize) -> Option<Marker> {
        let level = level.min(N_LEVELS - 1);
        let list = self.lists.get(list_id)?.clone();
        let mut levels = self.definitions.get(&list.definition)?.clone();
        for (at, own) in &list.levels {
            if let Some(slot) = levels.get_mut(*at) {
                *slot = own.clone();
            }
        }
        let counters = self.counters.entry(list.definition.clone()).or_default();
        if !self.begun.iter().any(|begun| begun == list_id) {
            self.begun.push(list_id.to_owned());
            for at in list.starts.keys() {
                if let Some(counter) = counters.get_mut(*at) {
                    *counter = None;
                }
            }
        }
        let start_of = |at: usize| {
            let own = list.starts.get(&at).copied();
            own.or_else(|| levels.get(at).map(|level| level.start))
                .unwrap_or(1)
        };
        for (at, counter) in counters.iter_mut().enumerate() {
            if at < level {
                counter.get_or_insert(start_of(at));
            } else if at == level {
                *counter = Some(counter.map_or(start_of(at), |count| count.saturating_add(1)));
            } else {
                let restart = levels.get(at).and_then(|level| level.restart);
                // A level restarts after every level above it, unless the list says otherwise.
                if restart.is_none_or(|highest| level < highest) {
                    *counter = None;
                }
            }
        }
        marker(&levels, counters, level)
    }
}

fn read_level(level: &Element) -> Level {
    let value = |name: &str| level.child(name).and_then(|child| child.get("val"));
    Level {
        start: value("start")
            .and_then(|start| start.parse().ok())
            .unwrap_or(1),
        format: value("numFmt").unwrap_or_else(|| "decimal".to_owned()),
        text: value("lvlText").unwrap_or_default(),
        restart: value("lvlRestart").and_then(|restart| restart.parse().ok()),
        style: value("pStyle"),
        is_legal: level.flag("isLgl").unwrap_or(false),
    }
}

fn read_list(list: &Element) -> List {
    let definition = list.child("abstractNumId").and_then(|id| id.get("val"));
    let mut read = List {
        definition: definition.unwrap_or_default(),
        ..List::default()
    };
    for own in list.elements().filter(|child| child.is("lvlOverride")) {
        let at = own.number("ilvl").unwrap_or(0);
        let start = own
            .child("startOverride")
            .and_then(|start| start.get("val"));
        if let Some(start) = start.and_then(|start| start.parse().ok()) {
            read.starts.insert(at, start);
        }
        if let Some(level) = own.child("lvl") {
            read.levels.insert(at, read_level(level));
        }
    }
    read
}

/// The mark that the counters show at a level.
fn marker(levels: &[Level], counters: &[Option<u32>], level: usize) -> Option<Marker> {
    let own = levels.get(level)?;
    if own.format == "bullet" || own.format == "none" && !own.text.contains('%') {
        let text = if own.format == "bullet" { "•" } else { "" };
        return Some(Marker {
            text: text.to_owned(),
            number: None,
        });
    }
    let (mut text, mut number, mut letters) = (String::new(), String::new(), own.text.chars());
    let mut n_levels = 0;
    while let Some(letter) = letters.next() {
        let place = (letter == '%').then(|| letters.clone().next()).flatten();
        let place = place.and_then(|digit| digit.to_digit(10));
        let Some(at) = place.and_then(|at| usize::try_from(at).ok()?.checked_sub(1)) else {
            text.push(letter);
            if n_levels > 0 {
                number.push(letter);
            }
            continue;
        };
        letters.next();
        let count = counters.get(at).copied().flatten().unwrap_or(1);
        let format = levels
            .get(at)
            .map_or("decimal", |level| level.format.as_str());
        let format = if own.is_legal && format != "none" {
            "decimal"
        } else {
            format
        };
        let shown = formatted(count, format);
        text.push_str(&shown);
        number.push_str(&shown);
        n_levels += 1;
    }
    let number = Number::parse(&number);
    Some(Marker { text, number })
}

/// A count as a number format of Word shows it.
pub(crate) fn formatted(count: u32, format: &str) -> String {
    match format {
        "upperLetter" => letters(count, b'A'),
        "lowerLetter" => letters(count, b'a'),
        "upperRoman" => in_roman(count),
        "lowerRoman" => in_roman(count).to_lowercase(),
        "decimalZero" => format!("{count:02}"),
        "none" => String::new(),
        _ => count.to_string(),
    }
}

/// A, B, … Z, AA, BB, as Word counts.
fn letters(count: u32, first: u8) -> String {
    let Some(rank) = count.checked_sub(1) else {
        return String::new();
    };
    let letter = char::from(first.saturating_add(u8::try_from(rank % 26).unwrap_or(0)));
    std::iter::repeat_n(letter, usize::try_from(rank / 26).unwrap_or(0).min(8) + 1).collect()
}
