//! Headings: typed numbers of declared ones, and paragraphs that are headings by their look.

use std::collections::BTreeMap;

use crate::model::{
    Block, BlockContent, Container, Document, Heading, HeadingOrigin, Number, NumberPart,
    Paragraph, Text,
};

use super::super::text::is_entry;
use super::{paragraph, paragraph_mut};

/// Most words of a heading by its look.
const MOST_WORDS: usize = 10;
/// Fewest entries of a table of contents that is typed by hand.
const FEWEST_ENTRIES: usize = 4;

/// Marks tables of contents that are typed by hand: a run of lines that end in page numbers.
pub(super) fn mark_contents(document: &mut Document) {
    let is_entry =
        |block: &Block| paragraph(&block.content).is_some_and(|one| is_entry(&one.text.plain));
    let entries: Vec<bool> = document.blocks.iter().map(is_entry).collect();
    let mut at = 0;
    while at < entries.len() {
        // One line between entries may be a title that was broken.
        let mut end = at;
        let holds = |place: usize| entries.get(place) == Some(&true);
        while holds(end) || end > at && holds(end + 1) {
            end += 1;
        }
        let n_entries = entries
            .get(at..end)
            .unwrap_or_default()
            .iter()
            .filter(|is| **is)
            .count();
        if n_entries >= FEWEST_ENTRIES {
            for block in document.blocks.get_mut(at..end).unwrap_or_default() {
                block.container = Container::Contents;
            }
        }
        at = end.max(at + 1);
    }
}

/// Marks the numbered titles below a line `Contents`, which may have no page numbers.
pub(super) fn mark_listed_contents(document: &mut Document) {
    let texts: Vec<Option<&str>> = document
        .blocks
        .iter()
        .map(|block| match &block.content {
            BlockContent::Paragraph(one) => Some(one.text.plain.trim()),
            BlockContent::Heading(heading) => Some(heading.title.plain.trim()),
            BlockContent::Table(_) | BlockContent::Code(_) => None,
        })
        .collect();
    let is_title = |text: &&str| {
        let lower = text.to_lowercase();
        matches!(lower.as_str(), "contents" | "table of contents")
    };
    let titled = texts
        .iter()
        .position(|text| text.as_ref().is_some_and(is_title));
    let Some(start) = titled.map(|at| at + 1) else {
        return;
    };
    let is_numbered = |text: &&Option<&str>| {
        text.is_some_and(|text| {
            let mut words = text.split_whitespace();
            // Plain numbers are those of a list.
            let mark = words.next().unwrap_or_default();
            let number = Number::parse(mark).filter(|number| number.depth() > 1);
            number.is_some() && (1..=10).contains(&words.count()) && !text.ends_with('.')
        })
    };
    let rest = texts.get(start..).unwrap_or_default();
    let n = rest.iter().take_while(is_numbered).count();
    // The first title of the text itself repeats the first of the contents.
    let repeats = |text: &&Option<&str>| {
        let first = rest.first().copied().flatten().unwrap_or_default();
        let words = |text: &str| {
            text.to_lowercase()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        };
        text.is_some_and(|text| words(text) == words(first))
    };
    let again = rest.iter().take(n).skip(1).position(|text| repeats(&text));
    let n = again.map_or(n, |again| again + 1);
    if n >= FEWEST_ENTRIES {
        for block in document
            .blocks
            .get_mut(start..start + n)
            .unwrap_or_default()
        {
            block.container = Container::Contents;
        }
    }
}

