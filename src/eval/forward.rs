//! Driver: a forward model for players that search, from question to question.
//!
//! A [`GameState`] holds all values on which further play depends, in few bytes: a copy suffices to return to it. A [`Forward`] has
//! the memory
//! in which states are continued; each thread needs its own. Rolls and draws are questions like choices, with
//! a chance for each answer.
#![expect(
    clippy::indexing_slicing,
    reason = "registers, slots and questions are those of one program, for which everything here was made"
)]

use super::bitmap_index::BitmapIndex;
use super::dice::Dice;
use super::explore::{Location, Questions};
use super::fault::{Fault, FaultKind};
use super::machine::{Answers, Machine, Pause};
use super::maintained::Maintained;
use super::offer::Offer;
use super::packed_values::{Packer, Unpacked, is_usual, n_alike, value};
use super::pool::{Sums, sums};
use super::reductions::Reductions;
use sandtable_ir::liveness::blocks_live_at_questions;
use sandtable_ir::{Block, DecisionId, FormulaId, IndexVec, Op, Pc, PoolId, Program, Reg};
use std::ops::Range;

/// A state of a game: at a question, or at the end. Equal states have equal futures.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GameState {
    /// The question, by its number, or the end.
    location: i32,
    /// The values that are still read from here on.
    values: Box<[u8]>,
}

impl GameState {
    /// The bytes that it takes.
    pub fn size(&self) -> usize {
        size_of::<Self>() + self.values.len()
    }
}

/// The one whose turn it is in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// A player: the decision, and the unit whose choice it is, by its place in the cast, if the rules name one.
    Player(DecisionId, Option<usize>),
    /// Chance, which rolls.
    Roll(PoolId),
    /// Chance, which draws.
    Draw(DecisionId),
    /// The game is over.
    Over,
}

/// Plays states of one program on.
pub struct Forward<'p> {
    program: &'p Program,
    questions: Questions,
    /// By question, and at the end of the list those of the end.
    kept: Vec<Kept>,
    /// By register: its value at the start, which takes the least room.
    usual: Vec<i32>,
    machine: Machine,
    maintained: Maintained,
    /// The state in the machine.
    held: Option<GameState>,
    /// By pool; found when first needed.
    sums: IndexVec<PoolId, Option<Sums>>,
    /// Steps of a run from one question to the next.
    steps: u64,
    /// Room for the values of a state.
    room: Vec<u8>,
}

/// The registers whose values a state at a question holds.
#[derive(Debug, Default)]
struct Kept {
    /// Those of the state of the units, track by track, since a track has the same value in many units.
    slots: Vec<Reg>,
    /// The other registers, as blocks.
    blocks: Vec<Block>,
}

/// Leaves every question open, and remembers results of formulas.
struct Asking<'c>(&'c mut Maintained);

impl Answers for Asking<'_> {
    #[inline]
    fn recall(&mut self, program: &Program, formula: FormulaId, registers: &[i32]) -> Option<i32> {
        self.0.recall(program, formula, registers)
    }

    #[inline]
    fn remember(&mut self, program: &Program, formula: FormulaId, registers: &[i32]) {
        self.0.remember(program, formula, registers);
    }

    #[inline]
    fn changed(&mut self, slot: Reg, value: i32) {
        self.0.changed(slot, value);
    }

    #[inline]
    fn units(&self) -> Option<&BitmapIndex> {
        self.0.units()
    }
}

/// As [`Asking`], but leaves all to chance.
struct ByChance<'c> {
    asking: Asking<'c>,
    dice: &'c mut Dice,
    choice_rng: &'c mut Dice,
}

impl Answers for ByChance<'_> {
    #[inline]
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        self.dice.roll(program, pool)
    }

    #[inline]
    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        offer.draw(match offer.decision.is_drawn {
            true => self.dice,
            false => self.choice_rng,
        })
    }

    #[inline]
    fn recall(&mut self, program: &Program, formula: FormulaId, registers: &[i32]) -> Option<i32> {
        self.asking.recall(program, formula, registers)
    }

    #[inline]
    fn remember(&mut self, program: &Program, formula: FormulaId, registers: &[i32]) {
        self.asking.remember(program, formula, registers);
    }

    #[inline]
    fn changed(&mut self, slot: Reg, value: i32) {
        self.asking.changed(slot, value);
    }

    #[inline]
    fn units(&self) -> Option<&BitmapIndex> {
        self.asking.units()
    }
}

