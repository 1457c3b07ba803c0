//! Memoised transitions: a known state and answer skip the machine.
//!
//! A run goes from state to state. The first time that an answer is given in a state, the machine runs to the
//! next and the transition is stored; later the roll itself selects the transition. Dice, outcomes, steps and faults are
//! those of the machine.

use super::answer_classes;
use super::dice::Dice;
use super::explore::{Location, OpenQuestion, QuestionId, Questions};
use super::fault::{Fault, FaultKind};
use super::intern::{StateId, StateInterner};
use super::machine::{Answers, Machine, Pause};
use super::offer::Offer;
use super::policy::{Deciding, Unstated};
use super::pool::AliasTable;
use sandtable_ir::liveness::Liveness;
use sandtable_ir::{IndexVec, Pc, Pool, PoolId, Program};
use std::cell::OnceCell;
use std::collections::BTreeSet;

sandtable_ir::define_ids! {
    /// Index of a transition.
    struct TransitionId;
}

/// Maximum number of memoised states; further ones are left to the machine.
const MOST_STATES: usize = 1 << 17;
/// Transitions that are remembered.
const MOST_TRANSITIONS: usize = 1 << 20;
/// Answers to one question that are remembered one by one.
const MOST_ANSWERS: i64 = 1 << 12;
// Numbers of faces fit the bits of [`Transition::n_faces`].
const _: () = assert!(MOST_ANSWERS <= u16::MAX as i64);
/// Work that may be put into the distributions of a program's pools, all together: a second or two.
const MOST_WORK: u64 = 1 << 30;

/// A program whose transitions are remembered.
pub(super) struct Memo<'a> {
    program: &'a Program,
    questions: Questions,
    rolls: IndexVec<QuestionId, RollTransitions<'a>>,
    pools: DrawnPools<'a>,
    interner: StateInterner,
    /// By state: its location, and a transition to it, [`FORGOTTEN`] by itself.
    states: IndexVec<StateId, (Location, Transition)>,
    /// Transitions, grouped by state.
    transitions: IndexVec<TransitionId, Transition>,
    /// By first transition of a state: the state.
    state_of: IndexVec<TransitionId, StateId>,
    machine: Machine,
    /// The transition to the first question.
    start: Option<Transition>,
    unstated: Unstated,
}

/// The end of a run.
pub(super) enum RunEnd {
    /// In a memoised state.
    At(StateId),
    /// In another state; the outcome is in the machine.
    Beyond,
}

/// The roll at a question.
struct RollTransitions<'a> {
    pool: &'a Pool,
    id: PoolId,
    /// Steps of a roll, beyond that of the op.
    steps: u64,
    /// For one die, a transition per face; else one per sum from the lowest on. 0 if there are too many.
    n_transitions: u32,
    lowest: i32,
    /// The classes of answers that are alike; `None` if each is a class of its own.
    classes: Option<Classes>,
}

/// The equivalence classes of the answers to a roll: answers of one class have the same successor after as many steps.
struct Classes {
    /// By transition: its class.
    of: Vec<u32>,
    /// By class: its transitions.
    members: Vec<Vec<u32>>,
}

/// The pools of a program: several dice are drawn at once if their distribution is known.
struct DrawnPools<'a> {
    program: &'a Program,
    /// Work that may be put into the distribution of one of them: the same whenever it is first rolled.
    most: u64,
    /// By pool; made when first needed.
    tables: IndexVec<PoolId, OnceCell<Option<AliasTable>>>,
}

impl<'a> DrawnPools<'a> {
    fn of(program: &'a Program) -> Self {
        let n_several = program
            .pools
            .iter()
            .filter(|pool| !is_one_die(pool))
            .count() as u64;
        Self {
            program,
            most: MOST_WORK / n_several.max(1),
            tables: IndexVec::from(vec![OnceCell::new(); program.pools.len()]),
        }
    }

