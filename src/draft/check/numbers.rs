//! Numbers of headings, captions and lists: each once, in order, without gaps.
//!
//! Reports: E0704, E0705.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::Context;
use crate::model::{BlockContent, CaptionKind, Container, Number, NumberPart, in_roman};

/// Numbered heading.
struct Entry<'a> {
    number: Cow<'a, Number>,
    span: Span,
    block: usize,
    level: u8,
}

/// Minimum number of headings that are a table of contents.
const LEAST_OF_CONTENTS: usize = 4;

/// Reports: E0704, E0705.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    headings(context, diagnostics);
    captions(context, diagnostics);
    lists(context, diagnostics);
}

fn headings(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut scopes: Vec<Vec<Entry<'_>>> = vec![Vec::new()];
    // Level of the unnumbered heading that opened the current scope.
    for (at, block) in context.blocks() {
        if block.container != Container::Body {
            continue;
        }
        let (number, span, level) = match &block.content {
            BlockContent::Heading(heading) => {
                let span = heading.text.whole().unwrap_or(block.span);
                match heading.number() {
                    Some(number) => (number, span, heading.level),
                    None => {
                        let highest = scopes
                            .last()
                            .and_then(|scope| scope.iter().map(|entry| entry.level).min());
                        // A heading above all numbered ones opens a part with its own numbers.
                        if highest.is_some_and(|highest| heading.level < highest) {
                            scopes.push(Vec::new());
                        }
                        continue;
                    }
                }
            }
            BlockContent::Paragraph(paragraph) => {
                let number = paragraph.list.as_ref().filter(|item| !item.is_computed);
                match number.and_then(|item| item.number.as_ref()) {
                    Some(number) if number.depth() > 1 => (number, block.span, 9),
                    _ => continue,
                }
            }
            BlockContent::Table(_) | BlockContent::Code(_) => continue,
        };
        if let Some(scope) = scopes.last_mut() {
            scope.push(Entry {
                number: Cow::Borrowed(number),
                span,
                block: at,
                level,
            });
        }
    }
    // `1-2`, where few are written so, is a range or a ratio.
    let is_joined = |entry: &Entry<'_>| entry.number.text.contains(['-', '–']);
    let n_joined = scopes
        .iter()
        .flatten()
        .filter(|entry| is_joined(entry))
        .count();
    let begun = begun(context);
    for mut scope in scopes {
        scope.drain(..contents(&scope));
        scope.retain(|entry| n_joined >= 3 || !is_joined(entry));
        join_chapters(&mut scope);
        nest(&mut scope);
        split_cases(&mut scope);
        scope_of_numbers(context, &scope, &begun, diagnostics);
    }
}

/// Chapters numbered with a nought, `8.0`, `9.0`: each has one part only.
fn join_chapters(entries: &mut [Entry<'_>]) {
    let is_chapter = |entry: &Entry<'_>| {
        matches!(
            entry.number.parts.as_slice(),
            [NumberPart::Decimal(_), NumberPart::Decimal(0)]
        )
    };
    if entries.iter().filter(|entry| is_chapter(entry)).count() < 3 {
        return;
    }
    for entry in entries.iter_mut().filter(|entry| is_chapter(entry)) {
        let mut number = entry.number.clone().into_owned();
        number.parts.pop();
        entry.number = Cow::Owned(number);
    }
}

