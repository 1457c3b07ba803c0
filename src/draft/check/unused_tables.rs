//! Tables that nothing refers to, where their own section refers to a table of another section instead; and sections that refer to the table
//! before or after their own.
//!
//! Reports: E0702.

use std::collections::BTreeSet;
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::reference::{Reference, Target, references_of};
use super::reported::Reported;
use super::words::{Kind, stem, title_key, tokens};
use crate::keys::dice;
use crate::model::{BlockContent, CaptionKind, Number, NumberPart, Section};

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
        // A paragraph that is a caption names itself.
        let block = context.document.blocks.get(one.prose.block);
        let is_caption = matches!(block.map(|block| &block.content), Some(BlockContent::Paragraph(paragraph)) if paragraph.caption.is_some());
        if !one.prose.is_heading && !is_caption {
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
    let reported = Reported::new(diagnostics);
    let mut found: Vec<Diagnostic> = Vec::new();
    for own in unused.iter().filter_map(|at| tables.get(*at)) {
        let near = uses.iter().filter(|one| {
            let other = one.tables.first().and_then(|at| tables.get(*at));
            let n = one.tables.first().map_or(0, |at| n_of(*at));
            other.is_some_and(|other| {
                is_meant(context, one, own, other, n) && likely(context, one, own, other)
            })
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
    let is_new = |new: &Diagnostic| {
        let place = |one: &Diagnostic| one.labels.first().map(|label| label.span);
        !reported.has(new) && found.iter().all(|one| place(one) != place(new))
    };
    let next: Vec<Diagnostic> = neighbours(context, &tables, &uses);
    let next: Vec<Diagnostic> = next.into_iter().filter(is_new).collect();
    found.extend(next);
    diagnostics.extend(found);
}

/// Fewest tables that their sections refer to by which others are known to be.
const FEW: usize = 4;

/// The only reference of a section to a table of another, where it is the table before or after its own that it refers to nowhere.
fn neighbours(context: &Context<'_>, tables: &[Table], uses: &[Use<'_, '_>]) -> Vec<Diagnostic> {
    let home = |table: &Table| context.home(table.block);
    let mut n_own = 0;
    let mut found = Vec::new();
    for (at, own) in tables.iter().enumerate() {
        let here = uses.iter().filter(|one| {
            let block = one.one.prose.block;
            context.home(block) == home(own) && !context.is_example(block)
        });
        let here: Vec<&Use<'_, '_>> = here.collect();
        if here.iter().any(|one| one.tables.contains(&at)) {
            n_own += 1;
            continue;
        }
        let is_elsewhere = |at: &usize| {
            tables
                .get(*at)
                .is_some_and(|other| home(other) != home(own))
        };
        let others = here
            .iter()
            .filter(|one| one.tables.iter().all(is_elsewhere));
        let others: Vec<&&Use<'_, '_>> = others.collect();
        if let [one] = others.as_slice()
            && let [other] = one.tables.as_slice()
            && let Some(other) = tables.get(*other)
            && is_slip(one, own, other)
        {
            let message = format!(
                "table {} is referred to here, and table {} of this section is not",
                other.number, own.number
            );
            found.extend(misplaced(context, one, own, message));
        }
    }
    match n_own >= FEW && found.len() * 4 <= n_own {
        true => found,
        false => Vec::new(),
    }
}

/// Whether a reference may be a slip for the number of a table beside it: its sentence has no word of the other caption.
fn is_slip(one: &Use<'_, '_>, own: &Table, other: &Table) -> bool {
    let is_beside = match (own.number.parts.as_slice(), other.number.parts.as_slice()) {
        ([own], [other]) => own.value().abs_diff(other.value()) == 1,
        _ => false,
    };
    let mut said = telling_parts(one.one.text);
    said.retain(|part| dice(part).is_none());
    // `modify each one by Table 9`, of other modifiers.
    let changes = |parts: &BTreeSet<String>| {
        parts
            .iter()
            .any(|part| ["modif", "change", "chang", "add", "adjust"].contains(&part.as_str()))
    };
    let is_of_changes = changes(&said) && !changes(&own.parts);
    is_beside && said.is_disjoint(&other.parts) && !is_of_changes
}

/// A table with a number.
struct Table {
    number: Number,
    title: Vec<String>,
    /// Stems of the long words of the whole caption, and its dice.
    parts: BTreeSet<String>,
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
            parts: telling_parts(&caption.title),
            block: *block,
            span: caption.span,
        })
    });
    found.collect()
}

/// Stems of the words of a caption before a bracket, without `table` at its end.
fn title(caption: &str) -> Vec<String> {
    let plain = caption.split('(').next().unwrap_or(caption);
    let mut key = title_key(plain);
    let idle = title_key("table chart");
    if key.last().is_some_and(|last| idle.contains(last)) {
        key.pop();
    }
    key
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
            is_single: is_range_alone(&references, at),
        });
    }
    found.extend(named_uses(context, one, tables, &references));
    found
}

