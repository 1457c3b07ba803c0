//! Every situation in which the machine can stand at a question, and how the answers lead on.

use super::answer_classes;
use super::progress::{Outlook, Watch};
use super::region::Regions;
use super::region_summary::Kernel;
use super::state_table::Places;
use crate::budget::Budget;
use crate::fault::{Fault, FaultKind};
use crate::machine::{Machine, Pause};
use crate::policy::{Deciding, Unstated};
use crate::pool::{Sums, Ways, sums};
use crate::situations::END;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;
use sandtable_ir::liveness::{Liveness, is_within_reach};
use sandtable_ir::{DecisionId, Op, Pc, PoolId, Program, Reg};

/// Some answers to a question that lead to the same situation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    /// The situation.
    pub(super) to: u32,
    /// How many ways of all; of a large pool, the index into [`Graph::large`].
    pub(super) weight: u64,
}

/// A situation: the machine at a question, or at the end.
#[derive(Debug, Clone)]
pub(super) struct Node {
    /// One past its last edge; the first is that of the node before it.
    end: u32,
    /// How many ways all its edges are together; 0 for all ways of its pool.
    total: u64,
    /// The pool that is thrown.
    pub(super) pool: PoolId,
    /// Where it stands.
    pub(super) at: Pc,
}

impl Node {
    /// How many ways all its edges are together.
    #[inline]
    pub(super) fn total(&self) -> Total {
        match self.total {
            0 => Total::Large,
            total => Total::Small(total),
        }
    }
}

/// Where the runs of one question begin, and what was found for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    /// The situation.
    pub(super) node: u32,
    /// The first situation that was not known before.
    pub(super) first: u32,
    /// One past the last.
    pub(super) end: u32,
}

/// How many ways all edges of a node are together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Total {
    /// This many; the edges' weights are numbers.
    Small(u64),
    /// All ways of its pool; the edges' weights are indices.
    Large,
}

/// All situations, in order of the questions on the shortest way to them.
#[derive(Debug)]
pub(super) struct Graph<'a> {
    /// The program.
    pub(super) program: &'a Program,
    pub(super) places: Places,
    /// Those at which a run has ended.
    ends: Vec<u32>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// By question of a family: where its runs begin. Of a single program there is but the first situation.
    pub(super) starts: Vec<Start>,
    /// Whether every answer leads to a situation with a higher number, or to one that was known before the question of the
    /// family that is followed.
    pub(super) is_in_order: bool,
    /// Weights that need more room.
    pub(super) large: Vec<BigUint>,
    /// Ops that were carried out to find all this.
    pub(super) steps: u64,
}

impl Graph<'_> {
    /// All situations. The first is where the program begins.
    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Where the answers lead from a situation.
    #[inline]
    pub(super) fn edges(&self, node: u32) -> &[Edge] {
        let start = match node {
            0 => 0,
            _ => self.nodes.get(node as usize - 1).map_or(0, |node| node.end),
        };
        let end = self.nodes.get(node as usize).map_or(0, |node| node.end);
        self.edges.get(start as usize..end as usize).unwrap_or(&[])
    }

    /// Where all answers lead.
    pub(super) fn all_edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The situations in which a run has ended.
    pub(super) fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// The outcome of a run that has ended so.
    pub(super) fn outcome(&self, end: u32) -> Vec<i32> {
        let mut outcome = Vec::with_capacity(self.program.outcome.len());
        self.places.values_at_end(end, &mut outcome);
        outcome
    }

    /// How many situations are questions.
    pub(super) fn n_questions(&self) -> u64 {
        (self.nodes.len() - self.ends.len()) as u64
    }
}

/// An op that asks, and what must be kept there.
pub(super) struct Question {
    pub(super) at: Pc,
    /// What is thrown; `None` where something is chosen.
    pub(super) pool: Option<PoolId>,
    pub(super) answer: Reg,
    pub(super) kept: Vec<Reg>,
    /// The answers that must be told apart; found when first needed.
    pub(super) sums: Option<Sums>,
    stretch: Stretch,
}

/// Whether what follows a question is worked out by itself.
#[derive(Debug)]
enum Stretch {
    /// Nobody has looked yet.
    Unknown,
    No,
    Yes(Box<Kernel>),
}

/// The questions of a program by op.
pub(super) struct Questions {
    pub(super) list: Vec<Question>,
    of_op: Vec<i32>,
}

