//! Texts in memory to an analysis: layers of files, check, lint, index.
//!
//! Knows neither disk nor clock nor threads.

pub mod analysis;
pub mod load;
pub mod suppression;