/// Sections that begin again in each chapter, `A`, `B` below `II`, `A` below `III`: each is numbered within its chapter.
fn nest(entries: &mut [Entry<'_>]) {
    // The open headings of one number, outer ones first, and for each of the others the number of that around it.
    let mut open: Vec<(u8, Vec<NumberPart>)> = Vec::new();
    let mut parents: Vec<Option<Vec<NumberPart>>> = Vec::new();
    for entry in &*entries {
        let is_single = entry.number.depth() == 1;
        if is_single {
            open.retain(|(level, _)| *level < entry.level);
        }
        let parent = open.last().filter(|(level, _)| *level < entry.level);
        parents.push(parent.map(|(_, parts)| parts.clone()));
        if is_single {
            open.push((entry.level, entry.number.parts.clone()));
        }
    }
    let mut firsts: Vec<(&Vec<NumberPart>, u32)> = Vec::new();
    for (entry, parent) in entries.iter().zip(&parents) {
        if let ([own], Some(parent)) = (entry.number.parts.as_slice(), parent)
            && firsts.last().is_none_or(|(last, _)| last != &parent)
        {
            firsts.push((parent, own.value()));
        }
    }
    let n_new = firsts.iter().filter(|(_, first)| *first == 1).count();
    let is_usual = n_new >= 2 && n_new * 4 >= firsts.len() * 3;
    // Letters below numbers begin again, even if only one chapter has some.
    let is_lettered = entries.iter().zip(&parents).all(|(entry, parent)| {
        let own = entry.number.parts.as_slice();
        let outer = parent.as_ref().and_then(|parent| parent.last());
        let is_mixed = matches!(own, [NumberPart::Letter(_)])
            && outer.is_some_and(|outer| !matches!(outer, NumberPart::Letter(_)));
        own.len() > 1 || parent.is_none() || is_mixed
    });
    let is_new = is_usual || is_lettered && n_new >= 1;
    if !is_new {
        return;
    }
    let mut around: Vec<NumberPart> = Vec::new();
    for (entry, parent) in entries.iter_mut().zip(&parents) {
        let own = entry.number.parts.clone();
        let outer = match (own.as_slice(), parent) {
            ([_], Some(parent)) => {
                around = [parent.as_slice(), own.as_slice()].concat();
                parent
            }
            ([_], None) => continue,
            // `A.1` below `A`
            ([first, ..], _) if around.last() == Some(first) => {
                let Some((_, outer)) = around.split_last() else {
                    continue;
                };
                &outer.to_vec()
            }
            _ => continue,
        };
        let parts = [outer.as_slice(), own.as_slice()].concat();
        let text = entry.number.text.clone();
        entry.number = Cow::Owned(Number { text, parts });
    }
}

/// Rules numbered by digits, `4.1`, `4.11`, `4.12`, `4.2`: the second digit after the point is a level of its own.
fn split_cases(entries: &mut [Entry<'_>]) {
    let mut last: BTreeMap<NumberPart, u32> = BTreeMap::new();
    let (mut n_cases, mut n_others) = (0, 0);
    for entry in &*entries {
        let [chapter, NumberPart::Decimal(value)] = entry.number.parts.as_slice() else {
            continue;
        };
        if *value < 10 {
            last.insert(*chapter, *value);
        } else if last.get(chapter) == Some(&(value / 10)) {
            n_cases += 1;
        } else {
            n_others += 1;
        }
    }
    // `4.10` after `4.9` counts on.
    if n_cases < 3 || n_cases < 4 * n_others {
        return;
    }
    for entry in entries {
        if let [chapter, NumberPart::Decimal(value @ 10..=99)] = entry.number.parts.as_slice() {
            let (section, case) = (value / 10, value % 10);
            let parts = vec![
                *chapter,
                NumberPart::Decimal(section),
                NumberPart::Decimal(case),
            ];
            let text = entry.number.text.clone();
            entry.number = Cow::Owned(Number { text, parts });
        }
    }
}

/// Returns the number of headings at the start that are a table of contents, or its end: all of them come again, after the first section.
fn contents(entries: &[Entry<'_>]) -> usize {
    let number = |entry: &Entry<'_>| entry.number.parts.clone();
    let is_first = |entry: &Entry<'_>| {
        matches!(
            entry.number.parts.as_slice(),
            [NumberPart::Decimal(1)] | [NumberPart::Decimal(1), NumberPart::Decimal(0)]
        )
    };
    let firsts = entries
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, entry)| is_first(entry));
    let mut known = firsts.map(|(at, _)| entries.split_at(at));
    let listed = known.find(|(listed, others)| {
        let others: BTreeSet<Vec<NumberPart>> = others.iter().map(number).collect();
        // Two sections of one number are a slip.
        let is_long = listed.len() >= LEAST_OF_CONTENTS || !listed.iter().any(is_first);
        is_long
            && listed
                .iter()
                .all(|entry| others.contains(&entry.number.parts))
    });
    listed.map_or(0, |(listed, _)| listed.len())
}

/// Returns the words with which paragraphs begin: a section of one sentence has its number there.
fn begun<'a>(context: &'a Context<'_>) -> BTreeSet<&'a str> {
    let paragraphs = context
        .blocks()
        .filter_map(|(_, block)| match &block.content {
            BlockContent::Paragraph(paragraph) => Some(paragraph.text.plain.as_str()),
            BlockContent::Heading(_) | BlockContent::Table(_) | BlockContent::Code(_) => None,
        });
    let first = paragraphs.filter_map(|text| text.split_whitespace().next());
    first
        .map(|word| word.trim_end_matches(['.', ':', ')']))
        .collect()
}

