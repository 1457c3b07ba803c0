//! Lowering of the checked model to a flat program, and its analyses and optimisations.
//!
//! [`lower::run`] turns one question about a rulebook into a [`Program`]: ops over registers, with the span and citation
//! of each op alongside. Lowering cannot fail; if it could, a check would be missing. [`optimise::run`] makes the program
//! faster and preserves its semantics. A [`Batch`] is one program for questions that differ only in numbers.

mod batch;
pub mod cfg;
mod debug_info;
mod id;
mod index_vec;
mod interval;
pub mod liveness;
pub mod lower;
mod op;
mod operands;
pub mod optimise;
pub mod print;
mod program;
mod purity;
pub mod reached;
mod secrets;
mod validate;
pub mod value;

pub use batch::Batch;
pub use debug_info::{InputKind, Note, Places, Reading, RowPart, Shown, Site, Within};
pub use id::*;
pub use index_vec::{Id, IndexVec};
pub use lower::{
    Lowered, NO_WINNER, OutcomePart, OutputSpec, Template, have_one_template, shown, shown_on,
    together, winners,
};
pub use op::*;
pub use optimise::counter_op::CounterStep;
pub use program::*;
pub use purity::{MOST_ARGUMENTS, written_slots};
pub use secrets::{Secret, Secrets, Seen};
