//! Questions to answers, as data: odds, tables of odds, samples, traces, examples, coverage, games and their journals.
//!
//! Does not know how answers are shown.

pub mod accept;
pub mod answer;
pub mod catalogue;
pub mod game;
pub mod sampling;
pub mod scenarios;
pub mod script;
