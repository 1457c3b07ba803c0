//! Rows of a summary that name the section of their number, `Range of a searchlight | 4 | 5.31`, where that section says nothing of it and another
//! one does.
//!
//! Reports: E0702.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::cited::numbered_paragraphs;
use super::context::Context;
use super::modifier_rows::telling;
use super::reported::Reported;
use super::restatements::{LIMITS, is_key};
use super::words::{Token, tokens};
use crate::model::Grid;

/// Fewest rows that name the right section.
const MIN_RIGHT: usize = 3;

/// Greatest share of the words of a row, by weight, that a wrong section has, and the least one of the right section.
const MOST_WRONG: f64 = 0.4;
const LEAST_RIGHT: f64 = 0.7;

/// Reports: E0702.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    let mut places: Option<Places> = None;
    for (block, grid) in context.tables() {
        let last = grid.n_columns.saturating_sub(1);
        if grid.n_columns >= 3 && grid.n_header_rows > 0 && is_key(&grid.header(last)) {
            let places = places.get_or_insert_with(|| Places::new(context));
            found.extend(places.judge(context, block, grid));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// A section or numbered paragraph.
struct Place {
    number: String,
    blocks: Range<usize>,
    stems: BTreeSet<String>,
    numbers: BTreeSet<i64>,
    span: Span,
}

/// All places that a row can name.
struct Places {
    all: Vec<Place>,
    /// Number of places that have each stem.
    n_places: BTreeMap<String, usize>,
}

/// Fit of a place to a row.
#[derive(Clone, Copy)]
struct Fit {
    /// Share of the words of the row, by weight.
    share: f64,
    has_numbers: bool,
}

impl Places {
    fn new(context: &Context<'_>) -> Self {
        let sections = context.document.sections.iter();
        let sections = sections.filter_map(|section| {
            let number = section.number.as_ref()?;
            Some((number.to_string(), section.blocks.clone()))
        });
        let paragraphs = numbered_paragraphs(context).into_iter();
        let paragraphs = paragraphs.map(|(number, _, blocks)| (number.to_string(), blocks));
        let mut words: BTreeMap<usize, Vec<&[Token<'_>]>> = BTreeMap::new();
        let prose = context.prose();
        for one in &prose {
            words.entry(one.block).or_default().push(context.words(one));
        }
        let all = sections.chain(paragraphs).filter_map(|(number, blocks)| {
            let span = context.document.blocks.get(blocks.start)?.span;
            let own = words.range(blocks.clone());
            let own: Vec<&Token<'_>> = own
                .flat_map(|(_, all)| all.iter().copied().flatten())
                .collect();
            let own: Vec<Token<'_>> = own.into_iter().cloned().collect();
            Some(Place {
                number,
                blocks,
                stems: telling(&own),
                numbers: own.iter().filter_map(value).collect(),
                span,
            })
        });
        let all: Vec<Place> = all.collect();
        let mut n_places = BTreeMap::new();
        for stem in all.iter().flat_map(|place| &place.stems) {
            *n_places.entry(stem.clone()).or_default() += 1;
        }
        Self { all, n_places }
    }

    fn fit(&self, place: &Place, label: &BTreeSet<String>, numbers: &BTreeSet<i64>) -> Fit {
        let n = self.all.len() as f64;
        let weight = |stem: &&String| {
            let own = self.n_places.get(*stem).copied().unwrap_or(0);
            if own == 0 {
                0.0
            } else {
                (1.0 + n / own as f64).ln()
            }
        };
        let all: f64 = label.iter().map(|stem| weight(&stem)).sum();
        let own = label.iter().filter(|stem| place.stems.contains(*stem));
        let own: f64 = own.map(|stem| weight(&stem)).sum();
        Fit {
            share: if all > 0.0 { own / all } else { 0.0 },
            has_numbers: numbers.is_subset(&place.numbers),
        }
    }

    /// The rows whose section does not fit, where nearly all others do.
    fn judge(&self, context: &Context<'_>, block: usize, grid: &Grid) -> Vec<Diagnostic> {
        let last = grid.n_columns - 1;
        let mut n_right = 0;
        let mut wrong = Vec::new();
        for row in grid.body_rows() {
            let words = tokens(grid.text(row, 0));
            let is_limit = |word: &&Token<'_>| word.is_word(&LIMITS);
            let words: Vec<Token<'_>> = words
                .iter()
                .filter(|word| !is_limit(word))
                .cloned()
                .collect();
            let label = telling(&words);
            let cells = (1..last).map(|column| grid.text(row, column));
            let numbers: BTreeSet<i64> = cells
                .flat_map(|text| tokens(text).iter().filter_map(value).collect::<Vec<_>>())
                .collect();
            let source = grid.text(row, last).trim();
            let mut own = self.all.iter().filter(|place| place.number == source);
            let (Some(own), None) = (own.next(), own.next()) else {
                continue;
            };
            if label.is_empty() || numbers.is_empty() {
                continue;
            }
            let fit = self.fit(own, &label, &numbers);
            let is_apart = |place: &&Place| {
                !place.blocks.contains(&own.blocks.start)
                    && !own.blocks.contains(&place.blocks.start)
                    && !place.blocks.contains(&block)
                    && !context.is_sheet(place.blocks.start)
            };
            let others = self.all.iter().filter(is_apart);
            let fits = others.map(|place| (place, self.fit(place, &label, &numbers)));
            let fits = fits.filter(|(_, fit)| fit.has_numbers);
            let best = fits.max_by(|(_, one), (_, other)| one.share.total_cmp(&other.share));
            // With most of its words the section is right, and the number may be wrong.
            let is_wrong = fit.share <= MOST_WRONG;
            match best.filter(|(_, best)| is_wrong && best.share >= LEAST_RIGHT) {
                Some((place, _)) => wrong.push((row, place)),
                None if fit.has_numbers || fit.share >= LEAST_RIGHT => n_right += 1,
                None => {}
            }
        }
        if n_right < MIN_RIGHT || wrong.len() * 4 > n_right {
            return Vec::new();
        }
        let findings = wrong.into_iter().filter_map(|(row, place)| {
            let cell = grid.at(row, last)?;
            let message = format!(
                "section {} says nothing of “{}”, but section {} does",
                cell.text.plain.trim(),
                grid.text(row, 0).trim(),
                place.number
            );
            Some(
                Diagnostic::new(Code::WrongTitle, message)
                    .label(cell.span, "referred to here")
                    .label(place.span, "perhaps this is meant")
                    .help("correct the number")
                    .confidence(Confidence::Likely)
                    .cite(context.citation(block)),
            )
        });
        findings.collect()
    }
}

/// The value of a number without its sign.
fn value(word: &Token<'_>) -> Option<i64> {
    word.count().or(word.signed().map(i64::abs))
}
