//! Dice that a paragraph rolls on a table which has other ones.
//!
//! Reports: E0711.

use std::ops::Range;

use sandtable_diagnostic::{Diagnostic, Diagnostics};

use super::context::{Context, Prose};
use super::counts::conflict;
use super::reference::{Reference, Target, references_of};
use super::table_keys::axes;
use super::words::Token;
use crate::keys::{Dice, all_dice};
use crate::model::{BlockContent, Grid, Number};

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let paragraphs = context.paragraphs();
    let rolls = Rolls::new(context, &paragraphs);
    for (block, grid) in context.tables() {
        diagnostics.extend(dice_of_table(context, &rolls, block, grid));
    }
}

/// The paragraphs of a manuscript that name dice.
struct Rolls<'a> {
    /// Dice of each such paragraph, with its block.
    named: Vec<(usize, Vec<Dice>)>,
    single: Vec<Roll<'a>>,
}

/// Paragraph that rolls dice, all of one kind.
struct Roll<'a> {
    prose: Prose<'a>,
    dice: Dice,
    /// The first words that name them.
    place: Range<usize>,
    words: &'a [Token<'a>],
    references: Vec<Reference>,
}

impl<'a> Rolls<'a> {
    fn new(context: &'a Context<'_>, paragraphs: &[Prose<'a>]) -> Self {
        let (mut named, mut single) = (Vec::new(), Vec::new());
        for prose in paragraphs {
            let text = &prose.text.plain;
            let all = context.all_dice(text);
            let Some(first) = all.first().copied() else {
                continue;
            };
            let words = context.words(prose);
            let rolls = words.iter().any(|word| word.is_word(&["roll", "rolls"]));
            if let Some(place) = place_of_dice(text, words)
                && rolls
                && all.iter().all(|dice| *dice == first)
            {
                single.push(Roll {
                    prose: *prose,
                    dice: first,
                    place,
                    words,
                    references: references_of(text, words, true),
                });
            }
            named.push((prose.block, all));
        }
        Self { named, single }
    }
}

/// `Roll a d6 on Table 6`, where the table is one of a d10.
fn dice_of_table(
    context: &Context<'_>,
    rolls: &Rolls<'_>,
    block: usize,
    grid: &Grid,
) -> Option<Diagnostic> {
    let all = axes(context, block, grid);
    let axis = all.iter().find(|axis| axis.is_own_dice)?;
    let (own, key) = (axis.dice?, axis.keys.first()?.2);
    let mut uses = rolls.single.iter();
    let roll = uses.find(|roll| roll.dice != own && is_for(context, roll, block, grid))?;
    let (prose, dice) = (&roll.prose, roll.dice);
    // Where the dice of the table are named beside it, the others are for something else.
    let home = context.home(block);
    let is_named = rolls.named.iter().any(|(other, dice)| {
        (context.home(*other) == home && *other < block || *other == prose.block)
            && dice.contains(&own)
    });
    if is_named || dice.added != own.added || dice.is_d66() || own.is_d66() {
        return None;
    }
    Some(conflict(
        context,
        prose.block,
        format!("the text rolls {}, but the table is for {}", dice, own),
        (context.span(prose, roll.place.clone())?, dice.to_string()),
        (key, format!("a table for {}", own)),
    ))
}

/// Whether a roll is for a table: it is directly before the table, or refers to it and to no other.
fn is_for(context: &Context<'_>, roll: &Roll<'_>, block: usize, grid: &Grid) -> bool {
    let (words, named) = (&roll.words, &roll.references);
    let is_own = |number: &Number, target: Target| match target {
        Target::Table => {
            let caption = grid
                .caption
                .as_ref()
                .and_then(|caption| caption.number.as_ref());
            caption.is_some_and(|own| own.is_same(number))
        }
        Target::Section => {
            let mut sections = context.document.numbered(number);
            sections.any(|section| {
                let tables = context.tables();
                let inside = tables.filter(|(at, _)| section.blocks.contains(at)).count();
                inside == 1 && section.blocks.contains(&block)
            })
        }
        Target::Figure => false,
    };
    let is_lookup = words
        .iter()
        .any(|word| word.is_word(&["table", "chart", "read", "consult", "on", "look", "result"]));
    let tables = named
        .iter()
        .filter(|one| one.target == Target::Table)
        .count();
    // `add the modifiers of Table 4, and read Table 3`: the roll is for the one that is read.
    let is_read = |start: usize| {
        let before = words.iter().rev().find(|word| word.range.end <= start);
        before.is_some_and(|word| word.is_word(&["read", "consult", "on", "use"]))
    };
    let refers = is_lookup
        && named
            .iter()
            .any(|one| is_own(&one.number, one.target) && (tables <= 1 || is_read(one.start)));
    refers
        || is_before(context, roll.prose.block, block)
            && named.iter().all(|one| is_own(&one.number, one.target))
}

/// Whether nothing but the caption of a table is between it and a paragraph.
fn is_before(context: &Context<'_>, paragraph: usize, table: usize) -> bool {
    let between = context.document.blocks.get(paragraph + 1..table);
    context.home(paragraph) == context.home(table)
        && between.is_some_and(|between| {
            between.iter().all(|block| {
                matches!(&block.content, BlockContent::Paragraph(paragraph) if paragraph.caption.is_some())
            })
        })
}

/// The first words of a text that name dice.
fn place_of_dice(text: &str, words: &[Token<'_>]) -> Option<Range<usize>> {
    words.iter().enumerate().find_map(|(at, word)| {
        (1..=3).find_map(|n| {
            let last = words.get(at + n - 1)?;
            let range = word.range.start..last.range.end;
            (!all_dice(text.get(range.clone())?).is_empty()).then_some(range)
        })
    })
}
