//! Semantics of each op, in one place.
#![expect(
    clippy::indexing_slicing,
    reason = "registers, targets and table numbers are made by `ir::lower`, which sizes what they index; a slip would be our fault and stops the run, never corrupts it"
)]

use super::bitmap_index::BitmapIndex;
use super::board;
use super::fault::{Fault, FaultKind};
use super::offer::{Offer, Settled};
use super::scan;
use sandtable_ir::value::{checked, compare, divide, limit, member, shift};
use sandtable_ir::{
    Block, Decision, DecisionId, FilterId, FormulaId, JudgementId, NONE, NoteId, Op, Pc, PoolId,
    Program, Reg, StepsId,
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
            match ops[pc] {
                Op::Set { to, value } => put(registers, to, value),
                Op::Copy { to, from } => put(registers, to, get(registers, from)),
                Op::Add { to, a, b } => {
                    match checked(get(registers, a).checked_add(get(registers, b))) {
                        Some(sum) => put(registers, to, sum),
                        None => break stop(FaultKind::Overflow, pc),
                    }
                }
                Op::AddValue { to, a, value } => {
                    match checked(get(registers, a).checked_add(value)) {
                        Some(sum) => put(registers, to, sum),
                        None => break stop(FaultKind::Overflow, pc),
                    }
                }
                Op::Subtract { to, a, b } => {
                    match checked(get(registers, a).checked_sub(get(registers, b))) {
                        Some(difference) => put(registers, to, difference),
                        None => break stop(FaultKind::Overflow, pc),
                    }
                }
                Op::Multiply { to, a, b } => {
                    match checked(get(registers, a).checked_mul(get(registers, b))) {
                        Some(product) => put(registers, to, product),
                        None => break stop(FaultKind::Overflow, pc),
                    }
                }
                Op::Divide { to, a, b, rounding } => {
                    match divide(get(registers, a), get(registers, b), rounding) {
                        Some(quotient) => put(registers, to, quotient),
                        None => break stop(FaultKind::DivisionByZero, pc),
                    }
                }
                Op::Negate { to, from } => match checked(get(registers, from).checked_neg()) {
                    Some(value) => put(registers, to, value),
                    None => break stop(FaultKind::Overflow, pc),
                },
                Op::Not { to, from } => put(registers, to, 1 - get(registers, from)),
                Op::Compare { to, a, b, order } => {
                    let holds = compare(get(registers, a), get(registers, b), order);
                    put(registers, to, i32::from(holds));
                }
                Op::CompareValue {
                    to,
                    a,
                    value,
                    order,
                } => {
                    let holds = compare(get(registers, a), value, order);
                    put(registers, to, i32::from(holds));
                }
                Op::Limit {
                    to,
                    from,
                    low,
                    high,
                } => put(registers, to, limit(get(registers, from), low, high)),
                Op::Within {
                    to,
                    from,
                    low,
                    high,
                    declared,
                } => match (get(registers, from), declared) {
                    (value, _) if (low..=high).contains(&value) => put(registers, to, value),
                    (value, Some(fault)) => break stop(FaultKind::OutOfRange(fault, value), pc),
                    (_, None) => break stop(FaultKind::Overflow, pc),
                },
                Op::Shift { to, from, by, top } => {
                    put(
                        registers,
                        to,
                        shift(get(registers, from), get(registers, by), top),
                    );
                }
                Op::Member { to, from, set } => {
                    let holds = member(get(registers, from), set);
                    put(registers, to, i32::from(holds));
                }
                Op::Lookup { to, grid, keys } => {
                    let grid = &program.grids[grid.0 as usize];
                    let first = keys.0 as usize;
                    let keys = &registers[first..first + grid.axes.len()];
                    match grid.cell(keys) {
                        Some(cell) => put(registers, to, cell),
                        None => break stop(FaultKind::off_the_table(grid, keys), pc),
                    }
                }
                Op::Stat { to, unit, field } => {
                    match program.constant_of(get(registers, unit), field) {
                        Some(value) => put(registers, to, value),
                        None => break stop(FaultKind::NoUnit, pc),
                    }
                }
                Op::Load { to, unit, track } => {
                    match program.slot_of_unit(get(registers, unit), track) {
                        Some(slot) => put(registers, to, get(registers, slot)),
                        None => break stop(FaultKind::NoSuchTrack, pc),
                    }
                }
                Op::Store { unit, track, from } => {
                    match program.slot_of_unit(get(registers, unit), track) {
                        Some(slot) => {
                            let range = &program.slots[slot.0 as usize];
                            let value = limit(get(registers, from), range.low, range.high);
                            put(registers, slot, value);
                            answers.changed(slot, value);
                        }
                        None => break stop(FaultKind::NoSuchTrack, pc),
                    }
                }
                Op::StoreAt {
                    unit,
                    track,
                    index,
                    from,
                } => match slot_about(program, registers, unit, track, index) {
                    Ok(slot) => {
                        let range = &program.slots[slot.0 as usize];
                        let value = limit(get(registers, from), range.low, range.high);
                        put(registers, slot, value);
                        answers.changed(slot, value);
                    }
                    Err(kind) => break stop(kind, pc),
                },
                Op::Scan {
                    to,
                    last,
                    filter,
                    about,
                } => match found(
                    program,
                    answers,
                    registers,
                    filter,
                    get(registers, last),
                    about,
                ) {
                    Ok((unit, steps)) => {
                        put(registers, to, unit);
                        left = left.saturating_sub(steps);
                        next = past_jump(ops, next, to, unit, &mut left);
                    }
                    Err(kind) => break stop(kind, pc),
                },
                Op::NextSpot {
                    to,
                    last,
                    within,
                    about,
                } => {
                    let first = about.0 as usize;
                    let about = &registers[first..first + if within { 2 } else { 0 }];
                    match board::next_spot(program, get(registers, last), about) {
                        Ok((spot, steps)) => {
                            put(registers, to, spot);
                            left = left.saturating_sub(steps);
                            next = past_jump(ops, next, to, spot, &mut left);
                        }
                        Err(kind) => break stop(kind, pc),
                    }
                }
                Op::Measure { to, what, about } => {
                    let first = about.0 as usize;
                    match board::measure(program, what, &registers[first..]) {
                        Ok((value, steps)) => {
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
                Op::LoadAt { .. }
                | Op::Ground { .. }
                | Op::Fill { .. }
                | Op::Put { .. }
                | Op::Pick { .. }
                | Op::Trace { .. }
                | Op::SearchStart { .. }
                | Op::SearchStep { .. }
                | Op::SearchEnd { .. } => match carry_out(program, ops[pc], registers) {
                    Ok(steps) => left = left.saturating_sub(steps),
                    Err(kind) => break stop(kind, pc),
                },
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
                Op::Roll { to, pool } => match answers.roll(program, pool) {
                    Some(shown) => {
                        put(registers, to, shown);
                        left = left.saturating_sub(program.pools[pool.0 as usize].steps());
                    }
                    None => break Pause::Roll(pool),
                },
                Op::Judge {
                    to,
                    judgement,
                    about,
                } => {
                    let first = about.0 as usize;
                    let n = program.judgements[judgement.0 as usize].n_about as usize;
                    let units = &registers[first..first + n];
                    match answers.judge(program, judgement, units, registers) {
                        Some(value) => put(registers, to, value),
                        None => break Pause::Judge(judgement),
                    }
                }
                Op::Choose {
                    to,
                    decision,
                    options,
                } => match chosen(program, answers, registers, decision, options) {
                    Ok(Some(answer)) => put(registers, to, answer),
                    Ok(None) => break Pause::Choose(decision),
                    Err(kind) => break stop(kind, pc),
                },
                Op::Call { to, back } => {
                    put(registers, back, next as i32);
                    next = to.0 as usize;
                }
                Op::Return { back } => next = get(registers, back) as usize,
                Op::Note { note } => {
                    self.pc = Pc(pc as u32);
                    self.registers = memory;
                    answers.note(program, self, note);
                    memory = std::mem::take(&mut self.registers);
                    registers = memory.as_mut_slice();
                }
                Op::Fail { fault } => break stop(FaultKind::Stated(fault), pc),
                Op::Done => break Pause::Done,
            }
            pc = next;
        };
        self.registers = memory;
        *steps = left;
        self.pc = Pc(pc as u32);
        pause
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

/// Executes a rare op out of line, which keeps the main loop small. Returns the steps beyond that of
/// the op.
#[inline(never)]
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "all others are carried out where programs run"
)]
fn carry_out(program: &Program, op: Op, registers: &mut [i32]) -> Result<u64, FaultKind> {
    match op {
        Op::LoadAt {
            to,
            unit,
            track,
            index,
        } => {
            let slot = slot_about(program, registers, unit, track, index)?;
            put(registers, to, get(registers, slot));
        }
        Op::Ground {
            to,
            place,
            field,
            of_side,
        } => {
            let value = board::ground(program, get(registers, place), field, of_side)?;
            put(registers, to, value);
        }
        Op::Fill { block, value } => {
            registers[range_of(block)].fill(value);
            return Ok(u64::from(block.n) / 64);
        }
        Op::Put { block, index, from } => {
            let (index, value) = (get(registers, index), get(registers, from));
            let place = usize::try_from(index).ok();
            let block = &mut registers[range_of(block)];
            let place = place.and_then(|place| block.get_mut(place));
            *place.ok_or(FaultKind::OffTheBoard)? = value;
        }
        Op::Pick { to, block, index } => {
            let index = usize::try_from(get(registers, index)).ok();
            let block = &registers[range_of(block)];
            let value = index.and_then(|index| block.get(index)).copied();
            put(registers, to, value.unwrap_or(NONE));
        }
        Op::SearchStep { block, steps } => {
            board::search_step(program, steps, &mut registers[range_of(block)])?;
        }
        Op::Trace { block, .. } | Op::SearchStart { block, .. } | Op::SearchEnd { block, .. } => {
            on_a_block(program, op, registers)?;
            return Ok(u64::from(block.n) / 16);
        }
        _ => return Err(FaultKind::Ours("an op that is carried out elsewhere")),
    }
    Ok(0)
}

fn range_of(block: Block) -> std::ops::Range<usize> {
    let first = block.first.0 as usize;
    first..first + block.n as usize
}

/// Carries out ops that write lines and searches into blocks.
fn on_a_block(program: &Program, op: Op, registers: &mut [i32]) -> Result<(), FaultKind> {
    let about = |registers: &[i32]| -> Vec<i32> {
        let row = program.row(&op);
        row.map_or_else(Vec::new, |(first, n)| {
            let first = first.0 as usize;
            registers[first..first + n].to_vec()
        })
    };
    if let Op::SearchEnd {
        block,
        found,
        whole,
    } = op
    {
        return board::search_end(program, found, whole, &mut registers[range_of(block)]);
    }
    if let Op::Trace { block, sides, .. } = op {
        let about = about(registers);
        return board::trace(program, sides, &about, &mut registers[range_of(block)]);
    }
    if let Op::SearchStart { block, steps, .. } = op {
        let about = about(registers);
        let held = held(program, steps, registers);
        return board::search_start(program, &about, &held, &mut registers[range_of(block)]);
    }
    Err(FaultKind::Ours("an op that writes no block"))
}

/// The places in tracks that the costs of steps depend on.
fn held(program: &Program, steps: StepsId, registers: &[i32]) -> Vec<i32> {
    let Some(steps) = program.steps.get(steps.0 as usize) else {
        return Vec::new();
    };
    let slots = steps.tracks.iter();
    slots
        .flat_map(|track| program.slots_of_track(*track))
        .map(|slot| get(registers, slot))
        .collect()
}

#[inline]
fn get(registers: &[i32], reg: Reg) -> i32 {
    registers[reg.0 as usize]
}

#[inline]
fn put(registers: &mut [i32], reg: Reg, value: i32) {
    registers[reg.0 as usize] = value;
}

/// The slot of a track that has a value for each unit.
fn slot_about(
    program: &Program,
    registers: &[i32],
    unit: Reg,
    track: u32,
    index: Reg,
) -> Result<Reg, FaultKind> {
    let about = u32::try_from(get(registers, index)).ok();
    let about = about.filter(|about| *about < program.n_units);
    let slot = about.and_then(|about| program.slot_of_unit(get(registers, unit), track + about));
    slot.ok_or(FaultKind::NoSuchTrack)
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
        Settled::Only(answer) => Ok(Some(answer)),
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
