//! Names of phases that the sequence of play does not have.
//!
//! Reports: E0721.

use std::collections::BTreeMap;

use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_source::Span;

use super::context::{Context, Prose, Sentence};
use super::words::{Kind, sentences, title_key, tokens};
use crate::model::{BlockContent, Container};

/// `Rally Phase`, where the sequence has no such phase.
///
/// Reports: E0721.
pub(super) fn check(context: &Context<'_>, prose: &[Prose<'_>]) -> Vec<Diagnostic> {
    let (listed, declared) = sequence(context);
    if listed.len() < 3 {
        return Vec::new();
    }
    let uses = named(context, prose, &declared);
    let mut findings = Vec::new();
    for (key, (n, name, span, block)) in uses {
        let shares = |listed: &Vec<String>| {
            listed.iter().all(|word| key.contains(word))
                || key.iter().all(|word| listed.contains(word))
        };
        if n > 2 || key.is_empty() || listed.iter().any(shares) {
            continue;
        }
        if is_in_overview(context, &declared, &name) {
            continue;
        }
        findings.push(
            Diagnostic::new(
                Code::UnknownPhase,
                format!("the sequence of play has no {name}"),
            )
            .label(span, "named here")
            .help("correct the name, or add the phase to the sequence")
            .confidence(Confidence::Likely)
            .cite(context.citation(block)),
        );
    }
    findings
}

/// Whether a sentence of the chapter of the sequence says that a turn consists of a phase and others: `a Weather Phase and an End Phase`.
fn is_in_overview(context: &Context<'_>, declared: &[usize], name: &str) -> bool {
    let chapters: Vec<Option<usize>> = declared.iter().map(|at| context.chapter(*at)).collect();
    let verbs = [
        "consists",
        "consist",
        "comprises",
        "comprise",
        "divided",
        "has",
    ];
    let parts = ["phase", "phases", "segment", "step", "turn", "player-turn"];
    let is_overview = |one: &&Sentence<'_>| {
        let n_parts = one.words.iter().filter(|word| word.is_word(&parts));
        let is_near = chapters.contains(&context.chapter(one.prose.block));
        one.has(&verbs) && n_parts.count() >= 2 && is_near
    };
    let named = context.sentences().filter(|one| one.text.contains(name));
    let named: Vec<&Sentence<'_>> = named.collect();
    named.len() >= 2 && named.iter().any(is_overview)
}

/// Names of the phases in the sequence of play, and the blocks that list them.
fn sequence(context: &Context<'_>) -> (Vec<Vec<String>>, Vec<usize>) {
    let mut listed: Vec<Vec<String>> = Vec::new();
    let mut declared: Vec<usize> = Vec::new();
    let is_phase = |word: &str| {
        matches!(
            word.to_lowercase().as_str(),
            "phase" | "phases" | "segment" | "step" | "stage"
        )
    };
    for (at, block) in context.blocks() {
        let home = context
            .home(at)
            .and_then(|section| context.document.sections.get(section));
        let in_sequence = home.is_some_and(|section| {
            let title = section.title.to_lowercase();
            ["sequence", "turn", "order of play", "phases", "round"]
                .iter()
                .any(|word| title.contains(word))
        });
        let text = match &block.content {
            BlockContent::Heading(heading) => &heading.title.plain,
            BlockContent::Paragraph(paragraph)
                if in_sequence
                    && (paragraph.list.is_some()
                        || paragraph.text.plain.split_whitespace().count() <= 6) =>
            {
                &paragraph.text.plain
            }
            BlockContent::Table(grid) if in_sequence => {
                for cell in &grid.cells {
                    listed.extend(phase_name(&cell.text.plain, &is_phase));
                }
                continue;
            }
            BlockContent::Paragraph(_) | BlockContent::Table(_) | BlockContent::Code(_) => continue,
        };
        if block.container == Container::Contents {
            continue;
        }
        if let Some(name) = phase_name(text, &is_phase) {
            listed.push(name);
            declared.push(at);
        }
    }
    (listed, declared)
}

