//! Numbers that the text states about a circumstance, a unit or the game.

use std::ops::Range;

use sandtable_source::Span;

use super::context::{Context, Prose, Sentence};
use super::modifier_tables::{modifier_columns, signed_cell};
use super::reference::{Target, references_of};
use super::spoken::{Subject, spoken_costs, spoken_modifiers, spoken_stats};
use super::spoken_turns::turns_in;
use super::words::{FUNCTION_WORDS, Kind, Token, stem, tokens};
use crate::model::{BlockContent, Grid, Number};
use crate::vocabulary::WordList;

/// Side that a circumstance belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Firer,
    Target,
    None,
}

/// A number given to something at one place.
#[derive(Debug, Clone)]
pub(super) struct Fact {
    pub(super) subject: Subject,
    /// Stems of the words that name the circumstance or unit, sorted.
    pub(super) stems: Vec<String>,
    pub(super) role: Role,
    pub(super) value: i64,
    pub(super) span: Span,
    pub(super) block: usize,
    /// The text of the number, as written.
    pub(super) words: String,
    pub(super) is_table: bool,
    /// Whether its sentence is an order and nothing else: `Subtract 2 for cover.`
    pub(super) is_order: bool,
    /// Sections that its sentence refers to.
    pub(super) cites: Vec<Number>,
    /// Stems of what the number is added to: `to all fire`, `to an assault`.
    pub(super) goal: Vec<String>,
    /// Whether the stems are those of a whole sentence, which names the circumstance somewhere.
    pub(super) is_loose: bool,
}

/// Words of a circumstance that make no difference.
const IDLE: [&str; 7] = [
    "into", "behind", "shooting", "while", "also", "having", "such",
];

/// Stems and role of the words of a circumstance.
pub(super) fn stems(text: &str) -> (Vec<String>, Role) {
    let mut role = Role::None;
    let mut stems = Vec::new();
    for token in tokens(text) {
        if token.is_word(WordList::Acting.words()) {
            role = Role::Firer;
        }
        if token.is_word(WordList::Opposing.words()) {
            role = Role::Target;
            continue;
        }
        if token.is_word(WordList::Acting.words())
            || token.is_word(&FUNCTION_WORDS)
            || token.is_word(&IDLE)
        {
            continue;
        }
        match token.kind {
            Kind::Word => stems.push(stem(token.text)),
            Kind::Number { .. } | Kind::Dotted | Kind::Dice(_) => stems.push(token.text.to_owned()),
            Kind::Signed(_) | Kind::Fraction(_) | Kind::Mark(_) => {}
        }
    }
    stems.sort();
    stems.dedup();
    (stems, role)
}

/// Facts of the tables: rows of modifiers, and of moves, ranges and dice by unit.
pub(super) fn of_tables(context: &Context<'_>) -> Vec<Fact> {
    let mut facts = Vec::new();
    for (block, grid) in context.tables() {
        modifiers(block, grid, &mut facts);
        stats(block, grid, &mut facts);
        moves(context, block, grid, &mut facts);
    }
    facts
}

fn modifiers(block: usize, grid: &Grid, facts: &mut Vec<Fact>) {
    let Some((label, value)) = modifier_columns(grid) else {
        return;
    };
    for row in grid.body_rows() {
        let (Some(value), Some(cell)) = (signed_cell(grid.text(row, value)), grid.at(row, value))
        else {
            continue;
        };
        let words = grid.text(row, label);
        let (stems, role) = stems(words);
        if !stems.is_empty() {
            facts.push(Fact {
                subject: Subject::Modifier,
                stems,
                role,
                value,
                span: cell.span,
                block,
                words: words.to_owned(),
                is_table: true,
                is_order: false,
                cites: Vec::new(),
                goal: Vec::new(),
                is_loose: false,
            });
        }
    }
}

