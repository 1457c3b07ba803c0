//! Program to result: one machine, several drivers.
//!
//! The machine never rolls. It runs to the next question and asks; a driver decides what the answer is: [`exact`]
//! follows every answer and merges equal machines, [`bounds`] follows what is likely, [`sample`] throws, [`explain`] is given the faces and tells
//! every step. This layer knows programs; it does not know rule files, names of games, or a terminal.

pub mod approximate;
mod board;
pub mod budget;
pub mod chance;
pub mod coverage;
mod deterministic;
pub mod dice;
pub mod exact;
mod fault;
mod keys;
pub mod machine;
pub mod mdp;
mod memo;
pub mod modifier_sum;
pub mod offer;
pub mod policy;
mod pool;
pub mod sample;
mod situations;
pub mod wording;

pub use fault::{Fault, FaultKind};
