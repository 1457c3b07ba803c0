//! Content of a hover: the properties of a name.

use super::Facts;
use crate::symbols::{Symbol, SymbolId, SymbolKind};
use sandtable_model::board::{Measure, Primitive};
use sandtable_model::{Role, Type};
use sandtable_source::{FileId, Span};

/// Maximum number of lines shown of a declaration; a longer one is cut, and the number of omitted lines is shown.
const MOST_LINES: usize = 16;

/// The properties of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// The name under the cursor.
    pub span: Span,
    /// The kind of its symbol.
    pub kind: SymbolKind,
    /// As written.
    pub name: String,
    /// Title that is shown to players.
    pub title: Option<String>,
    /// The set of its values, `0 to 12 hexes`, `front, flank, rear`; empty if it has no values.
    pub range: String,
    /// The default value.
    pub default: Option<String>,
    /// Sections of the book that it cites, with the titles in the index.
    pub citations: Vec<CitedSection>,
    /// The comment above its declaration; for a built-in name, its description.
    pub doc: Option<String>,
    /// The lines of its declaration, as written: a table with its rows, a unit with its stats, else the first line.
    pub lines: Vec<String>,
    /// Whether `lines` are restricted to the rows of a table that can apply at this position.
    pub is_narrowed: bool,
    /// In a cell of a table, and if a single cell can apply: its keys and its text.
    pub case: Option<String>,
    /// The spans of its declarations.
    pub declarations: Vec<Span>,
}

/// A section of the book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CitedSection {
    /// `5.3.2`
    pub section: String,
    /// Its title, if an index has it.
    pub title: Option<String>,
}

