//! What editors ask for: names, hover, completions, outlines, renaming, fixes, positions.

mod positions;
