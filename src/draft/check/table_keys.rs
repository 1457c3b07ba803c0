//! The keys of tables that are looked up by numbers, and the dice that are rolled on them.

use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_source::Span;

use super::context::Context;
use super::words::{stem, tokens};
use crate::keys::{Dice, Key, dice};
use crate::model::{BlockContent, Grid};

/// Whether a header in small letters adds what is no number to the dice that it names: `d6 plus skill`, `2d6 + strength`.
fn is_sum(header: &str, own: Option<Dice>) -> bool {
    let added = header
        .split_once(" plus ")
        .or_else(|| header.split_once('+'));
    let is_name = |text: &str| {
        text.trim()
            .starts_with(|letter: char| letter.is_alphabetic())
    };
    own.is_some() && added.is_some_and(|(_, name)| is_name(name))
}

/// Row or column, key and place.
pub(super) type PlacedKey = (usize, Key, Span);

/// Keys of one lookup, in the order of the table.
pub(super) struct Axis {
    pub(super) keys: Vec<PlacedKey>,
    pub(super) dice: Option<Dice>,
    /// Whether the dice are named in the table or its caption, not only before it.
    pub(super) is_own_dice: bool,
    /// Whether its header adds something to the dice: `D6 plus Skill`.
    pub(super) is_sum: bool,
    /// Whether the keys are a column.
    pub(super) is_column: bool,
    /// Column of the keys, if they are one.
    pub(super) column: usize,
    /// Words of the header say that the roll is modified.
    pub(super) is_modified: bool,
    /// `row` or `column`
    pub(super) what: &'static str,
}

/// Axes of a table that are looked up by numbers.
pub(super) fn axes(context: &Context<'_>, block: usize, grid: &Grid) -> Vec<Axis> {
    let mut axes: Vec<Axis> = Vec::new();
    let near = near_dice(context, block, grid);
    for column in 0..grid.n_columns {
        if let Some(axis) = column_axis(context, grid, column, near) {
            let is_beside = axes.first().is_some_and(|first| first.column != column);
            match axes.first_mut() {
                // The same header again: the table is set in two halves.
                Some(first) if is_beside && grid.header(first.column) == grid.header(column) => {
                    first.keys.extend(axis.keys);
                }
                Some(_) => {}
                None => axes.push(axis),
            }
        }
    }
    axes.extend(row_axis(context, grid, near));
    axes
}

/// Words of a header for a value that is rolled or measured.
const HEADS: [&str; 14] = [
    "roll",
    "die",
    "dice",
    "d6",
    "score",
    "total",
    "throw",
    "range",
    "distance",
    "result",
    "draw",
    "sum",
    "number rolled",
    "d10",
];