/// Subject of a column of a table of units.
fn subject_of(header: &str) -> Option<Subject> {
    let lower = header.to_lowercase();
    let has = |words: &[&str]| tokens(&lower).iter().any(|token| token.is_word(words));
    let is_special = has(&[
        "road",
        "cross",
        "charge",
        "reverse",
        "min",
        "minimum",
        "short",
        "long",
        "medium",
        "extreme",
        "effective",
        "assault",
        "melee",
        "class",
    ]);
    let is_cost = has(&["cost", "costs"]) || has(&["mp", "points"]) && has(&["enter", "cross"]);
    if is_cost {
        Some(Subject::Cost)
    } else if is_special {
        None
    } else if has(&["move", "movement", "speed"]) {
        Some(Subject::Move)
    } else if has(&["range"]) {
        Some(Subject::Range)
    } else if has(&["dice", "shots"]) {
        Some(Subject::Dice)
    } else {
        None
    }
}

fn stats(block: usize, grid: &Grid, facts: &mut Vec<Fact>) {
    for column in 1..grid.n_columns {
        let Some(subject) = subject_of(&grid.header(column)) else {
            continue;
        };
        for row in grid.body_rows() {
            let text = grid.text(row, column);
            let words = tokens(text);
            let signed = match words.first().map(|word| &word.kind) {
                // `+3`: a cost beside that of the hex.
                Some(Kind::Signed(value)) if subject == Subject::Cost => Some(*value),
                _ => None,
            };
            let value = words.first().and_then(Token::whole).or(signed);
            let (Some(value), Some(cell)) = (value, grid.at(row, column)) else {
                continue;
            };
            let is_plain = words.len() == 1
                || words.len() == 2
                    && words.get(1).is_some_and(|unit| {
                        unit.is_any_mark(&['"', '″', '”'])
                            || unit.is_word(&["hexes", "hex", "in", "cm", "inches", "mp", "dice"])
                    });
            let (stems, role) = stems_for(subject, grid.text(row, 0));
            if is_plain && !stems.is_empty() {
                facts.push(Fact {
                    subject,
                    stems,
                    role,
                    value,
                    span: cell.span,
                    block,
                    words: grid.text(row, 0).to_owned(),
                    is_table: true,
                    is_order: false,
                    cites: Vec::new(),
                    goal: Vec::new(),
                    is_loose: false,
                });
            }
        }
    }
}

/// Stems of what a number is about; that terrain is in a hex makes no difference to its cost.
fn stems_for(subject: Subject, text: &str) -> (Vec<String>, Role) {
    let (mut stems, role) = stems(text);
    if subject == Subject::Cost {
        let idle = [
            "hex", "hexes", "hexside", "hexsides", "terrain", "enter", "cross", "square",
        ];
        let idle = idle.map(stem);
        stems.retain(|stem| !idle.contains(stem));
    }
    (stems, role)
}

/// Moves by unit and formation or terrain, in a table of distances only.
fn moves(context: &Context<'_>, block: usize, grid: &Grid, facts: &mut Vec<Fact>) {
    let topic = context.topic(block, Some(grid));
    let is_move = ["move", "movement", "moving"].map(stem);
    let columns = 1..grid.n_columns;
    let has_subject = columns
        .clone()
        .any(|column| subject_of(&grid.header(column)).is_some());
    if has_subject || grid.n_columns < 3 || !topic.iter().any(|word| is_move.contains(word)) {
        return;
    }
    let distance = |text: &str| {
        let words = tokens(text);
        let is_unit = words.get(1).is_some_and(|unit| {
            unit.is_any_mark(&['"', '″', '”'])
                || unit.is_word(&["hexes", "hex", "in", "cm", "inches"])
        });
        words
            .first()
            .and_then(Token::whole)
            .filter(|_| is_unit && words.len() == 2)
    };
    for row in grid.body_rows() {
        for column in columns.clone() {
            let (Some(value), Some(cell)) =
                (distance(grid.text(row, column)), grid.at(row, column))
            else {
                continue;
            };
            let header = grid.header(column);
            let words = format!("{} {header}", grid.text(row, 0));
            let (stems, role) = stems(&words);
            facts.push(Fact {
                subject: Subject::Move,
                stems,
                role,
                value,
                span: cell.span,
                block,
                words,
                is_table: true,
                is_order: false,
                cites: Vec::new(),
                goal: Vec::new(),
                is_loose: false,
            });
        }
    }
}