fn scope_of_numbers(
    context: &Context<'_>,
    entries: &[Entry<'_>],
    begun: &BTreeSet<&str>,
    diagnostics: &mut Diagnostics,
) {
    let mut seen: BTreeMap<Vec<NumberPart>, Span> = BTreeMap::new();
    // Last rank below each parent, with its place: parts with letters or Roman numbers are counted apart, `Part II` above `§ 7`.
    let mut last: BTreeMap<(Vec<NumberPart>, bool), (u32, Span)> = BTreeMap::new();
    // Numbers that leave some out before them.
    let mut skipping: Vec<Vec<NumberPart>> = Vec::new();
    let mut without_parent: Vec<Vec<NumberPart>> = Vec::new();
    for entry in entries {
        let parts = &entry.number.parts;
        let Some((own, parents)) = parts.split_last() else {
            continue;
        };
        let level = (parents.to_vec(), is_letter(&entry.number));
        if let Some(first) = seen.get(parts) {
            let finding = twice("section", &entry.number, entry.span, *first);
            diagnostics.push(finding.cite(context.citation(entry.block)));
            // The number was intended as the next one, unless the first one was intended as the one before.
            if let Some((before, place)) = last.get_mut(&level)
                && *before == own.value()
                && !skipping.contains(parts)
            {
                (*before, *place) = (own.value() + 1, entry.span);
            }
            continue;
        }
        seen.insert(parts.clone(), entry.span);
        if let Some(finding) = missing_parent(entry, &seen, &mut without_parent) {
            diagnostics.push(finding);
        }
        let is_first = !last.contains_key(&level);
        let (before, place) = last.get(&level).copied().unwrap_or((0, entry.span));
        let value = own.value();
        let is_known = parents.len() == 1
            && without_parent
                .iter()
                .any(|missing| missing.starts_with(parents));
        if is_first && is_known {
            last.insert(level, (own.value(), entry.span));
            continue;
        }
        let mut skipped = before + 1..value;
        let is_written = value > before + 1
            && skipped.all(|value| begun.contains(sibling(&entry.number, value).as_str()));
        let found = misplaced(entry, parents, value, is_first, before, place);
        if let Some(finding) = found.filter(|_| !is_written) {
            // A number that is met later is only out of place; one that is met never is missing.
            diagnostics.push(finding.cite(context.citation(entry.block)));
            if value > before {
                skipping.push(parts.clone());
            }
        }
        let kept = if value < before { before } else { value };
        last.insert(level, (kept, entry.span));
    }
}

fn missing_parent(
    entry: &Entry<'_>,
    seen: &BTreeMap<Vec<NumberPart>, Span>,
    without_parent: &mut Vec<Vec<NumberPart>>,
) -> Option<Diagnostic> {
    let parent = entry.number.parent()?;
    // A case, `4.12`, is numbered within its section.
    let is_case = entry.number.text.matches(['.', '-']).count() + 1 < entry.number.depth();
    if is_case
        || parent.depth() < 2
        || seen.contains_key(&parent.parts)
        || without_parent.contains(&parent.parts)
    {
        return None;
    }
    let grandparent = parent.parent()?;
    let place = seen.get(&grandparent.parts)?;
    without_parent.push(parent.parts.clone());
    let message = format!(
        "section {} follows {grandparent}, but there is no section {parent}",
        entry.number
    );
    Some(
        Diagnostic::new(Code::NumberOutOfOrder, message)
            .label(entry.span, "deeper than the section around it")
            .label(*place, format!("section {grandparent}"))
            .help(format!(
                "number it as a subsection of {grandparent}, or add the heading {parent}"
            )),
    )
}

fn misplaced(
    entry: &Entry<'_>,
    parents: &[NumberPart],
    value: u32,
    is_first: bool,
    before: u32,
    place: Span,
) -> Option<Diagnostic> {
    // A first number may be anything at the top: the file may be one chapter.
    if is_first {
        let is_late = !parents.is_empty() && (2..=4).contains(&value) && !is_letter(&entry.number);
        return is_late.then(|| {
            let message = format!(
                "section {} is the first of its level, so {} is missing",
                entry.number,
                sibling(&entry.number, 1)
            );
            Diagnostic::new(Code::NumberOutOfOrder, message)
                .label(entry.span, "")
                .help("correct the number, or add the missing section")
        });
    }
    // `I` and `O` look like numbers, and are often left out.
    let is_skipped = |value: u32| {
        matches!(entry.number.parts.last(), Some(NumberPart::Letter(_))) && [9, 15].contains(&value)
    };
    if value == before + 1 || value == before + 2 && is_skipped(before + 1) {
        return None;
    }
    if value > before + 1 {
        let (first, last) = (before + 1, value - 1);
        // Long jumps are a plan of the author: 5.10, 5.20, 5.30.
        if value - before > 5 {
            return None;
        }
        let missing = match first == last {
            true => format!("section {} is missing", sibling(&entry.number, first)),
            false => format!(
                "sections {} to {} are missing",
                sibling(&entry.number, first),
                sibling(&entry.number, last)
            ),
        };
        return Some(
            Diagnostic::new(Code::NumberOutOfOrder, missing)
                .label(entry.span, format!("section {}", entry.number))
                .label(place, "the one before it")
                .help("renumber the sections, or add the missing one; if it was removed on purpose, keep its number with the word `deleted`"),
        );
    }
    let message = format!(
        "section {} is out of order: it follows {}",
        entry.number,
        sibling(&entry.number, before)
    );
    Some(
        Diagnostic::new(Code::NumberOutOfOrder, message)
            .label(entry.span, "")
            .label(place, "the one before it")
            .help("move it, or renumber the sections"),
    )
}

fn is_letter(number: &Number) -> bool {
    matches!(
        number.parts.last(),
        Some(NumberPart::Letter(_) | NumberPart::Roman(_))
    )
}

/// The number beside another: `5.3` and 4 give `5.4`.
fn sibling(number: &Number, value: u32) -> String {
    let text = &number.text;
    if number.depth() == 1 && text.ends_with(".0") {
        return format!("{value}.0");
    }
    let last = text.rfind(['.', '-']).map_or(0, |at| at + 1);
    // `4.12`, a case of `4.1`
    let is_case = text.matches(['.', '-']).count() + 1 < number.depth();
    let last = if is_case && text.contains(['.', '-']) {
        text.len().saturating_sub(1)
    } else {
        last
    };
    let last = match number.parts.as_slice() {
        [NumberPart::Letter(_), NumberPart::Decimal(_)] if last == 0 => 1,
        _ => last,
    };
    let head = text.get(..last).unwrap_or_default();
    if is_letter(number) {
        let letter = u8::try_from(value)
            .ok()
            .and_then(|value| value.checked_sub(1));
        let letter = letter
            .filter(|value| *value < 26)
            .map(|value| char::from(b'A' + value));
        let is_small = text.ends_with(|letter: char| letter.is_lowercase());
        let letter = letter.map_or_else(|| value.to_string(), String::from);
        return match is_small {
            true => format!("{head}{}", letter.to_lowercase()),
            false => format!("{head}{letter}"),
        };
    }
    format!("{head}{value}")
}

fn twice(what: &str, number: &Number, span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::NumberTwice, format!("there are two {what}s {number}"))
        .label(span, "the second")
        .label(first, "the first")
        .help("renumber one of them, and look at the references to it")
}

