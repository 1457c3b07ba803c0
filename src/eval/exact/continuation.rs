//! What a run still does behind an exit of a stretch with the numbers that the exit settles.
//!
//! A vehicle that is out has its markers in many ways, but whoever asks later asks only whether it is out. So the ways
//! on from an exit are laid out once, as a plan: what depends on those numbers alone is worked out for each exit; what
//! depends on the registers that the stretch leaves alone is not, and both ways of such a jump are gone. Where two exits
//! take the same ways and leave the same numbers to be read, the same follows whatever stands in the other
//! registers; so they are one.

use super::graph::Questions;
use crate::machine::{Ask, Machine};
use sandtable_ir::{Flow, Op, Pc, Program, Reg};

/// Ops that one plan looks at, over all ways.
const MOST_OPS: usize = 160;

/// What is to be done with the numbers of an exit, along all ways up to the next throws or the end.
#[derive(Debug)]
pub(super) struct Onward {
    steps: Vec<Step>,
    /// Nothing is done with those numbers but to keep them: two exits where they differ stay apart.
    pub(super) is_idle: bool,
    /// No op changes them, and where a way ends, no register has what was made of them alone. So which way is gone, and
    /// what the other registers have there, depends on those and on what [`Room::settles`] says of the exit.
    pub(super) is_apart: bool,
}

#[derive(Debug, Clone, Copy)]
enum Step {
    /// An op that reads nothing else.
    Do(Pc),
    /// What stands in a register goes on to be read at the end of a way.
    Read(Reg),
    /// What stands in a register is read together with others on the way.
    Mix(Reg),
    /// A jump that reads nothing else; if it is taken, on with the step there.
    Jump(Pc, usize),
    /// A jump that may go either way: first on with the next step, later with the one there.
    Both(usize),
    /// This way is at its end.
    End,
}

/// Room to go through plans.
#[derive(Debug, Default)]
pub(super) struct Room {
    /// What tells exits apart: the ways of jumps, and what goes on to be read.
    pub(super) key: Vec<i32>,
    /// The same less what is read only where a way ends: what settles the ways.
    pub(super) settles: Vec<i32>,
    /// Steps to go on with, and the registers there.
    open: Vec<usize>,
    registers: Vec<i32>,
}

impl Onward {
    /// The plan for exits at a place, where these registers are known; `None` if the ways on are not to be looked into.
    pub(super) fn of(
        program: &Program,
        questions: &Questions,
        at: Pc,
        results: &[Reg],
    ) -> Option<Self> {
        let mut known = vec![Settled::No; program.n_registers as usize];
        for reg in results {
            *known.get_mut(reg.0 as usize)? = Settled::ByExit;
        }
        let mut plan = Plan {
            program,
            questions,
            steps: Vec::new(),
            n_ops: 0,
            results,
            is_straight: true,
            is_apart: true,
        };
        plan.lay(at, known)?;
        let is_read = |reg: &Reg| {
            let mut steps = plan.steps.iter();
            steps.any(|step| matches!(step, Step::Read(read) | Step::Mix(read) if read == reg))
        };
        let jumps = |step: &Step| matches!(step, Step::Jump(..));
        let keeps_all = !plan.steps.iter().any(jumps) && results.iter().all(is_read);
        Some(Self {
            is_idle: plan.is_straight && keeps_all,
            is_apart: plan.is_apart,
            steps: plan.steps,
        })
    }

    /// Goes through the plan from an exit where a machine stands, and leaves the key; `None` if a fault lies on the way.
    /// The machine is somewhere else afterwards.
    pub(super) fn go(
        &self,
        program: &Program,
        machine: &mut Machine,
        room: &mut Room,
    ) -> Option<()> {
        room.key.clear();
        room.settles.clear();
        room.open.clear();
        room.registers.clear();
        let mut at = 0;
        loop {
            let step = *self.steps.get(at)?;
            at += 1;
            match step {
                Step::Do(pc) => {
                    machine.pc = pc;
                    machine.step(program)?;
                }
                Step::Read(reg) => room.key.push(machine.get(reg)),
                Step::Mix(reg) => {
                    room.key.push(machine.get(reg));
                    room.settles.push(machine.get(reg));
                }
                Step::Jump(pc, taken) => {
                    machine.pc = pc;
                    machine.step(program)?;
                    let is_taken = machine.pc.0 != pc.0 + 1;
                    room.key.push(i32::from(is_taken));
                    room.settles.push(i32::from(is_taken));
                    if is_taken {
                        at = taken;
                    }
                }
                Step::Both(other) => {
                    room.open.push(other);
                    room.registers.extend_from_slice(&machine.registers);
                }
                Step::End => {
                    let Some(other) = room.open.pop() else {
                        return Some(());
                    };
                    at = other;
                    let rest = room.registers.len().checked_sub(machine.registers.len())?;
                    machine
                        .registers
                        .copy_from_slice(room.registers.get(rest..)?);
                    room.registers.truncate(rest);
                }
            }
        }
    }
}