fn column_axis(
    context: &Context<'_>,
    grid: &Grid,
    column: usize,
    near: Option<Dice>,
) -> Option<Axis> {
    let header = grid.header(column).to_lowercase();
    let is_group = column == 1
        && grid.body_rows().any(|row| {
            let first = grid.at(row, 0);
            first.is_some_and(|cell| cell.n_rows > 1 || cell.text.is_empty())
        });
    let is_named = dice(&header).is_some();
    let repeats = column > 1 && !header.is_empty() && grid.header(0).to_lowercase() == header;
    if column > 0 && !is_group && !is_named && !repeats {
        return None;
    }
    let mut keys = Vec::new();
    let mut n_filled = 0;
    let mut group: Option<&str> = None;
    for row in grid.body_rows() {
        let cell = grid.at(row, column)?;
        if cell.row != row || cell.text.is_empty() {
            continue;
        }
        // A cell over the whole width is a heading inside the table.
        let is_heading = cell.n_columns == grid.n_columns && grid.n_columns > 1;
        let label = grid.text(row, 0);
        let is_new_group =
            is_group && !label.is_empty() && group.is_some_and(|group| group != label);
        if is_group && !label.is_empty() {
            group = Some(label);
        }
        if is_heading || is_new_group {
            keys.push((usize::MAX, Key::Other, cell.span));
        }
        if is_heading {
            continue;
        }
        n_filled += 1;
        if let Some(key) = Key::parse(&cell.text.plain) {
            keys.push((row, key, cell.span));
        }
    }
    let n_keys = keys.iter().filter(|(row, _, _)| *row != usize::MAX).count();
    let is_odds = is_odds((grid.body_rows()).map(|row| grid.text(row, column)));
    let n_words = n_filled - n_keys;
    let is_listed = n_words == 0 || n_words == 1 && n_keys >= 3 && ends_in_words(grid, column);
    if n_keys < 2 || !is_listed || is_odds {
        return None;
    }
    let own = dice(&header);
    let is_headed = HEADS.iter().any(|word| header.contains(word));
    let captioned = captioned(context, grid, is_headed);
    let n_ranges = keys.iter().filter(|(_, key, _)| key.is_range()).count();
    // Numbers that are measured, or by which one total differs from another, are not rolled.
    let is_measure = ["range", "distance", "difference", "margin"]
        .iter()
        .any(|word| header.contains(word))
        || header.split_whitespace().any(|word| word == "by");
    let bare = bare_die(context, &header, &keys);
    let dice = own
        .or(captioned)
        .or(near)
        .filter(|_| !is_measure || own.is_some())
        .or(bare);
    // Single numbers under another word, `Morale`, are rolls only if they are most of what the dice give.
    let is_partial = n_ranges == 0
        && !is_headed
        && own.or(captioned).is_none()
        && dice.is_some_and(|dice| {
            let n_rolls = dice.most() - dice.least() + 1;
            i64::try_from(n_keys).is_ok_and(|n| n * 3 < n_rolls * 2)
        });
    if is_partial {
        return None;
    }
    let is_looked_up =
        n_ranges > 0 || dice.is_some() && (is_headed || own.is_some() || n_keys >= 4);
    if !is_looked_up || grid.n_columns < 2 {
        return None;
    }
    let modified = [
        "modif", "adjust", "final", "net", "+", "minus", "plus", "less ",
    ]
    .iter()
    .any(|word| header.replace("d66", "").contains(word));
    Some(Axis {
        keys,
        dice,
        is_own_dice: own.or(captioned).is_some(),
        is_sum: is_sum(&header, own),
        is_column: true,
        column,
        is_modified: modified,
        what: "row",
    })
}

/// The dice that a caption names, `Raids (two dice)`; in words only above a column of rolls.
fn captioned(context: &Context<'_>, grid: &Grid, is_headed: bool) -> Option<Dice> {
    let title = &grid.caption.as_ref()?.title;
    dice(title).or_else(|| context.dice_in(title).filter(|_| is_headed))
}

/// Whether the last cell of a column has no digit: `not at all`, after `13-16` and `17-20`.
fn ends_in_words(grid: &Grid, column: usize) -> bool {
    let last = grid.body_rows().next_back();
    let text = last.map_or("", |row| grid.text(row, column));
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    !text.is_empty() && !has_digit && Key::parse(text).is_none()
}

/// Words of a header for distances.
const MEASURES: [&str; 8] = [
    "inches",
    "inch",
    "cm",
    "centimetre",
    "hexes",
    "squares",
    "yards",
    "distance",
];

/// Words of a header for what dice show.
const ROLLED: [&str; 5] = ["roll", "rolls", "die", "dice", "throw"];

/// The columns after the first whose cells are ranges that go on from each other, but for one of them.
pub(super) fn bands(context: &Context<'_>, block: usize, grid: &Grid, known: &[Axis]) -> Vec<Axis> {
    let is_known = |column: usize| known.iter().any(|axis| axis.column == column);
    let near = near_dice(context, block, grid);
    (1..grid.n_columns)
        .filter(|column| !is_known(*column))
        .filter_map(|column| {
            let mut keys = Vec::new();
            for row in grid.body_rows() {
                let cell = grid.at(row, column)?;
                keys.push((row, Key::parse(&cell.text.plain)?, cell.span));
            }
            let n_ranges = keys.iter().filter(|(_, key, _)| key.is_range()).count();
            let goes_on = |pair: &[PlacedKey]| {
                let [(_, one, _), (_, other, _)] = pair else {
                    return false;
                };
                let ends = one.bounds().1.zip(other.bounds().0);
                ends.is_some_and(|(end, start)| start == end + 1)
            };
            let n_steps = keys.len().saturating_sub(1);
            let n_on = keys.windows(2).filter(|pair| goes_on(pair)).count();
            // `3-8`, `9-14`, `15-20` below `Inches`.
            let header = grid.header(column).to_lowercase();
            let is_measure = MEASURES.iter().any(|word| header.contains(word));
            let is_short = is_measure && n_steps == 2 && n_on == 1 && n_ranges == keys.len();
            let is_long = n_steps >= 3 && n_on + 1 >= n_steps && n_ranges * 2 >= keys.len();
            // `1-3`, `4-5`, `6` below `Roll in turns 1-6`.
            let words = tokens(&header);
            let is_rolled = words.iter().any(|word| word.is_word(&ROLLED))
                && (n_steps >= 3 || n_steps == 2 && n_ranges >= 2)
                && n_on + 1 >= n_steps;
            (is_long || is_short || is_rolled).then_some(Axis {
                keys,
                dice: near.filter(|dice| is_rolled && dice.count == 1),
                is_own_dice: false,
                is_sum: false,
                is_column: true,
                column,
                is_modified: false,
                what: "row",
            })
        })
        .collect()
}

