//! The ranges of keys in tables: gaps, overlaps, rows that the dice cannot give, order.
//!
//! Reports: E0706, E0707, E0708, E0709.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::Context;
use super::roll_changes::{changes_rolls, speaks_of_change};
use super::table_keys::{Axis, PlacedKey, axes, backwards, bands, framed_axes, odds_disorder};
use super::words::{Kind, stem, tokens};
use crate::keys::{Dice, Key};
use crate::model::Grid;

/// Reports: E0706 to E0709.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (block, grid) in context.grids() {
        let mut all = axes(context, block, grid);
        all.extend(bands(context, block, grid, &all));
        if all.iter().all(|axis| axis.is_column) {
            all.extend(framed_axes(grid));
        }
        for axis in all {
            let may_change = axis.is_modified || changes_rolls(context, block, axis.dice);
            let finding = overshoot(context, block, &axis)
                .filter(|_| may_change)
                .or_else(|| beyond_chances(grid, &axis).filter(|_| may_change))
                .or_else(|| below_a_sum(context, grid, &axis));
            diagnostics.extend(finding.map(|finding| finding.cite(context.citation(block))));
            for segment in segments(&axis.keys) {
                for finding in judge(&axis, segment, may_change) {
                    diagnostics.push(finding.cite(context.citation(block)));
                }
            }
        }
        let finding = odds_disorder(grid).or_else(|| backwards(grid));
        diagnostics.extend(finding.map(|finding| finding.cite(context.citation(block))));
    }
}

/// Runs of keys between headings, split where the keys begin again.
fn segments(keys: &[PlacedKey]) -> Vec<Vec<PlacedKey>> {
    let mut segments: Vec<Vec<PlacedKey>> = vec![Vec::new()];
    for (row, key, span) in keys {
        if *row == usize::MAX {
            segments.push(Vec::new());
            continue;
        }
        let restarts = segments.last().is_some_and(|segment| {
            let first = segment.first().map(|(_, key, _)| *key);
            segment.len() > 2 && first == Some(*key)
        });
        if restarts {
            segments.push(Vec::new());
        }
        if let Some(segment) = segments.last_mut() {
            segment.push((*row, *key, *span));
        }
    }
    segments.retain(|segment| segment.len() > 1);
    segments
}

/// Key with its bounds on the line of possible values.
#[derive(Clone, Copy)]
struct Interval {
    low: i64,
    high: i64,
    span: Span,
    key: Key,
}

const FAR: i64 = 1_000_000;

/// The order of values: the rank of a roll of d66, `0` of a d10 as 10 if it is last.
struct Scale {
    d66: bool,
    zero_is_ten: bool,
    zero_is_hundred: bool,
}

impl Scale {
    fn place(&self, value: i64) -> Option<i64> {
        if self.d66 {
            let (tens, ones) = (value / 10, value % 10);
            let is_face = |digit: i64| (1..=6).contains(&digit);
            return (is_face(tens) && is_face(ones)).then(|| (tens - 1) * 6 + ones);
        }
        Some(match value {
            0 if self.zero_is_ten => 10,
            0 if self.zero_is_hundred => 100,
            value => value,
        })
    }

    fn shown(&self, place: i64) -> String {
        if self.d66 {
            return ((place - 1) / 6 * 10 + (place - 1) % 6 + 11).to_string();
        }
        place.to_string()
    }

    fn run(&self, low: i64, high: i64) -> String {
        match low == high {
            true => self.shown(low),
            false => format!("{}-{}", self.shown(low), self.shown(high)),
        }
    }
}