    #[inline]
    fn roll(&self, id: PoolId, dice: &mut Dice) -> i32 {
        let pool = self.program.pool(id);
        if is_one_die(pool) {
            return dice.roll_pool(pool);
        }
        match self.tables[id].get_or_init(|| AliasTable::of(pool, self.most)) {
            Some(table) => table.draw(dice),
            None => dice.roll_pool(pool),
        }
    }
}

/// Whether a pool is one die that is rolled once.
fn is_one_die(pool: &Pool) -> bool {
    pool.count == 1 && pool.modified.is_none()
}

/// Rolls as a memoised run would, without its memo.
struct RollAnswers<'l, 'd> {
    pools: &'l DrawnPools<'l>,
    dice: &'d mut Dice,
    unstated: Unstated,
}

impl Answers for RollAnswers<'_, '_> {
    #[inline]
    fn roll(&mut self, _program: &Program, pool: PoolId) -> Option<i32> {
        Some(self.pools.roll(pool, self.dice))
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        self.unstated.draw(offer, self.dice)
    }
}

/// The successor of a state for an answer, and the steps of the machine to it. Runs access transitions all over memory, so
/// that they are kept small.
#[derive(Debug, Clone, Copy)]
struct Transition {
    /// The first transition of the state, by which it is known.
    first: TransitionId,
    /// Faces of the one die that is rolled there; 0 if it is another pool, or the end.
    n_faces: u16,
    /// [`FORGOTTEN`] if the transition is not remembered.
    steps: u16,
}

/// The steps of transitions that are not known yet, or take as many or more.
const FORGOTTEN: u16 = u16::MAX;

impl Transition {
    /// Whether it is remembered, and takes no more steps than are left.
    #[inline]
    fn is_within(self, left: u64) -> bool {
        self.steps != FORGOTTEN && u64::from(self.steps) <= left
    }
}

/// An answer: its transition, if its place is remembered, and its value.
#[derive(Clone, Copy)]
struct Answer {
    transition: Option<TransitionId>,
    value: AnswerValue,
}

/// The value of an answer, in the form that the driver needs.
#[derive(Clone, Copy)]
enum AnswerValue {
    /// The face of one die, by index.
    Face(u32),
    /// A sum of dice.
    Sum(i32),
}

impl<'a> Memo<'a> {
    /// `unstated` leaves nothing to chance: a run is determined by its rolls.
    pub(super) fn new(program: &'a Program, unstated: Unstated) -> Self {
        let liveness = Liveness::of(program);
        let questions = Questions::of_rolls(program, liveness.at_questions(program));
        let rolls = questions.iter().filter_map(|question| {
            let roll = RollTransitions::of(program, question.pool?);
            let classes = Classes::of(program, &liveness, question, &roll.values());
            Some(RollTransitions { classes, ..roll })
        });
        Self {
            program,
            rolls: rolls.collect(),
            pools: DrawnPools::of(program),
            interner: StateInterner::new(questions.n_live(program)),
            questions,
            states: IndexVec::new(),
            transitions: IndexVec::new(),
            state_of: IndexVec::new(),
            machine: Machine::new(program),
            start: None,
            unstated,
        }
    }

    /// Runs from the start to the end.
    #[inline]
    pub(super) fn run(&mut self, dice: &mut Dice, steps: u64) -> Result<RunEnd, Fault> {
        let mut left = steps;
        let mut at = match self.start.filter(|start| start.is_within(left)) {
            Some(start) => {
                left -= u64::from(start.steps);
                start
            }
            None => {
                self.machine.reset(self.program);
                let Some(start) = self.go_on(&mut left)? else {
                    return self.finish(dice, left);
                };
                *self.start.insert(start)
            }
        };
        loop {
            let answer = match at.n_faces {
                0 => {
                    let state = self.state_of[at.first];
                    let (Location::Question(question), _) = self.states[state] else {
                        return Ok(RunEnd::At(state));
                    };
                    self.roll(question, at.first, dice, &mut left)
                }
                n_faces => {
                    let face = dice.face(n_faces.into());
                    Answer {
                        transition: Some(TransitionId(at.first.0 + face)),
                        value: AnswerValue::Face(face),
                    }
                }
            };
            let transition = answer.transition.map(|id| self.transitions[id]);
            if let Some(known) = transition.filter(|known| known.is_within(left)) {
                left -= u64::from(known.steps);
                at = known;
                continue;
            }
            match self.explore(at, answer, &mut left)? {
                Some(transition) => at = transition,
                None => return self.finish(dice, left),
            }
        }
    }

