//! References to parts of a manuscript: `5.3`, `Table 4`, `5.3 table 2`, `5.3: may move 6 hexes`.

use std::ops::Range;

use sandtable_draft::{BlockContent, Document, Grid, Section};
use sandtable_source::Span;

/// Finds the block of the grid that a reference names: by the number of its caption, by its title, or by its section, with its rank there
/// if the section has several.
///
/// Errors: why it names none, in words.
pub(crate) fn grid_at(document: &Document, reference: &str) -> Result<usize, String> {
    let wanted = plain(reference);
    let captioned = |wanted: &str| -> Vec<usize> {
        let grids = document.tables();
        grids
            .filter(|(_, grid)| caption_names(grid).iter().any(|name| name == wanted))
            .map(|(block, _)| block)
            .collect()
    };
    if let [only] = captioned(&wanted).as_slice() {
        return Ok(*only);
    }
    let (section, rank) = match wanted.rsplit_once(" table ") {
        Some((section, rank)) => (section.to_owned(), rank.parse::<usize>().ok()),
        None => (wanted.clone(), None),
    };
    let Some(at) = section_at(document, &section) else {
        let twice = captioned(&wanted).len() > 1;
        return Err(match twice {
            true => format!("the manuscript has several tables `{reference}`"),
            false => format!("the manuscript has no section and no table `{reference}`"),
        });
    };
    let own: Vec<usize> = document
        .tables()
        .map(|(block, _)| block)
        .filter(|block| document.section_of(*block) == Some(at))
        .collect();
    match (own.as_slice(), rank) {
        ([], _) => Err(format!(
            "section `{section}` of the manuscript has no table"
        )),
        ([only], None) => Ok(*only),
        (several, None) => Err(format!(
            "section `{section}` of the manuscript has {} tables: write `{section} table 1`",
            several.len()
        )),
        (several, Some(rank)) => rank
            .checked_sub(1)
            .and_then(|at| several.get(at))
            .copied()
            .ok_or_else(|| format!("section `{section}` of the manuscript has no table {rank}")),
    }
}

/// A reference that names the grid at a block, if there is one.
pub fn reference_to(document: &Document, block: usize) -> Option<String> {
    let section = document.section_of(block);
    let id = section.and_then(|at| document.sections.get(at)).map(id_of);
    let rank = document
        .tables()
        .map(|(block, _)| block)
        .filter(|other| document.section_of(*other) == section)
        .position(|other| other == block)?;
    let grid = document.tables().find(|(at, _)| *at == block)?.1;
    let caption = caption_names(grid).into_iter();
    let ranked = id.iter().map(|id| format!("{id} table {}", rank + 1));
    let all = id.iter().cloned().chain(caption).chain(ranked);
    let mut all = all.filter(|name| grid_at(document, name) == Ok(block));
    all.next()
}

/// The names by which the caption of a grid is referred to: `table 4`, and its title.
fn caption_names(grid: &Grid) -> Vec<String> {
    let Some(caption) = &grid.caption else {
        return Vec::new();
    };
    let number = caption.number.as_ref();
    let number = number.map(|number| plain(&format!("table {}", number.text)));
    let title = Some(plain(&caption.title)).filter(|title| !title.is_empty());
    number.into_iter().chain(title).collect()
}

/// The number of a section, else its title.
pub(crate) fn id_of(section: &Section) -> String {
    match &section.number {
        Some(number) => number.text.trim_matches(['.', '(', ')', ' ']).to_owned(),
        None => section.title.trim().to_owned(),
    }
}

/// Finds the first section with a number or title.
pub(crate) fn section_at(document: &Document, wanted: &str) -> Option<usize> {
    let wanted = plain(wanted);
    let wanted = wanted.trim_start_matches('§').trim_start();
    let is_meant = |section: &Section| {
        plain(&id_of(section)) == wanted
            || plain(&section.title) == wanted
            || super::super::encode::names::slug(&section.title).as_deref() == Some(wanted)
    };
    document.sections.iter().position(is_meant)
}

/// A number in the words of a manuscript.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PrintedNumber {
    /// Its value.
    pub(crate) value: f64,
    /// Whether `%` or `percent` is after it.
    pub(crate) is_percent: bool,
    /// Digits after its decimal point.
    pub(crate) n_decimals: usize,
    /// Its place in the manuscript.
    pub(crate) span: Span,
}

