//! Titles in quotation marks that no heading has.
//!
//! Reports: E0701.

use super::context::{Context, Prose};
use super::words::{Token, title_key, tokens};
use crate::model::BlockContent;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};

/// `see "Rail Movement"`: a title in quotation marks that no heading has.
pub(super) fn quoted_after_see(context: &Context<'_>, prose: &Prose<'_>) -> Option<Diagnostic> {
    let text = &prose.text.plain;
    let words = tokens(text);
    for token in words.iter().filter(|token| token.is_word(&["see"])) {
        let rest = text.get(token.range.end..)?;
        let Some(inner) = rest.strip_prefix(" \"").or_else(|| rest.strip_prefix(" “")) else {
            continue;
        };
        let start = text.len() - inner.len();
        let Some(length) = inner.find(['"', '”']) else {
            continue;
        };
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
            continue;
        }
        return Some(
            Diagnostic::new(
                Code::MissingSection,
                format!("no section has the title “{quoted}”"),
            )
            .label(context.span(prose, start..start + quoted.len())?, "")
            .help("give the title as the heading has it")
            .confidence(Confidence::Likely)
            .cite(context.citation(prose.block)),
        );
    }
    None
}

/// `the "Suddenly Appearing Targets" section`: a title in quotation marks that no heading has.
pub(super) fn quoted_titles(context: &Context<'_>, prose: &Prose<'_>) -> Option<Diagnostic> {
    let text = &prose.text.plain;
    let words = tokens(text);
    for (at, token) in words.iter().enumerate() {
        if !token.is_word(&["section", "chapter"]) {
            continue;
        }
        let before = text.get(..token.range.start)?.trim_end();
        let inner = before.strip_suffix(['"', '”'])?;
        let open = inner.rfind(['"', '“'])?;
        let quoted = inner.get(open..)?.trim_start_matches(['"', '“']);
        let n_words = quoted.split_whitespace().count();
        if !(1..=9).contains(&n_words) || at == 0 || !quoted.starts_with(char::is_uppercase) {
            continue;
        }
        let missing = quoted
            .split('/')
            .map(title_key)
            .find(|key| !key.is_empty() && !is_title(context, key));
        if missing.is_some() {
            let range = open + (inner.get(open..)?.len() - quoted.len())..inner.len();
            return Some(
                Diagnostic::new(
                    Code::MissingSection,
                    format!("no section has the title “{quoted}”"),
                )
                .label(context.span(prose, range)?, "")
                .help("give the title as the heading has it")
                .cite(context.citation(prose.block)),
            );
        }
    }
    None
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

/// Words before a title that is referred to.
const LEADS: [&str; 6] = ["see", "under", "in", "also", "to", "by"];

/// Titles that a manuscript refers to by words in italics or bold: `See *Creatures of the Ruins*`.
pub(super) struct Emphasis {
    /// Whether it does so: such words are titles at two places or more, and nearly everywhere.
    is_usual: bool,
}

impl Emphasis {
    pub(super) fn new(context: &Context<'_>) -> Self {
        let (mut n, mut n_titles) = (0, 0);
        for prose in context.paragraphs() {
            for (key, _) in emphasised(&prose) {
                n += 1;
                n_titles += usize::from(is_heading(context, &key));
            }
        }
        Self {
            is_usual: n_titles >= 2 && n - n_titles <= 1 + n / 4,
        }
    }

    /// Words in italics or bold after `see` or `under` that no heading has.
    ///
    /// Reports: E0701.
    pub(super) fn missing(&self, context: &Context<'_>, prose: &Prose<'_>) -> Option<Diagnostic> {
        if !self.is_usual || prose.is_cell {
            return None;
        }
        let all = emphasised(prose);
        let (_, range) = all.iter().find(|(key, _)| !is_title(context, key))?;
        let title = prose.text.plain.get(range.clone())?;
        Some(
            Diagnostic::new(
                Code::MissingSection,
                format!("no section has the title “{title}”"),
            )
            .label(context.span(prose, range.clone())?, "")
            .help("give the title as the heading has it")
            .confidence(Confidence::Likely)
            .cite(context.citation(prose.block)),
        )
    }
}

fn is_heading(context: &Context<'_>, key: &[String]) -> bool {
    context.blocks().any(|(_, block)| match &block.content {
        BlockContent::Heading(heading) => title_key(&heading.title.plain) == key,
        BlockContent::Paragraph(_) | BlockContent::Table(_) | BlockContent::Code(_) => false,
    })
}

/// Keys and places of the capitalised words in italics or bold after `see`, `under` or such.
fn emphasised(prose: &Prose<'_>) -> Vec<(Vec<String>, std::ops::Range<usize>)> {
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

/// Whether a short line has these words, as the title of a table may.
pub(super) fn is_line(context: &Context<'_>, key: &[String]) -> bool {
    context.blocks().any(|(_, block)| match &block.content {
        BlockContent::Paragraph(paragraph)
            if paragraph.text.plain.split_whitespace().count() <= 10 =>
        {
            let own = title_key(&paragraph.text.plain);
            own.starts_with(key) || own.ends_with(key)
        }
        BlockContent::Paragraph(_)
        | BlockContent::Heading(_)
        | BlockContent::Table(_)
        | BlockContent::Code(_) => false,
    })
}
