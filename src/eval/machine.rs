//! Runs a program op by op: jumps, questions, searches. [`super::register_op`] has the ops that only read and write registers.
#![expect(
    clippy::indexing_slicing,
    reason = "registers, targets and table numbers are made by `ir::lower`, which sizes what they index; a slip would be our fault and stops the run, never corrupts it"
)]

use super::bitmap_index::BitmapIndex;
use super::board;
use super::fault::{Fault, FaultKind};
use super::offer::{Offer, Settled};
use super::register_op::{MISROUTED, execute, get, put, store};
use super::scan;
use sandtable_ir::value::{compare, member};
use sandtable_ir::{
    Decision, DecisionId, FilterId, FormulaId, JudgementId, NoteId, Op, Pc, PoolId, Program, Reg,
};

/// The environment of a machine: answers its questions. `None` stops the machine at the question.
pub trait Answers {
    /// Answers a roll: the sum of the dice.
    fn roll(&mut self, _program: &Program, _pool: PoolId) -> Option<i32> {
        None
    }

    /// Answers a judgement about these units, while every register is as in `_state`.
    fn judge(
        &mut self,
        _program: &Program,
        _judgement: JudgementId,
        _about: &[i32],
        _state: &[i32],
    ) -> Option<i32> {
        None
    }

    /// Answers a choice. An answer that the offer does not allow leaves the question open.
    fn choose(&mut self, _offer: Offer<'_>) -> Option<i32> {
        None
    }

