//! Texts of a ruleset out of its pieces, without errors.

use std::collections::BTreeMap;
use std::sync::Arc;

use sandtable_diagnostic::{Diagnostics, Severity};
use sandtable_draft::{BlockContent, Document, Section};
use sandtable_model::RuleBook;
use sandtable_source::SourceMap;
use sandtable_workspace::files::Memory;
use sandtable_workspace::{Analysis, Effort, Workspace};

use super::super::linked::{grids::with_table, places::reference_to};
use super::index::{self, SectionIndex};
use super::{
    Counts, Encoded, EncodedGrid, Head, Origin, Piece, Sort, Undecided, commented, printed, quoted,
};

/// Texts, and the lines of each piece in the text of the rules.
struct Written {
    files: Vec<(String, String)>,
    /// By line of the rules, from 1: the piece it belongs to.
    owners: Vec<Option<usize>>,
}

/// Writes the texts, and turns pieces into comments as long as the check finds errors in them.
pub(super) fn finish_ruleset(
    document: &Document,
    head: &Head<'_>,
    index: &SectionIndex,
    mut pieces: Vec<Piece>,
    n_keyed_grids: usize,
) -> Encoded {
    pieces.sort_by_key(|piece| piece.block);
    for piece in &mut pieces {
        piece.lines = canonical(std::mem::take(&mut piece.lines));
    }
    // Each round takes at least one declaration away.
    for _ in 0..=pieces.len() {
        let written = write(document, head, index, &pieces);
        let analysis = analyse(head.name, &written);
        let refused = refused(&analysis, &written);
        if refused.is_empty() {
            let book = Some(analysis.book().as_ref());
            return encoded(document, index, &pieces, written, n_keyed_grids, book);
        }
        for (at, why) in refused {
            if let Some(piece) = pieces.get_mut(at) {
                piece.sort = None;
                piece.declared = None;
                piece.lines.clear();
                piece.units = None;
                piece.n_units = 0;
                piece.open = vec![why];
            }
        }
    }
    let written = write(document, head, index, &[]);
    encoded(document, index, &pieces, written, n_keyed_grids, None)
}

/// The declaration of one grid.
///
/// Errors: why the check refuses it, or why it cannot be one, in words.
pub(super) fn finish_grid(
    document: &Document,
    index: &SectionIndex,
    mut piece: Piece,
) -> Result<EncodedGrid, String> {
    let Some(declared) = piece.declared.clone() else {
        return Err(piece.open.join("; "));
    };
    piece.lines = canonical(std::mem::take(&mut piece.lines));
    let head = Head {
        name: "one",
        title: "One".to_owned(),
        origin: &Origin {
            name: "",
            files: &[],
        },
    };
    let pieces = [piece];
    let written = write(document, &head, index, &pieces);
    let refused = refused(&analyse(head.name, &written), &written);
    let [piece] = pieces;
    match refused.into_values().next() {
        Some(why) => Err(why),
        None => Ok(EncodedGrid {
            name: declared.name,
            text: formatted((".rules".to_owned(), piece.lines.join("\n") + "\n")).1,
            units: piece.units,
            open: piece.open,
        }),
    }
}

/// The lines of a piece as the writer of rule text writes them: comments first, then each declaration.
fn canonical(lines: Vec<String>) -> Vec<String> {
    let is_comment = |line: &String| line.trim_start().starts_with('#');
    let (comments, declared): (Vec<String>, Vec<String>) = lines.into_iter().partition(is_comment);
    if declared.is_empty() {
        return comments;
    }
    let text = declared.join("\n") + "\n";
    let mut diagnostics = Diagnostics::default();
    let file = SourceMap::default().next_id();
    let tree = sandtable_syntax::parse(file, &text, &mut diagnostics);
    if diagnostics.has_errors() {
        // The check says why when it reads all of it.
        return comments.into_iter().chain(declared).collect();
    }
    let written = sandtable_syntax::rules_text(&tree);
    let written = written.trim_end().lines().map(str::to_owned);
    comments.into_iter().chain(written).collect()
}

fn analyse(name: &str, written: &Written) -> Arc<Analysis> {
    let memory: Memory = written
        .files
        .iter()
        .map(|(path, text)| (path.clone(), text.clone()))
        .collect();
    Workspace::new(memory).analyse(name, &[], Effort::None)
}

/// Pieces in which the check finds errors, each with the first message; the last piece if an error is in none of them.
fn refused(analysis: &Analysis, written: &Written) -> BTreeMap<usize, String> {
    let sources = analysis.sources();
    let mut refused = BTreeMap::new();
    for finding in analysis.diagnostics().iter() {
        if finding.severity() != Severity::Error {
            continue;
        }
        let mut owners = finding.labels.iter().filter_map(|label| {
            let file = sources.get(label.span.file)?;
            if file.name.ends_with(".rules") {
                let line = file.position(label.span.start).line;
                return written.owners.get(line.checked_sub(1)?).copied().flatten();
            }
            // A unit file has the name of its kind.
            let stem = file.name.rsplit('/').next()?.strip_suffix(".toml")?;
            let line = format!("kind {stem} ");
            let rules = &written.files.first()?.1;
            let at = rules.lines().position(|known| known.starts_with(&line))?;
            written.owners.get(at).copied().flatten()
        });
        let last = || written.owners.iter().flatten().max().copied();
        if let Some(owner) = owners.next().or_else(last) {
            refused
                .entry(owner)
                .or_insert_with(|| finding.message.to_string());
        }
    }
    refused
}

