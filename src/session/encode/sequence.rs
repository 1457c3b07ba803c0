//! The turn of a manuscript: a numbered list, or sections called phases.

use sandtable_draft::{Block, BlockContent, Document, Section};

use super::index::SectionIndex;
use super::names::Names;
use super::{Piece, Sort, quoted};

/// Words in the heading above the list of a turn.
const HEADINGS: [&str; 8] = [
    "sequence of play",
    "turn sequence",
    "order of play",
    "game turn",
    "the turn",
    "turn order",
    "phases",
    "playing a turn",
];

/// Most words of a step that are its title.
const TITLE_WORDS: usize = 8;

/// A step of the turn.
struct Step {
    title: String,
    citation: String,
}

/// Makes the sequence of the turn; `None` if the manuscript has no list of it.
///
/// No rule says yet what happens in a phase: the players say whether it has been played.
pub(super) fn of_turn(
    document: &Document,
    index: &SectionIndex,
    names: &mut Names,
) -> Option<Piece> {
    let (block, steps) = listed(document, index).or_else(|| of_sections(document, index))?;
    let name = names.new_name("turn sequence", "sequence");
    let mut facts = Vec::new();
    let mut lines = vec![format!(
        "sequence {name} \"The turn\"{}",
        index.citation(document, block)
    )];
    let mut written = Vec::new();
    for step in &steps {
        let phase = names.new_name(&step.title, "phase");
        let fact = names.new_name(&format!("{} done", step.title), "done");
        let title = quoted(&step.title);
        let asked = quoted(&format!("{} has been played", step.title));
        facts.push(format!("fact {fact} {asked}: yes or no, default yes"));
        lines.push(format!("  phase {phase} {title}{}", step.citation));
        lines.push(format!("    if not {fact}: stop"));
        written.push(step.title.clone());
    }
    facts.push(String::new());
    facts.push(
        "# Until rules say what happens in a phase, the players say that it has been played."
            .to_owned(),
    );
    facts.extend(lines);
    Some(Piece {
        block,
        sort: Some(Sort::Sequence),
        lines: facts,
        n_units: steps.len(),
        written,
        open: vec![
            "The turn: say in each phase what happens; until then the players say so".to_owned(),
        ],
        ..Piece::default()
    })
}

/// The first numbered list below a heading about the turn.
fn listed(document: &Document, index: &SectionIndex) -> Option<(usize, Vec<Step>)> {
    let is_about = |section: &&Section| {
        let title = section.title.to_lowercase();
        HEADINGS.iter().any(|words| title.contains(words))
    };
    document
        .sections
        .iter()
        .filter(is_about)
        .find_map(|section| {
            let blocks = document.blocks.get(section.blocks.clone())?;
            let mut steps = Vec::new();
            let mut first = None;
            for (at, block) in blocks.iter().enumerate() {
                match item(block) {
                    Some(title) => {
                        first.get_or_insert(section.blocks.start + at);
                        let cited = section_titled(document, &title);
                        let citation = cited.map(|at| index.citation(document, at));
                        steps.push(Step {
                            title,
                            citation: citation.unwrap_or_default(),
                        });
                    }
                    None if steps.len() > 1 => break,
                    None => {}
                }
            }
            (steps.len() > 1).then_some((first?, steps))
        })
}

/// The title of an item of the outermost level of a numbered list.
fn item(block: &Block) -> Option<String> {
    let BlockContent::Paragraph(paragraph) = &block.content else {
        return None;
    };
    let list = paragraph.list.as_ref()?;
    if list.level > 0 || list.number.is_none() {
        return None;
    }
    let text = paragraph.text.plain.as_str();
    let end = text.find([':', '.', ';', '(', '\n']).unwrap_or(text.len());
    let title = text.get(..end)?;
    let title = title.split(" - ").next()?.split(" – ").next()?.trim();
    let words: Vec<&str> = title.split_whitespace().take(TITLE_WORDS).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// The heading of the section with a title.
fn section_titled(document: &Document, title: &str) -> Option<usize> {
    let plain = |text: &str| text.trim().to_lowercase();
    let mut sections = document.sections.iter();
    let section = sections.find(|section| plain(&section.title) == plain(title))?;
    Some(section.heading)
}

/// Sections beside each other whose titles end with `phase`.
fn of_sections(document: &Document, index: &SectionIndex) -> Option<(usize, Vec<Step>)> {
    let is_phase = |section: &&Section| section.title.trim().to_lowercase().ends_with(" phase");
    let first = document.sections.iter().find(is_phase)?;
    let beside = document.sections.iter().filter(is_phase);
    let beside: Vec<&Section> = beside
        .filter(|section| section.level == first.level)
        .collect();
    let steps = beside.iter().map(|section| Step {
        title: section.title.trim().to_owned(),
        citation: index.citation(document, section.heading),
    });
    (beside.len() > 1).then(|| (first.heading, steps.collect()))
}
