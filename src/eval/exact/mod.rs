//! Driver: follows every answer and computes the exact odds.
//!
//! In two phases. [`explorer`] finds every reachable state of the machine at a question, each once,
//! and the transitions between them: the [`graph`]. A region of several rolls that
//! touches only some registers is summarised ([`region_summary`]): computed once for each of their values. [`propagate`]
//! then propagates weights through the graph, as integers over denominators that are known beforehand; cyclic
//! components are solved as linear equations. Without cycles, and while the numbers stay small, integers of fixed width are used. Only
//! the result consists of reduced fractions.

mod continuation;
mod cost_estimate;
mod denominator;
mod exit_table;
mod explorer;
mod graph;
mod monotone_counters;
mod packed_counters;
mod progress;
mod propagate;
mod region;
mod region_summary;
mod runner;
mod scc;
mod state_estimate;
mod state_table;

use super::budget::Budget;
use super::chance::{Chance, Distribution};
use super::deterministic::only_outcome;
use super::fault::{Fault, FaultKind};
use super::intern::StateId;
use super::policy::Unstated;
use num_bigint::BigUint;
pub(crate) use progress::LOOK_STEPS;
pub use progress::{Checkpoint, Progress};
use sandtable_ir::liveness::is_within_reach;
use sandtable_ir::optimise::fuse_counters::fuse;
use sandtable_ir::{Pc, Program};

/// Computes the exact chance of every outcome of a program.
///
/// Errors: the first fault on any path (fewest questions first, least answers first); a judgement, since
/// it has no answer; a decision without a stated worth; an infinite loop; a question beyond the budget.
pub fn odds(program: &Program, budget: &Budget) -> Result<Distribution, Fault> {
    odds_with(program, budget, Unstated::Refuse)
}

/// As [`odds`], with a policy for decisions without a stated worth.
///
/// Errors: as [`odds`].
pub fn odds_with(
    program: &Program,
    budget: &Budget,
    unstated: Unstated,
) -> Result<Distribution, Fault> {
    odds_watched(program, budget, unstated, None)
}

/// As [`odds_with`]; the watcher regularly receives the progress, and may end the work.
///
/// Errors: as [`odds`]; the watcher ended the work.
pub fn odds_watched(
    program: &Program,
    budget: &Budget,
    unstated: Unstated,
    watch: Option<Checkpoint<'_>>,
) -> Result<Distribution, Fault> {
    if let Some(only) = only_outcome(program, budget.steps, unstated) {
        return only
            .map(|(outcome, steps)| Distribution::new(vec![(outcome, Chance::one())], 0, steps));
    }
    // Fused counters may raise a fault that the program itself does not have.
    if let Some(fused) = fused(program, budget) {
        match odds_unfused(&fused, budget, unstated, watch) {
            Err(fault) if fault.is_of_the_rules() => {}
            odds => return odds,
        }
    }
    odds_unfused(program, budget, unstated, watch)
}

/// The program with fused counters, if it has any that can be fused.
fn fused(program: &Program, budget: &Budget) -> Option<Program> {
    budget.reductions.fused_counters.then(|| fuse(program))?
}

/// As [`odds_watched`], without fusing counters.
fn odds_unfused(
    program: &Program,
    budget: &Budget,
    unstated: Unstated,
    watch: Option<Checkpoint<'_>>,
) -> Result<Distribution, Fault> {
    let graph = explorer::explore(program, budget, unstated, watch)?;
    let chances = match propagate::dag::chances(&graph) {
        Some(chances) => chances,
        None => general_chances(&graph)?,
    };
    debug_assert_eq!(chances.len(), graph.ends().len(), "a chance for each end");
    let outcomes = graph.ends().iter().zip(chances);
    let outcomes = outcomes.map(|(end, chance)| (graph.outcome(*end), chance));
    Ok(Distribution::new(
        outcomes.collect(),
        graph.n_questions(),
        graph.steps,
    ))
}

