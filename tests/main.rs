//! All tests, in one binary: one module per concern.
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test may stop at once"
)]

mod eval;
