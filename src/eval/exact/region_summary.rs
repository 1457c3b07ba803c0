//! Summaries of regions: a region is computed once for each value of the registers that it touches.
//!
//! Within a [`Region`], states are distinguished only by the registers that it touches. For each of them, from the last roll
//! back to the first, the numbers of ways to each result are computed; the other registers
//! are irrelevant, so that the summary is valid for every entry. A monotone counter is counted from
//! one end of its range; on entry, the count is added to the current value, and the run continues to an exit.

use super::exit_table::{ExitId, ExitOpId, ExitTable, Passes};
use super::packed_counters::PackedCounters;
use super::region::Region;
use super::runner::Runner;
use super::state_table::{EntryId, OutsideId, StateTable};
use crate::explore::{Location, QuestionId, Questions};
use crate::intern::{SliceInterner, StateId};
use crate::machine::{Machine, Pause};
use crate::policy::Deciding;
use crate::pool::Ways;
use crate::stop_set::{Stop, StopSet};
use num_integer::Integer;
use sandtable_ir::{Id, IndexVec, Pc, Reg};

sandtable_ir::define_ids! {
    /// A state within a region, distinguished by the registers that the region touches.
    struct InnerId;
    /// An end of a region: its results, with counters counted from one end of their ranges.
    struct EndId;
}

/// Maximum number of consecutive rolls within a region.
const MOST_DEPTH: usize = 256;
/// Maximum number of results per inner state, on average: with more, little is shared.
const MOST_RESULTS: usize = 16;
/// Maximum number of exits per entry, on average.
const MOST_PASSES: usize = 64;
/// Number of results that any region may have.
const FEW_RESULTS: usize = 1 << 12;
/// Maximum number of successors of exits that are memoised.
const MOST_BEYOND: usize = 1 << 22;
/// Weights above this are brought to lowest terms; others only where a region is entered.
const LARGE: u64 = 1 << 40;
/// Number of new inner states between two checks of the memory.
const OFTEN: usize = 64;
/// Placeholder for a state that is not known yet.
const NOWHERE: StateId = StateId(u32::MAX);

/// The summary of a region.
#[derive(Debug)]
pub(super) struct RegionSummary {
    /// The question with which the region begins.
    pub(super) question: QuestionId,
    region: Region,
    /// By question: the registers that are live inside.
    live: IndexVec<QuestionId, Vec<Reg>>,
    inner: SliceInterner<InnerId>,
    solutions: IndexVec<InnerId, Solution>,
    /// The inner states at the end of the region, and their results in lanes.
    ends: IndexVec<EndId, (InnerId, Option<u128>)>,
    packed: Option<PackedCounters>,
    /// The ends that each solved inner state leads to, with their ways.
    results: Vec<(EndId, u64)>,
    /// By end: the sum of its ways, during summation.
    sums: IndexVec<EndId, u64>,
    /// Memory for the transitions of an inner state.
    spare: Vec<Vec<(InnerId, u64)>>,
    /// The memory is checked again at this number of inner states.
    weighed_at: usize,
    behind: ExitTable,
}

#[derive(Debug, Clone, Copy)]
enum Solution {
    Unknown,
    /// On the current path, to detect cycles.
    Open,
    Known(Passes),
}

/// The values with which a region is entered.
#[derive(Debug, Clone, Copy)]
struct Entered {
    entry: EntryId,
    /// See [`PackedCounters::at_entry`].
    packed: Option<u128>,
}

impl RegionSummary {
    /// Returns an empty summary.
    pub(super) fn new(question: QuestionId, region: Region, questions: &Questions) -> Self {
        let live = questions.iter().map(|question| {
            let mut rolls = region.rolls.iter();
            let roll = rolls.find(|(at, _)| *at == question.at);
            roll.map_or_else(Vec::new, |(_, live)| live.clone())
        });
        Self {
            question,
            live: live.collect(),
            inner: SliceInterner::default(),
            behind: ExitTable::default(),
            packed: PackedCounters::of(&region),
            region,
            solutions: IndexVec::with_capacity(128),
            ends: IndexVec::with_capacity(64),
            results: Vec::with_capacity(256),
            sums: IndexVec::with_capacity(64),
            spare: Vec::new(),
            weighed_at: OFTEN,
        }
    }

