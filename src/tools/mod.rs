//! The outside: files, terminal, command line.
//!
//! The only layer that reads files, looks at the clock or writes to a terminal. It takes what the layers before it
//! give, shows it, and knows no rules.

pub mod accept;
pub mod against;
pub mod answer;
pub mod chart;
pub mod checked;
pub mod cli;
pub mod counter;
pub mod coverage;
pub mod examples;
pub mod exercised;
pub mod game;
pub mod held;
pub mod load;
pub mod moves;
pub mod picker;
pub mod picture;
pub mod render;
pub mod sampling;
pub mod scenarios;
pub mod sight;
pub mod tabletop;
pub mod told;
pub mod tried;
mod trouble;