/// `a Marine (Shoot 3)`, with the same number in a table: what the text says, and each table.
pub(super) fn profiles(context: &Context<'_>) -> Vec<(Fact, Vec<Fact>)> {
    let mut known: Vec<(String, Fact)> = Vec::new();
    for (block, grid) in context.tables() {
        for column in 1..grid.n_columns {
            let header = grid.header(column);
            let Some(name) = header.split_whitespace().last() else {
                continue;
            };
            for row in grid.body_rows() {
                let cells = tokens(grid.text(row, column));
                let label = grid.text(row, 0);
                let (Some(value), Some(cell)) =
                    (cells.first().and_then(Token::whole), grid.at(row, column))
                else {
                    continue;
                };
                let (stems, role) = stems(label);
                let words = format!("{label}, {name}");
                let fact = Fact {
                    subject: Subject::Profile,
                    stems,
                    role,
                    value,
                    span: cell.span,
                    block,
                    words,
                    is_table: true,
                    is_order: false,
                    cites: Vec::new(),
                    goal: Vec::new(),
                    is_loose: false,
                };
                known.push((name.to_lowercase(), fact));
            }
        }
    }
    let mut found = Vec::new();
    for prose in context.paragraphs() {
        let words = context.words(&prose);
        for (at, _) in words
            .iter()
            .enumerate()
            .filter(|(_, word)| word.is_mark('('))
        {
            found.extend(profile(context, &prose, words, at, &known));
        }
    }
    found
}

