//! Sandtable: tabletop wargame rules that run from text.
//!
//! The pipeline, in order; each layer uses only those before it:
//!
//! [`source`] ← [`diagnostic`] ← [`board`] ← [`syntax`], [`roster`] ← [`model`] ← [`ir`] ← [`eval`] ← [`tools`]
//!
//! A rule file becomes a tree as written ([`syntax::ast`]), unit files a [`roster`]; both are joined and checked
//! into a [`model`], a question about it becomes a flat program ([`ir`]), and one machine runs it under several
//! drivers ([`eval`]). What lies where is geometry ([`board`]), which knows no rules. Start reading at [`eval::machine`] for what running means, at `grammar/rules.pest` for the language.

// What pest generates names it so: without `std`, pest does not look at the stack before each step, which takes as long
// as the step. How deep a line may nest is bounded before it is parsed.
extern crate alloc;

pub mod board;
pub mod diagnostic;
pub mod eval;
pub mod explain;
pub mod ir;
pub mod lint;
pub mod model;
pub mod present;
pub mod roster;
pub mod session;
pub mod source;
pub mod syntax;
pub mod tools;
pub mod workspace;
