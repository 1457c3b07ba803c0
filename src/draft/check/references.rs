//! References to sections, tables and figures.
//!
//! Reports: E0701, E0702, E0703, E0718.

use super::anchors::Anchor;
use super::context::{Context, Prose};
use super::directions::wrong_way;
use super::outside::{is_map_place, is_outside, is_price};
use super::reference::{Reference, Target, references_of};
use super::titles::{self, Marked, quoted_after_see, quoted_titles};
use super::vague;
use super::words::{Kind, title_key, tokens};
use crate::model::{BlockContent, CaptionKind, Number, NumberPart};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use std::ops::Range;

/// Reports: E0701, E0702, E0703, E0718.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let has_bare = bare_references(context);
    let emphasis = Marked::by_emphasis(context);
    let quotes = Marked::by_quotes(context);
    let capitals = Marked::by_capitals(context);
    let has_plain = plain_references(context);
    for prose in context.prose() {
        if prose.is_heading || prose.text.is_empty() {
            continue;
        }
        let mut found = references_of(&prose.text.plain, context.words(&prose), has_bare);
        if has_plain {
            found.extend(plain(context, &prose, &found));
        }
        for reference in found {
            diagnostics.extend(judge(context, &prose, &reference));
        }
        let mut quoted = quoted_titles(context, &prose);
        quoted.extend(quoted_after_see(context, &prose));
        quoted.extend(quotes.missing(context, &prose));
        quoted.extend(capitals.missing(context, &prose));
        // One title may be met by several of them.
        quoted.sort_by_key(|finding| finding.labels.first().map(|label| label.span.start));
        quoted.dedup_by_key(|finding| finding.labels.first().map(|label| label.span.start));
        diagnostics.extend(quoted);
        diagnostics.extend(titles::wrong_way(context, &prose));
        diagnostics.extend(emphasis.missing(context, &prose));
        diagnostics.extend(vague::check(context, &prose));
    }
}

/// Whether numbers in brackets refer to sections in this draft: most of them exist.
fn bare_references(context: &Context<'_>) -> bool {
    let (mut n_known, mut n) = (0, 0);
    for prose in context.paragraphs() {
        for reference in references_of(&prose.text.plain, context.words(&prose), true)
            .iter()
            .filter(|one| !one.is_named)
        {
            n += 1;
            n_known += usize::from(is_known(context, &reference.number));
        }
    }
    // Where few are in brackets, one that does not exist is a slip among sections that have such numbers.
    let n_deep = context
        .anchors
        .iter()
        .filter(|anchor| anchor.number.depth() > 1)
        .count();
    n_known >= 3 && n_known * 4 >= n * 3 || n_known >= 2 && n - n_known <= 1 && n_deep >= 8
}

/// Numbers with one point that no word introduces: `the modifiers of 6.2`.
fn plain(context: &Context<'_>, prose: &Prose<'_>, known: &[Reference]) -> Vec<Reference> {
    let words = context.words(prose);
    let leads = [
        "of", "to", "by", "with", "from", "and", "at", "on", "again", "in", "or", "as", "than",
    ];
    let found = words.iter().enumerate().filter_map(|(at, word)| {
        let is_plain = matches!(word.kind, Kind::Number { decimals: 1, .. });
        let before = at.checked_sub(1).and_then(|before| words.get(before))?;
        let next = words.get(at + 1);
        // `2.5 inches`, `27.8 %`
        let ends = next.is_none_or(|next| {
            next.is_any_mark(&['.', ',', ';', ':', ')']) || next.is_word(&["and", "or", "applies"])
        });
        let is_other = known
            .iter()
            .any(|one| one.range.start <= word.range.start && word.range.end <= one.range.end);
        (is_plain && before.is_word(&leads) && ends && !is_other).then_some(Reference {
            target: Target::Section,
            number: Number::parse(word.text)?,
            range: word.range.clone(),
            is_named: false,
            is_rule: true,
            start: word.range.start,
        })
    });
    found.collect()
}

/// Whether numbers with a point refer to sections in this draft without a word before them: all but one exist.
fn plain_references(context: &Context<'_>) -> bool {
    let (mut n_known, mut n) = (0, 0);
    for prose in context.paragraphs() {
        for reference in plain(context, &prose, &[]) {
            n += 1;
            n_known += usize::from(is_known(context, &reference.number));
        }
    }
    n_known >= 2 && n - n_known <= 1
}

