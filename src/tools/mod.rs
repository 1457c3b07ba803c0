//! The outside: files, terminal, command line.
//!
//! The only layer that reads files, looks at the clock or writes to a terminal. It takes what the layers before it
//! give, shows it, and knows no rules.

pub mod cli;
pub mod conversation;
pub mod disk;
pub mod frames;
pub mod picker;
pub mod safe_write;
pub mod studio;
pub mod threads;
