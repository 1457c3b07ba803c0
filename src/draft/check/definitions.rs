//! Definitions of terms.

use sandtable_source::Span;

use super::context::Context;
use super::words::title_key;
use crate::model::BlockContent;

/// Definition of a term.
pub(super) struct Definition {
    pub(super) term: String,
    pub(super) key: Vec<String>,
    pub(super) text: String,
    pub(super) span: Span,
    pub(super) block: usize,
    /// Whether it is an entry of a glossary.
    pub(super) is_entry: bool,
}

fn is_glossary(context: &Context<'_>, block: usize) -> bool {
    let home = context
        .home(block)
        .and_then(|at| context.document.sections.get(at));
    home.is_some_and(|section| {
        let title = section.title.to_lowercase();
        [
            "glossary",
            "definitions",
            "terms",
            "abbreviations",
            "terminology",
            "key concepts",
            "vocabulary",
            "lexicon",
            "jargon",
        ]
        .iter()
        .any(|word| title.contains(word))
            || title.trim() == "words"
            || title.starts_with("words ")
    })
}

/// Terms that are defined: entries of a glossary, and bold words at the start of a paragraph with a colon or dash after them.
pub(super) fn find(context: &Context<'_>) -> Vec<Definition> {
    let mut found = Vec::new();
    for (at, block) in context.blocks() {
        let in_glossary = is_glossary(context, at);
        match &block.content {
            BlockContent::Paragraph(paragraph) => {
                let plain = &paragraph.text.plain;
                let bold = paragraph
                    .text
                    .ranges(|style| style.bold)
                    .into_iter()
                    .next()
                    .filter(|range| range.start == 0);
                let end = match (in_glossary, &bold) {
                    (true, None) => plain
                        .find([':', '–', '—', '='])
                        .or_else(|| plain.find(" - ")),
                    (_, Some(bold)) => {
                        let inner = plain.get(bold.clone()).unwrap_or_default();
                        let after = plain.get(bold.end..).unwrap_or_default().trim_start();
                        let is_marked = inner.trim_end().ends_with([':', '–', '—'])
                            || after.starts_with([':', '–', '—', '='])
                            || after.starts_with("- ");
                        (is_marked || in_glossary).then_some(bold.end)
                    }
                    (false, None) => code_end(plain),
                };
                let Some(end) = end else {
                    continue;
                };
                let term = plain
                    .get(..end)
                    .unwrap_or_default()
                    .trim_end_matches([':', '–', '—', '-', ' ', '=', '.'])
                    .trim();
                let text = plain
                    .get(end..)
                    .unwrap_or_default()
                    .trim_start_matches([':', '–', '—', '-', ' ', '=', '.']);
                let n_words = term.split_whitespace().count();
                if (1..=5).contains(&n_words) && text.split_whitespace().count() >= 2 {
                    found.extend(
                        paragraph
                            .text
                            .span(0..term.len())
                            .map(|span| definition(term, text, span, at, in_glossary)),
                    );
                }
            }
            BlockContent::Table(grid) if in_glossary && grid.n_columns == 2 => {
                for row in grid.body_rows() {
                    let (term, text) = (grid.text(row, 0), grid.text(row, 1));
                    if let Some(cell) = grid.at(row, 0)
                        && !term.is_empty()
                    {
                        found.push(definition(term, text, cell.span, at, true));
                    }
                }
            }
            BlockContent::Table(_) | BlockContent::Heading(_) | BlockContent::Code(_) => {}
        }
    }
    found
}

/// End of a code at the start of an entry of a list of results: `DR: the defender retreats`.
fn code_end(text: &str) -> Option<usize> {
    let end = text.find([':', '='])?;
    let code = text.get(..end)?.trim_end();
    let is_code = (1..=4).contains(&code.len())
        && code.starts_with(|letter: char| letter.is_ascii_uppercase())
        && code
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    is_code.then_some(end)
}

fn definition(term: &str, text: &str, span: Span, block: usize, is_entry: bool) -> Definition {
    let plain = term.split('(').next().unwrap_or(term);
    Definition {
        term: term.to_owned(),
        key: title_key(plain),
        text: text.to_owned(),
        span,
        block,
        is_entry,
    }
}
