//! The tests: one folder per concern; adding a case is adding a file.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    clippy::wildcard_enum_match_arm,
    reason = "a test that fails may stop, and reads its own cases"
)]

mod attack;
mod benchmarks;
mod board;
mod cases;
mod check;
mod cli;
mod code_words;
mod cycles;
mod dependencies;
mod docs;
mod draft;
mod editor;
mod editors;
mod english;
mod eval;
mod explain;
mod faults;
mod games;
mod harness;
mod in_words;
mod ir;
mod laws;
mod layers;
#[path = "old-texts/mod.rs"]
mod old_texts;
mod pages;
mod picker;
mod picture;
mod players;
mod print;
mod render;
mod roster;
mod rulebooks;
mod semantics;
mod service;
mod session;
mod studio;
mod syntax;
mod workspace;