impl Questions {
    fn of(program: &Program, liveness: &Liveness) -> Self {
        let mut of_op = vec![END; program.ops.len()];
        let mut list = Vec::new();
        for (at, kept) in liveness.at_questions(program) {
            let op = program.ops.get(at.0 as usize);
            let (to, pool) = match op {
                Some(Op::Roll { to, pool }) => (*to, Some(*pool)),
                Some(Op::Choose { to, .. }) => (*to, None),
                _ => continue,
            };
            if let Some(place) = of_op.get_mut(at.0 as usize) {
                *place = list.len() as i32;
            }
            list.push(Question {
                at,
                pool,
                answer: to,
                kept,
                sums: None,
                stretch: Stretch::Unknown,
            });
        }
        Self { list, of_op }
    }

    /// How many numbers matter: at the end, then at each question.
    fn n_values(&self, program: &Program) -> Vec<usize> {
        let questions = self.list.iter().map(|question| question.kept.len());
        std::iter::once(program.outcome.len())
            .chain(questions)
            .collect()
    }

    pub(super) fn index(&self, at: Pc) -> i32 {
        self.of_op.get(at.0 as usize).copied().unwrap_or(END)
    }
}

pub(super) struct Explorer<'a, 'r> {
    pub(super) graph: Graph<'a>,
    pub(super) budget: &'r Budget,
    pub(super) questions: Questions,
    liveness: &'r Liveness,
    /// Where stretches are looked for; `None` if they are not.
    regions: Option<&'r Regions<'r>>,
    pools: Vec<Option<Sums>>,
    pub(super) machine: Machine,
    /// For every node, the last edge that leads there.
    last_edge: Vec<u32>,
    /// Steps that may still be taken, over all runs.
    pub(super) steps: u64,
    pub(super) unstated: Unstated,
    /// Whether stretches were worked out by themselves.
    has_kernels: bool,
    /// Situations before this one belong to questions of the family that have been followed.
    first: u32,
    /// Who is told how far it has come.
    pub(super) watch: Option<Watch<'r>>,
    pub(super) outlook: Outlook,
}

/// How many times the steps of one run all runs together may take: a few seconds.
const MOST_RUNS: u64 = 100;

/// Finds all situations.
pub(super) fn explore<'a>(
    program: &'a Program,
    budget: &'a Budget,
    unstated: Unstated,
    watch: Option<Watch<'_>>,
) -> Result<Graph<'a>, Fault> {
    if !is_within_reach(program) {
        return Err(FaultKind::TooManyStates(0).at(Pc(0)));
    }
    let liveness = Liveness::of(program);
    let regions = Regions::of(program, &liveness);
    let mut explorer = Explorer::new(program, budget, unstated, &liveness, regions.as_ref());
    explorer.watch = watch;
    match explorer.explore() {
        Ok(()) => Ok(explorer.graph),
        // Which fault comes first is told by going from throw to throw.
        Err(fault) if explorer.has_kernels && !fault.is_beyond_budget() => {
            let mut explorer = Explorer::new(program, budget, unstated, &liveness, None);
            explorer.watch = watch;
            explorer.explore()?;
            Ok(explorer.graph)
        }
        Err(fault) => Err(fault),
    }
}

/// Finds all situations of the questions of a family, given what stands in its inputs for each.
pub(super) fn explore_each<'a>(
    program: &'a Program,
    starts: &[Vec<i32>],
    budget: &Budget,
    unstated: Unstated,
) -> Result<Graph<'a>, Fault> {
    let liveness = Liveness::of(program);
    let regions = Regions::of(program, &liveness);
    let mut explorer = Explorer::new(program, budget, unstated, &liveness, regions.as_ref());
    explorer.explore_each(starts)?;
    Ok(explorer.graph)
}

impl<'a, 'r> Explorer<'a, 'r> {
    fn new(
        program: &'a Program,
        budget: &'r Budget,
        unstated: Unstated,
        liveness: &'r Liveness,
        regions: Option<&'r Regions<'r>>,
    ) -> Self {
        let questions = Questions::of(program, liveness);
        Self {
            graph: Graph {
                program,
                places: Places::new(questions.n_values(program)),
                ends: Vec::new(),
                nodes: Vec::with_capacity(128),
                edges: Vec::with_capacity(1024),
                starts: Vec::new(),
                is_in_order: true,
                large: Vec::new(),
                steps: 0,
            },
            budget,
            questions,
            liveness,
            regions,
            pools: vec![None; program.pools.len()],
            machine: Machine::new(program),
            last_edge: Vec::with_capacity(128),
            steps: budget.steps.saturating_mul(MOST_RUNS),
            unstated,
            has_kernels: false,
            first: 0,
            watch: None,
            outlook: Outlook::default(),
        }
    }