/// The numbers in brackets after the name of a unit.
fn profile(
    context: &Context<'_>,
    prose: &Prose<'_>,
    words: &[Token<'_>],
    open: usize,
    known: &[(String, Fact)],
) -> Vec<(Fact, Vec<Fact>)> {
    let end = words.iter().skip(open).position(|word| word.is_mark(')'));
    let inner = end
        .and_then(|n| words.get(open + 1..open + n))
        .unwrap_or_default();
    let mut found = Vec::new();
    for part in inner.split(|word| word.is_any_mark(&[',', ';'])) {
        let [name, number] = part else {
            continue;
        };
        let Some(value) = number.whole() else {
            continue;
        };
        let column = name.text.to_lowercase();
        let rows = (1..=3).rev().find_map(|n| {
            let start = open.checked_sub(n)?;
            let (first, last) = (words.get(start)?, words.get(open.checked_sub(1)?)?);
            let label = prose.text.plain.get(first.range.start..last.range.end)?;
            let (stems, _) = stems(label);
            let rows = known
                .iter()
                .filter(|(own, fact)| *own == column && fact.stems == stems);
            let rows: Vec<Fact> = rows.map(|(_, fact)| fact.clone()).collect();
            // `a wounded Marine (Shoot 2)` is another one than that of the table.
            let before = start.checked_sub(1).and_then(|place| words.get(place));
            let is_usual = first.is_word(&["a", "an", "the", "each"])
                || before.is_none_or(|before| {
                    matches!(before.kind, Kind::Mark(_))
                        || before.count().is_some()
                        || before.is_word(&["a", "an", "the", "each", "and", "with"])
                });
            (is_usual && !stems.is_empty() && !rows.is_empty()).then_some(rows)
        });
        let Some((rows, span)) = rows.zip(context.span(prose, number.range.clone())) else {
            continue;
        };
        let own = Fact {
            subject: Subject::Profile,
            stems: Vec::new(),
            role: Role::None,
            value,
            span,
            block: prose.block,
            words: rows
                .first()
                .map_or_else(String::new, |row| row.words.clone()),
            is_table: false,
            is_order: false,
            cites: Vec::new(),
            goal: Vec::new(),
            is_loose: false,
        };
        found.push((own, rows));
    }
    found
}

/// Facts of the paragraphs.
pub(super) fn of_prose(context: &Context<'_>) -> Vec<Fact> {
    let mut facts = Vec::new();
    for one in context.sentences() {
        let (prose, range) = (&one.prose, one.range.clone());
        let (text, words) = (one.text, one.words.as_slice());
        let mut found = spoken_modifiers(text, words);
        found.extend(spoken_stats(text, words));
        found.extend(spoken_costs(text, words));
        found.extend(turns_in(words));
        let is_order = words.first().is_some_and(|word| {
            let verbs = ["subtract", "add", "deduct", "apply"];
            word.is_word(&verbs) || matches!(word.kind, Kind::Signed(_))
        });
        let cites = match found.is_empty() {
            true => Vec::new(),
            false => cited(text, words),
        };
        let titled = pronoun_modifier(words).filter(|_| {
            found
                .iter()
                .all(|(subject, ..)| *subject != Subject::Modifier)
        });
        if let Some((value, inner)) = titled {
            let titles = context.titles(prose.block);
            let title = titles.last().copied().unwrap_or_default();
            found.push((Subject::Modifier, title, value, inner));
        }
        // `target Prone +1`, an entry of a list
        if found.is_empty()
            && let Some((label, value, inner)) = entry(context, one)
        {
            found.push((Subject::Modifier, label, value, inner));
        }
        // `Take Aim (2 actions): Shoot, and add 2 to the roll.`
        if found.is_empty()
            && let Some((label, value, inner)) = labelled(text, words)
        {
            found.push((Subject::Modifier, label, value, inner));
        }
        if found.is_empty()
            && let Some((value, inner)) = only_signed(words)
        {
            let place = range.start + inner.start..range.start + inner.end;
            let (stems, role) = stems(text);
            facts.extend(context.span(prose, place).map(|span| Fact {
                subject: Subject::Modifier,
                stems,
                role,
                value,
                span,
                block: prose.block,
                words: String::new(),
                is_table: false,
                is_order: false,
                cites: Vec::new(),
                goal: Vec::new(),
                is_loose: true,
            }));
        }
        for (subject, about, value, inner) in found {
            let place = range.start + inner.start..range.start + inner.end;
            let goal = goal(words, &inner);
            let found = fact(context, prose, subject, about, value, place);
            let cites = cites.clone();
            facts.extend(found.map(|fact| Fact {
                is_order,
                cites,
                goal,
                ..fact
            }));
        }
    }
    facts
}

/// Stems of the words after a number that say what it is added to: `to all fire`.
fn goal(words: &[Token<'_>], number: &Range<usize>) -> Vec<String> {
    let after = words
        .iter()
        .skip_while(|word| word.range.start < number.end);
    let mut after = after.take(5);
    let is_to = after
        .next()
        .is_some_and(|to| to.is_word(&["to", "on", "in"]));
    let words = after.take_while(|word| word.kind == Kind::Word && !word.is_word(&["and", "but"]));
    words
        .filter(|_| is_to)
        .map(|word| stem(word.text))
        .collect()
}

fn fact(
    context: &Context<'_>,
    prose: &Prose<'_>,
    subject: Subject,
    about: &str,
    value: i64,
    range: Range<usize>,
) -> Option<Fact> {
    let (stems, role) = stems_for(subject, about);
    if stems.is_empty() && subject != Subject::Turns || stems.len() > 5 {
        return None;
    }
    Some(Fact {
        subject,
        stems,
        role,
        value,
        span: context.span(prose, range)?,
        block: prose.block,
        words: about.trim().to_owned(),
        is_table: false,
        is_order: false,
        cites: Vec::new(),
        goal: Vec::new(),
        is_loose: false,
    })
}

/// The sections that a sentence refers to.
fn cited(text: &str, words: &[Token<'_>]) -> Vec<Number> {
    let all = references_of(text, words, true).into_iter();
    all.filter(|one| one.target == Target::Section)
        .map(|one| one.number)
        .collect()
}

/// `it fights at −2`: the only modifier of a sentence, of something that the title of its section names.
fn pronoun_modifier(words: &[Token<'_>]) -> Option<(i64, Range<usize>)> {
    let mut signed = words
        .iter()
        .enumerate()
        .filter_map(|(at, word)| Some((at, word.signed()?, word.range.clone())));
    let ((at, value, range), None) = (signed.next()?, signed.next()) else {
        return None;
    };
    let pronoun = words
        .get(at.saturating_sub(4)..at)?
        .iter()
        .any(|word| word.is_word(&["it", "they"]));
    let has_case = words
        .iter()
        .any(|word| word.is_word(&["if", "when", "unless", "for", "per", "each"]));
    (pronoun && !has_case).then_some((value, range))
}

/// The label and the signed number of an entry of a list that is nothing else.
fn entry<'a>(context: &Context<'_>, one: &Sentence<'a>) -> Option<(&'a str, i64, Range<usize>)> {
    let block = context.document.blocks.get(one.prose.block)?;
    let BlockContent::Paragraph(paragraph) = &block.content else {
        return None;
    };
    let (last, label) = one.words.split_last()?;
    let is_label = (1..=7).contains(&label.len())
        && label
            .iter()
            .all(|word| word.kind == Kind::Word || word.is_mark('-') || word.whole().is_some());
    let is_entry = paragraph.list.is_some() && one.range.start == 0 && is_label;
    let value = last.signed().filter(|_| is_entry)?;
    let text = one.text.get(..last.range.start)?;
    Some((text, value, last.range.clone()))
}

/// The only number that a sentence adds to something or subtracts from it, after a label that names the circumstance.
fn labelled<'a>(text: &'a str, words: &[Token<'_>]) -> Option<(&'a str, i64, Range<usize>)> {
    let (head, _) = text.split_once(':')?;
    let label = head.split('(').next()?;
    let mut added = words.windows(3).filter_map(|window| {
        let [verb, number, to] = window else {
            return None;
        };
        let sign = if verb.is_word(&["add", "adds"]) {
            1
        } else if verb.is_word(&["subtract", "subtracts"]) {
            -1
        } else {
            return None;
        };
        let value = number.count().filter(|_| to.is_word(&["to", "from"]))?;
        Some((sign * value, number.range.clone()))
    });
    let (first, None) = (added.next()?, added.next()) else {
        return None;
    };
    let is_case = words
        .iter()
        .any(|word| word.is_word(&["if", "when", "unless", "for"]));
    let is_short = (1..=3).contains(&label.split_whitespace().count());
    (is_short && !is_case).then_some((label, first.0, first.1))
}

/// The only signed number of a sentence without conditions of its own.
fn only_signed(words: &[Token<'_>]) -> Option<(i64, Range<usize>)> {
    let mut signed = words
        .iter()
        .filter_map(|word| Some((word.signed()?, word.range.clone())));
    let (first, None) = (signed.next()?, signed.next()) else {
        return None;
    };
    let is_open = words.iter().enumerate().any(|(at, word)| {
        // `more than one division` may be the circumstance.
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        if word.is_word(&["than"]) && before.is_some_and(|before| before.is_word(&["more"])) {
            return false;
        }
        word.is_word(&[
            "instead",
            "another",
            "additional",
            "extra",
            "or",
            "not",
            "unless",
            "except",
            "than",
            "only",
            "further",
            "per",
            "each",
        ])
    });
    (!is_open).then_some(first)
}
