//! Traces and why-not: what happened, and why something did not, in the author's words.
//!
//! Takes runs of the machine and the rulebook; knows no terminals.

pub mod citation_text;
pub mod coverage;
pub mod examples;
pub mod exercised;
pub mod script_errors;
pub mod scripted;
pub mod section;
pub mod trace;
pub mod why_not;
