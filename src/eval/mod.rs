//! Program to result: one machine, several drivers.
//!
//! The machine never rolls. It runs to the next question and asks; a driver decides what the answer is: [`exact`]
//! follows every answer and merges equal machines, [`bounds`] follows what is likely, [`sample`] throws, [`explain`] is given the faces and tells
//! every step. This layer knows programs; it does not know rule files, names of games, or a terminal.

pub mod advise;
pub mod blocks;
mod board;
pub mod bounds;
mod certain;
pub mod chance;
pub mod decide;
pub mod exact;
pub mod explain;
mod fault;
mod keys;
pub mod machine;
mod pool;
pub mod reach;
mod recall;
pub mod sample;
pub mod script;
mod situations;
mod sum;
pub mod why;
pub mod words;

pub use fault::{Fault, FaultKind};
