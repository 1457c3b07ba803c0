//! Driver: the best choice at every decision of one side, found by looking at all that can come of it.
//!
//! Every situation is found once, as for exact odds. What a situation is worth follows from where its answers lead: of
//! a throw the mean, of the side's own choice the most, of a choice against it the least. Worths are fractions. Where
//! something leads back to where it began, or the numbers grow too long to be read, they are floating-point numbers, near
//! to fifteen digits, gone over until nothing changes.

mod value_iteration;

use super::budget::Budget;
use super::exact::{Progress, Watch};
use super::fault::{Fault, FaultKind};
use super::machine::{Answers, Machine, Pause};
use super::offer::Offer;
use super::policy::Unstated;
use super::pool::{Sums, Ways, sums};
use super::situations::{END, Situations};
use num_bigint::{BigInt, BigUint};
use sandtable_ir::liveness::{is_within_reach, live_at_questions};
use sandtable_ir::{DecisionId, Op, Pc, PoolId, Program, Reg};
use value_iteration::{Exactly, settle};

/// Worths that differ by less are the same: the first option is then taken.
const SAME: f64 = 1e-9;
/// How many situations are gone through between two looks.
const LOOK: u32 = 1 << 14;
/// Answers of all situations: 32 bytes each.
const MOST_WAYS: usize = 5_000_000;
/// How many times the steps of one run all runs together may take.
const MOST_RUNS: u64 = 100;

/// Whose choices are looked for, and what the others do.
#[derive(Debug, Clone)]
pub struct Interest {
    /// For each unit of the cast, whether its choices are the side's.
    pub ours: Vec<bool>,
    /// The others choose what is worst for it.
    pub is_against: bool,
    /// What the others do otherwise, where no worth is stated.
    pub unstated: Unstated,
}

/// What is asked in a situation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// A throw.
    Throw(PoolId),
    /// A choice of the side.
    Ours(DecisionId),
    /// A choice against it.
    Theirs(DecisionId),
    /// A choice that is left to chance.
    Drawn(DecisionId),
    /// Nothing: it is over.
    Nothing,
}

/// An answer and where it leads.
#[derive(Debug, Clone, Copy)]
pub struct Way {
    /// The answer.
    pub answer: i32,
    /// Its share of all answers, if they come by chance.
    pub share: f64,
    /// In how many ways it comes; `None` if they are too many for the machine's words.
    pub ways: Option<u64>,
    /// The situation there.
    pub to: u32,
}

/// A situation.
#[derive(Debug, Clone)]
pub struct Node {
    /// What is asked.
    pub asks: Asks,
    /// Where each answer leads.
    pub ways: Vec<Way>,
    /// The unit whose choice it is, by its place in the cast.
    pub by: Option<usize>,
    /// What it is worth.
    pub worth: f64,
}

/// Everything that can come, and the best choices.
#[derive(Debug, Clone, Default)]
pub struct Advice {
    /// All situations; the first is the beginning.
    pub nodes: Vec<Node>,
    /// Of each situation, from which one it was first reached.
    from: Vec<u32>,
    /// What each is worth exactly, where nothing leads back and the numbers stay small.
    exactly: Option<Exactly>,
}

impl Advice {
    /// What the beginning is worth.
    pub fn worth(&self) -> f64 {
        self.nodes.first().map_or(0.0, |node| node.worth)
    }

    /// What a situation is worth, as a reduced fraction; `None` if that is not known exactly.
    pub fn fraction(&self, node: u32) -> Option<(BigInt, BigUint)> {
        self.exactly.as_ref()?.fraction(node)
    }

    /// Each answer of a choice, what it is worth, and the situation there.
    pub fn options(&self, node: u32) -> Vec<(i32, f64, u32)> {
        let ways = self.nodes.get(node as usize).map(|node| &node.ways);
        let ways = ways.into_iter().flatten();
        ways.filter_map(|way| Some((way.answer, self.nodes.get(way.to as usize)?.worth, way.to)))
            .collect()
    }

    /// The place of the best answer of a choice among its answers.
    pub fn best(&self, node: u32) -> usize {
        let mut best: Option<(usize, f64, u32)> = None;
        for (at, (_, worth, to)) in self.options(node).into_iter().enumerate() {
            let is_better = best.is_none_or(|(_, most, best)| {
                let exactly = self.exactly.as_ref();
                let is_more = exactly.and_then(|exactly| exactly.is_more(to, best));
                is_more.unwrap_or(worth > most + SAME)
            });
            if is_better {
                best = Some((at, worth, to));
            }
        }
        best.map_or(0, |(at, ..)| at)
    }