/// Phases that the text names: number of uses, name, first place, block.
type Uses = BTreeMap<Vec<String>, (usize, String, Span, usize)>;

/// The words that name what a turn consists of: `Phase`, and `Step` or `Segment` where most of the list is called so.
fn nouns(context: &Context<'_>, declared: &[usize]) -> Vec<String> {
    let texts = declared
        .iter()
        .filter_map(|at| match &context.document.blocks.get(*at)?.content {
            BlockContent::Heading(heading) => Some(heading.title.plain.as_str()),
            BlockContent::Paragraph(paragraph) => Some(paragraph.text.plain.as_str()),
            BlockContent::Table(_) | BlockContent::Code(_) => None,
        });
    let texts: Vec<&str> = texts.collect();
    let is_usual = |noun: &&str| {
        let lower = noun.to_lowercase();
        let has = |text: &&&str| text.contains(*noun) || text.contains(&lower);
        let n = texts.iter().filter(has).count();
        *noun == "Phase" || n >= 3 && n * 2 > texts.len()
    };
    let all = ["Phase", "Step", "Segment", "Stage"].into_iter();
    all.filter(is_usual).map(str::to_owned).collect()
}

pub(super) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_uppercase());
    first.into_iter().flatten().chain(letters).collect()
}

fn named(context: &Context<'_>, prose: &[Prose<'_>], declared: &[usize]) -> Uses {
    let mut uses = Uses::new();
    let nouns = nouns(context, declared);
    for one in prose
        .iter()
        .filter(|one| !one.is_heading && !declared.contains(&one.block))
    {
        for range in sentences(&one.text.plain) {
            let sentence = one.text.plain.get(range.clone()).unwrap_or_default();
            let words = tokens(sentence);
            for (at, word) in words.iter().enumerate() {
                if !(word.text == "phase"
                    || nouns
                        .iter()
                        .any(|noun| noun.eq_ignore_ascii_case(word.text)))
                {
                    continue;
                }
                let mut start = at;
                while let Some(before) = start.checked_sub(1).and_then(|place| words.get(place)) {
                    let is_part = before.is_capitalised()
                        && before.range.end + 1
                            == words.get(start).map_or(0, |word| word.range.start);
                    if !is_part
                        || before.is_word(&[
                            "the", "this", "each", "every", "in", "during", "next", "a", "that",
                            "first", "second", "last", "player", "own", "enemy", "any", "after",
                            "before", "at", "no",
                        ])
                    {
                        break;
                    }
                    start -= 1;
                }
                let (Some(first), true) = (words.get(start), start < at) else {
                    continue;
                };
                let name = sentence
                    .get(first.range.start..word.range.start)
                    .unwrap_or_default()
                    .trim();
                if let Some(span) = context.span(
                    one,
                    range.start + first.range.start..range.start + word.range.end,
                ) {
                    uses.entry(title_key(name))
                        .or_insert_with(|| {
                            (
                                0,
                                format!("{name} {}", capitalised(word.text)),
                                span,
                                one.block,
                            )
                        })
                        .0 += 1;
                }
            }
        }
    }
    uses
}

/// The words before `Phase` in an entry of a sequence.
fn phase_name(text: &str, is_phase: &impl Fn(&str) -> bool) -> Option<Vec<String>> {
    let words = tokens(text);
    let at = words.iter().position(|word| is_phase(word.text))?;
    // `In the Card Phase each player draws …` speaks of a phase and lists none.
    let is_spoken = words.first().is_some_and(|word| {
        word.is_word(&["in", "during", "at", "after", "before", "on", "if", "when"])
    });
    if at == 0
        || at > 5
        || is_spoken
        || words
            .iter()
            .take(at)
            .any(|word| word.is_any_mark(&['.', ',', ';']))
    {
        return None;
    }
    let end = words.get(at)?.range.start;
    let start = words
        .iter()
        .take(at)
        .find(|word| word.kind == Kind::Word)?
        .range
        .start;
    let name = title_key(text.get(start..end)?);
    (!name.is_empty()).then_some(name)
}