/// The die of a table whose header only says `Die`: its keys lie on the usual die of the manuscript and nearly reach both ends.
fn bare_die(context: &Context<'_>, header: &str, keys: &[PlacedKey]) -> Option<Dice> {
    if !["die", "die roll"].contains(&header.trim()) {
        return None;
    }
    let bounds = keys.iter().map(|(_, key, _)| key.bounds());
    let (mut low, mut high) = (i64::MAX, i64::MIN);
    for (least, most) in bounds {
        low = low.min(least?);
        high = high.max(most?);
    }
    let die = context.usual(1)?;
    let most = die.most();
    let is_whole = (1..=2).contains(&low) && (most - 1..=most + 1).contains(&high);
    is_whole.then_some(die)
}

/// The words of a header around its numbers, `# block` of `3 to 4 blocks`, and the key that the numbers make.
fn framed(text: &str) -> Option<(String, Key)> {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let (start, end) = (text.find(is_digit)?, text.rfind(is_digit)? + 1);
    let (head, tail) = (text.get(..start)?, text.get(end..)?);
    let has_words = [head, tail]
        .iter()
        .any(|part| part.contains(char::is_alphabetic));
    let key = Key::parse(text.get(start..end)?).filter(|_| has_words)?;
    let stems = |part: &str| {
        let words: Vec<String> = tokens(part).iter().map(|word| stem(word.text)).collect();
        words.join(" ")
    };
    Some((format!("{} # {}", stems(head), stems(tail)), key))
}

/// Columns whose headers have the same words around other numbers: `1 to 2 blocks`, `3 to 4 blocks`; `Roll in turns 1-6`, `Roll in turns 7-12`.
pub(super) fn framed_axes(grid: &Grid) -> Vec<Axis> {
    let Some(row) = grid.n_header_rows.checked_sub(1) else {
        return Vec::new();
    };
    let mut frames: Vec<(String, Vec<PlacedKey>)> = Vec::new();
    let mut n_numbered = 0;
    for column in 1..grid.n_columns {
        let Some(cell) = grid.at(row, column).filter(|cell| cell.column == column) else {
            continue;
        };
        let Some((frame, key)) = framed(&cell.text.plain) else {
            continue;
        };
        n_numbered += 1;
        match frames.iter_mut().find(|(own, _)| *own == frame) {
            Some((_, keys)) => keys.push((column, key, cell.span)),
            None => frames.push((frame, vec![(column, key, cell.span)])),
        }
    }
    let all_equal = |one: &[PlacedKey], other: &[PlacedKey]| {
        one.iter()
            .map(|key| key.1)
            .eq(other.iter().map(|key| key.1))
    };
    let firsts = frames
        .first()
        .map(|(_, keys)| keys.clone())
        .unwrap_or_default();
    // Two frames with the same numbers: a roll and its chance, for each span of turns.
    let are_twins = frames.len() >= 2 && frames.iter().all(|(_, keys)| all_equal(keys, &firsts));
    let n_ranges = firsts.iter().filter(|(_, key, _)| key.is_range()).count();
    let is_known = match firsts.len() {
        0 | 1 => false,
        2 => are_twins && n_ranges == 2,
        _ => frames.len() == 1 || are_twins,
    };
    let is_whole = is_known && n_numbered == firsts.len() * frames.len();
    let keys = Some(firsts).filter(|_| is_whole);
    keys.into_iter()
        .map(|keys| Axis {
            keys,
            dice: None,
            is_own_dice: false,
            is_column: false,
            column: usize::MAX,
            is_modified: false,
            is_sum: false,
            what: "column",
        })
        .collect()
}

