//! Modifiers that a table takes from elsewhere: rows that name the section of their number, `Rain | 1L | 14.2`, against the only number of this
//! sort in that section; and rows of two tables for one circumstance.
//!
//! Reports: E0711.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::linked_modifiers::{Modifier, is_open, report, spoken};
use super::modifier_rows::{Row, signed_rows, telling};
use super::reported::Reported;
use super::words::tokens;

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut rows = Vec::new();
    for (block, grid) in context.grids() {
        rows.extend(signed_rows(context, block, grid));
    }
    let reported = Reported::new(diagnostics);
    let mut found: Vec<Diagnostic> = rows
        .iter()
        .filter_map(|row| against_section(context, row, &rows))
        .collect();
    found.extend(between_tables(context, &rows));
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// Whether two rows give numbers of one sort: both shifts or both modifiers, and in one direction.
fn are_alike(one: &Row, other: &Row) -> bool {
    one.is_shift == other.is_shift && one.value.signum() == other.value.signum()
}

/// The only row of its sort that names a section, against the only number of this sort there.
fn against_section(context: &Context<'_>, row: &Row, rows: &[Row]) -> Option<Diagnostic> {
    let source = row.source.as_ref()?;
    let others = rows.iter().filter(|other| {
        other.block == row.block && other.source.as_ref() == Some(source) && are_alike(row, other)
    });
    if others.count() != 1 {
        return None;
    }
    let mut stated: Vec<(&Sentence<'_>, Modifier)> = Vec::new();
    for one in context.sentences() {
        let block = one.prose.block;
        if block == row.block || !source.is_section_of(context, block) || context.is_example(block)
        {
            continue;
        }
        let own = spoken(&one.words).into_iter().filter(|modifier| {
            modifier.is_shift == row.is_shift && modifier.sign == row.value.signum()
        });
        stated.extend(own.map(|modifier| (one, modifier)));
    }
    let [(one, modifier)] = stated.as_slice() else {
        return None;
    };
    // `adds 1` may be said of anything, `1R` only of a shift.
    let mut said = telling(&one.words);
    let title = one.prose.text.plain.split(['.', ':']).next();
    said.extend(telling(&tokens(title.unwrap_or_default())));
    let is_named = row.is_shift || !said.is_disjoint(&row.stems);
    let differs = modifier.value != row.value.abs();
    if !is_named || !differs || is_open(&one.words, modifier.at) {
        return None;
    }
    report(context, one, modifier, row)
}

/// Rows of two tables that give a shift for one circumstance, where all others that both tables have are the same.
fn between_tables(context: &Context<'_>, rows: &[Row]) -> Vec<Diagnostic> {
    let mut blocks: Vec<usize> = rows.iter().map(|row| row.block).collect();
    blocks.dedup();
    let mut found = Vec::new();
    for (at, later) in blocks.iter().enumerate() {
        for earlier in blocks.get(..at).unwrap_or_default() {
            let of = |block: usize| {
                rows.iter()
                    .filter(move |row| row.block == block && row.is_shift)
            };
            let pairs = of(*later).filter_map(|row| {
                let own = ground(row);
                let mut same = of(*earlier).filter(|other| ground(other) == own);
                let (other, None) = (same.next()?, same.next()) else {
                    return None;
                };
                Some((row, other))
            });
            let pairs: Vec<(&Row, &Row)> = pairs.collect();
            let mut wrong = pairs.iter().filter(|(one, other)| one.value != other.value);
            let (Some((one, other)), None) = (wrong.next(), wrong.next()) else {
                continue;
            };
            if pairs.len() >= 2 {
                found.push(differing(context, one, other));
            }
        }
    }
    found
}

/// The stems of a circumstance but for the words for any place: `Mountain`, `Defender in a Mountain hex`.
fn ground(row: &Row) -> Vec<&String> {
    let idle = ["hex", "hexsid", "terrain", "squar", "area", "spac"];
    let stems = row.stems.iter();
    stems
        .filter(|stem| !idle.contains(&stem.as_str()))
        .collect()
}

fn differing(context: &Context<'_>, one: &Row, other: &Row) -> Diagnostic {
    let here = context.shown_change(one.span, one.value);
    let there = context.shown_change(other.span, other.value);
    let message = format!(
        "“{}” is {here} in this table and {there} in the other",
        one.label.trim()
    );
    Diagnostic::new(Code::ConflictingNumbers, message)
        .label(one.span, here)
        .label(other.span, format!("{there} here"))
        .help("correct one of them")
        .confidence(Confidence::Likely)
        .cite(context.citation(one.block))
}