/// Whether a section, a numbered paragraph or an item of the list of a section has a number.
pub(super) fn is_known(context: &Context<'_>, number: &Number) -> bool {
    if context
        .anchors
        .iter()
        .any(|anchor| anchor.number.is_same(number))
    {
        return true;
    }
    // Items of the list in a section: 9.3 is the third item of section 9.
    let Some(parent) = number.parent() else {
        return false;
    };
    let Some(last) = number.parts.last() else {
        return false;
    };
    // Where the sections in it have numbers, its lists are not referred to by them.
    let has_own = context.anchors.iter().any(|anchor| {
        let own = anchor.number.parent();
        own.is_some_and(|own| own.is_same(&parent)) && !anchor.title.is_empty()
    });
    if has_own {
        return false;
    }
    let sections = context.document.numbered(&parent);
    sections.into_iter().any(|section| {
        let blocks = context
            .document
            .blocks
            .get(section.blocks.clone())
            .unwrap_or_default();
        blocks.iter().any(|block| {
            let BlockContent::Paragraph(paragraph) = &block.content else {
                return false;
            };
            let item = paragraph
                .list
                .as_ref()
                .and_then(|item| item.number.as_ref());
            item.is_some_and(|item| item.parts.last() == Some(last))
        })
    })
}

fn judge(context: &Context<'_>, prose: &Prose<'_>, reference: &Reference) -> Option<Diagnostic> {
    if is_outside(&prose.text.plain, reference) || is_price(&prose.text.plain, reference) {
        return None;
    }
    match reference.target {
        Target::Section => section(context, prose, reference),
        Target::Table => caption(context, prose, reference, CaptionKind::Table, "table"),
        Target::Figure => caption(context, prose, reference, CaptionKind::Figure, "figure"),
    }
}

/// Number of sections with letters by which letters are known to number sections.
const MANY_LETTERS: usize = 4;

fn section(context: &Context<'_>, prose: &Prose<'_>, reference: &Reference) -> Option<Diagnostic> {
    let number = &reference.number;
    let home = context.citation(prose.block);
    let known: Vec<&Anchor<'_>> = context
        .anchors
        .iter()
        .filter(|anchor| anchor.number.is_same(number))
        .collect();
    if !known.is_empty() {
        return wrong_title(context, prose, reference, &known)
            .or_else(|| wrong_way(context, prose, reference))
            .map(|finding| finding.cite(home));
    }
    let is_captioned = context.captions.iter().any(|(caption, _)| {
        let own = caption.number.as_ref();
        own.is_some_and(|own| own.is_same(number))
    });
    if is_known(context, number) || !reference.is_named && is_captioned {
        return None;
    }
    let depth = number.depth();
    // `chapter X`, where the sections have Roman numbers.
    let has_roman = context
        .anchors
        .iter()
        .any(|anchor| matches!(anchor.number.parts.as_slice(), [NumberPart::Roman(_)]));
    let as_roman = match number.parts.as_slice() {
        [part] if has_roman => part.as_roman(),
        _ => None,
    };
    let first_part = as_roman
        .or(number.parts.first().copied())
        .unwrap_or(NumberPart::Decimal(0));
    let same_scheme = |anchor: &&Anchor<'_>| {
        anchor.number.depth() >= depth.min(2)
            && std::mem::discriminant(
                anchor
                    .number
                    .parts
                    .first()
                    .unwrap_or(&NumberPart::Decimal(0)),
            ) == std::mem::discriminant(&first_part)
    };
    let n_alike = context.anchors.iter().filter(same_scheme).count();
    // `see 4.2`, where sections have one number each.
    let n_flat = context
        .anchors
        .iter()
        .filter(|anchor| anchor.number.depth() == 1 && !anchor.title.is_empty())
        .count();
    let parent_is_known = number
        .parent()
        .is_some_and(|parent| context.document.numbered(&parent).next().is_some());
    let is_flat = n_alike == 0 && depth == 2 && n_flat >= 5 && parent_is_known;
    let n_alike = if is_flat { n_flat } else { n_alike };
    let is_decimal = matches!(number.parts.first(), Some(NumberPart::Decimal(_)));
    // `see H`, where the sections are A to J.
    let is_told = is_decimal || reference.is_named && reference.is_rule;
    let is_roman = matches!(first_part, NumberPart::Roman(_)) && reference.is_named;
    let is_letter = !is_told && !is_roman && {
        let titled = context.anchors.iter().filter(|anchor| {
            let parts = anchor.number.parts.as_slice();
            matches!(parts, [NumberPart::Letter(_)]) && !anchor.title.is_empty()
        });
        titled.count() >= MANY_LETTERS
    };
    let is_counted = depth == 1 && (reference.is_rule || !is_decimal) && !is_letter && !is_roman;
    if n_alike < 3 || is_counted || is_map_place(context, prose, reference) {
        return None;
    }
    let span = context.span(prose, reference.range.clone())?;
    Some(
        Diagnostic::new(
            Code::MissingSection,
            format!("there is no section {number}"),
        )
        .label(span, "referred to here")
        .help(numbers_beside(context, number))
        .cite(home),
    )
}