fn row_axis(context: &Context<'_>, grid: &Grid, near: Option<Dice>) -> Option<Axis> {
    let row = grid.n_header_rows.checked_sub(1)?;
    let corner = grid.text(row, 0).to_lowercase();
    let cells: Vec<_> = (1..grid.n_columns)
        .filter_map(|column| grid.at(row, column))
        .filter(|cell| cell.row + cell.n_rows == row + 1)
        .collect();
    let mut keys = Vec::new();
    for cell in &cells {
        if keys
            .last()
            .is_some_and(|(column, _, _)| *column == cell.column)
        {
            continue;
        }
        keys.push((cell.column, Key::parse(&cell.text.plain)?, cell.span));
    }
    if keys.len() < 3 || is_odds(cells.iter().map(|cell| cell.text.plain.trim())) {
        return None;
    }
    let n_ranges = keys.iter().filter(|(_, key, _)| key.is_range()).count();
    let own = dice(&corner);
    let is_headed = HEADS.iter().any(|word| corner.contains(word));
    let captioned = captioned(context, grid, is_headed);
    // Numbers above numbers are looked up by something else.
    let dice = own
        .or(captioned.filter(|_| is_headed))
        .or(near.filter(|_| is_headed && n_ranges > 0));
    if n_ranges == 0 && dice.is_none() {
        return None;
    }
    Some(Axis {
        keys,
        dice,
        is_own_dice: own.is_some(),
        is_sum: is_sum(&corner, own),
        is_column: false,
        column: usize::MAX,
        is_modified: corner.contains("modif") || corner.contains('+'),
        what: "column",
    })
}

/// Odds columns of a combat results table: `1-2, 1-1, 2-1`.
pub(super) fn is_odds<'a>(texts: impl Iterator<Item = &'a str>) -> bool {
    let mut has_odds = false;
    for text in texts.filter(|text| !text.is_empty()) {
        let plain: String = text
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .map(|letter| {
                if matches!(letter, '–' | '—' | '−' | ':') {
                    '-'
                } else {
                    letter
                }
            })
            .collect();
        let Some((left, right)) = plain.split_once('-') else {
            continue;
        };
        let (Ok(left), Ok(right)) = (
            left.parse::<i64>(),
            right.trim_end_matches('+').parse::<i64>(),
        ) else {
            continue;
        };
        has_odds |= right > 0 && right <= left && left < 20;
    }
    has_odds
}

/// Reports a column of odds that is out of order among the others.
pub(super) fn odds_disorder(grid: &Grid) -> Option<Diagnostic> {
    let row = grid.n_header_rows.checked_sub(1)?;
    let cells: Vec<_> = (1..grid.n_columns)
        .filter_map(|column| grid.at(row, column))
        .collect();
    if !is_odds(cells.iter().map(|cell| cell.text.plain.trim())) {
        return None;
    }
    let mut odds = Vec::new();
    for cell in cells {
        let text = cell.text.plain.replace(['–', '—', '−', ':'], "-");
        let (left, right) = text.split_once('-')?;
        let left: i64 = left.trim().parse().ok()?;
        let right: i64 = right.trim().trim_end_matches('+').parse().ok()?;
        odds.push((left, right, cell.span));
    }
    let rises =
        |one: &(i64, i64, Span), other: &(i64, i64, Span)| one.0 * other.1 < other.0 * one.1;
    let steps = odds.iter().zip(odds.iter().skip(1));
    let mut wrong = steps.filter(|(one, other)| !rises(one, other));
    let (before, after) = wrong.next()?;
    (odds.len() >= 4 && wrong.next().is_none()).then(|| {
        Diagnostic::new(
            Code::RowsOutOfOrder,
            "the columns of this table are out of order",
        )
        .label(after.2, "not higher than the odds before it")
        .label(before.2, "the column before it")
        .help("put the columns in the order of their odds")
    })
}

