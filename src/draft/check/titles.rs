//! Titles in quotation marks that no heading has.
//!
//! Reports: E0701, E0718.

use super::context::{Context, Prose};
use super::words::{Token, title_key, tokens};
use crate::model::BlockContent;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use std::ops::Range;

/// `see "Rail Movement"`: a title in quotation marks that no heading has.
pub(super) fn quoted_after_see(context: &Context<'_>, prose: &Prose<'_>) -> Vec<Diagnostic> {
    let words = tokens(&prose.text.plain);
    let all = words.iter().filter(|token| token.is_word(&["see"]));
    all.filter_map(|token| after_see(context, prose, token))
        .collect()
}

fn after_see(context: &Context<'_>, prose: &Prose<'_>, token: &Token<'_>) -> Option<Diagnostic> {
    let text = &prose.text.plain;
    let rest = text.get(token.range.end..)?;
    let inner = rest
        .strip_prefix(" \"")
        .or_else(|| rest.strip_prefix(" “"))?;
    let start = text.len() - inner.len();
    let length = inner.find(['"', '”'])?;
    let quoted = inner.get(..length)?.trim_end_matches(['.', ',']);
    let key = title_key(quoted);
    let is_heading = (1..=6).contains(&quoted.split_whitespace().count())
        && quoted.starts_with(char::is_uppercase);
    let after: Vec<_> = tokens(inner.get(length + 1..).unwrap_or_default());
    let is_elsewhere = after
        .iter()
        .take(3)
        .any(|word| word.is_word(&["in", "on", "of", "section", "chapter"]));
    if key.is_empty() || !is_heading || is_elsewhere || is_title(context, &key) {
        return None;
    }
    Some(
        Diagnostic::new(
            Code::MissingSection,
            format!("no section has the title “{quoted}”"),
        )
        .label(context.span(prose, start..start + quoted.len())?, "")
        .help("give the title as the heading has it")
        .confidence(Confidence::Likely)
        .cite(context.citation(prose.block)),
    )
}

/// `the "Suddenly Appearing Targets" section`: a title in quotation marks that no heading has.
pub(super) fn quoted_titles(context: &Context<'_>, prose: &Prose<'_>) -> Vec<Diagnostic> {
    let words = tokens(&prose.text.plain);
    let all = words.iter().enumerate().skip(1);
    all.filter(|(_, token)| token.is_word(&["section", "chapter"]))
        .filter_map(|(_, token)| before_section(context, prose, token))
        .collect()
}

fn before_section(
    context: &Context<'_>,
    prose: &Prose<'_>,
    token: &Token<'_>,
) -> Option<Diagnostic> {
    let text = &prose.text.plain;
    let before = text.get(..token.range.start)?.trim_end();
    let inner = before.strip_suffix(['"', '”'])?;
    let open = inner.rfind(['"', '“'])?;
    let quoted = inner.get(open..)?.trim_start_matches(['"', '“']);
    let n_words = quoted.split_whitespace().count();
    if !(1..=9).contains(&n_words) || !quoted.starts_with(char::is_uppercase) {
        return None;
    }
    let missing = quoted
        .split('/')
        .map(title_key)
        .find(|key| !key.is_empty() && !is_title(context, key));
    missing?;
    let range = open + (inner.get(open..)?.len() - quoted.len())..inner.len();
    Some(
        Diagnostic::new(
            Code::MissingSection,
            format!("no section has the title “{quoted}”"),
        )
        .label(context.span(prose, range)?, "")
        .help("give the title as the heading has it")
        .cite(context.citation(prose.block)),
    )
}

/// Whether a heading, or a short line that may be one, has these words.
pub(super) fn is_title(context: &Context<'_>, key: &[String]) -> bool {
    context.blocks().any(|(_, block)| {
        let text = match &block.content {
            BlockContent::Heading(heading) => &heading.title.plain,
            BlockContent::Paragraph(paragraph)
                if paragraph.text.plain.split_whitespace().count() <= 10
                    && !paragraph.text.plain.contains(['"', '“']) =>
            {
                &paragraph.text.plain
            }
            BlockContent::Paragraph(_) | BlockContent::Table(_) | BlockContent::Code(_) => {
                return false;
            }
        };
        let own = title_key(text);
        own == key
            || own.starts_with(key)
            || own.ends_with(key)
            || key.len() == 1
                && own.len() <= 3
                && own.contains(key.first().unwrap_or(&String::new()))
    })
}