/// The cure of a number that no section has: the numbers beside it.
pub(super) fn numbers_beside(context: &Context<'_>, number: &Number) -> String {
    let Some(parent) = number.parent() else {
        return "correct the number".to_owned();
    };
    let is_sibling = |anchor: &&Anchor<'_>| {
        let other = anchor.number.parent();
        other.is_some_and(|other| other.is_same(&parent))
    };
    let mut siblings = context.anchors.iter().filter(is_sibling);
    let first = siblings.next().map(|anchor| &anchor.number.text);
    let last = siblings.next_back().map(|anchor| &anchor.number.text);
    match (first, last) {
        (Some(first), Some(last)) if first != last => {
            format!("section {parent} has {first} to {last}: correct the number")
        }
        (Some(only), _) => format!("section {parent} has only {only}: correct the number"),
        (None, _) => format!("correct the number: nothing below section {parent} is numbered"),
    }
}

/// A title beside the number of a reference, with its place.
struct Given {
    title: String,
    range: Range<usize>,
    /// Whether its form says that it is a title: quoted, after a colon, or all its words capitalised.
    is_sure: bool,
}

fn given_after(text: &str, end: usize) -> Option<Given> {
    let rest = text.get(end..)?;
    let lead = rest.len()
        - rest
            .trim_start_matches([' ', ':', ',', '(', '“', '"', '–', '—'])
            .len();
    let mark = rest.get(..lead)?;
    let body = rest.get(lead..)?;
    let is_quoted = mark.contains(['“', '"']);
    let is_marked = is_quoted || mark.contains([':', '(', '–', '—']);
    let limit = body
        .find(['”', '"', ')', '.', ',', ';', '\n', '('])
        .unwrap_or(body.len());
    let all = body.get(..limit)?;
    if is_quoted {
        return Some(Given {
            title: all.trim().to_owned(),
            range: end + lead..end + lead + all.trim_end().len(),
            is_sure: true,
        });
    }
    // Capitalised words, with small ones between them.
    let mut length = 0;
    for token in tokens(all) {
        let is_small = token.is_word(&[
            "of", "the", "and", "to", "in", "for", "on", "vs", "with", "a", "by",
        ]);
        if token.is_capitalised() || token.is_any_mark(&['/', '-', '’']) || token.whole().is_some()
        {
            length = token.range.end;
        } else if !is_small {
            break;
        }
    }
    let title = all.get(..length)?.trim();
    let first = title.chars().next()?;
    let ends_phrase = all.get(length..).is_some_and(|rest| rest.trim().is_empty());
    (first.is_uppercase()).then(|| Given {
        title: title.to_owned(),
        range: end + lead..end + lead + title.len(),
        is_sure: is_marked && ends_phrase,
    })
}