/// `the Morale Table`, and `the table below`, which is that of the section.
fn named_uses<'s, 'a>(
    context: &Context<'_>,
    one: &'s Sentence<'a>,
    tables: &[Table],
    references: &[Reference],
) -> Vec<Use<'s, 'a>> {
    let mut found = Vec::new();
    for (at, word) in one.words.iter().enumerate() {
        if !word.is_word(&["table", "tables", "chart", "charts"]) {
            continue;
        }
        let before = one.words.get(..at).unwrap_or_default();
        let before = before.iter().filter(|word| word.text.len() > 1);
        let stems: Vec<String> = before.map(|word| stem(word.text)).collect();
        let of_title = |table: &Table| !table.title.is_empty() && stems.ends_with(&table.title);
        let titled = tables.iter().position(of_title);
        let has_number = references
            .iter()
            .any(|reference| reference.start == word.range.start);
        let home = context.home(one.prose.block);
        let meant: Vec<usize> = match titled {
            Some(table) => vec![table],
            None if has_number => continue,
            None => {
                let is_here = |table: &Table| context.home(table.block) == home;
                let all = tables.iter().enumerate();
                let here = all.filter(|(_, table)| is_here(table));
                here.map(|(at, _)| at).collect()
            }
        };
        found.push(Use {
            one,
            tables: meant,
            range: word.range.clone(),
            is_single: titled.is_some(),
        });
    }
    found
}

/// Whether a reference is none of several side by side: `Tables 3 and 4`.
fn is_range_alone(references: &[Reference], at: usize) -> bool {
    let gap = |one: Option<&Reference>, other: Option<&Reference>| {
        one.zip(other)
            .is_none_or(|(one, other)| other.range.start > one.range.end + LONG)
    };
    let before = at.checked_sub(1).and_then(|before| references.get(before));
    gap(before, references.get(at)) && gap(references.get(at), references.get(at + 1))
}

/// Letters between two references that are not side by side.
const LONG: usize = 12;

/// Whether a reference is likely to mean a table that nothing refers to: the other one is of another chapter and of the same kind; or its sentence
/// has the dice and a word of the caption.
fn likely(context: &Context<'_>, one: &Use<'_, '_>, own: &Table, other: &Table) -> bool {
    let block = one.one.prose.block;
    let is_here = context.home(own.block) == context.home(block);
    let is_far = chapter(context, other.block) != chapter(context, block);
    let is_kind = own
        .title
        .last()
        .is_some_and(|last| other.title.last() == Some(last));
    let said = telling_parts(one.one.text);
    let shared: Vec<&String> = said.intersection(&own.parts).collect();
    let has_dice = shared.iter().any(|part| dice(part).is_some());
    let is_about = has_dice && shared.len() >= 2 && said.is_disjoint(&other.parts);
    is_far && is_kind || is_here && is_about
}

/// The chapter of a block: the first part of the number of its section, else its outermost section that is not most of the manuscript.
fn chapter(context: &Context<'_>, block: usize) -> Option<(Option<NumberPart>, usize)> {
    let sections = &context.document.sections;
    let home = sections.get(context.home(block)?)?;
    let number = home.number.as_ref().filter(|number| number.depth() > 1);
    if let Some(first) = number.and_then(|number| number.parts.first()) {
        return Some((Some(*first), 0));
    }
    let n_all = context.document.blocks.len();
    let is_chapter =
        |section: &Section| section.blocks.contains(&block) && section.blocks.len() * 2 < n_all;
    let outermost = sections.iter().position(is_chapter)?;
    Some((None, outermost))
}

/// Stems of the long words of a text, and its dice.
fn telling_parts(text: &str) -> BTreeSet<String> {
    let words = tokens(text).into_iter();
    let words = words.filter(|word| match word.kind {
        Kind::Word => {
            word.text.len() >= 4
                && !word.is_word(&[
                    "table", "tables", "chart", "with", "from", "what", "when", "each", "result",
                    "results",
                ])
        }
        Kind::Dice(_) => true,
        Kind::Number { .. }
        | Kind::Signed(_)
        | Kind::Dotted
        | Kind::Fraction(_)
        | Kind::Mark(_) => false,
    });
    words.map(|word| stem(word.text)).collect()
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
        chapter(context, block).is_some() && chapter(context, block) == chapter(context, own.block);
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
    misplaced(context, one, own, message)
}

fn misplaced(
    context: &Context<'_>,
    one: &Use<'_, '_>,
    own: &Table,
    message: String,
) -> Option<Diagnostic> {
    Some(
        Diagnostic::new(Code::WrongTitle, message)
            .label(one.one.span(one.range.clone())?, "referred to here")
            .label(own.span, "this table of the same chapter is perhaps meant")
            .help("correct the number; or say when the other table is used")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.one.prose.block)),
    )
}
