//! Text to tree and back.

mod generate;
mod print;
mod tree;