/// The longest title of a section that follows a number, as written.
fn whole_title(context: &Context<'_>, text: &str, end: usize) -> Option<Given> {
    let rest = text.get(end..)?;
    let lead = rest.len()
        - rest
            .trim_start_matches([' ', ':', ',', '(', '–', '—'])
            .len();
    let body = rest.get(lead..)?;
    let is_here = |title: &&str| {
        let written = body.get(..title.len());
        let after = body.get(title.len()..).unwrap_or_default();
        title.len() >= 4
            && written.is_some_and(|written| {
                written.eq_ignore_ascii_case(title) && written.starts_with(char::is_uppercase)
            })
            && !after.starts_with(char::is_alphanumeric)
    };
    let titles = context.anchors.iter().map(|anchor| anchor.title);
    let title = titles.filter(is_here).max_by_key(|title| title.len())?;
    let range = end + lead..end + lead + title.len();
    Some(Given {
        title: title.to_owned(),
        range,
        is_sure: true,
    })
}

fn wrong_title(
    context: &Context<'_>,
    prose: &Prose<'_>,
    reference: &Reference,
    known: &[&Anchor<'_>],
) -> Option<Diagnostic> {
    let own: Vec<&str> = known
        .iter()
        .map(|anchor| anchor.title)
        .filter(|title| !title.is_empty())
        .collect();
    let text = &prose.text.plain;
    let Some(own_title) = own.first() else {
        return elsewhere(context, prose, reference);
    };
    let own_keys: Vec<Vec<String>> = own.iter().map(|title| title_key(title)).collect();
    let whole = whole_title(context, text, reference.range.end);
    if let Some(given) = whole.or_else(|| given_after(text, reference.range.end)) {
        let key = title_key(&given.title);
        let is_own = own_keys.iter().any(|own| shares(own, &key));
        if key.is_empty() || is_own {
            return None;
        }
        let other = context
            .anchors
            .iter()
            .find(|anchor| !anchor.title.is_empty() && title_key(anchor.title) == key);
        // `(9.6, Advance after Combat)`: a title alone with its number in brackets.
        let is_bracketed = is_alone(text, reference, &given.range);
        let long = key.len() >= 2 && given.is_sure || is_bracketed && !is_remark(&given.title);
        if other.is_none() && !long {
            return None;
        }
        return titled_otherwise(context, prose, reference, own_title, &given.range, other);
    }
    let (other, range) = title_before(context, text, reference)?;
    let key = title_key(other.title);
    if other.number.is_same(&reference.number) || own_keys.iter().any(|own| shares(own, &key)) {
        return None;
    }
    titled_otherwise(context, prose, reference, own_title, &range, Some(other))
}

/// Whether a number and the words after it are all that a pair of brackets holds.
fn is_alone(text: &str, reference: &Reference, title: &Range<usize>) -> bool {
    let head = text.get(..reference.range.start).unwrap_or_default();
    let head = head.trim_end_matches(|letter: char| letter.is_alphabetic() || letter == ' ');
    let tail = text.get(title.end..).unwrap_or_default();
    head.ends_with(['(', '[']) && tail.starts_with([')', ']'])
}

/// Whether words after a number say what is there or what it is for, and are no title: `Combat Phase`, `Optional`.
fn is_remark(title: &str) -> bool {
    let words = tokens(title);
    words.last().is_some_and(|last| {
        last.whole().is_some()
            || last.is_word(&[
                "phase",
                "step",
                "segment",
                "only",
                "rule",
                "rules",
                "column",
                "row",
                "page",
                "scenario",
                "player",
                "side",
                "turn",
                "optional",
                "advanced",
                "basic",
                "table",
                "example",
                "case",
                "exception",
            ])
    })
}

/// `Line of sight (10.2)`: the section whose title is before a number, and the place of the title.
fn title_before<'c, 'a>(
    context: &'c Context<'a>,
    text: &str,
    reference: &Reference,
) -> Option<(&'c Anchor<'a>, Range<usize>)> {
    let before = text
        .get(..reference.start)?
        .trim_end_matches([' ', ',', '(', '[', '”', '"']);
    let lower = before.to_lowercase();
    let is_title_of = |anchor: &&Anchor<'_>| {
        let title = anchor.title;
        // `Disrupted units (9.2) rally`: words that begin a paragraph elsewhere are no title here.
        if !anchor.is_heading || title.len() < 4 || !lower.ends_with(&anchor.lower) {
            return false;
        }
        let start = before.len().saturating_sub(title.len());
        let is_whole = before
            .get(..start)
            .is_some_and(|head| !head.ends_with(char::is_alphanumeric));
        let is_high = before
            .get(start..)
            .is_some_and(|written| written.starts_with(char::is_uppercase))
            && start > 0;
        is_whole && is_high
    };
    let other = context.anchors.iter().find(is_title_of)?;
    let start = before.len().saturating_sub(other.title.len());
    Some((other, start..before.len()))
}