impl<'p> Forward<'p> {
    /// The memory for playing a program, and what each of its questions depends on. `steps` is what a run from one question to the
    /// next, or a game to its end, may take.
    pub fn new(program: &'p Program, steps: u64) -> Self {
        let live = blocks_live_at_questions(program);
        let at = live.iter().map(|(at, _)| (*at, Vec::new()));
        let questions = Questions::of(program, at.collect());
        let machine = Machine::new(program);
        let kept = live.into_iter().filter_map(|(at, live)| {
            questions.at(at)?;
            Some(Kept::of(program, live, worths(program, at)))
        });
        let end = Kept {
            slots: program.outcome.clone(),
            blocks: Vec::new(),
        };
        Self {
            program,
            kept: kept.chain([end]).collect(),
            questions,
            usual: machine.registers.clone(),
            machine,
            maintained: Maintained::new(program, Reductions::ALL),
            held: None,
            sums: IndexVec::from(vec![None; program.pools.len()]),
            steps,
            room: Vec::new(),
        }
    }

    /// The state at the first question of a game.
    ///
    /// Errors: the fault of a run to it; a judgement, since it has no answer.
    pub fn start(&mut self) -> Result<GameState, Fault> {
        self.machine.reset(self.program);
        self.maintained.reset(self.program);
        self.run()
    }

    /// The state of a machine that runs the same program and has stopped at a question or at the end; `None` if it stopped elsewhere.
    pub fn state_of(&mut self, machine: &Machine) -> Option<GameState> {
        let is_over = matches!(self.program.ops.get(machine.pc.0 as usize)?, Op::Done);
        let location = match is_over {
            true => Location::End,
            false => Location::Question(self.questions.at(machine.pc)?),
        };
        self.machine.clone_from(machine);
        self.maintained.follow(&machine.registers);
        Some(self.pack(location))
    }

    /// The one whose turn it is.
    pub fn turn(&mut self, state: &GameState) -> Turn {
        let Location::Question(question) = Location::of_code(state.location) else {
            return Turn::Over;
        };
        let op = *self.program.op(self.questions[question].at);
        if let Op::Roll { pool, .. } = op {
            return Turn::Roll(pool);
        }
        let Op::Choose { decision, .. } = op else {
            return Turn::Over;
        };
        if self.program.decision(decision).is_drawn {
            return Turn::Draw(decision);
        }
        self.hold(state);
        let offer = self.machine.offer(self.program);
        Turn::Player(decision, offer.and_then(Offer::by))
    }

    /// The legal answers, least first, and [`sandtable_ir::NONE`] last; none if the game is over. Those to a choice are the numbers of its options,
    /// those to a roll what the dice can show in sum.
    ///
    /// Errors: dice with more different sums than can be listed.
    pub fn answers(&mut self, state: &GameState) -> Result<Vec<i32>, Fault> {
        Ok(match self.turn(state) {
            Turn::Over => Vec::new(),
            Turn::Roll(pool) => self.sums_of(pool)?.values.clone(),
            Turn::Player(..) | Turn::Draw(_) => self.offered(state, |answer, _| answer),
        })
    }

    /// The answers that chance can give, each with its chance; none if it is not chance's turn.
    ///
    /// Errors: as [`Self::answers`].
    pub fn chances(&mut self, state: &GameState) -> Result<Vec<(i32, f64)>, Fault> {
        Ok(match self.turn(state) {
            Turn::Over | Turn::Player(..) => Vec::new(),
            Turn::Roll(pool) => self.sums_of(pool)?.shares(),
            Turn::Draw(_) => {
                let mut weights = self.offered(state, |answer, weight| (answer, weight as f64));
                let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
                weights.retain(|(_, weight)| *weight > 0.0);
                for (_, weight) in &mut weights {
                    *weight /= total;
                }
                weights
            }
        })
    }

