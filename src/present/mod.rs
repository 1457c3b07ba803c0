//! Answers as text, SVG, HTML, CSV and JSON: bars, charts, boards, pages.
//!
//! Takes the data that sessions return; does not know where it is written.

pub mod board_view;
pub mod chart;
pub mod findings;
pub mod line_of_sight;
pub mod picture;
