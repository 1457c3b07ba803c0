//! Hidden units: cards in the deck and in other hands, pieces that lie face down.

use super::id::Reg;

/// The units of a program that can be hidden from a side, and all state that distinguishes them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Secrets {
    /// The sides, by their places in the cast.
    pub sides: Vec<usize>,
    /// Units that can be hidden.
    pub units: Vec<Secret>,
    /// The first numbers of tracks with a value for each unit.
    pub about: Vec<u32>,
    /// The numbers of tracks that hold a unit.
    pub holders: Vec<u32>,
    /// Registers after the state that hold a unit.
    pub registers: Vec<Reg>,
    /// The numbers of tracks that no other side sees while their unit is hidden: those that the author declares, but for the pile of a card
    /// and the flag that hides the unit.
    pub private: Vec<u32>,
    /// The numbers of the tracks of place and facing, which no other side sees of a unit that is hidden off the map.
    pub places: Vec<u32>,
    /// By unit of the cast: the register of its side, if it has one; none of a side.
    pub owners: Vec<Option<Reg>>,
    /// The numbers of internal tracks that hold changes of a block `at the same time` until its end; no side sees them.
    pub deferred: Vec<u32>,
}

/// A unit that can be hidden.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secret {
    /// Its index in the cast.
    pub unit: usize,
    /// Index of its kind: hidden units of different kinds cannot be mistaken for each other.
    pub kind: usize,
    /// Title while it is hidden: that of its kind.
    pub title: String,
    /// Name while it is hidden.
    pub name: String,
    /// The registers that decide who sees it.
    pub seen: Seen,
    /// The side whose deck a card is from, by its place in the cast; 0 of one deck for all, and of other units.
    pub home: i32,
    /// Whether others do not see either where it is while it is hidden.
    pub is_off_map: bool,
}

/// The registers that decide who sees which unit it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// A flag for each side.
    Flags(Vec<Reg>),
    /// Its own side; the others unless a flag is set, or never.
    Own {
        /// The register of its side.
        side: Reg,
        /// Set while others do not see it.
        flag: Option<Reg>,
    },
}

impl Secrets {
    /// The units that a side does not know while the registers are as in `state`.
    pub fn hidden(&self, state: &[i32], viewer: usize) -> impl Iterator<Item = &Secret> {
        let hidden = move |secret: &&Secret| !self.sees(secret, state, viewer);
        self.units.iter().filter(hidden)
    }

    /// Whether a side does not see a track of a unit, by their numbers, while the registers are as in `state`.
    pub fn hides(&self, (unit, track): (usize, u32), state: &[i32], viewer: usize) -> bool {
        self.keeps(unit, track) && self.hidden(state, viewer).any(|one| one.unit == unit)
    }

    /// Whether other sides do not see a track of a unit while it is hidden.
    pub fn keeps(&self, unit: usize, track: u32) -> bool {
        let mut units = self.units.iter();
        let is_placed = self.places.contains(&track);
        self.private.contains(&track)
            || is_placed && units.any(|one| one.unit == unit && one.is_off_map)
    }

    /// Titles, or other names, of the cast as a side knows them.
    pub fn masked(
        &self,
        names: &[String],
        state: &[i32],
        viewer: usize,
        mask: impl Fn(&Secret) -> String,
    ) -> Vec<String> {
        let mut masked = names.to_vec();
        for secret in self.hidden(state, viewer) {
            if let Some(name) = masked.get_mut(secret.unit) {
                *name = mask(secret);
            }
        }
        masked
    }

    /// The side of a unit while the registers are as in `state`, by its place in the cast; of a side that side.
    pub fn owner(&self, unit: usize, state: &[i32]) -> Option<usize> {
        if self.sides.contains(&unit) {
            return Some(unit);
        }
        let reg = self.owners.get(unit).copied().flatten()?;
        usize::try_from(*state.get(reg.0 as usize)?).ok()
    }

    fn sees(&self, secret: &Secret, state: &[i32], viewer: usize) -> bool {
        let get = |reg: &Reg| state.get(reg.0 as usize).copied().unwrap_or(0);
        match &secret.seen {
            Seen::Flags(flags) => {
                let place = self.sides.iter().position(|side| *side == viewer);
                let flag = place.and_then(|place| flags.get(place));
                flag.is_some_and(|flag| get(flag) != 0)
            }
            Seen::Own { side, flag } => {
                usize::try_from(get(side)) == Ok(viewer)
                    || flag.as_ref().is_some_and(|flag| get(flag) == 0)
            }
        }
    }
}
