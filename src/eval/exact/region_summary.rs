//! Stretches of a program that are worked out once for each value of the registers that they touch.
//!
//! Inside a [`Region`] the situations are told apart only by what it touches. For each of them, from the last throw
//! back to the first, it is found how likely the stretch ends with which results; what stands in the other registers
//! does not matter, so the answer serves wherever the stretch is gone through. What is only counted is counted from
//! one end of its range; on entering, it is added to what stands there, and the run goes on to an exit.

use super::continuation::{Onward, Room};
use super::graph::{Explorer, Question};
use super::packed_counters::Lanes;
use super::region::{Region, Stops};
use super::state_table::{Halfway, Places};
use super::table::Table;
use crate::keys::Keys;
use crate::machine::{Machine, Pause};
use crate::policy::Deciding;
use crate::pool::Ways;
use crate::situations::END;
use num_integer::Integer;
use sandtable_ir::{Pc, Reg};

/// Throws that may follow one another inside.
const MOST_DEPTH: usize = 256;
/// Results over all situations inside, for each situation: beyond that little is shared.
const MOST_RESULTS: usize = 16;
/// Exits over all entries, for each entry: likewise.
const MOST_PASSES: usize = 64;
/// Results that any stretch may have.
const FEW_RESULTS: usize = 1 << 12;
/// How many ways on from the exits are remembered.
const MOST_BEYOND: usize = 1 << 22;
/// Ways are brought to lowest terms when they are so many; else only where a stretch is entered.
const LARGE: u64 = 1 << 40;
/// Where nobody went yet.
const UNKNOWN: u32 = u32::MAX;

/// What a stretch comes to.
#[derive(Debug)]
pub(super) struct Kernel {
    pub(super) region: Region,
    /// By question: the registers that are kept inside.
    kept: Vec<Vec<Reg>>,
    situations: Keys,
    /// By situation.
    answers: Vec<Answer>,
    /// The situations at the end of it, and their results in lanes.
    ends: Vec<(u32, Option<u128>)>,
    lanes: Option<Lanes>,
    /// Places in [`Self::ends`], with their ways.
    results: Vec<(u32, u64)>,
    /// By end or exit, while ways are added up.
    ways: Vec<u64>,
    /// Room for the answers to a question.
    spare: Vec<Vec<(u32, u64)>>,
    /// What is behind the end.
    behind: Behind,
}

/// How a stretch is entered and left: with the numbers that really stand in the registers.
#[derive(Debug, Default)]
struct Behind {
    /// By entry, see [`super::state_table`].
    known: Vec<Option<Known>>,
    /// The exits of all entries, with their ways.
    passes: Vec<(u32, u64)>,
    /// By what the stretch writes and what it only reads, at its end: the exit to which that leads.
    exit_of_lanes: Table<u128>,
    /// The same where that does not fit the lanes; the number of an end is its place in [`Self::exit_of`].
    ends: Keys,
    key: Vec<i32>,
    /// What stood in the registers that the stretch only counts, where it was entered.
    starts: Vec<i32>,
    exit_of: Vec<u32>,
    exits: Keys,
    /// By exit: the first from which the same follows.
    alike: Vec<u32>,
    /// By the place of an exit: what follows there; the outer `None` if nobody has looked yet.
    onwards: Vec<Option<Option<Onward>>>,
    room: Room,
    /// What tells apart what follows; by number, the first exit.
    keys: Keys,
    first_of: Vec<u32>,
    /// By what the stretch does not touch, and by exit: the place to which it leads.
    beyond: Vec<Vec<u32>>,
    n_beyond: usize,
    /// By exit: its class, see [`Self::classes`]; [`UNKNOWN`] where both sides say together what follows.
    class_of: Vec<u32>,
    /// The place of an exit, and what it says of the ways behind it.
    classes: Keys,
    /// By class of the exit and what the stretch does not touch: what that brings to the question that follows.
    outside_at: Vec<Vec<Halfway>>,
    /// By exit: what it brings to the question to which it was followed.
    exit_at: Vec<Halfway>,
}

