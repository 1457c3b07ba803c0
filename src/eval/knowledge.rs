//! States as a side knows them, and random states that agree with that.
//!
//! Determinisation: the hidden units of one kind are permuted among their places, each permutation as likely (Ginsberg 2001;
//! Cowling, Powley and Whitehouse 2012). It takes no evidence from the choices of other players.

use crate::dice::Dice;
use sandtable_ir::{Lowered, Seen, Slot};

/// The value of a track that a side does not see, or that holds a unit unknown to it.
pub const HIDDEN: i32 = i32::MIN + 1;

/// A state as a side knows it. Two states that look the same to a side have equal views. Of a hidden unit it has what is seen of a piece
/// or card that lies face down: where it is and whose, not its tracks; [`HIDDEN`] is at their places.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct View {
    /// Units that it knows, by their places in the cast, with the values of their tracks.
    pub seen: Vec<(usize, Vec<i32>)>,
    /// The kinds of the unknown units, with the values of the tracks of each, sorted, so that they are not identified.
    pub hidden: Vec<(usize, Vec<i32>)>,
    /// The places in the cast that these others are among.
    pub among: Vec<usize>,
}

/// The view of the side at a place in the cast.
pub fn view(lowered: &Lowered, state: &[i32], viewer: usize) -> View {
    let secrets = &lowered.secrets;
    let mut kinds: Vec<Option<usize>> = vec![None; lowered.program.n_units as usize];
    for secret in secrets.hidden(state, viewer) {
        if let Some(kind) = kinds.get_mut(secret.unit) {
            *kind = Some(secret.kind);
        }
    }
    let is_hidden = |unit: usize| kinds.get(unit).is_some_and(Option::is_some);
    // Values about units that are not known, apart: in no order.
    let mut values: Vec<[Vec<i32>; 2]> = vec![Default::default(); kinds.len()];
    for (slot, value) in lowered.program.slots.iter().zip(state) {
        let held = usize::try_from(*value);
        let is_masked = secrets.holders.contains(&slot.track) && held.is_ok_and(is_hidden);
        let about = about(lowered, slot).is_some_and(|(_, about)| is_hidden(about));
        let of = values.get_mut(slot.unit as usize);
        let of = of.map(|[plain, apart]| if about { apart } else { plain });
        let owner = slot.unit as usize;
        let is_private = is_hidden(owner) && secrets.keeps(owner, slot.track);
        let is_masked = is_masked || is_private || secrets.deferred.contains(&slot.track);
        if let Some(of) = of {
            of.push(if is_masked { HIDDEN } else { *value });
        }
    }
    let mut view = View {
        seen: Vec::new(),
        hidden: Vec::new(),
        among: Vec::new(),
    };
    for (unit, (kind, [mut values, mut apart])) in kinds.iter().zip(values).enumerate() {
        apart.sort_unstable();
        values.append(&mut apart);
        match kind {
            Some(kind) => {
                view.hidden.push((*kind, values));
                view.among.push(unit);
            }
            None => view.seen.push((unit, values)),
        }
    }
    view.hidden.sort_unstable();
    view
}

/// Returns a random state with the same view: hidden units are permuted among those of the same kind, and of the same side
/// if the side is visible. A unit takes its private tracks with it.
pub fn determinise(lowered: &Lowered, state: &[i32], viewer: usize, dice: &mut Dice) -> Vec<i32> {
    let groups = interchangeable(lowered, state, viewer);
    permute(lowered, state, &shuffle(lowered, &groups, dice))
}

/// Returns the groups of hidden units that a side cannot tell apart, each in the order of the cast.
pub fn interchangeable(lowered: &Lowered, state: &[i32], viewer: usize) -> Vec<Vec<usize>> {
    let groups = groups(lowered, state, viewer).into_iter();
    groups.map(|(_, units)| units).collect()
}

/// By unit of the cast, the number of its class among the units that a side does not know; `None` for one that it knows. Units of a class
/// are of one kind and have equal values of visible tracks. Classes are numbered by those, so states with equal views have as many
/// classes, with the same numbers.
pub fn look_alikes(lowered: &Lowered, state: &[i32], viewer: usize) -> Vec<Option<usize>> {
    let groups = groups(lowered, state, viewer);
    let units: Vec<Vec<usize>> = groups.iter().map(|(_, units)| units.clone()).collect();
    let keys = visible_keys(lowered, state, &units);
    let mut looks: Vec<((usize, i32), &[Key], usize)> = Vec::new();
    for (kind, units) in &groups {
        for unit in units {
            looks.push((*kind, keys.get(*unit).map_or(&[], Vec::as_slice), *unit));
        }
    }
    looks.sort_unstable();
    let mut classes = vec![None; lowered.program.n_units as usize];
    for (class, alike) in looks.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).enumerate() {
        for (_, _, unit) in alike {
            if let Some(of) = classes.get_mut(*unit) {
                *of = Some(class);
            }
        }
    }
    classes
}

/// The groups of [`interchangeable`], each with its kind, and the side if that is visible.
fn groups(lowered: &Lowered, state: &[i32], viewer: usize) -> Vec<((usize, i32), Vec<usize>)> {
    let get = |reg: usize| state.get(reg).copied().unwrap_or(0);
    let mut groups: Vec<((usize, i32), Vec<usize>)> = Vec::new();
    for secret in lowered.secrets.hidden(state, viewer) {
        let side = match &secret.seen {
            // The back of a card says whose deck it is from.
            Seen::Flags(_) => secret.home,
            Seen::Own { side, .. } => get(side.0 as usize),
        };
        let key = (secret.kind, side);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, units)) => units.push(secret.unit),
            None => groups.push((key, vec![secret.unit])),
        }
    }
    groups
}

