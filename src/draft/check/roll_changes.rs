//! Whether a roll on a table is modified.

use super::context::Context;
use super::table_keys::is_odds;
use super::words::{Kind, Token, sentences, tokens};
use crate::keys::Dice;
use crate::model::{BlockContent, Grid};

/// Whether rolls are modified in the section of a table, or by a table of modifiers in its chapter.
pub(super) fn changes_rolls(context: &Context<'_>, block: usize, dice: Option<Dice>) -> bool {
    let document = context.document;
    let section = context.home(block).and_then(|at| document.sections.get(at));
    let chapter = context
        .chapter(block)
        .and_then(|at| document.sections.get(at));
    let whole = 0..document.blocks.len();
    let inner = section.map_or(whole.clone(), |section| section.blocks.clone());
    let outer = chapter.map_or(whole, |section| section.blocks.clone());
    // Columns of odds are shifted, and the roll itself is not, unless its own paragraph says so.
    let has_odds = matches!(&document.blocks.get(block).map(|block| &block.content),
        Some(BlockContent::Table(grid)) if has_odds(grid));
    let own_number = context.number_of(block);
    let inner = match has_odds && own_number.is_some_and(|number| number.depth() > 1) {
        true => {
            let is_own = |at: &usize| context.number_of(*at) == own_number;
            let start = inner.clone().find(is_own).unwrap_or(block);
            start..inner.clone().rfind(is_own).map_or(block, |at| at + 1)
        }
        false => inner,
    };
    // Modifiers elsewhere in the chapter are of the dice that it names elsewhere.
    let elsewhere = outer.clone().filter(|at| !inner.contains(at));
    let elsewhere = elsewhere.filter_map(|at| document.blocks.get(at));
    let named = elsewhere.flat_map(|block| match &block.content {
        BlockContent::Paragraph(paragraph) => context.all_dice(&paragraph.text.plain),
        BlockContent::Heading(_) | BlockContent::Table(_) | BlockContent::Code(_) => Vec::new(),
    });
    let named: Vec<Dice> = named.collect();
    let is_other = !named.is_empty() && dice.is_some_and(|dice| !named.contains(&dice));
    let outer = if is_other { inner.clone() } else { outer };
    let own = |at: usize| at == block;
    outer.into_iter().any(|at| {
        let Some(content) = document.blocks.get(at).map(|block| &block.content) else {
            return false;
        };
        match content {
            BlockContent::Paragraph(paragraph) => {
                // What is added to other dice, or belongs to a unit, does not change this roll.
                let text = &paragraph.text.plain;
                let own = context.dice_of_block(at, text);
                let is_other = dice.zip(own).is_some_and(|(dice, own)| dice != own)
                    || has_odds && paragraph.is_example;
                !is_other && !context.is_profile(at) && speaks_of_change(text, inner.contains(&at))
            }
            BlockContent::Heading(heading) => {
                heading.text.plain.to_lowercase().contains("modifier")
            }
            BlockContent::Table(grid) if has_odds && gives_shifts(grid) => false,
            BlockContent::Table(grid) if !own(at) => {
                let caption = grid
                    .caption
                    .as_ref()
                    .map_or("", |caption| caption.title.as_str());
                let words = format!(
                    "{caption} {}",
                    (0..grid.n_columns)
                        .map(|column| grid.header(column))
                        .collect::<Vec<_>>()
                        .join(" ")
                );
                let lower = words.to_lowercase();
                lower.contains("modif") || lower.contains("drm")
            }
            BlockContent::Table(_) | BlockContent::Code(_) => false,
        }
    })
}

/// Whether columns of a table are odds: `1:2`, `1:1`, `3:2`.
fn has_odds(grid: &Grid) -> bool {
    grid.n_header_rows
        .checked_sub(1)
        .is_some_and(|row| is_odds((1..grid.n_columns).map(|column| grid.text(row, column))))
}

/// Whether a table gives shifts of columns: `1L`, `2R`.
fn gives_shifts(grid: &Grid) -> bool {
    let cells = grid.cells.iter();
    let shifts = cells.filter(|cell| {
        let words = tokens(&cell.text.plain);
        words.first().is_some_and(Token::is_shift)
    });
    shifts.count() >= 2
}

/// Whether a text says that a roll is changed; a text that is not near must name the roll.
pub(super) fn speaks_of_change(text: &str, is_near: bool) -> bool {
    // `add them up` only says how the dice are read.
    let mut lower = text.to_lowercase();
    for phrase in [
        "nothing modifies",
        "no modifiers",
        "never modified",
        "not modified",
        "unmodified",
        "add them",
        "add up",
        "add both",
        "add the dice",
        "add the two",
    ] {
        lower = lower.replace(phrase, "");
    }
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if is_near {
        // `blocks there fire at −1` says nothing about this roll.
        let is_signed = sentences(text).into_iter().any(|range| {
            let words = tokens(text.get(range).unwrap_or_default());
            let is_first = words
                .first()
                .is_some_and(|word| matches!(word.kind, Kind::Signed(_)));
            let speaks = words.iter().any(|word| {
                word.is_word(&[
                    "roll", "rolls", "die", "dice", "result", "total", "score", "test", "it",
                    "check", "throw",
                ])
            });
            is_first
                || speaks
                    && words
                        .iter()
                        .any(|word| matches!(word.kind, Kind::Signed(_)))
        });
        return is_signed
            || has(&[
                "modif", "add ", "adds ", "adding", "subtract", "bonus", "penalt", "drm", " shift",
            ]);
    }
    let rolls = has(&["roll", "die", "dice"]);
    rolls && has(&["modif", "add ", "adds ", "subtract", "drm"])
}
