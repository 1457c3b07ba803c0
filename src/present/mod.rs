//! Answers as text, SVG, HTML, CSV and JSON: bars, charts, boards, pages.
//!
//! Takes the data that sessions return and gives strings; does not know where they are written, nor any terminal. Only the
//! drawing of findings with their lines needs a library, behind the feature `graphical`.

pub mod advice;
mod assumed;
pub mod bars;
pub mod board_view;
mod by_worth;
pub mod catalogue;
pub mod chart;
pub mod check;
pub mod codes;
pub mod comparison;
pub mod coverage;
pub mod csv;
pub mod distribution;
pub mod encoded;
pub mod examples;
pub mod export;
pub mod findings;
pub mod games_compared;
pub mod json;
pub mod layout;
pub mod line_of_sight;
pub mod numerals;
pub mod overrides;
pub mod picture;
pub mod places;
pub mod playouts;
pub mod record_sheet;
pub mod report;
pub mod revision;
pub mod section;
pub mod sheet;
pub mod story;
pub mod sweep;
pub mod table;
pub mod tuning;
pub mod words;
