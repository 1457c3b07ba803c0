//! An estimate of the total number of states of an exploration. It extrapolates the number of states found per further
//! roll to the length of sampled runs from its current state.

use super::graph::Graph;
use super::progress::Progress;
use super::runner::Runner;
use crate::dice::Dice;
use crate::explore::Location;
use crate::intern::StateId;
use crate::machine::Pause;
use crate::policy::Deciding;
use sandtable_ir::{Op, Pc, Reg};

/// The last estimate of the total number of states.
#[derive(Debug, Clone, Copy)]
pub(super) struct StateEstimate {
    /// The next report is due at this number of expanded states.
    pub(super) at: usize,
    about: f64,
    /// The estimate is renewed at this number of states.
    again_at: usize,
}

impl Default for StateEstimate {
    fn default() -> Self {
        Self {
            at: LOOK,
            about: 0.0,
            again_at: 0,
        }
    }
}

/// States that are expanded between two reports at most.
const LOOK: usize = 1 << 14;

/// Maximum number of ops of all sampled runs from one layer: each takes at most half of the rest.
const STEPS: u64 = 4_000_000;
/// Sampled runs from the beginning, and from the current state of the work.
const N_SAMPLED: usize = 6;
/// Tries to find an answer that does not end the run.
const TRIES: usize = 8;
/// Maximum exponent of the growth of states with the number of rolls.
const STEEPEST: f64 = 40.0;

impl StateEstimate {
    /// Reports the progress of an exploration, if there is a watcher.
    #[cold]
    pub(super) fn look(&mut self, graph: &Graph<'_>, runner: &mut Runner<'_>) {
        let followed = graph.nodes().len();
        self.at = followed + LOOK;
        if runner.is_watched() && followed >= self.again_at {
            self.again_at = followed * 2;
            self.about = Estimate { graph, runner }.n_states();
        }
        runner.report(Progress {
            done: followed as u64,
            about: (self.about.min(1e18) as u64).max(graph.table.len() as u64),
            room: runner.most_states,
        });
    }
}

struct Estimate<'e, 'a, 'r> {
    graph: &'e Graph<'a>,
    runner: &'e mut Runner<'r>,
}

impl Estimate<'_, '_, '_> {
    /// Returns the estimated total number of states.
    fn n_states(&mut self) -> f64 {
        let layers = self.layers();
        let (n, found) = (layers.len(), self.graph.table.len() as f64);
        let [.., start, last] = *layers.as_slice() else {
            return found;
        };
        let (here, whole) = (self.longest(start, last), self.longest(0, 1));
        // A region that is summarised is several rolls long.
        let rolls = whole.saturating_sub(here) as f64 / n as f64;
        let deep = n as f64;
        let left = here as f64 / rolls.max(1.0);
        let width = |at: usize| {
            let end = layers.get(at);
            let before = at.checked_sub(1).and_then(|at| layers.get(at));
            end.map_or(1.0, |end| f64::from(end - before.unwrap_or(&0)).max(1.0))
        };
        let (now, halfway) = (width(n - 1), width(n / 2));
        let power = (now / halfway).ln() / (deep / (n / 2 + 1) as f64).ln();
        let power = power.clamp(-0.9, STEEPEST);
        let growth = (1.0 + left / deep).powf(power + 1.0) - 1.0;
        f64::from(last) + now * deep / (power + 1.0) * growth
    }

    /// For every number of questions up to which all states have been found, one past the last of them.
    fn layers(&self) -> Vec<u32> {
        let followed = self.graph.nodes().len() as u32;
        let mut ends = vec![1_u32];
        let (mut at, mut end) = (0, 1);
        while end <= followed && at < end {
            let mut next = end;
            for state in at..end {
                let edges = self.graph.edges(StateId(state)).iter();
                next = edges.map(|edge| edge.to.0 + 1).fold(next, u32::max);
            }
            (at, end) = (end, next);
            if at < end {
                ends.push(end);
            }
        }
        ends
    }

    /// Rolls of the longest of some runs that are sampled from the states of a layer.
    fn longest(&mut self, from: u32, to: u32) -> u64 {
        let mut dice = Dice::new(u64::from(from));
        let mut left = STEPS;
        let lengths = (0..N_SAMPLED).map(|at| {
            let state = from + ((to - from) as usize * at / N_SAMPLED) as u32;
            let mut steps = left / 2;
            left -= steps;
            let length = self.drawn_out(StateId(state), &mut dice, &mut steps);
            left += steps;
            length
        });
        lengths.fold(0, u64::max)
    }

    /// Rolls of a run from a state. An answer after which nothing more is asked is taken back a few times.
    fn drawn_out(&mut self, state: StateId, dice: &mut Dice, steps: &mut u64) -> u64 {
        let Location::Question(question) = self.graph.table.location(state) else {
            return 0;
        };
        self.runner.restore(&self.graph.table, question, state);
        let program = self.runner.program;
        let mut deciding = Deciding(self.runner.unstated);
        self.runner.machine.pc = self.runner.questions[question].at;
        let mut kept: Vec<i32> = Vec::new();
        let mut n_rolls = 0;
        loop {
            let at = self.runner.machine.pc;
            kept.clone_from(&self.runner.machine.registers);
            let mut goes_on = false;
            for _ in 0..TRIES {
                self.runner.machine.registers.clone_from(&kept);
                self.runner.machine.pc = at;
                let Some((to, answer)) = self.any_answer(at, dice, steps) else {
                    return n_rolls;
                };
                let machine = &mut self.runner.machine;
                machine.set(to, answer);
                machine.pc = Pc(at.0 + 1);
                let pause = machine.run(program, &mut deciding, steps);
                if matches!(pause, Pause::Roll(_) | Pause::Choose(_)) {
                    goes_on = true;
                    break;
                }
            }
            n_rolls += 1;
            if !goes_on || *steps == 0 {
                return n_rolls;
            }
        }
    }

    /// Answers the current question of the machine, and returns the successor.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "only ops that ask are come to here, and only these are answered by chance"
    )]
    fn any_answer(&self, at: Pc, dice: &mut Dice, steps: &mut u64) -> Option<(Reg, i32)> {
        let program = self.runner.program;
        match *program.op(at) {
            Op::Roll { to, pool } => {
                let pool = program.pool(pool);
                *steps = steps.saturating_sub(pool.steps() / 8);
                Some((to, dice.roll_pool(pool)))
            }
            Op::Choose { to, .. } => {
                let offer = self.runner.machine.offer(program)?;
                Some((to, offer.draw(dice)?))
            }
            _ => None,
        }
    }
}