fn captions(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (kind, what) in [
        (CaptionKind::Table, "table"),
        (CaptionKind::Figure, "figure"),
    ] {
        let mut seen: BTreeMap<Vec<NumberPart>, Span> = BTreeMap::new();
        let mut last: Option<(&Number, Span)> = None;
        for (caption, _) in context
            .captions
            .iter()
            .filter(|(caption, _)| caption.kind == kind)
        {
            let Some(number) = &caption.number else {
                continue;
            };
            let is_continued = caption.title.to_lowercase().contains("continued");
            if let Some(first) = seen.get(&number.parts).filter(|_| !is_continued) {
                diagnostics.push(twice(what, number, caption.span, *first));
                continue;
            }
            seen.entry(number.parts.clone()).or_insert(caption.span);
            if let Some((before, place)) = last
                && let ([NumberPart::Decimal(one)], [NumberPart::Decimal(other)]) =
                    (before.parts.as_slice(), number.parts.as_slice())
                && *other == one + 2
                && !context.captions.iter().any(|(caption, _)| {
                    caption.kind == kind
                        && caption
                            .number
                            .as_ref()
                            .is_some_and(|known| known.parts == [NumberPart::Decimal(one + 1)])
                })
            {
                let message = format!("{what} {} is missing", one + 1);
                diagnostics.push(
                    Diagnostic::new(Code::NumberOutOfOrder, message)
                        .label(caption.span, format!("{what} {number}"))
                        .label(place, "the one before it")
                        .help(format!("renumber the {what}s, or add the missing one")),
                );
            }
            last = Some((number, caption.span));
        }
    }
}