    /// The outcome of a state in which runs end.
    pub(super) fn outcome(&self, end: StateId) -> Vec<i32> {
        let mut outcome = Vec::with_capacity(self.program.outcome.len());
        self.interner.values(end, &mut outcome);
        outcome
    }

    /// The outcome of a run that ended beyond.
    pub(super) fn outcome_beyond(&self) -> Vec<i32> {
        let outcome = self.program.outcome.iter();
        outcome.map(|reg| self.machine.get(*reg)).collect()
    }

    /// Rolls several dice.
    fn roll(
        &self,
        question: QuestionId,
        first: TransitionId,
        dice: &mut Dice,
        left: &mut u64,
    ) -> Answer {
        let roll = &self.rolls[question];
        *left = left.saturating_sub(roll.steps);
        let sum = self.pools.roll(roll.id, dice);
        let place = i64::from(sum) - i64::from(roll.lowest);
        let is_remembered = (0..i64::from(roll.n_transitions)).contains(&place);
        Answer {
            transition: is_remembered.then(|| TransitionId(first.0 + place as u32)),
            value: AnswerValue::Sum(sum),
        }
    }

    /// Runs the machine from a state with an answer, and stores the transition; `None` if it leaves the memo.
    #[cold]
    fn explore(
        &mut self,
        at: Transition,
        answer: Answer,
        left: &mut u64,
    ) -> Result<Option<Transition>, Fault> {
        let from = self.state_of[at.first];
        let (Location::Question(question), _) = self.states[from] else {
            return Err(FaultKind::Ours("an answer at the end").at(self.machine.pc));
        };
        let asked = &self.questions[question];
        let value = match answer.value {
            AnswerValue::Sum(sum) => sum,
            AnswerValue::Face(face) => match self.rolls[question].pool.faces.get(face as usize) {
                Some(face) => *face,
                None => {
                    return Err(FaultKind::Ours("a face that the die does not have").at(asked.at));
                }
            },
        };
        self.interner.restore(from, &asked.live, &mut self.machine);
        self.machine.set(asked.to, value);
        self.machine.pc = Pc(asked.at.0 + 1);
        let Some(transition) = self.go_on(left)? else {
            return Ok(None);
        };
        if let Some(place) = answer.transition {
            self.transitions[place] = transition;
            let own = place.0 - at.first.0;
            let classes = self.rolls[question].classes.as_ref();
            for alike in classes.map_or(&[][..], |classes| classes.like(own)) {
                self.transitions[TransitionId(at.first.0 + alike)] = transition;
            }
        }
        Ok(Some(transition))
    }

    /// Runs the machine to the next question or the end; `None` if there is no room for another state.
    fn go_on(&mut self, left: &mut u64) -> Result<Option<Transition>, Fault> {
        let before = *left;
        let location = self.questions.run_to_next(
            self.program,
            &mut self.machine,
            &mut Deciding(self.unstated),
            |_| false,
            left,
        )?;
        if self.states.len() >= MOST_STATES || self.transitions.len() >= MOST_TRANSITIONS {
            return Ok(None);
        }
        let regs = self.questions.live(self.program, location);
        let (to, is_new) = self.interner.intern(location, regs, &self.machine);
        if is_new {
            self.add(location);
        }
        let (_, transition) = self.states[to];
        Ok(Some(Transition {
            steps: u16::try_from(before - *left).unwrap_or(FORGOTTEN),
            ..transition
        }))
    }