/// Whether the first words of a paragraph, up to a mark, have some words among them: `Making Deviation Dice. Take …`.
fn begins_with(context: &Context<'_>, key: &[String]) -> bool {
    context.paragraphs().iter().any(|prose| {
        let text = &prose.text.plain;
        let end = text.find(['.', ':', '–', '—']).unwrap_or(text.len());
        let own = title_key(text.get(..end).unwrap_or_default());
        own.len() <= 8 && own.windows(key.len()).any(|window| window == key)
    })
}

/// Words before a title that is referred to.
const LEADS: [&str; 6] = ["see", "under", "in", "also", "to", "by"];

/// Words that may be a title, as a key, and their place.
type Named = (Vec<String>, Range<usize>);

/// Titles that a manuscript refers to by words that it marks: `See *Creatures of the Ruins*`, `go on with "Hurting people"`.
pub(super) struct Marked {
    named: fn(&Prose<'_>) -> Vec<Named>,
    /// Whether it does so: such words are titles at two places or more, and nearly everywhere.
    is_usual: bool,
    /// Least number of words of a title.
    n_least: usize,
}

impl Marked {
    /// Titles in italics or bold.
    pub(super) fn by_emphasis(context: &Context<'_>) -> Self {
        Self::new(context, emphasised)
    }

    /// Titles by their capitals only: `see Rallying Units`, `as per Close Assault`.
    ///
    /// The only one that is no title is reported even if there are no others, if it has two words or more.
    pub(super) fn by_capitals(context: &Context<'_>) -> Self {
        let marked = Self::new(context, capitals);
        if marked.is_usual {
            return marked;
        }
        let all = context.paragraphs().into_iter();
        let keys = all.flat_map(|prose| capitals(&prose)).map(|(key, _)| key);
        let keys = keys.filter(|key| !is_title(context, key) && !begins_with(context, key));
        let n_missing = keys.count();
        Self {
            is_usual: n_missing == 1,
            n_least: 2,
            ..marked
        }
    }

    /// Titles in quotation marks.
    pub(super) fn by_quotes(context: &Context<'_>) -> Self {
        Self::new(context, quoted)
    }

    fn new(context: &Context<'_>, named: fn(&Prose<'_>) -> Vec<Named>) -> Self {
        let (mut n, mut n_titles) = (0, 0);
        for prose in context.paragraphs() {
            for (key, _) in named(&prose) {
                n += 1;
                n_titles += usize::from(is_heading(context, &key));
            }
        }
        Self {
            named,
            is_usual: n_titles >= 2 && n - n_titles <= 1 + n / 4,
            n_least: 1,
        }
    }

    /// Words so marked that no heading has.
    ///
    /// Reports: E0701.
    pub(super) fn missing(&self, context: &Context<'_>, prose: &Prose<'_>) -> Vec<Diagnostic> {
        if !self.is_usual || prose.is_cell {
            return Vec::new();
        }
        let all = (self.named)(prose).into_iter();
        let missing = all
            .filter(|(key, _)| key.len() >= self.n_least && !is_title(context, key))
            .filter(|(key, _)| self.n_least == 1 || !begins_with(context, key));
        let findings = missing.filter_map(|(_, range)| {
            let title = prose.text.plain.get(range.clone())?;
            Some(
                Diagnostic::new(
                    Code::MissingSection,
                    format!("no section has the title “{title}”"),
                )
                .label(context.span(prose, range)?, "")
                .help("give the title as the heading has it")
                .confidence(Confidence::Likely)
                .cite(context.citation(prose.block)),
            )
        });
        findings.collect()
    }
}

