//! Exploration: finds every reachable state of a program, each once, and the transitions between them.

use super::exit_table::ExitId;
use super::graph::{Edge, Graph, Start, Total, Weight};
use super::progress::Checkpoint;
use super::propagate::dag::topological_order;
use super::region::{MOST_OPS, MOST_OPS_TOGETHER, Regions};
use super::region_summary::RegionSummary;
use super::runner::{Reached, Runner, TooMuch};
use super::state_estimate::StateEstimate;
use super::state_table::{OutsideId, StateTable};
use crate::budget::{Budget, Limit};
use crate::explore::{Location, QuestionId, choices};
use crate::fault::{Fault, FaultKind};
use crate::intern::StateId;
use crate::policy::Unstated;
use crate::pool::{Sums, Ways};
use num_bigint::BigUint;
use num_integer::Integer;
use sandtable_ir::liveness::{Liveness, is_within_reach};
use sandtable_ir::{Id, IndexVec, Pc, Program, Reg};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::rc::Rc;

const NO_EDGE: u32 = u32::MAX;

/// Maximum number of new states between two checks of the memory.
const OFTEN: usize = 1 << 12;

/// Whether a question begins a region that is summarised.
enum Summary {
    /// Not looked for yet.
    Unknown,
    None,
    Some(Box<RegionSummary>),
}

struct Explorer<'a, 'r> {
    graph: Graph<'a>,
    runner: Runner<'r>,
    /// The finder of regions; `None` if they are not looked for.
    regions: Option<&'r Regions<'r>>,
    summaries: IndexVec<QuestionId, Summary>,
    /// By state: the last edge that leads there, or [`NO_EDGE`].
    last_edge: IndexVec<StateId, u32>,
    /// Whether regions were summarised.
    has_summaries: bool,
    /// States before this one belong to questions of the batch that have been followed.
    first: StateId,
    state_estimate: StateEstimate,
    /// The memory is checked again at this number of states, or at more edges than `most_edges`.
    weighed_at: usize,
    most_edges: usize,
}

/// Finds all states.
pub(super) fn explore<'a>(
    program: &'a Program,
    budget: &'a Budget,
    unstated: Unstated,
    watch: Option<Checkpoint<'_>>,
) -> Result<Graph<'a>, Fault> {
    if !is_within_reach(program) {
        return Err(FaultKind::TooLargeAProgram.at(Pc(0)));
    }
    let liveness = Liveness::of(program);
    let regions = regions_of(program, &liveness, budget, MOST_OPS);
    let runner = Runner::new(program, budget, unstated, &liveness, watch);
    let mut explorer = Explorer::new(program, runner, regions.as_ref());
    match explorer.explore() {
        Ok(()) => Ok(explorer.graph),
        // The order of faults is that of the search from roll to roll.
        Err(fault) if explorer.has_summaries && fault.is_of_the_rules() => {
            let runner = Runner::new(program, budget, unstated, &liveness, watch);
            let mut explorer = Explorer::new(program, runner, None);
            explorer.explore()?;
            Ok(explorer.graph)
        }
        Err(fault) => Err(fault),
    }
}

/// Returns the finder of regions, if summaries are switched on and the program qualifies.
fn regions_of<'a>(
    program: &'a Program,
    liveness: &'a Liveness,
    budget: &Budget,
    most_ops: usize,
) -> Option<Regions<'a>> {
    let is_on = budget.reductions.region_summaries;
    is_on.then(|| Regions::of(program, liveness, most_ops))?
}

