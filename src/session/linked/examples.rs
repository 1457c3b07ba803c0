//! Examples of play, looked up in the tied tables.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_draft::BlockContent;
use sandtable_draft::keys::Dice;
use sandtable_model::{Table, words_by_value};
use sandtable_source::Span;

use super::super::encode::steps::{self, Step, StepTable};
use super::super::encode::{chapter, printed};
use super::Linked;
use super::grids::ruled_cell;
use super::tables::TiedGrid;

/// A tied table that is looked up by dice.
struct DiceTable<'a> {
    block: usize,
    table: &'a Table,
    /// Index of the key that is rolled.
    rolled: usize,
    steps: StepTable,
}

/// Compares the outcomes of examples of play with the tied tables.
///
/// Reports: E0734.
pub(super) fn check(linked: &Linked<'_>, tied: &[TiedGrid], found: &mut Diagnostics) {
    let tables: Vec<DiceTable<'_>> = tied
        .iter()
        .filter_map(|tied| dice_table(linked, tied))
        .collect();
    let document = linked.document;
    for (block, content) in document.blocks.iter().enumerate() {
        let BlockContent::Paragraph(paragraph) = &content.content else {
            continue;
        };
        if !paragraph.is_example {
            continue;
        }
        let text = &paragraph.text.plain;
        let near = tables.iter().filter_map(|table| {
            let is_here = document.section_of(table.block) == document.section_of(block);
            let is_near = chapter(document, table.block) == chapter(document, block);
            let title = &table.steps.title;
            let is_named = !title.is_empty() && text.to_lowercase().contains(title.as_str());
            let rank = match (is_here, is_named, is_near) {
                (true, _, _) => 3,
                (false, true, _) => 2,
                (false, false, true) => 1,
                (false, false, false) => return None,
            };
            let steps = steps::read(text, &table.steps);
            (!steps.is_empty()).then_some((rank, table, steps))
        });
        let best = near.max_by_key(|(rank, _, steps)| (*rank, steps.len()));
        let place = paragraph.text.whole().unwrap_or(content.span);
        if let Some((_, table, steps)) = best {
            found.extend(
                steps
                    .iter()
                    .filter_map(|step| differing(linked, table, step, place)),
            );
        }
    }
}

fn dice_table<'a>(linked: &Linked<'a>, tied: &TiedGrid) -> Option<DiceTable<'a>> {
    let mut tables = linked.book.tables.iter();
    let table = tables.find(|table| table.naming.name == tied.name)?;
    let is_rolled = |key: &sandtable_model::Key| key.dice.is_some();
    let rolled = table.keys.iter().position(is_rolled).or_else(|| {
        // Dice to which something is added are looked up by a plain number.
        let is_number = |key: &sandtable_model::Key| words_by_value(linked.book, key.ty).is_empty();
        table.keys.iter().position(is_number)
    })?;
    let dice = match table.keys.get(rolled)?.dice {
        Some((count, sides)) => Dice {
            count,
            sides,
            added: 0,
        },
        None => printed_dice(linked, tied)?,
    };
    let others = table
        .keys
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != rolled);
    let keys: Vec<Vec<String>> = others
        .map(|(_, key)| in_words(words_by_value(linked.book, key.ty)))
        .collect();
    let title = table.naming.shown().to_lowercase();
    Some(DiceTable {
        block: tied.block,
        table,
        rolled,
        steps: StepTable {
            dice,
            keys,
            results: in_words(words_by_value(linked.book, table.result.ty)),
            title,
        },
    })
}

/// Dice that the heads of a grid name.
fn printed_dice(linked: &Linked<'_>, tied: &TiedGrid) -> Option<Dice> {
    let block = linked.document.blocks.get(tied.block)?;
    let BlockContent::Table(grid) = &block.content else {
        return None;
    };
    let printed = printed::read(grid);
    let mut heads = printed.heads.iter();
    heads.find_map(|head| sandtable_draft::keys::dice(&head.text))
}

fn in_words(words: Vec<String>) -> Vec<String> {
    words
        .into_iter()
        .map(|word| word.replace('-', " "))
        .collect()
}

/// The finding about a step whose outcome is not that of the table.
fn differing(
    linked: &Linked<'_>,
    table: &DiceTable<'_>,
    step: &Step,
    place: Span,
) -> Option<Diagnostic> {
    let key = table.table.keys.get(table.rolled)?;
    let total = step.total.clamp(key.low, key.high);
    let mut others = step.keys.iter();
    let case: Option<Vec<i32>> = (0..table.table.keys.len())
        .map(|at| match at == table.rolled {
            true => Some(total),
            false => others.next().and_then(|at| i32::try_from(*at).ok()),
        })
        .collect();
    let (ruled, rule) = ruled_cell(linked.book, table.table, &case?)?;
    let told = table.steps.results.get(step.result)?;
    if ruled.replace('-', " ") == *told {
        return None;
    }
    let name = &table.table.naming.name;
    Some(
        Diagnostic::new(
            Code::ExampleDiffersFromRules,
            format!("this example of play gives \"{told}\", `{name}` of the rules gives `{ruled}` for {total}"),
        )
        .label(place, format!("{total}: \"{told}\""))
        .label(rule, format!("`{ruled}` for {total}"))
        .help("correct the example, or the table")
        .confidence(Confidence::Likely),
    )
}
