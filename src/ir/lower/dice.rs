//! Dice with which more is done than adding them up: a question of the machine each.

use super::super::debug_info::Note;
use super::super::id::Reg;
use super::super::op::Op;
use super::super::program::Pool;
use super::{Frame, Lowerer};
use sandtable_model::pool::{Key, KeyedPool};
use sandtable_model::{Dimension, Type};
use sandtable_syntax::ast::Order;

impl Lowerer<'_> {
    /// Lowers a roll of all dice of a pool, after the number and sort of its dice.
    pub(super) fn keyed_pool(&mut self, keyed_pool: &KeyedPool, frame: Frame) -> Reg {
        let keys: Vec<(Reg, &Key)> = keyed_pool
            .keys
            .iter()
            .map(|key| (self.expr(&key.value, frame), key))
            .collect();
        let to = self.reg();
        self.by_key(&keys, &keyed_pool.pools, to);
        to
    }

    /// Rolls one of the pools, by what the keys are.
    fn by_key(&mut self, keys: &[(Reg, &Key)], pools: &[sandtable_model::Pool], to: Reg) {
        match (keys.split_first(), pools) {
            (Some(((reg, key), behind)), _) => self.halved(*reg, key.low, key.n, behind, pools, to),
            (None, [pool, ..]) => self.modified(pool, to),
            (None, []) => {}
        }
    }

    /// Halves what a key can be until one number is left.
    fn halved(
        &mut self,
        key: Reg,
        low: i32,
        n: usize,
        behind: &[(Reg, &Key)],
        pools: &[sandtable_model::Pool],
        to: Reg,
    ) {
        if n <= 1 {
            self.by_key(behind, pools, to);
            return;
        }
        let lower = n / 2;
        let middle = i32::try_from(lower).map_or(low, |lower| low.saturating_add(lower));
        let of_each = pools.len() / n;
        let (below, above) = pools.split_at((lower * of_each).min(pools.len()));
        let upper = self.label();
        let end = self.label();
        self.emit(Op::JumpCompareValue {
            a: key,
            value: middle,
            order: Order::GreaterOrEqual,
            to: Self::to(upper),
        });
        self.halved(key, low, lower, behind, below, to);
        self.jump(end);
        self.place(upper);
        self.halved(key, middle, n - lower, behind, above, to);
        self.place(end);
    }

    fn modified(&mut self, pool: &sandtable_model::Pool, to: Reg) {
        let die = pool.group.die.and_then(|die| self.book.dice.get(die.at()));
        let pool = self.pool(Pool {
            name: pool.name.clone(),
            faces: pool.group.faces.clone(),
            count: pool.group.count,
            words: die.map_or_else(Vec::new, |die| die.words.clone()),
            modified: Some(Box::new(pool.clone())),
        });
        self.emit(Op::Roll { to, pool });
        let value = self.reading(to, Type::Number(Dimension::Plain));
        self.note(Note::Rolled { pool, value });
    }
}
