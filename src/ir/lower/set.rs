//! Sets of units that are handed to rules: a block of flags, one for each unit of the cast, in the registers of the callee.

use super::super::id::Reg;
use super::super::op::{Block, Op};
use super::{Callee, Frame, Label, Lowerer, count, offset};
use sandtable_model::{Chosen, Expr, LocalId, Parameter, Selection};

impl Lowerer<'_> {
    /// Returns the parameters of what is called, which may be sets.
    pub(super) fn parameters_of(&self, callee: Callee) -> &[Parameter] {
        let book = self.book;
        match callee {
            Callee::Procedure(id) | Callee::Can(id) => book
                .procedures
                .get(id.at())
                .map_or(&[], |known| &known.parameters),
            Callee::Modifiers(id) => book
                .modifiers
                .get(id.at())
                .map_or(&[], |known| &known.parameters),
            Callee::Table(_)
            | Callee::Window(_)
            | Callee::Reaction(_)
            | Callee::Fact(_)
            | Callee::When(..)
            | Callee::Musts => &[],
        }
    }

    /// Returns the places of the parameters of what is called that are sets.
    pub(super) fn sets_of(&self, callee: Callee) -> Vec<usize> {
        let parameters = self.parameters_of(callee).iter().enumerate();
        let sets = parameters.filter(|(_, parameter)| parameter.is_several);
        sets.map(|(at, _)| at).collect()
    }

    /// Allocates the block of a set.
    fn set_block(&mut self) -> Block {
        let n = self.question.cast.len();
        Block {
            first: self.regs(n),
            n: count(n),
        }
    }

    /// Allocates the sets of a frame, by the places of their parameters.
    pub(super) fn allocate_sets(&mut self, locals: Reg, sets: &[usize]) {
        for at in sets {
            let block = self.set_block();
            self.sets.insert((locals, LocalId::new(*at)), block);
        }
    }

    /// Returns the sets of a frame: each parameter with its block.
    pub(super) fn sets_in(&self, frame: Frame) -> Vec<(LocalId, Block)> {
        let sets = self.sets.iter();
        let sets = sets.filter(|((locals, _), _)| *locals == frame.locals);
        sets.map(|((_, local), block)| (*local, *block)).collect()
    }

    /// Allocates the sets that the question gives, for values that are asked without a call.
    pub(super) fn given_sets(&mut self, frame: Frame) {
        let question = self.question;
        for (at, members) in &question.sets {
            let block = self.set_block();
            self.emit(Op::Fill { block, value: 0 });
            for member in members
                .iter()
                .filter_map(|member| usize::try_from(*member).ok())
            {
                let to = offset(block.first, member);
                self.emit(Op::Set { to, value: 1 });
            }
            self.sets.insert((frame.locals, LocalId::new(*at)), block);
        }
    }

    /// Lowers an argument that is a set: returns the first register of its block.
    pub(super) fn set_argument(&mut self, argument: &Expr, frame: Frame) -> Reg {
        let block = self.set_block();
        self.emit(Op::Fill { block, value: 0 });
        let add = |lowerer: &mut Self, index: Reg| {
            let from = lowerer.set(1);
            lowerer.emit(Op::Put { block, index, from });
        };
        match argument.set_of_units() {
            Some(selection) => {
                self.members(selection, true, frame, |lowerer, member, _, _| {
                    add(lowerer, member);
                });
            }
            None => {
                let unit = self.expr(argument, frame);
                let skip = self.label();
                self.jump_if_none(unit, true, skip);
                add(self, unit);
                self.place(skip);
            }
        }
        block.first
    }

    /// Copies a set to the block of a parameter of a frame.
    pub(super) fn copy_set(&mut self, locals: Reg, at: usize, from: Reg) {
        let Some(block) = self.sets.get(&(locals, LocalId::new(at))).copied() else {
            return;
        };
        for number in 0..block.n as usize {
            self.emit(Op::Copy {
                to: offset(block.first, number),
                from: offset(from, number),
            });
        }
    }

    /// Jumps to `next` if a selection is restricted to a set that a unit is not in.
    pub(super) fn in_set(&mut self, selection: &Selection, unit: Reg, next: Label, frame: Frame) {
        match &selection.chosen {
            None => {}
            Some(Chosen::Marked { mark, .. }) => {
                let is_chosen = self.load(unit, *mark, None);
                self.jump_if_none(is_chosen, true, next);
            }
            Some(Chosen::Given(_)) => {
                let block = selection
                    .set_parameter()
                    .and_then(|local| self.sets.get(&(frame.locals, local)));
                let Some(block) = block.copied() else {
                    return self.jump(next);
                };
                let is_in = self.unary(|to| Op::Pick {
                    to,
                    block,
                    index: unit,
                });
                self.jump_if(is_in, false, next);
            }
        }
    }
}
