//! Styles of an OpenDocument text: numbers of lists and headings, bold runs.

use std::collections::BTreeMap;

use super::super::word::formatted;
use super::super::xml::Element;
use crate::model::{ListItem, Number, Style};

/// Levels of a list.
const N_LEVELS: usize = 10;

/// One level of a list style.
#[derive(Debug, Clone)]
struct Level {
    /// Number format of ODF, `1`, `a`, `I`; `None` for a bullet; empty for no number.
    format: Option<String>,
    prefix: String,
    suffix: String,
    /// Levels whose numbers are shown.
    n_shown: usize,
    start: u32,
}

/// Text properties of a style.
#[derive(Debug, Clone, Default)]
struct TextStyle {
    name: String,
    parent: Option<String>,
    bold: Option<bool>,
    italic: Option<bool>,
    raised: Option<bool>,
    list: Option<String>,
    has_border: bool,
}

/// Styles and the counters of lists.
#[derive(Debug, Default)]
pub(super) struct Lists {
    styles: BTreeMap<String, TextStyle>,
    lists: BTreeMap<String, Vec<Level>>,
    outline: Vec<Level>,
    outline_counters: [Option<u32>; N_LEVELS],
    counters: BTreeMap<String, [Option<u32>; N_LEVELS]>,
}

impl Lists {
    /// Adds the styles of a part.
    pub(super) fn read(&mut self, root: &Element) {
        for group in root.elements() {
            if !matches!(&*group.name, "styles" | "automatic-styles") {
                continue;
            }
            for style in group.elements() {
                match &*style.name {
                    "style" => self.read_style(style),
                    "list-style" => {
                        let levels = levels(style);
                        self.lists
                            .insert(style.get("name").unwrap_or_default(), levels);
                    }
                    "outline-style" => self.outline = levels(style),
                    _ => {}
                }
            }
        }
    }

    fn read_style(&mut self, style: &Element) {
        let properties = style.child("text-properties");
        let value = |name: &str| properties.and_then(|one| one.get(name));
        let raised = value("text-position").map(|position| {
            position.starts_with("super")
                || position.starts_with(|letter: char| letter.is_ascii_digit() && letter != '0')
        });
        let border = style
            .child("paragraph-properties")
            .and_then(|one| one.get("border"));
        let name = style.get("display-name").or_else(|| style.get("name"));
        let read = TextStyle {
            name: name.unwrap_or_default().replace("_20_", " ").to_lowercase(),
            parent: style.get("parent-style-name"),
            bold: value("font-weight").map(|weight| weight == "bold" || weight == "700"),
            italic: value("font-style").map(|style| style == "italic"),
            raised,
            list: style.get("list-style-name").filter(|name| !name.is_empty()),
            has_border: border.is_some_and(|border| border != "none"),
        };
        self.styles
            .insert(style.get("name").unwrap_or_default(), read);
    }

    fn chain<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a TextStyle> {
        let first = self.styles.get(name);
        let chain = std::iter::successors(first, |style| {
            let parent = style.parent.as_deref()?;
            self.styles.get(parent)
        });
        chain.take(20)
    }

    /// Appearance of a run of a style.
    pub(super) fn style(&self, name: &str, base: Style) -> Style {
        let first = |pick: fn(&TextStyle) -> Option<bool>| self.chain(name).find_map(pick);
        Style {
            bold: first(|style| style.bold).unwrap_or(base.bold),
            italic: first(|style| style.italic).unwrap_or(base.italic),
            raised: first(|style| style.raised).unwrap_or(base.raised),
            field: base.field,
        }
    }

