//! Driver: rolls in blocks, which can be done in any order and on any number of threads.
//!
//! A block is a stream of the generator: run `r` of a question is rolled as [`super`] says, in stream
//! `r / BLOCK`. A game has a stream of its own, its number, and a second generator for what chance chooses, so that
//! game 0 of a seed is the game that is played with that seed.

use super::BLOCK;
use super::breakpoints::Breakpoints;
use crate::bitmap_index::BitmapIndex;
use crate::dice::Dice;
use crate::fault::{Fault, FaultKind};
use crate::intern::StateId;
use crate::machine::{Answers, Machine, Pause};
use crate::maintained::Maintained;
use crate::memo::{Memo, RunEnd};
use crate::offer::Offer;
use crate::policy::{Playing, Unstated};
use crate::reductions::Reductions;
use sandtable_ir::liveness::is_within_reach;
use sandtable_ir::{FormulaId, IndexVec, Op, PoolId, Program, Reg};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// Calls a halt to rolling, from any thread.
#[derive(Debug, Default)]
pub struct Halt(AtomicBool);

impl Halt {
    /// No run begins any more; one that has begun is rolled to its end.
    pub fn call(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been called.
    #[inline]
    pub fn is_called(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The decider of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choosing {
    /// Every option is equally likely.
    Random,
    /// The option that is worth most, as the rules say; else the first.
    Policy,
}

/// The experiment that is repeated.
#[derive(Debug, Clone, Copy)]
pub enum Trial<'a> {
    /// A question, in which decisions without a stated worth are made in a certain way.
    Question(Unstated),
    /// A game, with who decides for each unit of the cast.
    Game(&'a [Choosing]),
}

/// A count for each key.
pub type Counts<K> = BTreeMap<K, u64>;

/// Counts over many runs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Histogram {
    /// The values of the outcome's registers and their frequencies.
    pub outcomes: Counts<Vec<i32>>,
    /// Numbers of dice or pools that were rolled in a game.
    pub rolls: Counts<u32>,
    /// Numbers of decisions that were made in a game.
    pub choices: Counts<u32>,
    /// The number of runs.
    pub runs: u64,
}

impl Histogram {
    /// The count of one outcome.
    pub fn count(&self, outcome: &[i32]) -> u64 {
        self.outcomes.get(outcome).copied().unwrap_or(0)
    }

    /// Adds the counts of another histogram.
    pub fn add(&mut self, other: Self) {
        fn sum<K: Ord>(to: &mut Counts<K>, from: Counts<K>) {
            for (key, count) in from {
                *to.entry(key).or_default() += count;
            }
        }
        sum(&mut self.outcomes, other.outcomes);
        sum(&mut self.rolls, other.rolls);
        sum(&mut self.choices, other.choices);
        self.runs += other.runs;
    }
}

/// Rolls blocks and counts.
pub struct Blocks<'a> {
    program: &'a Program,
    course: Trial<'a>,
    steps: u64,
    seed: u64,
    dice: Dice,
    choice_rng: Dice,
    /// Present if decisions are not random, and the program is small enough to be analysed.
    memo: Option<Box<Memo<'a>>>,
    /// Counts of runs by the remembered state in which they ended.
    ends: IndexVec<StateId, u64>,
    machine: Machine,
    /// For games.
    breakpoints: Option<&'a mut Breakpoints>,
    /// Derived data for games.
    maintained: Maintained,
    counted: Histogram,
}

impl<'a> Blocks<'a> {
    /// Returns a sampler without counts. `steps` is the budget of one run.
    pub fn new(program: &'a Program, course: Trial<'a>, seed: u64, steps: u64) -> Self {
        Self::with_reductions(program, course, seed, steps, Reductions::ALL)
    }