    /// The same game with an answer more: the state at its next question or at its end. `None` if the answer is not legal.
    ///
    /// Errors: the fault of a run to the next question; as [`Self::answers`].
    pub fn after(&mut self, state: &GameState, answer: i32) -> Result<Option<GameState>, Fault> {
        let is_legal = match self.turn(state) {
            Turn::Over => false,
            Turn::Roll(pool) => self.sums_of(pool)?.values.binary_search(&answer).is_ok(),
            Turn::Player(..) | Turn::Draw(_) => {
                self.hold(state);
                let offer = self.machine.offer(self.program);
                offer.is_some_and(|offer| offer.allows(answer) && offer.weight(answer) > 0)
            }
        };
        if !is_legal {
            return Ok(None);
        }
        self.hold(state);
        self.machine.answer(self.program, answer);
        self.run().map(Some)
    }

    /// An answer by chance: of dice and draws by `dice`, of choices by `fates`, each with the same chance. `None` if the game is over.
    pub fn random(
        &mut self,
        state: &GameState,
        dice: &mut Dice,
        choice_rng: &mut Dice,
    ) -> Option<i32> {
        let dice = match self.turn(state) {
            Turn::Over => return None,
            Turn::Roll(pool) => return dice.roll(self.program, pool),
            Turn::Draw(_) => dice,
            Turn::Player(..) => choice_rng,
        };
        self.hold(state);
        self.machine.offer(self.program)?.draw(dice)
    }

    /// Plays to the end with all answers random as in [`Self::random`]; returns the values of the outcome.
    ///
    /// Errors: the fault of the run.
    pub fn play_out(
        &mut self,
        state: &GameState,
        dice: &mut Dice,
        choice_rng: &mut Dice,
    ) -> Result<Vec<i32>, Fault> {
        self.hold(state);
        self.held = None;
        if Location::of_code(state.location) != Location::End {
            let mut drawing = ByChance {
                asking: Asking(&mut self.maintained),
                dice,
                choice_rng,
            };
            let mut steps = self.steps;
            match self.machine.run(self.program, &mut drawing, &mut steps) {
                Pause::Done => {}
                Pause::Fault(fault) => return Err(fault),
                Pause::Choose(_) | Pause::Roll(_) | Pause::Judge(_) => {
                    return Err(FaultKind::NotGiven.at(self.machine.pc));
                }
            }
        }
        let outcome = self.program.outcome.iter();
        Ok(outcome.map(|reg| self.machine.get(*reg)).collect())
    }

    /// The values of the outcome; `None` unless the game is over.
    pub fn outcome(&mut self, state: &GameState) -> Option<Vec<i32>> {
        if Location::of_code(state.location) != Location::End {
            return None;
        }
        self.hold(state);
        let outcome = self.program.outcome.iter();
        Some(outcome.map(|reg| self.machine.get(*reg)).collect())
    }

    /// The answers to the choice of a state, with their weights.
    fn offered<T>(&mut self, state: &GameState, of: impl Fn(i32, u64) -> T) -> Vec<T> {
        self.hold(state);
        let offer = self.machine.offer(self.program);
        let answers = offer.into_iter().flat_map(|offer| {
            let answers = offer.answers();
            answers.map(move |answer| (answer, offer.weight(answer)))
        });
        answers.map(|(answer, weight)| of(answer, weight)).collect()
    }

    /// The distribution of a roll.
    fn sums_of(&mut self, pool: PoolId) -> Result<&Sums, Fault> {
        let known = &mut self.sums[pool];
        match known {
            Some(known) => Ok(known),
            None => {
                let mut work = self.steps;
                let found = sums(self.program.pool(pool), &mut work);
                let found = found.filter(Sums::is_sound);
                let fault = FaultKind::TooManySums.at(self.machine.pc);
                Ok(known.insert(found.ok_or(fault)?))
            }
        }
    }

    /// Runs to the next question; returns the state there.
    fn run(&mut self) -> Result<GameState, Fault> {
        self.held = None;
        let mut steps = self.steps;
        let mut asking = Asking(&mut self.maintained);
        let location = self.questions.run_to_next(
            self.program,
            &mut self.machine,
            &mut asking,
            |_| true,
            &mut steps,
        )?;
        Ok(self.pack(location))
    }

    /// The state of the machine at a location.
    fn pack(&mut self, location: Location) -> GameState {
        self.room.clear();
        let kept = &self.kept[index(location, &self.questions)];
        let (now, usual) = (&self.machine.registers, &self.usual);
        let mut packer = Packer::new(&mut self.room);
        for reg in &kept.slots {
            let at = reg.0 as usize;
            packer.add(now[at], usual[at]);
        }
        for block in &kept.blocks {
            let places = places(*block);
            packer.add_all(&now[places.clone()], &usual[places]);
        }
        packer.end();
        let state = GameState {
            location: location.code(),
            values: self.room.as_slice().into(),
        };
        self.held = Some(state.clone());
        state
    }

