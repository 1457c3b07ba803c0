//! Marks of lists typed by hand, and paragraphs of examples.

use std::collections::BTreeSet;

use crate::model::{BlockContent, Container, Document, ListItem, Number, NumberPart, Paragraph};

use super::headings::typed_number;
use super::{paragraph, paragraph_mut};

/// Splits typed marks from paragraphs: `1. …`, `(a) …`, `• …`, `5.31 …`.
pub(super) fn find(document: &mut Document) {
    let codes = repeated_cells(document);
    // The number of the item directly before.
    let mut before: Option<u32> = None;
    for block in &mut document.blocks {
        let last = before.take();
        let Some(one) = paragraph_mut(&mut block.content) else {
            continue;
        };
        // `- (d) A District …`: a typed mark behind a bullet.
        let text = one.text.plain.as_str();
        let is_bullet = one.list.as_ref().is_some_and(|item| item.number.is_none());
        let is_marked = is_bullet && text.starts_with('(') && text.get(2..4) == Some(") ");
        if one.list.is_none() || is_marked || is_bullet && is_bold_case(one) {
            let mark = typed_mark(text).filter(|_| !begins_with_code(text, &codes));
            let mark = mark.or_else(|| next_mark(text, last?));
            if let Some((mut item, rest)) = mark {
                item.level = one.list.as_ref().map_or(0, |own| own.level);
                one.text = one.text.slice(rest..one.text.plain.len());
                one.list = Some(item);
            }
        }
        let number = one.list.as_ref().and_then(|item| item.number.as_ref());
        before = match number.map(|number| number.parts.as_slice()) {
            Some([NumberPart::Decimal(value)]) => Some(*value),
            Some(_) | None => None,
        };
    }
    find_lettered(document);
}

/// Texts of cells that tables have twice or more: `A2`, a result.
fn repeated_cells(document: &Document) -> BTreeSet<String> {
    let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
    for block in &document.blocks {
        let BlockContent::Table(grid) = &block.content else {
            continue;
        };
        for cell in &grid.cells {
            let text = cell.text.plain.trim();
            if !text.is_empty() && text.len() <= 4 && !seen.insert(text) {
                found.insert(text.to_owned());
            }
        }
    }
    found
}

/// Whether a text begins with the result of a table and its explanation: `A2: the attacker loses two steps.`
fn begins_with_code(text: &str, codes: &BTreeSet<String>) -> bool {
    let token = text.split_whitespace().next().unwrap_or_default();
    let core = token.trim_end_matches([':', '.', '=']);
    let is_lettered = core.starts_with(|letter: char| letter.is_ascii_alphabetic());
    is_lettered && core.len() >= 2 && core.len() < token.len() && codes.contains(core)
}

/// Whether an item of a list with bullets is a numbered case, whose number is in bold: `9.5.2 A retreating unit …`
fn is_bold_case(one: &Paragraph) -> bool {
    let text = one.text.plain.as_str();
    let Some((number, rest)) = typed_number(text) else {
        return false;
    };
    let bold = one.text.ranges(|style| style.bold);
    let first = bold.into_iter().find(|range| range.start == 0);
    let starts_high = |range: std::ops::Range<usize>| {
        let after = text.get(rest.min(range.end)..).unwrap_or_default();
        let title = after.trim_start();
        title.starts_with(|letter: char| letter.is_uppercase() || matches!(letter, '"' | '“'))
    };
    number.depth() > 1 && first.is_some_and(starts_high)
}

/// Rule that begins with a letter and a number: `C4 Roll two dice.`
struct Lettered {
    block: usize,
    number: Number,
    /// Start of the text after the number.
    rest: usize,
}

