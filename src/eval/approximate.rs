//! Driver: follows the courses of the dice in floating point, the faint ones not to their end, and says how much of
//! all it left open: every chance lies between what was found and that much more.
//!
//! Situations wait in *fronts*, one for each question and round. A front is gone through when nothing that leads to it
//! waits any more, as far as the order of the program tells, so that all ways to a situation are mostly one by then. Only
//! what waits is kept: memory is held by leaving open the least likely of what waits.

use std::collections::BTreeMap;

use super::budget::Budget;
use super::deterministic::certain;
use super::fault::{Fault, FaultKind};
use super::keys::Keys;
use super::machine::{Machine, Pause};
use super::policy::{Deciding, Unstated};
use super::pool::sums;
use sandtable_ir::cfg::reverse_postorder;
use sandtable_ir::liveness::{is_within_reach, live_at_questions};
use sandtable_ir::{Op, Pc, PoolId, Program, Reg};

/// What is less likely is left open.
const FAINT: f64 = 1e-18;

/// How many numbers all that waits may take: some hundred megabytes.
const MOST_WORDS: usize = 1 << 25;

/// How many times the steps of one run all runs together may take.
const MOST_RUNS: u64 = 100;

/// So many numbers are at hand, and to keep them takes no time to speak of.
const FEW_WORDS: usize = 1 << 16;

/// To keep another one takes as long as so many steps.
const KEEPING: u64 = 8;

/// To look through all of them for the least likely takes so many steps for each.
const SORTING: u64 = 4;

/// The chances of all outcomes, each known but for what was left open.
#[derive(Debug, Clone, Default)]
pub struct Bounds {
    /// The values of each outcome and its least chance, least values first.
    pub outcomes: Vec<(Vec<i32>, f64)>,
    /// The chance of all courses that were not followed to their end.
    pub open: f64,
    /// How many situations were gone through.
    pub situations: u64,
}

/// Situations at one question, and how likely each is.
#[derive(Debug, Default)]
struct Front {
    keys: Keys,
    masses: Vec<f64>,
}

impl Front {
    /// Takes in what a machine has in some registers.
    fn add(&mut self, regs: &[Reg], machine: &Machine, mass: f64) {
        let (at, is_new) = self.keys.number_at(0, regs, machine);
        if is_new {
            self.masses.push(mass);
        } else if let Some(known) = self.masses.get_mut(at as usize) {
            *known += mass;
        }
    }

    /// Keeps the likelier half; gives how likely the rest was.
    fn halve(&mut self) -> f64 {
        let mut sorted = self.masses.clone();
        let middle = sorted.len() / 2;
        if middle == 0 {
            return 0.0;
        }
        let (_, least, _) = sorted.select_nth_unstable_by(middle, |a, b| b.total_cmp(a));
        let least = *least;
        let mut kept = Self::default();
        let mut open = 0.0;
        for (at, mass) in (0..).zip(&self.masses) {
            if *mass > least {
                kept.keys.number(self.keys.get(at));
                kept.masses.push(*mass);
            } else {
                open += mass;
            }
        }
        *self = kept;
        open
    }
}

/// A question of the program.
struct Question {
    at: Pc,
    answer: Reg,
    pool: Option<PoolId>,
    kept: Vec<Reg>,
    /// Each face or sum and its chance; found when first needed.
    shares: Option<Vec<(i32, f64)>>,
    place: u32,
}

/// How often it went back, the place of the question in the program's order, and its index.
type Waiting = (u32, u32, usize);

struct Follower<'a> {
    program: &'a Program,
    budget: &'a Budget,
    unstated: Unstated,
    questions: Vec<Question>,
    of_op: BTreeMap<Pc, usize>,
    machine: Machine,
    fronts: BTreeMap<Waiting, Front>,
    ends: Front,
    n_words: usize,
    steps: u64,
    found: Bounds,
}

/// Follows what is likely.
///
/// Errors: the first fault on a course that is followed; a judgement, since nobody answers it; a decision for which no
/// worth is stated; a pool that cannot be worked out; a program beyond reach.
pub fn bounds(program: &Program, budget: &Budget, unstated: Unstated) -> Result<Bounds, Fault> {
    if let Some(only) = certain(program, budget.steps, unstated) {
        return only.map(|(outcome, _)| Bounds {
            outcomes: vec![(outcome, 1.0)],
            ..Bounds::default()
        });
    }
    if !is_within_reach(program) {
        return Err(FaultKind::TooManyStates(0).at(Pc(0)));
    }
    let mut follower = Follower::new(program, budget, unstated);
    follower.run((0, 0, usize::MAX), 1.0)?;
    while let Some((waiting, front)) = follower.fronts.pop_first() {
        follower.n_words -= front.keys.n_words();
        follower.go_through(waiting, &front)?;
    }
    Ok(follower.told())
}

impl<'a> Follower<'a> {
    fn new(program: &'a Program, budget: &'a Budget, unstated: Unstated) -> Self {
        let places = reverse_postorder(program);
        let mut questions = Vec::new();
        for (at, kept) in live_at_questions(program) {
            let (answer, pool) = match program.ops.get(at.0 as usize) {
                Some(Op::Roll { to, pool }) => (*to, Some(*pool)),
                Some(Op::Choose { to, .. }) => (*to, None),
                _ => continue,
            };
            questions.push(Question {
                at,
                answer,
                pool,
                kept,
                shares: None,
                place: places.get(at.0 as usize).copied().unwrap_or(0),
            });
        }
        let of_op = questions.iter().zip(0..);
        Self {
            program,
            budget,
            unstated,
            of_op: of_op.map(|(question, at)| (question.at, at)).collect(),
            questions,
            machine: Machine::new(program),
            fronts: BTreeMap::new(),
            ends: Front::default(),
            n_words: 0,
            steps: budget.steps.saturating_mul(MOST_RUNS),
            found: Bounds::default(),
        }
    }

