//! Titles in quotation marks that no heading has.
//!
//! Reports: E0701.

use super::context::{Context, Prose};
use super::words::{title_key, tokens};
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