    fn add(&mut self, location: Location) {
        let first = TransitionId(self.transitions.len() as u32);
        let (n_transitions, is_one_die) = match location {
            Location::End => (0, false),
            Location::Question(question) => {
                let roll = &self.rolls[question];
                (roll.n_transitions, is_one_die(roll.pool))
            }
        };
        let n_faces = if is_one_die { n_transitions } else { 0 };
        let transition = Transition {
            first,
            n_faces: n_faces as u16,
            steps: FORGOTTEN,
        };
        let state = self.states.push((location, transition));
        // One at least, so that each state has a first.
        let last = TransitionId(first.0 + n_transitions.max(1) - 1);
        self.transitions.reach(last, transition);
        self.state_of.reach(last, state);
    }

    /// Runs the machine to the end, with rolled dice.
    fn finish(&mut self, dice: &mut Dice, left: u64) -> Result<RunEnd, Fault> {
        // It has paid for the op at which it stopped, and does it again.
        let mut left = left + 1;
        let mut rolling = RollAnswers {
            pools: &self.pools,
            dice,
            unstated: self.unstated,
        };
        match self.machine.run(self.program, &mut rolling, &mut left) {
            Pause::Done => Ok(RunEnd::Beyond),
            Pause::Fault(fault) => Err(fault),
            Pause::Choose(decision) => Err(FaultKind::Undecided(decision).at(self.machine.pc)),
            Pause::Judge(_) | Pause::Roll(_) => Err(FaultKind::NotGiven.at(self.machine.pc)),
        }
    }
}

impl Classes {
    /// Those of the answers to a question, given the value of each. `None` if each is taken to be a class of its own.
    #[expect(
        clippy::indexing_slicing,
        reason = "each answer is among the sorted ones, and classes are numbered from 0"
    )]
    fn of(
        program: &Program,
        liveness: &Liveness,
        question: &OpenQuestion,
        answers: &[i32],
    ) -> Option<Self> {
        let sorted: Vec<i32> = BTreeSet::from_iter(answers.iter().copied())
            .into_iter()
            .collect();
        let (at, to) = (question.at, question.to);
        let of_sorted = answer_classes::classes(program, liveness, at, to, &sorted)?;
        let place = |answer: &i32| sorted.partition_point(|other| other < answer);
        let of: Vec<u32> = answers
            .iter()
            .map(|answer| of_sorted[place(answer)])
            .collect();
        let n_classes = of.iter().max().map_or(0, |last| last + 1);
        let mut members = vec![Vec::new(); n_classes as usize];
        for (transition, class) in (0..).zip(&of) {
            members[*class as usize].push(transition);
        }
        Some(Self { of, members })
    }

    /// The transitions of the same class as one, itself among them.
    #[expect(
        clippy::indexing_slicing,
        reason = "there is a class for each transition of a question"
    )]
    fn like(&self, transition: u32) -> &[u32] {
        &self.members[self.of[transition as usize] as usize]
    }
}

impl<'a> RollTransitions<'a> {
    fn of(program: &'a Program, id: PoolId) -> Self {
        let pool = program.pool(id);
        let (lowest, highest) = pool.ends();
        let n_transitions = match is_one_die(pool) {
            true => pool.faces.len() as i64,
            false => highest - lowest + 1,
        };
        let (lowest, n_transitions) = match (i32::try_from(lowest), i32::try_from(highest)) {
            (Ok(lowest), Ok(_)) if n_transitions <= MOST_ANSWERS => (lowest, n_transitions as u32),
            _ => (0, 0),
        };
        Self {
            pool,
            id,
            steps: pool.steps(),
            n_transitions,
            lowest,
            classes: None,
        }
    }

    /// By transition: the answer.
    fn values(&self) -> Vec<i32> {
        let n = self.n_transitions as i32;
        match is_one_die(self.pool) {
            true => self.pool.faces.iter().take(n as usize).copied().collect(),
            false => (0..n).map(|place| self.lowest + place).collect(),
        }
    }
}