    /// Follows every answer from the situations of a front.
    fn go_through(&mut self, waiting: Waiting, front: &Front) -> Result<(), Fault> {
        let (_, _, question) = waiting;
        let Some(asked) = self.questions.get(question) else {
            return Ok(());
        };
        if self.steps == 0 {
            self.found.open += front.masses.iter().sum::<f64>();
            return Ok(());
        }
        let (at, answer, kept) = (asked.at, asked.answer, asked.kept.clone());
        let pool = asked.pool;
        let mut shares = match pool {
            Some(pool) => self.take_shares(question, pool)?,
            None => Vec::new(),
        };
        for (state, mass) in (0..).zip(&front.masses) {
            if *mass < FAINT || self.steps == 0 {
                self.found.open += mass;
                continue;
            }
            self.found.situations += 1;
            if pool.is_none() {
                front.keys.restore(state, &kept, &mut self.machine);
                self.machine.pc = at;
                let offer = self.machine.offer(self.program);
                let answers: Vec<i32> =
                    offer.map_or_else(Vec::new, |offer| offer.answers().collect());
                let share = 1.0 / answers.len().max(1) as f64;
                shares = answers.into_iter().map(|answer| (answer, share)).collect();
            }
            for (value, share) in &shares {
                front.keys.restore(state, &kept, &mut self.machine);
                self.machine.set(answer, *value);
                self.machine.pc = Pc(at.0 + 1);
                self.run(waiting, mass * share)?;
            }
        }
        if let Some(asked) = self.questions.get_mut(question) {
            asked.shares = pool.map(|_| shares);
        }
        Ok(())
    }

    /// The answers to a throw; put back after use.
    fn take_shares(&mut self, question: usize, pool: PoolId) -> Result<Vec<(i32, f64)>, Fault> {
        let Some(asked) = self.questions.get_mut(question) else {
            return Ok(Vec::new());
        };
        if let Some(shares) = asked.shares.take() {
            return Ok(shares);
        }
        let pool = self.program.pools.get(pool.0 as usize);
        let known = pool
            .and_then(|pool| sums(pool, &mut self.steps))
            .ok_or(FaultKind::TooManySums.at(asked.at))?;
        Ok(known.shares())
    }

    /// Runs to the next question or the end, and lets what is found there wait.
    fn run(&mut self, from: Waiting, mass: f64) -> Result<(), Fault> {
        let most = self.budget.steps.min(self.steps);
        let mut steps = most;
        let mut deciding = Deciding(self.unstated);
        let pause = self.machine.run(self.program, &mut deciding, &mut steps);
        let at = self.machine.pc;
        self.steps -= most - steps;
        match pause {
            Pause::Done => {
                self.ends.add(&self.program.outcome, &self.machine, mass);
                let n_words = self.ends.keys.n_words();
                if n_words > MOST_WORDS {
                    self.steps = self.steps.saturating_sub(n_words as u64 * SORTING);
                    self.found.open += self.ends.halve();
                }
                return Ok(());
            }
            Pause::Roll(_) => {}
            Pause::Choose(decision) => {
                let known = self.program.decisions.get(decision.0 as usize);
                if !known.is_some_and(|known| self.unstated.draws(known)) {
                    return Err(FaultKind::Undecided(decision).at(at));
                }
            }
            Pause::Judge(_) => {
                return Err(FaultKind::NotGiven.at(at));
            }
            // All runs together have come to their end, this one not for itself.
            Pause::Fault(_) if self.steps == 0 => {
                self.found.open += mass;
                return Ok(());
            }
            Pause::Fault(fault) => return Err(fault),
        }
        let question = self.of_op.get(&at).copied().unwrap_or(usize::MAX);
        let Some(asked) = self.questions.get(question) else {
            return Ok(());
        };
        let (rounds, place, _) = from;
        let goes_back = from.2 != usize::MAX && asked.place <= place;
        let waiting = (
            rounds.saturating_add(u32::from(goes_back)),
            asked.place,
            question,
        );
        let front = self.fronts.entry(waiting).or_default();
        let before = front.keys.n_words();
        front.add(&asked.kept, &self.machine, mass);
        let n_more = front.keys.n_words() - before;
        self.n_words += n_more;
        if self.n_words > FEW_WORDS {
            self.steps = self.steps.saturating_sub(n_more as u64 * KEEPING);
        }
        if self.n_words > MOST_WORDS {
            self.halve();
        }
        Ok(())
    }

    /// Leaves the less likely half of all that waits open.
    #[cold]
    fn halve(&mut self) {
        self.steps = self.steps.saturating_sub(self.n_words as u64 * SORTING);
        self.n_words = 0;
        for front in self.fronts.values_mut() {
            self.found.open += front.halve();
            self.n_words += front.keys.n_words();
        }
    }

    fn told(self) -> Bounds {
        let mut outcomes: Vec<(Vec<i32>, f64)> = (0..)
            .zip(self.ends.masses)
            .map(|(at, mass)| {
                (
                    self.ends.keys.get(at).iter().skip(1).copied().collect(),
                    mass,
                )
            })
            .collect();
        outcomes.sort_by(|one, other| one.0.cmp(&other.0));
        Bounds {
            outcomes,
            ..self.found
        }
    }
}