/// Splits the typed numbers from headings, and turns paragraphs that look like headings into headings.
pub(super) fn find(document: &mut Document) {
    for block in &mut document.blocks {
        if let BlockContent::Heading(heading) = &mut block.content {
            split(heading);
        }
    }
    read_roman(document);
    let parents = parents(document);
    let n_blocks = document.blocks.len();
    let none = Vec::new();
    let listed = listed(document);
    for at in 0..n_blocks {
        let follows = document.blocks.get(at + 1).map(|next| &next.content);
        let is_followed = matches!(
            follows,
            Some(BlockContent::Paragraph(_) | BlockContent::Table(_) | BlockContent::Heading(_))
        );
        let Some(block) = document.blocks.get_mut(at) else {
            continue;
        };
        if block.container != Container::Body || !is_followed {
            continue;
        }
        let parents = parents.get(at).unwrap_or(&none);
        let is_listed = listed.get(at) == Some(&true);
        let heading = paragraph_mut(&mut block.content).and_then(|one| by_look(one, parents));
        let heading =
            heading.filter(|heading| !is_listed || heading.origin != HeadingOrigin::Numbered);
        if let Some(heading) = heading {
            block.content = BlockContent::Heading(heading);
        }
    }
    set_levels(document);
    // Those that were found by their look, too.
    read_roman(document);
}

/// Reads `I`, `V` and `X` as Roman numbers where the other numbers of the headings of this level are: `II`, `III`.
fn read_roman(document: &mut Document) {
    // Whether a level has a Roman number, and a letter that is none.
    let mut levels: BTreeMap<u8, (bool, bool)> = BTreeMap::new();
    for block in &document.blocks {
        if let BlockContent::Heading(heading) = &block.content
            && let Some([part]) = heading.typed.as_ref().map(|number| number.parts.as_slice())
        {
            let (has_roman, has_letter) = levels.entry(heading.level).or_default();
            *has_roman |= matches!(part, NumberPart::Roman(_));
            *has_letter |= matches!(part, NumberPart::Letter(_)) && part.as_roman().is_none();
        }
    }
    for block in &mut document.blocks {
        let BlockContent::Heading(heading) = &mut block.content else {
            continue;
        };
        if levels.get(&heading.level) == Some(&(true, false))
            && let Some(number) = &mut heading.typed
            && let [part] = number.parts.as_mut_slice()
            && let Some(roman) = part.as_roman()
        {
            *part = roman;
        }
    }
}

/// For each block the number of one level that the next number of two levels after it belongs to: `5` before `5.1`.
fn parents(document: &Document) -> Vec<Vec<u32>> {
    let mut parents = vec![Vec::new(); document.blocks.len()];
    let mut next: Option<u32> = None;
    for (at, block) in document.blocks.iter().enumerate().rev() {
        if let Some(slot) = parents.get_mut(at) {
            slot.extend(next);
        }
        let text = match &block.content {
            BlockContent::Paragraph(paragraph) if block.container == Container::Body => {
                &paragraph.text.plain
            }
            BlockContent::Heading(heading) => &heading.text.plain,
            BlockContent::Paragraph(_) | BlockContent::Table(_) | BlockContent::Code(_) => continue,
        };
        let Some((number, _)) = typed_number(text) else {
            continue;
        };
        if let (2.., Some(NumberPart::Decimal(first))) = (number.depth(), number.parts.first()) {
            next = Some(*first);
        }
    }
    parents
}

/// For each block whether it has a number of one level beside the next lower or higher one: it is an item of a list.
fn listed(document: &Document) -> Vec<bool> {
    let number = |block: &Block| {
        let text = &paragraph(&block.content)?.text.plain;
        match typed_number(text)?.0.parts.as_slice() {
            [NumberPart::Decimal(only)] => Some(*only),
            [] | [_] | [_, _, ..] => None,
        }
    };
    let numbers: Vec<Option<u32>> = document.blocks.iter().map(number).collect();
    let at = |place: Option<usize>| place.and_then(|place| numbers.get(place).copied().flatten());
    let listed = numbers.iter().enumerate().map(|(place, number)| {
        number.is_some_and(|number| {
            let before = at(place.checked_sub(1)).is_some_and(|before| before + 1 == number);
            before || at(Some(place + 1)) == Some(number + 1)
        })
    });
    listed.collect()
}