    /// Finds all situations, each only once.
    fn explore(&mut self) -> Result<(), Fault> {
        let node = self.run()?;
        self.follow(node)?;
        self.graph.steps = self.budget.steps.saturating_mul(MOST_RUNS) - self.steps;
        Ok(())
    }

    /// As [`Self::explore`], of all questions of a family.
    fn explore_each(&mut self, all_starts: &[Vec<i32>]) -> Result<(), Fault> {
        let program = self.graph.program;
        for starts in all_starts {
            self.machine.reset(program);
            for (input, start) in program.inputs.iter().zip(starts) {
                self.machine.set(input.reg, *start);
            }
            let node = self.run()?;
            self.follow(node)?;
        }
        self.graph.steps = self.budget.steps.saturating_mul(MOST_RUNS) - self.steps;
        Ok(())
    }

    /// Finds all situations that follow and are not known yet.
    fn follow(&mut self, node: u32) -> Result<(), Fault> {
        self.first = self.graph.nodes.len() as u32;
        while self.graph.nodes.len() < self.graph.places.len() {
            let end = self.graph.places.len().min(self.outlook.at);
            while self.graph.nodes.len() < end {
                self.expand(self.graph.nodes.len() as u32)?;
            }
            if self.graph.nodes.len() >= self.outlook.at {
                self.look_ahead();
            }
        }
        self.graph.starts.push(Start {
            node,
            first: self.first,
            end: self.graph.nodes.len() as u32,
        });
        Ok(())
    }
}

impl Explorer<'_, '_> {
    /// Follows every answer from a situation. Nodes are expanded in order, so their edges stand in order.
    fn expand(&mut self, node: u32) -> Result<(), Fault> {
        let kind = self.graph.places.kind(node);
        let question = usize::try_from(kind).ok();
        let Some(question) = question.and_then(|kind| self.questions.list.get(kind)) else {
            self.graph.ends.push(node);
            self.finish(PoolId(0), Pc(0), Total::Small(1));
            return Ok(());
        };
        let (at, pool, answer) = (question.at, question.pool, question.answer);
        let first = self.graph.edges.len();
        if let Some(mut kernel) = self.take_kernel(kind as usize) {
            if let Some(total) = self.pass(&mut kernel, node, kind as usize)? {
                self.put_back(kind as usize, Stretch::Yes(kernel));
                self.finish(pool.unwrap_or(PoolId(0)), at, total);
                return self.check_edges(at);
            }
            self.put_back(kind as usize, Stretch::No);
        }
        let sums = match pool {
            Some(pool) => self.take_sums(kind as usize, pool, at)?,
            None => self.offered(node, kind as usize, at),
        };
        for (number, value) in sums.values.iter().enumerate() {
            self.restore(kind as usize, node);
            self.machine.set(answer, *value);
            self.machine.pc = Pc(at.0 + 1);
            let to = self.run()?;
            self.add_edge(first, to, &sums.ways, number);
        }
        let total = match sums.ways {
            Ways::Small(_) => self.reduce(first),
            Ways::Large(_) => Total::Large,
        };
        self.finish(pool.unwrap_or(PoolId(0)), at, total);
        if let (Some(_), Some(question)) = (pool, self.questions.list.get_mut(kind as usize)) {
            question.sums = Some(sums);
        }
        self.check_edges(at)
    }

    fn check_edges(&self, at: Pc) -> Result<(), Fault> {
        match self.graph.edges.len() > self.budget.edges {
            true => Err(self.too_many(at)),
            false => Ok(()),
        }
    }

    /// Looks for a stretch that begins at a question and is worth knowing by itself.
    #[cold]
    fn look(&mut self, kind: usize) {
        let Some(question) = self.questions.list.get_mut(kind) else {
            return;
        };
        question.stretch = Stretch::No;
        let regions = self.regions.filter(|_| question.pool.is_some());
        let Some(region) = regions.and_then(|all| all.from(question.at, &question.kept)) else {
            return;
        };
        self.has_kernels = true;
        let halves = question.kept.iter().partition(|reg| region.touches(**reg));
        let (touched, others): (Vec<Reg>, Vec<Reg>) = halves;
        let kernel = Box::new(Kernel::new(region, &self.questions.list));
        self.graph.places.halve(kind, touched, others);
        self.put_back(kind, Stretch::Yes(kernel));
    }

    /// The stretch that begins at a question, if it is worth knowing by itself; put back after use.
    fn take_kernel(&mut self, kind: usize) -> Option<Box<Kernel>> {
        let question = self.questions.list.get_mut(kind)?;
        match std::mem::replace(&mut question.stretch, Stretch::No) {
            Stretch::Yes(kernel) => Some(kernel),
            Stretch::No | Stretch::Unknown => None,
        }
    }

