//! Numbers of headings and paragraphs that references may mean, with their titles.

use crate::model::{BlockContent, Container, Document, Number, Text};

/// Numbered heading or paragraph.
pub(super) struct Anchor<'a> {
    pub(super) number: &'a Number,
    /// Words after the number; of a numbered paragraph its title in bold, or nothing.
    pub(super) title: &'a str,
    /// The title in small letters.
    pub(super) lower: String,
    /// Whether it is a heading.
    pub(super) is_heading: bool,
}

/// The numbered headings and paragraphs of a document, in reading order.
pub(super) fn of_document(document: &Document) -> Vec<Anchor<'_>> {
    let mut anchors = Vec::new();
    for block in &document.blocks {
        if block.container == Container::Contents {
            continue;
        }
        match &block.content {
            BlockContent::Heading(heading) => {
                for number in [&heading.computed, &heading.typed].into_iter().flatten() {
                    let title = heading.title.plain.trim();
                    anchors.push(Anchor {
                        number,
                        title,
                        lower: title.to_lowercase(),
                        is_heading: true,
                    });
                }
            }
            BlockContent::Paragraph(paragraph) => {
                let number = paragraph
                    .list
                    .as_ref()
                    .and_then(|item| item.number.as_ref());
                if let Some(number) = number.filter(|number| number.depth() > 1) {
                    let title = bold_title(&paragraph.text);
                    anchors.push(Anchor {
                        number,
                        title,
                        lower: title.to_lowercase(),
                        is_heading: false,
                    });
                }
            }
            BlockContent::Table(_) | BlockContent::Code(_) => {}
        }
    }
    anchors
}

/// The title in bold that a numbered paragraph begins with, `Advance after Combat. If the defender …`; empty if it has none.
fn bold_title(text: &Text) -> &str {
    let bold = text.ranges(|style| style.bold);
    let first = bold.into_iter().find(|range| range.start == 0);
    let title = first.and_then(|range| text.plain.get(range));
    let title = title.unwrap_or_default().trim();
    let short = title.strip_suffix(['.', ':']).unwrap_or_default();
    let is_title = short.starts_with(char::is_uppercase)
        && (1..=6).contains(&short.split_whitespace().count())
        && !short.contains(['.', ':', ';']);
    if is_title { short } else { "" }
}
