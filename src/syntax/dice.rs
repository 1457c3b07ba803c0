//! Nodes of the tree for dice that are rolled together and their modifications.

use super::ast::{Expr, Name};
use sandtable_source::Spanned;

/// `best of 6d6`, `4d6 keep highest 3`, `roll 5 cube count red`, `6d6 against 6d6, pairs won, ties lose`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roll {
    /// `best of`, `worst of`.
    pub pick: Option<End>,
    /// The dice, with their modifications.
    pub pool: Pool,
    /// The pool they are matched with.
    pub opposed: Option<OpposedRoll>,
}

/// An end of the sorted dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// `highest`
    Highest,
    /// `lowest`
    Lowest,
}

/// Dice with their modifications, in written order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pool {
    /// The number of dice.
    pub count: Count,
    /// The sort of dice.
    pub die: PoolDie,
    /// The modifications, in order.
    pub treatments: Vec<Spanned<Treatment>>,
}

/// Number of dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Count {
    /// `3`
    Number(u32),
    /// `firer.men dice of`
    Value(Expr),
}

/// The sort of dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PoolDie {
    /// `d6`
    Sides(u32),
    /// `cube`
    Named(Name),
    /// `dice of unit.quality`
    Value(Expr),
}

impl Roll {
    /// The values that say how many dice, and which.
    pub fn values(&self) -> impl Iterator<Item = &Expr> {
        let pools = std::iter::once(&self.pool).chain(self.opposed.iter().map(|other| &other.pool));
        pools.flat_map(Pool::values)
    }

    /// The names of its dice: a die, or a value that says which.
    pub fn names(&self) -> impl Iterator<Item = &Name> {
        let pools = std::iter::once(&self.pool).chain(self.opposed.iter().map(|other| &other.pool));
        pools.filter_map(|pool| match &pool.die {
            PoolDie::Named(name) => Some(name),
            PoolDie::Sides(_) | PoolDie::Value(_) => None,
        })
    }
}

impl Pool {
    fn values(&self) -> impl Iterator<Item = &Expr> {
        let count = match &self.count {
            Count::Value(count) => Some(count),
            Count::Number(_) => None,
        };
        let die = match &self.die {
            PoolDie::Value(die) => Some(die),
            PoolDie::Sides(_) | PoolDie::Named(_) => None,
        };
        let values = count.into_iter().chain(die).chain(self.thresholds());
        values.chain(self.conditions())
    }

    /// The values from which on faces are meant, in written order.
    pub fn thresholds(&self) -> impl Iterator<Item = &Expr> {
        let treatments = self.treatments.iter();
        let items = treatments.flat_map(|treatment| treatment.value.faces());
        items.filter_map(|item| match item {
            FaceItem::UpBy(value) | FaceItem::Below(value) => Some(value),
            FaceItem::Number(_)
            | FaceItem::Up(_)
            | FaceItem::Less(_)
            | FaceItem::Numbers(..)
            | FaceItem::Word(_) => None,
        })
    }

    /// For each threshold, whether faces below it are meant.
    pub fn below(&self) -> Vec<bool> {
        let treatments = self.treatments.iter();
        let items = treatments.flat_map(|treatment| treatment.value.faces());
        let items = items.filter_map(|item| match item {
            FaceItem::UpBy(_) => Some(false),
            FaceItem::Below(_) => Some(true),
            FaceItem::Number(_)
            | FaceItem::Up(_)
            | FaceItem::Less(_)
            | FaceItem::Numbers(..)
            | FaceItem::Word(_) => None,
        });
        items.collect()
    }

    /// The conditions of its treatments, in written order.
    pub fn conditions(&self) -> impl Iterator<Item = &Expr> {
        self.treatments
            .iter()
            .filter_map(|treatment| match &treatment.value {
                Treatment::Conditional(_, condition) => Some(condition),
                Treatment::Keep(..)
                | Treatment::Drop(..)
                | Treatment::Explode(..)
                | Treatment::Reroll(..)
                | Treatment::Count(..) => None,
            })
    }

