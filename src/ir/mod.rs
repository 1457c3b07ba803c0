//! Checked model to flat program.
//!
//! [`lower`] turns one question about a rule book into a [`Program`]: ops over registers, with the span and citation
//! of each op beside it. Lowering cannot fail; if it could, a check is missing. [`optimise`] makes the program
//! faster without changing what it means. A [`Family`] is one program for questions that differ only in numbers.

mod counting;
mod family;
pub mod liveness;
mod lower;
mod note;
mod op;
pub mod optimise;
pub mod order;
mod print;
mod registers;
mod together;
mod validate;
pub mod value;

pub(crate) use counting::Count;
pub use family::Family;
pub use lower::{Lowered, NOBODY, OutcomePart, Wanted, lower, shown, shown_on};
pub use note::{Asked, Note, Places, Reading, Shown, Site, Within};
pub use op::*;
pub use optimise::optimise;
pub use print::print;
pub use together::together;
