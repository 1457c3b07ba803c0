//! Text to tree and back.

mod format;
mod generate;
mod keywords;
mod print;
mod tree;
