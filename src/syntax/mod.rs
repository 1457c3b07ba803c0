//! Text to tree as written, and back to canonical text.

pub mod ast;
mod print;

pub use print::print;
