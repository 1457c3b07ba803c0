//! A manuscript as the beginning of a ruleset: its sections as the index, its grids as declarations, its lists of units as unit files.
//!
//! [`encode_manuscript`] takes a [`Document`] and gives texts that check without errors. What it cannot decide stays in the texts as a comment that
//! begins with `# decide:`, and is listed in [`Encoded::open`]; nothing is guessed in silence. Reads and writes no file.

pub(crate) mod cells;
mod examples;
mod finish;
pub(crate) mod grids;
pub(crate) mod index;
pub(crate) mod modifiers;
pub(crate) mod names;
pub(crate) mod printed;
mod sequence;
pub(crate) mod steps;
mod tables;
mod units;

use sandtable_draft::{BlockContent, Document, NumberPart, Place};

use grids::{Context, GridKind, classify};
use names::Names;
use steps::StepTable;

/// Manuscript that a ruleset is made from.
#[derive(Debug, Clone, Copy)]
pub struct Origin<'a> {
    /// As its author names it.
    pub name: &'a str,
    /// Paths of its files from the folder of the new index; without any, the index does not name the manuscript.
    pub files: &'a [String],
}

/// A ruleset that was made from a manuscript.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Encoded {
    /// Paths below the folder of the game, and texts.
    pub files: Vec<(String, String)>,
    /// Counts of what was made.
    pub counts: Counts,
    /// Decisions that are left to the author, in the order of the manuscript.
    pub open: Vec<Undecided>,
    /// Rolls that can be asked with nothing given.
    pub rolls: Vec<String>,
}

/// Numbers of what was found in a manuscript and made of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Sections in the index.
    pub n_sections: usize,
    /// Grids whose rows or columns are looked up by numbers, ranges or dice.
    pub n_keyed_grids: usize,
    /// Those of them that are tables now, and give the printed result in every cell.
    pub n_equal_tables: usize,
    /// Rolls that look up a table.
    pub n_rolls: usize,
    /// Examples of play that are run.
    pub n_examples: usize,
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
    /// Names that it declares.
    declared: Option<Declared>,
    /// Lines of rule text.
    lines: Vec<String>,
    /// The text as written, one line a row: shown in place of a declaration that the check refuses.
    written: Vec<String>,
    /// A unit file of its own: its name without ending, and its text.
    units: Option<(String, String)>,
    /// Units in that file, or phases.
    n_units: usize,
    /// Questions to the author.
    open: Vec<String>,
}

/// Names that a piece declares.
#[derive(Debug, Clone)]
struct Declared {
    /// The table, the list or the kind.
    name: String,
    /// The roll that looks the table up.
    roll: Option<Roll>,
}

/// A roll that looks a table up.
#[derive(Debug, Clone)]
struct Roll {
    name: String,
    /// Whether something is added to its dice.
    has_modifier: bool,
    /// Its further keys: the name of each, and its values in the order of the printed words.
    keys: Vec<(String, Vec<String>)>,
    /// Words of the language for the printed results.
    results: Vec<String>,
    /// The table as examples of play speak of it.
    table: StepTable,
}

/// Sort of declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// A grid that is looked up by numbers, ranges or dice.
    Table,
    /// A grid that is looked up by words.
    Lookup,
    /// A list of modifiers with its facts.
    Modifiers,
    /// A kind with its units.
    Units,
    /// The turn.
    Sequence,
    /// An example of play that is run.
    Example,
}

/// Makes a ruleset of a manuscript. `name` is the name of the ruleset.
///
/// The texts check without errors: a declaration that the check refuses becomes a comment with the reason.
pub fn encode_manuscript(document: &Document, name: &str, origin: &Origin<'_>) -> Encoded {
    let mut names = Names::new();
    let index = index::of_sections(document);
    let mut pieces: Vec<Piece> = Vec::new();
    pieces.extend(sequence::of_turn(document, &index, &mut names));
    let modified = chapters_with_modifiers(document);
    let mut n_keyed_grids = 0;
    for (block, grid) in document.tables() {
        let kind = classify(document, block, grid);
        n_keyed_grids += usize::from(match &kind {
            GridKind::Lookup(shape) => shape.is_keyed(),
            GridKind::Other(is_keyed) => *is_keyed,
            GridKind::Modifiers(_) | GridKind::Units => false,
        });
        let mut context = Context::new(document, &index, block, grid);
        context.has_modifiers = modified.contains(&chapter(document, block));
        pieces.push(piece(&context, kind, &mut names));
    }
    for (at, block) in document.blocks.iter().enumerate() {
        if let BlockContent::Paragraph(paragraph) = &block.content
            && paragraph.is_example
        {
            let text = &paragraph.text.plain;
            pieces.push(examples::example(document, &index, at, text, &pieces));
        }
    }
    let head = Head {
        name,
        title: title(document, name),
        origin,
    };
    finish::finish_ruleset(document, &head, &index, pieces, n_keyed_grids)
}