    /// As [`Self::new`], with some techniques switched off.
    pub fn with_reductions(
        program: &'a Program,
        course: Trial<'a>,
        seed: u64,
        steps: u64,
        reductions: Reductions,
    ) -> Self {
        let memo = match course {
            Trial::Question(_) if !reductions.transition_memo => None,
            Trial::Question(unstated) if unstated.draws_any(program) => None,
            Trial::Question(_) if !is_within_reach(program) => None,
            Trial::Question(unstated) => Some(Box::new(Memo::new(program, unstated))),
            Trial::Game(_) => None,
        };
        Self {
            program,
            course,
            steps,
            seed,
            dice: Dice::new(seed),
            choice_rng: Dice::new(seed ^ u64::MAX),
            memo,
            ends: IndexVec::new(),
            machine: Machine::new(program),
            breakpoints: None,
            maintained: Maintained::new(program, reductions),
            counted: Histogram::default(),
        }
    }

    /// Observes which breakpoints the games reach.
    pub fn observe(&mut self, breakpoints: &'a mut Breakpoints) {
        self.breakpoints = Some(breakpoints);
    }

    /// The number of runs in a block.
    pub fn size(course: Trial<'_>) -> u64 {
        match course {
            Trial::Question(_) => BLOCK,
            Trial::Game(_) => 1,
        }
    }

    /// Returns the seed of the dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Runs the first `runs` runs of a block, or fewer if halted; returns the number of runs.
    ///
    /// Errors: the fault of a run; a judgement is one, since dice cannot answer it.
    pub fn roll(&mut self, block: u64, runs: u64, halt: &Halt) -> Result<u64, Fault> {
        self.dice.set_stream(block);
        self.choice_rng.set_stream(block);
        for run in 0..runs {
            if halt.is_called() {
                return Ok(run);
            }
            match self.course {
                Trial::Question(unstated) => self.question(unstated)?,
                Trial::Game(choosing) => self.game(choosing)?,
            }
            self.counted.runs += 1;
        }
        Ok(runs)
    }

    fn question(&mut self, unstated: Unstated) -> Result<(), Fault> {
        let Some(memo) = &mut self.memo else {
            let mut playing = Playing {
                dice: &mut self.dice,
                unstated,
            };
            run(self.program, &mut self.machine, &mut playing, self.steps)?;
            self.count();
            return Ok(());
        };
        match memo.run(&mut self.dice, self.steps)? {
            RunEnd::Beyond => {
                *self
                    .counted
                    .outcomes
                    .entry(memo.outcome_beyond())
                    .or_default() += 1
            }
            RunEnd::At(end) => {
                self.ends.reach(end, 0);
                self.ends[end] += 1;
            }
        }
        Ok(())
    }

    fn game(&mut self, choosing: &[Choosing]) -> Result<(), Fault> {
        self.maintained.reset(self.program);
        let (dice, choice_rng) = (&mut self.dice, &mut self.choice_rng);
        let mut table = GameTable::new(dice, choice_rng, &mut self.maintained, choosing);
        let (program, machine) = (self.program, &mut self.machine);
        match &mut self.breakpoints {
            None => run(program, machine, &mut table, self.steps)?,
            Some(breakpoints) => {
                machine.reset(program);
                let mut left = self.steps;
                let pause = breakpoints.run(program, machine, &mut table, &mut left);
                completed(pause, machine)?;
            }
        }
        let (rolls, choices) = (table.n_rolls, table.n_choices);
        *self.counted.rolls.entry(rolls).or_default() += 1;
        *self.counted.choices.entry(choices).or_default() += 1;
        self.count();
        Ok(())
    }

