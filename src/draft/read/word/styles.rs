//! Styles of Word: what a paragraph inherits.

use std::collections::BTreeMap;

use super::super::xml::Element;

/// Longest chain of styles based on each other.
const LONGEST_CHAIN: usize = 20;

/// Properties of a paragraph, of its own or of a style.
#[derive(Debug, Clone, Default)]
pub(super) struct Properties {
    /// Depth of a heading, from 0; 9 is body text.
    pub(super) outline: Option<usize>,
    /// Id of its list; `0` for none.
    pub(super) list: Option<String>,
    /// Level of its list.
    pub(super) level: Option<usize>,
    pub(super) bold: Option<bool>,
    pub(super) italic: Option<bool>,
    pub(super) capitals: Option<bool>,
    pub(super) has_border: bool,
}

#[derive(Debug, Default)]
struct Style {
    name: String,
    based_on: Option<String>,
    properties: Properties,
}

/// Styles by id.
#[derive(Debug, Default)]
pub(super) struct Styles {
    styles: BTreeMap<String, Style>,
    default: Option<String>,
}

impl Properties {
    /// Those of a `pPr` or of a style with `pPr` and `rPr`.
    pub(super) fn read(paragraph: Option<&Element>, run: Option<&Element>) -> Self {
        let value = |name: &str| paragraph?.child(name)?.get("val");
        let list = paragraph.and_then(|properties| properties.child("numPr"));
        let of_list = |name: &str| list?.child(name)?.get("val");
        let flag = |name: &str| run.and_then(|run| run.flag(name));
        Self {
            outline: value("outlineLvl").and_then(|level| level.parse().ok()),
            list: of_list("numId"),
            level: of_list("ilvl").and_then(|level| level.parse().ok()),
            bold: flag("b"),
            italic: flag("i"),
            capitals: flag("caps").or_else(|| flag("smallCaps")),
            has_border: paragraph.is_some_and(|one| one.child("pBdr").is_some_and(is_box)),
        }
    }

    /// These, and what they leave open from others.
    fn or(self, other: &Self) -> Self {
        Self {
            outline: self.outline.or(other.outline),
            level: match self.list {
                Some(_) => self.level,
                None => self.level.or(other.level),
            },
            list: self.list.or_else(|| other.list.clone()),
            bold: self.bold.or(other.bold),
            italic: self.italic.or(other.italic),
            capitals: self.capitals.or(other.capitals),
            has_border: self.has_border || other.has_border,
        }
    }
}

/// Whether a border runs around a paragraph and is no line above or below it.
fn is_box(border: &Element) -> bool {
    ["top", "left", "bottom", "right"]
        .iter()
        .all(|side| border.flag(side) == Some(true))
}

impl Styles {
    pub(super) fn read(root: &Element) -> Self {
        let mut read = Self::default();
        for style in root.elements().filter(|child| child.is("style")) {
            let Some(id) = style.get("styleId") else {
                continue;
            };
            let value = |name: &str| style.child(name).and_then(|child| child.get("val"));
            let is_default = style.get("default").as_deref() == Some("1");
            if is_default && style.get("type").as_deref() == Some("paragraph") {
                read.default = Some(id.clone());
            }
            let name = value("name").unwrap_or_default().to_lowercase();
            let mut properties = Properties::read(style.child("pPr"), style.child("rPr"));
            if properties.outline.is_none() {
                properties.outline = heading_depth(&name);
            }
            read.styles.insert(
                id,
                Style {
                    name,
                    based_on: value("basedOn"),
                    properties,
                },
            );
        }
        read
    }

    /// Name of a style as the author sees it, in small letters.
    pub(super) fn name<'a>(&'a self, id: &'a str) -> &'a str {
        self.styles.get(id).map_or(id, |style| style.name.as_str())
    }

    /// Properties of a paragraph of a style that has some of its own.
    pub(super) fn resolve(&self, own: Properties, id: Option<&str>) -> Properties {
        let mut properties = own;
        let mut next = id.or(self.default.as_deref()).map(str::to_owned);
        for _ in 0..LONGEST_CHAIN {
            let Some(style) = next.as_deref().and_then(|id| self.styles.get(id)) else {
                break;
            };
            properties = properties.or(&style.properties);
            next.clone_from(&style.based_on);
        }
        if properties.outline.is_none() && self.styles.is_empty() {
            properties.outline = id.and_then(|id| heading_depth(&id.to_lowercase()));
        }
        properties
    }

    /// The style in the chain of a paragraph's style from which its list is taken.
    pub(super) fn home_of_list(&self, id: Option<&str>) -> Option<String> {
        let mut next = id.or(self.default.as_deref()).map(str::to_owned);
        for _ in 0..LONGEST_CHAIN {
            let id = next.take()?;
            let style = self.styles.get(&id)?;
            if style.properties.list.is_some() {
                return Some(id);
            }
            next.clone_from(&style.based_on);
        }
        None
    }
}

/// Depth of `heading 2`, from 0; the title of the document is a heading of the first depth.
fn heading_depth(name: &str) -> Option<usize> {
    let rest = name
        .strip_prefix("heading")
        .or_else(|| name.strip_prefix("überschrift"))?;
    let depth: usize = rest.trim().parse().ok()?;
    (1..=9).contains(&depth).then(|| depth - 1)
}