/// Splits the typed number from a heading.
fn split(heading: &mut Heading) {
    let plain = &heading.text.plain;
    let Some((number, rest)) = typed_number(plain) else {
        return;
    };
    heading.title = heading.text.slice(rest..plain.len());
    heading.typed = Some(number);
}

/// A heading in place of a paragraph that looks like one.
fn by_look(one: &Paragraph, parents: &[u32]) -> Option<Heading> {
    let plain = one.text.plain.trim_end();
    if plain.contains('\n') || plain.chars().count() > 100 || one.text.is_empty() {
        return None;
    }
    let bold = one.text.ranges(|style| style.bold);
    let is_bold = {
        let unmarked = one.text.runs.iter().filter(|run| !run.style.bold);
        let mut texts =
            unmarked.map(|run| one.text.plain.get(run.range.clone()).unwrap_or_default());
        !bold.is_empty() && texts.all(|text| !text.contains(char::is_alphanumeric))
    };
    let typed = typed_number(plain);
    let rest = typed.as_ref().map_or(0, |(_, rest)| *rest);
    let title = plain.get(rest..).unwrap_or_default();
    let n_words = title.split_whitespace().count();
    let is_closed = title.ends_with(['.', ',', ';', '?', '!', ':']) && !title.ends_with("...");
    let is_caption = is_caption(plain);
    if n_words == 0
        || n_words > MOST_WORDS
        || is_caption
        || one.list.as_ref().is_some_and(|item| item.number.is_none())
    {
        return None;
    }
    let is_capital = is_capital(title) && !title.contains('\t');
    let starts_high = title
        .chars()
        .find(|letter| letter.is_alphabetic())
        .is_some_and(char::is_uppercase);
    let computed = one
        .list
        .as_ref()
        .filter(|item| item.is_computed)
        .and_then(|item| item.number.clone());
    let is_part = is_led_by(plain, &PARTS);
    let is_led = (is_part || is_led_by(plain, &TITLES)) && one.list.is_none() && starts_high;
    let is_list_title = one.list.is_none() || is_bold && n_words <= 6;
    let is_title = is_led || (is_bold || is_capital) && is_list_title;
    let origin = if is_title && !is_closed {
        HeadingOrigin::Appearance
    } else {
        let (number, _) = typed.as_ref()?;
        let is_parent = match number.parts.as_slice() {
            [NumberPart::Decimal(only)] => parents.contains(only),
            [_] => false,
            [..] => true,
        };
        let is_open = !is_closed || title.ends_with(':') && n_words <= 4;
        if !is_parent || !is_open || !starts_high || one.list.is_some() {
            return None;
        }
        HeadingOrigin::Numbered
    };
    let text: &Text = &one.text;
    let typed = typed.filter(|_| !is_part);
    let rest = if is_part { 0 } else { rest };
    Some(Heading {
        level: 0,
        computed,
        typed: typed.map(|(number, _)| number),
        title: text.slice(rest..text.plain.len()),
        text: text.clone(),
        origin,
    })
}

/// Whether a text is in capitals: some of its words are longer than an abbreviation.
fn is_capital(text: &str) -> bool {
    let has_lower = text.chars().any(char::is_lowercase);
    let mut words = text.split(|letter: char| !letter.is_alphabetic());
    !has_lower && words.any(|word| word.chars().count() >= 4)
}

/// `Table 3: …`
fn is_caption(text: &str) -> bool {
    super::captions::caption_number(text).is_some()
}

/// Assigns levels to headings that were detected by appearance: by their number, else below the last numbered or declared one.
fn set_levels(document: &mut Document) {
    let mut outer: u8 = 0;
    for block in &mut document.blocks {
        let BlockContent::Heading(heading) = &mut block.content else {
            continue;
        };
        let depth = heading
            .number()
            .map(|number| u8::try_from(rank(number)).unwrap_or(9));
        match (heading.origin, depth) {
            (HeadingOrigin::Declared, _) => outer = heading.level,
            (HeadingOrigin::Appearance | HeadingOrigin::Numbered, Some(depth)) => {
                heading.level = depth;
                outer = depth;
            }
            (HeadingOrigin::Appearance | HeadingOrigin::Numbered, None) => {
                heading.level = if is_capital(&heading.title.plain) && outer <= 1 {
                    1
                } else {
                    outer.saturating_add(1)
                };
            }
        }
    }
}

