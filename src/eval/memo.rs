//! Remembers where each answer led: what is thrown again in the same situation needs no machine.
//!
//! A run goes from situation to situation. The first time that an answer is given in one, the machine runs on to the
//! next and the way is kept; from then on the throw itself picks the way. Dice, outcomes, steps and faults are
//! those of the machine.

use super::dice::Dice;
use super::fault::{Fault, FaultKind};
use super::machine::{Answers, Machine, Pause};
use super::offer::Offer;
use super::policy::{Deciding, Unstated};
use super::pool::Drawn;
use super::situations::{END, Situations};
use sandtable_ir::liveness::live_at_questions;
use sandtable_ir::{Op, Pc, Pool, PoolId, Program, Reg};
use std::cell::OnceCell;

/// Situations that are remembered; what lies beyond is left to the machine.
const MOST_SITUATIONS: usize = 1 << 17;
/// Ways that are remembered.
const MOST_WAYS: usize = 1 << 20;
/// Answers to one question that are remembered one by one.
const MOST_ANSWERS: i64 = 1 << 12;
/// Work that may be put into knowing what the pools of a program come to, all together: a second or two.
const MOST_WORK: u64 = 1 << 30;
/// Where nobody went yet.
const UNKNOWN: u32 = u32::MAX;

/// A program whose runs are remembered.
pub(super) struct Recall<'a> {
    program: &'a Program,
    questions: Vec<Question<'a>>,
    lots: Lots<'a>,
    /// Index of the question that an op asks.
    of_op: Vec<i32>,
    situations: Situations,
    nodes: Vec<Node>,
    ways: Vec<Way>,
    machine: Machine,
    /// The way to the first question.
    start: Way,
    values: Vec<i32>,
    unstated: Unstated,
}

/// Where a run ended.
pub(super) enum End {
    /// In a situation.
    At(u32),
    /// Beyond what is remembered; the outcome is in the machine.
    Beyond,
}

/// An op that throws.
struct Question<'a> {
    at: Pc,
    dice: &'a Pool,
    pool: PoolId,
    to: Reg,
    kept: Vec<Reg>,
    /// Of a throw, besides that of the op.
    steps: u64,
    /// Of one die, a way for each face; else one for each sum from the lowest on. 0 if there are too many.
    n_ways: u32,
    lowest: i32,
}

/// The pools of a program: several dice at a time are drawn at one go, where it is known what they come to.
struct Lots<'a> {
    pools: &'a [Pool],
    /// Work that may be put into knowing what one of them comes to: the same whenever it is first thrown.
    most: u64,
    /// By pool; found when first needed.
    drawn: Vec<OnceCell<Option<Drawn>>>,
}

impl<'a> Lots<'a> {
    fn of(program: &'a Program) -> Self {
        let several = |pool: &&Pool| pool.count > 1 || pool.treated.is_some();
        let n_several = program.pools.iter().filter(several).count() as u64;
        Self {
            pools: &program.pools,
            most: MOST_WORK / n_several.max(1),
            drawn: vec![OnceCell::new(); program.pools.len()],
        }
    }

    #[inline]
    fn throw(&self, id: PoolId, dice: &mut Dice) -> i32 {
        let at = id.0 as usize;
        let (Some(pool), Some(drawn)) = (self.pools.get(at), self.drawn.get(at)) else {
            return 0;
        };
        if pool.count == 1 && pool.treated.is_none() {
            return dice.throw_pool(pool);
        }
        match drawn.get_or_init(|| Drawn::of(pool, self.most)) {
            Some(drawn) => drawn.draw(dice),
            None => dice.throw_pool(pool),
        }
    }
}

/// Throws as a run that is remembered would, where it is not.
struct Throwing<'l, 'd> {
    lots: &'l Lots<'l>,
    dice: &'d mut Dice,
    unstated: Unstated,
}

impl Answers for Throwing<'_, '_> {
    #[inline]
    fn roll(&mut self, _program: &Program, pool: PoolId) -> Option<i32> {
        Some(self.lots.throw(pool, self.dice))
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        self.unstated.draw(offer, self.dice)
    }
}

