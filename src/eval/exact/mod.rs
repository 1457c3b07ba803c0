//! Driver: follows every answer, and tells the exact odds.
//!
//! In two phases. [`graph`] finds every situation in which the machine can stand at a question, each only once
//! however it is reached, and how the answers lead from one to the next. A stretch of several throws that touches only some
//! registers is a [`kernel`]: worked out once for each of their values. [`weigh`] then sends the chances through
//! that graph, as whole numbers over denominators that are known beforehand; [`loops`] sums up what goes round in
//! circles. Where nothing does and the numbers stay small, [`acyclic`] does the same in machine words. Only the result
//! is made of reduced fractions.

mod answer_classes;
mod continuation;
mod cost_estimate;
mod denominator;
mod graph;
mod monotone_counters;
mod packed_counters;
mod progress;
mod propagate;
mod region;
mod region_summary;
mod scc;
mod state_table;
mod table;
mod wide;

use super::budget::Budget;
use super::chance::{Chance, Distribution};
use super::deterministic::certain;
use super::fault::Fault;
use super::policy::Unstated;
use num_bigint::BigUint;
pub use progress::{Progress, Watch};
use sandtable_ir::liveness::is_within_reach;
use sandtable_ir::optimise::fuse_counters::fuse;
use sandtable_ir::{Batch, Program};

/// The exact chance of every outcome of a program.
///
/// Errors: the first fault that any throws lead to (fewest questions first, least answers first); a judgement, since
/// nobody answers it; a decision for which no worth is stated; a repetition without a way out; a question beyond the budget.
pub fn odds(program: &Program, budget: &Budget) -> Result<Distribution, Fault> {
    odds_with(program, budget, Unstated::Refuse)
}

/// As [`odds`], where decisions without a stated worth are made in a certain way.
///
/// Errors: as [`odds`].
pub fn odds_with(
    program: &Program,
    budget: &Budget,
    unstated: Unstated,
) -> Result<Distribution, Fault> {
    odds_watched(program, budget, unstated, None)
}

/// As [`odds_with`]; where it takes long, somebody is told from time to time how far it has come.
///
/// Errors: as [`odds`].
pub fn odds_watched(
    program: &Program,
    budget: &Budget,
    unstated: Unstated,
    watch: Option<Watch<'_>>,
) -> Result<Distribution, Fault> {
    if let Some(only) = certain(program, budget.steps, unstated) {
        return only
            .map(|(outcome, steps)| Distribution::new(vec![(outcome, Chance::one())], 0, steps));
    }
    // What is counted together may come to a fault that the program itself does not have.
    if let Some(one) = fuse(program) {
        match odds_apart(&one, budget, unstated, watch) {
            Err(fault) if !fault.is_beyond_budget() => {}
            odds => return odds,
        }
    }
    odds_apart(program, budget, unstated, watch)
}

/// As [`odds_watched`], of the program as it is.
fn odds_apart(
    program: &Program,
    budget: &Budget,
    unstated: Unstated,
    watch: Option<Watch<'_>>,
) -> Result<Distribution, Fault> {
    let graph = graph::explore(program, budget, unstated, watch)?;
    let chances = match propagate::dag::chances(&graph) {
        Some(chances) => chances,
        None => in_circles(&graph)?,
    };
    let outcomes: Vec<(Vec<i32>, Chance)> = graph
        .ends()
        .iter()
        .zip(chances)
        .map(|(end, chance)| (graph.outcome(*end), chance))
        .collect();
    Ok(Distribution::new(
        outcomes,
        graph.n_questions(),
        graph.steps,
    ))
}

/// The odds of every question of a family, in their order: what is alike in several is worked out once.
///
/// `None` if they are better asked one by one: where one of them comes to a fault, goes in circles or is beyond the budget, which
/// holds for all together.
pub fn odds_of_each(
    family: &Batch,
    budget: &Budget,
    unstated: Unstated,
) -> Option<Vec<Distribution>> {
    let starts = &family.starts;
    if let Some(one) = fuse(&family.program) {
        match odds_of_each_apart(&one, starts, budget, unstated) {
            Err(fault) if !fault.is_beyond_budget() => {}
            odds => return odds.ok().flatten(),
        }
    }
    let odds = odds_of_each_apart(&family.program, starts, budget, unstated);
    odds.ok().flatten()
}

/// As [`odds_of_each`], of the program as it is.
fn odds_of_each_apart(
    program: &Program,
    starts: &[Vec<i32>],
    budget: &Budget,
    unstated: Unstated,
) -> Result<Option<Vec<Distribution>>, Fault> {
    if !is_within_reach(program) {
        return Ok(None);
    }
    let graph = graph::explore_each(program, starts, budget, unstated)?;
    let distribution = |flown: propagate::dag::Flown| {
        let ends = flown.ends.into_iter();
        let outcomes = ends.map(|(end, chance)| (graph.outcome(end), chance));
        Distribution::new(outcomes.collect(), flown.n_questions, graph.steps)
    };
    let flown = propagate::dag::chances_of_each(&graph);
    Ok(flown.map(|flown| flown.into_iter().map(distribution).collect()))
}

/// The chances of all ends of any graph, in their order.
fn in_circles(graph: &graph::Graph<'_>) -> Result<Vec<Chance>, Fault> {
    let order = match propagate::dag::in_order(graph) {
        Some(straight) => scc::Order::straight(straight),
        None => scc::in_order(graph),
    };
    cost_estimate::check_loops(graph, &order)?;
    let denominators = denominator::Denominators::of(graph, &order)?;
    cost_estimate::check(graph, &order, &denominators)?;
    let weights = propagate::general::weigh::<u128>(graph, &order, &denominators)
        .map(|weights| weights.into_iter().map(BigUint::from).collect())
        .or_else(|| propagate::general::weigh::<BigUint>(graph, &order, &denominators))
        .unwrap_or_default();
    let ends = graph.ends().iter().zip(weights);
    Ok(ends
        .map(|(end, weight)| denominators.chance(*end, weight))
        .collect())
}
