//! Rolls of one unit against another that are certain for some pairs of units that a scenario puts against each other, although the dice decide for
//! other pairs: units that cannot be hurt, or that never survive.
//!
//! Reports: E0651.

use super::Staging;
use crate::trial::{PairOutcome, outcome_of_pair};
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::{Ability, CastUnit, Procedure, ProfileId, TrackId, Type};
use std::collections::BTreeSet;

/// Maximum number of pairs whose odds are calculated for one roll.
const MAX_PAIRS: usize = 8;
/// Maximum number of rolls that are looked at.
const MAX_ROLLS: usize = 2;
/// Maximum number of pairs that are reported for one roll.
const MAX_REPORTED: usize = 3;

pub(super) fn check_pairings(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    let rolls = staging.book.procedures.iter();
    let rolls = rolls.filter(|roll| is_of_two(staging, roll));
    for roll in rolls.take(MAX_ROLLS) {
        check_roll(staging, roll, found);
    }
}

/// Whether a rule is a roll of one piece against another that needs no further values.
fn is_of_two(staging: &Staging<'_>, roll: &Procedure) -> bool {
    let pieces = staging.book.pieces();
    let is_piece = |ty: Type| matches!(ty, Type::Unit(kinds) if !kinds.and(pieces).is_empty());
    let is_roll = roll.ability == Ability::Roll && roll.is_declared();
    is_roll && roll.parameters.len() == 2 && roll.parameters.iter().all(|one| is_piece(one.ty))
}

fn check_roll(staging: &Staging<'_>, roll: &Procedure, found: &mut Vec<Diagnostic>) {
    let mut outcomes = Vec::new();
    for (one, other) in pairs(staging, roll).into_iter().take(MAX_PAIRS) {
        // Without the answer for one pair, the others cannot be compared with it.
        let Some(outcome) = outcome_of_pair(
            staging.book,
            roll,
            [&one.profile, &other.profile].map(|id| *id),
        ) else {
            return;
        };
        outcomes.push((one, other, outcome));
    }
    let is_open = |outcome: &PairOutcome| outcome.certain.is_none();
    if !outcomes.iter().any(|(.., outcome)| is_open(outcome)) {
        return;
    }
    let certain = outcomes
        .iter()
        .filter_map(|(one, other, outcome)| Some((one, other, outcome.certain.as_ref()?)));
    for (one, other, word) in certain.take(MAX_REPORTED) {
        found.extend(finding(staging, roll, (one, other), word));
    }
}

/// Returns the pairs of units of different sides that a roll can be about, one for each pair of profiles.
fn pairs<'a>(staging: &Staging<'a>, roll: &Procedure) -> Vec<(&'a CastUnit, &'a CastUnit)> {
    let [first, second] = roll.parameters.as_slice() else {
        return Vec::new();
    };
    let mut seen: BTreeSet<(ProfileId, ProfileId)> = BTreeSet::new();
    let mut found = Vec::new();
    let is_in_play = |unit: &CastUnit| {
        let is_out = |track| unit.start(track, 0) != 0;
        !is_out(TrackId::DESTROYED) && !is_out(TrackId::REMOVED)
    };
    let takes = |ty: Type, unit: &CastUnit| ty.kinds().has(unit.kind) && is_in_play(unit);
    for (at, one) in staging.pieces().filter(|(_, unit)| takes(first.ty, unit)) {
        for (other_at, other) in staging.pieces().filter(|(_, unit)| takes(second.ty, unit)) {
            let sides = [staging.side_of(at), staging.side_of(other_at)];
            let are_foes = matches!(sides, [Some(one), Some(other)] if one != other);
            if are_foes && seen.insert((one.profile, other.profile)) {
                found.push((one, other));
            }
        }
    }
    found
}

fn finding(
    staging: &Staging<'_>,
    roll: &Procedure,
    (one, other): (&CastUnit, &CastUnit),
    word: &str,
) -> Option<Diagnostic> {
    let place = staging.head_of(one)?;
    let against = staging.head_of(other)?;
    let name = &roll.naming.name;
    Some(
        Diagnostic::new(
            Code::CertainRoll,
            format!(
                "`{name}` of {} against {} is always {word}, whatever the dice show",
                one.title, other.title
            ),
        )
        .label(roll.naming.span, "the dice decide for other pairs")
        .label(place, "one of the two")
        .label(against, "the other")
        .help("correct the stats of one of them or the numbers of the roll; if it is meant, ignore this")
        .cite(roll.naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Possible),
    )
}