fn is_heading(context: &Context<'_>, key: &[String]) -> bool {
    context.blocks().any(|(_, block)| match &block.content {
        BlockContent::Heading(heading) => title_key(&heading.title.plain) == key,
        BlockContent::Paragraph(_) | BlockContent::Table(_) | BlockContent::Code(_) => false,
    })
}

/// Keys and places of the capitalised words in italics or bold after `see`, `under` or such.
fn emphasised(prose: &Prose<'_>) -> Vec<Named> {
    let text = &prose.text.plain;
    let mut found = Vec::new();
    for range in prose.text.ranges(|style| style.bold || style.italic) {
        let Some(words) = text.get(range.clone()) else {
            continue;
        };
        let before = tokens(text.get(..range.start).unwrap_or_default());
        let is_led = before
            .last()
            .is_some_and(|last: &Token<'_>| last.is_word(&LEADS));
        let is_see = before
            .iter()
            .rev()
            .take(2)
            .any(|word| word.is_word(&["see", "under"]));
        let n_words = words.split_whitespace().count();
        let key = title_key(words);
        if is_led
            && is_see
            && (1..=6).contains(&n_words)
            && !key.is_empty()
            && words.starts_with(char::is_uppercase)
        {
            found.push((key, range));
        }
    }
    found
}

/// Words that introduce a title in quotation marks.
const INTRODUCTIONS: [&str; 20] = [
    "see",
    "section",
    "chapter",
    "heading",
    "listed",
    "described",
    "explained",
    "given",
    "found",
    "told",
    "go",
    "turn",
    "continue",
    "refer",
    "read",
    "consult",
    "under",
    "called",
    "rules",
    "back",
];

/// Keys and places of capitalised words in quotation marks after `see`, `go on with`, `as listed in` or such.
fn quoted(prose: &Prose<'_>) -> Vec<Named> {
    let text = &prose.text.plain;
    let mut found = Vec::new();
    let mut from = 0;
    while let Some((start, end)) = quotation(text, from) {
        from = text
            .get(end..)
            .and_then(|rest| rest.chars().next())
            .map_or(text.len(), |mark| end + mark.len_utf8());
        let words = text.get(start..end).unwrap_or_default();
        let words = words.trim_end_matches(['.', ',']);
        let before = tokens(text.get(..start).unwrap_or_default());
        // The quotation mark is the last token before it.
        let before = before.split_last().map_or(&[][..], |(_, before)| before);
        let is_led = before.last().is_some_and(|last: &Token<'_>| {
            last.is_word(&LEADS)
                || last.is_word(&[
                    "with", "of", "section", "chapter", "called", "named", "headed",
                ])
        });
        let mut near = before.iter().rev().take(6);
        let is_introduced = near.any(|word| word.is_word(&INTRODUCTIONS));
        let key = title_key(words);
        let n_words = words.split_whitespace().count();
        if is_led
            && is_introduced
            && (1..=6).contains(&n_words)
            && !key.is_empty()
            && words.starts_with(char::is_uppercase)
        {
            found.push((key, start..start + words.len()));
        }
    }
    found
}

/// Words of what is no section: another book, or what is printed elsewhere.
const ELSEWHERE: [&str; 30] = [
    "section",
    "table",
    "tables",
    "chart",
    "charts",
    "appendix",
    "figure",
    "page",
    "book",
    "rulebook",
    "booklet",
    "card",
    "cards",
    "sheet",
    "screen",
    "map",
    "aid",
    "notes",
    "cover",
    "display",
    "track",
    "box",
    "website",
    "scenario",
    "scenarios",
    "edition",
    "diagram",
    "game",
    "i",
    "you",
];