/// Reports the only row of a table for dice whose ends are written backwards: `9-8`.
pub(super) fn backwards(grid: &Grid) -> Option<Diagnostic> {
    let named = |column: &usize| dice(&grid.header(*column)).is_some();
    let is_headed = || {
        let header = grid.header(0).to_lowercase();
        HEADS.iter().any(|word| header.contains(word))
    };
    let column = (0..grid.n_columns).find(named).unwrap_or(0);
    let cells = grid.body_rows().filter_map(|row| grid.at(row, column));
    let cells = cells.filter(|cell| !cell.text.is_empty());
    let (keys, others): (Vec<_>, Vec<_>) =
        cells.partition(|cell| Key::parse(&cell.text.plain).is_some());
    let [cell] = others.as_slice() else {
        return None;
    };
    let (high, low) = reversed(&cell.text.plain)?;
    // Without a word for a roll all ranges must go on from each other when this one is turned round.
    let goes_on = || {
        let bounds = keys.iter().filter_map(|cell| {
            let (start, end) = Key::parse(&cell.text.plain)?.bounds();
            Some((start?, end.unwrap_or(i64::MAX)))
        });
        let mut bounds: Vec<(i64, i64)> = bounds.chain([(low, high)]).collect();
        bounds.sort_unstable();
        bounds.len() > keys.len()
            && bounds
                .iter()
                .zip(bounds.iter().skip(1))
                .all(|(one, other)| one.1.checked_add(1) == Some(other.0))
    };
    let is_meant = named(&column) || is_headed() || keys.len() >= 3 && goes_on();
    (keys.len() >= 2 && is_meant).then(|| {
        Diagnostic::new(
            Code::RowsOutOfOrder,
            format!("the row {high}-{low} is written backwards"),
        )
        .label(cell.span, "")
        .help(format!("write {low}-{high}, or correct one of the numbers"))
    })
}

/// The ends of a range whose higher one is first: `9-8`, `a difference of 7 to 5 points`.
fn reversed(text: &str) -> Option<(i64, i64)> {
    let plain = text.replace(['–', '—', '−'], "-").replace(" to ", "-");
    let (head, tail) = plain.split_once('-')?;
    let is_digit = |letter: char| letter.is_ascii_digit();
    let lead = head.trim_end().trim_end_matches(is_digit).len();
    let (lead, high) = (head.get(..lead)?, head.get(lead..)?.trim());
    let tail = tail.trim_start();
    let rest = tail.trim_start_matches(is_digit);
    let low = tail.strip_suffix(rest)?;
    let mended = Key::parse(&format!("{lead}{low}-{high}{rest}"))?;
    let (high, low) = (high.parse().ok()?, low.parse().ok()?);
    (mended == Key::Range(low, high) && low < high).then_some((high, low))
}

/// The only dice that the paragraphs directly before a table name, together with a roll.
pub(super) fn near_dice(context: &Context<'_>, block: usize, grid: &Grid) -> Option<Dice> {
    context.dice_of_table(block, || search_dice(context, block, grid))
}

fn search_dice(context: &Context<'_>, block: usize, grid: &Grid) -> Option<Dice> {
    let home = context.home(block);
    let mut found = None;
    for back in 1..=3 {
        let Some(at) = block.checked_sub(back) else {
            break;
        };
        if context.home(at) != home {
            break;
        }
        let content = &context.document.blocks.get(at)?.content;
        let text = match content {
            BlockContent::Paragraph(paragraph) => &paragraph.text.plain,
            BlockContent::Heading(heading) => &heading.text.plain,
            BlockContent::Table(_) | BlockContent::Code(_) => break,
        };
        let all = context.all_dice(text);
        let lower_text = text.to_lowercase();
        let is_roll = lower_text.contains("roll") || lower_text.contains("throw");
        if all.is_empty()
            && is_roll
            && let Some(spoken) = context.dice_in(text)
        {
            found = Some(spoken);
            break;
        }
        if let Some(first) = all.first() {
            let is_one = all.iter().all(|dice| dice == first);
            let lower = text.to_lowercase();
            let rolls =
                lower.contains("roll") || lower.contains("table") || lower.contains("throw");
            found = Some(*first).filter(|_| is_one && rolls);
            break;
        }
    }
    found.or_else(|| dice_by_title(context, block, grid))
}

/// The dice of `roll both dice and consult the Critical Hit Table`, for the table of this title; `None` if two sentences name different ones.
fn dice_by_title(context: &Context<'_>, block: usize, grid: &Grid) -> Option<Dice> {
    let title = match &grid.caption {
        Some(caption) => caption.title.as_str(),
        None => context.titles(block).last()?,
    };
    let title = title.trim().to_lowercase();
    if title.split_whitespace().count() < 2 {
        return None;
    }
    let mut found = None;
    for one in context.sentences() {
        let lower = one.text.to_lowercase();
        let is_roll = lower.contains("roll") || lower.contains("throw");
        if !is_roll || !lower.contains(&title) {
            continue;
        }
        let dice = context.dice_in(one.text)?;
        if found.is_some_and(|known| known != dice) {
            return None;
        }
        found = Some(dice);
    }
    found
}