fn judge(axis: &Axis, segment: Vec<PlacedKey>, may_change: bool) -> Vec<Diagnostic> {
    let values = segment
        .iter()
        .flat_map(|(_, key, _)| [key.bounds().0, key.bounds().1])
        .flatten();
    let values: Vec<i64> = values.collect();
    let has = |value: i64| values.contains(&value);
    let of_sides = |sides: u32| {
        axis.dice
            .is_some_and(|dice| dice.count == 1 && dice.sides == sides && dice.added == 0)
    };
    let is_d66 = axis.dice.is_some_and(Dice::is_d66)
        || axis.dice.is_none_or(|dice| dice.sides == 6) && looks_like_d66(&values);
    let last_is = |value: i64| {
        segment.last().is_some_and(|(_, key, _)| {
            key.bounds().1 == Some(value) || key.bounds().0 == Some(value)
        })
    };
    let scale = Scale {
        d66: is_d66,
        zero_is_ten: of_sides(10) && last_is(0) && !has(10),
        zero_is_hundred: of_sides(100) && has(0) && !has(1_000) && last_is(0),
    };
    let is_zero_based =
        (of_sides(10) || of_sides(100)) && has(0) && !scale.zero_is_ten && !scale.zero_is_hundred;
    let limits = match axis.dice {
        _ if is_d66 => Some((1, 36)),
        Some(dice) if is_zero_based => Some((0, dice.most() - 1)),
        Some(dice) => Some((dice.least(), dice.most())),
        None => None,
    };
    let mut intervals = Vec::new();
    let mut findings = Vec::new();
    for (_, key, span) in &segment {
        let (low, high) = key.bounds();
        if *key == Key::Other {
            continue;
        }
        let place =
            |value: Option<i64>, open: i64| value.map_or(Some(open), |value| scale.place(value));
        match (place(low, -FAR), place(high, FAR)) {
            (Some(low), Some(high)) if low <= high => intervals.push(Interval {
                low,
                high,
                span: *span,
                key: *key,
            }),
            _ => findings.push(impossible(axis, *span, "66", "has only digits from 1 to 6")),
        }
    }
    if findings.len() > 1 || intervals.len() < 2 {
        return Vec::new();
    }
    let has_other = segment.iter().any(|(_, key, _)| *key == Key::Other);
    findings.extend(rolls_out_of_reach(
        axis, &intervals, limits, may_change, &scale,
    ));
    findings.extend(overlaps(axis, &intervals, &scale));
    let sorted = sorted(&intervals);
    if !has_other {
        findings.extend(gaps(axis, &intervals, &sorted, limits, may_change, &scale));
    }
    if findings.is_empty() {
        findings.extend(disorder(axis, &intervals));
    }
    findings
}

fn looks_like_d66(values: &[i64]) -> bool {
    let is_face = |value: &i64| (1..=6).contains(&(value / 10)) && (1..=6).contains(&(value % 10));
    values.len() >= 6
        && values.contains(&11)
        && values.contains(&66)
        && values.iter().filter(|value| is_face(value)).count() + 1 >= values.len()
}

fn sorted(intervals: &[Interval]) -> Vec<Interval> {
    let mut sorted = intervals.to_vec();
    sorted.sort_by_key(|one| (one.low, one.high));
    sorted
}

fn impossible(axis: &Axis, span: Span, dice: &str, why: &str) -> Diagnostic {
    let message = format!("this {} can never be rolled: a d{dice} {why}", axis.what);
    Diagnostic::new(Code::ImpossibleRoll, message)
        .label(span, "")
        .help("correct the numbers")
}

fn rolls_out_of_reach(
    axis: &Axis,
    intervals: &[Interval],
    limits: Option<(i64, i64)>,
    may_change: bool,
    scale: &Scale,
) -> Option<Diagnostic> {
    let (least, most) = limits?;
    if may_change || scale.d66 {
        return None;
    }
    let is_out = |one: &&Interval| {
        let starts_out = one.low > most || one.low < least && one.low > -FAR;
        let ends_out = one.high < least || one.high > most && one.high < FAR;
        starts_out || ends_out
    };
    let out: Vec<&Interval> = intervals.iter().filter(is_out).collect();
    let n_most = if axis.is_own_dice { 2 } else { 1 };
    if out.is_empty() || out.len() > n_most || out.len() * 2 > intervals.len() {
        return None;
    }
    let first = out.first()?;
    let dice = axis.dice?.to_string();
    let (low, high) = (first.low.max(-FAR), first.high);
    let beyond = if (least..=most).contains(&low) {
        high
    } else {
        low
    };
    let message = match low > most || high < least {
        true => format!(
            "this {} can never be rolled: {dice} gives {least} to {most}",
            axis.what
        ),
        false => format!(
            "{dice} cannot roll {}: it gives {least} to {most}",
            scale.shown(beyond)
        ),
    };
    Some(
        Diagnostic::new(Code::ImpossibleRoll, message)
            .label(first.span, "")
            .help("correct the numbers, or say which modifiers lead here"),
    )
}

