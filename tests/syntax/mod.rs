//! Text to tree and back.

mod format;
mod generate;
mod print;
mod tree;
