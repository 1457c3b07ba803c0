//! The tests: one folder per concern. Those that run a file and compare what comes of it are in `cases`.

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
mod files;
mod games;
mod harness;
mod in_words;
mod laws;
mod layers;
#[path = "old-texts/names.rs"]
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