    /// One way in which the region can be left: the exit, and in how many ways.
    #[inline]
    #[expect(
        clippy::indexing_slicing,
        reason = "places are those that `passes` has given"
    )]
    pub(super) fn pass(&self, at: usize) -> (ExitId, u64) {
        self.behind.passes[at]
    }

    /// The op of an exit, by its place in [`Region::exits`].
    fn op_of(&self, exit: ExitId) -> ExitOpId {
        self.behind.op_of(exit)
    }

    /// Writes the values of all registers that the region touches into a machine, which is then at an exit.
    pub(super) fn restore_exit(&self, exit: ExitId, machine: &mut Machine) {
        let at = self.region.exit(self.op_of(exit).index());
        self.behind.exits.restore(exit, &at.results, machine);
        machine.pc = at.at;
    }

    /// The state to which an exit leads, if that is remembered.
    #[inline]
    pub(super) fn beyond(&self, outside: OutsideId, exit: ExitId) -> Option<StateId> {
        let exits = self.behind.beyond.find(outside)?;
        exits.find(exit).copied().filter(|to| *to != NOWHERE)
    }

    /// Remembers the state to which an exit leads.
    pub(super) fn remember_beyond(&mut self, outside: OutsideId, exit: ExitId, to: StateId) {
        let behind = &mut self.behind;
        behind.beyond.reach_in_powers(outside, IndexVec::new());
        let exits = &mut behind.beyond[outside];
        if !exits.has(exit) {
            let n_places = behind.exits.len().next_power_of_two();
            let more = n_places.saturating_sub(exits.len());
            if behind.n_beyond + more > MOST_BEYOND {
                return;
            }
            behind.n_beyond += more;
            exits.reach(ExitId::from_index(n_places - 1), NOWHERE);
        }
        exits[exit] = to;
    }

    /// The state to which an exit leads, and whether it is new, if it is known what either side contributes: the exit, and
    /// the registers that the region leaves alone.
    #[inline]
    pub(super) fn joined(
        &mut self,
        outside: OutsideId,
        exit: ExitId,
        table: &mut StateTable,
        machine: &mut Machine,
    ) -> Option<(StateId, bool)> {
        let path = self.behind.path_of[exit]?;
        let outsides = self.behind.from_outside.find(path)?;
        let from_outside = outsides.find(outside).copied().flatten()?;
        let to = from_outside.question;
        let known = self.behind.from_exit.find(exit).copied().flatten();
        let known = known.filter(|known| known.question == to);
        if let Some(state) = known.and_then(|from_exit| table.joined(from_outside, from_exit)) {
            return Some(state);
        }
        self.restore_exit(exit, machine);
        let op = self.op_of(exit);
        let results = &self.region.exit(op.index()).results;
        let side = [self.question.0 as i32 * 2, op.0 as i32];
        let from_exit = table.contribution(to, side, machine, |reg| results.contains(reg))?;
        self.behind.from_exit.reach_in_powers(exit, None);
        self.behind.from_exit[exit] = Some(from_exit);
        table.join(from_outside, from_exit, machine, |reg| {
            !results.contains(reg)
        });
        table.joined(from_outside, from_exit)
    }

    /// Memoises the contribution of the registers that the region does not touch to the current state of a machine, which was
    /// reached from an exit, if it depends on them alone.
    pub(super) fn remember_contribution(
        &mut self,
        outside: OutsideId,
        exit: ExitId,
        to: StateId,
        table: &mut StateTable,
        machine: &Machine,
    ) {
        let (Some(path), Location::Question(to)) = (self.behind.path_of[exit], table.location(to))
        else {
            return;
        };
        let op = self.op_of(exit);
        let results = &self.region.exit(op.index()).results;
        let side = [self.question.0 as i32 * 2 + 1, op.0 as i32];
        let is_own = |reg: &Reg| !results.contains(reg);
        if let Some(contribution) = table.contribution(to, side, machine, is_own) {
            self.behind.from_outside.reach(path, IndexVec::new());
            let outsides = &mut self.behind.from_outside[path];
            outsides.reach_in_powers(outside, None);
            outsides[outside] = Some(contribution);
        }
    }

    /// Returns the exits of an entry; `None` if the region is not worth a summary, or if a path raises a
    /// fault.
    pub(super) fn passes(
        &mut self,
        runner: &mut Runner<'_>,
        table: &StateTable,
        entry: EntryId,
    ) -> Option<Passes> {
        if let Some(known) = self.behind.known.find(entry).copied().flatten() {
            return Some(known);
        }
        let passes = self.enter(runner, table, entry)?;
        self.behind.known.reach(entry, None);
        self.behind.known[entry] = Some(passes);
        Some(passes)
    }

    /// Computes the region for an entry, and continues from each of its ends to an exit.
    fn enter(
        &mut self,
        runner: &mut Runner<'_>,
        table: &StateTable,
        entry: EntryId,
    ) -> Option<Passes> {
        let n_entries = self.behind.known.len();
        if self.behind.passes.len() > FEW_RESULTS + MOST_PASSES * n_entries {
            return None;
        }
        let question = self.question;
        table.restore_entry(question, entry, &mut runner.machine);
        let mut starts = std::mem::take(&mut self.behind.starts);
        starts.clear();
        for counted in &self.region.counted {
            starts.push(runner.machine.get(counted.counter.reg));
            runner
                .machine
                .set(counted.counter.reg, counted.counter.start);
        }
        let kind = Location::Question(question).code();
        let live = &self.live[question];
        let (inner, _) = self.inner.intern_registers(kind, live, &runner.machine);
        let solved = self.solve(runner, inner, 0)?;
        let before = table.entry(question, entry)?;
        let only_read = self.region.values_only_read(before);
        let packed = self.packed.as_ref();
        let packed = packed.and_then(|packed| packed.at_entry(&self.region, &starts, only_read));
        let entered = Entered { entry, packed };
        let first = self.behind.passes.len();
        for at in solved.range() {
            let (end, ways) = self.result(at);
            let exit = self.leave(runner, table, entered, &starts, end)?;
            let behind = &mut self.behind;
            behind.sums.reach(exit, 0);
            if behind.sums[exit] == 0 {
                behind.passes.push((exit, 0));
            }
            // No more than the total.
            behind.sums[exit] += ways;
        }
        self.behind.starts = starts;
        let total = self.behind.take_sums(first, solved.total);
        Some(Passes {
            start: first as u32,
            end: self.behind.passes.len() as u32,
            total,
        })
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "places are those of a solved inner state"
    )]
    fn result(&self, at: usize) -> (EndId, u64) {
        self.results[at]
    }

    /// The exit to which an end of the region leads, if it was entered with these values in its counters.
    fn leave(
        &mut self,
        runner: &mut Runner<'_>,
        table: &StateTable,
        entered: Entered,
        starts: &[i32],
        end: EndId,
    ) -> Option<ExitId> {
        let Self { region, behind, .. } = self;
        let question = self.question;
        let (inner, at_end) = self.ends[end];
        let packed = self.packed.as_ref().zip(at_end).zip(entered.packed);
        let packed = packed.and_then(|((packed, end), entry)| packed.join(end, entry));
        if let Some(known) = packed.and_then(|word| behind.exit_of_packed.get(word)) {
            return Some(known);
        }
        let key = &mut behind.key;
        key.clear();
        key.extend(self.inner.values(inner));
        for (counted, start) in region.counted.iter().zip(starts) {
            let place = key.get_mut(counted.place)?;
            *place = counted.counter.after(*start, *place)?;
        }
        if packed.is_none() {
            let before = table.entry(question, entered.entry)?;
            key.extend(region.values_only_read(before));
            let (results, is_new) = behind.results.intern(key);
            if !is_new {
                return Some(behind.exit_of[results]);
            }
        }
        table.restore_entry(question, entered.entry, &mut runner.machine);
        let results = region.results.iter().zip(key.iter());
        results.for_each(|(reg, value)| runner.machine.set(*reg, *value));
        runner.machine.pc = region.end;
        let at = run_until(runner, &region.stops)?;
        let op = region.exits.iter().position(|exit| exit.at == at)?;
        let results = &region.exit(op).results;
        let (exit, is_new) = behind
            .exits
            .intern_registers(op as i32, results, &runner.machine);
        if is_new {
            let (representative, path) = behind.classify(runner, exit, results);
            behind.representative.push(representative);
            behind.path_of.push(path);
        }
        let exit = behind.representative[exit];
        match packed {
            Some(word) => behind.exit_of_packed.insert(word, exit),
            None => {
                behind.exit_of.push(exit);
            }
        }
        Some(exit)
    }

    /// Computes the results from an inner state with their ways; `None` for a cycle, beyond the bounds of depth, inner
    /// states or results, and for a fault.
    fn solve(&mut self, runner: &mut Runner<'_>, inner: InnerId, depth: usize) -> Option<Passes> {
        match self.solutions.find(inner) {
            Some(Solution::Known(known)) => return Some(*known),
            Some(Solution::Open) => return None,
            Some(Solution::Unknown) | None => {}
        }
        let question = match Location::of_code(self.inner.kind(inner)) {
            Location::Question(question) => question,
            Location::End => {
                let start = self.results.len();
                let results = self.inner.values(inner);
                let packed = self.packed.as_ref();
                let packed = packed.and_then(|packed| packed.at_end(results));
                let end = self.ends.push((inner, packed));
                self.results.push((end, 1));
                return Some(self.keep(inner, start, 1));
            }
        };
        let n_inner = self.inner.len();
        let has_many = self.results.len() > FEW_RESULTS + MOST_RESULTS * n_inner;
        if depth > MOST_DEPTH || has_many || self.is_too_large(runner) {
            return None;
        }
        self.set_solution(inner, Solution::Open);
        let ways = self.transitions(runner, inner, question)?;
        let (mut total, mut common) = (0_u64, 1_u64);
        for (to, ways) in &ways {
            let there = self.solve(runner, *to, depth + 1)?;
            common = checked_lcm(common, there.total)?;
            total = total.checked_add(*ways)?;
        }
        let known = self.add_up(inner, &ways, total.checked_mul(common)?, common);
        self.spare.push(ways);
        known
    }

    /// Returns the memory in use, in bytes; for the data after exits, only the part that grows with every entry.
    pub(super) fn n_bytes(&self) -> usize {
        self.inner.n_bytes()
            + size_of::<Solution>() * self.solutions.len()
            + size_of::<(InnerId, Option<u128>)>() * self.ends.len()
            + size_of::<(EndId, u64)>() * self.results.len()
            + self.behind.n_bytes()
    }

    /// Whether it uses half of the memory for tables, which leaves the other half to exploration without a summary;
    /// checked at intervals.
    fn is_too_large(&mut self, runner: &Runner<'_>) -> bool {
        if self.inner.len() < self.weighed_at {
            return false;
        }
        self.weighed_at = self.inner.len() + OFTEN;
        self.n_bytes() > runner.budget.for_tables() / 2
    }

    /// Returns the inner states after the answers to a question, with the number of ways.
    fn transitions(
        &mut self,
        runner: &mut Runner<'_>,
        inner: InnerId,
        question: QuestionId,
    ) -> Option<Vec<(InnerId, u64)>> {
        let pool = runner.questions[question].pool?;
        let answers = runner.answers(question, pool).ok()?;
        let mut found = self.spare.pop().unwrap_or_default();
        found.clear();
        let Ways::Small(ways) = &answers.ways else {
            return None;
        };
        for (value, ways) in answers.values.iter().zip(ways) {
            let live = &self.live[question];
            self.inner.restore(inner, live, &mut runner.machine);
            runner.answer(question, *value);
            let to = self.run_inside(runner)?;
            match found.iter_mut().find(|(known, _)| *known == to) {
                Some((_, sum)) => *sum += ways,
                None => found.push((to, *ways)),
            }
        }
        Some(found)
    }

    /// Runs to the next question inside, or to the end of the region.
    fn run_inside(&mut self, runner: &mut Runner<'_>) -> Option<InnerId> {
        let at = run_until(runner, &self.region.stop)?;
        let (location, regs) = match at == self.region.end {
            true => (Location::End, &self.region.results),
            false => {
                let question = runner.questions.at(at)?;
                (Location::Question(question), &self.live[question])
            }
        };
        let found = self
            .inner
            .intern_registers(location.code(), regs, &runner.machine);
        Some(found.0)
    }

    /// Joins the ends that the transitions of an inner state lead to, all of them solved: each over its own total, brought
    /// to `common`.
    #[expect(
        clippy::indexing_slicing,
        reason = "`start` is a length that the results had before"
    )]
    fn add_up(
        &mut self,
        inner: InnerId,
        transitions: &[(InnerId, u64)],
        total: u64,
        common: u64,
    ) -> Option<Passes> {
        if let Some(last) = self.ends.len().checked_sub(1) {
            self.sums.reach(EndId::from_index(last), 0);
        }
        let start = self.results.len();
        for (to, ways) in transitions {
            let Solution::Known(there) = self.solutions[*to] else {
                return None;
            };
            let factor = ways.checked_mul(common / there.total.max(1))?;
            for at in there.range() {
                let (end, ways) = self.result(at);
                if self.sums[end] == 0 {
                    self.results.push((end, 0));
                }
                let more = ways.checked_mul(factor)?;
                self.sums[end] = self.sums[end].checked_add(more)?;
            }
        }
        for (end, ways) in &mut self.results[start..] {
            *ways = std::mem::take(&mut self.sums[*end]);
        }
        let known = self.keep(inner, start, total);
        match total {
            ..LARGE => Some(known),
            _ => Some(self.reduce(inner, known)),
        }
    }

    /// Brings the ways of an inner state to lowest terms.
    #[expect(
        clippy::indexing_slicing,
        reason = "the range is that of a solved inner state"
    )]
    fn reduce(&mut self, inner: InnerId, known: Passes) -> Passes {
        let results = &mut self.results[known.range()];
        let divisor = results
            .iter()
            .fold(known.total, |divisor, (_, ways)| match divisor {
                1 => 1,
                _ => divisor.gcd(ways),
            })
            .max(1);
        for (_, ways) in results {
            *ways /= divisor;
        }
        let known = Passes {
            total: known.total / divisor,
            ..known
        };
        self.set_solution(inner, Solution::Known(known));
        known
    }

    fn keep(&mut self, inner: InnerId, start: usize, total: u64) -> Passes {
        let known = Passes {
            start: start as u32,
            end: self.results.len() as u32,
            total,
        };
        debug_assert_eq!(
            known.range().map(|at| self.result(at).1).sum::<u64>(),
            total,
            "the ways of all ends are the total"
        );
        self.set_solution(inner, Solution::Known(known));
        known
    }

    fn set_solution(&mut self, inner: InnerId, solution: Solution) {
        self.solutions.reach(inner, Solution::Unknown);
        self.solutions[inner] = solution;
    }
}

/// Runs to the next roll, or to one of some ops; `None` if anything else stops the run.
fn run_until(runner: &mut Runner<'_>, stops: &StopSet) -> Option<Pc> {
    let most = runner.most_steps();
    let mut steps = most;
    let mut deciding = Deciding(runner.unstated);
    let machine = &mut runner.machine;
    let found = match stops.run(runner.program, machine, &mut deciding, &mut steps) {
        Stop::Before(at) => Some(at),
        Stop::Paused(Pause::Roll(_)) => Some(runner.machine.pc),
        Stop::Paused(Pause::Done | Pause::Judge(_) | Pause::Choose(_) | Pause::Fault(_)) => None,
    };
    runner.spend(most - steps);
    found
}

fn checked_lcm(one: u64, other: u64) -> Option<u64> {
    if one.is_multiple_of(other) {
        return Some(one);
    }
    if other.is_multiple_of(one) {
        return Some(other);
    }
    (one / one.gcd(&other).max(1)).checked_mul(other)
}
