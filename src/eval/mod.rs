//! Evaluation of programs: one machine, several drivers.
//!
//! The machine never rolls. It runs to the next question; a driver decides on the answer: [`exact`]
//! follows every answer and merges equal states, [`approximate`] follows the likely ones, [`sample`] rolls, [`mdp`] computes
//! optimal choices, [`forward`] provides states for search, [`simulator`] continues from any state. This layer knows programs; it
//! does not know rule files, names of games, or a terminal.

mod answer_classes;
pub mod approximate;
mod bitmap_index;
mod board;
pub mod budget;
pub mod chance;
pub mod coverage;
mod deterministic;
pub mod dice;
mod dominance;
pub mod exact;
mod explore;
mod fault;
mod formula_cache;
pub mod forward;
mod intern;
pub mod knowledge;
pub mod machine;
mod maintained;
pub mod mdp;
mod memo;
mod merge_points;
pub mod modifier_sum;
mod natural;
pub mod offer;
mod packed_values;
pub mod policy;
mod pool;
pub mod reductions;
mod register_op;
pub mod sample;
mod scan;
pub mod simulator;
mod stop_set;
pub mod wording;

pub use deterministic::outcome_alone;
pub use dominance::dominates;
pub use fault::{Fault, FaultKind};
pub use pool::{Weights, roll_chances};