impl Machine {
    /// Carries out one op; `None` if a fault comes of it or it asks.
    fn step(&mut self, program: &Program) -> Option<()> {
        let before = self.pc;
        self.run(program, &mut Ask, &mut 1);
        (self.pc != before).then_some(())
    }
}

struct Plan<'a> {
    program: &'a Program,
    questions: &'a Questions,
    steps: Vec<Step>,
    n_ops: usize,
    results: &'a [Reg],
    /// No op reads or writes a result.
    is_straight: bool,
    is_apart: bool,
}

/// What settles the number in a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Settled {
    /// Registers that the stretch leaves alone.
    No,
    /// The program itself.
    Always,
    /// The exit.
    ByExit,
}

impl Plan<'_> {
    /// Lays out all ways from an op; `known` says which registers have numbers that the exit settles.
    fn lay(&mut self, from: Pc, mut known: Vec<Settled>) -> Option<()> {
        let program = self.program;
        let mut at = from;
        loop {
            self.n_ops += 1;
            if self.n_ops > MOST_OPS {
                return None;
            }
            let op = *program.ops.get(at.0 as usize)?;
            let settled = |reg: &Reg| known.get(reg.0 as usize).copied();
            let is_known = |reg: Reg| settled(&reg).is_some_and(|known| known != Settled::No);
            let is_by_exit = |reg: &Reg| settled(reg) == Some(Settled::ByExit);
            let mut behind = (op == Op::Done).then_some(program.outcome.as_slice());
            if matches!(op, Op::Roll { .. }) {
                let question = self.questions.index(at);
                behind = Some(&self.questions.list.get(question as usize)?.kept);
            }
            if let Some(regs) = behind {
                let mut derived = regs.iter().filter(|reg| is_by_exit(reg));
                self.is_apart &= derived.all(|reg| self.results.contains(reg));
                let read = regs.iter().filter(|reg| is_known(**reg));
                self.steps.extend(read.map(|reg| Step::Read(*reg)));
                self.steps.push(Step::End);
                return Some(());
            }
            let mut reads = Vec::new();
            program.for_each_read(&op, |reg| reads.push(reg));
            let is_settled = reads.iter().all(|reg| is_known(*reg));
            let mut touched = reads.iter().copied().chain(op.writes());
            self.is_straight &= !touched.any(|reg| self.results.contains(&reg));
            let by_exit = reads.iter().any(is_by_exit);
            let mut written = op.writes().into_iter();
            self.is_apart &= !written.any(|reg| self.results.contains(&reg));
            let becomes = match (is_settled, by_exit) {
                (false, _) => Settled::No,
                (true, false) => Settled::Always,
                (true, true) => Settled::ByExit,
            };
            if !is_settled {
                let read = reads.into_iter().filter(|reg| is_known(*reg));
                self.steps.extend(read.map(Step::Mix));
            }
            match op.flow() {
                Flow::Next => {
                    // A throw was looked at before; what else asks, or writes who knows where, is not followed.
                    let is_asked = matches!(op, Op::Judge { .. } | Op::Choose { .. });
                    let to = op.writes().filter(|_| !is_asked)?;
                    *known.get_mut(to.0 as usize)? = becomes;
                    if is_settled {
                        self.steps.push(Step::Do(at));
                    }
                    at.0 += 1;
                }
                Flow::To(to) => at = to,
                Flow::Either(to) => {
                    let place = self.steps.len();
                    self.steps.push(Step::End);
                    self.lay(Pc(at.0 + 1), known.clone())?;
                    let other = self.steps.len();
                    *self.steps.get_mut(place)? = match is_settled {
                        true => Step::Jump(at, other),
                        false => Step::Both(other),
                    };
                    at = to;
                }
                Flow::Call(_) | Flow::Return | Flow::End => return None,
            }
        }
    }
}
