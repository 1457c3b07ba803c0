//! Dice with which more is done than adding them up: a question of the machine each.

use super::super::note::Note;
use super::super::op::{Op, Pool, Reg};
use super::Lowerer;
use crate::model::{Dimension, Type};

impl Lowerer<'_> {
    /// One throw of all of them.
    pub(super) fn treated(&mut self, pool: &crate::model::Pool) -> Reg {
        let die = pool.lot.die.and_then(|die| self.book.dice.get(die.at()));
        let pool = self.pool(Pool {
            name: pool.name.clone(),
            faces: pool.lot.faces.clone(),
            count: pool.lot.count,
            words: die.map_or_else(Vec::new, |die| die.words.clone()),
            treated: Some(Box::new(pool.clone())),
        });
        let to = self.reg();
        self.emit(Op::Roll { to, pool });
        let value = self.reading(to, Type::Number(Dimension::Plain));
        self.note(Note::Thrown { pool, value });
        to
    }
}