/// `the Sighting Table (4.3)`, where 4.3 is a rule without a title, and the table is 4.4.
fn elsewhere(
    context: &Context<'_>,
    prose: &Prose<'_>,
    reference: &Reference,
) -> Option<Diagnostic> {
    let (other, range) = title_before(context, &prose.text.plain, reference)?;
    let number = &reference.number;
    let is_titled = |anchor: &&Anchor<'_>| title_key(anchor.title) == title_key(other.title);
    let mut titled = context.anchors.iter().filter(is_titled);
    // A rule inside the section with the title, or one of two with it, may be meant.
    let is_inside = titled.any(|anchor| {
        anchor.number.is_same(number)
            || anchor.number.contains(number)
            || number
                .parent()
                .is_some_and(|parent| anchor.number.is_whole_of(&parent))
    });
    if is_inside || title_key(other.title).len() < 2 {
        return None;
    }
    let message = format!("section {number} is not “{}”", other.title);
    Some(
        Diagnostic::new(Code::WrongTitle, message)
            .label(
                context.span(prose, reference.range.clone())?,
                format!("section {number}"),
            )
            .label(context.span(prose, range)?, "the title given here")
            .help(format!("“{}” is section {}", other.title, other.number)),
    )
}

/// Whether two titles have a word in common that says something: `table` does not, beside other words.
fn shares(one: &[String], other: &[String]) -> bool {
    let idle = title_key("table chart");
    let says = |word: &&String| word.len() > 1 && !idle.contains(word);
    let is_idle = !one.iter().any(|word| says(&word)) || !other.iter().any(|word| says(&word));
    one.iter()
        .any(|word| (is_idle || says(&word)) && other.contains(word))
}

fn titled_otherwise(
    context: &Context<'_>,
    prose: &Prose<'_>,
    reference: &Reference,
    own: &str,
    range: &Range<usize>,
    other: Option<&Anchor<'_>>,
) -> Option<Diagnostic> {
    let number = &reference.number;
    let message = format!("section {number} has another title: “{own}”");
    let finding = Diagnostic::new(Code::WrongTitle, message)
        .label(
            context.span(prose, reference.range.clone())?,
            format!("section {number}"),
        )
        .label(context.span(prose, range.clone())?, "the title given here");
    Some(match other {
        Some(other) => finding.help(format!("“{}” is section {}", other.title, other.number)),
        None => finding
            .help("correct the number or the title")
            .confidence(Confidence::Likely),
    })
}