/// A random permutation of the cast that exchanges units within groups only, each as likely.
pub fn shuffle(lowered: &Lowered, groups: &[Vec<usize>], dice: &mut Dice) -> Vec<usize> {
    let mut image: Vec<usize> = (0..lowered.program.n_units as usize).collect();
    for units in groups {
        let mut left = units.clone();
        for unit in units {
            let at = dice.face(u32::try_from(left.len()).unwrap_or(1)) as usize;
            let to = left.swap_remove(at.min(left.len().saturating_sub(1)));
            if let Some(place) = image.get_mut(*unit) {
                *place = to;
            }
        }
    }
    image
}

/// A visible value of a hidden unit: 0, or 1 and the number of the unit that has it; the track; the value.
type Key = (u32, u32, i32);

/// Returns a permutation of interchangeable units that depends only on the view of the side: they are sorted by the values
/// of their tracks, and by the tracks of other units that hold them. States with equal views have equal images, unless
/// units differ only in values that other hidden units hold.
pub fn canonical(lowered: &Lowered, state: &[i32], groups: &[Vec<usize>]) -> Vec<usize> {
    let keys = visible_keys(lowered, state, groups);
    let mut image: Vec<usize> = (0..lowered.program.n_units as usize).collect();
    for group in groups {
        let mut sorted = group.clone();
        sorted.sort_by(|a, b| keys.get(*a).cmp(&keys.get(*b)));
        for (to, from) in group.iter().zip(sorted) {
            if let Some(place) = image.get_mut(from) {
                *place = *to;
            }
        }
    }
    image
}

/// By unit of the cast, what is seen of it if it is in one of the groups, sorted.
fn visible_keys(lowered: &Lowered, state: &[i32], groups: &[Vec<usize>]) -> Vec<Vec<Key>> {
    let program = &lowered.program;
    let n_units = program.n_units as usize;
    let mut is_hidden = vec![false; n_units];
    for unit in groups.iter().flatten() {
        if let Some(flag) = is_hidden.get_mut(*unit) {
            *flag = true;
        }
    }
    let is_hidden = |unit: usize| is_hidden.get(unit).copied().unwrap_or(false);
    let mut keys: Vec<Vec<Key>> = vec![Vec::new(); n_units];
    let mut add = |unit: usize, key: Key| {
        if let Some(known) = keys.get_mut(unit).filter(|_| is_hidden(unit)) {
            known.push(key);
        }
    };
    for (slot, value) in program.slots.iter().zip(state) {
        let owner = slot.unit as usize;
        let held = usize::try_from(*value).ok();
        let held = held.filter(|_| lowered.secrets.holders.contains(&slot.track));
        let value = match held {
            Some(unit) if is_hidden(unit) => HIDDEN,
            Some(_) | None => *value,
        };
        if is_hidden(owner) && lowered.secrets.keeps(owner, slot.track) {
            continue;
        }
        match about(lowered, slot) {
            // Values about hidden units are sorted among themselves, so that they do not identify units.
            Some((first, about)) if is_hidden(about) => {
                add(owner, (0, first, value));
                if !is_hidden(owner) {
                    add(about, (1 + slot.unit, first, value));
                }
            }
            Some(_) | None => add(owner, (0, slot.track, value)),
        }
        if let Some(unit) = held.filter(|_| !is_hidden(owner)) {
            add(unit, (1 + slot.unit, slot.track, HIDDEN));
        }
    }
    for key in &mut keys {
        key.sort_unstable();
    }
    keys
}

/// The state in which each unit of the cast has changed places with its image; private tracks stay with their unit.
pub fn permute(lowered: &Lowered, state: &[i32], image: &[usize]) -> Vec<i32> {
    let program = &lowered.program;
    let secrets = &lowered.secrets;
    debug_assert!(state.len() >= program.slots.len(), "a state of the program");
    let get = |reg: usize| state.get(reg).copied().unwrap_or(0);
    let of = |unit: usize| image.get(unit).copied().unwrap_or(unit);
    let held = |value: i32| match usize::try_from(value) {
        Ok(unit) => i32::try_from(of(unit)).unwrap_or(value),
        Err(_) => value,
    };
    let mut sampled = state.to_vec();
    let mut put = |reg: usize, value: i32| {
        if let Some(place) = sampled.get_mut(reg) {
            *place = value;
        }
    };
    for (reg, slot) in program.slots.iter().enumerate() {
        let is_moved = of(slot.unit as usize) != slot.unit as usize;
        if is_moved && secrets.private.contains(&slot.track) {
            continue;
        }
        let value = match secrets.holders.contains(&slot.track) {
            true => held(get(reg)),
            false => get(reg),
        };
        let track = match about(lowered, slot) {
            Some((first, about)) => first as usize + of(about),
            None => slot.track as usize,
        };
        let place = of(slot.unit as usize) * program.n_tracks as usize + track;
        if let Some(Some(to)) = program.slot_of.get(place) {
            put(to.0 as usize, value);
        }
    }
    for reg in &secrets.registers {
        let reg = reg.0 as usize;
        put(reg, held(get(reg)));
    }
    sampled
}

/// Of a track with a value for each unit: its first number, and the unit that a slot is about.
fn about(lowered: &Lowered, slot: &Slot) -> Option<(u32, usize)> {
    let n_units = lowered.program.n_units;
    let mut firsts = lowered.secrets.about.iter();
    let first = firsts.find(|first| (**first..**first + n_units).contains(&slot.track))?;
    Some((*first, (slot.track - first) as usize))
}