/// The odds of questions of a [`sandtable_ir::Batch`], in their order, each given by the values of the inputs: states that several
/// have in common are followed once.
///
/// `None` for those that are better asked alone, since they fault, or exceed the budget, which holds for all
/// together; and for all that are left when the watcher ends the work.
pub fn odds_of_each(
    program: &Program,
    starts: &[Vec<i32>],
    budget: &Budget,
    unstated: Unstated,
    watch: Option<Checkpoint<'_>>,
) -> Vec<Option<Distribution>> {
    let starts: Vec<&[i32]> = starts.iter().map(Vec::as_slice).collect();
    let Some(fused) = fused(program, budget) else {
        return odds_of_each_unfused(program, &starts, budget, unstated, watch);
    };
    let mut all = odds_of_each_unfused(&fused, &starts, budget, unstated, watch);
    // Fused counters may raise faults that the program itself does not have.
    let is_open = |at: &usize| all.get(*at).is_some_and(Option::is_none);
    let left: Vec<usize> = (0..starts.len()).filter(is_open).collect();
    let open: Vec<&[i32]> = left
        .iter()
        .filter_map(|at| starts.get(*at).copied())
        .collect();
    let found = odds_of_each_unfused(program, &open, budget, unstated, watch);
    for (at, found) in left.into_iter().zip(found) {
        if let Some(place) = all.get_mut(at) {
            *place = found;
        }
    }
    all
}

/// As [`odds_of_each`], without fusing counters.
fn odds_of_each_unfused(
    program: &Program,
    starts: &[&[i32]],
    budget: &Budget,
    unstated: Unstated,
    watch: Option<Checkpoint<'_>>,
) -> Vec<Option<Distribution>> {
    let mut all = vec![None; starts.len()];
    if starts.is_empty() || !is_within_reach(program) {
        return all;
    }
    let take = |graph: &graph::Graph<'_>, places: &[usize], is_whole: bool| {
        let found = odds_of_starts(graph, is_whole);
        for (at, odds) in places.iter().zip(found.iter().flatten()) {
            if let Some(place) = all.get_mut(*at) {
                *place = Some(odds.clone());
            }
        }
        found.is_some()
    };
    let same = explorer::explore_each(program, starts, budget, unstated, watch, take);
    same.into_iter()
        .map(|at| at.and_then(|at| all.get(at).cloned().flatten()))
        .collect()
}

/// The odds from each start of a graph, in their order; `None` if they cannot be found together. `is_whole` says whether every
/// state is reached from a start.
fn odds_of_starts(graph: &graph::Graph<'_>, is_whole: bool) -> Option<Vec<Distribution>> {
    let odds = |ends: Vec<(StateId, Chance)>, n_questions: u64| {
        let outcomes = ends.into_iter();
        let outcomes = outcomes.map(|(end, chance)| (graph.outcome(end), chance));
        Distribution::new(outcomes.collect(), n_questions, graph.steps)
    };
    if let Some(found) = propagate::dag::chances_of_each(graph) {
        let found = found.into_iter();
        return Some(found.map(|of| odds(of.ends, of.n_questions)).collect());
    }
    if graph.starts.len() != 1 || !is_whole {
        return None;
    }
    let chances = general_chances(graph).ok()?;
    let ends = graph.ends().iter().copied().zip(chances);
    Some(vec![odds(ends.collect(), graph.n_questions())])
}

/// Computes the chances of all ends of any graph, in order.
fn general_chances(graph: &graph::Graph<'_>) -> Result<Vec<Chance>, Fault> {
    let components = match propagate::dag::topological_order(graph) {
        Some(order) => scc::Components::acyclic(order),
        None => scc::Components::of(graph),
    };
    cost_estimate::check_equations(graph, &components)?;
    let denominators = denominator::Denominators::of(graph, &components)?;
    cost_estimate::check(graph, &components, &denominators)?;
    let ours = |kind: FaultKind| kind.at(Pc(0));
    let weights = propagate::general::weights::<u128>(graph, &components, &denominators)
        .map(|weights| weights.into_iter().map(BigUint::from).collect())
        .or_else(|| propagate::general::weights::<BigUint>(graph, &components, &denominators));
    let weights: Vec<BigUint> =
        weights.ok_or(ours(FaultKind::Ours("a weight beyond all numbers")))?;
    let ends = graph.ends().iter().zip(weights);
    ends.map(|(end, weight)| denominators.chance(*end, weight).map_err(ours))
        .collect()
}