fn caption(
    context: &Context<'_>,
    prose: &Prose<'_>,
    reference: &Reference,
    kind: CaptionKind,
    what: &str,
) -> Option<Diagnostic> {
    let number = &reference.number;
    let of_kind: Vec<_> = context
        .captions
        .iter()
        .filter(|(caption, _)| caption.kind == kind)
        .collect();
    let is_same =
        |other: &Option<Number>| other.as_ref().is_some_and(|other| other.is_same(number));
    let found = of_kind.iter().find(|(caption, _)| is_same(&caption.number));
    // A paragraph that is a caption names itself.
    let is_caption = matches!(context.document.blocks.get(prose.block).map(|block| &block.content), Some(BlockContent::Paragraph(paragraph)) if paragraph.caption.is_some());
    if of_kind.is_empty() && kind == CaptionKind::Table && !prose.is_cell {
        return no_numbers(context, prose, reference);
    }
    if of_kind.is_empty() || is_caption || prose.is_cell && of_kind.len() < 2 {
        return None;
    }
    let span = context.span(prose, reference.range.clone())?;
    let Some((known, _)) = found else {
        // `section 5.3` may also be the number of a table, where tables are not counted by themselves.
        let is_figure = kind == CaptionKind::Figure && reference.is_named;
        let is_counted = number.depth() == 1 && (of_kind.len() >= 3 || is_figure);
        if !is_counted
            && context
                .anchors
                .iter()
                .any(|anchor| anchor.number.is_same(number))
        {
            return None;
        }
        let numbers: Vec<&str> = of_kind
            .iter()
            .filter_map(|(caption, _)| Some(caption.number.as_ref()?.text.as_str()))
            .collect();
        let shown = numbers
            .iter()
            .take(12)
            .copied()
            .collect::<Vec<_>>()
            .join(", ");
        return Some(
            Diagnostic::new(Code::MissingTable, format!("there is no {what} {number}"))
                .label(span, "referred to here")
                .help(format!("correct the number: there is {what} {shown}"))
                .cite(context.citation(prose.block)),
        );
    };
    let given = given_after(&prose.text.plain, reference.range.end)?;
    let key = title_key(&given.title);
    let own = title_key(&known.title);
    let is_other = names_another(&prose.text.plain, reference, &given, (&own, &key));
    if key.is_empty() || own.is_empty() || shares(&own, &key) && !is_other {
        return None;
    }
    let other = of_kind
        .iter()
        .find(|(caption, _)| title_key(&caption.title) == key);
    let finding = Diagnostic::new(
        Code::WrongTitle,
        format!("{what} {number} has another title: “{}”", known.title),
    )
    .label(span, "")
    .label(
        context.span(prose, given.range.clone())?,
        "the title given here",
    );
    let Some((other, _)) = other else {
        return (is_other || is_title_of_none(context, &given, &key)).then(|| {
            finding
                .help("correct the number or the title")
                .confidence(Confidence::Likely)
                .cite(context.citation(prose.block))
        });
    };
    Some(
        finding
            .help(format!(
                "“{}” is {what} {}",
                other.title,
                other
                    .number
                    .as_ref()
                    .map_or("", |number| number.text.as_str())
            ))
            .cite(context.citation(prose.block)),
    )
}

/// Whether the whole title after a number and a comma, `Table 4, Combat Adjustments.`, and that of the caption, `Combat Modifiers`, each have a
/// word that the other lacks.
fn names_another(
    text: &str,
    reference: &Reference,
    given: &Given,
    (own, key): (&[String], &[String]),
) -> bool {
    let after = text.get(given.range.end..).unwrap_or_default();
    let is_whole = after.starts_with(['.', ',', ')', ';']) && key.len() >= 2;
    let lead = text.get(reference.range.end..given.range.start);
    let is_given = lead.is_some_and(|lead| lead.trim() == ",");
    let says = |word: &&String| *word != "tabl" && *word != "chart";
    let differs = |one: &[String], other: &[String]| {
        let mut words = one.iter().filter(says);
        words.any(|word| !other.contains(word))
    };
    is_whole && is_given && differs(own, key) && differs(key, own)
}

/// Whether words in brackets or quotation marks after the number of a table are a title that nothing has, and no remark: `Table 4 (Ratings of
/// Convoys)`, not `Table 4 (Combat Phase)`.
fn is_title_of_none(context: &Context<'_>, given: &Given, key: &[String]) -> bool {
    let is_sure = given.is_sure && key.len() >= 2;
    is_sure && !is_remark(&given.title) && !titles::is_title(context, key)
}

/// `Table 3`, in a manuscript whose tables have no numbers.
fn no_numbers(
    context: &Context<'_>,
    prose: &Prose<'_>,
    reference: &Reference,
) -> Option<Diagnostic> {
    let all = context.paragraphs().into_iter();
    let n = all
        .flat_map(|prose| references_of(&prose.text.plain, context.words(&prose), false))
        .filter(|other| other.target == Target::Table)
        .count();
    let has_tables = context.tables().count() >= 2;
    // Many such references mean tables elsewhere.
    if n != 1 || !has_tables || reference.number.depth() > 1 {
        return None;
    }
    let message = format!("there is no table {}", reference.number);
    Some(
        Diagnostic::new(Code::MissingTable, message)
            .label(
                context.span(prose, reference.range.clone())?,
                "referred to here",
            )
            .help("no table of this manuscript has a number: give the table this one, or name its section")
            .confidence(Confidence::Likely)
            .cite(context.citation(prose.block)),
    )
}
