//! How much is still ahead, told while situations are found: from how many are found with every further throw, and from
//! courses that are thrown on from where it stands, as long as they can be drawn out.

use super::graph::Explorer;
use crate::dice::Dice;
use crate::machine::Pause;
use crate::policy::Deciding;
use sandtable_ir::{Op, Pc, Reg};

/// How far the work has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Situations from which every answer has been followed.
    pub followed: u64,
    /// About how many there are in all. No bound: a guess from how they grow, to one or two digits at best.
    pub about: u64,
}

/// Is told how far the work has come.
pub type Watch<'w> = &'w dyn Fn(Progress);

/// What was last made out of how much there is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outlook {
    /// The next look is when so many situations have been followed.
    pub(super) at: usize,
    about: f64,
    /// Worked out again from so many on.
    again_at: usize,
}

impl Default for Outlook {
    fn default() -> Self {
        Self {
            at: LOOK,
            about: 0.0,
            again_at: 0,
        }
    }
}

/// How many situations are followed between two looks.
const LOOK: usize = 1 << 14;

/// Ops of all courses from one place: each takes at most half of what the ones before have left.
const STEPS: u64 = 4_000_000;
/// Courses from the beginning, and from where the work stands.
const COURSES: usize = 6;
/// How often an answer that ends the course is taken back.
const TRIES: usize = 8;
/// Situations grow no faster than with this power of the throws, as far as anybody wants to know.
const STEEPEST: f64 = 40.0;

impl Explorer<'_, '_> {
    /// Tells how far it has come, if somebody wants to know.
    #[cold]
    pub(super) fn look_ahead(&mut self) {
        let followed = self.graph.nodes().len();
        self.outlook.at = followed + LOOK;
        let Some(watch) = self.watch else {
            return;
        };
        if followed >= self.outlook.again_at {
            self.outlook.again_at = followed * 2;
            self.outlook.about = self.outlook();
        }
        watch(Progress {
            followed: followed as u64,
            about: (self.outlook.about.min(1e18) as u64).max(self.graph.places.len() as u64),
        });
    }

    /// About how many situations there are in all.
    fn outlook(&mut self) -> f64 {
        let layers = self.layers();
        let (n, found) = (layers.len(), self.graph.places.len() as f64);
        let (Some(from), Some(last)) = (n.checked_sub(2), layers.last()) else {
            return found;
        };
        let start = layers.get(from).copied().unwrap_or(0);
        let (here, whole) = (self.longest(start, *last), self.longest(0, 1));
        // A stretch that is worked out by itself is several throws on.
        let throws = whole.saturating_sub(here) as f64 / n as f64;
        let deep = n as f64;
        let left = here as f64 / throws.max(1.0);
        let width = |at: usize| {
            let before = at.checked_sub(1).and_then(|at| layers.get(at));
            let end = layers.get(at).copied().unwrap_or(0);
            f64::from(end - before.copied().unwrap_or(0)).max(1.0)
        };
        let (now, halfway) = (width(n - 1), width(n / 2));
        let power = (now / halfway).ln() / (deep / (n / 2 + 1) as f64).ln();
        let power = power.clamp(-0.9, STEEPEST);
        let growth = (1.0 + left / deep).powf(power + 1.0) - 1.0;
        f64::from(*last) + now * deep / (power + 1.0) * growth
    }

    /// For every number of questions up to which all situations have been found, one past the last of them.
    fn layers(&self) -> Vec<u32> {
        let followed = self.graph.nodes().len() as u32;
        let mut ends = vec![1_u32];
        let (mut at, mut end) = (0, 1);
        while end <= followed && at < end {
            let mut next = end;
            for node in at..end {
                let edges = self.graph.edges(node).iter();
                next = edges.map(|edge| edge.to + 1).fold(next, u32::max);
            }
            (at, end) = (end, next);
            if at < end {
                ends.push(end);
            }
        }
        ends
    }

    /// Throws of the longest of some courses from the situations in a row.
    fn longest(&mut self, from: u32, to: u32) -> u64 {
        let mut dice = Dice::new(u64::from(from));
        let mut left = STEPS;
        let lengths = (0..COURSES).map(|at| {
            let node = from + ((to - from) as usize * at / COURSES) as u32;
            let mut steps = left / 2;
            left -= steps;
            let length = self.drawn_out(node, &mut dice, &mut steps);
            left += steps;
            length
        });
        lengths.max().unwrap_or(0)
    }

    /// Throws of a course from a situation. An answer behind which nothing is asked any more is taken back a few times.
    fn drawn_out(&mut self, node: u32, dice: &mut Dice, steps: &mut u64) -> u64 {
        let kind = usize::try_from(self.graph.places.kind(node)).ok();
        let known = kind.and_then(|kind| Some((kind, self.questions.list.get(kind)?.at)));
        let Some((kind, at)) = known else {
            return 0;
        };
        self.restore(kind, node);
        self.machine.pc = at;
        let mut kept: Vec<i32> = Vec::new();
        let mut n_throws = 0;
        loop {
            let at = self.machine.pc;
            kept.clone_from(&self.machine.registers);
            let mut goes_on = false;
            for _ in 0..TRIES {
                self.machine.registers.clone_from(&kept);
                self.machine.pc = at;
                let Some((to, answer)) = self.any_answer(at, dice, steps) else {
                    return n_throws;
                };
                self.machine.set(to, answer);
                self.machine.pc = Pc(at.0 + 1);
                let program = self.graph.program;
                let mut deciding = Deciding(self.unstated);
                let pause = self.machine.run(program, &mut deciding, steps);
                if matches!(pause, Pause::Roll(_) | Pause::Choose(_)) {
                    goes_on = true;
                    break;
                }
            }
            n_throws += 1;
            if !goes_on || *steps == 0 {
                return n_throws;
            }
        }
    }

    /// An answer to the question at which the machine stands, and where it goes.
    fn any_answer(&self, at: Pc, dice: &mut Dice, steps: &mut u64) -> Option<(Reg, i32)> {
        let program = self.graph.program;
        match program.ops.get(at.0 as usize) {
            Some(Op::Roll { to, pool }) => {
                let pool = program.pools.get(pool.0 as usize)?;
                *steps = steps.saturating_sub(pool.steps() / 8);
                Some((*to, dice.throw_pool(pool)))
            }
            Some(Op::Choose { to, .. }) => {
                let offer = self.machine.offer(program)?;
                Some((*to, offer.draw(dice)?))
            }
            _ => None,
        }
    }
}
