//! States as a side knows them, and random states that agree with that.
//!
//! Determinisation: the hidden units of one kind are permuted among their places, each permutation as likely (Ginsberg 2001;
//! Cowling, Powley and Whitehouse 2012). It takes no evidence from the choices of other players.

use crate::dice::Dice;
use sandtable_ir::{Lowered, Seen, Slot};

/// The value of a track that holds a unit unknown to a side.
pub const HIDDEN: i32 = i32::MIN + 1;

/// A state as a side knows it. Two states that look the same to a side have equal views.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct View {
    /// Units that it knows, by their places in the cast, with the values of their tracks.
    pub seen: Vec<(usize, Vec<i32>)>,
    /// The kinds of the others, with the values of the tracks of each, in no order that tells them apart.
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

/// A random state that has the same view: hidden units have changed places with others of their kind, and of their side
/// where that is seen.
pub fn determinise(lowered: &Lowered, state: &[i32], viewer: usize, dice: &mut Dice) -> Vec<i32> {
    let program = &lowered.program;
    let secrets = &lowered.secrets;
    debug_assert!(state.len() >= program.slots.len(), "a state of the program");
    let get = |reg: usize| state.get(reg).copied().unwrap_or(0);
    let mut groups: Vec<((usize, i32), Vec<usize>)> = Vec::new();
    for secret in secrets.hidden(state, viewer) {
        let side = match &secret.seen {
            Seen::Flags(_) => 0,
            Seen::Own { side, .. } => get(side.0 as usize),
        };
        let key = (secret.kind, side);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, units)) => units.push(secret.unit),
            None => groups.push((key, vec![secret.unit])),
        }
    }
    let mut image: Vec<usize> = (0..program.n_units as usize).collect();
    for (_, units) in groups {
        let mut left = units.clone();
        for unit in units {
            let at = dice.face(u32::try_from(left.len()).unwrap_or(1)) as usize;
            let to = left.swap_remove(at.min(left.len().saturating_sub(1)));
            if let Some(place) = image.get_mut(unit) {
                *place = to;
            }
        }
    }
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
