//! Pools: dice that are kept, rerolled, counted or matched.

use super::{DieId, Expr};
use sandtable_syntax::ast::Match;

/// A family of pools; values select one of them by the number or the sort of its dice.
#[derive(Debug, Clone)]
pub struct KeyedPool {
    /// The values that select one of the pools.
    pub keys: Vec<Key>,
    /// One pool for each combination of values, the last key varying fastest; a single one without keys.
    pub pools: Vec<Pool>,
}

/// A value that determines the number or the sort of dice.
#[derive(Debug, Clone)]
pub struct Key {
    /// The selecting expression.
    pub value: Expr,
    /// Its least value.
    pub low: i32,
    /// Number of its consecutive values.
    pub n: usize,
}

impl KeyedPool {
    /// Returns the limits of the results of all pools.
    pub fn ends(&self) -> (i64, i64) {
        let ends = self.pools.iter().map(Pool::ends);
        ends.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
            .unwrap_or_default()
    }
}

/// A pool: dice with modifications.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pool {
    /// Its text, which identifies it: equal pools have equal names.
    pub name: String,
    /// The dice.
    pub group: DiceGroup,
    /// The pool they are matched with.
    pub opposed: Option<OpposedRoll>,
}

/// Equal dice with their modifications, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiceGroup {
    /// The number of dice.
    pub count: u32,
    /// The custom die, if it is one.
    pub die: Option<DieId>,
    /// The value of each side.
    pub faces: Vec<i32>,
    /// The rerolls of each die, in order.
    pub rerolls: Vec<Reroll>,
    /// Number of the highest dice that are dropped.
    pub skip: u32,
    /// Number of the next highest dice that are kept.
    pub keep: u32,
    /// Faces that count one each; `None` if the dice are added up.
    pub counted: Option<Faces>,
    /// Whether a die that is rolled again and its further dice are counted one by one, rather than their total. The last reroll alone then
    /// adds, and all dice are kept.
    pub counts_each: bool,
}

/// A reroll of a die.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reroll {
    /// The faces that are rerolled.
    pub on: Faces,
    /// Maximum number of rerolls of one die.
    pub most: u32,
    /// Whether the new face is added to the old one, rather than replacing it.
    pub adds: bool,
}

/// Faces: ranges of values, ends included.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faces(pub Vec<(i32, i32)>);

impl Faces {
    /// Whether a value is among them.
    pub fn has(&self, value: i32) -> bool {
        self.0
            .iter()
            .any(|(low, high)| (*low..=*high).contains(&value))
    }
}

/// The opposing dice of a matched roll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpposedRoll {
    /// The opposing dice.
    pub group: DiceGroup,
    /// The rule of matching.
    pub how: Match,
    /// Whether ties are won.
    pub ties_win: bool,
}

impl Pool {
    /// Returns the limits of its results.
    pub fn ends(&self) -> (i64, i64) {
        match &self.opposed {
            None => self.group.ends(),
            Some(opposed) if opposed.how == Match::Dice => (0, i64::from(opposed.group.count)),
            Some(opposed) => (0, i64::from(opposed.group.count.min(self.group.count))),
        }
    }

    /// Returns the number of dice, to which each possible reroll adds an eighth, since limits are seldom reached.
    pub fn n_dice(&self) -> u64 {
        let groups =
            std::iter::once(&self.group).chain(self.opposed.iter().map(|other| &other.group));
        let rolled = groups.map(|group| u64::from(group.count) * u64::from(7 + group.rolls()));
        rolled.sum::<u64>() / 8
    }

    /// Iterates over the groups: the maximum number of rolls, and the number of sides.
    pub fn rolls(&self) -> impl Iterator<Item = (u32, usize)> {
        let groups =
            std::iter::once(&self.group).chain(self.opposed.iter().map(|other| &other.group));
        groups.map(|group| (group.count.saturating_mul(group.rolls()), group.faces.len()))
    }
}

impl DiceGroup {
    /// Returns dice that are added up.
    pub fn plain(count: u32, faces: Vec<i32>) -> Self {
        Self {
            count,
            die: None,
            faces,
            rerolls: Vec::new(),
            skip: 0,
            keep: count,
            counted: None,
            counts_each: false,
        }
    }

    /// Returns the maximum number of rolls of one die.
    pub fn rolls(&self) -> u32 {
        let reroll = self.rerolls.iter().map(|reroll| reroll.most);
        reroll.fold(1, u32::saturating_add)
    }

    /// Returns the limits of its results.
    pub fn ends(&self) -> (i64, i64) {
        let kept = i64::from(self.keep);
        let adding = self.rerolls.iter().filter(|reroll| reroll.adds);
        let times: i64 = adding.map(|reroll| i64::from(reroll.most)).sum();
        if self.counted.is_some() {
            return match self.counts_each {
                true => (0, kept * (1 + times)),
                false => (0, kept),
            };
        }
        let least = self.faces.iter().min().map_or(0, |face| i64::from(*face));
        let most = self.faces.iter().max().map_or(0, |face| i64::from(*face));
        (
            kept * (least + least.min(0) * times),
            kept * (most + most.max(0) * times),
        )
    }

    /// Rolls the dice: `next` returns the value of each face in the order of rolling. Rerolls come after the
    /// first rolls of all dice. Writes the value of each kept die to `kept`, highest first.
    pub fn roll(&self, next: &mut impl FnMut() -> Option<i32>, kept: &mut Vec<i32>) -> Option<()> {
        kept.clear();
        for _ in 0..self.count {
            kept.push(next()?);
        }
        for reroll in &self.rerolls {
            if reroll.adds && self.counts_each {
                reroll.roll_further(next, kept)?;
                continue;
            }
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

    /// Returns the result for the values of the kept dice.
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

impl Reroll {
    /// Rolls the further dice of each die, and appends their values.
    fn roll_further(
        &self,
        next: &mut impl FnMut() -> Option<i32>,
        kept: &mut Vec<i32>,
    ) -> Option<()> {
        for at in 0..kept.len() {
            let mut shown = *kept.get(at)?;
            for _ in 0..self.most {
                if !self.on.has(shown) {
                    break;
                }
                shown = next()?;
                kept.push(shown);
            }
        }
        Some(())
    }
}

impl OpposedRoll {
    /// Returns the number of pairs that are won, or of opposing dice that are beaten.
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
