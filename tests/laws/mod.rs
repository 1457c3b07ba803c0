//! Laws of every ruleset: no input does harm, and chances are chances.

mod absorbing;
mod areas;
mod boards;
mod broken;
pub(crate) mod brute_force;
mod by_word;
mod cards;
mod chances;
mod chi_square;
mod drafts;
mod each_word;
mod journeys;
mod limits;
mod loops;
mod mutants;
mod playing;
pub(crate) mod questions;
mod ranges;
mod recursion;
mod rolls;
mod several;
mod several_results;
mod simultaneous;
mod stats;
mod steps;
mod thresholds;
mod words;
