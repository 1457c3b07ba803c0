//! Continuations: the part of a run after an exit of a region that depends on the values of the exit.
//!
//! Many exits differ in values that later ops distinguish only in part, such as the markers of a unit that is destroyed. So the paths
//! after an exit are planned once: ops that read only those values are evaluated for each exit; ops that
//! read other registers are not, and both branches of such a jump are followed. Two
//! exits that take the same paths and leave the same live values have the same future for any values of the other
//! registers; they are equivalent.

use crate::explore::Questions;
use crate::machine::{Ask, Machine};
use sandtable_ir::{Flow, Id, IndexVec, Op, Pc, Program, Reg};

sandtable_ir::define_ids! {
    /// Index of a step of a plan.
    struct PlanStepId;
}

/// Maximum number of ops of one plan, over all paths.
const MOST_OPS: usize = 160;

/// The plan of the ops that depend on the values of an exit, along all paths up to the next rolls or the end.
#[derive(Debug)]
pub(super) struct Continuation {
    steps: IndexVec<PlanStepId, PlanStep>,
    /// Whether the values are only kept: two exits that differ in them are not equivalent.
    pub(super) is_idle: bool,
    /// No op changes them, and where a path ends, no register holds a value made of them alone. So which path is taken,
    /// and what the other registers hold there, depends on those and on what [`Scratch::settles`] says of the exit.
    pub(super) is_apart: bool,
}

#[derive(Debug, Clone, Copy)]
enum PlanStep {
    /// An op that reads nothing else is carried out.
    Do(Pc),
    /// The value of a register is live at the end of a path.
    Read(Reg),
    /// The value of a register is read together with others on the path.
    Mix(Reg),
    /// A jump that reads nothing else; if it is taken, on with the step there.
    Jump(Pc, PlanStepId),
    /// A jump that depends on other registers: on with the next step, later with the one there.
    Both(PlanStepId),
    /// This path ends.
    End,
}

/// Memory to run plans in.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// The key of an exit's class: the outcomes of jumps, and the values that are read.
    pub(super) key: Vec<i32>,
    /// The part of the key that determines the paths, without values that are only live at the end of a path.
    pub(super) settles: Vec<i32>,
    /// Worklist: the steps to continue with, and the registers there, grouped by machine.
    open: Vec<PlanStepId>,
    registers: Vec<i32>,
}

impl Continuation {
    /// The plan for exits at an op, where these registers are settled; `None` if the paths are not analysed.
    pub(super) fn of(
        program: &Program,
        questions: &Questions,
        at: Pc,
        results: &[Reg],
    ) -> Option<Self> {
        let mut known = IndexVec::from(vec![Binding::Open; program.n_registers as usize]);
        for reg in results {
            known[*reg] = Binding::ByExit;
        }
        let mut plan = Planner {
            program,
            questions,
            steps: IndexVec::new(),
            n_ops: 0,
            results,
            is_straight: true,
            is_apart: true,
        };
        plan.lay(at, known)?;
        let is_read = |reg: &Reg| {
            let mut steps = plan.steps.iter();
            steps.any(
                |step| matches!(step, PlanStep::Read(read) | PlanStep::Mix(read) if read == reg),
            )
        };
        let jumps = |step: &PlanStep| matches!(step, PlanStep::Jump(..));
        let keeps_all = !plan.steps.iter().any(jumps) && results.iter().all(is_read);
        Some(Self {
            is_idle: plan.is_straight && keeps_all,
            is_apart: plan.is_apart,
            steps: plan.steps,
        })
    }

