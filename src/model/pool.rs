//! Dice with which more is done than adding them up.

use super::{DieId, Expr};
use sandtable_syntax::ast::Match;

/// Dice that are rolled together, where values may say how many they are, and which.
#[derive(Debug, Clone)]
pub struct KeyedPool {
    /// The value that selects one of the pools.
    pub keys: Vec<Key>,
    /// One for all values of the keys, those of the last key side by side. Without keys the only one.
    pub pools: Vec<Pool>,
}

/// A value that says how many dice are rolled, or which.
#[derive(Debug, Clone)]
pub struct Key {
    /// The value.
    pub value: Expr,
    /// The least that it can be.
    pub low: i32,
    /// Count of the numbers from that one on.
    pub n: usize,
}

impl KeyedPool {
    /// Bounds of its values.
    pub fn ends(&self) -> (i64, i64) {
        let ends = self.pools.iter().map(Pool::ends);
        ends.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
            .unwrap_or_default()
    }
}

/// Dice, and what is made of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pool {
    /// As written, which says everything: equal pools have equal names.
    pub name: String,
    /// The dice.
    pub group: DiceGroup,
    /// The pool they are matched with.
    pub opposed: Option<OpposedRoll>,
}

/// Dice of one sort, and what is done with them in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiceGroup {
    /// The count.
    pub count: u32,
    /// A die with faces of its own.
    pub die: Option<DieId>,
    /// The value of each side.
    pub faces: Vec<i32>,
    /// The treatments of each die, in order.
    pub rerolls: Vec<Reroll>,
    /// Number of the highest that are put away.
    pub skip: u32,
    /// Number of the next highest that are kept.
    pub keep: u32,
    /// Those that count one each; without it they are added up.
    pub counted: Option<Faces>,
}

/// A die is rolled again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reroll {
    /// While it shows one of these.
    pub on: Faces,
    /// So often at most.
    pub most: u32,
    /// The new face is added to the old one; else it replaces it.
    pub adds: bool,
}

/// Faces: ranges of values, ends included.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faces(pub Vec<(i32, i32)>);

impl Faces {
    /// Whether a value is one of them.
    pub fn has(&self, value: i32) -> bool {
        self.0
            .iter()
            .any(|(low, high)| (*low..=*high).contains(&value))
    }
}

/// The other side of dice that are matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpposedRoll {
    /// Its dice.
    pub group: DiceGroup,
    /// The way they are matched.
    pub how: Match,
    /// Equal ones are won.
    pub ties_win: bool,
}

impl Pool {
    /// Bounds of its values.
    pub fn ends(&self) -> (i64, i64) {
        match &self.opposed {
            None => self.group.ends(),
            Some(opposed) if opposed.how == Match::Dice => (0, i64::from(opposed.group.count)),
            Some(opposed) => (0, i64::from(opposed.group.count.min(self.group.count))),
        }
    }

    /// Number of dice; of rerolls, which seldom reach their limit, an eighth.
    pub fn n_dice(&self) -> u64 {
        let groups =
            std::iter::once(&self.group).chain(self.opposed.iter().map(|other| &other.group));
        let rolled = groups.map(|group| u64::from(group.count) * u64::from(7 + group.rolls()));
        rolled.sum::<u64>() / 8
    }

    /// Most times dice are rolled, and their number of sides.
    pub fn rolls(&self) -> impl Iterator<Item = (u32, usize)> {
        let groups =
            std::iter::once(&self.group).chain(self.opposed.iter().map(|other| &other.group));
        groups.map(|group| (group.count.saturating_mul(group.rolls()), group.faces.len()))
    }
}

impl DiceGroup {
    /// Dice that are added up.
    pub fn plain(count: u32, faces: Vec<i32>) -> Self {
        Self {
            count,
            die: None,
            faces,
            rerolls: Vec::new(),
            skip: 0,
            keep: count,
            counted: None,
        }
    }

    /// Most times one die is rolled.
    pub fn rolls(&self) -> u32 {
        let reroll = self.rerolls.iter().map(|reroll| reroll.most);
        reroll.fold(1, u32::saturating_add)
    }

    /// Bounds of its values.
    pub fn ends(&self) -> (i64, i64) {
        let kept = i64::from(self.keep);
        if self.counted.is_some() {
            return (0, kept);
        }
        let least = self.faces.iter().min().map_or(0, |face| i64::from(*face));
        let most = self.faces.iter().max().map_or(0, |face| i64::from(*face));
        let adding = self.rerolls.iter().filter(|reroll| reroll.adds);
        let times: i64 = adding.map(|reroll| i64::from(reroll.most)).sum();
        (
            kept * (least + least.min(0) * times),
            kept * (most + most.max(0) * times),
        )
    }

    /// Rolls it: `next` gives the value of each face in the order of rolling. A die is rolled again behind all dice
    /// that are still to be rolled for the first time. Returns the value of each kept die, highest first.
    pub fn roll(&self, next: &mut impl FnMut() -> Option<i32>, kept: &mut Vec<i32>) -> Option<()> {
        kept.clear();
        for _ in 0..self.count {
            kept.push(next()?);
        }
        for reroll in &self.rerolls {
            for value in kept.iter_mut() {
                let mut shown = *value;
                for _ in 0..reroll.most {
                    if !reroll.on.has(shown) {
                        break;
                    }
                    shown = next()?;
                    *value = match reroll.adds {
                        true => value.checked_add(shown)?,
                        false => shown,
                    };
                }
            }
        }
        if self.skip > 0 || self.keep < self.count {
            kept.sort_unstable_by(|a, b| b.cmp(a));
            kept.truncate((self.skip + self.keep) as usize);
            kept.drain(..(self.skip as usize).min(kept.len()));
        }
        Some(())
    }

    /// Result of the dice that are kept.
    pub fn comes_to(&self, kept: &[i32]) -> Option<i32> {
        match &self.counted {
            Some(faces) => {
                let n = kept.iter().filter(|value| faces.has(**value)).count();
                i32::try_from(n).ok()
            }
            None => kept
                .iter()
                .try_fold(0_i32, |sum, value| sum.checked_add(*value)),
        }
    }
}

impl OpposedRoll {
    /// Share of the other side that is won.
    pub fn won(&self, group: &DiceGroup, ours: &mut [i32], theirs: &mut [i32]) -> Option<i32> {
        let wins = |ours: i32, theirs: i32| match self.ties_win {
            true => ours >= theirs,
            false => ours > theirs,
        };
        let n = match self.how {
            Match::Pairs => {
                ours.sort_unstable_by(|a, b| b.cmp(a));
                theirs.sort_unstable_by(|a, b| b.cmp(a));
                let pairs = ours.iter().zip(theirs.iter());
                pairs
                    .filter(|(ours, theirs)| wins(**ours, **theirs))
                    .count()
            }
            Match::Dice => {
                let ours = group.comes_to(ours)?;
                theirs.iter().filter(|theirs| wins(ours, **theirs)).count()
            }
        };
        i32::try_from(n).ok()
    }
}
