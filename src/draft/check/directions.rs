//! References that look the wrong way.
//!
//! Reports: E0718.

use sandtable_diagnostic::{Code, Diagnostic};

use super::context::{Context, Prose};
use super::reference::Reference;
use super::words::{Kind, tokens};
use crate::model::BlockContent;

/// `see 16.1 above`, where 16.1 is below.
///
/// Reports: E0718.
pub(super) fn wrong_way(
    context: &Context<'_>,
    prose: &Prose<'_>,
    reference: &Reference,
) -> Option<Diagnostic> {
    let end = reference.range.end;
    let after = prose.text.plain.get(end..)?;
    let words = tokens(after);
    let way = words.iter().take(2).find(|word| word.kind == Kind::Word)?;
    let is_above = way.is_word(&["above"]);
    if !is_above && !way.is_word(&["below"]) {
        return None;
    }
    let blocks = context.document.blocks.iter().enumerate();
    let mut places = blocks.filter_map(|(at, block)| {
        let number = match &block.content {
            BlockContent::Heading(heading) => heading.number(),
            BlockContent::Paragraph(paragraph) => paragraph.list.as_ref()?.number.as_ref(),
            BlockContent::Table(_) | BlockContent::Code(_) => None,
        };
        number
            .filter(|own| own.is_same(&reference.number))
            .map(|_| at)
    });
    let (place, None) = (places.next()?, places.next()) else {
        return None;
    };
    if place == prose.block || is_above == (place < prose.block) {
        return None;
    }
    let (given, right) = match is_above {
        true => ("above", "below"),
        false => ("below", "above"),
    };
    let span = context.span(prose, end + way.range.start..end + way.range.end)?;
    let message = format!("{} is {right}, not {given}", reference.number);
    Some(
        Diagnostic::new(Code::VagueReference, message)
            .label(span, "")
            .help(format!("write “{right}”, or leave it out")),
    )
}