impl Facts<'_> {
    /// Returns the properties of the name at an offset.
    pub fn hover_at(&self, file: FileId, offset: usize) -> Option<Hover> {
        let occurrences = self.symbols.at(file, offset);
        // A name that takes its type from a symbol has the hover of that symbol.
        let implied = occurrences.iter().find(|one| one.role == Role::Implies);
        let occurrence = implied.or_else(|| occurrences.first())?;
        let symbol = self.symbols.get(occurrence.symbol)?;
        let naming = self.naming(occurrence.symbol);
        let declarations = self.symbols.definition(file, offset);
        let declared = match declarations.first() {
            Some(place) => Some(*place),
            None => symbol.declarations.first().map(|one| one.span),
        };
        let sections = match symbol.kind == SymbolKind::Section {
            true => vec![symbol.name.clone()],
            false => naming.map_or_else(Vec::new, |naming| naming.citations.clone()),
        };
        Some(Hover {
            span: occurrence.span,
            kind: symbol.kind,
            name: symbol.name.clone(),
            title: self.title(symbol, naming.and_then(|naming| naming.title.as_ref())),
            range: self.range(occurrence.symbol, symbol, occurrence.span),
            default: self.default(occurrence.symbol),
            citations: sections
                .iter()
                .map(|section| self.citation(section))
                .collect(),
            doc: match declared {
                Some(place) => self.comment(place),
                None => built_in(&symbol.name, self.inputs.book.board),
            },
            lines: declared.map_or_else(Vec::new, |place| self.lines(symbol.kind, place)),
            is_narrowed: false,
            case: None,
            declarations: match declarations.is_empty() {
                true => declared.into_iter().collect(),
                false => declarations,
            },
        })
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "other symbols have the title of their naming"
    )]
    fn title(&self, symbol: &Symbol, title: Option<&String>) -> Option<String> {
        match symbol.kind {
            SymbolKind::Unit => {
                let mut profiles = self.inputs.book.profiles.iter();
                let known = profiles.find(|profile| profile.id == symbol.name)?;
                Some(known.title.clone())
            }
            SymbolKind::Map => {
                let mut maps = self.inputs.book.maps.iter();
                let known = maps.find(|map| map.naming.name == symbol.name)?;
                known.naming.title.clone()
            }
            SymbolKind::Section => self.citation(&symbol.name).title,
            _ => title.cloned(),
        }
    }

    /// Returns a section with its title.
    fn citation(&self, section: &str) -> CitedSection {
        let rules = self.inputs.indexes.iter().flat_map(|index| &index.rules);
        let mut rules = rules.filter(|rule| rule.id == section && !rule.title.is_empty());
        let title = rules.next().map(|rule| rule.title.clone());
        let title = title.or_else(|| self.inputs.book.sections.get(section).cloned());
        CitedSection {
            section: section.to_owned(),
            title,
        }
    }

    /// Returns the text of the set of values of a type.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "other symbols have the whole range of their type"
    )]
    fn range(&self, id: SymbolId, symbol: &Symbol, at: Span) -> String {
        let book = self.inputs.book;
        let ty = self.type_of(id, at);
        let mut ends = (sandtable_model::NONE + 1, i32::MAX);
        let kinds = || book.kinds.iter();
        match symbol.kind {
            SymbolKind::Stat => {
                let mut stats = kinds().flat_map(|kind| &kind.stats);
                if let Some(stat) = stats.find(|stat| stat.naming.name == symbol.name) {
                    ends = (stat.low, stat.high);
                }
            }
            SymbolKind::Track => {
                let mut tracks = kinds().flat_map(|kind| &kind.tracks);
                if let Some(track) = tracks.find(|track| track.naming.name == symbol.name) {
                    ends = (track.low, track.high);
                }
            }
            SymbolKind::Fact => {
                let mut facts = book.facts.iter();
                if let Some(fact) = facts.find(|fact| fact.naming.name == symbol.name) {
                    ends = (fact.low, fact.high);
                }
            }
            SymbolKind::Scale | SymbolKind::Words => {
                let mut lists = book.words.iter();
                let list = lists.find(|list| list.is_declared && list.name == symbol.name);
                return list.map_or_else(String::new, |list| {
                    list.words.join(if list.ordered { " < " } else { ", " })
                });
            }
            SymbolKind::Trait => return "yes, no".to_owned(),
            SymbolKind::Deck => {
                let mut decks = book.decks.iter();
                let deck = decks.find(|deck| deck.naming.name == symbol.name);
                let kind = deck.and_then(|deck| book.kinds.get(deck.kind.at()));
                return kind.map_or_else(String::new, |kind| format!("of {}", kind.naming.name));
            }
            _ => {}
        }
        match ty {
            Type::Unknown => String::new(),
            ty => book.describe(ty, ends.0, ends.1),
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "only these three have a default"
    )]
    fn default(&self, id: SymbolId) -> Option<String> {
        let book = self.inputs.book;
        let symbol = self.symbols.get(id)?;
        let (value, ty) = match symbol.kind {
            SymbolKind::Fact => {
                let fact = book
                    .facts
                    .iter()
                    .find(|fact| fact.naming.name == symbol.name)?;
                (fact.default?, fact.ty)
            }
            SymbolKind::Option => {
                let mut options = book.options.iter();
                let option = options.find(|option| option.naming.name == symbol.name)?;
                (option.default, option.ty)
            }
            SymbolKind::Stat => {
                let mut stats = book.kinds.iter().flat_map(|kind| &kind.stats);
                let stat = stats.find(|stat| stat.naming.name == symbol.name)?;
                (stat.default?, book.fields.get(stat.field.at())?.ty)
            }
            _ => return None,
        };
        let place = usize::try_from(value).ok();
        Some(match ty {
            Type::Number(_) => value.to_string(),
            Type::Flag => match value {
                0 => "no".to_owned(),
                _ => "yes".to_owned(),
            },
            Type::Words(list) => book.words.get(list.at())?.words.get(place?)?.clone(),
            Type::Face(die) => book.dice.get(die.at())?.words.get(place?)?.clone(),
            Type::Dice | Type::Unit(_) | Type::Place | Type::Side | Type::Unknown => return None,
        })
    }

    /// Returns the comment directly above a line.
    fn comment(&self, declared: Span) -> Option<String> {
        let (start, _) = self.line_at(declared.file, declared.start);
        let before = self.text_of(declared.file).get(..start)?;
        let above = before.lines().rev();
        let mut lines: Vec<&str> = above
            .map(str::trim)
            .take_while(|line| line.starts_with('#'))
            .map(|line| line.trim_start_matches('#').trim())
            .collect();
        lines.reverse();
        (!lines.is_empty()).then(|| lines.join(" "))
    }

    /// Returns the lines of a declaration.
    fn lines(&self, kind: SymbolKind, declared: Span) -> Vec<String> {
        let (start, first) = self.line_at(declared.file, declared.start);
        let rest = self.text_of(declared.file).get(start..).unwrap_or_default();
        let below = rest.lines().skip(1);
        let is_of_toml = matches!(kind, SymbolKind::Unit | SymbolKind::Piece);
        let is_more = |line: &&str| match is_of_toml {
            true => !line.trim().is_empty() && !line.starts_with('['),
            false => line.starts_with([' ', '\t']) && !line.trim().is_empty(),
        };
        let has_lines = matches!(
            kind,
            SymbolKind::Table
                | SymbolKind::Modifiers
                | SymbolKind::Unit
                | SymbolKind::Piece
                | SymbolKind::Die
        );
        let mut lines = vec![first.trim_end().to_owned()];
        if has_lines {
            let more = below.take_while(is_more);
            lines.extend(more.map(|line| line.trim_end().to_owned()));
        }
        shortened(lines)
    }
}

/// Returns the first lines of a declaration, and as a comment the number of those that are omitted.
pub(super) fn shortened(mut lines: Vec<String>) -> Vec<String> {
    if lines.len() > MOST_LINES {
        let n_left_out = lines.len() - (MOST_LINES - 1);
        lines.truncate(MOST_LINES - 1);
        lines.push(format!("  # and {n_left_out} more lines"));
    }
    lines
}

/// Returns the description of a built-in name.
pub(super) fn built_in(name: &str, board: Option<Measure>) -> Option<String> {
    if let Some(primitive) = Primitive::named(name, board) {
        let usage = primitive.usage(board);
        return Some(format!("measured on the board: `{usage}`"));
    }
    let text = match name {
        "unit" => "any piece; in a formula of a kind and in a trigger, the unit that it is about",
        "none" => "no value: no unit, no place, or a missing stat",
        "place" => "a hex, square or area of the map, or a point of the table",
        "direction" => "whole degrees, clockwise from the top of the map",
        "dice" => "dice as a value: `d6`, `2d6+3`",
        "game" => "the game itself",
        "winner" => "in an example: the winner",
        "ended" => "in an example: whether the game has ended",
        "destroyed" => "the unit is destroyed",
        "removed" => "the unit has left play or not yet entered it",
        "side" => "the side that a piece belongs to",
        "at" => "the place where a piece is",
        "facing" => "the direction in which a piece faces, in degrees",
        _ => return None,
    };
    Some(text.to_owned())
}