    fn put_back(&mut self, kind: usize, stretch: Stretch) {
        if let Some(question) = self.questions.list.get_mut(kind) {
            question.stretch = stretch;
        }
    }

    /// Goes from a situation to where the stretch that begins there can end, and on to the next question; gives the ways
    /// of all, `None` if the stretch is not known.
    fn pass(
        &mut self,
        kernel: &mut Kernel,
        node: u32,
        kind: usize,
    ) -> Result<Option<Total>, Fault> {
        let first = self.graph.edges.len();
        let (entry, outside) = self.graph.places.numbers(node);
        let Some(known) = self.through(kernel, entry, kind) else {
            return Ok(None);
        };
        for at in known.places() {
            let Some((exit, ways)) = kernel.pass(at) else {
                break;
            };
            let to = match kernel.beyond(outside, exit) {
                Some(to) => to,
                None => {
                    let to = self.go_on(kernel, kind, outside, exit)?;
                    kernel.goes_on(outside, exit, to);
                    to
                }
            };
            self.add_small(first, to, ways);
        }
        Ok(Some(Total::Small(known.total)))
    }

    /// Goes from an exit of a stretch to the next question, with what the stretch leaves alone.
    fn go_on(
        &mut self,
        kernel: &mut Kernel,
        kind: usize,
        outside: u32,
        exit: u32,
    ) -> Result<u32, Fault> {
        let places = &mut self.graph.places;
        if let Some((to, is_new)) = kernel.meets(outside, exit, kind, places, &mut self.machine) {
            let question = self.questions.list.get(places.kind(to) as usize);
            let at = question.map_or(self.machine.pc, |question| question.at);
            return self.arrive(to, is_new, at);
        }
        places.restore_outside(kind, outside, &mut self.machine);
        kernel.leave(exit, &mut self.machine);
        let to = self.run()?;
        let places = &mut self.graph.places;
        kernel.goes_apart(outside, exit, kind, to, places, &self.machine);
        Ok(to)
    }

    fn finish(&mut self, pool: PoolId, at: Pc, total: Total) {
        self.graph.nodes.push(Node {
            end: self.graph.edges.len() as u32,
            total: match total {
                Total::Small(total) => total,
                Total::Large => 0,
            },
            pool,
            at,
        });
    }

    /// Every answer to a choice, all equally likely. The options belong to what is kept of the situation.
    fn offered(&mut self, node: u32, kind: usize, at: Pc) -> Sums {
        self.restore(kind, node);
        self.machine.pc = at;
        let offer = self.machine.offer(self.graph.program);
        let values: Vec<i32> = offer.map_or_else(Vec::new, |offer| offer.answers().collect());
        Sums {
            ways: Ways::Small(vec![1; values.len()]),
            values,
        }
    }

    /// The answers to a question; put back after use.
    pub(super) fn take_sums(&mut self, kind: usize, pool: PoolId, at: Pc) -> Result<Sums, Fault> {
        let question = self.questions.list.get_mut(kind);
        if let Some(sums) = question.and_then(|question| question.sums.take()) {
            return Ok(sums);
        }
        self.prepare_pool(pool, at)?;
        let question = self.questions.list.get(kind);
        let sums = self.pools.get(pool.0 as usize).and_then(Option::as_ref);
        let (Some(question), Some(sums)) = (question, sums) else {
            return Err(self.too_many(at));
        };
        Ok(answer_classes::merged(
            self.graph.program,
            self.liveness,
            at,
            question.answer,
            sums,
        ))
    }

    fn prepare_pool(&mut self, pool: PoolId, at: Pc) -> Result<(), Fault> {
        let Some(place) = self.pools.get_mut(pool.0 as usize) else {
            return Ok(());
        };
        if place.is_some() {
            return Ok(());
        }
        let pool = self.graph.program.pools.get(pool.0 as usize);
        *place = pool.and_then(|pool| sums(pool, &mut self.steps));
        match place {
            Some(sums) if sums.values.len() <= self.budget.edges => Ok(()),
            Some(_) => Err(self.too_many(at)),
            None => Err(FaultKind::TooManySums.at(at)),
        }
    }

    /// Puts the kept registers of a situation back. All others are written before they are read.
    #[inline]
    pub(super) fn restore(&mut self, question: usize, node: u32) {
        if let Some(question) = self.questions.list.get(question) {
            self.graph
                .places
                .restore(node, &question.kept, &mut self.machine);
        }
    }

