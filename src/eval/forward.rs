//! Driver: from question to question, for players that search.
//!
//! A [`GameState`] holds all that play from it on depends on, in few bytes: to come back to it, keep a copy. A [`Forward`] has the memory
//! in which states are played on; each thread needs one of its own. Chance asks too: rolls and draws are questions like choices, with
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
use super::pool::{Sums, sums};
use sandtable_ir::liveness::{is_within_reach, live_at_questions, live_at_questions_in_parts};
use sandtable_ir::{DecisionId, FormulaId, IndexVec, NONE, Op, Pc, PoolId, Program, Reg};

/// A state of a game: it stands at a question, or the game is over. Equal states play on alike.
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
    /// A player: the decision, and the unit whose choice it is, by its place in the cast, if that is said.
    Player(DecisionId, Option<usize>),
    /// Chance, which rolls.
    Roll(PoolId),
    /// Chance, which draws.
    Draw(DecisionId),
    /// Nobody: it is over.
    Over,
}

/// Plays states of one program on.
pub struct Forward<'p> {
    program: &'p Program,
    questions: Questions,
    /// By question, and at the end of the list those of the end: the registers whose values a state holds.
    kept: Vec<Vec<PackedRegister>>,
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

/// A register, and its value at the start, which takes the least room.
#[derive(Debug, Clone, Copy)]
struct PackedRegister {
    reg: Reg,
    usual: i32,
}

/// Leaves every question open, and remembers results of formulas.
struct Asking<'c>(&'c mut Maintained);

impl Answers for Asking<'_> {
    #[inline]
    fn recall(&mut self, program: &Program, formula: FormulaId, registers: &[i32]) -> Option<i32> {
        self.0.formulas.recall(program, formula, registers)
    }

    #[inline]
    fn remember(&mut self, program: &Program, formula: FormulaId, registers: &[i32]) {
        self.0.formulas.remember(program, formula, registers);
    }

    #[inline]
    fn changed(&mut self, slot: Reg, value: i32) {
        self.0.changed(slot, value);
    }

    #[inline]
    fn units(&self) -> Option<&BitmapIndex> {
        Some(&self.0.units)
    }
}

