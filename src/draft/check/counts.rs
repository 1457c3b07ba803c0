//! Counts that the text gives twice: the phases of a turn and their list, turns after the last one.
//!
//! Reports: E0711.

use std::collections::BTreeMap;
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Prose};
use super::facts::Fact;
use super::spoken::Subject;
use super::words::{Kind, Token, stem, tokens};
use crate::model::{BlockContent, ListItem, Section};

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, facts: &[Fact], diagnostics: &mut Diagnostics) {
    let paragraphs = context.paragraphs();
    for one in context.sentences() {
        let (prose, range) = (&one.prose, one.range.clone());
        let words = one.words.as_slice();
        diagnostics.extend(parts_of_turn(context, prose, &range, words));
        diagnostics.extend(after_the_end(context, prose, &range, words, facts));
    }
    diagnostics.extend(lengths(context, facts));
    diagnostics.extend(sets(context, &paragraphs));
}

/// Returns the finding about a number that another place contradicts.
///
/// Reports: E0711.
pub(super) fn conflict(
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
    // A list directly after the sentence is what it counts.
    let text = prose.text.plain.get(range.clone())?.trim_end();
    // `A turn has seven phases. They are played in this order:`
    let whole = prose.text.plain.trim_end();
    let rest = whole.get(range.end..).unwrap_or_default();
    let is_short = rest.split_whitespace().count() <= 10
        && !rest.chars().any(|letter| letter.is_ascii_digit());
    let is_led =
        text.ends_with(':') && range.end >= whole.len() || whole.ends_with(':') && is_short;
    // The list belongs to the last sentence.
    if whole.ends_with(':') && !is_led {
        return None;
    }
    let is_turn = is_led
        || words.iter().any(|word| {
            word.is_word(&[
                "turn",
                "turns",
                "round",
                "rounds",
                "game-turn",
                "player-turn",
            ])
        });
    let nouns: &[&str] = &[
        "phases", "steps", "segments", "parts", "stages", "things", "kinds", "types", "sorts",
        "actions", "options", "ways", "impulses",
    ];
    // Before a list any noun may be what is counted: `shows five values:`
    let counted = || {
        let at = words.windows(2).position(|pair| {
            matches!(pair, [number, noun] if number.count().is_some_and(|n| n >= 2)
                && noun.kind == Kind::Word && noun.text.ends_with('s'))
        })?;
        (is_led && text.ends_with(':')).then_some(at + 1)
    };
    let at = words
        .iter()
        .position(|word| word.is_word(nouns))
        .or_else(counted)?;
    let is_phase = words
        .get(at)?
        .is_word(&["phases", "steps", "segments", "stages"]);
    if !is_phase && !is_led {
        return None;
    }
    let verb = words.get(..at)?.iter().rposition(|word| {
        word.is_word(&[
            "has",
            "have",
            "of",
            "into",
            "these",
            "following",
            "contains",
            "are",
            "consists",
            "same",
            "follow",
            "follows",
            "shows",
            "show",
            "gives",
            "lists",
        ])
    })?;
    let number = at.checked_sub(1).and_then(|before| words.get(before))?;
    let count = number.count()?;
    // `seven phases, and nobody may skip one:` says nothing about their number.
    let near = words.get(..(at + 4).min(words.len()))?;
    let is_open = near
        .iter()
        .any(|word| word.is_word(&["if", "may", "or", "least", "optional", "first", "last"]));
    if !is_turn || is_open || at.saturating_sub(verb) > 3 {
        return None;
    }
    let list = list_after(context, prose.block)
        .or_else(|| rows_after(context, prose.block))
        .or_else(|| sections_below(context, prose.block, words.get(at)?.text))?;
    let n = i64::try_from(list.len()).ok()?;
    let (first, what) = (list.first().copied()?, words.get(at)?.text);
    if n == count || n < 2 || are_amounts(context, prose.block, list.len()) {
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

/// Whether the items of the list after a block begin with numbers, which make up the count: `88 units`, `14 leaders`.
fn are_amounts(context: &Context<'_>, block: usize, n: usize) -> bool {
    let blocks = context.document.blocks.iter().skip(block + 1).take(n);
    let amounts = blocks.filter(|block| match &block.content {
        BlockContent::Paragraph(paragraph) => tokens(&paragraph.text.plain)
            .first()
            .is_some_and(|first| first.count().is_some()),
        BlockContent::Heading(_) | BlockContent::Table(_) | BlockContent::Code(_) => false,
    });
    amounts.count() == n
}

/// The rows of the table directly after a paragraph, if they are numbered from 1 on: `1`, `Phase 1`.
fn rows_after(context: &Context<'_>, block: usize) -> Option<Vec<Span>> {
    let next = context.document.blocks.get(block + 1)?;
    let BlockContent::Table(grid) = &next.content else {
        return None;
    };
    let rows = grid.body_rows().zip(1_i64..).map(|(row, n)| {
        let cell = grid.at(row, 0)?;
        let words = tokens(cell.text.plain.trim());
        let number = words.iter().find_map(Token::whole)?;
        (number == n && words.len() <= 3).then_some(cell.span)
    });
    rows.collect()
}

/// `A battle is fought over twelve bounds`, and `Ten bounds` on the sheet, or `bound 14` in the rules.
fn lengths(context: &Context<'_>, facts: &[Fact]) -> Vec<Diagnostic> {
    let mut known: Vec<(i64, String, Span)> = Vec::new();
    let defined = defined_games(context);
    // The last paragraph that has named the game.
    let mut about = None;
    for one in context.sentences() {
        let is_game = |word: &Token<'_>| word.is_word(&GAMES) || defined.contains(&stem(word.text));
        let is_named = one.words.iter().any(is_game);
        // `A game takes an hour. It lasts six rounds.`
        let is_it = one
            .words
            .first()
            .is_some_and(|first| first.is_word(&["it"]));
        let is_about = is_named || is_it && about == Some(one.prose.block);
        about = about
            .filter(|_| !is_named)
            .or(is_named.then_some(one.prose.block));
        if is_about {
            let (prose, range, words) = (&one.prose, &one.range, one.words.as_slice());
            for (at, pair) in words.windows(2).enumerate() {
                let [number, noun] = pair else {
                    continue;
                };
                let before = |back: usize, any: &[&str]| {
                    let word = at.checked_sub(back).and_then(|at| words.get(at));
                    word.is_some_and(|word| word.is_word(any))
                };
                let is_length = before(1, &["lasts"])
                    || before(1, &["over", "for"]) && before(2, &["fought", "played", "lasts"])
                    || before(1, &["after"]) && before(2, &["ends"])
                    || before(1, &["is"])
                        && at
                            .checked_sub(2)
                            .and_then(|at| words.get(at))
                            .is_some_and(is_game)
                    || each_game(words, at + 2);
                let is_time = noun.kind == Kind::Word
                    && noun.text.ends_with('s')
                    && !noun.is_word(&["hours", "minutes", "days", "years", "points"])
                    && (!each_game(words, at + 2) && !before(1, &["is"])
                        || noun.is_word(&["turns", "rounds"]));
                let span = context.span(
                    prose,
                    range.start + number.range.start..range.start + number.range.end,
                );
                if let (Some(value), Some(span)) = (number.count(), span)
                    && is_length
                    && is_time
                    && context.scenario(prose.block).is_none()
                {
                    known.push((value, stem(noun.text), span));
                }
            }
        }
    }
    let [(value, noun, place), rest @ ..] = known.as_slice() else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    let mut others = rest
        .iter()
        .filter(|(other, own, _)| other != value && own == noun);
    if let Some((other, _, here)) = others.next() {
        // Two lengths of `the game` are compared by what the facts say.
        let block = context.document.block_at(*here).unwrap_or(0);
        let is_both = facts
            .iter()
            .filter(|fact| fact.subject == Subject::Turns)
            .filter(|fact| fact.span == *here || fact.span == *place)
            .count()
            == 2;
        if others.next().is_none()
            && !is_both
            && context.home(block)
                != context
                    .document
                    .block_at(*place)
                    .and_then(|block| context.home(block))
        {
            findings.push(conflict(
                context,
                block,
                format!("the length of the game is {other} here and {value} earlier"),
                (*here, other.to_string()),
                (*place, value.to_string()),
            ));
        }
        return findings;
    }
    for one in context.sentences() {
        if one.words.iter().any(|word| stem(word.text) == *noun)
            && context.scenario(one.prose.block).is_none()
        {
            let (prose, range, words) = (&one.prose, &one.range, one.words.as_slice());
            let given = match words {
                // `Twelve bounds.`
                [number, one, ..] if words.len() <= 3 && stem(one.text) == *noun => number
                    .count()
                    .filter(|own| own != value)
                    .map(|own| (own, number)),
                _ => words.windows(3).find_map(|window| {
                    let [lead, one, number] = window else {
                        return None;
                    };
                    let is_event = lead
                        .is_word(&["until", "after", "of", "in", "before", "from", "on"])
                        && stem(one.text) == *noun
                        && !one.text.ends_with('s')
                        // Turns and rounds after the last one are found by their facts.
                        && !one.is_word(&["turn", "round"]);
                    let own = number.whole().filter(|own| is_event && own > value)?;
                    Some((own, number))
                }),
            };
            let Some((own, number)) = given else {
                continue;
            };
            let here = range.start + number.range.start..range.start + number.range.end;
            findings.extend(context.span(prose, here).map(|span| {
                conflict(
                    context,
                    prose.block,
                    format!("the length of the game is {own} here and {value} elsewhere"),
                    (span, own.to_string()),
                    (*place, value.to_string()),
                )
            }));
        }
    }
    match findings.len() <= 2 {
        true => findings,
        false => Vec::new(),
    }
}

/// `a game` or `per game`, as in `six rounds a game`.
fn each_game(words: &[Token<'_>], at: usize) -> bool {
    let each = words.get(at);
    let game = words.get(at + 1);
    each.is_some_and(|each| each.is_word(&["a", "per"]))
        && game.is_some_and(|game| game.is_word(&["game", "battle", "match"]))
}

/// `the five treasure tokens`, where the components and the rules have six of them.
fn sets(context: &Context<'_>, paragraphs: &[Prose<'_>]) -> Vec<Diagnostic> {
    let mut all: Sets = BTreeMap::new();
    for prose in paragraphs {
        let is_item = matches!(
            context.document.blocks.get(prose.block).map(|block| &block.content),
            Some(BlockContent::Paragraph(paragraph)) if paragraph.list.is_some()
        );
        if context.is_example(prose.block) {
            continue;
        }
        let words = context.words(prose);
        for (at, window) in words.windows(3).enumerate() {
            let [number, first, second] = window else {
                continue;
            };
            let Some(value) = number.count().filter(|value| *value >= 2) else {
                continue;
            };
            let is_the = at
                .checked_sub(1)
                .and_then(|before| words.get(before))
                .is_some_and(|before| before.is_word(&["the", "all"]));
            let is_first = at == 0 && is_item;
            let is_plain = first.kind == Kind::Word
                && second.kind == Kind::Word
                && second.text.ends_with('s')
                && !first.is_word(&OPEN)
                && first.text.len() >= 4
                && second.range.start == first.range.end + 1;
            let span = context.span(prose, number.range.start..second.range.end);
            let key = (stem(first.text), stem(second.text));
            if let Some(span) = span.filter(|_| is_plain && (is_the || is_first)) {
                let text = format!("{} {}", first.text, second.text);
                let places = all.entry(key).or_default();
                places.push((value, is_the, span, prose.block, text));
            }
        }
    }
    large_sets(paragraphs, context, &mut all);
    let findings = all.values_mut().filter_map(|places| {
        places.sort_by_key(|place| place.2);
        places.dedup_by_key(|place| place.2);
        // The only place with another number than all others, two or more, is the one that is wrong.
        let n_of = |value: i64| places.iter().filter(|place| place.0 == value).count();
        let is_odd = places.first().is_some_and(|first| n_of(first.0) == 1) && places.len() >= 3;
        if is_odd {
            places.rotate_left(1);
        }
        let (first, rest) = places.split_first()?;
        let mut odd = rest.iter().filter(|place| place.0 != first.0);
        let (other, None) = (odd.next()?, odd.next()) else {
            return None;
        };
        // `one sheet of 96 counters`, `there are 98 counters on the sheet`
        let is_pair =
            first.0 >= LARGE && rest.len() == 1 && (first.0 - other.0).abs() * 10 <= first.0;
        let most = if first.0 >= LARGE { first.0 / 4 } else { 2 };
        let is_near = (first.0 - other.0).abs() <= most;
        let is_usual = is_odd && rest.len() >= 2 && first.0 >= LARGE;
        (is_near && (other.1 || is_pair || is_usual)).then(|| {
            conflict(
                context,
                other.3,
                format!(
                    "the text has {} {} here and {} earlier",
                    other.0, other.4, first.0
                ),
                (other.2, other.0.to_string()),
                (first.2, first.0.to_string()),
            )
        })
    });
    findings.collect()
}

/// Least number that says by itself which set is counted.
const LARGE: i64 = 24;

/// Sets, by the word of their pieces and the words around the number: value, whether it is `the` set, place, block, words.
type Sets = BTreeMap<(String, String), Vec<(i64, bool, Span, usize, String)>>;

/// `the 60 cards`, where `the deck has 55 cards`.
fn large_sets(paragraphs: &[Prose<'_>], context: &Context<'_>, all: &mut Sets) {
    for prose in paragraphs {
        let words = context.words(prose);
        for (at, pair) in words.windows(2).enumerate() {
            let [number, noun] = pair else {
                continue;
            };
            // `a deck of 40 Omen cards`
            let inner = words.get(at + 2).filter(|_| noun.is_capitalised());
            let (name, noun) = match inner {
                Some(inner) => (stem(noun.text), inner),
                None => (String::new(), noun),
            };
            let before = at.checked_sub(1).and_then(|before| words.get(before));
            let is_the = before.is_some_and(|before| before.is_word(&["the", "all"]));
            // `one map, 60 counters`
            let is_listed = before.is_none_or(|before| before.is_mark(','));
            let is_told = is_listed
                || before.is_some_and(|before| before.is_word(&["has", "are", "of", "with"]));
            let is_piece = noun.is_word(&[
                "cards",
                "counters",
                "blocks",
                "pieces",
                "tiles",
                "tokens",
                "markers",
                "chits",
                "areas",
                "spaces",
                "provinces",
                "regions",
                "figures",
                "miniatures",
            ]);
            let value = number.whole().filter(|value| *value >= LARGE);
            let span = context.span(prose, number.range.start..noun.range.end);
            if let (Some(value), Some(span), true) = (value, span, is_piece && (is_the || is_told))
            {
                let key = (name, stem(noun.text));
                let places = all.entry(key).or_default();
                places.push((value, is_the, span, prose.block, noun.text.to_owned()));
            }
        }
    }
}

/// Stems of the words that the manuscript explains as one game: `Bout: one game, from the first trumpet on`.
fn defined_games(context: &Context<'_>) -> Vec<String> {
    let found = context.sentences().filter_map(|one| {
        let [word, joint, article, game, ..] = one.words.as_slice() else {
            return None;
        };
        let is_entry = (joint.is_mark(':') || joint.is_word(&["is"]))
            && article.is_word(&["a", "one", "the"])
            && game.is_word(&GAMES);
        let is_pronoun = word.is_word(&[
            "this", "it", "that", "there", "here", "what", "which", "he", "she",
        ]);
        (is_entry && !is_pronoun && word.kind == Kind::Word).then(|| stem(word.text))
    });
    found.collect()
}

/// The subject of a length.
const GAMES: [&str; 16] = [
    "game",
    "games",
    "battle",
    "dogfight",
    "match",
    "fight",
    "action",
    "engagement",
    "raid",
    "mission",
    "duel",
    "skirmish",
    "encounter",
    "chase",
    "race",
    "siege",
];

/// Words that make a set another one each time.
const OPEN: [&str; 20] = [
    "other",
    "more",
    "additional",
    "different",
    "enemy",
    "friendly",
    "last",
    "first",
    "remaining",
    "adjacent",
    "such",
    "highest",
    "lowest",
    "next",
    "following",
    "nearest",
    "extra",
    "least",
    "same",
    "own",
];

/// The entries of the list directly after a paragraph, those of its first level only; after an item of a list, the list inside it.
pub(super) fn list_after(context: &Context<'_>, block: usize) -> Option<Vec<Span>> {
    let blocks = &context.document.blocks;
    let item = |at: usize| match &blocks.get(at)?.content {
        BlockContent::Paragraph(paragraph) => paragraph.list.as_ref(),
        BlockContent::Heading(_) | BlockContent::Table(_) | BlockContent::Code(_) => None,
    };
    // A numbered case, `11.1`, is no item of a list.
    let is_case = |item: &&ListItem| {
        item.number
            .as_ref()
            .is_some_and(|number| number.depth() > 1)
    };
    let outer = item(block)
        .filter(|item| !is_case(item))
        .map(|item| item.level);
    let first = item(block + 1).filter(|item| !is_case(item))?.level;
    if outer.is_some_and(|outer| first <= outer) {
        return None;
    }
    let rest = blocks.get(block + 1..)?;
    let mut entries = Vec::new();
    for next in rest {
        let BlockContent::Paragraph(paragraph) = &next.content else {
            break;
        };
        let Some(item) = paragraph.list.as_ref().filter(|item| !is_case(item)) else {
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
    // `until Game-Turn 12`
    let is_joined = at
        .checked_sub(1)
        .and_then(|before| words.get(before))
        .is_some_and(|before| before.is_mark('-'));
    let first = if is_joined { at.saturating_sub(2) } else { at };
    let is_event = first
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
        let is_rule = context.scenario(fact.block).is_none();
        fact.subject == Subject::Turns && own == (what == "round") && is_rule
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