    /// Receives a choice or a draw that is not asked, since it has only this answer.
    #[inline]
    fn settled(&mut self, _offer: Offer<'_>, _answer: i32) {}

    /// The result of a formula that is remembered for the arguments in the registers.
    #[inline]
    fn recall(
        &mut self,
        _program: &Program,
        _formula: FormulaId,
        _registers: &[i32],
    ) -> Option<i32> {
        None
    }

    /// Receives the result of a formula, which is in the registers with its arguments.
    #[inline]
    fn remember(&mut self, _program: &Program, _formula: FormulaId, _registers: &[i32]) {}

    /// Receives the value of a register of the state after it was written.
    #[inline]
    fn changed(&mut self, _slot: Reg, _value: i32) {}

    /// The index of units, if it receives every change of the state.
    #[inline]
    fn units(&self) -> Option<&BitmapIndex> {
        None
    }

    /// Receives notes about the run. Optimised programs have none.
    fn note(&mut self, _program: &Program, _machine: &Machine, _note: NoteId) {}
}

/// Answers nothing: the machine stops at every question.
#[derive(Debug, Clone, Copy)]
pub struct Ask;

impl Answers for Ask {}

/// The reason for which a machine stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// It is done; the outcome is in the registers of [`Program::outcome`].
    Done,
    /// A roll is needed; continue with [`Machine::answer`].
    Roll(PoolId),
    /// A judgement is needed; continue with [`Machine::answer`].
    Judge(JudgementId),
    /// A choice is needed, see [`Machine::offer`]; continue with [`Machine::answer`].
    Choose(DecisionId),
    /// The run failed.
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
        for (reg, value) in &program.presets {
            self.set(*reg, *value);
        }
    }

    /// The value of a register.
    #[inline]
    pub fn get(&self, reg: Reg) -> i32 {
        self.registers[reg.0 as usize]
    }

    /// Returns the values of the outcome of a program, when it is done.
    pub fn outcome(&self, program: &Program) -> Vec<i32> {
        program.outcome.iter().map(|reg| self.get(*reg)).collect()
    }

    /// Writes a register.
    #[inline]
    pub fn set(&mut self, reg: Reg, value: i32) {
        self.registers[reg.0 as usize] = value;
    }

    /// Answers the current question of the machine.
    pub fn answer(&mut self, program: &Program, value: i32) {
        if let Some(Op::Roll { to, .. } | Op::Judge { to, .. } | Op::Choose { to, .. }) =
            program.ops.get(self.pc.0 as usize)
        {
            self.set(*to, value);
            self.pc.0 += 1;
        }
    }

    /// The offer that a row of registers makes.
    pub fn row<'a>(
        &'a self,
        program: &'a Program,
        decision: DecisionId,
        options: Reg,
    ) -> Option<Offer<'a>> {
        let decision = program.decisions.get(decision.0 as usize)?;
        Some(offer(decision, &self.registers, options))
    }

    /// The offer, if the machine is at a choice.
    pub fn offer<'a>(&'a self, program: &'a Program) -> Option<Offer<'a>> {
        let Some(Op::Choose {
            decision, options, ..
        }) = program.ops.get(self.pc.0 as usize)
        else {
            return None;
        };
        self.row(program, *decision, *options)
    }

    /// Runs until a question that `answers` leaves open, the end, or a fault. Every op takes one from `steps`, and every die
    /// that `answers` rolls; at 0 the run ends with a fault.
    #[inline]
    pub fn run<A: Answers>(
        &mut self,
        program: &Program,
        answers: &mut A,
        steps: &mut u64,
    ) -> Pause {
        self.run_on(program, &program.ops, answers, steps)
    }

    /// Carries out one op.
    ///
    /// Errors: the pause, if the machine did not move.
    pub(super) fn step<A: Answers>(
        &mut self,
        program: &Program,
        answers: &mut A,
    ) -> Result<(), Pause> {
        let before = self.pc;
        let pause = self.run(program, answers, &mut 1);
        match self.pc == before {
            true => Err(pause),
            false => Ok(()),
        }
    }

    /// As [`Self::run`], with some ops in place of the program's.
    #[inline]
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "`execute` matches the remaining ops without a wildcard"
    )]
    pub(super) fn run_on<A: Answers>(
        &mut self,
        program: &Program,
        ops: &[Op],
        answers: &mut A,
        steps: &mut u64,
    ) -> Pause {
        // Moved out of the machine, so that the compiler knows that writes to registers do not alias it.
        let mut memory = std::mem::take(&mut self.registers);
        let mut registers = memory.as_mut_slice();
        let mut pc = self.pc.0 as usize;
        let mut left = *steps;
        let pause = loop {
            if left == 0 {
                break stop(FaultKind::TooManySteps, pc);
            }
            left -= 1;
            let mut next = pc + 1;
            let op = &ops[pc];
            match *op {
                Op::Jump { to } => next = to.0 as usize,
                Op::JumpIf { a, when, to } => {
                    if (get(registers, a) != 0) == when {
                        next = to.0 as usize;
                    }
                }
                Op::JumpCompare { a, b, order, to } => {
                    if compare(get(registers, a), get(registers, b), order) {
                        next = to.0 as usize;
                    }
                }
                Op::JumpCompareValue {
                    a,
                    value,
                    order,
                    to,
                } => {
                    if compare(get(registers, a), value, order) {
                        next = to.0 as usize;
                    }
                }
                Op::JumpMember { a, set, when, to } => {
                    if member(get(registers, a), set) == when {
                        next = to.0 as usize;
                    }
                }
                Op::Call { to, back } => {
                    put(registers, back, next as i32);
                    next = to.0 as usize;
                }
                Op::Return { back } => next = get(registers, back) as usize,
                Op::Store { .. } | Op::StoreAt { .. } => match store(program, op, registers) {
                    Ok((slot, value)) => answers.changed(slot, value),
                    Err(kind) => break stop(kind, pc),
                },
                Op::Scan { .. } | Op::NextSpot { .. } | Op::Measure { .. } => {
                    match search(program, answers, op, registers) {
                        Ok((to, value, steps)) => {
                            put(registers, to, value);
                            left = left.saturating_sub(steps);
                            next = past_jump(ops, next, to, value, &mut left);
                        }
                        Err(kind) => break stop(kind, pc),
                    }
                }
                Op::Recall { formula } => {
                    if let Some(value) = answers.recall(program, formula, registers) {
                        let formula = &program.formulas[formula.0 as usize];
                        put(registers, formula.result, value);
                        next = get(registers, formula.back) as usize;
                    }
                }
                Op::Remember { formula } => answers.remember(program, formula, registers),
                Op::Roll { .. } | Op::Judge { .. } | Op::Choose { .. } => {
                    match ask(program, answers, op, registers, pc) {
                        Ok(steps) => left = left.saturating_sub(steps),
                        Err(pause) => break pause,
                    }
                }
                Op::Note { note } => {
                    self.pc = Pc(pc as u32);
                    self.registers = memory;
                    answers.note(program, self, note);
                    memory = std::mem::take(&mut self.registers);
                    registers = memory.as_mut_slice();
                }
                Op::Fail { fault } => break stop(FaultKind::Stated(fault), pc),
                Op::Done => break Pause::Done,
                _ => match execute(program, op, registers) {
                    Ok(steps) => left = left.saturating_sub(steps),
                    Err(kind) => break stop(kind, pc),
                },
            }
            pc = next;
        };
        self.registers = memory;
        *steps = left;
        self.pc = Pc(pc as u32);
        pause
    }
}