    /// Continues a game whose budget is used up, for a number of steps; `None` if it ends.
    pub fn continue_game(&mut self, steps: usize) -> Option<Continued> {
        let Trial::Game(choosing) = self.course else {
            return None;
        };
        let (program, machine) = (self.program, &mut self.machine);
        let (dice, choice_rng) = (&mut self.dice, &mut self.choice_rng);
        let mut table = GameTable::new(dice, choice_rng, &mut self.maintained, choosing);
        let n_slots = program.slots.len();
        let before = machine.registers.get(..n_slots)?.to_vec();
        let mut continued = Continued {
            counts: vec![0; program.ops.len()],
            changes: false,
        };
        for _ in 0..steps {
            let at = machine.pc.0 as usize;
            *continued.counts.get_mut(at)? += 1;
            let is_store = matches!(
                program.ops.get(at),
                Some(Op::Store { .. } | Op::StoreAt { .. })
            );
            machine.step(program, &mut table).ok()?;
            continued.changes |=
                is_store && machine.registers.get(..n_slots) != Some(before.as_slice());
        }
        Some(continued)
    }

    fn count(&mut self) {
        let outcome = self.program.outcome.iter();
        let outcome = outcome.map(|reg| self.machine.get(*reg)).collect();
        *self.counted.outcomes.entry(outcome).or_default() += 1;
    }

    /// An upper bound of the number of different outcomes.
    pub fn n_outcomes(&self) -> usize {
        self.counted.outcomes.len() + self.ends.len()
    }

    /// Returns the counts since the last call.
    pub fn take(&mut self) -> Histogram {
        let mut counted = std::mem::take(&mut self.counted);
        if let Some(memo) = &self.memo {
            let ends = std::mem::take(&mut self.ends);
            for (end, count) in ends.enumerated().filter(|(_, count)| **count > 0) {
                *counted.outcomes.entry(memo.outcome(end)).or_default() += count;
            }
        }
        debug_assert_eq!(
            counted.outcomes.values().sum::<u64>(),
            counted.runs,
            "every run is counted once"
        );
        counted
    }
}

/// The continuation of a game whose budget is used up.
#[derive(Debug, Clone)]
pub struct Continued {
    /// Number of executions of each op.
    pub counts: Vec<u32>,
    /// Whether the state has changed.
    pub changes: bool,
}

/// Runs from the start to the end.
fn run(
    program: &Program,
    machine: &mut Machine,
    answers: &mut impl Answers,
    steps: u64,
) -> Result<(), Fault> {
    machine.reset(program);
    let mut left = steps;
    completed(machine.run(program, answers, &mut left), machine)
}

/// Errors: the pause, unless the run is complete.
fn completed(pause: Pause, machine: &Machine) -> Result<(), Fault> {
    let kind = match pause {
        Pause::Done => return Ok(()),
        Pause::Fault(fault) => return Err(fault),
        Pause::Choose(decision) => FaultKind::Undecided(decision),
        Pause::Roll(_) | Pause::Judge(_) => FaultKind::NotGiven,
    };
    Err(Fault {
        kind,
        at: machine.pc,
    })
}

/// Rolls, and decides for everybody.
struct GameTable<'a> {
    dice: &'a mut Dice,
    choice_rng: &'a mut Dice,
    maintained: &'a mut Maintained,
    choosing: &'a [Choosing],
    n_rolls: u32,
    n_choices: u32,
}

impl<'a> GameTable<'a> {
    fn new(
        dice: &'a mut Dice,
        choice_rng: &'a mut Dice,
        maintained: &'a mut Maintained,
        choosing: &'a [Choosing],
    ) -> Self {
        Self {
            dice,
            choice_rng,
            maintained,
            choosing,
            n_rolls: 0,
            n_choices: 0,
        }
    }
}

impl Answers for GameTable<'_> {
    #[inline]
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        self.n_rolls += 1;
        self.dice.roll(program, pool)
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        if offer.decision.is_drawn {
            self.n_rolls += 1;
            return offer.draw(self.dice);
        }
        self.n_choices += 1;
        let who = offer.by().and_then(|unit| self.choosing.get(unit));
        match who {
            Some(Choosing::Random) => offer.draw(self.choice_rng),
            Some(Choosing::Policy) | None => Unstated::First.answer(offer),
        }
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
    }

    #[inline]
    fn units(&self) -> Option<&BitmapIndex> {
        self.maintained.units()
    }
}
