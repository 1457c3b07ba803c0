//! The rules in words, as pages.

use super::Options;
use super::placed::Sheet;
use super::source::Source;

/// The rulebook of a ruleset.
pub(super) fn sheets(_source: &Source<'_>, _options: &Options) -> Vec<Sheet> {
    Vec::new()
}
