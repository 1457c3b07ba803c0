//! Dice: a question of the machine each.

use super::super::note::Note;
use super::super::op::{Op, Pool, Reg};
use super::{Frame, Lowerer};
use crate::model::{DieId, Dimension, Expr, ExprKind, Type};
use crate::syntax::ast::Order;

impl Lowerer<'_> {
    pub(super) fn dice(&mut self, count: u32, sides: u32) -> Reg {
        let name = if count == 1 {
            format!("d{sides}")
        } else {
            format!("{count}d{sides}")
        };
        let pool = self.pool(Pool {
            name,
            faces: (1..=i32::try_from(sides).unwrap_or(1)).collect(),
            count,
            words: Vec::new(),
            treated: None,
        });
        let to = self.reg();
        self.emit(Op::Roll { to, pool });
        let value = self.reading(to, Type::Number(Dimension::Plain));
        self.note(Note::Thrown { pool, value });
        to
    }

    pub(super) fn throw(&mut self, id: DieId) -> Reg {
        let Some(die) = self.book.dice.get(id.at()) else {
            return self.set(0);
        };
        let pool = self.pool(Pool {
            name: die.naming.name.clone(),
            faces: die.faces.clone(),
            count: 1,
            words: die.words.clone(),
            treated: None,
        });
        let to = self.reg();
        self.emit(Op::Roll { to, pool });
        let value = self.reading(to, Type::Face(id));
        self.note(Note::Thrown { pool, value });
        to
    }

    /// Dice with which more is done than adding them up.
    pub(super) fn treated(&mut self, pool: &crate::model::Pool) -> Reg {
        let die = pool.lot.die.and_then(|die| self.book.dice.get(die.at()));
        let pool = self.pool(Pool {
            name: pool.name.clone(),
            faces: pool.lot.faces.clone(),
            count: pool.lot.count,
            words: die.map_or_else(Vec::new, |die| die.words.clone()),
            treated: (!pool.is_plain()).then(|| Box::new(pool.clone())),
        });
        let to = self.reg();
        self.emit(Op::Roll { to, pool });
        let value = self.reading(to, Type::Number(Dimension::Plain));
        self.note(Note::Thrown { pool, value });
        to
    }

    /// The dice of the word that a value is.
    pub(super) fn throw_step(&mut self, value: &Expr, dice: &[(u32, u32)], frame: Frame) -> Reg {
        let which = self.expr(value, frame);
        let to = self.set(0);
        let end = self.label();
        for (word, (count, sides)) in (0..).zip(dice) {
            let next = self.label();
            self.emit(Op::JumpCompareValue {
                a: which,
                value: word,
                order: Order::NotEqual,
                to: Self::to(next),
            });
            let from = self.dice(*count, *sides);
            self.emit(Op::Copy { to, from });
            self.jump(end);
            self.place(next);
        }
        self.place(end);
        to
    }

    /// The steps of a shift for which the scale has no room, counted in the direction that is written.
    pub(super) fn rest(&mut self, shift: &Expr, frame: Frame) -> Reg {
        let ExprKind::Shift {
            value,
            by,
            down,
            top,
        } = &shift.kind
        else {
            return self.set(0);
        };
        let from = self.expr(value, frame);
        let by = self.expr(by, frame);
        let up = match down {
            true => self.unary(|to| Op::Negate { to, from: by }),
            false => by,
        };
        let free = self.unary(|to| Op::Add { to, a: from, b: up });
        let top = *top;
        let held = self.unary(|to| Op::Shift {
            to,
            from,
            by: up,
            top,
        });
        match down {
            true => self.unary(|to| Op::Subtract {
                to,
                a: held,
                b: free,
            }),
            false => self.unary(|to| Op::Subtract {
                to,
                a: free,
                b: held,
            }),
        }
    }
}