/// A range of a table that goes on one number beyond what the dice give, where modifiers go both ways, or its section has none, and the other end
/// of the table is that of the dice: such a table is not made for modified totals.
fn overshoot(context: &Context<'_>, block: usize, axis: &Axis) -> Option<Diagnostic> {
    let dice = axis.dice.filter(|dice| !dice.is_d66())?;
    let (least, most) = (dice.least(), dice.most());
    let bounds = axis.keys.iter().map(|(_, key, span)| {
        let (low, high) = key.bounds();
        Some((low?, high?, *span))
    });
    let bounds: Vec<(i64, i64, Span)> = bounds.collect::<Option<_>>()?;
    let (low, high) = (
        bounds.iter().map(|(low, ..)| *low).min()?,
        bounds.iter().map(|(_, high, _)| *high).max()?,
    );
    let value = match (low == least, high == most) {
        (true, false) if high == most + 1 => high,
        (false, true) if low + 1 == least => low,
        _ => return None,
    };
    let mut wide = bounds.iter().filter(|(low, high, _)| low < high);
    let (_, _, span) = wide.find(|(low, high, _)| (*low..=*high).contains(&value))?;
    let (raises, lowers) = directions(context, block);
    let is_both = raises && lowers || !is_changed_here(context, block);
    (is_both && bounds.len() >= 3).then(|| {
        let message = format!("{dice} cannot roll {value}: it gives {least} to {most}");
        Diagnostic::new(Code::ImpossibleRoll, message)
            .label(*span, "the other end is that of the dice")
            .help("correct the number, or let both ends be those of the modified roll")
            .confidence(Confidence::Likely)
    })
}

/// A range that ends beyond the dice in a table whose rows have chances, which are those of the dice alone.
fn beyond_chances(grid: &Grid, axis: &Axis) -> Option<Diagnostic> {
    let is_plain = axis.is_column && !axis.is_modified;
    let dice = axis.dice.filter(|dice| !dice.is_d66() && is_plain)?;
    let (least, most) = (dice.least(), dice.most());
    let mut out = axis.keys.iter().filter(|(_, key, _)| {
        matches!(key, Key::Range(low, high) if (least..=most).contains(low) && *high > most)
    });
    let ((row, _, span), None) = (out.next()?, out.next()) else {
        return None;
    };
    let has_chance = |row: usize| {
        let mut cells = (0..grid.n_columns).map(|column| grid.text(row, column));
        cells.any(|text| text.trim_end().ends_with('%'))
    };
    let are_chances = *row != usize::MAX && grid.body_rows().all(has_chance);
    let high = axis
        .keys
        .iter()
        .filter_map(|(_, key, _)| key.bounds().1)
        .max()?;
    are_chances.then(|| {
        let message = format!("{dice} cannot roll {high}: it gives {least} to {most}");
        Diagnostic::new(Code::ImpossibleRoll, message)
            .label(*span, "the chances are those of the dice alone")
            .help("correct the number")
            .confidence(Confidence::Likely)
    })
}

/// A range that begins one number below what the dice give, where the caption says what is added to them, `2d6 + Strength`, and no column of this
/// name has a negative number.
fn below_a_sum(context: &Context<'_>, grid: &Grid, axis: &Axis) -> Option<Diagnostic> {
    let dice = axis.dice.filter(|dice| !dice.is_d66())?;
    let caption = grid.caption.as_ref()?;
    let words = tokens(&caption.title);
    let added = words.windows(3).find_map(|window| {
        let [roll, plus, name] = window else {
            return None;
        };
        let is_sum = matches!(roll.kind, Kind::Dice(_)) && plus.is_mark('+');
        (is_sum && name.kind == Kind::Word).then(|| stem(name.text))
    })?;
    let (_, key, span) = axis.keys.first()?;
    let low = key.bounds().0.filter(|low| *low + 1 == dice.least())?;
    let mut tables = context.tables();
    let is_lowered = tables.any(|(_, other)| {
        let columns = (0..other.n_columns).filter(|column| {
            let header = other.header(*column);
            tokens(&header).iter().any(|word| stem(word.text) == added)
        });
        let mut cells = columns.flat_map(|column| other.column(column));
        cells.any(|cell| cell.text.plain.trim().starts_with(['-', '−', '–']))
    });
    let is_range = key.is_range() && axis.keys.len() >= 3;
    (is_range && !is_lowered).then(|| {
        let message = format!(
            "{dice} cannot roll {low}: it gives {} and more",
            dice.least()
        );
        Diagnostic::new(Code::ImpossibleRoll, message)
            .label(*span, "nothing is taken away from the dice")
            .help("correct the number")
            .confidence(Confidence::Likely)
    })
}