    /// The side's choices that can come when it chooses the best, nearest first, each with its chance against chance
    /// alone; choices of others count as each equally likely.
    pub fn choices(&self) -> Vec<u32> {
        let mut seen = vec![false; self.nodes.len()];
        let mut open = vec![0_u32];
        let mut found = Vec::new();
        let mut at = 0;
        if let Some(first) = seen.first_mut() {
            *first = true;
        }
        while let Some(node) = open.get(at).copied() {
            at += 1;
            let Some(known) = self.nodes.get(node as usize) else {
                continue;
            };
            let is_ours = matches!(known.asks, Asks::Ours(_));
            if is_ours {
                found.push(node);
            }
            let best = is_ours.then(|| self.best(node));
            for (place, way) in known.ways.iter().enumerate() {
                if best.is_none_or(|best| best == place)
                    && let Some(seen @ false) = seen.get_mut(way.to as usize)
                {
                    *seen = true;
                    open.push(way.to);
                }
            }
        }
        found
    }

    /// The situations that lead to one on the way by which it was first found, from the beginning, itself last.
    pub fn trail(&self, node: u32) -> Vec<u32> {
        let mut trail = vec![node];
        let mut at = node;
        while at != 0 && trail.len() <= self.nodes.len() {
            at = self.from.get(at as usize).copied().unwrap_or(0);
            trail.push(at);
        }
        trail.reverse();
        trail
    }
}

/// Leaves open what is looked for.
struct Open<'a>(&'a Interest);

impl Open<'_> {
    fn is_ours(&self, offer: Offer<'_>) -> bool {
        let ours = |unit: usize| self.0.ours.get(unit).copied().unwrap_or(false);
        offer.by().is_none_or(ours)
    }
}

impl Answers for Open<'_> {
    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        match self.is_ours(offer) || self.0.is_against {
            true => None,
            false => self.0.unstated.answer(offer),
        }
    }
}

struct Explorer<'a> {
    program: &'a Program,
    interest: &'a Interest,
    questions: Vec<(Pc, Vec<Reg>)>,
    of_op: Vec<i32>,
    situations: Situations,
    machine: Machine,
    advice: Advice,
    steps: u64,
    budget: &'a Budget,
    n_ways: usize,
    /// By pool; found when first needed.
    pools: Vec<Option<Vec<Share>>>,
}

/// Finds the best choices by the second number of the outcome: a number, or 1 where a condition holds and 0 elsewhere.
/// Tells from time to time how many situations it has found, and from how many it has looked on.
///
/// Errors: as exact odds; of what is too much, how deep it came.
pub fn advise(
    program: &Program,
    interest: &Interest,
    budget: &Budget,
    watch: Watch<'_>,
) -> Result<Advice, Fault> {
    if !is_within_reach(program) {
        return Err(FaultKind::TooManyStates(0).at(Pc(0)));
    }
    let questions = live_at_questions(program);
    let mut of_op = vec![END; program.ops.len()];
    for (index, (at, _)) in (0..).zip(&questions) {
        if let Some(place) = of_op.get_mut(at.0 as usize) {
            *place = index;
        }
    }
    let kept = questions.iter().map(|(_, kept)| kept.len());
    let n_values = std::iter::once(program.outcome.len()).chain(kept).collect();
    let mut explorer = Explorer {
        program,
        interest,
        questions,
        of_op,
        situations: Situations::new(n_values),
        machine: Machine::new(program),
        advice: Advice::default(),
        steps: budget.steps.saturating_mul(MOST_RUNS),
        budget,
        n_ways: 0,
        pools: vec![None; program.pools.len()],
    };
    explorer.run(0)?;
    let mut node = 0;
    while (node as usize) < explorer.situations.len() {
        explorer.expand(node)?;
        node += 1;
        if node.is_multiple_of(LOOK) {
            watch(Progress {
                followed: node.into(),
                about: explorer.situations.len() as u64,
            });
        }
    }
    let mut advice = explorer.advice;
    settle(&mut advice);
    Ok(advice)
}