/// Searches for a unit or a place, or measures. Returns the register of the result, the result, and the steps beyond that of the op.
#[inline]
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the caller hands over these ops only"
)]
fn search<A: Answers>(
    program: &Program,
    answers: &A,
    op: &Op,
    registers: &[i32],
) -> Result<(Reg, i32, u64), FaultKind> {
    let (to, (value, steps)) = match *op {
        Op::Scan {
            to,
            last,
            filter,
            about,
        } => {
            let last = get(registers, last);
            let unit = found(program, answers, registers, filter, last, about)?;
            (to, unit)
        }
        Op::NextSpot {
            to,
            last,
            within,
            about,
        } => {
            let first = about.0 as usize;
            let about = &registers[first..first + if within { 2 } else { 0 }];
            let spot = board::next_spot(program, get(registers, last), about)?;
            (to, spot)
        }
        Op::Measure { to, what, about } => {
            let first = about.0 as usize;
            (to, board::measure(program, what, &registers[first..])?)
        }
        _ => return Err(MISROUTED),
    };
    Ok((to, value, steps))
}

/// Asks for a roll, a judgement or a choice. Returns the steps beyond that of the op.
///
/// Errors: the question, if it is left open.
#[inline]
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the caller hands over these ops only"
)]
fn ask<A: Answers>(
    program: &Program,
    answers: &mut A,
    op: &Op,
    registers: &mut [i32],
    pc: usize,
) -> Result<u64, Pause> {
    match *op {
        Op::Roll { to, pool } => {
            let shown = answers.roll(program, pool).ok_or(Pause::Roll(pool))?;
            put(registers, to, shown);
            Ok(program.pools[pool.0 as usize].steps())
        }
        Op::Judge {
            to,
            judgement,
            about,
        } => {
            let first = about.0 as usize;
            let n = program.judgements[judgement.0 as usize].n_about as usize;
            let units = &registers[first..first + n];
            let value = answers.judge(program, judgement, units, registers);
            put(registers, to, value.ok_or(Pause::Judge(judgement))?);
            Ok(0)
        }
        Op::Choose {
            to,
            decision,
            options,
        } => match chosen(program, answers, registers, decision, options) {
            Ok(Some(answer)) => {
                put(registers, to, answer);
                Ok(0)
            }
            Ok(None) => Err(Pause::Choose(decision)),
            Err(kind) => Err(stop(kind, pc)),
        },
        _ => Err(stop(MISROUTED, pc)),
    }
}

/// Returns the index at which a program continues after an op that wrote a value: past a directly following jump on that value, which
/// saves the dispatch of one op.
#[inline]
fn past_jump(ops: &[Op], next: usize, to: Reg, value: i32, left: &mut u64) -> usize {
    let (is_taken, target) = match ops.get(next) {
        Some(Op::JumpCompareValue {
            a,
            value: with,
            order,
            to: target,
        }) if *a == to => (compare(value, *with, *order), target),
        Some(Op::JumpIf {
            a,
            when,
            to: target,
        }) if *a == to => ((value != 0) == *when, target),
        Some(_) | None => return next,
    };
    let Some(fewer) = left.checked_sub(1) else {
        return next;
    };
    *left = fewer;
    match is_taken {
        true => target.0 as usize,
        false => next + 1,
    }
}

/// Returns the next unit that a filter accepts, and the number of steps.
fn found<A: Answers>(
    program: &Program,
    answers: &A,
    registers: &[i32],
    filter: FilterId,
    last: i32,
    about: Reg,
) -> Result<(i32, u64), FaultKind> {
    let first = about.0 as usize;
    let row = &registers[first..first + program.filters[filter.0 as usize].n_about as usize];
    match answers.units() {
        Some(index) => index.next(program, filter, last, row, registers),
        None => scan::next(program, filter, last, row, registers),
    }
}

fn offer<'a>(decision: &'a Decision, registers: &'a [i32], options: Reg) -> Offer<'a> {
    let first = options.0 as usize;
    let row = &registers[first..first + decision.n_registers()];
    Offer::new(decision, row, registers)
}

/// Returns the answer to a choice, if it is the only one or a decider gives a legal one.
#[inline(never)]
fn chosen<A: Answers>(
    program: &Program,
    answers: &mut A,
    registers: &[i32],
    decision: DecisionId,
    options: Reg,
) -> Result<Option<i32>, FaultKind> {
    let offer = offer(&program.decisions[decision.0 as usize], registers, options);
    match offer.settled() {
        Settled::Impossible => Err(FaultKind::NoOption(decision)),
        Settled::Only(answer) => {
            answers.settled(offer, answer);
            Ok(Some(answer))
        }
        Settled::Open => {
            let answer = answers.choose(offer);
            Ok(answer.filter(|answer| offer.allows(*answer)))
        }
    }
}

#[cold]
fn stop(kind: FaultKind, pc: usize) -> Pause {
    Pause::Fault(Fault {
        kind,
        at: Pc(pc as u32),
    })
}