/// Keys and places of the capitalised words directly after `see`, `as per`, `refer to`, or before `q.v.`, that a mark ends.
fn capitals(prose: &Prose<'_>) -> Vec<Named> {
    let text = &prose.text.plain;
    let words = tokens(text);
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let is_led = word.is_word(&["see"])
            || word.is_word(&["per"]) && before.is_some_and(|before| before.is_word(&["as"]))
            || word.is_word(&["to"]) && before.is_some_and(|before| before.is_word(&["refer"]))
            || word.is_word(&["for"]) && before.is_some_and(|before| before.is_word(&["rules"]))
            || word.is_word(&["under", "also"])
                && before.is_some_and(|before| before.is_word(&["see"]));
        let lead = words.get(at + 1);
        let is_the = lead.is_some_and(|lead| lead.text == "the");
        let start = at + 1 + usize::from(is_the);
        let small = [
            "of", "the", "and", "to", "in", "for", "from", "with", "vs", "by",
        ];
        let run = words.get(start..).unwrap_or_default().iter();
        let run = run.take_while(|word| word.is_capitalised() || word.is_word(&small));
        let n = run.count();
        let (Some(first), Some(last)) = (words.get(start), words.get(start + n.max(1) - 1)) else {
            continue;
        };
        let next = words.get(start + n);
        let ends = next.is_none_or(|next| {
            next.is_any_mark(&['.', ',', ';', ')'])
                || next.is_word(&["section", "rules", "rule", "above", "below"])
        });
        let is_title = first.is_capitalised() && last.is_capitalised() && (1..=6).contains(&n);
        let is_other = words
            .get(start..start + n)
            .unwrap_or_default()
            .iter()
            .any(|word| word.is_word(&ELSEWHERE));
        let range = first.range.start..last.range.end;
        let key = title_key(text.get(range.clone()).unwrap_or_default());
        if is_led && is_title && ends && !is_other && !key.is_empty() {
            found.push((key, range));
        }
    }
    found
}

/// Place of the words in the next quotation marks from an offset on.
fn quotation(text: &str, from: usize) -> Option<(usize, usize)> {
    let rest = text.get(from..)?;
    let open = rest.find(['"', '“'])?;
    let mark = rest.get(open..)?.chars().next()?;
    let start = from + open + mark.len_utf8();
    let inner = text.get(start..)?;
    let end = inner.find(['"', '”'])?;
    Some((start, start + end))
}

/// `see "Brawling", above`, where the section with this title is below.
///
/// Reports: E0718.
pub(super) fn wrong_way(context: &Context<'_>, prose: &Prose<'_>) -> Option<Diagnostic> {
    let text = &prose.text.plain;
    quoted(prose).into_iter().find_map(|(key, range)| {
        let after = text.get(range.end..)?;
        let after = after.trim_start_matches(['"', '”', '.', ',', ' ']);
        let words = tokens(after);
        let way = words.first()?;
        let is_above = way.is_word(&["above"]);
        // `above the table`: the place of something else.
        let ends = words
            .get(1)
            .is_none_or(|next| next.is_any_mark(&['.', ',', ';', ')', ':']));
        if !is_above && !way.is_word(&["below"]) || !ends {
            return None;
        }
        let mut places = context.blocks().filter(|(_, block)| {
            matches!(&block.content, BlockContent::Heading(heading) if title_key(&heading.title.plain) == key)
        });
        let ((place, _), None) = (places.next()?, places.next()) else {
            return None;
        };
        if place == prose.block || is_above == (place < prose.block) {
            return None;
        }
        let title = text.get(range)?;
        let (given, right) = match is_above {
            true => ("above", "below"),
            false => ("below", "above"),
        };
        let start = text.len() - after.len();
        Some(
            Diagnostic::new(
                Code::VagueReference,
                format!("“{title}” is {right}, not {given}"),
            )
            .label(context.span(prose, start..start + given.len())?, "")
            .help(format!("write “{right}”, or leave it out"))
            .cite(context.citation(prose.block)),
        )
    })
}

/// Whether a short line has these words, as the title of a table may.
pub(super) fn is_line(context: &Context<'_>, key: &[String]) -> bool {
    context.blocks().any(|(_, block)| match &block.content {
        BlockContent::Paragraph(paragraph)
            if paragraph.text.plain.split_whitespace().count() <= 10 =>
        {
            let own = title_key(&paragraph.text.plain);
            let is_near = key.len() > 1 || own.len() <= 3;
            is_near && (own.starts_with(key) || own.ends_with(key))
        }
        BlockContent::Paragraph(_)
        | BlockContent::Heading(_)
        | BlockContent::Table(_)
        | BlockContent::Code(_) => false,
    })
}