fn write(document: &Document, head: &Head<'_>, index: &SectionIndex, pieces: &[Piece]) -> Written {
    let mut lines: Vec<String> = Vec::new();
    let mut owners: Vec<Option<usize>> = Vec::new();
    lines.extend(commented(&format!(
        "Made from {} by `sandtable new`. Lines with `decide:` are for you.",
        head.origin.name
    )));
    lines.push(format!("ruleset {} {}", head.name, quoted(&head.title)));
    if !index.text.is_empty() {
        lines.push("  index \"index.toml\"".to_owned());
    }
    owners.resize(lines.len(), None);
    let mut section = None;
    let mut units = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let own = document.section_of(piece.block);
        if own != section {
            section = own;
            let heading = own.and_then(|at| document.sections.get(at)).map(heading);
            lines.push(String::new());
            lines.extend(heading.iter().flat_map(|text| commented(text)));
        }
        lines.push(String::new());
        owners.resize(lines.len(), None);
        for question in &piece.open {
            lines.extend(commented(&format!("decide: {question}")));
        }
        if piece.lines.is_empty() {
            lines.extend(piece.written.iter().flat_map(|row| commented(row)));
        }
        lines.extend(piece.lines.iter().cloned());
        owners.resize(lines.len(), Some(at));
        units.extend(piece.units.clone());
    }
    let name = head.name;
    let mut files = vec![(
        format!("rules/{name}/{name}.rules"),
        lines.join("\n") + "\n",
    )];
    if !index.text.is_empty() {
        let text = match head.origin.files {
            [] => index.text.clone(),
            manuscript => {
                let tables = pieces.iter().filter_map(|piece| {
                    let name = &piece.declared.as_ref()?.name;
                    Some((reference_to(document, piece.block)?, name.clone()))
                });
                let tables: Vec<(String, String)> = tables.collect();
                let (first, last) = index::ties(manuscript, &tables);
                format!("{first}{}{last}", index.text)
            }
        };
        files.push((format!("rules/{name}/index.toml"), text));
    }
    let unit_files = units.into_iter();
    files.extend(unit_files.map(|(kind, text)| (format!("units/{name}/{kind}.toml"), text)));
    Written { files, owners }
}

/// `5.3 Direct fire`
fn heading(section: &Section) -> String {
    match &section.number {
        Some(number) => format!("{} {}", number.text, section.title),
        None => section.title.clone(),
    }
}

/// Whether every cell of the grid of a piece is the same in its table.
fn is_equal(document: &Document, book: &RuleBook, piece: &Piece) -> bool {
    let block = document.blocks.get(piece.block);
    let Some(BlockContent::Table(grid)) = block.map(|block| &block.content) else {
        return false;
    };
    let name = piece.declared.as_ref().map(|declared| &declared.name);
    name.and_then(|name| with_table(book, name, &printed::read(grid)))
        .is_some_and(|comparison| comparison.is_equal())
}

fn encoded(
    document: &Document,
    index: &SectionIndex,
    pieces: &[Piece],
    written: Written,
    n_keyed_grids: usize,
    book: Option<&RuleBook>,
) -> Encoded {
    let of_sort = |sort: Sort| pieces.iter().filter(move |piece| piece.sort == Some(sort));
    let units = |sort: Sort| of_sort(sort).map(|piece| piece.n_units).sum();
    let is_equal = |piece: &&Piece| book.is_some_and(|book| is_equal(document, book, piece));
    let rolls = || {
        let declared = pieces.iter().filter_map(|piece| piece.declared.as_ref());
        declared.filter_map(|declared| declared.roll.as_ref())
    };
    Encoded {
        counts: Counts {
            n_sections: index.n_sections(),
            n_keyed_grids,
            n_equal_tables: of_sort(Sort::Table).filter(is_equal).count(),
            n_rolls: rolls().count(),
            n_examples: of_sort(Sort::Example).count(),
            n_modifier_lists: of_sort(Sort::Modifiers).count(),
            n_units: units(Sort::Units),
            n_phases: units(Sort::Sequence),
        },
        rolls: rolls()
            .filter(|roll| roll.keys.is_empty() && !roll.has_modifier)
            .map(|roll| roll.name.clone())
            .collect(),
        files: written.files.into_iter().map(formatted).collect(),
        open: open(document, index, pieces),
    }
}

/// A file in its canonical layout.
fn formatted((path, text): (String, String)) -> (String, String) {
    if !path.ends_with(".rules") {
        return (path, text);
    }
    let file = SourceMap::default().next_id();
    let laid_out = sandtable_syntax::format_text(file, &text, &mut Diagnostics::default());
    (path, laid_out.unwrap_or(text))
}

/// All questions to the author, in the order of the manuscript.
fn open(document: &Document, index: &SectionIndex, pieces: &[Piece]) -> Vec<Undecided> {
    let doubled = index.doubled.iter().map(|(block, id)| {
        let what = format!("two sections have the number {id}; the index has the first");
        (*block, what)
    });
    let asked = pieces.iter().flat_map(|piece| {
        let questions = piece.open.iter();
        questions.map(|what| (piece.block, what.clone()))
    });
    let mut all: Vec<(usize, String)> = doubled.chain(asked).collect();
    all.sort_by_key(|(block, _)| *block);
    let place = |block: usize| {
        let block = document.blocks.get(block)?;
        Some(document.place(block.span))
    };
    all.into_iter()
        .filter_map(|(block, what)| {
            Some(Undecided {
                place: place(block)?,
                what,
            })
        })
        .collect()
}