/// Splits such numbers from paragraphs and from items of lists with bullets, if they number the rules of the document.
fn find_lettered(document: &mut Document) {
    let found: Vec<Lettered> = document
        .blocks
        .iter()
        .enumerate()
        .filter_map(|(block, one)| lettered(block, paragraph(&one.content)?))
        .collect();
    if !number_rules(document, &found) {
        return;
    }
    for one in found {
        let block = document.blocks.get_mut(one.block);
        let Some(paragraph) = block.and_then(|block| paragraph_mut(&mut block.content)) else {
            continue;
        };
        paragraph.text = paragraph.text.slice(one.rest..paragraph.text.plain.len());
        paragraph.list = Some(ListItem {
            level: paragraph.list.as_ref().map_or(0, |item| item.level),
            ..item(&one.number.text.clone(), Some(one.number))
        });
    }
}

fn lettered(block: usize, paragraph: &Paragraph) -> Option<Lettered> {
    let has_number = paragraph
        .list
        .as_ref()
        .is_some_and(|item| item.number.is_some());
    let text = paragraph.text.plain.as_str();
    let body = text.trim_start();
    let token = body.split_whitespace().next()?;
    let core = token.trim_end_matches(['.', ':', ')']);
    let digits = core.strip_prefix(|letter: char| letter.is_ascii_uppercase())?;
    let is_number =
        (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let after = body.get(token.len()..)?;
    // `L4 Modifiers.`
    let is_sentence =
        after.split_whitespace().count() >= 2 || after.trim_end().ends_with(['.', ':']);
    (is_number && is_sentence && !has_number).then_some(Lettered {
        block,
        number: Number::parse(core)?,
        rest: text.len() - after.trim_start().len(),
    })
}

/// Least number of rules in sections that have letters, and of rules where no section has one.
const FEW_LETTERED: (usize, usize) = (4, 8);

/// Whether numbers such as `C4` number the rules of a document: most follow the one before, few are there twice, and the sections have the
/// letters or there are many. Lists of results, `A1` and `D2`, are not numbered rules: they are short, or come twice.
fn number_rules(document: &Document, found: &[Lettered]) -> bool {
    let follows = |one: &Lettered, other: &Lettered| match (
        one.number.parts.as_slice(),
        other.number.parts.as_slice(),
    ) {
        ([letter, number], [next, next_number]) => match letter == next {
            true => number.value() + 1 == next_number.value(),
            false => next.value() > letter.value() && next_number.value() == 1,
        },
        _ => false,
    };
    let n = found.len();
    let steps = found.iter().zip(found.iter().skip(1));
    let n_steps = steps.filter(|(one, other)| follows(one, other)).count();
    let mut seen: Vec<&Number> = Vec::new();
    for one in found {
        if !seen.iter().any(|known| known.is_same(&one.number)) {
            seen.push(&one.number);
        }
    }
    let is_headed = |one: &&Lettered| {
        document.blocks.iter().any(|block| match &block.content {
            BlockContent::Heading(heading) => heading
                .number()
                .is_some_and(|number| number.contains(&one.number)),
            BlockContent::Paragraph(_) | BlockContent::Table(_) | BlockContent::Code(_) => false,
        })
    };
    let n_headed = found.iter().filter(is_headed).count();
    let mut letters: Vec<_> = seen.iter().filter_map(|one| one.parts.first()).collect();
    letters.dedup();
    let is_placed =
        n >= FEW_LETTERED.0 && n_headed * 4 >= n * 3 || n >= FEW_LETTERED.1 && letters.len() >= 3;
    is_placed && n_steps * 4 >= (n - 1) * 3 && (n - seen.len()) * 6 <= n
}

fn typed_mark(text: &str) -> Option<(ListItem, usize)> {
    let lead = text.len() - text.trim_start().len();
    let body = text.get(lead..)?;
    let token = body.split_whitespace().next()?;
    let after = body.get(token.len()..)?;
    let rest = lead + token.len() + after.len() - after.trim_start().len();
    if rest >= text.len() {
        return None;
    }
    if matches!(token, "•" | "-" | "–" | "*" | "·" | "▪" | "o" | "►" | "—") {
        let is_dash = matches!(token, "-" | "–" | "—" | "o");
        let follows = body.get(token.len()..).unwrap_or_default().trim_start();
        if is_dash && follows.starts_with(|letter: char| letter.is_ascii_digit()) {
            return None;
        }
        return Some((item("•", None), rest));
    }
    let is_closed = token.ends_with(['.', ')', ']', ':']) || token.starts_with(['(', '[']);
    let is_deep = token.contains('.') && token.starts_with(|letter: char| letter.is_ascii_digit());
    if !is_closed && !is_deep {
        return None;
    }
    let (number, rest) = typed_number(text)?;
    // `I. e.` and `A. Smith` are no marks; a letter needs a bracket or a sentence after it.
    let title = text.get(rest..)?;
    // `7.2 RESULTS.`: a case whose text is a list below it.
    let is_case = is_deep
        && number.depth() > 1
        && title.trim_end().ends_with(['.', ':'])
        && title
            .chars()
            .all(|letter| letter.is_uppercase() || matches!(letter, '.' | ':' | ' '));
    // `(s) Swim.`
    let is_in_brackets = token.starts_with(['(', '[']) && token.ends_with([')', ']']);
    let has_sentence = is_in_brackets || title.split_whitespace().count() >= 2;
    (has_sentence || is_case).then(|| (item(token, Some(number)), rest))
}

/// The mark of an item of one word, directly after the item with the number before: `2. Stragglers`.
fn next_mark(text: &str, before: u32) -> Option<(ListItem, usize)> {
    let (number, rest) = typed_number(text)?;
    let is_next = matches!(number.parts.as_slice(), [NumberPart::Decimal(value)] if Some(*value) == before.checked_add(1));
    let token = text.split_whitespace().next()?;
    let is_closed = token.ends_with(['.', ')']);
    (is_next && is_closed).then(|| (item(token, Some(number)), rest))
}

fn item(marker: &str, number: Option<Number>) -> ListItem {
    ListItem {
        level: 0,
        marker: marker.to_owned(),
        number,
        is_computed: false,
    }
}

/// Marks paragraphs of examples: one that says so, and those of its box or style that follow.
pub(super) fn mark_examples(document: &mut Document) {
    let mut current: Option<(Container, String)> = None;
    for block in &mut document.blocks {
        let container = block.container;
        let is_heading = matches!(block.content, BlockContent::Heading(_));
        if let BlockContent::Heading(heading) = &block.content {
            let title = heading.title.plain.to_lowercase();
            current = title
                .contains("example")
                .then(|| (Container::Body, String::from("*")));
        }
        let Some(one) = paragraph_mut(&mut block.content) else {
            continue;
        };
        let begins = begins_example(&one.text.plain);
        let is_styled = one.style.contains("example");
        if begins || is_styled {
            one.is_example = true;
            current = Some((container, one.style.clone()));
            continue;
        }
        if is_heading {
            continue;
        }
        one.is_example = match &current {
            Some((Container::Body, style)) => style == "*" && container == Container::Body,
            Some((boxed, _)) => *boxed == container,
            None => false,
        };
    }
}

fn begins_example(text: &str) -> bool {
    let lower = text.trim_start_matches(['(', '[', '*', '_']).to_lowercase();
    // `Second example: …`, `Another example.`
    let is_counted = lower.split_once(' ').is_some_and(|(first, rest)| {
        let counts = [
            "first", "second", "third", "fourth", "fifth", "another", "further", "longer", "short",
        ];
        counts.contains(&first) && rest.starts_with("example")
    });
    is_counted
        || ["example", "for example", "e.g.", "for instance"]
            .iter()
            .any(|word| lower.starts_with(word))
}

/// Whether a paragraph is short, as a title is.
pub(super) fn is_short(document: &Document, at: usize) -> Option<&str> {
    let block = document.blocks.get(at)?;
    let text = match &block.content {
        BlockContent::Heading(heading) => heading.title.plain.as_str(),
        BlockContent::Paragraph(_) => paragraph(&block.content)?.text.plain.as_str(),
        BlockContent::Table(_) | BlockContent::Code(_) => return None,
    };
    (text.split_whitespace().count() <= 12).then_some(text)
}