    /// Puts treatments whose conditions are met in the place of those with conditions, and deletes all others.
    pub fn settle_conditions(&mut self, are_met: &[bool]) {
        debug_assert_eq!(are_met.len(), self.conditions().count());
        let mut are_met = are_met.iter();
        let treatments = std::mem::take(&mut self.treatments);
        let settled = treatments.into_iter().filter_map(|treatment| {
            let span = treatment.span;
            if let Treatment::Conditional(inner, _) = treatment.value {
                let is_met = are_met.next().copied().unwrap_or(false);
                is_met.then(|| Spanned::new(*inner, span))
            } else {
                Some(treatment)
            }
        });
        self.treatments = settled.collect();
    }

    /// Puts numbers in the place of the values from which on faces are meant.
    pub fn settle_thresholds(&mut self, numbers: &[i32]) {
        let mut numbers = numbers.iter();
        for treatment in &mut self.treatments {
            for item in treatment.value.faces_mut() {
                let of = match item {
                    FaceItem::UpBy(_) => FaceItem::Up as fn(i32) -> FaceItem,
                    FaceItem::Below(_) => FaceItem::Less,
                    FaceItem::Number(_)
                    | FaceItem::Up(_)
                    | FaceItem::Less(_)
                    | FaceItem::Numbers(..)
                    | FaceItem::Word(_) => continue,
                };
                if let Some(number) = numbers.next() {
                    *item = of(*number);
                }
            }
        }
    }
}

/// A treatment of dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Treatment {
    /// `keep highest 3`
    Keep(End, u32),
    /// `drop lowest 1`
    Drop(End, u32),
    /// `explode 6 at most 10 times`
    Explode(Vec<FaceItem>, Option<u32>),
    /// `reroll 1 once`
    Reroll(Vec<FaceItem>, Option<u32>),
    /// `count 9+`; with `count each 9+`, whether further dice count by themselves
    Count(Vec<FaceItem>, bool),
    /// `reroll 1 once if captain`
    Conditional(Box<Self>, Expr),
}

impl Treatment {
    /// Whether dice are rolled again and added, always or under a condition.
    pub fn explodes(&self) -> bool {
        match self {
            Self::Explode(..) => true,
            Self::Conditional(inner, _) => inner.explodes(),
            Self::Keep(..) | Self::Drop(..) | Self::Reroll(..) | Self::Count(..) => false,
        }
    }

    /// The faces that it names.
    fn faces(&self) -> &[FaceItem] {
        match self {
            Self::Explode(on, _) | Self::Reroll(on, _) | Self::Count(on, _) => on,
            Self::Conditional(inner, _) => inner.faces(),
            Self::Keep(..) | Self::Drop(..) => &[],
        }
    }

    fn faces_mut(&mut self) -> &mut [FaceItem] {
        match self {
            Self::Explode(on, _) | Self::Reroll(on, _) | Self::Count(on, _) => on,
            Self::Conditional(inner, _) => inner.faces_mut(),
            Self::Keep(..) | Self::Drop(..) => &mut [],
        }
    }
}

/// An item of a list of faces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaceItem {
    /// `6`
    Number(i32),
    /// `9+`
    Up(i32),
    /// `need+`, `firer.skill+`
    UpBy(Expr),
    /// `below need`
    Below(Expr),
    /// Below a number that is known.
    Less(i32),
    /// `1-3`
    Numbers(i32, i32),
    /// `red`
    Word(Name),
}

/// `against 6d6, pairs won, ties lose`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpposedRoll {
    /// The other side's dice.
    pub pool: Pool,
    /// The way they are matched.
    pub how: Match,
    /// `ties win`
    pub ties_win: bool,
}

/// The way in which two pools of dice are matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// The highest against the highest, the next against the next.
    Pairs,
    /// Results of one side against each die of the other.
    Dice,
}
