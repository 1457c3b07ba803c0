//! A manuscript as the beginning of a ruleset: its sections as the index, its grids as declarations, its lists of units as unit files.
//!
//! [`encode`] takes a [`Document`] and gives texts that check without errors. What it cannot decide stays in the texts as a comment that
//! begins with `# decide:`, and is listed in [`Encoded::open`]; nothing is guessed in silence. Reads and writes no file.

mod cells;
mod grids;
mod index;
mod modifiers;
mod names;
mod sequence;
mod settle;
mod tables;
mod units;

use sandtable_draft::{Block, BlockContent, Document, Place};

use grids::{GridKind, classify};
use names::Names;

/// A ruleset that was made from a manuscript.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Encoded {
    /// Paths below the folder of the game, and texts.
    pub files: Vec<(String, String)>,
    /// Counts of what was made.
    pub counts: Counts,
    /// What the author has to decide, in the order of the manuscript.
    pub open: Vec<Undecided>,
}

/// Numbers of what was found in a manuscript and made of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Sections in the index.
    pub n_sections: usize,
    /// Grids whose rows or columns are looked up by numbers, ranges or dice.
    pub n_keyed_grids: usize,
    /// Those of them that are tables now.
    pub n_tables: usize,
    /// Lists of modifiers.
    pub n_modifier_lists: usize,
    /// Units in unit files.
    pub n_units: usize,
    /// Phases of the turn.
    pub n_phases: usize,
}

/// Something that the manuscript leaves open, or that could not be turned into a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undecided {
    /// Its place in the manuscript.
    pub place: Place,
    /// The question, in words.
    pub what: String,
}

/// A declaration with the lines that belong to it, or a comment.
#[derive(Debug, Clone, Default)]
struct Piece {
    /// Index of the block in the document.
    block: usize,
    /// Sort of declaration that is counted; `None` for a comment.
    sort: Option<Sort>,
    /// Lines of rule text.
    lines: Vec<String>,
    /// The grid as written, one line a row: shown in place of a declaration that the check refuses.
    written: Vec<String>,
    /// A unit file of its own: its name without ending, and its text.
    units: Option<(String, String)>,
    /// Units in that file.
    n_units: usize,
    /// Questions to the author.
    open: Vec<String>,
}

/// Sort of declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// A grid that is looked up.
    Table,
    /// A list of modifiers with its facts.
    Modifiers,
    /// A kind with its units.
    Units,
    /// The turn.
    Sequence,
}

/// Makes a ruleset of a manuscript. `name` is the name of the ruleset, `title` that of the game, `origin` the name of the file.
///
/// The texts check without errors: a declaration that the check refuses becomes a comment with the reason.
pub fn encode(document: &Document, name: &str, title: &str, origin: &str) -> Encoded {
    let mut names = Names::new();
    let index = index::of_sections(document);
    let mut pieces = Vec::new();
    pieces.extend(sequence::of_turn(document, &index, &mut names));
    let mut n_keyed_grids = 0;
    for (at, block) in document.blocks.iter().enumerate() {
        match &block.content {
            BlockContent::Table(grid) if !grid.is_layout => {
                let kind = classify(document, at, grid);
                n_keyed_grids += usize::from(matches!(kind, GridKind::Keyed(_)));
                let context = grids::Context::new(document, &index, at, grid);
                pieces.push(match kind {
                    GridKind::Keyed(shape) => tables::table(&context, &shape, &mut names),
                    GridKind::Modifiers(shape) => modifiers::modifiers(&context, shape, &mut names),
                    GridKind::Units => units::units(&context, &mut names),
                    GridKind::Other => context.undecided("this table has no keys that can be read"),
                });
            }
            BlockContent::Paragraph(paragraph) if paragraph.is_example => {
                pieces.push(example(block, at, &paragraph.text.plain));
            }
            BlockContent::Table(_)
            | BlockContent::Paragraph(_)
            | BlockContent::Heading(_)
            | BlockContent::Code(_) => {}
        }
    }
    let head = Head {
        name,
        title,
        origin,
    };
    settle::settle(document, &head, &index, pieces, n_keyed_grids)
}

/// The ruleset that is made.
struct Head<'a> {
    /// Its name.
    name: &'a str,
    /// Title of the game.
    title: &'a str,
    /// Name of the manuscript's file.
    origin: &'a str,
}

/// An example of the manuscript as a comment in its place.
fn example(_block: &Block, at: usize, text: &str) -> Piece {
    Piece {
        block: at,
        lines: commented(text),
        ..Piece::default()
    }
}

/// Widest line of a comment, in characters.
const WIDEST: usize = 110;

/// A text as lines of a comment.
fn commented(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = "#".to_owned();
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDEST && line.len() > 1 {
            lines.push(std::mem::replace(&mut line, "#".to_owned()));
        }
        // A word longer than a line is cut, which the language would refuse otherwise.
        let word: String = word.chars().take(WIDEST).collect();
        line.push(' ');
        line.push_str(&word);
    }
    lines.push(line);
    lines
}

/// A text in quotes, as a title of the language: on one line, without quotation marks of its own.
fn quoted(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let plain: String = words
        .join(" ")
        .chars()
        .map(|letter| match letter {
            '"' | '“' | '”' => '\'',
            letter => letter,
        })
        .filter(|letter| !letter.is_control())
        .take(80)
        .collect();
    format!("\"{plain}\"")
}