    /// Puts a state into the machine, if it is not there.
    fn hold(&mut self, state: &GameState) {
        if self.held.as_ref() == Some(state) {
            return;
        }
        let location = Location::of_code(state.location);
        if let Location::Question(question) = location {
            self.machine.pc = self.questions[question].at;
        }
        let kept = &self.kept[index(location, &self.questions)];
        let mut restoring = Restoring {
            packed: Unpacked::new(&state.values),
            n_slots: self.program.slots.len(),
            usual: &self.usual,
            registers: &mut self.machine.registers,
            maintained: &mut self.maintained,
        };
        for reg in &kept.slots {
            let at = reg.0 as usize;
            restoring.next(at..at + 1);
        }
        for block in &kept.blocks {
            restoring.next(places(*block));
        }
        self.held = Some(state.clone());
    }
}

/// Writes the values of a state into the registers, in the order in which they were packed.
struct Restoring<'f> {
    packed: Unpacked<'f>,
    n_slots: usize,
    usual: &'f [i32],
    registers: &'f mut [i32],
    maintained: &'f mut Maintained,
}

impl Restoring<'_> {
    /// Writes the next values to these places.
    #[inline]
    fn next(&mut self, mut places: Range<usize>) {
        while !places.is_empty() {
            let run = self.packed.run(places.len());
            debug_assert!(run.is_some(), "a state of this program");
            let Some((code, n)) = run else {
                return;
            };
            let end = places.start + n;
            match is_usual(code) {
                true => self.set_usual(places.start..end),
                false => (places.start..end).for_each(|at| self.set(at, value(code))),
            }
            places.start = end;
        }
    }

    /// Writes default values; most registers have them already.
    #[inline]
    fn set_usual(&mut self, mut places: Range<usize>) {
        if places.len() > 1 {
            places.start += n_alike(&self.registers[places.clone()], &self.usual[places.clone()]);
        }
        while !places.is_empty() {
            self.set(places.start, self.usual[places.start]);
            places.start += 1;
            places.start += n_alike(&self.registers[places.clone()], &self.usual[places.clone()]);
        }
    }

    #[inline]
    fn set(&mut self, at: usize, value: i32) {
        if self.registers[at] == value {
            return;
        }
        self.registers[at] = value;
        if at < self.n_slots {
            self.maintained.changed(Reg(at as u32), value);
        }
    }
}

/// The places of a block among the registers.
fn places(block: Block) -> Range<usize> {
    let first = block.first.0 as usize;
    first..first + block.n as usize
}

impl Kept {
    /// The registers of some blocks, less some.
    fn of(program: &Program, live: Vec<Block>, less: Range<u32>) -> Self {
        let n_slots = program.slots.len() as u32;
        let mut kept = Self::default();
        for block in live {
            let end = block.first.0 + block.n;
            let slots = block.first.0..end.min(n_slots);
            let slots = slots.filter(|reg| !less.contains(reg));
            kept.slots.extend(slots.map(Reg));
            let first = block.first.0.max(n_slots);
            for part in [first..end.min(less.start), first.max(less.end)..end] {
                if !part.is_empty() {
                    kept.blocks.push(Block {
                        first: Reg(part.start),
                        n: part.end - part.start,
                    });
                }
            }
        }
        kept.slots.sort_unstable_by_key(|slot| {
            let slot = &program.slots[slot.0 as usize];
            (slot.track, slot.unit)
        });
        kept
    }
}

/// Returns the index of a location in the lists of registers.
fn index(location: Location, questions: &Questions) -> usize {
    match location {
        Location::Question(question) => question.0 as usize,
        Location::End => questions.len(),
    }
}

/// Returns the registers of the worths of the options of a choice, which reveal nothing about legality.
fn worths(program: &Program, at: Pc) -> Range<u32> {
    let Op::Choose {
        decision, options, ..
    } = *program.op(at)
    else {
        return 0..0;
    };
    let decision = program.decision(decision);
    if !decision.has_worth || decision.is_drawn {
        return 0..0;
    }
    let first = options.0 + decision.n_options;
    first..first + decision.n_options
}
