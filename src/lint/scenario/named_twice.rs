//! Units that two pieces of a side name, while another one of their kind is named by none: two leaders of one unit.
//!
//! Reports: E0568.

use std::collections::BTreeMap;

use super::Staging;
use super::left_out::{changed_tracks, references};
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::{CastUnit, KindId, NONE, TrackId, Type};

/// Number of units of a side from which each of them is expected to be named once, without another side that names each of its own.
const MIN_UNITS: usize = 3;

pub(super) fn check_named_twice(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    let mut changed = None;
    for (at, kind) in staging.book.kinds.iter().enumerate() {
        for track in references(staging, KindId::new(at)) {
            let sides = by_side(staging, KindId::new(at), track);
            let are_paired = sides.iter().any(Named::is_one_to_one);
            let odd = sides.iter().filter_map(|named| {
                let (twice, none) = named.odd_ones()?;
                let is_expected = are_paired || named.counts.len() >= MIN_UNITS;
                is_expected.then_some((named, twice, none))
            });
            for (named, twice, none) in odd {
                let changed = changed.get_or_insert_with(|| changed_tracks(staging));
                if !changed.contains(&track) {
                    found.extend(finding(
                        staging,
                        (track, &kind.naming.name),
                        named,
                        [twice, none],
                    ));
                }
            }
        }
    }
}

/// The units of a side that a reference of its pieces can name.
#[derive(Default)]
struct Named {
    /// For each unit, by its index in the cast, the pieces that name it.
    counts: BTreeMap<usize, Vec<usize>>,
}

impl Named {
    fn is_one_to_one(&self) -> bool {
        self.counts.len() > 1 && self.counts.values().all(|naming| naming.len() == 1)
    }

    /// Returns the only unit that two pieces name, and the only one that none names, if each of the others is named once.
    fn odd_ones(&self) -> Option<(usize, usize)> {
        let of = |n: usize| {
            let mut units = self
                .counts
                .iter()
                .filter(move |(_, naming)| naming.len() == n);
            let first = units.next().map(|(unit, _)| *unit);
            first.filter(|_| units.next().is_none())
        };
        let others = self.counts.values().filter(|naming| naming.len() == 1);
        let (twice, none) = (of(2)?, of(0)?);
        (others.count() + 2 == self.counts.len()).then_some((twice, none))
    }
}

/// Returns for each side its units that a track of its pieces can name.
fn by_side(staging: &Staging<'_>, kind: KindId, track: TrackId) -> Vec<Named> {
    let known = staging.book.tracks.get(track.at());
    let Some(Type::Unit(kinds)) = known.map(|known| known.ty) else {
        return Vec::new();
    };
    let mut sides: BTreeMap<usize, Named> = BTreeMap::new();
    for (at, unit) in staging.pieces() {
        if let Some(side) = staging.side_of(at).filter(|_| kinds.has(unit.kind)) {
            let named = sides.entry(side).or_default();
            named.counts.entry(at).or_default();
        }
    }
    for (at, _) in staging.pieces().filter(|(_, unit)| unit.kind == kind) {
        let value = staging.start.track(at, track).filter(|one| *one != NONE);
        let value = value.and_then(|one| usize::try_from(one).ok());
        let named = staging.side_of(at).and_then(|side| sides.get_mut(&side));
        if let Some((named, value)) = named.zip(value)
            && let Some(naming) = named.counts.get_mut(&value)
        {
            naming.push(at);
        }
    }
    sides.into_values().collect()
}

fn finding(
    staging: &Staging<'_>,
    (track, kind): (TrackId, &str),
    named: &Named,
    odd: [usize; 2],
) -> Option<Diagnostic> {
    let name = staging.book.track_name(track);
    let unit = |at: usize| staging.staged.cast.get(at);
    let [twice, none] = odd;
    let (twice, none) = (named.counts.get(&twice)?.as_slice(), unit(none)?);
    let [first, second] = twice else { return None };
    let place = |one: &CastUnit| staging.place_of(one, name);
    let once = unit(odd[0])?;
    Some(
        Diagnostic::new(
            Code::LeftOut,
            format!(
                "two pieces have `{name} = \"{}\"`, and no {kind} has `{name} = \"{}\"`",
                once.parameter, none.parameter
            ),
        )
        .label(place(unit(*second)?)?, "the same")
        .label(place(unit(*first)?)?, "as this")
        .help(format!(
            "name `{}` in one of the two; if both are meant, ignore this",
            none.parameter
        ))
        .confidence(Confidence::Possible),
    )
}