#[derive(Debug, Clone, Copy)]
enum Answer {
    Unknown,
    /// Being worked out.
    Open,
    Known(Known),
}

/// How a stretch can end: a piece of a list, and the ways of all together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    start: u32,
    end: u32,
    pub(super) total: u64,
}

impl Known {
    /// Where its exits stand, see [`Kernel::pass`].
    pub(super) fn places(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl Kernel {
    /// Nothing is worked out yet.
    pub(super) fn new(region: Region, questions: &[Question]) -> Self {
        let inside = |question: &Question| {
            let mut throws = region.throws.iter();
            let throw = throws.find(|(at, _)| *at == question.at);
            throw.map_or_else(Vec::new, |(_, kept)| kept.clone())
        };
        Self {
            kept: questions.iter().map(inside).collect(),
            situations: Keys::default(),
            behind: Behind {
                passes: Vec::with_capacity(64),
                ..Behind::default()
            },
            lanes: Lanes::of(&region),
            region,
            answers: Vec::with_capacity(128),
            ends: Vec::with_capacity(64),
            results: Vec::with_capacity(256),
            ways: Vec::with_capacity(64),
            spare: Vec::new(),
        }
    }

    /// One way in which the stretch can be left: the number of the exit, and in how many ways.
    #[inline]
    pub(super) fn pass(&self, at: usize) -> Option<(u32, u64)> {
        self.behind.passes.get(at).copied()
    }

    /// Goes to an exit: the machine stands there, with all that the stretch touches.
    pub(super) fn leave(&self, exit: u32, machine: &mut Machine) {
        let kind = self.behind.exits.kind(exit);
        if let Some(at) = self.region.exits.get(kind as usize) {
            self.behind.exits.restore(exit, &at.results, machine);
            machine.pc = at.at;
        }
    }

    /// Where an exit leads, if somebody went there.
    #[inline]
    pub(super) fn beyond(&self, outside: u32, exit: u32) -> Option<u32> {
        let exits = self.behind.beyond.get(outside as usize)?;
        exits
            .get(exit as usize)
            .copied()
            .filter(|to| *to != UNKNOWN)
    }

    /// Remembers where an exit leads.
    pub(super) fn goes_on(&mut self, outside: u32, exit: u32, to: u32) {
        let n_exits = self.behind.exits.len();
        if self.behind.beyond.len() <= outside as usize {
            let n_outsides = (outside as usize + 1).next_power_of_two();
            self.behind.beyond.resize(n_outsides, Vec::new());
        }
        let Some(exits) = self.behind.beyond.get_mut(outside as usize) else {
            return;
        };
        if exits.len() <= exit as usize {
            let n_places = n_exits.next_power_of_two();
            let more = n_places.saturating_sub(exits.len());
            if self.behind.n_beyond + more > MOST_BEYOND {
                return;
            }
            self.behind.n_beyond += more;
            exits.resize(n_places, UNKNOWN);
        }
        if let Some(place) = exits.get_mut(exit as usize) {
            *place = to;
        }
    }

    /// The place to which an exit leads, and whether it is new, if it is known what either side brings there: the exit, and
    /// the registers that the stretch leaves alone. `question` is that of this stretch.
    #[inline]
    pub(super) fn meets(
        &mut self,
        outside: u32,
        exit: u32,
        question: usize,
        places: &mut Places,
        machine: &mut Machine,
    ) -> Option<(u32, bool)> {
        let class = *self.behind.class_of.get(exit as usize)? as usize;
        let from_outside = *self.behind.outside_at.get(class)?.get(outside as usize)?;
        let to = from_outside.question;
        if to == END {
            return None;
        }
        let known = self.behind.exit_at.get(exit as usize).copied();
        let known = known.filter(|known| known.question == to);
        if let Some(place) = known.and_then(|from_exit| places.meet(from_outside, from_exit)) {
            return Some(place);
        }
        self.leave(exit, machine);
        let kind = self.behind.exits.kind(exit);
        let results = &self.region.exits.get(kind as usize)?.results;
        let side = [question as i32 * 2, kind];
        let from_exit = places.parts(to, side, machine, |reg| results.contains(reg))?;
        put(&mut self.behind.exit_at, exit, from_exit);
        places.join(from_outside, from_exit, machine, |reg| {
            !results.contains(reg)
        });
        places.meet(from_outside, from_exit)
    }

    /// Remembers what the registers that the stretch leaves alone bring to the place where a machine stands, that has come
    /// from an exit, if that follows from them alone.
    pub(super) fn goes_apart(
        &mut self,
        outside: u32,
        exit: u32,
        question: usize,
        to: u32,
        places: &mut Places,
        machine: &Machine,
    ) {
        let kind = self.behind.exits.kind(exit);
        let class = self.behind.class_of.get(exit as usize).copied();
        let (Some(class), Some(at)) = (
            class.filter(|class| *class != UNKNOWN),
            self.region.exits.get(kind as usize),
        ) else {
            return;
        };
        let side = [question as i32 * 2 + 1, kind];
        let to = places.kind(to);
        let is_own = |reg: &Reg| !at.results.contains(reg);
        if let Some(brings) = places.parts(to, side, machine, is_own) {
            let class = class as usize;
            let outsides = &mut self.behind.outside_at;
            outsides.resize(outsides.len().max(class + 1), Vec::new());
            if let Some(outsides) = outsides.get_mut(class) {
                put(outsides, outside, brings);
            }
        }
    }

    fn answer(&mut self, node: u32, answer: Answer) {
        if self.answers.len() <= node as usize {
            self.answers.resize(node as usize + 1, Answer::Unknown);
        }
        if let Some(place) = self.answers.get_mut(node as usize) {
            *place = answer;
        }
    }
}

/// With what a stretch is entered.
#[derive(Debug, Clone, Copy)]
struct Entered {
    entry: u32,
    /// Index of the question.
    kind: usize,
    /// See [`Lanes::at_entry`].
    lanes: Option<u128>,
}

fn put(list: &mut Vec<Halfway>, at: u32, halfway: Halfway) {
    if list.len() <= at as usize {
        let n_places = (at as usize + 1).next_power_of_two();
        list.resize(n_places, Halfway::default());
    }
    if let Some(place) = list.get_mut(at as usize) {
        *place = halfway;
    }
}

impl Explorer<'_, '_> {
    /// How the stretch is left that is entered with these numbers; `None` if that is not worth following by itself, or a
    /// fault lies on the way.
    pub(super) fn through(
        &mut self,
        kernel: &mut Kernel,
        entry: u32,
        kind: usize,
    ) -> Option<Known> {
        let known = kernel.behind.known.get(entry as usize).copied();
        if let Some(known) = known.flatten() {
            return Some(known);
        }
        let known = self.enter(kernel, entry, kind)?;
        let entries = &mut kernel.behind.known;
        entries.resize(entries.len().max(entry as usize + 1), None);
        *entries.get_mut(entry as usize)? = Some(known);
        Some(known)
    }

    /// Works out the stretch for what it is entered with, and goes on from each of its ends to an exit.
    fn enter(&mut self, kernel: &mut Kernel, entry: u32, kind: usize) -> Option<Known> {
        let n_entries = kernel.behind.known.len();
        if kernel.behind.passes.len() > FEW_RESULTS + MOST_PASSES * n_entries {
            return None;
        }
        self.graph
            .places
            .restore_entry(kind, entry, &mut self.machine);
        let mut starts = std::mem::take(&mut kernel.behind.starts);
        starts.clear();
        for counted in &kernel.region.counted {
            starts.push(self.machine.get(counted.step.reg));
            self.machine.set(counted.step.reg, counted.step.start);
        }
        let kept = kernel.kept.get(kind)?;
        let (node, _) = kernel
            .situations
            .number_at(kind as i32, kept, &self.machine);
        let known = self.solve(kernel, node, 0)?;
        let before = self.graph.places.entry(kind, entry);
        let only_read = kernel.region.only_read.iter();
        let only_read = only_read.filter_map(|at| before.get(*at).copied());
        let lanes = kernel.lanes.as_ref();
        let entered = Entered {
            entry,
            kind,
            lanes: lanes.and_then(|lanes| lanes.at_entry(&kernel.region, &starts, only_read)),
        };
        let first = kernel.behind.passes.len();
        for at in known.places() {
            let (end, ways) = kernel.results.get(at).copied()?;
            let exit = self.leave(kernel, entered, &starts, end)?;
            kernel
                .ways
                .resize(kernel.ways.len().max(exit as usize + 1), 0);
            let sum = kernel.ways.get_mut(exit as usize)?;
            if *sum == 0 {
                kernel.behind.passes.push((exit, 0));
            }
            // No more than the total.
            *sum += ways;
        }
        kernel.behind.starts = starts;
        let passes = kernel.behind.passes.get_mut(first..)?;
        let mut divisor = known.total;
        for (exit, ways) in passes.iter_mut() {
            *ways = std::mem::take(kernel.ways.get_mut(*exit as usize)?);
            if divisor != 1 {
                divisor = divisor.gcd(ways);
            }
        }
        for (_, ways) in passes {
            *ways /= divisor.max(1);
        }
        Some(Known {
            start: first as u32,
            end: kernel.behind.passes.len() as u32,
            total: known.total / divisor.max(1),
        })
    }

    /// The exit to which an end of the stretch leads, if it was entered with these numbers in what it counts.
    fn leave(
        &mut self,
        kernel: &mut Kernel,
        entered: Entered,
        starts: &[i32],
        end: u32,
    ) -> Option<u32> {
        let Kernel {
            region,
            situations,
            behind,
            ..
        } = kernel;
        let (node, lanes) = kernel.ends.get(end as usize).copied()?;
        let lanes = kernel.lanes.as_ref().zip(lanes).zip(entered.lanes);
        let lanes = lanes.and_then(|((lanes, end), entry)| lanes.join(end, entry));
        if let Some(known) = lanes.and_then(|lanes| behind.exit_of_lanes.get(lanes)) {
            return Some(known);
        }
        let Entered { entry, kind, .. } = entered;
        let key = &mut behind.key;
        key.clear();
        key.extend(situations.get(node));
        for (counted, start) in region.counted.iter().zip(starts) {
            let place = key.get_mut(counted.place + 1)?;
            *place = counted.step.after(*start, *place)?;
        }
        if lanes.is_none() {
            let before = self.graph.places.entry(kind, entry);
            key.extend(region.only_read.iter().filter_map(|at| before.get(*at)));
            let (end, is_new) = behind.ends.number(key);
            if !is_new {
                return behind.exit_of.get(end as usize).copied();
            }
        }
        self.graph
            .places
            .restore_entry(kind, entry, &mut self.machine);
        let results = region.results.iter().zip(key.iter().skip(1));
        results.for_each(|(reg, value)| self.machine.set(*reg, *value));
        self.machine.pc = region.end;
        let at = self.run_until(&region.stops)?;
        let kind = region.exits.iter().position(|exit| exit.at == at)?;
        let results = &region.exits.get(kind)?.results;
        let (exit, is_new) = behind.exits.number_at(kind as i32, results, &self.machine);
        if is_new {
            let (alike, class) = self.first_alike(behind, exit, results);
            behind.alike.push(alike);
            behind.class_of.push(class);
        }
        let exit = behind.alike.get(exit as usize).copied()?;
        match lanes {
            Some(lanes) => behind.exit_of_lanes.put(lanes, exit),
            None => behind.exit_of.push(exit),
        }
        Some(exit)
    }

    /// The first exit from which the same follows as from this, at which the machine stands, and the class of this.
    fn first_alike(&mut self, behind: &mut Behind, exit: u32, results: &[Reg]) -> (u32, u32) {
        let program = self.graph.program;
        let kind = behind.exits.kind(exit);
        let n_kinds = behind.onwards.len().max(kind as usize + 1);
        behind.onwards.resize_with(n_kinds, || None);
        let Some(place) = behind.onwards.get_mut(kind as usize) else {
            return (exit, UNKNOWN);
        };
        let questions = &self.questions;
        let at = self.machine.pc;
        let onward = place.get_or_insert_with(|| Onward::of(program, questions, at, results));
        let Some(onward) = onward else {
            return (exit, UNKNOWN);
        };
        let room = &mut behind.room;
        // Where nothing is done with the numbers, they settle nothing.
        if onward.is_idle {
            room.settles.clear();
        } else if onward.go(program, &mut self.machine, room).is_none() {
            return (exit, UNKNOWN);
        }
        let mut class = UNKNOWN;
        if onward.is_apart {
            room.settles.push(kind);
            (class, _) = behind.classes.number(&room.settles);
        }
        if onward.is_idle {
            return (exit, class);
        }
        room.key.push(kind);
        let (number, is_new) = behind.keys.number(&room.key);
        if is_new {
            behind.first_of.push(exit);
        }
        let first = behind.first_of.get(number as usize);
        (first.copied().unwrap_or(exit), class)
    }

    /// Runs to the next throw, or to one of some ops.
    fn run_until(&mut self, stops: &Stops) -> Option<Pc> {
        let program = self.graph.program;
        let mut steps = self.budget.steps.min(self.steps);
        let before = steps;
        let mut deciding = Deciding(self.unstated);
        let ops = &stops.ops;
        let pause = self.machine.run_on(program, ops, &mut deciding, &mut steps);
        self.steps -= before - steps;
        let at = self.machine.pc;
        match pause {
            Pause::Roll(_) => Some(at),
            // To stop is no op of the program.
            Pause::Done if stops.is_stop(at) => {
                self.steps += 1;
                Some(at)
            }
            Pause::Done | Pause::Judge(_) | Pause::Choose(_) | Pause::Fault(_) => None,
        }
    }

    fn solve(&mut self, kernel: &mut Kernel, node: u32, depth: usize) -> Option<Known> {
        match kernel.answers.get(node as usize) {
            Some(Answer::Known(known)) => return Some(*known),
            Some(Answer::Open) => return None,
            Some(Answer::Unknown) | None => {}
        }
        let kind = kernel.situations.kind(node);
        if kind == END {
            let start = kernel.results.len();
            kernel.results.push((kernel.ends.len() as u32, 1));
            let results = kernel.situations.get(node).get(1..)?;
            let lanes = kernel.lanes.as_ref();
            let lanes = lanes.and_then(|lanes| lanes.at_end(results));
            kernel.ends.push((node, lanes));
            return Some(keep(kernel, node, start, 1));
        }
        let n_situations = kernel.situations.len();
        if depth > MOST_DEPTH || kernel.results.len() > FEW_RESULTS + MOST_RESULTS * n_situations {
            return None;
        }
        kernel.answer(node, Answer::Open);
        let ways = self.ways_inside(kernel, node, kind as usize)?;
        let (mut total, mut common) = (0_u64, 1_u64);
        for (to, ways) in &ways {
            let there = self.solve(kernel, *to, depth + 1)?;
            common = checked_lcm(common, there.total)?;
            total = total.checked_add(*ways)?;
        }
        let known = add_up(kernel, node, &ways, total.checked_mul(common)?, common);
        kernel.spare.push(ways);
        known
    }

    /// Where the answers to a question inside lead, and in how many ways.
    fn ways_inside(
        &mut self,
        kernel: &mut Kernel,
        node: u32,
        kind: usize,
    ) -> Option<Vec<(u32, u64)>> {
        let question = self.questions.list.get(kind)?;
        let (at, pool, answer) = (question.at, question.pool, question.answer);
        let sums = self.take_sums(kind, pool?, at).ok()?;
        let mut found = kernel.spare.pop().unwrap_or_default();
        found.clear();
        let Ways::Small(ways) = &sums.ways else {
            return None;
        };
        for (value, ways) in sums.values.iter().zip(ways) {
            let kept = kernel.kept.get(kind)?;
            kernel.situations.restore(node, kept, &mut self.machine);
            self.machine.set(answer, *value);
            self.machine.pc = Pc(at.0 + 1);
            let to = self.run_inside(kernel)?;
            match found.iter_mut().find(|(known, _)| *known == to) {
                Some((_, sum)) => *sum += ways,
                None => found.push((to, *ways)),
            }
        }
        if let Some(question) = self.questions.list.get_mut(kind) {
            question.sums = Some(sums);
        }
        Some(found)
    }

    /// Runs to the next question inside, or to the end of the stretch.
    fn run_inside(&mut self, kernel: &mut Kernel) -> Option<u32> {
        let at = self.run_until(&kernel.region.stop)?;
        let (kind, regs) = match at == kernel.region.end {
            true => (END, &kernel.region.results),
            false => {
                let kind = self.questions.index(at);
                (kind, kernel.kept.get(kind as usize)?)
            }
        };
        let (node, _) = kernel.situations.number_at(kind, regs, &self.machine);
        Some(node)
    }
}

/// Joins what the answers of a situation lead to, all of it known: each over its own total, brought to `common`.
fn add_up(
    kernel: &mut Kernel,
    node: u32,
    answers: &[(u32, u64)],
    total: u64,
    common: u64,
) -> Option<Known> {
    let Kernel {
        answers: known,
        results,
        ways: sums,
        ends,
        ..
    } = kernel;
    sums.resize(sums.len().max(ends.len()), 0);
    let start = results.len();
    for (to, ways) in answers {
        let Some(Answer::Known(there)) = known.get(*to as usize) else {
            return None;
        };
        let factor = ways.checked_mul(common / there.total.max(1))?;
        for at in there.places() {
            let (end, ways) = results.get(at).copied()?;
            let sum = sums.get_mut(end as usize)?;
            if *sum == 0 {
                results.push((end, 0));
            }
            *sum = sum.checked_add(ways.checked_mul(factor)?)?;
        }
    }
    for (end, ways) in results.get_mut(start..)? {
        *ways = std::mem::take(sums.get_mut(*end as usize)?);
    }
    let known = keep(kernel, node, start, total);
    match total {
        ..LARGE => Some(known),
        _ => reduce(kernel, node, known),
    }
}

/// Brings the ways of a situation to lowest terms.
fn reduce(kernel: &mut Kernel, node: u32, known: Known) -> Option<Known> {
    let results = kernel.results.get_mut(known.places())?;
    let mut divisor = known.total;
    for (_, ways) in results.iter() {
        if divisor == 1 {
            break;
        }
        divisor = divisor.gcd(ways);
    }
    for (_, ways) in results {
        *ways /= divisor.max(1);
    }
    let known = Known {
        total: known.total / divisor.max(1),
        ..known
    };
    kernel.answer(node, Answer::Known(known));
    Some(known)
}

fn keep(kernel: &mut Kernel, node: u32, start: usize, total: u64) -> Known {
    let known = Known {
        start: start as u32,
        end: kernel.results.len() as u32,
        total,
    };
    kernel.answer(node, Answer::Known(known));
    known
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