    /// Runs the plan from the exit of a machine, and writes the key; `None` if a path raises a fault.
    /// The state of the machine is undefined afterwards.
    pub(super) fn run(
        &self,
        program: &Program,
        machine: &mut Machine,
        scratch: &mut Scratch,
    ) -> Option<()> {
        scratch.key.clear();
        scratch.settles.clear();
        scratch.open.clear();
        scratch.registers.clear();
        let mut at = PlanStepId(0);
        loop {
            let step = self.steps[at];
            at.0 += 1;
            match step {
                PlanStep::Do(pc) => {
                    machine.pc = pc;
                    machine.step(program, &mut Ask).ok()?;
                }
                PlanStep::Read(reg) => scratch.key.push(machine.get(reg)),
                PlanStep::Mix(reg) => {
                    scratch.key.push(machine.get(reg));
                    scratch.settles.push(machine.get(reg));
                }
                PlanStep::Jump(pc, taken) => {
                    machine.pc = pc;
                    machine.step(program, &mut Ask).ok()?;
                    let is_taken = machine.pc.0 != pc.0 + 1;
                    scratch.key.push(i32::from(is_taken));
                    scratch.settles.push(i32::from(is_taken));
                    if is_taken {
                        at = taken;
                    }
                }
                PlanStep::Both(other) => {
                    scratch.open.push(other);
                    scratch.registers.extend_from_slice(&machine.registers);
                }
                PlanStep::End => {
                    let Some(other) = scratch.open.pop() else {
                        return Some(());
                    };
                    at = other;
                    let rest = scratch
                        .registers
                        .len()
                        .checked_sub(machine.registers.len())?;
                    machine
                        .registers
                        .copy_from_slice(scratch.registers.get(rest..)?);
                    scratch.registers.truncate(rest);
                }
            }
        }
    }
}

struct Planner<'a> {
    program: &'a Program,
    questions: &'a Questions,
    steps: IndexVec<PlanStepId, PlanStep>,
    n_ops: usize,
    results: &'a [Reg],
    /// No op reads or writes a result.
    is_straight: bool,
    is_apart: bool,
}

/// The binding time of a register's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Binding {
    /// Not known: a register that the region does not touch.
    Open,
    /// A constant of the program.
    Constant,
    /// Determined by the exit.
    ByExit,
}

impl Planner<'_> {
    /// Lays out all paths from an op; `known` says what determines each register there.
    fn lay(&mut self, from: Pc, mut known: IndexVec<Reg, Binding>) -> Option<()> {
        let program = self.program;
        let mut at = from;
        loop {
            self.n_ops += 1;
            if self.n_ops > MOST_OPS {
                return None;
            }
            let op = *program.op(at);
            let is_known = |reg: Reg| known[reg] != Binding::Open;
            let is_by_exit = |reg: &Reg| known[*reg] == Binding::ByExit;
            let mut behind = (op == Op::Done).then_some(program.outcome.as_slice());
            if matches!(op, Op::Roll { .. }) {
                behind = Some(&self.questions[self.questions.at(at)?].live);
            }
            if let Some(regs) = behind {
                let mut derived = regs.iter().filter(|reg| is_by_exit(reg));
                self.is_apart &= derived.all(|reg| self.results.contains(reg));
                let read = regs.iter().filter(|reg| is_known(**reg));
                for reg in read {
                    self.steps.push(PlanStep::Read(*reg));
                }
                self.steps.push(PlanStep::End);
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
                (false, _) => Binding::Open,
                (true, false) => Binding::Constant,
                (true, true) => Binding::ByExit,
            };
            if !is_settled {
                let read = reads.into_iter().filter(|reg| is_known(*reg));
                for reg in read {
                    self.steps.push(PlanStep::Mix(reg));
                }
            }
            match op.flow() {
                Flow::Next => {
                    // Rolls were handled above; other questions, and stores to unknown slots, end the analysis.
                    let is_asked = matches!(op, Op::Judge { .. } | Op::Choose { .. });
                    let to = op.writes().filter(|_| !is_asked)?;
                    known[to] = becomes;
                    if is_settled {
                        self.steps.push(PlanStep::Do(at));
                    }
                    at.0 += 1;
                }
                Flow::To(to) => at = to,
                Flow::Either(to) => {
                    let jump = self.steps.push(PlanStep::End);
                    self.lay(Pc(at.0 + 1), known.clone())?;
                    let other = PlanStepId::from_index(self.steps.len());
                    self.steps[jump] = match is_settled {
                        true => PlanStep::Jump(at, other),
                        false => PlanStep::Both(other),
                    };
                    at = to;
                }
                Flow::Call(_) | Flow::Return | Flow::End => return None,
            }
        }
    }
}