/// Depth of a heading by its number: `5.0` is the section around `5.1`.
fn rank(number: &Number) -> usize {
    let is_whole = number.depth() > 1 && number.parts.last() == Some(&NumberPart::Decimal(0));
    number.depth() - usize::from(is_whole)
}

/// Words before the number of a heading that no style marks.
const TITLES: [&str; 5] = ["section", "chapter", "appendix", "annex", "article"];

/// Words before the number of a heading.
const LEADS: [&str; 8] = [
    "section", "chapter", "rule", "part", "appendix", "annex", "§", "article",
];

/// Words before the number of a heading that counts on its own.
const PARTS: [&str; 4] = ["scenario", "mission", "battle", "operation"];

/// Whether a line begins with one of some words, a number, and a mark before its title: `Chapter 3: The turn`.
fn is_led_by(line: &str, leads: &[&str]) -> bool {
    let mut words = line.split_whitespace();
    let lead = words.next().unwrap_or_default().to_lowercase();
    let number = words.next().unwrap_or_default();
    let core = number.trim_end_matches([':', '.']);
    let is_marked = core.len() < number.len() || matches!(words.next(), Some("–" | "—" | "-"));
    leads.contains(&lead.as_str()) && is_marked && Number::parse(core).is_some()
}

/// The number typed at the start of a heading or paragraph, and the offset of what follows it.
///
/// `5.3 Title`, `5. Title`, `(5.3) Title`, `A. Title`, `A-1: Title`, `Section 5 – Title`, `IV. Title`.
pub(super) fn typed_number(text: &str) -> Option<(Number, usize)> {
    let lead = text.len() - text.trim_start().len();
    let body = text.get(lead..)?;
    let mut start = lead;
    let first_word = body.split_whitespace().next()?;
    let is_led = LEADS.contains(&first_word.to_lowercase().as_str());
    if is_led {
        let after = body.get(first_word.len()..)?;
        start += first_word.len() + after.len() - after.trim_start().len();
    }
    let body = text.get(start..)?;
    let end = body
        .find(|letter: char| letter.is_whitespace())
        .unwrap_or(body.len());
    let token = body.get(..end)?;
    let number = Number::parse(token)?;
    let core = token.trim_end_matches([')', ']', '.', ':', '–', '—', '-']);
    let mark = token.get(core.len()..).unwrap_or_default();
    if core.trim_start_matches(['(', '[']).len() < number.text.len() {
        return None;
    }
    let after = body.get(end..)?;
    let rest = start + end + after.len()
        - after
            .trim_start_matches([' ', '\t', '–', '—', '-', ':', '.'])
            .len();
    let title = text.get(rest..).unwrap_or_default();
    let is_sound = match number.parts.as_slice() {
        // `1940 Campaign` and `88 mm guns` begin with quantities, as does `2 Heavy tanks`, which only the context reveals.
        [NumberPart::Decimal(only)] => {
            let starts_low = title
                .chars()
                .next()
                .is_some_and(|letter| letter.is_lowercase() || letter.is_numeric());
            *only < 200
                && (!mark.is_empty() || is_led || !starts_low)
                && !title.starts_with(['%', '+', '×', '*', '/', '='])
        }
        // `A Tank's flank` begins with a word.
        [NumberPart::Letter(_) | NumberPart::Roman(_)] => !mark.is_empty() || is_led,
        [..] => number.parts.iter().all(|part| part.value() < 1000),
    };
    (is_sound && (!title.is_empty() || is_led)).then_some((number, rest))
}
