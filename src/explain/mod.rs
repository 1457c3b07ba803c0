//! Traces, worked examples, coverage, and explanations of conditions, in the author's words.
//!
//! Takes programs and the rulebook; knows no terminal.

pub mod citation_text;
pub mod coverage;
pub mod examples;
pub mod exercised;
pub mod script_errors;
pub mod scripted;
pub mod section;
pub mod trace;
pub mod why_not;
