//! Texts of a ruleset out of its pieces, without errors.

use sandtable_diagnostic::Severity;
use sandtable_draft::{Document, Section};
use sandtable_workspace::files::Memory;
use sandtable_workspace::{Effort, Workspace};
use std::collections::BTreeMap;

use super::index::SectionIndex;
use super::{Counts, Encoded, Head, Piece, Sort, Undecided, commented, quoted};

/// Texts, and the lines of each piece in the text of the rules.
struct Written {
    files: Vec<(String, String)>,
    /// By line of the rules, from 1: the piece it belongs to.
    owners: Vec<Option<usize>>,
}

/// Writes the texts, and turns pieces into comments as long as the check finds errors in them.
pub(super) fn settle(
    document: &Document,
    head: &Head<'_>,
    index: &SectionIndex,
    mut pieces: Vec<Piece>,
    n_keyed_grids: usize,
) -> Encoded {
    pieces.sort_by_key(|piece| piece.block);
    // Each round takes at least one declaration away.
    for _ in 0..=pieces.len() {
        let written = write(document, head, index, &pieces);
        let refused = refused(head.name, &written);
        if refused.is_empty() {
            return encoded(document, index, &pieces, written, n_keyed_grids);
        }
        for (at, why) in refused {
            if let Some(piece) = pieces.get_mut(at) {
                piece.sort = None;
                piece.lines.clear();
                piece.units = None;
                piece.n_units = 0;
                piece.open = vec![why];
            }
        }
    }
    let written = write(document, head, index, &[]);
    encoded(document, index, &pieces, written, n_keyed_grids)
}

/// Pieces in which the check finds errors, each with the first message; all pieces if an error is in none of them.
fn refused(name: &str, written: &Written) -> BTreeMap<usize, String> {
    let memory: Memory = written
        .files
        .iter()
        .map(|(path, text)| (path.clone(), text.clone()))
        .collect();
    let mut workspace = Workspace::new(memory);
    let analysis = workspace.analyse(name, &[], Effort::Quick);
    let sources = analysis.sources();
    let mut refused = BTreeMap::new();
    for finding in analysis.diagnostics().iter() {
        if finding.severity() != Severity::Error {
            continue;
        }
        let owners = finding.labels.iter().filter_map(|label| {
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
        let owners: Vec<usize> = owners.collect();
        match owners.first() {
            Some(owner) => {
                refused
                    .entry(*owner)
                    .or_insert_with(|| finding.message.to_string());
            }
            None => {
                let last = written.owners.iter().flatten().max();
                refused.extend(last.map(|last| (*last, finding.message.to_string())));
            }
        }
    }
    refused
}

fn write(document: &Document, head: &Head<'_>, index: &SectionIndex, pieces: &[Piece]) -> Written {
    let mut lines: Vec<String> = Vec::new();
    let mut owners: Vec<Option<usize>> = Vec::new();
    lines.extend(commented(&format!(
        "Made from {} by `sandtable new`. Lines with `decide:` are for you.",
        head.origin
    )));
    lines.push(format!("ruleset {} {}", head.name, quoted(head.title)));
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
        files.push((format!("rules/{name}/index.toml"), index.text.clone()));
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

fn encoded(
    document: &Document,
    index: &SectionIndex,
    pieces: &[Piece],
    written: Written,
    n_keyed_grids: usize,
) -> Encoded {
    let count = |sort: Sort| {
        pieces
            .iter()
            .filter(|piece| piece.sort == Some(sort))
            .count()
    };
    let units = |sort: Sort| {
        let pieces = pieces.iter().filter(|piece| piece.sort == Some(sort));
        pieces.map(|piece| piece.n_units).sum()
    };
    let place = |block: usize| {
        let block = document.blocks.get(block);
        block.map(|block| document.place(block.span))
    };
    let doubled = index.doubled.iter().filter_map(|(block, id)| {
        Some(Undecided {
            place: place(*block)?,
            what: format!("two sections have the number {id}; the index has the first"),
        })
    });
    let asked = pieces.iter().flat_map(|piece| {
        let questions = piece.open.iter();
        questions.filter_map(move |what| {
            Some(Undecided {
                place: place(piece.block)?,
                what: what.clone(),
            })
        })
    });
    Encoded {
        files: written.files,
        counts: Counts {
            n_sections: index.n_sections(),
            n_keyed_grids,
            n_tables: count(Sort::Table),
            n_modifier_lists: count(Sort::Modifiers),
            n_units: units(Sort::Units),
            n_phases: units(Sort::Sequence),
        },
        open: doubled.chain(asked).collect(),
    }
}