/// As [`Asking`], but leaves all to chance.
struct ByChance<'c> {
    asking: Asking<'c>,
    dice: &'c mut Dice,
    fates: &'c mut Dice,
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
            false => self.fates,
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
        let live = match is_within_reach(program) {
            true => live_at_questions(program),
            false => live_at_questions_in_parts(program),
        };
        let questions = Questions::of(program, live);
        let machine = Machine::new(program);
        let usual = |reg: &Reg| PackedRegister {
            reg: *reg,
            usual: machine.get(*reg),
        };
        // Track by track, since a track has the same value in many units.
        let track = |kept: &PackedRegister| match program.slots.get(kept.reg.0 as usize) {
            Some(slot) => (slot.track, slot.unit),
            None => (u32::MAX, kept.reg.0),
        };
        let kept = questions.iter().map(|question| {
            let worths = worths(program, question.at);
            let kept = question.live.iter().filter(|reg| !worths.contains(&reg.0));
            let mut kept: Vec<PackedRegister> = kept.map(usual).collect();
            kept.sort_unstable_by_key(track);
            kept
        });
        let end = program.outcome.iter().map(usual).collect();
        Self {
            program,
            kept: kept.chain([end]).collect(),
            questions,
            machine,
            maintained: Maintained::new(program),
            held: None,
            sums: IndexVec::from(vec![None; program.pools.len()]),
            steps,
            room: Vec::new(),
        }
    }

    /// The state at the first question of a game.
    ///
    /// Errors: the fault of a run to it; a judgement, which nobody is there to make.
    pub fn start(&mut self) -> Result<GameState, Fault> {
        self.machine.reset(self.program);
        self.maintained.reset(self.program);
        self.run()
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
    /// Errors: dice that can come to more than can be listed.
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
    pub fn random(&mut self, state: &GameState, dice: &mut Dice, fates: &mut Dice) -> Option<i32> {
        let dice = match self.turn(state) {
            Turn::Over => return None,
            Turn::Roll(pool) => return dice.roll(self.program, pool),
            Turn::Draw(_) => dice,
            Turn::Player(..) => fates,
        };
        self.hold(state);
        self.machine.offer(self.program)?.draw(dice)
    }

    /// Plays on to the end, all answers by chance as in [`Self::random`]; gives the values of the outcome.
    ///
    /// Errors: the fault of the run.
    pub fn play_out(
        &mut self,
        state: &GameState,
        dice: &mut Dice,
        fates: &mut Dice,
    ) -> Result<Vec<i32>, Fault> {
        self.hold(state);
        self.held = None;
        if Location::of_code(state.location) != Location::End {
            let mut drawing = ByChance {
                asking: Asking(&mut self.maintained),
                dice,
                fates,
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

    /// All that a roll can come to.
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

    /// Runs to the next question; gives the state there.
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
        self.room.clear();
        let kept = &self.kept[index(location, &self.questions)];
        let values = kept.iter();
        pack(
            values.map(|kept| (self.machine.get(kept.reg), kept.usual)),
            &mut self.room,
        );
        let state = GameState {
            location: location.code(),
            values: self.room.as_slice().into(),
        };
        self.held = Some(state.clone());
        Ok(state)
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
        debug_assert_eq!(
            Unpacked::new(&state.values).count(),
            kept.len(),
            "a state of this program"
        );
        for (kept, code) in kept.iter().zip(Unpacked::new(&state.values)) {
            let value = value(code, kept.usual);
            if self.machine.get(kept.reg) == value {
                continue;
            }
            self.machine.set(kept.reg, value);
            if (kept.reg.0 as usize) < self.program.slots.len() {
                self.maintained.changed(kept.reg, value);
            }
        }
        self.held = Some(state.clone());
    }
}

/// The place in the lists of what is kept.
fn index(location: Location, questions: &Questions) -> usize {
    match location {
        Location::Question(question) => question.0 as usize,
        Location::End => questions.len(),
    }
}

/// The registers with what the options of a choice are worth, as far as players cannot tell by them what is legal.
fn worths(program: &Program, at: Pc) -> std::ops::Range<u32> {
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

/// Packs values, many of which are as usual or nothing, the others small: each in as few bytes as hold it, runs of one as a value and
/// a length.
fn pack(values: impl Iterator<Item = (i32, i32)>, into: &mut Vec<u8>) {
    let mut run: Option<(u64, u64)> = None;
    for (value, usual) in values {
        let code = code(value, usual);
        match &mut run {
            Some((same, length)) if *same == code => *length += 1,
            _ => {
                pack_run(run, into);
                run = Some((code, 1));
            }
        }
    }
    pack_run(run, into);
}

/// 0 for the usual value, 1 for nothing; of other numbers the lowest bit is the sign.
fn code(value: i32, usual: i32) -> u64 {
    match value {
        _ if value == usual => 0,
        NONE => 1,
        _ => (u64::from(value.unsigned_abs()) << 1 | u64::from(value < 0)) + 2,
    }
}

/// The value of a code.
fn value(code: u64, usual: i32) -> i32 {
    match code {
        0 => usual,
        1 => NONE,
        _ => {
            let size = ((code - 2) >> 1) as u32 as i32;
            if code & 1 == 1 {
                size.wrapping_neg()
            } else {
                size
            }
        }
    }
}

/// The lowest bit says whether a length follows.
fn pack_run(run: Option<(u64, u64)>, into: &mut Vec<u8>) {
    match run {
        None => {}
        Some((code, 1)) => pack_number(code << 1, into),
        Some((code, length)) => {
            pack_number(code << 1 | 1, into);
            pack_number(length, into);
        }
    }
}

/// Seven bits to a byte, the lowest first; the highest bit of a byte says that more follow (LEB128).
fn pack_number(mut number: u64, into: &mut Vec<u8>) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

/// Codes of values that were packed.
struct Unpacked<'b> {
    bytes: std::slice::Iter<'b, u8>,
    code: u64,
    left: u64,
}

impl<'b> Unpacked<'b> {
    fn new(bytes: &'b [u8]) -> Self {
        Self {
            bytes: bytes.iter(),
            code: 0,
            left: 0,
        }
    }

    fn number(&mut self) -> Option<u64> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = *self.bytes.next()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
            shift += 7;
        }
    }
}

impl Iterator for Unpacked<'_> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        if self.left == 0 {
            let number = self.number()?;
            self.code = number >> 1;
            self.left = match number & 1 {
                0 => 1,
                _ => self.number()?,
            };
        }
        self.left -= 1;
        Some(self.code)
    }
}

#[cfg(test)]
mod tests {
    use super::{NONE, Unpacked, pack, value};

    /// By hand: 0 three times, as usual, is a run: code 0, `0 << 1 | 1`, and 3. Nothing is code 1. -1 is `(1 << 1 | 1) + 2` = 5, and 40
    /// is `(40 << 1) + 2` = 82, each one bit to the left: 10, and 164, which takes two bytes.
    #[test]
    fn usual_and_small_values_take_little_room() {
        let mut packed = Vec::new();
        let values = [0, 0, 0, NONE, -1, 40];
        pack(values.into_iter().map(|value| (value, 0)), &mut packed);
        assert_eq!(packed, [1, 3, 2, 10, 0xa4, 1]);
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let values = [
            i32::MAX,
            i32::MIN,
            -1,
            0,
            0,
            7,
            NONE,
            NONE,
            63,
            64,
            -64,
            -64,
            -64,
        ];
        for usual in [0, 7, NONE] {
            let mut packed = Vec::new();
            pack(values.into_iter().map(|value| (value, usual)), &mut packed);
            let unpacked: Vec<i32> = Unpacked::new(&packed)
                .map(|code| value(code, usual))
                .collect();
            assert_eq!(unpacked, values);
        }
    }
}