/// Whether a paragraph of the section of a table speaks of modifiers.
fn is_changed_here(context: &Context<'_>, block: usize) -> bool {
    let home = context.home(block);
    let mut paragraphs = context.paragraphs().into_iter();
    home.is_none()
        || paragraphs
            .any(|one| context.home(one.block) == home && speaks_of_change(&one.text.plain, true))
}

/// Whether the chapter of a block has modifiers that raise a roll, and such that lower it.
fn directions(context: &Context<'_>, block: usize) -> (bool, bool) {
    let chapter = context.chapter(block);
    let (mut raises, mut lowers) = (false, false);
    for prose in context.prose() {
        if context.chapter(prose.block) != chapter {
            continue;
        }
        for word in context.words(&prose).iter().filter(|word| !word.is_shift()) {
            let signed = word.signed().unwrap_or(0);
            raises |= signed > 0 || word.is_word(&["add", "adds", "bonus"]);
            lowers |= signed < 0 || word.is_word(&["subtract", "subtracts", "penalty"]);
        }
    }
    (raises, lowers)
}

/// Whether two rows are limits of one kind, `to 12 inches` above `to 24 inches`: the nearer one applies.
fn are_limits(one: Key, other: Key) -> bool {
    matches!(
        (one, other),
        (Key::AtMost(low), Key::AtMost(high)) | (Key::AtLeast(low), Key::AtLeast(high)) if low != high
    )
}

fn overlaps(axis: &Axis, intervals: &[Interval], scale: &Scale) -> Option<Diagnostic> {
    let all_open = |is_open: fn(Key) -> bool| intervals.iter().all(|one| is_open(one.key));
    // `4+, 5+, 6+` are thresholds: the best that is met applies.
    if all_open(|key| matches!(key, Key::AtLeast(_)))
        || all_open(|key| matches!(key, Key::AtMost(_)))
    {
        return None;
    }
    let sorted = sorted(intervals);
    let pairs: Vec<(&Interval, &Interval)> = sorted.iter().zip(sorted.iter().skip(1)).collect();
    let clashing: Vec<&(&Interval, &Interval)> = pairs
        .iter()
        .filter(|(one, other)| one.high >= other.low && !are_limits(one.key, other.key))
        .collect();
    let touching = clashing
        .iter()
        .filter(|(one, other)| one.high == other.low && one.low < one.high)
        .count();
    // A measure whose bands share their ends: 0-6, 6-12, 12-24.
    let is_measure = touching == clashing.len()
        && (touching > 1 || touching == pairs.len())
        && axis.dice.is_none();
    let same = clashing
        .iter()
        .filter(|(one, other)| one.key == other.key)
        .count();
    if clashing.is_empty() || is_measure || clashing.len() > 2 || same > 1 {
        return None;
    }
    let (one, other) = clashing.first()?;
    let (low, high) = (other.low.max(one.low), one.high.min(other.high));
    let (first, second) = if (one.span.start) < other.span.start {
        (one, other)
    } else {
        (other, one)
    };
    let shared = if high >= FAR {
        format!("{}+", scale.shown(low))
    } else {
        scale.run(low, high)
    };
    let message = format!("two {}s give a result for {shared}", axis.what);
    Some(
        Diagnostic::new(Code::OverlapInPrintedTable, message)
            .label(second.span, format!("this {}", axis.what))
            .label(first.span, "and this one")
            .help("let each number be in one of them only"),
    )
}

