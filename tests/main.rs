//! All tests, in one binary: one module per concern.

mod eval;
