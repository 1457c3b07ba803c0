//! Texts to an analysis: where they come from, what lies over what, and what is done again after a change.

mod files;
mod incremental;
mod maps_of_others;
mod overlay;
