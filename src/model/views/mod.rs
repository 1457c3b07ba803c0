//! Views of expressions and statements for passes that need one property: a pass that needs all of a node matches its kind.
//!
//! A view answers for one or two kinds of nodes and gives `None` for all others, also for new ones.

mod expression;
mod statement;

pub use expression::{Aggregation, Bound, Comparison, Conditional, Measurement, TrackRead};
pub use statement::{Count, Iteration, Repetition, TrackChange};
