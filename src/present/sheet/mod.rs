//! Paper: charts, quick references, cards, counters, maps and rulebooks as pages to print.
//!
//! Takes a checked ruleset with the text of its rules; gives sheets: pages on which everything has its place in millimetres.
//! The layout, the page numbers and the widths of texts are calculated here, so that a sheet is the same everywhere; two writers make
//! files of it, one for browsers ([`html`]) and one for Typst ([`typ`]). It does not know where files are written.

pub mod block;
mod cards;
pub mod chart;
mod chart_source;
mod cost;
mod cut;
mod dice;
mod face;
pub mod flow;
pub mod font;
pub mod grid;
pub mod html;
pub mod manuscript;
mod map;
pub mod names;
pub mod order;
pub mod paper;
pub mod placed;
mod records;
pub mod reference;
mod rule_blocks;
mod rulebook;
mod setup;
pub mod source;
pub(crate) mod symbol;
mod table_chart;
pub mod text;
pub mod typ;
mod unit_lists;
mod unit_values;
pub mod usage;

use flow::{Frame, compose};
use paper::Paper;
use placed::Sheet;
use source::Source;

/// A kind of sheets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Every table, list of modifiers, scale and cost.
    Charts,
    /// The sequence of play with what each step needs.
    Reference,
    /// Lists of units.
    Units,
    /// Decks of cards, and a card for each unit.
    Cards,
    /// Counters.
    Counters,
    /// Maps.
    Map,
    /// Record sheets, and a card for each scenario.
    Records,
    /// The rules in words.
    Rulebook,
}

impl Kind {
    /// Every kind, in the order in which they are written.
    pub const ALL: [Self; 8] = [
        Self::Charts,
        Self::Reference,
        Self::Units,
        Self::Cards,
        Self::Counters,
        Self::Map,
        Self::Records,
        Self::Rulebook,
    ];

    /// Its word on the command line, and what it is.
    pub fn describe(self) -> (&'static str, &'static str) {
        match self {
            Self::Charts => (
                "charts",
                "Tables, modifiers, scales and costs in the order of play",
            ),
            Self::Reference => (
                "reference",
                "The sequence of play on two sides, with dice, modifiers and numbers",
            ),
            Self::Units => ("units", "Lists of units"),
            Self::Cards => ("cards", "Decks of cards, and a card for each unit"),
            Self::Counters => ("counters", "Counters, front and reverse"),
            Self::Map => (
                "map",
                "Maps true to scale over several pages, with their keys",
            ),
            Self::Records => (
                "records",
                "Record sheets with boxes, and a set-up card for each scenario",
            ),
            Self::Rulebook => ("rulebook", "The rules in words"),
        }
    }
}

/// The backs of cards and counters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Backs {
    /// Fronts only.
    None,
    /// On a page of their own, mirrored, for a printer that turns the paper over its long edge.
    #[default]
    Duplex,
    /// Beside the fronts, to be folded over the line between them and glued.
    Fold,
}

/// Sizes of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CardSize {
    /// 63.5 by 88.9 mm
    #[default]
    Poker,
    /// 44 by 67 mm
    Mini,
    /// 70 by 120 mm
    Tarot,
}

impl CardSize {
    /// Width and height in mm.
    pub fn size(self) -> (f64, f64) {
        match self {
            Self::Poker => (63.5, 88.9),
            Self::Mini => (44.0, 67.0),
            Self::Tarot => (70.0, 120.0),
        }
    }
}

/// Contents and layout of a printout.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// RegionShape sheets.
    pub kinds: Vec<Kind>,
    /// On which paper.
    pub paper: Paper,
    /// Chances beside keys that are rolled.
    pub has_chances: bool,
    /// Size of cards.
    pub card: CardSize,
    /// Side of a counter in mm.
    pub counter: f64,
    /// Colour beyond the edge of cards and counters, in mm.
    pub bleed: f64,
    /// Their backs.
    pub backs: Backs,
    /// From side to side of a hex, or the side of a square, in mm.
    pub hex: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            kinds: Kind::ALL.to_vec(),
            paper: Paper::A4,
            has_chances: false,
            card: CardSize::Poker,
            counter: 15.875,
            bleed: 0.0,
            backs: Backs::Duplex,
            hex: 19.0,
        }
    }
}

/// The sheets of a ruleset that are asked for; a kind without contents gives none.
pub fn make(source: &Source<'_>, options: &Options) -> Vec<Sheet> {
    let mut sheets = Vec::new();
    let charts = chart::Charts::of(source, options.has_chances);
    for kind in Kind::ALL
        .into_iter()
        .filter(|kind| options.kinds.contains(kind))
    {
        match kind {
            Kind::Charts => sheets.extend(composed(
                source,
                options,
                "charts",
                "Charts",
                2,
                charts.blocks(),
            )),
            Kind::Reference => sheets.extend(reference(&charts, options)),
            Kind::Units => {
                let blocks = unit_lists::blocks(source);
                sheets.extend(composed(source, options, "units", "Units", 1, blocks));
            }
            Kind::Cards => sheets.extend(cards::sheets(source, options)),
            Kind::Counters => sheets.extend(cards::counter_sheets(source, options)),
            Kind::Map => sheets.extend(map::sheets(source, options)),
            Kind::Records => sheets.extend(record_sheets(source, options)),
            Kind::Rulebook => sheets.extend(rulebook::sheets(source, options)),
        }
    }
    sheets
}

/// A sheet of blocks in columns.
fn composed(
    source: &Source<'_>,
    options: &Options,
    name: &str,
    title: &str,
    n_columns: usize,
    blocks: Vec<block::Block>,
) -> Option<Sheet> {
    if blocks.is_empty() {
        return None;
    }
    let frame = Frame {
        paper: options.paper,
        book: source.title(),
        title: title.to_owned(),
    };
    Some(Sheet {
        name: name.to_owned(),
        title: title.to_owned(),
        paper: options.paper,
        pages: compose(&frame, n_columns, blocks),
    })
}

fn reference(charts: &chart::Charts<'_>, options: &Options) -> Option<Sheet> {
    let pages = reference::pages(charts, options.paper);
    (!pages.is_empty()).then(|| Sheet {
        name: "reference".to_owned(),
        title: "Quick reference".to_owned(),
        paper: options.paper,
        pages,
    })
}

/// Record sheets of units, in files of a bearable size, and the set-up cards.
fn record_sheets(source: &Source<'_>, options: &Options) -> Vec<Sheet> {
    /// Most units in a file.
    const MOST: usize = 40;
    let parts = records::blocks(source, MOST).into_iter().enumerate();
    let records = parts.filter_map(|(at, blocks)| match at {
        0 => composed(source, options, "records", "Record sheets", 3, blocks),
        at => {
            let (name, title) = (
                format!("records-{}", at + 1),
                format!("Record sheets ({})", at + 1),
            );
            composed(source, options, &name, &title, 3, blocks)
        }
    });
    let setup = composed(source, options, "setup", "Set-up", 2, setup::blocks(source));
    records.chain(setup).collect()
}
