//! Sections: a heading with all up to the next one of its level.

use crate::model::{BlockContent, Container, Document, Section};

/// Finds the sections of a document.
pub(super) fn find(document: &mut Document) {
    let mut sections: Vec<Section> = Vec::new();
    let n_blocks = document.blocks.len();
    for (at, block) in document.blocks.iter().enumerate() {
        let BlockContent::Heading(heading) = &block.content else {
            continue;
        };
        if block.container != Container::Body {
            continue;
        }
        for open in sections
            .iter_mut()
            .filter(|section| section.blocks.end == n_blocks)
        {
            if open.level >= heading.level {
                open.blocks.end = at;
            }
        }
        let number = heading.number().cloned();
        let title = heading.title.plain.trim().to_owned();
        sections.push(Section {
            id: number
                .as_ref()
                .map_or_else(|| title.clone(), |number| number.text.clone()),
            number,
            title,
            level: heading.level,
            heading: at,
            blocks: at..n_blocks,
        });
    }
    document.sections = sections;
}