/// A situation as the dice see it.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// Index of its question, or [`END`].
    kind: i32,
    /// Faces of the one die that is thrown; 0 if it is another pool.
    n_faces: u32,
    /// Its first way.
    first: u32,
}

/// Where an answer leads, and the steps of the machine to there.
#[derive(Debug, Clone, Copy)]
struct Way {
    to: u32,
    steps: u32,
}

impl<'a> Recall<'a> {
    /// `unstated` leaves nothing to chance: a run is told by its throws.
    pub(super) fn new(program: &'a Program, unstated: Unstated) -> Self {
        let questions = questions(program);
        let mut of_op = vec![END; program.ops.len()];
        for (index, question) in (0..).zip(&questions) {
            if let Some(place) = of_op.get_mut(question.at.0 as usize) {
                *place = index;
            }
        }
        let kept = questions.iter().map(|question| question.kept.len());
        let n_values = std::iter::once(program.outcome.len()).chain(kept).collect();
        Self {
            program,
            questions,
            lots: Lots::of(program),
            of_op,
            situations: Situations::new(n_values),
            nodes: Vec::new(),
            ways: Vec::new(),
            machine: Machine::new(program),
            start: Way {
                to: UNKNOWN,
                steps: 0,
            },
            values: Vec::new(),
            unstated,
        }
    }

    /// Runs from the start to the end.
    #[inline]
    pub(super) fn run(&mut self, dice: &mut Dice, steps: u64) -> Result<End, Fault> {
        let mut left = steps;
        if self.start.to == UNKNOWN || u64::from(self.start.steps) > left {
            self.machine.reset(self.program);
            match self.go_on(&mut left)? {
                Some(way) => self.start = way,
                None => return self.finish(dice, left),
            }
        } else {
            left -= u64::from(self.start.steps);
        }
        let mut at = self.start.to;
        while let Some(node) = self.nodes.get(at as usize).copied() {
            if node.kind == END {
                return Ok(End::At(at));
            }
            let (slot, sum) = match node.n_faces {
                0 => self.throw(node.kind, dice, &mut left),
                n_faces => (dice.face(n_faces), 0),
            };
            let way = self.ways.get(node.first as usize + slot as usize);
            let known = way.filter(|way| way.to != UNKNOWN && u64::from(way.steps) <= left);
            if let Some(way) = known {
                left -= u64::from(way.steps);
                at = way.to;
                continue;
            }
            match self.explore(at, node, slot, sum, &mut left)? {
                Some(to) => at = to,
                None => return self.finish(dice, left),
            }
        }
        Ok(End::Beyond)
    }

    /// The outcome of a situation in which runs end.
    pub(super) fn outcome(&self, end: u32) -> Vec<i32> {
        let mut outcome = Vec::with_capacity(self.program.outcome.len());
        self.situations.values(end, &mut outcome);
        outcome
    }

    /// The outcome of a run that ended beyond.
    pub(super) fn outcome_beyond(&self) -> Vec<i32> {
        let outcome = self.program.outcome.iter();
        outcome.map(|reg| self.machine.get(*reg)).collect()
    }

    /// Throws several dice: the slot of their sum, and the sum.
    fn throw(&self, kind: i32, dice: &mut Dice, left: &mut u64) -> (u32, i32) {
        let Some(question) = self.questions.get(kind as usize) else {
            return (UNKNOWN, 0);
        };
        *left = left.saturating_sub(question.steps);
        let sum = self.lots.throw(question.pool, dice);
        match question.n_ways {
            0 => (UNKNOWN, sum),
            _ => (sum.wrapping_sub(question.lowest) as u32, sum),
        }
    }

    /// Lets the machine go on from a situation with an answer, and keeps the way; `None` if it leads beyond.
    #[cold]
    fn explore(
        &mut self,
        at: u32,
        node: Node,
        slot: u32,
        sum: i32,
        left: &mut u64,
    ) -> Result<Option<u32>, Fault> {
        let Some(question) = self.questions.get(node.kind as usize) else {
            return Ok(None);
        };
        let shown = match node.n_faces {
            0 => sum,
            _ => question.dice.faces.get(slot as usize).copied().unwrap_or(0),
        };
        self.values.clear();
        self.situations.values(at, &mut self.values);
        for (reg, value) in question.kept.iter().zip(&self.values) {
            self.machine.set(*reg, *value);
        }
        self.machine.set(question.to, shown);
        self.machine.pc = Pc(question.at.0 + 1);
        let Some(way) = self.go_on(left)? else {
            return Ok(None);
        };
        if let Some(place) = self.ways.get_mut(node.first as usize + slot as usize) {
            *place = way;
        }
        Ok(Some(way.to))
    }

