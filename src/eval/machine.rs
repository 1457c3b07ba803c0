//! What each op does, said once.
#![expect(
    clippy::indexing_slicing,
    reason = "registers, targets and table numbers are made by `ir::lower`, which sizes what they index; a slip would be our fault and stops the run, never corrupts it"
)]

use super::fault::{Fault, FaultKind};
use crate::ir::value::{checked, compare, divide, limit, member, shift};
use crate::ir::{JudgementId, NoteId, Op, Pc, PoolId, Program, Reg};

/// Who answers the questions of a machine. `None` stops the machine at the question.
pub trait Answers {
    /// What do the dice show, added up?
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32>;

    /// How is this judged?
    fn judge(
        &mut self,
        _program: &Program,
        _judgement: JudgementId,
        _about: &[i32],
    ) -> Option<i32> {
        None
    }

    /// Is told what happens. Optimised programs have nothing to tell.
    fn note(&mut self, _program: &Program, _machine: &Machine, _note: NoteId) {}
}

/// Answers nothing: the machine stops at every question.
#[derive(Debug, Clone, Copy)]
pub struct Ask;

impl Answers for Ask {
    fn roll(&mut self, _program: &Program, _pool: PoolId) -> Option<i32> {
        None
    }
}

/// Why a machine stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// It is done; the outcome is in the registers of [`Program::outcome`].
    Done,
    /// It asks for a throw; go on with [`Machine::answer`].
    Roll(PoolId),
    /// It asks for a judgement; go on with [`Machine::answer`].
    Judge(JudgementId),
    /// It cannot go on.
    Fault(Fault),
}

/// A program being run: the next op, and all memory.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Machine {
    /// The next op.
    pub pc: Pc,
    /// The state first, then the locals.
    pub registers: Vec<i32>,
}

impl Machine {
    /// At the first op, the state as at the start.
    pub fn new(program: &Program) -> Self {
        let mut machine = Self {
            pc: Pc(0),
            registers: vec![0; program.n_registers as usize],
        };
        machine.reset(program);
        machine
    }

    /// Back to the start, keeping the memory.
    pub fn reset(&mut self, program: &Program) {
        self.pc = Pc(0);
        self.registers.fill(0);
        for (register, slot) in self.registers.iter_mut().zip(&program.slots) {
            *register = slot.start;
        }
    }

    /// The value of a register.
    #[inline]
    pub fn get(&self, reg: Reg) -> i32 {
        self.registers[reg.0 as usize]
    }

    /// Writes a register.
    #[inline]
    pub fn set(&mut self, reg: Reg, value: i32) {
        self.registers[reg.0 as usize] = value;
    }

    /// Answers the question at which the machine stands.
    pub fn answer(&mut self, program: &Program, value: i32) {
        if let Some(Op::Roll { to, .. } | Op::Judge { to, .. }) =
            program.ops.get(self.pc.0 as usize)
        {
            self.set(*to, value);
            self.pc.0 += 1;
        }
    }