/// Makes the declaration of one grid as rule text, as it would be in a ruleset of its own; the questions to the author are beside it.
///
/// `None` if the block is no grid, or the check refuses its declaration: then why, in words.
pub fn encode_grid(document: &Document, block: usize) -> Result<EncodedGrid, String> {
    let Some(BlockContent::Table(grid)) = document.blocks.get(block).map(|block| &block.content)
    else {
        return Err("there is no table here".to_owned());
    };
    let index = index::of_sections(document);
    let mut names = Names::new();
    let mut context = Context::new(document, &index, block, grid);
    let chapters = chapters_with_modifiers(document);
    context.has_modifiers = chapters.contains(&chapter(document, block));
    let piece = piece(&context, classify(document, block, grid), &mut names);
    finish::finish_grid(document, &index, piece)
}

/// The declaration of one grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedGrid {
    /// The name of the table, list of modifiers or kind.
    pub name: String,
    /// Rule text.
    pub text: String,
    /// A unit file: its name without ending, and its text.
    pub units: Option<(String, String)>,
    /// Questions to the author.
    pub open: Vec<String>,
}

fn piece(context: &Context, kind: GridKind, names: &mut Names) -> Piece {
    match kind {
        GridKind::Lookup(shape) => tables::table(context, &shape, names),
        GridKind::Modifiers(shape) => modifiers::encode_modifiers(context, shape, names),
        GridKind::Units => units::encode_units(context, names),
        GridKind::Other(_) => context.undecided("its keys are not understood"),
    }
}

/// The outermost section that a block belongs to.
pub(crate) fn chapter(document: &Document, block: usize) -> Option<usize> {
    let inner = document.section_of(block)?;
    let sections = document.sections.get(..=inner)?;
    // Chapter 8 is numbered `8.0`, beside `8.4`.
    let number = sections.last().and_then(|section| section.number.as_ref());
    let first = number.and_then(|number| number.parts.first());
    let opens = |section: &sandtable_draft::Section| {
        let parts = section
            .number
            .as_ref()
            .map(|number| number.parts.as_slice());
        matches!(parts, Some([one, NumberPart::Decimal(0)]) if Some(one) == first)
    };
    if let Some(zero) = sections.iter().rposition(opens) {
        return Some(zero);
    }
    let least = sections.iter().map(|section| section.level).min()?;
    let outermost = |section: &sandtable_draft::Section| section.level == least;
    // A title of the whole book is no chapter.
    let n_outermost = document
        .sections
        .iter()
        .filter(|section| outermost(section));
    match n_outermost.count() {
        1 => sections
            .iter()
            .rposition(|section| section.level <= least + 1),
        _ => sections.iter().rposition(outermost),
    }
}

/// Chapters in which a list of modifiers is.
fn chapters_with_modifiers(document: &Document) -> Vec<Option<usize>> {
    let lists = document
        .tables()
        .filter(|(_, grid)| grids::modifier_columns(&printed::read(grid)).is_some());
    lists.map(|(block, _)| chapter(document, block)).collect()
}

/// The title of the game: the first heading if it has no number and is above all others, else the name in words.
fn title(document: &Document, name: &str) -> String {
    let first = document.sections.first();
    let is_alone = |section: &&sandtable_draft::Section| {
        let mut others = document.sections.iter().skip(1);
        section.number.is_none() && others.all(|other| other.level > section.level)
    };
    let heading = first.filter(is_alone).map(|section| section.title.trim());
    match heading.filter(|title| !title.is_empty()) {
        Some(title) => title.to_owned(),
        None => {
            let words = name.replace('-', " ");
            let mut letters = words.chars();
            let first = letters
                .next()
                .map(|letter| letter.to_uppercase().to_string());
            first.unwrap_or_default() + letters.as_str()
        }
    }
}

/// The ruleset that is made.
struct Head<'a> {
    /// Its name.
    name: &'a str,
    /// Title of the game.
    title: String,
    /// The manuscript.
    origin: &'a Origin<'a>,
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
