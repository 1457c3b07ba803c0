//! Structure that the format does not declare: headings by their look, numbers typed by hand, captions, header rows, sections.

mod captions;
mod headings;
mod lists;
mod sections;
mod tables;

use crate::model::{BlockContent, Document, Paragraph};

/// Completes a document that was read.
pub(super) fn find(document: &mut Document) {
    headings::mark_contents(document);
    headings::mark_listed_contents(document);
    headings::find(document);
    lists::find(document);
    tables::find(document);
    lists::mark_examples(document);
    sections::find(document);
}

/// The paragraph of a block.
fn paragraph_mut(content: &mut BlockContent) -> Option<&mut Paragraph> {
    match content {
        BlockContent::Paragraph(paragraph) => Some(paragraph),
        BlockContent::Heading(_) | BlockContent::Table(_) | BlockContent::Code(_) => None,
    }
}

/// The paragraph of a block.
fn paragraph(content: &BlockContent) -> Option<&Paragraph> {
    match content {
        BlockContent::Paragraph(paragraph) => Some(paragraph),
        BlockContent::Heading(_) | BlockContent::Table(_) | BlockContent::Code(_) => None,
    }
}