    /// Runs until a question that `answers` leaves open, the end, or a fault. Every op takes one from `steps`;
    /// at 0 the run ends with a fault.
    #[inline]
    pub fn run<A: Answers>(
        &mut self,
        program: &Program,
        answers: &mut A,
        steps: &mut u64,
    ) -> Pause {
        let ops = program.ops.as_slice();
        let mut pc = self.pc.0 as usize;
        let mut left = *steps;
        let pause = loop {
            if left == 0 {
                break self.fault(FaultKind::TooManySteps, pc);
            }
            left -= 1;
            let mut next = pc + 1;
            match ops[pc] {
                Op::Set { to, value } => self.set(to, value),
                Op::Copy { to, from } => self.set(to, self.get(from)),
                Op::Add { to, a, b } => match checked(self.get(a).checked_add(self.get(b))) {
                    Some(sum) => self.set(to, sum),
                    None => break self.fault(FaultKind::Overflow, pc),
                },
                Op::AddValue { to, a, value } => match checked(self.get(a).checked_add(value)) {
                    Some(sum) => self.set(to, sum),
                    None => break self.fault(FaultKind::Overflow, pc),
                },
                Op::Subtract { to, a, b } => match checked(self.get(a).checked_sub(self.get(b))) {
                    Some(difference) => self.set(to, difference),
                    None => break self.fault(FaultKind::Overflow, pc),
                },
                Op::Multiply { to, a, b } => match checked(self.get(a).checked_mul(self.get(b))) {
                    Some(product) => self.set(to, product),
                    None => break self.fault(FaultKind::Overflow, pc),
                },
                Op::Divide { to, a, b, rounding } => {
                    match divide(self.get(a), self.get(b), rounding) {
                        Some(quotient) => self.set(to, quotient),
                        None => break self.fault(FaultKind::DivisionByZero, pc),
                    }
                }
                Op::Negate { to, from } => match checked(self.get(from).checked_neg()) {
                    Some(value) => self.set(to, value),
                    None => break self.fault(FaultKind::Overflow, pc),
                },
                Op::Not { to, from } => self.set(to, 1 - self.get(from)),
                Op::Compare { to, a, b, order } => {
                    let holds = compare(self.get(a), self.get(b), order);
                    self.set(to, i32::from(holds));
                }
                Op::CompareValue {
                    to,
                    a,
                    value,
                    order,
                } => {
                    let holds = compare(self.get(a), value, order);
                    self.set(to, i32::from(holds));
                }
                Op::Limit {
                    to,
                    from,
                    low,
                    high,
                } => self.set(to, limit(self.get(from), low, high)),
                Op::Shift { to, from, by, top } => {
                    self.set(to, shift(self.get(from), self.get(by), top));
                }
                Op::Member { to, from, set } => {
                    let holds = member(self.get(from), set);
                    self.set(to, i32::from(holds));
                }
                Op::Lookup { to, grid, keys } => {
                    let grid = &program.grids[grid.0 as usize];
                    let first = keys.0 as usize;
                    let keys = &self.registers[first..first + grid.axes.len()];
                    match grid.cell(keys) {
                        Some(cell) => self.set(to, cell),
                        None => break self.fault(FaultKind::OffTheTable, pc),
                    }
                }
                Op::Stat { to, unit, field } => {
                    let at = self.get(unit) as u32 * program.n_fields + field;
                    self.set(to, program.constants[at as usize]);
                }
                Op::Load { to, unit, track } => match self.slot(program, unit, track) {
                    Some(slot) => self.set(to, self.get(slot)),
                    None => break self.fault(FaultKind::NoSuchTrack, pc),
                },
                Op::Store { unit, track, from } => match self.slot(program, unit, track) {
                    Some(slot) => {
                        let range = &program.slots[slot.0 as usize];
                        self.set(slot, limit(self.get(from), range.low, range.high));
                    }
                    None => break self.fault(FaultKind::NoSuchTrack, pc),
                },
                Op::Jump { to } => next = to.0 as usize,
                Op::JumpIf { a, when, to } => {
                    if (self.get(a) != 0) == when {
                        next = to.0 as usize;
                    }
                }
                Op::JumpCompare { a, b, order, to } => {
                    if compare(self.get(a), self.get(b), order) {
                        next = to.0 as usize;
                    }
                }
                Op::JumpCompareValue {
                    a,
                    value,
                    order,
                    to,
                } => {
                    if compare(self.get(a), value, order) {
                        next = to.0 as usize;
                    }
                }
                Op::JumpMember { a, set, when, to } => {
                    if member(self.get(a), set) == when {
                        next = to.0 as usize;
                    }
                }
                Op::Roll { to, pool } => match answers.roll(program, pool) {
                    Some(shown) => self.set(to, shown),
                    None => break Pause::Roll(pool),
                },
                Op::Judge {
                    to,
                    judgement,
                    about,
                } => {
                    let first = about.0 as usize;
                    let n = program.judgements[judgement.0 as usize].n_about as usize;
                    match answers.judge(program, judgement, &self.registers[first..first + n]) {
                        Some(value) => self.set(to, value),
                        None => break Pause::Judge(judgement),
                    }
                }
                Op::Call { to, back } => {
                    self.set(back, next as i32);
                    next = to.0 as usize;
                }
                Op::Return { back } => next = self.get(back) as usize,
                Op::Note { note } => {
                    self.pc = Pc(pc as u32);
                    answers.note(program, self, note);
                }
                Op::Fail { fault } => break self.fault(FaultKind::Stated(fault), pc),
                Op::Done => break Pause::Done,
            }
            pc = next;
        };
        *steps = left;
        self.pc = Pc(pc as u32);
        pause
    }

    fn slot(&self, program: &Program, unit: Reg, track: u32) -> Option<Reg> {
        let at = self.get(unit) as u32 * program.n_tracks + track;
        program.slot_of[at as usize]
    }

    #[cold]
    fn fault(&self, kind: FaultKind, pc: usize) -> Pause {
        Pause::Fault(Fault {
            kind,
            at: Pc(pc as u32),
        })
    }
}
