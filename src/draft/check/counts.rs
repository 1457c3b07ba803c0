//! Counts that the text gives twice: the phases of a turn and their list, turns after the last one, dice and their table.
//!
//! Reports: E0711.

use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Prose};
use super::facts::Fact;
use super::reference::{Reference, Target, references};
use super::spoken::Subject;
use super::table_keys::axes;
use super::words::{Token, sentences, tokens};
use crate::keys::{Dice, all_dice};
use crate::model::{BlockContent, Grid, Number, Section};

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, facts: &[Fact], diagnostics: &mut Diagnostics) {
    let paragraphs = context.paragraphs();
    for prose in &paragraphs {
        for range in sentences(&prose.text.plain) {
            let text = prose.text.plain.get(range.clone()).unwrap_or_default();
            let words = tokens(text);
            diagnostics.extend(parts_of_turn(context, prose, &range, &words));
            diagnostics.extend(after_the_end(context, prose, &range, &words, facts));
        }
    }
    let rolls = Rolls::new(&paragraphs);
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
    words: Vec<Token<'a>>,
    references: Vec<Reference>,
}

impl<'a> Rolls<'a> {
    fn new(paragraphs: &[Prose<'a>]) -> Self {
        let (mut named, mut single) = (Vec::new(), Vec::new());
        for prose in paragraphs {
            let text = &prose.text.plain;
            let all = all_dice(text);
            let Some(first) = all.first().copied() else {
                continue;
            };
            let words = tokens(text);
            let rolls = words.iter().any(|word| word.is_word(&["roll", "rolls"]));
            if let Some(place) = place_of_dice(text, &words)
                && rolls
                && all.iter().all(|dice| *dice == first)
            {
                single.push(Roll {
                    prose: *prose,
                    dice: first,
                    place,
                    words,
                    references: references(text, true),
                });
            }
            named.push((prose.block, all));
        }
        Self { named, single }
    }
}

fn conflict(
    context: &Context<'_>,
    block: usize,
    message: String,
    here: (Span, String),
    there: (Span, String),
) -> Diagnostic {
    Diagnostic::new(Code::ConflictingNumbers, message)
        .label(here.0, here.1)
        .label(there.0, there.1)
        .help("correct one of them")
        .confidence(Confidence::Likely)
        .cite(context.citation(block))
}

/// `Each turn has six steps:`, before a list of five.
fn parts_of_turn(
    context: &Context<'_>,
    prose: &Prose<'_>,
    range: &Range<usize>,
    words: &[Token<'_>],
) -> Option<Diagnostic> {
    let is_turn = words
        .iter()
        .any(|word| word.is_word(&["turn", "round", "game-turn", "player-turn"]));
    let at = words
        .iter()
        .position(|word| word.is_word(&["phases", "steps", "segments"]))?;
    let verb = words.get(..at)?.iter().rposition(|word| {
        word.is_word(&[
            "has",
            "have",
            "of",
            "into",
            "these",
            "following",
            "contains",
        ])
    })?;
    let number = at.checked_sub(1).and_then(|before| words.get(before))?;
    let count = number.count()?;
    let is_open = words
        .iter()
        .any(|word| word.is_word(&["if", "may", "or", "least", "optional", "first", "last"]));
    if !is_turn || is_open || at.saturating_sub(verb) > 3 {
        return None;
    }
    let list = list_after(context, prose.block)
        .or_else(|| sections_below(context, prose.block, words.get(at)?.text))?;
    let n = i64::try_from(list.len()).ok()?;
    let (first, what) = (list.first().copied()?, words.get(at)?.text);
    if n == count || n < 2 {
        return None;
    }
    let place = range.start + number.range.start..range.start + number.range.end;
    Some(conflict(
        context,
        prose.block,
        format!("the text counts {count} {what}, but lists {n}"),
        (context.span(prose, place)?, format!("{count} {what}")),
        (first, format!("the first of {n}")),
    ))
}

/// The entries of the list directly after a paragraph, those of its first level only; after an item of a list, the list inside it.
fn list_after(context: &Context<'_>, block: usize) -> Option<Vec<Span>> {
    let blocks = &context.document.blocks;
    let item = |at: usize| match &blocks.get(at)?.content {
        BlockContent::Paragraph(paragraph) => paragraph.list.as_ref(),
        BlockContent::Heading(_) | BlockContent::Table(_) | BlockContent::Code(_) => None,
    };
    let outer = item(block).map(|item| item.level);
    let first = item(block + 1)?.level;
    if outer.is_some_and(|outer| first <= outer) {
        return None;
    }
    let rest = blocks.get(block + 1..)?;
    let mut entries = Vec::new();
    for next in rest {
        let BlockContent::Paragraph(paragraph) = &next.content else {
            break;
        };
        let Some(item) = &paragraph.list else {
            break;
        };
        if outer.is_some_and(|outer| item.level <= outer) {
            break;
        }
        if item.level == first {
            let text = &paragraph.text;
            entries.push(text.span(0..text.plain.len())?);
        }
    }
    (!entries.is_empty()).then_some(entries)
}

/// The sections directly inside that of a block, if all of them are named like parts of a turn: `Draw Phase`, `Card Phase`.
fn sections_below(context: &Context<'_>, block: usize, what: &str) -> Option<Vec<Span>> {
    let sections = &context.document.sections;
    let home = sections.get(context.home(block)?)?;
    let name = what.to_lowercase();
    let name = name.trim_end_matches('s');
    let inner = |section: &&Section| {
        section.level == home.level + 1
            && home.blocks.contains(&section.heading)
            && section.heading != home.heading
    };
    // A list in bold reads like titles that come again below.
    let mut inner: Vec<&Section> = sections.iter().filter(inner).collect();
    let mut seen: Vec<&str> = Vec::new();
    inner.retain(|section| {
        let is_new = !seen.contains(&section.title.as_str());
        seen.push(&section.title);
        is_new
    });
    let is_named = |section: &&Section| section.title.to_lowercase().ends_with(name);
    let places = inner.iter().map(|section| {
        let block = context.document.blocks.get(section.heading);
        block.map(|block| block.span)
    });
    let places: Option<Vec<Span>> = places.collect();
    places.filter(|places| places.len() >= 2 && inner.iter().all(is_named))
}

/// `after turn 8`, in a game that lasts 6 turns.
fn after_the_end(
    context: &Context<'_>,
    prose: &Prose<'_>,
    range: &Range<usize>,
    words: &[Token<'_>],
    facts: &[Fact],
) -> Option<Diagnostic> {
    let is_other = words.iter().any(|word| {
        word.is_word(&[
            "scenario",
            "campaign",
            "optional",
            "longer",
            "tournament",
            "extended",
            "variant",
        ])
    });
    let at = words
        .iter()
        .position(|word| word.is_word(&["turn", "game-turn", "round"]))?;
    let number = words.get(at + 1)?;
    let value = number.whole()?;
    let is_event = at
        .checked_sub(1)
        .and_then(|before| words.get(before))
        .is_some_and(|before| {
            before.is_word(&[
                "after", "of", "on", "in", "at", "until", "from", "before", "game",
            ])
        });
    let what = if words.get(at)?.is_word(&["round"]) {
        "round"
    } else {
        "turn"
    };
    let lengths = facts.iter().filter(|fact| {
        let own = fact.stems.iter().any(|stem| stem.starts_with("round"));
        fact.subject == Subject::Turns && own == (what == "round")
    });
    let lengths: Vec<&Fact> = lengths.collect();
    let length = lengths.first()?;
    let is_only = lengths.iter().all(|other| other.value == length.value);
    let is_rule = [prose.block, length.block]
        .iter()
        .all(|block| context.scenario(*block).is_none());
    let is_same = lengths
        .iter()
        .any(|length| length.block == prose.block && length.value == value);
    if is_other || !is_event || !is_only || !is_rule || is_same || value <= length.value {
        return None;
    }
    let place = range.start + number.range.start..range.start + number.range.end;
    Some(conflict(
        context,
        prose.block,
        format!(
            "there is no {what} {value}: the game lasts {} {what}s",
            length.value
        ),
        (context.span(prose, place)?, format!("{what} {value}")),
        (length.span, format!("{} {what}s", length.value)),
    ))
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