/// Explores the questions of a batch, given the values of its inputs for each. Returns for each the index of the first question
/// that reaches the same state before the first roll; `None` if it faults or exceeds the budget, and for all
/// remaining ones when the watcher ends the work.
///
/// `take` receives each graph with the indices of the questions that begin in it, and whether all its states belong to these;
/// it returns whether it could use the graph.
pub(super) fn explore_each(
    program: &Program,
    starts: &[&[i32]],
    budget: &Budget,
    unstated: Unstated,
    watch: Option<Checkpoint<'_>>,
    mut take: impl FnMut(&Graph<'_>, &[usize], bool) -> bool,
) -> Vec<Option<usize>> {
    let liveness = Liveness::of(program);
    let regions = regions_of(program, &liveness, budget, MOST_OPS_TOGETHER);
    let mut known: BTreeMap<(Location, Vec<i32>), usize> = BTreeMap::new();
    let mut same = vec![None; starts.len()];
    let mut next = 0;
    let mut most_together = usize::MAX;
    while next < starts.len() {
        let runner = Runner::new(program, budget, unstated, &liveness, watch);
        let mut explorer = Explorer::new(program, runner, regions.as_ref());
        let mut places = Vec::new();
        let mut is_whole = true;
        while places.len() < most_together
            && is_whole
            && let Some(start) = starts.get(next)
        {
            match explorer.follow_start(start, next, &mut known) {
                Ok(first) => {
                    if first == next {
                        places.push(next);
                    }
                    if let Some(place) = same.get_mut(next) {
                        *place = Some(first);
                    }
                    next += 1;
                    // Questions of a batch are similar: if the first has cycles, most have.
                    if places.len() == 1
                        && !explorer.graph.is_in_order
                        && topological_order(&explorer.graph).is_none()
                    {
                        most_together = 1;
                    }
                }
                Err(fault) => {
                    // The states found for this question belong to no earlier one.
                    is_whole = false;
                    next += usize::from(places.is_empty() || fault.is_of_the_rules());
                }
            }
        }
        explorer.graph.steps = explorer.runner.n_steps();
        if !places.is_empty() && !take(&explorer.graph, &places, is_whole) {
            // Numbers too large for all together.
            if let Some(first) = places.first()
                && (places.len() > 1 || !is_whole)
            {
                most_together = 1;
                next = *first;
            }
            for at in places {
                if let Some(place) = same.get_mut(at) {
                    *place = None;
                }
            }
        }
        known.retain(|_, at| same.get(*at).is_some_and(Option::is_some));
        if explorer.runner.is_cancelled() {
            break;
        }
    }
    same
}

impl<'a, 'r> Explorer<'a, 'r> {
    fn new(program: &'a Program, runner: Runner<'r>, regions: Option<&'r Regions<'r>>) -> Self {
        let questions = &runner.questions;
        let table = StateTable::new(questions.n_live(program));
        Self {
            graph: Graph::new(program, table),
            regions,
            summaries: questions.iter().map(|_| Summary::Unknown).collect(),
            last_edge: IndexVec::with_capacity(128),
            has_summaries: false,
            first: StateId(0),
            state_estimate: StateEstimate::default(),
            weighed_at: OFTEN.min(64),
            most_edges: 1024,
            runner,
        }
    }

    /// Explores all states, each once.
    fn explore(&mut self) -> Result<(), Fault> {
        let state = self.run()?;
        self.follow(state)?;
        self.graph.steps = self.runner.n_steps();
        Ok(())
    }

    /// As [`Self::explore`], for the question of a batch with this index, unless an earlier one reaches the same state: returns
    /// the index of that one.
    fn follow_start(
        &mut self,
        start: &[i32],
        at: usize,
        known: &mut BTreeMap<(Location, Vec<i32>), usize>,
    ) -> Result<usize, Fault> {
        let program = self.graph.program;
        debug_assert_eq!(start.len(), program.inputs.len(), "a value for each input");
        self.runner.machine.reset(program);
        for (input, start) in program.inputs.iter().zip(start) {
            self.runner.machine.set(input.reg, *start);
        }
        let location = self.go_to_next()?;
        let regs = self.runner.questions.live(program, location);
        let values = regs.iter().map(|reg| self.runner.machine.get(*reg));
        match known.entry((location, values.collect())) {
            Entry::Occupied(known) => return Ok(*known.get()),
            Entry::Vacant(place) => place.insert(at),
        };
        let state = self.state_at(location)?;
        self.follow(state)?;
        Ok(at)
    }

    /// Finds all states that follow and are not known yet.
    fn follow(&mut self, state: StateId) -> Result<(), Fault> {
        self.first = self.next();
        while self.graph.nodes().len() < self.graph.table.len() {
            let end = self.graph.table.len().min(self.state_estimate.at);
            while self.graph.nodes().len() < end && !self.runner.is_report_due() {
                self.expand(self.next())?;
            }
            if self.graph.nodes().len() >= self.state_estimate.at || self.runner.is_report_due() {
                self.check_goes_on()?;
                self.state_estimate.look(&self.graph, &mut self.runner);
                self.check_goes_on()?;
            }
        }
        self.graph.starts.push(Start {
            state,
            first: self.first,
            end: self.next(),
        });
        Ok(())
    }

    /// The state that is expanded next.
    #[inline]
    fn next(&self) -> StateId {
        StateId::from_index(self.graph.nodes().len())
    }

    /// Follows every answer from a state. States are expanded in order, so their edges are in the same order.
    fn expand(&mut self, state: StateId) -> Result<(), Fault> {
        let Location::Question(question) = self.graph.table.location(state) else {
            self.graph.add_end();
            return Ok(());
        };
        let at = self.runner.questions[question].at;
        let pool = self.runner.questions[question].pool;
        let first = self.graph.n_edges();
        if let Some(mut summary) = self.take_summary(question) {
            if let Some(total) = self.pass(&mut summary, state, question)? {
                self.summaries[question] = Summary::Some(summary);
                self.graph.add_node(at, total);
                return self.check_edges(at);
            }
            self.summaries[question] = Summary::None;
            self.check_goes_on()?;
        }
        let answers = match pool {
            Some(pool) => self
                .runner
                .answers(question, pool)
                .map_err(|too| match too {
                    TooMuch::Sums => FaultKind::TooManySums.at(at),
                    TooMuch::Answers => self.too_many(at, Limit::memory(self.runner.budget)),
                })?,
            None => Rc::new(self.offered(state, question)?),
        };
        debug_assert!(answers.is_sound(), "each answer has its ways");
        let total = match &answers.ways {
            Ways::Small(all_ways) => {
                for (value, ways) in answers.values.iter().zip(all_ways) {
                    let to = self.follow_answer(state, question, *value)?;
                    self.add_ways(first, to, *ways);
                }
                self.reduce(first)
            }
            Ways::Large(all_ways) => {
                for (value, ways) in answers.values.iter().zip(all_ways) {
                    let to = self.follow_answer(state, question, *value)?;
                    self.add_large(first, to, ways);
                }
                match pool {
                    Some(pool) => Total::Large(pool),
                    None => return Err(FaultKind::Ours("a choice of many ways").at(at)),
                }
            }
        };
        self.graph.add_node(at, total);
        self.check_edges(at)
    }

    /// The state to which an answer leads.
    #[inline]
    fn follow_answer(
        &mut self,
        state: StateId,
        question: QuestionId,
        value: i32,
    ) -> Result<StateId, Fault> {
        self.runner.restore(&self.graph.table, question, state);
        self.runner.answer(question, value);
        match self.runner.run_merging(question) {
            Some(Ok(Reached::Known(state))) => Ok(state),
            Some(Ok(Reached::At(location))) => {
                let state = self.state_at(location)?;
                self.runner.remember(state);
                Ok(state)
            }
            Some(Err(fault)) => Err(fault),
            None => Err(self.too_many(self.runner.machine.pc, Limit::Steps)),
        }
    }

    /// Errors: the watcher has ended the work.
    fn check_goes_on(&self) -> Result<(), Fault> {
        match self.runner.is_cancelled() {
            true => Err(self.too_many(Pc(0), Limit::Steps)),
            false => Ok(()),
        }
    }

    #[inline]
    fn check_edges(&mut self, at: Pc) -> Result<(), Fault> {
        match self.graph.n_edges() > self.most_edges {
            true => self.weigh(at),
            false => Ok(()),
        }
    }

    /// Compares the memory in use with the budget, and schedules the next check: before a quarter of the rest
    /// can be used up.
    ///
    /// Errors: the memory is used up.
    #[cold]
    fn weigh(&mut self, at: Pc) -> Result<(), Fault> {
        let summaries = self.summaries.iter().map(|summary| match summary {
            Summary::Some(summary) => summary.n_bytes(),
            Summary::Unknown | Summary::None => 0,
        });
        let n_states = self.graph.table.len();
        let taken = self.graph.n_bytes()
            + size_of::<u32>() * self.last_edge.len()
            + summaries.sum::<usize>();
        let room = self.runner.budget.for_tables();
        let Some(left) = room.checked_sub(taken + self.runner.n_bytes()) else {
            return Err(self.too_many(at, Limit::memory(self.runner.budget)));
        };
        let a_state = taken / n_states.max(1) + 1;
        self.weighed_at = n_states + (left / 4 / a_state).clamp(1, OFTEN);
        self.most_edges = self.graph.n_edges() + left / 4 / size_of::<Edge>();
        self.runner.most_states = (n_states + left / a_state) as u64;
        Ok(())
    }

    /// Every answer to a choice, each as likely as its weight. The options are live at the question.
    fn offered(&mut self, state: StateId, question: QuestionId) -> Result<Sums, Fault> {
        self.runner.restore(&self.graph.table, question, state);
        self.runner.machine.pc = self.runner.questions[question].at;
        let answers = choices(self.graph.program, &self.runner.machine)?;
        let (values, ways) = answers.into_iter().unzip();
        Ok(Sums {
            values,
            ways: Ways::Small(ways),
        })
    }

    /// Looks for a region that begins at a question and is worth a summary.
    #[cold]
    fn look_for_region(&mut self, question: QuestionId) {
        self.summaries[question] = Summary::None;
        let asked = &self.runner.questions[question];
        let regions = self.regions.filter(|_| asked.pool.is_some());
        let Some(region) = regions.and_then(|all| all.from(asked.at, &asked.live)) else {
            return;
        };
        self.has_summaries = true;
        let (touched, others): (Vec<Reg>, Vec<Reg>) =
            asked.live.iter().partition(|reg| region.touches(**reg));
        self.graph.table.split(question, touched, others);
        let summary = RegionSummary::new(question, region, &self.runner.questions);
        self.summaries[question] = Summary::Some(Box::new(summary));
    }

    /// Takes the summary of the region that begins at a question, if there is one; it is put back after use.
    fn take_summary(&mut self, question: QuestionId) -> Option<Box<RegionSummary>> {
        match std::mem::replace(&mut self.summaries[question], Summary::None) {
            Summary::Some(summary) => Some(summary),
            Summary::None | Summary::Unknown => None,
        }
    }

    /// Adds the edges from a state across the region that begins there to the next questions; returns the total of
    /// the ways, `None` if the region is not worth a summary.
    fn pass(
        &mut self,
        summary: &mut RegionSummary,
        state: StateId,
        question: QuestionId,
    ) -> Result<Option<Total>, Fault> {
        let first = self.graph.n_edges();
        let Some((entry, outside)) = self.graph.table.projections(state) else {
            let at = self.runner.questions[question].at;
            return Err(FaultKind::Ours("a state before a region that is not split").at(at));
        };
        let Some(passes) = summary.passes(&mut self.runner, &self.graph.table, entry) else {
            return Ok(None);
        };
        for at in passes.range() {
            let (exit, ways) = summary.pass(at);
            let to = match summary.beyond(outside, exit) {
                Some(to) => to,
                None => {
                    let to = self.go_on(summary, outside, exit)?;
                    summary.remember_beyond(outside, exit, to);
                    to
                }
            };
            self.add_ways(first, to, ways);
        }
        Ok(Some(Total::Small(passes.total)))
    }

    /// Continues from an exit of a region to the next question, with the values of the registers that the region does not touch.
    fn go_on(
        &mut self,
        summary: &mut RegionSummary,
        outside: OutsideId,
        exit: ExitId,
    ) -> Result<StateId, Fault> {
        let table = &mut self.graph.table;
        let machine = &mut self.runner.machine;
        if let Some((to, is_new)) = summary.joined(outside, exit, table, machine) {
            let at = match table.location(to) {
                Location::Question(question) => self.runner.questions[question].at,
                Location::End => machine.pc,
            };
            return self.arrive(to, is_new, at);
        }
        table.restore_outside(summary.question, outside, machine);
        summary.restore_exit(exit, machine);
        let to = self.run()?;
        let table = &mut self.graph.table;
        summary.remember_contribution(outside, exit, to, table, &self.runner.machine);
        Ok(to)
    }

    /// Runs to the next question or the end; returns the state there.
    #[inline]
    fn run(&mut self) -> Result<StateId, Fault> {
        let location = self.go_to_next()?;
        self.state_at(location)
    }

    /// Runs to the next question or the end.
    #[inline]
    fn go_to_next(&mut self) -> Result<Location, Fault> {
        match self.runner.run() {
            Some(found) => found,
            None => Err(self.too_many(self.runner.machine.pc, Limit::Steps)),
        }
    }

    /// Interns the current state of the machine.
    #[inline]
    fn state_at(&mut self, location: Location) -> Result<StateId, Fault> {
        let at = self.runner.machine.pc;
        if let Location::Question(question) = location
            && matches!(self.summaries[question], Summary::Unknown)
        {
            self.look_for_region(question);
        }
        let regs = self.runner.questions.live(self.runner.program, location);
        let (state, is_new) = self
            .graph
            .table
            .intern(location, regs, &self.runner.machine);
        self.arrive(state, is_new, at)
    }

    /// Allocates the data of a new state.
    #[inline]
    fn arrive(&mut self, state: StateId, is_new: bool, at: Pc) -> Result<StateId, Fault> {
        if is_new {
            self.last_edge.push(NO_EDGE);
            let n_states = self.graph.table.len();
            if n_states >= self.weighed_at {
                self.weigh(at)?;
            }
        }
        Ok(state)
    }

    /// Adds ways from the expanded state to another.
    #[inline]
    fn add_ways(&mut self, first: usize, to: StateId, ways: u64) {
        match self.edge_to(first, to) {
            Some(edge) => self.graph.widen_edge(edge, ways),
            None => self.graph.add_edge(to, Weight::Small(ways)),
        }
    }

    /// As [`Self::add_ways`], beyond machine words.
    fn add_large(&mut self, first: usize, to: StateId, ways: &BigUint) {
        match self.edge_to(first, to) {
            Some(edge) => {
                let id = self.graph.large_of(edge);
                self.graph.large[id] += ways;
            }
            None => {
                let id = self.graph.large.push(ways.clone());
                self.graph.add_edge(to, Weight::Large(id));
            }
        }
    }

    /// Returns the edge to a state from the expanded one, whose edges begin at `first`; `None` if there is none yet, and
    /// the next edge must be that one.
    #[inline]
    fn edge_to(&mut self, first: usize, to: StateId) -> Option<usize> {
        let last = self.last_edge[to];
        if last != NO_EDGE && last as usize >= first {
            return Some(last as usize);
        }
        self.last_edge[to] = self.graph.n_edges() as u32;
        self.graph.is_in_order &= to > self.next() || to < self.first;
        None
    }

    /// Reduces small weights to lowest terms and returns their sum.
    fn reduce(&mut self, first: usize) -> Total {
        let common = self.graph.weights_from(first);
        let common = common.fold(0_u64, |common, weight| match common {
            1 => 1,
            _ => common.gcd(weight),
        });
        let mut total = 0;
        for weight in self.graph.weights_from(first) {
            *weight /= common.max(1);
            total += *weight;
        }
        Total::Small(total)
    }

    #[cold]
    fn too_many(&self, at: Pc, limit: Limit) -> Fault {
        match self.runner.is_cancelled() {
            true => FaultKind::Cancelled(self.graph.nodes().len() as u64).at(Pc(0)),
            false => FaultKind::TooManyStates(self.graph.table.len() as u64, limit).at(at),
        }
    }
}