    /// Lets the machine run to the next question or the end; `None` if there is no room for another situation.
    fn go_on(&mut self, left: &mut u64) -> Result<Option<Way>, Fault> {
        let before = *left;
        let mut deciding = Deciding(self.unstated);
        let pause = self.machine.run(self.program, &mut deciding, left);
        let at = self.machine.pc;
        let kind = match pause {
            Pause::Done => END,
            Pause::Roll(_) => self.of_op.get(at.0 as usize).copied().unwrap_or(END),
            Pause::Fault(fault) => return Err(fault),
            Pause::Choose(decision) => {
                return Err(FaultKind::Undecided(decision).at(at));
            }
            Pause::Judge(_) => {
                return Err(FaultKind::NotGiven.at(at));
            }
        };
        if self.nodes.len() >= MOST_SITUATIONS || self.ways.len() >= MOST_WAYS {
            return Ok(None);
        }
        let question = self.questions.get(kind as usize);
        let regs = question.map_or(&self.program.outcome, |question| &question.kept);
        let (to, is_new) = self.situations.number(kind, regs, &self.machine);
        if is_new {
            self.add(kind);
        }
        let steps = u32::try_from(before - *left).unwrap_or(UNKNOWN);
        Ok(Some(Way { to, steps }))
    }

    fn add(&mut self, kind: i32) {
        let first = self.ways.len() as u32;
        let question = self.questions.get(kind as usize);
        let n_ways = question.map_or(0, |question| question.n_ways);
        let is_one_die = question
            .is_some_and(|question| question.dice.count == 1 && question.dice.treated.is_none());
        self.nodes.push(Node {
            kind,
            n_faces: if is_one_die { n_ways } else { 0 },
            first,
        });
        let nowhere = Way {
            to: UNKNOWN,
            steps: 0,
        };
        self.ways.resize(self.ways.len() + n_ways as usize, nowhere);
    }

    /// Lets the machine throw on to the end.
    fn finish(&mut self, dice: &mut Dice, left: u64) -> Result<End, Fault> {
        // It has paid for the op at which it stopped, and does it again.
        let mut left = left + 1;
        let mut playing = Throwing {
            lots: &self.lots,
            dice,
            unstated: self.unstated,
        };
        match self.machine.run(self.program, &mut playing, &mut left) {
            Pause::Done => Ok(End::Beyond),
            Pause::Fault(fault) => Err(fault),
            Pause::Choose(decision) => Err(FaultKind::Undecided(decision).at(self.machine.pc)),
            Pause::Judge(_) | Pause::Roll(_) => Err(FaultKind::NotGiven.at(self.machine.pc)),
        }
    }
}

fn questions(program: &Program) -> Vec<Question<'_>> {
    let kept = live_at_questions(program).into_iter();
    kept.filter_map(|(at, kept)| {
        let Some(Op::Roll { to, pool }) = program.ops.get(at.0 as usize) else {
            return None;
        };
        let dice = program.pools.get(pool.0 as usize)?;
        let (lowest, n_ways) = ways(dice);
        Some(Question {
            at,
            dice,
            pool: *pool,
            to: *to,
            kept,
            steps: dice.steps(),
            n_ways,
            lowest,
        })
    })
    .collect()
}

/// The lowest sum of a pool, and how many ways there are from it.
fn ways(dice: &Pool) -> (i32, u32) {
    let (lowest, highest) = dice.ends();
    let n_ways = match dice.count {
        1 if dice.treated.is_none() => dice.faces.len() as i64,
        _ => highest - lowest + 1,
    };
    match (i32::try_from(lowest), i32::try_from(highest)) {
        (Ok(lowest), Ok(_)) if n_ways <= MOST_ANSWERS => (lowest, n_ways as u32),
        _ => (0, 0),
    }
}
