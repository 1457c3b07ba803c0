//! Programs made at random.
