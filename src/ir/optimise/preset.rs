//! Hoisting of constants: a register that is only ever set to one number has it from the start.
//!
//! Code motion of constants that needs no detection of loops: a hoisted constant is loaded once, before the program begins.

use super::NOP;
use crate::id::Reg;
use crate::liveness::{Liveness, is_within_reach};
use crate::op::Op;
use crate::operands::regs_of;
use crate::program::Program;

/// Presets the registers that hold one number wherever they are read. Ops that are not needed are nothing.
pub(super) fn run(program: &mut Program) {
    if !is_within_reach(program) {
        return;
    }
    let liveness = Liveness::of(program);
    let mut n_writes = vec![0_u32; program.n_registers as usize];
    for op in &program.ops {
        let block = op.writes_block().into_iter();
        let block = block.flat_map(|(block, _)| regs_of(block));
        for reg in op.writes().into_iter().chain(block) {
            if let Some(n) = n_writes.get_mut(reg.0 as usize) {
                *n += 1;
            }
        }
    }
    let n_slots = program.slots.len();
    // A register that is live at the start is read before it is set, with the value 0.
    let is_preset = |reg: Reg| {
        reg.0 as usize >= n_slots
            && n_writes.get(reg.0 as usize) == Some(&1)
            && !liveness.is_live_before(0, reg)
    };
    for op in &mut program.ops {
        if let Op::Set { to, value } = *op
            && is_preset(to)
        {
            program.presets.push((to, value));
            *op = NOP;
        }
    }
}