/// Finds the only number in the words that a reference quotes: `5.3: may move 6 hexes`. The number itself may have changed since: a
/// quotation without digits, `may move # hexes`, is looked for as well.
///
/// Errors: why there is none, in words.
pub(crate) fn number_at(document: &Document, reference: &str) -> Result<PrintedNumber, String> {
    let (section, quote) = reference
        .split_once(':')
        .ok_or_else(|| format!("`{reference}` has no colon between the section and its words"))?;
    let at = section_at(document, section.trim())
        .ok_or_else(|| format!("the manuscript has no section `{}`", section.trim()))?;
    let quote = quote.trim();
    let parts = around_number(quote)?;
    let blocks = document
        .sections
        .get(at)
        .map(|section| section.blocks.clone());
    let blocks = document.blocks.get(blocks.unwrap_or_default());
    for block in blocks.unwrap_or_default() {
        let (BlockContent::Paragraph(_) | BlockContent::Heading(_)) = &block.content else {
            continue;
        };
        let text = match &block.content {
            BlockContent::Paragraph(paragraph) => &paragraph.text,
            BlockContent::Heading(heading) => &heading.text,
            BlockContent::Table(_) | BlockContent::Code(_) => continue,
        };
        if let Some((range, n_decimals, is_percent)) = find_between(&text.plain, &parts) {
            let written = text.plain.get(range.clone()).unwrap_or_default();
            let value = written
                .replace(['−', '–'], "-")
                .replace(',', ".")
                .parse()
                .ok();
            if let (Some(value), Some(span)) = (value, text.span(range)) {
                return Ok(PrintedNumber {
                    value,
                    is_percent,
                    n_decimals,
                    span,
                });
            }
        }
    }
    Err(format!(
        "section `{}` of the manuscript does not say \"{quote}\"",
        section.trim()
    ))
}

/// The words before and after the only number of a quotation, each in small letters with single spaces.
fn around_number(quote: &str) -> Result<(String, String), String> {
    let numbers = numbers_in(quote);
    let hash = quote.find('#').map(|at| at..at + 1);
    let range = match (numbers.as_slice(), hash) {
        (_, Some(range)) => range,
        ([range], None) => range.clone(),
        ([], None) => return Err(format!("\"{quote}\" has no number")),
        (_, None) => {
            return Err(format!(
                "\"{quote}\" has several numbers: write `#` in place of the one that is meant"
            ));
        }
    };
    let before = quote.get(..range.start).unwrap_or_default();
    let after = quote.get(range.end..).unwrap_or_default();
    Ok((squeezed(before), squeezed(after)))
}

/// Places of whole numbers and decimals in a text.
fn numbers_in(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let letter = |at: usize| letters.get(at).map(|(_, letter)| *letter);
    let is_digit = |at: usize| letter(at).is_some_and(|letter| letter.is_ascii_digit());
    let mut at = 0;
    while at < letters.len() {
        let before = at.checked_sub(1).and_then(letter);
        let is_start = is_digit(at) && !before.is_some_and(char::is_alphanumeric);
        if !is_start {
            at += 1;
            continue;
        }
        let start = at;
        while is_digit(at) || matches!(letter(at), Some('.' | ',')) && is_digit(at + 1) {
            at += 1;
        }
        // `2d6` is no number.
        if letter(at).is_some_and(char::is_alphabetic) {
            continue;
        }
        let from = letters.get(start).map_or(0, |(offset, _)| *offset);
        let to = letters.get(at).map_or(text.len(), |(offset, _)| *offset);
        found.push(from..to);
    }
    found
}

/// The number between two texts, with its decimals, and whether it is a percentage.
fn find_between(
    text: &str,
    (before, after): &(String, String),
) -> Option<(Range<usize>, usize, bool)> {
    for range in numbers_in(text) {
        let head = squeezed(text.get(..range.start)?);
        let tail_text = text.get(range.end..)?;
        let tail = squeezed(tail_text);
        let ends_well = before.is_empty() || head.ends_with(before.as_str());
        let begins_well = after.is_empty() || tail.starts_with(after.as_str());
        if ends_well && begins_well {
            let written = text.get(range.clone())?;
            let decimals = written.split(['.', ',']).nth(1).map_or(0, str::len);
            let rest = tail_text.trim_start();
            let is_percent = rest.starts_with('%')
                || rest.to_lowercase().starts_with("percent")
                || rest.to_lowercase().starts_with("per cent");
            return Some((range, decimals, is_percent));
        }
    }
    None
}

/// Small letters without spaces, so that line breaks make no difference.
fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|letter| !letter.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect()
}

fn plain(text: &str) -> String {
    super::super::encode::cells::plain(text)
}
