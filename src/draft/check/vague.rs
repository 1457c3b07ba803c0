//! References that do not say where: a table below that is not there, `see above`.
//!
//! Reports: E0718.

use super::context::{Context, Prose};
use super::words::{Kind, Token};
use crate::model::{BlockContent, CaptionKind};
use sandtable_diagnostic::{Code, Confidence, Diagnostic};

/// Whether the section of a text has a table of the rules after it, or before it.
fn has_rule_table(context: &Context<'_>, prose: &Prose<'_>, after: bool) -> bool {
    let home = context.home(prose.block);
    let section = home.and_then(|at| context.document.sections.get(at));
    let reach = section.and_then(|section| context.document.reach_of(section));
    let own = context.document.blocks.get(prose.block);
    let (Some(reach), Some(own)) = (reach, own.map(|block| block.span)) else {
        return !context.rule_tables.is_empty();
    };
    // The rules that end a section are after all that is left of it.
    let next = home.and_then(|at| context.document.sections.get(at + 1));
    let next = next.and_then(|section| context.document.blocks.get(section.heading));
    let end = next.map_or(usize::MAX, |block| block.span.start);
    context.rule_tables.iter().any(|table| {
        let is_beside = match after {
            true => table.start > own.end,
            false => table.end < own.start,
        };
        table.file == own.file && is_beside && table.start >= reach.start && table.end <= end
    })
}

/// `the table below`, with no table there; `see above`, which does not say where.
pub(super) fn check(context: &Context<'_>, prose: &Prose<'_>) -> Vec<Diagnostic> {
    if prose.is_cell {
        return Vec::new();
    }
    let words = context.words(prose);
    let has_tables = context.tables().count() > 0;
    let found = (0..words.len()).filter_map(|at| {
        let table = has_tables.then(|| beside(context, prose, words, at));
        let found = table
            .flatten()
            .or_else(|| diagram(context, prose, words, at));
        found.or_else(|| see(context, prose, words, at))
    });
    found.collect()
}

/// `the table below`, `the following chart`, where no table is near.
fn beside(
    context: &Context<'_>,
    prose: &Prose<'_>,
    words: &[Token<'_>],
    at: usize,
) -> Option<Diagnostic> {
    let (token, next) = (words.get(at)?, words.get(at + 1)?);
    let is_table = token.is_word(&["table", "chart"]);
    let is_below = next.is_word(&["below"]) && is_table
        || token.is_word(&["following"]) && next.is_word(&["table", "chart"]);
    let is_above = next.is_word(&["above"]) && is_table;
    if !is_below && !is_above {
        return None;
    }
    let near = |distance: usize| match is_below {
        true => prose.block.checked_add(distance),
        false => prose.block.checked_sub(distance),
    };
    let has_table = (1..=15).filter_map(near).any(|place| {
        let block = context.document.blocks.get(place);
        block.is_some_and(|block| {
            matches!(
                block.content,
                BlockContent::Table(_) | BlockContent::Code(_)
            )
        })
    });
    if has_table || has_rule_table(context, prose, is_below) {
        return None;
    }
    let direction = if is_below { "below" } else { "above" };
    Some(
        Diagnostic::new(
            Code::VagueReference,
            format!("there is no table {direction} this"),
        )
        .label(context.span(prose, token.range.start..next.range.end)?, "")
        .help("name the table by its number or title")
        .cite(context.citation(prose.block)),
    )
}

/// `the diagram above`, `the flow chart below`, where no figure is near, in a manuscript whose figures have captions.
fn diagram(
    context: &Context<'_>,
    prose: &Prose<'_>,
    words: &[Token<'_>],
    at: usize,
) -> Option<Diagnostic> {
    let (token, next) = (words.get(at)?, words.get(at + 1)?);
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    let is_flow = token.is_word(&["chart"]) && before.is_some_and(|flow| flow.is_word(&["flow"]));
    let is_figure = is_flow
        || token.is_word(&[
            "diagram",
            "illustration",
            "figure",
            "drawing",
            "flowchart",
            "picture",
        ]);
    if !is_figure || !next.is_word(&["above", "below"]) {
        return None;
    }
    let is_below = next.is_word(&["below"]);
    let figures = context.captions.iter();
    let figures: Vec<usize> = figures
        .filter(|(caption, _)| caption.kind == CaptionKind::Figure)
        .map(|(_, block)| *block)
        .collect();
    let is_there = |place: usize| match is_below {
        true => (prose.block + 1..=prose.block + 15).contains(&place),
        false => place < prose.block && place + 15 >= prose.block,
    };
    let codes = context
        .blocks()
        .filter(|(_, block)| matches!(block.content, BlockContent::Code(_)));
    let mut places = codes.map(|(place, _)| place).chain(figures.iter().copied());
    if figures.len() < 2 || places.any(is_there) {
        return None;
    }
    let direction = if is_below { "below" } else { "above" };
    let message = format!("there is no {} {direction} this", token.text.to_lowercase());
    Some(
        Diagnostic::new(Code::VagueReference, message)
            .label(context.span(prose, token.range.start..next.range.end)?, "")
            .help("name the figure by its number or title")
            .confidence(Confidence::Likely)
            .cite(context.citation(prose.block)),
    )
}

/// `see above.`
fn see(
    context: &Context<'_>,
    prose: &Prose<'_>,
    words: &[Token<'_>],
    at: usize,
) -> Option<Diagnostic> {
    let (token, next) = (words.get(at)?, words.get(at + 1)?);
    let ends = words
        .get(at + 2)
        .is_none_or(|after| matches!(after.kind, Kind::Mark(_)));
    if !token.is_word(&["see"]) || !next.is_word(&["above", "below"]) || !ends {
        return None;
    }
    Some(
        Diagnostic::new(
            Code::VagueReference,
            format!("“see {}” does not say where", next.text),
        )
        .label(context.span(prose, token.range.start..next.range.end)?, "")
        .help("name the section by its number or title")
        .confidence(Confidence::Possible)
        .cite(context.citation(prose.block)),
    )
}