    /// Runs to the next question or the end; gives the situation there.
    #[inline]
    fn run(&mut self) -> Result<u32, Fault> {
        let program = self.graph.program;
        let most = self.budget.steps.min(self.steps);
        let mut steps = most;
        let pause = self
            .machine
            .run(program, &mut Deciding(self.unstated), &mut steps);
        let at = self.machine.pc;
        self.steps -= most - steps;
        if self.steps == 0 {
            return Err(self.too_many(at));
        }
        let (kind, registers): (i32, &[Reg]) = match pause {
            Pause::Done => (END, &program.outcome),
            Pause::Choose(decision) if !self.draws(decision) => {
                return Err(FaultKind::Undecided(decision).at(at));
            }
            Pause::Roll(_) | Pause::Choose(_) => {
                let kind = self.questions.index(at);
                let question = self.questions.list.get(kind as usize);
                if question.is_some_and(|question| matches!(question.stretch, Stretch::Unknown)) {
                    self.look(kind as usize);
                }
                let question = self.questions.list.get(kind as usize);
                (kind, question.map_or(&[], |question| &question.kept))
            }
            Pause::Judge(_) => {
                return Err(FaultKind::NotGiven.at(at));
            }
            Pause::Fault(fault) => return Err(fault),
        };
        let places = &mut self.graph.places;
        let (node, is_new) = places.number(kind, registers, &self.machine);
        self.arrive(node, is_new, at)
    }

    fn draws(&self, decision: DecisionId) -> bool {
        let known = self.graph.program.decisions.get(decision.0 as usize);
        known.is_some_and(|known| self.unstated.draws(known))
    }

    /// Makes room for a situation that is new.
    #[inline]
    fn arrive(&mut self, node: u32, is_new: bool, at: Pc) -> Result<u32, Fault> {
        if is_new {
            self.last_edge.push(u32::MAX);
            let places = &self.graph.places;
            let n_places = places.len();
            // Keys are counted in words too, now and then, so that many registers do not eat the memory.
            let n_words = || places.n_words() / 32;
            let is_large = n_places.is_multiple_of(64) && n_words() > self.budget.states;
            if n_places > self.budget.states || is_large {
                return Err(self.too_many(at));
            }
        }
        Ok(node)
    }

    /// Adds an edge, or its weight to that of the edge that leads to the same situation.
    #[inline]
    fn add_edge(&mut self, first: usize, to: u32, ways: &Ways, number: usize) {
        match ways {
            Ways::Small(ways) => {
                self.add_small(first, to, ways.get(number).copied().unwrap_or(0));
            }
            Ways::Large(ways) => {
                let more = ways.get(number).cloned().unwrap_or_else(BigUint::zero);
                let next = self.graph.large.len() as u64;
                match self.edge(first, to, next) {
                    Some(at) => {
                        if let Some(sum) = self.graph.large.get_mut(at as usize) {
                            *sum += more;
                        }
                    }
                    None => self.graph.large.push(more),
                }
            }
        }
    }

    /// Adds an edge of so many ways, or these to the edge that leads to the same situation.
    #[inline]
    fn add_small(&mut self, first: usize, to: u32, ways: u64) {
        if self.edge(first, to, ways).is_some()
            && let Some(edge) = self
                .last_edge
                .get(to as usize)
                .and_then(|at| self.graph.edges.get_mut(*at as usize))
        {
            edge.weight += ways;
        }
    }

    /// The weight of the edge that leads to a situation from the one that is expanded; without one, adds it.
    #[inline]
    fn edge(&mut self, first: usize, to: u32, weight: u64) -> Option<u64> {
        let last = self.last_edge.get_mut(to as usize)?;
        if *last != u32::MAX && *last as usize >= first {
            return self.graph.edges.get(*last as usize).map(|edge| edge.weight);
        }
        *last = self.graph.edges.len() as u32;
        self.graph.is_in_order &= to as usize > self.graph.nodes.len() || to < self.first;
        self.graph.edges.push(Edge { to, weight });
        None
    }

    /// Brings small weights to lowest terms and gives their sum.
    fn reduce(&mut self, first: usize) -> Total {
        let edges = self.graph.edges.get_mut(first..).unwrap_or(&mut []);
        let common = edges
            .iter()
            .fold(0_u64, |common, edge| match common {
                1 => 1,
                _ => common.gcd(&edge.weight),
            })
            .max(1);
        let mut total = 0;
        for edge in edges {
            edge.weight /= common;
            total += edge.weight;
        }
        Total::Small(total)
    }

    #[cold]
    fn too_many(&self, at: Pc) -> Fault {
        FaultKind::TooManyStates(self.graph.places.len() as u64).at(at)
    }
}
