//! Charts that the text names without a number.
//!
//! Reports: E0703.

use super::context::{Context, Prose};
use super::titles::is_line;
use super::words::{sentences, title_key, tokens};
use crate::model::BlockContent;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// `the Artillery Fire Table`: a chart by a name that no title has, in a manuscript that has charts with titles.
///
/// A name that is used often is that of a chart elsewhere: on the map, or on a sheet of its own.
pub(super) fn named_charts(context: &Context<'_>) -> Vec<Diagnostic> {
    let idle = title_key("table chart");
    let own = |title: &str| {
        let mut key = title_key(title);
        key.retain(|word| !idle.contains(word));
        key
    };
    let is_chart = |title: &str| title_key(title).iter().any(|word| idle.contains(word));
    let headings = context
        .blocks()
        .filter_map(|(_, block)| match &block.content {
            BlockContent::Heading(heading) => Some(heading.title.plain.as_str()),
            BlockContent::Table(grid) => {
                grid.caption.as_ref().map(|caption| caption.title.as_str())
            }
            BlockContent::Paragraph(_) | BlockContent::Code(_) => None,
        });
    let titles: Vec<&str> = headings.collect();
    let all_titles: BTreeSet<String> = titles.iter().flat_map(|title| title_key(title)).collect();
    // Charts may have titles without these words: `Table 3: Damage`.
    let n_charts = titles.iter().filter(|title| is_chart(title)).count();
    let has_charts = n_charts >= 2;
    if !has_charts && context.captions.len() < 2 && context.tables().count() < 3 {
        return Vec::new();
    }
    // `Combat` is the title of a section, not of the chart that is named; nor is that of a section without a table.
    let with_table = context.document.sections.iter().filter(|section| {
        context
            .tables()
            .any(|(block, _)| section.blocks.contains(&block))
    });
    let with_table: Vec<&str> = with_table.map(|section| section.title.as_str()).collect();
    let titles = titles
        .into_iter()
        .filter(|title| is_chart(title) || with_table.contains(&title.trim()));
    let titles: Vec<&str> = titles.collect();
    let keys = titles.iter().map(|title| (own(title), is_chart(title)));
    let keys = keys.filter(|(key, is_chart)| *is_chart || key.len() >= 2 || !has_charts);
    let keys: Vec<Vec<String>> = keys.map(|(key, _)| key).collect();
    let mut named: BTreeMap<Vec<String>, Vec<(Prose<'_>, Range<usize>)>> = BTreeMap::new();
    for prose in context.paragraphs() {
        for range in charts_in(&prose.text.plain) {
            let name = prose.text.plain.get(range.clone()).unwrap_or_default();
            named.entry(own(name)).or_default().push((prose, range));
        }
    }
    let is_named_so = |key: &Vec<String>| {
        let mut keys = keys.iter();
        keys.any(|title| key.iter().all(|word| title.contains(word)))
    };
    let n_named: usize = named.values().map(Vec::len).sum();
    let n_fitting: usize = named
        .iter()
        .filter(|(key, _)| !key.is_empty() && is_named_so(key))
        .map(|(_, uses)| uses.len())
        .sum();
    let missing = named.into_iter().filter(|(key, uses)| {
        let fits = |title: &Vec<String>| {
            let (short, long) = if title.len() < key.len() {
                (title, key)
            } else {
                (key, title)
            };
            !short.is_empty() && short.iter().all(|word| long.contains(word))
        };
        // One word names a chart where others are named like this, and no title has it.
        let is_told = match key.as_slice() {
            [] => false,
            [word] => n_fitting >= 2 && !all_titles.contains(word),
            [_, _, ..] => has_charts || n_fitting == 0 && n_named == 1,
        };
        is_told && uses.len() == 1 && !keys.iter().any(fits) && !is_line(context, key)
    });
    let paragraphs = context.paragraphs();
    let findings = missing.filter_map(|(_, uses)| {
        let (prose, range) = uses.into_iter().next()?;
        let name = prose.text.plain.get(range.clone())?;
        // `do not have critical hit tables`: a sort of tables, which is spoken of elsewhere too.
        let words: Vec<&str> = name.split_whitespace().collect();
        let end = words
            .get(words.len().saturating_sub(3)..)?
            .join(" ")
            .to_lowercase();
        let n_uses: usize = paragraphs
            .iter()
            .map(|one| one.text.plain.to_lowercase().matches(&end).count())
            .sum();
        if n_uses > 1 {
            return None;
        }
        Some(
            Diagnostic::new(Code::MissingTable, format!("there is no {name}"))
                .label(context.span(&prose, range)?, "referred to here")
                .help("give the name as the title of the chart has it, or say where it is printed")
                .confidence(Confidence::Likely)
                .cite(context.citation(prose.block)),
        )
    });
    findings.collect()
}

/// Names such as `Combat Results Table` after `the`, in a sentence that does not say where else they are printed.
fn charts_in(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for sentence in sentences(text) {
        let words = tokens(text.get(sentence.clone()).unwrap_or_default());
        let is_elsewhere = words.iter().any(|word| {
            word.is_word(&[
                "map", "sheet", "card", "screen", "back", "inside", "cover", "printed", "separate",
                "aid", "display", "track",
            ])
        });
        for (at, word) in words.iter().enumerate() {
            if is_elsewhere || !matches!(word.text, "Table" | "Chart") {
                continue;
            }
            let before = words.get(..at).unwrap_or_default();
            let n = before
                .iter()
                .rev()
                .take_while(|word| word.is_capitalised() && !word.is_word(&["the", "see", "use"]))
                .count();
            let first = at.checked_sub(n).and_then(|first| words.get(first));
            let is_the = at
                .checked_sub(n + 1)
                .and_then(|place| words.get(place))
                .is_some_and(|word| word.is_word(&["the"]));
            if let Some(first) = first.filter(|_| is_the && (1..=4).contains(&n)) {
                found.push(sentence.start + first.range.start..sentence.start + word.range.end);
            }
        }
    }
    found
}
