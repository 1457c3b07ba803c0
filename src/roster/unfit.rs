//! Values of an index that its keys cannot hold.

use std::ops::Range;

use toml::Spanned as Placed;
use toml::de::DeValue;

/// A value that its key cannot hold, or a key that is missing.
pub(super) struct Unfit {
    pub(super) range: Range<usize>,
    pub(super) label: String,
}

impl Unfit {
    pub(super) fn new(value: &Placed<DeValue<'_>>, label: impl Into<String>) -> Self {
        Self {
            range: value.span(),
            label: label.into(),
        }
    }
}