fn gaps(
    axis: &Axis,
    intervals: &[Interval],
    sorted: &[Interval],
    limits: Option<(i64, i64)>,
    may_change: bool,
    scale: &Scale,
) -> Vec<Diagnostic> {
    let mut reach = sorted.first().map_or(0, |one| one.high);
    let mut missing: Vec<(i64, i64, Span)> = Vec::new();
    for one in sorted.iter().skip(1) {
        if one.low > reach.saturating_add(1) {
            missing.push((reach + 1, one.low - 1, one.span));
        }
        reach = reach.max(one.high);
    }
    // Numbers with as many gaps as steps are no partition: costs, sizes, dates.
    let n_steps = sorted.len().saturating_sub(1);
    let n_ranges = intervals.iter().filter(|one| one.key.is_range()).count();
    // Two ranges of a die that the header names are its whole table: `1-3`, `5-6`.
    // `1-3`, `6`: so are two rows that reach both ends of its dice.
    let is_whole = limits.is_some_and(|(least, most)| {
        sorted.first().is_some_and(|first| first.low == least) && reach == most && n_ranges > 0
    });
    let is_pair = n_steps == 1
        && (axis.is_own_dice || !axis.is_column)
        && (n_ranges == intervals.len() || is_whole);
    // `0 or less`, `1`, …, `7 or more`: every number has a row.
    let is_open_at_both_ends = sorted.first().is_some_and(|one| one.low == -FAR) && reach == FAR;
    if missing.len() > 2
        || missing.len() * 2 > n_steps && !is_pair
        || axis.dice.is_none() && n_ranges * 2 < intervals.len() && !is_open_at_both_ends
    {
        return Vec::new();
    }
    if let Some((least, most)) = limits.filter(|_| axis.is_own_dice && !axis.is_sum || !may_change)
    {
        let (first, last) = (sorted.first(), sorted.iter().max_by_key(|one| one.high));
        let mostly = |n: i64| n * 3 <= (most - least + 1);
        if let Some(first) = first.filter(|one| one.low > least && mostly(one.low - least)) {
            missing.push((least, first.low - 1, first.span));
        }
        if let Some(last) = last.filter(|one| one.high < most && mostly(most - one.high)) {
            missing.push((last.high + 1, most, last.span));
        }
    }
    let findings = missing.into_iter().take(2).map(|(low, high, span)| {
        let values = scale.run(low, high);
        let dice = axis
            .dice
            .filter(|_| limits.is_none_or(|(least, most)| least <= low && high <= most));
        let by = dice.map_or_else(String::new, |dice| format!(", which {dice} can roll"));
        Diagnostic::new(
            Code::GapInPrintedTable,
            format!("no {} gives a result for {values}{by}", axis.what),
        )
        .label(span, format!("the {} beside the gap", axis.what))
        .help(format!(
            "add {values} to a neighbour, or say what happens on it"
        ))
    });
    findings.collect()
}

fn disorder(axis: &Axis, intervals: &[Interval]) -> Option<Diagnostic> {
    let lows: Vec<(i64, i64)> = intervals.iter().map(|one| (one.low, one.high)).collect();
    let ascends = |one: &[(i64, i64)]| matches!(one, [a, b] if a <= b);
    let n_up = lows.windows(2).filter(|pair| ascends(pair)).count();
    let n_steps = lows.len().saturating_sub(1);
    let is_mostly_up = n_up * 2 >= n_steps;
    let n_wrong = if is_mostly_up { n_steps - n_up } else { n_up };
    if n_wrong == 0 || n_wrong > 2 || lows.len() < 3 {
        return None;
    }
    let at = lows
        .windows(2)
        .position(|pair| ascends(pair) != is_mostly_up)?;
    let (before, after) = (intervals.get(at)?, intervals.get(at + 1)?);
    let message = format!("the {}s of this table are out of order", axis.what);
    Some(
        Diagnostic::new(Code::RowsOutOfOrder, message)
            .label(after.span, "after a higher one")
            .label(before.span, format!("the {} before it", axis.what))
            .help(format!(
                "put the {}s in the order of their numbers",
                axis.what
            )),
    )
}