    /// Name of a paragraph's style as its author sees it: of the nearest that is not automatic.
    pub(super) fn name(&self, style: &str) -> String {
        let is_automatic = |name: &str| {
            name.strip_prefix('p').is_some_and(|rest| {
                !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit())
            })
        };
        let mut chain = self.chain(style);
        let named = chain.find(|style| !is_automatic(&style.name));
        named.map_or_else(
            || style.replace("_20_", " ").to_lowercase(),
            |style| style.name.clone(),
        )
    }

    pub(super) fn has_border(&self, style: &str) -> bool {
        self.chain(style).any(|style| style.has_border)
    }

    /// List style of a paragraph's style.
    pub(super) fn list_of(&self, style: &str) -> Option<String> {
        self.chain(style).find_map(|style| style.list.clone())
    }

    /// Counts a heading and returns its number; `None` if its level has none.
    pub(super) fn count_heading(&mut self, level: usize, start: Option<u32>) -> Option<Number> {
        let outline = self.outline.clone();
        count(&mut self.outline_counters, &outline, level, start);
        shown(&outline, &self.outline_counters, level)?.number
    }

    /// Forgets the numbers of a list.
    pub(super) fn restart(&mut self, list: &str) {
        self.counters.remove(list);
    }

    /// Counts an item of a list and returns its mark. `key` identifies the list among those of one style.
    pub(super) fn count(
        &mut self,
        style: &str,
        key: &str,
        level: usize,
        start: Option<u32>,
    ) -> Option<ListItem> {
        let levels = self.lists.get(style)?.clone();
        let counters = self.counters.entry(key.to_owned()).or_default();
        count(counters, &levels, level, start);
        shown(&levels, counters, level)
    }
}

fn count(
    counters: &mut [Option<u32>; N_LEVELS],
    levels: &[Level],
    level: usize,
    start: Option<u32>,
) {
    for (at, counter) in counters.iter_mut().enumerate() {
        let first = levels.get(at).map_or(1, |level| level.start);
        if at < level {
            counter.get_or_insert(first);
        } else if at > level {
            *counter = None;
        } else if start.is_some() {
            *counter = start;
        } else {
            *counter = Some(counter.map_or(first, |count| count.saturating_add(1)));
        }
    }
}

fn shown(levels: &[Level], counters: &[Option<u32>], level: usize) -> Option<ListItem> {
    let own = levels.get(level)?;
    let depth = u8::try_from(level).unwrap_or(8);
    let Some(format) = &own.format else {
        return Some(ListItem {
            level: depth,
            marker: "•".to_owned(),
            number: None,
            is_computed: true,
        });
    };
    if format.is_empty() {
        return None;
    }
    let from = (level + 1).saturating_sub(own.n_shown.max(1));
    let mut parts = Vec::new();
    for at in from..=level {
        let format = levels
            .get(at)
            .and_then(|level| level.format.as_deref())
            .unwrap_or("1");
        let format = match format {
            "a" => "lowerLetter",
            "A" => "upperLetter",
            "i" => "lowerRoman",
            "I" => "upperRoman",
            _ => "decimal",
        };
        parts.push(formatted(
            counters.get(at).copied().flatten().unwrap_or(1),
            format,
        ));
    }
    let number = parts.join(".");
    Some(ListItem {
        level: depth,
        marker: format!("{}{number}{}", own.prefix, own.suffix),
        number: Number::parse(&number),
        is_computed: true,
    })
}

fn levels(style: &Element) -> Vec<Level> {
    let empty = Level {
        format: Some(String::new()),
        prefix: String::new(),
        suffix: String::new(),
        n_shown: 1,
        start: 1,
    };
    let mut levels = vec![empty; N_LEVELS];
    for level in style.elements() {
        let at = level.number("level").unwrap_or(1).saturating_sub(1);
        let is_bullet = level.is("list-level-style-bullet") || level.is("list-level-style-image");
        if let Some(slot) = levels.get_mut(at) {
            *slot = Level {
                format: (!is_bullet).then(|| level.get("num-format").unwrap_or_default()),
                prefix: level.get("num-prefix").unwrap_or_default(),
                suffix: level.get("num-suffix").unwrap_or_default(),
                n_shown: level.number("display-levels").unwrap_or(1),
                start: level
                    .get("start-value")
                    .and_then(|start| start.parse().ok())
                    .unwrap_or(1),
            };
        }
    }
    levels
}
