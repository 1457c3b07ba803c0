//! Renumbers registers: leaves out those that no op uses.

use crate::id::Reg;
use crate::op::Op;
use crate::operands::{for_each_read, regs_of, rename_all, tracks};
use crate::program::Program;

/// Numbers the registers in use densely, in their order, so that rows stay rows and the state stays in front.
pub(super) fn run(program: &mut Program) {
    let used = used(program);
    let mut places = Vec::with_capacity(used.len());
    let mut n_used = 0;
    for used in &used {
        places.push(Reg(n_used));
        n_used += u32::from(*used);
    }
    let place = |reg: Reg| {
        // A row of no registers may begin one past the last.
        let is_known = reg.0 as usize <= places.len();
        debug_assert!(is_known, "a register of the program");
        places.get(reg.0 as usize).copied().unwrap_or(Reg(0))
    };
    let is_used = |reg: Reg| used.get(reg.0 as usize) == Some(&true);
    for op in &mut program.ops {
        *op = rename_all(*op, place);
    }
    for slot in &mut program.slot_of {
        *slot = slot.filter(|slot| is_used(*slot)).map(place);
    }
    for reg in &mut program.outcome {
        *reg = place(*reg);
    }
    for input in &mut program.inputs {
        input.reg = place(input.reg);
    }
    let mut at = 0;
    program.slots.retain(|_| {
        at += 1;
        is_used(Reg(at - 1))
    });
    program.n_registers = n_used;
}

fn used(program: &Program) -> Vec<bool> {
    let mut used = vec![false; program.n_registers as usize];
    let mut mark = |reg: Reg| {
        if let Some(used) = used.get_mut(reg.0 as usize) {
            *used = true;
        }
    };
    program.outcome.iter().copied().for_each(&mut mark);
    program.inputs.iter().for_each(|input| mark(input.reg));
    for op in &program.ops {
        op.writes().into_iter().for_each(&mut mark);
        for_each_read(program, op, &mut mark);
        if let Some((block, _)) = op.writes_block() {
            regs_of(block).for_each(&mut mark);
        }
        // A row may be empty; its first register must be valid nevertheless.
        if let Op::Judge { about, .. } | Op::NextSpot { about, .. } = op {
            mark(*about);
        }
    }
    let is_dynamic = |op: &Op| tracks(program, op).is_some();
    if program.ops.iter().any(is_dynamic) {
        (0..program.slots.len() as u32).map(Reg).for_each(mark);
    }
    used
}
