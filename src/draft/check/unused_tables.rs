//! Tables that nothing refers to, where their own section refers to a table of another section instead.
//!
//! Reports: E0702.

use std::collections::BTreeSet;
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::reference::{Reference, Target, references_of};
use super::reported::Reported;
use super::words::{Token, stem, title_key};
use crate::model::{CaptionKind, Number, NumberPart};

/// Fewest tables with numbers by which a manuscript is known to refer to its tables.
const LEAST: usize = 5;

/// Reports: E0702.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let tables = tables(context);
    if tables.len() < LEAST {
        return;
    }
    let mut uses = Vec::new();
    for one in context.all_sentences() {
        if !one.prose.is_heading {
            uses.extend(uses_of(context, one, &tables));
        }
    }
    let n_of = |table: usize| {
        uses.iter()
            .filter(|one| one.tables.contains(&table))
            .count()
    };
    let unused: Vec<usize> = (0..tables.len())
        .filter(|table| n_of(*table) == 0)
        .collect();
    // Most tables must be referred to.
    if unused.len() * 4 > tables.len() {
        return;
    }
    let reported = Reported::new(diagnostics);
    let mut found: Vec<Diagnostic> = Vec::new();
    for own in unused.iter().filter_map(|at| tables.get(*at)) {
        let near = uses.iter().filter(|one| {
            let other = one.tables.first().and_then(|at| tables.get(*at));
            let n = one.tables.first().map_or(0, |at| n_of(*at));
            other.is_some_and(|other| is_meant(context, one, own, other, n))
        });
        let near: Vec<&Use<'_, '_>> = near.collect();
        let home = context.home(own.block);
        let here = near
            .iter()
            .filter(|one| context.home(one.one.prose.block) == home);
        let here: Vec<&&Use<'_, '_>> = here.collect();
        let meant = match (here.as_slice(), near.as_slice()) {
            ([only], _) => Some(**only),
            ([], [only]) => Some(*only),
            _ => None,
        };
        let finding = meant.and_then(|meant| {
            let other = tables.get(*meant.tables.first()?)?;
            report(context, meant, own, other)
        });
        found.extend(finding.filter(|finding| !reported.has(finding)));
    }
    diagnostics.extend(found);
}

/// A table with a number.
struct Table {
    number: Number,
    title: Vec<String>,
    block: usize,
    span: Span,
}

fn tables(context: &Context<'_>) -> Vec<Table> {
    let captions = context.captions.iter();
    let found = captions.filter_map(|(caption, block)| {
        let number = caption
            .number
            .clone()
            .filter(|_| caption.kind == CaptionKind::Table)?;
        Some(Table {
            number,
            title: title(&caption.title),
            block: *block,
            span: caption.span,
        })
    });
    found.collect()
}

/// Stems of the words of a caption before a bracket.
fn title(caption: &str) -> Vec<String> {
    let plain = caption.split('(').next().unwrap_or(caption);
    title_key(plain)
}

/// Tables that a sentence refers to at a place; one, but for `Tables 3 to 5`.
struct Use<'s, 'a> {
    one: &'s Sentence<'a>,
    tables: Vec<usize>,
    range: Range<usize>,
    /// Whether it may be a slip: not a reference to several, nor one on a sheet.
    is_single: bool,
}

fn uses_of<'s, 'a>(
    context: &Context<'_>,
    one: &'s Sentence<'a>,
    tables: &[Table],
) -> Vec<Use<'s, 'a>> {
    let is_sheet = context.is_sheet(one.prose.block);
    let is_table = |word: &Token<'_>| word.is_word(&["table", "tables", "chart", "charts"]);
    let mut found = Vec::new();
    if is_sheet {
        return found;
    }
    let named = |number: &Number| tables.iter().position(|table| table.number.is_same(number));
    let references: Vec<Reference> = references_of(one.text, &one.words, false)
        .into_iter()
        .filter(|reference| reference.target == Target::Table)
        .collect();
    for (at, reference) in references.iter().enumerate() {
        let Some(first) = named(&reference.number) else {
            continue;
        };
        let rest = one.text.get(reference.range.end..).unwrap_or_default();
        let is_range = rest.starts_with(['-', '–']) || rest.starts_with(" to ");
        let next = references.get(at + 1).filter(|_| is_range);
        let last = next.and_then(|next| named(&next.number));
        found.push(Use {
            one,
            tables: (first..=last.unwrap_or(first).max(first)).collect(),
            range: reference.start..reference.range.end,
            is_single: references.len() == 1,
        });
    }
    // `the Morale Table`, and `the table below`, which is that of the section.
    for (at, word) in one.words.iter().enumerate() {
        if !is_table(word) {
            continue;
        }
        let before = one.words.get(..at).unwrap_or_default();
        let stems: Vec<String> = before
            .iter()
            .filter(|word| word.text.len() > 1)
            .map(|word| stem(word.text))
            .collect();
        let of_title = |table: &Table| {
            !table.title.is_empty()
                && (stems.ends_with(&table.title)
                    || table.title.last().is_some_and(|last| {
                        ["table", "chart"].iter().any(|word| stem(word) == *last)
                            && stems.ends_with(&table.title[..table.title.len() - 1])
                    }))
        };
        let titled = tables.iter().position(of_title);
        let is_plain = !references
            .iter()
            .any(|reference| reference.start == word.range.start);
        if let Some(table) = titled {
            found.push(Use {
                one,
                tables: vec![table],
                range: word.range.clone(),
                is_single: true,
            });
        } else if is_plain {
            let home = context.home(one.prose.block);
            let own = (0..tables.len()).filter(|at| {
                tables
                    .get(*at)
                    .is_some_and(|table| context.home(table.block) == home)
            });
            found.push(Use {
                one,
                tables: own.collect(),
                range: word.range.clone(),
                is_single: false,
            });
        }
    }
    found
}

/// Whether a reference to another table may mean one that nothing refers to.
fn is_meant(
    context: &Context<'_>,
    one: &Use<'_, '_>,
    own: &Table,
    other: &Table,
    n: usize,
) -> bool {
    let block = one.one.prose.block;
    let is_near =
        context.chapter(block).is_some() && context.chapter(block) == context.chapter(own.block);
    let is_there = context.home(block) == context.home(other.block);
    let stems: BTreeSet<String> = one.one.words.iter().map(|word| stem(word.text)).collect();
    let is_said = other
        .title
        .iter()
        .any(|stem| stem.len() > 2 && stems.contains(stem));
    let is_alike = matches!(
        (own.number.parts.first(), other.number.parts.first()),
        (Some(NumberPart::Decimal(_)), Some(NumberPart::Decimal(_)))
            | (
                Some(NumberPart::Letter(_) | NumberPart::Roman(_)),
                Some(NumberPart::Letter(_) | NumberPart::Roman(_))
            )
    );
    one.is_single && one.tables.len() == 1 && n >= 2 && is_near && !is_there && !is_said && is_alike
}

fn report(
    context: &Context<'_>,
    one: &Use<'_, '_>,
    own: &Table,
    other: &Table,
) -> Option<Diagnostic> {
    let message = format!(
        "table {} is referred to here, and table {} nowhere",
        other.number, own.number
    );
    Some(
        Diagnostic::new(Code::WrongTitle, message)
            .label(one.one.span(one.range.clone())?, "referred to here")
            .label(own.span, "this table of the same chapter is perhaps meant")
            .help("correct the number; or say when the other table is used")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.one.prose.block)),
    )
}
