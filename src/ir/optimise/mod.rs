//! Optimisation of programs, which preserves the questions in their order, the outcomes, and the faults.
//!
//! Specialisation dominates: the arguments of a question are constants, so that most ops are dead.
//! [`inline`] copies procedures to their calls; [`value_range`] computes intervals of all values and [`rewrite`]
//! folds the ops that these decide; [`dead`] removes dead code and fuses adjacent ops; [`layout`] orders the remaining basic
//! blocks; [`renumber`] removes unused registers. In large programs [`share`] first allocates short-lived values to shared
//! registers.

mod coalesce;
pub(crate) mod counter_op;
mod dead;
pub mod fuse_counters;
mod inline;
mod layout;
mod preset;
mod renumber;
mod rewrite;
mod share;
mod thread;
mod value_range;

use super::id::NoteId;
use super::liveness::Liveness;
use super::op::Op;
use super::program::Program;
use layout::Facts;

/// The placeholder of a removed op. No program has that many notes.
pub(crate) const NOP: Op = Op::Note {
    note: NoteId(u32::MAX),
};

/// Ops times registers: larger programs are only inlined, since looking into them would take longer than running them.
const MOST_WORK: usize = 5_000_000;

/// The same, for programs that are run for many questions.
const MOST_WORK_TOGETHER: usize = 20_000_000;

/// Ops times registers from which copies are coalesced and registers shared before any analysis.
/// In smaller programs this gains nothing, and it can hide that a register still equals another.
const MUCH_WORK: usize = 1_000_000;

/// Rounds of rewriting at most; usually two or three settle it.
const MOST_ROUNDS: usize = 12;

/// Another round is worthwhile only if the last one removed at least one op in this many.
const WORTH_A_ROUND: usize = 16;

/// A rewriting of programs.
pub type Pass = fn(&mut Program);

/// The passes by name, each with the analyses that it needs and the clean-up after it; for tests and for work on the compiler.
pub const PASSES: [(&str, Pass); 10] = [
    ("coalesce", |program| {
        coalesce::run(program);
        lay_out(program);
    }),
    ("dead-code", |program| {
        let (after, facts) = rewrite::run(program);
        let facts = layout::lay_out(program, &after, &facts);
        improve(program, facts);
    }),
    ("fuse-counters", |program| {
        if let Some(fused) = fuse_counters::fuse(program) {
            program.ops = fused.ops;
        }
    }),
    ("inline", |program| *program = inline::run(program)),
    ("lay-out", lay_out),
    ("preset", |program| {
        preset::run(program);
        lay_out(program);
    }),
    ("renumber", renumber::run),
    ("rewrite", |program| {
        let (after, facts) = rewrite::run(program);
        layout::lay_out(program, &after, &facts);
    }),
    ("share", share::run),
    ("thread", |program| {
        thread::run(program);
        lay_out(program);
    }),
];

/// Returns the program without notes, specialised. An ill-formed program is returned unchanged.
pub fn run(program: &Program) -> Program {
    specialised(program, MOST_WORK)
}

/// As [`run`], of a program for many questions, which is worth more work.
pub(super) fn run_for_many(program: &Program) -> Program {
    specialised(program, MOST_WORK_TOGETHER)
}

fn specialised(program: &Program, most_work: usize) -> Program {
    if program.verify().is_err() {
        return program.clone();
    }
    let mut program = inline::run(program);
    // First without the registers that only unreachable ops use.
    lay_out(&mut program);
    renumber::run(&mut program);
    if work(&program) > MUCH_WORK {
        thread::run(&mut program);
        coalesce::run(&mut program);
        lay_out(&mut program);
        share::run(&mut program);
        renumber::run(&mut program);
    }
    if work(&program) > most_work {
        return program;
    }
    analyse(&mut program, renumber::run);
    program
}

/// Improves a program by what analyses find about its values, while rounds pay; tidies it after each round.
fn analyse(program: &mut Program, tidy: impl Fn(&mut Program)) {
    for round in 0..MOST_ROUNDS {
        let n_before = program.ops.len();
        let (after, facts) = rewrite::run(program);
        let facts = layout::lay_out(program, &after, &facts);
        improve(program, facts);
        // Most registers fall away in the first round; the others then take a fraction of its time.
        tidy(program);
        let n_gone = n_before.saturating_sub(program.ops.len());
        if round > 0 && n_gone * WORTH_A_ROUND < n_before {
            return;
        }
    }
}

/// Returns the size of the analysis of a program: ops times registers.
fn work(program: &Program) -> usize {
    let n_registers = program.n_registers as usize;
    program.ops.len().saturating_mul(n_registers)
}

/// Coalesces copies, removes unreachable ops, and retargets jumps. Linear in the
/// size of the program.
pub(crate) fn compact(program: &mut Program) {
    for _ in 0..2 {
        lay_out(program);
        thread::run(program);
        lay_out(program);
        coalesce::run(program);
    }
    lay_out(program);
}

/// As [`run`], for a program that is played. Its procedures are kept, since results are memoised at their entries, and its registers,
/// since callers refer to them.
pub(crate) fn for_playing(program: &mut Program) {
    compact(program);
    if work(program) <= MOST_WORK {
        analyse(program, |_| {});
        compact(program);
    }
    preset::run(program);
    lay_out(program);
}

/// Puts the ops in order, when nothing is known of them.
pub(crate) fn lay_out(program: &mut Program) {
    let facts = vec![Facts::default(); program.ops.len()];
    layout::lay_out(program, &[], &facts);
}

/// Removes and fuses ops until nothing changes.
fn improve(program: &mut Program, mut facts: Vec<Facts>) {
    let mut liveness = Liveness::of(program);
    for _ in 0..MOST_ROUNDS {
        let removes = dead::remove(program, &facts, &liveness);
        if removes {
            facts = layout::lay_out(program, &[], &facts);
            liveness = Liveness::of(program);
        }
        if dead::join(program, &facts, &liveness) {
            facts = layout::lay_out(program, &[], &facts);
            liveness = Liveness::of(program);
        } else if !removes {
            return;
        }
    }
}
