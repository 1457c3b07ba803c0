//! Examples of play: run where their dice and outcomes are understood, else comments in their places.

use sandtable_draft::Document;

use super::index::SectionIndex;
use super::steps::{self, Step};
use super::{Piece, Roll, Sort, chapter, commented, quoted};

/// Makes an example of a paragraph: a run one if its steps look up a table that has a roll.
pub(super) fn example(
    document: &Document,
    index: &SectionIndex,
    block: usize,
    text: &str,
    pieces: &[Piece],
) -> Piece {
    let known: Vec<(usize, &Roll)> = pieces
        .iter()
        .filter_map(|piece| Some((piece.block, piece.declared.as_ref()?.roll.as_ref()?)))
        .collect();
    let mut lines = Vec::new();
    if let Some((roll, steps)) = best(document, block, text, &known) {
        let citation = index.citation(document, block);
        lines.extend(commented(text));
        lines.push(format!("example {}{citation}", quoted(&title(text))));
        for step in &steps {
            lines.extend(run(roll, step));
        }
    }
    let is_run = !lines.is_empty();
    Piece {
        block,
        sort: is_run.then_some(Sort::Example),
        lines: match is_run {
            true => lines,
            false => commented(text),
        },
        written: vec![text.to_owned()],
        ..Piece::default()
    }
}

/// The table that an example is about, with its steps: one in its section, else in its chapter, else one that it names.
fn best<'a>(
    document: &Document,
    block: usize,
    text: &str,
    rolls: &[(usize, &'a Roll)],
) -> Option<(&'a Roll, Vec<Step>)> {
    let small = text.to_lowercase();
    let understood = rolls.iter().filter_map(|(place, roll)| {
        let steps = steps::read(text, &roll.table);
        let is_sound = |step: &Step| roll.has_modifier || step.total == step.rolled;
        if steps.is_empty() || !steps.iter().all(is_sound) {
            return None;
        }
        let is_here = document.section_of(*place) == document.section_of(block);
        let is_near = chapter(document, *place) == chapter(document, block);
        let is_named = !roll.table.title.is_empty() && small.contains(&roll.table.title);
        let rank = match (is_here, is_named, is_near) {
            (true, _, _) => 3,
            (false, true, _) => 2,
            (false, false, true) => 1,
            (false, false, false) => return None,
        };
        Some((rank, steps.len(), *roll, steps))
    });
    let best = understood.max_by_key(|(rank, n, _, _)| (*rank, *n))?;
    Some((best.2, best.3))
}

/// The lines of one step.
fn run(roll: &Roll, step: &Step) -> Vec<String> {
    let mut given: Vec<String> = Vec::new();
    for ((name, values), at) in roll.keys.iter().zip(&step.keys) {
        given.extend(values.get(*at).map(|value| format!("{name} = {value}")));
    }
    if roll.has_modifier {
        given.push(format!("modifier = {}", step.total - step.rolled));
    }
    let mut lines = Vec::new();
    if !given.is_empty() {
        lines.push(format!("  given   {}", given.join(", ")));
    }
    let faces: Vec<String> = step.faces.iter().map(ToString::to_string).collect();
    lines.push(format!("  run     {}", roll.name));
    lines.push(format!("  dice    {}", faces.join(", ")));
    // A step without a result expects nothing.
    let result = roll.results.get(step.result);
    lines.extend(result.map(|result| format!("  expect  {} is {result}", roll.name)));
    lines
}

/// Most words of a title.
const TITLE_WORDS: usize = 10;

/// The beginning of an example, without the word before its colon.
fn title(text: &str) -> String {
    let inner = match text.split_once(':') {
        Some((before, after)) if before.split_whitespace().count() <= 3 => after,
        _ => text,
    };
    let words: Vec<&str> = inner.split_whitespace().take(TITLE_WORDS).collect();
    let title = words.join(" ");
    title.trim_end_matches(['.', ',', ';', ':']).to_owned()
}