impl Explorer<'_> {
    /// Runs to the next question or the end; gives the situation there.
    fn run(&mut self, from: u32) -> Result<u32, Fault> {
        let most = self.budget.steps.min(self.steps);
        let mut steps = most;
        let mut open = Open(self.interest);
        let pause = self.machine.run(self.program, &mut open, &mut steps);
        let at = self.machine.pc;
        self.steps -= most - steps;
        if self.steps == 0 {
            return Err(self.too_many(at));
        }
        let kind = match pause {
            Pause::Done => END,
            Pause::Roll(_) | Pause::Choose(_) => {
                self.of_op.get(at.0 as usize).copied().unwrap_or(END)
            }
            Pause::Judge(_) => {
                return Err(FaultKind::NotGiven.at(at));
            }
            Pause::Fault(fault) => return Err(fault),
        };
        let question = usize::try_from(kind).ok();
        let question = question.and_then(|kind| self.questions.get(kind));
        let regs = question.map_or(self.program.outcome.as_slice(), |(_, kept)| kept);
        let (node, is_new) = self.situations.number(kind, regs, &self.machine);
        if is_new {
            self.advice.from.push(from);
            if self.situations.len().max(self.situations.n_words() / 32) > self.budget.states {
                return Err(self.too_many(at));
            }
        }
        Ok(node)
    }

    fn expand(&mut self, node: u32) -> Result<(), Fault> {
        let kind = self.situations.kind(node);
        let mut values = Vec::new();
        self.situations.values(node, &mut values);
        let question = usize::try_from(kind).ok();
        let Some((at, kept)) = question.and_then(|kind| self.questions.get(kind)).cloned() else {
            let worth = values.get(1).copied().unwrap_or(0);
            self.advice.nodes.push(Node {
                asks: Asks::Nothing,
                ways: Vec::new(),
                by: None,
                worth: f64::from(worth),
            });
            return Ok(());
        };
        self.restore(&kept, &values, at);
        let (asks, by, answers, to) = self.asked(at)?;
        let mut ways = Vec::with_capacity(answers.len());
        for (answer, share, n_ways) in answers {
            self.restore(&kept, &values, Pc(at.0 + 1));
            self.machine.set(to, answer);
            ways.push(Way {
                answer,
                share,
                ways: n_ways,
                to: self.run(node)?,
            });
        }
        self.n_ways += ways.len();
        if self.n_ways > self.budget.edges.min(MOST_WAYS) {
            return Err(self.too_many(at));
        }
        self.advice.nodes.push(Node {
            asks,
            ways,
            by,
            worth: 0.0,
        });
        Ok(())
    }

    fn restore(&mut self, kept: &[Reg], values: &[i32], at: Pc) {
        for (reg, value) in kept.iter().zip(values) {
            self.machine.set(*reg, *value);
        }
        self.machine.pc = at;
    }

    /// What is asked where the machine stands: whose it is, the answers with their shares, and where they go.
    fn asked(&mut self, at: Pc) -> Result<(Asks, Option<usize>, Vec<Share>, Reg), Fault> {
        let program = self.program;
        match program.ops.get(at.0 as usize) {
            Some(Op::Roll { to, pool }) => {
                let place = self.pools.get_mut(pool.0 as usize);
                let shares = match place {
                    Some(Some(shares)) => Some(shares.clone()),
                    Some(place) => {
                        let pool = program.pools.get(pool.0 as usize);
                        let known = pool.and_then(|pool| sums(pool, &mut self.steps));
                        *place = known.map(|sums| with_ways(&sums));
                        place.clone()
                    }
                    None => None,
                };
                let shares = shares.ok_or(FaultKind::TooManySums.at(at))?;
                Ok((Asks::Throw(*pool), None, shares, *to))
            }
            Some(Op::Choose { to, decision, .. }) => {
                let Some(offer) = self.machine.offer(program) else {
                    return Err(self.too_many(at));
                };
                let asks = if offer.decision.is_drawn {
                    Asks::Drawn(*decision)
                } else if Open(self.interest).is_ours(offer) {
                    Asks::Ours(*decision)
                } else if self.interest.is_against {
                    Asks::Theirs(*decision)
                } else if self.interest.unstated == Unstated::Random {
                    Asks::Drawn(*decision)
                } else {
                    return Err(FaultKind::Undecided(*decision).at(at));
                };
                let answers: Vec<i32> = offer.answers().collect();
                let share = 1.0 / answers.len().max(1) as f64;
                let answers = answers.into_iter().map(|answer| (answer, share, Some(1)));
                Ok((asks, offer.by(), answers.collect(), *to))
            }
            _ => Err(self.too_many(at)),
        }
    }

    #[cold]
    fn too_many(&self, at: Pc) -> Fault {
        let last = self.advice.nodes.len().saturating_sub(1);
        let deep = self.advice.trail(last as u32).len() - 1;
        FaultKind::TooDeep(self.situations.len() as u64, deep as u32).at(at)
    }
}

/// An answer, its share of all, and its ways if they fit.
type Share = (i32, f64, Option<u64>);

fn with_ways(sums: &Sums) -> Vec<Share> {
    let ways = |at: usize| match &sums.ways {
        Ways::Small(ways) => ways.get(at).copied(),
        Ways::Large(_) => None,
    };
    let shares = sums.shares().into_iter().enumerate();
    shares
        .map(|(at, (value, share))| (value, share, ways(at)))
        .collect()
}
