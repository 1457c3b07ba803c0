//! Checked model to flat program.
//!
//! [`lower`] turns one question about a rule book into a [`Program`]: ops over registers, with the span and citation
//! of each op beside it. Lowering cannot fail; if it could, a check is missing. [`optimise`] makes the program
//! faster without changing what it means. A [`Family`] is one program for questions that differ only in numbers.

mod batch;
mod debug_info;
pub mod liveness;
mod lower;
mod op;
mod operands;
pub mod optimise;
mod print;
pub mod rpo;
mod validate;
pub mod value;

pub use batch::Family;
pub use debug_info::{Asked, Note, Places, Reading, Shown, Site, Within};
pub use lower::{Lowered, NOBODY, OutcomePart, Wanted, lower, shown, shown_on};
pub use op::*;
pub use optimise::counter_op::Count;
pub use optimise::fuse_counters::together;
pub use optimise::optimise;
pub use print::print;