/// Lists whose numbers are typed.
fn lists(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut last: Option<(Option<usize>, NumberPart, bool, Span)> = None;
    for (at, block) in context.blocks() {
        let item = match &block.content {
            BlockContent::Paragraph(paragraph) => paragraph.list.as_ref(),
            BlockContent::Heading(_) => {
                last = None;
                continue;
            }
            BlockContent::Table(_) | BlockContent::Code(_) => continue,
        };
        let item = item.filter(|item| !item.is_computed);
        let number = item.and_then(|item| item.number.as_ref());
        let Some([part]) = number.map(|number| number.parts.as_slice()) else {
            continue;
        };
        let is_bracketed = item.is_some_and(|item| item.marker.contains(')'));
        let home = context.home(at);
        let span = block.span;
        if let Some((before_home, before, bracketed, place)) = &last
            && *before_home == home
            && *bracketed == is_bracketed
            && let Some((before, part)) = of_one_kind(*before, *part)
        {
            let (one, other) = (before.value(), part.value());
            // `(i)` alone may begin two lists.
            let is_first = |part: NumberPart| part.as_roman() == Some(NumberPart::Roman(1));
            // A list in which every item is `1.` is numbered by the program that shows it.
            if other == one && one > 1 && !is_first(part) {
                let number = Number {
                    text: shown(part),
                    parts: vec![part],
                };
                diagnostics.push(twice("item", &number, span, *place).cite(context.citation(at)));
            } else if other == one + 2 || other == one + 3 && one >= 2 {
                let missing = shown(after(before));
                let message = format!("item {missing} of this list is missing");
                diagnostics.push(
                    Diagnostic::new(Code::NumberOutOfOrder, message)
                        .label(span, format!("item {}", shown(part)))
                        .label(*place, format!("item {}", shown(before)))
                        .help("renumber the list, or add the missing item")
                        .cite(context.citation(at)),
                );
            }
        }
        last = Some((home, *part, is_bracketed, span));
    }
}

/// Two numbers of a list in a row, read alike: a letter beside a Roman number, `(iv)` and `(v)`, is one too; `None` for numbers of two lists.
fn of_one_kind(before: NumberPart, part: NumberPart) -> Option<(NumberPart, NumberPart)> {
    match (before, part) {
        (NumberPart::Decimal(_), NumberPart::Decimal(_))
        | (NumberPart::Letter(_), NumberPart::Letter(_))
        | (NumberPart::Roman(_), NumberPart::Roman(_)) => Some((before, part)),
        (NumberPart::Letter(_), NumberPart::Roman(_)) => Some((before.as_roman()?, part)),
        (NumberPart::Roman(_), NumberPart::Letter(_)) => Some((before, part.as_roman()?)),
        (NumberPart::Decimal(_), _) | (_, NumberPart::Decimal(_)) => None,
    }
}

/// Returns the number of an item as written.
fn shown(part: NumberPart) -> String {
    if let NumberPart::Roman(value) = part {
        return in_roman(value).to_lowercase();
    }
    let letter = match part {
        NumberPart::Letter(value) => u8::try_from(value)
            .ok()
            .filter(|value| (1..=26).contains(value)),
        NumberPart::Decimal(_) | NumberPart::Roman(_) => None,
    };
    match letter {
        Some(value) => char::from(b'A' + value - 1).to_string(),
        None => part.value().to_string(),
    }
}

/// The number of the next item.
fn after(part: NumberPart) -> NumberPart {
    match part {
        NumberPart::Decimal(value) => NumberPart::Decimal(value + 1),
        NumberPart::Letter(value) => NumberPart::Letter(value + 1),
        NumberPart::Roman(value) => NumberPart::Roman(value + 1),
    }
}
