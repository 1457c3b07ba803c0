//! Driver: a machine that continues from any state, for players with look-ahead and for observed games.
//!
//! Unlike [`super::forward`] it passes every question to a [`Driver`] during the run, so that a whole playout is one run. A
//! [`Snapshot`] holds all registers and can be loaded into any simulator of the same program.

use super::bitmap_index::BitmapIndex;
use super::machine::{Answers, Machine, Pause};
use super::maintained::Maintained;
use super::offer::Offer;
use super::reductions::Reductions;
use sandtable_ir::{FormulaId, JudgementId, NoteId, Pc, PoolId, Program, Reg};

/// Answers the questions of a run, and observes it.
pub trait Driver {
    /// Answers a roll with the sum of its dice; `None` stops the run there.
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32>;

    /// Answers a choice or a draw; `None` stops the run there.
    fn choose(&mut self, offer: Offer<'_>) -> Option<i32>;

    /// Answers a judgement; `None` stops the run there.
    fn judge(&mut self, _program: &Program, _judgement: JudgementId) -> Option<i32> {
        None
    }

    /// Observes a choice or a draw that is not asked, since it has only this answer.
    #[inline]
    fn settled(&mut self, _offer: Offer<'_>, _answer: i32) {}

    /// Observes a note: a milestone in programs of [`sandtable_ir::lower::for_observing`], a lookup in those of
    /// [`sandtable_ir::lower::for_watching_tables`]. Other programs for playing have none.
    fn note(&mut self, _program: &Program, _machine: &Machine, _note: NoteId) {}

    /// Observes the value of a register of the state after it was written.
    #[inline]
    fn changed(&mut self, _slot: Reg, _value: i32) {}
}

/// A machine stopped at a question: the op, and every register.
pub type Snapshot = Machine;

/// Runs one program from any state.
pub struct Simulator<'p> {
    program: &'p Program,
    machine: Machine,
    maintained: Maintained,
    /// Maximum number of steps of a run.
    steps: u64,
}

impl<'p> Simulator<'p> {
    /// A simulator at the start of a program. `steps` is the maximum of one run.
    pub fn new(program: &'p Program, steps: u64) -> Self {
        Self {
            program,
            machine: Machine::new(program),
            maintained: Maintained::new(program, Reductions::ALL),
            steps,
        }
    }

    /// The program that it runs.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Goes back to the start of the program.
    pub fn restart(&mut self) {
        self.machine.reset(self.program);
        self.maintained.reset(self.program);
    }

    /// The machine as it stopped.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Puts a snapshot of the same program into the machine.
    pub fn load(&mut self, snapshot: &Snapshot) {
        self.load_registers(snapshot.pc, &snapshot.registers);
    }

    /// Puts the registers at an op of the same program into the machine.
    pub fn load_registers(&mut self, pc: Pc, registers: &[i32]) {
        self.machine.pc = pc;
        self.machine.registers.clear();
        self.machine.registers.extend_from_slice(registers);
        self.maintained.follow(registers);
    }

    /// The choice at which the machine stopped.
    pub fn offer(&self) -> Option<Offer<'_>> {
        self.machine.offer(self.program)
    }

    /// Answers the question at which the machine stopped.
    pub fn answer(&mut self, value: i32) {
        self.machine.answer(self.program, value);
    }

    /// The values of the outcome, if the program is done.
    pub fn outcome(&self) -> Vec<i32> {
        let outcome = self.program.outcome.iter();
        outcome.map(|reg| self.machine.get(*reg)).collect()
    }

    /// Runs on until the driver leaves a question open, to the end, or to a fault.
    pub fn run(&mut self, driver: &mut impl Driver) -> Pause {
        let mut steps = self.steps;
        let mut answers = Maintaining {
            maintained: &mut self.maintained,
            driver,
        };
        self.machine.run(self.program, &mut answers, &mut steps)
    }
}

/// Data derived from the state of one program, with which any of its machines can be continued. Consecutive runs are fast if their states
/// differ little.
pub struct Memory(Maintained);

impl Memory {
    /// Returns the memory for a program.
    pub fn new(program: &Program) -> Self {
        Self(Maintained::new(program, Reductions::ALL))
    }

    /// Runs a machine of the same program to its next question, to the end, or to a fault.
    pub fn run(&mut self, program: &Program, machine: &mut Machine, mut steps: u64) -> Pause {
        self.0.follow(&machine.registers);
        let mut answers = Maintaining {
            maintained: &mut self.0,
            driver: &mut Stop,
        };
        machine.run(program, &mut answers, &mut steps)
    }
}

/// Leaves every question open.
struct Stop;

impl Driver for Stop {
    #[inline]
    fn roll(&mut self, _program: &Program, _pool: PoolId) -> Option<i32> {
        None
    }

    #[inline]
    fn choose(&mut self, _offer: Offer<'_>) -> Option<i32> {
        None
    }
}

/// Passes questions to a driver, and updates the data derived from the state.
struct Maintaining<'s, D> {
    maintained: &'s mut Maintained,
    driver: &'s mut D,
}

impl<D: Driver> Answers for Maintaining<'_, D> {
    #[inline]
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        self.driver.roll(program, pool)
    }

    #[inline]
    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        self.driver.choose(offer)
    }

    #[inline]
    fn settled(&mut self, offer: Offer<'_>, answer: i32) {
        self.driver.settled(offer, answer);
    }

    fn judge(
        &mut self,
        program: &Program,
        judgement: JudgementId,
        _about: &[i32],
        _state: &[i32],
    ) -> Option<i32> {
        self.driver.judge(program, judgement)
    }

    #[inline]
    fn recall(&mut self, program: &Program, formula: FormulaId, registers: &[i32]) -> Option<i32> {
        self.maintained.recall(program, formula, registers)
    }

    #[inline]
    fn remember(&mut self, program: &Program, formula: FormulaId, registers: &[i32]) {
        self.maintained.remember(program, formula, registers);
    }

    #[inline]
    fn changed(&mut self, slot: Reg, value: i32) {
        self.maintained.changed(slot, value);
        self.driver.changed(slot, value);
    }

    #[inline]
    fn units(&self) -> Option<&BitmapIndex> {
        self.maintained.units()
    }

    #[inline]
    fn note(&mut self, program: &Program, machine: &Machine, note: NoteId) {
        self.driver.note(program, machine, note);
    }
}
